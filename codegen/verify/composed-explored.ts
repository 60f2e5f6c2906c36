import type { ComposedExploration } from './composed/explore.js'
import { worldOf } from './composed/world.js'
import type { ComposedExplored, ExploredStep } from './composed-conformance.js'
import type { StepLabel } from './composed-run.js'

/** An exploration as a model's graph is compared with it: states as plain JSON, and every step by name, instance and input. */
export function composedExplored(exploration: ComposedExploration): ComposedExplored {
  const { system } = exploration
  const movesOf = (at: number): readonly (ExploredStep | null)[] =>
    exploration.moves(at).map(({ label, move, to }) => {
      if (move.refused !== null) return null
      if (to === null) throw new Error(`a step of ${system.composition.name} leads to a state that was not explored`)
      const instance = label.instance === null ? null : system.instances[label.instance]!
      const [first] = move.hops
      const isDrive = system.drives.some(({ drive }) => drive.name === label.name)
      const input = isDrive && instance !== null && first !== undefined ? system.rows.get(instance.machine)!.message(first.binding) : null
      return { name: label.name, at: (instance?.key ?? null) as StepLabel['at'], input, to }
    })
  return {
    states: exploration.size,
    worldOf: (at) => worldOf(system, exploration.read(at)) as never,
    steps: (at) => movesOf(at).filter((step) => step !== null),
    wayTo: (at) =>
      exploration.pathTo(at).map(({ at: from, binding }) => {
        const { name, at: key, input } = movesOf(from)[binding]!
        return { name, at: key, input }
      }),
  }
}
