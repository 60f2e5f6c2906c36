/**
 * The words a spec is written in (`pawl/spec`).
 *
 * A spec is ordinary TypeScript: an editor completes its names and `tsc` rejects a misspelling. It runs, so it is its own
 * oracle in `pawl check`; and it is read statically, so it becomes the kernel, the model, the schemas and the tables.
 */
import { SetOf, TableOf, same } from './values.js'

export { SetOf, TableOf, same }

/** The type of a field: what it holds at run time, how large it is in the model, how it travels and is stored. */
export interface Type<A> {
  readonly kind: Kind
  /** Only in the type system: the TypeScript type of a value. */
  readonly _value?: A
}

export type Kind = 'id' | 'nat' | 'instant' | 'duration' | 'bool' | 'text' | 'opaque' | 'oneOf' | 'option' | 'record' | 'set' | 'table'

/** The TypeScript type of the values of a `Type`. */
export type ValueOf<T> = T extends Type<infer A> ? A : never

// A shape holds types of every kind; `any` is what lets a field of one type stand beside a field of another.
// oxlint-disable-next-line no-explicit-any
export type AnyType = Type<any>
export type Shape = { readonly [field: string]: AnyType }
export type Values<S extends Shape> = { readonly [F in keyof S]: ValueOf<S[F]> }

/** An opaque name of something. In the model: as many values as the domain has. On the wire: well-formed text of 1 to 200 code units. */
export function id<const N extends string>(domain: N): Type<string & { readonly __id: N }> {
  return { kind: 'id', domain } as Type<string & { readonly __id: N }>
}

/** A count from 0 up. In the model 0..size of the domain; when run, up to `Number.MAX_SAFE_INTEGER`. Past the bound: `exhausted`. */
export function nat(domain: string): Type<number> {
  return { kind: 'nat', domain } as Type<number>
}

/** A moment, in milliseconds since 1970-01-01T00:00:00Z. */
export function instant(domain: string): Type<number> {
  return { kind: 'instant', domain } as Type<number>
}

/** A length of time, in milliseconds. */
export function duration(domain: string): Type<number> {
  return { kind: 'duration', domain } as Type<number>
}

export const bool: Type<boolean> = { kind: 'bool' }

/** Well-formed Unicode of at most `max` UTF-16 code units; empty at first. In the model: the domain `Text` (one value unless `model` says more). */
export function text(options: { readonly max: number }): Type<string> {
  return { kind: 'text', ...options } as Type<string>
}

/** Bytes the machine carries and never looks into: arguments, results, checkpoints; as well-formed text of at most `maxBytes` bytes of UTF-8; empty at first. In the model: the domain `Opaque` (one value unless `model` says more). */
export function opaque(options: { readonly maxBytes: number }): Type<string> {
  return { kind: 'opaque', ...options } as Type<string>
}

/** One of a closed list of words. */
export function oneOf<const V extends string>(...values: readonly V[]): Type<V> {
  return { kind: 'oneOf', values } as Type<V>
}

/** A value or `null`; `null` at first. */
export function option<A>(of: Type<A>): Type<A | null> {
  return { kind: 'option', of } as Type<A | null>
}

export function record<S extends Shape>(fields: S): Type<Values<S>> {
  return { kind: 'record', fields } as unknown as Type<Values<S>>
}

/** A small set, held in the state; empty at first. */
export function set<A extends string | number | boolean>(of: Type<A>): Type<SetOf<A>> {
  return { kind: 'set', of } as unknown as Type<SetOf<A>>
}

/**
 * Keyed rows without a bound; empty at first. A transition reads single rows and answers with row changes, so that its cost
 * follows what it touches. No two rows have the same value in a `unique` column.
 */
export function table<K extends string | number, S extends Shape>(
  key: Type<K>,
  row: S,
  options?: { readonly unique?: readonly (keyof S & string)[] },
): Type<TableOf<K, Values<S>>> {
  return { kind: 'table', key, row, unique: options?.unique ?? [] } as unknown as Type<TableOf<K, Values<S>>>
}

/** A field that dispatch fills, once, inside the transaction. It is absent from the wire. In the model it ranges over its domain. */
export interface Supplied<A> extends Type<A> {
  readonly source: 'clock' | 'ids' | 'random'
}

/** The instant at which the transaction began: never less than any instant stored before. */
export function clock(type: Type<number>): Supplied<number> {
  return { ...type, source: 'clock' }
}

/** An id that was never given before. */
export function ids<A extends string>(type: Type<A>): Supplied<A> {
  return { ...type, source: 'ids' }
}

