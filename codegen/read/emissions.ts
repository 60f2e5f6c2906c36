/** Reads `emit`: a list of effects, with conditional parts spread into it. */
import { ts } from 'ts-morph'
import type { Emission } from '../ir.js'
import { openFunction } from './bodies.js'
import { functionIn, type Parameters } from './conditions.js'
import { constantText, type Member } from './constants.js'
import { readCondition } from './expressions.js'
import { knowing } from './facts.js'
import { argument, type Place } from './place.js'
import { readFieldValues, valueGiven } from './records.js'
import { anyOf, positionOf, quoted } from './report.js'
import { type Binding, resolve } from './scope.js'
import { bare } from './syntax.js'

const LIST = "[{ type: 'Effect', … }, ...(c ? [ … ] : [])], c ? [ … ] : [ … ], or a function that returns one of these"
const ITEM = "{ type: 'Effect', field: value }, or c ? { … } : { … }"

export function readEmit(member: Member, parameters: Parameters, place: Place): Emission[] {
  const found = functionIn(member, place)
  if (found === null) return []
  const { target } = found
  if (target.node.parameters.length > parameters.length) {
    place.report.add('FUNCTION_FORM', target.node, 'The function has more parameters than it gets.', '(s, i, limits) => [ … ]')
    return []
  }
  const bindings = parameters.map(({ name, type }): Binding => ({ kind: 'variable', name, type }))
  const opened = openFunction(target, bindings, member.nameNode, place)
  return opened === null ? [] : readPart(opened.result, { ...place, scope: opened.scope, calls: [target.node] }, 'list')
}

/** A list of effects, or one of its items; each may be conditional, named, or returned by a function. */
function readPart(start: ts.Expression, place: Place, part: 'list' | 'item'): Emission[] {
  const node = bare(start)
  if (part === 'list' && ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element) ? readPart(element.expression, place, 'list') : readPart(element, place, 'item'),
    )
  if (part === 'item' && ts.isObjectLiteralExpression(node)) return readEffect(node, place)
  if (ts.isConditionalExpression(node)) {
    const condition = readCondition(node.condition, place)
    const then = readPart(node.whenTrue, knowing(place, condition, true), part)
    const otherwise = readPart(node.whenFalse, knowing(place, condition, false), part)
    if (condition === null || (then.length === 0 && otherwise.length === 0)) return []
    return [{ kind: 'if', condition, then, else: otherwise }]
  }
  const found = resolve(ts.isCallExpression(node) ? node.expression : node, place.scope)
  if (ts.isCallExpression(node) && found.kind === 'function') {
    const opened = openFunction(
      found,
      node.arguments.map((arg) => argument(arg, place)),
      node,
      place,
    )
    if (opened === null) return []
    return readPart(opened.result, { ...place, scope: opened.scope, calls: [...place.calls, found.node] }, part)
  }
  if (!ts.isCallExpression(node) && found.kind === 'node' && found.node !== node && !place.calls.includes(found.node))
    return readPart(found.node, { ...place, scope: found.scope, calls: [...place.calls, found.node] }, part)
  place.report.add(
    'EMIT_FORM',
    node,
    part === 'list' ? 'This is no list of effects that is understood.' : 'This is no effect that is understood.',
    part === 'list' ? LIST : ITEM,
  )
  return []
}

function readEffect(node: ts.ObjectLiteralExpression, place: Place): Emission[] {
  const { report, machine } = place
  const type = valueGiven(node, place, 'type')
  if (type === null) {
    report.add('MISSING_FIELD', node, 'An effect says which it is.', "{ type: 'Effect', … }")
    return []
  }
  const name = constantText(type.node, type.inside.scope, report)
  const effect = machine.effects.find((one) => one.name === name)
  if (name === null) return []
  if (effect === undefined) {
    report.add(
      'UNKNOWN_EFFECT',
      type.node,
      `There is no effect ${quoted(name)}.`,
      `one of ${anyOf(machine.effects.map((one) => one.name))}`,
    )
    return []
  }
  const fields = readFieldValues(node, place, effect.fields, { what: `The effect ${name}`, complete: true, except: ['type'] })
  return fields === null ? [] : [{ kind: 'effect', effect: name, fields, at: positionOf(node) }]
}
