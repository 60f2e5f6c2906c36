import type { ModelValue } from '../domains.js'
import type { StateField, Type } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import type { TlaNames } from './tla-names.js'

/** The set of all values of a type. */
export function domainOf(type: Type, names: TlaNames): string {
  return setOf(type, names, allTexts(names))
}

/** The set of all values of a type that an input carries. */
export function givenOf(type: Type, names: TlaNames): string {
  return setOf(type, names, (_kind, domain) => names.given(domain))
}

type TextSet = (kind: 'text' | 'opaque', domain: 'Text' | 'Opaque') => string

function allTexts(names: TlaNames): TextSet {
  return (kind, domain) => names.values(kind, domain)
}

function setOf(type: Type, names: TlaNames, texts: TextSet): string {
  switch (type.kind) {
    case 'id':
      return names.values('id', type.domain)
    case 'nat':
    case 'instant':
    case 'duration':
      return names.numbers(type.domain)
    case 'bool':
      return 'BOOLEAN'
    case 'text':
      return texts('text', 'Text')
    case 'opaque':
      return texts('opaque', 'Opaque')
    case 'oneOf':
      return `{${type.values.map(tlaString).join(', ')}}`
    case 'option':
      return `(${setOf(type.of, names, texts)} \\cup {NULL})`
    case 'record':
      return recordSet(type.fields, names, texts)
    case 'set':
      return `(SUBSET ${setOf(type.of, names, texts)})`
    case 'table':
      throw new Error('no input holds a table, so nothing ranges over all of them')
  }
}

/** Is a text one of the values of a type? Said field by field, so that no checker lists a large set. */
export function memberOf(text: string, type: Type, names: TlaNames, variable: string): string {
  switch (type.kind) {
    case 'option':
      return `((${text} = NULL) \\/ ${memberOf(text, type.of, names, variable)})`
    case 'record':
      return memberOfRecord(text, type.fields, names, variable)
    case 'set':
      return `(${text} \\subseteq ${domainOf(type.of, names)})`
    case 'table': {
      const row = `${text}[${variable}]`
      return `(\\A ${variable} \\in ${domainOf(type.key, names)} : ((${row} = NULL) \\/ ${memberOfRecord(row, type.row, names, `${variable}_`)}))`
    }
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return `(${text} \\in ${domainOf(type, names)})`
  }
}

export function initialOf(field: StateField, names: TlaNames): string {
  if (field.type.kind !== 'table') return valueText(field.initial as ModelValue, field.type, names)
  const key = names.local('k', new Set())
  return `[${key} \\in ${domainOf(field.type.key, names)} |-> NULL]`
}

/** One value of a type, as the spec or the model says it. */
export function valueText(value: ModelValue, type: Type, names: TlaNames): string {
  switch (type.kind) {
    case 'id':
      return names.idText(type.domain, String(value))
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return tlaLiteral(value as string | number | boolean)
    case 'option':
      return value === null ? 'NULL' : valueText(value, type.of, names)
    case 'record': {
      const record = value as { readonly [field: string]: ModelValue }
      return tlaRecord(type.fields.map((field) => [tlaName(field.name), valueText(record[field.name] ?? null, field.type, names)]))
    }
    case 'set':
      return `{${((value ?? []) as readonly ModelValue[]).map((member) => valueText(member, type.of, names)).join(', ')}}`
    case 'table':
      throw new Error('a table is written as a function, never as a value')
  }
}

/** A record; one without fields is the empty tuple, which no other value equals. */
export function tlaRecord(fields: readonly (readonly [string, string])[]): string {
  if (fields.length === 0) return '<<>>'
  return `[${fields.map(([name, value]) => `${name} |-> ${value}`).join(', ')}]`
}

export function tlaLiteral(value: string | number | boolean | null): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return tlaString(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value)
}

function recordSet(fields: readonly { readonly name: string; readonly type: Type }[], names: TlaNames, texts: TextSet): string {
  if (fields.length === 0) return '{<<>>}'
  return `[${fields.map(({ name, type }) => `${tlaName(name)} : ${setOf(type, names, texts)}`).join(', ')}]`
}

function memberOfRecord(
  text: string,
  fields: readonly { readonly name: string; readonly type: Type }[],
  names: TlaNames,
  variable: string,
): string {
  if (fields.every(({ type }) => isSimple(type))) return `(${text} \\in ${recordSet(fields, names, allTexts(names))})`
  return fields
    .map(({ name, type }) => memberOf(`${text}.${tlaName(name)}`, type, names, variable))
    .reduce((left, right) => `(${left} /\\ ${right})`)
}

function isSimple(type: Type): boolean {
  return type.kind !== 'option' && type.kind !== 'record' && type.kind !== 'set' && type.kind !== 'table'
}