/** A uniform number from 0 to the limit named, both included. */
export function random(type: Type<number>, bound: { readonly upTo: string }): Supplied<number> {
  return { ...type, source: 'random', ...bound } as Supplied<number>
}

/** What a function of a spec may use for arithmetic. `-` below zero is `exhausted`, like `+` past the bound. */
export function max(a: number, b: number): number {
  return a > b ? a : b
}
export function min(a: number, b: number): number {
  return a < b ? a : b
}

/** An id made, injectively, of the parts of others: in a route, where what travels has no name of its own. */
export function compose<A>(type: Type<A>, ...parts: readonly (string | number)[]): A {
  return JSON.stringify([(type as unknown as { domain: string }).domain, ...parts]) as A
}

type Fields = { readonly [field: string]: AnyType }
type InputShape = {
  readonly fields: Fields
  readonly supplied?: { readonly [field: string]: Supplied<number> | Supplied<string> }
  /**
   * Named conditions that are judged before the phase. Give the types of what they look at, as a condition that several inputs
   * share does: `(s: { readonly fence: number }, i: { readonly fence: number }) => …`; without them only `pawl generate` finds a misspelling.
   */
  // oxlint-disable-next-line no-explicit-any
  readonly refuse?: { readonly [code: string]: (s: any, i: any, limits: any) => boolean }
}
type StateValue<P extends string, S extends Shape> = Values<S> & { readonly phase: P }
type InputValue<K, I extends InputShape> = { readonly type: K } & Values<I['fields']> &
  (I['supplied'] extends Fields ? Values<I['supplied']> : unknown)
type InputValues<I extends Record<string, InputShape>> = { [K in keyof I]: InputValue<K, I[K]> }[keyof I]
type EffectValues<E extends Record<string, Shape>> = { [K in keyof E]: { readonly type: K } & Values<E[K]> }[keyof E]

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

/** Rejects a field that no state has and a field that no effect has, beside right ones too. */
type Exact<T, S extends Shape, E extends Record<string, Shape>> = {
  readonly [K in keyof T]: T[K] & {
    readonly update?: (...a: never[]) => T[K] extends { readonly update: (...a: never[]) => infer U } ? NoExtra<U, keyof S> : unknown
    readonly emit?: (
      ...a: never[]
    ) => T[K] extends { readonly emit: (...a: never[]) => readonly (infer X)[] } ? readonly ExactEffect<X, E>[] : unknown
  }
}
type NoExtra<U, F extends PropertyKey> = U extends unknown
  ? [Exclude<keyof U, F>] extends [never]
    ? unknown
    : { readonly [X in Exclude<keyof U, F>]: never }
  : never
type ExactEffect<X, E extends Record<string, Shape>> = X extends { readonly type: infer K extends keyof E }
  ? NoExtra<X, keyof E[K] | 'type'>
  : unknown

/**
 * A property. With one parameter, `(s)`, it is judged in every state; with more, `(s, next, i, effects, limits)`, on every
 * accepted step. `i` is any of the inputs: `i.type === 'Submit'` and `'fence' in i` say which.
 */
type Property<P extends string, S extends Shape, I extends Record<string, InputShape>, E extends Record<string, Shape>, L extends Shape> = (
  s: StateValue<P, S>,
  next: StateValue<P, S>,
  i: InputValues<I>,
  effects: readonly EffectValues<E>[],
  limits: Values<L>,
) => boolean

