import type { Type } from '../ir.js'
import { tsString, tsTypeKey } from './names.js'

/** The TypeScript type of a value as kernels hold it. A set is a sorted array; a table has no value. */
export function tsType(type: Type): string {
  switch (type.kind) {
    case 'id':
    case 'text':
    case 'opaque':
      return 'string'
    case 'nat':
    case 'instant':
    case 'duration':
      return 'number'
    case 'bool':
      return 'boolean'
    case 'oneOf':
      return type.values.map(tsString).join(' | ')
    case 'option':
      return `${tsType(type.of)} | null`
    case 'record':
      return tsObjectType(type.fields)
    case 'set':
      return `readonly (${tsType(type.of)})[]`
    case 'table':
      throw new Error('a table is no value: its rows are read one by one')
  }
}

export function tsObjectType(fields: readonly { readonly name: string; readonly type: Type }[]): string {
  return `{ ${fields.map((field) => tsField(field.name, field.type)).join('; ')} }`
}

export function tsField(name: string, type: Type): string {
  return `readonly ${tsTypeKey(name)}: ${tsType(type)}`
}
