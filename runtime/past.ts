/**
 * What a file holds of the past, line by line, for whoever decides it again: the code that it stands under, the instances as they
 * are stored, and every accepted step in the order of the commits. A file without steps has lines too, and so has an end.
 */
import type { AnyMachine } from '../generated/machine.js'
import { rowPages } from './row-pages.js'
import type { JournalEntry, Page, Place, Row, Store } from './store/types.js'
import type { SnapshotPage } from './store/upkeep.js'
import { wholeSnapshot } from './whole-snapshot.js'

export type PastLine =
  | {
      readonly line: 'past'
      readonly version: 1
      readonly machines: readonly { readonly name: string; readonly version: number; readonly hash: string }[]
      /** Machine -> limit -> value: what the steps were decided with, as far as whoever prints this knows. */
      readonly limits: { readonly [machine: string]: { readonly [limit: string]: number } }
    }
  /** Steps of the machine up to this entry were decided by another code. */
  | { readonly line: 'takeover'; readonly machine: string; readonly afterEntry: number }
  /** The state without its tables, which are lists of key and row. Read before the steps are, so that none is missing below. */
  | {
      readonly line: 'instance'
      readonly machine: string
      readonly key: object
      readonly revision: number
      readonly state: object
      readonly tables: { readonly [table: string]: readonly (readonly [string | number, object])[] }
    }
  /**
   * What stands for the journal of an instance up to this revision, which was cut; `lastEntry` was the last of it. `meanwhile`: it was cut
   * while this was read. Steps up to there that come before were read; of the others nothing is left, and the next one follows the snapshot.
   */
  | {
      readonly line: 'snapshot'
      readonly cut: 'before' | 'meanwhile'
      readonly machine: string
      readonly key: object
      readonly revision: number
      readonly lastEntry: number
      readonly state: object
      readonly tables: { readonly [table: string]: readonly (readonly [string | number, object])[] }
    }
  /** One that no state can be made of. `key` is its key's columns in JSON where no key can be made of them either. */
  | {
      readonly line: 'unreadable snapshot'
      readonly cut: 'before' | 'meanwhile'
      readonly machine: string
      readonly key: object | string
      readonly revision: number
      readonly lastEntry: number
      readonly column: string
      readonly problem: string
    }
  /** An instance that no state can be made of. `key` is its key's columns in JSON. */
  | { readonly line: 'unreadable'; readonly machine: string; readonly key: string; readonly column: string; readonly problem: string }
  | ({ readonly line: 'step' } & JournalEntry)
  /** Where an instance stood after the steps were read: those of which a step was read that the instance above had not taken. */
  | { readonly line: 'since'; readonly machine: string; readonly key: object; readonly revision: number }
  /** How many lines of each there were; of snapshots where there were any. */
  | { readonly line: 'end'; readonly instances: number; readonly steps: number; readonly snapshots?: number }

/** Reads page by page; the file may be at work meanwhile, and journals of it be cut. */
export async function* pastOf(
  store: Store,
  machines: readonly AnyMachine[],
  limits: { readonly [machine: string]: { readonly [limit: string]: number } },
): AsyncGenerator<PastLine> {
  yield { line: 'past', version: 1, machines: machines.map(({ name, version, hash }) => ({ name, version, hash })), limits }
  for (const { machine, afterEntry } of await store.takeovers()) yield { line: 'takeover', machine, afterEntry }
  const read: Read = { store, machines, instances: 0, steps: 0, snapshots: 0, stands: new Map(), reached: new Map(), unreadable: new Set() }
  for (const machine of machines) {
    // Before the instances: what is cut in between is missed below, where its steps would follow.
    yield* snapshotsOf(read, machine)
    yield* instancesOf(read, machine)
  }
  yield* stepsOf(read)
  yield* sinceOf(read)
  const { instances, steps, snapshots } = read
  yield { line: 'end', instances, steps, ...(snapshots > 0 && { snapshots }) }
}

const PAGE = 500

/** What was read so far. Instances go by their names. */
interface Read {
  readonly store: Store
  readonly machines: readonly AnyMachine[]
  instances: number
  steps: number
  snapshots: number
  /** Instance -> the revision of its line. */
  readonly stands: Map<string, number>
  /** Instance -> the revision of the last step that was read, or of the snapshot that stands for it. */
  readonly reached: Map<string, number>
  /** Machines of which no state can be made of some instance. */
  readonly unreadable: Set<string>
}

interface Named {
  readonly machine: string
  readonly key: object
}

function nameOf({ machine, key }: Named): string {
  return JSON.stringify([machine, Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1))])
}

function named(name: string): Named {
  const [machine, key] = JSON.parse(name) as [string, [string, unknown][]]
  return { machine, key: Object.fromEntries(key) }
}

type SnapshotLine = PastLine & { readonly line: 'snapshot' | 'unreadable snapshot' }

