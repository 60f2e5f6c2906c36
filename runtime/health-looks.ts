/** What health looks at: each kind of thing by itself, so that one that cannot be read hides no other. */
import { detachedJob } from '../generated/detached-job/index.js'
import { sessionExecution } from '../generated/session-execution/index.js'
import { referenceIn } from './credentials/reference.js'
import type { Health, HealthParts, HealthRequest } from './health.js'
import { StoreError } from './store/errors.js'
import type { Instance, Page, StateOf } from './store/types.js'

export type HealthCode =
  /** The store does not answer now, or refused the last decision. */
  | 'store_unavailable'
  /** The file, or a row that was looked at, can be made nothing of. */
  | 'unreadable'
  /** A job has been due for longer than it should, and nobody runs its kind of work, or whoever does has stopped taking any. */
  | 'no_eligible_worker'
  /** A job has been due for long, and who runs its kind of work has no free place. */
  | 'no_free_place'
  /** A lease on an attempt or a session ended, and nobody has seen to it; or a loss was seen, and nobody has said what becomes of it. */
  | 'stale_lease'
  /** The thread that keeps the leases is gone: a blocked event loop loses its attempts. */
  | 'lease_keeper_lost'
  /** A message has been in the outbox for longer than it should. */
  | 'delivery_backlog'
  /** A message was refused for a reason that its route does not name. */
  | 'dead_letters'
  /** A cancel was asked for, and the attempt or the turn has not stopped. */
  | 'cancel_unacknowledged'
  /** A job waits for credentials. */
  | 'credentials_blocked'
  /** The resolver does not answer for a profile: its jobs stay in the queue. */
  | 'credentials_silent'
  /** It is not known what a session's last execution did, or its turn lost one process after another: it waits for an operator. */
  | 'sessions_quarantined'
  /** The write-ahead log has grown beyond its bound: somebody reads the file as it was long ago. */
  | 'log_grows'
  /** The clock is behind what was stored, and nothing comes due: it stood ahead once, or is wrong now. */
  | 'clock_behind'

export const WAYS_OUT: Readonly<Record<HealthCode, string>> = {
  store_unavailable: 'Look at the disk and at who holds the file; what was refused may be asked again.',
  unreadable: 'Leave the file as it is; restore what is named from a backup.',
  no_eligible_worker:
    'Start a worker whose runners have that name and version, with a resolver where the job needs credentials, or restart the one that takes no more jobs.',
  no_free_place: 'Start more workers, allow more `concurrency`, or end what holds the places.',
  stale_lease:
    'Start recovery: `runtime.start()`, or `pawld work`, in any process on the file, with what runs that work or those sessions.',
  lease_keeper_lost: 'Read `keeper_lost` events for why; put lease-thread.js beside the module that starts it, or restart the process.',
  delivery_backlog:
    'Start the projector: `runtime.start()` in any process on the file. `pawld outbox` shows the heads; `pass_failed` events say why one stays.',
  dead_letters: 'Look at `store.outbox.deadLetters`: each says who refused, and why. See to it, then `discard` it.',
  cancel_unacknowledged: 'Its runner does not heed the signal: end its process, and recovery acknowledges for it.',
  credentials_blocked: 'Give back what the job may use, and say `credentials.policyChanged`, or `pawld jobs unblock`; or cancel it.',
  credentials_silent: 'See to the resolver, or to what it asks.',
  sessions_quarantined:
    'Find out what the execution did, and where `losses` of `sessions.execution` says so, what ended its processes; then `sessions.releaseQuarantine`.',
  log_grows:
    'End whoever reads the file in one long transaction (`lsof` names who has it open): the log is cut soon after, without a restart.',
  clock_behind:
    'Set the clock right where it is behind. Where it stood ahead before, nothing that is timed goes on until it has caught up: wait for that, ' +
    'or go on in a backup of before.',
}

export type Looked = 'due' | 'attempts' | 'losses' | 'cancels' | 'blocked' | 'outbox' | 'sessions' | 'worker' | 'keeper' | 'log' | 'clock'

