/** One machine: what it is told, what it answers, and what it promises. */
import type { AnyType, Shape, Supplied, Values } from './types.js'

type Fields = { readonly [field: string]: AnyType }
export type InputShape = {
  readonly fields: Fields
  readonly supplied?: { readonly [field: string]: Supplied<number> | Supplied<string> }
  /**
   * Named conditions that are judged before the phase. Give the types of what they look at, as a condition that several inputs
   * share does: `(s: { readonly fence: number }, i: { readonly fence: number }) => …`; without them only `pawl generate` finds a misspelling.
   */
  // oxlint-disable-next-line no-explicit-any
  readonly refuse?: { readonly [code: string]: (s: any, i: any, limits: any) => boolean }
}
export type StateValue<P extends string, S extends Shape> = Values<S> & { readonly phase: P }
export type InputValue<K, I extends InputShape> = { readonly type: K } & Values<I['fields']> &
  (I['supplied'] extends Fields ? Values<I['supplied']> : unknown)
export type InputValues<I extends Record<string, InputShape>> = { [K in keyof I]: InputValue<K, I[K]> }[keyof I]
export type EffectValues<E extends Record<string, Shape>> = { [K in keyof E]: { readonly type: K } & Values<E[K]> }[keyof E]

/** Named conditions, in order: the first that is true is the refusal's code, and says what the world was like. */
export type Refusals<S, I, L> = { readonly [code: string]: (s: S, i: I, limits: L) => boolean }

type Transition<
  P extends string,
  S extends Shape,
  I extends Record<string, InputShape>,
  E extends Record<string, Shape>,
  L extends Shape,
> = {
  [K in keyof I]: {
    /** The input it answers. */
    readonly on: K
    readonly from: readonly P[]
    readonly to: P | 'same'
    /** Chooses among the transitions of one input. Two that are true in one reachable state are a finding. */
    readonly when?: (s: StateValue<P, S>, i: InputValue<K, I[K]>, limits: Values<L>) => boolean
    readonly refuse?: Refusals<StateValue<P, S>, InputValue<K, I[K]>, Values<L>>
    /** A partial record: what is not named is unchanged. */
    readonly update?: (s: StateValue<P, S>, i: InputValue<K, I[K]>, limits: Values<L>) => Partial<Values<S>> & Loose
    readonly emit?: (s: StateValue<P, S>, i: InputValue<K, I[K]>, limits: Values<L>) => readonly EffectValues<E>[]
  }
}[keyof I]

/** Lets a misspelt field through to `Exact`, which names it. */
type Loose = { readonly [field: string]: unknown }

/**
 * Rejects a field that no state has and a field that no effect has, beside right ones too. `W` and `V` are there to be inferred
 * from the words that stand as `type` and as values: without them tsc takes those for any text in a function that has no parameters.
 */
type Exact<T, S extends Shape, E extends Record<string, Shape>, W extends string, V extends string> = {
  readonly [K in keyof T]: T[K] & {
    readonly update?: (
      ...a: never[]
    ) => Worded<V> & (T[K] extends { readonly update: (...a: never[]) => infer U } ? NoExtra<U, keyof S> : unknown)
    readonly emit?: (
      ...a: never[]
    ) => readonly ({ readonly type: W } & Worded<V>)[] &
      (T[K] extends { readonly emit: (...a: never[]) => readonly (infer X)[] } ? readonly ExactEffect<X, E>[] : unknown)
  }
}
/** Any record; its words, and those of the records in it, are inferred as `V`. */
type Worded<V extends string> = { readonly [field: string]: V | Worded<V> | object | string | number | boolean | null | undefined }
export type NoExtra<U, F extends PropertyKey> = U extends unknown
  ? [Exclude<keyof U, F>] extends [never]
    ? unknown
    : { readonly [X in Exclude<keyof U, F>]: never }
  : never
type ExactEffect<X, E extends Record<string, Shape>> = X extends { readonly type: infer K extends keyof E }
  ? NoExtra<X, keyof E[K] | 'type' | Levelled<X>>
  : unknown
/** Of effects of several shapes in one list, tsc gives each the fields of the others, as `undefined`. */
type Levelled<X> = { [F in keyof X]-?: [X[F]] extends [undefined] ? F : never }[keyof X]

/**
 * A property. With one parameter, `(s)`, it is judged in every state; with more, `(s, next, i, effects, limits)`, on every
 * accepted step. `i` is any of the inputs: `i.type === 'Submit'` and `'fence' in i` say which.
 */
export type Property<
  P extends string,
  S extends Shape,
  I extends Record<string, InputShape>,
  E extends Record<string, Shape>,
  L extends Shape,
