/** Reads objects that are rows, records, or the fields of an effect: every field there, none too many. */
import { ts } from 'ts-morph'
import type { Expr, Type, ValueType } from '../ir.js'
import { openFunction } from './bodies.js'
import { declaredMembers, keyOf, valueOf } from './constants.js'
import { readAs, readExpr } from './expressions.js'
import { reportForbidden } from './forbidden.js'
import { argument, type Place } from './place.js'
import { anyOf, positionOf, quoted } from './report.js'
import { resolve } from './scope.js'
import { nameOfKey } from './syntax.js'
import { fits, storable, wordsFor } from './value-types.js'

export interface FieldValue {
  readonly name: string
  readonly value: Expr
}
type FieldTypes = readonly { readonly name: string; readonly type: Type }[]

export function readRecord(node: ts.ObjectLiteralExpression, place: Place, expected: ValueType | null): Expr | null {
  const type = expected?.kind === 'option' ? expected.of : expected
  if (type?.kind !== 'record') return place.mode === 'map' && type === null ? readFree(node, place) : reportForbidden(node, place.report)
  const base = readBase(node, place, type)
  if (base === 'unreadable') return null
  const fields = readFieldValues(node, place, type.fields, { what: 'The record', complete: base === null, skip: base === null ? 0 : 1 })
  if (fields === null) return null
  const at = positionOf(node)
  return base === null ? { kind: 'record', fields, type, at } : { kind: 'recordWith', of: base, fields, type, at }
}

/** What a hand-written module has for records, whose fields are known from what the author gives them. */
function readFree(node: ts.ObjectLiteralExpression, place: Place): Expr | null {
  const members = declaredMembers(node, place.scope, place.report)
  const fields = (members ?? []).flatMap((member) => {
    const value = valueOf(member, place.report)
    const expr = value === null ? null : readExpr(value, { ...place, scope: member.scope })
    if (expr === null) return []
    const type = storable(expr.type)
    if (type !== null) return [{ name: member.name, value: expr, type }]
    place.report.add('TYPE_MISMATCH', value!, `A record cannot hold ${wordsFor(expr.type)}.`, 'a value of the type of a field')
    return []
  })
  if (members === null || fields.length < members.length) return null
  const type: Type = { kind: 'record', fields: fields.map(({ name, type: of }) => ({ name, type: of })) }
  return { kind: 'record', fields: fields.map(({ name, value }) => ({ name, value })), type, at: positionOf(node) }
}

/** The record that `{ ...of, name: value }` starts from. */
function readBase(node: ts.ObjectLiteralExpression, place: Place, type: Type): Expr | null | 'unreadable' {
  const first = node.properties[0]
  if (first === undefined || !ts.isSpreadAssignment(first) || isObject(first.expression, place)) return null
  return readAs(first.expression, place, type, 'The record') ?? 'unreadable'
}

function isObject(node: ts.Expression, place: Place): boolean {
  const found = resolve(node, place.scope)
  return found.kind === 'node' && ts.isObjectLiteralExpression(found.node)
}

interface FieldsWanted {
  /** What has the fields, for sentences. */
  readonly what: string
  /** Must every field be there? */
  readonly complete: boolean
  /** How many leading members are read already. */
  readonly skip?: number
  /** Members that are read elsewhere: `type`. */
  readonly except?: readonly string[]
}

/** The fields of an object, in the order of their types; null when one of them could not be read. */
export function readFieldValues(start: ts.Expression, place: Place, types: FieldTypes, wanted: FieldsWanted): FieldValue[] | null {
  const found = new Map<string, Expr | null>()
  if (!collect(start, place, types, wanted, found)) return null
  const missing = types.filter(({ name }) => !found.has(name))
  if (wanted.complete && missing.length > 0)
    return place.report.add(
      'MISSING_FIELD',
      start,
      `${wanted.what} lacks ${anyOf(missing.map(({ name }) => name))}.`,
      `name ${missing.length === 1 ? 'it' : 'them'}: ${missing.map(({ name }) => `${name}: …`).join(', ')}`,
    )
  const fields = types.flatMap(({ name }): FieldValue[] => {
    const value = found.get(name)
    return value === undefined || value === null ? [] : [{ name, value }]
  })
  return [...found.values()].includes(null) ? null : fields
}

