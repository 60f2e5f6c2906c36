/** Reads `always`, `reachable`, `eventually` and `refines`. */
import type { ts } from 'ts-morph'
import type { Expr, LeadsTo, Property, Refinement, ValueType } from '../ir.js'
import { readBody } from './bodies.js'
import { functionIn } from './conditions.js'
import { constantNames, constantText, declaredMembers, type Member, partsOf, valueOf } from './constants.js'
import { mentions, some } from './functions.js'
import { BOOL, type Place, STATE } from './place.js'
import { anyOf, positionOf, quoted, type Report } from './report.js'
import type { Binding } from './scope.js'
import { sourceOf } from './syntax.js'
import { wordsFor } from './value-types.js'

export function readProperties(member: Member | undefined, place: Place): Property[] {
  return membersIn(member, place).flatMap((one): Property[] => {
    const read = readPredicate(one, stepVariables(place), place)
    if (read === null) return []
    const { holds, node } = read
    const over = node.parameters.length > 1 ? 'step' : 'state'
    return [{ name: one.name, doc: one.doc, at: positionOf(one.nameNode), over, holds, source: sourceOf(node) }]
  })
}

export function readEventually(member: Member | undefined, transitions: readonly string[], place: Place): LeadsTo[] {
  const { report } = place
  return membersIn(member, place).flatMap((one): LeadsTo[] => {
    const object = valueOf(one, report)
    const parts = object === null ? null : partsOf(object, one.scope, report, { needed: ['from', 'to', 'fair'], optional: [] })
    const from = parts?.from === undefined ? null : readPredicate(parts.from, [{ name: 's', type: STATE }], place)
    const to = parts?.to === undefined ? null : readPredicate(parts.to, [{ name: 's', type: STATE }], place)
    const list = parts?.fair === undefined ? null : valueOf(parts.fair, report)
    const fair = list === null ? [] : (constantNames(list, parts!.fair!.scope, report) ?? [])
    for (const { name, node } of fair)
      if (!transitions.includes(name))
        report.add('UNKNOWN_TRANSITION', node, `There is no transition ${quoted(name)}.`, `one of ${anyOf(transitions)}`)
    if (from === null || to === null) return []
    return [
      { name: one.name, doc: one.doc, at: positionOf(one.nameNode), from: from.holds, to: to.holds, fair: fair.map(({ name }) => name) },
    ]
  })
}

export function readRefinements(member: Member | undefined, place: Place): Refinement[] {
  const { report } = place
  return membersIn(member, place).flatMap((one): Refinement[] => {
    const object = valueOf(one, report)
    const parts = object === null ? null : partsOf(object, one.scope, report, { needed: ['abstract', 'map'], optional: [] })
    const named = parts?.abstract === undefined ? null : valueOf(parts.abstract, report)
    const abstract = named === null ? null : constantText(named, parts!.abstract!.scope, report)
    if (abstract !== null) reportUnlessTlaName(abstract, named!, report)
    const map = readMap(parts?.map, place)
    return abstract === null ? [] : [{ name: one.name, doc: one.doc, at: positionOf(one.nameNode), abstract, map }]
  })
}

/** Which value each variable of the hand-written module has in a state. */
function readMap(member: Member | undefined, place: Place): Refinement['map'] {
  const { report } = place
  const node = member === undefined ? null : valueOf(member, report)
  const variables = node === null ? null : declaredMembers(node, member!.scope, report)
  if (variables?.length === 0) report.add('MISSING_PART', node!, 'No variable has a value here.', '{ variable: (s) => value, … }')
  return (variables ?? []).flatMap((one) => {
    reportUnlessTlaName(one.name, one.nameNode, report)
    const read = readOver(one, [{ name: 's', type: STATE }], place, null)
    return read === null ? [] : [{ name: one.name, value: read.value }]
  })
}

/** What people wrote in TLA+ has the names that TLA+ allows. */
function reportUnlessTlaName(name: string, node: ts.Node, report: Report): void {
  if (!/^\w*[A-Za-z]\w*$/.test(name))
    report.add('NAME_FORM', node, `No module or variable of TLA+ is called ${quoted(name)}.`, 'letters, digits and _')
}

function membersIn(member: Member | undefined, { report }: Place): Member[] {
  const node = member === undefined ? null : valueOf(member, report)
  return node === null ? [] : (declaredMembers(node, member!.scope, report) ?? [])
}

function stepVariables({ machine }: Place): { name: string; type: ValueType }[] {
  return [
    { name: 's', type: STATE },
    { name: 'next', type: STATE },
    { name: 'i', type: { kind: 'input', inputs: machine.inputs.map(({ name }) => name) } },
    { name: 'effects', type: { kind: 'effects' } },
    { name: 'limits', type: { kind: 'limits' } },
  ]
}

/** A predicate over the first of the variables given; it must use one that is not fixed. */
export function readPredicate(
  member: Member,
  variables: readonly { readonly name: string; readonly type: ValueType }[],
  place: Place,
): { holds: Expr; node: ts.FunctionLikeDeclaration } | null {
  const { report } = place
  const read = readOver(member, variables, place, BOOL)
  if (read === null) return null
  const { value: holds, node } = read
  if (holds.type.kind !== 'bool')
    return report.add('TYPE_MISMATCH', node, `A property is true or false, and this is ${wordsFor(holds.type)}.`, '(s) => condition')
  if (
    !variables.some(({ name }) => name !== 'limits' && mentions(holds, name)) &&
    !some(holds, ({ kind }) => kind === 'inputIs' || kind === 'inputHas')
  )
    return report.add(
      'CONSTANT_PROPERTY',
      member.nameNode,
      `${quoted(member.name)} looks at nothing, so it is true or false for ever.`,
      '(s) => a condition on s',
    )
  return { holds, node }
}

/** What a function of the first of the variables given answers. */
function readOver(
  member: Member,
  variables: readonly { readonly name: string; readonly type: ValueType }[],
  place: Place,
  expected: ValueType | null,
): { value: Expr; node: ts.FunctionLikeDeclaration } | null {
  const found = functionIn(member, place)
  if (found === null) return null
  const { target } = found
  const { node } = target
  if (node.parameters.length > variables.length)
    return place.report.add(
      'FUNCTION_FORM',
      node,
      'The function has more parameters than it gets.',
      `(${variables.map(({ name }) => name).join(', ')}) => …`,
    )
  const bindings = variables.slice(0, node.parameters.length).map(({ name, type }): Binding => ({ kind: 'variable', name, type }))
  const value = readBody(target, bindings, member.nameNode, { ...place, scope: target.scope }, expected)
  return value === null ? null : { value, node }
}
