import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../closing.js'
import { isDamaged } from '../fixtures/past.js'
import {
  detachedJob,
  JOB_MACHINES,
  JOB_ROUTERS,
  openRuntime,
  openStore,
  storeLimits,
  type Health,
  type HealthCode,
} from '../../runtime/index.js'
import { DECLARED, LEASE_MS, newFile, openRig, REALM, runner, SESSION, until, type Rig } from '../runtime/rig.js'

const HOUR_MS = 3_600_000

const codes = ({ reasons }: Health): readonly HealthCode[] => reasons.map(({ code }) => code)

describe('gate 13: health stays ok while jobs wait, run and are awaited, however long', () => {
  test('queued for later, running under a lease that is kept, waiting outside, and awaited', async () => {
    const rig = await openRig()
    await rig.submit({ nonce: 'later', dueAtMs: rig.clock.nowMs() + 100 * HOUR_MS })
    const running = await rig.claim((await rig.submit({ nonce: 'running' })).jobId)
    const outside = await rig.claim((await rig.submit({ nonce: 'outside' })).jobId)
    await rig.runtime.attempts.waitExternally(outside)
    await rig.runtime.await.awaitJob(SESSION, running.jobId)
    for (const attempt of [running, outside]) await rig.runtime.attempts.renew({ ...attempt, leaseMs: 60 * HOUR_MS })
    rig.clock.advance(50 * HOUR_MS)
    const health = await rig.runtime.health()
    expect(health).toMatchObject({ status: 'ok', reasons: [], attempts: { live: 2, stale: 0, here: 0 }, atMs: rig.clock.nowMs() })
    expect(health.coverage.map(({ what }) => what).sort()).toEqual(
      ['attempts', 'blocked', 'cancels', 'clock', 'due', 'keeper', 'log', 'losses', 'outbox', 'sessions', 'worker'].sort(),
    )
  })

  test('jobs behind a worker that is full, and that looks', async () => {
    const go: (() => void)[] = []
    const work = runner(() => new Promise((done) => go.push(() => done('done'))), { leaseMs: 10 * HOUR_MS })
    const rig = await openRig({ runners: [work], concurrency: 1, pollMs: 20 })
    for (const nonce of ['one', 'two', 'three']) await rig.submit({ nonce })
    rig.runtime.worker.start()
    await until('one runs', () => go.length === 1)
    rig.clock.advance(HOUR_MS - 1)
    await until('it has looked since', () => rig.runtime.worker.status().lookedAgoMs === 0)
    expect(await rig.runtime.health()).toMatchObject({ status: 'ok', attempts: { live: 1, here: 1 } })
    rig.clock.advance(1)
    expect(await rig.runtime.health()).toMatchObject({ status: 'degraded', reasons: [{ code: 'no_free_place', count: 2 }] })
    expect(await rig.runtime.health({ fullForMs: 2 * HOUR_MS })).toMatchObject({ status: 'ok' })
    go[0]?.()
  })
})

