/** What the thread that keeps leases, and the one that made it, say to each other: values that can be copied from one to the other. */
import type { Lease, News } from './renewals.js'
import { StoreError } from './store/errors.js'
import { messageOf } from './thrown.js'

export interface ThreadGiven {
  readonly file: string
  /** Of the file that the other thread has open: what lies at its path may be another by now. */
  readonly identity: string | null
  readonly realm: string
  /** Names of the machines and routers that the store has. */
  readonly machines: readonly string[]
  readonly routers: readonly string[]
  readonly limits: { readonly [machine: string]: { readonly [limit: string]: number } }
  /** So long the other thread may be blocked before its leases are renewed no more. */
  readonly watchdogMs: number
  /** Memory of both: one number, which the other thread raises as long as it lives. */
  readonly beats: Int32Array
}

export interface ThreadTold {
  /** By attempt; null: it is held no more. */
  readonly leases?: ReadonlyMap<string, Lease | null>
  readonly end?: true
}

export type NewsSent =
  Exclude<News, { readonly what: 'failed' }> | (Omit<Extract<News, { readonly what: 'failed' }>, 'error'> & { readonly error: ErrorSent })

/** A copy of an error forgets which one it was. */
interface ErrorSent {
  readonly message: string
  readonly store: Pick<StoreError, 'code' | 'facts'> | null
}

export function errorSent(error: unknown): ErrorSent {
  return { message: messageOf(error), store: error instanceof StoreError ? { code: error.code, facts: error.facts } : null }
}

export function errorOf({ message, store }: ErrorSent): Error {
  return store === null ? new Error(message) : new StoreError(store.code, message, store.facts)
}
