/** Reads transitions: what each answers, from where to where, under which conditions, and what then changes and is told. */
import type { Transition } from '../ir.js'
import { parametersFor, readDecision, readRefusals } from './conditions.js'
import { constantNames, constantText, declaredMembers, type Member, partsOf, reportDuplicates, valueOf } from './constants.js'
import { readEmit } from './emissions.js'
import { BOOL, type Place } from './place.js'
import { anyOf, positionOf, quoted } from './report.js'
import { readUpdate } from './updates.js'

const PARTS = { needed: ['on', 'from', 'to'], optional: ['when', 'refuse', 'update', 'emit'] } as const

export function readTransitions(member: Member | undefined, terminal: readonly string[], place: Place): Transition[] {
  const node = member === undefined ? null : valueOf(member, place.report)
  if (node === null) return []
  return (declaredMembers(node, member!.scope, place.report) ?? []).flatMap((one) => readTransition(one, terminal, place) ?? [])
}

function readTransition(member: Member, terminal: readonly string[], place: Place): Transition | null {
  const { report, machine } = place
  const object = valueOf(member, report)
  const parts = object === null ? null : partsOf(object, member.scope, report, PARTS)
  if (parts === null) return null
  const on = readName(parts.on, place)
  const from = readFrom(parts.from, place)
  const to = readTo(parts.to, from, terminal, place)
  if (on === null) return null
  if (!machine.inputs.some(({ name }) => name === on.name))
    return report.add(
      'UNKNOWN_INPUT',
      on.node,
      `There is no input ${quoted(on.name)}.`,
      `one of ${anyOf(machine.inputs.map(({ name }) => name))}`,
    )
  const parameters = parametersFor(on.name)
  const at = positionOf(member.nameNode)
  const when = parts.when === undefined ? null : readDecision(parts.when, parameters, place)
  return {
    name: member.name,
    doc: member.doc,
    at,
    on: on.name,
    from,
    to,
    when: when ?? { kind: 'literal', value: true, type: BOOL, at },
    refuse: parts.refuse === undefined ? [] : readRefusals(parts.refuse, parameters, place),
    update: parts.update === undefined ? [] : readUpdate(parts.update, parameters, place),
    emit: parts.emit === undefined ? [] : readEmit(parts.emit, parameters, place),
  }
}

function readName(member: Member | undefined, { report }: Place) {
  const node = member === undefined ? null : valueOf(member, report)
  const name = node === null ? null : constantText(node, member!.scope, report)
  return name === null || node === null ? null : { name, node }
}

function readFrom(member: Member | undefined, { report, machine }: Place): string[] {
  const node = member === undefined ? null : valueOf(member, report)
  const items = node === null ? null : constantNames(node, member!.scope, report)
  if (items === null) return []
  reportDuplicates(items, report)
  if (items.length === 0)
    report.add('MISSING_PART', node!, 'A transition starts from at least one phase.', `from: [${quoted(machine.phases[0] ?? 'Phase')}]`)
  for (const { name, node: at } of items)
    if (!machine.phases.includes(name))
      report.add('UNKNOWN_PHASE', at, `There is no phase ${quoted(name)}.`, `one of ${anyOf(machine.phases)}`)
  return items.map(({ name }) => name)
}

function readTo(member: Member | undefined, from: readonly string[], terminal: readonly string[], place: Place): string {
  const { report, machine } = place
  const to = readName(member, place)
  if (to === null || to.name === 'same') return 'same'
  if (!machine.phases.includes(to.name))
    report.add('UNKNOWN_PHASE', to.node, `There is no phase ${quoted(to.name)}.`, `'same', or one of ${anyOf(machine.phases)}`)
  const left = from.filter((phase) => terminal.includes(phase) && phase !== to.name)
  if (left.length > 0) report.add('TERMINAL_LEAVES', to.node, `A way leads out of the terminal phase ${anyOf(left)}.`, "to: 'same'")
  return to.name
}
