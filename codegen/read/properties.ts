/** Reads `always`, `reachable`, `eventually` and `refines`. */
import type { ts } from 'ts-morph'
import type { Expr, Input, LeadsTo, Property, Refinement, ValueType } from '../ir.js'
import { readBody } from './bodies.js'
import { functionIn } from './conditions.js'
import { constantNames, constantText, declaredMembers, type Item, type Member, partsOf, reportDuplicates, valueOf } from './constants.js'
import { mentions, some } from './functions.js'
import { BOOL, type Place, STATE } from './place.js'
import { anyOf, positionOf, quoted, type Report } from './report.js'
import type { Binding, Scope } from './scope.js'
import { sourceOf } from './syntax.js'
import { usesOf } from './uses.js'
import { wordsFor } from './value-types.js'

export interface Variable {
  readonly name: string
  readonly type: ValueType
}

export function readProperties(member: Member | undefined, place: Place): Property[] {
  return membersIn(member, place).flatMap((one): Property[] => {
    const read = readPredicate(one, stepVariables(place.machine.inputs), place)
    if (read === null) return []
    const { holds, node } = read
    const over = node.parameters.length > 1 ? 'step' : 'state'
    return [{ name: one.name, doc: one.doc, at: positionOf(one.nameNode), over, holds, source: sourceOf(node), ...usesOf(read) }]
  })
}

export function readEventually(member: Member | undefined, transitions: readonly string[], place: Place): LeadsTo[] {
  const { report } = place
  return membersIn(member, place).flatMap((one): LeadsTo[] => {
    const object = valueOf(one, report)
    const parts =
      object === null
        ? null
        : partsOf(object, one.scope, report, { needed: ['from', 'to', 'fair'] as const, optional: ['strong'] as const })
    const from = parts?.from === undefined ? null : readPredicate(parts.from, [{ name: 's', type: STATE }], place)
    const to = parts?.to === undefined ? null : readPredicate(parts.to, [{ name: 's', type: STATE }], place)
    const fair = namesIn(parts?.fair, report)
    const strong = namesIn(parts?.strong, report)
    reportDuplicates([...fair, ...strong], report)
    for (const { name, node } of [...fair, ...strong])
      if (!transitions.includes(name))
        report.add('UNKNOWN_TRANSITION', node, `There is no transition ${quoted(name)}.`, `one of ${anyOf(transitions)}`)
    if (from === null || to === null) return []
    return [
      {
        name: one.name,
        doc: one.doc,
        at: positionOf(one.nameNode),
        each: null,
        from: from.holds,
        to: to.holds,
        fair: fair.map(({ name }) => name),
        strong: strong.map(({ name }) => name),
        source: `${sourceOf(from.node)} ~> ${sourceOf(to.node)}`,
        ...usesOf(from, to),
      },
    ]
  })
}

export function readRefinements(member: Member | undefined, place: Place): Refinement[] {
  const { report } = place
  return membersIn(member, place).flatMap((one): Refinement[] => {
    const object = valueOf(one, report)
    const parts = object === null ? null : partsOf(object, one.scope, report, { needed: ['abstract', 'map'], optional: [] })
    const abstract = readModuleName(parts?.abstract, report)
    const map = readMap(parts?.map, [{ name: 's', type: STATE }], { ...place, mode: 'map' })
    return abstract === null ? [] : [{ name: one.name, doc: one.doc, at: positionOf(one.nameNode), each: null, abstract, map }]
  })
}

export function readModuleName(member: Member | undefined, report: Report): string | null {
  const node = member === undefined ? null : valueOf(member, report)
  const name = node === null ? null : constantText(node, member!.scope, report)
  if (name !== null) reportUnlessTlaName(name, node!, report)
  return name
}

