/** What is asked of a store without changing it. */
import { expect } from 'vitest'
import { manualClock } from '../../../../runtime/clock.js'
import { StoreError } from '../../../../runtime/store/errors.js'
import type { Place, Query, Store } from '../../../../runtime/store/types.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import type { Case, Ground } from '../ground.js'
import { everyPage } from './baskets.js'

/** Baskets `b0`, `b1` and so on, opened at three instants in turn. */
async function withBaskets(ground: Ground, count: number): Promise<Store> {
  const clock = manualClock(1_000)
  const store = await ground.open({ clock })
  // The clock does not step back, so those of one instant are made together.
  for (const third of [0, 1, 2]) {
    clock.set(1_000 + third * 10)
    for (let n = third; n < count; n += 3) await store.dispatch(basket, { realm: 'r', basketId: `b${n}` }, addItem('a'))
  }
  return store
}

function found(store: Store, query: Query): Promise<readonly string[]> {
  return everyPage(async (after) => {
    const page = await store.find(basket, { ...query, ...(after !== undefined && { after }) })
    expect(page.found.length).toBeLessThanOrEqual(query.limit)
    return { items: page.found.map(({ key }) => key.basketId), next: page.next }
  })
}

const OF_TEN = ['b0', 'b3', 'b6', 'b9', 'b1', 'b4', 'b7', 'b2', 'b5', 'b8']

