import type {
  CompositionSpec,
  Drive,
  Fields,
  Kernel,
  MachineSpec,
  Message,
  Promising,
  Remembers,
  Route,
  Router,
  Rows,
  Sizes,
  Type,
  Words,
} from './spoken.js'
import { type Carrier, carrierOf, firstOf, products, values } from './values.js'

/** What happens in one step: a drive, `deliver.route`, `acknowledge.route` or `crash`; of a machine alone its input. */
export interface Step {
  readonly name: string
  /** Whose it is: the target of a drive, the source of what is delivered. */
  readonly at: Fields | null
  /** Who was asked to decide, and what: whom it came to, and with which supplied fields. */
  readonly asked: readonly { readonly of: string; readonly key: Fields; readonly input: Message }[]
}

/** What is walked through: kernels and router as they were generated, the spec that they were generated from. */
export interface Setting {
  readonly spec: Promising
  readonly machines: readonly MachineSpec[]
  readonly kernels: readonly Kernel[]
  readonly environment: CompositionSpec['environment']
  /** Null for a machine alone. */
  readonly router: Router | null
  readonly history: { readonly [name: string]: Remembers }
  readonly words: Words
  readonly bounds: 'ci' | 'deep'
  /** Ids that routes make of parts. */
  readonly ids: { readonly [domain: string]: readonly string[] }
}

export interface Instance {
  readonly id: string
  readonly key: Fields
  readonly machine: MachineSpec
  readonly kernel: Kernel
}
/** One instance at one moment: what its kernel holds, its rows by table, and what is remembered of it. */
export interface Held {
  readonly state: { readonly phase: string }
  readonly tables: { readonly [table: string]: Rows }
  readonly history: Fields
}
export interface Letter {
  readonly route: Route
  readonly effect: Message
  readonly reached: readonly string[]
}
export interface World {
  readonly held: ReadonlyMap<string, Held>
  readonly outbox: ReadonlyMap<string, readonly Letter[]>
  readonly answered: ReadonlySet<string>
  readonly woken: ReadonlySet<string>
}
export interface Decided {
  readonly at: Instance
  readonly transition: string
  readonly input: Message
  readonly before: Held
  readonly after: Held
  readonly effects: readonly Message[]
}
/** What came of a step: another world, or the refusal that nobody may give, or neither. */
export interface Came {
  readonly world: World | null
  readonly decided: readonly Decided[]
  readonly blamed: string | null
  readonly limited: boolean
}
/** What is tried of a step: of the way that is walked what happened there, otherwise everything that may happen. */
export interface Tries {
  inputs(drive: Drive): readonly Message[]
  comesTo(at: Instance): boolean
  filled(at: Instance, message: Message): readonly Message[]
}

type Outcome =
  | { readonly ok: true; readonly world: World; readonly decided: readonly Decided[] }
  | { readonly ok: false; readonly code: string; readonly route: Route | null }

export interface System extends Carrier {
  readonly instances: readonly Instance[]
  readonly initial: World
  ofMachine(name: string): readonly Instance[]
  boundsOf(machine: MachineSpec): { readonly max: Sizes; readonly limits: Sizes }
  decide(at: Instance, held: Held, input: Message): ReturnType<Kernel['decide']>
  /** Does a local effect derive in what an instance holds? */
  derives(local: string, at: Instance, held: Held): boolean
  /** Everything that may come of a step, as far as it is tried. */
  come(world: World, label: Pick<Step, 'name' | 'at'>, tries: Tries): readonly Came[]
  /** Tries all that the model has. */
  readonly everything: Tries
  /** Does a drive come to an instance? */
  isMeant(drive: Drive, at: Instance): boolean
  isPresent(at: Instance, held: Held): boolean
  seenOf(held: Held): Fields
}

