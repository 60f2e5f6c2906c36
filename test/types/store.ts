/** What the compiler must reject where a store is opened, beside what is right; judged like `vocabulary.ts`. */
import { awaitBinding, detachedJob, JOB_MACHINES, openMemoryStore, openStore, type DEFAULT_LIMITS } from '../../runtime/index.js'
import type { AnyMachine } from '../../generated/machine.js'

declare const file: string
declare const limits: { readonly DetachedJob: { readonly [L in keyof typeof DEFAULT_LIMITS]: number } }
declare const unknown: readonly AnyMachine[]

export const right = [
  () => openStore({ file, machines: [detachedJob], limits }),
  () => openStore({ file, machines: JOB_MACHINES, limits }),
  // This machine has no limits, and of these nobody knows.
  () => openStore({ file, machines: [awaitBinding] }),
  () => openStore({ file, machines: unknown }),
  () => openMemoryStore({ machines: JOB_MACHINES, limits }),
]

export const wrong = [
  // @ts-expect-error the machine has limits
  () => openStore({ file, machines: [detachedJob] }),
  // @ts-expect-error one of several has
  () => openStore({ file, machines: [awaitBinding, detachedJob] }),
  // @ts-expect-error nor in a list that is known
  () => openStore({ file, machines: JOB_MACHINES, readOnly: true }),
  // @ts-expect-error a limit is a number
  () => openStore({ file, machines: [detachedJob], limits: { DetachedJob: { failureBudget: '3' } } }),
  // @ts-expect-error in memory as well
  () => openMemoryStore({ machines: [detachedJob] }),
  // @ts-expect-error a memory has no path
  () => openMemoryStore({ file, machines: [awaitBinding] }),
  // @ts-expect-error there is no option `limit`
  () => openStore({ file, machines: [awaitBinding], limit: {} }),
]
