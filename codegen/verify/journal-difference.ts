import type { Known } from '../evaluate.js'
import { canonicalText } from './key.js'

export interface Difference {
  readonly machine: string
  /** Canonical JSON of the instance's key. */
  readonly key: string
  /** Null of an instance that cannot be read. */
  readonly revision: number | null
  /** `revision`, `input`, `transition`, `effects[0].fence`, or a field of the state. */
  readonly field: string
  /** Who says otherwise than the file: `spec` is the spec as it is read, `wasm` and `tlc` the generated model in a checker. */
  readonly by: 'chain' | 'kernel' | 'spec' | 'wasm' | 'tlc' | 'store'
  /** Canonical JSON of what the file says, and of what it should say. */
  readonly stored: string
  readonly expected: string
}

export function differing({ machine, key, revision }: { readonly machine: string; readonly key: object; readonly revision: number }) {
  return (field: string, by: Difference['by'], stored: Known, expected: Known): Difference => ({
    machine,
    key: canonicalText(key as Known),
    revision,
    field,
    by,
    stored: canonicalText(stored),
    expected: canonicalText(expected),
  })
}
