/** What a job may use and what it belongs to, as it is kept beside its arguments: references, never a secret. It tells no two jobs apart. */
import type { Value } from '../generated/machine.js'
import { canonicalText, payloadValue } from './canonical.js'

/** Each is judged where it is asked for; a job has those that it was submitted with. */
export interface Terms {
  readonly [term: string]: Value
}

/** Terms that say nothing are an empty payload. */
export function termsText(terms: Terms): string {
  return Object.keys(terms).length === 0 ? '' : canonicalText(terms, 'terms')
}

export function termsOf(text: string): Terms {
  return (payloadValue(text) as Terms | null) ?? {}
}
