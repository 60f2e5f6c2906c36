/**
 * What a store offers: the verbs that services speak, and the values they get back.
 *
 * Every verb answers with a promise, so that the store can move to a thread of its own. A refusal is an answer; a promise
 * is rejected with `WireError` for a malformed message (the sender's bug), with `StoreError` for everything the file does.
 */
import type { AnyMachine, MachineModule, Refusal, RouterModule, Value } from '../../generated/machine.js'
import type { Clock, Ids, Random } from '../clock.js'
import type { Memory } from './memory/data.js'
import type { Upkeep } from './upkeep.js'

export type { Memory }

// oxlint-disable-next-line no-explicit-any
export type KeyOf<M> = M extends MachineModule<infer K, any, any, any> ? K : never
// oxlint-disable-next-line no-explicit-any
export type StateOf<M> = M extends MachineModule<any, infer S, any, any> ? S : never
// oxlint-disable-next-line no-explicit-any
export type InputOf<M> = M extends MachineModule<any, any, infer I, any> ? I : never
// oxlint-disable-next-line no-explicit-any
export type EffectOf<M> = M extends MachineModule<any, any, any, infer E> ? E : never

/** A key as it comes from outside: it is parsed at the door. */
export type KeyGiven<M> = { readonly [F in keyof KeyOf<M>]: Value }
/** An input as it comes from outside, without its supplied fields: it is parsed at the door. */
export type InputGiven<M> = { readonly type: InputOf<M>['type']; readonly [field: string]: unknown }

export interface StoreOptions {
  /** Path of the SQLite file, made if absent. `:memory:` keeps nothing and says so by `durable: false`. */
  readonly file: string
  readonly machines: readonly AnyMachine[]
  /** Every machine that a router names is in `machines`. A file remembers its routers and is not opened without them. */
  readonly routers?: readonly RouterModule[]
  /** Machine -> limit -> value, a whole number from 0. Every limit that a machine declares has one. */
  readonly limits?: { readonly [machine: string]: { readonly [limit: string]: number } }
  readonly clock?: Clock
  readonly ids?: Ids
  readonly random?: Random
  readonly groupCommit?: GroupCommitOptions
  /** How often other processes' commits are looked for, in milliseconds. Default 100, at most 200. */
  readonly noticeEveryMs?: number
  /**
   * Opens a file that is there, makes and changes nothing, and takes nothing over. Whatever writes is rejected as `read_only`; a
   * machine that the file does not know, as `machine_absent`.
   */
  readonly readOnly?: boolean
}

/** As those of a file, without one. `noticeEveryMs` says nothing: another store's commit is told with the next turn of the event loop. */
export interface MemoryStoreOptions extends Omit<StoreOptions, 'file'> {
  /** What it reads and writes: made by `memoryOf`, for several stores or for one after another. Left out: a new one of its own. */
  readonly memory?: Memory
}

/** `limits` may not be left out where one of the machines is known to have some. */
export type StoreOptionsFor<M extends AnyMachine> = StoreOptions & Knowing<M>
export type MemoryStoreOptionsFor<M extends AnyMachine> = MemoryStoreOptions & Knowing<M>

type Knowing<M extends AnyMachine> = { readonly machines: readonly M[] } & ([LimitOf<M>] extends [never]
  ? unknown
  : { readonly limits: NonNullable<StoreOptions['limits']> })

/** Of a list whose machines the compiler does not know, nothing is asked. */
// oxlint-disable-next-line no-explicit-any
type LimitOf<M> = M extends MachineModule<any, any, any, any, infer L> ? (string extends L ? never : L) : never

export interface GroupCommitOptions {
  /** Decisions in one transaction, at most. Default 500. */
  readonly maxDecisions?: number
  /** Milliseconds that one transaction may take before its COMMIT. Default 50. */
  readonly maxMs?: number
  /** How long a decision waits for other processes' locks before it is rejected as `busy`. Default 30 000. */
  readonly deadlineMs?: number
}

