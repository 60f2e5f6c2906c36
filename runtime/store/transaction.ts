/**
 * What a decision may do to the file while its transaction lasts. There is one for each connection, and one transaction at a
 * time: a decision never waits in the middle of one.
 */
import type { AnyMachine } from '../../generated/machine.js'
import type { Clock, Ids, Random } from '../clock.js'
import type { Connection } from './connection.js'
import { type Receiver, type ReceiverQuery, receiverRows } from './find.js'
import { type Change, type Loaded, loadInstance, saveInstance } from './instances.js'
import { type Step, appendStep, lastEntry } from './journal.js'
import * as outbox from './outbox.js'
import { repack, type RowsOfTable } from './repack.js'
import { metaValue } from './schema.js'
import { cutJournal } from './snapshots.js'
import { idFrom, instantFrom, numberFrom } from './sources.js'
import type { Committed } from './types.js'
import type { Whereabouts } from './whereabouts.js'

export interface Transaction {
  /** One instant for all of it, read once the lock was held: never less than any that was stored. */
  readonly nowMs: number
  nextId(): string
  /** From 0 to `most`, both included. */
  randomUpTo(most: number): number
  load(machine: AnyMachine, key: object): Loaded
  /** Answers with the new revision: the old one where nothing was to be written. */
  save(loaded: Loaded, change: Change): number
  journal(loaded: Loaded, step: Step): void
  send(from: Loaded, emission: outbox.Emission): void
  message(id: number): outbox.Message | null
  isHead(message: outbox.Message): boolean
  receivers(machine: AnyMachine, query: ReceiverQuery): readonly Receiver[]
  move(message: outbox.Message, reached: number): void
  bury(message: outbox.Message, to: outbox.Burial): void
  remove(messageId: number): boolean
  discard(deadLetterId: number): boolean
  /** Cuts the journal up to where the instance stands, and keeps a snapshot of it. Answers with how many entries went. */
  cut(loaded: Loaded): number
  /** Has the instance's row, and those of its rows, fill no more pages than they need. */
  repack(loaded: Loaded, rows: RowsOfTable | null): void
  /** Undoes what `work` wrote if it throws, and nothing before it. */
  savepoint<T>(work: () => T): T
  /** Told to listeners once it is committed. */
  announce(committed: Committed): void
}

export interface TransactionHost {
  readonly transaction: Transaction
  /** Throws BUSY as it comes. */
  begin(): void
  /** Answers with what listeners are to be told, or null where nothing was written. Throws `file_gone` where it went to a file that is not there any more. */
  commit(): readonly Committed[] | null
  /** Ends a transaction that could not be committed. */
  abandon(): void
  /** False when SQLite itself has rolled back. */
  isOpen(): boolean
  /** Throws where another code has taken the file over since it was opened. */
  assertCurrent(): void
}

interface HostParts {
  readonly connection: Connection
  readonly whereabouts: Whereabouts
  readonly machines: ReadonlyMap<string, AnyMachine>
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  /** Of the file, when it was opened. */
  readonly epoch: number
  /** Throws where the file has gone to another code. */
  readonly assertStillOurs: () => void
}

export function transactionHost({
  connection,
  whereabouts,
  machines,
  clock,
  ids,
  random,
  epoch: openedEpoch,
  assertStillOurs,
}: HostParts): TransactionHost {
  const { db, sql } = connection
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const savepoint = db.prepare('SAVEPOINT pawl')
  const release = db.prepare('RELEASE pawl')
  const rollbackTo = db.prepare('ROLLBACK TO pawl')
  let epoch = openedEpoch
  let storedMs = 0
  let nowMs = 0
  let wrote = false
  /** The last of the journal; null: it is to be looked up. */
  let entry: number | null = null
  let announced: Committed[] = []

  const assertCurrent = (): void => {
    const held = metaValue(connection, 'epoch')
    if (held === epoch) return
    assertStillOurs()
    epoch = held
  }

  const transaction: Transaction = {
    get nowMs() {
      return nowMs
    },
    nextId: () => idFrom(ids),
    randomUpTo: (most) => numberFrom(random, most),
    load: (machine, key) => loadInstance(connection, machine, key),
    save: (loaded, change) => {
      const revision = saveInstance(connection, loaded, change, nowMs)
      if (revision !== loaded.revision) wrote = true
      return revision
    },
    journal: (loaded, step) => {
      entry = (entry ?? lastEntry(connection)) + 1
      appendStep(connection, loaded, step, { entry, atMs: nowMs })
    },
    send: (from, emission) => outbox.insertMessage(connection, from, emission, nowMs),
    message: (id) => outbox.messageById(connection, machines, id),
    isHead: (message) => outbox.isHead(connection, message),
    receivers: (machine, query) => receiverRows(connection, machine, query),
    move: (message, reached) => {
      wrote = true
      outbox.moveMessage(connection, message, reached)
    },
    bury: (message, to) => {
      wrote = true
      outbox.buryMessage(connection, message, to, nowMs)
    },
    remove: (messageId) => {
      const removed = outbox.removeMessage(connection, messageId)
      wrote ||= removed
      return removed
    },
    discard: (deadLetterId) => {
      const removed = outbox.removeDeadLetter(connection, deadLetterId)
      wrote ||= removed
      return removed
    },
    cut: (loaded) => {
      const entries = cutJournal(connection, loaded, nowMs)
      wrote ||= entries > 0
      return entries
    },
    repack: (loaded, rows) => {
      wrote = true
      repack(connection, loaded, rows)
    },
    savepoint: (work) => {
      const heard = announced.length
      savepoint.run()
      try {
        const result = work()
        release.run()
        return result
      } catch (error) {
        announced.length = heard
        entry = null
        // On some faults SQLite rolls everything back by itself; then there is no savepoint left.
        if (db.inTransaction) {
          rollbackTo.run()
          release.run()
        }
        throw error
      }
    },
    announce: (committed) => announced.push(committed),
  }

  return {
    transaction,
    begin: () => {
      whereabouts.assertThereLately()
      begin.run()
      wrote = false
      entry = null
      announced = []
      assertCurrent()
      storedMs = metaValue(connection, 'instant_ms')
      nowMs = instantFrom(clock, storedMs)
    },
    commit: () => {
      if (wrote && nowMs > storedMs) sql("UPDATE pawl_meta SET value = ? WHERE name = 'instant_ms'").run(nowMs)
      commit.run()
      // Whoever is answered now can count on it: it is in the file that whoever opens the path finds.
      whereabouts.assertThere()
      return wrote ? announced : null
    },
    abandon: () => {
      if (db.inTransaction) db.exec('ROLLBACK')
    },
    isOpen: () => db.inTransaction,
    assertCurrent,
  }
}
