import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import {
  awaitBinding,
  detachedJob,
  JOB_MACHINES,
  JOB_ROUTERS,
  manualClock,
  openMemoryStore,
  openRuntime,
  RequestError,
  storeLimits,
  subscription,
  type Granted,
  type Pruned,
  type PruneRequest,
} from '../../runtime/index.js'
import { isDamaged } from '../fixtures/past.js'
import { DECLARED, newFile, openRig, REALM, SESSION, submission, until } from '../runtime/rig.js'
import { sqlIn } from './files.js'
import { bodiesOf, DAY_MS, finished, heard, OLD, pruned, reasons } from './pruned.js'

test('a job that ended long ago lets go of its work, its artifacts and its journal; its stub answers whoever asks again', async () => {
  const rig = await openRig()
  const jobId = await finished(rig)
  await heard(rig)
  const before = await rig.state(jobId)
  rig.clock.advance(31 * DAY_MS)
  const steps = (await rig.store.history({ limit: 100 })).length
  // To let go of something is a step, and is cut with the others.
  expect(await pruned(rig.runtime.maintenance)).toEqual({ jobs: 1, artifacts: 1, bodies: 2, entries: steps + 4, discarded: 1, kept: [] })
  expect(await rig.store.history({ limit: 100 })).toEqual([])
  expect(await rig.state(jobId)).toEqual({
    ...before,
    arguments: '',
    terms: '',
    progress: '',
    checkpoint: '',
    outcome: '',
    artifactsSize: 0,
  })
  expect(await rig.submit()).toMatchObject({ jobId, deduplicated: true, status: 'Succeeded' })
  expect(await rig.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: null })
  expect(await rig.runtime.jobs.artifacts(jobId)).toEqual([])
  expect(await rig.runtime.jobs.evidence(jobId)).toMatchObject({ status: 'Succeeded', links: [], artifacts: [] })
  expect(await bodiesOf(rig)).toEqual(['', ''])
  expect(await rig.runtime.await.awaitJob(SESSION, jobId)).toMatchObject({ waiting: false, released: 'Succeeded' })
})

test('what has no step in the journal any more is not looked at again', async () => {
  const rig = await openRig()
  for (const nonce of ['a', 'b', 'c']) await finished(rig, { nonce })
  await heard(rig)
  rig.clock.advance(31 * DAY_MS)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 3, artifacts: 3, bodies: 6, discarded: 3, kept: [] })
  rig.clock.advance(60 * DAY_MS)
  const { commits } = rig.store.stats()
  expect(await rig.runtime.maintenance.prune(OLD)).toEqual({
    jobs: 0,
    artifacts: 0,
    bodies: 0,
    entries: 0,
    discarded: 0,
    kept: [],
    next: null,
  })
  expect(rig.store.stats().commits).toBe(commits)
})

test('a job is kept while one of its messages is under way or refused', async () => {
  const rig = await openRig()
  const jobId = await finished(rig)
  rig.clock.advance(31 * DAY_MS)
  const state = await rig.state(jobId)
  expect(reasons(await pruned(rig.runtime.maintenance))).toEqual([['undelivered', 1]])
  expect(await rig.state(jobId)).toEqual(state)
  expect(await rig.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: `result of ${jobId}` })
  await heard(rig)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 1 })
})

test('a job is kept while its session, or one that subscribed, has not applied what it sent', async () => {
  const rig = await openRig()
  const other = await finished(rig, { nonce: 'other' })
  const { jobId } = await rig.submit()
  await rig.runtime.sessions.subscribe({ sessionId: 'listener', jobId, kind: 'event' })
  await rig.runtime.sessions.subscribe({ sessionId: 'recorder', jobId, kind: 'record' })
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await rig.runtime.projector.pass()
  rig.clock.advance(31 * DAY_MS)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 0, bodies: 0, kept: [{ reason: 'unapplied', count: 2 }] })
  await rig.runtime.sessions.apply(SESSION, () => undefined)
  rig.clock.advance(31 * DAY_MS)
  const second = await pruned(rig.runtime.maintenance)
  expect(second).toMatchObject({ jobs: 1, kept: [{ reason: 'unapplied', count: 1, examples: [expect.stringContaining(jobId)] }] })
  expect((await rig.state(other)).outcome).toBe('')
  expect((await rig.state(jobId)).outcome).toBe('"done"')
  await rig.runtime.sessions.apply('listener', () => undefined)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 1 })
  expect((await rig.runtime.sessions.records('recorder', jobId)).records).toMatchObject([{ end: 'Succeeded', body: 'done' }])
})

