import type { Diagnostic } from '../diagnostics.js'
import type { Type } from '../ir.js'
import type { Rule } from './rule.js'

export const indexColumns: Rule = (machine) => {
  const types = new Map([...machine.key, ...machine.state].map(({ name, type }) => [name, type]))
  return machine.indexes.flatMap(({ name, columns }): Diagnostic[] => {
    const wrong = (message: string): Diagnostic => ({
      code: 'INDEX_COLUMN',
      at: machine.at,
      message,
      hint: "'phase', or a field of the key or the state that is a scalar or an option of one",
    })
    if (columns.length === 0) return [wrong(`the index "${name}" has no column`)]
    return columns.flatMap((column, n) => {
      if (columns.indexOf(column) < n) return [wrong(`the index "${name}" has the column "${column}" twice`)]
      if (column === 'phase') return []
      const type = types.get(column)
      if (type === undefined) return [wrong(`the index "${name}" names "${column}", which is no field of the key or the state`)]
      return hasOrder(type) ? [] : [wrong(`the index "${name}" names "${column}", which is a ${type.kind}`)]
    })
  })
}

function hasOrder(type: Type): boolean {
  switch (type.kind) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'oneOf':
      return true
    case 'option':
      return hasOrder(type.of)
    case 'opaque':
    case 'record':
    case 'set':
    case 'table':
      return false
  }
}
