/** The reports of one attempt, written one after the other under a cursor that rises. Of progress, only the latest is written. */
import type { Attempt, Attempts, Said } from './attempts.js'
import { pause } from './pulse.js'
import type { Value } from '../generated/machine.js'

export interface Reports {
  progress(value: Value): void
  checkpoint(value: Value): Promise<Said>
  /** Resolves when everything reported before is written. */
  flushed(): Promise<void>
}

export interface Reporting {
  readonly attempts: Attempts
  readonly attempt: Attempt
  /** The last report of the attempt, by whichever process. */
  readonly cursor: number
  readonly everyMs: number
  onAnswer(answer: Said): void
  onFailed(error: unknown): void
}

export function openReports({ attempts, attempt, cursor: from, everyMs, onAnswer, onFailed }: Reporting): Reports {
  let cursor = from
  let latest: { readonly value: Value } | null = null
  let last: Promise<unknown> = Promise.resolve()
  let due: AbortController | null = null

  const inTurn = <A>(write: () => Promise<A>): Promise<A> => {
    const written = last.then(write)
    last = written.catch(() => undefined)
    return written
  }
  const writeLatest = async (): Promise<void> => {
    const report = latest
    if (report === null) return
    latest = null
    cursor += 1
    onAnswer(await attempts.progress({ ...attempt, cursor, progress: report.value }))
  }
  const flushSoon = async (): Promise<void> => {
    due = new AbortController()
    await pause(everyMs, due.signal)
    due = null
    await inTurn(writeLatest).catch(onFailed)
  }

  return {
    progress(value) {
      const waits = latest !== null
      latest = { value }
      if (!waits) void flushSoon()
    },
    checkpoint: (value) =>
      inTurn(async () => {
        cursor += 1
        const answer = await attempts.checkpoint({ ...attempt, cursor, checkpoint: value })
        onAnswer(answer)
        return answer
      }),
    async flushed() {
      due?.abort()
      await inTurn(writeLatest).catch(onFailed)
    },
  }
}
