/** What happens inside the runtime and concerns its host: told, never thrown. */
import type { Value } from '../generated/machine.js'
import type { Unavailable } from './credentials/resolver.js'

export type RuntimeEvent =
  /**
   * An attempt of this process lost its job, `code` says how: `lease_expired`, `stale_fence`, `stale_holder` or `not_in_phase`. Its work is
   * aborted, its writes are refused.
   */
  | { readonly type: 'lease_lost'; readonly jobId: string; readonly attemptId: string; readonly code: string }
  /**
   * An attempt of this process failed, told once that is committed. A job keeps no reason of a failure that is tried again: this is where it
   * can be read.
   */
  | {
      readonly type: 'attempt_failed'
      readonly jobId: string
      readonly attemptId: string
      /** As it was committed: what was thrown, with a placeholder for every secret. */
      readonly reason: Value
      /** Of the job from then on: `RetryScheduled`, or how it ended. */
      readonly status: string
      /** When it is tried again, in milliseconds since 1970; null: it is not. */
      readonly retryAtMs: number | null
    }
  /**
   * The thread that keeps the leases has ended, or cannot be started. They are renewed by this thread at once, as long as none runs; another
   * is started, the later the more often that fails.
   */
  | { readonly type: 'keeper_lost'; readonly error: unknown }
  /** A due job that no runner of this process may run: none has that name and version, or the job needs credentials, and no resolver is given. */
  | { readonly type: 'no_eligible_worker'; readonly jobId: string; readonly runner: string; readonly runnerVersion: string }
  /** One row or message could not be seen to. The others went on, and the next pass tries it again. */
  | {
      readonly type: 'pass_failed'
      readonly what: 'claim' | 'renew' | 'report' | 'recover' | 'deliver' | 'notice' | 'session' | 'unblock'
      readonly of: string
      readonly error: unknown
    }
  /** A turn threw, or a finalizer of it did. The session is free, or waits for recovery. */
  | { readonly type: 'session_failed'; readonly sessionId: string; readonly execution: number; readonly error: unknown }
  /** Nobody knows how that execution ended: `sessions.releaseQuarantine`, once somebody has looked. */
  | { readonly type: 'session_quarantined'; readonly sessionId: string; readonly execution: number }
  /** A row that no state can be made of. Nothing of it was changed. */
  | { readonly type: 'unreadable'; readonly key: string; readonly column: string; readonly problem: string }
  /** A message was refused for a reason that its route does not name. */
  | { readonly type: 'dead_letter'; readonly route: string; readonly source: string }
  /** A process that cannot be told from others by its handle: it is left alone, and so is its job. */
  | { readonly type: 'unknown_process'; readonly jobId: string }
  /**
   * A resolver gave no answer that counts: `resolve` for a job, which is tried again, `generation` for a profile, or `known` for a realm.
   * What it threw is not told: nobody knows what stands in it.
   */
  | {
      readonly type: 'credentials_unavailable'
      readonly what: 'resolve' | 'generation' | 'known'
      readonly of: string
      readonly why: Unavailable
    }
  /** A secret that is too short to be recognised in what the attempt says. */
  | { readonly type: 'short_secret'; readonly jobId: string; readonly binding: string }

export type Tell = (event: RuntimeEvent) => void
