/** When a job's work is to have ended, whichever attempt does it: a moment that its submission set, kept in its terms. */
import type { Clock } from './clock.js'
import { pause } from './pulse.js'
import { termsOf, type Terms } from './terms.js'

/** Milliseconds since 1970; null: as long as it takes. */
export function deadlineIn(terms: string): number | null {
  const { [TERM]: deadlineAtMs } = termsOf(terms)
  return typeof deadlineAtMs === 'number' ? deadlineAtMs : null
}

export function deadlineTerm(deadlineAtMs: number | null): Terms {
  return deadlineAtMs === null ? {} : { [TERM]: deadlineAtMs }
}

const TERM = 'deadlineAtMs'

/** 0 from the deadline on; null where there is none. */
export function timeLeftMs(deadlineAtMs: number | null, clock: Clock): number | null {
  return deadlineAtMs === null ? null : Math.max(0, deadlineAtMs - clock.nowMs())
}

export interface DeadlineKeeping {
  readonly clock: Clock
  readonly deadlineAtMs: number | null
  onPassed(): void
}

/** Answers with the way to end it. */
export function keepDeadline({ clock, deadlineAtMs, onPassed }: DeadlineKeeping): () => void {
  if (deadlineAtMs === null) return () => undefined
  const ended = new AbortController()
  void (async () => {
    while (!ended.signal.aborted && clock.nowMs() < deadlineAtMs) {
      await pause(Math.min(deadlineAtMs - clock.nowMs(), LOOK_AGAIN_MS), ended.signal)
    }
    if (!ended.signal.aborted) onPassed()
  })()
  return () => ended.abort()
}

/** The clock may be moved meanwhile: a deadline that it jumped over is seen so late at most. */
const LOOK_AGAIN_MS = 10_000

/**
 * What the work answers; null, where it was stopped at its deadline, has not ended a while later, and may be left: what runs in this process
 * cannot be ended by force, and what is still said of its attempt is refused.
 */
export async function unlessLeft<A>(work: Promise<A>, signal: AbortSignal, mayBeLeft: () => boolean): Promise<A | null> {
  const over = new AbortController()
  const left = new Promise<null>((resolve) => {
    const wait = async (): Promise<void> => {
      if (signal.reason !== 'deadline') return
      await pause(GRACE_MS, over.signal)
      if (mayBeLeft()) resolve(null)
    }
    if (signal.aborted) void wait()
    else signal.addEventListener('abort', () => void wait(), { once: true, signal: over.signal })
  })
  try {
    return await Promise.race([work, left])
  } finally {
    over.abort()
  }
}

const GRACE_MS = 5_000
