/**
 * Stores that break one promise each: a memory whose seam was tampered with. If the suite lets one of them sing, it has stopped
 * looking.
 */
import { storeOver } from '../../../runtime/dispatch.js'
import { dataOf, memoryOf } from '../../../runtime/store/memory/data.js'
import { openMemoryFile } from '../../../runtime/store/memory/index.js'
import { judgeMemoryOptions } from '../../../runtime/store/options.js'
import type { Transaction } from '../../../runtime/store/index.js'
import type { Committed } from '../../../runtime/store/types.js'
import { OPTIONS } from '../../runtime/store/fixtures/open.js'
import type { Kind } from './ground.js'
import { damageIn, groundOf, plainMemory } from './kinds.js'
import { type Canary, within } from './tampering.js'
import { UPKEEP_CANARIES } from './upkeep-canaries.js'

export function kindOf({ name, tampered }: Canary): Kind {
  return {
    ...plainMemory,
    name,
    newGround() {
      const memory = memoryOf(name)
      const data = dataOf(memory)!
      return groundOf({
        async open(options) {
          const given = { ...OPTIONS, ...options, memory }
          judgeMemoryOptions(given)
          return storeOver({ ...given, file: name }, async () => tampered(await openMemoryFile(memory, given), data))
        },
        damage: async (damage) => damageIn(data, damage),
      })
    },
  }
}

export const SOUND: Canary = { name: 'is tampered with in nothing', noticedBy: '', tampered: (file) => file }

