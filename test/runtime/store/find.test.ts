import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { manualClock } from '../../../runtime/clock.js'
import { StoreError } from '../../../runtime/store/errors.js'
import type { Place, Query, Store } from '../../../runtime/store/types.js'
import { basket } from './fixtures/basket.js'
import { KEY, addItem, newFile, openBaskets } from './fixtures/open.js'

async function withBaskets(count: number, file = newFile()): Promise<Store> {
  const clock = manualClock(1_000)
  const store = await openBaskets({ file, clock })
  for (let n = 0; n < count; n += 1) {
    clock.set(1_000 + (n % 3) * 10)
    await store.dispatch(basket, { realm: 'r', basketId: `b${n}` }, addItem('a'))
  }
  return store
}

async function everyPage(store: Store, query: Query): Promise<readonly string[]> {
  const found: string[] = []
  let after: Place | null = null
  do {
    const page = await store.find(basket, after === null ? query : { ...query, after })
    found.push(...page.found.map(({ key }) => key.basketId))
    after = page.next as Place | null
  } while (after !== null)
  return found
}

test('instances are found by a prefix of an index and a bound on its next column, in order', async () => {
  const store = await withBaskets(1)
  const page = await store.find(basket, { index: 'opened', equals: ['Open'], atMost: 1_000, limit: 10 })
  expect(page).toMatchObject({
    found: [{ key: { realm: 'r', basketId: 'b0' }, revision: 1, state: { phase: 'Open', openedAtMs: 1_000 } }],
    next: null,
  })
  expect(await store.find(basket, { index: 'opened', equals: ['Open'], atMost: 999, limit: 10 })).toMatchObject({ found: [], next: null })
  expect(await store.find(basket, { index: 'opened', equals: ['Sold'], limit: 10 })).toMatchObject({ found: [] })
})

test.each([1, 2, 3, 7, 10])('pages of %i hold each instance once', async (limit) => {
  const store = await withBaskets(10)
  const found = await everyPage(store, { index: 'opened', equals: ['Open'], limit })
  expect(found.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `b${n}`))
})

test('pages go over columns that are null', async () => {
  const store = await withBaskets(6)
  for (const n of [1, 4]) await store.dispatch(basket, { realm: 'r', basketId: `b${n}` }, { type: 'Note', note: 'x' })
  expect(await everyPage(store, { index: 'noted', equals: [], limit: 2 })).toEqual(['b0', 'b2', 'b3', 'b5', 'b1', 'b4'])
  expect(await everyPage(store, { index: 'noted', equals: [null], limit: 1 })).toEqual(['b0', 'b2', 'b3', 'b5'])
})

test('a row that cannot be read is named, and keeps no other back', async () => {
  const file = newFile()
  const store = await withBaskets(3, file)
  const other = new Database(file)
  // Its counter is no number that a state may hold, but its place in the index is as before.
  other.exec(`UPDATE "Basket" SET pawl_revision = -1 WHERE basketId = 'b1'`)
  other.close()
  const page = await store.find(basket, { index: 'opened', equals: ['Open'], limit: 10 })
  expect(page.found.map(({ key }) => key.basketId).toSorted()).toEqual(['b0', 'b2'])
  expect(page.unreadable).toEqual([{ key: '["r","b1"]', column: 'pawl_revision', problem: 'is no revision' }])
})

test.each([
  [{ index: 'phase', equals: [], limit: 1 }, 'unknown_index'],
  [{ index: 'opened', equals: ['Open', 1, 2], limit: 1 }, 'unknown_index'],
  [{ index: 'opened', equals: ['Open', 1], atMost: 1, limit: 1 }, 'unknown_index'],
  [{ index: 'opened', equals: [], limit: 0 }, 'bad_query'],
  [{ index: 'opened', equals: [], limit: 1e9 }, 'bad_query'],
  [{ index: 'opened', equals: [], limit: 1, after: 'x' as Place }, 'bad_query'],
])('%o is refused: %s', async (query, code) => {
  const store = await openBaskets()
  await expect(store.find(basket, query)).rejects.toMatchObject({ code })
})

