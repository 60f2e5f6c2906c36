/**
 * Renews the leases of attempts with one timer for all of them: those that are due together are asked for together, and so share a
 * commit. What came of each is told, once for each change.
 */
import type { Attempt, Attempts } from './attempts.js'
import type { Clock } from './clock.js'
import { timerMs } from './pulse.js'

export interface Lease {
  readonly attempt: Attempt
  readonly leaseMs: number
  /** As it was last heard of. */
  readonly leaseExpiresAtMs: number
}

/** What there is to tell of one attempt. After `lost` nothing more comes of it. */
export type News =
  | { readonly what: 'renewed'; readonly attemptId: string; readonly leaseExpiresAtMs: number; readonly cancelRequested: boolean }
  | { readonly what: 'lost'; readonly attemptId: string; readonly code: string }
  /** A renewal got no answer. It is tried again while the lease lives; of failures in a row the first is told. */
  | { readonly what: 'failed'; readonly attemptId: string; readonly error: unknown }

export interface RenewalParts {
  readonly attempts: Pick<Attempts, 'renew'>
  readonly clock: Clock
  /** How much of a lease passes before it is renewed: more than 0, less than 1. */
  share(): number
  /** Asked each time: while it says no, nothing is renewed and nothing forgotten. */
  mayRenew(): boolean
  told(news: News): void
}

export interface Renewals {
  hold(lease: Lease): void
  release(attemptId: string): void
  /** Somebody else has renewed it. */
  heard(attemptId: string, leaseExpiresAtMs: number): void
  /** Does not wait until they are due. */
  renewAll(): void
  held(): readonly Lease[]
}

interface Entry extends Lease {
  leaseExpiresAtMs: number
  /** By elapsed time, which never steps back. */
  dueMs: number
  /** While an answer is waited for: when, by the clock, it comes too late. */
  answerByMs: number | null
  failing: boolean
}

export function openRenewals({ attempts, clock, told, ...parts }: RenewalParts): Renewals {
  const entries = new Map<string, Entry>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let wakesAtMs = 0

  const wakeIn = (ms: number): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void wake(), timerMs(ms))
    wakesAtMs = clock.elapsedMs() + ms
  }
  const arm = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (entries.size === 0) return
    let soonest = LONGEST_SLEEP_MS
    for (const { answerByMs, dueMs } of entries.values())
      soonest = Math.min(soonest, answerByMs === null ? dueMs - clock.elapsedMs() : answerByMs - clock.nowMs())
    wakeIn(Math.max(soonest, 1))
  }
  const wake = async (): Promise<void> => {
    timer = null
    // After a blocked event loop timers come first: what was heard meanwhile is looked at before anything is judged.
    await new Promise((resolve) => setImmediate(resolve))
    if (!parts.mayRenew()) return wakeIn(LOOK_AGAIN_MS)
    const due: Entry[] = []
    for (const entry of entries.values()) {
      if (entry.answerByMs === null) {
        const isDue = clock.elapsedMs() >= entry.dueMs - entry.leaseMs * TOGETHER || clock.nowMs() >= entry.leaseExpiresAtMs
        if (isDue) due.push(entry)
      } else if (clock.nowMs() >= entry.answerByMs) lose(entry, 'lease_expired')
    }
    renewThese(due)
  }
  const renewThese = (due: readonly Entry[]): void => {
    const answered = due.map((entry) => renew(entry))
    arm()
    if (due.length > 0) void Promise.all(answered).then(arm)
  }
  const renew = async (entry: Entry): Promise<void> => {
    const { attempt, leaseMs } = entry
    const { attemptId } = attempt
    const isHeld = (): boolean => entries.get(attemptId) === entry
    entry.answerByMs = Math.max(entry.leaseExpiresAtMs, clock.nowMs() + ANSWER_MS)
    try {
      const answer = await attempts.renew({ ...attempt, leaseMs })
      if (!isHeld()) return
      if (!answer.ok) return lose(entry, answer.refusal.code)
      const { leaseExpiresAtMs, cancelRequested } = answer.job
      renewed(entry, leaseExpiresAtMs)
      told({ what: 'renewed', attemptId, leaseExpiresAtMs, cancelRequested })
    } catch (error) {
      if (!isHeld()) return
      // Whether the lease lives is judged here, by the last that was heard of it.
      if (clock.nowMs() >= entry.leaseExpiresAtMs) return lose(entry, 'lease_expired')
      if (!entry.failing) told({ what: 'failed', attemptId, error })
      entry.failing = true
      entry.dueMs = clock.elapsedMs() + Math.min(leaseMs / 10, LONGEST_SLEEP_MS)
    } finally {
      entry.answerByMs = null
    }
  }
  const renewed = (entry: Entry, leaseExpiresAtMs: number): void => {
    entry.leaseExpiresAtMs = leaseExpiresAtMs
    entry.failing = false
    entry.dueMs = dueMs(entry)
  }
  /** When its share has passed; of a lease that was granted a while ago, some has passed already. */
  const dueMs = ({ leaseMs, leaseExpiresAtMs }: Lease): number => {
    const waitMs = leaseMs * parts.share()
    const leftMs = leaseExpiresAtMs - clock.nowMs()
    return clock.elapsedMs() + Math.min(waitMs, Math.max(0, leftMs - (leaseMs - waitMs)))
  }
  const lose = ({ attempt: { attemptId } }: Entry, code: string): void => {
    entries.delete(attemptId)
    told({ what: 'lost', attemptId, code })
  }

  return {
    hold(lease) {
      const entry: Entry = { ...lease, dueMs: dueMs(lease), answerByMs: null, failing: false }
      entries.set(lease.attempt.attemptId, entry)
      if (timer === null || entry.dueMs < wakesAtMs) wakeIn(Math.min(entry.dueMs - clock.elapsedMs(), LONGEST_SLEEP_MS))
    },
    release(attemptId) {
      entries.delete(attemptId)
      if (entries.size === 0) arm()
    },
    heard(attemptId, leaseExpiresAtMs) {
      const entry = entries.get(attemptId)
      if (entry !== undefined) renewed(entry, Math.max(entry.leaseExpiresAtMs, leaseExpiresAtMs))
    },
    renewAll: () => renewThese([...entries.values()].filter(({ answerByMs }) => answerByMs === null)),
    held: () => [...entries.values()].map(({ attempt, leaseMs, leaseExpiresAtMs }) => ({ attempt, leaseMs, leaseExpiresAtMs })),
  }
}

/** A clock may jump, and a machine sleep: leases are looked at no later than this. */
const LONGEST_SLEEP_MS = 1_000
const LOOK_AGAIN_MS = 50
/** For what has run out by our clock and is asked for all the same: the machine's word comes within moments, or nobody's. */
const ANSWER_MS = 100
/** Leases of which this part of a lease is left until they are due are renewed with those that are. */
const TOGETHER = 1 / 20
