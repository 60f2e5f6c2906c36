/** A journal is cut where its instance stands, and a snapshot stands for what went. */
import { expect } from 'vitest'
import { manualClock } from '../../../../runtime/clock.js'
import type { Store } from '../../../../runtime/store/types.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { CLERK, everyPage, withWatchers } from './baskets.js'

const OTHER = { ...KEY, basketId: 'other' }

async function fill(store: Store, key: typeof KEY, items: readonly string[]): Promise<void> {
  for (const item of items) await store.dispatch(basket, key, addItem(item))
}

async function revisions(store: Store, key: typeof KEY = KEY): Promise<readonly number[]> {
  return (await store.journal(basket, key, { limit: 100 })).map(({ revision }) => revision)
}

/** A snapshot as a whole. */
async function snapshotOf(store: Store, key: typeof KEY = KEY): Promise<unknown> {
  const snapshot = await store.upkeep.snapshot(basket, key)
  return snapshot === null ? null : { ...snapshot, items: (await store.upkeep.snapshotRows(basket, key, 'items', { limit: 100 })).rows }
}

/** An instance with its rows, as a snapshot of it would have them. */
async function instanceOf(store: Store, key: typeof KEY = KEY): Promise<unknown> {
  const { state, revision } = await store.load(basket, key)
  return { key, state, revision, items: (await store.rows(basket, key, 'items', { limit: 100 })).rows }
}

