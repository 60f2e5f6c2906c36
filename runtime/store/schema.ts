/**
 * What a file holds beside the machines' own tables, and whose file it is: the version of the store's schema, and the code of
 * every machine and router that wrote to it.
 */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import type { Clock } from '../clock.js'
import { faultPoint } from '../fault-point.js'
import { adoptMachine, machineDiffers } from './adopt-machine.js'
import { adoptRouter, assertNoRouterMissing } from './adopt-router.js'
import { APPLICATION_ID, type Connection } from './connection.js'
import { StoreError } from './errors.js'
import { journalByRow } from './journal-by-row.js'
import { instantFrom } from './sources.js'

/** Each is the way from the version of its place to the next. Never edited once it was released. */
const MIGRATIONS: readonly (string | ((connection: Connection) => void))[] = [
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
  `
-- shape: the tables as their machine says them, in JSON; empty where only SQLite knows them.
ALTER TABLE pawl_machine ADD COLUMN shape TEXT NOT NULL DEFAULT '';
-- after_entry: the last journal entry that the code of before wrote.
CREATE TABLE pawl_takeover (
  id INTEGER PRIMARY KEY,
  machine TEXT NOT NULL,
  from_version INTEGER NOT NULL,
  from_hash TEXT NOT NULL,
  to_version INTEGER NOT NULL,
  to_hash TEXT NOT NULL,
  after_entry INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
`,
  `
-- What stands for the part of an instance's journal that was cut. state: its row at that revision, in JSON; last_entry: the last that was cut.
CREATE TABLE pawl_snapshot (
  id INTEGER PRIMARY KEY,
  machine TEXT NOT NULL,
  key TEXT NOT NULL,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL,
  last_entry INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  UNIQUE (machine, key)
) STRICT;
-- The highest of them is not given to another entry.
CREATE INDEX pawl_snapshot_entry ON pawl_snapshot (last_entry);
-- Rows of its tables, without the instance's key: row by row, so that a later snapshot writes those that differ.
CREATE TABLE pawl_snapshot_row (
  snapshot INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  row_key ANY NOT NULL,
  row TEXT NOT NULL,
  PRIMARY KEY (snapshot, table_name, row_key)
) STRICT;
`,
  journalByRow,
  `
-- By their sender, as the outbox has them.
CREATE INDEX pawl_dead_letter_source ON pawl_dead_letter (machine, key);
`,
]

export const SCHEMA_VERSION = MIGRATIONS.length

export interface Code {
  readonly machines: readonly AnyMachine[]
  readonly routers: readonly RouterModule[]
}

/** Brings the file to this schema and this code, or changes nothing and says why not. Answers with the epoch it then has. */
export function adopt(connection: Connection, code: Code, clock: Clock): number {
  const { db, sql } = connection
  db.exec('BEGIN IMMEDIATE')
  try {
    faultPoint('adopt.begun')
    const migrated = migrate(connection)
    faultPoint('adopt.migrated')
    const storedMs = metaValue(connection, 'instant_ms')
    const atMs = instantFrom(clock, storedMs)
    const machines = code.machines.filter((machine) => adoptMachine(connection, machine, { ...code, atMs }))
    const routers = code.routers.filter((router) => adoptRouter(connection, router, code.machines))
    assertNoRouterMissing(connection, code)
    const changed = migrated || machines.length > 0 || routers.length > 0
    if (changed) db.exec("UPDATE pawl_meta SET value = value + 1 WHERE name = 'epoch'")
    if (changed && atMs > storedMs) sql("UPDATE pawl_meta SET value = ? WHERE name = 'instant_ms'").run(atMs)
    const epoch = metaValue(connection, 'epoch')
    faultPoint('adopt.written')
    db.exec('COMMIT')
    faultPoint('adopt.committed')
    return epoch
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}

export function metaValue(connection: Connection, name: 'schema_version' | 'instant_ms' | 'epoch'): number {
  const value = Number(connection.sql(`SELECT value FROM pawl_meta WHERE name = '${name}'`).get()?.['value'])
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new StoreError('unreadable_row', `pawl_meta holds no ${name}: the file was left as it is; restore it from a backup.`, {
    table: 'pawl_meta',
    key: name,
    column: 'value',
    problem: 'is no whole number',
  })
}

/** Makes the store's own tables in an empty database, as that version of the schema has them. */
export function makeStoreTables(connection: Connection, version: number): void {
  goTo(connection, { held: 0, version })
}

function goTo(connection: Connection, { held, version }: { readonly held: number; readonly version: number }): void {
  for (const migration of MIGRATIONS.slice(held, version)) {
    if (typeof migration === 'string') connection.db.exec(migration)
    else migration(connection)
  }
}

function migrate(connection: Connection): boolean {
  const { db } = connection
  const held = Number(db.pragma('user_version', { simple: true }))
  goTo(connection, { held, version: SCHEMA_VERSION })
  if (held === SCHEMA_VERSION) return false
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${SCHEMA_VERSION}`)
  db.exec(`UPDATE pawl_meta SET value = ${SCHEMA_VERSION} WHERE name = 'schema_version'`)
  return true
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
    if (row !== undefined && row['hash'] === machine.hash) continue
    throw machineDiffers(machine, Number(row?.['version'] ?? 0), {
      reason: 'taken_over',
      problem: 'another process has opened the file with that code since. Stop this process, and start it with that code.',
    })
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

/** Is the file to be read with these machines' code? Changes nothing. Answers with its epoch. */
export function assertReadable(connection: Connection, { machines }: Code): number {
  const { db, file, sql } = connection
  const isEmpty = Number(db.pragma('user_version', { simple: true })) === 0
  for (const machine of machines) {
    const row = isEmpty ? undefined : sql('SELECT version, hash FROM pawl_machine WHERE name = ?').get(machine.name)
    if (row === undefined) {
      throw new StoreError('machine_absent', `"${file}" has no place for ${machine.name} yet. Open it for writing with it once.`, {
        file,
        machine: machine.name,
      })
    }
    if (row['hash'] === machine.hash) continue
    throw machineDiffers(machine, Number(row['version']), {
      reason: 'read_only',
      problem: 'it is only read here. Read it with that code, or first open it for writing with this one.',
    })
  }
  return metaValue(connection, 'epoch')
}
