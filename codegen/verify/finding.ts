import type { Position } from '../ir.js'
import type { Trace } from './trace.js'

/** What was found wrong. Each rule is a promise of `pawl check`; `name` is what broke it. */
export interface Finding {
  readonly machine: string
  readonly rule: Rule
  readonly name: string
  readonly at: Position
  readonly message: string
  /** The shortest way there; null where there is none to show, as for something that never happens. */
  readonly trace: Trace | null
  /** The trace was walked again, and came to the same states. */
  readonly replayed: boolean
  /** Stays the same as long as what it is about does: what a waiver names. */
  readonly fingerprint: string
}

export type Rule =
  /** A property that should hold in every state, or on every step, does not. */
  | 'ALWAYS'
  /** Something that should be seen was not. */
  | 'REACHABLE'
  /** Two rows have one value in a unique column. */
  | 'UNIQUE'
  /** A value outside its type's domain. */
  | 'TYPE'
  /** A state that is not terminal, and that nothing leads out of. */
  | 'DEADLOCK'
  /** Two transitions of one input that are both chosen. */
  | 'WHEN_OVERLAPS'
  /** Kernel and executable spec answer differently. */
  | 'ORACLE'
  /** A kernel, a spec or a property threw where it should have answered. */
  | 'THREW'
  /** A transition that was never accepted. */
  | 'NEVER_FIRED'
  /** A condition with one answer only. */
  | 'NEVER_TRUE'
  | 'NEVER_FALSE'
  /** An implication whose left side is never true. */
  | 'NEVER_IMPLIED'
  /** Fewer than two states, or none of something. */
  | 'NOTHING_SEEN'

/** Where a finding was made while the graph was explored. */
export interface Place {
  /** The number of the state. */
  readonly state: number
  /** The number of the binding that was tried there, if it takes a step to see it. */
  readonly binding: number | null
}

/** A finding before its trace is made. */
export type Found = Omit<Finding, 'machine' | 'trace' | 'replayed' | 'fingerprint'> & { readonly place: Place | null }

/** Keeps the first of each rule and name: breadth first, that is the one with the shortest trace. */
export class Findings {
  readonly #found = new Map<string, Found>()

  add(found: Found): void {
    const key = `${found.rule} ${found.name}`
    if (!this.#found.has(key)) this.#found.set(key, found)
  }

  some(is: (found: Found) => boolean): boolean {
    for (const found of this.#found.values()) if (is(found)) return true
    return false
  }

  all(): Found[] {
    return [...this.#found.values()]
  }
}
