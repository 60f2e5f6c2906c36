import type { Rule } from '../rule.js'
import { covers } from '../types.js'

export const effectTypeNoWiden: Rule = {
  id: 'EFFECT_TYPE_NO_WIDEN',
  breaks: 'consumers get values that they were told would never come',
  find: (before, after) =>
    [...before.effects].flatMap(([effect, fields]) =>
      [...fields].flatMap(([field, type]) => {
        const now = after.effects.get(effect)?.get(field)
        return now === undefined || covers(type, now) ? [] : [{ fact: `effect ${effect} ${field}`, before: type, after: now }]
      }),
    ),
}
