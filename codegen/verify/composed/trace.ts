import { byValue } from '../../compile.js'
import type { Message } from '../../evaluate.js'
import { canonicalText } from '../key.js'
import { ELSEWHERE, jsonOf } from '../trace.js'
import type { Json } from '../trace.js'
import { moverOf } from './moves.js'
import type { Hop, Label, Move, Mover } from './moves.js'
import type { System } from './system.js'
import { nameOf } from './trace-text.js'
import { DecisionThrew } from './rows.js'
import type { ComposedStep, ComposedTrace, Decision, Named, Unanswered } from './trace-text.js'
import { rowsIn, worldOf } from './world.js'
import type { ComposedWorld } from './world.js'

export type { ComposedTrace, Unanswered }

/** Walks numbers of moves from the initial state. */
export function composedTrace(
  system: System,
  moves: readonly number[],
  about: { readonly bounds: string; readonly property: string; readonly loop?: number; readonly threw?: Unanswered },
): ComposedTrace {
  const mover = moverOf(system)
  let here = mover.initial()
  const start = worldOf(system, here)
  const steps = moves.map((n): ComposedStep => {
    const found = movesOf(mover, here)[n]
    if (found === undefined) throw new Error(`a state of ${system.composition.name} has no move ${n}`)
    const step = stepOf(system, mover, here, found)
    here = found.to
    return step
  })
  const { bounds, property, loop, threw } = about
  return {
    composition: system.composition.name,
    bounds,
    property,
    start,
    steps,
    ...(threw !== undefined && { threw }),
    ...(loop !== undefined && { lasso: { from: loop } }),
  }
}

/** The fault of a trace that does not happen so, step by step; null when it does. */
export function replayComposed(trace: ComposedTrace, system: System): string | null {
  const mover = moverOf(system)
  let here = mover.initial()
  if (canonicalText(worldOf(system, here)) !== canonicalText(trace.start)) return ELSEWHERE
  const seen = [here]
  for (const [n, step] of trace.steps.entries()) {
    const { name, instance } = step
    const which = `step ${n + 1}, ${name}${instance === null ? '' : ` of ${nameOf(instance)}`}`
    const wanted = asked(step)
    const found = movesOf(mover, here).find((move) => asked(stepOf(system, mover, here, move, false)) === wanted)
    if (found === undefined) return `${which}, is not possible`
    const again = stepOf(system, mover, here, found)
    if (canonicalText(again) !== canonicalText(step))
      return `${which}, ${again.refused === null ? `leads elsewhere: ${canonicalText(again.changes)}` : `is ${again.refused}`}`
    here = found.to
    seen.push(here)
  }
  if (trace.threw !== undefined && isAnswered(mover, here)) return 'what threw there is answered'
  if (trace.lasso === undefined) return null
  const back = seen[trace.lasso.from]
  return back !== undefined && back.every((value, n) => value === here[n]) ? null : 'it does not come back to where it goes round'
}

interface Found {
  readonly label: Label
  readonly move: Move
  readonly to: Int32Array
}

function movesOf(mover: Mover, state: Int32Array): Found[] {
  const found: Found[] = []
  try {
    mover.moves(state, (to, move) => found.push({ label: mover.labels[move.label]!, move, to: to.slice() }), null)
  } catch (error) {
    // What throws is no move, and what comes after it was never numbered.
    if (!(error instanceof DecisionThrew)) throw error
  }
  return found
}

function isAnswered(mover: Mover, state: Int32Array): boolean {
  try {
    mover.moves(state, () => undefined, null)
    return true
  } catch {
    return false
  }
}

/** What is asked of a step, beside what comes of it: by that it is found again. */
function asked({ name, instance, decisions }: ComposedStep): string {
  return canonicalText({ name, instance, decisions: decisions.map(({ machine, key, input }) => ({ machine, key, input })) })
}

function stepOf(system: System, mover: Mover, from: Int32Array, { label, move, to }: Found, withChanges = true): ComposedStep {
  const named = (n: number): Named => ({ machine: system.instances[n]!.machine, key: jsonOf(system.instances[n]!.key) })
  const decisionOf = ({ route, instance, binding, transition, refusal }: Hop): Decision => ({
    ...named(instance),
    route: route === null ? null : system.links[route]!.name,
    input: jsonOf(system.rows.get(system.instances[instance]!.machine)!.message(binding) as Message),
    transition,
    refusal,
  })
  const { refused } = move
  return {
    name: label.name,
    instance: label.instance === null ? null : named(label.instance),
    decisions: move.hops.map(decisionOf),
    refused:
      refused === null
        ? null
        : (refused.absent ?? `refused ${refused.code}, which ${system.links[refused.route]!.name} does not acknowledge`),
    changes: withChanges ? changesOf(worldOf(system, from), worldOf(system, to)) : {},
  }
}

function changesOf(before: ComposedWorld, after: ComposedWorld): { [place: string]: Json } {
  const changes: { [place: string]: Json } = {}
  const note = (place: string, old: Json, now: Json): void => {
    if (canonicalText(old) !== canonicalText(now)) changes[place] = now
  }
  const old = rowsIn(before)
  for (const [machine, rows] of Object.entries(rowsIn(after))) {
    for (const [text, row] of Object.entries(rows)) {
      const at = nameOf({ machine, key: JSON.parse(text) as Named['key'] })
      const was = old[machine]![text]!
      for (const [field, value] of Object.entries(row)) note(`${at}.${field}`, was[field]!, value)
    }
  }
  const machines = [...new Set([...Object.keys(before.outbox), ...Object.keys(after.outbox)])].sort(byValue)
  for (const machine of machines) {
    const [was, now] = [before.outbox[machine] ?? {}, after.outbox[machine] ?? {}]
    for (const text of [...new Set([...Object.keys(was), ...Object.keys(now)])].sort(byValue))
      note(`outbox ${nameOf({ machine, key: JSON.parse(text) as Named['key'] })}`, was[text] ?? [], now[text] ?? [])
  }
  for (const what of ['answered', 'woken'] as const) {
    for (const one of new Set([...before[what], ...after[what]]))
      note(`${what} ${heldName(one)}`, before[what].includes(one), after[what].includes(one))
  }
  return changes
}

/** `DetachedJob {"jobId":"JobId_1"}` as it is written elsewhere: `DetachedJob(JobId_1)`. */
function heldName(text: string): string {
  const end = text.indexOf(' {')
  return nameOf({ machine: text.slice(0, end), key: JSON.parse(text.slice(end + 1)) as Named['key'] })
}
