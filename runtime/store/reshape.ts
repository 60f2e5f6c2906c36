/** Brings a machine's tables to the shape of a later version, within the transaction that judges whether it may. */
import type { AnyMachine, Column, RowTable, SqlValue, Table } from '../../generated/machine.js'
import { type Connection, type SqlRow, isUniqueHit } from './connection.js'
import type { Misfit, Step } from './shape.js'
import { SQL_TYPES, STORE_COLUMNS, fanOutIndexPrefix, indexStatements, isRowTable, quoted, quotedList, tableStatement } from './tables.js'

/** Null where it is done. A misfit leaves the tables half done: the transaction is to be rolled back. */
export function reshape(connection: Connection, machine: AnyMachine, steps: readonly Step[]): Misfit | null {
  for (const step of steps) {
    const misfit = tableReshaped(connection, machine, step) ?? indexesRemade(connection, step.table)
    if (misfit !== null) return misfit
  }
  return null
}

function tableReshaped(connection: Connection, machine: AnyMachine, step: Step): Misfit | null {
  if (step.kind === 'create') {
    connection.db.exec(tableStatement(step.table))
    return null
  }
  const added: Filled[] = []
  for (const column of step.added) {
    const value = firstValue(connection, machine, step.table, column)
    if (value === undefined) return noFirstValue(step.table, column)
    added.push({ column, value })
  }
  if (step.kind === 'extend') extend(connection, step.table, added)
  else rebuild(connection, step.table, { added, kept: step.kept })
  return null
}

export function noFirstValue(table: Table, column: Column): Misfit {
  return {
    reason: 'no_first_value',
    problem: `rows of ${table.name} are stored without column ${column.name}, and nothing says what it holds in them. Make that field an option.`,
    facts: { table: table.name, column: column.name },
  }
}

interface Filled {
  readonly column: Column
  readonly value: SqlValue
}

function firstValue({ sql }: Connection, machine: AnyMachine, table: Table | RowTable, column: Column): SqlValue | undefined {
  return firstValueBeside(sql(`SELECT * FROM ${quoted(table.name)} LIMIT 1`).get(), machine, table, column)
}

/** What the column holds in an instance at its beginning. A row of a table has no beginning: only null can be said of it. */
export function firstValueBeside(
  row: SqlRow | undefined,
  machine: AnyMachine,
  table: Table | RowTable,
  column: Column,
): SqlValue | undefined {
  if (isRowTable(table)) return column.nullable ? null : undefined
  return machine.toRow(row === undefined ? {} : machine.keyOf(row), machine.initial)[column.name]
}

/** SQLite writes no row for a column with a default: it reads it where a row has none. */
function extend({ db }: Connection, table: Table, added: readonly Filled[]): void {
  for (const { column, value } of added) {
    const rest = `${column.nullable ? '' : ' NOT NULL'}${value === null ? '' : ` DEFAULT ${literal(value)}`}`
    db.exec(`ALTER TABLE ${quoted(table.name)} ADD COLUMN ${quoted(column.name)} ${SQL_TYPES[column.encoding]}${rest}`)
  }
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** Instances keep their `pawl_row`: pages and fan-outs that are under way go on after it. */
function rebuild(
  { db, sql }: Connection,
  table: Table | RowTable,
  { added, kept }: { readonly added: readonly Filled[]; readonly kept: readonly string[] },
): void {
  const next = `pawl_next/${table.name}`
  const copied = [...kept, ...(isRowTable(table) ? [] : STORE_COLUMNS)]
  const columns = [...copied, ...added.map(({ column }) => column.name)]
  const values = [quotedList(copied), ...added.map(() => '?')].join(', ')
  db.exec(tableStatement(table, next))
  sql(`INSERT INTO ${quoted(next)} (${quotedList(columns)}) SELECT ${values} FROM ${quoted(table.name)}`).run(
    ...added.map(({ value }) => value),
  )
  db.exec(`DROP TABLE ${quoted(table.name)}`)
  db.exec(`ALTER TABLE ${quoted(next)} RENAME TO ${quoted(table.name)}`)
}

/** What stands as it is wanted stays; a large index is not made twice. */
function indexesRemade({ db, sql }: Connection, table: Table): Misfit | null {
  const wanted = indexStatements(table)
  const held = sql(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`).all(table.name)
  const good = new Set(held.filter((index) => wanted.get(String(index['name'])) === index['sql']).map((index) => index['name']))
  for (const index of held) {
    const name = String(index['name'])
    if (!good.has(name) && !name.startsWith(fanOutIndexPrefix(table))) db.exec(`DROP INDEX ${quoted(name)}`)
  }
  for (const [name, statement] of wanted) {
    if (good.has(name)) continue
    try {
      db.exec(statement)
    } catch (error) {
      if (!isUniqueHit(error)) throw error
      return notUnique(table, name)
    }
  }
  return null
}

export function notUnique(table: Table, index: string): Misfit {
  const problem = `rows of ${table.name} hold one value twice where index ${index} lets it in once. Leave that column free to repeat.`
  return { reason: 'not_unique', problem, facts: { table: table.name, index } }
}
