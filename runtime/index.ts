/**
 * Durable jobs in one process and one file (`pawl/runtime`).
 *
 *     const runtime = await openRuntime({ file: 'jobs.db', realm: 'home', runners: [scan] })
 *     runtime.start()
 *     const { jobId } = await runtime.jobs.submit({ … })
 */
import { awaitBinding } from '../generated/await-binding/index.js'
import type { AnyMachine } from '../generated/machine.js'
import { detachedJob } from '../generated/detached-job/index.js'
import { jobAwaitHandoff } from '../generated/job-await-handoff/router.js'
import { jobRuntimeDelivery } from '../generated/job-runtime-delivery/router.js'
import { jobSubscriptionDelivery } from '../generated/job-subscription-delivery/router.js'
import { runtimeDelivery } from '../generated/runtime-delivery/index.js'
import { sessionActivity } from '../generated/session-activity/index.js'
import { sessionCancellation } from '../generated/session-cancellation/router.js'
import { sessionExecution } from '../generated/session-execution/index.js'
import { sessionTranscript } from '../generated/session-transcript/index.js'
import { sessionWork } from '../generated/session-work/router.js'
import { subscription } from '../generated/subscription/index.js'
import { openActivities, type Activities } from './activity.js'
import { openAttempts, type Attempts } from './attempts.js'
import { openAwaits, type Awaits } from './awaits.js'
import { systemClock, systemIds, type Clock, type Ids } from './clock.js'
import { openStore } from './dispatch.js'
import { openDesk } from './credentials/desk.js'
import { openPolicy, type Credentials } from './credentials/policy.js'
import { redacting } from './credentials/redacting.js'
import type { CredentialResolver } from './credentials/resolver.js'
import type { RuntimeEvent, Tell } from './events.js'
import { openJobs, type Jobs } from './jobs.js'
import { openLeaseKeeper, threadFor, type KeeperThread } from './lease-keeper.js'
import { openProjector, type Projector } from './projector.js'
import { openRecovery, type Recovery } from './recovery.js'
import { pause } from './pulse.js'
import {
  asked,
  callable,
  flag,
  given,
  idText,
  listed,
  naturalNumber,
  numberFrom,
  optional,
  RequestError,
  text,
  type Field,
} from './request.js'
import { registryOf, type Runner, type RunnerDeclaration } from './runners.js'
import { openSessionExecutions, type SessionExecutions } from './session-execution/claims.js'
import { openSessionDriver, type SessionDriver } from './session-execution/driver.js'
import { judgedRunner, type SessionRunner } from './session-execution/runner.js'
import { runTurn } from './session-execution/turn.js'
import { openSessions, type Sessions } from './sessions.js'
import { StoreError } from './store/errors.js'
import { heard } from './store/notice.js'
import type { Store, StoreOptions } from './store/types.js'
import { openSubscriptions, type Subscriptions } from './subscriptions.js'
import { deadlineTable, type DeadlineTable } from './tools/deadlines.js'
import { judgedSets, openTools, type Tools } from './tools/index.js'
import type { Tool, Toolset } from './tools/toolset.js'
import { judgedStop, openWorker, type Worker } from './worker.js'

