import { equal } from '../evaluate.js'
import type { Known, Message, World } from '../evaluate.js'
import { byValue } from '../compile.js'
import type { Exploration } from './explore.js'
import type { Place } from './finding.js'
import { canonicalText } from './key.js'
import type { Answered, Subject } from './subject.js'

/** A way from the initial state to what was found: JSON, so that a file can hold it and `pawl replay` can walk it. */
export interface Trace {
  readonly machine: string
  readonly bounds: string
  readonly property: string
  /** The initial state. */
  readonly start: { readonly [field: string]: Json }
  readonly steps: readonly TraceStep[]
  /** What was asked after them, and threw. */
  readonly threw?: TraceStep['input']
  /** Of what never happens: the steps after the first `from` go round for ever; where there are none it stays as it is. */
  readonly lasso?: { readonly from: number }
}

export interface TraceStep {
  readonly input: { readonly type: string; readonly [field: string]: Json }
  /** What took the step; null where it was refused. */
  readonly transition: string | null
  /** The refusal's code; null where it was accepted. */
  readonly refusal: string | null
  /** What changed, and only that: its new value. A table is its changed rows, null for one that went. */
  readonly changes: { readonly [field: string]: Json }
  readonly effects: readonly Json[]
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json }

/** The shortest way to a place, walked anew by the subject. */
export function traceTo(
  place: Place,
  about: { readonly machine: string; readonly bounds: string; readonly property: string },
  exploration: Exploration,
  subject: Subject,
): Trace {
  const bindings = exploration.pathTo(place.state).map(({ binding }) => binding)
  const lasso = place.then === undefined ? {} : { lasso: { from: bindings.length + place.then.loop } }
  const asked = place.binding === null ? null : exploration.bindings[place.binding]!
  if (place.binding !== null && place.isUnanswered !== true) bindings.push(place.binding)
  if (place.then !== undefined) bindings.push(...place.then.moves)
  return {
    ...about,
    start: jsonOf(subject.initial.world),
    steps: walk(
      bindings.map((n) => exploration.bindings[n]!),
      subject,
    ),
    ...(place.isUnanswered === true && asked !== null && { threw: jsonOf<TraceStep['input']>(asked) }),
    ...lasso,
  }
}

/** What a subject answers to these inputs, one after another. A refused one changes nothing. `seen` is filled with the worlds on the way. */
export function walk(inputs: readonly Message[], subject: Subject, seen: World[] = []): TraceStep[] {
  let here = subject.initial
  seen.push(here.world)
  return inputs.map((input) => {
    const answer: Answered = subject.answer(here, input)
    const before = here.world
    if (answer.ok) here = answer.next
    seen.push(here.world)
    return {
      input: jsonOf(input),
      transition: answer.transition,
      refusal: answer.ok ? null : answer.code,
      changes: changesOf(before, here.world),
      effects: answer.ok ? answer.effects.map((effect) => jsonOf(effect)) : [],
    }
  })
}

/** The fault of a trace of other fields, or of other first values: nothing is known of what comes after. */
export const ELSEWHERE = 'it starts from another state'

/** The fault of a trace that does not happen so in a subject, step by step; null when it does. */
export function replay(trace: Trace, subject: Subject): string | null {
  const seen: World[] = []
  const steps = walk(
    trace.steps.map(({ input }) => input as Message),
    subject,
    seen,
  )
  if (canonicalText(jsonOf(subject.initial.world)) !== canonicalText(trace.start)) return ELSEWHERE
  const wrong = steps.findIndex((step, n) => canonicalText(step) !== canonicalText(trace.steps[n]))
  if (wrong >= 0) return `step ${wrong + 1}, ${otherwise(steps[wrong]!)}`
  if (trace.threw !== undefined && isAnswered([...trace.steps.map(({ input }) => input), trace.threw] as Message[], subject))
    return 'what threw there is answered'
  return trace.lasso === undefined || equal(seen.at(-1), seen[trace.lasso.from]) ? null : 'it does not come back to where it goes round'
}

function otherwise({ input, transition, refusal, changes, effects }: TraceStep): string {
  if (refusal !== null) return `${input.type}, is refused with ${refusal}`
  return `${input.type}, leads elsewhere by ${transition}: ${canonicalText(changes)}${effects.length === 0 ? '' : ` and ${canonicalText(effects)}`}`
}

function isAnswered(inputs: readonly Message[], subject: Subject): boolean {
  try {
    walk(inputs, subject)
    return true
  } catch {
    return false
  }
}

/** A trace for people: the start, then each step's input, what took it, what changed, what it told. */
export function traceText(trace: Trace): string {
  const lines = [`start  ${fieldsText(trace.start)}`]
  trace.steps.forEach(({ input, transition, refusal, changes, effects }, n) => {
    if (trace.lasso?.from === n) lines.push('goes round:')
    const outcome = refusal === null ? (transition ?? '') : `refused ${refusal}${transition === null ? '' : ` by ${transition}`}`
    lines.push(`${String(n + 1).padStart(5)}  ${inputText(input)}  ->  ${outcome}`)
    for (const [name, value] of Object.entries(changes)) lines.push(`         ${name}: ${canonicalText(value)}`)
    for (const effect of effects) {
      const { type: name, ...told } = effect as { readonly type: string; readonly [field: string]: Json }
      lines.push(`         emits ${name}${Object.keys(told).length === 0 ? '' : `  ${fieldsText(told)}`}`)
    }
  })
  if (trace.threw !== undefined) lines.push(`${String(trace.steps.length + 1).padStart(5)}  ${inputText(trace.threw)}  ->  threw`)
  return [...lines, ...lassoEnd(trace)].join('\n')
}

/** How a run ends that never ends. */
export function lassoEnd({ steps, lasso }: { readonly steps: readonly unknown[]; readonly lasso?: Trace['lasso'] }): string[] {
  if (lasso === undefined) return []
  if (lasso.from === steps.length) return ['stays']
  return [`back to where ${lasso.from === 0 ? 'it started' : `it was after step ${lasso.from}`}`]
}

/** `Coin  guest=Guest_1`: an input with its fields. */
export function inputText({ type, ...fields }: TraceStep['input']): string {
  return Object.keys(fields).length === 0 ? type : `${type}  ${fieldsText(fields)}`
}

function fieldsText(fields: { readonly [field: string]: Json }): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value || '""' : canonicalText(value)}`)
    .join(' ')
}

function changesOf(before: World, after: World): { [field: string]: Json } {
  const changes = Object.keys(after).flatMap((name): [string, Json][] => {
    const [old, now] = [before[name], after[name]]
    if (equal(old, now)) return []
    return old instanceof Map && now instanceof Map ? rowsChanged(name, old, now) : [[name, jsonOf(now as object)]]
  })
  return Object.fromEntries(changes)
}

/** Row by row, `holds[HoldId_1]`; null where a row is gone. */
function rowsChanged(table: string, old: ReadonlyMap<Known, Known>, now: ReadonlyMap<Known, Known>): [string, Json][] {
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort(byValue)
  return keys
    .filter((key) => !equal(old.get(key), now.get(key)))
    .map((key) => [`${table}[${String(key)}]`, now.has(key) ? jsonOf(now.get(key) as object) : null])
}

/** A world or a message as JSON: a table as an object of its rows, by key. */
export function jsonOf<J extends { readonly [field: string]: Json }>(value: Known): J {
  return plain(value) as J
}

function plain(value: Known): Json {
  if (value instanceof Map) {
    return Object.fromEntries([...value].sort(([a], [b]) => byValue(a, b)).map(([key, row]) => [String(key), plain(row)]))
  }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]))
  return value as Json
}
