import { gone, type Rule } from '../rule.js'

export const inputFieldNoDelete: Rule = {
  id: 'INPUT_FIELD_NO_DELETE',
  breaks: 'inputs are strict: whoever still sends this field is rejected at the wire',
  find: (before, after) =>
    [...before.inputs].flatMap(([input, fields]) => {
      const now = after.inputs.get(input)
      return now === undefined ? [] : gone(`input ${input}`, fields.keys(), now)
    }),
}
