import type { Rule } from '../rule.js'
import { schemaCovers } from '../schemas.js'

export const wireEffectNoWiden: Rule = {
  id: 'WIRE_EFFECT_NO_WIDEN',
  breaks: "consumers' own parsers, made from today's schema, reject what they are sent tomorrow",
  find: (before, after) =>
    [...before.wire.effects].flatMap(([effect, fields]) =>
      [...fields].flatMap(([field, schema]) => {
        const now = after.wire.effects.get(effect)?.get(field)
        return now === undefined || schemaCovers(schema, now) ? [] : [{ fact: `effect ${effect} ${field}`, before: schema, after: now }]
      }),
    ),
}