describe('gate 13: health degrades, and says for what, since when and what to do', () => {
  const degraded = async (rig: Rig, code: HealthCode, more: object = {}, request = {}): Promise<void> => {
    const health = await rig.runtime.health(request)
    expect(health).toMatchObject({ status: 'degraded', reasons: [{ code, wayOut: expect.stringMatching(/^[A-Z].*\.$/), ...more }] })
  }

  test('a due job that nobody runs', async () => {
    const rig = await openRig()
    const { jobId } = await rig.submit()
    const sinceMs = rig.clock.nowMs()
    rig.clock.advance(59_999)
    expect((await rig.runtime.health()).status).toBe('ok')
    rig.clock.advance(1)
    await degraded(rig, 'no_eligible_worker', { count: 1, oldestAtMs: sinceMs, examples: [jobId] })
    expect((await rig.runtime.health({ dueForMs: HOUR_MS })).status).toBe('ok')
  })

  test('fault: heartbeats fine, no work received: the claim loop stands and renewals go on', async () => {
    let isStuck = false
    const goOn: (() => void)[] = []
    const stand = () => new Promise<void>((done) => goOn.push(done))
    const rig = await openRig({ runners: [runner(() => new Promise(() => undefined), { leaseMs: 10 * HOUR_MS })], pollMs: 20 })
    const { store } = rig
    const stuck = await openRuntime({
      realm: REALM,
      ephemeral: true,
      clock: rig.clock,
      runners: [runner(() => new Promise(() => undefined), { leaseMs: 10 * HOUR_MS })],
      pollMs: 20,
      concurrency: 2,
      // Its looks for due jobs come to no end; all else is answered.
      store: {
        ...store,
        find: async (machine, query) => {
          if (isStuck && query.index === 'due') await stand()
          return store.find(machine, query)
        },
      },
    })
    const { jobId: held } = await rig.submit({ nonce: 'held' })
    stuck.worker.start()
    await until('one runs', () => stuck.worker.status().running.length === 1)
    isStuck = true
    const { jobId } = await rig.submit({ nonce: 'waits' })
    await until('it stands', () => goOn.length > 0)
    rig.clock.advance(2 * HOUR_MS)
    await store.dispatch(
      detachedJob,
      { realm: REALM, jobId: held },
      {
        type: 'RenewLease',
        fence: 1,
        holder: (await rig.state(held)).holder,
        leaseMs: 10 * HOUR_MS,
      },
    )
    isStuck = false
    const health = await stuck.health()
    expect(health).toMatchObject({ status: 'degraded', attempts: { live: 1, stale: 0 } })
    expect(health.reasons).toMatchObject([{ code: 'no_eligible_worker', examples: [jobId] }])
    for (const go of goOn) go()
    await until('it takes jobs again', () => stuck.worker.status().running.length === 2)
    expect((await stuck.health()).status).toBe('ok')
    await stuck.close({ graceMs: 0 })
  })

  test('fault: shown as in progress, of a process that no longer exists: its attempt is live as long as its lease, then stale', async () => {
    const rig = await openRig()
    const { jobId } = await rig.submit()
    await rig.claim(jobId, 'a process that is gone')
    expect((await rig.runtime.health()).attempts).toEqual({ live: 1, stale: 0, here: 0 })
    rig.lapse()
    const endedMs = rig.clock.nowMs()
    expect(await rig.runtime.health()).toMatchObject({ status: 'ok', attempts: { live: 0, stale: 1, here: 0 } })
    rig.clock.advance(30_000)
    await degraded(rig, 'stale_lease', { count: 1, oldestAtMs: endedMs, examples: [jobId] })
    await rig.runtime.recovery.pass()
    expect(await rig.runtime.health()).toMatchObject({ status: 'ok', attempts: { live: 0, stale: 0, here: 0 } })
  })

  test('a loss that nobody says what becomes of', async () => {
    const rig = await openRig()
    const { jobId } = await rig.submit()
    await rig.claim(jobId)
    rig.lapse()
    await rig.store.dispatch(detachedJob, { realm: REALM, jobId }, { type: 'ObserveLeaseExpiry', fence: 1 })
    expect((await rig.runtime.health()).status).toBe('ok')
    rig.clock.advance(30_000)
    await degraded(rig, 'stale_lease', { count: 1, examples: [jobId] })
  })

  test('deliveries that stay, and none that pass', async () => {
    const rig = await openRig()
    await rig.runtime.jobs.cancel((await rig.submit()).jobId)
    const sinceMs = rig.clock.nowMs()
    expect((await rig.runtime.health()).status).toBe('ok')
    rig.clock.advance(60_000)
    await degraded(rig, 'delivery_backlog', { count: 1, oldestAtMs: sinceMs })
    await rig.runtime.projector.pass()
    expect((await rig.runtime.health()).status).toBe('ok')
  })

  test('a dead letter, at once', async () => {
    const file = newFile()
    const rig = await openRig({ file })
    isDamaged(file)
    const db = new Database(file)
    db.prepare(
      `INSERT INTO pawl_dead_letter (machine, key, router, route, effect, emitted_at_ms, to_machine, to_key, refusal, at_ms)
       VALUES ('DetachedJob', '["realm","a"]', 'r', 'r', '{}', 1, 'RuntimeDelivery', '["realm","a"]', '{}', 1)`,
    ).run()
    db.close()
    await degraded(rig, 'dead_letters', { count: 1 })
  })

  test('a cancel that is not acknowledged', async () => {
    const rig = await openRig()
    const attempt = await rig.claim((await rig.submit()).jobId)
    await rig.runtime.attempts.renew({ ...attempt, leaseMs: 10 * HOUR_MS })
    rig.clock.advance(HOUR_MS)
    await rig.runtime.jobs.cancel(attempt.jobId)
    const sinceMs = rig.clock.nowMs()
    for (let n = 0; n < 5; n += 1) {
      rig.clock.advance(15_000)
      await rig.runtime.attempts.renew({ ...attempt, leaseMs: 10 * HOUR_MS })
    }
    await degraded(rig, 'cancel_unacknowledged', { count: 1, oldestAtMs: sinceMs, examples: [attempt.jobId] })
    expect((await rig.runtime.health({ cancelForMs: HOUR_MS })).status).toBe('ok')
  })

  test('credentials that a job waits for', async () => {
    const rig = await openRig()
    const { jobId } = await rig.submit()
    const key = { realm: REALM, jobId }
    await rig.store.dispatch(detachedJob, key, { type: 'OfferAttempt', holder: 'h', workerId: 'w', leaseMs: LEASE_MS })
    await rig.store.dispatch(detachedJob, key, { type: 'BlockCredentials', fence: 1, holder: 'h', reason: '"gone"', forGood: false })
    const sinceMs = rig.clock.nowMs()
    rig.clock.advance(HOUR_MS - 1)
    expect((await rig.runtime.health()).status).toBe('ok')
    rig.clock.advance(1)
    await degraded(rig, 'credentials_blocked', { count: 1, oldestAtMs: sinceMs, examples: [jobId] })
  })

  test('a log beyond its bound', async () => {
    const rig = await openRig({ file: newFile() })
    await rig.submit()
    await degraded(rig, 'log_grows', {}, { walBytes: 1 })
  })

  test('a store that does not answer, and one that refused the last decision', async () => {
    const rig = await openRig({ file: newFile() })
    await rig.store.close()
    expect(await rig.runtime.health()).toMatchObject({ status: 'degraded', reasons: [{ code: 'store_unavailable' }] })
    const other = await openRig()
    const refusing = await openRuntime({
      realm: REALM,
      ephemeral: true,
      store: { ...other.store, stats: () => ({ ...other.store.stats(), failing: 'io' }) },
    })
    expect(await refusing.health()).toMatchObject({
      status: 'degraded',
      reasons: [{ code: 'store_unavailable', examples: ['the last decision failed: io'] }],
    })
    await refusing.close()
  })
})

