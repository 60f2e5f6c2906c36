/**
 * The only caller of kernels: loads, decides, saves, and sends on what the decision emitted, all in one transaction. It knows no
 * machine by name; machines and routers are passed in, and so is the instant.
 */
import type { AnyMachine, Bounds, RouteModule, SuppliedSource, Value } from '../generated/machine.js'
import { systemClock } from './clock.js'
import { boundsIn } from './dispatch/bounds.js'
import { deliveries } from './dispatch/deliver.js'
import type { Outcome } from './dispatch/outcome.js'
import { type Routes, routesOf } from './dispatch/routes.js'
import { faultPoint } from './fault-point.js'
import { judgedListener, judgeMemoryOptions, judgeOptions } from './store/options.js'
import {
  type Committed,
  type Loaded,
  type LocalMade,
  type MemoryStoreOptionsFor,
  type Store,
  StoreError,
  type StoreFile,
  type StoreOptions,
  type StoreOptionsFor,
  type Transaction,
  openStoreFile,
} from './store/index.js'
import { memoryOf } from './store/memory/data.js'
import { openMemoryFile } from './store/memory/index.js'
import { upkeepOf } from './store/upkeep.js'

/** Opens the file, or makes it, for these machines. Rejected with a `StoreError`, and the file left as it was, where that cannot be. */
export async function openStore<M extends AnyMachine>(options: StoreOptionsFor<M>): Promise<Store> {
  judgeOptions(options)
  return storeOver(options, () => openStoreFile(options))
}

/**
 * Opens a store that keeps what it is told in plain memory, for tests: the same answers, refusals and errors as over a file, and
 * `durable: false`. What was committed is there again for whoever opens the same `memory`; what was not is not.
 */
export async function openMemoryStore<M extends AnyMachine>(options: MemoryStoreOptionsFor<M>): Promise<Store> {
  judgeMemoryOptions(options)
  const memory = options.memory ?? memoryOf()
  return storeOver({ ...options, file: memory.name }, () => openMemoryFile(memory, options))
}

/** What a store does with decisions, over whatever keeps them. The options are judged, and `file` is the name in errors. */
export async function storeOver(
  {
    file,
    machines,
    routers = [],
    limits = {},
    clock = systemClock,
  }: Pick<StoreOptions, 'file' | 'machines' | 'routers' | 'limits' | 'clock'>,
  open: () => Promise<StoreFile>,
): Promise<Store> {
  const byName = new Map(machines.map((machine) => [machine.name, machine]))
  if (byName.size !== machines.length) throw new StoreError('bad_options', 'two machines given have one name.', { file })
  const routes = routesOf(routers, byName)
  const boundsOf = new Map(machines.map((machine) => [machine.name, boundsIn(machine, limits)]))
  const decide = decider({ boundsOf, byName, routes })
  const storeFile = await open()
  const counts: { accepted: number; refused: number; failed: number; failing: string | null } = {
    accepted: 0,
    refused: 0,
    failed: 0,
    failing: null,
  }

  const known = (machine: AnyMachine): void => {
    const name = String((machine as AnyMachine | undefined)?.name)
    if (machine !== undefined && byName.get(name) === machine) return
    throw new StoreError('unknown_machine', `${name} was not given when "${file}" was opened. Give it in \`machines\`.`, {
      machine: name,
    })
  }
  const keyed = <T>(work: (machine: AnyMachine, key: object) => Promise<T>) => {
    return async (machine: AnyMachine, key: object): Promise<T> => {
      known(machine)
      return work(machine, machine.parseKey(key))
    }
  }

  return {
    ...deliveries({
      storeFile,
      byName,
      routes,
      dispatchIn: (transaction, machine, key, input) => decide(transaction, machine, key, input, 0),
    }),
    file: storeFile.file,
    durable: storeFile.durable,
    identity: storeFile.identity,
    opened: { machines, routers, limits, clock },
    dispatch: async (machine, key, input) => {
      known(machine)
      const parsedKey = machine.parseKey(key)
      const parsedInput = machine.parseInput(input)
      try {
        const outcome = await storeFile.transact((transaction) => decide(transaction, machine, parsedKey, parsedInput, 0))
        counts[outcome.ok ? 'accepted' : 'refused'] += 1
        counts.failing = null
        return outcome as never
      } catch (error) {
        counts.failed += 1
        if (error instanceof StoreError && !SAYS_NOTHING.includes(error.code)) counts.failing = error.code
        throw error
      }
    },
    load: (machine, key) => keyed(storeFile.load)(machine, key) as never,
    find: async (machine, query) => {
      known(machine)
      return storeFile.find(machine, query) as never
    },
    rows: (machine, key, table, query) => keyed((m, k) => storeFile.rows(m, k, table, query))(machine, key),
    row: (machine, key, table, rowKey) => keyed((m, k) => storeFile.row(m, k, table, rowKey))(machine, key),
    rowBy: (machine, key, table, column, value) => keyed((m, k) => storeFile.rowBy(m, k, table, column, value))(machine, key),
    journal: (machine, key, query) => keyed((m, k) => storeFile.journal(m, k, query))(machine, key),
    history: storeFile.history,
    instances: async (machine, query) => {
      known(machine)
      return storeFile.every(machine, query) as never
    },
    takeovers: storeFile.takeovers,
    instantMs: storeFile.instantMs,
    upkeep: upkeepOf(storeFile, {
      known,
      keyed,
      decide: (transaction, machine, key, input) => decide(transaction, machine, key, input, 0),
    }),
    onCommitted: (listener) => storeFile.onCommitted(judgedListener(listener)),
    onChanged: (listener) => storeFile.onChanged(judgedListener(listener)),
    stats: () => ({ ...storeFile.figures(), ...counts }),
    close: storeFile.close,
  }
}