export interface Store {
  readonly file: string
  /** False for `:memory:` and for a store in memory. */
  readonly durable: boolean
  /** Tells the file from any other that may lie at its path later: its device and inode. Null where there is no file. */
  readonly identity: string | null
  /** For whoever opens the same file again, in a thread of this process, and has to give the same. */
  readonly opened: Opened

  /** The only way to change state. Resolves after the COMMIT that holds the decision; several asked for in one turn share it. */
  dispatch<M extends AnyMachine>(machine: M, key: KeyGiven<M>, input: InputGiven<M>): Promise<Answer<M>>

  /** The instance, or the initial state at revision 0 where nothing was ever written. */
  load<M extends AnyMachine>(machine: M, key: KeyGiven<M>): Promise<Instance<M>>
  /** Instances by a declared index, in its order. Reads `limit` rows at most. */
  find<M extends AnyMachine>(machine: M, query: Query): Promise<Page<M>>
  /** Rows of a table of one instance, by row key or by a unique column. Reads `limit` rows at most. */
  rows<M extends AnyMachine>(machine: M, key: KeyGiven<M>, table: string, query: RowQuery): Promise<RowPage>
  /** The row with this key. */
  row<M extends AnyMachine>(machine: M, key: KeyGiven<M>, table: string, rowKey: string | number): Promise<Row | null>
  /** The row that has this value in a unique column. */
  rowBy<M extends AnyMachine>(machine: M, key: KeyGiven<M>, table: string, column: string, value: Value): Promise<Row | null>

  readonly outbox: Outbox

  /** Accepted transitions of one instance, oldest first, after that revision. */
  journal<M extends AnyMachine>(
    machine: M,
    key: KeyGiven<M>,
    query: { readonly afterRevision?: number; readonly limit: number },
  ): Promise<readonly JournalEntry[]>
  /** Accepted transitions of every instance in the order of their commits, after that entry. */
  history(query: { readonly afterEntry?: number; readonly limit: number }): Promise<readonly JournalEntry[]>

  /** Every instance of a machine that was ever written, in the order in which they were first written. Reads `limit` rows at most. */
  instances<M extends AnyMachine>(machine: M, query: { readonly after?: Place; readonly limit: number }): Promise<Page<M>>
  /** When another code of a machine took the file over, oldest first: what it decided before stands in the journal up to that entry. */
  takeovers(): Promise<readonly Takeover[]>
  /**
   * The latest instant that was stored, in milliseconds since 1970; 0 where none was. No step is dated before it: while the clock is behind it,
   * the file's time stands still.
   */
  instantMs(): Promise<number>

  /** What keeps the file small and sound. */
  readonly upkeep: Upkeep

  /** Told of each step of this process after its COMMIT, with the local effects that nobody else will make. A step that changed nothing is none. */
  onCommitted(listener: (committed: Committed) => void): () => void
  /** Local effects that recovery makes again: looks at `limit` instances of the local's machine at most. */
  deriveLocals(query: {
    readonly router: string
    readonly local: string
    readonly after?: Place
    readonly limit: number
  }): Promise<LocalPage>
  /** Told that the file has changed: after own commits, and within 200 ms of those of other openings and processes. */
  onChanged(listener: (by: ChangedBy) => void): () => void

  stats(): Stats
  /** Ends what was asked for before, then closes. Later calls are rejected as `closed`. */
  close(): Promise<void>
}

/** `us`: what was committed is told step by step by `onCommitted`, too. `others`: whoever wants to know looks. */
export type ChangedBy = 'us' | 'others'

export interface Opened {
  readonly machines: readonly AnyMachine[]
  readonly routers: readonly RouterModule[]
  readonly limits: NonNullable<StoreOptions['limits']>
  readonly clock: Clock
}

