import { expect, test } from 'vitest'
import { detachedJob, manualClock, openRuntime, type Attempt, type Runtime } from '../../runtime/index.js'
import { DECLARED, LEASE_MS, newFile, openRig, REALM, START_MS, submission } from '../runtime/rig.js'
import { openScene } from './crash.js'

/** One file, opened over and over, by a process that is another each time. */
function reopening() {
  const file = newFile()
  const clock = manualClock(START_MS)
  let opened = 0
  const within = async <A>(use: (runtime: Runtime) => Promise<A>): Promise<A> => {
    const runtime = await openRuntime({ realm: REALM, file, clock, runners: DECLARED, workerName: 'worker' })
    opened += 1
    try {
      return await use(runtime)
    } finally {
      await runtime.close()
    }
  }
  const state = (jobId: string) => within(async ({ store }) => (await store.load(detachedJob, { realm: REALM, jobId })).state)
  const claim = (jobId: string, holder: string): Promise<Attempt> =>
    within(async ({ attempts }) => {
      const granted = await attempts.claim({ jobId, holder, workerId: 'worker', leaseMs: LEASE_MS })
      if (!granted.ok) throw new Error(granted.refusal.code)
      return granted.attempt
    })
  return { within, state, claim, clock, opened: () => opened }
}

test('gate 21 opening the file, and recovering what lives, moves neither attempt nor fence; only a claim does, and then the older writer is refused', async () => {
  const { within, state, claim, clock } = reopening()
  const { jobId } = await within(({ jobs }) => jobs.submit(submission()))
  const first = await claim(jobId, 'first')
  const held = await state(jobId)
  for (let n = 0; n < 5; n += 1) {
    await within(({ recovery }) => recovery.pass())
    expect(await state(jobId)).toEqual(held)
  }
  // The older writer writes on, through any process.
  expect(await within(({ attempts }) => attempts.checkpoint({ ...first, cursor: 1, checkpoint: 'kept' }))).toMatchObject({ ok: true })
  clock.advance(LEASE_MS)
  await within(({ recovery }) => recovery.pass())
  expect(await state(jobId)).toMatchObject({ phase: 'RetryScheduled', fence: 1 })
  for (let n = 0; n < 3; n += 1) await within(({ recovery }) => recovery.pass())
  expect(await state(jobId)).toMatchObject({ fence: 1, losses: 1 })
  clock.advance(100_000)
  const second = await claim(jobId, 'second')
  expect([first.fence, second.fence]).toEqual([1, 2])
  const late = await within(({ attempts }) => attempts.complete({ ...first, result: 'late' }))
  expect(late).toMatchObject({ ok: false, refusal: { code: 'stale_fence' } })
  expect(await within(({ attempts }) => attempts.complete({ ...second, result: 'in time' }))).toMatchObject({ ok: true })
})

test('gate 23 a notification ends nothing: the attempt goes on, and only its last word ends the job', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const attempt = await rig.claim(jobId)
  for (const key of ['one', 'two', 'three']) {
    const said = await rig.runtime.attempts.notify({ ...attempt, key, body: { type: 'complete', result: 'looks like an end' } })
    expect(said).toMatchObject({ ok: true, transition: 'PostNew', job: { phase: 'Running', cancelRequested: false } })
    expect(await rig.runtime.jobs.result(jobId)).toBeNull()
  }
  await rig.runtime.attempts.progress({ ...attempt, cursor: 1, progress: 'still here' })
  expect(await rig.runtime.attempts.complete({ ...attempt, result: 'end' })).toMatchObject({ ok: true })
  await rig.runtime.projector.pass()
  const kinds = (await rig.runtime.sessions.pending('session')).map(({ kind }) => kind)
  expect(kinds).toEqual(['notification', 'notification', 'notification', 'terminal'])
})