/** One row that cannot be read, and a store that takes no words by intent, say nothing of how the file is. */
const SAYS_NOTHING: readonly string[] = ['unreadable_row', 'read_only', 'closed']

/** `depth` counts the atomic routes that led here. */
type Decide = (transaction: Transaction, machine: AnyMachine, key: object, input: { readonly type: string }, depth: number) => Outcome

interface DeciderParts {
  readonly boundsOf: ReadonlyMap<string, Bounds>
  readonly byName: ReadonlyMap<string, AnyMachine>
  readonly routes: Routes
}

function decider({ boundsOf, byName, routes }: DeciderParts): Decide {
  const decide: Decide = (transaction, machine, key, input, depth) => {
    const limits = boundsOf.get(machine.name) as Bounds
    const loaded = transaction.load(machine, key)
    const filled = withSupplied(machine, input, transaction, limits)
    const decision = machine.decide(loaded.state, filled, loaded.rows, limits)
    faultPoint('commit.decided')
    if (!decision.ok) return { ok: false, refusal: decision.refusal, machine: machine.name }
    const { transition, state, changes, effects } = decision
    const commit = (): Outcome => {
      const revision = transaction.save(loaded, { state, changes, emits: effects.length > 0 })
      const accepted = { ok: true, transition, state, effects, revision, key, atMs: transaction.nowMs } as const
      if (revision === loaded.revision) return accepted
      transaction.journal(loaded, { revision, transition, input: filled, effects })
      faultPoint('commit.journalled')
      const told = announced(loaded, accepted)
      transaction.announce(told)
      sendAtomically(transaction, loaded, effects, depth)
      faultPoint('commit.routed')
      told.sent = send(transaction, loaded, effects, revision)
      faultPoint('commit.sent')
      return accepted
    }
    if (!effects.some((effect) => routes.of(machine.name, effect.type).atomic.length > 0)) return commit()
    return undoneByRefusal(() => transaction.savepoint(commit))
  }

  /** The receivers decide within the sender's step: one refusal undoes all of it. */
  const sendAtomically = (transaction: Transaction, from: Loaded, effects: readonly { readonly type: string }[], depth: number): void => {
    for (const effect of effects) {
      for (const { route } of routes.of(from.machine.name, effect.type).atomic) {
        if (depth >= DEEPEST) {
          throw new StoreError(
            'broken_invariant',
            `atomic routes from ${from.machine.name} go round (${route.name}): a bug. Nothing was saved.`,
            { route: route.name },
          )
        }
        const receiver = byName.get(route.to) as AnyMachine
        const outcome = decide(transaction, receiver, route.keyOf(effect, from.key), route.inputOf(effect, from.key), depth + 1)
        if (!outcome.ok) throw new RefusedBelow(outcome)
      }
    }
  }

  const send = (transaction: Transaction, from: Loaded, effects: readonly { readonly type: string }[], revision: number): number => {
    let place = 0
    for (const effect of effects) {
      for (const { router, route } of routes.of(from.machine.name, effect.type).outbox) {
        if (route.target === 'each' && isForNobody(transaction, from, route, effect)) continue
        transaction.send(from, { router, route: route.name, effect, revision, place })
        place += 1
      }
    }
    return place
  }

  /** A message to each of none is delivered and acknowledged where it was to be sent: who comes later was not to receive it. */
  const isForNobody = (transaction: Transaction, from: Loaded, route: RouteModule, effect: object): boolean => {
    const where = route.keyOf(effect, from.key) as Parameters<Transaction['receivers']>[1]['where']
    return transaction.receivers(byName.get(route.to) as AnyMachine, { where, after: 0, limit: 1 }).length === 0
  }

  /** How many messages it sends is known once those are sent, after what it did to others was told of. */
  const announced = ({ machine, key }: Loaded, accepted: Outcome & { readonly ok: true }): Committed & { sent: number } => {
    const { state, revision, transition, effects, atMs } = accepted
    const locals: LocalMade[] = []
    for (const effect of effects as LocalMade['effect'][]) {
      const routed = routes.of(machine.name, effect.type)
      for (const { router, local } of routed.locals) locals.push({ router, local: local.name, effect })
    }
    return { machine: machine.name, key: key as never, state, revision, transition, effects, locals, sent: 0, atMs }
  }

  return decide
}

/** Fills what neither a caller nor a route may choose. */
function withSupplied(
  machine: AnyMachine,
  input: { readonly type: string },
  transaction: Transaction,
  { limits }: Bounds,
): { readonly type: string } {
  const supplied = Object.hasOwn(machine.supplied, input.type) ? machine.supplied[input.type] : undefined
  if (supplied === undefined) return input
  const filled: { readonly type: string; [field: string]: Value } = { ...input }
  for (const [field, source] of Object.entries(supplied)) filled[field] = valueFrom(source, transaction, limits)
  return filled
}

function valueFrom({ source, upTo }: SuppliedSource, transaction: Transaction, limits: Bounds['limits']): Value {
  switch (source) {
    case 'clock':
      return transaction.nowMs
    case 'ids':
      return transaction.nextId()
    case 'random':
      return transaction.randomUpTo(upTo === null ? 0 : (limits[upTo] ?? 0))
  }
}

/** More atomic routes than this in a row go round in a circle. */
const DEEPEST = 16

class RefusedBelow extends Error {
  readonly outcome: Outcome & { readonly ok: false }

  constructor(outcome: Outcome & { readonly ok: false }) {
    super(`${outcome.machine} refused: ${outcome.refusal.code}`)
    this.outcome = outcome
  }
}

function undoneByRefusal(work: () => Outcome): Outcome {
  try {
    return work()
  } catch (error) {
    if (error instanceof RefusedBelow) return error.outcome
    throw error
  }
}