export { detachedJob, runtimeDelivery, awaitBinding, subscription, sessionExecution, sessionTranscript, sessionActivity }
export { jobRuntimeDelivery, jobAwaitHandoff, jobSubscriptionDelivery, sessionCancellation, sessionWork }
export { WireError } from '../generated/machine.js'
export { openMemoryStore, openStore } from './dispatch.js'
export { memoryOf } from './store/memory/data.js'
export { StoreError, type StoreErrorCode } from './store/errors.js'
export { manualClock, countedIds, scriptedRandom, systemClock, systemIds, systemRandom } from './clock.js'
export { RequestError } from './request.js'
export { AttemptRefused } from './execution.js'
export { PermanentFailure } from './runners.js'
export { InboxDiffers } from './sessions.js'
export { SessionLost } from './session-execution/claims.js'
export { StepDeclined } from './session-execution/runner.js'
export { SecretsUnknown } from './credentials/known.js'
export { SecretGone } from './credentials/secret.js'
export { processRunner } from './process-runner.js'
export { stopOnSignals, type StopOnSignals, type StopOnSignalsOptions, type StopStage } from './signals.js'
export { attemptIdOf } from './attempt-id.js'
export { DEFAULT_DEADLINES, deadlineChain, deadlineReport } from './tools/deadlines.js'
export { PlanError, resolveExecutionPlan } from './tools/plan.js'
export { toolset, wrapToolset } from './tools/toolset.js'
export { adapted, composite, dispatched, filtered, gated } from './tools/wrappers.js'
export { callbackTools } from './tools/callback.js'
export { conformsAsWrapper } from './tools/conformance.js'
export type { Clock, Ids, Random } from './clock.js'
export type { Refused } from './answers.js'
export type { RuntimeEvent } from './events.js'
export type { Runner, RunnerDeclaration, RunContext, RestartClass, StopReason } from './runners.js'
export type { Credentials, Unblocked } from './credentials/policy.js'
export type { CredentialReference } from './credentials/reference.js'
export type { CredentialResolver, Resolution, ResolveRequest, Unavailable } from './credentials/resolver.js'
export type { AttemptCredentials, Secret } from './credentials/secret.js'
export type { Redacting, Redaction } from './credentials/matcher.js'
export type { Attempt, Attempts, Granted, HeldJob, Said } from './attempts.js'
export type { Jobs, JobView, JobPage, JobEnd, Cancelled, UnblockedJob } from './jobs.js'
export type { SubmitRequest, Receipt } from './submission.js'
export type { Sessions, InboxDelivery, Notice } from './sessions.js'
export type { Claimed, ExecutionView, SessionClaim, SessionExecutions, SessionSaid } from './session-execution/claims.js'
export type { SessionContext, SessionRunner, SessionStop } from './session-execution/runner.js'
export type { SessionDriver } from './session-execution/driver.js'
export type { SessionsRecovered } from './session-execution/recovery.js'
export type { KeptRecord, SubscriptionKind, Subscriptions, SubscriptionView } from './subscriptions.js'
export type { Activities, ActivityKind, SessionActivityView } from './activity.js'
export type { Awaits, Wait } from './awaits.js'
export type { Worker, WorkerStatus } from './worker.js'
export type { Recovery, Recovered } from './recovery.js'
export type { Projector, Projected } from './projector.js'
export type { Command, ProcessResult, ProcessRunnerOptions } from './process-runner.js'
export type { OutputPolicy } from './output.js'
export type * from './tools/contract.js'
export type * from './tools/deadlines.js'
export type * from './tools/plan.js'
export type * from './tools/toolset.js'
export type * from './tools/callback.js'
export type { ToolFailure, ToolFailureCode, ToolOutcome } from './tools/call.js'
export type { BatchCall, CallOptions, RunningTool, Tools, ToolView } from './tools/index.js'
export type { Conformance, Nonconformity } from './tools/conformance.js'
export type * from './store/types.js'

/** Whole numbers from 0. */
export interface JobLimits {
  /** Failures that are tried again; the next one is `NeedsAttention`. Default 3. */
  readonly failureBudget: number
  /** Losses after which the work is done again; the next one is `NeedsAttention`. Default 3. */
  readonly lossBudget: number
  /** The pause before the second attempt; it doubles with each one more. Default 1,000. */
  readonly firstBackoffMs: number
  /** The longest pause. Default 60,000. */
  readonly maxBackoffMs: number
  /** Up to so much is added to a pause at random: jobs that failed together do not come back together. Default 1,000. */
  readonly jitterMs: number
}

