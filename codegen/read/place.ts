/** Where an expression is read: what the machine has, what the names mean, and what is known to be true there. */
import type { ts } from 'ts-morph'
import type { Effect, Expr, Field, Input, Position, Type, ValueType } from '../ir.js'
import type { Functions } from './functions.js'
import type { Report } from './report.js'
import { bound, type Binding, type Scope } from './scope.js'

export interface Vocabulary {
  readonly name: string
  readonly key: readonly Field[]
  readonly phases: readonly string[]
  readonly state: readonly Field[]
  readonly limits: readonly Field[]
  readonly inputs: readonly Input[]
  readonly effects: readonly Effect[]
}

export interface Place {
  readonly report: Report
  readonly machine: Vocabulary
  /** A property may look at whole tables, and a refinement's map make others of them; only a route may compose ids. */
  readonly mode: 'transition' | 'property' | 'map' | 'route'
  /** Where the machine's functions are kept; null where each call is replaced by the function's body. */
  readonly functions: Functions | null
  readonly scope: Scope
  /** Options that are not null here, by their canonical text. */
  readonly given: ReadonlySet<string>
  /** Variable -> the inputs or effects that it can be here. */
  readonly narrowed: ReadonlyMap<string, readonly string[]>
  /** Names of the IR that are in scope. */
  readonly taken: ReadonlySet<string>
  /** The functions and constants that are being read, against those that use themselves. */
  readonly calls: readonly ts.Node[]
}

/** The variables of the IR that need no declaration: of a machine's functions, and of a route's. */
export const STANDARD_NAMES = ['s', 'next', 'i', 'effects', 'limits'] as const
const ROUTE_NAMES = ['effect', 'from'] as const

export function placeIn(
  scope: Scope,
  known: Pick<Place, 'report' | 'machine' | 'mode' | 'functions'>,
  names: readonly string[] = known.mode === 'route' ? ROUTE_NAMES : STANDARD_NAMES,
): Place {
  return { ...known, scope, given: new Set(), narrowed: new Map(), taken: new Set(names), calls: [] }
}

/** May whole tables be looked at here? */
export function isJudging({ mode }: Place): boolean {
  return mode === 'property' || mode === 'map'
}

export function withNames(place: Place, names: readonly string[]): Place {
  return { ...place, taken: new Set([...place.taken, ...names]) }
}

/** The author's name, or one like it that nothing in scope has. */
export function freshName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n += 1) name = `${wanted}_${n}`
  return name
}

export function variable(name: string, type: ValueType, at: Position): Expr {
  return { kind: 'variable', name, type, at }
}

export const STATE = { kind: 'state' } as const
export const BOOL: Type = { kind: 'bool' }
export const NUMBER = { kind: 'number' } as const

/** An argument as the called function will read it: where it stands, with what is known there. */
export function argument(node: ts.Expression, place: Place): Binding {
  const binding = bound('', node, place.scope)
  return binding.kind === 'node' ? { ...binding, calls: place.calls } : binding
}
