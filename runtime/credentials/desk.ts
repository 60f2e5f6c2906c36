/**
 * Where an attempt gets its secrets, at its start and at no other time: from the policy and the profile of now. A job without a reference
 * gets none, and its resolver is not asked.
 */
import type { Value } from '../../generated/machine.js'
import type { Granted } from '../attempts.js'
import type { Clock } from '../clock.js'
import type { Tell } from '../events.js'
import { faultPoint } from '../fault-point.js'
import { pause } from '../pulse.js'
import { openBreaker, type Breaker } from './breaker.js'
import { MIN_SECRET_BYTES } from './forms.js'
import { openKnown, type KnownSecrets } from './known.js'
import { NO_SECRETS, type Matcher } from './matcher.js'
import { referenceIn, type StoredReference } from './reference.js'
import { answerOf, judgedResolution, type Answered, type CredentialResolver, type Judged } from './resolver.js'
import { materialOf, type Material } from './secret.js'

export interface CredentialDesk {
  /** What texts are secrets here; null where no resolver is given, and nobody can say. */
  readonly known: KnownSecrets | null
  readonly silent: Breaker['silent']
  /** A job that needs credentials is run only where a resolver is given. */
  serves(terms: string): boolean
  /** Whether an attempt may begin now: false while the resolver does not answer for the job's profile. Then `admit` follows, or `forgo`. */
  begins(terms: string): boolean
  /** No attempt began after all. */
  forgo(terms: string): void
  /** Never rejects. `signal`: the attempt is to end, whatever is answered. */
  admit(granted: Extract<Granted, { ok: true }>, signal: AbortSignal): Promise<Admission>
  /** Older answers count no more. `profile` null: of every profile. */
  heard(profile: string | null, generation: number): void
}

export type Admission =
  | { readonly outcome: 'admitted'; readonly material: Material; readonly matcher: Matcher }
  /** Nothing has begun. */
  | Denial

export type Denial =
  | { readonly outcome: 'denied'; readonly forGood: boolean; readonly reason: Value }
  /** Nobody said anything of the job: it is tried again, at no cost to it. */
  | { readonly outcome: 'unavailable' }

export interface DeskParts {
  readonly resolver: CredentialResolver | null
  readonly realm: string
  readonly clock: Clock
  readonly timeoutMs: number
  readonly tell: Tell
}

type Admit = (
  resolver: CredentialResolver,
  granted: Extract<Granted, { ok: true }>,
  reference: StoredReference,
  signal: AbortSignal,
) => Promise<Admission>

