/** Reads machines: `machine({ … })`, part by part, in the order in which the parts need one another. */
import { ts } from 'ts-morph'
import type { Effect, Field, Input, Machine, Named } from '../ir.js'
import { parametersFor, readRefusals } from './conditions.js'
import {
  constantNames,
  constantNumber,
  constantText,
  declaredMembers,
  type Item,
  type Member,
  partsOf,
  reportDuplicates,
  valueOf,
} from './constants.js'
import { unlessTooDeep } from './depth.js'
import type { Definition } from './definitions.js'
import { withFirstValues } from './first-values.js'
import { Functions } from './functions.js'
import { domainsOf, readModel } from './model.js'
import { placeIn, type Vocabulary } from './place.js'
import { readEventually, readProperties, readRefinements } from './properties.js'
import { anyOf, positionOf, quoted, Report } from './report.js'
import { readTransitions } from './transitions.js'
import { readFields, readSupplied, type FieldRules } from './types.js'
import { isNumber, isScalar } from './value-types.js'

export interface MachineRead {
  readonly call: ts.CallExpression
  readonly machine: Machine
}

const PARTS = {
  needed: ['name', 'version', 'key', 'phases', 'initial', 'terminal', 'state', 'inputs', 'effects', 'transitions', 'model'],
  optional: ['init', 'limits', 'indexes', 'always', 'reachable', 'eventually', 'refines'],
} as const

type Parts = Partial<Record<(typeof PARTS.needed)[number] | (typeof PARTS.optional)[number], Member>>

const REALM = 'Realm'
const KEY: FieldRules = { of: 'A key', reserved: [], allows: isScalar }
const STATE: FieldRules = { of: 'The state', reserved: ['phase'], allows: () => true }
const LIMITS: FieldRules = { of: 'The limits', reserved: [], allows: isNumber }
const INPUT: FieldRules = { of: 'An input', reserved: ['type'], allows: ({ kind }) => kind !== 'table' && kind !== 'set' }
const EFFECT: FieldRules = { of: 'An effect', reserved: ['type'], allows: ({ kind }) => kind !== 'table' && kind !== 'set' }

export function readMachines(definitions: readonly Definition[], report: Report): MachineRead[] {
  const machines: MachineRead[] = []
  for (const definition of definitions) {
    const machine = unlessTooDeep(() => readMachine(definition, report), null, positionOf(definition.call), report)
    if (machine !== null) machines.push({ call: definition.call, machine })
  }
  return machines
}

/** Names that become the names of files may not differ in case alone. */
export function reportSameName(name: string, node: ts.Node, others: readonly Named[], report: Report): void {
  const other = others.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (other !== undefined)
    report.add(
      'DUPLICATE_NAME',
      node,
      `${quoted(name)} is also the name of what stands at ${other.at.file}:${other.at.line}.`,
      'names that differ in more than case',
    )
}

function readMachine({ call, scope, doc }: Definition, report: Report): Machine | null {
  const [object] = call.arguments
  if (object === undefined) return report.add('MISSING_PART', call, 'A machine needs its definition.', 'machine({ … })')
  const parts: Parts | null = partsOf(object, scope, report, PARTS)
  if (parts === null) return null
  const text = (member: Member | undefined): string => using(member, report, constantText) ?? ''
  const fields = (member: Member | undefined, rules: FieldRules): Field[] =>
    using(member, report, (node, at) => readFields(node, at, report, rules)) ?? []

  const before = report.count
  const name = text(parts.name)
  const phases = report.losing(() => using(parts.phases, report, constantNames)) ?? []
  reportDuplicates(phases, report)
  const key = fields(parts.key, KEY)
  const state = withFirstValues(fields(parts.state, STATE), parts.init, report)
  const limits = fields(parts.limits, LIMITS)
  for (const part of [parts.inputs, parts.effects, parts.transitions]) report.losing(() => membersOfPart(part, report))
  const inputs = readInputs(parts.inputs, limits, report)
  const effects = readEffects(parts.effects, report)
  const names: Vocabulary = { name, key, phases: phases.map((phase) => phase.name), state, limits, inputs, effects }
  const soundTypes = report.count === before
  const initial = phaseIn(parts.initial, names, report)
  const terminal = namesIn(parts.terminal, report)
  reportUnknown(terminal, names.phases, report)

  const functions = new Functions()
  const known = { report, machine: names, functions }
  const deciding = placeIn(scope, { ...known, mode: 'transition' })
  const judging = placeIn(scope, { ...known, mode: 'property' })
  const answering = inputs.map((input): Input => {
    const refuse = refusalsOf(parts.inputs, input.name, report)
    return refuse === null ? input : { ...input, refuse: readRefusals(refuse, parametersFor(input.name), deciding) }
  })
  const transitions = readTransitions(
    parts.transitions,
    terminal.map((phase) => phase.name),
    deciding,
  )
  const always = readProperties(parts.always, judging)
  const reachable = readProperties(parts.reachable, judging)
  const eventually = readEventually(
    parts.eventually,
    transitions.map((transition) => transition.name),
    judging,
  )
  const refines = readRefinements(parts.refines, judging)
  const sized = [
    ...state,
    ...limits,
    ...inputs.flatMap((input) => [...input.fields, ...input.supplied]),
    ...effects.flatMap((effect) => effect.fields),
  ]
  const keyed = [...key, ...missingRealm(parts, [...sized, ...key], report)]
  return {
    name,
    version: using(parts.version, report, constantNumber) ?? 0,
    doc,
    at: positionOf(parts.name?.value ?? call),
    key,
    phases: phases.map((phase): Named => ({ name: phase.name, doc: phase.doc, at: positionOf(phase.node) })),
    initial,
    terminal: terminal.map((phase) => phase.name),
    state,
    limits,
    indexes: readIndexes(parts.indexes, [...key, ...state], report),
    inputs: answering,
    effects,
    functions: functions.all(),
    transitions,
    always,
    reachable,
    eventually,
    refines,
    model: readModel(parts.model, domainsOf(sized, keyed, report), soundTypes, report),
  }
}

