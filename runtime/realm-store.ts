/** The store that a realm is kept in, and who keeps the leases over it: judged and opened. */
import { awaitBinding } from '../generated/await-binding/index.js'
import { detachedJob } from '../generated/detached-job/index.js'
import { jobAwaitHandoff } from '../generated/job-await-handoff/router.js'
import { jobRuntimeDelivery } from '../generated/job-runtime-delivery/router.js'
import { jobSubscriptionDelivery } from '../generated/job-subscription-delivery/router.js'
import type { AnyMachine } from '../generated/machine.js'
import { runtimeDelivery } from '../generated/runtime-delivery/index.js'
import { sessionActivity } from '../generated/session-activity/index.js'
import { sessionCancellation } from '../generated/session-cancellation/router.js'
import { sessionExecution } from '../generated/session-execution/index.js'
import { sessionTranscript } from '../generated/session-transcript/index.js'
import { sessionWork } from '../generated/session-work/router.js'
import { subscription } from '../generated/subscription/index.js'
import type { Clock, Ids } from './clock.js'
import { openStore } from './dispatch.js'
import { threadFor, type KeeperThread } from './lease-keeper.js'
import { storeLimits, type RuntimeOptions } from './options.js'
import { RequestError } from './request.js'
import { StoreError } from './store/errors.js'
import type { Store } from './store/types.js'

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

/** Null: this thread renews by itself. Judged before a file is opened. */
export function threadOf(
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

function jobLimits({ limits, sessionLeaseMs, sessionTakeoverBudget }: RuntimeOptions) {
  return storeLimits(limits, {
    ...(sessionLeaseMs !== undefined && { leaseMs: sessionLeaseMs }),
    ...(sessionTakeoverBudget !== undefined && { takeoverBudget: sessionTakeoverBudget }),
  })
}

export async function storeOf(options: RuntimeOptions, clock: Clock, ids: Ids): Promise<Store> {
  const { file, store: given } = options
  if (given !== undefined && file !== undefined)
    throw new CannotStart('two_stores', 'a store and a file are given: which of them is meant?')
  for (const option of ['limits', 'sessionLeaseMs', 'sessionTakeoverBudget', 'groupCommit'] as const) {
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
  throw new CannotStart(
    'not_durable',
    `realm "${options.realm}" needs a store that keeps what it is told; "${store.file}" keeps nothing: say \`ephemeral\` where that is meant`,
  )
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