function collect(start: ts.Expression, place: Place, types: FieldTypes, wanted: FieldsWanted, found: Map<string, Expr | null>): boolean {
  const object = resolve(start, place.scope)
  if (object.kind === 'node' && ts.isCallExpression(object.node)) {
    const opened = openedCall(object.node, { ...place, scope: object.scope })
    if (opened === 'unsound') return false
    if (opened !== null) return collect(opened.object, opened.inside, types, wanted, found)
  }
  if (object.kind !== 'node' || !ts.isObjectLiteralExpression(object.node)) return collectRecord(start, place, types, wanted, found)
  const inside = { ...place, scope: object.scope }
  let sound = true
  for (const property of object.node.properties.slice(wanted.skip ?? 0)) {
    if (ts.isSpreadAssignment(property)) {
      sound = collect(property.expression, inside, types, { ...wanted, skip: 0 }, found) && sound
      continue
    }
    const name = keyOf(property, place.report)
    if (name !== null && wanted.except?.includes(name) === true) continue
    const type = types.find((field) => field.name === name)?.type
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : null
    if (name === null) sound = false
    else if (type === undefined) sound = unknownField(name, property.name ?? property, place, types, wanted)
    else if (value === null) sound = reportForbidden(property, place.report) !== null
    else found.set(name, readAs(value, inside, type, quoted(name)))
  }
  return sound
}

/** A call of a function that returns an object that is written out: the object, and where it stands. */
function openedCall(node: ts.CallExpression, place: Place): { object: ts.Expression; inside: Place } | null | 'unsound' {
  const callee = resolve(node.expression, place.scope)
  if (callee.kind !== 'function') return null
  const args = node.arguments.map((arg) => argument(arg, place))
  const opened = openFunction(callee, args, node, place)
  if (opened === null) return 'unsound'
  const inside = { ...place, scope: opened.scope, calls: [...place.calls, callee.node] }
  return isObject(opened.result, inside) ? { object: opened.result, inside } : null
}

/** What an object gives the field `name`, through spreads of constants and of calls. */
export function valueGiven(start: ts.Expression, place: Place, name: string): { node: ts.Expression; inside: Place } | null {
  const object = resolve(start, place.scope)
  if (object.kind !== 'node') return null
  const inside = { ...place, scope: object.scope }
  if (ts.isCallExpression(object.node)) {
    const opened = openedCall(object.node, inside)
    return opened === null || opened === 'unsound' ? null : valueGiven(opened.object, opened.inside, name)
  }
  if (!ts.isObjectLiteralExpression(object.node)) return null
  for (const property of [...object.node.properties].reverse()) {
    const spread = ts.isSpreadAssignment(property) ? valueGiven(property.expression, inside, name) : null
    if (spread !== null) return spread
    if (property.name === undefined || nameOfKey(property.name) !== name) continue
    if (ts.isPropertyAssignment(property)) return { node: property.initializer, inside }
    if (ts.isShorthandPropertyAssignment(property)) return { node: property.name, inside }
  }
  return null
}

/** A spread of a value that is a record: each of its fields. */
function collectRecord(
  node: ts.Expression,
  place: Place,
  types: FieldTypes,
  wanted: FieldsWanted,
  found: Map<string, Expr | null>,
): boolean {
  const record = readExpr(node, place)
  if (record === null) return false
  if (record.type.kind !== 'record') {
    place.report.add('TYPE_MISMATCH', node, `A record is needed here, and this is ${wordsFor(record.type)}.`, '{ field: value, … }')
    return false
  }
  let sound = true
  for (const field of record.type.fields) {
    const type = types.find(({ name }) => name === field.name)?.type
    if (type === undefined) sound = unknownField(field.name, node, place, types, wanted)
    else if (fits(field.type, type))
      found.set(field.name, { kind: 'field', of: record, name: field.name, type: field.type, at: positionOf(node) })
    else {
      place.report.add(
        'TYPE_MISMATCH',
        node,
        `${quoted(field.name)} is ${wordsFor(type)}, and this is ${wordsFor(field.type)}.`,
        wordsFor(type),
      )
      sound = false
    }
  }
  return sound
}

function unknownField(name: string, node: ts.Node, place: Place, types: FieldTypes, { what }: FieldsWanted): false {
  place.report.add('UNKNOWN_FIELD', node, `${what} has no field ${quoted(name)}.`, `one of ${anyOf(types.map((field) => field.name))}`)
  return false
}
