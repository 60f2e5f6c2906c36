/** Reads compositions: which machines, what goes between them and what comes from outside, and what they promise together. */
import type { ts } from 'ts-morph'
import { type Composed, composedIds } from '../domains.js'
import type { Composition, History, Machine } from '../ir.js'
import { type Known, machineAt, membersOfPart, textOf } from './composition-parts.js'
import { readWholeModel } from './composition-model.js'
import { constantNumber, listOf, type Member, partsOf, valueOf } from './constants.js'
import { unlessTooDeep } from './depth.js'
import type { Definition } from './definitions.js'
import { readDrive, reportOutsideModel } from './drives.js'
import { readHistory } from './histories.js'
import { type MachineRead, reportSameName } from './machines.js'
import { positionOf, quoted, type Report } from './report.js'
import { readLocal, readRoute } from './routes.js'
import { readWholeEventually, readWholeProperties, readWholeRefinements, type Whole } from './whole.js'

const PARTS = {
  needed: ['name', 'version', 'machines', 'routes', 'locals', 'model'],
  optional: ['environment', 'history', 'always', 'reachable', 'eventually', 'refines'],
} as const

type Parts = Partial<Record<(typeof PARTS.needed)[number] | (typeof PARTS.optional)[number], Member>>

const DRIVE = "environment: { name: drive({ to: Machine, input: 'Input' }) }"

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
  const parts: Parts | null = partsOf(object, scope, report, PARTS)
  if (parts === null) return null
  const before = report.count
  const name = textOf(parts.name, report)
  const version = parts.version === undefined ? null : valueOf(parts.version, report)
  const listed = readListed(parts.machines, machines, report)
  const known: Known = { report, machines, listed: listed.map(({ machine }) => machine) }
  const routeMembers = membersOfPart(parts.routes, report)
  const localMembers = membersOfPart(parts.locals, report)
  const routes = routeMembers.flatMap((member) => readRoute(member, known) ?? [])
  const locals = localMembers.flatMap((member) => readLocal(member, known) ?? [])
  // What is not readable is reported already, and may be what tells of an effect.
  if (routes.length === routeMembers.length && locals.length === localMembers.length) all.push(...listed)
  const history: History[] = []
  for (const member of membersOfPart(parts.history, report)) {
    const read = readHistory(member, history, known)
    if (read !== null) history.push(read)
  }
  const soundWhole = report.count === before
  const driveMembers = membersOfPart(parts.environment, report)
  if (driveMembers.length === 0)
    report.add('ENVIRONMENT_MISSING', parts.environment?.nameNode ?? call, 'Nothing comes from outside, so nothing ever happens.', DRIVE)
  const drives = driveMembers.flatMap((member) => readDrive(member, locals, known) ?? [])
  const environment = drives.map(({ drive }) => drive)
  const model = readWholeModel(parts.model, { routes, environment, history }, report.count === before, known)
  // What a composed id is made of is known when all that makes it was read.
  const isSound = report.count === before
  const composedIn = (bounds: 'ci' | 'deep'): Composed => (isSound ? composedIds({ routes }, model[bounds]) : new Map())
  reportOutsideModel(drives, model, { ci: composedIn('ci'), deep: composedIn('deep') }, report)
  const whole: Whole = { name: name?.text ?? '', routes, drives: driveMembers.map((member) => member.name), history }
  // What a property looks at is known when all that it may look at was read.
  const promised: Parts = soundWhole ? parts : {}
  return {
    name: whole.name,
    version: version === null ? 0 : (constantNumber(version, parts.version!.scope, report) ?? 0),
    doc,
    at: positionOf(parts.name?.value ?? call),
    machines: known.listed.map((machine) => machine.name),
    routes,
    locals,
    environment,
    history,
    always: readWholeProperties(promised.always, whole, known),
    reachable: readWholeProperties(promised.reachable, whole, known),
    eventually: readWholeEventually(promised.eventually, whole, known),
    refines: readWholeRefinements(promised.refines, whole, known),
    model,
  }
}

function readListed(member: Member | undefined, machines: readonly MachineRead[], report: Report): Listed[] {
  const list = member === undefined ? null : valueOf(member, report)
  const listed: Listed[] = []
  for (const { node, scope } of list === null ? [] : (listOf(list, member!.scope, report) ?? [])) {
    const machine = machineAt(node, scope, { report, machines })
    if (machine === null) continue
    if (machine.name === 'outbox')
      report.add('RESERVED_NAME', node, 'Properties find what is under way in "outbox".', 'another name for the machine')
    if (listed.some((other) => other.machine === machine))
      report.add('DUPLICATE_NAME', node, `${quoted(machine.name)} stands here twice.`, 'each machine once')
    else listed.push({ machine, node })
  }
  return listed
}
