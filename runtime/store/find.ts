/** Pages of instances and of rows, each read along an index and never further than its limit. */
import type { AnyMachine, Column, RowTable, SqlValue, Table } from '../../generated/machine.js'
import { bound, columnOf, encoded, isUnreadable, keyText, unreadableRow } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { decodedInstance, decodedRow, rowTable, uniqueColumn } from './instances.js'
import { fanOutIndexStatement, quoted, quotedList } from './tables.js'
import type { Instance, Page, Place, Query, Row, RowPage, RowQuery, UnreadableRow } from './types.js'

export function findInstances(connection: Connection, machine: AnyMachine, query: Query): Page<AnyMachine> {
  judgeQuery(query)
  const { columns, equals } = indexed(machine, query)
  const order = [...columns.slice(equals.length).map((column) => column.name), 'pawl_row']
  const conditions: Condition[] = columns.slice(0, equals.length).map(({ name, encoding }, n) => {
    return { column: name, is: 'IS', value: encoded(equals[n] ?? null, encoding) }
  })
  if (query.atMost !== undefined) conditions.push({ column: order[0] ?? '', is: '<=', value: query.atMost })
  const scans = query.after === undefined ? [conditions] : scansAfter(conditions, order, placeValues(query.after, order.length))
  const rows: SqlRow[] = []
  for (const scan of scans)
    if (rows.length < query.limit) rows.push(...scanned(connection, machine.table, scan, order, query.limit - rows.length))
  const last = rows.at(-1)
  const next = rows.length < query.limit || last === undefined ? null : (JSON.stringify(order.map((column) => last[column])) as Place)
  return { ...decodedPage(machine, rows), next }
}

export function judgeQuery(query: Query): void {
  if (!Array.isArray(query.equals)) throw new StoreError('bad_query', '`equals` is no list.', { field: 'equals' })
  for (const [n, value] of query.equals.entries()) if (typeof value !== 'boolean') bound(value as SqlValue, `equals.${n}`)
  bound(query.atMost, 'atMost')
}

interface Condition {
  readonly column: string
  readonly is: 'IS' | '=' | '<=' | '>' | 'IS NOT'
  readonly value: SqlValue
}

export function indexed(machine: AnyMachine, query: Query): { readonly columns: readonly Column[]; readonly equals: Query['equals'] } {
  const index = machine.table.indexes.find(({ name }) => name === query.index || name === `${machine.table.name}:${query.index}`)
  const facts = { machine: machine.name, index: query.index }
  if (index === undefined) {
    const names = machine.table.indexes.map(({ name }) => name).join(', ')
    throw new StoreError(
      'unknown_index',
      `${machine.name} declares no index "${query.index}"; it has ${names || 'none'}. Declare it in the spec.`,
      facts,
    )
  }
  const needed = query.equals.length + (query.atMost === undefined ? 0 : 1)
  if (needed > index.columns.length) {
    throw new StoreError(
      'unknown_index',
      `index "${query.index}" of ${machine.name} has ${index.columns.length} columns; the query needs ${needed}.`,
      facts,
    )
  }
  assertLimit(query.limit)
  const columns = index.columns.flatMap((name) => machine.table.columns.filter((column) => column.name === name))
  return { columns, equals: query.equals }
}

export function assertLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= MOST_ROWS) return
  throw new StoreError('bad_query', `a page has 1 to ${MOST_ROWS} rows, not ${limit}.`, { limit })
}

const MOST_ROWS = 10_000

export function placeValues(place: Place, count: number): readonly SqlValue[] {
  const values = parsedPlace(place)
  if (Array.isArray(values) && values.length === count) return values.map((value: SqlValue) => bound(value, 'after'))
  throw new StoreError('bad_query', `"${place}" is no place of this query.`, { place })
}

export function parsedPlace(place: string): unknown {
  try {
    return JSON.parse(place)
  } catch {
    return null
  }
}

/**
 * What comes after a place, in order: first the rows that share all but the last column with it, then all but the last two, and
 * so on. Each is one range of the index, whichever columns are null (null comes first).
 */
function scansAfter(
  conditions: readonly Condition[],
  order: readonly string[],
  place: readonly SqlValue[],
): readonly (readonly Condition[])[] {
  return order
    .map((column, n): readonly Condition[] => {
      const shared = order.slice(0, n).map((same, m): Condition => ({ column: same, is: 'IS', value: place[m] ?? null }))
      const value = place[n] ?? null
      return [...conditions, ...shared, { column, is: value === null ? 'IS NOT' : '>', value }]
    })
    .toReversed()
}

function scanned(
  connection: Connection,
  table: Table,
  conditions: readonly Condition[],
  order: readonly string[],
  limit: number,
): SqlRow[] {
  return connection.sql(pageText(table, conditions, order)).all(...conditions.map(({ value }) => value), limit)
}

