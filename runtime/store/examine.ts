/**
 * Looks at all that a file holds, and changes nothing of it. It is read page by page, each in a view of its own, so that nobody who writes
 * waits for it, and the log can be cut between two pages.
 */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import { storeErrorOf, type Connection, type SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { examineJournal, examineTakeovers } from './examine-journal.js'
import { examineDeadLetters, examineOutbox } from './examine-messages.js'
import { examineRows } from './examine-rows.js'
import { examineSnapshots } from './examine-snapshots.js'
import { examineTables, heldMachines, type HeldMachine } from './examine-tables.js'
import { patiently, type Patience } from './patience.js'
import { SCHEMA_VERSION } from './schema.js'
import { quoted } from './tables.js'
import { connectToRead, patienceFor } from './to-read.js'
import type { Row } from './types.js'

/** Each kind of thing that can be wrong with a file. */
export type Symptom =
  /** SQLite's own check of the file's pages, or a read, says that it is damaged. */
  | 'damaged_file'
  /** A table of the store, or one of a machine, is not as the code that wrote the file made it. */
  | 'tables_differ'
  /** A table, an index, a view or a trigger that neither the store nor a machine made. */
  | 'foreign_object'
  /** What the store notes of the file itself: its version, instant and epoch; machines, routers and takeovers. */
  | 'notes_differ'
  /** The file is of an earlier schema, or holds what another code of a machine or a router wrote. */
  | 'other_code'
  /** A row that no state can be made of. */
  | 'row_unreadable'
  /** A row of a table of an instance that is not there. */
  | 'row_orphaned'
  /** An instance has another number of rows in a table than it counted. */
  | 'size_differs'
  /** An instance stands at another revision than its journal, or its journal has a gap. */
  | 'journal_differs'
  /** What stands for the cut part of a journal cannot be read, or is of another instance than there is. */
  | 'snapshot_unreadable'
  /** An entry of the journal that no step can be made of. */
  | 'entry_unreadable'
  /** A message in the outbox, or a dead letter, that none can be made of, or whose source never sent it. */
  | 'message_unreadable'
  /** A message in the outbox that no route given carries, or that its receiver would not take. */
  | 'message_stuck'
  /** How far a fan-out has come is no place among its receivers. */
  | 'cursor_differs'
  /** Messages that were refused for a reason that their routes do not name. */
  | 'dead_letters'

/** Told of what is looked at. `what` names a kind of thing: `pages`, `tables`, `rows of X`, `journal`, … */
export interface Looking {
  found(symptom: Symptom, example: string): void
  saw(what: string, count: number): void
  /** There is more of it: the limit kept it out, or it cannot be judged here. */
  cut(what: string): void
  /** A row of a machine's table; `instance` is its key in canonical JSON. */
  row(table: { readonly machine: string; readonly field: string; readonly instance: string }, row: Row): void
  /** Between two pages. */
  breath(): Promise<void>
}

export interface ExamineOptions {
  readonly file: string
  readonly machines: readonly AnyMachine[]
  readonly routers: readonly RouterModule[]
  /** Every row, and every page against every index. */
  readonly full: boolean
  /** Where it is not full: rows of each kind. */
  readonly limit: number
}

export interface Examined {
  /** Of the file, and of this code. */
  readonly schema: { readonly held: number; readonly known: number }
  /** As the file names them. */
  readonly machines: readonly { readonly name: string; readonly version: number; readonly known: boolean }[]
}

export interface Examination extends ExamineOptions {
  readonly connection: Connection
  readonly schema: number
  readonly looking: Looking
  readonly held: readonly HeldMachine[]
  /** Reads one page as it stands at one moment. */
  page<T>(work: () => T): Promise<T>
  /** Hands each row of a table to `judge`, one in memory at a time, in the order of their numbers, up to the limit. */
  every(what: string, table: string, judge: (row: SqlRow) => void): Promise<void>
}

/** Rejected with `StoreError` where the file cannot be looked at: it is none of ours, of a later schema, damaged at its beginning. */
export async function examineFile(options: ExamineOptions, looking: Looking): Promise<Examined> {
  const { file } = options
  const patience = patienceFor(file)
  const connection = await connectToRead(file)
  try {
    const schema = Number(connection.db.pragma('user_version', { simple: true }))
    const held = await patiently(patience, () => heldMachines(connection, looking))
    const examination: Examination = { ...options, connection, schema, looking, held, ...reads(connection, options, looking, patience) }
    for (const [what, part] of PARTS) await guarded(examination, what, () => part(examination))
    const known = (name: string): boolean => options.machines.some((machine) => machine.name === name)
    return {
      schema: { held: schema, known: SCHEMA_VERSION },
      machines: held.map(({ name, version }) => ({ name, version, known: known(name) })),
    }
  } finally {
    connection.db.close()
  }
}

const PARTS: readonly (readonly [string, (examination: Examination) => Promise<void>])[] = [
  ['tables', examineTables],
  ['pages', examinePages],
  ['rows', examineRows],
  ['journal', examineJournal],
  ['snapshots', examineSnapshots],
  ['takeovers', examineTakeovers],
  ['outbox', examineOutbox],
  ['dead letters', examineDeadLetters],
]

/** What cannot be read keeps nothing else from being looked at. */
export async function guarded({ looking, file }: Examination, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const known = storeErrorOf(error, file)
    // A table or a column that is gone was told among the tables.
    const isGone = known instanceof StoreError && known.code === 'broken_invariant'
    const isDamaged = known instanceof StoreError && known.code === 'corrupt_file'
    if (!isGone && !isDamaged) throw known
    if (isDamaged) looking.found('damaged_file', `${what}: ${String((known.cause as Error | undefined)?.message)}`)
    looking.cut(what)
  }
}