test('gate 26 the attempt that follows is given the last committed checkpoint; opening alone moves no fence', async () => {
  const { within, state, claim, clock } = reopening()
  const { jobId } = await within(({ jobs }) => jobs.submit(submission({ runner: 'CheckpointResumable' })))
  const first = await claim(jobId, 'first')
  for (let at = 1; at <= 3; at += 1) {
    await within(({ attempts }) => attempts.checkpoint({ ...first, cursor: at, checkpoint: { at } }))
    expect(await state(jobId)).toMatchObject({ fence: 1, checkpoint: `{"at":${at}}` })
  }
  clock.advance(LEASE_MS)
  await within(({ recovery }) => recovery.pass())
  expect(await state(jobId)).toMatchObject({ fence: 1, checkpoint: '{"at":3}' })
  clock.advance(100_000)
  const granted = await within(({ attempts }) => attempts.claim({ jobId, holder: 'second', workerId: 'worker', leaseMs: LEASE_MS }))
  expect(granted).toMatchObject({ ok: true, attempt: { fence: 2 }, job: { checkpoint: '{"at":3}', cursor: 0 } })
})

test('gate 26 after kill -9 the job goes on from its checkpoint under the next fence, and the kill alone moved none', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('steps')
  await scene.die('checkpoint.committed:4', 'work')
  const runtime = await scene.open()
  expect(await scene.state(jobId)).toMatchObject({ phase: 'Running', fence: 1, checkpoint: '4' })
  await runtime.projector.pass()
  expect(await scene.state(jobId)).toMatchObject({ phase: 'Running', fence: 1 })
  await scene.work(jobId)
  expect(await scene.state(jobId)).toMatchObject({ phase: 'Succeeded', fence: 2 })
  expect(await runtime.jobs.result(jobId)).toMatchObject({ body: { before: 4 } })
})

test('gate 27 an observation told again is not sent again, by the next attempt neither; a later one is', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const notify = (attempt: Attempt, key: string) => rig.runtime.attempts.notify({ ...attempt, key, body: key })
  const first = await rig.claim(jobId)
  expect(await notify(first, 'a')).toMatchObject({ transition: 'PostNew' })
  expect(await notify(first, 'a')).toMatchObject({ transition: 'PostAgain' })
  rig.lapse()
  await rig.runtime.recovery.pass()
  rig.clock.advance(100_000)
  const second = await rig.claim(jobId, 'second')
  expect(await notify(second, 'a')).toMatchObject({ ok: true, transition: 'PostAgain' })
  expect(await notify(second, 'b')).toMatchObject({ ok: true, transition: 'PostNew' })
  expect(await notify(second, 'a')).toMatchObject({ transition: 'PostAgain' })
  await rig.runtime.projector.pass()
  expect((await rig.runtime.sessions.pending('session')).map(({ body }) => body)).toEqual(['a', 'b'])
})

test('gate 21 whoever takes an attempt over and is killed moves no fence; the holder before is refused, and the next takes over the same attempt', async () => {
  const scene = await openScene()
  await scene.die('reattach.committed', 'submit:shell', 'running', 'leave', 'later', 'reopen', 'ended')
  const runtime = await scene.open()
  const [job] = (await runtime.jobs.list({ sessionId: 'session' })).jobs
  const { jobId } = job!
  const held = await scene.state(jobId)
  expect(held).toMatchObject({ phase: 'Running', fence: 1 })
  const late = { jobId, attemptId: `${jobId}.1`, fence: 1, holder: 'whoever held it before' }
  expect(await runtime.attempts.complete({ ...late, result: 'late' })).toMatchObject({ ok: false, refusal: { code: 'stale_holder' } })
  expect(await scene.state(jobId)).toEqual(held)
  // The same submission is the same job.
  await scene.run('submit:shell', 'later', 'later', 'mark:go', 'ended')
  expect(await scene.state(jobId)).toMatchObject({ phase: 'Succeeded', fence: 1 })
  expect(scene.noted('runs')).toEqual(['run'])
})
