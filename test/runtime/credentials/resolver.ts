/** A resolver whose policy belongs to the test. */
import type { CredentialResolver, Resolution, ResolveRequest } from '../../../runtime/index.js'

export interface Vault extends CredentialResolver {
  /** By profile and binding. What is not there blocks. */
  readonly secrets: Map<string, Map<string, string>>
  policyGeneration: number
  /** Everything that was asked of `resolve`. */
  readonly asked: ResolveRequest[]
  /** How often `known` and `generation` were asked. */
  readonly counts: { known: number; generation: number }
  /** In place of what the policy says. */
  says: ((request: ResolveRequest) => Promise<Resolution>) | null
  set(profile: string, binding: string, value: string): void
}

/** Values that were replaced stay known. */
export function vault(given: { readonly [profile: string]: { readonly [binding: string]: string } } = {}): Vault {
  const everKnown = new Set<string>()
  const counts = { known: 0, generation: 0 }
  const made: Vault = {
    secrets: new Map(),
    policyGeneration: 1,
    asked: [],
    counts,
    says: null,
    set(profile, binding, value) {
      everKnown.add(value)
      made.secrets.set(profile, new Map([...(made.secrets.get(profile) ?? []), [binding, value]]))
    },
    async resolve(request) {
      made.asked.push(request)
      if (made.says !== null) return made.says(request)
      const of = made.secrets.get(request.profile)
      const { policyGeneration } = made
      const missing = request.bindings.filter((binding) => of?.has(binding) !== true)
      if (missing.length > 0) return { outcome: 'blocked', policyGeneration, reason: `no ${missing.join(', ')} in the profile` }
      const granted = Object.fromEntries(request.bindings.map((binding) => [binding, of?.get(binding) ?? '']))
      return { outcome: 'granted', policyGeneration, secrets: granted }
    },
    async known({ tell }) {
      counts.known += 1
      for (const value of everKnown) tell(value)
    },
    async generation() {
      counts.generation += 1
      return made.policyGeneration
    },
  }
  for (const [profile, bindings] of Object.entries(given)) {
    for (const [binding, value] of Object.entries(bindings)) made.set(profile, binding, value)
  }
  return made
}
