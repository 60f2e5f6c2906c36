import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { DeliveryReceipt, Head, Store } from '../../../runtime/store/types.js'
import { basket } from './fixtures/basket.js'
import { KEY, addItem, newFile, openBaskets } from './fixtures/open.js'
import { watcher } from './fixtures/watcher.js'

const CLERK = { ...KEY, watcherId: 'clerk' }

async function firstHead(store: Store): Promise<Head> {
  const { heads } = await store.outbox.heads({ limit: 1 })
  return heads[0] as Head
}

async function receiptFrom(store: Store, head: Head): Promise<DeliveryReceipt> {
  const delivery = await store.outbox.deliver(head)
  if (delivery.outcome !== 'delivered') throw new Error(delivery.outcome)
  return delivery.receipt
}

test('an emitted effect waits in the outbox until it was delivered and acknowledged', async () => {
  const store = await openBaskets()
  await store.dispatch(basket, KEY, addItem('a'))
  const head = await firstHead(store)
  expect(head).toMatchObject({
    router: 'BasketWatch',
    route: 'item',
    source: { machine: 'Basket', key: KEY },
    effect: { type: 'ItemAdded', itemId: 'a', position: 1 },
    revision: 1,
    place: 0,
  })
  const delivery = await store.outbox.deliver(head)
  expect(delivery).toMatchObject({ outcome: 'delivered', receivers: [{ machine: 'Watcher', key: CLERK, refusal: null }] })
  expect(await store.load(watcher, CLERK)).toMatchObject({ state: { seen: 1 } })
  expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1, dead: 0 })
  expect(delivery.outcome === 'delivered' && (await store.outbox.acknowledge(delivery.receipt))).toBe(true)
  expect(await store.outbox.census({ limit: 10 })).toEqual({ pending: 0, oldestAtMs: null, dead: 0 })
})

test('a message may be delivered any number of times: the receiver’s own answer makes it one', async () => {
  const store = await openBaskets()
  await store.dispatch(basket, KEY, addItem('a'))
  const head = await firstHead(store)
  await store.outbox.deliver(head)
  expect(await store.outbox.deliver(head)).toMatchObject({
    outcome: 'delivered',
    receivers: [{ refusal: { code: 'seen_already' }, acknowledged: true }],
  })
  expect(await store.load(watcher, CLERK)).toMatchObject({ revision: 1, state: { seen: 1 } })
  expect(await store.outbox.acknowledge(await receiptFrom(store, head))).toBe(true)
  expect(await store.outbox.deliver(head)).toEqual({ outcome: 'gone' })
})

test('a source’s messages go out in its order: only the head is delivered', async () => {
  const store = await openBaskets()
  for (const item of ['a', 'b', 'c']) await store.dispatch(basket, KEY, addItem(item))
  const head = await firstHead(store)
  expect(await store.outbox.deliver({ ...head, id: head.id + 1 })).toEqual({ outcome: 'not_head' })
  const seen: number[] = []
  for (let next = head; next !== undefined; next = await firstHead(store)) {
    seen.push(Number(next.effect['position']))
    await store.outbox.acknowledge(await receiptFrom(store, next))
  }
  expect(seen).toEqual([1, 2, 3])
  expect(await store.outbox.deadLetters({ limit: 10 })).toEqual([])
})

test('a message’s number is never given again, so that an old receipt removes no new message', async () => {
  const store = await openBaskets()
  await store.dispatch(basket, KEY, addItem('a'))
  const receipt = await receiptFrom(store, await firstHead(store))
  await store.outbox.acknowledge(receipt)
  await store.dispatch(basket, KEY, addItem('b'))
  expect(await store.outbox.acknowledge(receipt)).toBe(false)
  expect((await firstHead(store)).id).toBe(receipt.id + 1)
})

test('heads come one a source and go round: a long queue hides no other source', async () => {
  const store = await openBaskets()
  await Promise.all(Array.from({ length: 300 }, (_, n) => store.dispatch(basket, KEY, addItem(`item-${n}`))))
  for (const basketId of ['a', 'c', 'd']) await store.dispatch(basket, { realm: 'r', basketId }, addItem('x'))
  const first = await store.outbox.heads({ limit: 3 })
  expect(first.heads.map(({ source }) => source.key['basketId'])).toEqual(['a', 'b', 'c'])
  expect(first.next).not.toBeNull()
  const second = await store.outbox.heads({ limit: 3, ...(first.next === null ? {} : { after: first.next }) })
  expect(second).toMatchObject({ heads: [{ source: { key: { basketId: 'd' } } }], next: null })
})

test('a refusal that the route does not name is a dead letter, and the queue goes on', async () => {
  const store = await openBaskets()
  await store.dispatch(watcher, CLERK, { type: 'Close' })
  await store.dispatch(basket, KEY, addItem('a'))
  await store.dispatch(basket, KEY, addItem('b'))
  const delivery = await store.outbox.deliver(await firstHead(store))
  expect(delivery).toMatchObject({ outcome: 'dead', receivers: [{ refusal: { code: 'closed' }, acknowledged: false }] })
  const dead = await store.outbox.deadLetters({ limit: 10 })
  expect(dead).toMatchObject([
    { route: 'item', effect: { itemId: 'a' }, receiver: { machine: 'Watcher', key: CLERK }, refusal: { code: 'closed' } },
  ])
  expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1, dead: 1 })
  expect((await firstHead(store)).effect).toMatchObject({ itemId: 'b' })
  expect(dead[0] !== undefined && (await store.outbox.discard(dead[0]))).toBe(true)
  expect(await store.outbox.census({ limit: 10 })).toMatchObject({ dead: 0 })
})

