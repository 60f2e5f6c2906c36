import type { Rule } from './rule.js'
import { partsOf } from './uses.js'

export const unusedFunctions: Rule = (machine, catalog) => {
  const called = new Set([...partsOf(machine, catalog)].flatMap((part) => (part.kind === 'call' ? [part.function] : [])))
  return machine.functions
    .filter(({ name }) => !called.has(name))
    .map(({ name, at }) => ({
      code: 'FUNCTION_UNUSED',
      at,
      message: `nothing of ${machine.name} uses "${name}"`,
      hint: 'a use of it, or no such function',
    }))
}
