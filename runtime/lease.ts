/** Keeps the lease of one attempt while its work runs, and says once when it is lost. */
import type { Attempt, Attempts, Said } from './attempts.js'
import type { Clock } from './clock.js'
import { pause } from './pulse.js'

export interface LeaseKeeping {
  readonly attempts: Attempts
  readonly attempt: Attempt
  readonly leaseMs: number
  readonly leaseExpiresAtMs: number
  readonly clock: Clock
  onLost(code: string): void
  onCancelRequested(): void
  /** A renewal got no answer. It is tried again while the lease lives. */
  onFailed(error: unknown): void
}

/** Answers with the way to end it. */
export function keepLease(keeping: LeaseKeeping): () => void {
  const ended = new AbortController()
  void renewUntil(ended.signal, keeping)
  return () => ended.abort()
}

async function renewUntil(ended: AbortSignal, { attempts, attempt, leaseMs, clock, ...keeping }: LeaseKeeping): Promise<void> {
  let expiresAtMs = keeping.leaseExpiresAtMs
  let pauseMs = leaseMs / 3
  for (;;) {
    await pause(pauseMs, ended)
    if (ended.aborted) return
    try {
      const answer = await beforeTheEnd(attempts.renew({ ...attempt, leaseMs }), expiresAtMs, clock, ended)
      if (ended.aborted) return
      if (answer === null) return keeping.onLost('lease_expired')
      if (!answer.ok) return keeping.onLost(answer.refusal.code)
      expiresAtMs = answer.job.leaseExpiresAtMs
      pauseMs = leaseMs / 3
      if (answer.job.cancelRequested) keeping.onCancelRequested()
    } catch (error) {
      if (ended.aborted) return
      // The store did not answer: whether the lease lives is judged here, by the last that was heard of it.
      if (clock.nowMs() >= expiresAtMs) return keeping.onLost('lease_expired')
      keeping.onFailed(error)
      pauseMs = Math.min(leaseMs / 10, 1_000)
    }
  }
}

/** Null when the lease has run out and the store has still not answered: the work must not go on as long as somebody holds a lock. */
async function beforeTheEnd(renewal: Promise<Said>, expiresAtMs: number, clock: Clock, ended: AbortSignal): Promise<Said | null> {
  const answered = new AbortController()
  const stop = (): void => answered.abort()
  ended.addEventListener('abort', stop)
  const lapse = async (): Promise<null> => {
    while (clock.nowMs() < expiresAtMs && !answered.signal.aborted) await pause(expiresAtMs - clock.nowMs(), answered.signal)
    return null
  }
  try {
    return await Promise.race([renewal, lapse()])
  } finally {
    ended.removeEventListener('abort', stop)
    stop()
    // What comes after the end is nobody's answer any more.
    renewal.catch(() => undefined)
  }
}
