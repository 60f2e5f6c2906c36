import type { MachineFacts } from '../facts.js'
import { gone, type Rule } from '../rule.js'

export const refusalNoDelete: Rule = {
  id: 'REFUSAL_NO_DELETE',
  breaks: 'what was refused for this reason is accepted, and whoever relies on the refusal is no longer protected',
  find: (before, after) => [
    ...[...before.inputRefusals].flatMap(([input, codes]) =>
      after.inputs.has(input) ? gone(`input ${input} refuses`, codes, after.inputRefusals.get(input) ?? new Set()) : [],
    ),
    ...[...before.transitions].flatMap(([name, { refusals }]) =>
      after.transitions.has(name) ? gone(`transition ${name} refuses`, refusals, codesOf(after, name)) : [],
    ),
  ],
}

/** Judged with the transition, or for its input in any phase. */
function codesOf({ transitions, inputRefusals }: MachineFacts, name: string): ReadonlySet<string> {
  const { on, refusals } = transitions.get(name)!
  return new Set([...refusals, ...(inputRefusals.get(on) ?? [])])
}
