import type { Message } from '../../evaluate.js'
import { comesTo, composedIds, inputFields, valuesOf } from '../../domains.js'
import type { Composed } from '../../domains.js'
import type { Composition, Drive, Input, Machine, Sizes } from '../../ir.js'
import { modelBounds } from '../domains.js'
import { canonicalText } from '../key.js'
import { evaluatorSubject, kernelSubject } from '../subject.js'
import type { Kernel } from '../subject.js'
import { instancesOf } from './instances.js'
import type { Instance } from './instances.js'
import { linksOf, localLinksOf } from './links.js'
import type { Link, LocalLink, Router } from './links.js'
import type { Oracle } from './oracle.js'
import { queues } from './queues.js'
import type { Queues } from './queues.js'
import { rowsOf } from './rows.js'
import type { Rows } from './rows.js'

/** What a composition can be tried with before the run says that its domains are too large. */
const MAX_BINDINGS = 100_000

/** A composition ready to run: who is there, what drives them, where their effects go, and how a state is written down. */
export interface System {
  readonly composition: Composition
  readonly sizes: Sizes
  readonly composed: Composed
  readonly machines: ReadonlyMap<string, Machine>
  readonly rows: ReadonlyMap<string, Rows>
  readonly instances: readonly Instance[]
  readonly of: ReadonlyMap<string, readonly Instance[]>
  readonly drives: readonly DrivePart[]
  readonly links: readonly Link[]
  readonly locals: readonly LocalLink[]
  readonly queues: Queues
  /** Where in a state the outbox of an instance stands, and its flags; -1 where it has none. Its row stands at its own number. */
  readonly queueAt: readonly number[]
  readonly flagsAt: readonly number[]
  readonly width: number
  /** The instance of a machine that has this key; null where the model has none. */
  find(machine: string, key: object): Instance | null
  /** Which drives (a bit each, by `DrivePart.bit`) some local of theirs derives in a row. */
  derived(machine: string, row: number): number
  /** The bindings of a routed input on its receiver's machine: one for each value of its supplied fields. */
  supplied(machine: string, message: Message): readonly number[]
}

export interface DrivePart {
  readonly drive: Drive
  /** Those of its machine that it comes to. */
  readonly instances: readonly Instance[]
  /** Numbers of messages of its machine. */
  readonly bindings: readonly number[]
  /** Of its flag, where it must be woken; 0 where it comes on its own. */
  readonly bit: number
}

/** The flag of a source whose first message was received. The others are those of drives. */
export const ANSWERED = 1

