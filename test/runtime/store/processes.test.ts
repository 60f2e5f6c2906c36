import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../runtime/store/types.js'
import { bundled, startChild } from '../child.js'
import { basket } from './fixtures/basket.js'
import { KEY, addItem, newFile, openBaskets } from './fixtures/open.js'
import { watcher } from './fixtures/watcher.js'

let script = ''
beforeAll(async () => {
  script = await bundled(fileURLToPath(new URL('./fixtures/process.ts', import.meta.url)))
})

test('three processes and this one fill one basket: nobody hears of a lock, and no item is lost or doubled', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  const children = ['x', 'y', 'z'].map((name) => startChild(script, ['many', file, name, '60']))
  await Promise.all(children.map((child) => child.line('ready')))
  for (let n = 0; n < 30; n += 1) expect(await store.dispatch(basket, KEY, addItem(`own-${n}`))).toMatchObject({ ok: true })
  for (const child of children) expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
  for (const child of children) expect(child.lines.filter((line) => line === 'told')).toHaveLength(60)
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 210, state: { itemsSize: 210 } })
  const { rows } = await store.rows(basket, KEY, 'items', { by: 'position', limit: 1000 })
  expect(rows.map(({ row }) => row['position'])).toEqual(Array.from({ length: 210 }, (_, n) => n + 1))
  expect(await store.history({ limit: 1000 })).toHaveLength(210)
}, 60_000)

test('four processes make one file together, and carry its messages together', async () => {
  const file = newFile()
  const children = [1, 2, 3, 4].map(() => startChild(script, ['once', file]))
  for (const child of children) expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
  const store = await openBaskets({ file })
  expect((await store.history({ limit: 10 })).map(({ transition }) => transition)).toEqual(['AddNew', 'See'])
  expect(await store.outbox.census({ limit: 10 })).toEqual({ pending: 0, oldestAtMs: null, dead: 0 })
}, 60_000)

test('another process’s change is noticed within 200 ms', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  const child = startChild(script, ['once', file])
  const noticed = new Promise<number>((resolve) => store.onChanged(() => resolve(performance.now())))
  await child.line('added')
  const saidMs = performance.now()
  expect((await noticed) - saidMs).toBeLessThan(200)
  await child.ended
}, 20_000)

const ONE_ITEM = [
  // Adding, delivering and acknowledging are the first, second and third transaction.
  ...['commit.begun', 'commit.written', 'commit.committed', 'commit.told'].flatMap((name) => [`${name}:1`, `${name}:2`, `${name}:3`]),
  ...['commit.decided', 'commit.saved', 'commit.rows', 'commit.journalled', 'commit.routed', 'commit.sent'].flatMap((name) => [
    `${name}:1`,
    `${name}:2`,
  ]),
  'deliver.begun',
  'deliver.decided',
  'deliver.committed',
  'acknowledge.begun',
  'acknowledge.removed',
  'acknowledge.committed',
]

test.each(ONE_ITEM)(
  'killed at %s, what was told is there, and the rest is done once by whoever comes next',
  async (point) => {
    const file = newFile()
    const child = startChild(script, ['once', file], { PAWL_FAULT_POINT: point })
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
    const store = await openBaskets({ file })
    assertSound(file)
    const { revision } = await store.load(basket, KEY)
    if (child.lines.includes('added')) expect(revision).toBe(1)
    if (child.lines.includes('delivered')) expect(await store.load(watcher, { ...KEY, watcherId: 'clerk' })).toMatchObject({ revision: 1 })
    expect(await store.outbox.census({ limit: 10 })).toMatchObject({
      pending: child.lines.includes('acknowledged') || revision === 0 ? 0 : (expect.any(Number) as number),
    })

    await store.dispatch(basket, KEY, addItem('a'))
    await deliverAll(store)
    expect(await store.load(basket, KEY)).toMatchObject({ revision: 1, state: { itemsSize: 1 } })
    expect(await store.load(watcher, { ...KEY, watcherId: 'clerk' })).toMatchObject({ revision: 1, state: { seen: 1 } })
    expect((await store.history({ limit: 10 })).map(({ transition }) => transition)).toEqual(['AddNew', 'See'])
    expect(await store.outbox.census({ limit: 10 })).toEqual({ pending: 0, oldestAtMs: null, dead: 0 })
  },
  60_000,
)

test.each(['deliver.moved:1', 'deliver.moved:2', 'deliver.committed:1', 'deliver.committed:2', 'acknowledge.begun', 'commit.written:4'])(
  'killed at %s of a fan-out, each receiver has it once in the end',
  async (point) => {
    const file = newFile()
    const child = startChild(script, ['announce', file], { PAWL_FAULT_POINT: point })
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
    expect(child.lines).toContain('announced')
    const store = await openBaskets({ file })
    assertSound(file)
    await deliverAll(store)
    const heard = await store.history({ limit: 1000 })
    expect(heard.filter(({ transition }) => transition === 'Hear')).toHaveLength(150)
    for (const watcherId of ['w0', 'w99', 'w100', 'w149']) {
      expect(await store.load(watcher, { ...KEY, watcherId })).toMatchObject({ revision: 2, state: { heard: 1 } })
    }
    expect(await store.outbox.census({ limit: 10 })).toEqual({ pending: 0, oldestAtMs: null, dead: 0 })
  },
  60_000,
)

test('a fault point that nobody knows is refused at start, and not passed over', async () => {
  const child = startChild(script, ['once', newFile()], { PAWL_FAULT_POINT: 'commit.nearly' })
  expect((await child.ended).code).toBe(1)
  expect(child.stderr()).toContain('PAWL_FAULT_POINT names "commit.nearly"')
}, 20_000)

async function deliverAll(store: Store): Promise<void> {
  for (;;) {
    const head = (await store.outbox.heads({ limit: 1 })).heads[0]
    if (head === undefined) return
    const delivery = await store.outbox.deliver(head)
    if (delivery.outcome === 'delivered') await store.outbox.acknowledge(delivery.receipt)
  }
}

function assertSound(file: string): void {
  const db = new Database(file, { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
}
