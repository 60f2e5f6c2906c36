import type { Rule } from '../rule.js'

export const inputFieldNoAddRequired: Rule = {
  id: 'INPUT_FIELD_NO_ADD_REQUIRED',
  breaks: 'whoever does not know the new field yet is rejected at the wire; make a new input, and let both live for a while',
  find: (before, after) =>
    [...before.inputs].flatMap(([input, fields]) =>
      [...(after.inputs.get(input) ?? [])]
        .filter(([field]) => !fields.has(field))
        .map(([field, type]) => ({ fact: `input ${input} ${field}`, before: null, after: type })),
    ),
}
