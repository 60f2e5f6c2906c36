/**
 * What a file holds beside the machines' own tables, and whose file it is: the version of the store's schema, and the code of
 * every machine and router that wrote to it.
 */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import { APPLICATION_ID, type Connection } from './connection.js'
import { StoreError } from './errors.js'
import { createStatements, dropStatements, quoted } from './tables.js'

/** Each is the way from the version of its place to the next. Never edited once it was released. */
const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE pawl_meta (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- instant_ms: the highest instant stored; epoch: rises when machines or routers of the file change.
INSERT INTO pawl_meta (name, value) VALUES ('schema_version', 0), ('instant_ms', 0), ('epoch', 1);
CREATE TABLE pawl_machine (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  tables TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE pawl_router (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  routes TEXT NOT NULL,
  senders TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE pawl_journal (
  entry INTEGER PRIMARY KEY,
  machine TEXT NOT NULL,
  key TEXT NOT NULL,
  revision INTEGER NOT NULL,
  transition TEXT NOT NULL,
  input TEXT NOT NULL,
  effects TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  UNIQUE (machine, key, revision)
) STRICT;
CREATE TABLE pawl_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  machine TEXT NOT NULL,
  key TEXT NOT NULL,
  revision INTEGER NOT NULL,
  place INTEGER NOT NULL,
  router TEXT NOT NULL,
  route TEXT NOT NULL,
  effect TEXT NOT NULL,
  emitted_at_ms INTEGER NOT NULL,
  reached INTEGER
) STRICT;
CREATE INDEX pawl_outbox_source ON pawl_outbox (machine, key);
CREATE TABLE pawl_dead_letter (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  machine TEXT NOT NULL,
  key TEXT NOT NULL,
  router TEXT NOT NULL,
  route TEXT NOT NULL,
  effect TEXT NOT NULL,
  emitted_at_ms INTEGER NOT NULL,
  to_machine TEXT NOT NULL,
  to_key TEXT NOT NULL,
  refusal TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
`,
]

export const SCHEMA_VERSION = MIGRATIONS.length

export interface Code {
  readonly machines: readonly AnyMachine[]
  readonly routers: readonly RouterModule[]
}

/** Brings the file to this schema and this code, or changes nothing and says why not. Answers with the epoch it then has. */
export function adopt(connection: Connection, code: Code): number {
  const { db } = connection
  db.exec('BEGIN IMMEDIATE')
  try {
    const migrated = migrate(connection)
    const machines = code.machines.filter((machine) => adoptMachine(connection, machine))
    const routers = code.routers.filter((router) => adoptRouter(connection, router))
    assertNoRouterMissing(connection, code)
    if (migrated || machines.length > 0 || routers.length > 0) db.exec("UPDATE pawl_meta SET value = value + 1 WHERE name = 'epoch'")
    const epoch = metaValue(connection, 'epoch')
    db.exec('COMMIT')
    return epoch
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}

export function metaValue(connection: Connection, name: 'schema_version' | 'instant_ms' | 'epoch'): number {
  const value = Number(connection.sql('SELECT value FROM pawl_meta WHERE name = ?').get(name)?.['value'])
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new StoreError('unreadable_row', `pawl_meta holds no ${name}: the file was left as it is; restore it from a backup.`, {
    table: 'pawl_meta',
    key: name,
    column: 'value',
    problem: 'is no whole number',
  })
}

function migrate({ db }: Connection): boolean {
  const held = Number(db.pragma('user_version', { simple: true }))
  for (const migration of MIGRATIONS.slice(held)) db.exec(migration)
  if (held === SCHEMA_VERSION) return false
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${SCHEMA_VERSION}`)
  db.exec(`UPDATE pawl_meta SET value = ${SCHEMA_VERSION} WHERE name = 'schema_version'`)
  return true
}

/**
 * A machine of another hash decides otherwise or stores otherwise, and only where it left nothing behind is that harmless: its
 * tables are then made anew. True when something changed.
 */
function adoptMachine({ db, sql }: Connection, machine: AnyMachine): boolean {
  const held = sql('SELECT version, hash, tables FROM pawl_machine WHERE name = ?').get(machine.name)
  if (held !== undefined && held['hash'] === machine.hash) return false
  if (held !== undefined) {
    const tables = JSON.parse(String(held['tables'])) as readonly string[]
    const inUse =
      tables.some((table) => sql(`SELECT 1 FROM ${quoted(table)} LIMIT 1`).get() !== undefined) ||
      sql('SELECT 1 FROM pawl_journal WHERE machine = ? LIMIT 1').get(machine.name) !== undefined ||
      sql('SELECT 1 FROM pawl_outbox WHERE machine = ? LIMIT 1').get(machine.name) !== undefined
    if (inUse) throw machineDiffers(machine, Number(held['version']))
    for (const statement of dropStatements(tables)) db.exec(statement)
    sql('DELETE FROM pawl_machine WHERE name = ?').run(machine.name)
  }
  for (const statement of createStatements(machine)) db.exec(statement)
  const tables = [machine.table, ...machine.rowTables].map((table) => table.name)
  sql('INSERT INTO pawl_machine (name, version, hash, tables) VALUES (?, ?, ?, ?)').run(
    machine.name,
    machine.version,
    machine.hash,
    JSON.stringify(tables),
  )
  return true
}

function machineDiffers(machine: AnyMachine, heldVersion: number): StoreError {
  return new StoreError(
    'machine_differs',
    `the file holds instances that another code of ${machine.name} wrote (version ${heldVersion}; this is version ${machine.version}, ` +
      `hash ${machine.hash}). Open it with that code, or give the new code a file of its own.`,
    { machine: machine.name, heldVersion, version: machine.version, hash: machine.hash },
  )
}

/** A router may change while none of its messages is under way. */
function adoptRouter({ sql }: Connection, router: RouterModule): boolean {
  const routes = JSON.stringify(
    router.routes.map(({ name, from, effect, to, input, delivery, target, acknowledges }) => {
      return { name, from, effect, to, input, delivery, target, acknowledges }
    }),
  )
  const held = sql('SELECT version, routes FROM pawl_router WHERE name = ?').get(router.name)
  if (held !== undefined && held['version'] === router.version && held['routes'] === routes) return false
  if (held !== undefined && sql('SELECT 1 FROM pawl_outbox WHERE router = ? LIMIT 1').get(router.name) !== undefined) {
    throw new StoreError(
      'router_differs',
      `the file holds messages of another code of ${router.name} (version ${String(held['version'])}; this is version ${router.version}). ` +
        'Let that code deliver them, then open the file with this one.',
      { router: router.name, version: router.version },
    )
  }
  const senders = JSON.stringify([...new Set(router.routes.map((route) => route.from))])
  sql('INSERT OR REPLACE INTO pawl_router (name, version, routes, senders) VALUES (?, ?, ?, ?)').run(
    router.name,
    router.version,
    routes,
    senders,
  )
  return true
}

/** Without its router an effect would go nowhere, and nobody would notice. */
function assertNoRouterMissing({ sql }: Connection, code: Code): void {
  for (const held of sql('SELECT name, senders FROM pawl_router ORDER BY name').all()) {
    if (code.routers.some((router) => router.name === held['name'])) continue
    const senders = JSON.parse(String(held['senders'])) as readonly string[]
    const sender = code.machines.find((machine) => senders.includes(machine.name))
    if (sender === undefined) continue
    throw new StoreError(
      'router_differs',
      `the file routes effects of ${sender.name} by ${String(held['name'])}, which was not given. Give it in \`routers\`.`,
      { router: String(held['name']), machine: sender.name },
    )
  }
}

/** Another process changed the file's code since it was opened: is ours still among it? */
export function assertAdopted(connection: Connection, code: Code): void {
  const { db, sql } = connection
  const held = Number(db.pragma('user_version', { simple: true }))
  if (held !== SCHEMA_VERSION) {
    throw new StoreError('future_schema', `a later pawl has migrated "${connection.file}" to schema ${held}. Stop this process.`, {
      file: connection.file,
      held,
      known: SCHEMA_VERSION,
    })
  }
  for (const machine of code.machines) {
    const row = sql('SELECT version, hash FROM pawl_machine WHERE name = ?').get(machine.name)
    if (row === undefined || row['hash'] !== machine.hash) throw machineDiffers(machine, Number(row?.['version'] ?? 0))
  }
  for (const router of code.routers) {
    const row = sql('SELECT version FROM pawl_router WHERE name = ?').get(router.name)
    if (row !== undefined && row['version'] === router.version) continue
    throw new StoreError('router_differs', `another code of ${router.name} has opened "${connection.file}". Stop this process.`, {
      router: router.name,
    })
  }
  assertNoRouterMissing(connection, code)
}
