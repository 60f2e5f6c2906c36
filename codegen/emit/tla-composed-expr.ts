import type { Expr, ValueType } from '../ir.js'
import { mapChildren } from '../walk.js'
import type { Parts } from './tla-composed-parts.js'
import { tlaExpr } from './tla-expr.js'
import type { Scope } from './tla-expr.js'

/** An expression over `c`, `next` and `at`, each called as `variables` says: what a property of a composition is made of. */
export function composedExpr(expr: Expr, parts: Parts, variables: Readonly<Record<string, string>>): string {
  return tlaExpr(withOutboxes(expr), composedScope(parts, variables))
}

function composedScope({ machines, names, composition }: Parts, variables: Readonly<Record<string, string>>): Scope {
  const [machine] = machines
  if (machine === undefined) throw new Error(`${composition.name} has no machine`)
  const named = new Map(Object.entries(variables))
  for (const [name, text] of Object.entries(variables))
    for (const route of composition.routes) named.set(outboxOf(name, route.name), `${names.route('Outbox', route.name)}(${text})`)
  return { machine, names: { ...names.machine(machine.name), local: names.local }, variables: named, used: new Set() }
}

/** What is under way is no part of the state as the properties see it: an operator makes it of the queues. */
function withOutboxes(expr: Expr): Expr {
  const { kind } = expr
  if (
    kind === 'field' &&
    expr.of.kind === 'field' &&
    expr.of.name === 'outbox' &&
    isWhole(expr.of.of.type) &&
    expr.of.of.kind === 'variable'
  )
    return { kind: 'variable', name: outboxOf(expr.of.of.name, expr.name), type: expr.type, at: expr.at }
  return mapChildren(expr, withOutboxes)
}

function isWhole(type: ValueType): boolean {
  return type.kind === 'record' && type.fields.some(({ name }) => name === 'outbox')
}

function outboxOf(variable: string, route: string): string {
  return `${variable}.outbox.${route}`
}