export function openDesk({ resolver, realm, clock, timeoutMs, tell }: DeskParts): CredentialDesk {
  const breaker = openBreaker(clock)
  const generations = newestGenerations()
  const known =
    resolver === null
      ? null
      : openKnown({
          resolver,
          realm,
          clock,
          timeoutMs,
          onUnavailable: (why) => tell({ type: 'credentials_unavailable', what: 'known', of: realm, why }),
        })

  const ask = async (
    asked: CredentialResolver,
    { attempt: { jobId, attemptId }, job }: Extract<Granted, { ok: true }>,
    reference: StoredReference,
    signal: AbortSignal,
  ): Promise<Answered<{ readonly judged: Judged; readonly known: Matcher }>> => {
    const { tool, runner, runnerVersion } = job
    const answer = await answerOf(
      (given) => asked.resolve({ ...reference, jobId, attemptId, tool, runner, runnerVersion, signal: given }),
      (said) => judgedResolution(said, reference.bindings),
      { timeoutMs, signal },
    )
    faultPoint('credentials.resolved')
    if (!answer.ok) return answer
    const { policyGeneration } = answer.value
    if (policyGeneration < Math.max(reference.policyGeneration, generations.of(reference.profile))) return { ok: false, why: 'stale' }
    generations.heard(reference.profile, policyGeneration)
    // Nothing may be said before it is known what must not be.
    const listed = await answerOf(
      async () => known?.upToDate(),
      (matcher) => matcher as Matcher,
      { timeoutMs: timeoutMs * 2, signal },
    )
    return listed.ok ? { ok: true, value: { judged: answer.value, known: listed.value } } : listed
  }

  const admitted = (
    jobId: string,
    reference: StoredReference,
    { judged, known: matcher }: { judged: Judged; known: Matcher },
  ): Admission => {
    const values = judged.outcome === 'granted' ? judged.secrets : new Map<string, string>()
    for (const [binding, value] of values) {
      if (Buffer.byteLength(value) < MIN_SECRET_BYTES) tell({ type: 'short_secret', jobId, binding })
    }
    return { outcome: 'admitted', material: materialOf(reference.bindings, values), matcher: matcher.and(values.values()) }
  }

  /** A new attempt: nothing has begun, and nothing does where it is not granted. */
  const admitNew: Admit = async (asked, granted, reference, signal) => {
    const { jobId } = granted.attempt
    const answer = await ask(asked, granted, reference, signal)
    const givenUp = !answer.ok && answer.why === 'aborted'
    breaker.ended(reference.profile, givenUp ? null : answer.ok)
    if (!answer.ok) {
      if (!givenUp) tell({ type: 'credentials_unavailable', what: 'resolve', of: jobId, why: answer.why })
      return { outcome: 'unavailable' }
    }
    const { judged, known: matcher } = answer.value
    if (judged.outcome === 'granted') return admitted(jobId, reference, answer.value)
    const { outcome, policyGeneration, reason } = judged
    return { outcome: 'denied', forGood: outcome === 'refused', reason: { message: matcher.text(reason), policyGeneration } }
  }

  /**
   * An attempt that was taken over: its work goes on whatever the policy says now. Nothing is said of it before it is known what must not
   * be said; where the policy grants nothing any more, it is given nothing.
   */
  const admitAgain: Admit = async (asked, granted, reference, signal) => {
    const { jobId } = granted.attempt
    let pauseMs = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const answer = await ask(asked, granted, reference, signal)
      if (answer.ok) return admitted(jobId, reference, answer.value)
      if (answer.why !== 'aborted') tell({ type: 'credentials_unavailable', what: 'resolve', of: jobId, why: answer.why })
      await pause(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
    return { outcome: 'admitted', material: materialOf(reference.bindings, new Map()), matcher: known?.current() ?? NO_SECRETS }
  }

  return {
    known,
    silent: breaker.silent,
    serves: (terms) => resolver !== null || referenceIn(terms) === null,
    begins(terms) {
      const reference = referenceIn(terms)
      return reference === null || breaker.begins(reference.profile)
    },
    forgo(terms) {
      const reference = referenceIn(terms)
      if (reference !== null) breaker.ended(reference.profile, null)
    },
    async admit(granted, signal) {
      const reference = referenceIn(granted.job.terms)
      if (reference === null) return { outcome: 'admitted', material: materialOf([], new Map()), matcher: known?.current() ?? NO_SECRETS }
      // What needs a resolver is not eligible where there is none.
      if (resolver === null) return { outcome: 'unavailable' }
      return (granted.job.phase === 'Claimed' ? admitNew : admitAgain)(resolver, granted, reference, signal)
    },
    heard: generations.heard,
  }
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000

/** The newest generation that this process has heard of, by profile. What is older is the word of a policy that has been replaced. */
function newestGenerations(): { of(profile: string): number; heard(profile: string | null, generation: number): void } {
  const byProfile = new Map<string, number>()
  let ofAll = 0
  return {
    of: (profile) => Math.max(ofAll, byProfile.get(profile) ?? 0),
    heard(profile, generation) {
      if (profile === null) ofAll = Math.max(ofAll, generation)
      else byProfile.set(profile, Math.max(generation, byProfile.get(profile) ?? 0))
    },
  }
}
