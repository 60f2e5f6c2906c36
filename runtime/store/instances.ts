/**
 * Instances of machines as rows: one is loaded, and saved if its revision is still the one that was loaded. What is written is
 * what changed, so that a step costs what it touches.
 */
import type { AnyMachine, Column, RowChange, RowTable, SqlValue, TableReader, Value } from '../../generated/machine.js'
import { faultPoint } from '../fault-point.js'
import { bound, columnOf, encoded, isUnreadable, keyText, keyValues, unreadableRow } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { matching, quoted, quotedList } from './tables.js'

export interface Loaded {
  readonly machine: AnyMachine
  readonly key: object
  readonly keyValues: readonly SqlValue[]
  readonly keyText: string
  readonly state: { readonly phase: string }
  /** 0: absent. */
  readonly revision: number
  readonly updatedAtMs: number
  /** As it stands in the file; null: absent. */
  readonly row: SqlRow | null
  readonly rows: { readonly [table: string]: TableReader<never, unknown> }
}

export interface Change {
  readonly state: { readonly phase: string }
  readonly changes: readonly RowChange<string, string | number, { readonly [column: string]: Value }>[]
  readonly emits: boolean
}

export function loadInstance(connection: Connection, machine: AnyMachine, key: object): Loaded {
  const values = keyValues(machine, key)
  const row = connection.sql(sqlOf(machine).select).get(...values)
  const text = keyText(values)
  const rows = readers(connection, machine, values)
  const { state, revision, updatedAtMs } = row === undefined ? absent(machine) : decodedInstance(machine, row, text)
  return { machine, key, keyValues: values, keyText: text, state, revision, updatedAtMs, row: row ?? null, rows }
}

export type Standing = Pick<Loaded, 'state' | 'revision' | 'updatedAtMs'>

/** How an instance stands, for who decides nothing. */
export function readInstance(connection: Connection, machine: AnyMachine, key: object): Standing {
  const values = keyValues(machine, key)
  const row = connection.sql(sqlOf(machine).select).get(...values)
  return row === undefined ? absent(machine) : decodedInstance(machine, row, keyText(values))
}

function absent({ initial }: AnyMachine): Standing {
  return { state: initial, revision: 0, updatedAtMs: 0 }
}

/** The number that its row has for as long as it is there; null where it was never written. */
export function rowNumber(connection: Connection, machine: AnyMachine, instance: readonly SqlValue[]): number | null {
  const row = connection.sql(sqlOf(machine).number).get(...instance)
  return row === undefined ? null : Number(row['pawl_row'])
}

/** Throws `unreadable_row`. */
export function decodedInstance(machine: AnyMachine, row: SqlRow, text: string): Standing {
  const state = machine.fromRow(row)
  if (isUnreadable(state)) throw unreadableRow(machine.name, text, state)
  const revision = Number(row['pawl_revision'])
  if (!Number.isSafeInteger(revision) || revision < 1) {
    throw unreadableRow(machine.name, text, { column: 'pawl_revision', problem: 'is no revision' })
  }
  return { state, revision, updatedAtMs: Number(row['pawl_updated_at_ms']) }
}

interface MachineSql {
  readonly select: string
  readonly number: string
  readonly insert: string
  readonly columns: readonly string[]
  /** Columns that are not of the key. */
  readonly stored: readonly string[]
  /** Statements by the columns that they set. */
  readonly updates: Map<string, string>
}

const machineSql = new WeakMap<AnyMachine, MachineSql>()

function sqlOf(machine: AnyMachine): MachineSql {
  const known = machineSql.get(machine)
  if (known !== undefined) return known
  const { name, columns, primaryKey } = machine.table
  const names = columns.map((column) => column.name)
  const where = matching(primaryKey)
  const made = {
    select: `SELECT * FROM ${quoted(name)} WHERE ${where}`,
    number: `SELECT pawl_row FROM ${quoted(name)} WHERE ${where}`,
    insert: `INSERT INTO ${quoted(name)} (${quotedList(names)}, pawl_updated_at_ms, pawl_revision) VALUES (${marks(names.length)}, ?, 1)`,
    columns: names,
    stored: names.filter((column) => !primaryKey.includes(column)),
    updates: new Map<string, string>(),
  }
  machineSql.set(machine, made)
  return made
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}

