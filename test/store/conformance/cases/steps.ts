/** The one instant of a step, its place in the journal, and who is told of it. */
import { expect } from 'vitest'
import { armFaultPoints } from '../../../../runtime/fault-point.js'
import { manualClock } from '../../../../runtime/clock.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { TILL } from './baskets.js'

export const steps: readonly Case[] = [
  {
    name: 'a transaction has one instant, whatever the clock says meanwhile',
    async run(ground) {
      let reads = 0
      const store = await ground.open({ clock: { nowMs: () => 1_000 + (reads += 1), elapsedMs: () => 0 } })
      await Promise.all([
        store.dispatch(basket, KEY, addItem('a')),
        store.dispatch(basket, KEY, { type: 'Sell' }),
        store.dispatch(basket, { ...KEY, basketId: 'c' }, addItem('a')),
      ])
      const history = await store.history({ limit: 10 })
      expect(history.map(({ transition }) => transition)).toEqual(['AddNew', 'Sell', 'Settle', 'AddNew'])
      expect(new Set(history.map(({ atMs }) => atMs)).size).toBe(1)
      expect(history[0]!.input['atMs']).toBe(history[0]!.atMs)
      expect(await store.load(watcher, TILL)).toMatchObject({ updatedAtMs: history[0]!.atMs })
      expect((await store.outbox.heads({ limit: 5 })).heads.map(({ emittedAtMs }) => emittedAtMs)).toEqual([
        history[0]!.atMs,
        history[0]!.atMs,
      ])
    },
  },
  {
    name: 'a clock that steps back gives no instant that is less than one that was stored',
    async run(ground) {
      const clock = manualClock(10_000)
      const store = await ground.open({ clock })
      await store.dispatch(basket, KEY, addItem('a'))
      clock.set(3_000)
      expect(await store.dispatch(basket, KEY, addItem('b'))).toMatchObject({ atMs: 10_000 })
      clock.set(11_000)
      expect(await store.dispatch(basket, KEY, addItem('c'))).toMatchObject({ atMs: 11_000 })
    },
  },
  {
    name: 'an instant that was stored is remembered by whoever opens it next',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open({ clock: manualClock(10_000) })
      await store.dispatch(basket, KEY, addItem('a'))
      await store.close()
      const clock = manualClock(3_000)
      const again = await ground.open({ clock })
      expect(await again.dispatch(basket, KEY, addItem('b'))).toMatchObject({ atMs: 10_000 })
      clock.set(11_000)
      expect(await again.dispatch(basket, KEY, addItem('c'))).toMatchObject({ atMs: 11_000 })
    },
  },
  {
    name: 'history is in the order of the commits, over all instances, and goes on after an entry',
    async run(ground) {
      const store = await ground.open()
      for (const basketId of ['b', 'a', 'b', 'c']) {
        await store.dispatch(basket, { realm: 'r', basketId }, addItem(`${basketId}-${store.stats().accepted}`))
      }
      const history = await store.history({ limit: 10 })
      expect(history.map(({ key, revision }) => [key['basketId'], revision])).toEqual([
        ['b', 1],
        ['a', 1],
        ['b', 2],
        ['c', 1],
      ])
      expect(history.map(({ entry }) => entry)).toEqual(history.map(({ entry }) => entry).toSorted((one, other) => one - other))
      expect(await store.history({ afterEntry: history[1]!.entry, limit: 1 })).toEqual([history[2]])
      expect(await store.history({ afterEntry: history[3]!.entry, limit: 5 })).toEqual([])
    },
  },
  {
    name: 'the journal of an instance is its own, oldest first, and goes on after a revision',
    async run(ground) {
      const store = await ground.open()
      for (const item of ['x', 'y', 'z']) {
        await store.dispatch(basket, KEY, addItem(item))
        await store.dispatch(basket, { ...KEY, basketId: 'other' }, addItem(item))
      }
      const itemsOf = (entries: readonly { readonly input: object }[]) => entries.map(({ input }) => (input as { itemId: string }).itemId)
      expect(itemsOf(await store.journal(basket, KEY, { limit: 10 }))).toEqual(['x', 'y', 'z'])
      expect(itemsOf(await store.journal(basket, KEY, { limit: 2 }))).toEqual(['x', 'y'])
      expect(itemsOf(await store.journal(basket, KEY, { afterRevision: 1, limit: 10 }))).toEqual(['y', 'z'])
      expect(await store.journal(basket, { ...KEY, basketId: 'nobody' }, { limit: 10 })).toEqual([])
    },
  },
  {
    name: 'local effects are told after the commit, never for a step that was undone, and derived again by recovery',
    async run(ground) {
      const store = await ground.open()
      const heard: string[] = []
      const forget = store.onCommitted((committed) =>
        heard.push(`${committed.transition}:${committed.locals.map(({ local }) => local).join(',')}`),
      )
      await store.dispatch(basket, KEY, addItem('a'))
      await store.dispatch(basket, { ...KEY, basketId: 'c' }, addItem('a'))
      await store.dispatch(basket, KEY, { type: 'Touch' })
      await store.dispatch(watcher, TILL, { type: 'Close' })
      await store.dispatch(basket, KEY, { type: 'Sell' })
      await store.dispatch(basket, { ...KEY, basketId: 'c' }, { type: 'Sell' })
      expect(heard).toEqual(['AddNew:', 'AddNew:', 'Close:', 'Sell:ring', 'Settle:'])
      forget()
      await store.dispatch(basket, { ...KEY, basketId: 'd' }, addItem('a'))
      expect(heard).toHaveLength(5)
      const first = await store.deriveLocals({ router: 'BasketWatch', local: 'ring', limit: 1 })
      expect(first.due).toEqual([])
      const rest = await store.deriveLocals({ router: 'BasketWatch', local: 'ring', limit: 5, after: first.next! })
      expect(rest).toMatchObject({ due: [{ machine: 'Basket', key: { basketId: 'c' }, state: { phase: 'Sold' } }], next: null })
    },
  },
  {
    name: 'nobody hears of a step before its commit',
    async run(ground) {
      const store = await ground.open()
      const order: string[] = []
      store.onCommitted(({ transition }) => order.push(transition))
      store.onChanged(() => order.push('changed'))
      const restore = armFaultPoints((point) => {
        if (point === 'commit.written' || point === 'commit.committed') order.push(point)
      })
      try {
        await Promise.all([store.dispatch(basket, KEY, addItem('a')), store.dispatch(basket, KEY, addItem('b'))])
      } finally {
        restore()
      }
      expect(order).toEqual(['commit.written', 'commit.committed', 'AddNew', 'AddNew', 'changed'])
    },
  },
  {
    name: 'whoever hears of a step finds it: in its state, its journal and its messages',
    async run(ground) {
      const store = await ground.open()
      const found: Promise<unknown>[] = []
      store.onCommitted(({ revision }) => {
        found.push(
          Promise.all([store.load(basket, KEY), store.journal(basket, KEY, { limit: 5 }), store.outbox.census({ limit: 5 })]).then(
            ([instance, journal, { pending }]) => [revision, instance.revision, journal.length, pending],
          ),
        )
      })
      await store.dispatch(basket, KEY, addItem('a'))
      expect(await Promise.all(found)).toEqual([[1, 1, 1, 1]])
    },
  },
  {
    name: 'points are passed in the order in which they are listed',
    async run(ground) {
      const store = await ground.open()
      const passed: string[] = []
      const restore = armFaultPoints((name) => passed.push(name))
      try {
        await store.dispatch(basket, KEY, addItem('a'))
      } finally {
        restore()
      }
      expect(passed).toEqual([
        'commit.begun',
        'commit.decided',
        'commit.saved',
        'commit.rows',
        'commit.journalled',
        'commit.routed',
        'commit.sent',
        'commit.written',
        'commit.committed',
        'commit.told',
      ])
    },
  },
]
