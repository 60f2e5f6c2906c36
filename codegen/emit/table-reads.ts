import type { Expr, Type } from '../ir.js'
import { mapChildren, substitute } from '../walk.js'
import { canonicalExpr } from './canonical.js'

/**
 * The same expression in which every read is of a table of the state: a read of a chain of changes is a read of what the chain
 * starts from, and of what it puts.
 */
export function readsOfState(e: Expr): Expr {
  switch (e.kind) {
    case 'get':
      return rowIn(e.table, readsOfState(e.key))
    case 'has':
      return isIn(e.table, readsOfState(e.key))
    case 'by':
      return keyIn(e.table, { column: e.column, value: readsOfState(e.value) })
    case 'size':
      return e.of.type.kind === 'table' ? sizeOf(e.of) : mapChildren(e, readsOfState)
    default:
      // Every other form reads what its parts read.
      return mapChildren(e, readsOfState)
  }
}

/** Is there a row with this key, once the changes are made? */
export function isIn(table: Expr, key: Expr): Expr {
  switch (table.kind) {
    case 'put':
      return or(equal(key, readsOfState(table.key)), isIn(table.table, key))
    case 'with':
      return isIn(table.table, key)
    case 'remove':
      return and(not(equal(key, readsOfState(table.key))), isIn(table.table, key))
    case 'if':
      return choice(readsOfState(table.condition), isIn(table.then, key), isIn(table.else, key))
    case 'let':
      return isIn(unfolded(table), key)
    default:
      return { kind: 'has', table, key, type: BOOL, at: key.at }
  }
}

/** The row with this key, or null, once the changes are made. */
export function rowIn(table: Expr, key: Expr): Expr {
  switch (table.kind) {
    case 'put':
      return choice(equal(key, readsOfState(table.key)), readsOfState(table.row), rowIn(table.table, key))
    case 'with': {
      const before = rowIn(table.table, key)
      const here = and(equal(key, readsOfState(table.key)), isIn(table.table, key))
      return choice(here, changedRow(given(before), table.fields), before)
    }
    case 'remove':
      return choice(equal(key, readsOfState(table.key)), nothing(key), rowIn(table.table, key))
    case 'if':
      return choice(readsOfState(table.condition), rowIn(table.then, key), rowIn(table.else, key))
    case 'let':
      return rowIn(unfolded(table), key)
    default:
      return { kind: 'get', table, key, type: { kind: 'option', of: rowType(table) }, at: key.at }
  }
}

export function changedRow(row: Expr, fields: readonly { readonly name: string; readonly value: Expr }[]): Expr {
  return {
    kind: 'recordWith',
    of: row,
    fields: fields.map(({ name, value }) => ({ name, value: readsOfState(value) })),
    type: row.type,
    at: row.at,
  }
}

export function given(of: Expr): Expr {
  return { kind: 'given', of, type: of.type.kind === 'option' ? of.type.of : of.type, at: of.at }
}

/** How many rows there are once the changes are made: a row more for each new key. */
export function sizeOf(table: Expr): Expr {
  switch (table.kind) {
    case 'put': {
      const before = sizeOf(table.table)
      return choice(isIn(table.table, readsOfState(table.key)), before, arithmetic(before, '+'))
    }
    case 'with':
      return sizeOf(table.table)
    case 'remove': {
      const before = sizeOf(table.table)
      return choice(isIn(table.table, readsOfState(table.key)), arithmetic(before, '-'), before)
    }
    case 'if':
      return choice(readsOfState(table.condition), sizeOf(table.then), sizeOf(table.else))
    case 'let':
      return sizeOf(unfolded(table))
    default:
      return { kind: 'size', of: table, type: NUMBER, at: table.at }
  }
}

interface UniqueValue {
  readonly column: string
  readonly value: Expr
}

/** The key of the row that has this value once the changes are made. */
function keyIn(table: Expr, { column, value }: UniqueValue): Expr {
  switch (table.kind) {
    case 'put':
      return keyAfterPut(table.table, table.key, readsOfState(table.row), { column, value })
    case 'with': {
      const before = rowIn(table.table, readsOfState(table.key))
      const after = keyAfterPut(table.table, table.key, changedRow(given(before), table.fields), { column, value })
      return choice(isIn(table.table, readsOfState(table.key)), after, keyIn(table.table, { column, value }))
    }
    case 'remove':
      return elsewhere(keyIn(table.table, { column, value }), readsOfState(table.key))
    case 'if':
      return choice(readsOfState(table.condition), keyIn(table.then, { column, value }), keyIn(table.else, { column, value }))
    case 'let':
      return keyIn(unfolded(table), { column, value })
    default:
      return { kind: 'by', table, column, value, type: { kind: 'option', of: keyType(table) }, at: value.at }
  }
}