async function* snapshotsOf(read: Read, machine: AnyMachine): AsyncGenerator<SnapshotLine> {
  const { store, reached } = read
  let after: Place | null = null
  do {
    const page: SnapshotPage<AnyMachine> = await store.upkeep.snapshots(machine, { limit: PAGE, ...(after !== null && { after }) })
    for (const one of page.unreadable) {
      if (typeof one.key === 'object') reached.set(nameOf({ machine: machine.name, key: one.key as object }), one.revision)
      yield { line: 'unreadable snapshot', cut: 'before', machine: machine.name, ...one }
      read.snapshots += 1
    }
    for (const { key } of page.found) {
      const line = await snapshotOf(store, machine, key as object, 'before')
      if (line === null) continue
      reached.set(nameOf({ machine: machine.name, key: key as object }), line.revision)
      yield line
      read.snapshots += 1
    }
    after = page.next
  } while (after !== null)
}

/** Null where there is none. */
async function snapshotOf(store: Store, machine: AnyMachine, key: object, cut: 'before' | 'meanwhile'): Promise<SnapshotLine | null> {
  const snapshot = await wholeSnapshot(store, machine, key)
  if (snapshot === null) return null
  const { revision, lastEntry } = snapshot
  const of = { cut, machine: machine.name, key, revision, lastEntry } as const
  if (snapshot.unreadable !== null) {
    const { column, problem } = snapshot.unreadable
    return { line: 'unreadable snapshot', ...of, column, problem }
  }
  const tables = Object.fromEntries(Object.entries(snapshot.tables).map(([field, rows]) => [field, toldRows(rows)]))
  return { line: 'snapshot', ...of, state: snapshot.state as object, tables }
}

async function* instancesOf(read: Read, machine: AnyMachine): AsyncGenerator<PastLine> {
  const { store, stands, unreadable } = read
  let after: Place | null = null
  do {
    const page: Page<AnyMachine> = await store.instances(machine, { limit: PAGE, ...(after !== null && { after }) })
    for (const row of page.unreadable) {
      unreadable.add(machine.name)
      yield { line: 'unreadable', machine: machine.name, ...row }
    }
    for (const { key } of page.found) {
      const line = await instanceOf(store, machine, key as object)
      stands.set(nameOf(line), line.revision)
      yield line
      read.instances += 1
    }
    after = page.next
  } while (after !== null)
}

/** State and rows are read one after another: again where a step came between. */
async function instanceOf(store: Store, machine: AnyMachine, key: object): Promise<PastLine & { readonly line: 'instance' }> {
  for (;;) {
    const { revision, state } = await store.load(machine, key as never)
    const tables: [string, Rows][] = []
    for (const { field } of machine.rowTables) {
      const rows: Row[] = []
      for await (const page of rowPages((query) => store.rows(machine, key as never, field, query))) rows.push(...page.rows)
      tables.push([field, toldRows(rows)])
    }
    if ((await store.load(machine, key as never)).revision !== revision) continue
    return { line: 'instance', machine: machine.name, key, revision, state: state as object, tables: Object.fromEntries(tables) }
  }
}

type Rows = readonly (readonly [string | number, object])[]

function toldRows(rows: readonly Row[]): Rows {
  return rows.map(({ key, row }) => [key, row] as const)
}

async function* stepsOf(read: Read): AsyncGenerator<PastLine> {
  const { store, stands, reached } = read
  const cut = new Set<string>()
  for (let afterEntry = 0; ;) {
    const entries: readonly JournalEntry[] = await store.history({ afterEntry, limit: PAGE })
    for (const entry of entries) {
      const name = nameOf(entry)
      const line = entry.revision > (reached.get(name) ?? 0) + 1 ? await cutSince(read, name) : null
      if (line !== null) {
        cut.add(name)
        yield line
      }
      // It was on the page still, and has gone since: the snapshot stands for it.
      if (cut.has(name) && entry.revision <= (reached.get(name) ?? 0)) continue
      reached.set(name, entry.revision)
      yield { line: 'step', ...entry }
      read.steps += 1
    }
    if (entries.length < PAGE) break
    afterEntry = entries.at(-1)!.entry
  }
  for (const [name, revision] of stands) {
    const line = revision > (reached.get(name) ?? 0) ? await cutSince(read, name) : null
    if (line !== null) yield line
  }
}

/** What was cut of an instance since its snapshot was read, or since there was none. */
async function cutSince(read: Read, name: string): Promise<SnapshotLine | null> {
  const { machine, key } = named(name)
  const known = read.machines.find((one) => one.name === machine)
  const line = known === undefined ? null : await snapshotOf(read.store, known, key, 'meanwhile')
  if (line === null || line.revision <= (read.reached.get(name) ?? 0)) return null
  read.reached.set(name, line.revision)
  read.snapshots += 1
  return line
}

async function* sinceOf({ store, machines, stands, reached, unreadable }: Read): AsyncGenerator<PastLine> {
  for (const [name, revision] of reached) {
    if (revision <= (stands.get(name) ?? 0)) continue
    const { machine, key } = named(name)
    const known = machines.find((one) => one.name === machine)
    // What no state can be made of was told above.
    if (known === undefined || unreadable.has(machine)) continue
    yield { line: 'since', machine, key, revision: (await store.load(known, key as never)).revision }
  }
}
