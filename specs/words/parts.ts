/** A machine that is described in several files, which `machine({ ...alphabet, transitions, ...promises })` joins: each is checked where it stands. */
import type { InputShape, LeadsTo, Property, Refinement, StateValue } from './machine.js'
import type { AnyType, Shape } from './types.js'

/**
 * What a machine can be, is told and answers: all that its promises speak of. A constant of one file:
 *
 *     export const alphabet = { key: …, phases: […], …, effects: … } as const satisfies Alphabet
 */
export interface Alphabet {
  readonly key: Shape
  readonly phases: readonly string[]
  readonly initial: string
  readonly terminal: readonly string[]
  readonly state: Shape
  readonly init?: { readonly [field: string]: unknown }
  readonly limits?: { readonly [field: string]: AnyType }
  readonly indexes?: { readonly [index: string]: readonly string[] }
  readonly inputs: { readonly [input: string]: InputShape }
  readonly effects: { readonly [effect: string]: Shape }
}

/**
 * What a machine of this alphabet promises. A constant of another file, which takes its types from there:
 *
 *     import type { alphabet } from './alphabet.js'
 *     export const promises = { always: { … }, reachable: { … } } as const satisfies Promises<typeof alphabet>
 */
export interface Promises<A extends Alphabet> {
  readonly always?: Judgements<A>
  /** Something that must be seen, so that no property holds for want of cases. */
  readonly reachable?: Judgements<A>
  /** That its transitions exist is checked where the machine is joined. */
  readonly eventually?: { readonly [name: string]: LeadsTo<StateIn<A>, string> }
  /** Simpler machines, written by hand, whose promises this one keeps. */
  readonly refines?: { readonly [name: string]: Refinement<StateIn<A>> }
}

type Judgements<A extends Alphabet> = {
  readonly [name: string]: Property<A['phases'][number], A['state'], A['inputs'], A['effects'], LimitsIn<A>>
}
type StateIn<A extends Alphabet> = StateValue<A['phases'][number], A['state']>
type LimitsIn<A extends Alphabet> = A extends { readonly limits: infer L extends Shape } ? L : Record<never, never>
