/** Renders the tables of generated machines, which are data, as SQL. */
import type { AnyMachine, Encoding, RowTable, Table } from '../../generated/machine.js'

/** The statements that make everything a machine is stored in. */
export function createStatements(machine: AnyMachine): readonly string[] {
  return [instanceTable(machine.table), ...machine.rowTables.map(rowTable), ...[machine.table, ...machine.rowTables].flatMap(indexes)]
}

/**
 * `pawl_row` gives instances an order that no VACUUM changes: pages and fan-outs go on after it. The revision is the store's, so
 * that a writer who saw an older one changes nothing.
 */
function instanceTable(table: Table): string {
  return `CREATE TABLE ${quoted(table.name)} (
  pawl_row INTEGER PRIMARY KEY,
${columnLines(table)}
  pawl_revision INTEGER NOT NULL,
  pawl_updated_at_ms INTEGER NOT NULL,
  UNIQUE (${quotedList(table.primaryKey)})
) STRICT`
}

/** New rows go to the end of the table, and only their keys into places of an index: ids are hashes, and would scatter whole rows. */
function rowTable(table: RowTable): string {
  return `CREATE TABLE ${quoted(table.name)} (
${columnLines(table)}
  PRIMARY KEY (${quotedList(table.primaryKey)})
) STRICT`
}

function columnLines(table: Table): string {
  return table.columns
    .map((column) => `  ${quoted(column.name)} ${SQL_TYPES[column.encoding]}${column.nullable ? '' : ' NOT NULL'},`)
    .join('\n')
}

const SQL_TYPES = { text: 'TEXT', integer: 'INTEGER', boolean: 'INTEGER', json: 'TEXT' } as const satisfies Record<Encoding, string>

function indexes(table: Table): readonly string[] {
  return table.indexes.map(
    (index) =>
      `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoted(`${table.name}/${index.name}`)} ON ${quoted(table.name)} (${quotedList(index.columns)})`,
  )
}

/** For a fan-out: finds receivers by some fields of their key, in the order of `pawl_row`. Made when it is first needed. */
export function fanOutIndexStatement(table: Table, columns: readonly string[]): string {
  return `CREATE INDEX IF NOT EXISTS ${quoted(`${table.name}/pawl_each/${columns.join(',')}`)} ON ${quoted(table.name)} (${quotedList(columns)})`
}

export function dropStatements(tables: readonly string[]): readonly string[] {
  return tables.map((table) => `DROP TABLE IF EXISTS ${quoted(table)}`)
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quotedList(names: readonly string[]): string {
  return names.map(quoted).join(', ')
}