test('gate 13: a row that nothing can be made of makes health unreadable, and names it', async () => {
  const file = newFile()
  const rig = await openRig({ file })
  const { jobId } = await rig.submit()
  await rig.submit({ nonce: 'other' })
  isDamaged(file)
  const db = new Database(file)
  db.prepare(`UPDATE DetachedJob SET restartClass = 'Nothing' WHERE jobId = ?`).run(jobId)
  db.close()
  const health = await rig.runtime.health()
  expect(health).toMatchObject({ status: 'unreadable', reasons: [{ code: 'unreadable', count: 1 }] })
  expect(health.reasons[0]?.examples[0]).toContain(jobId)
})

test('gate 13: one limit bounds every look, what it cut is said, and a malformed request is the caller`s', async () => {
  const rig = await openRig()
  for (let n = 0; n < 5; n += 1) await rig.submit({ nonce: `${n}` })
  rig.clock.advance(HOUR_MS)
  const health = await rig.runtime.health({ limit: 3 })
  expect(codes(health)).toEqual(['no_eligible_worker'])
  expect(health.reasons[0]).toMatchObject({ count: 3 })
  expect(health.coverage.find(({ what }) => what === 'due')).toEqual({ what: 'due', looked: 3, cut: true })
  await expect(rig.runtime.health({ limit: 0 })).rejects.toMatchObject({ name: 'RequestError', field: 'limit' })
})

test('gate 13: a file that is opened for reading is judged too, whatever another process does', async () => {
  const file = newFile()
  const rig = await openRig({ file })
  await rig.submit()
  const store = await openStore({
    file,
    machines: JOB_MACHINES,
    routers: JOB_ROUTERS,
    limits: storeLimits(),
    clock: rig.clock,
    readOnly: true,
  })
  atEnd(() => store.close())
  const reader = await openRuntime({ realm: REALM, store, runners: DECLARED, clock: rig.clock })
  rig.clock.advance(HOUR_MS)
  expect(await reader.health()).toMatchObject({ status: 'degraded', reasons: [{ code: 'no_eligible_worker' }] })
  await reader.close()
})
