import type { Expr, Type } from '../ir.js'
import { children, variables } from '../walk.js'
import { canonicalExpr } from './canonical.js'
import { tsAccess, tsKey, tsName, tsString } from './names.js'
import { type Scope, block, constant, isTotal, knowing } from './ts-scope.js'

/**
 * An expression as TypeScript. Everything that could be read in two ways is in parentheses; prettier takes away those that are
 * not needed. Tables stand only where one row or their size is read.
 */
export function tsExpr(scope: Scope, e: Expr): string {
  const named = scope.constants.get(canonicalExpr(e))
  if (named !== undefined) return named
  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'string' ? tsString(e.value) : String(e.value)
    case 'variable':
      return variable(scope, e.name)
    case 'field':
      return e.type.kind === 'table' ? unreadable(e) : `${operand(scope, e.of)}${tsAccess(e.name)}`
    case 'binary':
      return binary(scope, e)
    case 'not':
      return not(scope, e.of)
    case 'if':
      return conditional(scope, e)
    case 'max':
      return `Math.max(${tsExpr(scope, e.left)}, ${tsExpr(scope, e.right)})`
    case 'min':
      return `Math.min(${tsExpr(scope, e.left)}, ${tsExpr(scope, e.right)})`
    case 'given':
      return given(scope, e.of)
    case 'optionalField':
      return optionalField(scope, e)
    case 'otherwise':
      return `(${tsExpr(scope, e.of)} ?? ${tsExpr(scope, e.otherwise)})`
    case 'record':
      return record(scope, e)
    case 'recordWith':
      return recordWith(scope, e)
    case 'let': {
      const inside = bound(scope, [e.name])
      return `((${variable(inside, e.name)}) => ${tsExpr(inside, e.body)})(${tsExpr(scope, e.value)})`
    }
    case 'call':
      return call(scope, e)
    case 'has':
      return `(${row(scope, e.table, e.key)} !== null)`
    case 'get':
      return row(scope, e.table, e.key)
    case 'by':
      return `${reader(scope, e.table)}.by(${tsString(e.column)}, ${tsExpr(scope, e.value)})`
    case 'size':
      return size(scope, e.of)
    case 'setHas':
      return `${operand(scope, e.set)}.includes(${tsExpr(scope, e.member)})`
    case 'setAdd':
      scope.uses.add('withMember')
      return `withMember(${tsExpr(scope, e.set)}, ${tsExpr(scope, e.member)})`
    case 'setRemove':
      scope.uses.add('withoutMember')
      return `withoutMember(${tsExpr(scope, e.set)}, ${tsExpr(scope, e.member)})`
    case 'some':
    case 'every':
    case 'filter':
      return overMembers(scope, e, e.kind)
    case 'count':
      return `${overMembers(scope, e, 'filter')}.length`
    case 'inputIs':
      return `(${variable(scope, 'i')}.type === ${tsString(e.input)})`
    case 'inputHas':
      return `(${tsString(e.field)} in ${variable(scope, 'i')})`
    case 'compose':
      scope.uses.add('composeId')
      return `composeId(${[tsString(e.domain), ...e.parts.map((part) => tsExpr(scope, part))].join(', ')})`
    case 'map':
    case 'put':
    case 'with':
    case 'remove':
      return unreadable(e)
  }
}

/** What tsc knows to be null, or not to be, once the expression is true, or once it is false. */
export function factsOf(scope: Scope, e: Expr, outcome: boolean): (readonly [string, 'null' | 'given'])[] {
  if (e.kind === 'not') return factsOf(scope, e.of, !outcome)
  if (e.kind === 'has') return [[row(scope, e.table, e.key), outcome ? 'given' : 'null']]
  if (e.kind !== 'binary') return []
  if (e.op === 'and' || e.op === 'or') {
    if ((e.op === 'and') !== outcome) return []
    const left = factsOf(scope, e.left, outcome)
    return [...left, ...factsOf(knowing(scope, left), e.right, outcome)]
  }
  if (e.op !== '==' && e.op !== '!=') return []
  const other = isNull(e.right) ? e.left : isNull(e.left) ? e.right : null
  if (other === null || other.kind === 'optionalField') return []
  return [[tsExpr(scope, other), (e.op === '==') === outcome ? 'null' : 'given']]
}

/**
 * Reads each row that the expression asks for once, before the statement that needs it. What may not be read before a
 * condition holds stays where it is.
 */
