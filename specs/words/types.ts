/** The types of fields, and what the functions of a spec may use. */
import type { SetOf, TableOf } from '../values.js'

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

/** Well-formed Unicode of at most `max` UTF-16 code units; empty at first. In the model: the domain `Text`, of the size 1 unless `model` says otherwise: inputs carry one text that is not empty; 0: the empty one alone; 2 and more: the empty one too. */
export function text(options: { readonly max: number }): Type<string> {
  return { kind: 'text', ...options } as Type<string>
}

/** Bytes the machine carries and never looks into: arguments, results, checkpoints; as well-formed text of at most `maxBytes` bytes of UTF-8; empty at first. In the model: the domain `Opaque`, sized as `Text` is. */
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
