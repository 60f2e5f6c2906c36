import type { Message, World } from '../evaluate.js'
import type { Machine } from '../ir.js'
import { keyer } from './key.js'
import { isMemoryShort } from './memory.js'
import type { CutBy } from './memory.js'
import type { Answered, Situation, Subject } from './subject.js'
import type { Renaming } from './symmetry.js'

/** States after which a run stops and says so. */
export const MAX_STATES = 1_000_000

/** Looks on while a graph is explored. `from`, `to` and `at` are numbers of states; `n` is the number of the binding. */
export interface Watcher {
  /** Each state once, when it is first seen. */
  state?(at: number, world: World): void
  /** Every state with every binding, before the answer is looked into. */
  pair?(at: number, world: World, input: Message, n: number, answer: Answered): void
  /**
   * Every accepted step. `next` is the state reached, `known` the one object that stands for it: the same, unless ids are
   * exchanged, where it may be another of those that stand for one another.
   */
  step?(at: number, world: World, input: Message, n: number, answer: Answered & { readonly ok: true }, next: World, known: World): void
}

export interface Exploration {
  /** By number of the state: 0 is the initial one, the others breadth first. */
  readonly worlds: readonly World[]
  readonly bindings: readonly Message[]
  readonly edges: number
  readonly refused: number
  readonly depth: number
  /** Every state was looked into. */
  readonly complete: boolean
  /** What ended a run that might have gone on; null where nothing did, or enough was seen. */
  readonly cutBy: CutBy | null
  /** Where something threw, and ended the run: the state, the binding that was tried (null while the state was entered), and what it threw. */
  readonly broken: { readonly at: number; readonly binding: number | null; readonly error: unknown } | null
  /** Transition -> how often it was accepted; every transition of the machine is named. */
  readonly fired: ReadonlyMap<string, number>
  /** Refusal code -> how often. */
  readonly refusals: ReadonlyMap<string, number>
  /** States with no accepted step: terminal ones stutter, those where a bound was the reason too; others are deadlocks. */
  readonly stuck: readonly { readonly at: number; readonly why: 'terminal' | 'exhausted' | 'deadlock' }[]
  depthOf(at: number): number
  /** The shortest way from the initial state: the number of the state left, and of the binding that left it. */
  pathTo(at: number): { readonly at: number; readonly binding: number }[]
  /** What is answered in one state, binding by binding; `to` is null where the state was not entered any more. */
  answers(
    at: number,
  ): (
    | Exclude<Answered, { ok: true }>
    | { readonly ok: true; readonly transition: string; readonly to: number | null; readonly effects: readonly Message[] }
  )[]
}

/**
 * Every state that can be reached, breadth first, with every binding tried in each. With renamings, of those that they make of one
 * another the one that was met first, so that every way is still one that the subject goes.
 */
export function explore(options: {
  readonly machine: Machine
  readonly subject: Subject
  readonly bindings: readonly Message[]
  readonly renamings?: readonly Renaming[]
  readonly watchers?: readonly Watcher[]
  readonly maxStates?: number
  /** Asked after each state: nothing more need be seen. */
  readonly isEnough?: () => boolean
}): Exploration {
  const { machine, subject, bindings, renamings, watchers = [], maxStates = MAX_STATES, isEnough = () => false } = options
  const keyOf = keyer(machine, renamings)
  const isWhole = renamings === undefined || renamings.length === 1
  const numbers = new Map<string, number>()
  const situations: Situation[] = []
  const worlds: World[] = []
  const parents: number[] = []
  const depths: number[] = []
  const fired = new Map(machine.transitions.map(({ name }) => [name, 0]))
  const refusals = new Map<string, number>()
  const stuck: { at: number; why: 'terminal' | 'exhausted' | 'deadlock' }[] = []
  const onState = watchers.flatMap((watcher) => (watcher.state === undefined ? [] : [watcher.state.bind(watcher)]))
  const onPair = watchers.flatMap((watcher) => (watcher.pair === undefined ? [] : [watcher.pair.bind(watcher)]))
  const onStep = watchers.flatMap((watcher) => (watcher.step === undefined ? [] : [watcher.step.bind(watcher)]))

  const enter = (situation: Situation, parent: number, depth: number): number => {
    const key = keyOf(situation.world)
    const known = numbers.get(key)
    if (known !== undefined) return known
    const at = situations.length
    numbers.set(key, at)
    situations.push(situation)
    worlds.push(situation.world)
    parents.push(parent)
    depths.push(depth)
    for (const look of onState) look(at, situation.world)
    return at
  }

  let [edges, refused, ended] = [0, 0, false]
  let cutBy: Exploration['cutBy'] = null
  let [at, n] = [0, -1]
  let broken: Exploration['broken'] = null
  try {
    enter(subject.initial, -1, 0)
    for (; at < situations.length && !ended; at += 1) {
      const here = situations[at]!
      let [moves, exhausted] = [0, 0]
      for (n = 0; n < bindings.length; n += 1) {
        const input = bindings[n]!
        const answer = subject.answer(here, input)
        for (const look of onPair) look(at, here.world, input, n, answer)
        if (answer.ok) {
          moves += 1
          fired.set(answer.transition, (fired.get(answer.transition) ?? 0) + 1)
          const to = answer.next === here ? at : enter(answer.next, at * bindings.length + n, depths[at]! + 1)
          const known = worlds[to]!
          const next = isWhole ? known : answer.next.world
          for (const look of onStep) look(at, here.world, input, n, answer, next, known)
        } else {
          if (answer.code === 'exhausted') exhausted += 1
          refusals.set(answer.code, (refusals.get(answer.code) ?? 0) + 1)
        }
      }
      edges += moves
      refused += bindings.length - moves
      if (moves === 0)
        stuck.push({ at, why: machine.terminal.includes(here.world.phase) ? 'terminal' : exhausted > 0 ? 'exhausted' : 'deadlock' })
      if (situations.length > maxStates) cutBy = 'states'
      else if (isMemoryShort(at)) cutBy = 'memory'
      ended = cutBy !== null || isEnough()
    }
  } catch (error) {
    broken = { at, binding: n < 0 ? null : n, error }
  }

  return {
    worlds,
    bindings,
    edges,
    refused,
    depth: depths.at(-1) ?? 0,
    complete: !ended && broken === null,
    cutBy,
    broken,
    fired,
    refusals,
    stuck,
    depthOf: (at) => depths[at]!,
    pathTo(at) {
      const path: { at: number; binding: number }[] = []
      for (let state = at; parents[state]! >= 0;) {
        const parent = parents[state]!
        const from = Math.floor(parent / bindings.length)
        path.push({ at: from, binding: parent % bindings.length })
        state = from
      }
      return path.reverse()
    },
    answers: (at) =>
      bindings.map((input) => {
        const answer = subject.answer(situations[at]!, input)
        if (!answer.ok) return answer
        return { ok: true, transition: answer.transition, to: numbers.get(keyOf(answer.next.world)) ?? null, effects: answer.effects }
      }),
  }
}
