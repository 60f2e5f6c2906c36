import type { Condition } from '../ir.js'
import type { Rule } from './rule.js'

export const constantConditions: Rule = ({ inputs, transitions, functions }) => {
  const bodies = new Map(functions.map(({ name, body }) => [name, body]))
  const isConstant = ({ holds }: Condition) => (holds.kind === 'call' ? bodies.get(holds.function) : holds)?.kind === 'literal'
  return [...inputs, ...transitions].flatMap(({ refuse }) =>
    refuse.filter(isConstant).map(({ name, at }) => ({
      code: 'CONSTANT_CONDITION',
      at,
      message: `the condition "${name}" says the same whatever happens`,
      hint: 'a condition over (s, i, limits), or none',
    })),
  )
}
