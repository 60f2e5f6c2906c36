import type { Diagnostic } from '../diagnostics.js'
import type { Emission, Expr, Func, Machine, Sizes, Type } from '../ir.js'
import { inline, substitute } from '../walk.js'
import type { Rule } from './rule.js'

/**
 * A number keeps its domain from where it is read to where it is stored or emitted, or goes to one of its kind that is nowhere
 * smaller; what comes of arithmetic has none, and is checked. A sequence number is no length of time.
 */
export const copiedDomains: Rule = (machine) => {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const state = new Map(machine.state.map(({ name, type }) => [name, type]))
  const effects = new Map(machine.effects.map(({ name, fields }) => [name, fields]))
  const isWithin = within(machine.model)
  const found = machine.transitions.flatMap(({ update, emit }) => [
    ...update.flatMap(({ name, value }) => copies(value, state.get(name)!, name, { functions, isWithin })),
    ...emit.flatMap((emission) => emitted(emission, effects, { functions, isWithin })),
  ])
  return eachOnce(found)
}

/** A function that several places use would say the same for each. */
export function eachOnce(found: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(found.map((one) => [`${one.at.file}:${one.at.line}:${one.at.column} ${one.message}`, one])).values()]
}

/** Is the first domain nowhere larger than the second? */
export function within({ ci, deep }: Machine['model']): Known['isWithin'] {
  return (domain, other) => [ci, deep].every((sizes) => sizeIn(sizes, domain, Infinity) <= sizeIn(sizes, other, -Infinity))
}

function sizeIn(sizes: Sizes, domain: string, otherwise: number): number {
  return Object.hasOwn(sizes, domain) ? sizes[domain]! : otherwise
}

interface Known {
  readonly functions: ReadonlyMap<string, Func>
  readonly isWithin: (domain: string, other: string) => boolean
}

function emitted(emission: Emission, effects: ReadonlyMap<string, Machine['effects'][number]['fields']>, known: Known): Diagnostic[] {
  switch (emission.kind) {
    case 'effect': {
      const fields = effects.get(emission.effect)!
      return emission.fields.flatMap(({ name, value }) =>
        copies(value, fields.find((field) => field.name === name)!.type, `${emission.effect}.${name}`, known),
      )
    }
    case 'if':
      return [...emission.then, ...emission.else].flatMap((one) => emitted(one, effects, known))
  }
}

/** Follows a value to where its numbers are read. */
export function copies(value: Expr, type: Type, place: string, known: Known): Diagnostic[] {
  const of = (part: Expr, as: Type = type, where = place) => copies(part, as, where, known)
  switch (value.kind) {
    case 'if':
      return [...of(value.then), ...of(value.else)]
    case 'otherwise':
      return [...of(value.of), ...of(value.otherwise)]
    case 'max':
    case 'min':
      return [...of(value.left), ...of(value.right)]
    case 'given':
      return of(value.of, { kind: 'option', of: type })
    case 'let':
      return of(substitute(value.body, new Map([[value.name, value.value]])))
    case 'call':
      return of(inline(value, known.functions))
    case 'record':
    case 'recordWith': {
      const fields = value.fields.flatMap((field) => of(field.value, columnOf(type, field.name), `${place}.${field.name}`))
      return value.kind === 'record' ? fields : [...of(value.of), ...fields]
    }
    case 'put':
      if (type.kind !== 'table') return []
      return [...of(value.table), ...of(value.key, type.key, `the key of ${place}`), ...of(value.row, { kind: 'record', fields: type.row })]
    case 'with':
      return [...of(value.table), ...value.fields.flatMap((field) => of(field.value, columnOf(type, field.name), `${place}.${field.name}`))]
    case 'remove':
      return of(value.table)
    case 'setAdd':
      return [...of(value.set), ...(type.kind === 'set' ? of(value.member, type.of) : [])]
    case 'setRemove':
      return of(value.set)
    case 'field':
    case 'optionalField':
    case 'variable':
    case 'get':
    case 'by':
      return mismatches(value, type, place, known)
    case 'literal':
    case 'binary':
    case 'not':
    case 'has':
    case 'size':
    case 'setHas':
    case 'some':
    case 'every':
    case 'count':
    case 'filter':
    case 'map':
    case 'inputIs':
    case 'inputHas':
    case 'compose':
      return []
  }
}

function columnOf(type: Type, name: string): Type {
  if (type.kind === 'option') return columnOf(type.of, name)
  const columns = type.kind === 'table' ? type.row : type.kind === 'record' ? type.fields : []
  return columns.find((column) => column.name === name)?.type ?? type
}

function mismatches(value: Expr, to: Type, place: string, { isWithin }: Known): Diagnostic[] {
  const [read, stored] = [numbersIn(value.type), numbersIn(to)]
  return stored.flatMap(({ kind, domain }, n): Diagnostic[] => {
    const from = read[n]
    if (from === undefined || from.domain === domain || (from.kind === kind && isWithin(from.domain, domain))) return []
    return [
      {
        code: 'NUMBER_DOMAIN_COPIED',
        at: value.at,
        message: `a number of the domain "${from.domain}" is copied to "${place}", whose domain is "${domain}"`,
        hint: `one domain for both, one of the same kind that is nowhere smaller, or arithmetic between them`,
      },
    ]
  })
}

/** The number domains in a type, in the order in which they stand. */
function numbersIn(type: Expr['type']): { readonly kind: string; readonly domain: string }[] {
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration':
      return [type]
    case 'option':
    case 'set':
      return numbersIn(type.of)
    case 'record':
      return type.fields.flatMap((field) => numbersIn(field.type))
    case 'table':
      return [...numbersIn(type.key), ...type.row.flatMap((column) => numbersIn(column.type))]
    case 'id':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
    case 'null':
    case 'number':
    case 'state':
    case 'limits':
    case 'input':
    case 'effects':
    case 'effect':
    case 'key':
      return []
  }
}