/** A model that has realms, of a machine whose key has none: what lacks is the field, and no size is too many. */
function missingRealm({ key, model }: Parts, fields: readonly Field[], report: Report): Field[] {
  // What is wrong with the model is said where it is read.
  const unheard = new Report()
  const sizes = ['ci', 'deep'].flatMap((name) =>
    membersOfPart(
      membersOfPart(model, unheard).find((one) => one.name === name),
      unheard,
    ),
  )
  if (key === undefined || !sizes.some(({ name }) => name === REALM) || domainsOf(fields, [], unheard).has(REALM)) return []
  report.add(
    'KEY_WITHOUT_REALM',
    key.nameNode,
    'The key has no realm, which is the scope of every other id.',
    "key: { realm: id('Realm'), … }",
  )
  return [{ name: 'realm', doc: '', at: positionOf(key.nameNode), type: { kind: 'id', domain: REALM } }]
}

/** What a member's expression is read as, if it is there and is one. */
function using<A>(
  member: Member | undefined,
  report: Report,
  read: (node: ts.Expression, scope: Member['scope'], report: Report) => A,
): A | null {
  const node = member === undefined ? null : valueOf(member, report)
  return node === null ? null : read(node, member!.scope, report)
}

function namesIn(member: Member | undefined, report: Report): Item[] {
  const items = using(member, report, constantNames) ?? []
  reportDuplicates(items, report)
  return items
}

function phaseIn(member: Member | undefined, names: Vocabulary, report: Report): string {
  const name = using(member, report, constantText)
  if (name === null) return ''
  reportUnknown([{ name, node: member!.value, doc: '' }], names.phases, report)
  return name
}

function reportUnknown(items: readonly Item[], phases: readonly string[], report: Report): void {
  for (const { name, node } of items)
    if (!phases.includes(name)) report.add('UNKNOWN_PHASE', node, `There is no phase ${quoted(name)}.`, `one of ${anyOf(phases)}`)
}

function membersOfPart(member: Member | undefined, report: Report): Member[] {
  return using(member, report, declaredMembers) ?? []
}

function readInputs(member: Member | undefined, limits: readonly Field[], report: Report): Input[] {
  return membersOfPart(member, report).map((one): Input => {
    const parts = inputParts(one, report)
    const fields = using(parts?.fields, report, (node, scope) => readFields(node, scope, report, INPUT)) ?? []
    const supplied = using(parts?.supplied, report, (node, scope) => readSupplied(node, scope, report, limits)) ?? []
    for (const { name, at } of supplied)
      if (fields.some((field) => field.name === name))
        report.addAt('DUPLICATE_NAME', at, `${quoted(name)} is declared twice.`, 'one declaration of each name')
    return { name: one.name, doc: one.doc, at: positionOf(one.nameNode), fields, supplied, refuse: [] }
  })
}

function inputParts(member: Member, report: Report) {
  return using(member, report, (node, scope) => partsOf(node, scope, report, { needed: ['fields'], optional: ['supplied', 'refuse'] }))
}

function refusalsOf(inputs: Member | undefined, name: string, report: Report): Member | null {
  const input = membersOfPart(inputs, report).find((one) => one.name === name)
  return (input === undefined ? null : inputParts(input, report)?.refuse) ?? null
}

function readEffects(member: Member | undefined, report: Report): Effect[] {
  return membersOfPart(member, report).map((one): Effect => {
    const fields = using(one, report, (node, scope) => readFields(node, scope, report, EFFECT)) ?? []
    return { name: one.name, doc: one.doc, at: positionOf(one.nameNode), fields }
  })
}

function readIndexes(member: Member | undefined, fields: readonly Field[], report: Report): Machine['indexes'] {
  const columns = ['phase', ...fields.filter(({ type }) => type.kind !== 'table' && type.kind !== 'set').map(({ name }) => name)]
  return membersOfPart(member, report).map((one) => {
    const items = namesIn(one, report)
    for (const { name, node } of items)
      if (!columns.includes(name)) report.add('UNKNOWN_FIELD', node, `There is no column ${quoted(name)}.`, `one of ${anyOf(columns)}`)
    return { name: one.name, columns: items.map(({ name }) => name) }
  })
}
