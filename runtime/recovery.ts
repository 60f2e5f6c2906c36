/**
 * Sees to attempts whose lease ran out: says so, takes over work that outlived its holder, makes sure that no process is left of what
 * is lost, and lets the machine say what becomes of the job. One row that cannot be seen to keeps none of the others back, and the
 * next pass tries it again.
 */
import { detachedJob } from '../generated/detached-job/index.js'
import { attemptIdOf } from './attempt-id.js'
import type { Attempts } from './attempts.js'
import type { Clock } from './clock.js'
import type { Tell } from './events.js'
import { faultPoint } from './fault-point.js'
import { reap } from './process-identity.js'
import { processOf } from './process-runner.js'
import { goesOn, pulse, type Stopping } from './pulse.js'
import type { Registry, Runner } from './runners.js'
import type { Instance, InputGiven, Place, Store } from './store/types.js'
import type { Worker } from './worker.js'

/** Any number of processes may do it at once: each step is done by one of them. */
export interface Recovery {
  /** A pass now and every `recoverEveryMs`. */
  start(): void
  /** Resolves when no pass runs any more. */
  stop(): Promise<void>
  /** One bounded look over the leases that ran out. Never rejects: what failed is counted, and told as `pass_failed`. */
  pass(): Promise<Recovered>
}

/** How often one pass did what. */
export interface Recovered {
  /** Leases that were found to have run out. */
  readonly observed: number
  /** Attempts whose work goes on under this process. */
  readonly adopted: number
  /** Attempts of whose process nothing is left. */
  readonly reaped: number
  /** Losses that ended, or led to another attempt. */
  readonly classified: number
  /** Rows, or whole looks, that could not be seen to; the next pass tries them again. */
  readonly failed: number
}

export interface RecoveryParts {
  readonly store: Store
  readonly realm: string
  readonly attempts: Attempts
  readonly registry: Registry
  readonly worker: Worker
  readonly clock: Clock
  readonly holder: string
  readonly name: string
  readonly everyMs: number
  /** How long work that somebody else could take over is left to them, by a process that has no runner for it. */
  readonly leaveToOthersMs: number
  readonly tell: Tell
}

type Lost = Instance<typeof detachedJob>
type Counts = { -readonly [K in keyof Recovered]: number }

export function openRecovery(parts: RecoveryParts): Recovery {
  const { store, realm, attempts, registry, worker, clock, tell } = parts
  const places = new Map<string, Place>()

  const say = async ({ key }: Lost, input: InputGiven<typeof detachedJob>): Promise<Lost | null> => {
    const answer = await store.dispatch(detachedJob, key, input)
    // A refusal: somebody else saw to it first, or its holder spoke after all.
    return answer.ok ? { key: answer.key, state: answer.state, revision: answer.revision, updatedAtMs: answer.atMs } : null
  }

  const see = async (found: Lost, counts: Counts): Promise<void> => {
    faultPoint('recover.begun')
    const { fence } = found.state
    let lost: Lost | null = found
    if (found.state.phase !== 'LossObserved') {
      lost = await say(found, { type: 'ObserveLeaseExpiry', fence })
      if (lost === null) return
      faultPoint('recover.observed')
      counts.observed += 1
    }
    const { state } = lost
    if (state.handle !== null) {
      const runner = adopterOf(lost)
      if (runner !== null) return adopt(lost, runner, counts)
      if (isLeftToOthers(lost) || !(await reaped(lost))) return
      faultPoint('recover.reaped')
      lost = await say(lost, { type: 'RecordReaped', fence })
      if (lost === null) return
      faultPoint('recover.recorded')
      counts.reaped += 1
    }
    if ((await say(lost, { type: 'ClassifyLoss', fence })) === null) return
    faultPoint('recover.committed')
    counts.classified += 1
    await registry.eligible(state)?.settled?.(attemptIdOf(found.key.jobId, fence))
  }

  const seen = async (found: Lost, counts: Counts): Promise<void> => {
    try {
      await see(found, counts)
    } catch (error) {
      counts.failed += 1
      tell({ type: 'pass_failed', what: 'recover', of: found.key.jobId, error })
    }
  }

  const isAdoptable = ({ state }: Lost): boolean => state.restartClass === 'Adoptable' && !state.cancelRequested

  const adopterOf = (lost: Lost): Runner | null => {
    if (!isAdoptable(lost) || !worker.taking) return null
    const runner = registry.eligible(lost.state)
    return runner?.reconnects?.(lost.state.handle!) === true ? runner : null
  }

  const isLeftToOthers = (lost: Lost): boolean => {
    if (!isAdoptable(lost)) return false
    if (worker.taking && registry.eligible(lost.state) !== null) return false
    return clock.nowMs() - lost.updatedAtMs < parts.leaveToOthersMs
  }

  const adopt = async ({ key, state }: Lost, runner: Runner, counts: Counts): Promise<void> => {
    const { holder, name: workerId } = parts
    const granted = await attempts.adopt({ jobId: key.jobId, fence: state.fence, holder, workerId, leaseMs: runner.leaseMs })
    if (!granted.ok) return
    counts.adopted += 1
    worker.run(granted, runner)
  }

  const reaped = async ({ key, state }: Lost): Promise<boolean> => {
    // The page may be old by now: what somebody took over meanwhile is not ended.
    const present = await store.load(detachedJob, key)
    if (present.state.phase !== 'LossObserved' || present.state.fence !== state.fence) return false
    const identity = processOf(state.handle!)
    if (identity === null) {
      tell({ type: 'unknown_process', jobId: key.jobId })
      return false
    }
    await reap(identity)
    return true
  }

  /** Answers whether the phase may hold more than was looked at. */
  const lookAt = async (phase: string, counts: Counts, stopping: Stopping): Promise<boolean> => {
    const after = places.get(phase)
    const page = await store.find(detachedJob, {
      index: 'lease',
      equals: [realm, phase],
      atMost: clock.nowMs(),
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    })
    if (page.next === null) places.delete(phase)
    else places.set(phase, page.next)
    for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
    if (stopping()) return false
    // Together, so that they share commits, and none waits for the process of another to end.
    await Promise.all(page.found.map((found) => seen(found, counts)))
    return page.next !== null
  }

  const pass = async (stopping = goesOn): Promise<Recovered> => {
    const counts: Counts = { observed: 0, adopted: 0, reaped: 0, classified: 0, failed: 0 }
    for (const phase of PHASES) {
      try {
        for (let pages = 0; pages < PAGES_A_PASS; pages += 1) if (!(await lookAt(phase, counts, stopping))) break
      } catch (error) {
        counts.failed += 1
        tell({ type: 'pass_failed', what: 'recover', of: phase, error })
      }
    }
    return counts
  }

  const beat = pulse(async (stopping) => void (await pass(stopping)), {
    everyMs: parts.everyMs,
    onFailed: (error) => tell({ type: 'pass_failed', what: 'recover', of: realm, error }),
  })
  return { start: () => beat.start(), stop: () => beat.stop(), pass: () => pass() }
}

/** Those in which an attempt is held, then those that were seen to be lost: what a pass observes it also classifies. */
const PHASES = ['Claimed', 'Running', 'WaitingExternal', 'LossObserved']
const PAGE = 100
const PAGES_A_PASS = 10
