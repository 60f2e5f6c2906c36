/** Reads compositions: which machines, which effect becomes which input, and which effects stay local. */
import { ts } from 'ts-morph'
import type { Composition, Effect, Field, Input, Local, Machine, Route, ValueType } from '../ir.js'
import { openFunction } from './bodies.js'
import { functionIn } from './conditions.js'
import {
  constantNames,
  constantNumber,
  constantText,
  declaredMembers,
  listOf,
  type Member,
  partsOf,
  reportDuplicates,
  valueOf,
} from './constants.js'
import { unlessTooDeep } from './depth.js'
import type { Definition } from './definitions.js'
import { type MachineRead, reportSameName } from './machines.js'
import { placeIn, type Vocabulary } from './place.js'
import { readPredicate } from './properties.js'
import { type FieldValue, readFieldValues } from './records.js'
import { anyOf, positionOf, quoted, type Report } from './report.js'
import { type Binding, resolve, type Scope } from './scope.js'

interface Known {
  readonly report: Report
  readonly machines: readonly MachineRead[]
  /** The machines that this composition names. */
  readonly listed: readonly Machine[]
}

/** A machine where a composition names it. */
interface Listed {
  readonly machine: Machine
  readonly node: ts.Expression
}

export function readCompositions(definitions: readonly Definition[], machines: readonly MachineRead[], report: Report): Composition[] {
  const named: { name: string; doc: string; at: Machine['at'] }[] = []
  for (const { machine, call } of machines) {
    reportSameName(machine.name, call, named, report)
    named.push(machine)
  }
  const listed: Listed[] = []
  const compositions = definitions.flatMap((definition): Composition[] => {
    const read = () => readComposition(definition, machines, listed, report)
    const composition = unlessTooDeep(read, null, positionOf(definition.call), report)
    if (composition === null) return []
    reportSameName(composition.name, definition.call, named, report)
    named.push(composition)
    return [composition]
  })
  reportForgotten(listed, compositions, report)
  return compositions
}

/** An effect of a machine that is in a composition is routed or local in one of them. */
function reportForgotten(listed: readonly Listed[], compositions: readonly Composition[], report: Report): void {
  const said = compositions.flatMap(({ routes, locals }) => [...routes, ...locals])
  for (const [n, { machine, node }] of listed.entries()) {
    if (listed.findIndex((other) => other.machine === machine) < n) continue
    for (const { name } of machine.effects)
      if (!said.some(({ from, effect }) => from === machine.name && effect === name))
        report.add(
          'EFFECT_NOT_ROUTED',
          node,
          `The effect ${quoted(name)} of ${machine.name} goes nowhere.`,
          'route({ … }), fanOut({ … }), or local({ … })',
        )
  }
}

function readComposition(
  { call, scope, doc }: Definition,
  machines: readonly MachineRead[],
  all: Listed[],
  report: Report,
): Composition | null {
  const [object] = call.arguments
  if (object === undefined) return report.add('MISSING_PART', call, 'A composition needs its definition.', 'composition({ … })')
  const parts = partsOf(object, scope, report, { needed: ['name', 'version', 'machines', 'routes', 'locals'], optional: [] })
  if (parts === null) return null
  const name = textOf(parts.name, report)
  const version = parts.version === undefined ? null : valueOf(parts.version, report)
  const list = parts.machines === undefined ? null : valueOf(parts.machines, report)
  const listed = (list === null ? [] : (listOf(list, parts.machines!.scope, report) ?? [])).flatMap(({ node, scope: at }) => {
    const machine = machineAt(node, at, { report, machines })
    return machine === null ? [] : [{ machine, node }]
  })
  const known: Known = { report, machines, listed: listed.map(({ machine }) => machine) }
  const routeMembers = membersOfPart(parts.routes, report)
  const localMembers = membersOfPart(parts.locals, report)
  const routes = routeMembers.flatMap((member) => readRoute(member, known) ?? [])
  const locals = localMembers.flatMap((member) => readLocal(member, known) ?? [])
  // What is not readable is reported already, and may be what tells of an effect.
  if (routes.length === routeMembers.length && locals.length === localMembers.length) all.push(...listed)
  return {
    name: name?.text ?? '',
    version: version === null ? 0 : (constantNumber(version, parts.version!.scope, report) ?? 0),
    doc,
    at: positionOf(parts.name?.value ?? call),
    machines: known.listed.map((machine) => machine.name),
    routes,
    locals,
  }
}