test('a job counts from its end, whatever asked about it since', async () => {
  const rig = await openRig()
  const jobId = await finished(rig)
  await heard(rig)
  rig.clock.advance(29 * DAY_MS)
  await rig.runtime.await.awaitJob('curious', jobId)
  expect(reasons(await pruned(rig.runtime.maintenance))).toEqual([])
  rig.clock.advance(2 * DAY_MS)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 1 })
  rig.clock.advance(31 * DAY_MS)
  // The stub was asked, and that is a step as any other.
  await rig.runtime.await.awaitJob('late', jobId)
  rig.clock.advance(31 * DAY_MS)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 0, kept: [] })
  expect(await rig.store.history({ limit: 10 })).toEqual([])
})

test('a job that ended lately is kept as it is, though it was submitted long ago and somebody let go of its arguments', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  rig.clock.advance(40 * DAY_MS)
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.artifact({ ...attempt, name: 'report', source: Buffer.from('young') })
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await heard(rig)
  await rig.store.dispatch(detachedJob, { realm: REALM, jobId }, { type: 'ForgetWork' })
  expect(reasons(await pruned(rig.runtime.maintenance))).toEqual([['young', 1]])
  expect(await rig.runtime.jobs.artifacts(jobId)).toHaveLength(1)
})

test('a job that goes on keeps everything, and its journal is cut where nine tenths of it are old', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.renew({ ...attempt, leaseMs: 20 * DAY_MS })
  for (let cursor = 1; cursor <= 30; cursor += 1) {
    await rig.runtime.attempts.progress({ ...attempt, cursor, progress: cursor })
  }
  rig.clock.advance(2 * DAY_MS)
  for (let cursor = 31; cursor <= 33; cursor += 1) await rig.runtime.attempts.progress({ ...attempt, cursor, progress: cursor })
  const state = await rig.state(jobId)
  const { entries } = await pruned(rig.runtime.maintenance, { olderThanMs: DAY_MS })
  expect(entries).toBeGreaterThan(30)
  expect(await rig.state(jobId)).toEqual(state)
  await rig.runtime.attempts.progress({ ...attempt, cursor: 34, progress: 34 })
  expect(await rig.store.journal(detachedJob, { realm: REALM, jobId }, { limit: 10 })).toMatchObject([{ transition: 'ReportProgress' }])
  rig.clock.advance(2 * DAY_MS)
  await rig.runtime.attempts.progress({ ...attempt, cursor: 35, progress: 35 })
  expect(reasons(await pruned(rig.runtime.maintenance, { olderThanMs: DAY_MS }))).toEqual([['young', 1]])
})

test('journals of waits and subscriptions are cut once they are old, and what stands there stays', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  await rig.runtime.await.awaitJob(SESSION, jobId)
  await rig.runtime.sessions.subscribe({ sessionId: 'listener', jobId, kind: 'notification' })
  rig.clock.advance(31 * DAY_MS)
  const states = async () => [
    await rig.store.load(awaitBinding, { realm: REALM, sessionId: SESSION, jobId }),
    await rig.store.load(subscription, { realm: REALM, sessionId: 'listener', jobId }),
    await rig.store.load(detachedJob, { realm: REALM, jobId }),
  ]
  const before = await states()
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 0, entries: 3, kept: [] })
  expect(await states()).toEqual(before)
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await heard(rig, 'listener')
  expect(await rig.runtime.await.get(SESSION, jobId)).toMatchObject({ released: 'Succeeded' })
  expect(await rig.runtime.sessions.subscription('listener', jobId)).toMatchObject({ status: 'Ended', received: 1 })
})

test('a preview says what would be done, and writes nothing', async () => {
  const rig = await openRig()
  for (const nonce of ['a', 'b']) await finished(rig, { nonce })
  await heard(rig)
  await finished(rig, { nonce: 'c' })
  rig.clock.advance(31 * DAY_MS)
  const { commits } = rig.store.stats()
  const would = await pruned(rig.runtime.maintenance, { ...OLD, preview: true })
  expect(rig.store.stats().commits).toBe(commits)
  expect(would).toMatchObject({ jobs: 2, artifacts: 2, bodies: 4, discarded: 0, kept: [{ reason: 'undelivered', count: 1 }] })
  const { kept, ...did } = await pruned(rig.runtime.maintenance)
  expect(did).toEqual({ jobs: 2, artifacts: 2, bodies: 4, entries: would.entries + 2 + 2 + 4, discarded: 2 })
  expect(kept).toEqual(would.kept)
})

