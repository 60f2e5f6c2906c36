/**
 * Keeps the write-ahead log bounded. SQLite moves what stands in it into the file at commits, and only there: a log that a reader held back
 * when the last commit came stays as long as it was until somebody restarts, and so does one of readers that follow each other closely.
 */
import { statSync } from 'node:fs'
import type { Clock } from '../clock.js'
import { isBusy, LOG_BYTES, storeErrorOf, type Connection } from './connection.js'
import { StoreError } from './errors.js'

export interface LogKeeper {
  /** Since when the log could not be cut: somebody reads the file as it was before. Null where nobody is in the way. */
  heldSinceMs(): number | null
  /** Cuts the log a last time, for those who keep the file open. */
  close(): void
}

export function logKeeper({ db, file }: Connection, clock: Clock): LogKeeper {
  let seen = ''
  let heldSinceMs: number | null = null
  let delayMs = LOOK_MS
  let timer: NodeJS.Timeout

  const look = (): void => {
    const { size, mtimeMs } = logOf(file)
    const isIdle = seen === `${size} ${mtimeMs}`
    seen = `${size} ${mtimeMs}`
    if (size <= TIDY_BYTES) noted(true)
    else if (isIdle || size > LOG_BYTES) noted(cut())
    lookLater()
  }
  const noted = (isCut: boolean): void => {
    heldSinceMs = isCut ? null : (heldSinceMs ?? clock.nowMs())
    delayMs = isCut ? LOOK_MS : Math.min(2 * delayMs, LONGEST_DELAY_MS)
  }
  // Looking keeps no process alive.
  const lookLater = (): void => {
    timer = setTimeout(look, delayMs).unref()
  }

  /**
   * What stands in the log is moved beside those who read and write. Only where all of it is in the file is the log cut: that waits for those
   * who read from it, as long as a connection waits for a lock.
   */
  const cut = (): boolean => {
    try {
      const { busy, log, checkpointed } = checkpoint('PASSIVE')
      return busy === 0 && log === checkpointed && checkpoint('TRUNCATE').busy === 0
    } catch (error) {
      // What the disk refuses here it refuses to the next decision, too, whose sender is told.
      if (isBusy(error) || storeErrorOf(error, file) instanceof StoreError) return false
      throw error
    }
  }
  const checkpoint = (mode: 'PASSIVE' | 'TRUNCATE'): Checkpoint => (db.pragma(`wal_checkpoint(${mode})`) as [Checkpoint])[0]

  lookLater()
  return {
    heldSinceMs: () => heldSinceMs,
    close() {
      clearTimeout(timer)
      if (logBytes(file) > TIDY_BYTES) cut()
    },
  }
}

interface Checkpoint {
  readonly busy: number
  /** Pages in the log, and those of them that are in the file. */
  readonly log: number
  readonly checkpointed: number
}

const LOOK_MS = 500
const LONGEST_DELAY_MS = 4_000
/** A log that is no longer is left as it is: to make it anew would cost the next commits more than it takes. */
const TIDY_BYTES = 4_194_304

/** Bytes of the log beside the file. */
export function logBytes(file: string): number {
  return logOf(file).size
}

function logOf(file: string): { readonly size: number; readonly mtimeMs: number } {
  return statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 }
}
