/**
 * What sessions do now, and since when, as the file says it: nothing here is remembered by a process, so that what a dead one did is not
 * shown as going on.
 */
import { awaitBinding } from '../generated/await-binding/index.js'
import { detachedJob } from '../generated/detached-job/index.js'
import { sessionActivity } from '../generated/session-activity/index.js'
import { sessionExecution } from '../generated/session-execution/index.js'
import type { Tell } from './events.js'
import { asked, idText, numberFrom, optional, place } from './request.js'
import type { Place, StateOf, Store } from './store/types.js'

export type ActivityKind = 'idle' | 'calling_provider' | 'executing_fast_tool' | 'streaming_tool' | 'awaiting_detached' | 'draining'

/** Moments are milliseconds since 1970. */
export interface SessionActivityView {
  readonly sessionId: string
  readonly activity: {
    /** `awaiting_detached`: nobody works on it, and it waits for jobs: that is healthy. */
    readonly kind: ActivityKind
    /** When that began, kept across restarts; null for a session that never did anything. */
    readonly sinceMs: number | null
    /** For `awaiting_detached`: those it waits for, the longest wait first; 100 at most. */
    readonly jobIds: readonly string[]
  }
  /**
   * `alive`: its owner speaks for it. `expired`: its owner was lost, and recovery will see to it; meanwhile nobody works on it. `quarantined`:
   * an operator must.
   */
  readonly claim: 'none' | 'alive' | 'expired' | 'quarantined'
  /** Somebody asked it to run, and nobody has taken that up. */
  readonly pending: boolean
  /** Of the jobs that it submitted. A look at 1,000 of them, the first submitted first; `complete` says whether those are all. */
  readonly detachedJobs: {
    /** `Queued`, `RetryScheduled`. */
    readonly queued: number
    /** `Claimed`, `Running`, `WaitingExternal`, `LossObserved`. */
    readonly active: number
    /** `BlockedCredentials`. */
    readonly blocked: number
    readonly needsAttention: number
    /** Ended in another way. */
    readonly ended: number
    readonly complete: boolean
  }
}

/** Ids are well-formed texts of 1 to 200 UTF-16 code units, else `RequestError`; what the file does is a `StoreError`. */
export interface Activities {
  activity(sessionId: string): Promise<SessionActivityView>
  /**
   * Of sessions of the realm that anybody ever asked to run. `limit` is 50 where it is not said, 100 at most, and counts the sessions looked
   * at: a page may be empty and have a next one. Give `next` back as `after`; null is the end.
   */
  activities(options?: { readonly after?: string; readonly limit?: number }): Promise<{
    readonly sessions: readonly SessionActivityView[]
    readonly next: string | null
  }>
}

export function openActivities({
  store,
  realm,
  clock,
  tell,
}: {
  readonly store: Store
  readonly realm: string
  readonly clock: { nowMs(): number }
  readonly tell: Tell
}): Activities {
  const viewOf = async (sessionId: string): Promise<SessionActivityView> => {
    const key = { realm, sessionId }
    const execution = (await store.load(sessionExecution, key)).state
    const said = (await store.load(sessionActivity, key)).state
    const claim = claimOf(execution, clock.nowMs())
    const detachedJobs = await jobsOf(sessionId)
    const rest = { claim, pending: execution.pending, detachedJobs }
    // What was said under a claim that nobody holds any more is not going on.
    if (claim === 'alive') return { sessionId, activity: { kind: KINDS[said.phase] ?? 'idle', sinceMs: said.sinceMs, jobIds: [] }, ...rest }
    const waits = await store.find(awaitBinding, { index: 'session', equals: [realm, sessionId, 'Waiting'], limit: MOST_WAITS })
    for (const row of waits.unreadable) tell({ type: 'unreadable', ...row })
    const [first] = waits.found
    if (first !== undefined) {
      const jobIds = waits.found.map((wait) => wait.key.jobId)
      return { sessionId, activity: { kind: 'awaiting_detached', sinceMs: first.state.sinceMs, jobIds }, ...rest }
    }
    const sinceMs = claim === 'expired' ? execution.leaseExpiresAtMs : said.sinceMs
    return { sessionId, activity: { kind: 'idle', sinceMs: sinceMs === 0 ? null : sinceMs, jobIds: [] }, ...rest }
  }

  const jobsOf = async (sessionId: string): Promise<SessionActivityView['detachedJobs']> => {
    const counts = { queued: 0, active: 0, blocked: 0, needsAttention: 0, ended: 0 }
    let after: Place | null = null
    for (let looked = 0; looked < MOST_JOBS; looked += JOBS) {
      const page: Awaited<ReturnType<typeof found>> = await found(sessionId, after)
      for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
      for (const { state } of page.found) counts[groupOf(state.phase)] += 1
      after = page.next
      if (after === null) return { ...counts, complete: true }
    }
    return { ...counts, complete: false }
  }
  const found = (sessionId: string, after: Place | null) =>
    store.find(detachedJob, { index: 'origin', equals: [realm, sessionId], limit: JOBS, ...(after !== null && { after }) })

  return {
    activity: (sessionId) => viewOf(idText(sessionId, 'sessionId')),
    async activities(options = {}) {
      const { after, limit } = asked(options, { after: optional(place), limit: optional(numberFrom(1, 100)) })
      const page = await store.find(sessionExecution, {
        index: 'pending',
        equals: [realm],
        limit: limit ?? 50,
        ...(after !== null && { after }),
      })
      for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
      const sessions: SessionActivityView[] = []
      for (const { key } of page.found) sessions.push(await viewOf(key.sessionId))
      return { sessions, next: page.next }
    },
  }
}

const MOST_WAITS = 100
const JOBS = 100
const MOST_JOBS = 1_000

const KINDS: { readonly [phase: string]: ActivityKind } = {
  CallingProvider: 'calling_provider',
  ExecutingFastTool: 'executing_fast_tool',
  StreamingTool: 'streaming_tool',
  Draining: 'draining',
}

function claimOf({ phase, leaseExpiresAtMs }: StateOf<typeof sessionExecution>, nowMs: number): SessionActivityView['claim'] {
  if (phase === 'Idle') return 'none'
  if (phase === 'Quarantined') return 'quarantined'
  return nowMs < leaseExpiresAtMs ? 'alive' : 'expired'
}

function groupOf(phase: string): 'queued' | 'active' | 'blocked' | 'needsAttention' | 'ended' {
  if (phase === 'Queued' || phase === 'RetryScheduled') return 'queued'
  if (phase === 'BlockedCredentials') return 'blocked'
  if (phase === 'NeedsAttention') return 'needsAttention'
  return detachedJob.terminal.includes(phase) ? 'ended' : 'active'
}