function reads(
  connection: Connection,
  { full, limit, file }: ExamineOptions,
  looking: Looking,
  patience: Patience,
): Pick<Examination, 'page' | 'every'> {
  const { db } = connection
  const epoch = epochOf(connection)
  const begin = (): void => {
    db.exec('BEGIN')
    try {
      // The first read takes the view.
      if (epochOf(connection) === epoch) return
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
    db.exec('ROLLBACK')
    throw new StoreError('machine_differs', `another code took "${file}" over while it was looked at. Ask again.`, {
      file,
      reason: 'taken_over',
    })
  }
  const page = async <T>(work: () => T): Promise<T> => {
    await looking.breath()
    await patiently(patience, begin)
    try {
      return work()
    } finally {
      if (db.inTransaction) db.exec('ROLLBACK')
    }
  }
  return {
    page,
    async every(what, table, judge) {
      const rows = db.prepare<[number, number], SqlRow>(
        `SELECT rowid AS pawl_place, * FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ? + 0`,
      )
      let after = Number.MIN_SAFE_INTEGER
      for (let seen = 0; ;) {
        const read = await page(() => {
          let count = 0
          for (const row of rows.iterate(after, PAGE)) {
            after = Number(row['pawl_place'])
            count += 1
            judge(row)
          }
          return count
        })
        looking.saw(what, read)
        seen += read
        if (read < PAGE) return
        if (full || seen < limit) continue
        if (await page(() => rows.get(after, 1) !== undefined)) looking.cut(what)
        return
      }
    },
  }
}

const PAGE = 100

/** Undefined where the store's notes are gone: that is told among the tables. */
function epochOf({ sql }: Connection): unknown {
  if (sql(`SELECT 1 FROM sqlite_schema WHERE name = 'pawl_meta'`).get() === undefined) return undefined
  return sql(`SELECT value FROM pawl_meta WHERE name = 'epoch'`).get()?.['value']
}

/** Without `full` each table by itself, and no index against its table. */
async function examinePages({ connection, full, looking, page }: Examination): Promise<void> {
  const { db, sql } = connection
  const tables = sql(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all()
  const checks = full ? ['integrity_check'] : tables.map(({ name }) => `quick_check(${quoted(String(name))})`)
  for (const check of checks) {
    const said = await page(() => db.pragma(check) as readonly { readonly [column: string]: unknown }[])
    for (const problem of said.map((row) => String(Object.values(row)[0]))) if (problem !== 'ok') looking.found('damaged_file', problem)
    looking.saw('pages', full ? tables.length : 1)
  }
}