/** Which value each variable of the hand-written module has in a state. */
export function readMap(member: Member | undefined, over: readonly Variable[], place: Place): Refinement['map'] {
  const { report } = place
  const node = member === undefined ? null : valueOf(member, report)
  const variables = node === null ? null : declaredMembers(node, member!.scope, report)
  if (variables?.length === 0)
    report.add(
      'MISSING_PART',
      node!,
      'No variable has a value here.',
      `{ variable: (${over.map(({ name }) => name).join(', ')}) => value, … }`,
    )
  return (variables ?? []).flatMap((one) => {
    reportUnlessTlaName(one.name, one.nameNode, report)
    const read = readOver(one, over, place, null)
    return read === null ? [] : [{ name: one.name, value: read.value, source: sourceOf(read.node), ...usesOf(read) }]
  })
}

/** What people wrote in TLA+ has the names that TLA+ allows. */
function reportUnlessTlaName(name: string, node: ts.Node, report: Report): void {
  if (!/^\w*[A-Za-z]\w*$/.test(name))
    report.add('NAME_FORM', node, `No module or variable of TLA+ is called ${quoted(name)}.`, 'letters, digits and _')
}

function namesIn(member: Member | undefined, report: Report): Item[] {
  const list = member === undefined ? null : valueOf(member, report)
  return list === null ? [] : (constantNames(list, member!.scope, report) ?? [])
}

function membersIn(member: Member | undefined, { report }: Place): Member[] {
  const node = member === undefined ? null : valueOf(member, report)
  return node === null ? [] : (declaredMembers(node, member!.scope, report) ?? [])
}

/** What a step is judged by: from where to where, by which input, with which effects. */
export function stepVariables(inputs: readonly Input[]): Variable[] {
  return [
    { name: 's', type: STATE },
    { name: 'next', type: STATE },
    { name: 'i', type: { kind: 'input', inputs: inputs.map(({ name }) => name) } },
    { name: 'effects', type: { kind: 'effects' } },
    { name: 'limits', type: { kind: 'limits' } },
  ]
}

/** A predicate over the first of the variables given; it must use one of them beside those that are `fixed`. */
export function readPredicate(
  member: Member,
  variables: readonly Variable[],
  place: Place,
  form = '(s) => a condition on s',
  fixed: readonly string[] = ['limits'],
): { holds: Expr; node: ts.FunctionLikeDeclaration; scope: Scope } | null {
  const { report } = place
  const read = readOver(member, variables, place, BOOL)
  if (read === null) return null
  const { value: holds, node, scope } = read
  if (holds.type.kind !== 'bool')
    return report.add('TYPE_MISMATCH', node, `A property is true or false, and this is ${wordsFor(holds.type)}.`, form)
  if (
    !variables.some(({ name }) => !fixed.includes(name) && mentions(holds, name)) &&
    !some(holds, ({ kind }) => kind === 'inputIs' || kind === 'inputHas')
  )
    return report.add(
      'CONSTANT_PROPERTY',
      member.nameNode,
      `${quoted(member.name)} looks at nothing, so it is true or false for ever.`,
      form,
    )
  return { holds, node, scope }
}

/** What a function of the first of the variables given answers. */
function readOver(
  member: Member,
  variables: readonly Variable[],
  place: Place,
  expected: ValueType | null,
): { value: Expr; node: ts.FunctionLikeDeclaration; scope: Scope } | null {
  const found = functionIn(member, place)
  if (found === null) return null
  const { target } = found
  const { node } = target
  place.report.judged.add(node)
  if (node.parameters.length > variables.length)
    return place.report.add(
      'FUNCTION_FORM',
      node,
      'The function has more parameters than it gets.',
      `(${variables.map(({ name }) => name).join(', ')}) => …`,
    )
  const bindings = variables.slice(0, node.parameters.length).map(({ name, type }): Binding => ({ kind: 'variable', name, type }))
  const value = readBody(target, bindings, member.nameNode, { ...place, scope: target.scope }, expected)
  return value === null ? null : { value, node, scope: target.scope }
}
