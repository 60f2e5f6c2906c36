/** The verbs by which a file is kept small and looked after: what services ask for, as work for the store. No kernel is needed for any. */
import type { AnyMachine, Refusal } from '../../generated/machine.js'
import { StoreError } from './errors.js'
import type { StoreFile, Transaction } from './index.js'
import { rowTable } from './instances.js'
import type { InputGiven, JournalEntry, KeyGiven, KeyOf, Place, RowPage, StateOf } from './types.js'

/** What keeps a file from growing for ever, and what is looked at to see that it is sound. */
export interface Upkeep {
  /**
   * Cuts an instance's journal: in one transaction a snapshot of the instance is kept in the place of one that stands, and its entries up
   * to `upToRevision` are removed. `journal` and `history` give what is left. 0, and nothing is done, where it stands at another revision
   * by now, or has no entry left. It reads every row of the instance's tables and of the snapshot before, and writes those that differ; the
   * file is locked for so long. Messages under way stay. Rejected with `unreadable_row` where no state can be made of the instance.
   *
   * `then` is said to the instance after its cut, in the same transaction: whoever walks the journal finds it again by that step, whatever
   * crashes when. Rejected with `bad_query`, and nothing is cut, where it is refused.
   */
  cut<M extends AnyMachine>(
    machine: M,
    key: KeyGiven<M>,
    query: { readonly upToRevision: number; readonly then?: InputGiven<M> },
  ): Promise<{ readonly entries: number }>
  /** What stands for the cut part of an instance's journal; null where nothing was cut. Rejected with `unreadable_row` where nothing can be made of it. */
  snapshot<M extends AnyMachine>(machine: M, key: KeyGiven<M>): Promise<Snapshot<M> | null>
  /** Those of all instances of a machine. Reads `limit` of them at most. */
  snapshots<M extends AnyMachine>(machine: M, query: { readonly after?: Place; readonly limit: number }): Promise<SnapshotPage<M>>
  /** Rows of a table as they were, by row key. Reads `limit` rows at most. Empty where nothing was cut. */
  snapshotRows<M extends AnyMachine>(
    machine: M,
    key: KeyGiven<M>,
    table: string,
    query: { readonly after?: string | number; readonly limit: number },
  ): Promise<RowPage>
  /**
   * Has an instance that became much smaller, and the rows of its that did, give back the room that they filled: nothing else of them changes.
   * Keys that are not there are passed over. Rejected with `unreadable_row` where nothing can be made of one.
   */
  repack<M extends AnyMachine>(machine: M, key: KeyGiven<M>, rows?: RowsNamed): Promise<void>
  /** Whether messages that the instance sent are in its outbox, and whether some are among the dead letters. */
  undelivered<M extends AnyMachine>(machine: M, key: KeyGiven<M>): Promise<{ readonly pending: boolean; readonly dead: boolean }>
  /**
   * Steps in the order of the commits, of all machines of the file, as `history` has them: one that cannot be read keeps no other back. Reads
   * `limit` of them at most.
   */
  steps(query: { readonly afterEntry?: number; readonly limit: number }): Promise<readonly StepPlace[]>
  /**
   * Instances of which the journal has entries, and which are not there any more. Looks at `limit` instances of the journal at most, one step
   * along an index each; those of before, whose entries have no row's number, come all with the first page. A file that is only read, and is
   * of a schema in which the journal went by keys, tells of none.
   */
  strays<M extends AnyMachine>(machine: M, query: { readonly after?: Place; readonly limit: number }): Promise<StrayPage<M>>
}

/** Where a step stands, and nothing of what it was. */
export interface StepPlace extends Pick<JournalEntry, 'entry' | 'machine' | 'revision' | 'atMs'> {
  /** Its text, where no key can be made of it, or the store was opened without the machine. */
  readonly key: JournalEntry['key'] | string
}

export interface Stray<M> {
  /** Its text, where no key can be made of it. */
  readonly key: KeyOf<M> | string
  /** Of its last entry. */
  readonly revision: number
}

export interface StrayPage<M> {
  readonly strays: readonly Stray<M>[]
  /** Null at the end. */
  readonly next: Place | null
}

export interface RowsNamed {
  readonly table: string
  readonly keys: readonly (string | number)[]
}

/** An instance as it stood when its journal was cut. What a later code of its machine has added holds its first value. */
export interface Snapshot<M> {
  readonly key: KeyOf<M>
  readonly revision: number
  readonly state: StateOf<M>
  /** The last entry of the journal that was cut. */
  readonly lastEntry: number
  readonly atMs: number
}

export interface SnapshotPage<M> {
  readonly found: readonly Snapshot<M>[]
  /** Those that no state can be made of. */
  readonly unreadable: readonly UnreadableSnapshot<M>[]
  /** Null at the end. */
  readonly next: Place | null
}

export interface UnreadableSnapshot<M> extends Pick<Snapshot<M>, 'revision' | 'lastEntry'> {
  /** The columns of the key in canonical JSON, where no key can be made of them either. */
  readonly key: KeyOf<M> | string
  readonly column: string
  readonly problem: string
}

type Taken = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal }

interface Doors {
  /** Throws where the store was opened without the machine. */
  known(machine: AnyMachine): void
  /** With the key parsed. */
  keyed<T>(work: (machine: AnyMachine, key: object) => Promise<T>): (machine: AnyMachine, key: object) => Promise<T>
  /** Decides within the transaction. */
  decide(transaction: Transaction, machine: AnyMachine, key: object, input: { readonly type: string }): Taken
}

export function upkeepOf(storeFile: StoreFile, { known, keyed, decide }: Doors): Upkeep {
  return {
    cut: (machine, key, { upToRevision, then }) =>
      keyed((m, k) => {
        assertRevision(upToRevision)
        const input = then === undefined ? null : m.parseInput(then)
        return storeFile.transact((transaction) => {
          const loaded = transaction.load(m, k)
          const entries = loaded.revision === upToRevision ? transaction.cut(loaded) : 0
          if (input !== null && entries > 0) assertTaken(decide(transaction, m, k, input), input)
          return { entries }
        })
      })(machine, key),
    snapshot: (machine, key) => keyed(storeFile.snapshot)(machine, key) as never,
    snapshots: async (machine, query) => {
      known(machine)
      return storeFile.snapshots(machine, query) as never
    },
    snapshotRows: (machine, key, table, query) => keyed((m, k) => storeFile.snapshotRows(m, k, table, query))(machine, key),
    steps: storeFile.steps,
    strays: async (machine, query) => {
      known(machine)
      return storeFile.strays(machine, query) as never
    },
    repack: (machine, key, rows) =>
      keyed(async (m, k) => {
        const named = rows === undefined ? null : { table: rowTable(m, rows.table), keys: rows.keys }
        return storeFile.transact((transaction) => {
          const loaded = transaction.load(m, k)
          if (loaded.revision > 0) transaction.repack(loaded, named)
        })
      })(machine, key),
    undelivered: (machine, key) => keyed(storeFile.undelivered)(machine, key),
  }
}

function assertRevision(upToRevision: number): void {
  if (Number.isSafeInteger(upToRevision) && upToRevision >= 1) return
  throw new StoreError('bad_query', `a journal is cut up to a revision from 1, not ${upToRevision}.`, { field: 'upToRevision' })
}

/** Thrown within the transaction: what was done to the instance is undone. */
function assertTaken(outcome: Taken, { type }: { readonly type: string }): void {
  if (outcome.ok) return
  throw new StoreError('bad_query', `what was to be said after the cut, ${type}, was refused: ${outcome.refusal.code}. Nothing was cut.`, {
    field: 'then',
  })
}
