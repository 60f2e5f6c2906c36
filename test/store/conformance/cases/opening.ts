/** How a store is opened, by whose code, for what, and how it is closed. */
import { expect } from 'vitest'
import type { RouterModule } from '../../../../generated/machine.js'
import { basket } from '../../../runtime/store/fixtures/basket.js'
import { grownBasket, later, visitedBasket, withColumns } from '../../../runtime/store/fixtures/later.js'
import { KEY, OPTIONS, addItem } from '../../../runtime/store/fixtures/open.js'
import { basketWatch } from '../../../runtime/store/fixtures/router.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'
import type { Asked, Case } from '../ground.js'
import { carryAll, everything, firstHead } from './baskets.js'

export const opening: readonly Case[] = [
  {
    name: 'it says whether what it is told outlives it',
    async run(ground, kind) {
      expect((await ground.open()).durable).toBe(kind.durable)
    },
  },
  {
    name: 'a store that is closed ends what was asked for before, and takes nothing more',
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const head = await firstHead(store)
      const last = store.dispatch(basket, KEY, addItem('b'))
      await Promise.all([store.close(), store.close()])
      expect(await last).toMatchObject({ ok: true, revision: 2 })
      const asked: readonly (() => Promise<unknown>)[] = [
        () => store.dispatch(basket, KEY, addItem('c')),
        () => store.load(basket, KEY),
        () => store.find(basket, { index: 'opened', equals: [], limit: 1 }),
        () => store.rows(basket, KEY, 'items', { limit: 1 }),
        () => store.journal(basket, KEY, { limit: 1 }),
        () => store.history({ limit: 1 }),
        () => store.outbox.heads({ limit: 1 }),
        () => store.outbox.deliver(head),
        () => store.takeovers(),
        () => store.instantMs(),
      ]
      for (const ask of asked) await expect(ask()).rejects.toMatchObject({ name: 'StoreError', code: 'closed' })
    },
  },
  {
    name: 'what a store is opened with is judged, and named where it is wrong',
    async run(ground) {
      const wrong: readonly (readonly [string, object])[] = [
        ['the options', { sync: 'off' }],
        ['machines', { machines: basket }],
        ['machines.0', { machines: [null] }],
        ['machines.0', { machines: [{ name: 'Basket', version: 1, decide: () => null }] }],
        ['machines.0.version', { machines: [{ ...basket, version: '2' }] }],
        ['routers.0', { routers: [basket] }],
        ['limits', { limits: { ...OPTIONS.limits, Baskett: {} } }],
        ['limits.Basket', { limits: { Basket: { mostLuck: 5, mostLucks: 5 } } }],
        ['clock.nowMs', { clock: {} }],
        ['groupCommit', { groupCommit: { maxDecision: 1 } }],
        ['groupCommit.maxDecisions', { groupCommit: { maxDecisions: 0 } }],
        ['groupCommit.maxMs', { groupCommit: { maxMs: Number.NaN } }],
        ['groupCommit.deadlineMs', { groupCommit: { deadlineMs: -1 } }],
        ['noticeEveryMs', { noticeEveryMs: 0 }],
        ['readOnly', { readOnly: 'yes' }],
      ]
      for (const [option, options] of wrong) {
        await expect(ground.open(options as Asked)).rejects.toMatchObject({ name: 'StoreError', code: 'bad_options', facts: { option } })
      }
      for (const [options, facts] of [
        [{ limits: {} }, { limit: 'mostLuck' }],
        [{ limits: { Basket: { mostLuck: 0.5 } } }, { limit: 'mostLuck' }],
        [{ machines: [basket] }, { machine: 'Watcher' }],
        [{ machines: [basket, watcher, { ...watcher }] }, {}],
      ] as const) {
        await expect(ground.open(options)).rejects.toMatchObject({ code: 'bad_options', facts })
      }
    },
  },
  {
    name: 'a clock, ids or chance that give none are refused where they are asked, and what is kept can be read',
    needs: ['reopen'],
    async run(ground) {
      let given: Asked = {}
      const store = await ground.open({
        clock: { nowMs: () => (given.clock ?? { nowMs: () => 5_000 }).nowMs(), elapsedMs: () => 0 },
        ids: { next: () => (given.ids ?? { next: () => 't' }).next() },
        random: { upTo: (most) => (given.random ?? { upTo: () => 0 }).upTo(most) },
      })
      await store.dispatch(basket, KEY, addItem('a'))
      const before = await everything(store, [basket, watcher])
      const wrong: readonly (readonly [string, Asked])[] = [
        ...[Number.NaN, 0.5, -1, 2 ** 53, Infinity, Number.MAX_SAFE_INTEGER, '5000', null, 5_000n].map(
          (nowMs) => ['clock', { clock: { nowMs: () => nowMs as never, elapsedMs: () => 0 } }] as const,
        ),
        ...['', '\ud800', 5, null].map((id) => ['ids', { ids: { next: () => id as never } }] as const),
        ...[6, -1, 0.5, Number.NaN, null].map((number) => ['random', { random: { upTo: () => number as never } }] as const),
      ]
      for (const [source, asked] of wrong) {
        given = asked
        const refused = { name: 'StoreError', code: 'bad_source', facts: { source } }
        await expect(store.dispatch(basket, KEY, addItem('b'))).rejects.toMatchObject(refused)
        if (source === 'clock') await expect(ground.open(asked)).rejects.toMatchObject(refused)
      }
      given = {}
      expect(await everything(store, [basket, watcher])).toEqual(before)
      expect(await store.instantMs()).toBe(5_000)
      expect(await (await ground.open()).dispatch(basket, KEY, addItem('b'))).toMatchObject({ ok: true, revision: 2 })
    },
  },
  {
    name: 'a store that is opened for reading answers, sees what a writer commits, and writes nothing',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const reader = await ground.open({ readOnly: true })
      expect(await reader.load(basket, KEY)).toMatchObject({ revision: 1 })
      await store.dispatch(basket, KEY, addItem('b'))
      expect(await reader.load(basket, KEY)).toMatchObject({ revision: 2 })
      const before = await everything(store, [basket, watcher])
      await expect(reader.dispatch(basket, KEY, addItem('c'))).rejects.toMatchObject({ name: 'StoreError', code: 'read_only' })
      await expect(reader.outbox.deliver(await firstHead(reader))).rejects.toMatchObject({ code: 'read_only' })
      await reader.close()
      expect(await everything(store, [basket, watcher])).toEqual(before)
    },
  },
  {
    name: 'a machine that is not known is typed when it is only read, and gets no place',
    needs: ['reopen'],
    async run(ground) {
      await (await ground.open({ machines: [basket], routers: [] })).close()
      for (let n = 0; n < 2; n += 1) {
        await expect(ground.open({ readOnly: true })).rejects.toMatchObject({ code: 'machine_absent', facts: { machine: 'Watcher' } })
      }
    },
  },
  {
    name: 'another code of a machine is refused while there are instances of it, and taken up while there are none',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
      const changed = later({})
      const second = await ground.open({ machines: [changed, watcher] })
      expect(await second.dispatch(changed, KEY, addItem('a'))).toMatchObject({ ok: true })
      // The one that opened it before finds that it is no longer its own.
      await expect(store.dispatch(basket, KEY, addItem('a'))).rejects.toMatchObject({ code: 'machine_differs' })
      await expect(store.load(basket, KEY)).rejects.toMatchObject({ code: 'machine_differs', facts: { reason: 'taken_over' } })
      await expect(ground.open()).rejects.toMatchObject({
        code: 'machine_differs',
        facts: { machine: 'Basket', heldVersion: 2, version: 1, reason: 'older' },
      })
      await expect(ground.open({ machines: [{ ...changed, hash: 'basket-2b' }, watcher] })).rejects.toMatchObject({
        code: 'machine_differs',
        facts: { reason: 'not_raised' },
      })
    },
  },
  {
    name: 'a later version takes over what is kept, fills what is new, and the takeover is remembered',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      await carryAll(store)
      await store.close()
      const again = await ground.open({ machines: [grownBasket, watcher] })
      expect(await again.load(grownBasket, KEY)).toMatchObject({
        revision: 1,
        state: { phase: 'Open', itemsSize: 1, visits: 7, mood: `it's "new"`, guess: null },
      })
      expect(await again.row(grownBasket, KEY, 'items', 'a')).toMatchObject({ row: { position: 1 } })
      expect(await again.takeovers()).toEqual([{ machine: 'Basket', fromHash: 'basket-1', toHash: 'basket-2', afterEntry: 2 }])
      expect(await again.dispatch(grownBasket, KEY, addItem('b'))).toMatchObject({ ok: true, revision: 2 })
      expect((await again.find(grownBasket, { index: 'opened', equals: ['Open', 7], limit: 5 })).found).toHaveLength(1)
    },
  },
  {
    name: 'a version that what is kept cannot be read with is refused, and nothing is changed',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      const before = await everything(store, [basket, watcher])
      const misfits: readonly (readonly [ReturnType<typeof later>, string])[] = [
        [later({ table: withColumns({ note: null }) }), 'column_removed'],
        [later({ table: withColumns({ itemsSize: { encoding: 'text' } }) }), 'encoding_differs'],
        [later({ table: withColumns({ note: { nullable: false } }) }), 'null_forbidden'],
        [later({ rowTables: [] }), 'table_removed'],
        [later({ ...visitedBasket, toRow: basket.toRow }), 'no_first_value'],
        [later({ fromRow: () => ({ unreadable: true, column: 'note', problem: 'is unheard of' }) }), 'row_unreadable'],
      ]
      for (const [machine, reason] of misfits) {
        await expect(ground.open({ machines: [machine, watcher] })).rejects.toMatchObject({ code: 'machine_differs', facts: { reason } })
        expect(await everything(store, [basket, watcher])).toEqual(before)
      }
      const deaf = {
        ...watcher,
        version: 2,
        hash: 'watcher-2',
        parseInput: () => {
          throw new Error('I hear nothing')
        },
      }
      // Nobody has a watcher yet; with one, its message would not be taken.
      await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
      await expect(ground.open({ machines: [basket, deaf] })).rejects.toMatchObject({
        code: 'machine_differs',
        facts: { reason: 'message_unreadable' },
      })
    },
  },
  {
    name: 'it is not opened without the router of its senders, nor with an older one',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await expect(ground.open({ routers: [] })).rejects.toMatchObject({ code: 'router_differs' })
      await (await ground.open({ routers: [{ ...basketWatch, version: 2 }] })).close()
      await expect(store.dispatch(basket, KEY, addItem('c'))).rejects.toMatchObject({ code: 'router_differs' })
      await expect(ground.open()).rejects.toMatchObject({ code: 'router_differs', facts: { heldVersion: 2, version: 1 } })
    },
  },
  {
    name: 'a later version of a router carries what is under way, by routes that it still has and as far as receivers take it',
    needs: ['reopen'],
    async run(ground) {
      const store = await ground.open()
      await store.dispatch(basket, KEY, addItem('a'))
      await store.close()
      const changed = (change: object, version = 2): RouterModule => {
        return {
          ...basketWatch,
          version,
          routes: basketWatch.routes.map((route) => (route.name === 'item' ? { ...route, ...change } : route)),
        }
      }
      const later = { acknowledges: ['seen_already', 'asleep'] }
      const refused = [
        changed(later, 1),
        changed({ name: 'items' }),
        changed({ delivery: 'atomic' }),
        changed({ inputOf: () => ({ type: 'S' }) }),
      ]
      for (const router of refused) {
        await expect(ground.open({ routers: [router] })).rejects.toMatchObject({
          code: 'router_differs',
          facts: { heldVersion: 1, message: 1 },
        })
      }
      const carrier = await ground.open({ routers: [changed(later)] })
      await carryAll(carrier)
      expect(await carrier.outbox.census({ limit: 10 })).toMatchObject({ pending: 0, dead: 0 })
      expect((await carrier.load(watcher, { ...KEY, watcherId: 'clerk' })).revision).toBe(1)
    },
  },
]
