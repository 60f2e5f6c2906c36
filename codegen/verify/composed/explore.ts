import { MAX_STATES } from '../explore.js'
import { Ints, Packed } from '../ints.js'
import type { Graph } from '../liveness.js'
import { isMemoryShort } from '../memory.js'
import type { CutBy } from '../memory.js'
import type { Renaming } from '../symmetry.js'
import { moverOf } from './moves.js'
import type { Label, Move, Mover, Tally } from './moves.js'
import { orbitsOf } from './orbits.js'
import type { System } from './system.js'

/** Looks on while a composition is explored. `at` and `to` are numbers of states; `n` is the number of the move in its state. */
export interface ComposedWatcher {
  /** Each state once, when it is first seen. The array is the explorer's own: it is read, not kept. */
  state?(at: number, state: Int32Array): void
  /** Every step, and what was refused that nobody may refuse. `to` is where it leads; of what is refused the state itself. */
  move?(at: number, move: Move, n: number, to: Int32Array): void
  /** Of all steps between two states the first; with renamings every step, for what is reached is not what stands for it. */
  step?(at: number, from: Int32Array, to: Int32Array, toNumber: number, n: number): void
}

export interface ComposedExploration {
  readonly system: System
  readonly mover: Mover
  /** How many states were seen: 0 is the initial one, the others breadth first. */
  readonly size: number
  readonly edges: number
  readonly depth: number
  /** Every state was looked into. */
  readonly complete: boolean
  /** What ended a run that might have gone on; null where nothing did, or enough was seen. */
  readonly cutBy: CutBy | null
  /** Where something threw, and ended the run. */
  readonly broken: { readonly at: number; readonly error: unknown } | null
  /** Name of a drive, delivery or acknowledgement, or `crash` -> how many steps; all are named. */
  readonly fired: ReadonlyMap<string, number>
  /** Number of a route -> how often a receiver accepted what it brought. */
  readonly arrived: ReadonlyMap<number, number>
  readonly refused: number
  /** Refusal code -> how often. */
  readonly refusals: ReadonlyMap<string, number>
  /** Domain -> how often it was the reason of `exhausted`. */
  readonly limits: ReadonlyMap<string, number>
  /** States without a step. Those at rest have empty outboxes; where a limit was the reason nothing is wrong; others are deadlocks. */
  readonly stuck: readonly { readonly at: number; readonly why: 'terminal' | 'exhausted' | 'deadlock' }[]
  /** Steps that change something, for liveness: of several with one label between two states the first. */
  readonly graph: Graph
  /** Copies a state out. */
  read(at: number, into?: Int32Array): Int32Array
  depthOf(at: number): number
  /** The shortest way from the initial state: the number of the state left, and of the move that left it. */
  pathTo(at: number): { readonly at: number; readonly binding: number }[]
  /** Every move out of a state, made anew; `to` is null where the state was not entered any more, or nothing happened. */
  moves(at: number): readonly { readonly label: Label; readonly move: Move; readonly to: number | null }[]
}

/**
 * Every state that can be reached, breadth first. With renamings, of those that they make of one another the one that was met
 * first, so that every way is still one that is gone.
 */
