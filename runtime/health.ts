/**
 * How the realm is, as one answer for probes and people: what is wrong, how much of it there is, since when, and what to do. It is judged by
 * what stands in the store, so that work of a process that is gone looks as it is: live until its lease ends, stale from then on. Long work
 * and long waits are healthy.
 */
import type { Clock } from './clock.js'
import type { CredentialDesk } from './credentials/desk.js'
import { add, BOUNDS, cover, lookEverywhere, WAYS_OUT, type Bounds, type HealthCode, type Look, type Looked } from './health-looks.js'
import type { LeaseKeeper } from './lease-keeper.js'
import { asked, durationOrNoneMs, numberFrom, optional } from './request.js'
import type { Registry } from './runners.js'
import type { StoreError } from './store/errors.js'
import type { Store } from './store/types.js'
import type { Worker } from './worker.js'

export interface Health {
  /** `unreadable`: the file, or a row that was looked at, cannot be read, so that nobody knows how it is. */
  readonly status: 'ok' | 'degraded' | 'unreadable'
  /** When it was judged, in milliseconds since 1970. */
  readonly atMs: number
  /** Empty where it is `ok`. */
  readonly reasons: readonly HealthReason[]
  /** What was looked at. */
  readonly coverage: readonly Coverage[]
  /** Attempts of the realm that somebody holds, as far as they were looked at, by whether their leases live; and those that run in this process. */
  readonly attempts: { readonly live: number; readonly stale: number; readonly here: number }
  /** Bytes of the write-ahead log beside the file. */
  readonly walBytes: number
}

export interface HealthReason {
  readonly code: HealthCode
  /** How many were seen; there may be more where the coverage of their look was cut. */
  readonly count: number
  /** Since when the one that lasts longest has been so, in milliseconds since 1970; null where nobody knows. */
  readonly oldestAtMs: number | null
  /** Five of them at most: ids of jobs or sessions, or what the store said. */
  readonly examples: readonly string[]
  /** What to do. */
  readonly wayOut: string
}

export interface Coverage {
  readonly what: Looked
  /** Rows that were looked at. Of `worker` and `keeper`: 1 where this process has one that works; of `clock` and `log`: 1. */
  readonly looked: number
  /** There may be more: the limit kept it out, or the look failed. */
  readonly cut: boolean
}

/** From when on what is so is called unhealthy. Of times milliseconds, 0 to 2,147,483,647. */
export interface HealthRequest {
  /** A due job that nobody takes. Default 60,000. */
  readonly dueForMs?: number
  /** A due job that nobody has a free place for. Default 3,600,000. */
  readonly fullForMs?: number
  /** A lease that has ended, a loss that nobody classifies. Default 30,000. */
  readonly staleForMs?: number
  /** A message in the outbox. Default 60,000. */
  readonly backlogForMs?: number
  /** A cancel that was asked for. Default 60,000. */
  readonly cancelForMs?: number
  /** A job that waits for credentials, a profile that its resolver does not answer for. Default 3,600,000. */
  readonly blockedForMs?: number
  /** Bytes of the write-ahead log, a whole number from 0. Default 134,217,728. */
  readonly walBytes?: number
  /** The clock, behind the latest instant in the file. Default 10,000. */
  readonly clockBehindMs?: number
  /** Rows of each kind that are looked at. 1 to 1,000, default 100. */
  readonly limit?: number
}

const span = optional(durationOrNoneMs)
const REQUEST = {
  dueForMs: span,
  fullForMs: span,
  staleForMs: span,
  backlogForMs: span,
  cancelForMs: span,
  blockedForMs: span,
  clockBehindMs: span,
  walBytes: optional(numberFrom(0, Number.MAX_SAFE_INTEGER)),
  limit: optional(numberFrom(1, 1_000)),
} satisfies { readonly [K in keyof Required<HealthRequest>]: unknown }

export interface HealthParts {
  readonly store: Store
  readonly realm: string
  readonly clock: Clock
  readonly worker: Pick<Worker, 'status'>
  readonly registry: Registry
  readonly keeper: Pick<LeaseKeeper, 'status'>
  readonly desk: Pick<CredentialDesk, 'silent'>
}

/** Never rejects but with `RequestError`: a store that does not answer is an answer. Reads `limit` rows of each kind, along indexes. */
export async function healthOf(parts: HealthParts, request: HealthRequest): Promise<Health> {
  const given = asked(request, REQUEST)
  const look = lookOf(parts.clock.nowMs(), boundsOf(given))
  const { walBytes, walHeldSinceMs, failing } = parts.store.stats()
  if (failing !== null) add(look, 'store_unavailable', { example: `the last decision failed: ${failing}`, sinceMs: null })
  const attempts = await lookEverywhere(look, parts)
  cover(look, 'log', 1, false)
  if (walBytes > look.bounds.walBytes) add(look, 'log_grows', { example: `${walBytes} bytes`, sinceMs: walHeldSinceMs })
  return healthFrom(look, attempts, walBytes)
}

/** Of a file that cannot even be opened. */
export function healthWithout(error: StoreError, clock: Clock): Health {
  const look = lookOf(clock.nowMs(), BOUNDS)
  add(look, 'unreadable', { example: `${error.code}: ${error.message}`, sinceMs: null })
  return healthFrom(look, { live: 0, stale: 0, here: 0 }, 0)
}

function boundsOf(given: { readonly [K in keyof Bounds]: number | null }): Bounds {
  const said = Object.entries(given).filter(([, value]) => value !== null)
  return { ...BOUNDS, ...Object.fromEntries(said) }
}

function lookOf(nowMs: number, bounds: Bounds): Look {
  return { nowMs, bounds, found: new Map(), coverage: new Map() }
}

function healthFrom({ nowMs, found, coverage }: Look, attempts: Health['attempts'], walBytes: number): Health {
  const reasons = [...found].map(([code, reason]) => ({ code, ...reason, wayOut: WAYS_OUT[code] }))
  return {
    status: found.has('unreadable') ? 'unreadable' : reasons.length > 0 ? 'degraded' : 'ok',
    atMs: nowMs,
    reasons,
    coverage: [...coverage].map(([what, looked]) => ({ what, ...looked })),
    attempts,
    walBytes,
  }
}
