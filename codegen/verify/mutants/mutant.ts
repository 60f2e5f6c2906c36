import type { Composition, Expr, Func, Machine, Position } from '../../ir.js'
import { fingerprintOf } from '../fingerprint.js'
import type { MutantRule } from './edits.js'

/** A machine or a composition with one thing wrong. */
export type Mutant = MachineMutant | CompositionMutant

interface Common {
  readonly rule: MutantRule
  /** Where it is wrong, in the spec's own words: `CompleteAttempt refuse lease_expired`, `PostNew when 2`, `terminalToInbox field kind`. */
  readonly name: string
  readonly at: Position
  /** What stood there, and what stands there now; null where it is gone. */
  readonly before: Expr | null
  readonly after: Expr | null
  /** Names the place and what it says, wherever it stands in the file: for a waiver, which falls when that changes. */
  readonly fingerprint: string
}

export interface MachineMutant extends Common {
  readonly of: 'machine'
  readonly machine: Machine
}

export interface CompositionMutant extends Common {
  readonly of: 'composition'
  readonly composition: Composition
}

export function subjectName(mutant: Mutant): string {
  return mutant.of === 'machine' ? mutant.machine.name : mutant.composition.name
}

/** What an expression, or any part of a spec, says: with the functions that it calls, without words and where it stands. */
export function meaningOf(functions: readonly Func[], e: unknown): unknown {
  const bodies = new Map(functions.map(({ name, body }) => [name, body]))
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    const { at: _at, type: _type, doc: _doc, ...rest } = value as { readonly [part: string]: unknown }
    const called = rest['kind'] === 'call' ? bodies.get(rest['function'] as string) : undefined
    const parts = Object.entries(rest).map(([part, inner]): [string, unknown] => [part, strip(inner)])
    return Object.fromEntries(called === undefined ? parts : [...parts, ['body', strip(called)]])
  }
  return strip(e)
}

export function replaced<T>(list: readonly T[], at: number, by: T): T[] {
  return list.map((one, n) => (n === at ? by : one))
}

export function without<T>(list: readonly T[], one: T): T[] {
  return list.filter((other) => other !== one)
}

export function conjunctsOf(e: Expr): Expr[] {
  return e.kind === 'binary' && e.op === 'and' ? [...conjunctsOf(e.left), ...conjunctsOf(e.right)] : [e]
}

export function conjunction(all: readonly Expr[]): Expr {
  return all.reduce((left, right) => ({ kind: 'binary', op: 'and', left, right, type: { kind: 'bool' }, at: left.at }))
}

/** Two edits of one place that say the same are numbered, so that each has a fingerprint of its own. */
export function numbered<M extends Mutant>(mutants: readonly M[]): M[] {
  const seen = new Map<string, number>()
  return mutants.map((mutant) => {
    const n = (seen.get(mutant.fingerprint) ?? 0) + 1
    seen.set(mutant.fingerprint, n)
    return n === 1 ? mutant : { ...mutant, fingerprint: fingerprintOf([mutant.fingerprint, n]) }
  })
}
