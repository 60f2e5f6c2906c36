/** A runtime whose clock, ids and chance belong to the test, in memory or in a file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../closing.js'
import { isRunWith, mustReplay } from '../fixtures/past.js'
import { countedIds, manualClock, scriptedRandom, systemClock, type ManualClock } from '../../runtime/clock.js'
import {
  detachedJob,
  JOB_MACHINES,
  JOB_ROUTERS,
  openRuntime,
  openStore,
  storeLimits,
  type Attempt,
  type Receipt,
  type RestartClass,
  type Runner,
  type RunnerDeclaration,
  type Runtime,
  type RuntimeEvent,
  type RuntimeOptions,
  type StateOf,
  type Store,
  type SubmitRequest,
} from '../../runtime/index.js'

export const REALM = 'realm'
export const SESSION = 'session'
export const LEASE_MS = 1_000
export const START_MS = 1_000_000
/** The machine's own, for tests of what takes real time: nobody moves it. */
export const REAL_CLOCK: ManualClock = { ...systemClock, set: () => undefined, advance: () => undefined }

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-runtime-'))
  atEnd(async () => {
    try {
      await mustReplay(join(folder, JOBS))
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
  return folder
}

export function newFile(): string {
  return join(newFolder(), JOBS)
}

const JOBS = 'jobs.db'

export const CLASSES: readonly RestartClass[] = ['Adoptable', 'CheckpointResumable', 'Replayable', 'NonResumable']

/** One runner for each restart class, named after it, that nothing runs. */
export const DECLARED: readonly RunnerDeclaration[] = CLASSES.map((restartClass) => ({ name: restartClass, version: '1', restartClass }))

export interface Rig {
  readonly runtime: Runtime
  readonly store: Store
  readonly clock: ManualClock
  readonly events: readonly RuntimeEvent[]
  submit(request?: Partial<SubmitRequest>): Promise<Receipt>
  claim(jobId: string, holder?: string): Promise<Attempt>
  state(jobId: string): Promise<StateOf<typeof detachedJob>>
  /** Lets every lease of `LEASE_MS` run out. */
  lapse(): void
  /** Another runtime over the same store. */
  another(options?: Partial<RuntimeOptions>): Promise<Runtime>
}

export async function openRig({
  file = ':memory:',
  clock = manualClock(START_MS),
  limits = {},
  ...options
}: Partial<Omit<RuntimeOptions, 'clock'>> & { readonly clock?: ManualClock } = {}): Promise<Rig> {
  const ids = countedIds('id')
  isRunWith(file, limits, { leaseMs: LEASE_MS })
  const store = await openStore({
    file,
    machines: JOB_MACHINES,
    routers: JOB_ROUTERS,
    limits: storeLimits(limits, { leaseMs: LEASE_MS }),
    clock,
    ids,
    random: scriptedRandom(0),
  })
  atEnd(() => store.close())
  const events: RuntimeEvent[] = []
  const another = async (more: Partial<RuntimeOptions> = {}): Promise<Runtime> => {
    const runtime = await openRuntime({
      realm: REALM,
      store,
      ephemeral: true,
      runners: DECLARED,
      clock,
      ids,
      onEvent: (event) => events.push(event),
      ...options,
      ...more,
    })
    atEnd(() => runtime.close({ graceMs: 0 }))
    return runtime
  }
  const runtime = await another()
  return {
    runtime,
    store,
    clock,
    events,
    submit: (request = {}) => runtime.jobs.submit(submission(request)),
    async claim(jobId, holder = 'holder') {
      const granted = await runtime.attempts.claim({ jobId, holder, workerId: 'worker', leaseMs: LEASE_MS })
      if (!granted.ok) throw new Error(`claiming ${jobId} was refused: ${granted.refusal.code}`)
      return granted.attempt
    },
    state: async (jobId) => (await store.load(detachedJob, { realm: REALM, jobId })).state,
    lapse: () => clock.advance(LEASE_MS),
    another,
  }
}

export function submission(request: Partial<SubmitRequest> = {}): SubmitRequest {
  return {
    sessionId: SESSION,
    lineage: 'lineage',
    tool: 'tool',
    toolVersion: '1',
    arguments: { of: 'a test' },
    runner: 'Replayable',
    ...request,
  }
}

/** A runner for tests, with a lease that real time can see the end of. */
export function runner(run: Runner['run'], more: Partial<Omit<Runner, 'run'>> = {}): Runner {
  return { name: 'Replayable', version: '1', restartClass: 'Replayable', leaseMs: LEASE_MS, run, ...more }
}

export async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 10_000): Promise<void> {
  for (let waitedMs = 0; !(await holds()); waitedMs += 10) {
    if (waitedMs > withinMs) throw new Error(`not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
