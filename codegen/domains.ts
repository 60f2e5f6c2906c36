import type { Composition, Drive, Expr, Field, Input, Sizes, Type, ValueType } from './ir.js'
import { children } from './walk.js'

/** A value of the model, as the explorer has it: ids as `DeliveryId_1`, sets as lists. */
export type ModelValue = string | number | boolean | null | readonly ModelValue[] | { readonly [field: string]: ModelValue }

/** An input with a value of the model in each field. */
export interface ModelInput {
  readonly type: string
  readonly [field: string]: ModelValue
}

/**
 * Every value of each field of an input, supplied ones included, the first field slowest. What the explorer tries and what the
 * text of a model spells out are these, so that a place in the one is a place in the other.
 */
export function inputsOf(input: Input, sizes: Sizes, composed: Composed = NONE): readonly ModelInput[] {
  return products(inputFields(input), sizes, composed).map((fields): ModelInput => ({ type: input.name, ...fields }))
}

/** How many there are, without making them. */
export function countInputs(input: Input, sizes: Sizes, composed: Composed = NONE): number {
  return countProducts(inputFields(input), sizes, composed)
}

/** Domains whose ids the routes of a composition make of parts, and all that they can make: in that composition there are no others. */
export type Composed = ReadonlyMap<string, readonly string[]>

const NONE: Composed = new Map()

/** The composed ids of a composition: each made of every value of its parts, the first part slowest; a part may be composed itself. */
export function composedIds({ routes }: Pick<Composition, 'routes'>, sizes: Sizes): Composed {
  const made = new Map<string, readonly string[]>()
  for (const e of composesIn({ routes })) made.set(e.domain, [...new Set([...(made.get(e.domain) ?? []), ...idsMade(e, sizes, made)])])
  return made
}

function idsMade({ domain, parts }: Compose, sizes: Sizes, composed: Composed): readonly string[] {
  const lists = parts.reduce<readonly (readonly unknown[])[]>(
    (all, part) => {
      const values = part.kind === 'literal' ? [part.value] : valuesOf(partType(part.type, domain), sizes, composed)
      return all.flatMap((one) => values.map((value) => [...one, value]))
    },
    [[]],
  )
  return lists.map((list) => JSON.stringify([domain, ...list]))
}

export type Compose = Expr & { readonly kind: 'compose' }

/** Every id that the routes of a composition make of parts, where they make it: those of a domain before those that are made of them. */
export function composesIn({ routes }: Pick<Composition, 'routes'>): readonly Compose[] {
  const found: Compose[] = []
  const look = (e: Expr): void => {
    children(e).forEach(look)
    if (e.kind === 'compose') found.push(e)
  }
  for (const { target, fields } of routes) for (const { value } of [...target.key, ...fields]) look(value)
  const domains = new Set<string>()
  const seen = new Set<string>()
  const follow = (domain: string): void => {
    if (seen.has(domain)) return
    seen.add(domain)
    const parts = found.filter((e) => e.domain === domain).flatMap((e) => e.parts)
    for (const { type } of parts) if (type.kind === 'id') follow(type.domain)
    domains.add(domain)
  }
  for (const { domain } of found) follow(domain)
  return [...domains].flatMap((domain) => found.filter((e) => e.domain === domain))
}

function partType(type: ValueType, domain: string): Type {
  if (type.kind === 'id' || type.kind === 'nat' || type.kind === 'instant' || type.kind === 'duration' || type.kind === 'oneOf') return type
  throw new Error(`an id of ${domain} is made of a part whose values in the model are not known: ${type.kind}`)
}

/** Does a drive come to the instance of this key? */
export function comesTo({ whom }: Pick<Drive, 'whom'>, key: object): boolean {
  const own = key as { readonly [field: string]: unknown }
  return whom.every(({ name, values }) => values.some((value) => value === own[name]))
}

/** What an input carries, supplied or not. */
export function inputFields(input: Input): readonly Field[] {
  return [...input.fields, ...input.supplied]
}

