/** What the process that works, and the test that started it, both know. */

export const REALM = 'realm'
export const LIMITS = { firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 }

/** What the runners of the process are called. */
export type WorkName = 'block' | 'beside' | 'wait' | 'once' | 'work' | 'deaf'

export interface ProcessOptions {
  readonly leaseMs: number
  readonly blockMs?: number
  readonly workMs?: number
  /** How far its clock is ahead of the machine's. */
  readonly skewMs?: number
  readonly keeper?: 'thread' | 'in_thread'
  readonly watchdogMs?: number
  readonly concurrency?: number
  /** It is opened, and takes nothing. */
  readonly idle?: true
  /** Heeds signals so. */
  readonly signals?: { readonly drainMs?: number; readonly graceMs?: number }
}
