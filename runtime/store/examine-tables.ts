/** What a file's tables are against what the code that wrote it made, and what the store notes of the file itself. */
import { routesText, sendersOf } from './adopt-router.js'
import { connect, type Connection, type SqlRow } from './connection.js'
import type { Examination, Looking } from './examine.js'
import { SCHEMA_VERSION, makeStoreTables } from './schema.js'
import { shapeText, tablesText, type HeldTable } from './shape.js'
import { SQL_TYPES, STORE_COLUMNS, createStatements, fanOutIndexPrefix, quoted } from './tables.js'

/** A machine as the file names it. */
export interface HeldMachine {
  readonly name: string
  readonly version: number
  readonly hash: string
  readonly tables: readonly string[]
  /** Null in files from before it was remembered. */
  readonly shape: readonly HeldTable[] | null
}

export function heldMachines(connection: Connection, looking: Looking): readonly HeldMachine[] {
  if (!isThere(connection, 'pawl_machine')) return []
  return connection
    .sql('SELECT * FROM pawl_machine ORDER BY name')
    .all()
    .flatMap((row): HeldMachine[] => {
      const [name, version, shape] = [String(row['name']), Number(row['version']), String(row['shape'] ?? '')]
      const tables = listIn(row['tables'])
      const held = shape === '' ? null : listIn(shape)
      if (tables !== null && (held !== null || shape === '') && Number.isSafeInteger(version) && version >= 0) {
        return [{ name, version, hash: String(row['hash']), tables: tables.map(String), shape: held as readonly HeldTable[] | null }]
      }
      looking.found('notes_differ', `pawl_machine ${name}: version, tables or shape are no such thing`)
      return []
    })
}