test.each([1, 2, 7])('passes of %i steps do what one pass does, and look at nothing twice', async (limit) => {
  const rig = await openRig()
  const sessions = ['one', 'two', 'three']
  for (const sessionId of sessions) {
    for (const nonce of ['a', 'b', 'c']) await finished(rig, { sessionId, nonce })
    if (sessionId !== 'three') await heard(rig, sessionId)
  }
  await rig.runtime.projector.pass()
  rig.clock.advance(31 * DAY_MS)
  const done = await pruned(rig.runtime.maintenance, { ...OLD, limit })
  expect(done).toMatchObject({ jobs: 6, artifacts: 6, bodies: 12, discarded: 6, kept: [{ reason: 'unapplied', count: 3 }] })
  expect((await bodiesOf(rig, 'three')).every((body) => body !== '')).toBe(true)
  expect(await rig.store.history({ limit: 100 })).toSatisfy((steps: readonly { readonly key: object }[]) =>
    steps.every(({ key }) => !JSON.stringify(key).includes('one')),
  )
})

test('two prunes at once do it once', async () => {
  const rig = await openRig()
  for (const nonce of ['a', 'b', 'c', 'd']) await finished(rig, { nonce })
  await heard(rig)
  rig.clock.advance(31 * DAY_MS)
  const other = await rig.another()
  const both = await Promise.all([pruned(rig.runtime.maintenance), pruned(other.maintenance)])
  expect(both.reduce((sum, { bodies }) => sum + bodies, 0)).toBe(8)
  await pruned(rig.runtime.maintenance)
  rig.clock.advance(31 * DAY_MS)
  await pruned(rig.runtime.maintenance)
  expect(await rig.store.history({ limit: 100 })).toEqual([])
  expect(new Set(await bodiesOf(rig))).toEqual(new Set(['']))
})

test('a store in memory lets go of the same', async () => {
  const clock = manualClock(1_000_000)
  const store = await openMemoryStore({ machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits(), clock })
  const runtime = await openRuntime({ store, realm: REALM, ephemeral: true, runners: DECLARED, clock })
  const { jobId } = await runtime.jobs.submit(submission())
  const { attempt } = (await runtime.attempts.claim({ jobId, holder: 'holder', workerId: 'worker', leaseMs: 1_000 })) as Granted & {
    readonly ok: true
  }
  await runtime.attempts.artifact({ ...attempt, name: 'report', source: Buffer.from('report') })
  await runtime.attempts.complete({ ...attempt, result: 'done' })
  await runtime.projector.pass()
  await runtime.sessions.apply(SESSION, () => undefined)
  clock.advance(31 * DAY_MS)
  expect(await pruned(runtime.maintenance)).toMatchObject({ jobs: 1, artifacts: 1, bodies: 1, discarded: 1, kept: [] })
  expect(await store.history({ limit: 10 })).toEqual([])
  expect(await runtime.jobs.submit(submission())).toMatchObject({ jobId, deduplicated: true, status: 'Succeeded' })
  await runtime.close()
  await store.close()
})

test('what cannot be read is kept and named, and keeps nothing else back', async () => {
  const file = newFile()
  isDamaged(file)
  const rig = await openRig({ file })
  const [broken, sound] = [await finished(rig, { nonce: 'broken', sessionId: 'other' }), await finished(rig, { nonce: 'sound' })]
  await rig.runtime.projector.pass()
  for (const sessionId of [SESSION, 'other']) await rig.runtime.sessions.apply(sessionId, () => undefined)
  const db = new Database(file)
  db.prepare('UPDATE DetachedJob SET phase = ? WHERE jobId = ?').run('Broken', broken)
  db.prepare(`UPDATE "RuntimeDelivery.deliveries" SET kind = 'Broken' WHERE sessionId = 'other' AND sequence = 1`).run()
  db.close()
  rig.clock.advance(31 * DAY_MS)
  const { kept, ...done } = await pruned(rig.runtime.maintenance)
  // Of bytes nobody can tell any more whether a job refers to them.
  expect(done).toMatchObject({ jobs: 1, artifacts: 1, bodies: 2, discarded: 0 })
  expect(kept.flatMap(({ reason, examples }) => examples.map((example) => [reason, example]))).toEqual([
    ['unreadable', expect.stringContaining(broken)],
    ['unreadable', expect.stringContaining('"other"')],
    ['unreadable', expect.stringContaining('cannot be read')],
  ])
  expect((await rig.state(sound)).outcome).toBe('')
})

