import type { Finding } from '../verify/finding.js'
import type { MachineReport } from '../verify/report.js'

/** What `check` learned of one machine, from all engines. Plain data: it comes from a worker. */
export interface Checked extends MachineReport {
  /** Every refusal code that the machine knows, seen or not. */
  readonly codes: readonly string[]
  /** Where the engines differ: the first of them, as text. */
  readonly differences: readonly string[]
  /** Findings that somebody gave leave for; the others are `findings`. */
  readonly waived: readonly Finding[]
}

/** A finding with the file that its trace was written to. */
export interface Shown {
  readonly finding: Finding
  readonly file: string | null
}

/** How an engine is called before people. */
export const ENGINES = { kernel: 'kernel', evaluator: 'evaluator', wasm: 'tla-checker', tlc: 'TLC' } as const
