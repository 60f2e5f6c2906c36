/**
 * What a file holds of the past, line by line, for whoever decides it again: the code that it stands under, the instances as they
 * are stored, and every accepted step in the order of the commits. A file without steps has lines too, and so has an end.
 */
import type { AnyMachine } from '../generated/machine.js'
import type { JournalEntry, Page, Place, Row, RowPage, Store } from './store/types.js'

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
  /** An instance that no state can be made of. `key` is its key's columns in JSON. */
  | { readonly line: 'unreadable'; readonly machine: string; readonly key: string; readonly column: string; readonly problem: string }
  | ({ readonly line: 'step' } & JournalEntry)
  /** Where an instance stood after the steps were read: those of which a step was read that the instance above had not taken. */
  | { readonly line: 'since'; readonly machine: string; readonly key: object; readonly revision: number }
  | { readonly line: 'end'; readonly instances: number; readonly steps: number }

/** Reads page by page; the file may be at work meanwhile. */
export async function* pastOf(
  store: Store,
  machines: readonly AnyMachine[],
  limits: { readonly [machine: string]: { readonly [limit: string]: number } },
): AsyncGenerator<PastLine> {
  yield { line: 'past', version: 1, machines: machines.map(({ name, version, hash }) => ({ name, version, hash })), limits }
  for (const { machine, afterEntry } of await store.takeovers()) yield { line: 'takeover', machine, afterEntry }
  let [instances, steps] = [0, 0]
  const revisions = new Map<string, number>()
  const unreadable = new Set<string>()
  for (const machine of machines) {
    let after: Place | null = null
    do {
      const page: Page<AnyMachine> = await store.instances(machine, { limit: PAGE, ...(after !== null && { after }) })
      for (const row of page.unreadable) {
        unreadable.add(machine.name)
        yield { line: 'unreadable', machine: machine.name, ...row }
      }
      for (const { key } of page.found) {
        const line = await instanceOf(store, machine, key as object)
        revisions.set(nameOf(line), line.revision)
        yield line
        instances += 1
      }
      after = page.next
    } while (after !== null)
  }
  const beyond = new Map<string, JournalEntry>()
  for (let afterEntry = 0; ;) {
    const entries = await store.history({ afterEntry, limit: PAGE })
    for (const entry of entries) {
      const name = nameOf(entry)
      if (entry.revision > (revisions.get(name) ?? 0)) beyond.set(name, entry)
      yield { line: 'step', ...entry }
    }
    steps += entries.length
    if (entries.length < PAGE) break
    afterEntry = entries.at(-1)!.entry
  }
  for (const { machine, key } of beyond.values()) {
    const known = machines.find(({ name }) => name === machine)
    // What no state can be made of was told above.
    if (known === undefined || unreadable.has(machine)) continue
    yield { line: 'since', machine, key, revision: (await store.load(known, key as never)).revision }
  }
  yield { line: 'end', instances, steps }
}

const PAGE = 500

function nameOf({ machine, key }: { readonly machine: string; readonly key: object }): string {
  return JSON.stringify([machine, Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** State and rows are read one after another: again where a step came between. */
async function instanceOf(store: Store, machine: AnyMachine, key: object): Promise<PastLine & { readonly line: 'instance' }> {
  for (;;) {
    const { revision, state } = await store.load(machine, key as never)
    const tables: [string, (readonly [string | number, object])[]][] = []
    for (const { field } of machine.rowTables) tables.push([field, await rowsOf(store, machine, key, field)])
    if ((await store.load(machine, key as never)).revision !== revision) continue
    return { line: 'instance', machine: machine.name, key, revision, state: state as object, tables: Object.fromEntries(tables) }
  }
}

async function rowsOf(store: Store, machine: AnyMachine, key: object, table: string): Promise<(readonly [string | number, object])[]> {
  const rows: Row[] = []
  let after: string | number | null = null
  do {
    const page: RowPage = await store.rows(machine, key as never, table, { limit: PAGE, ...(after !== null && { after }) })
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows.map(({ key: rowKey, row }) => [rowKey, row] as const)
}
