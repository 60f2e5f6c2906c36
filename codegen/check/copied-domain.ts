import type { Diagnostic } from '../diagnostics.js'
import type { Emission, Expr, Func, Machine, Type } from '../ir.js'
import { inline, substitute } from '../walk.js'
import type { Rule } from './rule.js'

/**
 * A number keeps its domain from where it is read to where it is stored or emitted; what comes of arithmetic has none, and is
 * checked. In the model one domain may be smaller than another, and a sequence number is no length of time.
 */
export const copiedDomains: Rule = (machine) => {
  const functions = new Map(machine.functions.map((f) => [f.name, f]))
  const state = new Map(machine.state.map(({ name, type }) => [name, type]))
  const effects = new Map(machine.effects.map(({ name, fields }) => [name, fields]))
  const found = machine.transitions.flatMap(({ update, emit }) => [
    ...update.flatMap(({ name, value }) => copies(value, state.get(name)!, name, functions)),
    ...emit.flatMap((emission) => emitted(emission, effects, functions)),
  ])
  return [...new Map(found.map((one) => [`${one.at.file}:${one.at.line}:${one.at.column} ${one.message}`, one])).values()]
}

type Functions = ReadonlyMap<string, Func>

function emitted(
  emission: Emission,
  effects: ReadonlyMap<string, Machine['effects'][number]['fields']>,
  functions: Functions,
): Diagnostic[] {
  switch (emission.kind) {
    case 'effect': {
      const fields = effects.get(emission.effect)!
      return emission.fields.flatMap(({ name, value }) =>
        copies(value, fields.find((field) => field.name === name)!.type, `${emission.effect}.${name}`, functions),
      )
    }
    case 'if':
      return [...emission.then, ...emission.else].flatMap((one) => emitted(one, effects, functions))
  }
}

/** Follows a value to where its numbers are read. */
function copies(value: Expr, type: Type, place: string, functions: Functions): Diagnostic[] {
  const of = (part: Expr, as: Type = type, where = place) => copies(part, as, where, functions)
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
      return of(inline(value, functions))
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
      return mismatches(value, value.type, type, place)
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

function mismatches(value: Expr, from: Expr['type'], to: Type, place: string): Diagnostic[] {
  const [read, stored] = [domainsOf(from), domainsOf(to)]
  return stored.flatMap((domain, n): Diagnostic[] => {
    const other = read[n]
    if (other === undefined || other === domain) return []
    return [
      {
        code: 'NUMBER_DOMAIN_COPIED',
        at: value.at,
        message: `a number of the domain "${other}" is copied to "${place}", whose domain is "${domain}"`,
        hint: `one domain for both, or arithmetic between them`,
      },
    ]
  })
}

/** The number domains in a type, in the order in which they stand. */
function domainsOf(type: Expr['type']): string[] {
  switch (type.kind) {
    case 'nat':
    case 'instant':
    case 'duration':
      return [type.domain]
    case 'option':
    case 'set':
      return domainsOf(type.of)
    case 'record':
      return type.fields.flatMap((field) => domainsOf(field.type))
    case 'table':
      return [...domainsOf(type.key), ...type.row.flatMap((column) => domainsOf(column.type))]
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