> = (s: StateValue<P, S>, next: StateValue<P, S>, i: InputValues<I>, effects: readonly EffectValues<E>[], limits: Values<L>) => boolean

/** What is true leads to what must become true, if the named transitions are not put off for ever. */
export interface LeadsTo<State, Name extends PropertyKey> {
  readonly from: (s: State) => boolean
  readonly to: (s: State) => boolean
  /** Weakly fair: what could be done all the time is done some time. */
  readonly fair: readonly Name[]
  /** Strongly fair: what could be done again and again is done some time. */
  readonly strong?: readonly Name[]
}

/** Every step of the machine, seen through `map`, is a step of a simpler machine or changes nothing there. */
export interface Refinement<State> {
  /** The module name of a hand-written spec in `tla/`. */
  readonly abstract: string
  /** Each variable of that module as a function of the state, which may look at whole tables. */
  readonly map: Readonly<Record<string, (s: State) => unknown>>
}

/** How large each domain is while the model is checked: ids have that many values, numbers go from 0 to it. */
export interface Model {
  readonly ci: Readonly<Record<string, number>>
  readonly deep: Readonly<Record<string, number>>
}

/** A machine, as a composition refers to it. */
export interface Machine<
  Key extends Shape = Shape,
  I extends Record<string, InputShape> = Record<string, InputShape>,
  E extends Record<string, Shape> = Record<string, Shape>,
  State = unknown,
  N extends string = string,
> {
  readonly name: N
  readonly key: Key
  readonly inputs: I
  readonly effects: E
  /** Only in the type system. */
  readonly _state?: (state: State) => void
}

/** Describes a machine: once, for the kernel, the wire, the model, the tables and the pictures. */
export function machine<
  const N extends string,
  const P extends string,
  Key extends Shape,
  S extends Shape,
  I extends Record<string, InputShape>,
  E extends Record<string, Shape>,
  const T extends Record<string, Transition<P, S, I, E, L>>,
  W extends string,
  V extends string,
  L extends Shape = Record<never, never>,
>(definition: {
  readonly name: N
  /** Rises with every change of what is decided or stored: a file in use refuses other code under the same version. */
  readonly version: number
  /** Names one instance; holds the realm. An absent row is the initial state. */
  readonly key: Key
  readonly phases: readonly P[]
  readonly initial: NoInfer<P>
  /** No way leads from a terminal phase to another. */
  readonly terminal: readonly NoInfer<P>[]
  readonly state: S
  /** First values, where the type has none of its own. */
  readonly init?: Partial<Values<NoInfer<S>>>
  /** Numbers the whole machine is run with: small in the model (the domain's largest), real in the runtime. */
  readonly limits?: L
  /** Columns by which the store finds instances: of the key, of the state, and `phase`. */
  readonly indexes?: Readonly<Record<string, readonly (NoInfer<(keyof S | keyof Key) & string> | 'phase')[]>>
  readonly inputs: I
  readonly effects: E
  readonly transitions: T & Exact<T, S, E, W, V>
  readonly always?: Readonly<Record<string, Property<P, S, I, E, L>>>
  /** Something that must be seen, so that no property holds for want of cases. */
  readonly reachable?: Readonly<Record<string, Property<P, S, I, E, L>>>
  readonly eventually?: Readonly<Record<string, LeadsTo<StateValue<P, S>, NoInfer<keyof T>>>>
  /** Simpler machines, written by hand, whose promises this one keeps. */
  readonly refines?: Readonly<Record<string, Refinement<StateValue<P, S>>>>
  readonly model: Model
}): Machine<Key, I, E, StateValue<P, S>, N> {
  return definition as unknown as Machine<Key, I, E, StateValue<P, S>, N>
}
// oxlint-disable-next-line no-explicit-any
export type AnyMachine = Machine<Shape, any, any, any, any>
export type KeyOf<M> = M extends Machine<infer K, infer _I, infer _E, infer _S, infer _N> ? Values<K> : never
export type StateOf<M> = M extends Machine<infer _K, infer _I, infer _E, infer S, infer _N> ? S : never
export type InputsOf<M> = M extends Machine<infer _K, infer I, infer _E, infer _S, infer _N> ? I : never
export type EffectsOf<M> = M extends Machine<infer _K, infer _I, infer E, infer _S, infer _N> ? E : never
export type NameOf<M> = M extends Machine<infer _K, infer _I, infer _E, infer _S, infer N> ? N : never
export type EffectOf<M, K extends keyof EffectsOf<M>> = { readonly type: K } & (EffectsOf<M>[K] extends Shape
  ? Values<EffectsOf<M>[K]>
  : never)
