import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, reap } from '../../runtime/process-identity.js'
import { processOf } from '../../runtime/process-runner.js'
import { atEnd } from '../closing.js'
import { until } from '../runtime/rig.js'
import { openScene, type Scene } from './crash.js'

async function killedWhile(scene: Scene, line: string): Promise<void> {
  const worker = scene.start('work')
  await worker.line(line)
  worker.process.kill('SIGKILL')
  await worker.ended
}

test('gate 07 a job that must not run twice is WorkerLost after kill -9, and is not run again', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('once')
  await killedWhile(scene, 'running')
  await scene.work(jobId)
  const runtime = await scene.open()
  expect(await runtime.jobs.get(jobId)).toMatchObject({ status: 'WorkerLost' })
  expect(scene.noted('runs')).toEqual(['once'])
})

test.each(['commit.committed', 'claim.committed'] as const)(
  'gate 07 killed at %s, before it ran, it is not run either: nobody knows',
  async (point) => {
    const scene = await openScene()
    const { jobId } = await scene.submit('once')
    await scene.die(point, 'work')
    await scene.work(jobId)
    expect(await (await scene.open()).jobs.get(jobId)).toMatchObject({ status: 'WorkerLost' })
    expect(scene.noted('runs')).toEqual([])
  },
)

test('gate 07 a poison pill that kills every worker needs attention after its budget, and stops killing', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('abort')
  for (let n = 0; n < 3; n += 1) {
    const { signal } = await scene.start('work').ended
    expect(signal).toBe('SIGKILL')
  }
  await scene.work(jobId)
  expect(await (await scene.open()).jobs.get(jobId)).toMatchObject({ status: 'NeedsAttention', losses: 2 })
  expect(scene.noted('runs')).toEqual(['abort', 'abort', 'abort'])
}, 30_000)

test('gate 08 a checkpointed job goes on after its last committed checkpoint, wherever it was killed', async () => {
  const points = ['checkpoint.committed:3', 'commit.written:5', 'notify.committed'] as const
  const killed = points.map(async (point) => {
    const scene = await openScene()
    const { jobId } = await scene.submit('steps')
    await scene.die(point, 'work')
    const { checkpoint } = await scene.state(jobId)
    await scene.work(jobId)
    expect(await (await scene.open()).jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: { before: Number(checkpoint) } })
    const steps = scene.noted('runs')
    // Only a step whose checkpoint was not committed is done again.
    expect(steps.filter((step) => step === `step ${checkpoint}`)).toHaveLength(1)
    expect(new Set(steps).size).toBe(6)
  })
  await Promise.all(killed)
}, 30_000)

test('gate 08 an adoptable process is taken over after kill -9: same attempt, same process, started once', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('shell')
  const worker = scene.start('work')
  const runtime = await scene.open()
  await until('it runs', async () => (await scene.state(jobId)).handle !== null && scene.noted('runs').length === 1)
  const identity = processOf((await scene.state(jobId)).handle!)!
  atEnd(() => reap(identity, { graceMs: 0 }))
  worker.process.kill('SIGKILL')
  await worker.ended
  expect(isAlive(identity)).toBe(true)
  const done = scene.work(jobId)
  await until('it is adopted', async () =>
    (await runtime.store.history({ limit: 100 })).some(({ transition }) => transition === 'AdoptAttempt'),
  )
  expect(await scene.state(jobId)).toMatchObject({ phase: 'Running', fence: 1, losses: 0 })
  scene.mark('go')
  await done
  expect(await runtime.jobs.result(jobId)).toMatchObject({ kind: 'Succeeded', body: { status: 0, stdout: { head: `${identity.pid}\n` } } })
  expect(scene.noted('runs')).toEqual(['run'])
}, 30_000)

