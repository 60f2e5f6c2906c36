/** Several machines: what goes between them, what comes from outside, and what they promise together. */
import type { SetOf, TableOf } from '../values.js'
import type {
  AnyMachine,
  EffectOf,
  EffectsOf,
  EffectValues,
  InputsOf,
  InputValue,
  InputValues,
  KeyOf,
  Model,
  NameOf,
  NoExtra,
  StateOf,
} from './machine.js'
import type { Shape, Values } from './types.js'

/**
 * An effect of one machine becomes an input of another. `outbox`: stored with the sender's decision, and delivered until it is
 * acknowledged, in the order of its source. A refusal in `acknowledges` counts as received; any other is dead-lettered, and either
 * way the sender has decided. `atomic`: in the sender's transaction. Any refusal, one in `acknowledges` too, rolls back all of it:
 * the sender has not decided, and the refusal is the answer to its input. There `acknowledges` says which are foreseen.
 * Any that is not in `acknowledges` is a finding of `pawl check`.
 */
export interface Route<From = unknown, K = unknown> {
  readonly delivery: 'atomic' | 'outbox'
  /** Only in the type system. */
  readonly _from?: (from: From, effect: K) => void
}

/** A route to the one instance that `key` names. */
export function route<
  From extends AnyMachine,
  const K extends keyof EffectsOf<From> & string,
  To extends AnyMachine,
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
}): Route<From, K> {
  return definition as unknown as Route<From, K>
}

/** A route to every instance whose key has the same values in the fields that `where` names; the outbox keeps its place. */
export function fanOut<
  From extends AnyMachine,
  const K extends keyof EffectsOf<From> & string,
  To extends AnyMachine,
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
}): Route<From, K> {
  return definition as unknown as Route<From, K>
}

/** An effect that stays in its process and dies with it. `derive` says in which states recovery makes it again. */
export interface Local {
  readonly effect: string
}
export function local<From extends AnyMachine, const K extends keyof EffectsOf<From> & string>(definition: {
  readonly from: From
  readonly effect: K
  readonly derive: (s: StateOf<From>) => boolean
}): Local {
  return definition as unknown as Local
}

/** An input that comes from outside. The model tries every binding of it, on every instance, at any time. */
export interface Drive {
  readonly input: string
}
export function drive<
  To extends AnyMachine,
  const I extends keyof InputsOf<To> & string,
  const O extends Only<InputValue<I, InputsOf<To>[I]>>,
  const A extends Only<KeyOf<To>>,
>(definition: {
  readonly to: To
  readonly input: I
  /** Fields of the key: of all instances in the model it comes to those alone that have this value there, or one of these. */
  readonly at?: A & NoExtra<A, keyof KeyOf<To>>
  /** Fields, supplied ones too, that take this value, or these, alone; the others range over their domain. */
  readonly only?: O & NoExtra<O, keyof InputValue<I, InputsOf<To>[I]>>
  /** Locals of the machine it goes to: it comes only from somebody whom one of them has woken, and who dies in a crash. */
  readonly on?: readonly string[]
}): Drive {
  return definition as unknown as Drive
}
type Only<V> = { readonly [F in keyof V]?: Said<V[F]> | readonly Said<V[F]>[] }
/** Ids are said by their place in the model: `SessionId_2`. */
type Said<V> = V | (V extends { readonly __id: infer N extends string } ? `${N}_${number}` : never)

/** What is remembered of each instance of a machine for the sake of properties: no crash takes it, and nothing that runs knows it. */
export interface History<N = unknown, S = unknown> {
  /** Only in the type system. */
  readonly _of?: (name: N, fields: S) => void
}
export function history<M extends AnyMachine, const S extends Shape, const U extends Partial<Values<S>>>(definition: {
  readonly of: M
  /** They begin with the first values of their types. Properties see them beside the fields of the state. */
  readonly fields: S
  /** After each accepted step: a partial record; what is not named is unchanged. `s` and `next` hold the old values of these fields. */
  readonly after: (
    s: StateOf<M> & Values<S>,
    next: StateOf<M> & Values<S>,
    i: InputValues<InputsOf<M>>,
    effects: readonly EffectValues<EffectsOf<M>>[],
  ) => U & NoExtra<U, keyof S>
}): History<NameOf<M>, S> {
  return definition as unknown as History<NameOf<M>, S>
}

