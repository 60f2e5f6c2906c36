/** Reads calls: of the vocabulary's words, of tables, sets and lists of effects, and of the spec's own functions. */
import { ts } from 'ts-morph'
import type { Expr, Type, ValueType } from '../ir.js'
import { isReadable } from './access.js'
import { readBody } from './bodies.js'
import { constantText } from './constants.js'
import { readAs, readExpr, readRaw } from './expressions.js'
import type { Target } from './functions.js'
import { readEquality, readNumber } from './operators.js'
import { argument, BOOL, NUMBER, type Place } from './place.js'
import { readFieldValues } from './records.js'
import { anyOf, positionOf, quoted } from './report.js'
import { lookUp, resolve, reportUnresolved, WORDS } from './scope.js'
import { readScan } from './scans.js'
import { readType } from './types.js'
import { accessOf, bare, functionOf } from './syntax.js'
import { wordsFor } from './value-types.js'

export function readCall(node: ts.CallExpression, place: Place, expected: ValueType | null): Expr | null {
  const callee = resolve(node.expression, place.scope)
  if (callee.kind === 'word') return readWord(node, callee.word, place)
  if (callee.kind === 'let' || callee.kind === 'unknown') return reportUnresolved(callee, node.expression, place.report)
  if (callee.kind === 'function') {
    const name = callee.named ?? 'function'
    return readFunctionCall({ node: callee.node, scope: callee.scope, name }, node.arguments, node, place, expected)
  }
  const access = accessOf(node.expression)
  if (access === null || isForeign(access.of, place)) return unknownCall(node, place)
  const of = readExpr(access.of, place)
  if (of === null) return null
  if (of.type.kind === 'option' || access.optional)
    return place.report.add(
      'OPTIONAL_NOT_GUARDED',
      access.nameNode,
      'What this is called on may be null.',
      'x!, where a condition has established it',
    )
  return readMethod(node, of, access.name, access.nameNode, place)
}

/** Is it something of JavaScript's own, such as `Date` or `Object`? */
function isForeign(node: ts.Expression, place: Place): boolean {
  let start = bare(node)
  for (let access = accessOf(start); access !== null; access = accessOf(start)) start = bare(access.of)
  return ts.isNewExpression(start) || (ts.isIdentifier(start) && lookUp(start.text, place.scope) === null)
}

const INSTEAD: Readonly<Record<string, string>> = {
  'Date.now': 'a supplied field: observedAtMs: clock(Clock)',
  'Math.random': "a supplied field: jitterMs: random(Jitter, { upTo: 'limit' })",
  'Math.max': 'max(a, b) of the vocabulary',
  'Math.min': 'min(a, b) of the vocabulary',
  'crypto.randomUUID': 'a supplied field: attemptId: ids(AttemptId)',
  'Object.assign': '{ ...a, field: value }',
}

function unknownCall(node: ts.CallExpression, place: Place): null {
  const name = node.expression.getText().replace(/\s+/g, '')
  const hint = Object.hasOwn(INSTEAD, name) ? INSTEAD[name]! : "the spec's own functions, max, min, same, or a method of a table or set"
  return place.report.add('UNKNOWN_CALL', node, `A spec does not call ${quoted(name)}.`, hint)
}

function readWord(node: ts.CallExpression, word: string, place: Place): Expr | null {
  const at = positionOf(node)
  switch (word) {
    case 'max':
    case 'min': {
      if (!hasArguments(node, 2, place)) return null
      const left = readNumber(node.arguments[0]!, place)
      const right = readNumber(node.arguments[1]!, place)
      if (left === null || right === null) return null
      const type = JSON.stringify(left.type) === JSON.stringify(right.type) ? left.type : NUMBER
      return { kind: word, left, right, type, at }
    }
    case 'same':
      if (!hasArguments(node, 2, place)) return null
      return readEquality(node, node.arguments[0]!, node.arguments[1]!, '==', 'values', place)
    case 'compose':
      return readCompose(node, place)
    default:
      if (!WORDS.includes(word))
        return place.report.add('UNKNOWN_WORD', node, `The vocabulary has no word ${quoted(word)}.`, WORDS.join(' '))
      return place.report.add(
        'UNKNOWN_CALL',
        node,
        `${quoted(word)} describes; it computes nothing here.`,
        'max(a, b), min(a, b), same(a, b)',
      )
  }
}

