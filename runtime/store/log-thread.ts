/**
 * Cuts the log of a file from a thread of its own: to move what is in a long log takes seconds, for which nobody else should stand still.
 * The thread has a connection to the file as long as it lives.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { BUSY_TIMEOUT_MS, pragmas } from './connection.js'

export interface LogThread {
  /**
   * `held`: somebody reads or writes what is in the way, or the disk refuses, of which whoever decides next is told. `gone`: the thread is no
   * more, or could not begin.
   */
  cut(): Promise<'cut' | 'held' | 'gone'>
  /** Resolves when the thread is gone. */
  end(): Promise<void>
}

export function logThread(file: string): LogThread {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
  const workerData = { file, sqlite, timeout: BUSY_TIMEOUT_MS, pragmas: pragmas(true) }
  const worker = new Worker(PROGRAM, { eval: true, workerData, name: 'pawl log' })
  // It keeps no process alive.
  worker.unref()
  // Why it ended is of no use to anybody: another is begun when it is needed.
  worker.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => worker.on('exit', () => resolve()))
  return {
    cut: () =>
      new Promise((resolve) => {
        if (worker.threadId === ENDED) return resolve('gone')
        const answered = (isCut: boolean): void => {
          worker.off('exit', left)
          resolve(isCut ? 'cut' : 'held')
        }
        const left = (): void => {
          worker.off('message', answered)
          resolve('gone')
        }
        worker.once('message', answered)
        worker.once('exit', left)
        worker.postMessage('cut')
      }),
    end: () => {
      worker.ref()
      worker.postMessage('end')
      return gone
    },
  }
}

const ENDED = -1

/** What is in the log is moved beside those who read and write; they wait only while the little that is left then is moved, and the log cut. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.sqlite)
const db = new Database(workerData.file, { timeout: workerData.timeout, fileMustExist: true })
for (const [name, value] of workerData.pragmas) db.pragma(name + ' = ' + value)
const LITTLE_PAGES = 1000
const checkpoint = (mode) => db.pragma('wal_checkpoint(' + mode + ')')[0]
const cut = () => {
  const { busy, log, checkpointed } = checkpoint('PASSIVE')
  return busy === 0 && log - checkpointed <= LITTLE_PAGES && checkpoint('TRUNCATE').busy === 0
}
parentPort.on('message', (what) => {
  if (what === 'end') {
    db.close()
    parentPort.close()
    return
  }
  try {
    parentPort.postMessage(cut())
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    parentPort.postMessage(false)
  }
})
`