/** All values of a type that an input carries in the model, in a fixed order. A table has none: no input carries one. */
export function valuesOf(type: Type, sizes: Sizes, composed: Composed = NONE): readonly ModelValue[] {
  switch (type.kind) {
    case 'id':
      return composed.get(type.domain) ?? numbered(type.domain, sizes)
    case 'nat':
    case 'instant':
    case 'duration':
      return Array.from({ length: sizeOf(type.domain, sizes) + 1 }, (_, n) => n)
    case 'bool':
      return [false, true]
    case 'text':
      return givenTexts('Text', sizes)
    case 'opaque':
      return givenTexts('Opaque', sizes)
    case 'oneOf':
      return type.values
    case 'option':
      return [null, ...valuesOf(type.of, sizes, composed)]
    case 'record':
      return products(type.fields, sizes, composed)
    case 'set':
      return subsets(valuesOf(type.of, sizes, composed))
    case 'table':
      throw new Error('no input holds a table, so nothing ranges over all of them')
  }
}

/** How many values a type has in the model, without making them. */
export function countOf(type: Type, sizes: Sizes, composed: Composed = NONE): number {
  switch (type.kind) {
    case 'id':
      return composed.get(type.domain)?.length ?? sizeOf(type.domain, sizes)
    case 'nat':
    case 'instant':
    case 'duration':
      return sizeOf(type.domain, sizes) + 1
    case 'bool':
      return 2
    case 'text':
      return givenTexts('Text', sizes).length
    case 'opaque':
      return givenTexts('Opaque', sizes).length
    case 'oneOf':
      return type.values.length
    case 'option':
      return 1 + countOf(type.of, sizes, composed)
    case 'record':
      return countProducts(type.fields, sizes, composed)
    case 'set':
      return 2 ** countOf(type.of, sizes, composed)
    case 'table':
      return (1 + countProducts(type.row, sizes, composed)) ** countOf(type.key, sizes, composed)
  }
}

/** The texts of the model: the empty one, which is the first value, then numbered ones: one for the size 1, and one less than the size above. */
export function textsOf(domain: 'Text' | 'Opaque', sizes: Sizes): readonly string[] {
  const [only, ...others] = numbered(domain, sizes)
  return ['', ...(others.length === 0 && only !== undefined ? [only] : others)]
}

/** Of these, what inputs carry. A single one is not the empty one, lest a machine that forgets what it was given looks like one that keeps it. */
export function givenTexts(domain: 'Text' | 'Opaque', sizes: Sizes): readonly string[] {
  const texts = textsOf(domain, sizes)
  return sizeOf(domain, sizes) === 1 ? texts.slice(1) : texts
}

/** Of ids and texts how many there are; of numbers the largest. */
export function sizeOf(domain: string, sizes: Sizes): number {
  const size = Object.hasOwn(sizes, domain) ? sizes[domain] : undefined
  if (size === undefined) throw new Error(`the model gives the domain "${domain}" no size`)
  return size
}

type Fields = readonly { readonly name: string; readonly type: Type }[]

/** Every value of each field, the first field slowest. */
export function products(fields: Fields, sizes: Sizes, composed: Composed = NONE): readonly { readonly [field: string]: ModelValue }[] {
  return fields.reduce<readonly { readonly [field: string]: ModelValue }[]>(
    (made, { name, type }) => {
      const values = valuesOf(type, sizes, composed)
      return made.flatMap((start) => values.map((value) => ({ ...start, [name]: value })))
    },
    [{}],
  )
}

function countProducts(fields: Fields, sizes: Sizes, composed: Composed): number {
  return fields.reduce((product, { type }) => product * countOf(type, sizes, composed), 1)
}

function subsets(members: readonly ModelValue[]): readonly (readonly ModelValue[])[] {
  return members.reduceRight<readonly (readonly ModelValue[])[]>(
    (made, member) => [...made, ...made.map((rest) => [member, ...rest])],
    [[]],
  )
}

function numbered(domain: string, sizes: Sizes): readonly string[] {
  return Array.from({ length: sizeOf(domain, sizes) }, (_, n) => `${domain}_${n + 1}`)
}