function readCompose(node: ts.CallExpression, place: Place): Expr | null {
  const [of, ...rest] = node.arguments
  if (place.mode !== 'route')
    return place.report.add('UNKNOWN_CALL', node, 'Ids are composed only in routes.', 'a field that carries the id')
  if (of === undefined || rest.length === 0)
    return place.report.add(
      'ARGUMENT_COUNT',
      node,
      'An id is composed of a type and at least one part.',
      'compose(JobId, effect.a, from.b)',
    )
  const type = readType(of, place.scope, place.report)
  const parts = rest.map((part) => readExpr(part, place))
  if (type === null || parts.includes(null)) return null
  if (type.kind !== 'id') return place.report.add('TYPE_MISMATCH', of, 'Only ids are composed.', "id('Name')")
  return { kind: 'compose', domain: type.domain, parts: parts as Expr[], type, at: positionOf(node) }
}

function hasArguments(node: ts.CallExpression, count: number, place: Place): boolean {
  if (node.arguments.length === count && !node.arguments.some(ts.isSpreadElement)) return true
  place.report.add(
    'ARGUMENT_COUNT',
    node,
    `${quoted(node.expression.getText())} takes ${count} value${count === 1 ? '' : 's'}.`,
    'one value for each parameter',
  )
  return false
}

const TABLE_METHODS = ['has', 'get', 'by', 'put', 'with', 'remove', 'some', 'every', 'count', 'filter', 'map']

function readMethod(node: ts.CallExpression, of: Expr, name: string, nameNode: ts.Node, place: Place): Expr | null {
  switch (of.type.kind) {
    case 'table':
      return readTableMethod(node, of, of.type, name, nameNode, place)
    case 'set':
      return readSetMethod(node, of, of.type.of, name, nameNode, place)
    case 'effects':
      if (name === 'some' || name === 'every' || name === 'filter') return readScan(node, of, name, nameNode, place)
      return unknownMethod(nameNode, 'The list of effects', name, ['some', 'every', 'filter(…).length', 'length'], place)
    default:
      return place.report.add(
        'UNKNOWN_METHOD',
        nameNode,
        `There is no method ${quoted(name)} of ${wordsFor(of.type)}.`,
        'a method of a table or a set',
      )
  }
}

function unknownMethod(node: ts.Node, what: string, name: string, known: readonly string[], place: Place): null {
  return place.report.add('UNKNOWN_METHOD', node, `${what} has no method ${quoted(name)}.`, `one of ${known.join(', ')}`)
}

