/** A runtime over a store in memory: what a host's own tests run on. */
import { expect, test } from 'vitest'
import { atEnd } from '../closing.js'
import { replayed } from '../fixtures/past.js'
import { countedIds, manualClock, scriptedRandom } from '../../runtime/clock.js'
import {
  storeLimits,
  JOB_MACHINES,
  JOB_ROUTERS,
  memoryOf,
  openMemoryStore,
  openRuntime,
  type Memory,
  type Runtime,
  type Store,
} from '../../runtime/index.js'
import { dataOf } from '../../runtime/store/memory/data.js'
import { DECLARED, LEASE_MS, REALM, SESSION, START_MS, submission } from './rig.js'
import { basket } from './store/fixtures/basket.js'
import { addItem, KEY, OPTIONS } from './store/fixtures/open.js'

const limits = storeLimits()

async function openOver(memory: Memory, clock = manualClock(START_MS)): Promise<Runtime> {
  const store = await openMemoryStore({
    memory,
    machines: JOB_MACHINES,
    routers: JOB_ROUTERS,
    limits,
    clock,
    ids: countedIds('id'),
    random: scriptedRandom(0),
  })
  atEnd(() => store.close())
  const runtime = await openRuntime({ realm: REALM, store, ephemeral: true, runners: DECLARED, clock })
  atEnd(() => runtime.close({ graceMs: 0 }))
  return runtime
}

test('a job goes all its way in memory, is there after a reopening, and its journal is decided so again', async () => {
  const memory = memoryOf()
  const first = await openOver(memory)
  const receipt = await first.jobs.submit(submission())
  expect(receipt).toMatchObject({ deduplicated: false, awaitable: false })
  const granted = await first.attempts.claim({ jobId: receipt.jobId, holder: 'holder', workerId: 'worker', leaseMs: LEASE_MS })
  if (!granted.ok) throw new Error(granted.refusal.code)
  await first.store.close()

  const second = await openOver(memory)
  expect(await second.jobs.submit(submission())).toMatchObject({ jobId: receipt.jobId, deduplicated: true, status: 'Running' })
  expect(await second.attempts.complete({ ...granted.attempt, result: { found: 3 } })).toMatchObject({ ok: true })
  expect(await second.projector.pass()).toMatchObject({ delivered: 1, dead: 0, failed: 0 })
  const handled: unknown[] = []
  expect(await second.sessions.apply(SESSION, ({ body }) => void handled.push(body))).toBe(1)
  expect(handled).toEqual([{ found: 3 }])
  expect(await replayed(second.store, limits)).toMatchObject({ difference: null, problems: [] })
})

test('two memories know nothing of each other', async () => {
  const [one, other] = [await openOver(memoryOf()), await openOver(memoryOf())]
  const { jobId } = await one.jobs.submit(submission())
  expect(await one.jobs.get(jobId)).not.toBeNull()
  expect(await other.jobs.get(jobId)).toBeNull()
})

test('a realm that did not ask for a store that keeps nothing does not get one', async () => {
  const store = await openMemoryStore({ machines: JOB_MACHINES, routers: JOB_ROUTERS, limits })
  atEnd(() => store.close())
  await expect(openRuntime({ realm: REALM, store })).rejects.toMatchObject({ code: 'not_durable' })
})

test('a store that was not waited for, and what is none, are told apart from one', async () => {
  const store = openMemoryStore({ machines: JOB_MACHINES, routers: JOB_ROUTERS, limits })
  atEnd(async () => (await store).close())
  const given = (wrong: unknown) => openRuntime({ realm: REALM, ephemeral: true, store: wrong as Store })
  await expect(given(store)).rejects.toMatchObject({ field: 'store', message: 'store is a promise: `await` what opens it' })
  await expect(given({})).rejects.toMatchObject({ field: 'store.dispatch' })
  await expect(given(null)).rejects.toMatchObject({ field: 'store' })
})

test('what is no memory, and a file beside it, are named', async () => {
  const parts = { machines: JOB_MACHINES, routers: JOB_ROUTERS, limits }
  const wrong: readonly (readonly [string, object | null])[] = [
    ['the options', null],
    ['the options', { ...parts, file: 'jobs.db' }],
    ['memory', { ...parts, memory: 'jobs.db' }],
    ['memory', { ...parts, memory: { name: 'memory' } }],
  ]
  for (const [option, options] of wrong) {
    await expect(openMemoryStore(options as never)).rejects.toMatchObject({ name: 'StoreError', code: 'bad_options', facts: { option } })
  }
  expect(() => memoryOf('')).toThrow(expect.objectContaining({ code: 'bad_options' }) as Error)
})

test('a journal of more steps than a call takes arguments is cut in memory', async () => {
  const memory = memoryOf()
  const store = await openMemoryStore({ ...OPTIONS, memory })
  await store.dispatch(basket, KEY, addItem('a'))
  const { journal } = dataOf(memory)!
  const [[, row]] = [...journal] as [[number, object]]
  for (let entry = 2; entry <= 200_000; entry += 1) journal.set(entry, { ...row, entry })
  expect(await store.upkeep.cut(basket, KEY, { upToRevision: 1 })).toEqual({ entries: 200_000 })
  await store.close()
})