export type Bounds = { readonly [K in keyof Required<HealthRequest>]: number }

/** What a request leaves out. */
export const BOUNDS: Bounds = {
  dueForMs: 60_000,
  fullForMs: 3_600_000,
  staleForMs: 30_000,
  backlogForMs: 60_000,
  cancelForMs: 60_000,
  blockedForMs: 3_600_000,
  clockBehindMs: 10_000,
  walBytes: 134_217_728,
  limit: 100,
}

export interface Look {
  readonly bounds: Bounds
  readonly nowMs: number
  readonly found: Map<HealthCode, { count: number; oldestAtMs: number | null; readonly examples: string[] }>
  readonly coverage: Map<Looked, { looked: number; cut: boolean }>
}

export function add(
  { found }: Look,
  code: HealthCode,
  { example, sinceMs }: { readonly example: string; readonly sinceMs: number | null },
): void {
  const held = found.get(code) ?? { count: 0, oldestAtMs: null, examples: [] }
  found.set(code, held)
  held.count += 1
  if (sinceMs !== null) held.oldestAtMs = Math.min(held.oldestAtMs ?? sinceMs, sinceMs)
  if (held.examples.length < EXAMPLES) held.examples.push(example)
}

const EXAMPLES = 5

export function cover({ coverage }: Look, what: Looked, looked: number, cut: boolean): void {
  const held = coverage.get(what) ?? { looked: 0, cut: false }
  coverage.set(what, { looked: held.looked + looked, cut: held.cut || cut })
}

type Looking = Look & HealthParts
type Job = Instance<typeof detachedJob>

export async function lookEverywhere(look: Look, parts: HealthParts): Promise<Health['attempts']> {
  const looking: Looking = { ...look, ...parts }
  const held = (await guarded(looking, 'attempts', () => heldAttempts(looking))) ?? []
  const lost = (await guarded(looking, 'losses', () => losses(looking))) ?? []
  await guarded(looking, 'due', () => due(looking, held))
  await guarded(looking, 'cancels', () => cancels(looking, detachedJob, asCancelled([...held, ...lost])))
  await guarded(looking, 'blocked', () => blocked(looking))
  await guarded(looking, 'outbox', () => outbox(looking))
  await guarded(looking, 'sessions', () => sessions(looking))
  await guarded(looking, 'clock', () => clock(looking))
  here(looking)
  const stale = held.filter(({ state }) => state.leaseExpiresAtMs <= look.nowMs).length
  return { live: held.length - stale, stale, here: parts.worker.status().running.length }
}

async function guarded<T>(look: Look, what: Looked, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const isPassing = error instanceof StoreError && PASSING.includes(error.code)
    const example = error instanceof StoreError ? `${error.code}: ${error.message}` : String(error)
    add(look, isPassing ? 'store_unavailable' : 'unreadable', { example, sinceMs: null })
    cover(look, what, 0, true)
    return null
  }
}

/** What may be otherwise when it is asked again. */
const PASSING: readonly string[] = ['busy', 'closed', 'io']

interface Asking {
  readonly index: string
  readonly phase: string
  readonly atMost?: number
}

async function pageOf<M extends typeof detachedJob | typeof sessionExecution>(
  look: Looking,
  what: Looked,
  machine: M,
  { index, phase, atMost }: Asking,
): Promise<Page<M>['found']> {
  const { store, realm, bounds } = look
  const page = await store.find(machine, { index, equals: [realm, phase], limit: bounds.limit, ...(atMost !== undefined && { atMost }) })
  cover(look, what, page.found.length + page.unreadable.length, page.next !== null)
  for (const { key, column } of page.unreadable) {
    add(look, 'unreadable', { example: `${machine.name} ${key}, column ${column}`, sinceMs: null })
  }
  return page.found
}

/** Those whose leases ended first come first: what a limit cuts is younger, or alive. */
async function heldAttempts(look: Looking): Promise<readonly Job[]> {
  const held: Job[] = []
  for (const phase of HELD) held.push(...(await pageOf(look, 'attempts', detachedJob, { index: 'lease', phase })))
  for (const { key, state } of held) stale(look, key.jobId, state.leaseExpiresAtMs)
  return held
}

