import type { Diagnostic } from '../diagnostics.js'
import type { Machine, Transition } from '../ir.js'
import type { CompositionRule } from './rule.js'

/**
 * A fan-out reaches everybody who has left the initial state: who has not is as good as nobody. So each first step must leave it,
 * or somebody is stored whom the model does not have.
 */
export const absentReceivers: CompositionRule = ({ routes }, { machines }) =>
  routes
    .filter(({ target }) => target.kind === 'each')
    .flatMap(({ name, to, at }): Diagnostic[] => {
      const receiver = machines.find((machine) => machine.name === to)
      if (receiver === undefined) return []
      const first = receiver.transitions.filter(({ from }) => from.includes(receiver.initial))
      const staying = first.filter((transition) => leavesNothing(transition, receiver))
      const hint = `from: [another phase of ${to}], or a way to one`
      if (first.length === staying.length)
        return [
          { code: 'RECEIVER_NEVER_PRESENT', at, message: `nothing of ${to} leaves its initial state, so "${name}" reaches nobody`, hint },
        ]
      return staying
        .filter(({ when }) => when.kind === 'literal')
        .map((transition) => ({
          code: 'RECEIVER_NEVER_PRESENT',
          at,
          message: `"${transition.name}" may come first to ${to} and leave it in its initial state, where "${name}" does not reach it`,
          hint,
        }))
    })

/** Is the state the same after it as before anything? */
function leavesNothing({ to, update }: Transition, { initial, state }: Machine): boolean {
  if (to !== 'same' && to !== initial) return false
  return update.every(({ name, value }) => value.kind === 'literal' && value.value === state.find((field) => field.name === name)?.initial)
}
