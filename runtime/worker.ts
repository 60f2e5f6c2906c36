/**
 * Takes due jobs and runs them: only those it has a runner for, so many at a time, going round so that none in front keeps the others
 * from being seen.
 */
import { detachedJob } from '../generated/detached-job/index.js'
import type { Attempts, Granted } from './attempts.js'
import type { Clock } from './clock.js'
import type { CredentialDesk } from './credentials/desk.js'
import { referenceIn } from './credentials/reference.js'
import { deadlineIn, keepDeadline, timeLeftMs } from './deadline.js'
import type { Tell } from './events.js'
import { execute, type Execution } from './execution.js'
import type { LeaseKeeper } from './lease-keeper.js'
import { listening } from './listening.js'
import { goesOn, pause, pulse, type Stopping } from './pulse.js'
import { asked, durationOrNoneMs, optional } from './request.js'
import type { Registry, Runner } from './runners.js'
import { StoreError } from './store/errors.js'
import type { Instance, Place, StateOf, Store } from './store/types.js'

/** Which runners it has, how many it runs at once and how often it looks are said to `openRuntime`. */
export interface Worker {
  /** Looks for due jobs from now on. A second time does nothing. */
  start(): void
  /**
   * Takes nothing more; gives what runs `drainMs` to end, with its leases kept; then asks it to stop, and hands back what may be
   * resumed. Work that does not stop within `graceMs` is left to its lease. Said again before the next start, it drains no more, and a drain
   * that is under way ends at once; started again while it drains, it goes on. Milliseconds, 0 to 2,147,483,647, else `RequestError`;
   * defaults 0 and 5,000.
   */
  stop(options?: { readonly drainMs?: number; readonly graceMs?: number }): Promise<void>
  /** One look for due jobs: takes as many as may run, and does not wait for their ends. */
  pass(): Promise<void>
  status(): WorkerStatus
  /** Runs an attempt that was granted elsewhere: recovery's adoptions. */
  run(granted: Extract<Granted, { ok: true }>, runner: Runner): void
  /** Whether it may take over the attempt of that job. */
  readonly taking: boolean
}

export interface WorkerStatus {
  /** Started, and not stopped. */
  readonly taking: boolean
  /** Ids of the attempts that run here. */
  readonly running: readonly string[]
  /** As many run as may. */
  readonly isFull: boolean
  /** Milliseconds since the last look for due jobs that came to its end, or since the start where none did; null: it was never started. */
  readonly lookedAgoMs: number | null
  /** Milliseconds since the last job was taken; null: there was none. */
  readonly tookAgoMs: number | null
  /** Due jobs that nobody here may run, as of the last look: one for each runner and version. */
  readonly noEligibleWorker: readonly { readonly runner: string; readonly runnerVersion: string; readonly jobId: string }[]
}

export interface WorkerParts {
  readonly store: Store
  readonly realm: string
  readonly attempts: Attempts
  readonly keeper: LeaseKeeper
  readonly registry: Registry
  readonly desk: CredentialDesk
  readonly clock: Clock
  /** This incarnation of the process. */
  readonly holder: string
  /** For people; a restarted worker may have the same. */
  readonly name: string
  readonly concurrency: number
  readonly pollMs: number
  readonly progressEveryMs: number
  readonly tell: Tell
}