function membersOfPart(member: Member | undefined, report: Report): Member[] {
  const node = member === undefined ? null : valueOf(member, report)
  return node === null ? [] : (declaredMembers(node, member!.scope, report) ?? [])
}

function textOf(member: Member | undefined, report: Report): { text: string; node: ts.Expression } | null {
  const node = member === undefined ? null : valueOf(member, report)
  const text = node === null ? null : constantText(node, member!.scope, report)
  return node === null || text === null ? null : { text, node }
}

function machineAt(node: ts.Expression, scope: Scope, { report, machines }: Pick<Known, 'report' | 'machines'>): Machine | null {
  const found = resolve(node, scope)
  const machine = found.kind === 'node' ? machines.find(({ call }) => call === found.node)?.machine : undefined
  return (
    machine ??
    report.add('UNKNOWN_MACHINE', node, 'This is no machine of the specs.', `one of ${anyOf(machines.map((one) => one.machine.name))}`)
  )
}

function machineIn(member: Member | undefined, known: Known): Machine | null {
  const node = member === undefined ? null : valueOf(member, known.report)
  const machine = node === null ? null : machineAt(node, member!.scope, known)
  if (machine !== null && !known.listed.includes(machine))
    return known.report.add(
      'UNKNOWN_MACHINE',
      node!,
      `${machine.name} is not among the machines of this composition.`,
      `machines: [${machine.name}, …]`,
    )
  return machine
}

function effectIn(member: Member | undefined, from: Machine | null, report: Report): Effect | null {
  const name = textOf(member, report)
  if (name === null || from === null) return null
  return (
    from.effects.find((effect) => effect.name === name.text) ??
    report.add(
      'UNKNOWN_EFFECT',
      name.node,
      `${from.name} has no effect ${quoted(name.text)}.`,
      `one of ${anyOf(from.effects.map((one) => one.name))}`,
    )
  )
}

/** The call of `route`, `fanOut` or `local` that a member holds, and the object it is given. */
function callIn(member: Member, words: readonly string[], report: Report): { word: string; object: ts.Expression; scope: Scope } | null {
  const node = valueOf(member, report)
  const found = node === null ? null : resolve(node, member.scope)
  if (found?.kind === 'node' && ts.isCallExpression(found.node)) {
    const callee = resolve(found.node.expression, found.scope)
    const object = found.node.arguments[0]
    if (callee.kind === 'word' && words.includes(callee.word) && object !== undefined)
      return { word: callee.word, object, scope: found.scope }
  }
  return report.add('NOT_CONSTANT', member.node, `${quoted(member.name)} is made by ${words.join(' or ')}.`, `${words[0]}({ … })`)
}

function readRoute(member: Member, known: Known): Route | null {
  const { report } = known
  const call = callIn(member, ['route', 'fanOut'], report)
  if (call === null) return null
  const kind = call.word === 'route' ? 'one' : 'each'
  const target = kind === 'one' ? 'key' : 'where'
  const parts = partsOf(call.object, call.scope, report, {
    needed: ['from', 'effect', 'to', 'input', 'delivery', target, 'fields'] as const,
    optional: ['acknowledges'] as const,
  })
  if (parts === null) return null
  const from = machineIn(parts.from, known)
  const to = machineIn(parts.to, known)
  const effect = effectIn(parts.effect, from, report)
  const input = inputIn(parts.input, to, report)
  const delivery = readDelivery(parts.delivery, kind, report)
  const acknowledges = readAcknowledged(parts.acknowledges, to, input, report)
  if (from === null || to === null || effect === null || input === null) return null
  const sender = { from, effect, report }
  const key = readMapping(parts[target], sender, to.key, { what: `The key of ${to.name}`, complete: kind === 'one' })
  const fields = readMapping(parts.fields, sender, input.fields, { what: `The input ${input.name}`, complete: true })
  const names = { from: from.name, effect: effect.name, to: to.name, input: input.name }
  return {
    name: member.name,
    doc: member.doc,
    at: positionOf(member.nameNode),
    ...names,
    delivery,
    target: { kind, key },
    fields,
    acknowledges,
  }
}

function inputIn(member: Member | undefined, to: Machine | null, report: Report): Input | null {
  const name = textOf(member, report)
  if (name === null || to === null) return null
  return (
    to.inputs.find((input) => input.name === name.text) ??
    report.add(
      'UNKNOWN_INPUT',
      name.node,
      `${to.name} has no input ${quoted(name.text)}.`,
      `one of ${anyOf(to.inputs.map((one) => one.name))}`,
    )
  )
}

