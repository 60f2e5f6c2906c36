/**
 * SQLite joins pages that have become empty where a row is removed, and not where one is written over: of a large row that was made
 * small a whole page stays. Removed and put again, as it is, it gives the page back.
 */
import type { RowTable, SqlValue, Table } from '../../generated/machine.js'
import type { Connection } from './connection.js'
import { type Loaded, readRow } from './instances.js'
import { matching, quoted, quotedList } from './tables.js'

export interface RowsOfTable {
  readonly table: RowTable
  readonly keys: readonly (string | number)[]
}

/** The instance's own row, and those of its rows. Throws `unreadable_row` where no row can be made of one. */
export function repack(connection: Connection, loaded: Loaded, rows: RowsOfTable | null): void {
  const { machine, keyValues } = loaded
  putAgain(connection, machine.table, keyValues)
  if (rows === null) return
  const { table, keys } = rows
  for (const key of keys) {
    if (readRow(connection, machine, table, keyValues, key) !== null) putAgain(connection, table, [...keyValues, key])
  }
}

function putAgain({ sql }: Connection, { name, primaryKey }: Table | RowTable, key: readonly SqlValue[]): void {
  const where = `${quoted(name)} WHERE ${matching(primaryKey)}`
  const row = sql(`SELECT * FROM ${where}`).get(...key)
  if (row === undefined) return
  sql(`DELETE FROM ${where}`).run(...key)
  const columns = Object.keys(row)
  sql(`INSERT INTO ${quoted(name)} (${quotedList(columns)}) VALUES (${columns.map(() => '?').join(', ')})`).run(
    ...columns.map((column) => row[column] as SqlValue),
  )
}
