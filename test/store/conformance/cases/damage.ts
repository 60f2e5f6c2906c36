/** What nothing can be made of fails closed, is left as it is, and keeps no neighbour back. */
import { expect } from 'vitest'
import type { Store } from '../../../../runtime/store/types.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { CLERK, firstHead, withWatchers } from './baskets.js'

const NEEDS = ['damage'] as const
const IDS = ['a', 'b', 'c']

async function fillThree(store: Store, itemId: string): Promise<readonly PromiseSettledResult<unknown>[]> {
  return Promise.allSettled(IDS.map((basketId) => store.dispatch(basket, { realm: 'r', basketId }, addItem(itemId))))
}

export const damage: readonly Case[] = [
  {
    name: 'an instance that cannot be read fails its own promise, writes nothing and touches no neighbour',
    needs: NEEDS,
    async run(ground) {
      const store = await ground.open()
      await fillThree(store, 'x')
      await ground.damage({ table: 'Basket', where: { basketId: 'b' }, column: 'phase', value: 'Broken' })
      const { commits } = store.stats()
      const answers = await fillThree(store, 'y')
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(answers[1]).toMatchObject({
        reason: { code: 'unreadable_row', facts: { column: 'phase', table: 'Basket', key: '["r","b"]' } },
      })
      expect(store.stats().commits - commits).toBe(1)
      await expect(store.load(basket, KEY)).rejects.toMatchObject({ code: 'unreadable_row' })
      expect((await store.rows(basket, KEY, 'items', { limit: 5 })).rows).toHaveLength(1)
      expect(await store.journal(basket, KEY, { limit: 5 })).toHaveLength(1)
      for (const basketId of ['a', 'c']) expect(await store.load(basket, { realm: 'r', basketId })).toMatchObject({ revision: 2 })
    },
  },
  {
    name: 'an instance that cannot be read is named in its page, and keeps no other back',
    needs: NEEDS,
    async run(ground) {
      const store = await ground.open()
      await fillThree(store, 'x')
      await ground.damage({ table: 'Basket', where: { basketId: 'b' }, column: 'pawl_revision', value: -1 })
      for (const page of [
        await store.find(basket, { index: 'opened', equals: ['Open'], limit: 10 }),
        await store.instances(basket, { limit: 10 }),
      ]) {
        expect(page.found.map(({ key }) => key.basketId)).toEqual(['a', 'c'])
        expect(page.unreadable).toEqual([{ key: '["r","b"]', column: 'pawl_revision', problem: 'is no revision' }])
      }
    },
  },
  {
    name: 'a row of a table that cannot be read fails the step that reads it, and is named in its page',
    needs: NEEDS,
    async run(ground) {
      const store = await ground.open()
      for (const item of ['a', 'b']) await store.dispatch(basket, KEY, addItem(item))
      await ground.damage({ table: 'Basket.items', where: { itemId: 'a' }, column: 'position', value: -1 })
      await expect(store.dispatch(basket, KEY, addItem('a'))).rejects.toMatchObject({
        code: 'unreadable_row',
        facts: { table: 'Basket.items', column: 'position' },
      })
      await expect(store.row(basket, KEY, 'items', 'a')).rejects.toMatchObject({ code: 'unreadable_row' })
      expect(await store.rows(basket, KEY, 'items', { limit: 5 })).toMatchObject({
        rows: [{ key: 'b' }],
        unreadable: [{ key: '["r","b","a"]', column: 'position' }],
      })
      expect(await store.dispatch(basket, KEY, addItem('c'))).toMatchObject({ ok: true, revision: 3 })
    },
  },
  {
    name: 'a message whose effect cannot be read keeps no other source back',
    needs: NEEDS,
    async run(ground) {
      const store = await ground.open()
      for (const basketId of ['b', 'c']) await store.dispatch(basket, { ...KEY, basketId }, addItem('a'))
      const { id } = await firstHead(store)
      await ground.damage({ table: 'outbox', where: { id }, column: 'effect', value: '{' })
      expect(await store.outbox.heads({ limit: 5 })).toMatchObject({
        heads: [{ source: { key: { basketId: 'c' } } }],
        unreadable: [{ key: '["r","b"]', column: 'effect' }],
      })
    },
  },
  ...(['one', 'each'] as const).map((target): Case => ({
    name: `a message to ${target} whose field was damaged reaches nobody, and is no dead letter`,
    needs: NEEDS,
    async run(ground) {
      const store = await ground.open()
      if (target === 'each') await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
      await store.dispatch(basket, KEY, target === 'one' ? addItem('a') : { type: 'Announce', turn: 1 })
      const { id, effect } = await firstHead(store)
      const damaged = JSON.stringify({ type: effect.type, damaged: 1 })
      await ground.damage({ table: 'outbox', where: { id }, column: 'effect', value: damaged })
      const before = await store.history({ limit: 10 })
      const delivered = store.outbox.deliver(await firstHead(store))
      await expect(delivered).rejects.toMatchObject({ code: 'unreadable_row', facts: { column: 'effect' } })
      expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1, dead: 0 })
      expect(await store.history({ limit: 10 })).toEqual(before)
    },
  })),
  {
    name: 'a receiver of one message that cannot be read keeps the message, and the message is no dead letter',
    needs: NEEDS,
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(watcher, CLERK, { type: 'Watch' })
      await store.dispatch(basket, KEY, addItem('a'))
      await ground.damage({ table: 'Watcher', where: { watcherId: 'clerk' }, column: 'phase', value: 'Broken' })
      await expect(store.outbox.deliver(await firstHead(store))).rejects.toMatchObject({ code: 'unreadable_row' })
      expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1, dead: 0 })
    },
  },
  {
    name: 'receivers of a fan-out that cannot be read become dead letters, and keep it from no other',
    needs: NEEDS,
    async run(ground) {
      const store = await ground.open()
      await withWatchers(store, 5)
      await store.dispatch(watcher, { ...KEY, watcherId: 'w1' }, { type: 'Close' })
      await ground.damage({ table: 'Watcher', where: { watcherId: 'w3' }, column: 'phase', value: 'Broken' })
      await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
      expect(await store.outbox.deliver(await firstHead(store))).toMatchObject({
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
      await expect(store.load(watcher, { ...KEY, watcherId: 'w3' })).rejects.toMatchObject({ code: 'unreadable_row' })
    },
  },
]
