/**
 * Keeps the leases of the attempts that run in this process, and says once when one is lost. A thread with a connection of its own
 * renews them, so that a blocked event loop loses none. This thread renews what the other is late with, and all of it while there is no other.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Attempts } from './attempts.js'
import { systemClock, type Clock } from './clock.js'
import type { Tell } from './events.js'
import { errorOf, type NewsSent, type ThreadGiven, type ThreadTold } from './lease-messages.js'
import { openRenewals, type Lease, type News } from './renewals.js'
import type { Store } from './store/types.js'

export interface LeaseKeeper {
  /** Makes the thread, where there is to be one. The first lease does so too. */
  start(): void
  /** Answers with the way to end it. */
  keep(keeping: LeaseKeeping): () => void
  /** Resolves, within this turn of the event loop, when the thread has what is kept: whoever blocks this one may do so now. */
  handedOver(): Promise<void>
  /** `thread`: there is one now. `lostSinceMs`: there is none, and there should be, in milliseconds since 1970; null where all is as asked for. */
  status(): { readonly thread: boolean; readonly lostSinceMs: number | null }
  /** Ends the thread. What is still kept is renewed no more. */
  close(): Promise<void>
}

export interface LeaseKeeping extends Lease {
  onLost(code: string): void
  onCancelRequested(): void
  /** A renewal got no answer. It is tried again while the lease lives. */
  onFailed(error: unknown): void
}

export interface LeaseKeeperParts {
  readonly attempts: Attempts
  readonly clock: Clock
  /** Null: this thread renews alone. */
  readonly thread: KeeperThread | null
  /** Of the file that the store has open. */
  readonly identity: Store['identity']
  readonly tell: Tell
}

export interface KeeperThread {
  /** Null: a bundler left it behind. */
  readonly script: URL | null
  readonly given: Omit<ThreadGiven, 'beats' | 'identity'>
}

export function openLeaseKeeper({ attempts, clock, thread, identity, tell }: LeaseKeeperParts): LeaseKeeper {
  const kept = new Map<string, LeaseKeeping>()
  let helper: Helper | null = null
  let again: ReturnType<typeof setTimeout> | null = null
  let restartMs = 0
  let isStarted = false
  let lostSinceMs: number | null = null

  const forget = (attemptId: string): void => {
    kept.delete(attemptId)
    own.release(attemptId)
    helper?.release(attemptId)
  }
  /** Both threads may have the same news: the first is told. */
  const hear = (news: News): void => {
    const keeping = kept.get(news.attemptId)
    if (keeping === undefined) return
    switch (news.what) {
      case 'renewed':
        own.heard(news.attemptId, news.leaseExpiresAtMs)
        if (news.cancelRequested) keeping.onCancelRequested()
        return
      case 'lost':
        forget(news.attemptId)
        return keeping.onLost(news.code)
      case 'failed':
        return keeping.onFailed(news.error)
    }
  }
  const own = openRenewals({
    attempts,
    clock,
    share: () => (helper === null ? SHARE : SHARE_OF_THE_SECOND),
    mayRenew: () => true,
    told: hear,
  })

  const begin = (script: URL, given: KeeperThread['given']): void => {
    again = null
    const begunMs = clock.elapsedMs()
    const ended = (error: unknown): void => {
      helper = null
      const isNew = clock.elapsedMs() - begunMs >= LONGEST_RESTART_MS
      restartMs = isNew ? 0 : restartMs
      // One that dies again and again has been lost since the first time.
      lostSinceMs = isNew ? clock.nowMs() : (lostSinceMs ?? clock.nowMs())
      again = setTimeout(() => begin(script, given), restartMs).unref()
      restartMs = Math.min(Math.max(2 * restartMs, FIRST_RESTART_MS), LONGEST_RESTART_MS)
      tell({ type: 'keeper_lost', error })
      own.renewAll()
    }
    helper = openHelper(script, { ...given, identity }, { hear, ended })
    for (const lease of own.held()) helper.hold(lease)
  }
  const start = (): void => {
    if (thread === null || isStarted) return
    isStarted = true
    if (thread.script !== null) begin(thread.script, thread.given)
    else {
      lostSinceMs = clock.nowMs()
      tell({ type: 'keeper_lost', error: new Error('lease-thread.js does not stand beside the module that starts it') })
    }
  }

  return {
    start,
    keep(keeping) {
      const { attempt, leaseMs, leaseExpiresAtMs } = keeping
      start()
      kept.set(attempt.attemptId, keeping)
      own.hold({ attempt, leaseMs, leaseExpiresAtMs })
      helper?.hold({ attempt, leaseMs, leaseExpiresAtMs })
      return () => {
        if (kept.get(attempt.attemptId) === keeping) forget(attempt.attemptId)
      }
    },
    status: () => ({ thread: helper !== null, lostSinceMs: helper === null ? lostSinceMs : null }),
    handedOver: () => helper?.said() ?? Promise.resolve(),
    async close() {
      for (const attemptId of kept.keys()) forget(attemptId)
      if (again !== null) clearTimeout(again)
      again = null
      isStarted = false
      lostSinceMs = null
      const ending = helper
      helper = null
      await ending?.end()
    },
  }
}

