import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { keepDeadline } from '../../runtime/deadline.js'
import { manualClock, systemClock, type Runner } from '../../runtime/index.js'
import { isAlive, startOf } from '../../runtime/process-identity.js'
import { atEnd } from '../closing.js'
import { newFile, newFolder, openRig, runner, until, type Rig } from './rig.js'
import { ended, processOfJob, real, shell } from './shell.js'

const PASSED = { kind: 'Failed', body: { code: 'deadline_exceeded', message: 'the work had not ended by its deadline' } }

const openReal = (...runners: readonly Runner[]): Promise<Rig> => openRig({ ...real, file: newFile(), runners })
const soon = (ms: number): number => systemClock.nowMs() + ms

test('a runner is told the deadline of its job and how long that is, or that there is none', async () => {
  const rig = await openReal(runner(async ({ deadlineAtMs, timeLeftMs }) => [deadlineAtMs, timeLeftMs()]))
  const deadlineAtMs = soon(60_000)
  const [bounded, unbounded] = [await rig.submit({ deadlineAtMs }), await rig.submit({ nonce: '2' })]
  rig.runtime.start()
  expect(await ended(rig, bounded.jobId)).toEqual({ kind: 'Succeeded', body: [deadlineAtMs, expect.any(Number)] })
  const [, leftMs] = (await rig.runtime.jobs.result(bounded.jobId))!.body as [number, number]
  expect([leftMs > 40_000, leftMs <= 60_000]).toEqual([true, true])
  expect(await ended(rig, unbounded.jobId)).toEqual({ kind: 'Succeeded', body: [null, null] })
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

test('what fails when its deadline has passed is not tried again, also where nobody could tell it in time', async () => {
  const deadlineAtMs = soon(700)
  const rig = await openReal(
    runner(async () => {
      // Nothing else runs in this process meanwhile, no timer either.
      while (systemClock.nowMs() < deadlineAtMs);
      throw new Error('too late')
    }),
  )
  const { jobId } = await rig.submit({ deadlineAtMs })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual(PASSED)
  expect((await rig.state(jobId)).fence).toBe(1)
})

/** In the group of its job, and deaf to SIGTERM. */
const DEAF = `sh -c 'trap "" TERM; echo $$ >"$1/deaf.new"; mv "$1/deaf.new" "$1/deaf"; while :; do sleep 0.05; done' sh "$1" &`

test('a process is gone, with its group, when the deadline of its job has ended it; what it said is told', async () => {
  const folder = newFolder()
  const rig = await openReal(shell(folder))
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `${DEAF} echo begun; sleep 60`, deadlineAtMs: soon(1_000) })
  rig.runtime.start()
  const identity = await processOfJob(rig, jobId)
  expect(await ended(rig, jobId)).toMatchObject({ ...PASSED, body: { ...PASSED.body, details: { stdout: { head: 'begun\n' } } } })
  expect([isAlive(identity), startOf(Number(readFileSync(join(folder, 'deaf'), 'utf8')))]).toEqual([false, null])
  expect((await rig.state(jobId)).handle).toBeNull()
})

test('a deadline that is sooner than the ceiling of its runner is kept also while no worker is there: the whole group is gone by then', async () => {
  const folder = newFolder()
  const rig = await openReal(shell(folder, { leaseMs: 500, ceilingMs: 60_000 }))
  const { jobId } = await rig.submit({ runner: 'shell', arguments: `${DEAF} echo begun; sleep 60`, deadlineAtMs: soon(1_500) })
  rig.runtime.start()
  const { pid } = await processOfJob(rig, jobId)
  await until('it has begun', () => existsSync(join(folder, 'deaf')))
  await rig.runtime.close({ graceMs: 0 })
  const deaf = Number(readFileSync(join(folder, 'deaf'), 'utf8'))
  await until('all of it is gone', () => startOf(pid) === null && startOf(deaf) === null)
  const next = await rig.another()
  next.start()
  const end = await ended(rig, jobId)
  expect(end).toMatchObject({ ...PASSED, body: { ...PASSED.body, details: { timedOut: 'deadline', stdout: { head: 'begun\n' } } } })
  expect((await rig.state(jobId)).fence).toBe(1)
})

test('a ceiling that is sooner than the deadline is a failure like others', async () => {
  const rig = await openReal(shell(newFolder(), { ceilingMs: 500, restartClass: 'NonResumable' }))
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'sleep 60', deadlineAtMs: soon(60_000) })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Failed', body: { message: 'the process ran into its ceiling, and was ended' } })
})

test('fault: a timer of more than 2^31 - 1 ms fires at once: a process whose deadline is in forty days is not ended today', async () => {
  const rig = await openReal(shell(newFolder()))
  const { jobId } = await rig.submit({ runner: 'shell', arguments: 'sleep 0.3; echo done', deadlineAtMs: soon(40 * 86_400_000) })
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded', body: { stdout: { head: 'done\n' } } })
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
