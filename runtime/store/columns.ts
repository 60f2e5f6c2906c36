/** Values as they stand in columns, and which column a field stands in. */
import type { AnyMachine, Column, Encoding, SqlValue, Table, Unreadable, Value } from '../../generated/machine.js'
import { StoreError } from './errors.js'

export function encoded(value: Value, encoding: Encoding): SqlValue {
  if (value === null) return null
  switch (encoding) {
    case 'text':
      return typeof value === 'string' ? value : canonicalText(value)
    case 'integer':
      return Number(value)
    case 'boolean':
      return value === true ? 1 : 0
    case 'json':
      return canonicalText(value)
  }
}

/** A value of a query that goes to SQLite as it is. Throws `bad_query`: what cannot be bound was never a value of ours. */
export function bound<V extends SqlValue | undefined>(value: V, what: string): V {
  if (value === null || value === undefined || typeof value === 'string' || Number.isFinite(value)) return value
  throw new StoreError('bad_query', `${what} is neither a text nor a number.`, { field: what })
}

/** JSON with the fields of every record in the order of their code units. */
export function canonicalText(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const record = value as { readonly [field: string]: Value }
  const fields = Object.keys(record).sort((a, b) => (a < b ? -1 : 1))
  return `{${fields.map((field) => `${JSON.stringify(field)}:${canonicalText(record[field] as Value)}`).join(',')}}`
}

/** The columns of an instance's key, in the order of the primary key. */
export function keyValues(machine: AnyMachine, key: object): SqlValue[] {
  return keyFields(machine).map(({ field, encoding }) => encoded((key as { readonly [field: string]: Value })[field] as Value, encoding))
}

interface KeyField {
  readonly field: string
  readonly encoding: Encoding
}

const keyFieldsOf = new WeakMap<AnyMachine, readonly KeyField[]>()

/** Which field of the key stands in which column, looked up once for each machine: a key is encoded with every decision. */
function keyFields(machine: AnyMachine): readonly KeyField[] {
  const known = keyFieldsOf.get(machine)
  if (known !== undefined) return known
  const { table } = machine
  const marked = Object.fromEntries(table.columns.map((column, n) => [column.name, MARKS[column.encoding](n)] as const))
  const key = machine.keyOf(marked)
  const fields = table.primaryKey.map((name) => {
    const [field] = Object.entries(key).find(([, value]) => value === marked[name]) ?? [name]
    return { field, encoding: table.columns.find((column) => column.name === name)!.encoding }
  })
  keyFieldsOf.set(machine, fields)
  return fields
}

/** Names an instance among those of its machine: in the outbox, the journal, and in what is said of unreadable rows. */
export function keyText(values: readonly SqlValue[]): string {
  return JSON.stringify(values)
}

/** The key that `keyText` named. */
export function keyFromText(machine: AnyMachine, text: string): { readonly [field: string]: Value } {
  const values: unknown = parsedJson(text, 'key')
  const columns = machine.table.primaryKey.map((column, n) => [column, Array.isArray(values) ? values[n] : null] as const)
  const key: object | Unreadable = machine.keyOf(Object.fromEntries(columns))
  if (isUnreadable(key)) throw unreadableRow(machine.name, text, key)
  return key as { readonly [field: string]: Value }
}

export function parsedJson(text: string, column: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StoreError('unreadable_row', `column ${column} holds no JSON: the row was left as it is.`, { column }, cause)
  }
}

export function isUnreadable(decoded: object): decoded is Unreadable {
  return 'unreadable' in decoded && decoded.unreadable === true
}

export function unreadableRow(
  table: string,
  key: string,
  { column, problem }: { readonly column: string; readonly problem: string },
): StoreError {
  return new StoreError(
    'unreadable_row',
    `${table} ${key}: no state can be made of column ${column}: ${problem}. The row was left as it is; restore it from a backup.`,
    { table, key, column, problem },
  )
}

/**
 * The column that holds a field. It has the field's own name wherever that is plain; otherwise we look where a value comes out
 * when it is put into each column.
 */
export function columnOf(
  table: Table,
  among: readonly string[],
  field: string,
  decode: (row: { readonly [column: string]: SqlValue }) => object,
): Column | null {
  const byName = (name: string | undefined): Column | null => table.columns.find((column) => column.name === name) ?? null
  if (among.includes(field)) return byName(field)
  const marks = table.columns.map((column, n) => [column.name, MARKS[column.encoding](n)] as const)
  const decoded = decode(Object.fromEntries(marks))
  if (isUnreadable(decoded) || !Object.hasOwn(decoded, field)) return null
  const value = (decoded as { readonly [field: string]: unknown })[field]
  return byName(marks.find(([column, mark]) => mark === value && among.includes(column))?.[0])
}

const MARKS = {
  text: (n) => `mark ${n}`,
  integer: (n) => n + 2,
  boolean: () => 1,
  json: (n) => `"mark ${n}"`,
} as const satisfies Record<Encoding, (n: number) => SqlValue>