export type Answer<M> =
  | {
      readonly ok: true
      readonly transition: string
      /** What this step left. Where an atomic route led back to the sender, it has gone on since: `load` it. */
      readonly state: StateOf<M>
      readonly effects: readonly EffectOf<M>[]
      /** Rises by one with each change; a step that changes nothing and emits nothing keeps it. */
      readonly revision: number
      readonly key: KeyOf<M>
      /** The one instant of the transaction: what supplied clock fields were given. */
      readonly atMs: number
    }
  | {
      readonly ok: false
      readonly refusal: Refusal
      /** Who refused: another machine than the one asked, where an atomic route led there. Nothing was saved then either. */
      readonly machine: string
    }

export interface Instance<M> {
  readonly key: KeyOf<M>
  readonly state: StateOf<M>
  /** 0: absent. */
  readonly revision: number
  /** When it last changed; 0 where absent. */
  readonly updatedAtMs: number
}

/** A place in an order, to go on after. Opaque, and good for the same query only; else `bad_query`, as for a `limit` beyond 1 to 10,000. */
export type Place = string & { readonly __place: true }

export interface Query {
  /** The name that the spec gives the index. */
  readonly index: string
  /** Values of the index's first columns, in its order. */
  readonly equals: readonly Value[]
  /** The next column is at most this. Rows with null there are left out. */
  readonly atMost?: number | string
  readonly after?: Place
  readonly limit: number
}

export interface Page<M> {
  readonly found: readonly Instance<M>[]
  /** Rows of the page that no state can be made of; the others are not kept back by them. */
  readonly unreadable: readonly UnreadableRow[]
  /** Null at the end. */
  readonly next: Place | null
}

export interface UnreadableRow {
  /** The instance, as the columns of its key in canonical JSON. */
  readonly key: string
  readonly column: string
  readonly problem: string
}

export interface RowQuery {
  /** A unique column to go by; the row's key otherwise. */
  readonly by?: string
  /** Exclusive: the last key, or the last value of `by`. */
  readonly after?: string | number
  readonly limit: number
}

export interface Row {
  readonly key: string | number
  readonly row: { readonly [column: string]: Value }
}

export interface RowPage {
  readonly rows: readonly Row[]
  readonly unreadable: readonly UnreadableRow[]
  /** What to go on after; null at the end. */
  readonly next: string | number | null
}

/**
 * Messages between instances. Each source (one instance) has one queue and delivers its head, any number of times, until it is
 * acknowledged: heads -> deliver -> (again while `partly`) -> acknowledge.
 */
export interface Outbox {
  /** Heads of `limit` sources at most, one a source, going round: give `next` back as `after`, and begin anew at null. */
  heads(query: {
    readonly after?: Place
    readonly limit: number
  }): Promise<{ readonly heads: readonly Head[]; readonly unreadable: readonly UnreadableRow[]; readonly next: Place | null }>
  /** Dispatches the message into its receiver, or into the next page of its receivers. */
  deliver(head: Head): Promise<Delivery>
  /** Removes what was delivered. False when it was gone already. */
  acknowledge(receipt: DeliveryReceipt): Promise<boolean>
  /** What was refused for a reason that its route does not name, oldest first. Any of these degrades health. */
  deadLetters(query: { readonly after?: number; readonly limit: number }): Promise<readonly DeadLetter[]>
  /** Forgets a dead letter, once somebody has seen to it. */
  discard(deadLetter: DeadLetter): Promise<boolean>
  /** Counted up to `limit` each: what health needs. */
  census(query: {
    readonly limit: number
  }): Promise<{ readonly pending: number; readonly oldestAtMs: number | null; readonly dead: number }>
}

/** The first message of a source. */
export interface Head {
  readonly id: number
  readonly router: string
  readonly route: string
  readonly source: { readonly machine: string; readonly key: { readonly [field: string]: Value } }
  readonly effect: { readonly type: string; readonly [field: string]: Value }
  /** The source's revision that emitted it, and its place among that revision's messages. */
  readonly revision: number
  readonly place: number
  readonly emittedAtMs: number
  /** For a fan-out: whether some receivers have it. */
  readonly begun: boolean
}

/** Only `deliver` gives one: what was not delivered cannot be acknowledged. */
export interface DeliveryReceipt {
  readonly id: number
  readonly __delivered: true
}

