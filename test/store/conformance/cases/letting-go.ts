/** What a prune asks of a store, before it lets go of something and as it does. */
import { expect } from 'vitest'
import { manualClock } from '../../../../runtime/clock.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { CLERK, everything, firstHead, receiptFrom } from './baskets.js'

const OTHER = { ...KEY, basketId: 'other' }

export const lettingGo: readonly Case[] = [
  {
    name: 'an instance’s messages are undelivered while one is in its outbox or among the dead letters, and no neighbour’s count',
    async run(ground) {
      const store = await ground.open()
      const undelivered = async () => [await store.upkeep.undelivered(basket, KEY), await store.upkeep.undelivered(basket, OTHER)]
      const none = { pending: false, dead: false }
      expect(await undelivered()).toEqual([none, none])
      await store.dispatch(basket, KEY, addItem('a'))
      expect(await undelivered()).toEqual([{ pending: true, dead: false }, none])
      await store.outbox.acknowledge(await receiptFrom(store, await firstHead(store)))
      expect(await undelivered()).toEqual([none, none])
      await store.dispatch(watcher, CLERK, { type: 'Close' })
      for (const item of ['b', 'c']) await store.dispatch(basket, KEY, addItem(item))
      await store.outbox.deliver(await firstHead(store))
      expect(await undelivered()).toEqual([{ pending: true, dead: true }, none])
      await store.outbox.deliver(await firstHead(store))
      expect(await undelivered()).toEqual([{ pending: false, dead: true }, none])
      for (const letter of await store.outbox.deadLetters({ limit: 5 })) await store.outbox.discard(letter)
      expect(await undelivered()).toEqual([none, none])
    },
  },
  {
    name: 'what is said after a cut is one step with it: the journal begins with that',
    async run(ground) {
      const store = await ground.open()
      for (const item of ['a', 'b']) await store.dispatch(basket, KEY, addItem(item))
      const cut = { upToRevision: 2, then: { type: 'Note', note: 'later' } } as const
      const { commits } = store.stats()
      expect(await store.upkeep.cut(basket, KEY, cut)).toEqual({ entries: 2 })
      expect(store.stats().commits).toBe(commits + 1)
      expect(await store.journal(basket, KEY, { limit: 5 })).toMatchObject([{ revision: 3, transition: 'Note', input: { note: 'later' } }])
      expect(await store.upkeep.snapshot(basket, KEY)).toMatchObject({ revision: 2, state: { note: '' } })
      expect(await store.load(basket, KEY)).toMatchObject({ revision: 3, state: { note: 'later' } })
      // Nothing is said where nothing is cut.
      expect(await store.upkeep.cut(basket, KEY, cut)).toEqual({ entries: 0 })
      expect(await store.load(basket, KEY)).toMatchObject({ revision: 3 })
    },
  },
  {
    name: 'where what is said after a cut is refused nothing is cut',
    async run(ground) {
      const store = await ground.open()
      for (const item of ['a', 'b']) await store.dispatch(basket, KEY, addItem(item))
      const unknown = { type: 'Swap', oneId: 'a', otherId: 'nothing' } as const
      await expect(store.upkeep.cut(basket, KEY, { upToRevision: 2, then: unknown })).rejects.toMatchObject({ code: 'bad_query' })
      expect((await store.journal(basket, KEY, { limit: 5 })).map(({ revision }) => revision)).toEqual([1, 2])
      expect(await store.upkeep.snapshot(basket, KEY)).toBeNull()
    },
  },
  {
    name: 'what is packed anew is as it was: state, rows, revision, and its place among the instances',
    async run(ground) {
      const store = await ground.open({ clock: manualClock(7_000) })
      for (const key of [OTHER, KEY, { ...KEY, basketId: 'last' }]) await store.dispatch(basket, key, addItem('a'))
      for (const item of ['b', 'c']) await store.dispatch(basket, KEY, addItem(item))
      const before = await everything(store, [basket])
      await store.upkeep.repack(basket, KEY, { table: 'items', keys: ['b', 'nothing', 'a'] })
      await store.upkeep.repack(basket, { ...KEY, basketId: 'nobody' })
      await store.upkeep.repack(basket, OTHER)
      expect(await everything(store, [basket])).toEqual(before)
      await store.dispatch(basket, KEY, addItem('d'))
      expect(await store.load(basket, KEY)).toMatchObject({ revision: 4, state: { itemsSize: 4 } })
      await expect(store.upkeep.repack(basket, KEY, { table: 'nothing', keys: ['a'] })).rejects.toMatchObject({ code: 'unknown_table' })
    },
  },
]
