/** Copies of a file: made while others write to it, and looked at before anybody relies on one. No machine is needed for either. */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { AnyMachine } from '../../generated/machine.js'
import { storeErrorOf } from './connection.js'
import { rowTable } from './instances.js'
import { quoted } from './tables.js'
import { connectToRead } from './to-read.js'

/**
 * Writes the file as it stands at one moment to a path where nothing is. Whoever writes meanwhile waits for nothing; the log is not cut until
 * the copy is made. Rejected with `StoreError`: `io` names the copy.
 */
export async function copyOf(file: string, to: string): Promise<void> {
  const connection = await connectToRead(file)
  try {
    // One transaction: what others write meanwhile does not make it begin anew.
    connection.db.exec('BEGIN')
    connection.sql('SELECT count(*) FROM sqlite_schema').get()
    await connection.db.backup(to, { progress: () => PAGES_A_TURN })
    keepAlone(to)
  } catch (error) {
    const isOfCopy = error instanceof Error && 'code' in error && /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/.test(String(error.code))
    throw storeErrorOf(error, isOfCopy ? to : file)
  } finally {
    connection.db.close()
  }
}

/** A file that says it has a log gets one from whoever looks at it. This one has none until it is opened to be worked on. */
function keepAlone(file: string): void {
  const db = new Database(file, { fileMustExist: true })
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/** In one turn of the event loop: 2 MB. */
const PAGES_A_TURN = 500

/** What `integrity_check` says of a file, ten faults at most; nothing of one that is whole. It reads all of it, in a thread of its own. */
export function faultsIn(file: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
    const thread = new Worker(CHECK, { eval: true, workerData: { file, sqlite } })
    thread.on('message', resolve)
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error(`the thread that reads "${file}" has ended without a word`)))
  })
}

const CHECK = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.sqlite)
const db = new Database(workerData.file, { fileMustExist: true })
let faults
try {
  db.pragma('query_only = ON')
  db.pragma('cell_size_check = ON')
  faults = db.pragma('integrity_check(10)').map((row) => row.integrity_check).filter((fault) => fault !== 'ok')
} catch (error) {
  if (!(error instanceof Database.SqliteError)) throw error
  faults = [error.message]
} finally {
  db.close()
}
parentPort.postMessage(faults)
`

/** Each value of a column of a machine's table, over all instances, once; none where the file knows no such table. */
export async function valuesIn(file: string, machine: AnyMachine, field: string, column: string): Promise<readonly unknown[]> {
  const connection = await connectToRead(file)
  try {
    const { name } = rowTable(machine, field)
    const isKnown = connection.sql('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(name, column) !== undefined
    if (!isKnown) return []
    return connection.db
      .prepare(`SELECT DISTINCT ${quoted(column)} FROM ${quoted(name)}`)
      .pluck()
      .all()
  } catch (error) {
    throw storeErrorOf(error, file)
  } finally {
    connection.db.close()
  }
}
