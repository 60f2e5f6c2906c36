/** Stores that break a promise of upkeep each. */
import { type Canary, within } from './tampering.js'

export const UPKEEP_CANARIES: readonly Canary[] = [
  {
    name: 'cuts a journal and keeps nothing in its place',
    noticedBy: 'a journal is cut where its instance stands: a snapshot of it stands for the entries that went, and new ones follow',
    tampered: (file, data) =>
      within(file, (transaction) => ({
        cut(loaded) {
          const entries = transaction.cut(loaded)
          data.snapshots.clear()
          return entries
        },
      })),
  },
  {
    name: 'keeps a snapshot of another revision',
    noticedBy: 'a journal is cut where its instance stands: a snapshot of it stands for the entries that went, and new ones follow',
    tampered: (file) => within(file, (transaction) => ({ cut: (loaded) => transaction.cut({ ...loaded, revision: loaded.revision - 1 }) })),
  },
  {
    name: 'cuts a neighbour’s entries too',
    noticedBy: 'a cut takes no entry and no snapshot of a neighbour, and no message',
    tampered: (file, data) =>
      within(file, (transaction) => ({
        cut(loaded) {
          const entries = transaction.cut(loaded)
          for (const [entry, { machine, revision }] of data.journal)
            if (machine === loaded.machine.name && Number(revision) <= loaded.revision) data.journal.delete(entry)
          return entries
        },
      })),
  },
  {
    name: 'keeps rows in a snapshot that went since the one before',
    noticedBy: 'a later cut takes the place of the one before: in its rows what was changed is changed, and what went is gone',
    tampered: (file, data) =>
      within(file, (transaction) => ({
        cut(loaded) {
          const before = new Map(data.snapshotRows)
          const entries = transaction.cut(loaded)
          for (const [name, rows] of data.snapshotRows) data.snapshotRows.set(name, new Map([...(before.get(name) ?? []), ...rows]))
          return entries
        },
      })),
  },
  {
    name: 'gives an entry’s number again once it was cut',
    noticedBy: 'an entry’s number is never given again, though all before it were cut',
    tampered: (file, data) =>
      within(file, (transaction) => ({
        cut(loaded) {
          const entries = transaction.cut(loaded)
          data.meta.set('last_entry', Math.max(0, ...[...data.journal.keys()].map(Number)))
          return entries
        },
      })),
  },
  {
    name: 'takes every instance for one that is there',
    noticedBy: 'of instances that are gone while the journal has entries of them it is told, page by page, each once, and of no other',
    tampered: (file) => ({ ...file, strays: async () => ({ strays: [], next: null }) }),
  },
  {
    name: 'tells of steps in no order',
    noticedBy: 'where steps stand is told in their order, page by page, and one that cannot be read keeps no other back',
    tampered: (file) => ({ ...file, steps: async (query) => (await file.steps(query)).toReversed() }),
  },
  {
    name: 'takes a neighbour’s message for an instance’s own',
    noticedBy: 'an instance’s messages are undelivered while one is in its outbox or among the dead letters, and no neighbour’s count',
    tampered: (file, data) => ({ ...file, undelivered: async () => ({ pending: data.outbox.size > 0, dead: data.deadLetters.size > 0 }) }),
  },
  {
    name: 'forgets its dead letters when it is asked for them',
    noticedBy: 'an instance’s messages are undelivered while one is in its outbox or among the dead letters, and no neighbour’s count',
    tampered: (file) => ({ ...file, undelivered: async (machine, key) => ({ ...(await file.undelivered(machine, key)), dead: false }) }),
  },
]