export function systemOf(options: {
  readonly composition: Composition
  readonly machines: readonly Machine[]
  readonly bounds: 'ci' | 'deep'
  readonly kernels: ReadonlyMap<string, Kernel> | null
  readonly router: Router | null
  readonly oracle: (composed: Composed) => Oracle
}): System {
  const { composition, bounds: size, kernels, router } = options
  const sizes = composition.model[size]
  const composed = composedIds(composition, sizes)
  const oracle = options.oracle(composed)
  const machines = new Map(composition.machines.map((name) => [name, machineNamed(name, options.machines)]))
  const instances = instancesOf([...machines.values()], sizes, composed)
  const links = linksOf(composition, router).map(oracle.link)
  const locals = localLinksOf(composition, router, (name) => kernels?.has(name) ?? false).map(oracle.local)
  const rows = new Map(
    [...machines].map(([name, machine]) => {
      const bounds = modelBounds(machine, sizes)
      const kernel = kernels?.get(name)
      const subject = kernel === undefined ? evaluatorSubject(machine, bounds) : kernelSubject(machine, kernel, bounds)
      const histories = composition.history.filter((one) => one.of === name)
      return [name, rowsOf({ machine, subject, histories, bounds, sizes, composed, remembered: oracle.remembered(machine, histories) })]
    }),
  )
  const drives = drivesOf(composition, machines, rows, { instances, sizes, composed })
  const sources = new Set(links.filter(({ delivery }) => delivery === 'outbox').map(({ from }) => from))
  const flagged = new Set([...sources, ...drives.filter(({ bit }) => bit > 0).map(({ drive }) => drive.to)])
  let width = instances.length
  const place = (has: ReadonlySet<string>) => instances.map(({ machine }) => (has.has(machine) ? width++ : -1))
  const [queueAt, flagsAt] = [place(sources), place(flagged)]
  const byKey = new Map(instances.map((one) => [`${one.machine} ${one.text}`, one]))

  const wakes = new Map<string, number[]>([...machines].map(([name]) => [name, []]))
  const derivedIn = (machine: string, row: number): number => {
    const { situation } = rows.get(machine)!.row(row)
    return drives
      .filter(({ drive, bit }) => bit > 0 && drive.to === machine)
      .filter(({ drive }) => locals.some((local) => local.from === machine && drive.on.includes(local.name) && local.derives(situation)))
      .reduce((bits, { bit }) => bits | bit, 0)
  }

  return {
    composition,
    sizes,
    composed,
    machines,
    rows,
    instances,
    drives,
    links,
    locals,
    queueAt,
    flagsAt,
    width,
    of: new Map([...machines].map(([name]) => [name, instances.filter(({ machine }) => machine === name)])),
    queues: queues(),
    find: (machine, key) => byKey.get(`${machine} ${canonicalText(key)}`) ?? null,
    derived: (machine, row) => (wakes.get(machine)![row] ??= derivedIn(machine, row)),
    supplied(machine, message) {
      const input = machines.get(machine)!.inputs.find(({ name }) => name === message.type)!
      const messages = input.supplied.reduce<readonly Message[]>(
        (made, { name, type }) => made.flatMap((one) => valuesOf(type, sizes, composed).map((value) => ({ ...one, [name]: value }))),
        [message],
      )
      return messages.map(rows.get(machine)!.bind)
    },
  }
}

function machineNamed(name: string, machines: readonly Machine[]): Machine {
  const found = machines.find((machine) => machine.name === name)
  if (found === undefined) throw new Error(`there is no machine "${name}"`)
  return found
}

function drivesOf(
  { name: composition, environment }: Composition,
  machines: ReadonlyMap<string, Machine>,
  rows: ReadonlyMap<string, Rows>,
  { instances, sizes, composed }: { readonly instances: readonly Instance[]; readonly sizes: Sizes; readonly composed: Composed },
): readonly DrivePart[] {
  const bits = new Map<string, number>()
  return environment.map((drive): DrivePart => {
    const input = machines.get(drive.to)!.inputs.find(({ name }) => name === drive.input)!
    const messages = messagesOf(drive, input, sizes, composed)
    if (messages.length > MAX_BINDINGS)
      throw new Error(`${drive.name} of ${composition} has more than ${MAX_BINDINGS} bindings: make its domains smaller, or say "only"`)
    const bit = drive.on.length === 0 ? 0 : (bits.get(drive.to) ?? ANSWERED) * 2
    if (bit > 0) bits.set(drive.to, bit)
    return {
      drive,
      instances: instances.filter(({ machine, key }) => machine === drive.to && comesTo(drive, key)),
      bindings: messages.map(rows.get(drive.to)!.bind),
      bit,
    }
  })
}

/** Every binding of a drive: fields that `only` names take its values, the others all of their domain. The first field slowest. */
export function messagesOf(drive: Pick<Drive, 'only'>, input: Input, sizes: Sizes, composed: Composed): readonly Message[] {
  const only = new Map(drive.only.map(({ name, values }) => [name, values]))
  return inputFields(input).reduce<readonly Message[]>(
    (made, { name, type }) => {
      const values = only.get(name) ?? valuesOf(type, sizes, composed)
      return made.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
    },
    [{ type: input.name }],
  )
}
