/** Reads what looks at every row, member or effect: `some`, `every`, `count`, `filter`, and `map` in a refinement's map. */
import { ts } from 'ts-morph'
import type { Expr, ValueType } from '../ir.js'
import { readBody } from './bodies.js'
import { BOOL, freshName, isJudging, NUMBER, type Place, withNames } from './place.js'
import { positionOf, quoted } from './report.js'
import { type Binding, resolve } from './scope.js'
import { wordsFor } from './value-types.js'

export function readScan(
  node: ts.CallExpression,
  over: Expr,
  kind: 'some' | 'every' | 'count' | 'filter' | 'map',
  nameNode: ts.Node,
  place: Place,
): Expr | null {
  const { report } = place
  if (kind === 'map' && place.mode !== 'map')
    return report.add(
      'TABLE_CHANGE',
      nameNode,
      '"map" makes another table, which only a refinement speaks of.',
      'some, every, count, filter',
    )
  if (!isJudging(place))
    return report.add(
      'TABLE_SCAN_IN_TRANSITION',
      nameNode,
      `${quoted(kind)} looks at every row.`,
      'has, get, size, or by on a unique column; scans are for properties',
    )
  const form = kind === 'map' ? '(row, key) => ({ field: value })' : '(row, key) => condition'
  const [argument] = node.arguments
  if (argument === undefined || node.arguments.length > 1 || ts.isSpreadElement(argument))
    return report.add('ARGUMENT_COUNT', node, `${quoted(kind)} takes one function.`, form)
  const found = resolve(argument, place.scope)
  if (found.kind !== 'function') return report.add('FUNCTION_FORM', argument, 'A function is needed here.', form)
  const { parameters } = found.node
  const types = itemTypes(over.type)
  const names: string[] = []
  for (const [n] of types.entries()) {
    const author = parameters[n]?.name
    const wanted = author !== undefined && ts.isIdentifier(author) ? author.text : defaultNames(over.type)[n]!
    names.push(freshName(wanted, new Set([...place.taken, ...names])))
  }
  const [name, keyName] = names
  const inside = withNames(place, names.slice(0, Math.max(1, parameters.length)))
  const bindings = types.map((type, n): Binding => ({ kind: 'variable', name: names[n]!, type }))
  const value = readBody(found, bindings, argument, inside, kind === 'map' ? null : BOOL)
  if (value === null) return null
  const [item, key] = [name!, parameters.length > 1 ? (keyName ?? null) : null]
  const at = positionOf(node)
  if (kind === 'map') {
    if (over.type.kind === 'table' && value.type.kind === 'record')
      return { kind, over, item, key, value, type: { kind: 'table', key: over.type.key, row: value.type.fields, unique: [] }, at }
    return report.add('TYPE_MISMATCH', argument, `Each row becomes a record, and this is ${wordsFor(value.type)}.`, form)
  }
  if (value.type.kind !== 'bool')
    return report.add('TYPE_MISMATCH', argument, `A condition is true or false, and this is ${wordsFor(value.type)}.`, form)
  const type = kind === 'filter' ? over.type : kind === 'count' ? NUMBER : BOOL
  return { kind, over, item, key, holds: value, type, at }
}

function defaultNames(type: ValueType): string[] {
  return type.kind === 'table' ? ['row', 'key'] : [type.kind === 'set' ? 'member' : 'effect']
}

function itemTypes(type: ValueType): ValueType[] {
  if (type.kind === 'table') return [{ kind: 'record', fields: type.row }, type.key]
  return type.kind === 'set' ? [type.of] : [{ kind: 'effect' }]
}
