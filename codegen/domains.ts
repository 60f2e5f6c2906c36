import type { Field, Input, Sizes, Type } from './ir.js'

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
export function inputsOf(input: Input, sizes: Sizes): readonly ModelInput[] {
  return products(inputFields(input), sizes).map((fields): ModelInput => ({ type: input.name, ...fields }))
}

/** How many there are, without making them. */
export function countInputs(input: Input, sizes: Sizes): number {
  return countProducts(inputFields(input), sizes)
}

/** What an input carries, supplied or not. */
export function inputFields(input: Input): readonly Field[] {
  return [...input.fields, ...input.supplied]
}

/** All values of a type in the model, in a fixed order. A table has none: no input carries one. */
export function valuesOf(type: Type, sizes: Sizes): readonly ModelValue[] {
  switch (type.kind) {
    case 'id':
      return numbered(type.domain, sizes)
    case 'nat':
    case 'instant':
    case 'duration':
      return Array.from({ length: sizeOf(type.domain, sizes) + 1 }, (_, n) => n)
    case 'bool':
      return [false, true]
    case 'text':
      return textsOf('Text', sizes)
    case 'opaque':
      return textsOf('Opaque', sizes)
    case 'oneOf':
      return type.values
    case 'option':
      return [null, ...valuesOf(type.of, sizes)]
    case 'record':
      return products(type.fields, sizes)
    case 'set':
      return subsets(valuesOf(type.of, sizes))
    case 'table':
      throw new Error('no input holds a table, so nothing ranges over all of them')
  }
}

/** How many values a type has in the model, without making them. */
export function countOf(type: Type, sizes: Sizes): number {
  switch (type.kind) {
    case 'id':
      return sizeOf(type.domain, sizes)
    case 'nat':
    case 'instant':
    case 'duration':
      return sizeOf(type.domain, sizes) + 1
    case 'bool':
      return 2
    case 'text':
      return sizeOf('Text', sizes)
    case 'opaque':
      return sizeOf('Opaque', sizes)
    case 'oneOf':
      return type.values.length
    case 'option':
      return 1 + countOf(type.of, sizes)
    case 'record':
      return countProducts(type.fields, sizes)
    case 'set':
      return 2 ** countOf(type.of, sizes)
    case 'table':
      return (1 + countProducts(type.row, sizes)) ** countOf(type.key, sizes)
  }
}

/** The texts of the model: the empty one, which is the first value, then numbered ones. */
export function textsOf(domain: 'Text' | 'Opaque', sizes: Sizes): readonly string[] {
  return ['', ...numbered(domain, sizes).slice(1)]
}

/** Of ids and texts how many there are; of numbers the largest. */
export function sizeOf(domain: string, sizes: Sizes): number {
  const size = Object.hasOwn(sizes, domain) ? sizes[domain] : undefined
  if (size === undefined) throw new Error(`the model gives the domain "${domain}" no size`)
  return size
}

type Fields = readonly { readonly name: string; readonly type: Type }[]

function products(fields: Fields, sizes: Sizes): readonly { readonly [field: string]: ModelValue }[] {
  return fields.reduce<readonly { readonly [field: string]: ModelValue }[]>(
    (made, { name, type }) => {
      const values = valuesOf(type, sizes)
      return made.flatMap((start) => values.map((value) => ({ ...start, [name]: value })))
    },
    [{}],
  )
}

function countProducts(fields: Fields, sizes: Sizes): number {
  return fields.reduce((product, { type }) => product * countOf(type, sizes), 1)
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
