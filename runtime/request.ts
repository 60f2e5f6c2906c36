/**
 * The door for what callers say: shape, size and encoding of every field are judged here, before anything is read or stored. What
 * does not pass is the caller's bug, and the error names the field.
 */
import type { Value } from '../generated/machine.js'
import { LONGEST_TIMER_MS } from './pulse.js'
import type { Place } from './store/types.js'

/** The request was malformed, or holds the value of a configured secret, and nothing was read or stored. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: 'bad_request' | 'holds_secret'
  /** The field, with dots for what lies inside; `''` for the whole. */
  readonly field: string

  constructor(field: string, problem: string, code: RequestError['code'] = 'bad_request') {
    super(`${field === '' ? 'the request' : field} ${problem}`)
    this.field = field
    this.code = code
  }
}

/** Judges one field and answers with its value. */
export type Field<A> = (value: unknown, field: string) => A

type Fields = { readonly [field: string]: Field<unknown> }
export type Asked<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer A> ? A : never }

/** Takes exactly these fields. A field that may be left out is `optional(…)`. */
export function asked<F extends Fields>(request: unknown, fields: F, within = ''): Asked<F> {
  const path = (name: string): string => (within === '' ? name : `${within}.${name}`)
  const given = readable(within, () => plainObject(request, within))
  for (const name of readable(within, () => Object.keys(given))) {
    if (!Object.hasOwn(fields, name)) throw new RequestError(path(short(name)), 'is not a field of this request')
  }
  const taken: { [name: string]: unknown } = {}
  for (const [name, field] of Object.entries(fields)) taken[name] = readable(path(name), () => field(given[name], path(name)))
  return taken as Asked<F>
}

/**
 * What a caller hands over may have code of its own, a getter or a proxy. What that throws is told to nobody: nobody knows what stands in
 * it, and it may have no text.
 */
export function readable<A>(field: string, read: () => A): A {
  try {
    return read()
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw new RequestError(field, 'cannot be read: something in it throws')
  }
}

export function text(bounds: { readonly min?: number; readonly max: number }): Field<string> {
  return (value, field) => {
    if (typeof value !== 'string') throw new RequestError(field, `is ${kindOf(value)}, not a text`)
    const { min = 0, max } = bounds
    if (value.length < min || value.length > max) {
      throw new RequestError(field, `has ${value.length} code units; ${min} to ${max} are allowed`)
    }
    if (!value.isWellFormed()) throw new RequestError(field, 'is not well-formed Unicode: it has half of a surrogate pair')
    return value
  }
}

/** A name of something, as the machines take it. */
export const idText = text({ min: 1, max: 200 })

export const naturalNumber: Field<number> = (value, field) => {
  if (typeof value !== 'number') throw new RequestError(field, `is ${kindOf(value)}, not a number`)
  if (!Number.isSafeInteger(value) || value < 0) throw new RequestError(field, `is ${value}; a whole number from 0 up is needed`)
  return value
}

export function numberFrom(min: number, max: number): Field<number> {
  return (value, field) => {
    const number = naturalNumber(value, field)
    if (number < min || number > max) throw new RequestError(field, `is ${number}; ${min} to ${max} are allowed`)
    return number
  }
}

/** A time that is waited for, in whole milliseconds. */
export const durationMs = numberFrom(1, LONGEST_TIMER_MS)
export const durationOrNoneMs = numberFrom(0, LONGEST_TIMER_MS)

export function oneOf<A extends string>(...words: readonly A[]): Field<A> {
  return (value, field) => {
    const found = words.find((word) => word === value)
    if (found === undefined) throw new RequestError(field, `is none of ${words.join(', ')}`)
    return found
  }
}

export function listOf<A>(one: Field<A>): Field<readonly A[]> {
  return (value, field) => {
    listed(value, field)
    return Array.from(value as readonly unknown[], (item, n) => one(item, `${field}.${n}`))
  }
}

/** A list of different ones. */
export function several<A>(one: Field<A>): Field<readonly A[]> {
  return (value, field) => {
    const all = listOf(one)(value, field)
    if (new Set(all).size !== all.length) throw new RequestError(field, 'has one of them twice')
    return all
  }
}