async function withWatchers(store: Store, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, n) => store.dispatch(watcher, { ...KEY, watcherId: `w${n}` }, { type: 'Watch' })))
}

test('a fan-out reaches every instance that agrees, page by page, and no other', async () => {
  const store = await openBaskets()
  await withWatchers(store, 250)
  await store.dispatch(watcher, { realm: 'other', basketId: 'b', watcherId: 'w' }, { type: 'Watch' })
  await store.dispatch(watcher, { realm: 'r', basketId: 'other', watcherId: 'w' }, { type: 'Watch' })
  await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
  const head = await firstHead(store)
  expect(head.begun).toBe(false)
  const outcomes = [await store.outbox.deliver(head), await store.outbox.deliver(head), await store.outbox.deliver(head)]
  expect(outcomes.map((delivery) => ('receivers' in delivery ? [delivery.outcome, delivery.receivers.length] : []))).toEqual([
    ['partly', 100],
    ['partly', 100],
    ['delivered', 50],
  ])
  expect((await firstHead(store)).begun).toBe(true)
  // Delivered again, it reaches nobody twice: the cursor stands after the last.
  expect(await store.outbox.deliver(head)).toMatchObject({ outcome: 'delivered', receivers: [] })
  for (const watcherId of ['w0', 'w249'])
    expect(await store.load(watcher, { ...KEY, watcherId })).toMatchObject({ revision: 2, state: { heard: 1 } })
  expect(await store.load(watcher, { realm: 'other', basketId: 'b', watcherId: 'w' })).toMatchObject({ state: { heard: 0 } })
  expect(await store.load(watcher, { realm: 'r', basketId: 'other', watcherId: 'w' })).toMatchObject({ state: { heard: 0 } })
})

test('receivers of a fan-out that refuse or cannot be read become dead letters, and keep it from no other', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await withWatchers(store, 5)
  await store.dispatch(watcher, { ...KEY, watcherId: 'w1' }, { type: 'Close' })
  const other = new Database(file)
  other.exec(`UPDATE "Watcher" SET phase = 'Broken' WHERE watcherId = 'w3'`)
  await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
  const head = await firstHead(store)
  expect(await store.outbox.deliver(head)).toMatchObject({
    outcome: 'delivered',
    receivers: [
      { refusal: null },
      { refusal: { code: 'deaf' }, acknowledged: false },
      { refusal: null },
      { refusal: { code: 'unreadable_row' }, acknowledged: false },
      { refusal: null },
    ],
  })
  expect(await store.outbox.deadLetters({ limit: 10 })).toMatchObject([
    { refusal: { code: 'deaf' } },
    { refusal: { code: 'unreadable_row' } },
  ])
  expect(other.prepare(`SELECT phase, pawl_revision AS revision FROM "Watcher" WHERE watcherId = 'w3'`).get()).toEqual({
    phase: 'Broken',
    revision: 1,
  })
  other.close()
})

test('a fan-out finds its receivers along an index', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await withWatchers(store, 3)
  await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
  await store.outbox.deliver(await firstHead(store))
  const other = new Database(file)
  const plan = other
    .prepare(
      'EXPLAIN QUERY PLAN SELECT * FROM "Watcher" WHERE "realm" = ? AND "basket$49$d" = ? AND "pawl_row" > ? ORDER BY "pawl_row" LIMIT ?',
    )
    .all('r', 'b', 0, 10)
  other.close()
  expect(plan).toMatchObject([{ detail: expect.stringMatching(/^SEARCH Watcher USING INDEX .*pawl_each/) as string }])
})

test('a message whose effect cannot be read keeps no other source back', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await store.dispatch(basket, KEY, addItem('a'))
  await store.dispatch(basket, { ...KEY, basketId: 'c' }, addItem('a'))
  const other = new Database(file)
  other.exec(`UPDATE pawl_outbox SET effect = '{' WHERE id = 1`)
  other.close()
  expect(await store.outbox.heads({ limit: 5 })).toMatchObject({
    heads: [{ source: { key: { basketId: 'c' } } }],
    unreadable: [{ key: '["r","b"]', column: 'effect' }],
  })
})

test('an outbox that another process empties is no fault', async () => {
  const file = newFile()
  const one = await openBaskets({ file })
  const two = await openBaskets({ file })
  await one.dispatch(basket, KEY, addItem('a'))
  const head = await firstHead(two)
  const receipts = await Promise.all([receiptFrom(one, head), receiptFrom(two, head)])
  const removed = [await one.outbox.acknowledge(receipts[0]), await two.outbox.acknowledge(receipts[1])]
  expect(removed).toEqual([true, false])
  expect(await one.load(watcher, CLERK)).toMatchObject({ revision: 1 })
})

test.each([
  ['to one', async (store: Store) => void (await store.dispatch(basket, KEY, addItem('a'))), '"position"'],
  [
    'to each',
    async (store: Store) => {
      await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
      await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
    },
    '"turn"',
  ],
])('a message %s whose field was damaged in the file reaches nobody, and is no dead letter', async (_name, send, field) => {
  const file = newFile()
  const store = await openBaskets({ file })
  await send(store)
  const other = new Database(file)
  other.prepare(`UPDATE pawl_outbox SET effect = replace(effect, ?, '"damaged"')`).run(field)
  other.close()
  const before = await store.history({ limit: 10 })
  await expect(store.outbox.deliver(await firstHead(store))).rejects.toMatchObject({ code: 'unreadable_row', facts: { column: 'effect' } })
  expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1, dead: 0 })
  expect(await store.history({ limit: 10 })).toEqual(before)
})