export const upkeep: readonly Case[] = [
  {
    name: 'a journal is cut where its instance stands: a snapshot of it stands for the entries that went, and new ones follow',
    async run(ground) {
      const store = await ground.open({ clock: manualClock(7_000) })
      await fill(store, KEY, ['a', 'b', 'c'])
      await store.dispatch(basket, KEY, { type: 'Note', note: 'say "\u0000\n\u2028\ud83d\ude00"' })
      const [standing, entries] = [await instanceOf(store), await store.history({ limit: 10 })]
      expect(await store.upkeep.snapshot(basket, KEY)).toBeNull()
      expect(await store.upkeep.cut(basket, KEY, { upToRevision: 4 })).toEqual({ entries: 4 })
      expect(await store.journal(basket, KEY, { limit: 10 })).toEqual([])
      expect(await store.history({ limit: 10 })).toEqual([])
      expect(await snapshotOf(store)).toEqual({ ...(standing as object), lastEntry: entries.at(-1)!.entry, atMs: 7_000 })
      expect(await instanceOf(store)).toEqual(standing)
      await fill(store, KEY, ['d'])
      expect(await revisions(store)).toEqual([5])
      expect(await snapshotOf(store)).toMatchObject({ revision: 4 })
    },
  },
  {
    name: 'an instance that stands at another revision, that never was or that has no entry left is not cut',
    async run(ground) {
      const store = await ground.open()
      await fill(store, KEY, ['a', 'b'])
      const { commits } = store.stats()
      for (const upToRevision of [1, 3]) expect(await store.upkeep.cut(basket, KEY, { upToRevision })).toEqual({ entries: 0 })
      expect(await store.upkeep.cut(basket, OTHER, { upToRevision: 1 })).toEqual({ entries: 0 })
      expect([await revisions(store), await snapshotOf(store), await snapshotOf(store, OTHER)]).toEqual([[1, 2], null, null])
      expect(store.stats().commits).toBe(commits)
      await store.upkeep.cut(basket, KEY, { upToRevision: 2 })
      const kept = await snapshotOf(store)
      expect(await store.upkeep.cut(basket, KEY, { upToRevision: 2 })).toEqual({ entries: 0 })
      expect([await snapshotOf(store), store.stats().commits]).toEqual([kept, commits + 1])
      for (const upToRevision of [0, -1, 1.5, Number.NaN])
        await expect(store.upkeep.cut(basket, KEY, { upToRevision })).rejects.toMatchObject({ code: 'bad_query' })
    },
  },
  {
    name: 'a cut takes no entry and no snapshot of a neighbour, and no message',
    async run(ground) {
      const store = await ground.open()
      await withWatchers(store, 1)
      await fill(store, OTHER, ['a'])
      await store.upkeep.cut(basket, OTHER, { upToRevision: 1 })
      await fill(store, OTHER, ['b', 'c'])
      await fill(store, KEY, ['a', 'b', 'c'])
      const [kept, messages] = [await snapshotOf(store, OTHER), await store.outbox.census({ limit: 100 })]
      expect(await store.upkeep.cut(basket, KEY, { upToRevision: 3 })).toEqual({ entries: 3 })
      expect([await revisions(store), await revisions(store, OTHER)]).toEqual([[], [2, 3]])
      expect(await store.journal(watcher, { ...KEY, watcherId: 'w0' }, { limit: 10 })).toHaveLength(1)
      expect(await snapshotOf(store, OTHER)).toEqual(kept)
      expect(await store.outbox.census({ limit: 100 })).toEqual(messages)
    },
  },
  {
    name: 'a later cut takes the place of the one before: in its rows what was changed is changed, and what went is gone',
    async run(ground) {
      const losing = {
        ...basket,
        decide: (...[state, input, rows, bounds]: Parameters<typeof basket.decide>) =>
          input.type === 'Sell'
            ? ({
                ok: true,
                transition: 'Sell',
                state: { ...state, phase: 'Sold' },
                changes: [{ table: 'items', op: 'remove', key: 'b' }],
                effects: [],
              } as const)
            : basket.decide(state, input, rows, bounds),
      }
      const store = await ground.open({ machines: [losing, watcher] })
      for (const item of ['a', 'b', 'c']) await store.dispatch(losing, KEY, addItem(item))
      await store.dispatch(losing, OTHER, addItem('b'))
      await store.upkeep.cut(losing, KEY, { upToRevision: 3 })
      await store.upkeep.cut(losing, OTHER, { upToRevision: 1 })
      await store.dispatch(losing, KEY, { type: 'Swap', oneId: 'a', otherId: 'c' })
      await store.dispatch(losing, KEY, { type: 'Sell' })
      expect(await store.upkeep.cut(losing, KEY, { upToRevision: 5 })).toEqual({ entries: 2 })
      const rows = async (key: typeof KEY) => (await store.upkeep.snapshotRows(losing, key, 'items', { limit: 9 })).rows
      expect(await store.upkeep.snapshot(losing, KEY)).toMatchObject({ revision: 5, state: { phase: 'Sold' } })
      expect(await rows(KEY)).toEqual((await store.rows(losing, KEY, 'items', { limit: 9 })).rows)
      expect((await rows(KEY)).map(({ key, row }) => [key, row['position']])).toEqual([
        ['a', 3],
        ['c', 1],
      ])
      expect((await rows(OTHER)).map(({ key }) => key)).toEqual(['b'])
    },
  },
  {
    name: 'an entry’s number is never given again, though all before it were cut',
    async run(ground) {
      const store = await ground.open()
      await fill(store, KEY, ['a', 'b'])
      const [, last] = await store.history({ limit: 10 })
      await store.upkeep.cut(basket, KEY, { upToRevision: 2 })
      await fill(store, OTHER, ['a'])
      await fill(store, KEY, ['c'])
      const history = await store.history({ afterEntry: last!.entry, limit: 10 })
      expect(history.map(({ key, revision }) => [key['basketId'], revision])).toEqual([
        ['other', 1],
        ['b', 3],
      ])
    },
  },
  {
    name: 'snapshots and their rows come page by page, each once',
    async run(ground) {
      const store = await ground.open()
      const ids = Array.from({ length: 7 }, (_, n) => `b${n}`)
      for (const basketId of ids) {
        await fill(store, { ...KEY, basketId }, ['x', 'y', 'z'])
        await store.upkeep.cut(basket, { ...KEY, basketId }, { upToRevision: 3 })
      }
      await store.dispatch(watcher, CLERK, { type: 'Watch' })
      await store.upkeep.cut(watcher, CLERK, { upToRevision: 1 })
      const found = await everyPage(async (after) => {
        const page = await store.upkeep.snapshots(basket, { limit: 3, ...(after !== undefined && { after }) })
        return { items: page.found, next: page.next }
      })
      expect(found.map(({ key }) => key.basketId)).toEqual(ids)
      const [rows, more] = [
        await store.upkeep.snapshotRows(basket, { ...KEY, basketId: 'b3' }, 'items', { limit: 2 }),
        await store.upkeep.snapshotRows(basket, { ...KEY, basketId: 'b3' }, 'items', { limit: 2, after: 'y' }),
      ]
      expect([rows.rows.map(({ key }) => key), rows.next]).toEqual([['x', 'y'], 'y'])
      expect([more.rows.map(({ key }) => key), more.next]).toEqual([['z'], null])
      await expect(store.upkeep.snapshots(basket, { limit: 0 })).rejects.toMatchObject({ code: 'bad_query' })
      await expect(store.upkeep.snapshotRows(basket, KEY, 'nothing', { limit: 1 })).rejects.toMatchObject({ code: 'unknown_table' })
    },
  },
  {
    name: 'of instances that are gone while the journal has entries of them it is told, page by page, each once, and of no other',
    needs: ['damage'],
    async run(ground) {
      const store = await ground.open()
      const ids = ['a', 'b', 'c', 'd', 'e']
      for (const basketId of ids) await fill(store, { ...KEY, basketId }, ['x', 'y'])
      await store.dispatch(watcher, CLERK, { type: 'Watch' })
      await store.upkeep.cut(basket, { ...KEY, basketId: 'c' }, { upToRevision: 2 })
      expect(await store.upkeep.strays(basket, { limit: 10 })).toEqual({ strays: [], next: null })
      for (const basketId of ['a', 'c', 'e']) await ground.damage({ table: 'Basket', where: { basketId }, isGone: true })
      const strays = await everyPage(async (after) => {
        const page = await store.upkeep.strays(basket, { limit: 1, ...(after !== undefined && { after }) })
        return { items: page.strays, next: page.next }
      })
      expect(strays).toEqual(['a', 'e'].map((basketId) => ({ key: { ...KEY, basketId }, revision: 2 })))
      await expect(store.upkeep.strays(basket, { limit: 0 })).rejects.toMatchObject({ code: 'bad_query' })
    },
  },
  {
    name: 'where steps stand is told in their order, page by page, and one that cannot be read keeps no other back',
    needs: ['damage'],
    async run(ground) {
      const store = await ground.open({ clock: manualClock(7_000) })
      for (const basketId of ['a', 'b', 'c']) await fill(store, { ...KEY, basketId }, ['x'])
      await fill(store, { ...KEY, basketId: 'a' }, ['y'])
      const history = await store.history({ limit: 10 })
      const placed = history.map(({ entry, machine, key, revision, atMs }) => ({ entry, machine, key, revision, atMs }))
      expect(await store.upkeep.steps({ limit: 10 })).toEqual(placed)
      const [first, second] = placed
      expect(await store.upkeep.steps({ afterEntry: first!.entry, limit: 2 })).toEqual(placed.slice(1, 3))
      const where = (step: typeof first) => ({ entry: step!.entry })
      await ground.damage({ table: 'journal', where: where(first), column: 'input', value: '{' })
      await ground.damage({ table: 'journal', where: where(second), column: 'key', value: 'no key' })
      await expect(store.history({ limit: 10 })).rejects.toMatchObject({ code: 'unreadable_row' })
      expect(await store.upkeep.steps({ limit: 10 })).toEqual(placed.map((step) => (step === second ? { ...step, key: 'no key' } : step)))
      await expect(store.upkeep.steps({ limit: 0 })).rejects.toMatchObject({ code: 'bad_query' })
    },
  },
  {
    name: 'a cut is there when it is opened again; whoever only reads sees it, and cuts nothing',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await fill(store, KEY, ['a', 'b'])
      await store.upkeep.cut(basket, KEY, { upToRevision: 2 })
      await fill(store, KEY, ['c'])
      const kept = await snapshotOf(store)
      await store.close()
      const reader = await ground.open({ readOnly: true })
      expect([await snapshotOf(reader), await revisions(reader)]).toEqual([kept, [3]])
      await expect(reader.upkeep.cut(basket, KEY, { upToRevision: 3 })).rejects.toMatchObject({ code: 'read_only' })
      expect(await revisions(await ground.open())).toEqual([3])
    },
  },
  {
    name: 'a snapshot that nothing can be made of fails closed, is named in its page, and keeps no other back',
    needs: ['damage'],
    async run(ground) {
      const store = await ground.open()
      for (const key of [KEY, OTHER]) {
        await fill(store, key, ['a', 'b'])
        await store.upkeep.cut(basket, key, { upToRevision: 2 })
      }
      const { lastEntry } = (await store.upkeep.snapshot(basket, KEY))!
      for (const state of ['no JSON', '7', '{}', '{"realm":"r","basketId":"b","phase":"Broken"}']) {
        await ground.damage({ table: 'snapshot', where: { key: '["r","b"]' }, column: 'state', value: state })
        await expect(store.upkeep.snapshot(basket, KEY)).rejects.toMatchObject({ code: 'unreadable_row' })
        const { found, unreadable } = await store.upkeep.snapshots(basket, { limit: 5 })
        expect(found.map(({ key }) => key)).toEqual([OTHER])
        expect(unreadable).toMatchObject([{ key: KEY, revision: 2, lastEntry }])
      }
      await ground.damage({ table: 'snapshot', where: { key: '["r","b"]' }, column: 'key', value: 'no key' })
      expect((await store.upkeep.snapshots(basket, { limit: 5 })).unreadable).toMatchObject([{ key: 'no key' }])
      await ground.damage({ table: 'snapshot row', where: { row_key: 'a' }, column: 'row', value: '{"itemId":"a","position":0}' })
      const { rows, unreadable } = await store.upkeep.snapshotRows(basket, OTHER, 'items', { limit: 5 })
      expect(rows.map(({ key }) => key)).toEqual(['b'])
      expect(unreadable).toEqual([{ key: '["r","other","a"]', column: 'position', problem: 'is no position' }])
      await ground.damage({ table: 'Basket', where: { basketId: 'other' }, column: 'phase', value: 'Broken' })
      await expect(store.upkeep.cut(basket, OTHER, { upToRevision: 2 })).rejects.toMatchObject({ code: 'unreadable_row' })
    },
  },
]
