/**
 * A store without a file: plain rows behind the same seam, for tests. It offers what a file offers, decides in the same groups and
 * judges what it holds by the same decoders; nothing of it outlives the process.
 */
import { systemClock, systemIds, systemRandom } from '../../clock.js'
import { keyText, keyValues } from '../columns.js'
import { StoreError, closedError, readOnlyError } from '../errors.js'
import { DEADLINE_MS, MAX_DECISIONS, MAX_MS, groupCommit } from '../group-commit.js'
import type { StoreFile } from '../index.js'
import { rowTable } from '../instances.js'
import { heard } from '../notice.js'
import type { ChangedBy, Committed, MemoryStoreOptions } from '../types.js'
import { adopt, assertAdopted, assertReadable } from './adopt.js'
import { type Memory, dataOf, metaOf } from './data.js'
import { findInstances, findRows, pageOfInstances } from './find.js'
import { loadInstance, readRow, readRowBy } from './instances.js'
import {
  censusOf,
  deadLettersAfter,
  headsAfter,
  historyOf,
  journalOf,
  pageOfStrays,
  stepsAfter,
  takeoversOf,
  undeliveredOf,
} from './outbox.js'
import { pageOfSnapshots, snapshotOf, snapshotRowsOf } from './snapshots.js'
import { transactionHost } from './transaction.js'

export async function openMemoryFile(memory: Memory, options: MemoryStoreOptions): Promise<StoreFile> {
  const { routers = [], clock = systemClock, ids = systemIds, random = systemRandom, groupCommit: commit = {} } = options
  const data = dataOf(memory)
  if (data === null) throw new StoreError('bad_options', 'memory was not made by `memoryOf`.', { option: 'memory' })
  const { name } = memory
  const code = { machines: options.machines, routers }
  const machines = new Map(options.machines.map((machine) => [machine.name, machine]))
  const readOnly = options.readOnly === true
  if (readOnly) assertReadable(data, name, code)
  else adopt(data, code, clock)

  let epoch = metaOf(data, 'epoch')
  const assertCurrent = (): void => {
    const held = metaOf(data, 'epoch')
    if (held === epoch) return
    ;(readOnly ? assertReadable : assertAdopted)(data, name, code)
    epoch = held
  }

  let commits = 0
  let closing: Promise<void> | null = null
  const committedListeners = new Set<(committed: Committed) => void>()
  const changedListeners = new Set<(by: ChangedBy) => void>()
  const opening = (by: ChangedBy): void => {
    for (const listener of changedListeners) heard(() => listener(by))
  }
  data.openings.add(opening)

  const host = transactionHost({ data, machines, clock, ids, random, assertCurrent })
  const commitsOf = groupCommit(host, {
    file: name,
    maxDecisions: commit.maxDecisions ?? MAX_DECISIONS,
    maxMs: commit.maxMs ?? MAX_MS,
    deadlineMs: commit.deadlineMs ?? DEADLINE_MS,
    clock,
    random,
    onBusy: () => {},
    isRead: () => false,
    onCommit: (committed) => {
      commits += 1
      for (const step of committed) for (const listener of committedListeners) heard(() => listener(step))
      for (const other of data.openings) {
        if (other === opening) other('us')
        else setImmediate(other, 'others')
      }
    },
  })
  const read = async <T>(work: () => T): Promise<T> => {
    if (closing !== null) throw closedError(name)
    try {
      return work()
    } finally {
      assertCurrent()
    }
  }

  return {
    file: name,
    durable: false,
    identity: null,
    transact: async (work) => {
      if (closing !== null) throw closedError(name)
      if (readOnly) throw readOnlyError(name)
      return commitsOf.ask(work)
    },
    load: (machine, key) =>
      read(() => {
        const { state, revision, updatedAtMs } = loadInstance(data, machine, key)
        return { key, state, revision, updatedAtMs }
      }),
    find: (machine, query) => read(() => findInstances(data, machine, query)),
    every: (machine, query) => read(() => pageOfInstances(data, machine, query)),
    rows: (machine, key, table, query) => read(() => findRows(data, machine, key, table, query)),
    row: (machine, key, table, rowKey) => read(() => readRow(data, machine, rowTable(machine, table), keyValues(machine, key), rowKey)),
    rowBy: (machine, key, table, column, value) =>
      read(() => readRowBy(data, machine, rowTable(machine, table), keyValues(machine, key), column, value)),
    journal: (machine, key, query) => read(() => journalOf(data, machine, keyText(keyValues(machine, key)), query)),
    history: (query) => read(() => historyOf(data, machines, query)),
    takeovers: () => read(() => takeoversOf(data)),
    instantMs: () => read(() => metaOf(data, 'instant_ms')),
    snapshot: (machine, key) => read(() => snapshotOf(data, machine, key)),
    snapshots: (machine, query) => read(() => pageOfSnapshots(data, machine, query)),
    snapshotRows: (machine, key, table, query) => read(() => snapshotRowsOf(data, machine, key, table, query)),
    steps: (query) => read(() => stepsAfter(data, machines, query)),
    strays: (machine, query) => read(() => pageOfStrays(data, machine, query)),
    undelivered: (machine, key) => read(() => undeliveredOf(data, machine, keyText(keyValues(machine, key)))),
    outbox: {
      heads: (query) => read(() => headsAfter(data, machines, query)),
      deadLetters: (query) => read(() => deadLettersAfter(data, machines, query)),
      census: (query) => read(() => censusOf(data, query)),
    },
    onCommitted: (listener) => {
      committedListeners.add(listener)
      return () => committedListeners.delete(listener)
    },
    onChanged: (listener) => {
      changedListeners.add(listener)
      return () => changedListeners.delete(listener)
    },
    figures: () => ({ commits, busyRetries: 0, waiting: commitsOf.waiting(), walBytes: 0, walHeldSinceMs: null }),
    close: () => {
      closing ??= commitsOf.drained().then(() => {
        data.openings.delete(opening)
        changedListeners.clear()
      })
      return closing
    },
  }
}
