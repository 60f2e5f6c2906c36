/**
 * The port to whoever knows policy and secrets. What it answers is judged as what any caller says is; what it throws is told to nobody,
 * for nobody knows what stands in it.
 */
import { asked, given as anything, naturalNumber, RequestError, text } from '../request.js'
import type { StoredReference } from './reference.js'

/**
 * Given to `openRuntime` as `credentials`. Nothing else gives an attempt a secret: no variable of this process, nothing that is stored.
 * A method that throws, answers something else, or takes longer than `credentialTimeoutMs` is unavailable: the job stays queued, at no cost
 * to its budgets, and its profile is asked again after a pause that grows to a minute. A process that dies while it asks has lost an attempt
 * like any other.
 */
export interface CredentialResolver {
  /** Asked at the start of each attempt of a job with a reference, and of no other: judges by the policy of now, resolves from the profile of now. */
  resolve(request: ResolveRequest): Promise<Resolution>
  /**
   * Tells every secret configured in the realm, also one that was rotated out and may still be about: what these are is refused in
   * submissions and replaced in what attempts say. Asked for no job: at `start` and before the first submission, after `policyChanged`,
   * and when a minute has passed. 1 to 16,384 code units each, 1,000 at most.
   */
  known(request: { readonly realm: string; readonly tell: (value: string) => void; readonly signal: AbortSignal }): Promise<void>
  /** The present generation of the policy for a profile. It only rises. Asked for profiles that block jobs. */
  generation(request: { readonly realm: string; readonly profile: string; readonly signal: AbortSignal }): Promise<number>
}

export interface ResolveRequest extends StoredReference {
  readonly jobId: string
  readonly attemptId: string
  readonly tool: string
  readonly runner: string
  readonly runnerVersion: string
  /** Aborted when the answer is no longer waited for. */
  readonly signal: AbortSignal
}

/** `policyGeneration` is that of the policy which was asked; a `reason` is for people, of at most 1,000 code units, and holds no secret. */
export type Resolution =
  /** By binding, exactly those asked for, each of 1 to 16,384 code units. */
  | { readonly outcome: 'granted'; readonly policyGeneration: number; readonly secrets: { readonly [binding: string]: string } }
  /** The job waits, as `BlockedCredentials`, for a person or a change of policy. */
  | { readonly outcome: 'blocked'; readonly policyGeneration: number; readonly reason: string }
  /** For good: the job ends as `NeedsAttention`. */
  | { readonly outcome: 'refused'; readonly policyGeneration: number; readonly reason: string }

/** Why there is no answer. `stale`: by an older policy than is known of. */
export type Unavailable = 'threw' | 'timed_out' | 'malformed' | 'stale' | 'aborted'

export type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: Unavailable }

/** Waits so long and no longer. `judge` throws `RequestError`. Never rejects. */
export async function answerOf<T>(
  ask: (signal: AbortSignal) => Promise<unknown>,
  judge: (answer: unknown) => T,
  { timeoutMs, signal: outer }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<Answered<T>> {
  const given = new AbortController()
  const tooLate = new Promise<Unavailable>((resolve) => {
    const end = (why: Unavailable): void => {
      resolve(why)
      given.abort()
    }
    const timer = setTimeout(() => end('timed_out'), timeoutMs)
    const aborted = (): void => end('aborted')
    outer?.addEventListener('abort', aborted)
    given.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', aborted)
    })
    if (outer?.aborted === true) aborted()
  })
  // A resolver may throw before it promises anything.
  const answer = (async () => ask(given.signal))().then(
    (value) => ({ value }),
    () => 'threw' as const,
  )
  const first = await Promise.race([tooLate, answer])
  given.abort()
  if (typeof first === 'string') return { ok: false, why: first }
  try {
    return { ok: true, value: judge(first.value) }
  } catch {
    // Also a getter of its own that throws.
    return { ok: false, why: 'malformed' }
  }
}

export const secretText = text({ min: 1, max: 16_384 })
const reasonText = text({ max: 1_000 })

/** With the secrets as a map: exactly those of the bindings. */
export type Judged =
  | { readonly outcome: 'granted'; readonly policyGeneration: number; readonly secrets: ReadonlyMap<string, string> }
  | Exclude<Resolution, { readonly outcome: 'granted' }>

export function judgedResolution(answer: unknown, bindings: readonly string[]): Judged {
  const outcome: unknown = (answer as { readonly outcome?: unknown } | null | undefined)?.outcome
  if (outcome === 'granted') {
    const { policyGeneration, secrets } = asked(answer, { outcome: anything, policyGeneration: naturalNumber, secrets: (value) => value })
    const values = asked(secrets, Object.fromEntries(bindings.map((binding) => [binding, secretText])), 'secrets')
    return { outcome, policyGeneration, secrets: new Map(Object.entries(values)) }
  }
  if (outcome !== 'blocked' && outcome !== 'refused') throw new RequestError('outcome', 'is none of granted, blocked, refused')
  const { policyGeneration, reason } = asked(answer, { outcome: anything, policyGeneration: naturalNumber, reason: reasonText })
  return { outcome, policyGeneration, reason }
}
