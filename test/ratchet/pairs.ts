import type { RuleId } from '../../codegen/ratchet/rule.js'
import { comparedWith, type Edit } from './door.js'

/** A change that a rule must see, and one beside it that is allowed. */
export interface Pair {
  readonly fires: Case
  readonly silent: Case
}

export interface Case {
  readonly claim: string
  /** The rules that tell of it, each once. */
  readonly rules: () => readonly RuleId[]
}

export function pair(fires: readonly [string, Edit], silent: readonly [string, Edit]): Pair {
  const of = ([claim, edit]: readonly [string, Edit]): Case => ({ claim, rules: () => comparedWith(edit).map(({ rule }) => rule) })
  return { fires: of(fires), silent: of(silent) }
}