export function isThere({ sql }: Connection, table: string): boolean {
  return sql(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(table) !== undefined
}

function listIn(text: unknown): readonly unknown[] | null {
  try {
    const list: unknown = JSON.parse(String(text))
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

export async function examineTables(examination: Examination): Promise<void> {
  const { looking, page, schema } = examination
  const made = connect(':memory:', { userVersion: SCHEMA_VERSION, readOnly: false })
  try {
    makeStoreTables(made, schema)
    for (const { name } of ourMachines(examination)) for (const text of createStatements(machineOf(examination, name)!)) made.db.exec(text)
    await page(() => {
      compareObjects(examination, made)
      for (const machine of examination.held) compareShape(examination, machine)
    })
  } finally {
    made.db.close()
  }
  await page(() => compareNotes(examination))
  await page(() => compareRouters(examination))
  looking.saw(
    'tables',
    examination.held.reduce((sum, { tables }) => sum + tables.length, 0),
  )
}

/** Those that the code of this process wrote: their rows can be read here. */
export function ourMachines({ held, machines }: Examination): readonly HeldMachine[] {
  return held.filter(({ name, hash }) => machines.some((machine) => machine.name === name && machine.hash === hash))
}

export function machineOf({ machines }: Examination, name: string) {
  return machines.find((machine) => machine.name === name)
}

/** Every object of the file against one that was made anew. */
function compareObjects({ connection, held, looking }: Examination, made: Connection): void {
  const expected = tablesIn(made)
  const others = held.flatMap(({ tables }) => tables)
  for (const table of expected) {
    if (!isThere(connection, table)) looking.found('tables_differ', `${table} is not there`)
    else
      for (const difference of differences(linesOf(made, table), linesOf(connection, table), table))
        looking.found('tables_differ', difference)
  }
  for (const table of tablesIn(connection)) {
    if (!expected.includes(table) && !others.includes(table)) looking.found('foreign_object', `table ${table}`)
  }
  for (const { type, name } of connection.sql(`SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger')`).all()) {
    looking.found('foreign_object', `${String(type)} ${String(name)}`)
  }
}

function tablesIn({ sql }: Connection): readonly string[] {
  return sql(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`)
    .all()
    .map(({ name }) => String(name))
}

/** A table as lines: what it is, its columns in no order, its key, its indexes. */
function linesOf({ db }: Connection, table: string): readonly string[] {
  const pragma = (name: string, of: string) => db.pragma(`${name}(${quoted(of)})`) as readonly SqlRow[]
  const columns = pragma('table_info', table)
  const key = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
  const [kind] = pragma('table_list', table)
  return [
    `is ${kind?.['strict'] === 1 ? 'strict' : 'not strict'}${kind?.['wr'] === 1 ? ', without row numbers' : ''}`,
    `has the key (${key.map(({ name }) => String(name)).join(', ')})`,
    ...columns.map(columnLine),
    ...pragma('index_list', table)
      .filter(({ origin }) => origin !== 'pk')
      .map(({ name, unique, origin, partial }) => {
        const indexed = pragma('index_info', String(name)).map((column) => String(column['name']))
        const kind = `${unique === 1 ? 'unique ' : ''}${partial === 1 ? 'partial ' : ''}`
        return `has the ${kind}index ${origin === 'c' ? String(name) : ''}(${indexed.join(', ')})`
      }),
  ]
}

function columnLine({ name, type, notnull }: SqlRow): string {
  return `has the column ${String(name)} ${String(type)}${notnull === 1 ? ' NOT NULL' : ''}`
}

function differences(expected: readonly string[], found: readonly string[], table: string): readonly string[] {
  const each = `index ${fanOutIndexPrefix({ name: table })}`
  return [
    ...expected.filter((line) => !found.includes(line)).map((line) => `${table} no more ${line}`),
    ...found.filter((line) => !expected.includes(line) && !line.includes(each)).map((line) => `${table} ${line}, which nobody gave it`),
  ]
}

/** Of another code it is known what columns it had. */
function compareShape(examination: Examination, machine: HeldMachine): void {
  const { connection, looking, machines } = examination
  const here = machineOf(examination, machine.name)
  if (here !== undefined && here.hash === machine.hash) {
    const isSame = (held: readonly unknown[] | null, noted: string): boolean => held === null || JSON.stringify(held) === noted
    if (!isSame(machine.tables, tablesText(here)) || !isSame(machine.shape, shapeText(here)))
      looking.found('notes_differ', `pawl_machine ${here.name}: its tables are noted otherwise than its code made them`)
    return
  }
  if (here !== undefined) {
    const same = machine.version === here.version ? ', and other code' : ''
    looking.found('other_code', `${machine.name}: version ${machine.version} in the file, ${here.version} here${same}`)
  }
  for (const table of machine.tables) {
    const shape = machine.shape?.find(({ name }) => name === table)
    if (!isThere(connection, table)) looking.found('tables_differ', `${table} is not there`)
    else if (shape !== undefined) {
      const expected = shape.columns.map(({ name, encoding, nullable }) => {
        const type = encoding in SQL_TYPES ? SQL_TYPES[encoding as keyof typeof SQL_TYPES] : encoding
        return columnLine({ name, type, notnull: nullable ? 0 : 1 })
      })
      const columns = (connection.db.pragma(`table_info(${quoted(table)})`) as readonly SqlRow[]).filter(
        ({ name }) => !STORE_COLUMNS.some((own) => own === name),
      )
      for (const difference of differences(expected, columns.map(columnLine), table)) looking.found('tables_differ', difference)
    }
  }
  if (machines.length > 0) looking.cut(`rows of ${machine.name}`)
}

function compareNotes({ connection, schema, looking }: Examination): void {
  if (schema < SCHEMA_VERSION) looking.found('other_code', `schema ${schema} in the file, ${SCHEMA_VERSION} here`)
  if (!isThere(connection, 'pawl_meta')) return
  const notes = new Map(
    connection
      .sql('SELECT name, value FROM pawl_meta')
      .all()
      .map(({ name, value }) => [name, value]),
  )
  for (const name of ['schema_version', 'instant_ms', 'epoch']) {
    const value = notes.get(name)
    if (!Number.isSafeInteger(value) || Number(value) < 0)
      looking.found('notes_differ', `pawl_meta ${name} is ${String(value ?? 'not there')}`)
    else if (name === 'schema_version' && value !== schema) {
      looking.found('notes_differ', `pawl_meta schema_version is ${String(value)}, and the file's header says ${schema}`)
    }
  }
  looking.saw('notes', notes.size)
}

function compareRouters({ connection, machines, routers, looking }: Examination): void {
  if (!isThere(connection, 'pawl_router')) return
  const rows = connection.sql('SELECT * FROM pawl_router ORDER BY name').all()
  for (const { name, version, routes, senders } of rows) {
    const here = routers.find((router) => router.name === name)
    if (listIn(routes) === null || listIn(senders) === null || !Number.isSafeInteger(version)) {
      looking.found('notes_differ', `pawl_router ${String(name)}: version, routes or senders are no such thing`)
    } else if (here === undefined) {
      looking.cut(`router ${String(name)}`)
      const sender = machines.find((machine) => listIn(senders)?.includes(machine.name))
      if (sender !== undefined)
        looking.found('other_code', `router ${String(name)}: it carries what ${sender.name} sends, and its code is not here`)
    } else if (here.version !== version || routesText(here) !== routes) {
      const same = here.version === version ? ', and other routes' : ''
      looking.found('other_code', `router ${here.name}: version ${String(version)} in the file, ${here.version} here${same}`)
    } else if (JSON.stringify(sendersOf(here)) !== senders) {
      looking.found('notes_differ', `pawl_router ${here.name}: other machines are noted to send by it than do`)
    }
  }
  looking.saw('notes', rows.length)
}
