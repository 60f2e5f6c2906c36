import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import {
  detachedJob,
  manualClock,
  openRuntime,
  openStore,
  systemClock,
  type RuntimeEvent,
  type RuntimeOptions,
  type Said,
} from '../../runtime/index.js'
import { openLeaseKeeper } from '../../runtime/lease-keeper.js'
import { isRunWith } from '../fixtures/past.js'
import { atEnd } from '../closing.js'
import { REAL_CLOCK, newFile, newFolder, openRig, REALM, runner, START_MS, submission, until } from './rig.js'

const LIMITS = { firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 }

/** The threads that were made since. */
function threads(): Worker[] {
  const made: Worker[] = []
  const hear = (worker: Worker): void => void made.push(worker)
  process.on('worker', hear)
  atEnd(() => void process.off('worker', hear))
  return made
}

async function open(options: Partial<RuntimeOptions>) {
  const file = newFile()
  isRunWith(file, LIMITS)
  const events: RuntimeEvent[] = []
  const runtime = await openRuntime({
    realm: REALM,
    file,
    limits: LIMITS,
    pollMs: 20,
    recoverEveryMs: 20,
    onEvent: (event) => events.push(event),
    ...options,
  })
  atEnd(() => runtime.close({ graceMs: 0 }))
  const state = async (jobId: string) => (await runtime.store.load(detachedJob, { realm: REALM, jobId })).state
  return { file, runtime, events, state }
}

test('fault: the thread that keeps the leases dies: nothing is lost, it is told, and the next one keeps them while this one is blocked', async () => {
  const made = threads()
  const LEASE_MS = 900
  let goOn: (() => void) | null = null
  const work = runner(
    async ({ saveCheckpoint }) => {
      await new Promise<void>((resolve) => (goOn = resolve))
      const end = performance.now() + 2 * LEASE_MS
      while (performance.now() < end);
      await saveCheckpoint('kept')
      return 'done'
    },
    { leaseMs: LEASE_MS },
  )
  const { runtime, events, state } = await open({ runners: [work], keeper: 'thread' })
  const { jobId } = await runtime.jobs.submit(submission())
  runtime.start()
  await until('it runs', () => goOn !== null)
  const renewals = async () =>
    (await runtime.store.history({ limit: 1_000 })).filter(({ transition }) => transition === 'RenewLease').length
  await until('it is kept', async () => (await renewals()) > 0)
  const before = await renewals()
  await made[0]!.terminate()
  await until('it is told', () => events.some(({ type }) => type === 'keeper_lost'))
  await until('this thread has renewed it, and there is another', async () => (await renewals()) > before && made.length === 2)
  await new Promise((resolve) => made[1]!.once('message', resolve))
  goOn!()
  await until('it ends', async () => (await runtime.jobs.result(jobId)) !== null)
  expect(await runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'done' })
  expect(await state(jobId)).toMatchObject({ fence: 1, losses: 0 })
  expect(events.map(({ type }) => type)).toEqual(['keeper_lost'])
})

test('a thread is made when the worker starts, one for all attempts, and is gone when it has stopped', async () => {
  const made = threads()
  let running = 0
  const work = runner(
    ({ signal }) => new Promise((_, reject) => (running++, signal.addEventListener('abort', () => reject(new Error('stopped'))))),
  )
  const { runtime } = await open({ runners: [work] })
  expect(made).toHaveLength(0)
  for (let n = 0; n < 5; n += 1) await runtime.jobs.submit(submission({ nonce: `${n}` }))
  runtime.start()
  await until('all run', () => running === 5)
  expect(made).toHaveLength(1)
  const gone = new Promise((resolve) => made[0]!.once('exit', resolve))
  await runtime.worker.stop()
  expect(await gone).toBe(0)
  runtime.worker.start()
  await until('there is another', () => made.length === 2)
})

