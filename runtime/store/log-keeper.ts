/**
 * Keeps the write-ahead log bounded. SQLite moves what stands in it into the file at commits, and only there: a log that a reader held back
 * when the last commit came stays as long as it was until somebody restarts, and so does one of readers that follow each other closely.
 */
import { statSync } from 'node:fs'
import type { Clock } from '../clock.js'
import { LOG_BYTES, PAGES_A_CHECKPOINT, type Connection } from './connection.js'
import { logThread, type LogThread } from './log-thread.js'
import type { Whereabouts } from './whereabouts.js'

export interface LogKeeper {
  /** Since when the log could not be cut: somebody reads the file as it was before. Null where nobody is in the way. */
  heldSinceMs(): number | null
  /** Cuts the log a last time, for those who keep the file open. */
  close(): Promise<void>
}

export function logKeeper(
  { db, file }: Pick<Connection, 'db' | 'file'>,
  whereabouts: Pick<Whereabouts, 'assertThereLately'>,
  clock: Clock,
): LogKeeper {
  let seen = ''
  let heldSinceMs: number | null = null
  let delayMs = LOOK_MS
  let thread: LogThread | null = null
  let ending = Promise.resolve()
  let timer: NodeJS.Timeout
  let isLeft = false
  let isClosing = false

  const look = async (): Promise<void> => {
    try {
      await lookOnce()
    } catch {
      // The disk does not say how long the log is, or SQLite is in the way: whoever decides is told of what lasts, and the next look is later.
      delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)
    }
    if (!isClosing) lookLater()
  }
  const lookOnce = async (): Promise<void> => {
    // The thread opens what lies at the path by now.
    whereabouts.assertThereLately()
    const { size, mtimeMs } = logOf(file)
    const isIdle = seen === `${size} ${mtimeMs}`
    seen = `${size} ${mtimeMs}`
    leaveToThread(size > LOG_BYTES)
    if (size <= TIDY_BYTES) noted('cut')
    else if (isIdle || isLeft) noted(await cut())
  }
  // Looking keeps no process alive.
  const lookLater = (): void => {
    timer = setTimeout(() => void look(), delayMs).unref()
  }

  /** What a reader has held back is much: the commit after it is not to move all of it while everybody waits. */
  const leaveToThread = (left: boolean): void => {
    if (left !== isLeft) db.pragma(`wal_autocheckpoint = ${left ? 0 : PAGES_A_CHECKPOINT}`)
    isLeft = left
  }
  const cut = async (): Promise<'cut' | 'held' | 'gone'> => {
    try {
      thread ??= logThread(file)
      return await thread.cut()
    } catch {
      // Where no thread is to be had, the checkpoints of the commits are what there is.
      return 'gone'
    }
  }
  const noted = (end: 'cut' | 'held' | 'gone'): void => {
    if (isClosing) return
    // Where there was no thread to try it, nobody knows whether somebody is in the way.
    heldSinceMs = end === 'held' ? (heldSinceMs ?? clock.nowMs()) : null
    delayMs = end === 'cut' ? LOOK_MS : Math.min(2 * delayMs, LONGEST_DELAY_MS)
    if (end === 'held') return
    leaveToThread(false)
    endThread()
  }
  const endThread = (): void => {
    if (thread !== null) ending = thread.end()
    thread = null
  }

  lookLater()
  return {
    heldSinceMs: () => heldSinceMs,
    async close() {
      isClosing = true
      clearTimeout(timer)
      try {
        whereabouts.assertThereLately()
        if (logBytes(file) > TIDY_BYTES) await cut()
      } catch {
        // What is left of the log is cut by whoever opens the file next.
      }
      endThread()
      await ending
    },
  }
}

const LOOK_MS = 500
const LONGEST_DELAY_MS = 2_000
/** A log that is no longer is left as it is: to make it anew would cost the next commits more than it takes. */
const TIDY_BYTES = 4_194_304

/** Bytes of the log beside the file; 0 where the disk does not say, which whoever reads or writes is told of. */
export function logBytes(file: string): number {
  try {
    return logOf(file).size
  } catch {
    return 0
  }
}

function logOf(file: string): { readonly size: number; readonly mtimeMs: number } {
  return statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 }
}
