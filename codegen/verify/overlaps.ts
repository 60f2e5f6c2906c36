import type { Bounds } from '../evaluate.js'
import type { Machine } from '../ir.js'
import type { Watcher } from './explore.js'
import type { Findings } from './finding.js'
import type { PropertyReport } from './properties.js'
import { groupedTruth } from './grouped.js'
import type { GroupedTruth } from './grouped.js'

/**
 * What every machine promises unsaid: in each reachable state at most one transition answers an input. The kernel takes the
 * first of several, so that nothing else would show a second; a model without that order would take either.
 */
export function overlaps(machine: Machine, bounds: Bounds, findings: Findings): { readonly watcher: Watcher; report(): PropertyReport } {
  const truth = groupedTruth(machine, bounds)
  const rivals = new Map<string, { readonly name: string; readonly from: ReadonlySet<string>; readonly when: GroupedTruth }[]>()
  for (const one of machine.transitions) {
    const others = machine.transitions.filter(
      (other) => other !== one && other.on === one.on && other.from.some((phase) => one.from.includes(phase)),
    )
    if (others.length > 0)
      rivals.set(
        one.name,
        others.map(({ name, from, when }) => ({ name, from: new Set(from), when: truth(when) })),
      )
  }
  let cases = 0
  let violated = false
  return {
    watcher: {
      pair(state, world, input, binding, { transition }) {
        const others = transition === null ? undefined : rivals.get(transition)
        if (others === undefined) return
        cases += 1
        for (const { name, from, when } of others) {
          if (!from.has(world.phase) || when(state, world, input, binding) !== true) continue
          violated = true
          findings.add({
            rule: 'WHEN_OVERLAPS',
            name: `${PROMISE}: ${transition}, ${name}`,
            at: machine.transitions.find((one) => one.name === name)!.at,
            message: `${transition} is chosen, and the when of ${name} is true as well`,
            place: { state, binding },
          })
        }
      },
    },
    report: () => ({
      name: PROMISE,
      kind: 'choice',
      verdict: violated ? 'violated' : 'holds',
      cases,
      leftTrue: null,
      depth: null,
      seenAt: null,
    }),
  }
}

const PROMISE = 'one_transition_applies'
