/** Reads what decides: `when`, and the named conditions of `refuse`. What several places share becomes one function. */
import { ts } from 'ts-morph'
import type { Condition, Expr, ValueType } from '../ir.js'
import { readBody } from './bodies.js'
import { declaredMembers, type Member, valueOf } from './constants.js'
import { BOOL, type Place, STATE, variable } from './place.js'
import { positionOf, quoted } from './report.js'
import { type Binding, resolve, reportUnresolved } from './scope.js'
import { functionOf } from './syntax.js'
import { wordsFor } from './value-types.js'

/** What an answer has of its own: a condition of one of these names could not be told from it. */
const ANSWERS = ['not_in_phase', 'not_applicable', 'exhausted']

/** The parameters that the functions of a transition get. */
export function parametersFor(input: string): readonly { readonly name: string; readonly type: ValueType }[] {
  return [
    { name: 's', type: STATE },
    { name: 'i', type: { kind: 'input', inputs: [input] } },
    { name: 'limits', type: { kind: 'limits' } },
  ]
}

export type Parameters = ReturnType<typeof parametersFor>

export function readRefusals(member: Member, parameters: Parameters, place: Place): Condition[] {
  const { report } = place
  const object = valueOf(member, report)
  if (object === null) return []
  return (declaredMembers(object, member.scope, report) ?? []).flatMap((one): Condition[] => {
    if (ANSWERS.includes(one.name))
      report.add('RESERVED_NAME', one.nameNode, `${quoted(one.name)} is an answer that every machine gives.`, 'another name')
    const holds = readDecision(one, parameters, place)
    return holds === null ? [] : [{ name: one.name, doc: one.doc, at: positionOf(one.nameNode), holds }]
  })
}

/** A function that answers true or false: in its place when it stands there, a call when it has a name. */
export function readDecision(member: Member, parameters: Parameters, place: Place): Expr | null {
  const found = functionIn(member, place)
  if (found === null) return null
  const { target, shared } = found
  const bindings = parameters.map(({ name, type }): Binding => ({ kind: 'variable', name, type }))
  if (target.node.parameters.length > parameters.length)
    return place.report.add(
      'FUNCTION_FORM',
      target.node,
      'The function has more parameters than it gets.',
      `(${parameters.map(({ name }) => name).join(', ')}) => …`,
    )
  const given = bindings.slice(0, target.node.parameters.length)
  const inside = { ...place, scope: target.scope }
  if (shared && place.functions !== null) {
    const at = positionOf(member.nameNode)
    const args = parameters.slice(0, given.length).map(({ name, type }) => variable(name, type, at))
    const call = place.functions.call(target, args, at, inside, null)
    if (call !== 'inline') return checked(call)
  }
  return checked(readBody(target, given, member.nameNode, inside, BOOL))

  function checked(expr: Expr | null): Expr | null {
    if (expr === null || expr.type.kind === 'bool') return expr
    return place.report.add(
      'TYPE_MISMATCH',
      target.node,
      `A condition is true or false, and this is ${wordsFor(expr.type)}.`,
      '(s, i) => condition',
    )
  }
}

/** The function that a member holds, directly or through constants. */
export function functionIn(member: Member, place: Place) {
  const { value, name, shared } = member
  if (ts.isMethodDeclaration(value) || ts.isFunctionDeclaration(value)) return target(value, member.scope, null)
  const found = resolve(value, member.scope)
  if (found.kind === 'function') return target(found.node, found.scope, found.named)
  if (found.kind === 'let' || found.kind === 'unknown') return reportUnresolved(found, value, place.report)
  return place.report.add('FUNCTION_FORM', value, `${quoted(name)} must be a function here.`, '(s, i) => …')

  function target(node: NonNullable<ReturnType<typeof functionOf>>, scope: Member['scope'], named: string | null) {
    const label = named ?? (shared === null ? name : `${shared}_${name}`)
    return { target: { node, scope, name: label }, shared: named !== null || shared !== null }
  }
}
