import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, detachedJob, manualClock, openRuntime, type Store } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { CLASSES, DECLARED, LEASE_MS, newFile, openRig, REALM, runner, START_MS, submission, type Rig } from './rig.js'

async function lostJob(rig: Rig, restartClass: string, nonce = restartClass): Promise<string> {
  const { jobId } = await rig.submit({ runner: restartClass, nonce })
  await rig.claim(jobId)
  return jobId
}

test('what becomes of a lost attempt is the machine’s word, by restart class', async () => {
  const rig = await openRig()
  const jobs: [string, string][] = []
  for (const restartClass of CLASSES) jobs.push([restartClass, await lostJob(rig, restartClass)])
  rig.lapse()
  expect(await rig.runtime.recovery.pass()).toEqual({ observed: 4, adopted: 0, reaped: 0, classified: 4, failed: 0 })
  const ends: { [restartClass: string]: string } = {}
  for (const [restartClass, jobId] of jobs) ends[restartClass] = (await rig.state(jobId)).phase
  expect(ends).toEqual({
    // No process was recorded: there is nothing to adopt.
    Adoptable: 'WorkerLost',
    CheckpointResumable: 'RetryScheduled',
    Replayable: 'RetryScheduled',
    NonResumable: 'WorkerLost',
  })
  expect(await rig.runtime.recovery.pass()).toEqual({ observed: 0, adopted: 0, reaped: 0, classified: 0, failed: 0 })
})

test('a lease that lives is left alone', async () => {
  const rig = await openRig()
  const jobId = await lostJob(rig, 'Replayable')
  rig.clock.advance(LEASE_MS - 1)
  await rig.runtime.recovery.pass()
  expect(await rig.state(jobId)).toMatchObject({ phase: 'Running', fence: 1 })
})

test('a job that keeps killing its worker needs attention after as many losses as the budget has, and one more', async () => {
  const rig = await openRig({ limits: { lossBudget: 3 } })
  const { jobId } = await rig.submit()
  let attempts = 0
  while ((await rig.state(jobId)).phase !== 'NeedsAttention') {
    rig.clock.advance(100_000)
    await rig.claim(jobId)
    attempts += 1
    rig.lapse()
    await rig.runtime.recovery.pass()
  }
  expect(attempts).toBe(4)
  expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ kind: 'NeedsAttention' })
})

test('a worker restarted under its old name is another holder: the old attempt does not look alive, and cannot be written for', async () => {
  const file = newFile()
  const clock = manualClock(START_MS)
  const open = () => openRuntime({ realm: REALM, file, clock, runners: DECLARED, workerName: 'the same' })
  const first = await open()
  const { jobId } = await first.jobs.submit({
    sessionId: 's',
    lineage: 'l',
    tool: 't',
    toolVersion: '1',
    arguments: null,
    runner: 'Replayable',
  })
  const granted = await first.attempts.claim({ jobId, holder: 'incarnation-1', workerId: 'the same', leaseMs: LEASE_MS })
  if (!granted.ok) throw new Error(granted.refusal.code)
  await first.close()
  const second = await open()
  const word = { ...granted.attempt, holder: 'incarnation-2', result: 1 }
  expect(await second.attempts.complete(word)).toMatchObject({ ok: false, refusal: { code: 'stale_holder' } })
  clock.advance(LEASE_MS)
  expect(await second.recovery.pass()).toMatchObject({ observed: 1, classified: 1 })
  await second.close()
})

