import { gone, type Rule } from '../rule.js'

export const inputNoDelete: Rule = {
  id: 'INPUT_NO_DELETE',
  breaks: 'whoever still sends this input gets an error at the wire, and messages that wait in an outbox become dead letters',
  find: (before, after) => gone('input', before.inputs.keys(), after.inputs),
}