/** Times are whole milliseconds, 1 to 2,147,483,647. */
export interface RuntimeOptions {
  /** The tenant: everything here happens within it. 1 to 200 code units. */
  readonly realm: string
  /** Path of the SQLite file; or a `store` that was opened for `JOB_MACHINES` and `JOB_ROUTERS`. */
  readonly file?: string
  readonly store?: Store
  /** What this process runs, and what it only submits to. No two have one name and one version. */
  readonly runners?: readonly (Runner | RunnerDeclaration)[]
  /** What does the turns of sessions here. Without one this process runs none. */
  readonly sessionRunner?: SessionRunner
  /** How long a claim on a session lives without a word of its owner. It is renewed after each third. With `file` alone. Default 30,000. */
  readonly sessionLeaseMs?: number
  /** Who knows policy and secrets. Jobs that need credentials are run only where one is given. */
  readonly credentials?: CredentialResolver
  /** How long it is waited for. Default 10,000. */
  readonly credentialTimeoutMs?: number
  /** What sessions may call; more are added by `tools.register`. */
  readonly tools?: readonly (Tool | Toolset)[]
  /** What layers allow here, in place of `DEFAULT_DEADLINES`. Whole milliseconds, 1 to 2,147,483,647. */
  readonly toolDeadlines?: Partial<DeadlineTable>
  /** With `file` alone, as is `groupCommit`: a `store` was opened with its own. */
  readonly limits?: Partial<JobLimits>
  readonly clock?: Clock
  readonly ids?: Ids
  readonly groupCommit?: StoreOptions['groupCommit']
  /** For people. It tells nobody apart: a restarted worker is a new holder whatever its name. */
  readonly workerName?: string
  /** Attempts that run at once. Default 8. */
  readonly concurrency?: number
  /** How often due jobs and messages are looked for, when nothing wakes. Default 500. */
  readonly pollMs?: number
  /** How often leases that ran out are looked for. Default 1,000. */
  readonly recoverEveryMs?: number
  /**
   * How long a process of a lost adoptable attempt is left to workers that could take it over, by recovery that cannot, counted from when
   * the loss was seen; then it is ended. Default 10,000.
   */
  readonly leaveToOthersMs?: number
  /** Progress that comes faster is written no faster. Default 250. */
  readonly progressEveryMs?: number
  /**
   * Who renews the leases of what runs here. `thread`: a thread with a connection of its own, so that work which blocks the event loop
   * keeps its attempt; it needs a file, the machine's own clock, and no machines but those of jobs. `in_thread`: the event loop of this
   * thread. Default: `thread` where that can be. The thread takes about 25 MB, and a fifth of a second to start. A bundle needs
   * `lease-thread.js`, and all that imports, beside the module that has this one in it.
   */
  readonly keeper?: 'thread' | 'in_thread'
  /**
   * For so long the thread renews for an event loop that shows no life; then a process that hangs loses its attempts to others, each when
   * its lease has run out. Default 30,000.
   */
  readonly watchdogMs?: number
  /** Allows a store that keeps nothing: `:memory:`, `openMemoryStore`. Else that is a `CannotStart`. */
  readonly ephemeral?: boolean
  /** Hears what concerns the host and is nobody's answer. What it throws is an uncaught exception of the process, after the step. */
  readonly onEvent?: (event: RuntimeEvent) => void
}

/** One realm in one process. Any number of processes may open the same file. */
export interface Runtime {
  readonly realm: string
  /** What everything here is written to. */
  readonly store: Store
  readonly jobs: Jobs
  readonly attempts: Attempts
  readonly sessions: Sessions & SessionExecutions & Subscriptions & Activities
  /** What runs sessions here, and sees to those whose owner was lost. */
  readonly turns: SessionDriver
  readonly await: Awaits
  readonly credentials: Credentials
  readonly tools: Tools
  readonly worker: Worker
  readonly recovery: Recovery
  readonly projector: Projector
  /** Starts worker, turns, recovery and projector. A process that only submits and asks needs none of them. */
  start(): void
  /** Ends tools that run, stops the three, the worker as `worker.stop` says, ends watches, and closes the file where this opened it. */
  close(options?: { readonly drainMs?: number; readonly graceMs?: number }): Promise<void>
}

/**
 * The realm cannot be served as it asks for. `not_durable`: the store keeps nothing, and `ephemeral` is not said. `no_store`, `two_stores`:
 * of `file` and `store` exactly one is needed. `no_jobs`: the store was opened without a machine of `JOB_MACHINES`.
 */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
  readonly code: 'not_durable' | 'no_store' | 'two_stores' | 'no_jobs'

  constructor(code: CannotStart['code'], problem: string) {
    super(problem)
    this.code = code
  }
}

/** What a store of jobs is opened with: `openStore({ machines: JOB_MACHINES, routers: JOB_ROUTERS, … })`. */
export const JOB_MACHINES = [
  detachedJob,
  runtimeDelivery,
  awaitBinding,
  subscription,
  sessionExecution,
  sessionTranscript,
  sessionActivity,
] as const
/** In this order: what a session wished of a job comes before what it hears unasked, and the first of the two is what it gets. */
export const JOB_ROUTERS = [jobSubscriptionDelivery, jobRuntimeDelivery, jobAwaitHandoff, sessionWork, sessionCancellation] as const
/** What `limits` leaves out. */
export const DEFAULT_LIMITS: JobLimits = {
  failureBudget: 3,
  lossBudget: 3,
  firstBackoffMs: 1_000,
  maxBackoffMs: 60_000,
  jitterMs: 1_000,
}

/** What `sessionLeaseMs` leaves out. */
export const DEFAULT_SESSION_LIMITS = { leaseMs: 30_000 } as const

