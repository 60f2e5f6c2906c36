import type { Rule } from '../rule.js'
import { covers } from '../types.js'

export const inputTypeNoNarrow: Rule = {
  id: 'INPUT_TYPE_NO_NARROW',
  breaks: 'values that callers may send today are rejected at the wire tomorrow',
  find: (before, after) =>
    [...before.inputs].flatMap(([input, fields]) =>
      [...fields].flatMap(([field, type]) => {
        const now = after.inputs.get(input)?.get(field)
        return now === undefined || covers(now, type) ? [] : [{ fact: `input ${input} ${field}`, before: type, after: now }]
      }),
    ),
}