export function exploreComposed(options: {
  readonly system: System
  readonly renamings?: readonly Renaming[]
  readonly watchers?: readonly ComposedWatcher[]
  readonly maxStates?: number
  /** Is told which state is looked into. */
  readonly onState?: (at: number) => void
  /** Asked after each state: nothing more need be seen. */
  readonly isEnough?: () => boolean
}): ComposedExploration {
  const { system, renamings = [], watchers = [], maxStates = MAX_STATES, onState = () => undefined, isEnough = () => false } = options
  const mover = moverOf(system)
  const states = new Packed(system.width)
  const isWhole = renamings.length < 2
  const orbit = orbitsOf(system, renamings)
  // Numbered alike: where nothing is exchanged a state is its own key.
  const keys = isWhole ? states : new Packed(system.width)
  const [parents, parentMoves, depths] = [new Ints(), new Ints(), new Ints()]
  const edgesOf = { starts: new Ints(), to: new Ints(), label: new Ints(), move: new Ints() }
  const [onEnter, onMove, onStep] = [heard(watchers, 'state'), heard(watchers, 'move'), heard(watchers, 'step')]
  const fired = new Int32Array(mover.labels.length)
  const stuck: { at: number; why: 'terminal' | 'exhausted' | 'deadlock' }[] = []
  const { tally, counts } = counting()

  const enter = (state: Int32Array, parent: number, move: number): number => {
    const before = states.size
    const at = keys.add(isWhole ? state : orbit(state))
    if (at < before) return at
    if (!isWhole) states.add(state)
    parents.push(parent)
    parentMoves.push(move)
    depths.push(parent < 0 ? 0 : depths.at(parent) + 1)
    for (const look of onEnter) look(at, state)
    return at
  }

  let [edges, ended, at] = [0, false, 0]
  let cutBy: ComposedExploration['cutBy'] = null
  let broken: ComposedExploration['broken'] = null
  const here = new Int32Array(system.width)
  const near = neighbours()
  let [n, steps] = [0, 0]
  const visit = (to: Int32Array, move: Move): void => {
    for (const look of onMove) look(at, move, n, to)
    if (move.refused === null) {
      steps += 1
      fired[move.label] = fired[move.label]! + 1
      const next = enter(to, at, n)
      if (next !== at && near.isNew(next, move.label)) {
        edgesOf.to.push(next)
        edgesOf.label.push(move.label)
        edgesOf.move.push(n)
      }
      if (onStep.length > 0 && (!isWhole || near.isNew(next, -1))) for (const look of onStep) look(at, here, to, next, n)
    }
    n += 1
  }
  try {
    onState(0)
    enter(mover.initial(), -1, -1)
    for (; at < states.size && !ended; at += 1) {
      states.read(at, here)
      onState(at)
      edgesOf.starts.push(edgesOf.to.length)
      near.clear()
      ;[n, steps] = [0, 0]
      const limited = mover.moves(here, visit, tally)
      edges += steps
      if (steps === 0) stuck.push({ at, why: isEmpty(system, here) ? 'terminal' : limited ? 'exhausted' : 'deadlock' })
      if (states.size > maxStates) cutBy = 'states'
      else if (isMemoryShort(at)) cutBy = 'memory'
      ended = cutBy !== null || isEnough()
    }
  } catch (error) {
    broken = { at, error }
  }
  while (edgesOf.starts.length <= states.size) edgesOf.starts.push(edgesOf.to.length)

  const read = (which: number, into = new Int32Array(system.width)): Int32Array => {
    states.read(which, into)
    return into
  }
  return {
    system,
    mover,
    edges,
    broken,
    stuck,
    read,
    ...counts,
    size: states.size,
    depth: depths.length === 0 ? 0 : depths.at(depths.length - 1),
    complete: !ended && broken === null,
    cutBy,
    fired: firedByName(system, mover.labels, fired),
    refused: [...counts.refusals.values()].reduce((sum, count) => sum + count, 0),
    graph: {
      size: states.size,
      starts: edgesOf.starts.list(),
      to: edgesOf.to.list(),
      label: edgesOf.label.list(),
      move: edgesOf.move.list(),
      labels: mover.labels.length,
    },
    depthOf: (which) => depths.at(which),
    pathTo(which) {
      const path: { at: number; binding: number }[] = []
      for (let state = which; parents.at(state) >= 0; state = parents.at(state))
        path.push({ at: parents.at(state), binding: parentMoves.at(state) })
      return path.reverse()
    },
    moves(which) {
      const found: { label: Label; move: Move; to: number | null }[] = []
      mover.moves(
        read(which),
        (to, move) =>
          found.push({ label: mover.labels[move.label]!, move, to: move.refused === null ? keys.find(isWhole ? to : orbit(to)) : null }),
        null,
      )
      return found
    },
  }
}

function heard<K extends keyof ComposedWatcher>(watchers: readonly ComposedWatcher[], which: K): NonNullable<ComposedWatcher[K]>[] {
  return watchers.flatMap((watcher) => watcher[which] ?? [])
}

/** The steps out of one state that were seen: few, but for some with many bindings. */
function neighbours(): { isNew(to: number, label: number): boolean; clear(): void } {
  const seen = new Set<number>()
  return {
    isNew(to, label) {
      const key = to * 65_536 + label + 1
      if (seen.has(key)) return false
      seen.add(key)
      return true
    },
    clear: () => seen.clear(),
  }
}

function counting(): {
  tally: Tally
  counts: { refusals: Map<string, number>; limits: Map<string, number>; arrived: Map<number, number> }
} {
  const counts = { refusals: new Map<string, number>(), limits: new Map<string, number>(), arrived: new Map<number, number>() }
  const add = <K>(to: Map<K, number>, key: K, times: number) => to.set(key, (to.get(key) ?? 0) + times)
  return {
    counts,
    tally: {
      refused: (code, times) => add(counts.refusals, code, times),
      limited(domains, times) {
        for (const domain of domains) add(counts.limits, domain, times)
      },
      arrived: (route) => add(counts.arrived, route, 1),
    },
  }
}

/** Is nothing on its way? */
function isEmpty({ queueAt }: System, state: Int32Array): boolean {
  return queueAt.every((at) => at < 0 || state[at] === 0)
}

/** A drive that comes to nobody fired never. */
function firedByName({ drives }: System, labels: readonly Label[], fired: Int32Array): Map<string, number> {
  const byName = new Map<string, number>(drives.map(({ drive }) => [drive.name, 0]))
  labels.forEach(({ name }, n) => byName.set(name, (byName.get(name) ?? 0) + fired[n]!))
  return byName
}
