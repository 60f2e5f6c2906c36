import { expect, test } from 'vitest'
import { manualClock } from '../../runtime/clock.js'
import type { Attempt, Said } from '../../runtime/index.js'
import { openRenewals, type News, type RenewalParts } from '../../runtime/renewals.js'
import { atEnd } from '../closing.js'
import { START_MS, until } from './rig.js'

const LEASE_MS = 300

function attempt(n: number): Attempt {
  return { jobId: `job-${n}`, attemptId: `job-${n}.1`, fence: 1, holder: 'holder' }
}

/** Renewals that ask nobody but the test, at a clock that it moves. */
function open(renew: (attempt: Attempt) => Promise<Said>, parts: Partial<RenewalParts> = {}) {
  const clock = manualClock(START_MS)
  const news: News[] = []
  const renewals = openRenewals({
    attempts: { renew },
    clock,
    share: () => 1 / 3,
    mayRenew: () => true,
    told: (one) => news.push(one),
    ...parts,
  })
  atEnd(() => {
    for (const { attempt: held } of renewals.held()) renewals.release(held.attemptId)
  })
  const hold = (n: number, leaseMs = LEASE_MS): void =>
    renewals.hold({ attempt: attempt(n), leaseMs, leaseExpiresAtMs: clock.nowMs() + leaseMs })
  return { clock, news, renewals, hold }
}

function granted(leaseExpiresAtMs: number, cancelRequested = false): Said {
  return { ok: true, transition: 'RenewLease', job: { leaseExpiresAtMs, cancelRequested } } as unknown as Said
}

test('all that is due is asked for in one turn, with one timer for all of them', async () => {
  const turns: number[] = []
  let turn = 0
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const { clock, news, hold } = open(async () => {
    turns.push(turn)
    setImmediate(() => (turn += 1))
    return granted(START_MS + 10 * LEASE_MS)
  })
  for (let n = 0; n < 500; n += 1) hold(n)
  expect(timers() - before).toBe(1)
  clock.advance(LEASE_MS / 3)
  await until('each is renewed', () => news.length === 500)
  expect(new Set(turns).size).toBe(1)
})

test('of renewals that fail again and again the first is told, and the lease is lost when it has run out, once', async () => {
  let asked = 0
  const { clock, news, hold } = open(async () => {
    asked += 1
    throw new Error('no answer')
  })
  hold(1)
  clock.advance(LEASE_MS / 3)
  await until('it is lost', () => {
    clock.advance(LEASE_MS / 30)
    return news.some(({ what }) => what === 'lost')
  })
  const told = asked
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 2))
  expect(news.map((one) => [one.what, 'code' in one ? one.code : ''])).toEqual([
    ['failed', ''],
    ['lost', 'lease_expired'],
  ])
  expect([asked > 1, asked]).toEqual([true, told])
})

test('a renewal that is not answered before the lease has run out is one that is lost, and its answer is nobody’s', async () => {
  let answer: ((said: Said) => void) | null = null
  const { clock, news, hold } = open(() => new Promise((resolve) => (answer = resolve)))
  hold(1)
  clock.advance(LEASE_MS / 3)
  await until('it is asked for', () => answer !== null)
  clock.advance(LEASE_MS)
  await until('it is lost', () => news.length > 0)
  answer!(granted(START_MS + 10 * LEASE_MS))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(news).toEqual([{ what: 'lost', attemptId: 'job-1.1', code: 'lease_expired' }])
})

test('what the machine refuses is lost as it says, and a cancel that somebody asked for is told with the renewal', async () => {
  const { clock, news, hold } = open(async ({ jobId }) =>
    jobId === 'job-1'
      ? { ok: false, machine: 'DetachedJob', refusal: { code: 'stale_fence', transition: null, detail: {} } as never }
      : granted(START_MS + 10 * LEASE_MS, true),
  )
  hold(1)
  hold(2)
  clock.advance(LEASE_MS / 3)
  await until('both are told', () => news.length === 2)
  expect(news).toEqual([
    { what: 'lost', attemptId: 'job-1.1', code: 'stale_fence' },
    { what: 'renewed', attemptId: 'job-2.1', leaseExpiresAtMs: START_MS + 10 * LEASE_MS, cancelRequested: true },
  ])
})

test('what somebody else has renewed is not asked for until it is due again; a lease that was granted a while ago is due the sooner', async () => {
  const asked: string[] = []
  const { clock, renewals, hold } = open(async ({ jobId }) => {
    asked.push(jobId)
    return granted(START_MS + 10 * LEASE_MS)
  })
  hold(1)
  renewals.hold({ attempt: attempt(2), leaseMs: LEASE_MS, leaseExpiresAtMs: START_MS + LEASE_MS / 2 })
  await until('the older one is asked for', () => asked.length > 0)
  clock.advance(LEASE_MS / 4)
  renewals.heard('job-1.1', clock.nowMs() + LEASE_MS)
  clock.advance(LEASE_MS / 4)
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS))
  expect(asked).not.toContain('job-1')
  clock.advance(LEASE_MS / 4)
  await until('it is due', () => asked.includes('job-1'))
})

test('while it may not renew it renews nothing and forgets nothing', async () => {
  let may = false
  const asked: string[] = []
  const { clock, renewals, hold } = open(
    async ({ jobId }) => {
      asked.push(jobId)
      return granted(clock.nowMs() + LEASE_MS)
    },
    { mayRenew: () => may },
  )
  hold(1)
  clock.advance(2 * LEASE_MS)
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS))
  expect([asked, renewals.held().length]).toEqual([[], 1])
  may = true
  await until('it is asked for', () => asked.length > 0)
})