function readTableMethod(
  node: ts.CallExpression,
  table: Expr,
  type: Type & { readonly kind: 'table' },
  name: string,
  nameNode: ts.Node,
  place: Place,
): Expr | null {
  const at = positionOf(node)
  const [first, second] = node.arguments
  const row: Type = { kind: 'record', fields: type.row }
  const key = (): Expr | null => readAs(first!, place, type.key, 'The key')
  switch (name) {
    case 'has':
    case 'get': {
      if (!isReadable(table, nameNode, place) || !hasArguments(node, 1, place)) return null
      const of = key()
      if (of === null) return null
      return name === 'has'
        ? { kind: 'has', table, key: of, type: BOOL, at }
        : { kind: 'get', table, key: of, type: { kind: 'option', of: row }, at }
    }
    case 'by': {
      if (!isReadable(table, nameNode, place) || !hasArguments(node, 2, place)) return null
      const column = constantText(first!, place.scope, place.report)
      if (column === null) return null
      const field = type.row.find((one) => one.name === column)
      if (field === undefined || !type.unique.includes(column))
        return place.report.add('UNKNOWN_FIELD', first!, `${quoted(column)} is no unique column.`, `one of ${anyOf(type.unique)}`)
      const value = readAs(second!, place, field.type, quoted(column))
      return value === null ? null : { kind: 'by', table, column, value, type: { kind: 'option', of: type.key }, at }
    }
    case 'put': {
      if (!hasArguments(node, 2, place)) return null
      const of = key()
      const value = readAs(second!, place, row, 'The row')
      return of === null || value === null ? null : { kind: 'put', table, key: of, row: value, type, at }
    }
    case 'with': {
      if (!hasArguments(node, 2, place)) return null
      const of = key()
      const fields = readFieldValues(second!, place, type.row, { what: 'A row', complete: false })
      return of === null || fields === null ? null : { kind: 'with', table, key: of, fields, type, at }
    }
    case 'remove': {
      if (!hasArguments(node, 1, place)) return null
      const of = key()
      return of === null ? null : { kind: 'remove', table, key: of, type, at }
    }
    case 'some':
    case 'every':
    case 'count':
    case 'filter':
    case 'map':
      return readScan(node, table, name, nameNode, place)
    default:
      return unknownMethod(nameNode, 'A table', name, TABLE_METHODS, place)
  }
}

function readSetMethod(node: ts.CallExpression, set: Expr, of: Type, name: string, nameNode: ts.Node, place: Place): Expr | null {
  const at = positionOf(node)
  switch (name) {
    case 'has':
    case 'add':
    case 'remove': {
      if (!hasArguments(node, 1, place)) return null
      const member = readAs(node.arguments[0]!, place, of, 'A member')
      if (member === null) return null
      const kind = ({ has: 'setHas', add: 'setAdd', remove: 'setRemove' } as const)[name]
      return { kind, set, member, type: name === 'has' ? BOOL : set.type, at }
    }
    case 'some':
    case 'every':
      return readScan(node, set, name, nameNode, place)
    default:
      return unknownMethod(nameNode, 'A set', name, ['has', 'add', 'remove', 'some', 'every'], place)
  }
}

/** A call of one of the spec's own functions. */
function readFunctionCall(
  target: Target,
  args: readonly ts.Expression[],
  node: ts.Node,
  place: Place,
  expected: ValueType | null,
): Expr | null {
  const spread = args.find(ts.isSpreadElement)
  if (spread !== undefined) return place.report.add('FUNCTION_FORM', spread, 'Values are handed over one by one.', 'f(a, b)')
  if (args.length > target.node.parameters.length)
    return place.report.add(
      'ARGUMENT_COUNT',
      node,
      `${quoted(target.name)} takes ${target.node.parameters.length} values.`,
      'one value for each parameter',
    )
  if (place.calls.includes(target.node))
    return place.report.add('RECURSION', node, 'This function calls itself.', 'a function that calls only others')
  if (place.functions !== null && target.scope.names === null && !args.some((arg) => isWrittenOut(arg, place))) {
    const values = args.map((arg) => readRaw(arg, place))
    if (values.includes(null)) return null
    if (!values.some((value) => value?.kind === 'optionalField')) {
      const kept = place.functions.call(target, values as Expr[], positionOf(node), place, expected)
      if (kept !== 'inline') return kept
    }
  }
  return readBody(
    target,
    args.map((arg) => argument(arg, place)),
    node,
    place,
    expected,
  )
}

/** An object, list or function gets its meaning where it is used. */
function isWrittenOut(node: ts.Expression, place: Place): boolean {
  const found = resolve(node, place.scope)
  if (found.kind === 'function') return true
  return (
    found.kind === 'node' &&
    (ts.isObjectLiteralExpression(found.node) || ts.isArrayLiteralExpression(found.node) || functionOf(found.node) !== null)
  )
}