test('fault: two recoverers that saw the same rows disturb nobody: each step is done once', async () => {
  const rig = await openRig()
  const jobs = await Promise.all(Array.from({ length: 20 }, (_, n) => lostJob(rig, 'Replayable', `${n}`)))
  const other = await rig.another()
  rig.lapse()
  const [one, two] = await Promise.all([rig.runtime.recovery.pass(), other.recovery.pass()])
  expect([one.failed, two.failed, one.observed + two.observed, one.classified + two.classified]).toEqual([0, 0, 20, 20])
  for (const jobId of jobs) expect(await rig.state(jobId)).toMatchObject({ phase: 'RetryScheduled', losses: 1 })
  rig.clock.advance(100_000)
  const claims = await Promise.all(
    jobs.flatMap((jobId) => ['a', 'b'].map((holder) => rig.runtime.attempts.claim({ jobId, holder, workerId: holder, leaseMs: LEASE_MS }))),
  )
  expect(claims.filter(({ ok }) => ok)).toHaveLength(20)
})

test('fault: a fault of the store at any one query of recovery loses no row: a later pass sees to it', async () => {
  for (let failing = 1; ; failing += 1) {
    const rig = await openRig()
    const jobs = [await lostJob(rig, 'Replayable'), await lostJob(rig, 'CheckpointResumable'), await lostJob(rig, 'NonResumable')]
    rig.lapse()
    const { store, asked } = failingAt(rig.store, failing)
    const faulty = await rig.another({ store })
    const { failed } = await faulty.recovery.pass()
    if (asked() < failing) return expect(failing).toBeGreaterThan(9)
    expect(failed).toBe(1)
    await faulty.recovery.pass()
    for (const jobId of jobs) expect((await rig.state(jobId)).phase).toMatch(/RetryScheduled|WorkerLost/)
  }
})

test('fault: more rows than a pass looks at, in front of the others, keep none of them from being seen', async () => {
  const rig = await openRig()
  const jobs: string[] = []
  for (let n = 0; n < 1_200; n += 1) jobs.push(await lostJob(rig, n % 2 === 0 ? 'Replayable' : 'NonResumable', `${n}`))
  // These may not be rescued: somebody must look at what their handles mean.
  const stuck = jobs.slice(0, 150)
  for (const jobId of stuck) {
    const said = { jobId, attemptId: `${jobId}.1`, fence: 1, holder: 'holder', handle: 'not ours' }
    expect(await rig.runtime.attempts.handle(said)).toMatchObject({ ok: true })
  }
  rig.lapse()
  await rig.runtime.recovery.pass()
  await rig.runtime.recovery.pass()
  const phases = await Promise.all(jobs.map(async (jobId) => (await rig.state(jobId)).phase))
  expect(phases.slice(150).filter((phase) => phase !== 'RetryScheduled' && phase !== 'WorkerLost')).toEqual([])
  expect(phases.slice(0, 150).every((phase) => phase === 'LossObserved')).toBe(true)
  expect(rig.events.filter(({ type }) => type === 'unknown_process').length).toBeGreaterThanOrEqual(150)
}, 60_000)

test('fault: a cancel while a retry waits ends the job at once, and a cancel of a lost job that has no process too', async () => {
  const rig = await openRig()
  const waiting = await lostJob(rig, 'Replayable')
  rig.lapse()
  await rig.runtime.recovery.pass()
  expect(await rig.state(waiting)).toMatchObject({ phase: 'RetryScheduled' })
  expect(await rig.runtime.jobs.cancel(waiting)).toMatchObject({ ok: true, outcome: 'cancelled', status: 'Cancelled' })
  rig.clock.advance(100_000)
  expect(await rig.runtime.attempts.claim({ jobId: waiting, holder: 'h', workerId: 'w', leaseMs: 1 })).toMatchObject({
    ok: false,
    refusal: { code: 'not_in_phase' },
  })
  const lost = await lostJob(rig, 'Replayable', 'lost')
  rig.lapse()
  await rig.store.dispatch(detachedJob, { realm: REALM, jobId: lost }, { type: 'ObserveLeaseExpiry', fence: 1 })
  expect(await rig.state(lost)).toMatchObject({ phase: 'LossObserved', handle: null })
  expect(await rig.runtime.jobs.cancel(lost)).toMatchObject({ ok: true, outcome: 'cancelled', status: 'Cancelled' })
  expect(await rig.runtime.recovery.pass()).toMatchObject({ observed: 0, classified: 0, failed: 0 })
})

