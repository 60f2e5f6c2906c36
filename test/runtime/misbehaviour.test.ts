import { isDamaged } from '../fixtures/past.js'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type RunContext, type StopReason } from '../../runtime/index.js'
import { REAL_CLOCK, newFile, openRig, runner, until, type Rig } from './rig.js'

const LEASE_MS = 500
const LIMITS = { firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 }
const real = { clock: REAL_CLOCK, pollMs: 20, progressEveryMs: 40, limits: LIMITS }

async function ended({ runtime }: Rig, jobId: string) {
  await until('the job ends', async () => (await runtime.jobs.result(jobId)) !== null)
  return runtime.jobs.result(jobId)
}

test('a job that nobody here may run, and whose row is damaged later, keeps no other job back', async () => {
  const file = newFile()
  const rig = await openRig({
    ...real,
    file,
    runners: [runner(async () => null), { name: 'other', version: '1', restartClass: 'Replayable' }],
  })
  const damaged = await rig.submit({ runner: 'other', nonce: 'damaged' })
  rig.runtime.start()
  await until('it was looked at', () => rig.runtime.worker.status().noEligibleWorker.length === 1)
  isDamaged(file)
  const db = new Database(file)
  db.prepare(`UPDATE DetachedJob SET restartClass = 'Eternal' WHERE jobId = ?`).run(damaged.jobId)
  db.close()
  const { jobId } = await rig.submit()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded' })
})

test.each([
  ['has no text', () => Object.create(null) as unknown],
  ['has a message that is none', () => Object.assign(new Error('x'), { message: 5 })],
  [
    'throws when it is looked at',
    () => ({
      get retryable(): boolean {
        throw new Error('not to be looked at')
      },
    }),
  ],
])('what a runner throws is a failure like any other when it %s', async (_name, thrown) => {
  const rig = await openRig({ ...real, limits: { ...LIMITS, failureBudget: 0 }, runners: [runner(() => Promise.reject(thrown()))] })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'NeedsAttention' })
  expect(await rig.state(jobId)).toMatchObject({ failures: 0, losses: 0 })
})

test.each<readonly [string, string, (context: RunContext) => unknown]>([
  ['a binding that the job does not have', 'binding "key"', ({ credentials }) => credentials.secret('key')],
  ['an artifact that is none', 'source is a text', ({ artifact }) => artifact('report', 'a text' as never)],
  ['an artifact without a name', 'name has 0 code units', ({ artifact }) => artifact('', Buffer.from('report'))],
  ['a checkpoint that is no JSON', 'checkpoint is a bigint', ({ saveCheckpoint }) => saveCheckpoint(1n as never)],
])('%s is a mistake in the code of the runner: the job fails at once, and the reason names the field', async (_what, said, mistake) => {
  let runs = 0
  const rig = await openRig({
    ...real,
    runners: [
      runner(async (context) => {
        runs += 1
        await mistake(context)
        return null
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual({ kind: 'Failed', body: { message: expect.stringContaining(said) as string } })
  expect(runs).toBe(1)
})

test('an error of the runtime that a runner says to try again is tried again', async () => {
  let runs = 0
  const rig = await openRig({
    ...real,
    runners: [
      runner(async ({ credentials }) => {
        runs += 1
        try {
          return runs > 1 ? 'at last' : credentials.secret('key').reveal()
        } catch (error) {
          throw Object.assign(error as Error, { retryable: true })
        }
      }),
    ],
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toEqual({ kind: 'Succeeded', body: 'at last' })
  expect(runs).toBe(2)
})

test('a host whose listener throws stops neither pass nor last word; the error is its own', async () => {
  const thrown: unknown[] = []
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => thrown.push(error))
  try {
    const mistake = new Error('of the listener')
    const onEvent = (): never => {
      throw mistake
    }
    const bad = { name: 'other', version: '1', restartClass: 'Replayable' } as const
    const rig = await openRig({ ...real, onEvent, runners: [bad, runner(async ({ progress }) => progress(1n as never) ?? null)] })
    await rig.submit({ runner: 'other', nonce: 'other' })
    rig.runtime.start()
    const { jobId } = await rig.submit()
    expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded' })
    await until('it is thrown in nobody’s way', () => thrown.length > 0)
    expect(thrown[0]).toBe(mistake)
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const listener of before) process.on('uncaughtException', listener)
  }
})

test.each([
  ['throws', () => Promise.resolve(), true],
  ['rejects what it promises', () => Promise.reject(new Error('of the runner')), false],
])('where `settled` of a runner %s, the host is told, and the process lives', async (_name, promise, throws) => {
  const settled = (): Promise<void> => {
    if (throws) throw new Error('of the runner')
    return promise()
  }
  const rig = await openRig({ ...real, runners: [{ ...runner(async () => null), settled }] })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  expect(await ended(rig, jobId)).toMatchObject({ kind: 'Succeeded' })
  await until('it is told', () => rig.events.length > 0)
  expect(rig.events).toMatchObject([{ type: 'pass_failed', what: 'report', of: jobId, error: { message: 'of the runner' } }])
})

test('work is aborted once its lease has passed, also while another process holds the lock and no renewal is answered', async () => {
  const file = newFile()
  const aborted: { reason: StopReason; lockedStill: boolean }[] = []
  const lock = new Database(file)
  const run: Parameters<typeof runner>[0] = ({ signal }) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        aborted.push({ reason: signal.reason as StopReason, lockedStill: lock.inTransaction })
        resolve(null)
      }),
    )
  const rig = await openRig({ ...real, file, runners: [runner(run, { leaseMs: LEASE_MS })] })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await until('it runs', async () => (await rig.state(jobId)).phase === 'Running')
  lock.exec('BEGIN IMMEDIATE')
  await until('it is aborted', () => aborted.length > 0)
  lock.exec('ROLLBACK')
  lock.close()
  expect(aborted[0]).toEqual({ reason: 'lease_lost', lockedStill: true })
})

test('a report that a runner did not wait for, and that comes too late, ends neither process nor job', async () => {
  const unhandled: unknown[] = []
  const hear = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  try {
    let late: (() => void) | null = null
    const rig = await openRig({
      ...real,
      runners: [
        runner(async ({ saveCheckpoint, notify, record, progress }) => {
          void notify('', 1)
          late = () => {
            progress(1)
            void saveCheckpoint(1)
            void notify('key', 1)
            void record('handle')
          }
          return 'done'
        }),
      ],
    })
    const { jobId } = await rig.submit()
    rig.runtime.start()
    const end = await ended(rig, jobId)
    late!()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(unhandled).toEqual([])
    expect(await rig.runtime.jobs.result(jobId)).toEqual(end)
    expect(await rig.state(jobId)).toMatchObject({ handle: null, checkpoint: '', progress: '' })
  } finally {
    process.off('unhandledRejection', hear)
  }
})