export function readRows(scope: Scope, e: Expr, bound: ReadonlySet<string> = new Set()): void {
  const inside = e.kind === 'some' || e.kind === 'every' || e.kind === 'count' || e.kind === 'filter' ? [e.item] : []
  const names = e.kind === 'let' ? [e.name] : inside
  for (const part of children(e)) readRows(scope, part, names.length === 0 ? bound : new Set([...bound, ...names]))
  if (e.kind !== 'get' && e.kind !== 'has' && e.kind !== 'by') return
  const read = e.kind === 'has' ? rowRead(e.table, e.key) : e
  if (!isTotal(read) || [...variables(read)].some((name) => bound.has(name))) return
  const table = tableName(e.table)
  const name = e.kind === 'by' ? `${table}By${e.column.charAt(0).toUpperCase()}${e.column.slice(1)}` : `${table}Row`
  constant(scope, { value: read, name }, tsExpr)
}

/** The table of the state that is read: its name there. */
export function tableName(table: Expr): string {
  return table.kind === 'field' && table.of.type.kind === 'state' ? table.name : unreadable(table)
}

export function isNull(e: Expr): boolean {
  return e.kind === 'literal' && e.value === null
}

function variable(scope: Scope, name: string): string {
  const spelling = scope.variables.get(name) ?? name
  if (spelling === 'state' || spelling === 'input') scope.uses.add(spelling)
  if (spelling.startsWith('bounds.')) scope.uses.add('bounds')
  return spelling
}

/** What stands before a dot. */
function operand(scope: Scope, e: Expr): string {
  const text = tsExpr(scope, e)
  return e.kind === 'if' || e.kind === 'binary' || e.kind === 'record' || e.kind === 'recordWith' ? `(${text})` : text
}

const OPERATORS = {
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '+': '+',
  '-': '-',
  and: '&&',
  or: '||',
} as const

function binary(scope: Scope, e: Expr & { readonly kind: 'binary' }): string {
  if (e.op === '==' || e.op === '!=') return equality(scope, e)
  const left = tsExpr(scope, e.left)
  const reached = e.op === 'and' || e.op === 'or' ? knowing(scope, factsOf(scope, e.left, e.op === 'and')) : scope
  return `(${left} ${OPERATORS[e.op]} ${tsExpr(reached, e.right)})`
}

/** By value: what is made of parts is compared part by part. */
function equality(scope: Scope, { op, left, right }: Expr & { readonly kind: 'binary' }): string {
  const sign = op === '==' ? '===' : '!=='
  if (isNull(right) && left.kind === 'optionalField' && !mayBeNull(fieldType(left))) return `(${tsExpr(scope, left.of)} ${sign} null)`
  if (isNull(left) || isNull(right) || (isScalar(left) && isScalar(right))) {
    return `(${compared(scope, left, right)} ${sign} ${compared(scope, right, left)})`
  }
  scope.uses.add('same')
  return `${op === '==' ? '' : '!'}same(${tsExpr(scope, left)}, ${tsExpr(scope, right)})`
}

/** A read that may be absent needs no null where the other side never is. */
function compared(scope: Scope, e: Expr, other: Expr): string {
  return e.kind === 'optionalField' && !mayBeNull(other.type) ? `${tsExpr(scope, e.of)}${optionalAccess(scope, e)}` : tsExpr(scope, e)
}

function optionalField(scope: Scope, e: Expr & { readonly kind: 'optionalField' }): string {
  const text = `${operand(scope, e.of)}${optionalAccess(scope, e)}`
  return scope.facts.get(tsExpr(scope, e.of)) === 'given' ? text : `(${text} ?? null)`
}

function optionalAccess(scope: Scope, { of, name }: Expr & { readonly kind: 'optionalField' }): string {
  const access = tsAccess(name)
  if (scope.facts.get(tsExpr(scope, of)) === 'given') return access
  return access.startsWith('.') ? `?${access}` : `?.${access}`
}

/** The field's own type: `option?.field` is optional whatever the field is. */
function fieldType({ of, name, type }: Expr & { readonly kind: 'optionalField' }): Expr['type'] {
  const record = of.type.kind === 'option' ? of.type.of : of.type
  return record.kind === 'record' ? (record.fields.find((field) => field.name === name)?.type ?? type) : type
}

function mayBeNull({ kind }: Expr['type']): boolean {
  return kind === 'option' || kind === 'null'
}

function isScalar({ type }: Expr): boolean {
  const { kind } = type.kind === 'option' ? type.of : type
  return kind !== 'record' && kind !== 'set' && kind !== 'table' && kind !== 'state'
}

function not(scope: Scope, of: Expr): string {
  if (of.kind === 'has') return `(${row(scope, of.table, of.key)} === null)`
  if (of.kind === 'binary' && (of.op === '==' || of.op === '!=')) return equality(scope, { ...of, op: of.op === '==' ? '!=' : '==' })
  return `!(${tsExpr(scope, of)})`
}

