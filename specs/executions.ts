/** What is said of a session's execution in several places: each condition once. */
import type { AssistantId } from './identities.js'
import { max, type ValueOf } from './vocabulary.js'

type Claim = { readonly execution: number; readonly owner: string | null; readonly leaseExpiresAtMs: number }
type Step = { readonly assistantId: ValueOf<typeof AssistantId> | null; readonly stepEnded: boolean }
type Moment = { readonly observedAtMs: number }

export const current = {
  stale_execution: (s: Claim, i: { readonly execution: number }) => i.execution !== s.execution,
}

/** For whoever acts on a claim that must be alive: an expired one is recovery's alone. */
export const alive = {
  ...current,
  lease_expired: (s: Claim, i: Moment) => i.observedAtMs >= s.leaseExpiresAtMs,
}

/** What an owner sends is judged before the phase, so that a stale owner hears why also after its claim was cleared. */
export const owned = {
  ...current,
  stale_owner: (s: Claim, i: { readonly owner: string }) => i.owner !== s.owner,
  lease_expired: (s: Claim, i: Moment) => i.observedAtMs >= s.leaseExpiresAtMs,
}

/** The compare of recovery's compare-and-set. */
export const expired = {
  ...current,
  lease_alive: (s: Claim, i: Moment) => i.observedAtMs < s.leaseExpiresAtMs,
}

export const finalized = {
  finalizer_running: (s: { readonly finalizers: number }) => s.finalizers > 0,
}

/** Nothing of the runner is left: it has stopped, its tools have ended, and so have its finalizers. */
export const joined = {
  runner_running: (s: { readonly runnerJoined: boolean }) => !s.runnerJoined,
  ...finalized,
}

/** A step has begun and has not ended. */
export function isOpen(s: Step) {
  return s.assistantId !== null && !s.stepEnded
}

/** A claim stands, alive or expired. */
export function isHeld(s: { readonly phase: string }) {
  return s.phase === 'Claimed' || s.phase === 'Running' || s.phase === 'Cancelling' || s.phase === 'Cancelled' || s.phase === 'Settled'
}

/** Its owner gave it up: no word of an owner is heard any more, and recovery need not wait. */
export function isHandedBack(s: { readonly phase: string; readonly leaseExpiresAtMs: number }) {
  return isHeld(s) && s.leaseExpiresAtMs === 0
}

/** A new claim: the next execution, with a lease from now. */
export function claimed<Owner extends string>(
  s: { readonly execution: number },
  i: Moment & { readonly owner: Owner },
  limits: { readonly leaseMs: number },
) {
  return { execution: s.execution + 1, owner: i.owner, leaseExpiresAtMs: i.observedAtMs + limits.leaseMs }
}

/** A lease only grows, whatever the clock does. */
export function renewedAtMs(s: Claim, i: Moment, limits: { readonly leaseMs: number }) {
  return max(s.leaseExpiresAtMs, i.observedAtMs + limits.leaseMs)
}

/** Nobody owns the session. */
export const unowned = { owner: null, leaseExpiresAtMs: 0 } as const

/** No claim stands, and the next one continues nothing. */
export const cleared = { ...unowned, continues: 0, intentId: null, losses: 0 } as const