function readDelivery(member: Member | undefined, kind: 'one' | 'each', report: Report): Route['delivery'] {
  const name = textOf(member, report)
  const allowed = kind === 'one' ? ['atomic', 'outbox'] : ['outbox']
  if (name !== null && !allowed.includes(name.text))
    report.add('TYPE_MISMATCH', name.node, `${quoted(name.text)} is no delivery of this route.`, anyOf(allowed))
  return name?.text === 'atomic' ? 'atomic' : 'outbox'
}

function readAcknowledged(member: Member | undefined, to: Machine | null, input: Input | null, report: Report): string[] {
  const list = member === undefined ? null : valueOf(member, report)
  const items = list === null ? [] : (constantNames(list, member!.scope, report) ?? [])
  reportDuplicates(items, report)
  if (to === null || input === null) return items.map(({ name }) => name)
  const answering = to.transitions.filter(({ on }) => on === input.name)
  const codes = [...input.refuse, ...answering.flatMap(({ refuse }) => refuse)].map(({ name }) => name)
  const known = [...new Set([...codes, 'not_in_phase', 'not_applicable', 'exhausted'])]
  for (const { name, node } of items)
    if (!known.includes(name))
      report.add('ACKNOWLEDGES_UNKNOWN', node, `${to.name} never answers ${input.name} with ${quoted(name)}.`, `one of ${anyOf(known)}`)
  return items.map(({ name }) => name)
}

/** A function from the effect and the sender's key to fields of the receiver. */
function readMapping(
  member: Member | undefined,
  { from, effect, report }: { from: Machine; effect: Effect; report: Report },
  types: readonly Field[],
  wanted: { readonly what: string; readonly complete: boolean },
): FieldValue[] {
  if (member === undefined) return []
  const place = placeIn(member.scope, { report, machine: vocabularyOf(from), mode: 'route', functions: null })
  const found = functionIn(member, place)
  if (found === null) return []
  const { target } = found
  const variables: { name: string; type: ValueType }[] = [
    { name: 'effect', type: { kind: 'effect' } },
    { name: 'from', type: { kind: 'key', machine: from.name } },
  ]
  if (target.node.parameters.length > variables.length) {
    report.add('FUNCTION_FORM', target.node, 'The function has more parameters than it gets.', '(effect, from) => ({ … })')
    return []
  }
  const bindings = variables.map(({ name, type }): Binding => ({ kind: 'variable', name, type }))
  const opened = openFunction(target, bindings, member.nameNode, place)
  if (opened === null) return []
  const inside = { ...place, scope: opened.scope, calls: [target.node], narrowed: new Map([['effect', [effect.name]]]) }
  const isKey = wanted.what.startsWith('The key')
  const fields = readFieldValues(opened.result, inside, types, { ...wanted, complete: wanted.complete && !isKey })
  const missing = fields === null || !wanted.complete ? [] : types.filter(({ name }) => !fields.some((field) => field.name === name))
  if (missing.length > 0)
    report.add(
      'KEY_INCOMPLETE',
      opened.result,
      `${wanted.what} needs ${anyOf(missing.map(({ name }) => name))} too.`,
      missing.map(({ name }) => `${name}: …`).join(', '),
    )
  return fields ?? []
}

function readLocal(member: Member, known: Known): Local | null {
  const { report } = known
  const call = callIn(member, ['local'], report)
  const parts = call === null ? null : partsOf(call.object, call.scope, report, { needed: ['from', 'effect', 'derive'], optional: [] })
  if (parts === null) return null
  const from = machineIn(parts.from, known)
  const effect = effectIn(parts.effect, from, report)
  if (from === null || effect === null || parts.derive === undefined) return null
  const place = placeIn(parts.derive.scope, { report, machine: vocabularyOf(from), mode: 'transition', functions: null })
  const derive = readPredicate(parts.derive, [{ name: 's', type: { kind: 'state' } }], place)
  if (derive === null) return null
  return { name: member.name, doc: member.doc, at: positionOf(member.nameNode), from: from.name, effect: effect.name, derive: derive.holds }
}

function vocabularyOf(machine: Machine): Vocabulary {
  const { name, key, state, limits, inputs, effects } = machine
  return { name, key, phases: machine.phases.map((phase) => phase.name), state, limits, inputs, effects }
}