/** Reads of single rows, for a kernel. They see what was there before the kernel's own changes. */
function readers(connection: Connection, machine: AnyMachine, instance: readonly SqlValue[]): Loaded['rows'] {
  const made: { [table: string]: TableReader<never, unknown> } = {}
  for (const table of machine.rowTables) {
    made[table.field] = {
      get: (key) => readRow(connection, machine, table, instance, key)?.row ?? null,
      by: (column, value) => (readRowBy(connection, machine, table, instance, column, value)?.key ?? null) as never,
    }
  }
  return made
}

type DecodedRow = { readonly key: string | number; readonly row: { readonly [column: string]: Value } }

export function readRow(
  connection: Connection,
  machine: AnyMachine,
  table: RowTable,
  instance: readonly SqlValue[],
  key: string | number,
): DecodedRow | null {
  const row = connection.sql(rowSqlOf(table).select).get(...instance, bound(key, 'row key'))
  return row === undefined ? null : decodedRow(machine, table, instance, row)
}

export function readRowBy(
  connection: Connection,
  machine: AnyMachine,
  table: RowTable,
  instance: readonly SqlValue[],
  column: string,
  value: Value,
): DecodedRow | null {
  const unique = uniqueColumn(machine, table, column)
  const columns = [...table.primaryKey.slice(0, -1), unique.name]
  const row = connection
    .sql(`SELECT * FROM ${quoted(table.name)} WHERE ${matching(columns)}`)
    .get(...instance, bound(encoded(value, unique.encoding), column))
  return row === undefined ? null : decodedRow(machine, table, instance, row)
}

export function decodedRow(machine: AnyMachine, table: RowTable, instance: readonly SqlValue[], row: SqlRow): DecodedRow {
  const decoded = machine.fromTableRow(table.field, row)
  if (isUnreadable(decoded)) throw unreadableRow(table.name, keyText([...instance, row[table.keyColumn] as SqlValue]), decoded)
  return decoded
}

const uniqueColumns = new WeakMap<RowTable, Map<string, Column>>()

/** The column of a field that no two rows share; its index bounds every read by it. */
export function uniqueColumn(machine: AnyMachine, table: RowTable, field: string): Column {
  const known = uniqueColumns.get(table) ?? new Map<string, Column>()
  uniqueColumns.set(table, known)
  const column = known.get(field) ?? uniqueColumnIn(machine, table, field)
  known.set(field, column)
  return column
}

function uniqueColumnIn(machine: AnyMachine, table: RowTable, field: string): Column {
  const among = table.indexes.filter((index) => index.unique).flatMap((index) => index.columns.slice(-1))
  const column = columnOf(table, among, field, (row) => {
    const decoded = machine.fromTableRow(table.field, row)
    return isUnreadable(decoded) ? decoded : decoded.row
  })
  if (column !== null) return column
  throw new StoreError(
    'unknown_table',
    `${machine.name}.${table.field} has no unique column "${field}"; it has ${among.join(', ') || 'none'}.`,
    {
      machine: machine.name,
      table: table.field,
      column: field,
    },
  )
}

export function rowTable(machine: AnyMachine, field: string): RowTable {
  const table = machine.rowTables.find((candidate) => candidate.field === field)
  if (table !== undefined) return table
  const fields = machine.rowTables.map((candidate) => candidate.field).join(', ')
  throw new StoreError('unknown_table', `${machine.name} has no table "${field}"; it has ${fields || 'none'}.`, {
    machine: machine.name,
    table: field,
  })
}

/**
 * Writes the step and answers with the new revision. A step that changes nothing and emits nothing keeps the revision and writes
 * nothing: whoever repeats himself does not make the file grow.
 */