function keyAfterPut(table: Expr, key: Expr, row: Expr, { column, value }: UniqueValue): Expr {
  const put = readsOfState(key)
  return choice(equal(columnOf(row, column), value), put, elsewhere(keyIn(table, { column, value }), put))
}

function columnOf(row: Expr, column: string): Expr {
  if (row.kind === 'record' || row.kind === 'recordWith') {
    const named = row.fields.find(({ name }) => name === column)
    if (named !== undefined) return named.value
  }
  const from = row.kind === 'recordWith' ? row.of : row
  const type = from.type.kind === 'record' ? from.type.fields.find(({ name }) => name === column)?.type : undefined
  if (type === undefined) throw new Error(`no column "${column}" in a row at ${row.at.file}:${row.at.line}:${row.at.column}`)
  return { kind: 'field', of: from, name: column, type, at: row.at }
}

/** The key found, unless it is the key of the row that was changed or removed. */
function elsewhere(found: Expr, key: Expr): Expr {
  return choice(equal(found, key), nothing(key), found)
}

function unfolded(e: Expr & { readonly kind: 'let' }): Expr {
  return substitute(e.body, new Map([[e.name, e.value]]))
}

function rowType(table: Expr): Type {
  if (table.type.kind !== 'table') throw new Error(`not a table at ${table.at.file}:${table.at.line}:${table.at.column}`)
  return { kind: 'record', fields: table.type.row }
}

function keyType(table: Expr): Type {
  if (table.type.kind !== 'table') throw new Error(`not a table at ${table.at.file}:${table.at.line}:${table.at.column}`)
  return table.type.key
}

const BOOL = { kind: 'bool' } as const
const NUMBER = { kind: 'number' } as const

function truth(e: Expr): boolean | null {
  return e.kind === 'literal' && typeof e.value === 'boolean' ? e.value : null
}

function equal(left: Expr, right: Expr): Expr {
  if (canonicalExpr(left) === canonicalExpr(right)) return { kind: 'literal', value: true, type: BOOL, at: left.at }
  return { kind: 'binary', op: '==', left, right, type: BOOL, at: left.at }
}

function not(of: Expr): Expr {
  const known = truth(of)
  return known === null ? { kind: 'not', of, type: BOOL, at: of.at } : { kind: 'literal', value: !known, type: BOOL, at: of.at }
}

function and(left: Expr, right: Expr): Expr {
  const known = truth(left)
  if (known === null) return { kind: 'binary', op: 'and', left, right, type: BOOL, at: left.at }
  return known ? right : left
}

function or(left: Expr, right: Expr): Expr {
  const known = truth(left)
  if (known === null) return { kind: 'binary', op: 'or', left, right, type: BOOL, at: left.at }
  return known ? left : right
}

function choice(condition: Expr, yes: Expr, no: Expr): Expr {
  const known = truth(condition)
  if (known !== null) return known ? yes : no
  if (canonicalExpr(yes) === canonicalExpr(no)) return yes
  return { kind: 'if', condition, then: yes, else: no, type: wider(yes, no), at: condition.at }
}

/** Of two branches, the type that has room for null. */
function wider(yes: Expr, no: Expr): Expr['type'] {
  if (yes.type.kind === 'option' || no.type.kind === 'null') return optional(yes.type)
  return yes.type.kind === 'null' ? optional(no.type) : no.type
}

function optional(type: Expr['type']): Expr['type'] {
  return type.kind === 'option' || type.kind === 'null' ? type : { kind: 'option', of: type as Type }
}

function nothing({ at }: Expr): Expr {
  return { kind: 'literal', value: null, type: { kind: 'null' }, at }
}

function arithmetic(left: Expr, op: '+' | '-'): Expr {
  return { kind: 'binary', op, left, right: { kind: 'literal', value: 1, type: NUMBER, at: left.at }, type: NUMBER, at: left.at }
}