export function openWorker(parts: WorkerParts): Worker {
  const { store, realm, attempts, keeper, registry, desk, clock, holder, name, concurrency, tell } = parts
  const running = new Map<string, Execution>()
  const ineligible = new Map<string, { runner: string; runnerVersion: string; jobId: string }>()
  const places = new Map<string, Place>()
  let taking = false
  /** It was told to stop since the last start: whatever is told after that drains no more. */
  let isStopped = false
  /** There may be due jobs that the last look had no room for. */
  let full = false
  let lookedMs: number | null = null
  let tookMs: number | null = null
  const ago = (ms: number | null): number | null => (ms === null ? null : clock.elapsedMs() - ms)

  const run: Worker['run'] = (granted, runner) => {
    const { attempt } = granted
    const deadlineAtMs = deadlineIn(granted.job.terms)
    const leftMs = (): number | null => timeLeftMs(deadlineAtMs, clock)
    const execution = execute({ attempts, keeper, runner, desk, granted, leftMs, progressEveryMs: parts.progressEveryMs, tell })
    const endDeadline = keepDeadline({ clock, deadlineAtMs, onPassed: () => execution.stop('deadline') })
    running.set(attempt.attemptId, execution)
    tookMs = clock.elapsedMs()
    void execution.ended.then(() => {
      endDeadline()
      if (running.get(attempt.attemptId) === execution) running.delete(attempt.attemptId)
      if (full) claims.wake()
    })
  }

  const take = async ({ key: { jobId }, state }: Instance<typeof detachedJob>): Promise<void> => {
    const runner = registry.eligible(state)
    const wanted = `${state.runner}@${state.runnerVersion}`
    if (runner === null) {
      if (!ineligible.has(wanted)) tell({ type: 'no_eligible_worker', jobId, runner: state.runner, runnerVersion: state.runnerVersion })
      ineligible.set(wanted, { runner: state.runner, runnerVersion: state.runnerVersion, jobId })
      return
    }
    if (!desk.begins(state.terms)) return
    try {
      // What needs credentials begins once they are granted.
      const taken = { jobId, holder, workerId: name, leaseMs: runner.leaseMs }
      const granted = await (referenceIn(state.terms) === null ? attempts.claim(taken) : attempts.offer(taken))
      // A refusal: another worker was first, or the job was cancelled meanwhile.
      if (granted.ok) run(granted, runner)
      else desk.forgo(state.terms)
    } catch (error) {
      desk.forgo(state.terms)
      tell({ type: 'pass_failed', what: 'claim', of: jobId, error })
    }
  }

  /** Answers whether the phase may hold more than was looked at. */
  const lookAt = async (phase: string, stopping: Stopping): Promise<boolean> => {
    const after = places.get(phase)
    if (after === undefined) for (const [wanted, { jobId }] of ineligible) if (!(await isStillIneligible(jobId))) ineligible.delete(wanted)
    const page = await store.find(detachedJob, {
      index: 'due',
      equals: [realm, phase],
      atMost: clock.nowMs(),
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    })
    for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
    for (let at = 0; at < page.found.length;) {
      const free = concurrency - running.size
      full = free <= 0
      // Before the page is through: it is looked at again.
      if (full || stopping()) return false
      // Together, so that they share a commit.
      await Promise.all(page.found.slice(at, at + free).map(take))
      at += free
    }
    if (page.next === null) places.delete(phase)
    else places.set(phase, page.next)
    return page.next !== null
  }
  const isStillIneligible = async (jobId: string): Promise<boolean> => {
    const state = await readable(jobId)
    return state !== null && DUE_PHASES.includes(state.phase) && registry.eligible(state) === null
  }
  /** Null where the row cannot be read, which keeps no other job back. */
  const readable = async (jobId: string): Promise<StateOf<typeof detachedJob> | null> => {
    try {
      return (await store.load(detachedJob, { realm, jobId })).state
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unreadable_row') throw error
      tell({ type: 'pass_failed', what: 'claim', of: jobId, error })
      return null
    }
  }
  const claimPass = async (stopping = goesOn): Promise<void> => {
    for (const phase of DUE_PHASES) {
      for (let pages = 0; pages < PAGES_A_PASS && running.size < concurrency; pages += 1) if (!(await lookAt(phase, stopping))) break
    }
    lookedMs = clock.elapsedMs()
  }

  /** Another process asked for the end of what runs here, or took it. */
  const heedPass = async (): Promise<void> => {
    for (const { attempt, stop } of running.values()) {
      const state = await readable(attempt.jobId)
      if (state?.cancelRequested === true && state.fence === attempt.fence) stop('cancelled')
    }
  }

  const onFailed = (error: unknown): void => tell({ type: 'pass_failed', what: 'claim', of: name, error })
  const claims = pulse(claimPass, { everyMs: parts.pollMs, onFailed })
  const heeds = pulse(heedPass, { everyMs: parts.pollMs, onFailed })
  let forget: (() => void) | null = null
  let drain: AbortController | null = null

  const listen = (): (() => void) =>
    listening(store, {
      ours: ({ locals }) => {
        if (locals.some(({ local }) => local === 'wakeWorkers')) claims.wake()
        if (running.size > 0 && locals.some(({ local }) => local === 'stopWork')) heeds.wake()
      },
      others: () => {
        claims.wake()
        if (running.size > 0) heeds.wake()
      },
    })
  const endOfAll = (): Promise<unknown> => Promise.all([...running.values()].map(({ ended }) => ended))

  return {
    get taking() {
      return taking
    },
    start() {
      if (taking) return
      taking = true
      isStopped = false
      drain?.abort()
      lookedMs = clock.elapsedMs()
      keeper.start()
      forget ??= listen()
      claims.start()
      heeds.start()
    },
    async stop(options = {}) {
      const { drainMs, graceMs } = judgedStop(options)
      const drains = drainMs > 0 && !isStopped
      isStopped = true
      taking = false
      drain?.abort()
      const mine = (drain = new AbortController())
      await claims.stop()
      if (drains) await within(endOfAll(), drainMs, mine.signal)
      // Started again meanwhile: what was taken since is none of what is stopped.
      if (taking) return
      const stopped = [...running.values()]
      for (const { stop } of stopped) stop('shutdown')
      await within(endOfAll(), graceMs)
      for (const { leave } of stopped) leave()
      if (taking) return
      await keeper.close()
      await heeds.stop()
      forget?.()
      forget = null
    },
    pass: () => claimPass(),
    status: () => ({
      taking,
      running: [...running.keys()],
      isFull: running.size >= concurrency,
      lookedAgoMs: ago(lookedMs),
      tookAgoMs: ago(tookMs),
      noEligibleWorker: [...ineligible.values()],
    }),
    run,
  }
}

/** Judged before anything is stopped. */
export function judgedStop(options: NonNullable<Parameters<Worker['stop']>[0]>): { readonly drainMs: number; readonly graceMs: number } {
  const { drainMs, graceMs } = asked(options, { drainMs: optional(durationOrNoneMs), graceMs: optional(durationOrNoneMs) })
  return { drainMs: drainMs ?? 0, graceMs: graceMs ?? 5_000 }
}

const DUE_PHASES = ['Queued', 'RetryScheduled']
const PAGE = 50
const PAGES_A_PASS = 4

async function within(end: Promise<unknown>, ms: number, cut = new AbortController().signal): Promise<void> {
  const done = new AbortController()
  await Promise.race([end.finally(() => done.abort()), pause(ms, AbortSignal.any([done.signal, cut]))])
  done.abort()
}
