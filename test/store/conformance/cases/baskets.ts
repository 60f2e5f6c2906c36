/** What the cases do with a store of baskets. */
import type { AnyMachine } from '../../../../generated/machine.js'
import type { DeliveryReceipt, Head, Place, Store } from '../../../../runtime/store/types.js'
import { KEY } from '../../../runtime/store/fixtures/open.js'
import { watcher } from '../../../runtime/store/fixtures/watcher.js'

export const CLERK = { ...KEY, watcherId: 'clerk' }
export const TILL = { ...KEY, watcherId: 'till' }

export async function firstHead(store: Store): Promise<Head> {
  const [head] = (await store.outbox.heads({ limit: 1 })).heads
  if (head === undefined) throw new Error('nothing is under way')
  return head
}

export async function receiptFrom(store: Store, head: Head): Promise<DeliveryReceipt> {
  const delivery = await store.outbox.deliver(head)
  if (delivery.outcome !== 'delivered') throw new Error(delivery.outcome)
  return delivery.receipt
}

/** Carries until nothing is under way, and answers the effects in the order in which they were acknowledged. */
export async function carryAll(store: Store): Promise<readonly Head['effect'][]> {
  const carried: Head['effect'][] = []
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const [head] = (await store.outbox.heads({ limit: 1 })).heads
    if (head === undefined) return carried
    const delivery = await store.outbox.deliver(head)
    if (delivery.outcome !== 'delivered') continue
    await store.outbox.acknowledge(delivery.receipt)
    carried.push(head.effect)
  }
  throw new Error('the outbox does not become empty')
}

const MOST_TURNS = 1_000

export async function withWatchers(store: Store, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, n) => store.dispatch(watcher, { ...KEY, watcherId: `w${n}` }, { type: 'Watch' })))
}

/** Everything that can be seen of a store, for telling whether something changed. */
export async function everything(store: Store, machines: readonly AnyMachine[]): Promise<unknown> {
  const [history, dead, heads, census] = [
    await store.history({ limit: 1_000 }),
    await store.outbox.deadLetters({ limit: 1_000 }),
    await store.outbox.heads({ limit: 1_000 }),
    await store.outbox.census({ limit: 1_000 }),
  ]
  const instances = []
  for (const machine of machines) {
    for (const instance of (await store.instances(machine, { limit: 1_000 })).found) {
      const tables = []
      for (const { field } of machine.rowTables) tables.push(await store.rows(machine, instance.key as never, field, { limit: 1_000 }))
      instances.push({ machine: machine.name, ...instance, tables })
    }
  }
  return { history, dead, heads, census, instances }
}

/** Page after page, until the end. */
export async function everyPage<T>(
  page: (after: Place | undefined) => Promise<{ readonly items: readonly T[]; readonly next: Place | null }>,
): Promise<readonly T[]> {
  const items: T[] = []
  let after: Place | undefined
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const read = await page(after)
    items.push(...read.items)
    if (read.next === null) return items
    after = read.next
  }
  throw new Error('the pages do not come to an end')
}
