/** Messages from one instance to another: in order, at least once, and gone when they were acknowledged. */
import { expect } from 'vitest'
import { manualClock } from '../../../../runtime/clock.js'
import type { Store } from '../../../../runtime/store/types.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { CLERK, carryAll, everyPage, firstHead, receiptFrom } from './baskets.js'

const sourcesOf = (store: Store, limit: number): Promise<readonly unknown[]> =>
  everyPage(async (after) => {
    const page = await store.outbox.heads({ limit, ...(after !== undefined && { after }) })
    return { items: page.heads.map(({ source }) => source.key['basketId']), next: page.next }
  })

export const outbox: readonly Case[] = [
  {
    name: 'an emitted effect waits in the outbox until it was delivered and acknowledged',
    async run(ground) {
      const store = await ground.open({ clock: manualClock(7_000) })
      await store.dispatch(basket, KEY, addItem('a'))
      const head = await firstHead(store)
      expect(head).toMatchObject({
        router: 'BasketWatch',
        route: 'item',
        source: { machine: 'Basket', key: KEY },
        effect: { type: 'ItemAdded', itemId: 'a', position: 1 },
        revision: 1,
        place: 0,
        emittedAtMs: 7_000,
        begun: false,
      })
      expect(await store.outbox.census({ limit: 10 })).toEqual({ pending: 1, oldestAtMs: 7_000, dead: 0 })
      const delivery = await store.outbox.deliver(head)
      expect(delivery).toMatchObject({ outcome: 'delivered', receivers: [{ machine: 'Watcher', key: CLERK, refusal: null }] })
      expect(await store.load(watcher, CLERK)).toMatchObject({ state: { seen: 1 } })
      expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1, dead: 0 })
      expect(delivery.outcome === 'delivered' && (await store.outbox.acknowledge(delivery.receipt))).toBe(true)
      expect(await store.outbox.census({ limit: 10 })).toEqual({ pending: 0, oldestAtMs: null, dead: 0 })
    },
  },
  {
    name: 'a message may be delivered any number of times: the receiver’s own answer makes it one',
    async run(ground) {
      const store = await ground.open()
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
      expect(await store.load(watcher, CLERK)).toMatchObject({ revision: 1 })
    },
  },
  {
    name: 'a message is acknowledged once: whoever comes second hears that it was gone',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      await store.dispatch(basket, KEY, addItem('b'))
      const head = await firstHead(store)
      const [one, other] = [await receiptFrom(store, head), await receiptFrom(store, head)]
      expect([await store.outbox.acknowledge(one), await store.outbox.acknowledge(other)]).toEqual([true, false])
      expect((await firstHead(store)).effect).toMatchObject({ itemId: 'b' })
    },
  },
  {
    name: 'a source’s messages go out in its order: only the head is delivered',
    async run(ground) {
      const store = await ground.open()
      for (const item of ['a', 'b', 'c']) await store.dispatch(basket, KEY, addItem(item))
      const head = await firstHead(store)
      expect(await store.outbox.deliver({ ...head, id: head.id + 1 })).toEqual({ outcome: 'not_head' })
      expect(await store.load(watcher, CLERK)).toMatchObject({ revision: 0 })
      expect((await carryAll(store)).map((effect) => effect['position'])).toEqual([1, 2, 3])
      expect(await store.load(watcher, CLERK)).toMatchObject({ revision: 3, state: { seen: 3 } })
      expect(await store.outbox.deadLetters({ limit: 10 })).toEqual([])
    },
  },
  {
    name: 'a message’s number is never given again, so that an old receipt removes no new message',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const receipt = await receiptFrom(store, await firstHead(store))
      await store.outbox.acknowledge(receipt)
      await store.dispatch(basket, KEY, addItem('b'))
      expect(await store.outbox.acknowledge(receipt)).toBe(false)
      expect((await firstHead(store)).id).toBeGreaterThan(receipt.id)
    },
  },
  {
    name: 'heads come one a source and go round: a long queue hides no other source',
    async run(ground) {
      const store = await ground.open()
      await Promise.all(Array.from({ length: 300 }, (_, n) => store.dispatch(basket, KEY, addItem(`item-${n}`))))
      for (const basketId of ['a', 'c', 'd']) await store.dispatch(basket, { realm: 'r', basketId }, addItem('x'))
      for (const limit of [1, 2, 3, 4, 5]) expect(await sourcesOf(store, limit)).toEqual(['a', 'b', 'c', 'd'])
      expect((await firstHead(store)).effect).toMatchObject({ itemId: 'x' })
      expect(await store.outbox.census({ limit: 100 })).toMatchObject({ pending: 100 })
      expect(await store.outbox.census({ limit: 1_000 })).toMatchObject({ pending: 303 })
    },
  },
  {
    name: 'messages of several sources come as each source emitted them',
    async run(ground) {
      const store = await ground.open()
      for (const item of ['a', 'b', 'c']) {
        for (const basketId of ['one', 'two']) await store.dispatch(basket, { ...KEY, basketId }, addItem(item))
      }
      await carryAll(store)
      for (const basketId of ['one', 'two']) {
        const clerk = { ...CLERK, basketId }
        expect(await store.load(watcher, clerk)).toMatchObject({ revision: 3, state: { seen: 3 } })
        expect((await store.journal(watcher, clerk, { limit: 5 })).map(({ input }) => input['position'])).toEqual([1, 2, 3])
      }
    },
  },
  {
    name: 'a refusal that the route does not name is a dead letter, and the queue goes on',
    async run(ground) {
      const clock = manualClock(1_000)
      const store = await ground.open({ clock })
      await store.dispatch(watcher, CLERK, { type: 'Close' })
      for (const item of ['a', 'b']) await store.dispatch(basket, KEY, addItem(item))
      clock.set(2_000)
      const delivery = await store.outbox.deliver(await firstHead(store))
      expect(delivery).toMatchObject({ outcome: 'dead', receivers: [{ key: CLERK, refusal: { code: 'closed' }, acknowledged: false }] })
      const dead = await store.outbox.deadLetters({ limit: 10 })
      expect(dead).toMatchObject([
        {
          router: 'BasketWatch',
          route: 'item',
          source: { machine: 'Basket', key: KEY },
          effect: { itemId: 'a' },
          receiver: { machine: 'Watcher', key: CLERK },
          refusal: { code: 'closed' },
          emittedAtMs: 1_000,
          atMs: 2_000,
        },
      ])
      expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1, dead: 1 })
      expect((await firstHead(store)).effect).toMatchObject({ itemId: 'b' })
    },
  },
  {
    name: 'dead letters are read oldest first, page by page, and discarded one by one',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(watcher, CLERK, { type: 'Close' })
      for (const item of ['a', 'b', 'c']) await store.dispatch(basket, KEY, addItem(item))
      for (let n = 0; n < 3; n += 1) await store.outbox.deliver(await firstHead(store))
      const dead = await store.outbox.deadLetters({ limit: 10 })
      expect(dead.map(({ effect }) => effect['itemId'])).toEqual(['a', 'b', 'c'])
      expect(await store.outbox.deadLetters({ limit: 1, after: dead[0]!.id })).toEqual([dead[1]])
      expect([await store.outbox.discard(dead[1]!), await store.outbox.discard(dead[1]!)]).toEqual([true, false])
      expect(await store.outbox.deadLetters({ limit: 10 })).toEqual([dead[0], dead[2]])
      expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 0, dead: 2 })
    },
  },
  {
    name: 'an outbox that another store empties is no fault',
    needs: ['reopen'],
    async run(ground) {
      const [one, two] = [await ground.open(), await ground.open()]
      await one.dispatch(basket, KEY, addItem('a'))
      const head = await firstHead(two)
      const receipts = await Promise.all([receiptFrom(one, head), receiptFrom(two, head)])
      expect([await one.outbox.acknowledge(receipts[0]), await two.outbox.acknowledge(receipts[1])]).toEqual([true, false])
      expect(await one.load(watcher, CLERK)).toMatchObject({ revision: 1 })
    },
  },
  {
    name: 'a message that was delivered and not acknowledged is under way again when it is opened again',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      await store.dispatch(basket, KEY, addItem('b'))
      const head = await firstHead(store)
      await store.outbox.deliver(head)
      await store.close()
      const again = await ground.open()
      expect(await firstHead(again)).toEqual(head)
      expect((await carryAll(again)).map((effect) => effect['itemId'])).toEqual(['a', 'b'])
      expect(await again.load(watcher, CLERK)).toMatchObject({ revision: 2, state: { seen: 2 } })
    },
  },
]
