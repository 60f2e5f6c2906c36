/** One realm in one process: everything that it is made of, put together. */
import { openActivities, type Activities } from './activity.js'
import { openArtifactBytes } from './artifact-bytes.js'
import { openArtifacts } from './artifacts.js'
import { openAttempts, type Attempts } from './attempts.js'
import { openAwaits, type Awaits } from './awaits.js'
import { systemClock, systemIds } from './clock.js'
import { openDesk } from './credentials/desk.js'
import { openPolicy, type Credentials } from './credentials/policy.js'
import { redacting } from './credentials/redacting.js'
import { healthOf, type Health, type HealthRequest } from './health.js'
import { openJobs, type Jobs } from './jobs.js'
import { openLeaseKeeper } from './lease-keeper.js'
import { openMaintenance, type Maintenance } from './maintenance/index.js'
import { judgedOptions, toldSafely, type RuntimeOptions } from './options.js'
import { openProjector, type Projector } from './projector.js'
import { pause } from './pulse.js'
import { storeOf, threadOf } from './realm-store.js'
import { openRecovery, type Recovery } from './recovery.js'
import { registryOf } from './runners.js'
import { openSessionExecutions, type SessionExecutions } from './session-execution/claims.js'
import { openSessionDriver, type SessionDriver } from './session-execution/driver.js'
import { judgedRunner } from './session-execution/runner.js'
import { runTurn } from './session-execution/turn.js'
import { openSessions, type Sessions } from './sessions.js'
import type { Store } from './store/types.js'
import { openSubscriptions, type Subscriptions } from './subscriptions.js'
import { deadlineTable } from './tools/deadlines.js'
import { judgedSets, openTools, type Tools } from './tools/index.js'
import { judgedStop, openWorker, type Worker } from './worker.js'

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
  readonly maintenance: Maintenance
  /**
   * How the realm is: bounded reads, on any store, also on one that was opened for reading. A store that does not answer is an answer; a
   * malformed request is rejected with `RequestError`.
   */
  health(request?: HealthRequest): Promise<Health>
  /**
   * Starts worker, turns, recovery and projector. A process that only submits and asks needs none of them. Once `close` was called it starts
   * nothing.
   */
  start(): void
  /**
   * Ends tools that run, stops what `start` started, the worker as `worker.stop` says, ends watches, and closes the file where this opened it.
   * `RequestError`, and nothing is ended, for a malformed time.
   */
  close(options?: { readonly drainMs?: number; readonly graceMs?: number }): Promise<void>
}

/**
 * Opens the file, or makes it; starts nothing. Rejected with `RequestError` for a malformed option, runner or tool, with `CannotStart`, or with
 * `StoreError` where the file cannot be opened.
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  // Everything is judged before the file is opened.
  const judged = judgedOptions(options)
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
  const artifactBytes = openArtifactBytes(store, clock, judged.artifactMaxBytes ?? 67_108_864)
  const artifacts = openArtifacts(store, realm, artifactBytes, clock)
  const attempts = openAttempts(store, realm, artifactBytes)
  const parts = { store, realm, attempts, registry, desk, clock, holder: ids.next(), name, tell }
  const keeper = openLeaseKeeper({ attempts, clock, thread, identity: store.identity, tell })
  const worker = openWorker({ ...parts, keeper, concurrency, pollMs, progressEveryMs })
  const recovery = openRecovery({ ...parts, worker, everyMs, leaveToOthersMs })
  const projector = openProjector({ store, everyMs: pollMs, tell })
  const inbox = openSessions(store, realm, tell)
  const { known } = desk
  const jobs = openJobs(store, realm, registry, known, artifacts)
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

  let closing = false
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
    maintenance: openMaintenance({ store, realm, artifacts, clock }),
    health: (request = {}) => healthOf({ store, realm, clock, worker, registry, keeper, desk }, request),
    start() {
      if (closing) return
      worker.start()
      turns.start()
      recovery.start()
      policy.start()
      projector.start()
    },
    async close(options = {}) {
      const stopping = judgedStop(options)
      closing = true
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