/** One branch alone, where it is known which. */
function conditional(scope: Scope, e: Expr & { readonly kind: 'if' }): string {
  const known = decided(scope, e.condition)
  if (known !== null) return tsExpr(scope, known ? e.then : e.else)
  const then = tsExpr(knowing(scope, factsOf(scope, e.condition, true)), e.then)
  const otherwise = tsExpr(knowing(scope, factsOf(scope, e.condition, false)), e.else)
  return `(${tsExpr(scope, e.condition)} ? ${then} : ${otherwise})`
}

/** Whether a condition on the presence of a row or a value is known here already. */
export function decided(scope: Scope, condition: Expr): boolean | null {
  if (condition.kind === 'literal') return condition.value === true
  if (condition.kind === 'not') {
    const known = decided(scope, condition.of)
    return known === null ? null : !known
  }
  if (condition.kind !== 'has') return null
  const fact = scope.facts.get(row(scope, condition.table, condition.key))
  return fact === undefined ? null : fact === 'given'
}

function given(scope: Scope, of: Expr): string {
  const text = tsExpr(scope, of)
  return mayBeNull(of.type) && scope.facts.get(text) !== 'given' ? `${text}!` : text
}

/** In the order of the type, so that all values of one type have one shape. */
function record(scope: Scope, e: Expr & { readonly kind: 'record' }): string {
  const values = new Map(e.fields.map((field) => [field.name, field.value]))
  const order = e.type.kind === 'record' ? e.type.fields.map(({ name }) => name) : [...values.keys()]
  return literal(order.map((name) => [name, tsExpr(scope, values.get(name)!)]))
}

/** Each field by itself, rather than a spread. */
function recordWith(scope: Scope, e: Expr & { readonly kind: 'recordWith' }): string {
  const changed = new Map(e.fields.map((field) => [field.name, field.value]))
  const fields = e.type.kind === 'record' ? e.type.fields : []
  return literal(
    fields.map(({ name }) => {
      const value = changed.get(name)
      return [name, value === undefined ? `${operand(scope, e.of)}${tsAccess(name)}` : tsExpr(scope, value)]
    }),
  )
}

export function literal(fields: readonly (readonly [string, string])[]): string {
  return `{ ${fields.map(([name, value]) => (tsKey(name) === value ? value : `${tsKey(name)}: ${value}`)).join(', ')} }`
}

function call(scope: Scope, e: Expr & { readonly kind: 'call' }): string {
  const called = scope.functions.get(e.function)
  if (called === undefined) throw new Error(`no function "${e.function}" at ${e.at.file}:${e.at.line}:${e.at.column}`)
  const args = e.args.map((arg) => tsExpr(scope, arg))
  return `${called.spelling}(${(called.readsRows ? [...args, rowsOf(scope)] : args).join(', ')})`
}

function rowsOf(scope: Scope): string {
  if (scope.rows === null) throw new Error('a table is read where there are no rows')
  scope.uses.add('rows')
  return scope.rows
}

function reader(scope: Scope, table: Expr): string {
  return `${rowsOf(scope)}${tsAccess(tableName(table))}`
}

function row(scope: Scope, table: Expr, key: Expr): string {
  const known = scope.constants.get(canonicalExpr(rowRead(table, key)))
  return known ?? `${reader(scope, table)}.get(${tsExpr(scope, key)})`
}

function rowRead(table: Expr, key: Expr): Expr {
  const of: Type = { kind: 'record', fields: table.type.kind === 'table' ? table.type.row : [] }
  return { kind: 'get', table, key, type: { kind: 'option', of }, at: key.at }
}

function size(scope: Scope, of: Expr): string {
  if (of.type.kind !== 'table') return `${operand(scope, of)}.length`
  const counter = scope.sizes.get(tableName(of))
  if (of.kind !== 'field' || counter === undefined) return unreadable(of)
  return `${tsExpr(scope, of.of)}${tsAccess(counter)}`
}

function overMembers(scope: Scope, e: Expr & { readonly kind: 'some' | 'every' | 'count' | 'filter' }, method: string): string {
  if (e.over.type.kind === 'table') return unreadable(e)
  const inside = bound(scope, [e.item])
  return `${operand(scope, e.over)}.${method}((${variable(inside, e.item)}) => ${tsExpr(inside, e.holds)})`
}

function bound(scope: Scope, names: readonly string[]): Scope {
  const inside = block(scope)
  return { ...inside, variables: new Map([...scope.variables, ...names.map((name) => [name, tsName(name, scope.taken)] as const)]) }
}

function unreadable({ kind, at }: Expr): never {
  throw new Error(`"${kind}" stands where no kernel can read a table, at ${at.file}:${at.line}:${at.column}`)
}
