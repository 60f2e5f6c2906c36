import { expect, test } from 'vitest'
import { PermanentFailure, type RunContext, type StopReason } from '../../runtime/index.js'
import { REAL_CLOCK, openRig, runner, until, type Rig } from './rig.js'

/** Time that passes by itself, in leases that a test can see the end of. */
const LEASE_MS = 500
const LIMITS = { firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 }
const real = { clock: REAL_CLOCK, pollMs: 20, progressEveryMs: 40, limits: LIMITS }

async function ended({ runtime }: Rig, jobId: string) {
  await until('the job ends', async () => (await runtime.jobs.result(jobId)) !== null)
  return runtime.jobs.result(jobId)
}

test('a due job is run with its arguments, and its result is kept', async () => {
  const rig = await openRig({ ...real, runners: [runner(async ({ arguments: given, tool }) => ({ tool, given }))] })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual({ kind: 'Succeeded', body: { tool: 'tool', given: { of: 'a test' } } })
})

test('progress that comes fast is written seldom, and the last of it is kept', async () => {
  const rig = await openRig({
    ...real,
    runners: [
      runner(async ({ progress }) => {
        for (let n = 0; n <= 500; n += 1) {
          progress(n)
          if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 10))
        }
        return null
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await ended(rig, jobId)
  expect(await rig.runtime.jobs.progress(jobId)).toBe(500)
  const reports = (await rig.store.history({ limit: 100 })).filter(({ transition }) => transition === 'ReportProgress')
  expect(reports.length).toBeGreaterThan(0)
  expect(reports.length).toBeLessThan(6)
})

test('a failure is tried again from the last checkpoint, up to the budget; then the job needs attention', async () => {
  const seen: unknown[] = []
  const rig = await openRig({
    ...real,
    limits: { ...LIMITS, failureBudget: 2 },
    runners: [
      runner(async ({ checkpoint, saveCheckpoint }) => {
        seen.push(checkpoint)
        await saveCheckpoint({ at: seen.length })
        throw new Error('not today')
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual({ kind: 'NeedsAttention', body: { message: 'not today' } })
  expect(seen).toEqual([null, { at: 1 }, { at: 2 }])
})

test('the host hears of each failure: of which attempt, why, and when it is tried again', async () => {
  const rig = await openRig({
    ...real,
    limits: { ...LIMITS, failureBudget: 1 },
    runners: [
      runner(async ({ attemptId }) => {
        throw Object.assign(new Error('not today'), { details: { attemptId } })
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await ended(rig, jobId)
  await until('both are told', () => rig.events.length === 2)
  const told = (fence: number) => {
    const attemptId = `${jobId}.${fence}`
    return { type: 'attempt_failed', jobId, attemptId, reason: { message: 'not today', details: { attemptId } } }
  }
  const scheduled = (await rig.store.history({ limit: 100 })).find(({ input }) => input.type === 'FailAttempt')!
  expect(rig.events).toEqual([
    { ...told(1), status: 'RetryScheduled', retryAtMs: scheduled.atMs + LIMITS.firstBackoffMs },
    { ...told(2), status: 'NeedsAttention', retryAtMs: null },
  ])
})

test('a failure that trying again does not mend ends the job, and so does any failure of a runner that must not run twice', async () => {
  let runs = 0
  const rig = await openRig({
    ...real,
    runners: [
      runner(async () => {
        runs += 1
        throw new PermanentFailure('never')
      }),
      runner(
        async () => {
          runs += 1
          throw new Error('half done')
        },
        { name: 'NonResumable', restartClass: 'NonResumable' },
      ),
    ],
  })
  const [first, second] = [await rig.submit(), await rig.submit({ runner: 'NonResumable', nonce: '2' })]
  rig.runtime.start()
  expect(await ended(rig, first.jobId)).toEqual({ kind: 'Failed', body: { message: 'never' } })
  expect(await ended(rig, second.jobId)).toEqual({ kind: 'Failed', body: { message: 'half done' } })
  expect(runs).toBe(2)
})

test.each([
  ['a date', () => ({ at: new Date(0) })],
  [
    'something that throws when it is read',
    () => ({
      get at(): never {
        throw new Error('not to be read')
      },
    }),
  ],
])('a result that is none, as %s, is a failure, not an attempt that never ends, and not work that is done again', async (_name, result) => {
  let runs = 0
  const run = async (): Promise<never> => {
    runs += 1
    return result() as never
  }
  const rig = await openRig({ ...real, runners: [runner(run)] })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Failed' })
  expect(runs).toBe(1)
})

test('a lease is kept for as long as the work runs', async () => {
  const rig = await openRig({
    ...real,
    recoverEveryMs: 20,
    runners: [runner(() => new Promise((resolve) => setTimeout(() => resolve('long'), 3 * LEASE_MS)), { leaseMs: LEASE_MS })],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded' })
  expect((await rig.state(jobId)).fence).toBe(1)
})

test('a cancel reaches the work that runs, and the job ends when the work has stopped', async () => {
  const reasons: unknown[] = []
  const rig = await openRig({
    ...real,
    runners: [
      runner(async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        reasons.push(signal.reason satisfies StopReason)
        throw new Error('stopped')
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await until('it runs', async () => (await rig.state(jobId)).phase === 'Running')
  expect(await rig.runtime.jobs.cancel(jobId)).toMatchObject({ ok: true, outcome: 'requested' })
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Cancelled' })
  expect(reasons).toEqual(['cancelled'])
})

test('a result that was ready when the cancel came stands, and a cancel does not overwrite an end', async () => {
  const rig = await openRig({
    ...real,
    runners: [
      runner(async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return 'ready'
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await until('it runs', async () => (await rig.state(jobId)).phase === 'Running')
  await rig.runtime.jobs.cancel(jobId)
  expect(await ended(rig, jobId)).toEqual({ kind: 'Succeeded', body: 'ready' })
  expect(await rig.runtime.jobs.cancel(jobId)).toEqual({ ok: true, status: 'Succeeded', outcome: 'ended' })
  expect(await ended(rig, jobId)).toEqual({ kind: 'Succeeded', body: 'ready' })
})

test('an event loop that was blocked past its lease loses the attempt once: one event, the work aborted, its word refused', async () => {
  const reasons: unknown[] = []
  let blocked = false
  const rig = await openRig({
    ...real,
    runners: [
      runner(
        async ({ signal, saveCheckpoint }) => {
          if (blocked) return 'second'
          blocked = true
          const until = performance.now() + 2 * LEASE_MS
          while (performance.now() < until);
          await saveCheckpoint('late').catch((error: unknown) => reasons.push((error as { code: string }).code))
          reasons.push(signal.reason)
          return 'first, too late'
        },
        { leaseMs: LEASE_MS },
      ),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual({ kind: 'Succeeded', body: 'second' })
  expect(reasons.at(-1)).toBe('lease_lost')
  expect(rig.events.filter(({ type }) => type === 'lease_lost')).toHaveLength(1)
  expect(await rig.state(jobId)).toMatchObject({ fence: 2, losses: 1, checkpoint: '' })
})

test('a version that nobody here runs is visible and left alone; another runs it only where it says so', async () => {
  const ran: string[] = []
  const old = runner(async () => null)
  const newer = (accepts: readonly string[]) =>
    runner(
      async ({ jobId }) => {
        ran.push(jobId)
        return null
      },
      { version: '2', accepts },
    )
  const rig = await openRig({ ...real, runners: [old] })
  const { jobId } = await rig.submit()
  const strict = await rig.another({ runners: [newer([])] })
  strict.start()
  await until('it is told', () => rig.events.some(({ type }) => type === 'no_eligible_worker'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(strict.worker.status().noEligibleWorker).toEqual([{ runner: 'Replayable', runnerVersion: '1', jobId }])
  expect(rig.events.filter(({ type }) => type === 'no_eligible_worker')).toHaveLength(1)
  expect(await rig.state(jobId)).toMatchObject({ phase: 'Queued', fence: 0 })
  await strict.close()
  const wide = await rig.another({ runners: [newer(['1'])] })
  wide.start()
  await ended(rig, jobId)
  expect(ran).toEqual([jobId])
})

test('jobs that nobody here may run, more than a page of them, do not keep others from being run', async () => {
  const foreign = runner(async () => null, { name: 'foreign' })
  const own = runner(async () => 'done', { name: 'own' })
  const rig = await openRig({ ...real, runners: [foreign, own] })
  for (let n = 0; n < 120; n += 1) await rig.submit({ runner: 'foreign', nonce: `${n}` })
  const { jobId } = await rig.submit({ runner: 'own' })
  const worker = await rig.another({ runners: [own] })
  worker.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded' })
})

test('no more attempts run at once than were asked for', async () => {
  let [now, most] = [0, 0]
  const rig = await openRig({
    ...real,
    concurrency: 2,
    runners: [
      runner(async () => {
        now += 1
        most = Math.max(most, now)
        await new Promise((resolve) => setTimeout(resolve, 20))
        now -= 1
        return null
      }),
    ],
  })
  const jobs = await Promise.all(Array.from({ length: 7 }, (_, n) => rig.submit({ nonce: `${n}` })))
  rig.runtime.start()
  for (const { jobId } of jobs) await ended(rig, jobId)
  expect(most).toBe(2)
})

test('a worker that stops takes nothing more, keeps its leases while it drains, and hands back what may be resumed', async () => {
  const rig = await openRig({
    ...real,
    runners: [
      runner(() => new Promise((resolve) => setTimeout(() => resolve('drained'), 2 * LEASE_MS)), { name: 'short', leaseMs: LEASE_MS }),
      runner(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error(String(signal.reason))))), {
        name: 'long',
        leaseMs: 60_000,
      }),
    ],
  })
  const [short, long] = [await rig.submit({ runner: 'short' }), await rig.submit({ runner: 'long', nonce: 'long' })]
  rig.runtime.worker.start()
  await until('both run', async () => (await rig.state(short.jobId)).fence + (await rig.state(long.jobId)).fence === 2)
  const stopped = rig.runtime.worker.stop({ drainMs: 3 * LEASE_MS, graceMs: 1_000 })
  const late = await rig.submit({ runner: 'short', nonce: 'late' })
  await stopped
  expect(await rig.runtime.jobs.result(short.jobId)).toEqual({ kind: 'Succeeded', body: 'drained' })
  expect(await rig.state(long.jobId)).toMatchObject({ phase: 'Queued', fence: 1, failures: 0, losses: 0 })
  expect(await rig.state(late.jobId)).toMatchObject({ phase: 'Queued', fence: 0 })
})

test('a worker that was told to stop at once does not drain, whatever it is told after', async () => {
  const rig = await openRig({ ...real, runners: [runner(() => new Promise(() => undefined), { leaseMs: 60_000 })] })
  const { jobId } = await rig.submit()
  rig.runtime.worker.start()
  await until('it runs', async () => (await rig.state(jobId)).phase === 'Running')
  await rig.runtime.worker.stop({ graceMs: 0 })
  await rig.runtime.close({ drainMs: 600_000, graceMs: 0 })
  expect((await rig.state(jobId)).phase).toBe('Running')
})

test('a worker that is started again while it drains goes on with what runs, and hears of its cancels', async () => {
  const aborted: unknown[] = []
  const run = ({ signal }: RunContext): Promise<never> =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        aborted.push(signal.reason)
        reject(new Error(String(signal.reason)))
      }),
    )
  const rig = await openRig({ ...real, pollMs: 20, runners: [runner(run, { leaseMs: 60_000 })] })
  const { jobId } = await rig.submit()
  rig.runtime.worker.start()
  await until('it runs', () => rig.runtime.worker.status().running.length === 1)
  const stopped = rig.runtime.worker.stop({ drainMs: 60_000 })
  rig.runtime.worker.start()
  await stopped
  expect([aborted, rig.runtime.worker.status().taking]).toEqual([[], true])
  const { jobId: second } = await rig.submit({ nonce: '2' })
  await until('it takes another', () => rig.runtime.worker.status().running.length === 2)
  for (const one of [jobId, second]) await rig.runtime.jobs.cancel(one)
  for (const one of [jobId, second]) expect(await ended(rig, one)).toMatchObject({ kind: 'Cancelled' })
  expect(aborted).toEqual(['cancelled', 'cancelled'])
})
