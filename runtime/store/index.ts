/**
 * Opens a file and offers the verbs by which it is read and written. It knows no kernel: what is decided comes from `dispatch.ts`
 * as work for a transaction.
 */
import type { AnyMachine } from '../../generated/machine.js'
import { systemClock, systemIds, systemRandom } from '../clock.js'
import { keyText, keyValues } from './columns.js'
import { connect, keepUndoInMemory } from './connection.js'
import { closedError, readOnlyError } from './errors.js'
import { findInstances, findRows, pageOfInstances } from './find.js'
import { DEADLINE_MS, MAX_DECISIONS, MAX_MS, groupCommit } from './group-commit.js'
import { groupRead } from './group-read.js'
import { readInstance, readRow, readRowBy, rowTable } from './instances.js'
import { historyOf, journalOf, pageOfStrays, stepsAfter, takeoversOf } from './journal.js'
import { logBytes, logKeeper } from './log-keeper.js'
import { changeNotice, heard } from './notice.js'
import { censusOf, deadLettersAfter, headsAfter, undeliveredOf } from './outbox.js'
import { patiently } from './patience.js'
import { SCHEMA_VERSION, adopt, assertAdopted, assertReadable, metaValue } from './schema.js'
import { pageOfSnapshots, snapshotOf, snapshotRowsOf } from './snapshots.js'
import { type Transaction, transactionHost } from './transaction.js'
import type { Committed, Instance, Outbox, Page, Place, Query, Row, RowPage, Stats, Store, StoreOptions } from './types.js'
import type { Snapshot, SnapshotPage, StrayPage, Upkeep } from './upkeep.js'
import { whereaboutsOf } from './whereabouts.js'

export { StoreError } from './errors.js'
export type { Loaded } from './instances.js'
export type { Burial, Message } from './outbox.js'
export type { Transaction } from './transaction.js'
export type * from './types.js'

/** Everything of a `Store` that needs no kernel; keys are parsed already. */
export interface StoreFile extends Pick<
  Store,
  'file' | 'durable' | 'identity' | 'history' | 'takeovers' | 'instantMs' | 'onCommitted' | 'onChanged' | 'close'
> {
  /** The one way to write: runs in the next transaction, and resolves when that is committed. */
  transact<T>(work: (transaction: Transaction) => T): Promise<T>
  load(machine: AnyMachine, key: object): Promise<Instance<AnyMachine>>
  find(machine: AnyMachine, query: Query): Promise<Page<AnyMachine>>
  every(machine: AnyMachine, query: { readonly after?: Place; readonly limit: number }): Promise<Page<AnyMachine>>
  rows(machine: AnyMachine, key: object, ...rest: DropTwo<Parameters<Store['rows']>>): ReturnType<Store['rows']>
  row(machine: AnyMachine, key: object, ...rest: DropTwo<Parameters<Store['row']>>): Promise<Row | null>
  rowBy(machine: AnyMachine, key: object, ...rest: DropTwo<Parameters<Store['rowBy']>>): Promise<Row | null>
  journal(machine: AnyMachine, key: object, ...rest: DropTwo<Parameters<Store['journal']>>): ReturnType<Store['journal']>
  readonly outbox: Pick<Outbox, 'heads' | 'deadLetters' | 'census'>
  snapshot(machine: AnyMachine, key: object): Promise<Snapshot<AnyMachine> | null>
  snapshots(machine: AnyMachine, ...rest: DropOne<Parameters<Upkeep['snapshots']>>): Promise<SnapshotPage<AnyMachine>>
  snapshotRows(machine: AnyMachine, key: object, ...rest: DropTwo<Parameters<Upkeep['snapshotRows']>>): Promise<RowPage>
  steps(query: Parameters<Upkeep['steps']>[0]): ReturnType<Upkeep['steps']>
  strays(machine: AnyMachine, ...rest: DropOne<Parameters<Upkeep['strays']>>): Promise<StrayPage<AnyMachine>>
  undelivered(machine: AnyMachine, key: object): ReturnType<Upkeep['undelivered']>
  figures(): Pick<Stats, 'commits' | 'busyRetries' | 'waiting' | 'walBytes' | 'walHeldSinceMs'>
}

type DropOne<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never
type DropTwo<T extends readonly unknown[]> = T extends readonly [unknown, unknown, ...infer Rest] ? Rest : never