/** A third of a lease passes before each renewal: two may go wrong. */
export const SHARE = 1 / 3
/** So late that whoever comes first has had its turn, and early enough that the lease still lives. */
const SHARE_OF_THE_SECOND = 2 / 3
const FIRST_RESTART_MS = 1_000
const LONGEST_RESTART_MS = 60_000

/** A thread opens the same file by itself, and cannot be given a host's own clock or machines. Answers with why there can be none. */
export function threadFor(
  { file, durable, opened }: Pick<Store, 'file' | 'durable' | 'opened'>,
  {
    clock,
    realm,
    watchdogMs,
    ...known
  }: Pick<Store['opened'], 'clock' | 'machines' | 'routers'> & Pick<ThreadGiven, 'realm' | 'watchdogMs'>,
): KeeperThread | { readonly unfit: string } {
  const { machines, routers, limits } = opened
  if (clock !== systemClock || opened.clock !== systemClock) return { unfit: 'needs the clock of the machine' }
  if (!durable) return { unfit: `needs a file, and "${file}" is none` }
  const areKnown = machines.every((one) => known.machines.includes(one)) && routers.every((one) => known.routers.includes(one))
  if (!areKnown) return { unfit: 'needs a store that has no machines and routers but those of jobs' }
  const script = SCRIPTS.find((place) => existsSync(fileURLToPath(place)))
  const names = { machines: machines.map(({ name }) => name), routers: routers.map(({ name }) => name) }
  return { script: script ?? null, given: { file: resolve(file), realm, watchdogMs, limits, ...names } }
}

/** Beside this module once it is compiled; seen from the sources, where they are compiled to. */
const SCRIPTS = ['./lease-thread.js', '../dist/runtime/lease-thread.js'].map((place) => new URL(place, import.meta.url))

interface Helper {
  hold(lease: Lease): void
  release(attemptId: string): void
  /** Resolves when all of that is said. */
  said(): Promise<void>
  /** Resolves when the thread is gone. */
  end(): Promise<void>
}

function openHelper(
  script: URL,
  given: Omit<ThreadGiven, 'beats'>,
  on: { readonly hear: (news: News) => void; readonly ended: (error: unknown) => void },
): Helper {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(script, { workerData: { ...given, beats } satisfies ThreadGiven, name: 'pawl leases' })
  worker.unref()
  const heart = setInterval(
    () => {
      Atomics.add(beats, 0, 1)
      sayAll()
    },
    Math.min(given.watchdogMs / 3, BEAT_MS),
  ).unref()
  let fault: unknown = null
  let ending = false
  const gone = new Promise<void>((settle) => {
    worker.on('message', (news: readonly NewsSent[]) => {
      for (const one of news) on.hear(one.what === 'failed' ? { ...one, error: errorOf(one.error) } : one)
    })
    worker.on('error', (error: unknown) => (fault = error))
    worker.on('exit', (status) => {
      clearInterval(heart)
      settle()
      if (!ending) on.ended(fault ?? new Error(`the thread that keeps the leases ended with status ${status}`))
    })
  })
  let unsaid = new Map<string, Lease | null>()
  let saying: Promise<void> | null = null
  const say = (told: ThreadTold): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(told)
  }
  const sayAll = (): void => {
    if (unsaid.size > 0) say({ leases: unsaid })
    unsaid = new Map()
    saying = null
  }
  return {
    /** Whatever one commit brought about is said in one message: each wakes the thread. */
    hold(lease) {
      unsaid.set(lease.attempt.attemptId, lease)
      saying ??= new Promise((settle) =>
        process.nextTick(() => {
          sayAll()
          settle()
        }),
      )
    },
    /** Said with what is held next, or with the next beat. */
    release: (attemptId) => void unsaid.set(attemptId, null),
    said: () => saying ?? Promise.resolve(),
    async end() {
      ending = true
      say({ end: true })
      const late = setTimeout(() => void worker.terminate(), LONGEST_END_MS)
      await gone
      clearTimeout(late)
    },
  }
}

const BEAT_MS = 250
const LONGEST_END_MS = 2_000
