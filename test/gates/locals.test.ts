/** Effects that stay in their process die with it: each is made again, by whoever comes, from what the state says. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { systemClock, type Notice } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { REAL_CLOCK, openRig, runner, until } from '../runtime/rig.js'
import { bundled, startChild } from '../runtime/child.js'
import { openScene } from './crash.js'

test('a job whose submitter died before it woke anybody is found by any worker', async () => {
  const scene = await openScene()
  await scene.die('commit.committed', 'submit:again')
  const { jobs } = await scene.open()
  const [job] = (await jobs.list({ status: 'Queued' })).jobs
  await scene.work(job!.jobId)
  expect(scene.noted('runs')).toEqual(['again'])
})

test('a session whose projector died before it woke it is found, and woken once for each delivery', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('steps')
  await scene.work(jobId)
  await scene.die('commit.committed:3', 'project')
  const { sessions, projector } = await scene.open()
  expect((await sessions.waiting()).sessionIds).toEqual(['session'])
  const notices: Notice[] = []
  const end = sessions.watch('session', (notice) => notices.push(notice))
  await projector.pass()
  await until('the session is woken', () => notices.length === 3)
  expect(notices.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  end()
})

test('work whose canceller died before it said so is stopped all the same', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('once')
  const worker = scene.start('work')
  await worker.line('running')
  await scene.die('commit.committed', `cancel:${jobId}`)
  const { jobs } = await scene.open()
  await until('it ends', async () => (await jobs.result(jobId)) !== null)
  expect(await jobs.result(jobId)).toMatchObject({ kind: 'Cancelled' })
})

test('a session that waits is found though whoever released it died before it said so', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('again')
  const waiting = await scene.open()
  await waiting.await.awaitJob('session', jobId)
  await scene.work(jobId)
  // The end goes to the inbox and to those who wait: the second message releases.
  await scene.die('deliver.moved', 'project')
  await waiting.projector.pass()
  const { waits } = await waiting.await.unseen()
  expect(waits).toEqual([{ sessionId: 'session', jobId }])
  const kinds: string[] = []
  atEnd(waiting.await.whenReleased('session', jobId, (kind) => kinds.push(kind)))
  await until('it is told', () => kinds.length === 1)
  await until('it is seen', async () => (await waiting.await.unseen()).waits.length === 0)
})

test('a cancel of another process reaches the work soon, without anybody telling', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('once')
  const worker = scene.start('work')
  await worker.line('running')
  const { jobs } = await scene.open()
  const begunMs = systemClock.elapsedMs()
  await jobs.cancel(jobId)
  await until('it ends', async () => (await jobs.result(jobId)) !== null)
  expect(systemClock.elapsedMs() - begunMs).toBeLessThan(5_000)
})

test('a cancel on the command line reaches the work of another process soon, without anybody telling', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('once')
  const worker = scene.start('work')
  await worker.line('running')
  const pawld = await bundled(fileURLToPath(new URL('../../runtime/cli.ts', import.meta.url)))
  const asked = startChild(pawld, ['--file', scene.file, '--realm', 'realm', '--json', 'jobs', 'cancel', jobId])
  expect([await asked.ended, asked.stderr()]).toEqual([{ code: 0, signal: null }, ''])
  const { jobs } = await scene.open()
  const begunMs = systemClock.elapsedMs()
  await until('it ends', async () => (await jobs.result(jobId)) !== null)
  expect(systemClock.elapsedMs() - begunMs).toBeLessThan(5_000)
  expect(await jobs.result(jobId)).toMatchObject({ kind: 'Cancelled' })
})

test('a cancel between the grant and the first step is heeded: the job ends, and no work is left', async () => {
  let stopped = 0
  const rig = await openRig({
    clock: REAL_CLOCK,
    pollMs: 20,
    runners: [
      runner(async ({ signal }) => {
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        stopped += 1
        throw new Error('stopped')
      }),
    ],
  })
  const { jobId } = await rig.submit()
  let cancelled: Promise<unknown> = Promise.resolve()
  rig.store.onCommitted(({ transition }) => {
    if (transition === 'ClaimAttempt') cancelled = rig.runtime.jobs.cancel(jobId)
  })
  rig.runtime.worker.start()
  await until('it ends', async () => (await rig.runtime.jobs.result(jobId)) !== null)
  expect(await cancelled).toMatchObject({ ok: true, outcome: 'requested' })
  expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ kind: 'Cancelled' })
  expect(stopped).toBe(1)
})
