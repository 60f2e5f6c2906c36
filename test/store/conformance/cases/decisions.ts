/** What one decision does, and what none does. */
import { expect } from 'vitest'
import { WireError } from '../../../../generated/machine.js'
import { countedIds, manualClock, scriptedRandom } from '../../../../runtime/clock.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { TILL, everything } from './baskets.js'

const BOTH = [basket, watcher]

export const decisions: readonly Case[] = [
  {
    name: 'an accepted input is saved with its rows, its journal and its supplied fields',
    async run(ground) {
      const store = await ground.open({ clock: manualClock(5_000), ids: countedIds('t'), random: scriptedRandom(99) })
      const answer = await store.dispatch(basket, KEY, addItem('apple', 30))
      expect(answer).toMatchObject({ ok: true, transition: 'AddNew', revision: 1, atMs: 5_000, key: KEY })
      expect(answer).toMatchObject({ state: { phase: 'Open', itemsSize: 1 }, effects: [{ type: 'ItemAdded', itemId: 'apple' }] })
      expect(await store.load(basket, KEY)).toEqual({
        key: KEY,
        revision: 1,
        updatedAtMs: 5_000,
        state: { phase: 'Open', itemsSize: 1, openedAtMs: 5_000, note: '' },
      })
      const row = { position: 1, priceCents: 30, ticketId: 't-1', luck: 5 }
      expect(await store.row(basket, KEY, 'items', 'apple')).toEqual({ key: 'apple', row })
      expect(await store.rowBy(basket, KEY, 'items', 'position', 1)).toEqual({ key: 'apple', row })
      expect(await store.journal(basket, KEY, { limit: 10 })).toEqual([
        {
          entry: 1,
          machine: 'Basket',
          key: KEY,
          revision: 1,
          transition: 'AddNew',
          input: { type: 'AddItem', itemId: 'apple', priceCents: 30, atMs: 5_000, ticketId: 't-1', luck: 5 },
          effects: [{ type: 'ItemAdded', itemId: 'apple', position: 1 }],
          atMs: 5_000,
        },
      ])
    },
  },
  {
    name: 'an instance that was never written is in its initial state, at revision 0',
    async run(ground) {
      const store = await ground.open()
      expect(await store.load(basket, KEY)).toEqual({ key: KEY, state: basket.initial, revision: 0, updatedAtMs: 0 })
      expect(await store.instances(basket, { limit: 5 })).toEqual({ found: [], unreadable: [], next: null })
      expect(await store.row(basket, KEY, 'items', 'a')).toBeNull()
    },
  },
  {
    name: 'a refusal is an answer, and changes nothing',
    async run(ground) {
      const store = await ground.open()
      expect(await store.dispatch(basket, KEY, { type: 'Sell' })).toEqual({
        ok: false,
        machine: 'Basket',
        refusal: { code: 'not_in_phase', transition: null, detail: { phase: 'Empty' } },
      })
      await store.dispatch(basket, KEY, addItem('a'))
      const before = await everything(store, BOTH)
      expect(await store.dispatch(basket, KEY, { type: 'Swap', oneId: 'a', otherId: 'x' })).toMatchObject({ ok: false })
      expect(await everything(store, BOTH)).toEqual(before)
      expect(store.stats()).toMatchObject({ commits: 1, refused: 2, accepted: 1, failed: 0 })
    },
  },
  {
    name: 'revisions rise by one with each change, and each change has its entry in the journal',
    async run(ground) {
      const store = await ground.open()
      const revisions = []
      for (const item of ['a', 'b', 'c']) revisions.push((await store.dispatch(basket, KEY, addItem(item))) as { revision: number })
      expect(revisions.map(({ revision }) => revision)).toEqual([1, 2, 3])
      expect((await store.journal(basket, KEY, { limit: 10 })).map(({ revision }) => revision)).toEqual([1, 2, 3])
      expect(await store.load(basket, KEY)).toMatchObject({ revision: 3, state: { itemsSize: 3 } })
    },
  },
  {
    name: 'a step that changes nothing and emits nothing keeps the revision and writes nothing',
    async run(ground) {
      const store = await ground.open()
      expect(await store.dispatch(basket, KEY, { type: 'Touch' })).toMatchObject({ ok: true, revision: 0 })
      await store.dispatch(basket, KEY, addItem('apple'))
      expect(await store.dispatch(basket, KEY, { type: 'Touch' })).toMatchObject({ ok: true, revision: 1 })
      expect(await store.dispatch(basket, KEY, addItem('apple'))).toMatchObject({ ok: true, transition: 'KeepItem', revision: 1 })
      await store.dispatch(basket, KEY, { type: 'Note', note: 'x' })
      expect(await store.dispatch(basket, KEY, { type: 'Note', note: 'x' })).toMatchObject({ ok: true, transition: 'Note', revision: 2 })
      expect(await store.history({ limit: 10 })).toHaveLength(2)
      expect(store.stats().commits).toBe(2)
    },
  },
  {
    name: 'a step that changes nothing and emits something has a revision of its own',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
      expect(await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })).toMatchObject({ ok: true, revision: 1 })
      expect(await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })).toMatchObject({ ok: true, revision: 2 })
      expect(await store.outbox.census({ limit: 5 })).toMatchObject({ pending: 2 })
    },
  },
  {
    name: 'values of a unique column may change hands within one step',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      await store.dispatch(basket, KEY, addItem('b'))
      expect(await store.dispatch(basket, KEY, { type: 'Swap', oneId: 'a', otherId: 'b' })).toMatchObject({ ok: true, revision: 3 })
      expect(await store.rowBy(basket, KEY, 'items', 'position', 1)).toMatchObject({ key: 'b' })
      expect(await store.rows(basket, KEY, 'items', { by: 'position', limit: 10 })).toMatchObject({
        rows: [{ key: 'b' }, { key: 'a' }],
        next: null,
      })
    },
  },
  {
    name: 'two rows with one value of a unique column are a bug: thrown, and nothing of the step is saved',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const before = await everything(store, BOTH)
      await expect(store.dispatch(basket, KEY, { type: 'Explode' })).rejects.toMatchObject({ name: 'StoreError', code: 'broken_invariant' })
      expect(await everything(store, BOTH)).toEqual(before)
      expect(await store.row(basket, KEY, 'items', 'two')).toBeNull()
      expect(await store.dispatch(basket, KEY, addItem('b'))).toMatchObject({ ok: true, revision: 2 })
      expect(store.stats()).toMatchObject({ failed: 1, accepted: 2 })
    },
  },
  {
    name: 'a refusal of an atomic receiver undoes the sender and is the answer',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      await store.dispatch(watcher, TILL, { type: 'Close' })
      const before = await everything(store, BOTH)
      expect(await store.dispatch(basket, KEY, { type: 'Sell' })).toMatchObject({
        ok: false,
        machine: 'Watcher',
        refusal: { code: 'till_closed' },
      })
      expect(await store.load(basket, KEY)).toMatchObject({ revision: 1, state: { phase: 'Open' } })
      expect(await everything(store, BOTH)).toEqual(before)
    },
  },
  {
    name: 'an atomic route changes sender and receiver in one commit',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const { commits } = store.stats()
      expect(await store.dispatch(basket, KEY, { type: 'Sell' })).toMatchObject({ ok: true, state: { phase: 'Sold' } })
      expect(await store.load(watcher, TILL)).toMatchObject({ revision: 1, state: { settled: 1 } })
      expect(store.stats().commits).toBe(commits + 1)
      expect((await store.history({ limit: 10 })).map(({ transition }) => transition)).toEqual(['AddNew', 'Sell', 'Settle'])
    },
  },
  {
    name: 'what a sender spelt wrong is named by its field, and changes nothing',
    async run(ground) {
      const store = await ground.open()
      const wrong: readonly (readonly [object, string])[] = [
        [{ type: 'Steal' }, 'type'],
        [{ type: 'Sell', price: 1 }, 'price'],
        [{ type: 'AddItem', itemId: 'a' }, 'priceCents'],
        [{ type: 'AddItem', itemId: 'a', priceCents: 1, atMs: 5 }, 'atMs'],
        [{ type: 'Note', note: '\ud800' }, 'note'],
        [{ type: 'Note', note: 'x'.repeat(10_000_000) }, 'note'],
        [JSON.parse('{"type":"Sell","__proto__":{}}') as object, '__proto__'],
      ]
      for (const [input, path] of wrong) {
        const sent = store.dispatch(basket, KEY, input as { type: 'Sell' })
        await expect(sent).rejects.toBeInstanceOf(WireError)
        await expect(sent).rejects.toMatchObject({ path })
      }
      await expect(store.dispatch(basket, { realm: '', basketId: 'b' }, { type: 'Sell' })).rejects.toMatchObject({
        name: 'WireError',
        path: 'realm',
      })
      expect(await store.history({ limit: 1 })).toEqual([])
      expect(store.stats().commits).toBe(0)
    },
  },
  {
    name: 'what is kept is nobody else’s: an answer that is changed by hand changes nothing',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const before = await everything(store, BOTH)
      const loaded = await store.load(basket, KEY)
      const [entry] = await store.journal(basket, KEY, { limit: 1 })
      const [head] = (await store.outbox.heads({ limit: 1 })).heads
      Object.assign(loaded.state, { itemsSize: 99 })
      Object.assign(entry!.input, { itemId: 'stolen' })
      Object.assign(head!.effect, { position: 99 })
      expect(await everything(store, BOTH)).toEqual(before)
      expect(basket.initial).toEqual({ phase: 'Empty', itemsSize: 0, openedAtMs: 0, note: '' })
    },
  },
]
