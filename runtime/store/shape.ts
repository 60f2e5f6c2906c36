/**
 * The tables of a machine as they stand in a file, and what brings them to those of a later version: columns and tables may be
 * added, a column may begin to hold null, and nothing that is stored may be lost.
 */
import type { AnyMachine, Column, Encoding, RowTable, Table } from '../../generated/machine.js'
import { parsedJson } from './columns.js'
import type { Connection } from './connection.js'
import { SQL_TYPES, STORE_COLUMNS, quoted, tablesOf } from './tables.js'

type SqlType = (typeof SQL_TYPES)[Encoding]

export interface HeldTable {
  readonly name: string
  readonly primaryKey: readonly string[]
  /** SQLite alone knows no more of an encoding than its type. */
  readonly columns: readonly { readonly name: string; readonly encoding: Encoding | SqlType; readonly nullable: boolean }[]
}

/** The shape of a machine, as the file remembers it. */
export function shapeText(machine: AnyMachine): string {
  const held: readonly HeldTable[] = tablesOf(machine).map(({ name, primaryKey, columns }) => {
    return { name, primaryKey, columns: columns.map(({ name: column, encoding, nullable }) => ({ name: column, encoding, nullable })) }
  })
  return JSON.stringify(held)
}

/** Their names, as the file remembers them. */
export function tablesText(machine: AnyMachine): string {
  return JSON.stringify(tablesOf(machine).map(({ name }) => name))
}

/** `shape` is empty in files from before it was remembered: SQLite is asked then. */
export function heldShape(
  connection: Connection,
  held: { readonly tables: readonly string[]; readonly shape: string },
): readonly HeldTable[] {
  if (held.shape !== '') return parsedJson(held.shape, 'shape') as readonly HeldTable[]
  return held.tables.map((table) => shapeInFile(connection, table))
}

function shapeInFile({ db }: Connection, name: string): HeldTable {
  const info = db.pragma(`table_info(${quoted(name)})`) as readonly { name: string; type: SqlType; notnull: number; pk: number }[]
  const own = info.filter((column) => !STORE_COLUMNS.some((one) => one === column.name))
  const listed = db.pragma(`index_list(${quoted(name)})`) as readonly { name: string; origin: string }[]
  // A table of instances has a row number for its primary key; the machine's own key is a unique constraint there.
  const key = listed.find(({ origin }) => origin === 'u' || origin === 'pk')
  const keyColumns = key === undefined ? [] : (db.pragma(`index_info(${quoted(key.name)})`) as readonly { name: string }[])
  return {
    name,
    primaryKey: keyColumns.map((column) => column.name),
    columns: own.map((column) => ({ name: column.name, encoding: column.type, nullable: column.notnull === 0 })),
  }
}

/** What becomes of one table. `added`: columns that the stored rows have no value for yet. */
export type Step =
  | { readonly kind: 'create'; readonly table: Table | RowTable }
  | { readonly kind: 'extend'; readonly table: Table | RowTable; readonly added: readonly Column[] }
  /** A column begins to hold null, which SQLite allows in a new table only. */
  | { readonly kind: 'rebuild'; readonly table: Table | RowTable; readonly added: readonly Column[]; readonly kept: readonly string[] }

/** Why a version cannot take a file over, with the way out. */
export interface Misfit {
  readonly reason: string
  readonly problem: string
  readonly facts?: { readonly [fact: string]: string | number }
}

export function stepsTo(
  held: readonly HeldTable[],
  machine: AnyMachine,
): { readonly steps: readonly Step[] } | { readonly misfit: Misfit } {
  const tables = tablesOf(machine)
  const lost = held.find(({ name }) => !tables.some((table) => table.name === name))
  if (lost !== undefined) {
    const problem = `it has no table ${lost.name}, which the file holds. Keep that table in the spec, if only unused.`
    return { misfit: { reason: 'table_removed', problem, facts: { table: lost.name } } }
  }
  const steps: Step[] = []
  for (const table of tables) {
    const stored = held.find(({ name }) => name === table.name)
    const step = stored === undefined ? { kind: 'create' as const, table } : stepOf(stored, table)
    if ('misfit' in step) return step
    steps.push(step)
  }
  return { steps }
}

function stepOf(held: HeldTable, table: Table | RowTable): Step | { readonly misfit: Misfit } {
  const wanted = new Map(table.columns.map((column) => [column.name, column]))
  if (held.primaryKey.join('\n') !== table.primaryKey.join('\n')) {
    const [before, now] = [held.primaryKey, table.primaryKey].map((columns) => columns.join(', '))
    const problem = `the key of ${table.name} is (${before}) in the file and (${now}) in it. A key never changes: keep it.`
    return { misfit: { reason: 'key_differs', problem, facts: { table: table.name } } }
  }
  for (const stored of held.columns) {
    const misfit = misfitOf(table, stored, wanted.get(stored.name))
    if (misfit !== null) return { misfit: { ...misfit, facts: { table: table.name, column: stored.name } } }
  }
  const kept = held.columns.map(({ name }) => name)
  const added = table.columns.filter(({ name }) => !kept.includes(name))
  const widened = held.columns.some(({ name, nullable }) => !nullable && wanted.get(name)?.nullable === true)
  return widened ? { kind: 'rebuild', table, added, kept } : { kind: 'extend', table, added }
}

function misfitOf(table: Table, held: HeldTable['columns'][number], wanted: Column | undefined): Misfit | null {
  const what = `column ${held.name} of ${table.name}`
  if (wanted === undefined)
    return { reason: 'column_removed', problem: `it has no ${what}, which the file holds. Keep that field in the spec, if only unused.` }
  if (held.encoding !== wanted.encoding && held.encoding !== SQL_TYPES[wanted.encoding]) {
    const problem = `${what} holds ${held.encoding} in the file and ${wanted.encoding} in it. Keep the field's type, and add another field.`
    return { reason: 'encoding_differs', problem }
  }
  if (held.nullable && !wanted.nullable)
    return { reason: 'null_forbidden', problem: `${what} may be null in the file and not in it. Let the field stay an option.` }
  return null
}