export const queries: readonly Case[] = [
  {
    name: 'instances are found by a prefix of an index and a bound on its next column, in order',
    async run(ground) {
      const store = await withBaskets(ground, 10)
      const upTo = (atMost: number) => found(store, { index: 'opened', equals: ['Open'], atMost, limit: 100 })
      expect(await upTo(999)).toEqual([])
      expect(await upTo(1_000)).toEqual(OF_TEN.slice(0, 4))
      expect(await upTo(1_010)).toEqual(OF_TEN.slice(0, 7))
      expect(await found(store, { index: 'opened', equals: ['Open', 1_010], limit: 100 })).toEqual(['b1', 'b4', 'b7'])
      expect(await found(store, { index: 'opened', equals: ['Sold'], limit: 10 })).toEqual([])
      expect(await store.find(basket, { index: 'Basket:opened', equals: ['Open'], limit: 1 })).toMatchObject({
        found: [{ key: { realm: 'r', basketId: 'b0' }, revision: 1, updatedAtMs: 1_000, state: { phase: 'Open', openedAtMs: 1_000 } }],
      })
    },
  },
  ...[1, 2, 3, 7, 10, 11].map((limit): Case => ({
    name: `pages of ${limit} hold each instance once, in the order of the index`,
    async run(ground) {
      const store = await withBaskets(ground, 10)
      expect(await found(store, { index: 'opened', equals: ['Open'], limit })).toEqual(OF_TEN)
    },
  })),
  {
    name: 'pages go over columns that are null, and null comes first',
    async run(ground) {
      const store = await withBaskets(ground, 6)
      for (const n of [1, 4]) await store.dispatch(basket, { realm: 'r', basketId: `b${n}` }, { type: 'Note', note: 'x' })
      expect(await found(store, { index: 'noted', equals: [], limit: 2 })).toEqual(['b0', 'b3', 'b2', 'b5', 'b1', 'b4'])
      expect(await found(store, { index: 'noted', equals: [null], limit: 1 })).toEqual(['b0', 'b3', 'b2', 'b5'])
      expect(await found(store, { index: 'noted', equals: [], atMost: 'x', limit: 1 })).toEqual(['b1', 'b4'])
    },
  },
  {
    name: 'texts are in the order of their bytes, whatever a language or UTF-16 thinks',
    async run(ground) {
      const store = await ground.open()
      const items = ['b', 'a', 'B', 'é', 'z', '\u{1f34e}', '\uff5e']
      for (const item of items) await store.dispatch(basket, KEY, addItem(item))
      const sorted = ['B', 'a', 'b', 'z', 'é', '\uff5e', '\u{1f34e}']
      const { rows } = await store.rows(basket, KEY, 'items', { limit: 10 })
      expect(rows.map(({ key }) => key)).toEqual(sorted)
      for (const [n, item] of sorted.entries()) {
        const page = await store.rows(basket, KEY, 'items', { after: item, limit: 10 })
        expect(page.rows.map(({ key }) => key)).toEqual(sorted.slice(n + 1))
      }
    },
  },
  {
    name: 'every instance is read in the order in which they were first written, page by page',
    async run(ground) {
      const store = await ground.open()
      const ids = ['m', 'c', 'x', 'a', 'q']
      for (const basketId of ids) await store.dispatch(basket, { realm: 'r', basketId }, addItem('a'))
      await store.dispatch(basket, { realm: 'r', basketId: 'x' }, addItem('b'))
      for (const limit of [1, 2, 5, 6]) {
        const read = await everyPage(async (after) => {
          const page = await store.instances(basket, { limit, ...(after !== undefined && { after }) })
          return { items: page.found.map(({ key }) => key.basketId), next: page.next }
        })
        expect(read).toEqual(ids)
      }
    },
  },
  {
    name: 'an instance that moves in an index while it is paged through is met where it stands then',
    async run(ground) {
      const store = await withBaskets(ground, 6)
      const first = await store.find(basket, { index: 'opened', equals: ['Open'], limit: 2 })
      await store.dispatch(basket, { realm: 'r', basketId: 'b1' }, { type: 'Sell' })
      const rest = await store.find(basket, { index: 'opened', equals: ['Open'], after: first.next!, limit: 10 })
      expect(rest.found.map(({ key }) => key.basketId)).toEqual(['b4', 'b2', 'b5'])
      expect(await found(store, { index: 'opened', equals: ['Sold'], limit: 10 })).toEqual(['b1'])
    },
  },
  {
    name: 'rows are read by key and by unique column, page by page',
    async run(ground) {
      const store = await ground.open()
      await Promise.all(['c', 'a', 'b'].map((item) => store.dispatch(basket, KEY, addItem(item))))
      await store.dispatch(basket, { ...KEY, basketId: 'other' }, addItem('d'))
      const first = await store.rows(basket, KEY, 'items', { limit: 2 })
      expect(first).toMatchObject({ rows: [{ key: 'a' }, { key: 'b' }], next: 'b', unreadable: [] })
      expect(await store.rows(basket, KEY, 'items', { limit: 2, after: 'b' })).toMatchObject({ rows: [{ key: 'c' }], next: null })
      expect(await store.rows(basket, KEY, 'items', { by: 'position', limit: 1 })).toMatchObject({ rows: [{ key: 'c' }], next: 1 })
      expect(await store.rows(basket, KEY, 'items', { by: 'position', after: 1, limit: 5 })).toMatchObject({
        rows: [{ key: 'a' }, { key: 'b' }],
        next: null,
      })
      expect(await store.row(basket, KEY, 'items', 'b')).toMatchObject({ key: 'b', row: { position: 3 } })
      expect(await store.row(basket, KEY, 'items', 'd')).toBeNull()
      expect(await store.rowBy(basket, KEY, 'items', 'position', 9)).toBeNull()
    },
  },
  {
    name: 'a query that no index serves is refused as such',
    async run(ground) {
      const store = await ground.open()
      const wrong: readonly (readonly [Query, string])[] = [
        [{ index: 'phase', equals: [], limit: 1 }, 'unknown_index'],
        [{ index: 'opened', equals: ['Open', 1, 2], limit: 1 }, 'unknown_index'],
        [{ index: 'opened', equals: ['Open', 1], atMost: 1, limit: 1 }, 'unknown_index'],
        [{ index: 'opened', equals: [], limit: 0 }, 'bad_query'],
        [{ index: 'opened', equals: [], limit: 1e9 }, 'bad_query'],
        [{ index: 'opened', equals: [], limit: 1, after: 'x' as Place }, 'bad_query'],
      ]
      for (const [query, code] of wrong) await expect(store.find(basket, query)).rejects.toMatchObject({ name: 'StoreError', code })
      await expect(store.rows(basket, KEY, 'things', { limit: 1 })).rejects.toMatchObject({ code: 'unknown_table' })
      await expect(store.rowBy(basket, KEY, 'items', 'priceCents', 1)).rejects.toMatchObject({ code: 'unknown_table' })
      const local = store.deriveLocals({ router: 'BasketWatch', local: 'sing', limit: 1 })
      await expect(local).rejects.toMatchObject({ code: 'unknown_route' })
    },
  },
  {
    name: 'a query that says what no query can say is refused as such, whatever verb it is for',
    async run(ground) {
      const store = await ground.open()
      const odd = [{ equals: 'r' }, { equals: [{}] }, { equals: [1n] }, { equals: [], atMost: {} }, { equals: [], atMost: Number.NaN }]
      const asked: readonly (() => Promise<unknown>)[] = [
        ...odd.map((query) => () => store.find(basket, { index: 'opened', limit: 5, ...query } as never)),
        ...['null', 'x', '[1]', '["Basket",{}]'].map((after) => () => store.outbox.heads({ after: after as never, limit: 5 })),
        () => store.deriveLocals({ router: 'BasketWatch', local: 'ring', after: '[{}]' as never, limit: 5 }),
        () => store.instances(basket, { after: '[1,2]' as never, limit: 5 }),
        () => store.outbox.deadLetters({ after: {} as never, limit: 5 }),
        () => store.outbox.census({ limit: 0 }),
        () => store.outbox.deliver({ id: {} } as never),
        () => store.outbox.discard({ id: {} } as never),
        () => store.history({ afterEntry: {} as never, limit: 5 }),
        () => store.history({ limit: 10_001 }),
        () => store.journal(basket, KEY, { afterRevision: [] as never, limit: 5 }),
        () => store.rows(basket, KEY, 'items', { after: {} as never, limit: 5 }),
        () => store.row(basket, KEY, 'items', {} as never),
      ]
      for (const ask of asked) await expect(ask()).rejects.toMatchObject({ name: 'StoreError', code: 'bad_query' })
      await expect(store.load(undefined as never, KEY)).rejects.toMatchObject({ code: 'unknown_machine' })
      await expect(store.load({ ...basket }, KEY)).rejects.toMatchObject({ code: 'unknown_machine' })
      expect(() => store.onChanged(null as never)).toThrow(StoreError)
      expect(() => store.onCommitted(null as never)).toThrow(StoreError)
    },
  },
]