export async function openStoreFile(options: StoreOptions): Promise<StoreFile> {
  const { file, routers = [], clock = systemClock, ids = systemIds, random = systemRandom, groupCommit: commit = {} } = options
  const deadlineMs = commit.deadlineMs ?? DEADLINE_MS
  let busyRetries = 0
  const patience = { file, random, deadlineMs, onBusy: () => (busyRetries += 1) }
  const readOnly = options.readOnly === true
  const connection = await patiently(patience, () => connect(file, { userVersion: SCHEMA_VERSION, readOnly }))
  const code = { machines: options.machines, routers }
  const machines = new Map(options.machines.map((machine) => [machine.name, machine]))
  const judge = readOnly ? () => assertReadable(connection, code) : () => adopt(connection, code, clock)
  const assertStillOurs = () => (readOnly ? assertReadable : assertAdopted)(connection, code)
  const epoch = await patiently(patience, judge).catch((error: unknown) => {
    connection.db.close()
    throw error
  })
  keepUndoInMemory(connection)

  let commits = 0
  let closing: Promise<void> | null = null
  const committedListeners = new Set<(committed: Committed) => void>()
  const whereabouts = whereaboutsOf(connection)
  const notice = changeNotice(connection, whereabouts, Math.min(options.noticeEveryMs ?? NOTICE_MS, LONGEST_NOTICE_MS))
  const keeper = connection.durable && !readOnly ? logKeeper(connection, whereabouts, clock) : null
  const host = transactionHost({ connection, whereabouts, machines, clock, ids, random, epoch, assertStillOurs })
  const assertCurrent = (): void => {
    whereabouts.assertThereLately()
    host.assertCurrent()
  }
  const reads = groupRead({ connection, patience, assertCurrent })
  const commitsOf = groupCommit(host, {
    file,
    maxDecisions: commit.maxDecisions ?? MAX_DECISIONS,
    maxMs: commit.maxMs ?? MAX_MS,
    deadlineMs,
    clock,
    random,
    onBusy: patience.onBusy,
    isRead: reads.isAsked,
    onCommit: (committed) => {
      commits += 1
      for (const step of committed) for (const listener of committedListeners) heard(() => listener(step))
      notice.changed()
    },
  })
  const read = async <T>(work: () => T): Promise<T> => {
    if (closing !== null) throw closedError(file)
    return reads.ask(work)
  }

  return {
    file,
    durable: connection.durable,
    identity: connection.identity,
    transact: async (work) => {
      if (closing !== null) throw closedError(file)
      if (readOnly) throw readOnlyError(file)
      return commitsOf.ask(work)
    },
    load: (machine, key) => read(() => ({ key, ...readInstance(connection, machine, key) })),
    find: (machine, query) => read(() => findInstances(connection, machine, query)),
    every: (machine, query) => read(() => pageOfInstances(connection, machine, query)),
    rows: (machine, key, table, query) => read(() => findRows(connection, machine, keyValues(machine, key), table, query)),
    row: (machine, key, table, rowKey) =>
      read(() => readRow(connection, machine, rowTable(machine, table), keyValues(machine, key), rowKey)),
    rowBy: (machine, key, table, column, value) =>
      read(() => readRowBy(connection, machine, rowTable(machine, table), keyValues(machine, key), column, value)),
    journal: (machine, key, query) => read(() => journalOf(connection, machine, keyValues(machine, key), query)),
    history: (query) => read(() => historyOf(connection, machines, query)),
    takeovers: () => read(() => takeoversOf(connection)),
    instantMs: () => read(() => metaValue(connection, 'instant_ms')),
    snapshot: (machine, key) => read(() => snapshotOf(connection, machine, key)),
    snapshots: (machine, query) => read(() => pageOfSnapshots(connection, machine, query)),
    snapshotRows: (machine, key, table, query) => read(() => snapshotRowsOf(connection, machine, key, table, query)),
    steps: (query) => read(() => stepsAfter(connection, machines, query)),
    strays: (machine, query) => read(() => pageOfStrays(connection, machine, query)),
    undelivered: (machine, key) => read(() => undeliveredOf(connection, machine, keyText(keyValues(machine, key)))),
    outbox: {
      heads: (query) => read(() => headsAfter(connection, machines, query)),
      deadLetters: (query) => read(() => deadLettersAfter(connection, machines, query)),
      census: (query) => read(() => censusOf(connection, query)),
    },
    onCommitted: (listener) => {
      committedListeners.add(listener)
      return () => committedListeners.delete(listener)
    },
    onChanged: (listener) => notice.listen(listener),
    figures: () => ({
      commits,
      busyRetries,
      waiting: commitsOf.waiting(),
      walBytes: connection.durable ? logBytes(connection.file) : 0,
      walHeldSinceMs: keeper?.heldSinceMs() ?? null,
    }),
    close: () => {
      closing ??= Promise.all([commitsOf.drained(), reads.drained()]).then(async () => {
        notice.close()
        await keeper?.close()
        connection.db.close()
      })
      return closing
    },
  }
}

const NOTICE_MS = 100
const LONGEST_NOTICE_MS = 200
