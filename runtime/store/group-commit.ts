/**
 * Decisions asked for in the same turn of the event loop share one transaction, and so one fsync. Each has a savepoint: one that
 * fails takes no other with it. Nobody is told before the COMMIT, and a COMMIT that fails is everybody's failure.
 */
import type { Clock, Random } from '../clock.js'
import { faultPoint } from '../fault-point.js'
import { messageOf } from '../thrown.js'
import { BUSY_TIMEOUT_MS, isBusy, storeErrorOf } from './connection.js'
import { StoreError } from './errors.js'
import { busyError, retryDelayMs } from './patience.js'
import type { Transaction, TransactionHost } from './transaction.js'
import type { Committed } from './types.js'

export interface GroupCommit {
  ask<T>(work: (transaction: Transaction) => T): Promise<T>
  waiting(): number
  /** Resolves when nobody waits. */
  drained(): Promise<void>
}

export interface GroupCommitSettings {
  readonly file: string
  readonly maxDecisions: number
  readonly maxMs: number
  readonly deadlineMs: number
  readonly clock: Clock
  readonly random: Random
  readonly onBusy: () => void
  /** Whether somebody reads at this moment. */
  readonly isRead: () => boolean
  /** After a COMMIT that wrote, once everybody who asked has been answered. */
  readonly onCommit: (committed: readonly Committed[]) => void
}

/** What `GroupCommitOptions` leaves out. */
export const DEADLINE_MS = 30_000
export const MAX_DECISIONS = 500
export const MAX_MS = 50
const MOST_TURNS = 8

interface Asked {
  readonly work: (transaction: Transaction) => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  waitedMs: number
}

export function groupCommit(host: TransactionHost, settings: GroupCommitSettings): GroupCommit {
  const queue: Asked[] = []
  let idle: (() => void)[] = []
  let scheduled = false
  let turnsWaited = 0
  let busyInRow = 0

  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  const flush = (): void => {
    scheduled = false
    // Who reads before he decides is about to ask: a few turns of the event loop cost less than a commit of his own.
    if (queue.length > 0 && turnsWaited < MOST_TURNS && settings.isRead()) {
      turnsWaited += 1
      return schedule()
    }
    turnsWaited = 0
    if (queue.length > 0 && begun()) runBatch()
    if (queue.length > 0) schedule()
    else settleIdle()
  }

  const begun = (): boolean => {
    try {
      host.begin()
      busyInRow = 0
      return true
    } catch (error) {
      host.abandon()
      if (isBusy(error)) waitForLock()
      else for (const asked of queue.splice(0)) asked.reject(storeErrorOf(error, settings.file))
      return false
    }
  }

  const waitForLock = (): void => {
    settings.onBusy()
    busyInRow += 1
    const delayMs = retryDelayMs(busyInRow, settings.random)
    for (const asked of queue) asked.waitedMs += delayMs + BUSY_TIMEOUT_MS
    // Whoever came first has waited longest.
    while (queue[0] !== undefined && queue[0].waitedMs > settings.deadlineMs) {
      const asked = queue.shift()
      asked?.reject(busyError(settings.file, asked.waitedMs))
    }
    scheduled = true
    setTimeout(flush, delayMs)
  }

  const runBatch = (): void => {
    faultPoint('commit.begun')
    const startedMs = settings.clock.elapsedMs()
    const taken: Asked[] = []
    const answers: (() => void)[] = []
    try {
      while (queue.length > 0 && taken.length < settings.maxDecisions) {
        if (taken.length > 0 && settings.clock.elapsedMs() - startedMs >= settings.maxMs) break
        const asked = queue.shift() as Asked
        taken.push(asked)
        answers.push(answerOf(asked))
      }
      faultPoint('commit.written')
      const committed = host.commit()
      faultPoint('commit.committed')
      for (const answer of answers) answer()
      if (committed !== null) settings.onCommit(committed)
      faultPoint('commit.told')
    } catch (error) {
      host.abandon()
      const failure = commitFailure(error, settings.file)
      for (const asked of taken) asked.reject(failure)
    }
  }

  /** Decides, and keeps what to say until it is true. Throws when the whole transaction is lost. */
  const answerOf = (asked: Asked): (() => void) => {
    try {
      const value = host.transaction.savepoint(() => asked.work(host.transaction))
      return () => asked.resolve(value as never)
    } catch (error) {
      if (!host.isOpen()) throw error
      const failure = storeErrorOf(error, settings.file)
      return () => asked.reject(failure)
    }
  }

  const settleIdle = (): void => {
    const waiters = idle
    idle = []
    for (const settle of waiters) settle()
  }

  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: never) => void, reject, waitedMs: 0 })
        schedule()
      }),
    waiting: () => queue.length,
    drained: () =>
      new Promise((resolve) => {
        idle.push(resolve)
        schedule()
      }),
  }
}

function commitFailure(error: unknown, file: string): StoreError {
  const cause = storeErrorOf(error, file)
  if (cause instanceof StoreError && cause.code === 'file_gone') return cause
  const why = messageOf(cause)
  return new StoreError(
    cause instanceof StoreError && cause.code === 'corrupt_file' ? 'corrupt_file' : 'io',
    `the transaction could not be committed: ${why} Nothing of it was told to anybody. Ask again: a step that is in the file after all answers as a repeat.`,
    { file },
    error,
  )
}