export const CANARIES: readonly Canary[] = [
  {
    name: 'loses the rest of the outbox with what is acknowledged',
    noticedBy: 'a message is acknowledged once: whoever comes second hears that it was gone',
    tampered: (file, data) =>
      within(file, (transaction) => ({
        remove(id) {
          const removed = transaction.remove(id)
          data.outbox.clear()
          return removed
        },
      })),
  },
  {
    name: 'turns the messages of a source round',
    noticedBy: 'messages of several sources come as each source emitted them',
    tampered: (file, data) => {
      const newest = (id: number): number => {
        const { machine, key } = data.outbox.get(id) ?? {}
        return Math.max(
          ...[...data.outbox.values()].filter((row) => row['machine'] === machine && row['key'] === key).map((row) => Number(row['id'])),
        )
      }
      return {
        ...within(file, () => ({ isHead: ({ id }) => newest(id) === id })),
        outbox: {
          ...file.outbox,
          async heads(query) {
            const page = await file.outbox.heads(query)
            return { ...page, heads: page.heads.map((head) => ({ ...head, id: newest(head.id) })) }
          },
        },
      }
    },
  },
  {
    name: 'delivers what is not the head',
    noticedBy: 'a source’s messages go out in its order: only the head is delivered',
    tampered: (file) => within(file, () => ({ isHead: () => true })),
  },
  {
    name: 'acknowledges with the delivery, before anybody asked for it',
    noticedBy: 'a message that was delivered and not acknowledged is under way again when it is opened again',
    tampered: (file) =>
      within(file, (transaction) => ({
        message(id) {
          const message = transaction.message(id)
          if (message !== null && transaction.isHead(message)) transaction.remove(id)
          return message
        },
      })),
  },
  {
    name: 'says of what is gone that it was acknowledged just now',
    noticedBy: 'a message is acknowledged once: whoever comes second hears that it was gone',
    tampered: (file) => within(file, (transaction) => ({ remove: (id) => transaction.remove(id) || true })),
  },
  {
    name: 'gives a message’s number again',
    noticedBy: 'a message’s number is never given again, so that an old receipt removes no new message',
    tampered: (file, data) =>
      within(file, (transaction) => ({
        send(from, emission) {
          data.meta.set('last_message', Math.max(0, ...[...data.outbox.keys()].map(Number)))
          transaction.send(from, emission)
        },
      })),
  },
  {
    name: 'forgets the journal of one step in three',
    noticedBy: 'revisions rise by one with each change, and each change has its entry in the journal',
    tampered: (file) =>
      within(file, (transaction) => ({
        journal: (loaded, step) => step.revision % 3 === 2 || transaction.journal(loaded, step),
      })),
  },
  {
    name: 'skips a revision',
    noticedBy: 'revisions rise by one with each change, and each change has its entry in the journal',
    tampered: (file, data) =>
      within(file, (transaction) => ({
        save(loaded, change) {
          const revision = transaction.save(loaded, change)
          if (revision === loaded.revision) return revision
          const rows = data.instances.get(loaded.machine.name)
          rows?.set(loaded.keyText, { ...rows.get(loaded.keyText), pawl_revision: revision + 1 })
          return revision + 1
        },
      })),
  },
  {
    name: 'counts a step that changed nothing',
    noticedBy: 'a step that changes nothing and emits nothing keeps the revision and writes nothing',
    tampered: (file) => within(file, (transaction) => ({ save: (loaded, change) => transaction.save(loaded, { ...change, emits: true }) })),
  },
  {
    name: 'has two instants in one transaction',
    noticedBy: 'a transaction has one instant, whatever the clock says meanwhile',
    tampered: (file) => {
      let read = 0
      return within(file, (transaction) => ({
        get nowMs() {
          return transaction.nowMs + (read += 1)
        },
      }))
    },
  },
  {
    name: 'forgets how late it was',
    noticedBy: 'a clock that steps back gives no instant that is less than one that was stored',
    tampered: (file, data) => ({
      ...file,
      transact(work) {
        data.meta.delete('instant_ms')
        return file.transact(work)
      },
    }),
  },
  {
    name: 'commits what was refused',
    noticedBy: 'a refusal of an atomic receiver undoes the sender and is the answer',
    tampered: (file) => within(file, () => ({ savepoint: (work) => work() })),
  },
  {
    name: 'keeps what was written before a decision failed',
    noticedBy: 'two rows with one value of a unique column are a bug: thrown, and nothing of the step is saved',
    tampered: (file) => ({
      ...file,
      async transact<T>(work: (transaction: Transaction) => T): Promise<T> {
        const failures: unknown[] = []
        const value = await file.transact((transaction) => {
          try {
            return work(transaction)
          } catch (error) {
            failures.push(error)
            return undefined
          }
        })
        if (failures.length > 0) throw failures[0]
        return value as T
      },
    }),
  },
  {
    name: 'lets a unique value in twice',
    noticedBy: 'two rows with one value of a unique column are a bug: thrown, and nothing of the step is saved',
    tampered: (file) =>
      within(file, (transaction) => ({
        save(loaded, change) {
          const rowTables = loaded.machine.rowTables.map((table) => ({ ...table, indexes: [] }))
          return transaction.save({ ...loaded, machine: { ...loaded.machine, rowTables } }, change)
        },
      })),
  },
  {
    name: 'loses one of a group',
    noticedBy: 'a hundred inputs of one turn share at most two commits, and each has its answer',
    tampered: (file) => {
      let asked = 0
      return {
        ...file,
        async transact<T>(work: (transaction: Transaction) => T): Promise<T> {
          asked += 1
          if (asked % 7 !== 0) return file.transact(work)
          const values: T[] = []
          const lost = file.transact((transaction) => {
            values.push(work(transaction))
            throw new Error('lost')
          })
          await lost.catch(() => {})
          return values[0]!
        },
      }
    },
  },
  {
    name: 'lets one that fails take the whole group along',
    noticedBy: 'one of a group that fails or is refused takes no other with it',
    tampered: (file) => {
      let poisoned = false
      return {
        ...file,
        transact(work) {
          setImmediate(() => setImmediate(() => (poisoned = false)))
          return file.transact((transaction) => {
            if (poisoned) throw new Error('another of the group failed')
            try {
              return work(transaction)
            } catch (error) {
              poisoned = true
              throw error
            }
          })
        },
      }
    },
  },
  {
    name: 'announces before the commit',
    noticedBy: 'nobody hears of a step before its commit',
    tampered: (file) => {
      const listeners = new Set<(committed: Committed) => void>()
      return {
        ...within(file, () => ({ announce: (committed) => listeners.forEach((listener) => listener(committed)) })),
        onCommitted(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
    },
  },
  {
    name: 'tells nobody of a change',
    noticedBy: 'a change is noticed: an own one after its commit, another store’s within 200 ms; a refusal is none',
    tampered: (file) => ({ ...file, onChanged: () => () => {} }),
  },
  {
    name: 'has an index that skips a row at a page’s edge',
    noticedBy: 'pages of 3 hold each instance once, in the order of the index',
    tampered: (file) => ({
      ...file,
      async find(machine, query) {
        const page = await file.find(machine, query)
        return query.after === undefined ? page : { ...page, found: page.found.slice(1) }
      },
    }),
  },
  {
    name: 'has an index that repeats a row at a page’s edge',
    noticedBy: 'pages of 3 hold each instance once, in the order of the index',
    tampered: (file) => {
      const before = new Map<string, unknown>()
      return {
        ...file,
        async find(machine, query) {
          const page = await file.find(machine, query)
          const repeated = before.get(query.after ?? '')
          if (page.next !== null) before.set(page.next, page.found.at(-1))
          return repeated === undefined
            ? page
            : { ...page, found: [repeated as (typeof page.found)[number], ...page.found].slice(0, query.limit) }
        },
      }
    },
  },
  {
    name: 'ignores the bound of a query',
    noticedBy: 'instances are found by a prefix of an index and a bound on its next column, in order',
    tampered: (file) => ({ ...file, find: (machine, { atMost: _, ...query }) => file.find(machine, query) }),
  },
  {
    name: 'sorts texts as JavaScript does',
    noticedBy: 'texts are in the order of their bytes, whatever a language or UTF-16 thinks',
    tampered: (file) => ({
      ...file,
      async rows(machine, key, table, query) {
        const page = await file.rows(machine, key, table, query)
        return { ...page, rows: page.rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)) }
      },
    }),
  },
  {
    name: 'keeps nothing of dead letters',
    noticedBy: 'a refusal that the route does not name is a dead letter, and the queue goes on',
    tampered: (file) => within(file, () => ({ bury: () => {} })),
  },
  {
    name: 'begins a fan-out anew with each page',
    noticedBy: 'a fan-out reaches every instance that agrees, page by page, and no other',
    tampered: (file) => within(file, () => ({ move: () => {} })),
  },
  {
    name: 'forgets one receiver of a fan-out',
    noticedBy: 'a fan-out reaches every instance that agrees, page by page, and no other',
    tampered: (file) => within(file, (transaction) => ({ receivers: (machine, query) => transaction.receivers(machine, query).slice(1) })),
  },
  {
    name: 'sends a fan-out to everybody',
    noticedBy: 'a fan-out reaches every instance that agrees, page by page, and no other',
    tampered: (file) =>
      within(file, (transaction) => ({ receivers: (machine, query) => transaction.receivers(machine, { ...query, where: {} }) })),
  },
  {
    name: 'forgets everything when it is closed',
    noticedBy: 'what was committed is there when it is opened again, and beside another that is open',
    tampered: (file, data) => ({
      ...file,
      async close() {
        await file.close()
        for (const kept of [data.instances, data.tables, data.journal, data.outbox, data.meta]) kept.clear()
      },
    }),
  },
  {
    name: 'answers when it is closed',
    noticedBy: 'a store that is closed ends what was asked for before, and takes nothing more',
    tampered: (file) => ({ ...file, close: async () => {} }),
  },
  {
    name: 'makes an initial state of what it cannot read',
    noticedBy: 'an instance that cannot be read fails its own promise, writes nothing and touches no neighbour',
    tampered: (file) =>
      within(file, (transaction) => ({
        load(machine, key) {
          try {
            return transaction.load(machine, key)
          } catch {
            const sound = transaction.load(machine, { ...key, basketId: 'nobody' })
            return { ...sound, key }
          }
        },
      })),
  },
  {
    name: 'calls itself durable',
    noticedBy: 'it says whether what it is told outlives it',
    tampered: (file) => ({ ...file, durable: true }),
  },
  ...UPKEEP_CANARIES,
]
