/**
 * The rule of the file's time: a step is dated by its process's clock, or by the latest date in the file, whichever is later. So time in the
 * file never steps back, and a process that is ahead takes the others with it; what it finds expired by its own clock is expired.
 */
import { array, assert, asyncProperty, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { manualClock } from '../../runtime/index.js'
import { LEASE_MS, newFile, openRig, START_MS } from '../runtime/rig.js'
import { openScene, times, told } from './scene.js'

test('fault: a process whose clock is two leases ahead takes a live lease: it is one loss like any other, the first is refused, and the job is done once', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('wait')
  const first = scene.start({ leaseMs: 1_000 })
  await first.line('running')
  const ahead = scene.start({ leaseMs: 60_000, skewMs: 2_000 })
  await ahead.line('running')
  expect(await first.line('aborted')).toBe(`aborted ${jobId} lease_lost`)
  expect(await first.line(`write ${jobId} complete`)).toMatch(/ stale_fence$/)
  expect(told(first, 'lease_lost')).toHaveLength(1)
  const journal = await scene.journal(jobId)
  expect([times(journal, 'ObserveLeaseExpiry'), times(journal, 'ClaimAttempt')]).toEqual([1, 2])
  expect(await scene.state(jobId)).toMatchObject({ phase: 'Running', fence: 2, losses: 1 })
  const dates = (await scene.runtime.store.history({ limit: 1_000 })).map(({ atMs }) => atMs)
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
})

test('fault: a process whose clock is two leases behind neither takes a live lease nor claims early, and its own leases end by the time of the file', async () => {
  const file = newFile()
  const inTime = await openRig({ file, clock: manualClock(START_MS + 100 * LEASE_MS) })
  const behind = await openRig({ file, clock: manualClock(START_MS + 98 * LEASE_MS) })
  const held = await inTime.submit({ nonce: 'held' })
  await inTime.claim(held.jobId)
  inTime.clock.advance(LEASE_MS - 1)
  expect(await behind.runtime.recovery.pass()).toMatchObject({ observed: 0, failed: 0 })
  expect(await inTime.state(held.jobId)).toMatchObject({ phase: 'Running', fence: 1 })

  const later = await inTime.submit({ nonce: 'later', dueAtMs: inTime.clock.nowMs() + 1 })
  expect(await behind.runtime.attempts.claim({ jobId: later.jobId, holder: 'early', workerId: '', leaseMs: LEASE_MS })).toMatchObject({
    ok: false,
    refusal: { code: 'not_due' },
  })
  const own = await inTime.submit({ nonce: 'own' })
  const nowMs = inTime.clock.nowMs()
  await behind.claim(own.jobId, 'behind')
  expect(await behind.state(own.jobId)).toMatchObject({ leaseExpiresAtMs: nowMs + LEASE_MS })
  expect(await inTime.runtime.recovery.pass()).toMatchObject({ observed: 0 })
})

test('fault: a clock steps back during renewals: no stored expiry ever decreases, whatever the steps', async () => {
  await assert(
    asyncProperty(array(integer({ min: -5 * LEASE_MS, max: LEASE_MS / 4 }), { minLength: 1, maxLength: 12 }), async (steps) => {
      const rig = await openRig()
      const { jobId } = await rig.submit()
      const attempt = await rig.claim(jobId)
      let expiresAtMs = (await rig.state(jobId)).leaseExpiresAtMs
      let highestMs = START_MS
      for (const step of steps) {
        rig.clock.advance(step)
        highestMs = Math.max(highestMs, rig.clock.nowMs())
        expect(await rig.runtime.attempts.renew({ ...attempt, leaseMs: LEASE_MS })).toMatchObject({ ok: true })
        const renewed = (await rig.state(jobId)).leaseExpiresAtMs
        expect(renewed).toBeGreaterThanOrEqual(expiresAtMs)
        expect(renewed).toBe(highestMs + LEASE_MS)
        expiresAtMs = renewed
      }
    }),
    { numRuns: 20 },
  )
})
