/**
 * One connection to one file: opened only where SQLite is sound, the file is ours and durability holds. What the file answers
 * with is told apart here: locked by somebody else, damaged, or refused by the disk.
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import type { SqlValue } from '../../generated/machine.js'
import { messageOf } from '../thrown.js'
import { StoreError } from './errors.js'
import { fileGone, identityOf } from './whereabouts.js'

export type SqlRow = { readonly [column: string]: unknown }

export interface Statement {
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): SqlRow[]
  run(...values: readonly SqlValue[]): Database.RunResult
}

export interface Connection {
  /** Its whole path, wherever the process goes; `:memory:` as it is. */
  readonly file: string
  /** Of the file that was opened: see `identityOf`. Null for `:memory:`. */
  readonly identity: string | null
  readonly durable: boolean
  readonly db: Database.Database
  /** Prepared once for each text. */
  sql(text: string): Statement
}

/** `userVersion` is the schema's that this code writes; a later one is not opened. Throws BUSY as it comes: see `isBusy`. */
export function connect(
  given: string,
  { userVersion, readOnly }: { readonly userVersion: number; readonly readOnly: boolean },
): Connection {
  const file = given === IN_MEMORY ? given : resolve(given)
  const { db, identity } = identified(file, () => (readOnly ? openedToRead(file) : opened(file)))
  try {
    assertSqliteVersion(String(db.prepare('SELECT sqlite_version()').pluck().get()))
    assertOurs(db, file, userVersion)
    const durable = !db.memory
    if (readOnly) {
      for (const pragma of READING_PRAGMAS) db.pragma(pragma)
    } else {
      settle(db, durable)
      assertPragmas(db, durable)
    }
    const statements = new Map<string, Statement>()
    const sql = (text: string): Statement => {
      const known = statements.get(text)
      if (known !== undefined) return known
      const statement = prepared(db, text)
      statements.set(text, statement)
      return statement
    }
    return { file, identity, durable, db, sql }
  } catch (error) {
    db.close()
    if (isBusy(error)) throw error
    throw storeErrorOf(error, file)
  }
}

/** For each row that better-sqlite3 makes an object of, it asks SQLite for the name of each column: we ask once for a statement. */
function prepared(db: Database.Database, text: string): Statement {
  const statement = db.prepare<SqlValue[], readonly unknown[]>(text)
  if (!statement.reader) return statement as unknown as Statement
  statement.raw()
  let blank = blankOf(statement)
  let names = Object.keys(blank)
  const rowOf = (values: readonly unknown[]): SqlRow => {
    if (values.length !== names.length) {
      // `SELECT *` of a table that has got a column since.
      blank = blankOf(statement)
      names = Object.keys(blank)
    }
    // A copy has room for all of them at once.
    const row: Record<string, unknown> = { ...blank }
    for (let n = 0; n < names.length; n += 1) row[names[n]!] = values[n]
    return row
  }
  return {
    get: (...values) => {
      const found = statement.get(...values)
      return found === undefined ? undefined : rowOf(found)
    },
    all: (...values) => statement.all(...values).map(rowOf),
    run: (...values) => statement.run(...values),
  }
}

function blankOf(statement: Database.Statement): Record<string, unknown> {
  return Object.fromEntries(statement.columns().map(({ name }) => [name, null]))
}

const IN_MEMORY = ':memory:'

/** SQLite does not tell which file it has opened: the one that lies there before and after. */
function identified(file: string, open: () => Database.Database): Pick<Connection, 'db' | 'identity'> {
  const before = handled(file, () => identityOf(file))
  const db = open()
  const identity = db.memory ? null : identityOf(file)
  if (db.memory || (identity !== null && (before ?? identity) === identity)) return { db, identity }
  db.close()
  throw fileGone(file)
}

function opened(file: string): Database.Database {
  return handled(file, () => {
    // SQLite opens what it may not write all the same, and says so at the first write, when somebody waits for its receipt.
    if (existsSync(file)) accessSync(file, constants.W_OK)
    return new Database(file, { timeout: BUSY_TIMEOUT_MS })
  })
}

/**
 * Makes nothing, and leaves nothing behind: a connection that may not write cannot take away the log and its index that it had to
 * make for itself. So where there is no log yet, the connection could write, and is forbidden to. Where there is one, it may not be able to:
 * SQLite would write a log that nobody else has open into the file, once it is done.
 */
function openedToRead(file: string): Database.Database {
  const hasLog = existsSync(`${file}-wal`)
  return handled(file, () => {
    if (!existsSync(file)) throw new Error('there is no such file')
    return new Database(file, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true, readonly: hasLog })
  })
}

const READING_PRAGMAS = ['query_only = ON', 'trusted_schema = OFF', 'cell_size_check = ON']

function handled<T>(file: string, open: () => T): T {
  try {
    // SQLite takes such a file for a new one, and writes over what it says.
    if (statSync(file, { throwIfNoEntry: false })?.size === 1) throw notAStore(file)
    return open()
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(
      'cannot_open',
      `"${file}" cannot be opened or made: ${messageOf(error)}. Is its folder there and writable?`,
      { file },
      error,
    )
  }
}

/** While SQLite waits for a lock, the event loop stands still: so it waits this long only, and we go on without blocking. */
export const BUSY_TIMEOUT_MS = 10

