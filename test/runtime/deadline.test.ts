import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { keepDeadline } from '../../runtime/deadline.js'
import { manualClock, processRunner, systemClock, type Runner } from '../../runtime/index.js'
import { isAlive } from '../../runtime/process-identity.js'
import { processOf } from '../../runtime/process-runner.js'
import { atEnd } from '../closing.js'
import { newFile, newFolder, openRig, runner, until, type Rig } from './rig.js'

const LIMITS = { firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 }
const real = { clock: { ...systemClock, set: () => undefined, advance: () => undefined }, pollMs: 20, recoverEveryMs: 20, limits: LIMITS }
const PASSED = { kind: 'Failed', body: { code: 'deadline_exceeded', message: 'the work had not ended by its deadline' } }

const openReal = (...runners: readonly Runner[]): Promise<Rig> => openRig({ ...real, file: newFile(), runners })
const soon = (ms: number): number => systemClock.nowMs() + ms

async function ended({ runtime }: Rig, jobId: string) {
  await until('the job ends', async () => (await runtime.jobs.result(jobId)) !== null)
  return runtime.jobs.result(jobId)
}

test('a runner is told the deadline of its job, or that there is none', async () => {
  const rig = await openReal(runner(async ({ deadlineAtMs }) => deadlineAtMs))
  const deadlineAtMs = soon(60_000)
  const [bounded, unbounded] = [await rig.submit({ deadlineAtMs }), await rig.submit({ nonce: '2' })]
  rig.runtime.start()
  expect(await ended(rig, bounded.jobId)).toEqual({ kind: 'Succeeded', body: deadlineAtMs })
  expect(await ended(rig, unbounded.jobId)).toEqual({ kind: 'Succeeded', body: null })
})

test('an attempt is ended when the deadline of its job passes, and nobody tries again', async () => {
  const reasons: unknown[] = []
  const rig = await openReal(
    runner(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason)
            reject(new Error('stopped'))
          })
        }),
    ),
  )
  const { jobId } = await rig.submit({ deadlineAtMs: soon(1_000) })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual(PASSED)
  expect(reasons).toEqual(['deadline'])
  expect((await rig.state(jobId)).fence).toBe(1)
})

test('what the work answers while it stops is its result', async () => {
  const rig = await openReal(
    runner(({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('what there was')))),
  )
  const { jobId } = await rig.submit({ deadlineAtMs: soon(1_000) })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual({ kind: 'Succeeded', body: 'what there was' })
})

test('work that takes no notice of its deadline is left behind a while later, and says nothing more', async () => {
  let say = (): Promise<void> => Promise.reject(new Error('it never began'))
  const rig = await openReal(
    runner(({ saveCheckpoint }) => {
      say = () => saveCheckpoint(1)
      return new Promise(() => undefined)
    }),
  )
  const { jobId } = await rig.submit({ deadlineAtMs: soon(1_000) })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual(PASSED)
  await expect(say()).rejects.toMatchObject({ name: 'AttemptRefused' })
  expect(rig.runtime.worker.status().running).toEqual([])
})

test('an attempt that begins after the deadline does nothing: also the next one of a job that was tried', async () => {
  let runs = 0
  const rig = await openReal(
    runner(async () => {
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 700))
      throw new Error('not today')
    }),
  )
  const late = await rig.submit({ deadlineAtMs: soon(0) })
  const tried = await rig.submit({ nonce: '2', deadlineAtMs: soon(1_000) })
  rig.runtime.start()
  expect(await ended(rig, late.jobId)).toEqual(PASSED)
  expect(await ended(rig, tried.jobId)).toEqual(PASSED)
  expect(runs).toBeGreaterThan(0)
  expect(runs).toBeLessThan(3)
})

test('a process is gone, with its group, when the deadline of its job has ended it', async () => {
  const folder = newFolder()
  const shell = processRunner({
    name: 'shell',
    version: '1',
    leaseMs: 5_000,
    directory: join(folder, 'processes'),
    command: () => ({ file: '/bin/sh', arguments: ['-c', 'sleep 60 & sleep 60'] }),
  })
  const rig = await openReal(shell)
  const { jobId } = await rig.submit({ runner: 'shell', deadlineAtMs: soon(1_000) })
  rig.runtime.start()
  await until('its process is recorded', async () => (await rig.state(jobId)).handle !== null)
  const identity = processOf((await rig.state(jobId)).handle!)!
  expect(await ended(rig, jobId)).toEqual(PASSED)
  expect(isAlive(identity)).toBe(false)
  expect((await rig.state(jobId)).handle).toBeNull()
})

test('a result that is more than the job may answer with is a failure, and the same next time', async () => {
  const rig = await openReal(runner(async () => 'x'.repeat(20)))
  const over = await rig.submit({ output: { maxBytes: 21 } })
  const just = await rig.submit({ output: { maxBytes: 22 }, nonce: '2' })
  rig.runtime.start()
  expect(await ended(rig, over.jobId)).toEqual({ kind: 'Failed', body: { message: 'result takes 22 bytes as JSON; 21 are allowed' } })
  expect(await ended(rig, just.jobId)).toMatchObject({ kind: 'Succeeded' })
})

test('a deadline and an output policy are judged at the door, and tell no two jobs apart', async () => {
  const rig = await openReal(runner(async () => null))
  for (const [field, more] of [
    ['deadlineAtMs', { deadlineAtMs: -1 }],
    ['output.maxBytes', { output: { maxBytes: 0 } }],
    ['output.maxByte', { output: { maxBytes: 1, maxByte: 1 } }],
  ] as const) {
    await expect(rig.submit(more as object)).rejects.toMatchObject({ name: 'RequestError', field })
  }
  const { jobId } = await rig.submit({ deadlineAtMs: soon(60_000) })
  expect(await rig.submit({ output: { maxBytes: 1 } })).toMatchObject({ jobId, deduplicated: true })
})

test('fault: a timer of more than 2^31 - 1 ms fires at once: a deadline in forty days ends nothing today, and no timer is so long', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  atEnd(() => timers.mockRestore())
  const clock = manualClock(1_000_000)
  let passed = 0
  const end = keepDeadline({ clock, deadlineAtMs: clock.nowMs() + 40 * 86_400_000, onPassed: () => (passed += 1) })
  atEnd(end)
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toBe(0)
  expect(timers.mock.calls.length).toBeGreaterThan(0)
  for (const [, ms] of timers.mock.calls) expect(Number(ms)).toBeLessThan(2 ** 31)
})