test('who looked at an inbox before another applied it, and a prune let go of it, is handed no delivery without its body', async () => {
  const rig = await openRig()
  await finished(rig)
  await rig.runtime.projector.pass()
  const gates: (() => void)[] = []
  const rows: typeof rig.store.rows = async (...query) => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return rig.store.rows(...query)
  }
  const late = await rig.another({ store: { ...rig.store, rows } })
  const handed: unknown[] = []
  const applying = late.sessions.apply(SESSION, ({ sequence, body }) => void handed.push([sequence, body]))
  const pending = late.sessions.pending(SESSION)
  await until('both are at the rows', () => gates.length === 2)
  await heard(rig)
  rig.clock.advance(1)
  expect(await pruned(rig.runtime.maintenance, { olderThanMs: 0 })).toMatchObject({ bodies: 2 })
  await finished(rig, { nonce: 'next' })
  await rig.runtime.projector.pass()
  const opening = setInterval(() => gates.splice(0).forEach((open) => open()), 1)
  expect((await pending).map(({ sequence }) => sequence)).toEqual([3, 4])
  expect(await applying).toBe(2)
  clearInterval(opening)
  expect(handed).toEqual([
    [3, expect.stringMatching(/^note of /)],
    [4, expect.stringMatching(/^result of /)],
  ])
})

test('a step that holds no input keeps no job from being pruned, its own neither', async () => {
  const rig = await openRig({ file: newFile() })
  for (const nonce of ['a', 'b', 'c']) await finished(rig, { nonce })
  await heard(rig)
  rig.clock.advance(31 * DAY_MS)
  isDamaged(rig.store.file)
  sqlIn(rig.store.file, `UPDATE pawl_journal SET input = '{' WHERE entry = 1`)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 3, kept: [] })
})

const BROKEN: readonly (readonly [string, string, Pruned['kept'][number]['reason']])[] = [
  ['whose first step has no key', `UPDATE pawl_journal SET key = '[' WHERE entry = 1`, 'unreadable'],
  ['whose first step is of a machine that nobody knows', `UPDATE pawl_journal SET machine = 'Nobody' WHERE entry = 1`, 'foreign'],
  ['which is gone', `DELETE FROM DetachedJob WHERE pawl_row = 1`, 'unreadable'],
  ['which was set back', `UPDATE DetachedJob SET pawl_revision = 0 WHERE pawl_row = 1`, 'unreadable'],
]

test.each(BROKEN)('a job %s keeps no other from being pruned', async (_what, sql, reason) => {
  const rig = await openRig({ file: newFile() })
  for (const nonce of ['a', 'b', 'c']) await finished(rig, { nonce })
  await heard(rig)
  rig.clock.advance(31 * DAY_MS)
  isDamaged(rig.store.file)
  sqlIn(rig.store.file, sql)
  const would = await pruned(rig.runtime.maintenance, { ...OLD, preview: true })
  const did = await pruned(rig.runtime.maintenance)
  for (const walk of [would, did]) {
    expect(walk.jobs).toBeGreaterThanOrEqual(2)
    expect(reasons(walk).map(([why]) => why)).toContain(reason)
  }
  expect(await rig.store.upkeep.steps({ limit: 100 })).not.toEqual([])
})

test('another realm of the file keeps all of its own', async () => {
  const rig = await openRig()
  await finished(rig)
  await heard(rig)
  rig.clock.advance(31 * DAY_MS)
  const elsewhere = await rig.another({ realm: 'elsewhere' })
  for (const limit of [1, 500]) expect(reasons(await pruned(elsewhere.maintenance, { ...OLD, limit }))).toEqual([['foreign', 3]])
  expect((await bodiesOf(rig)).every((body) => body !== '')).toBe(true)
})

test('a malformed request is rejected, and names its field', async () => {
  const { maintenance } = (await openRig()).runtime
  const malformed: readonly [object, string][] = [
    [{}, 'olderThanMs'],
    [{ olderThanMs: -1 }, 'olderThanMs'],
    [{ olderThanMs: 1, limit: 0 }, 'limit'],
    [{ olderThanMs: 1, after: 'somewhere' }, 'after'],
    [{ olderThanMs: 1, preview: 'yes' }, 'preview'],
    [{ olderThanMs: 1, apply: true }, 'apply'],
  ]
  for (const [request, field] of malformed) {
    const error: unknown = await maintenance.prune(request as PruneRequest).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ field })
  }
})