/** Before 3.51.3 a reset of the log could lose committed writes. */
export function assertSqliteVersion(version: string): void {
  const held = version.split('.').map(Number)
  const first = OLDEST_SQLITE.findIndex((part, n) => part !== held[n])
  if (first === -1 || (held[first] ?? 0) > (OLDEST_SQLITE[first] ?? 0)) return
  throw new StoreError(
    'sqlite_too_old',
    `SQLite is ${version}; before ${OLDEST_SQLITE.join('.')} it can lose committed writes. Install a later better-sqlite3.`,
    { version },
  )
}

const OLDEST_SQLITE = [3, 51, 3]

/** Reads the header only: what is not ours is left as it is to the byte. */
function assertOurs(db: Database.Database, file: string, userVersion: number): void {
  const held = Number(db.pragma('user_version', { simple: true }))
  const application = Number(db.pragma('application_id', { simple: true }))
  const objects = Number(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
  const isNew = application === 0 && objects === 0 && held === 0
  if (application !== APPLICATION_ID && !isNew) {
    throw new StoreError('not_a_store', `"${file}" is a SQLite file of another program. Name a file of its own for the store.`, { file })
  }
  if (held > userVersion) {
    throw new StoreError(
      'future_schema',
      `"${file}" has schema ${held}, and this pawl knows ${userVersion}. Open it with the pawl that wrote it, or a later one.`,
      { file, held, known: userVersion },
    )
  }
}

/** 'Pawl' in ASCII: stands in the header of every file of ours. */
export const APPLICATION_ID = 0x5061776c

function settle(db: Database.Database, durable: boolean): void {
  if (durable) db.pragma('journal_mode = WAL')
  for (const [name, value] of pragmas(durable)) if (name !== 'journal_mode') db.pragma(`${name} = ${value}`)
  db.pragma('cache_size = -32768')
}

/** So long the log stays when it is begun anew. It grows further only while somebody reads what was before. */
export const LOG_BYTES = 67_108_864

/** A page that changes often is copied into the file once for many commits. These are 32 MB of log. */
export const PAGES_A_CHECKPOINT = 8_000

/**
 * What a savepoint would take back stays in memory, and is let go with it. By itself SQLite writes it to a temporary file, page by page,
 * once a single decision has touched some sixteen pages. Not before a file is adopted: to make its tables anew sorts more than memory may hold.
 */
export function keepUndoInMemory({ db }: Pick<Connection, 'db'>): void {
  db.pragma('temp_store = MEMORY')
}

/** Reads back what durability and the bound of the log rest on: SQLite ignores what it cannot do. */
export function assertPragmas(db: Database.Database, durable: boolean): void {
  for (const [name, wanted] of pragmas(durable)) {
    const held = String(db.pragma(name, { simple: true }))
    if (held === wanted) continue
    throw new StoreError(
      'pragma_differs',
      `PRAGMA ${name} is ${held}, not ${wanted}: what is committed could be lost, or the log grow. Is the file on a disk that can share memory?`,
      { pragma: name, held, wanted },
    )
  }
}

/** What every connection that writes is set to. */
export function pragmas(durable: boolean): readonly (readonly [string, string])[] {
  return [
    ['journal_mode', durable ? 'wal' : 'memory'],
    ['synchronous', '2'],
    ['fullfsync', '1'],
    ['checkpoint_fullfsync', '1'],
    ['foreign_keys', '1'],
    ['trusted_schema', '0'],
    ['cell_size_check', '1'],
    ['busy_timeout', String(BUSY_TIMEOUT_MS)],
    ['journal_size_limit', String(LOG_BYTES)],
    ['wal_autocheckpoint', String(PAGES_A_CHECKPOINT)],
  ]
}

/** Another connection holds what we need: to be tried again. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
}

/** A value that an index lets in once is there twice. */
export function isUniqueHit(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE'
}

/** What SQLite says, as one of our codes. What is none of its words (a `WireError`, a bug of a listener) stays as it is. */
export function storeErrorOf(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const facts = { file, sqlite: error.code }
  if (error.code.startsWith('SQLITE_NOTADB')) {
    return notAStore(file, { sqlite: error.code }, error)
  }
  if (error.code.startsWith('SQLITE_CORRUPT')) {
    return new StoreError('corrupt_file', `"${file}" is damaged (${error.message}). Restore a backup; keep this file.`, facts, error)
  }
  if (error.code.startsWith('SQLITE_CONSTRAINT')) {
    return new StoreError(
      'broken_invariant',
      `the file refused what a kernel decided (${error.message}): a bug. Nothing was saved.`,
      facts,
      error,
    )
  }
  if (error.code.startsWith('SQLITE_CANTOPEN')) {
    return new StoreError(
      'cannot_open',
      `"${file}" cannot be opened: ${error.message}. A log is kept beside it: is its folder there and writable?`,
      facts,
      error,
    )
  }
  if (/^SQLITE_(FULL|IOERR|READONLY|NOMEM|PROTOCOL|NOLFS)/.test(error.code)) {
    return new StoreError('io', `the disk refused a write to "${file}" (${error.message}).`, facts, error)
  }
  return new StoreError('broken_invariant', `SQLite refused a statement of the store (${error.message}): a bug.`, facts, error)
}

function notAStore(file: string, facts: StoreError['facts'] = {}, cause?: unknown): StoreError {
  return new StoreError('not_a_store', `"${file}" is no SQLite file. It was left as it is.`, { file, ...facts }, cause)
}
