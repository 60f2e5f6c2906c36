import type { ComposedTrace } from '../verify/composed/trace-text.js'
import type { Finding } from '../verify/finding.js'
import type { MachineReport } from '../verify/report.js'
import type { Trace } from '../verify/trace.js'

/** A way through a machine, or through a composition. */
export type AnyTrace = Trace | ComposedTrace
export type AnyFinding = Finding<AnyTrace>

/** What `check` learned of one machine or composition, from all engines. Plain data: it comes from a worker. */
export interface Checked extends MachineReport<AnyTrace> {
  readonly of: 'machine' | 'composition'
  /** Every refusal code that the machine knows, seen or not. */
  readonly codes: readonly string[]
  /** Where the engines differ: the first of them, as text. */
  readonly differences: readonly string[]
  /** Engines beside the explorer that judged what only holds of whole behaviours. */
  readonly promised: readonly 'tlc'[]
  /** Findings that somebody gave leave for; the others are `findings`. */
  readonly waived: readonly AnyFinding[]
  /** Model checkers that were not asked, or not to the end: the item is beyond what they are asked for, or they are not here. No problem, and not compared. */
  readonly leftOut?: readonly { readonly engine: 'wasm' | 'tlc'; readonly reason: string }[]
  /** It was judged by an earlier run, of exactly the same. */
  readonly cached?: boolean
}

/** A finding with the file that its trace was written to. */
export interface Shown {
  readonly finding: AnyFinding
  readonly file: string | null
}

/** How an engine is called before people. */
export const ENGINES = { kernel: 'kernel', evaluator: 'evaluator', wasm: 'tla-checker', tlc: 'TLC' } as const

/** How states are told apart: by the whole of them, and not by a number made of it that two of them might share. */
export const EXACT = 'exact: no two states can be taken for one'

/** What was looked at, over all that was checked: a run in which one of these is zero has proved nothing. */
export function countsOf(checked: readonly Checked[]): { states: number; edges: number; properties: number } {
  const sum = (of: (one: Checked) => number): number => checked.reduce((total, one) => total + of(one), 0)
  return {
    states: sum(({ states }) => states),
    edges: sum(({ edges }) => edges),
    properties: sum(({ properties, refinements }) => properties.length + refinements.length),
  }
}
