/** What the parts of a composition have in common: a machine, an input or an effect that is named, and the call that makes a part. */
import { ts } from 'ts-morph'
import type { Effect, Input, Machine } from '../ir.js'
import { constantText, declaredMembers, type Member, valueOf } from './constants.js'
import type { MachineRead } from './machines.js'
import type { Vocabulary } from './place.js'
import { anyOf, quoted, type Report } from './report.js'
import { resolve, type Scope } from './scope.js'

export interface Known {
  readonly report: Report
  readonly machines: readonly MachineRead[]
  /** The machines that this composition names. */
  readonly listed: readonly Machine[]
}

export function membersOfPart(member: Member | undefined, report: Report): Member[] {
  const node = member === undefined ? null : valueOf(member, report)
  return node === null ? [] : (declaredMembers(node, member!.scope, report) ?? [])
}

export function textOf(member: Member | undefined, report: Report): { text: string; node: ts.Expression } | null {
  const node = member === undefined ? null : valueOf(member, report)
  const text = node === null ? null : constantText(node, member!.scope, report)
  return node === null || text === null ? null : { text, node }
}

export function machineAt(node: ts.Expression, scope: Scope, { report, machines }: Pick<Known, 'report' | 'machines'>): Machine | null {
  const found = resolve(node, scope)
  const machine = found.kind === 'node' ? machines.find(({ call }) => call === found.node)?.machine : undefined
  return (
    machine ??
    report.add('UNKNOWN_MACHINE', node, 'This is no machine of the specs.', `one of ${anyOf(machines.map((one) => one.machine.name))}`)
  )
}

export function machineIn(member: Member | undefined, known: Known): Machine | null {
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

export function effectIn(member: Member | undefined, from: Machine | null, report: Report): Effect | null {
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

export function inputIn(member: Member | undefined, to: Machine | null, report: Report): Input | null {
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

/** The call of `route`, `drive`, … that a member holds, and the object it is given. */
export function callIn(
  member: Member,
  words: readonly string[],
  report: Report,
): { word: string; object: ts.Expression; scope: Scope } | null {
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

export function vocabularyOf(machine: Machine): Vocabulary {
  const { name, key, state, limits, inputs, effects } = machine
  return { name, key, phases: machine.phases.map((phase) => phase.name), state, limits, inputs, effects }
}
