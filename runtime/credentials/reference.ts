/** What a job stores of its credentials: names of what it needs, and never a value. */
import type { Value } from '../../generated/machine.js'
import { asked, idText, naturalNumber, optional, RequestError, several, type Field } from '../request.js'
import { termsOf } from '../terms.js'

/** Names are well-formed Unicode of 1 to 200 code units. A list names nothing twice. */
export interface CredentialReference {
  /** The realm that owns the profile: the runtime's own, which is meant where it is left out. */
  readonly realm?: string
  /** Whose credentials they are. Which values it has is asked at the start of each attempt. */
  readonly profile: string
  /** What they are to be good for, as the policy names it. 32 at most. */
  readonly scopes?: readonly string[]
  /** What the runner asks for by name. 1 to 32. */
  readonly bindings: readonly string[]
  /** The generation of the policy by which it was submitted: an older one grants nothing. Default 0. */
  readonly policyGeneration?: number
}

export type StoredReference = { readonly [K in keyof Required<CredentialReference>]: Required<CredentialReference>[K] }

export function credentialReference(realm: string): Field<StoredReference & Value> {
  return (value, field) => {
    const given = asked(
      value,
      {
        realm: optional(idText),
        profile: idText,
        scopes: optional(names(0)),
        bindings: bindingNames,
        policyGeneration: optional(naturalNumber),
      },
      field,
    )
    if (given.realm !== null && given.realm !== realm)
      throw new RequestError(`${field}.realm`, `is another than the runtime's, "${realm}": no job uses what another realm owns`)
    return { ...given, realm, scopes: given.scopes ?? [], policyGeneration: given.policyGeneration ?? 0 }
  }
}

const MOST_NAMES = 32

/** 1 to 32, none twice. */
export const bindingNames = names(1)

function names(least: number): Field<readonly string[]> {
  return (value, field) => {
    const given = several(idText)(value, field)
    if (given.length < least || given.length > MOST_NAMES)
      throw new RequestError(field, `has ${given.length} names; ${least} to ${MOST_NAMES} are allowed`)
    return given
  }
}

/** The reference in a job's terms, which the door has judged; null where it needs none. */
export function referenceIn(terms: string): StoredReference | null {
  return (termsOf(terms)['credentials'] as StoredReference | undefined) ?? null
}