test.each([
  ['start.spawned', 'not recorded'],
  ['start.recorded', 'recorded'],
] as const)('gate 08 a process that was not let go before the kill at %s never begins, its handle %s', async (point, recorded) => {
  const scene = await openScene()
  const { jobId } = await scene.submit('shell')
  await scene.die(point, 'work')
  const { phase, handle } = await scene.state(jobId)
  expect([phase, handle === null ? 'not recorded' : 'recorded']).toEqual(['Running', recorded])
  await scene.work(jobId)
  expect(await (await scene.open()).jobs.get(jobId)).toMatchObject({ status: 'WorkerLost' })
  expect(await scene.state(jobId)).toMatchObject({ handle: null, fence: 1 })
  expect(scene.noted('runs')).toEqual([])
  expect(existsSync(join(dirname(scene.file), 'processes', `${jobId}.1`, 'exit'))).toBe(false)
})

test('gate 08 a report that was committed before the kill is there, and the next attempt reports anew', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('report')
  await scene.die('progress.committed', 'work')
  const { jobs, store } = await scene.open()
  expect(await jobs.get(jobId)).toMatchObject({ status: 'Running', progress: { of: `${jobId}.1` } })
  expect(await scene.state(jobId)).toMatchObject({ fence: 1, cursor: 1 })
  await scene.work(jobId)
  expect(await jobs.get(jobId)).toMatchObject({ status: 'Succeeded', progress: { of: `${jobId}.2` }, losses: 1 })
  const reports = (await store.history({ limit: 100 })).filter(({ transition }) => transition === 'ReportProgress')
  expect(reports.map(({ input }) => [input['fence'], input['cursor']])).toEqual([
    [1, 1],
    [2, 1],
  ])
  expect(scene.noted('runs')).toEqual(['report', 'report'])
})

test('gate 08 killed at every point of the recovery of a cancelled process, the next recovery ends both once', async () => {
  /** Whether the process lives, the phase, and whether a handle is recorded. */
  const points = [
    ['recover.begun', [true, 'Running', true]],
    ['recover.reaped', [false, 'LossObserved', true]],
    ['recover.committed', [false, 'Cancelled', false]],
  ] as const
  const killed = points.map(async ([point, left]) => {
    const scene = await openScene()
    const { jobId } = await scene.submit('shell')
    const worker = scene.start('work')
    await until('it runs', () => scene.noted('runs').length === 1)
    const identity = processOf((await scene.state(jobId)).handle!)!
    atEnd(() => reap(identity, { graceMs: 0 }))
    worker.process.kill('SIGKILL')
    await worker.ended
    const { jobs, store } = await scene.open()
    expect(await jobs.cancel(jobId)).toMatchObject({ ok: true, outcome: 'requested' })
    await scene.die(point, 'work')
    const { phase, handle } = await scene.state(jobId)
    expect([point, isAlive(identity), phase, handle !== null]).toEqual([point, ...left])
    await scene.work(jobId)
    expect(isAlive(identity)).toBe(false)
    expect(await scene.state(jobId)).toMatchObject({ phase: 'Cancelled', handle: null, fence: 1 })
    const after = ['ObserveLeaseExpiry', 'RecordReaped', 'LoseCancelled']
    const steps = (await store.history({ limit: 100 })).map(({ transition }) => transition)
    expect(steps.filter((transition) => after.includes(transition))).toEqual(after)
    expect(scene.noted('runs')).toEqual(['run'])
  })
  await Promise.all(killed)
}, 60_000)

test('gate 08 killed before, between and after the two commits that recover a job without a process, the next recovery ends it once', async () => {
  const points = ['recover.begun', 'recover.committed', 'commit.committed:1', 'commit.written:2'] as const
  const killed = points.map(async (point) => {
    const scene = await openScene()
    const { jobId } = await scene.submit('once')
    await killedWhile(scene, 'running')
    await scene.die(point, 'work')
    await scene.work(jobId)
    const ends = (await (await scene.open()).store.history({ limit: 100 })).filter(({ transition }) => transition === 'LoseForGood')
    expect(ends).toHaveLength(1)
    expect(scene.noted('runs')).toEqual(['once'])
  })
  await Promise.all(killed)
}, 60_000)
