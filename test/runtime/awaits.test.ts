import { expect, test } from 'vitest'
import { awaitBinding } from '../../runtime/index.js'
import { openRig, REALM, SESSION, until } from './rig.js'

/** A wait for a job that was cancelled: it is released, and nobody was told yet. */
async function released() {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  await rig.runtime.await.awaitJob(SESSION, jobId)
  await rig.runtime.jobs.cancel(jobId)
  await rig.runtime.projector.pass()
  return { rig, jobId }
}

test('a wait answers at once, and is released by the end of the job', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const wait = await rig.runtime.await.awaitJob(SESSION, jobId)
  expect(wait).toEqual({ ok: true, waiting: true, sinceMs: rig.clock.nowMs() })
  const kinds: string[] = []
  rig.runtime.await.whenReleased(SESSION, jobId, (kind) => kinds.push(kind))
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.complete({ ...attempt, result: 1 })
  expect(await rig.runtime.await.get(SESSION, jobId)).toMatchObject({ waiting: true })
  await rig.runtime.projector.pass()
  expect(await rig.runtime.await.get(SESSION, jobId)).toMatchObject({ waiting: false, released: 'Succeeded' })
  await until('it is told', () => kinds.length === 1)
  await until('it is seen', async () => (await rig.runtime.await.unseen()).waits.length === 0)
  await rig.runtime.projector.pass()
  expect(kinds).toEqual(['Succeeded'])
})

test('a wait for a job that has ended is released by the same answer', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  await rig.runtime.jobs.cancel(jobId)
  expect(await rig.runtime.await.awaitJob(SESSION, jobId)).toMatchObject({ ok: true, waiting: false, released: 'Cancelled' })
  // The job's own message comes late, and finds nothing to do.
  expect(await rig.runtime.projector.pass()).toMatchObject({ failed: 0, dead: 0 })
  expect(await rig.runtime.await.get(SESSION, jobId)).toMatchObject({ released: 'Cancelled' })
})

test('a wait keeps its first moment, however often it is asked for, and is one row', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const first = await rig.runtime.await.awaitJob(SESSION, jobId)
  for (let n = 0; n < 10; n += 1) {
    rig.clock.advance(1_000)
    expect(await rig.runtime.await.awaitJob(SESSION, jobId)).toEqual(first)
  }
  expect((await rig.store.find(awaitBinding, { index: 'waits', equals: ['realm', 'Waiting'], limit: 10 })).found).toHaveLength(1)
})

test('every session that waits is released, each once, and who gave up is not', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  for (let n = 0; n < 150; n += 1) await rig.runtime.await.awaitJob(`session-${n}`, jobId)
  expect(await rig.runtime.await.abandon('session-7', jobId)).toMatchObject({ ok: true, waiting: false, released: null })
  await rig.runtime.jobs.cancel(jobId)
  await rig.runtime.projector.pass()
  const { found } = await rig.store.find(awaitBinding, { index: 'waits', equals: ['realm', 'Released'], limit: 500 })
  expect(found).toHaveLength(149)
  expect(await rig.runtime.await.get('session-7', jobId)).toMatchObject({ released: null })
  const releases = (await rig.store.history({ limit: 1_000 })).filter(({ transition }) => transition === 'ReleaseWait')
  expect(releases).toHaveLength(149)
})

test('a wait for a job that nobody submitted is refused, and not recorded', async () => {
  const rig = await openRig()
  expect(await rig.runtime.await.awaitJob(SESSION, 'job')).toMatchObject({
    ok: false,
    machine: 'DetachedJob',
    refusal: { code: 'not_in_phase' },
  })
  expect(await rig.runtime.await.get(SESSION, 'job')).toBeNull()
  expect((await rig.store.load(awaitBinding, { realm: REALM, sessionId: SESSION, jobId: 'job' })).revision).toBe(0)
})

test('after a restart the releases that nobody has seen are found', async () => {
  const { rig, jobId } = await released()
  expect((await rig.runtime.await.unseen()).waits).toEqual([{ sessionId: SESSION, jobId }])
})

test('a release that a listener was not told of, since it was ended before, is still unseen', async () => {
  const { rig, jobId } = await released()
  const told: string[] = []
  rig.runtime.await.whenReleased(SESSION, jobId, (kind) => told.push(kind))()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).toEqual([])
  expect((await rig.runtime.await.unseen()).waits).toEqual([{ sessionId: SESSION, jobId }])
})

test('a listener that throws is told again, and one that rejects what it promises is not; the host hears of both', async () => {
  const { rig, jobId } = await released()
  const told: string[] = []
  rig.runtime.await.whenReleased(SESSION, jobId, () => {
    if (told.push('thrown') === 1) throw new Error('of the listener')
  })
  await until('it is told again', () => told.length === 2)
  rig.runtime.await.whenReleased(SESSION, jobId, async () => {
    told.push('promised')
    throw new Error('of the promise')
  })
  await until('both are heard of', () => rig.events.length === 2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).toEqual(['thrown', 'thrown', 'promised'])
  expect(rig.events).toMatchObject([
    { type: 'pass_failed', what: 'notice', error: { message: 'of the listener' } },
    { type: 'pass_failed', what: 'notice', error: { message: 'of the promise' } },
  ])
})
