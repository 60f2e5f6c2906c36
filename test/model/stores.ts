/** Random work on a store of baskets, done on a SQLite file and on a memory: every answer, every error and all that is kept is the same. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { countedIds, manualClock, scriptedRandom, type ManualClock } from '../../runtime/clock.js'
import { armFaultPoints, type FaultPoint } from '../../runtime/fault-point.js'
import type { Place, Store } from '../../runtime/store/types.js'
import { basket, type BasketInput } from '../runtime/store/fixtures/basket.js'
import { watcher } from '../runtime/store/fixtures/watcher.js'
import { everything } from '../store/conformance/cases/baskets.js'
import type { Ground, Kind } from '../store/conformance/ground.js'
import { plainMemory, sqliteFile } from '../store/conformance/kinds.js'

type Given = Parameters<Store['dispatch']>[2] & { readonly type: BasketInput['type'] }

export type Work =
  | { readonly does: 'dispatch'; readonly at: string; readonly input: Given }
  | { readonly does: 'watch'; readonly at: string; readonly name: string; readonly type: 'Watch' | 'Close' }
  /** Several in one turn: one that fails or is refused among them. */
  | { readonly does: 'together'; readonly inputs: readonly { readonly at: string; readonly input: Given }[] }
  | { readonly does: 'fault'; readonly point: FaultPoint; readonly at: string; readonly input: Given }
  | { readonly does: 'deliver'; readonly nth: number; readonly acknowledge: boolean }
  | { readonly does: 'find'; readonly index: 'opened' | 'noted'; readonly of: readonly (string | null)[]; readonly limit: number }
  | { readonly does: 'rows'; readonly at: string; readonly by: 'itemId' | 'position'; readonly limit: number }
  | { readonly does: 'advance'; readonly byMs: number }
  | { readonly does: 'discard' | 'reopen' }

const at = fc.constantFrom('a', 'b', 'c')
// Texts whose order by bytes is not that of UTF-16.
const item = fc.constantFrom('x', 'y', 'é', '\uff5e', '\u{1f34e}')
const input: fc.Arbitrary<Given> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('AddItem' as const), itemId: item, priceCents: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('Swap' as const), oneId: item, otherId: item }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('Note' as const), note: fc.constantFrom('', 'x', '\u{1f34e}', '\uff5e') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('Announce' as const), turn: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('Sell' as const, 'Touch' as const, 'Explode' as const) }) },
)
const point = fc.constantFrom<FaultPoint>(
  'commit.decided',
  'commit.saved',
  'commit.rows',
  'commit.journalled',
  'commit.routed',
  'commit.written',
)
const limit = fc.integer({ min: 1, max: 3 })

export const works: fc.Arbitrary<Work> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ does: fc.constant('dispatch' as const), at, input }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('watch' as const),
      at,
      name: fc.constantFrom('clerk', 'till', 'w1', 'w2'),
      type: fc.constantFrom('Watch' as const, 'Close' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('together' as const),
      inputs: fc.array(fc.record({ at, input }), { minLength: 2, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fault' as const), point, at, input }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('deliver' as const), nth: fc.nat({ max: 3 }), acknowledge: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('find' as const),
      index: fc.constant('opened' as const),
      of: fc.constantFrom([], ['Open'], ['Sold']),
      limit,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('find' as const),
      index: fc.constant('noted' as const),
      of: fc.constantFrom([], [null], ['x']),
      limit,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('rows' as const), at, by: fc.constantFrom('itemId' as const, 'position' as const), limit }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('advance' as const), byMs: fc.constantFrom(-50, 1, 100) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('discard' as const, 'reopen' as const) }) },
)

export async function alike(all: readonly Work[], kinds: readonly [Kind, Kind] = [sqliteFile, plainMemory]): Promise<void> {
  const [one, other] = [begun(kinds[0]), begun(kinds[1])]
  try {
    for (const work of all) {
      expect(await one.does(work)).toEqual(await other.does(work))
      expect(await one.everything()).toEqual(await other.everything())
    }
  } finally {
    await one.ground.end()
    await other.ground.end()
  }
}

function begun(kind: Kind): { readonly ground: Ground; does(work: Work): Promise<unknown>; everything(): Promise<unknown> } {
  const ground = kind.newGround()
  const parts = { clock: manualClock(1_000), ids: countedIds('t'), random: scriptedRandom(4, 1) }
  let opened: Promise<Store> | null = null
  const store = (): Promise<Store> => (opened ??= ground.open({ ...parts, groupCommit: { maxMs: 10_000 } }))
  return {
    ground,
    does: async (work) => {
      if (work.does !== 'reopen') return told(doneOn(await store(), parts.clock, work))
      await (await store()).close()
      opened = null
      return null
    },
    everything: async () => everything(await store(), [basket, watcher]),
  }
}

const keyOf = (basketId: string) => ({ realm: 'r', basketId })

async function doneOn(store: Store, clock: ManualClock, work: Exclude<Work, { readonly does: 'reopen' }>): Promise<unknown> {
  switch (work.does) {
    case 'dispatch':
      return store.dispatch(basket, keyOf(work.at), work.input as never)
    case 'watch':
      return store.dispatch(watcher, { ...keyOf(work.at), watcherId: work.name }, { type: work.type })
    case 'together':
      return Promise.all(work.inputs.map((one) => told(store.dispatch(basket, keyOf(one.at), one.input as never))))
    case 'fault':
      return faulty(work.point, () => store.dispatch(basket, keyOf(work.at), work.input as never))
    case 'deliver': {
      const { heads } = await store.outbox.heads({ limit: 5 })
      const head = heads[work.nth % Math.max(heads.length, 1)]
      if (head === undefined) return null
      const delivery = await store.outbox.deliver(head)
      return [delivery, work.acknowledge && delivery.outcome === 'delivered' && (await store.outbox.acknowledge(delivery.receipt))]
    }
    case 'find': {
      const pages: unknown[] = []
      for (let after: Place | undefined; ;) {
        const page = await store.find(basket, {
          index: work.index,
          equals: work.of,
          limit: work.limit,
          ...(after !== undefined && { after }),
        })
        pages.push(page)
        if (page.next === null) return pages
        after = page.next
      }
    }
    case 'rows': {
      const by = work.by === 'position' && { by: work.by }
      const first = await store.rows(basket, keyOf(work.at), 'items', { limit: work.limit, ...by })
      return first.next === null
        ? first
        : [first, await store.rows(basket, keyOf(work.at), 'items', { limit: 9, after: first.next, ...by })]
    }
    case 'advance':
      return clock.advance(work.byMs)
    case 'discard': {
      const [dead] = await store.outbox.deadLetters({ limit: 1 })
      return dead === undefined ? null : store.outbox.discard(dead)
    }
  }
}

async function faulty<T>(point: FaultPoint, work: () => Promise<T>): Promise<T> {
  const restore = armFaultPoints((name) => {
    if (name === point) throw new Error(`met at ${point}`)
  })
  try {
    return await work()
  } finally {
    restore()
  }
}

/** What a promise is rejected with is an answer too: its code, where it has one. */
function told(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: Error & { readonly code?: string }) => ({ thrown: error.code ?? error.message }))
}
