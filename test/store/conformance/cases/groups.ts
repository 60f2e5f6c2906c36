/** Decisions that share a transaction, and transactions that are lost. */
import { expect } from 'vitest'
import { armFaultPoints, type FaultPoint } from '../../../../runtime/fault-point.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { KEY, addItem } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Case } from '../ground.js'
import { TILL, everything } from './baskets.js'

const BOTH = [basket, watcher]

/** The transaction meets a fault at that point, once. */
async function failingAt<T>(point: FaultPoint, work: () => Promise<T>): Promise<T> {
  let met = false
  const restore = armFaultPoints((name) => {
    if (name !== point || met) return
    met = true
    throw new Error(`met at ${point}`)
  })
  try {
    return await work()
  } finally {
    restore()
  }
}

export const groups: readonly Case[] = [
  {
    name: 'a hundred inputs of one turn share at most two commits, and each has its answer',
    async run(ground) {
      const store = await ground.open({ groupCommit: { maxMs: 10_000 } })
      const ids = Array.from({ length: 100 }, (_, n) => `b${n}`)
      const answers = await Promise.all(ids.map((basketId) => store.dispatch(basket, { realm: 'r', basketId }, addItem('a'))))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      expect(answers.map((answer) => (answer.ok ? answer.key.basketId : ''))).toEqual(ids)
      for (const basketId of ids) expect(await store.load(basket, { realm: 'r', basketId })).toMatchObject({ revision: 1 })
      expect(store.stats().commits).toBeLessThanOrEqual(2)
    },
  },
  {
    name: 'inputs of one instance in one turn are decided in the order in which they were asked for',
    async run(ground) {
      const store = await ground.open()
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => store.dispatch(basket, KEY, addItem(`item-${n}`))))
      expect(answers.map((answer) => (answer.ok ? answer.revision : 0))).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
      expect(await store.rowBy(basket, KEY, 'items', 'position', 50)).toMatchObject({ key: 'item-49' })
    },
  },
  {
    name: 'a group is cut by count, and others get their turn between two',
    async run(ground) {
      const store = await ground.open({ groupCommit: { maxDecisions: 10, maxMs: 10_000 } })
      let turns = 0
      const count = setInterval(() => (turns += 1), 0)
      await Promise.all(Array.from({ length: 100 }, (_, n) => store.dispatch(basket, KEY, addItem(`item-${n}`))))
      clearInterval(count)
      expect(store.stats().commits).toBe(10)
      expect(turns).toBeGreaterThan(0)
    },
  },
  {
    name: 'a group is cut by time',
    async run(ground) {
      const store = await ground.open({ groupCommit: { maxMs: 0 } })
      await Promise.all([store.dispatch(basket, KEY, addItem('a')), store.dispatch(basket, KEY, addItem('b'))])
      expect(store.stats().commits).toBe(2)
    },
  },
  {
    name: 'one of a group that fails or is refused takes no other with it',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const answers = await Promise.allSettled([
        store.dispatch(basket, { ...KEY, basketId: 'one' }, addItem('a')),
        store.dispatch(basket, KEY, { type: 'Explode' }),
        store.dispatch(basket, { ...KEY, basketId: 'none' }, { type: 'Sell' }),
        store.dispatch(basket, { ...KEY, basketId: 'two' }, addItem('a')),
      ])
      expect(answers).toMatchObject([
        { status: 'fulfilled', value: { ok: true } },
        { status: 'rejected', reason: { code: 'broken_invariant' } },
        { status: 'fulfilled', value: { ok: false } },
        { status: 'fulfilled', value: { ok: true } },
      ])
      expect((await store.instances(basket, { limit: 10 })).found.map(({ key }) => key.basketId)).toEqual(['b', 'one', 'two'])
      expect(await store.load(basket, KEY)).toMatchObject({ revision: 1 })
      expect((await store.history({ limit: 10 })).map(({ key }) => key['basketId'])).toEqual(['b', 'one', 'two'])
    },
  },
  {
    name: 'a transaction that meets a fault is everybody’s failure: nobody hears of it, and nothing of it stays',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const before = await everything(store, BOTH)
      const heard: unknown[] = []
      store.onCommitted((committed) => heard.push(committed))
      store.onChanged(() => heard.push('changed'))
      const answers = await failingAt('commit.written', () =>
        Promise.allSettled([
          store.dispatch(basket, KEY, { type: 'Sell' }),
          store.dispatch(basket, { ...KEY, basketId: 'c' }, addItem('x')),
          store.dispatch(watcher, TILL, { type: 'Watch' }),
        ]),
      )
      expect(answers).toMatchObject([1, 2, 3].map(() => ({ status: 'rejected', reason: { name: 'StoreError', code: 'io' } })))
      expect(heard).toEqual([])
      expect(await everything(store, BOTH)).toEqual(before)
      expect(await store.dispatch(basket, KEY, addItem('b'))).toMatchObject({ ok: true, revision: 2 })
      expect((await store.history({ limit: 5 })).map(({ entry }) => entry)).toEqual([1, 2])
    },
  },
  ...(['commit.decided', 'commit.saved', 'commit.rows', 'commit.journalled', 'commit.routed', 'commit.sent'] as const).map(
    (point): Case => ({
      name: `a decision that meets a fault at ${point} leaves nothing, and its neighbours are kept`,
      async run(ground) {
        const store = await ground.open()
        await store.dispatch(basket, KEY, addItem('a'))
        const [failed, kept] = await failingAt(point, () =>
          Promise.allSettled([
            store.dispatch(basket, KEY, { type: 'Sell' }),
            store.dispatch(basket, { ...KEY, basketId: 'c' }, addItem('x')),
          ]),
        )
        expect(failed).toMatchObject({ status: 'rejected', reason: { message: `met at ${point}` } })
        expect(kept).toMatchObject({ status: 'fulfilled', value: { ok: true } })
        expect(await store.load(basket, KEY)).toMatchObject({ revision: 1, state: { phase: 'Open' } })
        expect(await store.load(watcher, TILL)).toMatchObject({ revision: 0 })
        expect((await store.history({ limit: 5 })).map(({ transition }) => transition)).toEqual(['AddNew', 'AddNew'])
        expect(await store.dispatch(basket, KEY, { type: 'Sell' })).toMatchObject({ ok: true, revision: 2 })
      },
    }),
  ),
  {
    name: 'what was committed is there when it is opened again, and beside another that is open',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      const beside = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      expect(await beside.load(basket, KEY)).toMatchObject({ revision: 1 })
      expect(await beside.dispatch(basket, KEY, addItem('b'))).toMatchObject({ ok: true, revision: 2 })
      const before = await everything(store, BOTH)
      await Promise.all([store.close(), beside.close()])
      const again = await ground.open()
      expect(await everything(again, BOTH)).toEqual(before)
      expect(await again.dispatch(basket, KEY, addItem('c'))).toMatchObject({ ok: true, revision: 3 })
      expect((await again.history({ limit: 5 })).map(({ entry }) => entry)).toEqual([1, 2, 3])
    },
  },
  {
    name: 'what was not committed is not there when it is opened again',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const before = await everything(store, BOTH)
      const lost = failingAt('commit.written', () => Promise.allSettled([store.dispatch(basket, KEY, { type: 'Sell' })]))
      expect(await lost).toMatchObject([{ status: 'rejected' }])
      await store.close()
      expect(await everything(await ground.open(), BOTH)).toEqual(before)
    },
  },
  {
    name: 'two stores that write to one instance at once lose no step of each other',
    needs: ['reopen'],
    async run(ground) {
      const stores = [await ground.open(), await ground.open()]
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => stores[n % 2]!.dispatch(basket, KEY, addItem(`item-${n}`))))
      const revisions = answers.map((answer) => (answer.ok ? answer.revision : 0)).toSorted((one, other) => one - other)
      expect(revisions).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
      const { rows } = await stores[0]!.rows(basket, KEY, 'items', { by: 'position', limit: 100 })
      expect(rows.map(({ row }) => row['position'])).toEqual(revisions)
    },
  },
  {
    name: 'a change is noticed: an own one after its commit, another store’s within 200 ms; a refusal is none',
    needs: ['reopen'],
    async run(ground) {
      const one = await ground.open()
      const two = await ground.open()
      const told = { own: 0, others: 0 }
      one.onChanged((by) => (told.own += by === 'us' ? 1 : 0))
      const others = new Promise<void>((resolve) => two.onChanged((by) => void ((told.others += by === 'others' ? 1 : 0), resolve())))
      await one.dispatch(basket, KEY, { type: 'Sell' })
      expect(told).toEqual({ own: 0, others: 0 })
      await one.dispatch(basket, KEY, addItem('a'))
      const startedMs = performance.now()
      expect(told.own).toBe(1)
      await others
      expect(performance.now() - startedMs).toBeLessThan(200)
      expect(told.others).toBe(1)
    },
  },
]
