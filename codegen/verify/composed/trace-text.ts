import { byValue } from '../../compile.js'
import { canonicalText } from '../key.js'
import { inputText, lassoEnd } from '../trace.js'
import type { Json } from '../trace.js'
import { rowsIn } from './world.js'
import type { ComposedWorld } from './world.js'

/** A way through a composition: JSON, so that a file can hold it and `pawl replay` can walk it. */
export interface ComposedTrace {
  readonly composition: string
  readonly bounds: string
  readonly property: string
  readonly start: ComposedWorld
  readonly steps: readonly ComposedStep[]
  /** What was asked after them, and threw. */
  readonly threw?: Unanswered
  /** Of what never happens: the steps after the first `from` go round for ever; where there are none it stays as it is. */
  readonly lasso?: { readonly from: number }
}

export interface ComposedStep {
  /** A drive, `deliver.route`, `acknowledge.route`, or `crash`. */
  readonly name: string
  /** Whose it is: the target of a drive, the source of what is delivered; null for a crash. */
  readonly instance: Named | null
  /** Who decided in it, one after another; none where nobody did. */
  readonly decisions: readonly Decision[]
  /** Not null where it was no step: the refusal that nobody may give. */
  readonly refused: string | null
  /** What changed, and only that, by its place: `DetachedJob(Realm_1, JobId_1).phase`, `outbox DetachedJob(Realm_1, JobId_1)`. */
  readonly changes: { readonly [place: string]: Json }
}

/** Whose decision threw, in which state, and what it was asked. */
export interface Unanswered {
  readonly machine: string
  readonly state: { readonly [field: string]: Json }
  readonly input: { readonly type: string; readonly [field: string]: Json }
}

export interface Named {
  readonly machine: string
  readonly key: { readonly [field: string]: Json }
}

export interface Decision extends Named {
  /** The route that brought the input; null where the environment did. */
  readonly route: string | null
  readonly input: { readonly type: string; readonly [field: string]: Json }
  readonly transition: string | null
  readonly refusal: string | null
}

/** A trace for people: the start, then each step, who decided, and what changed. */
export function composedTraceText(trace: ComposedTrace): string {
  const { start, steps, threw, lasso } = trace
  const lines = [`start  ${startText(start)}`]
  steps.forEach((step, n) => {
    if (lasso?.from === n) lines.push('goes round:')
    lines.push(...stepText(step, n + 1))
  })
  if (threw !== undefined) {
    lines.push(`${String(steps.length + 1).padStart(5)}  ${inputText(threw.input)} to ${threw.machine}  ->  threw`)
    lines.push(`         in ${canonicalText(threw.state)}`)
  }
  return [...lines, ...lassoEnd(trace)].join('\n')
}

function stepText({ name, instance, decisions, refused, changes }: ComposedStep, n: number): string[] {
  const lines = [`${String(n).padStart(5)}  ${name}${instance === null ? '' : `  ${nameOf(instance)}`}`]
  for (const decision of decisions) {
    const { type, ...fields } = decision.input
    const outcome =
      decision.refusal === null
        ? (decision.transition ?? '')
        : `refused ${decision.refusal}${decision.transition === null ? '' : ` by ${decision.transition}`}`
    const brought = decision.route === null ? '' : `${decision.route} brings `
    const to = instance !== null && nameOf(instance) === nameOf(decision) && decision.route === null ? '' : ` to ${nameOf(decision)}`
    const given =
      Object.keys(fields).length === 0
        ? ''
        : `  ${Object.entries(fields)
            .map(([field, value]) => `${field}=${plainText(value)}`)
            .join(' ')}`
    lines.push(`         ${brought}${type}${to}${given}  ->  ${outcome}`)
  }
  if (refused !== null) lines.push(`         ${refused}`)
  for (const [place, value] of Object.entries(changes)) lines.push(`         ${place}: ${plainText(value)}`)
  return lines
}

function startText(start: ComposedWorld): string {
  const instances = Object.entries(rowsIn(start)).flatMap(([machine, rows]) =>
    Object.entries(rows).map(([key, row]) => `${nameOf({ machine, key: JSON.parse(key) as Named['key'] })} ${String(row['phase'])}`),
  )
  return instances.join(', ')
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value || '""' : canonicalText(value)
}

/** `DetachedJob(JobId_1, Realm_1)`: the fields of the key in the order of their names, as in its canonical text. */
export function nameOf({ machine, key }: Named): string {
  const fields = Object.entries(key).sort(([a], [b]) => byValue(a, b))
  return `${machine}(${fields.map(([, value]) => plainText(value)).join(', ')})`
}
