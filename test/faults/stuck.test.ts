import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { awaitBinding, detachedJob, manualClock, openRuntime, systemClock, type Runtime } from '../../runtime/index.js'
import { reap } from '../../runtime/process-identity.js'
import { processOf } from '../../runtime/process-runner.js'
import { openScene as openClockScene } from '../clocks/scene.js'
import { atEnd } from '../closing.js'
import { openScene } from '../gates/crash.js'
import { shiftedClock } from '../gates/works.js'
import { DECLARED, newFile, openRig, REALM, runner, START_MS, submission, until } from '../runtime/rig.js'

async function phasesOf({ store }: Runtime): Promise<readonly string[]> {
  return (await store.instances(detachedJob, { limit: 1_000 })).found.map(({ state }) => state.phase)
}

test('fault: ten jobs run when their process is killed: each is lost or done again by its class, within lease and scan, and none stays running', async () => {
  const scene = await openScene()
  // Five for each of two processes, which share the file; the commands outlive both.
  const workers = [1, 2].map((process) => {
    const works = ['again', 'again', 'once', 'once', 'shell'].map((work, n) => `submit:${work}#${process}.${n}`)
    return scene.start('mark:hold', ...works, 'running', 'serve:worker')
  })
  await Promise.all(workers.map((worker) => worker.line('serving')))
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(workers.map((worker) => worker.ended))
  const runtime = await scene.open()
  expect(await phasesOf(runtime)).toEqual(Array(10).fill('Running'))
  for (const { state } of (await runtime.store.instances(detachedJob, { limit: 20 })).found) {
    if (state.handle !== null) atEnd(() => reap(processOf(state.handle!)!, { graceMs: 0 }))
  }
  // No clock is moved: a lease is 600 ms, and a look is taken every 20.
  const begunMs = systemClock.elapsedMs()
  runtime.recovery.start()
  const isSeen = (phases: readonly string[]): boolean =>
    !phases.includes('Running') && phases.filter((phase) => phase === 'LossObserved').length === 2
  await until('each was seen to', async () => isSeen(await phasesOf(runtime)))
  expect(systemClock.elapsedMs() - begunMs).toBeLessThan(5_000)
  // What outlives its worker waits for one that takes it over.
  expect((await phasesOf(runtime)).toSorted()).toEqual([
    ...Array(2).fill('LossObserved'),
    ...Array(4).fill('RetryScheduled'),
    ...Array(4).fill('WorkerLost'),
  ])
})

test('fault: a process is killed while its job holds the one slot: the slot is the attempt, and no lock is left behind', async () => {
  const scene = await openClockScene()
  const held = await scene.submit('wait', 'held')
  const first = scene.start({ leaseMs: 60_000, concurrency: 1 })
  await first.line(`running ${held.jobId}`)
  first.process.kill('SIGKILL')
  await first.ended
  const before = await scene.state(held.jobId)
  const free = await scene.submit('work', 'free')
  // Under the same name, while the lease of the first still lives.
  scene.start({ leaseMs: 60_000, concurrency: 1 })
  await until('the other is done', async () => (await scene.runtime.jobs.result(free.jobId)) !== null)
  expect(await scene.state(held.jobId)).toEqual(before)
  expect(before).toMatchObject({ phase: 'Running', fence: 1 })
})

test('fault: recovery at the start enqueues parked waits again: five hundred, over ten restarts, are five hundred, and each is released once', async () => {
  const file = newFile()
  const clock = manualClock(START_MS)
  const open = () => openRuntime({ realm: REALM, file, clock, runners: DECLARED, keeper: 'in_thread', pollMs: 5, recoverEveryMs: 5 })
  const first = await open()
  const { jobId } = await first.jobs.submit(submission({ dueAtMs: START_MS + 3_600_000 }))
  await Promise.all(Array.from({ length: 500 }, (_, n) => first.await.awaitJob(`session ${n}`, jobId)))
  const entries = (await first.store.history({ limit: 1_000 })).length
  await first.close()
  for (let restart = 1; restart <= 10; restart += 1) {
    clock.advance(60_000)
    const next = await open()
    next.start()
    await Promise.all([next.worker.pass(), next.recovery.pass(), next.turns.recover(), next.projector.pass()])
    const { found } = await next.store.find(awaitBinding, { index: 'waits', equals: [REALM, 'Waiting'], limit: 1_000 })
    expect([restart, found.length, (await next.store.history({ limit: 1_000 })).length]).toEqual([restart, 500, entries])
    expect((await next.store.instances(detachedJob, { limit: 10 })).found).toHaveLength(1)
    await next.close({ graceMs: 0 })
  }
  const last = await open()
  await last.jobs.cancel(jobId)
  for (let passes = 0; (await last.store.outbox.census({ limit: 1 })).pending > 0 && passes < 20; passes += 1) await last.projector.pass()
  const released = (await last.store.history({ afterEntry: entries, limit: 5_000 })).filter(
    ({ transition }) => transition === 'ReleaseWait',
  )
  expect([released.length, new Set(released.map(({ key }) => JSON.stringify(key))).size]).toEqual([500, 500])
  await last.close()
}, 60_000)

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
