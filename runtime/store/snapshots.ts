/**
 * What stands for the part of a journal that was cut: an instance as it was, its row and the rows of its tables as JSON. Rows are
 * copied within the file, so that a table of any size passes through no memory of ours.
 */
import type { AnyMachine, RowTable, SqlValue, Table } from '../../generated/machine.js'
import { messageOf } from '../thrown.js'
import { bound, isUnreadable, keyFromText, keyText, keyValues, parsedJson, unreadableRow } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { assertLimit, parsedPlace, unreadableOf } from './find.js'
import { type Loaded, decodedRow, rowTable } from './instances.js'
import { firstValueBeside } from './reshape.js'
import { matching, quoted } from './tables.js'
import type { Place, Row, RowPage, UnreadableRow } from './types.js'
import type { Snapshot, SnapshotPage, UnreadableSnapshot } from './upkeep.js'

/** Answers with how many entries went: 0, and nothing is written, where there are none. */
export function cutJournal(connection: Connection, loaded: Loaded, atMs: number): number {
  const { sql } = connection
  const { machine, keyText: key, revision } = loaded
  const entries = 'pawl_journal WHERE machine = ? AND instance = ? AND revision <= ?'
  const instance = Number(loaded.row?.['pawl_row'])
  const last = sql(`SELECT entry FROM ${entries} ORDER BY revision DESC LIMIT 1`).get(machine.name, instance, revision)
  if (last === undefined) return 0
  const kept = sql(
    `INSERT INTO pawl_snapshot (machine, key, revision, state, last_entry, at_ms) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (machine, key) DO UPDATE SET
      revision = excluded.revision, state = excluded.state, last_entry = excluded.last_entry, at_ms = excluded.at_ms
    RETURNING id`,
  ).get(machine.name, key, revision, rowText(loaded), Number(last['entry']), atMs)
  for (const table of machine.rowTables) keepRows(connection, table, loaded, Number(kept?.['id']))
  return sql(`DELETE FROM ${entries}`).run(machine.name, instance, revision).changes
}

/** The instance's row, without what the store itself keeps there. */
export function rowText({ machine, row }: Loaded): string {
  return JSON.stringify(Object.fromEntries(machine.table.columns.map(({ name }) => [name, row?.[name] ?? null])))
}

function keepRows({ sql }: Connection, table: RowTable, { keyValues: instance }: Loaded, snapshot: number): void {
  const owner = matching(table.primaryKey.slice(0, -1))
  const [from, key] = [quoted(table.name), quoted(table.keyColumn)]
  sql(
    `DELETE FROM pawl_snapshot_row WHERE snapshot = ? AND table_name = ?
      AND NOT EXISTS (SELECT 1 FROM ${from} WHERE ${owner} AND ${key} = row_key)`,
  ).run(snapshot, table.name, ...instance)
  const fields = ownColumns(table).map((column) => `'${column.replaceAll("'", "''")}', ${quoted(column)}`)
  sql(
    `INSERT INTO pawl_snapshot_row (snapshot, table_name, row_key, row)
      SELECT ?, ?, ${key}, json_object(${fields.join(', ')}) FROM ${from} WHERE ${owner}
      ON CONFLICT (snapshot, table_name, row_key) DO UPDATE SET row = excluded.row WHERE row IS NOT excluded.row`,
  ).run(snapshot, table.name, ...instance)
}

/** Those that are not of the instance's key. */
export function ownColumns({ columns, primaryKey }: RowTable): readonly string[] {
  const owner = primaryKey.slice(0, -1)
  return columns.map(({ name }) => name).filter((name) => !owner.includes(name))
}

/** A file that is only read may be of a schema that kept none yet. */
function keepsNone({ db }: Connection): boolean {
  return Number(db.pragma('user_version', { simple: true })) < FIRST_WITH_SNAPSHOTS
}

export const FIRST_WITH_SNAPSHOTS = 3

export function snapshotOf(connection: Connection, machine: AnyMachine, key: object): Snapshot<AnyMachine> | null {
  if (keepsNone(connection)) return null
  const row = connection
    .sql('SELECT * FROM pawl_snapshot WHERE machine = ? AND key = ?')
    .get(machine.name, keyText(keyValues(machine, key)))
  return row === undefined ? null : decodedSnapshot(machine, row)
}

export function pageOfSnapshots(
  connection: Connection,
  machine: AnyMachine,
  query: { readonly after?: Place; readonly limit: number },
): SnapshotPage<AnyMachine> {
  assertLimit(query.limit)
  const after = keyOfPlace(query.after)
  if (keepsNone(connection)) return { found: [], unreadable: [], next: null }
  const rows = connection
    .sql('SELECT * FROM pawl_snapshot WHERE machine = ? AND key > ? ORDER BY key LIMIT ? + 0')
    .all(machine.name, after, query.limit)
  return decodedSnapshots(machine, rows, query.limit)
}

