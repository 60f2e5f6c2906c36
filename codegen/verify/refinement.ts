import { evaluator } from '../evaluate.js'
import type { Bounds, Known, Message, World } from '../evaluate.js'
import type { Machine, Refinement } from '../ir.js'
import type { Watcher } from './explore.js'
import type { Findings, Place } from './finding.js'
import { plainOf, type Carrier, type Definition, type Words } from './spec.js'
import { refining, type ModuleSource, type Refining } from './refine/index.js'

const NO_INPUT: Message = { type: '' }

/** Holds a machine against the hand-written specs that it refines, step by step. */
export function refinement(
  machine: Machine,
  spec: { readonly definition: Definition; readonly words: Words; readonly carry: Carrier } | null,
  { source, bounds, findings }: { readonly source: ModuleSource; readonly bounds: Bounds; readonly findings: Findings },
): { readonly watcher: Watcher; readonly refined: Refining<World, Place> } {
  const { over } = evaluator(machine)
  const refined = refining<World, Place>({
    refinements: machine.refines,
    source,
    views: ({ name, map }) => {
      const values = map.map(({ value }) => over(value))
      return [
        {
          label: null,
          values: (world) => values.map((value) => value(world, NO_INPUT, bounds.limits)),
          said: spec === null ? null : saidBy(name, map, spec),
        },
      ]
    },
    add: (found) => findings.add(found),
  })
  if (machine.refines.length === 0) return { watcher: {}, refined }
  return {
    refined,
    watcher: {
      state: (state, world) => refined.state(world, state === 0, { state, binding: null }),
      // What a module is shown is the same of all that one state stands for.
      step: (state, world, _input, binding, _answer, _next, known) => refined.step(world, known, { state, binding }),
    },
  }
}

/** What the spec's own functions answer. */
function saidBy(
  name: string,
  map: Refinement['map'],
  { definition, words, carry }: { readonly definition: Definition; readonly words: Words; readonly carry: Carrier },
): (world: World) => readonly Known[] {
  const own = map.map((variable) => {
    const said = definition.refines?.[name]?.map[variable.name]
    if (said === undefined) throw new Error(`the spec of ${definition.name} has no "${variable.name}" in the map of "${name}"`)
    return said
  })
  return (world) => own.map((said) => plainOf(said(carry.state(world)), words))
}
