import type { Rule } from '../rule.js'
import { schemaCovers } from '../schemas.js'

export const wireInputNoNarrow: Rule = {
  id: 'WIRE_INPUT_NO_NARROW',
  breaks: 'messages that pass the wire today are rejected there tomorrow, though the type is called the same',
  find: (before, after) =>
    [...before.wire.inputs].flatMap(([input, fields]) =>
      [...fields].flatMap(([field, schema]) => {
        const now = after.wire.inputs.get(input)?.get(field)
        return now === undefined || schemaCovers(now, schema) ? [] : [{ fact: `input ${input} ${field}`, before: schema, after: now }]
      }),
    ),
}
