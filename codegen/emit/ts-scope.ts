import type { Expr } from '../ir.js'
import { descend, substitute } from '../walk.js'
import { canonicalExpr } from './canonical.js'
import { tsName } from './names.js'

/** What an expression of the emitted text may use where it stands, and what is known there. */
export interface Scope {
  /** A variable of the IR -> how it is spelt. */
  readonly variables: ReadonlyMap<string, string>
  /** The spelling of the tables' readers; null where there are none. */
  readonly rows: string | null
  readonly functions: ReadonlyMap<string, FunctionName>
  /** A table of the state -> the field that counts its rows. */
  readonly sizes: ReadonlyMap<string, string>
  /** Constants in sight: the canonical text of what they hold -> their name. */
  readonly constants: Map<string, string>
  /** What is known of a spelling because a condition said so, as tsc knows it too. */
  readonly facts: Map<string, 'null' | 'given'>
  /** Names that are in use in this block and those around it. */
  readonly taken: Set<string>
  /** What the whole function has come to use. */
  readonly uses: Set<Used>
  readonly lines: string[]
}

/** Parameters of the function that is emitted, and helpers that it imports. */
export type Used = 'state' | 'input' | 'rows' | 'bounds' | 'refuse' | 'same' | 'withMember' | 'withoutMember' | 'composeId'

export interface FunctionName {
  readonly spelling: string
  readonly readsRows: boolean
}

/** A block inside the scope: it sees what is around it, and what it learns stays inside. */
export function block(scope: Scope): Scope {
  return { ...scope, constants: new Map(scope.constants), facts: new Map(scope.facts), taken: new Set(scope.taken), lines: [] }
}

/** The scope, knowing more: for the part of an expression that is reached only then. */
export function knowing(scope: Scope, facts: readonly (readonly [string, 'null' | 'given'])[]): Scope {
  return facts.length === 0 ? scope : { ...scope, facts: new Map([...scope.facts, ...facts]) }
}

/** A name for what is bound here: the one wanted, or with a number. */
export function freshName(scope: Scope, wanted: string, besides: ReadonlyMap<string, unknown> = new Map()): string {
  const spelt = tsName(wanted)
  let name = spelt
  for (let n = 2; scope.taken.has(name) || besides.has(name); n += 1) name = `${spelt}${n}`
  scope.taken.add(name)
  return name
}

/**
 * Writes the `const`s that a function of the spec began with, and answers what it returns. What only renames something is put
 * in its place.
 */
export function unfoldLets(scope: Scope, e: Expr, spell: (scope: Scope, e: Expr) => string): Expr {
  let rest = e
  while (rest.kind === 'let') {
    const { name, value, body } = rest
    rest = substitute(body, new Map([[name, isReference(value) ? value : constant(scope, { value, name }, spell)]]))
  }
  return rest
}

/** The expression without any `let`: what one holds stands where it is named. */
export function withoutLets(e: Expr): Expr {
  return e.kind === 'let' ? withoutLets(substitute(e.body, new Map([[e.name, e.value]]))) : e
}

/** A constant that holds the value: one that is in sight, or a new one. */
export function constant(
  scope: Scope,
  { value, name }: { readonly value: Expr; readonly name: string },
  spell: (scope: Scope, e: Expr) => string,
): Expr {
  const held = canonicalExpr(value)
  const known = scope.constants.get(held)
  const text = known === undefined ? spell(scope, value) : ''
  // It becomes a variable of the IR beside the spec's own, `s` and `i` among them: it may not be taken for one of those.
  const spelling = known ?? freshName(scope, name, scope.variables)
  if (known === undefined) {
    scope.lines.push(`const ${spelling} = ${text}`)
    scope.constants.set(held, spelling)
  }
  return { kind: 'variable', name: spelling, type: value.type, at: value.at }
}

/** Needs no constant: it is a name, a part of one, or a table, which no constant can hold. */
export function isReference(e: Expr): boolean {
  if (e.type.kind === 'table') return true
  if (e.kind === 'field' || e.kind === 'given') return isReference(e.of)
  return e.kind === 'variable' || e.kind === 'literal' || e.kind === 'get' || e.kind === 'by' || e.kind === 'size'
}

/** May be evaluated before a condition is: it rests on nothing that the condition establishes. */
export function isTotal(e: Expr): boolean {
  return ![...descend(e)].some((part) => part.kind === 'given')
}
