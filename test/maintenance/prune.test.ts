import { expect, test } from 'vitest'
import {
  awaitBinding,
  detachedJob,
  RequestError,
  runtimeDelivery,
  subscription,
  type Maintenance,
  type Pruned,
  type PruneRequest,
  type SubmitRequest,
} from '../../runtime/index.js'
import { openRig, REALM, SESSION, type Rig } from '../runtime/rig.js'

const DAY_MS = 86_400_000
const OLD = { olderThanMs: 30 * DAY_MS }

/** A job that notified once, left an artifact and succeeded; nothing of it is carried yet. */
async function finished(rig: Rig, request: Partial<SubmitRequest> = {}): Promise<string> {
  const { jobId } = await rig.submit(request)
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.progress({ ...attempt, cursor: 1, progress: 'half' })
  await rig.runtime.attempts.notify({ ...attempt, key: 'note', body: `note of ${jobId}` })
  await rig.runtime.attempts.artifact({ ...attempt, name: 'report', source: Buffer.from(`report of ${jobId}`) })
  await rig.runtime.attempts.complete({ ...attempt, result: `result of ${jobId}` })
  return jobId
}

async function heard(rig: Rig, sessionId = SESSION): Promise<void> {
  await rig.runtime.projector.pass()
  await rig.runtime.sessions.apply(sessionId, () => undefined)
}

/** So many of those that wait. */
async function applySome({ runtime }: Rig, count: number): Promise<void> {
  let left = count
  const applying = runtime.sessions.apply(SESSION, () => {
    left -= 1
    if (left < 0) throw new Error('enough')
  })
  await expect(applying).rejects.toThrow('enough')
}

/** Every pass of a walk, added up. */
async function pruned(maintenance: Maintenance, request: PruneRequest = OLD): Promise<Omit<Pruned, 'next'>> {
  const kept = new Map<string, { reason: Pruned['kept'][number]['reason']; count: number; examples: readonly string[] }>()
  const sum = { jobs: 0, artifacts: 0, bodies: 0, entries: 0, discarded: 0 }
  for (let after: string | null = ''; after !== null;) {
    const pass: Pruned = await maintenance.prune(after === '' ? request : { ...request, after })
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += pass[name]
    for (const { reason, count, examples } of pass.kept) {
      const held = kept.get(reason) ?? { reason, count: 0, examples: [] }
      kept.set(reason, { reason, count: held.count + count, examples: [...held.examples, ...examples] })
    }
    after = pass.next
  }
  return { ...sum, kept: [...kept.values()] }
}

function reasons({ kept }: Pick<Pruned, 'kept'>): readonly (readonly [string, number])[] {
  return kept.map(({ reason, count }) => [reason, count] as const).toSorted()
}

async function bodiesOf({ store }: Rig, sessionId = SESSION): Promise<readonly string[]> {
  const { rows } = await store.rows(runtimeDelivery, { realm: REALM, sessionId }, 'deliveries', { by: 'sequence', limit: 1_000 })
  return rows.map(({ row }) => String(row['body']))
}

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

test('an inbox lets go of what was applied so long ago, and of nothing that came or was applied since', async () => {
  const rig = await openRig()
  for (const nonce of ['a', 'b']) await finished(rig, { nonce })
  await rig.runtime.projector.pass()
  await applySome(rig, 2)
  rig.clock.advance(31 * DAY_MS)
  await applySome(rig, 1)
  const bodies = await bodiesOf(rig)
  expect(reasons(await pruned(rig.runtime.maintenance))).toEqual([
    ['unapplied', 1],
    ['young', 1],
  ])
  expect(await bodiesOf(rig)).toEqual(['', '', ...bodies.slice(2)])
  expect(bodies.slice(2)).not.toContain('')
  expect(await rig.runtime.sessions.pending(SESSION)).toMatchObject([{ sequence: 4 }])
})

test('what a busy inbox keeps when its journal is cut is found by the next walks, though nothing more is ever sent to it', async () => {
  const rig = await openRig()
  for (let n = 0; n < 30; n += 1) {
    await finished(rig, { nonce: `old ${n}` })
    await heard(rig)
  }
  rig.clock.advance(31 * DAY_MS)
  await finished(rig, { nonce: 'young' })
  await heard(rig)
  const inbox = { realm: REALM, sessionId: SESSION }
  const first = await pruned(rig.runtime.maintenance)
  expect(first).toMatchObject({ jobs: 30, bodies: 60 })
  // The last that it let go of is the step by which it is found again.
  expect(await rig.store.journal(runtimeDelivery, inbox, { limit: 10 })).toMatchObject([
    { transition: 'ForgetNext', input: { sequence: 60 } },
  ])
  expect((await bodiesOf(rig)).filter((body) => body !== '')).toHaveLength(2)
  rig.clock.advance(31 * DAY_MS)
  expect(await pruned(rig.runtime.maintenance)).toMatchObject({ jobs: 1, bodies: 2, kept: [] })
  expect(new Set(await bodiesOf(rig))).toEqual(new Set(['']))
  expect(await rig.store.history({ limit: 10 })).toEqual([])
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

test('another realm of the file keeps all of its own', async () => {
  const rig = await openRig()
  await finished(rig)
  await heard(rig)
  rig.clock.advance(31 * DAY_MS)
  const elsewhere = await rig.another({ realm: 'elsewhere' })
  expect(reasons(await pruned(elsewhere.maintenance))).toEqual([['foreign', 3]])
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
