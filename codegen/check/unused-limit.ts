import type { Rule } from './rule.js'
import { partsOf } from './uses.js'

export const unusedLimits: Rule = (machine, catalog) => {
  const used = new Set(machine.inputs.flatMap(({ supplied }) => supplied.flatMap(({ upTo }) => (upTo === null ? [] : [upTo]))))
  for (const part of partsOf(machine, catalog)) if (part.kind === 'field' && part.of.type.kind === 'limits') used.add(part.name)
  return machine.limits
    .filter(({ name }) => !used.has(name))
    .map(({ name, at }) => ({
      code: 'LIMIT_UNUSED',
      at,
      message: `nothing of ${machine.name} uses the limit "${name}"`,
      hint: `a use of limits.${name}, or no such limit`,
    }))
}