test('a cancel that was asked for before the loss is heeded by recovery, not run again', async () => {
  const rig = await openRig()
  const jobId = await lostJob(rig, 'Replayable')
  expect(await rig.runtime.jobs.cancel(jobId)).toMatchObject({ outcome: 'requested' })
  rig.lapse()
  await rig.runtime.recovery.pass()
  expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ kind: 'Cancelled' })
})

test('a clock that steps back shortens no lease, and one that runs ahead takes none that its holder renewed', async () => {
  const rig = await openRig()
  const jobId = await lostJob(rig, 'Replayable')
  const { leaseExpiresAtMs } = await rig.state(jobId)
  rig.clock.set(START_MS - 50 * LEASE_MS)
  const attempt = { jobId, attemptId: `${jobId}.1`, fence: 1, holder: 'holder' }
  expect(await rig.runtime.attempts.renew({ ...attempt, leaseMs: 1 })).toMatchObject({ ok: true, job: { leaseExpiresAtMs } })
  expect(await rig.runtime.recovery.pass()).toMatchObject({ observed: 0 })
})

test('a process without a runner for it leaves what others may adopt to them, for a while', async () => {
  const rig = await openRig({ leaveToOthersMs: 5_000, runners: [...DECLARED, runner(async () => null, { name: 'other' })] })
  const jobId = await lostJob(rig, 'Adoptable')
  const handle = JSON.stringify({
    kind: 'process',
    pid: 2 ** 22 + 1,
    startedAt: 'never',
    mark: 'none',
    folder: '/none',
  })
  await rig.runtime.attempts.handle({ jobId, attemptId: `${jobId}.1`, fence: 1, holder: 'holder', handle })
  rig.lapse()
  await rig.runtime.recovery.pass()
  expect(await rig.state(jobId)).toMatchObject({ phase: 'LossObserved' })
  rig.clock.advance(5_000)
  expect(await rig.runtime.recovery.pass()).toMatchObject({ reaped: 1, classified: 1 })
  expect(await rig.state(jobId)).toMatchObject({ phase: 'WorkerLost', handle: null })
})

test('jobs that fail in the same millisecond do not come back in the same', async () => {
  const clock = manualClock(START_MS)
  const runtime = await openRuntime({ realm: REALM, file: ':memory:', ephemeral: true, clock, runners: DECLARED })
  atEnd(() => runtime.close())
  const due = await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const { jobId } = await runtime.jobs.submit(submission({ nonce: `${n}` }))
      const granted = await runtime.attempts.claim({ jobId, holder: 'holder', workerId: 'worker', leaseMs: LEASE_MS })
      if (!granted.ok) throw new Error(granted.refusal.code)
      await runtime.attempts.fail({ ...granted.attempt, reason: 'outage', retryable: true })
      return (await runtime.jobs.get(jobId))!.dueAtMs
    }),
  )
  const { firstBackoffMs, jitterMs } = DEFAULT_LIMITS
  expect(Math.min(...due)).toBeGreaterThanOrEqual(START_MS + firstBackoffMs)
  expect(Math.max(...due)).toBeLessThanOrEqual(START_MS + firstBackoffMs + jitterMs)
  expect(new Set(due).size).toBeGreaterThan(100)
})

/** A store whose n-th answer is a fault. */
function failingAt(store: Store, failing: number): { readonly store: Store; readonly asked: () => number } {
  let asked = 0
  const once = <A>(ask: () => Promise<A>): Promise<A> => {
    asked += 1
    return asked === failing ? Promise.reject(new Error('the disk coughed')) : ask()
  }
  return {
    store: { ...store, find: (...given) => once(() => store.find(...given)), dispatch: (...given) => once(() => store.dispatch(...given)) },
    asked: () => asked,
  }
}
