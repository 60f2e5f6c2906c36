/** The file as an earlier version left it, whose waits and inbox have the same shape under other code. */
import type { AnyMachine } from '../../generated/machine.js'
import {
  attemptIdOf,
  awaitBinding,
  JOB_MACHINES,
  JOB_ROUTERS,
  openStore,
  runtimeDelivery,
  storeLimits,
  type Clock,
} from '../../runtime/index.js'
import { openArtifactBytes } from '../../runtime/artifact-bytes.js'
import { openArtifacts } from '../../runtime/artifacts.js'
import { openAttempts } from '../../runtime/attempts.js'
import { openJobs } from '../../runtime/jobs.js'
import { openProjector } from '../../runtime/projector.js'
import { registryOf } from '../../runtime/runners.js'
import { LEASE_MS, LIMITS, REALM, SESSION_ID, submissionTo } from './works.js'

/** A job is held, its session waits for it, and one notification has arrived. */
export async function older(file: string, clock: Clock): Promise<void> {
  const earlier = (machine: AnyMachine): AnyMachine => ({ ...machine, version: machine.version - 1, hash: `${machine.hash}-before` })
  const before = new Map([awaitBinding, runtimeDelivery].map((machine) => [machine.name, earlier(machine as AnyMachine)]))
  const store = await openStore({
    file,
    machines: JOB_MACHINES.map((machine) => before.get(machine.name) ?? (machine as AnyMachine)),
    routers: JOB_ROUTERS,
    limits: storeLimits(LIMITS, { leaseMs: LEASE_MS }),
    clock,
  })
  const runners = [{ name: 'again', version: '1', restartClass: 'Replayable' }] as const
  const bytes = openArtifactBytes(store, clock, 1)
  const attempts = openAttempts(store, REALM, bytes)
  const { jobId } = await openJobs(store, REALM, registryOf(runners), null, openArtifacts(store, REALM, bytes, clock)).submit(
    submissionTo('again'),
  )
  await store.dispatch(before.get('AwaitBinding')!, { realm: REALM, sessionId: SESSION_ID, jobId }, { type: 'BeginWait' })
  await attempts.claim({ jobId, holder: 'before', workerId: 'before', leaseMs: 1_000 })
  const attempt = { jobId, attemptId: attemptIdOf(jobId, 1), fence: 1, holder: 'before' }
  await attempts.notify({ ...attempt, key: 'before', body: null })
  await openProjector({ store, everyMs: 1_000, tell: () => undefined }).pass()
  await store.close()
}
