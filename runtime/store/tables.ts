/** Renders the tables of generated machines, which are data, as SQL. */
import type { AnyMachine, Encoding, RowTable, Table } from '../../generated/machine.js'

/** The statements that make everything a machine is stored in. */
export function createStatements(machine: AnyMachine): readonly string[] {
  return tablesOf(machine).flatMap((table) => [tableStatement(table), ...indexStatements(table).values()])
}

/** The table of instances first. */
export function tablesOf(machine: AnyMachine): readonly (Table | RowTable)[] {
  return [machine.table, ...machine.rowTables]
}

/** The columns by which the store knows its instances, beside the machine's own. */
export const STORE_COLUMNS = ['pawl_row', 'pawl_revision', 'pawl_updated_at_ms'] as const

export function isRowTable(table: Table | RowTable): table is RowTable {
  return 'keyColumn' in table
}

/** Makes the table, under another name where it is to take the place of one. */
export function tableStatement(table: Table | RowTable, name: string = table.name): string {
  return isRowTable(table) ? rowTable(table, name) : instanceTable(table, name)
}

/**
 * `pawl_row` gives instances an order that no VACUUM changes: pages and fan-outs go on after it. The revision is the store's, so
 * that a writer who saw an older one changes nothing.
 */
function instanceTable(table: Table, name: string): string {
  return `CREATE TABLE ${quoted(name)} (
  pawl_row INTEGER PRIMARY KEY,
${columnLines(table)}
  pawl_revision INTEGER NOT NULL,
  pawl_updated_at_ms INTEGER NOT NULL,
  UNIQUE (${quotedList(table.primaryKey)})
) STRICT`
}

/** New rows go to the end of the table, and only their keys into places of an index: ids are hashes, and would scatter whole rows. */
function rowTable(table: RowTable, name: string): string {
  return `CREATE TABLE ${quoted(name)} (
${columnLines(table)}
  PRIMARY KEY (${quotedList(table.primaryKey)})
) STRICT`
}

function columnLines(table: Table): string {
  return table.columns
    .map((column) => `  ${quoted(column.name)} ${SQL_TYPES[column.encoding]}${column.nullable ? '' : ' NOT NULL'},`)
    .join('\n')
}

export const SQL_TYPES = { text: 'TEXT', integer: 'INTEGER', boolean: 'INTEGER', json: 'TEXT' } as const satisfies Record<Encoding, string>

/** By the name under which SQLite has it: its statement, which SQLite keeps to the letter. */
export function indexStatements(table: Table): ReadonlyMap<string, string> {
  return new Map(
    table.indexes.map((index) => {
      const name = `${table.name}/${index.name}`
      const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX'
      return [name, `CREATE ${kind} ${quoted(name)} ON ${quoted(table.name)} (${quotedList(index.columns)})`]
    }),
  )
}

/** For a fan-out: finds receivers by some fields of their key, in the order of `pawl_row`. Made when it is first needed. */
export function fanOutIndexStatement(table: Table, columns: readonly string[]): string {
  return `CREATE INDEX IF NOT EXISTS ${quoted(`${fanOutIndexPrefix(table)}${columns.join(',')}`)} ON ${quoted(table.name)} (${quotedList(columns)})`
}

/** How the names of those begin: no machine declares them, and they stay where its indexes are made anew. */
export function fanOutIndexPrefix(table: Pick<Table, 'name'>): string {
  return `${table.name}/pawl_each/`
}

export function dropStatements(tables: readonly string[]): readonly string[] {
  return tables.map((table) => `DROP TABLE IF EXISTS ${quoted(table)}`)
}

export function quoted(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`
}

export function quotedList(names: readonly string[]): string {
  return names.map(quoted).join(', ')
}

/** The condition by which rows are found that have a value in each of these columns. */
export function matching(columns: readonly string[]): string {
  return columns.map((column) => `${quoted(column)} = ?`).join(' AND ')
}
