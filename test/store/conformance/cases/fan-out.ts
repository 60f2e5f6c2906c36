/** Messages to every instance that agrees. */
import { expect } from 'vitest'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { firstHead, withWatchers } from './baskets.js'

export const fanOut: readonly Case[] = [
  {
    name: 'a fan-out reaches every instance that agrees, page by page, and no other',
    async run(ground) {
      const store = await ground.open()
      await withWatchers(store, 250)
      const strangers = [
        { realm: 'other', basketId: 'b', watcherId: 'w' },
        { realm: 'r', basketId: 'other', watcherId: 'w' },
      ]
      for (const key of strangers) await store.dispatch(watcher, key, { type: 'Watch' })
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
      const { found } = await store.instances(watcher, { limit: 1_000 })
      expect(found.filter(({ state }) => state.heard === 1)).toHaveLength(250)
      for (const key of strangers) expect(await store.load(watcher, key)).toMatchObject({ revision: 1, state: { heard: 0 } })
    },
  },
  {
    name: 'a fan-out goes on where it had come to when it is opened again',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await withWatchers(store, 150)
      await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
      expect(await store.outbox.deliver(await firstHead(store))).toMatchObject({ outcome: 'partly' })
      await store.close()
      const again = await ground.open()
      const rest = await again.outbox.deliver(await firstHead(again))
      expect(rest).toMatchObject({ outcome: 'delivered' })
      expect('receivers' in rest && rest.receivers.every(({ refusal }) => refusal === null)).toBe(true)
      expect('receivers' in rest && rest.receivers).toHaveLength(50)
    },
  },
  {
    name: 'receivers that are made while a fan-out is under way come behind those that were there',
    async run(ground) {
      const store = await ground.open()
      await withWatchers(store, 100)
      await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
      const head = await firstHead(store)
      expect(await store.outbox.deliver(head)).toMatchObject({ outcome: 'partly' })
      await store.dispatch(watcher, { ...KEY, watcherId: 'a-late-one' }, { type: 'Watch' })
      expect(await store.outbox.deliver(head)).toMatchObject({ outcome: 'delivered', receivers: [{ key: { watcherId: 'a-late-one' } }] })
    },
  },
  {
    name: 'a receiver of a fan-out that refuses becomes a dead letter, and keeps it from no other',
    async run(ground) {
      const store = await ground.open()
      await withWatchers(store, 3)
      await store.dispatch(watcher, { ...KEY, watcherId: 'w1' }, { type: 'Close' })
      await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
      expect(await store.outbox.deliver(await firstHead(store))).toMatchObject({
        outcome: 'delivered',
        receivers: [{ refusal: null }, { refusal: { code: 'deaf' }, acknowledged: false }, { refusal: null }],
      })
      expect(await store.outbox.deadLetters({ limit: 10 })).toMatchObject([
        { receiver: { key: { watcherId: 'w1' } }, refusal: { code: 'deaf' } },
      ])
    },
  },
  {
    name: 'a fan-out to nobody is not sent, and who comes later does not receive it',
    async run(ground) {
      const store = await ground.open()
      const told: number[] = []
      store.onCommitted(({ transition, sent }) => void (transition === 'Announce' && told.push(sent)))
      expect(await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })).toMatchObject({ ok: true, revision: 1 })
      expect(await store.outbox.census({ limit: 5 })).toMatchObject({ pending: 0 })
      expect(told).toEqual([0])
      await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
      expect(await store.outbox.heads({ limit: 5 })).toMatchObject({ heads: [] })
      expect(await store.journal(basket, KEY, { limit: 5 })).toMatchObject([{ effects: [{ type: 'Announced' }] }])
      await store.dispatch(basket, KEY, { type: 'Announce', turn: 2 })
      expect(told).toEqual([0, 1])
    },
  },
]
