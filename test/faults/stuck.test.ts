import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { detachedJob, systemClock, type Runtime } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { openScene } from '../gates/crash.js'
import { shiftedClock } from '../gates/works.js'
import { newFile, openRig, REALM, runner, until } from '../runtime/rig.js'

async function phasesOf({ store }: Runtime): Promise<readonly string[]> {
  return (await store.instances(detachedJob, { limit: 1_000 })).found.map(({ state }) => state.phase)
}

test('fault: ten jobs run when their process is killed: each is lost or done again by its class, within lease and scan, and none stays running', async () => {
  const scene = await openScene()
  const works = ['again', 'again#2', 'again#3', 'again#4', 'once', 'once#2', 'once#3', 'once#4']
  const worker = scene.start('mark:hold', ...works.map((work) => `submit:${work}`), 'running', 'serve:worker')
  await worker.line('serving')
  worker.process.kill('SIGKILL')
  await worker.ended
  const runtime = await scene.open()
  expect(new Set(await phasesOf(runtime))).toEqual(new Set(['Running']))
  // No clock is moved: a lease is 600 ms, and a look is taken every 20.
  const begunMs = systemClock.elapsedMs()
  runtime.recovery.start()
  await until('each was seen to', async () => (await phasesOf(runtime)).every((phase) => phase !== 'Running' && phase !== 'LossObserved'))
  expect(systemClock.elapsedMs() - begunMs).toBeLessThan(5_000)
  expect((await phasesOf(runtime)).toSorted()).toEqual([...Array(4).fill('RetryScheduled'), ...Array(4).fill('WorkerLost')])
})

test('fault: a process is killed while its job holds the one slot: the slot is the attempt, and no lock is left behind', async () => {
  const rig = await openRig({ concurrency: 1, runners: [runner(async () => 'done')] })
  const [held, free] = [await rig.submit({ nonce: 'held' }), await rig.submit({ nonce: 'free' })]
  // Its holder is gone, and its lease lives.
  await rig.claim(held.jobId, 'dead')
  await rig.runtime.worker.pass()
  await until('the other is done', async () => (await rig.runtime.jobs.result(free.jobId)) !== null)
  expect(await rig.state(held.jobId)).toMatchObject({ phase: 'Running', holder: 'dead' })
  expect(rig.runtime.worker.status().running).toEqual([])
})

test('fault: killed between the commit of its end and its delivery, a job says that it has ended when it is cancelled', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('again')
  await scene.die('complete.committed', 'work')
  const { jobs } = await scene.open()
  expect(await jobs.cancel(jobId)).toMatchObject({ ok: true, outcome: 'ended', status: 'Succeeded' })
  expect(await jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'again' })
})

test('fault: fifty jobs run, and their process is restarted five times: none is stale, the loop is not blocked, and a lost job can be cancelled', async () => {
  const file = newFile()
  const clock = { ...shiftedClock(), set: () => undefined, advance: () => undefined }
  const forEver = runner(() => new Promise(() => undefined), { leaseMs: 2_000 })
  const limits = { lossBudget: 10, firstBackoffMs: 1, maxBackoffMs: 1, jitterMs: 0 }
  const rig = await openRig({ file, clock, limits, concurrency: 50, pollMs: 20, recoverEveryMs: 20, runners: [forEver] })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const jobs = await Promise.all(Array.from({ length: 50 }, (_, n) => rig.submit({ nonce: `${n}` })))
  delay.enable()
  let now = rig.runtime
  for (let restart = 1; restart <= 5; restart += 1) {
    now.start()
    await until('all run', async () => (await phasesOf(now)).every((phase) => phase === 'Running'))
    await now.worker.stop({ graceMs: 0 })
    await now.close({ graceMs: 0 })
    clock.shift(3_000)
    now = await rig.another()
    await now.recovery.pass()
    expect(await phasesOf(now)).toEqual(Array(50).fill('RetryScheduled'))
    clock.shift(10)
  }
  delay.disable()
  expect(delay.percentile(99) / 1e6).toBeLessThan(500)
  for (const { jobId } of jobs) expect(await now.jobs.cancel(jobId)).toMatchObject({ outcome: 'cancelled' })
  expect(await rig.state(jobs[0]!.jobId)).toMatchObject({ phase: 'Cancelled', losses: 5, fence: 5 })
  expect(await rig.store.load(detachedJob, { realm: REALM, jobId: jobs[49]!.jobId })).toMatchObject({ state: { phase: 'Cancelled' } })
}, 60_000)

test('fault: a job is due in forty days, and another is tried again in forty: no timer is longer than a timer can be, and neither begins early', async () => {
  const DAYS_MS = 40 * 24 * 3_600_000
  const timers = vi.spyOn(globalThis, 'setTimeout')
  atEnd(() => timers.mockRestore())
  let runs = 0
  const fails = runner(async () => Promise.reject(new Error(`${(runs += 1)}`)), { leaseMs: 2 ** 31 - 1 })
  const rig = await openRig({
    pollMs: 5,
    recoverEveryMs: 5,
    limits: { firstBackoffMs: DAYS_MS, maxBackoffMs: DAYS_MS, jitterMs: 0 },
    runners: [fails],
  })
  const now = rig.clock.nowMs()
  const due = await rig.submit({ nonce: 'due', dueAtMs: now + DAYS_MS })
  const retried = await rig.submit({ nonce: 'retried' })
  rig.runtime.start()
  await until('it waits', async () => (await rig.state(retried.jobId)).phase === 'RetryScheduled')
  rig.clock.advance(DAYS_MS - 1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await rig.state(due.jobId)).toMatchObject({ phase: 'Queued', dueAtMs: now + DAYS_MS })
  expect(runs).toBe(1)
  expect(await rig.runtime.attempts.claim({ jobId: due.jobId, holder: 'early', workerId: 'early', leaseMs: 1 })).toMatchObject({
    ok: false,
    refusal: { code: 'not_due' },
  })
  rig.clock.advance(1)
  await until('both begin', () => runs === 3)
  expect(timers.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms > 2 ** 31 - 1)).toEqual([])
})
