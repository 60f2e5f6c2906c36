/** Reads the promises of a composition, over all instances of all its machines and what is under way between them. */
import type { Field, History, LeadsTo, Machine, Property, Refinement, Route, Type } from '../ir.js'
import { type Known, membersOfPart, textOf } from './composition-parts.js'
import { constantNames, type Item, type Member, partsOf, reportDuplicates, valueOf } from './constants.js'
import { type Place, placeIn } from './place.js'
import { readMap, readModuleName, readPredicate, type Variable } from './properties.js'
import { anyOf, positionOf, quoted } from './report.js'
import { sourceOf } from './syntax.js'
import { usesOf } from './uses.js'

export interface Whole {
  readonly name: string
  readonly routes: readonly Route[]
  /** The names of the drives, readable or not. */
  readonly drives: readonly string[]
  readonly history: readonly History[]
}

type Fields = readonly { readonly name: string; readonly type: Type }[]

/** What `c` is: a table of the instances of each machine, and the messages of each route. */
export function typeOfWhole({ routes, history }: Whole, { listed }: Known): Type {
  const instances = listed.map((machine): Fields[number] => {
    const { name, state, phases } = machine
    const phase: Type = { kind: 'oneOf', values: phases.map((one) => one.name) }
    const remembered = history.filter(({ of }) => of === name).flatMap(({ fields }) => fields)
    return { name, type: { kind: 'table', key: keyOf(machine), row: [{ name: 'phase', type: phase }, ...shape([...state, ...remembered])], unique: [] } } // prettier-ignore
  })
  const messages = routes.flatMap(({ name, from, effect }): Fields => {
    const source = listed.find((machine) => machine.name === from)
    const told = source?.effects.find((one) => one.name === effect)
    if (source === undefined || told === undefined) return []
    const of: Type = {
      kind: 'record',
      fields: [
        { name: 'from', type: keyOf(source) },
        { name: 'effect', type: { kind: 'record', fields: shape(told.fields) } },
      ],
    }
    return [{ name, type: { kind: 'set', of } }]
  })
  return { kind: 'record', fields: [...instances, { name: 'outbox', type: { kind: 'record', fields: messages } }] }
}

function keyOf({ key }: Machine): Type {
  return { kind: 'record', fields: shape(key) }
}

function shape(fields: readonly Field[]): { name: string; type: Type }[] {
  return fields.map(({ name, type }) => ({ name, type }))
}

export function readWholeProperties(member: Member | undefined, whole: Whole, known: Known): Property[] {
  const variables = variablesOf(whole, null, known)
  return membersOfPart(member, known.report).flatMap((one): Property[] => {
    const type = variables[0]!.type
    const read = readPredicate(
      one,
      [...variables, { name: 'next', type }],
      placeOf(one, whole, known, 'property', ['c', 'next']),
      '(c) => a condition on c',
    )
    if (read === null) return []
    const { holds, node } = read
    const over = node.parameters.length > 1 ? 'step' : 'state'
    return [{ name: one.name, doc: one.doc, at: positionOf(one.nameNode), over, holds, source: sourceOf(node), ...usesOf(read) }]
  })
}

export function readWholeEventually(member: Member | undefined, whole: Whole, known: Known): LeadsTo[] {
  const { report } = known
  return membersOfPart(member, report).flatMap((one): LeadsTo[] => {
    const object = valueOf(one, report)
    const parts =
      object === null
        ? null
        : partsOf(object, one.scope, report, { needed: ['from', 'to', 'fair'] as const, optional: ['each', 'strong'] as const })
    if (parts === null) return []
    const each = readEach(parts.each, known)
    const fair = readSteps(parts.fair, whole, known)
    const strong = readSteps(parts.strong, whole, known)
    reportDuplicates([...fair, ...strong], report)
    if (each === undefined) return []
    const [from, to] = [parts.from, parts.to].map((part) => {
      if (part === undefined) return null
      const place = placeOf(part, whole, known, 'property', namesFor(each))
      return readPredicate(part, variablesOf(whole, each, known), place, '(c, at) => a condition on c', ['at'])
    })
    if (from === null || from === undefined || to === null || to === undefined) return []
    return [
      {
        name: one.name,
        doc: one.doc,
        at: positionOf(one.nameNode),
        each: each?.name ?? null,
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

export function readWholeRefinements(member: Member | undefined, whole: Whole, known: Known): Refinement[] {
  const { report } = known
  return membersOfPart(member, report).flatMap((one): Refinement[] => {
    const object = valueOf(one, report)
    const parts =
      object === null ? null : partsOf(object, one.scope, report, { needed: ['abstract', 'map'] as const, optional: ['each'] as const })
    if (parts === null) return []
    const each = readEach(parts.each, known)
    const abstract = readModuleName(parts.abstract, report)
    if (each === undefined) return []
    const place = placeOf(one, whole, known, 'map', namesFor(each))
    const map = readMap(parts.map, variablesOf(whole, each, known), place)
    return abstract === null
      ? []
      : [{ name: one.name, doc: one.doc, at: positionOf(one.nameNode), each: each?.name ?? null, abstract, map }]
  })
}

/** The machine for each of whose instances it is promised; null when it is for the whole, undefined when it is none. */
function readEach(member: Member | undefined, { listed, report }: Known): Machine | null | undefined {
  if (member === undefined) return null
  const name = textOf(member, report)
  if (name === null) return undefined
  const machine = listed.find((one) => one.name === name.text)
  if (machine === undefined)
    report.add(
      'UNKNOWN_MACHINE',
      name.node,
      `${quoted(name.text)} is no machine of this composition.`,
      `one of ${anyOf(listed.map((one) => one.name))}`,
    )
  return machine
}

/** Which steps are not put off for ever. */
function readSteps(member: Member | undefined, { drives, routes }: Whole, { report }: Known): Item[] {
  const list = member === undefined ? null : valueOf(member, report)
  const items = list === null ? [] : (constantNames(list, member!.scope, report) ?? [])
  const sent = routes.filter(({ delivery }) => delivery === 'outbox').map(({ name }) => name)
  const steps = [...drives, ...['deliver', 'acknowledge'].flatMap((word) => sent.map((name) => `${word}.${name}`))]
  for (const { name, node } of items) {
    const atomic = routes.find((route) => name === `deliver.${route.name}` || name === `acknowledge.${route.name}`)
    if (steps.includes(name)) continue
    if (atomic === undefined) report.add('UNKNOWN_STEP', node, `There is no step ${quoted(name)}.`, `one of ${anyOf(steps)}`)
    else report.add('UNKNOWN_STEP', node, `${quoted(atomic.name)} is atomic: it is part of the step that sends.`, `one of ${anyOf(steps)}`)
  }
  return items
}

function variablesOf(whole: Whole, each: Machine | null, known: Known): Variable[] {
  const c: Variable = { name: 'c', type: typeOfWhole(whole, known) }
  return each === null ? [c] : [c, { name: 'at', type: keyOf(each) }]
}

function namesFor(each: Machine | null): readonly string[] {
  return each === null ? ['c'] : ['c', 'at']
}

/** A composition has no state, inputs and functions of its own: what its properties call is read where it is called. */
function placeOf({ scope }: Member, { name }: Whole, { report }: Known, mode: 'property' | 'map', names: readonly string[]): Place {
  const machine = { name, key: [], phases: [], state: [], limits: [], inputs: [], effects: [] }
  return placeIn(scope, { report, machine, mode, functions: null }, names)
}