type Histories = Readonly<Record<string, History<any, any>>> // oxlint-disable-line no-explicit-any
type Routes = Readonly<Record<string, Route<any, any>>> // oxlint-disable-line no-explicit-any
/** What all histories of one machine remember, together. */
type Remembered<H, N> = {
  [K in keyof H]: (
    remembered: H[K] extends History<infer Of, infer S> ? (Of extends N ? (S extends Shape ? Values<S> : unknown) : unknown) : unknown,
  ) => void
}[keyof H] extends (all: infer A) => void
  ? A
  : unknown

/** All instances of all machines, by key, and what is under way: what the properties of a composition look at. */
export type Whole<M extends AnyMachine, R extends Routes, H extends Histories> = {
  readonly [N in NameOf<M>]: TableOf<KeyOf<Extract<M, { readonly name: N }>>, StateOf<Extract<M, { readonly name: N }>> & Remembered<H, N>>
} & {
  /** Messages that are not acknowledged yet, by route. */
  readonly outbox: {
    readonly [K in keyof R]: R[K] extends Route<infer From, infer E>
      ? SetOf<{ readonly from: KeyOf<From>; readonly effect: E extends keyof EffectsOf<From> ? Omit<EffectOf<From, E>, 'type'> : never }>
      : never
  }
}

type Fair<D, R> = (keyof D & string) | `deliver.${keyof R & string}` | `acknowledge.${keyof R & string}`

/** For the whole, or for each instance of one machine, whose key is `at`. */
type Each<M extends AnyMachine, C, Body extends 'leads' | 'refines', F> = {
  [N in NameOf<M> | '']: (N extends '' ? { readonly each?: undefined } : { readonly each: N }) &
    (Body extends 'leads'
      ? {
          readonly from: (c: C, at: KeyOf<Extract<M, { readonly name: N }>>) => boolean
          readonly to: (c: C, at: KeyOf<Extract<M, { readonly name: N }>>) => boolean
          /** Weakly fair, each instance for itself: what could be done all the time is done some time. */
          readonly fair: readonly F[]
          /** Strongly fair: what could be done again and again is done some time. */
          readonly strong?: readonly F[]
        }
      : {
          /** The module name of a hand-written spec in `tla/`. */
          readonly abstract: string
          readonly map: Readonly<Record<string, (c: C, at: KeyOf<Extract<M, { readonly name: N }>>) => unknown>>
        })
}[NameOf<M> | '']

export interface Composition {
  readonly name: string
}

/** Several machines and the routes between them. Every effect is routed or `local`: none is forgotten. */
export function composition<
  const M extends AnyMachine,
  const R extends Routes,
  const D extends Readonly<Record<string, Drive>>,
  H extends Histories = Record<never, never>,
>(definition: {
  readonly name: string
  readonly version: number
  readonly machines: readonly M[]
  readonly routes: R
  readonly locals: Readonly<Record<string, Local>>
  /** What comes from outside: at least one, or nothing ever happens. */
  readonly environment: D
  readonly history?: H
  /** With one parameter, `(c)`, judged in every state; with two, `(c, next)`, on every step. */
  readonly always?: Readonly<Record<string, (c: Whole<M, R, H>, next: Whole<M, R, H>) => boolean>>
  /** Something that must be seen, so that no property holds for want of cases. */
  readonly reachable?: Readonly<Record<string, (c: Whole<M, R, H>, next: Whole<M, R, H>) => boolean>>
  readonly eventually?: Readonly<Record<string, Each<M, Whole<M, R, H>, 'leads', Fair<D, R>>>>
  /** Simpler systems, written by hand, whose promises this one keeps. */
  readonly refines?: Readonly<Record<string, Each<M, Whole<M, R, H>, 'refines', never>>>
  /** Sizes of the domains: the instances of a machine are all values of its key. */
  readonly model: Model
}): Composition {
  return definition
}
