/**
 * Keeps a resolver that does not answer from being asked for every job that waits: after a failure a profile is left alone for a while,
 * longer each time, and then one attempt tries it first.
 */
import type { Clock } from '../clock.js'

export interface Breaker {
  /** Whether an attempt of this profile may begin now; where it may, it is the one that tries, until it has ended. */
  begins(profile: string): boolean
  /** `null`: nothing was learnt, the asking was given up or never came to be. */
  ended(profile: string, answered: boolean | null): void
  /** Profiles that gave no answer when they were asked last. `sinceMs`: when the first of these askings ended. */
  silent(): readonly { readonly profile: string; readonly sinceMs: number }[]
}

export function openBreaker(clock: Clock): Breaker {
  const silent = new Map<string, { readonly sinceMs: number; pauseMs: number; untilMs: number; tried: boolean }>()
  return {
    begins(profile) {
      const state = silent.get(profile)
      if (state === undefined) return true
      if (state.tried || clock.elapsedMs() < state.untilMs) return false
      state.tried = true
      return true
    },
    ended(profile, answered) {
      const state = silent.get(profile)
      if (state !== undefined) state.tried = false
      if (answered === true) silent.delete(profile)
      if (answered !== false) return
      const pauseMs = state === undefined ? FIRST_PAUSE_MS : Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS)
      silent.set(profile, { sinceMs: state?.sinceMs ?? clock.nowMs(), pauseMs, untilMs: clock.elapsedMs() + pauseMs, tried: false })
    },
    silent: () => [...silent].map(([profile, { sinceMs }]) => ({ profile, sinceMs })),
  }
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
