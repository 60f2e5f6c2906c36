/** What is said of a job and its attempts in several places: each condition once. */
import { SessionId, TerminalKind } from './identities.js'
import { max, min, type ValueOf } from './vocabulary.js'

type Held = { readonly fence: number; readonly holder: string | null; readonly leaseExpiresAtMs: number }
type Told = { readonly originSessionId: ValueOf<typeof SessionId> | null; readonly deliverySequence: number; readonly lineage: string }
type Write = { readonly fence: number; readonly holder: string; readonly observedAtMs: number }

export const current = {
  stale_fence: (s: Held, i: { readonly fence: number }) => i.fence !== s.fence,
}

/** What a holder sends is judged before the phase, so that a stale writer hears why also from a job that has ended. */
export const writer = {
  ...current,
  stale_holder: (s: Held, i: Write) => i.holder !== s.holder,
  lease_expired: (s: Held, i: Write) => i.observedAtMs >= s.leaseExpiresAtMs,
}

export const grant = {
  no_lease: (_s: unknown, i: { readonly leaseMs: number }) => i.leaseMs === 0,
}

export const due = {
  not_due: (s: { readonly dueAtMs: number }, i: { readonly observedAtMs: number }) => i.observedAtMs < s.dueAtMs,
}

export const calm = {
  cancel_requested: (s: { readonly cancelRequested: boolean }) => s.cancelRequested,
}

export const alone = {
  process_alive: (s: { readonly handle: string | null }) => s.handle !== null,
}

/** A new attempt begins: under the next fence, with a lease from now. */
export function granted<Holder extends string>(
  s: { readonly fence: number },
  i: { readonly holder: Holder; readonly workerId: string; readonly leaseMs: number; readonly observedAtMs: number },
) {
  return { fence: s.fence + 1, holder: i.holder, workerId: i.workerId, leaseExpiresAtMs: i.observedAtMs + i.leaseMs, dueAtMs: 0 }
}

/** Nobody holds the job any more. */
export const released = { holder: null, workerId: '', leaseExpiresAtMs: 0, cursor: 0 } as const

/** Nobody holds it, and no process is left. */
export const settled = { ...released, handle: null } as const

/** The pause before the next attempt doubles each time, up to a limit. */
export function nextBackoffMs(
  s: { readonly backoffMs: number },
  limits: { readonly firstBackoffMs: number; readonly maxBackoffMs: number },
) {
  return min(max(s.backoffMs + s.backoffMs, limits.firstBackoffMs), limits.maxBackoffMs)
}

/** When the next attempt is due: after the pause, and a while at random, so that what failed together does not come back together. */
export function nextAttemptAtMs(
  s: { readonly backoffMs: number },
  i: { readonly observedAtMs: number; readonly jitterMs: number },
  limits: { readonly firstBackoffMs: number; readonly maxBackoffMs: number },
) {
  return i.observedAtMs + nextBackoffMs(s, limits) + i.jitterMs
}

export function isHeld(s: { readonly phase: string }) {
  return s.phase === 'Claimed' || s.phase === 'Running' || s.phase === 'WaitingExternal'
}

export function isWaiting(s: { readonly phase: string }) {
  return s.phase === 'Queued' || s.phase === 'RetryScheduled' || s.phase === 'BlockedCredentials'
}

export function hasBegun(s: { readonly phase: string }) {
  return s.phase === 'Running' || s.phase === 'WaitingExternal' || s.phase === 'LossObserved'
}

export function hasEnded(s: { readonly phase: string }) {
  return (
    s.phase === 'Succeeded' || s.phase === 'Failed' || s.phase === 'Cancelled' || s.phase === 'WorkerLost' || s.phase === 'NeedsAttention'
  )
}

/** The one message about how a job ended. */
export function endOf(s: Told, kind: ValueOf<typeof TerminalKind>, body: string) {
  return [
    {
      type: 'TerminalCommitted' as const,
      originSessionId: s.originSessionId!,
      deliverySequence: s.deliverySequence + 1,
      lineage: s.lineage,
      kind,
      body,
    },
  ]
}

/** Whether a new attempt may do the work again after a loss. */
export function mayStartAgain(s: { readonly restartClass: string }) {
  return s.restartClass === 'CheckpointResumable' || s.restartClass === 'Replayable'
}
