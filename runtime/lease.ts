/** Keeps the lease of one attempt while its work runs, and says once when it is lost. */
import type { Attempt, Attempts } from './attempts.js'
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
      const answer = await attempts.renew({ ...attempt, leaseMs })
      if (ended.aborted) return
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
