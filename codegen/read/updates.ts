/** Reads `update`: however it is written, one value for each state field that changes. */
import { ts } from 'ts-morph'
import type { Expr, Field, Position, Transition } from '../ir.js'
import { openFunction } from './bodies.js'
import { functionIn } from './conditions.js'
import { keyOf, type Member } from './constants.js'
import { readAs, readCondition } from './expressions.js'
import { canonical, knowing } from './facts.js'
import type { Variable } from './properties.js'
import { argument, type Place, STATE, variable } from './place.js'
import { anyOf, positionOf, quoted } from './report.js'
import { type Binding, resolve } from './scope.js'
import { bare } from './syntax.js'
import { common } from './value-types.js'

interface Change {
  readonly value: Expr
  readonly at: Position
}
type Changes = ReadonlyMap<string, Change>

/** What may change: the fields of the state, or of a history. */
interface Goal {
  readonly what: string
  readonly fields: readonly Field[]
}

const FORMS =
  '{ field: value }, { ...changes }, c ? { … } : { … }, a block of constants and a return, or a function that returns one of these'

export function readUpdate(
  member: Member,
  parameters: readonly Variable[],
  place: Place,
  goal: Goal = { what: 'The state', fields: place.machine.state },
): Transition['update'] {
  const found = functionIn(member, place)
  if (found === null) return []
  const { target } = found
  const bindings = parameters.map(({ name, type }): Binding => ({ kind: 'variable', name, type }))
  if (target.node.parameters.length > parameters.length) {
    place.report.add(
      'FUNCTION_FORM',
      target.node,
      'The function has more parameters than it gets.',
      `(${parameters.map(({ name }) => name).join(', ')}) => ({ … })`,
    )
    return []
  }
  const opened = openFunction(target, bindings, member.nameNode, place)
  if (opened === null) return []
  const changes = readChanges(opened.result, { ...place, scope: opened.scope, calls: [target.node] }, goal)
  return goal.fields.flatMap(({ name }) => {
    const change = changes.get(name)
    return change === undefined || isUnchanged(name, change.value) ? [] : [{ name, ...change }]
  })
}

function isUnchanged(name: string, value: Expr): boolean {
  return value.kind === 'field' && value.name === name && value.of.type.kind === 'state'
}

/** What an update form changes. What cannot be read is reported and changes nothing. */
function readChanges(start: ts.Expression, place: Place, goal: Goal): Changes {
  const node = bare(start)
  if (ts.isObjectLiteralExpression(node)) return readObject(node, place, goal)
  if (ts.isConditionalExpression(node)) return readChoice(node, place, goal)
  if (ts.isCallExpression(node)) return readCalled(node, place, goal)
  const found = resolve(node, place.scope)
  if (found.kind === 'node' && found.node !== node && !place.calls.includes(found.node))
    return readChanges(found.node, { ...place, scope: found.scope, calls: [...place.calls, found.node] }, goal)
  place.report.add('UPDATE_FORM', node, 'This is no form of an update that is understood.', FORMS)
  return new Map()
}

function readObject(node: ts.ObjectLiteralExpression, place: Place, goal: Goal): Changes {
  const changes = new Map<string, Change>()
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      for (const [name, change] of readChanges(property.expression, place, goal)) changes.set(name, change)
      continue
    }
    const name = keyOf(property, place.report)
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : null
    if (name === null) continue
    const at = positionOf(property.name ?? property)
    if (value === null) place.report.add('UPDATE_FORM', property, 'A field is given a value.', 'field: value')
    else {
      const expr = readField(name, property.name ?? property, value, place, goal)
      if (expr !== null) changes.set(name, { value: expr, at })
    }
  }
  return changes
}

function readField(name: string, nameNode: ts.Node, value: ts.Expression, place: Place, goal: Goal): Expr | null {
  const field = goal.fields.find((one) => one.name === name)
  if (name === 'phase') return place.report.add('RESERVED_NAME', nameNode, 'The phase is set by `to`.', "to: 'Phase'")
  if (field === undefined)
    return place.report.add(
      'UNKNOWN_FIELD',
      nameNode,
      `${goal.what} has no field ${quoted(name)}.`,
      `one of ${anyOf(goal.fields.map((one) => one.name))}`,
    )
  const expr = readAs(value, place, field.type, quoted(name))
  if (expr === null || field.type.kind !== 'table' || isChain(expr, name)) return expr
  return place.report.add(
    'UPDATE_FORM',
    value,
    `${quoted(name)} can only be changed row by row.`,
    `s.${name}.put(key, row).with(key, { … }).remove(key), or a conditional between such chains`,
  )
}

/** `put`, `with` and `remove` on the same field, or a conditional between such chains. */
function isChain(expr: Expr, name: string): boolean {
  switch (expr.kind) {
    case 'put':
    case 'with':
    case 'remove':
      return isChain(expr.table, name)
    case 'if':
      return isChain(expr.then, name) && isChain(expr.else, name)
    default:
      return isUnchanged(name, expr)
  }
}

/** A field that only one side names is its old value on the other. */
function readChoice(node: ts.ConditionalExpression, place: Place, goal: Goal): Changes {
  const condition = readCondition(node.condition, place)
  const whenTrue = readChanges(node.whenTrue, knowing(place, condition, true), goal)
  const whenFalse = readChanges(node.whenFalse, knowing(place, condition, false), goal)
  const changes = new Map<string, Change>()
  if (condition === null) return changes
  for (const name of [...whenTrue.keys(), ...[...whenFalse.keys()].filter((one) => !whenTrue.has(one))]) {
    const { at } = (whenTrue.get(name) ?? whenFalse.get(name))!
    const field = goal.fields.find((one) => one.name === name)!
    const old: Expr = { kind: 'field', of: variable('s', STATE, at), name, type: field.type, at }
    const then = whenTrue.get(name)?.value ?? old
    const otherwise = whenFalse.get(name)?.value ?? old
    const type = common(then.type, otherwise.type) ?? field.type
    const choice: Expr = { kind: 'if', condition, then, else: otherwise, type, at: positionOf(node) }
    changes.set(name, { value: canonical(then) === canonical(otherwise) ? then : choice, at })
  }
  return changes
}

/** A function that returns an update is read where it is called. */
function readCalled(node: ts.CallExpression, place: Place, goal: Goal): Changes {
  const callee = resolve(node.expression, place.scope)
  if (callee.kind !== 'function') {
    place.report.add('UPDATE_FORM', node, 'This call returns no update that is understood.', FORMS)
    return new Map()
  }
  const opened = openFunction(
    callee,
    node.arguments.map((arg) => argument(arg, place)),
    node,
    place,
  )
  if (opened === null) return new Map()
  return readChanges(opened.result, { ...place, scope: opened.scope, calls: [...place.calls, callee.node] }, goal)
}