/**
 * Opens the file, or makes it; starts nothing. Rejected with `RequestError` for a malformed option, runner or tool, with `CannotStart`, or with
 * `StoreError` where the file cannot be opened.
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  // Everything is judged before the file is opened.
  const judged = asked(options, OPTIONS)
  asked(options.limits ?? {}, LIMITS, 'limits')
  const host = judgedRunner(options.sessionRunner)
  const { runners = [] } = options
  const sets = judgedSets(options.tools ?? [], runners)
  const deadlines = deadlineTable(options.toolDeadlines ?? {}, 'toolDeadlines')
  const { realm } = judged
  const { clock = systemClock, ids = systemIds } = options
  const tell = toldSafely(options.onEvent)
  const resolver = options.credentials ?? null
  const timeoutMs = judged.credentialTimeoutMs ?? 10_000
  const desk = openDesk({ resolver, realm, clock, timeoutMs, tell })
  const registry = registryOf(runners, desk.serves)
  const name = judged.workerName ?? 'worker'
  const concurrency = judged.concurrency ?? 8
  const pollMs = judged.pollMs ?? 500
  const progressEveryMs = judged.progressEveryMs ?? 250
  const everyMs = judged.recoverEveryMs ?? 1_000
  const leaveToOthersMs = judged.leaveToOthersMs ?? 10_000
  const thread = threadOf(options, { clock, realm, watchdogMs: judged.watchdogMs ?? 30_000 })
  const store = await storeOf(options, clock, ids)

  const isOwnStore = options.store === undefined
  const attempts = openAttempts(store, realm)
  const parts = { store, realm, attempts, registry, desk, clock, holder: ids.next(), name, tell }
  const keeper = openLeaseKeeper({ attempts, clock, thread, tell })
  const worker = openWorker({ ...parts, keeper, concurrency, pollMs, progressEveryMs })
  const recovery = openRecovery({ ...parts, worker, everyMs, leaveToOthersMs })
  const projector = openProjector({ store, everyMs: pollMs, tell })
  const inbox = openSessions(store, realm, tell)
  const { known } = desk
  const jobs = openJobs(store, realm, registry, known)
  const executions = openSessionExecutions(store, realm)
  const turning = { store, realm, executions, inbox, jobs, clock, tell }
  const turns = openSessionDriver({
    ...turning,
    owner: parts.holder,
    turns:
      host === null ? null : { concurrency: host.concurrency, run: (granted) => runTurn({ ...turning, runner: host.runner }, granted) },
    pollMs,
    recoverEveryMs: everyMs,
  })
  const policy = openPolicy({ store, realm, resolver, desk, timeoutMs, tell })
  const awaits = openAwaits(store, realm, tell)

  const tools = openTools({ jobs, durable: store.durable, runners, deadlines, sets, clock, pause })

  return {
    realm,
    store,
    jobs,
    attempts: known === null ? attempts : redacting(attempts, known.current),
    credentials: policy,
    sessions: { ...inbox, ...executions, ...openSubscriptions(store, realm), ...openActivities({ store, realm, clock, tell }) },
    turns,
    await: awaits,
    tools,
    worker,
    recovery,
    projector,
    start() {
      worker.start()
      turns.start()
      recovery.start()
      policy.start()
      projector.start()
    },
    async close(options = {}) {
      const stopping = judgedStop(options)
      tools.close()
      await recovery.stop()
      await Promise.all([worker.stop(stopping), turns.stop(stopping)])
      await policy.stop()
      await projector.stop()
      await inbox.close()
      await awaits.close()
      if (isOwnStore) await store.close()
    },
  }
}

const keeperWord: Field<'thread' | 'in_thread'> = (value, field) => {
  if (value === 'thread' || value === 'in_thread') return value
  throw new RequestError(field, 'is neither "thread" nor "in_thread"')
}
const many = optional(numberFrom(1, 2 ** 31 - 1))
const OPTIONS = {
  realm: idText,
  file: optional(text({ min: 1, max: 4_096 })),
  store: given,
  runners: optional(listed),
  sessionRunner: given,
  sessionLeaseMs: many,
  credentials: optional(resolverOf),
  credentialTimeoutMs: many,
  tools: optional(listed),
  toolDeadlines: given,
  limits: given,
  clock: given,
  ids: given,
  groupCommit: given,
  workerName: optional(text({ max: 200 })),
  concurrency: many,
  pollMs: many,
  recoverEveryMs: many,
  leaveToOthersMs: many,
  progressEveryMs: many,
  keeper: optional(keeperWord),
  watchdogMs: many,
  ephemeral: optional(flag),
  onEvent: optional(callable),
} satisfies { readonly [K in keyof Required<RuntimeOptions>]: unknown }
const LIMITS = {
  failureBudget: optional(naturalNumber),
  lossBudget: optional(naturalNumber),
  firstBackoffMs: optional(naturalNumber),
  maxBackoffMs: optional(naturalNumber),
  jitterMs: optional(naturalNumber),
} satisfies { readonly [K in keyof JobLimits]: unknown }

/** One whose method is misspelt is heard of at the start, not at the first job. */
function resolverOf(value: unknown, field: string): void {
  if (typeof value !== 'object' || value === null) throw new RequestError(field, 'is no resolver')
  for (const method of ['resolve', 'known', 'generation']) callable((value as { [method: string]: unknown })[method], `${field}.${method}`)
}

