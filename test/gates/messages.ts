/** A store of generated machines, and the messages that are under way in it. */
import { onTestFinished } from 'vitest'
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import { manualClock, type ManualClock } from '../../runtime/clock.js'
import { openStore } from '../../runtime/dispatch.js'
import { DEFAULT_LIMITS } from '../../runtime/index.js'
import type { Store } from '../../runtime/store/types.js'
import { START_MS } from '../runtime/rig.js'
import { newFile } from '../runtime/store/fixtures/open.js'

export async function openCatalog(
  machines: readonly AnyMachine[],
  routers: readonly RouterModule[],
): Promise<{ readonly store: Store; readonly clock: ManualClock }> {
  const clock = manualClock(START_MS)
  const store = await openStore({ file: newFile(), machines, routers, limits: { DetachedJob: { ...DEFAULT_LIMITS } }, clock })
  onTestFinished(() => store.close())
  return { store, clock }
}

/** Delivers the first message of each outbox, and forgets that it did, as a crash before the acknowledgement would. */
export async function deliverAndForget(store: Store): Promise<readonly string[]> {
  const { heads } = await store.outbox.heads({ limit: 50 })
  for (const head of heads) await store.outbox.deliver(head)
  return heads.map(({ route }) => route)
}

/** Until nothing is under way. */
export async function deliverAll(store: Store): Promise<readonly string[]> {
  const routes: string[] = []
  for (;;) {
    const [head] = (await store.outbox.heads({ limit: 1 })).heads
    if (head === undefined) return routes
    const delivery = await store.outbox.deliver(head)
    if (delivery.outcome !== 'delivered') throw new Error(`${head.route}: ${delivery.outcome}`)
    await store.outbox.acknowledge(delivery.receipt)
    routes.push(head.route)
  }
}