/** Where a page left off. Whether the store knows such a place is the store's to say. */
export const place = text({ min: 1, max: 4_000 }) as Field<Place>

export const flag: Field<boolean> = (value, field) => {
  if (typeof value !== 'boolean') throw new RequestError(field, `is ${kindOf(value)}, not true or false`)
  return value
}

/** A function of the caller's, which is called later, when nobody could be told that it is none. */
export function callable(value: unknown, field: string): void {
  if (typeof value !== 'function') throw new RequestError(field, `is ${kindOf(value)}, not a function`)
}

export function listed(value: unknown, field: string): void {
  if (!Array.isArray(value)) throw new RequestError(field, `is ${kindOf(value)}, not a list`)
}

/** Judged elsewhere. */
export function given(): void {}

export function optional<A>(of: Field<A>): Field<A | null> {
  return (value, field) => (value === undefined ? null : of(value, field))
}

/**
 * Any JSON value, as a copy of its own: what was judged is what is stored, whatever getters, `toJSON` or the caller's later changes would
 * make of the original. How many bytes it takes is judged where its text is made.
 */
export const json: Field<Value> = jsonThrough((text) => text)

/** The same, with `said` for each text in it, names of fields too; and for a number in which it finds something to say otherwise. */
export function jsonThrough(said: (text: string) => string): Field<Value> {
  return (value, field) => readable(field, () => jsonOf(value, field, [], { field, left: MOST_CODE_UNITS, said }))
}

const DEEPEST = 64
/** No payload is larger. A list that stands in many places is walked once for each, and a few of them make a walk without an end. */
const MOST_CODE_UNITS = 1_048_576

interface Room {
  readonly field: string
  readonly said: (text: string) => string
  left: number
}

function jsonOf(value: unknown, field: string, above: readonly object[], room: Room): Value {
  take(room, 1)
  switch (typeof value) {
    case 'string':
      take(room, value.length)
      if (!value.isWellFormed()) throw new RequestError(field, 'is not well-formed Unicode: it has half of a surrogate pair')
      return room.said(value)
    case 'number': {
      if (!Number.isFinite(value)) throw new RequestError(field, `is ${value}, which JSON cannot say`)
      const digits = String(value)
      const said = room.said(digits)
      return said === digits ? value : said
    }
    case 'boolean':
      return value
    case 'object': {
      if (value === null) return null
      if (above.length === DEEPEST) throw new RequestError(field, `lies more than ${DEEPEST} levels deep`)
      if (above.includes(value)) throw new RequestError(field, 'holds itself')
      const within = [...above, value]
      // Not `map` of the list itself, which passes over holes.
      if (Array.isArray(value)) return Array.from({ length: value.length }, (_, n) => jsonOf(value[n], `${field}.${n}`, within, room))
      const taken = new Map<string, Value>()
      for (const [given, inner] of Object.entries(plainObject(value, field))) {
        take(room, given.length)
        if (!given.isWellFormed()) throw new RequestError(field, 'has a field whose name is not well-formed Unicode')
        // Said before it is cut: half a name can be too much.
        const name = free(room.said(given), taken)
        const path = `${field}.${short(name)}`
        if (name === '__proto__') throw new RequestError(path, 'is a name that no field may have')
        taken.set(name, jsonOf(inner, path, within, room))
      }
      return Object.fromEntries(taken)
    }
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new RequestError(field, `is ${kindOf(value)}, which JSON cannot say`)
  }
}

/** A name as an error says it: all of it, or nothing, so that whoever looks for secrets in what is said does not meet half of one. */
export function short(name: string): string {
  return name.length > 40 ? `(a name of ${name.length} code units)` : name
}

/** Two names may come to the same once they are said otherwise: neither of their values is lost. */
function free(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name} (${n})`
    if (!taken.has(candidate)) return candidate
  }
}

function take(room: Room, codeUnits: number): void {
  room.left -= codeUnits
  if (room.left < 0) throw new RequestError(room.field, `takes more than ${MOST_CODE_UNITS} code units as JSON`)
}

export function plainObject(value: unknown, field: string): { readonly [field: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestError(field, `is ${kindOf(value)}, not an object`)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) throw new RequestError(field, 'is not a plain object')
  return value as { readonly [field: string]: unknown }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
