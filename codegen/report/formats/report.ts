import type { Exit } from '../../exit.js'
import type { Severity } from '../../ratchet/rule.js'

/** What a command found, as every format writes it: one shape for `check`, `mutate` and `ratchet`. */
export interface Report {
  readonly tool: 'pawl check' | 'pawl mutate' | 'pawl ratchet'
  /** Of pawl. */
  readonly version: string
  /** What it was done to, or held against: `main, at 1a2b3c4`; empty where the tool's name says it all. */
  readonly about: string
  readonly findings: readonly Reported[]
  /** What was looked at: `machines`, `states`, `facts`. A reader sees here that something was. */
  readonly counts: Readonly<Record<string, number>>
  readonly exit: Exit
}

export interface Reported {
  /** `NOT_COMPLETE` for what could not be judged. */
  readonly rule: string
  readonly severity: Severity
  /** One sentence: what, and whom it breaks. */
  readonly message: string
  /** Null where it stands nowhere: something that is gone. */
  readonly place: Place | null
  /** What a waiver names; null where nothing can be waived. */
  readonly fingerprint: string | null
  /** By whom, until when and why somebody gave leave: then it is no failure. */
  readonly waived: string | null
  /** Where it stood before, where its counterexample is kept. */
  readonly related: readonly { readonly message: string; readonly place: Place | null }[]
}

export type { Severity } from '../../ratchet/rule.js'

/** From the project's root with `/`; line and column from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What fails: errors that nobody gave leave for. */
export function failures({ findings }: Report): readonly Reported[] {
  return findings.filter(({ severity, waived }) => severity === 'error' && waived === null)
}