const HELD = ['Claimed', 'Running', 'WaitingExternal']

function stale(look: Look, example: string, sinceMs: number): void {
  if (sinceMs + look.bounds.staleForMs <= look.nowMs) add(look, 'stale_lease', { example, sinceMs })
}

async function losses(look: Looking): Promise<readonly Job[]> {
  const lost = await pageOf(look, 'losses', detachedJob, { index: 'lease', phase: 'LossObserved' })
  for (const { key, updatedAtMs } of lost) stale(look, key.jobId, updatedAtMs)
  return lost
}

/**
 * Where this process takes jobs, it knows itself whether it could take one: it has a runner for it, looks, and has taken some lately or has
 * no room. Of others only their attempts tell: whoever holds a live one of that kind of work is there, and may be busy.
 */
async function due(look: Looking, held: readonly Job[]): Promise<void> {
  const { nowMs, bounds, worker, registry, desk } = look
  const { taking, isFull, lookedAgoMs, tookAgoMs } = worker.status()
  const isLately = (agoMs: number | null): boolean => agoMs !== null && agoMs < bounds.dueForMs
  const isServing = isLately(lookedAgoMs) && (isFull || isLately(tookAgoMs))
  const kinds = new Set(held.filter(({ state }) => state.leaseExpiresAtMs > nowMs).map(({ state }) => kindOf(state)))
  const silent = new Set(desk.silent().map(({ profile }) => profile))
  for (const phase of ['Queued', 'RetryScheduled']) {
    for (const { key, state, updatedAtMs } of await pageOf(look, 'due', detachedJob, { index: 'due', phase, atMost: nowMs })) {
      const sinceMs = Math.max(state.dueAtMs, updatedAtMs)
      // That its credentials cannot be asked for is a reason of its own.
      if (sinceMs + bounds.dueForMs > nowMs || silent.has(referenceIn(state.terms)?.profile ?? '')) continue
      const isServed = taking && registry.eligible(state) !== null ? isServing : kinds.has(kindOf(state))
      if (!isServed) add(look, 'no_eligible_worker', { example: key.jobId, sinceMs })
      else if (sinceMs + bounds.fullForMs <= nowMs) add(look, 'no_free_place', { example: key.jobId, sinceMs })
    }
  }
}

function kindOf({ runner, runnerVersion }: Pick<StateOf<typeof detachedJob>, 'runner' | 'runnerVersion'>): string {
  return JSON.stringify([runner, runnerVersion])
}

interface Cancelled {
  readonly example: string
  readonly key: object
  readonly revision: number
}

/** Of what is lost too: a cancel there waits until the process that it left is ended. */
function asCancelled(jobs: readonly Job[]): readonly Cancelled[] {
  return jobs.filter(({ state }) => state.cancelRequested).map(({ key, revision }) => ({ example: key.jobId, key, revision }))
}

async function cancels(look: Looking, machine: typeof detachedJob | typeof sessionExecution, asked: readonly Cancelled[]): Promise<void> {
  const { nowMs, bounds } = look
  for (const cancelled of asked.slice(0, CANCELS)) {
    const sinceMs = await askedSince(look, machine, cancelled)
    if (sinceMs !== null && sinceMs + bounds.cancelForMs <= nowMs)
      add(look, 'cancel_unacknowledged', { example: cancelled.example, sinceMs })
  }
  cover(look, 'cancels', Math.min(asked.length, CANCELS), asked.length > CANCELS)
}

const CANCELS = 20

/**
 * A row does not say when the cancel was asked for: its journal does. It is read back as far as the request, or so far that the request is
 * older than it may be; work that goes on talking leaves many steps after it.
 */