/** What is true leads to what must become true, if the named transitions are not put off for ever. */
export interface LeadsTo<State, Name extends PropertyKey> {
  readonly from: (s: State) => boolean
  readonly to: (s: State) => boolean
  readonly fair: readonly Name[]
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
> {
  readonly name: string
  readonly key: Key
  readonly inputs: I
  readonly effects: E
  /** Only in the type system. */
  readonly _state?: (state: State) => void
}

/** Describes a machine: once, for the kernel, the wire, the model, the tables and the pictures. */
export function machine<
  const P extends string,
  Key extends Shape,
  S extends Shape,
  I extends Record<string, InputShape>,
  E extends Record<string, Shape>,
  const T extends Record<string, Transition<P, S, I, E, L>>,
  L extends Shape = Record<never, never>,
>(definition: {
  readonly name: string
  /** Rises when the shape of stored state changes. */
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
  readonly transitions: T & Exact<T, S, E>
  readonly always?: Readonly<Record<string, Property<P, S, I, E, L>>>
  /** Something that must be seen, so that no property holds for want of cases. */
  readonly reachable?: Readonly<Record<string, Property<P, S, I, E, L>>>
  readonly eventually?: Readonly<Record<string, LeadsTo<StateValue<P, S>, NoInfer<keyof T>>>>
  /** Simpler machines, written by hand, whose promises this one keeps. */
  readonly refines?: Readonly<Record<string, Refinement<StateValue<P, S>>>>
  readonly model: Model
}): Machine<Key, I, E, StateValue<P, S>> {
  return definition as unknown as Machine<Key, I, E, StateValue<P, S>>
}

type KeyOf<M> = M extends Machine<infer K, infer _I, infer _E, infer _S> ? Values<K> : never
type StateOf<M> = M extends Machine<infer _K, infer _I, infer _E, infer S> ? S : never
type InputsOf<M> = M extends Machine<infer _K, infer I, infer _E, infer _S> ? I : never
type EffectsOf<M> = M extends Machine<infer _K, infer _I, infer E, infer _S> ? E : never
type EffectOf<M, K extends keyof EffectsOf<M>> = { readonly type: K } & (EffectsOf<M>[K] extends Shape ? Values<EffectsOf<M>[K]> : never)

/**
 * An effect of one machine becomes an input of another. `atomic`: in the sender's transaction, which a refusal rolls back.
 * `outbox`: stored with the sender's decision, delivered until it is acknowledged, in the order of its source; the refusals
 * in `acknowledges` count as received, any other is dead-lettered.
 */
export interface Route {
  readonly delivery: 'atomic' | 'outbox'
}

/** A route to the one instance that `key` names. */
export function route<
  From extends Machine<Shape, any, any, any>, // oxlint-disable-line no-explicit-any
  const K extends keyof EffectsOf<From> & string,
  To extends Machine<Shape, any, any, any>, // oxlint-disable-line no-explicit-any
  const I extends keyof InputsOf<To> & string,
  const F extends Values<InputsOf<To>[I]['fields']>,
  const Target extends KeyOf<To>,
>(definition: {
  readonly from: From
  readonly effect: K
  readonly to: To
  readonly input: I
  readonly delivery: 'atomic' | 'outbox'
  readonly key: (effect: EffectOf<From, K>, from: KeyOf<From>) => Target & NoExtra<Target, keyof KeyOf<To>>
  readonly fields: (effect: EffectOf<From, K>, from: KeyOf<From>) => F & NoExtra<F, keyof InputsOf<To>[I]['fields']>
  readonly acknowledges?: readonly string[]
}): Route {
  return definition as unknown as Route
}

/** A route to every instance whose key has the same values in the fields that `where` names; the outbox keeps its place. */
export function fanOut<
  From extends Machine<Shape, any, any, any>, // oxlint-disable-line no-explicit-any
  const K extends keyof EffectsOf<From> & string,
  To extends Machine<Shape, any, any, any>, // oxlint-disable-line no-explicit-any
  const I extends keyof InputsOf<To> & string,
  const F extends Values<InputsOf<To>[I]['fields']>,
  const Target extends Partial<KeyOf<To>>,
>(definition: {
  readonly from: From
  readonly effect: K
  readonly to: To
  readonly input: I
  readonly delivery: 'outbox'
  readonly where: (effect: EffectOf<From, K>, from: KeyOf<From>) => Target & NoExtra<Target, keyof KeyOf<To>>
  readonly fields: (effect: EffectOf<From, K>, from: KeyOf<From>) => F & NoExtra<F, keyof InputsOf<To>[I]['fields']>
  readonly acknowledges?: readonly string[]
}): Route {
  return definition as unknown as Route
}

/** An effect that stays in its process and dies with it. `derive` says in which states recovery makes it again. */
export interface Local {
  readonly effect: string
}
export function local<
  From extends Machine<Shape, any, any, any>, // oxlint-disable-line no-explicit-any
  const K extends keyof EffectsOf<From> & string,
>(definition: { readonly from: From; readonly effect: K; readonly derive: (s: StateOf<From>) => boolean }): Local {
  return definition as unknown as Local
}

export interface Composition {
  readonly name: string
}

/** Several machines and the routes between them. Every effect is routed or `local`: none is forgotten. */
export function composition(definition: {
  readonly name: string
  readonly version: number
  readonly machines: readonly Machine<Shape, any, any, any>[] // oxlint-disable-line no-explicit-any
  readonly routes: Readonly<Record<string, Route>>
  readonly locals: Readonly<Record<string, Local>>
}): Composition {
  return definition
}