/** A host whose listener throws has a bug of its own: it is seen, and stops no pass and no last word in the middle. */
function toldSafely(onEvent: RuntimeOptions['onEvent']): Tell {
  return (event) => {
    if (onEvent !== undefined) heard(() => onEvent(event))
  }
}

/** Null: this thread renews by itself. Judged before a file is opened. */
function threadOf(
  options: RuntimeOptions,
  given: { readonly clock: Clock; readonly realm: string; readonly watchdogMs: number },
): KeeperThread | null {
  const { keeper, file = '' } = options
  if (keeper === 'in_thread') return null
  const known = { machines: JOB_MACHINES, routers: JOB_ROUTERS }
  const opened = { ...known, limits: jobLimits(options), clock: given.clock }
  const thread = threadFor(options.store ?? { file, durable: file !== ':memory:', opened }, { ...given, ...known })
  if (keeper === 'thread' && 'unfit' in thread) throw new RequestError('keeper', `is "thread", which ${thread.unfit}`)
  return 'unfit' in thread ? null : thread
}

function jobLimits({ limits, sessionLeaseMs }: RuntimeOptions) {
  return storeLimits(limits, { leaseMs: sessionLeaseMs ?? DEFAULT_SESSION_LIMITS.leaseMs })
}

async function storeOf(options: RuntimeOptions, clock: Clock, ids: Ids): Promise<Store> {
  const { file, store: given } = options
  if (given !== undefined && file !== undefined)
    throw new CannotStart('two_stores', 'a store and a file are given: which of them is meant?')
  for (const option of ['limits', 'sessionLeaseMs', 'groupCommit'] as const) {
    if (given !== undefined && options[option] !== undefined)
      throw new RequestError(option, 'belongs to a store: one that is given was opened with its own')
  }
  if (given === undefined && file === undefined) throw new CannotStart('no_store', 'neither a file nor a store is given')
  const store =
    given ??
    (await openStore({
      file: file!,
      machines: JOB_MACHINES,
      routers: JOB_ROUTERS,
      limits: jobLimits(options),
      clock,
      ids,
      ...(options.groupCommit === undefined ? {} : { groupCommit: options.groupCommit }),
    }))
  if (given !== undefined) await assertHasJobs(given)
  if (store.durable || options.ephemeral === true) return store
  if (given === undefined) await store.close()
  throw new CannotStart('not_durable', `realm "${options.realm}" needs a store that keeps what it is told; "${store.file}" keeps nothing`)
}

/** Seen at the start, not at the first job. */
async function assertHasJobs(store: Store): Promise<void> {
  for (const machine of JOB_MACHINES) {
    try {
      await store.instances<AnyMachine>(machine, { limit: 1 })
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unknown_machine') throw error
      throw new CannotStart('no_jobs', `the store "${store.file}" was opened without ${machine.name}: give it JOB_MACHINES and JOB_ROUTERS`)
    }
  }
}

/** The limits that a store of `JOB_MACHINES` is opened with. */
export function storeLimits(
  limits: Partial<JobLimits> = {},
  session: { readonly leaseMs: number } = DEFAULT_SESSION_LIMITS,
): { readonly DetachedJob: { readonly [limit: string]: number }; readonly SessionExecution: { readonly leaseMs: number } } {
  return { DetachedJob: limitsOf(limits), SessionExecution: { leaseMs: session.leaseMs } }
}

/** A limit that is there and says nothing is left as it is without. */
function limitsOf(limits: Partial<JobLimits> = {}): { readonly [limit: string]: number } {
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) }
}
