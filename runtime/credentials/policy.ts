/**
 * The way out of `BlockedCredentials` when the policy changes. Each blocked job says under which generation it was blocked, and waits for
 * a newer one: so that a change may be told again, or be heard of late, and no job comes back twice for it.
 */
import { detachedJob } from '../../generated/detached-job/index.js'
import { payloadValue } from '../canonical.js'
import type { Tell } from '../events.js'
import { faultPoint } from '../fault-point.js'
import { goesOn, pulse, type Stopping } from '../pulse.js'
import { asked, idText, naturalNumber, optional } from '../request.js'
import type { Instance, Page, Place, Store } from '../store/types.js'
import type { CredentialDesk } from './desk.js'
import { referenceIn } from './reference.js'
import { answerOf, type CredentialResolver } from './resolver.js'

/** Also after a crash: at `start`, and every minute, the resolver is asked for the present generation of the profiles that block jobs. */
export interface Credentials {
  /**
   * The policy is of that generation now; without a profile, for every profile. Puts the jobs that an older one blocked back in the queue,
   * each for an attempt that is judged anew. Resolves when all of them were looked at. Again, or with an older generation, it does nothing.
   * `RequestError`, or `StoreError` where the jobs cannot be read.
   */
  policyChanged(request: { readonly profile?: string; readonly generation: number }): Promise<Unblocked>
  /** A bounded look over the jobs that are blocked, for those whose policy has changed. Never rejects. */
  pass(): Promise<Unblocked>
  /** Profiles for which the resolver gave no answer when it was asked last: their jobs stay `Queued`. `sinceMs`: since 1970. */
  status(): { readonly silent: readonly { readonly profile: string; readonly sinceMs: number }[] }
}

export interface Unblocked {
  /** Jobs that wait for a worker again. */
  readonly requeued: number
  /** Blocked jobs that were looked at. */
  readonly seen: number
  /** Rows, or whole looks, that could not be seen to; the next pass tries them again. */
  readonly failed: number
}

export interface Policy extends Credentials {
  start(): void
  /** Resolves when no pass runs any more. */
  stop(): Promise<void>
}

export interface PolicyParts {
  readonly store: Store
  readonly realm: string
  readonly resolver: CredentialResolver | null
  readonly desk: CredentialDesk
  readonly timeoutMs: number
  readonly tell: Tell
}

type Blocked = Instance<typeof detachedJob>
type Counts = { -readonly [K in keyof Unblocked]: number }

export function openPolicy({ store, realm, resolver, desk, timeoutMs, tell }: PolicyParts): Policy {
  let place: Place | null = null
  /** Who stops does not wait for a resolver that does not answer. */
  let ending = new AbortController()

  const pageAfter = async (after: Place | null, counts: Counts): Promise<Page<typeof detachedJob>> => {
    const query = { index: 'due', equals: [realm, 'BlockedCredentials'], limit: PAGE, ...(after === null ? {} : { after }) }
    const page = await store.find(detachedJob, query)
    for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
    counts.seen += page.found.length
    counts.failed += page.unreadable.length
    return page
  }

  const requeue = async ({ key }: Blocked, counts: Counts): Promise<void> => {
    try {
      // A refusal: somebody else let it go first, or it was cancelled.
      const answer = await store.dispatch(detachedJob, key, { type: 'UnblockCredentials' })
      if (!answer.ok) return
      counts.requeued += 1
      faultPoint('unblock.committed')
    } catch (error) {
      counts.failed += 1
      tell({ type: 'pass_failed', what: 'unblock', of: key.jobId, error })
    }
  }
  const requeueAll = async (jobs: readonly Blocked[], counts: Counts): Promise<void> => {
    await Promise.all(jobs.map((job) => requeue(job, counts)))
  }

  /** The present generations of the profiles that block these; a profile that is not answered for keeps no other back. */
  const ask = async (from: CredentialResolver, jobs: readonly Blocked[], generations: Map<string, number | null>): Promise<void> => {
    const profiles = new Set(jobs.flatMap((job) => profileOf(job) ?? []).filter((profile) => !generations.has(profile)))
    await Promise.all(
      [...profiles].map(async (profile) => {
        const answer = await answerOf(
          (signal) => from.generation({ realm, profile, signal }),
          (value) => naturalNumber(value, 'generation'),
          { timeoutMs, signal: ending.signal },
        )
        if (answer.ok) desk.heard(profile, answer.value)
        else if (answer.why !== 'aborted') tell({ type: 'credentials_unavailable', what: 'generation', of: profile, why: answer.why })
        generations.set(profile, answer.ok ? answer.value : null)
      }),
    )
  }

  const pass = async (stopping: Stopping): Promise<Unblocked> => {
    const counts: Counts = { requeued: 0, seen: 0, failed: 0 }
    const generations = new Map<string, number | null>()
    if (resolver === null) return counts
    try {
      for (let pages = 0; pages < PAGES_A_PASS && !stopping(); pages += 1) {
        const page = await pageAfter(place, counts)
        await ask(resolver, page.found, generations)
        const isChanged = (job: Blocked): boolean => blockedUnder(job) < (generations.get(profileOf(job) ?? '') ?? -1)
        await requeueAll(page.found.filter(isChanged), counts)
        place = page.next
        if (place === null) break
      }
    } catch (error) {
      counts.failed += 1
      tell({ type: 'pass_failed', what: 'unblock', of: realm, error })
    }
    return counts
  }

  /** What attempts without a reference say is searched too, and those wait for nobody. That there is no list is told where it is asked for. */
  const list = async (): Promise<void> => {
    await desk.known?.upToDate(ending.signal).catch(() => undefined)
  }

  const beat = pulse(async (stopping) => void (await Promise.all([list(), pass(stopping)])), {
    everyMs: EVERY_MS,
    onFailed: (error) => tell({ type: 'pass_failed', what: 'unblock', of: realm, error }),
  })

  return {
    async policyChanged(request) {
      const { profile, generation } = asked(request, { profile: optional(idText), generation: naturalNumber })
      desk.known?.outdate()
      void list()
      desk.heard(profile, generation)
      const counts: Counts = { requeued: 0, seen: 0, failed: 0 }
      let after: Place | null = null
      do {
        const page: Page<typeof detachedJob> = await pageAfter(after, counts)
        const isMeant = (job: Blocked): boolean => (profile === null || profileOf(job) === profile) && blockedUnder(job) < generation
        await requeueAll(page.found.filter(isMeant), counts)
        after = page.next
      } while (after !== null)
      return counts
    },
    pass: () => pass(goesOn),
    status: () => ({ silent: desk.silent() }),
    start() {
      if (resolver === null) return
      if (ending.signal.aborted) ending = new AbortController()
      beat.start()
    },
    stop() {
      ending.abort()
      return beat.stop()
    },
  }
}

const PAGE = 100
const PAGES_A_PASS = 10
const EVERY_MS = 60_000

function profileOf({ state }: Blocked): string | null {
  return referenceIn(state.terms)?.profile ?? null
}

/** What was blocked without a word of its generation comes back with any. */
function blockedUnder({ state }: Blocked): number {
  const reason = payloadValue(state.outcome)
  const generation = typeof reason === 'object' && reason !== null && 'policyGeneration' in reason ? reason['policyGeneration'] : null
  return typeof generation === 'number' ? generation : -1
}
