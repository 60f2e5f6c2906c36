/** What stands for the part of a journal that was cut, in memory: as texts, as it stands in a file. */
import type { AnyMachine } from '../../../generated/machine.js'
import { bound, keyText, keyValues } from '../columns.js'
import type { SqlRow } from '../connection.js'
import { assertLimit } from '../find.js'
import { type Loaded, rowTable } from '../instances.js'
import { decodedSnapshot, decodedSnapshotRows, decodedSnapshots, keyOfPlace, ownColumns, rowText } from '../snapshots.js'
import type { Place, RowPage } from '../types.js'
import type { Snapshot, SnapshotPage } from '../upkeep.js'
import { type Data, type Rows, type Writer, rowsOf } from './data.js'
import { scanned } from './scan.js'

/** Answers with how many entries went: 0, and nothing is written, where there are none. */
export function cutJournal(data: Data, write: Writer, loaded: Loaded, atMs: number): number {
  const { machine, keyText: key, revision } = loaded
  const name = nameOf(machine, key)
  const isCut = (row: SqlRow): boolean => row['machine'] === machine.name && row['key'] === key && Number(row['revision']) <= revision
  const cut = [...data.journal.values()].filter(isCut).map((row) => Number(row['entry']))
  if (cut.length === 0) return 0
  const lastEntry = cut.reduce((last, entry) => Math.max(last, entry))
  const kept = { machine: machine.name, key, revision, state: rowText(loaded), last_entry: lastEntry, at_ms: atMs }
  write.set(data.snapshots, name, kept)
  for (const table of machine.rowTables) {
    const own = ownColumns(table)
    const rows: Rows = new Map()
    for (const [rowKey, row] of rowsOf(data, table.name, key)) {
      const text = JSON.stringify(Object.fromEntries(own.map((column) => [column, row[column] ?? null])))
      rows.set(rowKey, { row_key: rowKey, row: text })
    }
    write.set(data.snapshotRows, nameOf(machine, key, table.name), rows)
  }
  for (const entry of cut) write.remove(data.journal, entry)
  return cut.length
}

function nameOf({ name }: AnyMachine, key: string, ...table: readonly string[]): string {
  return JSON.stringify([name, key, ...table])
}

export function snapshotOf(data: Data, machine: AnyMachine, key: object): Snapshot<AnyMachine> | null {
  const row = data.snapshots.get(nameOf(machine, keyText(keyValues(machine, key))))
  return row === undefined ? null : decodedSnapshot(machine, row)
}

export function pageOfSnapshots(
  data: Data,
  machine: AnyMachine,
  query: { readonly after?: Place; readonly limit: number },
): SnapshotPage<AnyMachine> {
  assertLimit(query.limit)
  const rows = scanned(data.snapshots.values(), {
    equals: [['machine', machine.name]],
    order: ['key'],
    after: [keyOfPlace(query.after)],
    limit: query.limit,
  })
  return decodedSnapshots(machine, rows, query.limit)
}

export function snapshotRowsOf(
  data: Data,
  machine: AnyMachine,
  key: object,
  field: string,
  query: { readonly after?: string | number; readonly limit: number },
): RowPage {
  assertLimit(query.limit)
  const table = rowTable(machine, field)
  const instance = keyValues(machine, key)
  const kept = data.snapshotRows.get(nameOf(machine, keyText(instance), table.name)) ?? new Map<string, SqlRow>()
  const rows = scanned(kept.values(), {
    equals: [],
    order: ['row_key'],
    ...(query.after !== undefined && { after: [bound(query.after, 'after')] }),
    limit: query.limit,
  })
  return decodedSnapshotRows(machine, table, instance, rows, query.limit)
}
