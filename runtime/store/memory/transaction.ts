/** One transaction at a time, of whichever store over this memory: a decision never waits in the middle of one. */
import type { AnyMachine } from '../../../generated/machine.js'
import type { Clock, Ids, Random } from '../../clock.js'
import { bound } from '../columns.js'
import { idFrom, instantFrom, numberFrom } from '../sources.js'
import type { Transaction, TransactionHost } from '../transaction.js'
import type { Committed } from '../types.js'
import { type Data, metaOf, writer } from './data.js'
import { receiverRows } from './find.js'
import { loadInstance, saveInstance } from './instances.js'
import * as outbox from './outbox.js'
import { cutJournal } from './snapshots.js'

interface HostParts {
  readonly data: Data
  readonly machines: ReadonlyMap<string, AnyMachine>
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  /** Throws where the memory has gone to another code. */
  readonly assertCurrent: () => void
}

export function transactionHost({ data, machines, clock, ids, random, assertCurrent }: HostParts): TransactionHost {
  const write = writer()
  let isOpen = false
  let nowMs = 0
  let wrote = false
  let announced: Committed[] = []

  const transaction: Transaction = {
    get nowMs() {
      return nowMs
    },
    nextId: () => idFrom(ids),
    randomUpTo: (most) => numberFrom(random, most),
    load: (machine, key) => loadInstance(data, machine, key),
    save: (loaded, change) => {
      const revision = saveInstance(data, write, loaded, change, nowMs)
      if (revision !== loaded.revision) wrote = true
      return revision
    },
    journal: (loaded, step) => outbox.appendStep(data, write, loaded, step, nowMs),
    send: (from, emission) => outbox.insertMessage(data, write, from, emission, nowMs),
    message: (id) => outbox.messageById(data, machines, id),
    isHead: (message) => outbox.isHead(data, message),
    receivers: (machine, query) => receiverRows(data, machine, query),
    move: (message, reached) => {
      wrote = true
      outbox.moveMessage(data, write, message, reached)
    },
    bury: (message, to) => {
      wrote = true
      outbox.buryMessage(data, write, message, to, nowMs)
    },
    remove: (messageId) => {
      const removed = write.remove(data.outbox, messageId)
      wrote ||= removed
      return removed
    },
    discard: (deadLetterId) => {
      const removed = write.remove(data.deadLetters, bound(deadLetterId ?? null, 'id') ?? 0)
      wrote ||= removed
      return removed
    },
    cut: (loaded) => {
      const entries = cutJournal(data, write, loaded, nowMs)
      wrote ||= entries > 0
      return entries
    },
    // A row in memory is as large as what it holds.
    repack: () => {},
    savepoint: (work) => {
      const [place, heard] = [write.place(), announced.length]
      try {
        return work()
      } catch (error) {
        announced.length = heard
        write.backTo(place)
        throw error
      }
    },
    announce: (committed) => announced.push(committed),
  }

  return {
    transaction,
    begin: () => {
      isOpen = true
      wrote = false
      announced = []
      assertCurrent()
      nowMs = instantFrom(clock, metaOf(data, 'instant_ms'))
    },
    commit: () => {
      if (wrote) write.set(data.meta, 'instant_ms', nowMs)
      write.keep()
      isOpen = false
      return wrote ? announced : null
    },
    abandon: () => {
      write.backTo(0)
      isOpen = false
    },
    isOpen: () => isOpen,
    assertCurrent,
  }
}
