/** What stands for the cut part of an instance's journal, with the rows of its tables: all of one cut, though it is read page by page. */
import type { AnyMachine } from '../generated/machine.js'
import { rowPages } from './row-pages.js'
import { StoreError } from './store/errors.js'
import type { Row, StateOf, Store } from './store/types.js'

export type WholeSnapshot = { readonly revision: number; readonly lastEntry: number } & (
  | {
      readonly unreadable: null
      readonly state: StateOf<AnyMachine>
      readonly tables: { readonly [field: string]: readonly Row[] }
    }
  | { readonly unreadable: UnreadablePart }
)

/** The first part of it that nothing can be made of: a row of that table; the state, where `table` is null. */
interface UnreadablePart {
  readonly table: string | null
  readonly column: string
  readonly problem: string
}

/** Null where nothing was cut. Read again where the journal was cut meanwhile. */
export async function wholeSnapshot({ upkeep }: Pick<Store, 'upkeep'>, machine: AnyMachine, key: object): Promise<WholeSnapshot | null> {
  for (;;) {
    try {
      const snapshot = await upkeep.snapshot(machine, key as never)
      if (snapshot === null) return null
      const { revision, lastEntry, state } = snapshot
      const tables: [string, readonly Row[]][] = []
      let unreadable: UnreadablePart | null = null
      for (const { field } of machine.rowTables) {
        const rows: Row[] = []
        for await (const page of rowPages((query) => upkeep.snapshotRows(machine, key as never, field, query))) {
          rows.push(...page.rows)
          const [first] = page.unreadable
          if (first !== undefined) unreadable ??= { table: field, column: first.column, problem: first.problem }
        }
        tables.push([field, rows])
      }
      if ((await upkeep.snapshot(machine, key as never))?.revision !== revision) continue
      if (unreadable !== null) return { revision, lastEntry, unreadable }
      return { revision, lastEntry, unreadable, state, tables: Object.fromEntries(tables) }
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unreadable_row') throw error
      const { revision, lastEntry, column, problem } = error.facts
      const unreadable = { table: null, column: String(column), problem: String(problem) }
      return { revision: Number(revision), lastEntry: Number(lastEntry), unreadable }
    }
  }
}