/** A composition as the explorer of `pawl check` has it, made of nothing but what a project's own test may import. */
export function systemOf({ spec, machines, kernels, environment, router, history, words, bounds, ids }: Setting): System {
  const sizes: Sizes = { Text: 1, Opaque: 1, ...spec.model[bounds] }
  const valuesOf = (type: Type) => values(type, sizes, ids)
  const carrier = carrierOf(words)
  const { told, textOf } = carrier
  const routes = router?.routes ?? []
  const instances = machines.flatMap((machine) => {
    const kernel = kernels.find(({ name }) => name === machine.name)
    if (kernel === undefined) throw new Error(`there is no kernel of ${machine.name}`)
    const keys = router === null ? [{}] : products(machine.key, valuesOf)
    return keys.map((key): Instance => ({ id: `${machine.name} ${textOf(key)}`, key, machine, kernel }))
  })
  const byId = new Map(instances.map((one) => [one.id, one]))
  const ofMachine = (name: string) => instances.filter(({ machine }) => machine.name === name)
  const boundsOf = ({ limits = {} }: MachineSpec) => ({
    max: sizes,
    limits: Object.fromEntries(Object.entries(limits).map(([name, { domain }]) => [name, sizes[domain] ?? 0])),
  })
  const initialOf = (name: string, kernel: Kernel): Held => ({
    state: kernel.initial,
    tables: Object.fromEntries(kernel.rowTables.map(({ field }) => [field, new Map()])),
    history: Object.fromEntries(
      Object.values(history).flatMap(({ of, fields }) =>
        of.name === name ? Object.entries(fields).map(([field, type]) => [field, firstOf(type, words)]) : [],
      ),
    ),
  })
  const initial: World = {
    held: new Map(instances.map(({ id, machine, kernel }) => [id, initialOf(machine.name, kernel)])),
    outbox: new Map(),
    answered: new Set(),
    woken: new Set(),
  }

  const derives = (local: string, at: Instance, held: Held): boolean =>
    router?.locals.some(({ name, from, derive }) => name === local && from === at.machine.name && derive(held.state)) ?? false
  const wakes = (at: Instance): [string, readonly string[]][] =>
    Object.entries(environment).flatMap(([name, { to, on = [] }]) => (to.name === at.machine.name && on.length > 0 ? [[name, on]] : []))

  const decide = ({ kernel, machine }: Instance, held: Held, input: Message) => {
    const rows = Object.fromEntries(Object.entries(held.tables).map(([table, all]) => [table, reader(all, textOf)]))
    return kernel.decide(held.state, input, rows, boundsOf(machine))
  }

  /** One decision with all that happens in its transaction: its atomic routes, what it sends, and whom it wakes. */
  const commit = (world: World, at: Instance, input: Message, tries: Tries): Outcome[] => {
    const before = world.held.get(at.id)!
    const decision = decide(at, before, input)
    if (!decision.ok) return [{ ok: false, code: decision.refusal.code, route: null }]
    const tables = Object.fromEntries(Object.entries(before.tables).map(([table, rows]) => [table, new Map(rows)]))
    for (const change of decision.changes) {
      if (change.op === 'put') tables[change.table]?.set(change.key, change.row!)
      else tables[change.table]?.delete(change.key)
    }
    const effects = decision.effects as readonly Message[]
    const bare: Held = { state: decision.state, tables, history: before.history }
    const remembered = Object.values(history).flatMap(({ of, after }) =>
      of.name === at.machine.name ? [after(seenOf(before), seenOf(bare), told(input), effects.map(told))] : [],
    )
    const after: Held = { ...bare, history: Object.assign({}, before.history, ...remembered) as Fields }
    const decided: Decided = { at, transition: decision.transition, input, before, after, effects }
    const sent = effects.flatMap((effect) =>
      routes.flatMap((route) => (route.from === at.machine.name && route.effect === effect.type ? [{ route, effect, reached: [] }] : [])),
    )
    let outcomes: Outcome[] = [{ ok: true, world: { ...world, held: new Map(world.held).set(at.id, after) }, decided: [decided] }]
    for (const { route, effect } of sent) {
      if (route.delivery === 'atomic') outcomes = outcomes.flatMap((one) => (one.ok ? hopped(one, at, route, effect, tries) : [one]))
    }
    const letters = sent.filter(({ route }) => route.delivery === 'outbox')
    return outcomes.map((one): Outcome => {
      if (!one.ok) return one
      const { held, outbox, woken } = one.world
      const told = (local: string) =>
        router?.locals.some(
          ({ name, from, effect }) => name === local && from === at.machine.name && effects.some((e) => e.type === effect),
        )
      const now = held.get(at.id)!
      const awake = new Set(woken)
      for (const [drive, on] of wakes(at)) {
        const name = `${drive} ${at.id}`
        const isWoken = (woken.has(name) || on.some(told)) && on.some((local) => derives(local, at, now))
        if (isWoken) awake.add(name)
        else awake.delete(name)
      }
      const queue = [...(outbox.get(at.id) ?? []), ...letters]
      return { ...one, world: { ...one.world, outbox: new Map(outbox).set(at.id, queue), woken: awake } }
    })
  }

  const hopped = (one: Outcome & { readonly ok: true }, from: Instance, route: Route, effect: Message, tries: Tries): Outcome[] => {
    const to = byId.get(`${route.to} ${textOf(route.keyOf(effect, from.key))}`)
    if (to === undefined) return [{ ok: false, code: 'no_receiver', route }]
    return tries
      .filled(to, route.inputOf(effect, from.key))
      .flatMap((input) =>
        commit(one.world, to, input, tries).map((below): Outcome =>
          below.ok ? { ...below, decided: [...one.decided, ...below.decided] } : { ...below, route: below.route ?? route },
        ),
      )
  }

  const cameOf = (outcome: Outcome, by: Route | null): Came => {
    if (outcome.ok) return { world: outcome.world, decided: outcome.decided, blamed: null, limited: false }
    const { code, route } = outcome
    const limited = code === 'exhausted'
    const to = limited ? undefined : [route, by].find((one) => one !== null && !one.acknowledges.includes(code))
    return { world: null, decided: [], blamed: to ? `what "${to.name}" brings is refused with "${code}"` : null, limited }
  }

  const come = (world: World, { name, at }: Pick<Step, 'name' | 'at'>, tries: Tries): Came[] => {
    const moved = (to: World, decided: readonly Decided[] = []): Came => ({ world: to, decided, blamed: null, limited: false })
    if (name === 'crash') {
      const woken = instances.flatMap((one) =>
        wakes(one).flatMap(([drive, on]) =>
          on.some((local) => derives(local, one, world.held.get(one.id)!)) ? [`${drive} ${one.id}`] : [],
        ),
      )
      return [moved({ ...world, answered: new Set(), woken: new Set(woken) })]
    }
    const drive = environment[name]
    if (drive !== undefined) {
      const target = byId.get(`${drive.to.name} ${textOf(at)}`)
      if (target === undefined || !isMeant(drive, target)) return []
      if ((drive.on ?? []).length > 0 && !world.woken.has(`${name} ${target.id}`)) return []
      return tries.inputs(drive).flatMap((input) => commit(world, target, input, tries).map((outcome) => cameOf(outcome, null)))
    }
    const route = routes.find((one) => name === `deliver.${one.name}` || name === `acknowledge.${one.name}`)
    const source = route && byId.get(`${route.from} ${textOf(at)}`)
    const [letter, ...rest] = (source && world.outbox.get(source.id)) ?? []
    if (route === undefined || source === undefined || letter?.route !== route) return []
    if (name === `acknowledge.${route.name}`) {
      const answered = new Set(world.answered)
      return answered.delete(source.id) ? [moved({ ...world, answered, outbox: new Map(world.outbox).set(source.id, rest) })] : []
    }
    const address = Object.entries(route.keyOf(letter.effect, source.key))
    const receivers = ofMachine(route.to).filter(({ key }) => address.every(([field, value]) => textOf(key[field]) === textOf(value)))
    const answer = (to: World): World => ({ ...to, answered: new Set(to.answered).add(source.id) })
    const leftIn = (to: World, reached: readonly string[]) =>
      receivers.filter((one) => route.target === 'one' || (!reached.includes(one.id) && isPresent(one, to.held.get(one.id)!)))
    const left = leftIn(world, letter.reached)
    if (left.length === 0) return route.target === 'each' ? [moved(answer(world))] : []
    return left
      .filter((one) => route.target === 'one' || tries.comesTo(one))
      .flatMap((receiver) => {
        const arrive = (to: World): World => {
          if (route.target === 'one') return answer(to)
          const [head, ...others] = to.outbox.get(source.id)!
          const reached = [...head!.reached, receiver.id].sort()
          const next = { ...to, outbox: new Map(to.outbox).set(source.id, [{ ...head!, reached }, ...others]) }
          return leftIn(next, reached).length === 0 ? answer(next) : next
        }
        return tries.filled(receiver, route.inputOf(letter.effect, source.key)).flatMap((input) =>
          commit(world, receiver, input, tries).map((outcome): Came => {
            if (outcome.ok) return moved(arrive(outcome.world), outcome.decided)
            const named = { ...outcome, route: outcome.route ?? route }
            const isReceived = outcome.code !== 'exhausted' && outcome.code !== 'no_receiver' && route.acknowledges.includes(outcome.code)
            const came = cameOf(named, route)
            return isReceived && came.blamed === null ? moved(arrive(world)) : came
          }),
        )
      })
  }

  const isPresent = ({ machine, kernel }: Instance, { state, tables }: Held): boolean => {
    const first = initialOf(machine.name, kernel)
    return textOf([state, tables]) !== textOf([first.state, first.tables])
  }

  const everything: Tries = {
    inputs({ to, input, only = {} }) {
      const { fields, supplied = {} } = machines.find(({ name }) => name === to.name)!.inputs[input]!
      const given = (type: Type, name: string): readonly unknown[] => {
        const said = only[name]
        return said === undefined ? valuesOf(type) : listOf(said)
      }
      return products({ ...fields, ...supplied }, given).map((one) => ({ ...one, type: input }))
    },
    comesTo: () => true,
    filled: ({ machine }, message) =>
      products(machine.inputs[message.type]?.supplied ?? {}, valuesOf).map((more) => ({ ...message, ...more })),
  }

  const seenOf = ({ state, tables, history: remembered }: Held): Fields => {
    const all = Object.entries(tables).map(([name, rows]) => [
      name,
      new words.TableOf([...rows].map(([key, row]) => [key, told(row)] as const)),
    ])
    return { ...(told(state) as Fields), ...(Object.fromEntries(all) as Fields), ...remembered }
  }
  return { ...carrier, instances, initial, ofMachine, boundsOf, decide, derives, come, everything, isMeant, isPresent, seenOf }
}

/** Does a drive come to this instance? Without `at` it comes to all. */
function isMeant({ to, at = {} }: Drive, { machine, key }: Instance): boolean {
  return to.name === machine.name && Object.entries(at).every(([field, said]) => listOf(said).includes(key[field]))
}

function listOf(said: unknown): readonly unknown[] {
  return Array.isArray(said) ? said : [said]
}

/** Rows as a kernel asks for them, one by one. */
function reader(rows: Rows, textOf: Carrier['textOf']) {
  return {
    get: (key: string | number) => rows.get(key) ?? null,
    by: (column: string, value: unknown) => [...rows].find(([, row]) => textOf(row[column]) === textOf(value))?.[0] ?? null,
  }
}
