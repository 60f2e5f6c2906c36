import type { Rule } from '../rule.js'

export const keySame: Rule = {
  id: 'KEY_SAME',
  breaks: 'nobody finds an instance any more: callers name it by another key than it is stored under',
  find: ({ key: before }, { key: after }) =>
    [...new Set([...before.keys(), ...after.keys()])]
      .filter((field) => before.get(field) !== after.get(field))
      .map((field) => ({ fact: `key ${field}`, before: before.get(field) ?? null, after: after.get(field) ?? null })),
}