export function saveInstance(connection: Connection, loaded: Loaded, change: Change, nowMs: number): number {
  const { machine, key, revision } = loaded
  const { insert, columns, stored } = sqlOf(machine)
  const next = machine.toRow(key, change.state)
  const before = loaded.row ?? machine.toRow(key, loaded.state)
  const changed = change.state === loaded.state ? [] : stored.filter((column) => before[column] !== next[column])
  if (changed.length === 0 && change.changes.length === 0 && !change.emits) return revision
  if (!Number.isSafeInteger(revision + 1)) throw brokenInvariant(loaded, 'has no revision left')

  if (loaded.row === null) {
    connection.sql(insert).run(...columns.map((column) => next[column] as SqlValue), nowMs)
  } else {
    const saved = connection
      .sql(updateOf(machine, changed))
      .run(...changed.map((column) => next[column] as SqlValue), nowMs, loaded.row['pawl_row'] as number, revision)
    if (saved.changes !== 1) throw brokenInvariant(loaded, `was saved at revision ${revision}: ${saved.changes} rows changed, not 1`)
  }
  faultPoint('commit.saved')
  saveRows(connection, loaded, change.changes)
  faultPoint('commit.rows')
  return revision + 1
}

function updateOf(machine: AnyMachine, changed: readonly string[]): string {
  const { updates } = sqlOf(machine)
  const columns = changed.join('\0')
  const known = updates.get(columns)
  if (known !== undefined) return known
  const set = changed.map((column) => `${quoted(column)} = ?, `).join('')
  const made = `UPDATE ${quoted(machine.table.name)} SET ${set}pawl_updated_at_ms = ?, pawl_revision = pawl_revision + 1 WHERE pawl_row = ? AND pawl_revision = ?`
  updates.set(columns, made)
  return made
}

export function brokenInvariant(loaded: Loaded, fact: string): StoreError {
  return new StoreError('broken_invariant', `${loaded.machine.name} ${loaded.keyText} ${fact}: a bug. Nothing was saved.`, {
    machine: loaded.machine.name,
    key: loaded.keyText,
    revision: loaded.revision,
  })
}

/** Several changes first leave their places, so that values of unique columns may change hands within one step. */
function saveRows(connection: Connection, loaded: Loaded, changes: Change['changes']): void {
  const last = changes.length < 2 ? changes : lastOfEachRow(changes)
  if (changes.length > 1) for (const change of last) removeRow(connection, loaded, change)
  for (const change of last) {
    if (change.op === 'put') putRow(connection, loaded, change)
    else if (changes.length === 1) removeRow(connection, loaded, change)
  }
}

export function lastOfEachRow(changes: Change['changes']): Change['changes'] {
  return [...new Map(changes.map((change) => [JSON.stringify([change.table, change.key]), change])).values()]
}

function removeRow(
  connection: Connection,
  { machine, keyValues: instance }: Loaded,
  change: { readonly table: string; readonly key: string | number },
) {
  const table = rowTable(machine, change.table)
  connection.sql(rowSqlOf(table).remove).run(...instance, change.key)
}

function putRow(
  connection: Connection,
  { machine, keyValues: instance }: Loaded,
  change: { readonly table: string; readonly key: string | number; readonly row: { readonly [column: string]: Value } },
): void {
  const table = rowTable(machine, change.table)
  const row = machine.toTableRow(table.field, change.key, change.row)
  const { put, own } = rowSqlOf(table)
  connection.sql(put).run(...instance, ...own.map((column) => row[column] as SqlValue))
}

interface RowSql {
  readonly select: string
  readonly remove: string
  readonly put: string
  /** Columns that are not of the instance's key. */
  readonly own: readonly string[]
}

const rowSql = new WeakMap<RowTable, RowSql>()

function rowSqlOf(table: RowTable): RowSql {
  const known = rowSql.get(table)
  if (known !== undefined) return known
  const { name, primaryKey, keyColumn } = table
  const owner = primaryKey.slice(0, -1)
  const own = table.columns.map((column) => column.name).filter((column) => !owner.includes(column))
  const columns = [...owner, ...own]
  const updates = own.filter((column) => column !== keyColumn).map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
  const onConflict = updates.length === 0 ? 'DO NOTHING' : `DO UPDATE SET ${updates.join(', ')}`
  const values = `(${quotedList(columns)}) VALUES (${marks(columns.length)})`
  const made = {
    select: `SELECT * FROM ${quoted(name)} WHERE ${matching(primaryKey)}`,
    remove: `DELETE FROM ${quoted(name)} WHERE ${matching(primaryKey)}`,
    put: `INSERT INTO ${quoted(name)} ${values} ON CONFLICT (${quotedList(primaryKey)}) ${onConflict}`,
    own,
  }
  rowSql.set(table, made)
  return made
}