export type Delivery =
  | { readonly outcome: 'delivered'; readonly receipt: DeliveryReceipt; readonly receivers: readonly Received[] }
  /** A page of a fan-out is through; there may be more receivers. */
  | { readonly outcome: 'partly'; readonly receivers: readonly Received[] }
  /** The one receiver refused for a reason that the route does not name: moved to the dead letters. */
  | { readonly outcome: 'dead'; readonly receivers: readonly Received[] }
  /** Acknowledged meanwhile. */
  | { readonly outcome: 'gone' }
  /** Another message of its source stands before it. */
  | { readonly outcome: 'not_head' }

export interface Received {
  readonly machine: string
  /** Null where the receiver's row is there and no key can be made of it. */
  readonly key: { readonly [field: string]: Value } | null
  /** Null: accepted. */
  readonly refusal: Refusal | null
  /** For a refusal: whether the route counts it as received. */
  readonly acknowledged: boolean
}

export interface DeadLetter {
  readonly id: number
  readonly router: string
  readonly route: string
  readonly source: { readonly machine: string; readonly key: { readonly [field: string]: Value } }
  readonly effect: { readonly type: string; readonly [field: string]: Value }
  /** The key is null where the receiver's row is there and none can be made of it. */
  readonly receiver: { readonly machine: string; readonly key: { readonly [field: string]: Value } | null }
  readonly refusal: Refusal
  readonly emittedAtMs: number
  readonly atMs: number
}

/** One accepted step that changed something or emitted something. */
export interface JournalEntry {
  /** Rises in the order of the commits, over all instances of the file. */
  readonly entry: number
  readonly machine: string
  readonly key: { readonly [field: string]: Value }
  readonly revision: number
  readonly transition: string
  /** With its supplied fields. */
  readonly input: { readonly type: string; readonly [field: string]: Value }
  readonly effects: readonly { readonly type: string; readonly [field: string]: Value }[]
  readonly atMs: number
}

export interface Takeover {
  readonly machine: string
  readonly fromHash: string
  readonly toHash: string
  /** The last entry of the code before. */
  readonly afterEntry: number
}

export interface Committed {
  readonly machine: string
  readonly key: { readonly [field: string]: Value }
  readonly state: { readonly phase: string }
  readonly revision: number
  readonly transition: string
  readonly effects: readonly { readonly type: string }[]
  readonly locals: readonly LocalMade[]
  /** Messages that its effects become: whoever carries them looks. One to each of none is not sent. */
  readonly sent: number
  readonly atMs: number
}

export interface LocalMade {
  readonly router: string
  readonly local: string
  readonly effect: { readonly type: string; readonly [field: string]: Value }
}

export interface LocalPage {
  /** Instances in whose state the local effect is due. */
  readonly due: readonly {
    readonly machine: string
    readonly key: { readonly [field: string]: Value }
    readonly state: { readonly phase: string }
  }[]
  readonly unreadable: readonly UnreadableRow[]
  readonly next: Place | null
}

export interface Stats {
  /** Transactions that wrote: each is one fsync of the log. */
  readonly commits: number
  /** Decisions asked for, by their ends. */
  readonly accepted: number
  readonly refused: number
  readonly failed: number
  /** What the file did to the last decision, where that got no answer: the code of its `StoreError`. Null where it was answered. */
  readonly failing: string | null
  /** Times that another process held the lock. */
  readonly busyRetries: number
  /** Decisions that wait now. */
  readonly waiting: number
  /**
   * Bytes of the write-ahead log beside the file. It is cut when nobody writes, and stays below some 64 MB otherwise, as long as nobody reads
   * the file in one long transaction.
   */
  readonly walBytes: number
  /**
   * Since when somebody who reads has kept the log from being cut, in milliseconds since 1970, as far as this opening of the file has tried
   * it. Null where nobody does, and on a file that was opened for reading.
   */
  readonly walHeldSinceMs: number | null
}
