/** The runtime on a SQLite file and the same services on the oracle, worked with in step: what one answers, the other answers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countedIds, manualClock, scriptedRandom, type ManualClock } from '../../runtime/clock.js'
import { JOB_MACHINES, JOB_ROUTERS, memoryOf, openRuntime, openStore, storeLimits, type Runtime, type Store } from '../../runtime/index.js'
import { DECLARED, REALM, START_MS } from '../runtime/rig.js'
import { openSpecStore } from './spec-store.js'

/** Small, so that they run out. */
export const LIMITS = { failureBudget: 1, lossBudget: 1, firstBackoffMs: 100, maxBackoffMs: 150, jitterMs: 10 }

export interface Side {
  readonly runtime: Runtime
  readonly clock: ManualClock
  /** Closes everything, and opens it again. */
  reopen(): Promise<void>
  close(): Promise<void>
}

/** Stores that do not do what they say are put in between, to see that this is noticed. */
export type Tamper = (store: Store) => Store

/** Where nothing is reopened, and the disk would be all that one waits for. */
export function openSqliteInMemory(tamper: Tamper = (store) => store): Promise<Side> {
  return openSide(async (parts) => tamper(await openStore({ ...parts, file: ':memory:', machines: JOB_MACHINES, routers: JOB_ROUTERS })))
}

export async function openSqlite(tamper: Tamper = (store) => store): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-model-'))
  const file = join(folder, 'jobs.db')
  return openSide(
    async (parts) => tamper(await openStore({ ...parts, file, machines: JOB_MACHINES, routers: JOB_ROUTERS })),
    () => {
      rmSync(folder, { recursive: true, force: true })
    },
  )
}

export async function openOracle(): Promise<Side> {
  const memory = memoryOf()
  return openSide((parts) => openSpecStore(memory, parts))
}

type Parts = Parameters<typeof openSpecStore>[1] & { readonly limits: ReturnType<typeof storeLimits> }

async function openSide(open: (parts: Parts) => Promise<Store>, remove: () => void = () => {}): Promise<Side> {
  const clock = manualClock(START_MS)
  const ids = countedIds('id')
  const random = scriptedRandom(3, 0, 7)
  const opened = async (): Promise<Runtime> => {
    const store = await open({ clock, ids, random, limits: storeLimits(LIMITS) })
    return openRuntime({ realm: REALM, store, ephemeral: true, runners: DECLARED, clock, ids })
  }
  const closed = async ({ store, ...open }: Runtime): Promise<void> => {
    await open.close({ graceMs: 0 })
    await store.close()
  }
  let runtime = await opened()
  return {
    get runtime() {
      return runtime
    },
    clock,
    async reopen() {
      await closed(runtime)
      runtime = await opened()
    },
    async close() {
      await closed(runtime)
      remove()
    },
  }
}