test('a store that no thread can open is kept in this one, and asking for a thread there is refused before a file is made', async () => {
  const made = threads()
  const rig = await openRig({
    runners: [runner(async () => 'done')],
    clock: REAL_CLOCK,
  })
  const { jobId } = await rig.submit()
  rig.runtime.start()
  await until('it ends', async () => (await rig.runtime.jobs.result(jobId)) !== null)
  expect(made).toHaveLength(0)

  const file = `${newFolder()}/other.db`
  const given = { realm: REALM, keeper: 'thread', file } as const
  const refused = { name: 'RequestError', field: 'keeper' }
  await expect(openRuntime({ ...given, clock: manualClock(START_MS) })).rejects.toMatchObject(refused)
  await expect(openRuntime({ ...given, file: ':memory:', ephemeral: true })).rejects.toMatchObject(refused)
  await expect(openRuntime({ ...given, keeper: 'process' as never })).rejects.toMatchObject(refused)
  for (const watchdogMs of [0, 2 ** 31, 0.5, '1' as never])
    await expect(openRuntime({ realm: REALM, file, watchdogMs })).rejects.toMatchObject({ name: 'RequestError', field: 'watchdogMs' })
  const store = await openStore({
    file: ':memory:',
    machines: [{ ...detachedJob, name: 'Other' } as never],
    limits: { Other: { ...rig.store.opened.limits['DetachedJob'] } },
  })
  atEnd(() => store.close())
  await expect(openRuntime({ realm: REALM, keeper: 'thread', ephemeral: true, store })).rejects.toMatchObject(refused)
  expect(existsSync(file)).toBe(false)
})

test('a store that is given is opened by the thread as it was opened', async () => {
  const made = threads()
  const first = await open({ keeper: 'in_thread' })
  await first.runtime.close()
  const { opened } = first.runtime.store
  const store = await openStore({ ...opened, file: first.file, machines: opened.machines, limits: opened.limits })
  atEnd(() => store.close())
  const runtime = await openRuntime({
    realm: REALM,
    store,
    keeper: 'thread',
    runners: [runner(() => new Promise((resolve) => setTimeout(() => resolve('done'), 1_000)), { leaseMs: 400 })],
  })
  atEnd(() => runtime.close({ graceMs: 0 }))
  const { jobId } = await runtime.jobs.submit(submission())
  runtime.start()
  await until(
    'the thread has renewed it',
    async () => made.length === 1 && (await runtime.store.history({ limit: 100 })).some(({ transition }) => transition === 'RenewLease'),
  )
  await until('it ends', async () => (await runtime.jobs.result(jobId)) !== null)
  expect(await runtime.jobs.result(jobId)).toMatchObject({ kind: 'Succeeded' })
})

describe('a thread that is of no use', () => {
  const LEASE_MS = 300

  /** A keeper beside a thread of that text, and a lease that renewals keep alive. */
  function keeperBeside(script: string | null) {
    const events: RuntimeEvent[] = []
    const path = join(newFolder(), 'thread.cjs')
    if (script !== null) writeFileSync(path, script)
    const given = { file: '', realm: REALM, machines: [], routers: [], limits: {}, watchdogMs: 30_000 }
    let renewals = 0
    const attempt = { jobId: 'job', attemptId: 'job.1', fence: 1, holder: 'holder' }
    const renew = async (): Promise<Said> => {
      renewals += 1
      return {
        ok: true,
        transition: 'RenewLease',
        job: { leaseExpiresAtMs: systemClock.nowMs() + LEASE_MS, cancelRequested: false },
      } as never
    }
    const keeper = openLeaseKeeper({
      identity: null,
      attempts: { renew } as never,
      clock: systemClock,
      thread: { script: script === null ? null : pathToFileURL(path), given },
      tell: (event) => events.push(event),
    })
    atEnd(() => keeper.close())
    const lost: string[] = []
    keeper.keep({
      attempt,
      leaseMs: LEASE_MS,
      leaseExpiresAtMs: systemClock.nowMs() + LEASE_MS,
      onLost: (code) => lost.push(code),
      onCancelRequested: () => undefined,
      onFailed: () => undefined,
    })
    return { events, lost, renewals: () => renewals }
  }

  test.each([
    ['dies as soon as it begins: it is tried again after longer and longer pauses', 'throw new Error("no thread")', 2],
    ['was left behind by a bundler: that is told once', null, 1],
    [
      'lives and renews nothing: nobody can tell',
      `require('node:worker_threads').parentPort.on('message', ({ end }) => end && process.exit())`,
      0,
    ],
  ])('%s, and this one renews meanwhile', async (_is, script, least) => {
    const { events, lost, renewals } = keeperBeside(script)
    await until('it is renewed again and again', () => renewals() >= 5)
    await until('it is told', () => events.length >= least)
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: events.length }, () => 'keeper_lost'))
    // At once, after 1 s, after 2 s more.
    expect(events.length).toBeLessThanOrEqual(least + (least > 1 ? 2 : 0))
    expect(lost).toEqual([])
  })
})
