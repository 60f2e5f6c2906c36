/**
 * Reads asked for in the same turn of the event loop share one snapshot of the file, and one look at whose it is by now. Each is made
 * after it was asked for: what was committed before, by whomever, it sees.
 */
import { type Connection, isBusy, storeErrorOf } from './connection.js'
import { type Patience, patiently } from './patience.js'

export interface GroupRead {
  ask<T>(work: () => T): Promise<T>
  /** Whether somebody waits for the next snapshot. */
  isAsked(): boolean
  /** Resolves when nobody waits. */
  drained(): Promise<void>
}

interface GroupReadParts {
  readonly connection: Connection
  readonly patience: Patience
  /** Throws where another code has taken the file over: then nothing was read as it stands. */
  readonly assertCurrent: () => void
}

interface Asked {
  readonly work: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

export function groupRead({ connection: { db }, patience, assertCurrent }: GroupReadParts): GroupRead {
  const begin = db.prepare('BEGIN')
  const end = db.prepare('COMMIT')
  let waiting: Asked[] = []
  const running = new Set<Promise<void>>()

  const flush = (): void => {
    const group = waiting
    if (group.length === 0) return
    waiting = []
    const read: Promise<void> = answered(group).finally(() => running.delete(read))
    running.add(read)
  }
  const answered = async (group: readonly Asked[]): Promise<void> => {
    try {
      for (const answer of await patiently(patience, () => inSnapshot(group))) answer()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  const inSnapshot = (group: readonly Asked[]): readonly (() => void)[] => {
    begin.run()
    try {
      const answers = group.map(answerOf)
      // Afterwards: what failed may have failed for this.
      assertCurrent()
      return answers
    } finally {
      if (db.inTransaction) end.run()
    }
  }
  const answerOf = ({ work, resolve, reject }: Asked): (() => void) => {
    try {
      const value = work()
      return () => resolve(value as never)
    } catch (error) {
      if (isBusy(error)) throw error
      const failure = storeErrorOf(error, patience.file)
      return () => reject(failure)
    }
  }

  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ work, resolve: resolve as (value: never) => void, reject })
      }),
    isAsked: () => waiting.length > 0,
    async drained() {
      flush()
      await Promise.all(running)
    },
  }
}
