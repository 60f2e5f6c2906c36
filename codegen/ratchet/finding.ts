import { createHash } from 'node:crypto'
import type { Position } from '../ir.js'
import type { RuleId, Severity } from './rule.js'

/** A promise that would be broken. */
export interface Finding {
  readonly rule: RuleId
  readonly severity: Severity
  /** The machine or composition; null for what belongs to none. */
  readonly subject: string | null
  /** What the fact is about, within its subject: `input`, `Submit`, `argument`. */
  readonly path: readonly string[]
  /** The fact, without its value: `DetachedJob input Submit argument`. */
  readonly fact: string
  /** What was promised of it, or null where nothing was. */
  readonly before: string | null
  readonly after: string | null
  /** What shows it: a state and an input, say. No part of the fingerprint. */
  readonly example: string | null
  /** Where it stands now, where that is known already; the specs are asked for the others. */
  readonly at: Position | null
  /** The functions and constants that a promise calls, and that are others now. Part of `before` and `after` already. */
  readonly uses?: readonly string[]
}

/** Names one change of one fact under one rule; a waiver for it excuses nothing else. */
export function fingerprintOf({ rule, fact, before, after }: Pick<Finding, 'rule' | 'fact' | 'before' | 'after'>): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, fact, before, after]))
    .digest('hex')
    .slice(0, 16)
}