test('every page reads along its index: no scan, no sorting', async () => {
  const file = newFile()
  await withBaskets(1, file)
  const other = new Database(file)
  const plans = [
    'SELECT * FROM "Basket" WHERE "phase" IS ? AND "openedAtMs" <= ? ORDER BY "openedAtMs", "pawl_row" LIMIT 5',
    'SELECT * FROM "Basket" WHERE "phase" IS ? AND "openedAtMs" IS ? AND "pawl_row" > ? ORDER BY "openedAtMs", "pawl_row" LIMIT 5',
    'SELECT * FROM "Basket.items" WHERE "realm" = ? AND "basketId" = ? AND "position" > ? ORDER BY "position" LIMIT 5',
    'SELECT * FROM pawl_outbox WHERE (machine, key) > (?, ?) ORDER BY machine, key, id LIMIT 1',
    'SELECT min(id) AS id FROM pawl_outbox WHERE machine = ? AND key = ?',
    'SELECT * FROM pawl_journal WHERE machine = ? AND key = ? AND revision > ? ORDER BY revision LIMIT 5',
  ].map((sql) => other.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from(sql.matchAll(/\?/g), () => 1)) as { detail: string }[])
  other.close()
  for (const plan of plans) expect(plan).toMatchObject([{ detail: expect.stringMatching(/^SEARCH/) as string }])
})

test('rows are read by key and by unique column, page by page', async () => {
  const store = await openBaskets()
  await Promise.all(['c', 'a', 'b'].map((item) => store.dispatch(basket, KEY, addItem(item))))
  const first = await store.rows(basket, KEY, 'items', { limit: 2 })
  expect(first).toMatchObject({ rows: [{ key: 'a' }, { key: 'b' }], next: 'b' })
  expect(await store.rows(basket, KEY, 'items', { limit: 2, after: 'b' })).toMatchObject({ rows: [{ key: 'c' }], next: null })
  expect(await store.rows(basket, KEY, 'items', { by: 'position', after: 1, limit: 5 })).toMatchObject({
    rows: [{ key: 'a' }, { key: 'b' }],
  })
  expect(await store.rowBy(basket, KEY, 'items', 'position', 9)).toBeNull()
  await expect(store.rows(basket, KEY, 'things', { limit: 1 })).rejects.toMatchObject({ code: 'unknown_table' })
  await expect(store.rowBy(basket, KEY, 'items', 'priceCents', 1)).rejects.toMatchObject({ code: 'unknown_table' })
})

test('a query that says what no query can say is refused as such, whatever verb it is for', async () => {
  const store = await openBaskets()
  const asked: readonly (() => Promise<unknown>)[] = [
    ...[{ equals: 'r' }, { equals: [{}] }, { equals: [1n] }, { equals: [], atMost: {} }, { equals: [], atMost: Number.NaN }].map(
      (query) => () => store.find(basket, { index: basket.table.indexes[0]!.name, limit: 5, ...query } as never),
    ),
    ...['null', 'x', '[1]', '["Basket",{}]'].map((after) => () => store.outbox.heads({ after: after as never, limit: 5 })),
    () => store.deriveLocals({ router: 'BasketWatch', local: 'ring', after: '[{}]' as never, limit: 5 }),
    () => store.outbox.deadLetters({ after: {} as never, limit: 5 }),
    () => store.outbox.deliver({ id: {} } as never),
    () => store.history({ afterEntry: {} as never, limit: 5 }),
    () => store.journal(basket, KEY, { afterRevision: [] as never, limit: 5 }),
    () => store.rows(basket, KEY, 'items', { after: {} as never, limit: 5 }),
    () => store.row(basket, KEY, 'items', {} as never),
  ]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ name: 'StoreError', code: 'bad_query' })
  await expect(store.load(undefined as never, KEY)).rejects.toMatchObject({ code: 'unknown_machine' })
  expect(() => store.onChanged(null as never)).toThrow(StoreError)
})
