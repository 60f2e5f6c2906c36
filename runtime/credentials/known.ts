/** The secrets that are configured, as far as they can be recognised: listed for the realm, for no job, and listed again when they are old. */
import type { Clock } from '../clock.js'
import { RequestError } from '../request.js'
import { matcherOf, NO_SECRETS, type Matcher } from './matcher.js'
import { answerOf, secretText, type CredentialResolver, type Unavailable } from './resolver.js'

/** It is not known which texts are secrets, so that nothing was stored. Asking again is safe. */
export class SecretsUnknown extends Error {
  override readonly name = 'SecretsUnknown'
  readonly code = 'secrets_unknown'
}

export interface KnownSecrets {
  /** As of the last list; none before the first. */
  current(): Matcher
  /**
   * As of a list that is not old. A list that is only old serves while no newer one can be had; else rejected with `SecretsUnknown`. `signal`: no newer
   * one is waited for any more.
   */
  upToDate(signal?: AbortSignal): Promise<Matcher>
  /** The last list serves no more. */
  outdate(): void
}

export interface KnownParts {
  readonly resolver: CredentialResolver
  readonly realm: string
  readonly clock: Clock
  readonly timeoutMs: number
  readonly onUnavailable: (why: Unavailable) => void
}

export function openKnown({ resolver, realm, clock, timeoutMs, onUnavailable }: KnownParts): KnownSecrets {
  let matcher = NO_SECRETS
  let listedAtMs: number | null = null
  let listing: Promise<Listed | null> | null = null
  /** Rises with every change of policy: what was asked before one is not taken for what is true after it. */
  let changes = 0

  const list = async (signal?: AbortSignal): Promise<Listed | null> => {
    const before = changes
    const values = new Set<string>()
    let isListing = true
    const answer = await answerOf(
      (given) =>
        resolver.known({
          realm,
          signal: given,
          tell: (value) => {
            if (isListing && values.size <= MOST_VALUES) values.add(value)
          },
        }),
      () => {
        if (values.size > MOST_VALUES) throw new RequestError('known', `tells more than ${MOST_VALUES} secrets`)
        return matcherOf([...values].map((value) => secretText(value, 'known')))
      },
      { timeoutMs, ...(signal !== undefined && { signal }) },
    )
    isListing = false
    if (!answer.ok) {
      if (answer.why !== 'aborted') onUnavailable(answer.why)
      return null
    }
    matcher = answer.value
    // What was overtaken serves nobody who asks from now on.
    if (before === changes) listedAtMs = clock.elapsedMs()
    return { asOf: before, matcher }
  }
  const listOnce = (signal?: AbortSignal): Promise<Listed | null> => {
    listing ??= list(signal).finally(() => (listing = null))
    return listing
  }

  return {
    current: () => matcher,
    async upToDate(signal) {
      if (listedAtMs !== null && clock.elapsedMs() - listedAtMs < OLD_AFTER_MS) return matcher
      // A list that was under way may miss a change of before this call; one that misses a later change serves it: nobody waits for the last.
      const since = changes
      let listed = await listOnce(signal)
      if (listed !== null && listed.asOf < since) listed = await listOnce(signal)
      if (listed !== null) return listed.matcher
      if (listedAtMs === null) {
        throw new SecretsUnknown('the resolver did not list the configured secrets: without them nobody can say what must not be stored')
      }
      return matcher
    },
    outdate() {
      changes += 1
      listedAtMs = null
    },
  }
}

interface Listed {
  /** It has all changes up to that one. */
  readonly asOf: number
  readonly matcher: Matcher
}

const MOST_VALUES = 1_000
const OLD_AFTER_MS = 60_000
