import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, detachedJob, manualClock, openRuntime, type StopReason } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { REAL_CLOCK, LEASE_MS, newFile, openRig, REALM, runner, START_MS, submission, until } from '../runtime/rig.js'

test('fault: renewals are starved for two leases: each attempt is lost with one event and nothing else is told, and its work is aborted', async () => {
  const leaseMs = 300
  const reasons: StopReason[] = []
  let running = 0
  const rig = await openRig({
    clock: REAL_CLOCK,
    limits: { firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 },
    pollMs: 20,
    recoverEveryMs: 20,
    runners: [
      runner(
        async ({ signal, attemptId }) => {
          if (!attemptId.endsWith('.1')) return 'again'
          running += 1
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          reasons.push(signal.reason as StopReason)
          throw new Error('aborted')
        },
        { leaseMs },
      ),
    ],
  })
  const jobs = await Promise.all([1, 2, 3, 4, 5].map((n) => rig.submit({ nonce: `${n}` })))
  rig.runtime.start()
  await until('all run', () => running === jobs.length)
  const end = performance.now() + 2 * leaseMs
  while (performance.now() < end);
  for (const { jobId } of jobs) await until('it is done again', async () => (await rig.runtime.jobs.result(jobId)) !== null)
  expect(reasons).toEqual(jobs.map(() => 'lease_lost'))
  expect(rig.events.map((event) => [event.type, 'jobId' in event ? event.jobId : '']).toSorted()).toEqual(
    jobs.map(({ jobId }) => ['lease_lost', jobId]).toSorted(),
  )
  for (const { jobId } of jobs) expect(await rig.state(jobId)).toMatchObject({ phase: 'Succeeded', fence: 2, losses: 1 })
})

test('fault: 1,000 jobs fail in the same millisecond: they are due again at times that spread over the jitter', async () => {
  const file = newFile()
  const clock = manualClock(START_MS)
  const runtime = await openRuntime({ realm: REALM, file, clock, runners: [runner(async () => null)] })
  atEnd(() => runtime.close())
  const MANY = 1_000
  const dueAtMs = await Promise.all(
    Array.from({ length: MANY }, async (_, n) => {
      const { jobId } = await runtime.jobs.submit(submission({ nonce: `${n}` }))
      const granted = await runtime.attempts.claim({ jobId, holder: 'holder', workerId: '', leaseMs: LEASE_MS })
      if (!granted.ok) throw new Error(granted.refusal.code)
      expect(await runtime.attempts.fail({ ...granted.attempt, reason: 'outage', retryable: true })).toMatchObject({ ok: true })
      return (await runtime.store.load(detachedJob, { realm: REALM, jobId })).state.dueAtMs
    }),
  )
  const { firstBackoffMs, jitterMs } = DEFAULT_LIMITS
  const after = dueAtMs.map((due) => due - START_MS - firstBackoffMs)
  expect([Math.min(...after) >= 0, Math.max(...after) <= jitterMs]).toEqual([true, true])
  // Of as many moments as there are jobs, about 630 are met; and each tenth of the time has about a tenth of the jobs.
  expect(new Set(after).size).toBeGreaterThan(MANY / 2)
  const tenths = Array.from({ length: 10 }, (_, n) => after.filter((ms) => Math.min(9, Math.floor((10 * ms) / jitterMs)) === n).length)
  expect(Math.max(...tenths)).toBeLessThan(MANY / 5)
})
