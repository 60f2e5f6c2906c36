import type { Bounds, Known, Message } from '../evaluate.js'
import type { Field, Input, Machine, Sizes, Type } from '../ir.js'

/** What one machine may be tried with before the run says that its domains are too large. */
const MAX_BINDINGS = 100_000

/** The numbers a kernel is explored with: each domain's size is its largest number, and a limit is the largest of its domain. */
export function modelBounds(machine: Machine, sizes: Sizes): Bounds {
  const limits = machine.limits.map(({ name, type }): [string, number] => [name, largestOf(type, sizes)])
  return { max: sizes, limits: Object.fromEntries(limits) }
}

/** Every input with every value of its fields, supplied ones included: inputs in the order of the spec, the first field slowest. */
export function bindingsOf(machine: Machine, sizes: Sizes): Message[] {
  mustBeFew(machine, sizes)
  return machine.inputs.flatMap((input) =>
    products(fieldsOf(input), sizes).map((fields): Message => ({ type: input.name, ...Object.fromEntries(fields) })),
  )
}

/** Throws where there are more bindings than could be tried. */
export function mustBeFew(machine: Machine, sizes: Sizes): void {
  const counts = Object.values(bindingCounts(machine, sizes)).reduce((sum, count) => sum + count, 0)
  if (counts > MAX_BINDINGS)
    throw new Error(`${machine.name} has ${counts} bindings of its inputs, more than ${MAX_BINDINGS}: make its domains smaller`)
}

/** How many bindings each input has. */
export function bindingCounts(machine: Machine, sizes: Sizes): Record<string, number> {
  return Object.fromEntries(
    machine.inputs.map((input) => [input.name, fieldsOf(input).reduce((product, { type }) => product * countOf(type, sizes), 1)]),
  )
}

/** All values of a type in the model. A table has none: no input carries one. */
export function valuesOf(type: Type, sizes: Sizes): Known[] {
  switch (type.kind) {
    case 'id':
      return numbered(type.domain, sizeOf(type.domain, sizes))
    case 'nat':
    case 'instant':
    case 'duration':
      return Array.from({ length: sizeOf(type.domain, sizes) + 1 }, (_, n) => n)
    case 'bool':
      return [false, true]
    case 'text':
      return ['', ...numbered('Text', sizeOf('Text', sizes)).slice(1)]
    case 'opaque':
      return ['', ...numbered('Opaque', sizeOf('Opaque', sizes)).slice(1)]
    case 'oneOf':
      return [...type.values]
    case 'option':
      return [null, ...valuesOf(type.of, sizes)]
    case 'record':
      return products(type.fields, sizes).map((fields) => Object.fromEntries(fields))
    case 'set':
      return subsets(valuesOf(type.of, sizes))
    case 'table':
      throw new Error('a table is not a value that an input carries')
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
      return type.fields.reduce((product, field) => product * countOf(field.type, sizes), 1)
    case 'set':
      return 2 ** countOf(type.of, sizes)
    case 'table':
      return (1 + type.row.reduce((product, column) => product * countOf(column.type, sizes), 1)) ** countOf(type.key, sizes)
  }
}

function fieldsOf(input: Input): readonly Field[] {
  return [...input.fields, ...input.supplied]
}

function sizeOf(domain: string, sizes: Sizes): number {
  const size = sizes[domain]
  if (size === undefined) throw new Error(`the model gives the domain "${domain}" no size`)
  return size
}

function largestOf(type: Type, sizes: Sizes): number {
  if (type.kind === 'nat' || type.kind === 'instant' || type.kind === 'duration') return sizeOf(type.domain, sizes)
  throw new Error(`a limit is a number, not ${type.kind}`)
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${name}_${n + 1}`)
}

function products(fields: readonly { readonly name: string; readonly type: Type }[], sizes: Sizes): [string, Known][][] {
  return fields.reduce<[string, Known][][]>(
    (made, { name, type }) => {
      const values = valuesOf(type, sizes)
      return made.flatMap((start) => values.map((value): [string, Known][] => [...start, [name, value]]))
    },
    [[]],
  )
}

function subsets(members: readonly Known[]): Known[][] {
  return members.reduceRight<Known[][]>((made, member) => [...made, ...made.map((rest) => [member, ...rest])], [[]])
}