/** The text of the key that a page goes on after. */
export function keyOfPlace(after: Place | undefined): string {
  if (after === undefined) return ''
  const place = parsedPlace(after)
  if (Array.isArray(place) && place.length === 1 && typeof place[0] === 'string') return place[0]
  throw new StoreError('bad_query', `"${after}" is no place among the snapshots.`, { place: after })
}

/** One that cannot be read keeps no other back. */
export function decodedSnapshots(machine: AnyMachine, rows: readonly SqlRow[], limit: number): SnapshotPage<AnyMachine> {
  const found: Snapshot<AnyMachine>[] = []
  const unreadable: UnreadableSnapshot<AnyMachine>[] = []
  for (const row of rows) {
    try {
      found.push(decodedSnapshot(machine, row))
    } catch (error) {
      const text = String(row['key'])
      unreadable.push({ ...unreadableOf(error, text), ...placeOf(row), key: keyOrText(machine, text) })
    }
  }
  const last = rows.at(-1)
  return { found, unreadable, next: rows.length < limit || last === undefined ? null : (JSON.stringify([last['key']]) as Place) }
}

function keyOrText(machine: AnyMachine, text: string): object | string {
  try {
    return keyFromText(machine, text)
  } catch {
    return text
  }
}

/** Throws `unreadable_row`, which says where the snapshot stood. */
export function decodedSnapshot(machine: AnyMachine, row: SqlRow): Snapshot<AnyMachine> {
  const text = String(row['key'])
  try {
    const kept = filled(machine, machine.table, rowFrom(row['state'], { column: 'state', key: text, has: machine.table.primaryKey }))
    const state: { readonly phase: string } = machine.fromRow(kept)
    if (isUnreadable(state)) throw unreadableRow('pawl_snapshot', text, state)
    return { key: keyFromText(machine, text), state, ...placeOf(row), atMs: Number(row['at_ms']) }
  } catch (error) {
    const { column, problem } = unreadableOf(error, text)
    const message = messageOf(error)
    throw new StoreError('unreadable_row', message, { table: 'pawl_snapshot', key: text, column, problem, ...placeOf(row) }, error)
  }
}

function placeOf(row: SqlRow): Pick<Snapshot<AnyMachine>, 'revision' | 'lastEntry'> {
  return { revision: Number(row['revision']), lastEntry: Number(row['last_entry']) }
}

/** What an older code of the machine kept has no value for columns that were added since: as in the file itself, they hold their first. */
function filled(machine: AnyMachine, table: Table | RowTable, kept: SqlRow): SqlRow {
  const missing = table.columns.filter(({ name }) => !Object.hasOwn(kept, name))
  if (missing.length === 0) return kept
  return { ...kept, ...Object.fromEntries(missing.map((column) => [column.name, firstValueBeside(kept, machine, table, column)])) }
}

/** `has`: columns that stand in it, whatever code kept it. */
function rowFrom(
  text: unknown,
  { column, key, has }: { readonly column: string; readonly key: string; readonly has: readonly string[] },
): SqlRow {
  const kept = parsedJson(String(text), column)
  if (typeof kept === 'object' && kept !== null && has.every((name) => Object.hasOwn(kept, name))) return kept as SqlRow
  throw unreadableRow('pawl_snapshot', key, { column, problem: 'is no row' })
}

export function snapshotRowsOf(
  connection: Connection,
  machine: AnyMachine,
  key: object,
  field: string,
  query: { readonly after?: string | number; readonly limit: number },
): RowPage {
  assertLimit(query.limit)
  const table = rowTable(machine, field)
  const after = bound(query.after, 'after')
  const instance = keyValues(machine, key)
  if (keepsNone(connection)) return { rows: [], unreadable: [], next: null }
  const rows = connection
    .sql(
      `SELECT row_key, row FROM pawl_snapshot_row
        WHERE snapshot = (SELECT id FROM pawl_snapshot WHERE machine = ? AND key = ?) AND table_name = ?
        ${after === undefined ? '' : 'AND row_key > ?'} ORDER BY row_key LIMIT ? + 0`,
    )
    .all(machine.name, keyText(instance), table.name, ...(after === undefined ? [] : [after]), query.limit)
  return decodedSnapshotRows(machine, table, instance, rows, query.limit)
}

export function decodedSnapshotRows(
  machine: AnyMachine,
  table: RowTable,
  instance: readonly SqlValue[],
  read: readonly SqlRow[],
  limit: number,
): RowPage {
  const rows: Row[] = []
  const unreadable: UnreadableRow[] = []
  for (const { row_key: rowKey, row } of read) {
    const text = keyText([...instance, rowKey as SqlValue])
    try {
      rows.push(
        decodedRow(machine, table, instance, filled(machine, table, rowFrom(row, { column: 'row', key: text, has: [table.keyColumn] }))),
      )
    } catch (error) {
      unreadable.push(unreadableOf(error, text))
    }
  }
  const last = read.at(-1)
  return { rows, unreadable, next: read.length < limit || last === undefined ? null : (last['row_key'] as string | number) }
}
