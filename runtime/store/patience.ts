/** Waits for other processes' locks without blocking the event loop: short sleeps of random length, up to a deadline. */
import type { Random } from '../clock.js'
import { BUSY_TIMEOUT_MS, isBusy, storeErrorOf } from './connection.js'
import { StoreError } from './errors.js'

export interface Patience {
  readonly file: string
  readonly random: Random
  readonly deadlineMs: number
  /** Told of each time that the lock was somebody else's. */
  readonly onBusy: () => void
}

export async function patiently<T>(patience: Patience, work: () => T): Promise<T> {
  let waitedMs = 0
  for (let attempt = 1; ; attempt += 1) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw storeErrorOf(error, patience.file)
      patience.onBusy()
      if (waitedMs >= patience.deadlineMs) throw busyError(patience.file, waitedMs)
      const delayMs = retryDelayMs(attempt, patience.random)
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      waitedMs += delayMs + BUSY_TIMEOUT_MS
    }
  }
}

/** Jitter keeps processes that met once from meeting again. */
export function retryDelayMs(attempt: number, random: Random): number {
  return 1 + random.upTo(Math.min(2 ** attempt, LONGEST_DELAY_MS))
}

const LONGEST_DELAY_MS = 40

export function busyError(file: string, waitedMs: number): StoreError {
  return new StoreError(
    'busy',
    `another process has held the lock of "${file}" for ${waitedMs} ms. Nothing was written; ask again, and look for a process that stands in a transaction.`,
    { file, waitedMs },
  )
}
