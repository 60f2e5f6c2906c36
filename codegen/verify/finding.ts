import type { Position } from '../ir.js'
import type { Trace } from './trace.js'

/** What was found wrong. Each rule is a promise of `pawl check`; `name` is what broke it. */
export interface Finding<T = Trace> {
  readonly machine: string
  readonly rule: Rule
  readonly name: string
  readonly at: Position
  readonly message: string
  /** The shortest way there; null where there is none to show, as for something that never happens. */
  readonly trace: T | null
  /** Of what never follows: what could be done where the run stays or goes round, and leads away from there. */
  readonly waysOut?: readonly WayAway[]
  /** Of what threw: the spec itself reads a null there, so that its author can help it. */
  readonly isOfSpec?: true
  /** The trace was walked again, and came to the same states. */
  readonly replayed: boolean
  /** Stays the same as long as what it is about does: what a waiver names. */
  readonly fingerprint: string
}

export interface WayAway {
  /** A transition; in a composition a drive, `deliver.route` or `acknowledge.route`. */
  readonly name: string
  /** In a composition, whose it is: `Sender {"realm":"Realm_1"}`. */
  readonly of: string | null
  /** To where the promise is kept, in one step. */
  readonly keeps: boolean
  readonly stated: 'fair' | 'strong' | null
  /** The least fairness that would forbid the run; null where it is taken on the way round, and leads elsewhere then. */
  readonly needs: 'fair' | 'strong' | null
}

export type Rule =
  /** A property that should hold in every state, or on every step, does not. */
  | 'ALWAYS'
  /** Something that should be seen was not. */
  | 'REACHABLE'
  /** A step that an abstract spec, which is refined, does not allow; or a beginning. */
  | 'REFINES'
  /** Two rows have one value in a unique column. */
  | 'UNIQUE'
  /** A value outside its type's domain. */
  | 'TYPE'
  /** A state that is not terminal, and that nothing leads out of. */
  | 'DEADLOCK'
  /** Two transitions of one input that are both chosen. */
  | 'WHEN_OVERLAPS'
  /** Something that should follow never does, although nothing that is fair was left out. */
  | 'EVENTUALLY'
  /** A fairness is asked for that nothing needs. */
  | 'FAIRNESS_NOT_NEEDED'
  /** A route brings what its receiver refuses, and does not acknowledge that. */
  | 'ROUTE_REFUSED'
  /** Recovery wakes somebody who then can do nothing. */
  | 'WOKEN_FOR_NOTHING'
  /** A receiver of a fan-out is in its initial state again: the model takes it for absent, and the store has it. */
  | 'RECEIVER_ABSENT'
  /** Kernel and executable spec answer differently. */
  | 'ORACLE'
  /** A kernel, a spec or a property threw where it should have answered: the spec reads a null, or kernel and spec are at odds. */
  | 'THREW'
  /** A transition that was never accepted. */
  | 'NEVER_FIRED'
  /** A condition with one answer only. */
  | 'NEVER_TRUE'
  | 'NEVER_FALSE'
  /** An implication whose left side is never true. */
  | 'NEVER_IMPLIED'
  /** A property that no value of what it reads could break. */
  | 'NEVER_BROKEN'
  /** An action of an abstract spec that no step takes. */
  | 'NEVER_REFINED'
  /** An abstract spec that forbids no step between the states that it is shown. */
  | 'NEVER_FORBIDDEN'
  /** Fewer than two states, or none of something. */
  | 'NOTHING_SEEN'
  /** Other figures are recorded of the same version than those that were just measured. */
  | 'MEASURED_OTHERWISE'

/** Nothing is broken: something has not happened, or is not needed. */
const VACUITY: readonly Rule[] = [
  'NEVER_FIRED',
  'NEVER_TRUE',
  'NEVER_FALSE',
  'NEVER_IMPLIED',
  'NEVER_BROKEN',
  'NEVER_REFINED',
  'NEVER_FORBIDDEN',
  'NOTHING_SEEN',
  'FAIRNESS_NOT_NEEDED',
]

export function isVacuity(rule: Rule): boolean {
  return VACUITY.includes(rule)
}

/** Kernel and spec say different things: a null that the spec itself reads is in both. */
export function isAtOdds({ rule, isOfSpec }: Pick<Finding, 'rule' | 'isOfSpec'>): boolean {
  return rule === 'ORACLE' || (rule === 'THREW' && isOfSpec !== true)
}

/** Where a finding was made while the graph was explored. */
export interface Place {
  /** The number of the state. */
  readonly state: number
  /** The number of the binding that was tried there, or in a composition of the move, if it takes a step to see it. */
  readonly binding: number | null
  /** What was tried there was not answered: it threw. */
  readonly isUnanswered?: true
  /** How it goes on from there for ever: further bindings or moves, the last of them, from `loop` on, round and round; none of them where it stays. */
  readonly then?: { readonly moves: readonly number[]; readonly loop: number }
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
