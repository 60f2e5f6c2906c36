/** Reads which effect becomes which input of whom, and which effects stay where they are. */
import type { Effect, Field, Input, Local, Machine, Route, ValueType } from '../ir.js'
import { openFunction } from './bodies.js'
import { callIn, effectIn, inputIn, type Known, machineIn, textOf, vocabularyOf } from './composition-parts.js'
import { functionIn } from './conditions.js'
import { constantNames, type Member, partsOf, reportDuplicates, valueOf } from './constants.js'
import { placeIn } from './place.js'
import { readPredicate } from './properties.js'
import { type FieldValue, readFieldValues } from './records.js'
import { anyOf, positionOf, quoted, type Report } from './report.js'
import type { Binding } from './scope.js'

export function readRoute(member: Member, known: Known): Route | null {
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

export function readLocal(member: Member, known: Known): Local | null {
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