/** A bare `LIMIT ?` has SQLite plan the statement anew for each value that it is given: that costs more than to read a row. */
function pageText({ name }: Table, conditions: readonly Omit<Condition, 'value'>[], order: readonly string[]): string {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ column, is }) => `${quoted(column)} ${is} ?`).join(' AND ')} `
  return `SELECT * FROM ${quoted(name)} ${where}ORDER BY ${quotedList(order)} LIMIT ? + 0`
}

/** One row that cannot be read keeps no other back. */
export function decodedPage(
  machine: AnyMachine,
  rows: readonly SqlRow[],
): { readonly found: Instance<AnyMachine>[]; readonly unreadable: UnreadableRow[] } {
  const found: Instance<AnyMachine>[] = []
  const unreadable: UnreadableRow[] = []
  for (const row of rows) {
    const text = rowKeyText(machine, row)
    try {
      const key = machine.keyOf(row)
      if (isUnreadable(key)) throw unreadableRow(machine.name, text, key)
      found.push({ key, ...decodedInstance(machine, row, text) })
    } catch (error) {
      unreadable.push(unreadableOf(error, text))
    }
  }
  return { found, unreadable }
}

function rowKeyText(machine: AnyMachine, row: SqlRow): string {
  return keyText(machine.table.primaryKey.map((column) => row[column] as SqlValue))
}

export function unreadableOf(error: unknown, key: string): UnreadableRow {
  if (!(error instanceof StoreError) || error.code !== 'unreadable_row') throw error
  return { key, column: String(error.facts['column']), problem: String(error.facts['problem'] ?? error.message) }
}

/** Every instance, in the order in which they were first written. */
export function pageOfInstances(
  connection: Connection,
  machine: AnyMachine,
  query: { readonly after?: Place; readonly limit: number },
): Page<AnyMachine> {
  assertLimit(query.limit)
  const after = query.after === undefined ? 0 : Number(placeValues(query.after, 1)[0])
  const rows = scanned(connection, machine.table, [{ column: 'pawl_row', is: '>', value: after }], ['pawl_row'], query.limit)
  const last = rows.at(-1)
  const next = rows.length < query.limit || last === undefined ? null : (JSON.stringify([last['pawl_row']]) as Place)
  return { ...decodedPage(machine, rows), next }
}

/**
 * Instances whose key agrees with `where`, after that row: the receivers of a fan-out. Those that are made meanwhile come later in
 * the order. An index for these columns is made with the first need, so it must run in a transaction.
 */
export function receiverRows(connection: Connection, machine: AnyMachine, query: ReceiverQuery): readonly Receiver[] {
  const { where, after, limit } = query
  const { index, page } = fanOutSql(machine, Object.keys(where))
  connection.sql(index).run()
  const rows = connection.sql(page).all(...Object.values(where), after, limit)
  return rows.map((row) => receiverOf(machine, row))
}

interface FanOutSql {
  readonly index: string
  readonly page: string
}

const fanOuts = new WeakMap<AnyMachine, Map<string, FanOutSql>>()

/** Made once for each machine and fields: whether anybody receives it is asked with every effect that fans out. */
function fanOutSql(machine: AnyMachine, fields: readonly string[]): FanOutSql {
  const made = fanOuts.get(machine) ?? new Map<string, FanOutSql>()
  fanOuts.set(machine, made)
  const known = made.get(fields.join())
  if (known !== undefined) return known
  const { table } = machine
  const columns = fields.map((field) => keyColumn(machine, field))
  const agreeing = columns.map((column) => ({ column, is: '=' }) as const)
  const fanOut = {
    index: fanOutIndexStatement(table, columns),
    page: pageText(table, [...agreeing, { column: 'pawl_row', is: '>' }], ['pawl_row']),
  }
  made.set(fields.join(), fanOut)
  return fanOut
}

/** The column of the key by which a fan-out goes. */
export function keyColumn(machine: AnyMachine, field: string): string {
  const column = columnOf(machine.table, machine.table.primaryKey, field, (row) => machine.keyOf(row))
  if (column !== null) return column.name
  throw new StoreError('unknown_route', `a fan-out goes by "${field}", which ${machine.name} has not in its key.`, { field })
}

export function receiverOf(machine: AnyMachine, row: SqlRow): Receiver {
  const key = machine.keyOf(row)
  return { row: Number(row['pawl_row']), keyText: rowKeyText(machine, row), key: isUnreadable(key) ? null : key }
}

export interface Receiver {
  readonly row: number
  readonly keyText: string
  /** Null where none can be made of the row. */
  readonly key: object | null
}

export interface ReceiverQuery {
  readonly where: { readonly [field: string]: string | number }
  readonly after: number
  readonly limit: number
}

export function findRows(
  connection: Connection,
  machine: AnyMachine,
  instance: readonly SqlValue[],
  field: string,
  query: RowQuery,
): RowPage {
  assertLimit(query.limit)
  const table = rowTable(machine, field)
  const by = query.by === undefined ? table.keyColumn : uniqueColumn(machine, table, query.by).name
  const conditions = table.primaryKey.slice(0, -1).map((column, n): Condition => ({ column, is: '=', value: instance[n] ?? null }))
  if (query.after !== undefined) conditions.push({ column: by, is: '>', value: bound(query.after, 'after') })
  return rowPage(machine, table, { instance, by, limit: query.limit }, scanned(connection, table, conditions, [by], query.limit))
}

interface RowsAsked {
  readonly instance: readonly SqlValue[]
  /** The column in whose order they were read. */
  readonly by: string
  readonly limit: number
}

/** One row that cannot be read keeps no other back. */
export function rowPage(machine: AnyMachine, table: RowTable, { instance, by, limit }: RowsAsked, read: readonly SqlRow[]): RowPage {
  const rows: Row[] = []
  const unreadable: UnreadableRow[] = []
  for (const row of read) {
    try {
      rows.push(decodedRow(machine, table, instance, row))
    } catch (error) {
      unreadable.push(unreadableOf(error, keyText([...instance, row[table.keyColumn] as SqlValue])))
    }
  }
  const last = read.at(-1)
  return { rows, unreadable, next: read.length < limit || last === undefined ? null : (last[by] as string | number) }
}
