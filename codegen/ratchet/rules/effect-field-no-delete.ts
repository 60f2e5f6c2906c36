import { gone, type Rule } from '../rule.js'

export const effectFieldNoDelete: Rule = {
  id: 'EFFECT_FIELD_NO_DELETE',
  breaks: 'consumers that read this field find nothing there',
  find: (before, after) =>
    [...before.effects].flatMap(([effect, fields]) => {
      const now = after.effects.get(effect)
      return now === undefined ? [] : gone(`effect ${effect}`, fields.keys(), now)
    }),
}
