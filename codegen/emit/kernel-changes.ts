import type { Emission, Expr } from '../ir.js'
import { tsKey, tsString } from './names.js'
import { changedRow, given, isIn, readsOfState, rowIn } from './table-reads.js'
import { decided, factsOf, literal, readRows, tsExpr } from './ts-expr.js'
import { type Scope, block, knowing } from './ts-scope.js'

/** Things that go out, some of them only under a condition. */
export type Outgoing =
  | { readonly kind: 'one'; readonly text: (scope: Scope) => string; readonly reads: readonly Expr[] }
  | { readonly kind: 'if'; readonly condition: Expr; readonly then: readonly Outgoing[]; readonly else: readonly Outgoing[] }

/** The row changes that an update of a table of the state comes to, in order. */
export function changesOf(table: Expr, field: string): Outgoing[] {
  switch (table.kind) {
    case 'put':
      return [...changesOf(table.table, field), putRow(field, readsOfState(table.key), readsOfState(table.row))]
    case 'with': {
      const key = readsOfState(table.key)
      const row = changedRow(given(rowIn(table.table, key)), table.fields)
      return [...changesOf(table.table, field), onlyIf(isIn(table.table, key), [putRow(field, key, row)])]
    }
    case 'remove': {
      const key = readsOfState(table.key)
      const removed: Outgoing = {
        kind: 'one',
        reads: [key],
        text: (scope) => `{ table: ${tsString(field)}, op: 'remove', key: ${tsExpr(scope, key)} }`,
      }
      return [...changesOf(table.table, field), onlyIf(isIn(table.table, key), [removed])]
    }
    case 'if':
      return [
        {
          kind: 'if',
          condition: readsOfState(table.condition),
          then: changesOf(table.then, field),
          else: changesOf(table.else, field),
        },
      ]
    case 'field':
      return []
    default:
      throw new Error(`a table cannot be changed by "${table.kind}", at ${table.at.file}:${table.at.line}:${table.at.column}`)
  }
}

/** The effects of a transition; fields in the order of the effect. */
export function effectsOf(emissions: readonly Emission[], order: ReadonlyMap<string, readonly string[]>): Outgoing[] {
  return emissions.map((emission): Outgoing => {
    switch (emission.kind) {
      case 'if':
        return {
          kind: 'if',
          condition: emission.condition,
          then: effectsOf(emission.then, order),
          else: effectsOf(emission.else, order),
        }
      case 'effect': {
        const values = new Map(emission.fields.map(({ name, value }) => [name, value]))
        const names = order.get(emission.effect) ?? [...values.keys()]
        return {
          kind: 'one',
          reads: [...values.values()],
          text: (scope) =>
            literal([['type', tsString(emission.effect)], ...names.map((name) => [name, tsExpr(scope, values.get(name)!)] as const)]),
        }
      }
    }
  })
}

/**
 * The text of the array: a literal where all goes out in any case, else a constant that is filled before. What is known here
 * already is not asked again.
 */
export function arrayOf(
  scope: Scope,
  outgoing: readonly Outgoing[],
  { name, type }: { readonly name: string; readonly type: string },
): string {
  const settled = settle(scope, outgoing)
  for (const one of settled) if (one.kind === 'one') for (const read of one.reads) readRows(scope, read)
  if (settled.every((one) => one.kind === 'one')) return `[${settled.map((one) => one.text(scope)).join(', ')}]`
  const first = settled.findIndex((one) => one.kind === 'if')
  const head = settled.slice(0, first).map((one) => (one.kind === 'one' ? one.text(scope) : ''))
  scope.lines.push(`const ${name}: ${type}[] = [${head.join(', ')}]`, ...pushes(scope, settled.slice(first), name))
  return name
}

/** A property of an object literal, short where its value is a constant of the same name. */
export function shorthand(name: string, value: string): string {
  return tsKey(name) === value ? value : `${tsKey(name)}: ${value}`
}

function putRow(field: string, key: Expr, row: Expr): Outgoing {
  return {
    kind: 'one',
    reads: [key, row],
    text: (scope) => `{ table: ${tsString(field)}, op: 'put', key: ${tsExpr(scope, key)}, row: ${tsExpr(scope, row)} }`,
  }
}

function onlyIf(condition: Expr, then: readonly Outgoing[]): Outgoing {
  return { kind: 'if', condition, then, else: [] }
}

function settle(scope: Scope, outgoing: readonly Outgoing[]): Outgoing[] {
  return outgoing.flatMap((one) => {
    if (one.kind === 'one') return [one]
    readRows(scope, one.condition)
    const known = decided(scope, one.condition)
    if (known !== null) return settle(scope, known ? one.then : one.else)
    const then = settle(knowing(scope, factsOf(scope, one.condition, true)), one.then)
    const otherwise = settle(knowing(scope, factsOf(scope, one.condition, false)), one.else)
    return then.length + otherwise.length === 0 ? [] : [{ ...one, then, else: otherwise }]
  })
}

function pushes(scope: Scope, outgoing: readonly Outgoing[], name: string): string[] {
  return outgoing.flatMap((one) => {
    if (one.kind === 'one') return [`${name}.push(${one.text(scope)})`]
    const [holds, then, otherwise] =
      one.then.length > 0
        ? [tsExpr(scope, one.condition), branch(scope, one, true, name), branch(scope, one, false, name)]
        : [tsExpr(scope, negated(one.condition)), branch(scope, one, false, name), [] as string[]]
    if (otherwise.length === 0) return [then.length === 1 ? `if (${holds}) ${then[0]}` : `if (${holds}) {\n${then.join('\n')}\n}`]
    return [`if (${holds}) {\n${then.join('\n')}\n} else {\n${otherwise.join('\n')}\n}`]
  })
}

function branch(scope: Scope, one: Outgoing & { readonly kind: 'if' }, outcome: boolean, name: string): string[] {
  const inside = block(knowing(scope, factsOf(scope, one.condition, outcome)))
  const outgoing = outcome ? one.then : one.else
  for (const part of outgoing) if (part.kind === 'one') for (const read of part.reads) readRows(inside, read)
  const pushed = pushes(inside, outgoing, name)
  return [...inside.lines, ...pushed]
}

function negated(of: Expr): Expr {
  return { kind: 'not', of, type: { kind: 'bool' }, at: of.at }
}