async function askedSince(
  { store, nowMs, bounds }: Looking,
  machine: typeof detachedJob | typeof sessionExecution,
  { key, revision }: Cancelled,
): Promise<number | null> {
  let sinceMs: number | null = null
  for (let [before, pages] = [revision, 0]; before > 0 && pages < STEP_PAGES; pages += 1) {
    const after = Math.max(0, before - STEPS)
    const read = await store.journal(machine, key as never, { afterRevision: after, limit: before - after })
    // A session's cancel is of one execution.
    const begun = read.findLastIndex(({ input }) => machine === sessionExecution && input.type === 'ClaimExecution')
    const steps = read.slice(begun + 1)
    const request = steps.find(({ input }) => input.type === 'RequestCancel')
    sinceMs = (request ?? steps[0])?.atMs ?? sinceMs
    const isOld = sinceMs !== null && sinceMs + bounds.cancelForMs <= nowMs
    if (request !== undefined || isOld || begun !== -1 || read.length === 0) break
    before = after
  }
  return sinceMs
}

const STEPS = 100
const STEP_PAGES = 10

async function blocked(look: Looking): Promise<void> {
  const { nowMs, bounds, desk } = look
  for (const { profile, sinceMs } of desk.silent()) {
    if (sinceMs + bounds.blockedForMs <= nowMs) add(look, 'credentials_silent', { example: profile, sinceMs })
  }
  for (const { key, updatedAtMs } of await pageOf(look, 'blocked', detachedJob, { index: 'due', phase: 'BlockedCredentials' })) {
    if (updatedAtMs + bounds.blockedForMs <= nowMs) add(look, 'credentials_blocked', { example: key.jobId, sinceMs: updatedAtMs })
  }
}

/** Of the whole file: a message knows no realm. */
async function outbox(look: Looking): Promise<void> {
  const { store, nowMs, bounds, found } = look
  const { pending, oldestAtMs, dead } = await store.outbox.census({ limit: bounds.limit })
  cover(look, 'outbox', pending + dead, pending >= bounds.limit || dead >= bounds.limit)
  if (oldestAtMs !== null && oldestAtMs + bounds.backlogForMs <= nowMs) {
    found.set('delivery_backlog', { count: pending, oldestAtMs, examples: [] })
  }
  if (dead === 0) return
  found.set('dead_letters', { count: dead, oldestAtMs: null, examples: [] })
  const letters = await store.outbox.deadLetters({ limit: EXAMPLES })
  const examples = letters.map(({ id, route, refusal }) => `${id}  ${route}  ${refusal.code}`)
  found.set('dead_letters', { count: dead, oldestAtMs: letters[0]?.atMs ?? null, examples })
}

async function sessions(look: Looking): Promise<void> {
  for (const phase of CLAIMED) {
    const claimed = await pageOf(look, 'sessions', sessionExecution, { index: 'lease', phase })
    // One that was handed back has none any more: it has waited since then.
    for (const { key, state, updatedAtMs } of claimed) stale(look, key.sessionId, state.leaseExpiresAtMs || updatedAtMs)
    if (phase === 'Cancelling') {
      await cancels(
        look,
        sessionExecution,
        claimed.map(({ key, revision }) => ({ example: key.sessionId, key, revision })),
      )
    }
  }
  for (const { key, updatedAtMs } of await pageOf(look, 'sessions', sessionExecution, { index: 'lease', phase: 'Quarantined' })) {
    add(look, 'sessions_quarantined', { example: key.sessionId, sinceMs: updatedAtMs })
  }
}

const CLAIMED = ['Claimed', 'Running', 'Cancelling', 'Cancelled', 'Settled']

/** By the clock that dates the steps. */
async function clock(look: Looking): Promise<void> {
  const aheadMs = (await look.store.instantMs()) - look.store.opened.clock.nowMs()
  cover(look, 'clock', 1, false)
  if (aheadMs > look.bounds.clockBehindMs) add(look, 'clock_behind', { example: `by ${aheadMs} ms`, sinceMs: null })
}

/** What only this process knows of itself. */
function here(look: Looking): void {
  const { thread, lostSinceMs } = look.keeper.status()
  cover(look, 'worker', look.worker.status().taking ? 1 : 0, false)
  cover(look, 'keeper', thread ? 1 : 0, false)
  if (lostSinceMs !== null) add(look, 'lease_keeper_lost', { example: 'this process', sinceMs: lostSinceMs })
}
