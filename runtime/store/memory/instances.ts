/** Instances in memory: loaded, and saved if their revision is still the one that was loaded. What a file's constraints keep out is kept out here too. */
import type { AnyMachine, Encoding, RowTable, SqlValue, Table, TableReader, Value } from '../../../generated/machine.js'
import { faultPoint } from '../../fault-point.js'
import { bound, encoded, keyText, keyValues } from '../columns.js'
import type { SqlRow } from '../connection.js'
import { StoreError } from '../errors.js'
import {
  type Change,
  type Loaded,
  brokenInvariant,
  decodedInstance,
  decodedRow,
  lastOfEachRow,
  rowTable,
  uniqueColumn,
} from '../instances.js'
import type { Row } from '../types.js'
import { type Data, type Rows, type Writer, instancesOf, rowsOf, within } from './data.js'
import { compared } from './scan.js'

export function loadInstance(data: Data, machine: AnyMachine, key: object): Loaded {
  const values = keyValues(machine, key)
  const text = keyText(values)
  const row = instancesOf(data, machine).get(text)
  const instance = { machine, key, keyValues: values, keyText: text, rows: readers(data, machine, values) }
  if (row === undefined) return { ...instance, row: null, state: machine.initial, revision: 0, updatedAtMs: 0 }
  return { ...instance, row, ...decodedInstance(machine, row, text) }
}

function readers(data: Data, machine: AnyMachine, instance: readonly SqlValue[]): Loaded['rows'] {
  return Object.fromEntries(
    machine.rowTables.map((table) => [
      table.field,
      {
        get: (key: string | number) => readRow(data, machine, table, instance, key)?.row ?? null,
        by: (column: string, value: Value) => readRowBy(data, machine, table, instance, column, value)?.key ?? null,
      } as TableReader<never, unknown>,
    ]),
  )
}

export function readRow(data: Data, machine: AnyMachine, table: RowTable, instance: readonly SqlValue[], key: string | number): Row | null {
  const row = rowsOf(data, table.name, keyText(instance)).get(bound(key, 'row key'))
  return row === undefined ? null : decodedRow(machine, table, instance, row)
}

export function readRowBy(
  data: Data,
  machine: AnyMachine,
  table: RowTable,
  instance: readonly SqlValue[],
  column: string,
  value: Value,
): Row | null {
  const { name, encoding } = uniqueColumn(machine, table, column)
  const wanted = bound(encoded(value, encoding), column)
  const rows = rowsOf(data, table.name, keyText(instance)).values()
  const row = wanted === null ? undefined : [...rows].find((candidate) => compared(candidate[name] as SqlValue, wanted) === 0)
  return row === undefined ? null : decodedRow(machine, table, instance, row)
}

/** Answers with the new revision: the old one where nothing was to be written. */
export function saveInstance(data: Data, write: Writer, loaded: Loaded, change: Change, nowMs: number): number {
  const { machine, key, revision } = loaded
  const columns = machine.toRow(key, change.state)
  const before = loaded.row ?? machine.toRow(key, loaded.state)
  const changed = change.state !== loaded.state && machine.table.columns.some(({ name }) => before[name] !== columns[name])
  if (!changed && change.changes.length === 0 && !change.emits) return revision
  if (!Number.isSafeInteger(revision + 1)) throw brokenInvariant(loaded, 'has no revision left')

  const instances = within(data.instances, machine.name)
  const held = instances.get(loaded.keyText)
  if (held !== (loaded.row ?? undefined)) throw brokenInvariant(loaded, `was saved at revision ${revision}: another hand changed it since`)
  const row = {
    ...columns,
    pawl_row: held?.['pawl_row'] ?? instances.size + 1,
    pawl_revision: revision + 1,
    pawl_updated_at_ms: nowMs,
  }
  put(write, machine.table, instances, { key: loaded.keyText, row })
  faultPoint('commit.saved')
  saveRows(data, write, loaded, change.changes)
  faultPoint('commit.rows')
  return revision + 1
}

/** All leave their places first, so that values of unique columns may change hands within one step. */
function saveRows(data: Data, write: Writer, { machine, keyValues: instance, keyText: text }: Loaded, changes: Change['changes']): void {
  const last = lastOfEachRow(changes)
  const rowsIn = (table: RowTable): Rows => within(within(data.tables, table.name), text)
  for (const change of last) write.remove(rowsIn(rowTable(machine, change.table)), change.key)
  for (const change of last) {
    if (change.op === 'remove') continue
    const table = rowTable(machine, change.table)
    const owner = Object.fromEntries(table.primaryKey.slice(0, -1).map((column, n) => [column, instance[n] as SqlValue]))
    put(write, table, rowsIn(table), { key: change.key, row: { ...owner, ...machine.toTableRow(table.field, change.key, change.row) } })
  }
}

function put(write: Writer, table: Table, rows: Rows, { key, row }: { readonly key: string | number; readonly row: SqlRow }): void {
  for (const { name, encoding, nullable } of table.columns) {
    const value = row[name]
    if (value === null ? nullable : FITS[encoding](value)) continue
    throw refusedRow(`${table.name}.${name} holds ${JSON.stringify(value) ?? 'nothing'}`, table)
  }
  const twice = twiceIn(table, rows, key, row)
  if (twice !== null) throw refusedRow(`${table.name} has one value twice by ${twice}`, table)
  write.set(rows, key, row)
}

const isText = (value: unknown): boolean => typeof value === 'string'
const FITS: Readonly<Record<Encoding, (value: unknown) => boolean>> = {
  text: isText,
  json: isText,
  integer: Number.isSafeInteger,
  boolean: Number.isSafeInteger,
}

/** The unique index that another of these rows stands in the way of; null where none does. */
export function twiceIn(table: Table, rows: ReadonlyMap<string | number, SqlRow>, key: string | number, row: SqlRow): string | null {
  for (const { name, columns } of table.indexes.filter((index) => index.unique)) {
    if (columns.some((column) => row[column] === null)) continue
    for (const [otherKey, other] of rows) {
      if (otherKey !== key && columns.every((column) => other[column] === row[column])) return name
    }
  }
  return null
}

function refusedRow(fact: string, table: Table): StoreError {
  return new StoreError('broken_invariant', `the memory refused what a kernel decided (${fact}): a bug. Nothing was saved.`, {
    table: table.name,
  })
}
