import { canonicalText } from './key.js'
import { textsOf, valuesOf } from '../domains.js'
import type { Composed } from '../domains.js'
import type { Known } from '../evaluate.js'
import type { Machine, Sizes, Type } from '../ir.js'
import type { Watcher } from './explore.js'
import type { Findings } from './finding.js'
import type { PropertyReport } from './properties.js'

/** What every machine promises unsaid: each field stays in its domain, and no two rows agree in a unique column. */
export function invariants(machine: Machine, sizes: Sizes, findings: Findings): { readonly watcher: Watcher; reports(): PropertyReport[] } {
  const fields = machine.state.map((field) => ({ ...field, fits: fitting(field.type, sizes) }))
  const unique = machine.state.flatMap((field) =>
    field.type.kind === 'table' ? field.type.unique.map((column) => ({ field, column, name: `unique_${field.name}_${column}` })) : [],
  )
  const phases = new Set(machine.phases.map(({ name }) => name))
  const violated = new Set<string>()
  let cases = 0
  return {
    watcher: {
      state(state, world) {
        cases += 1
        const place = { state, binding: null }
        for (const { name, at, fits } of fields) {
          if (fits(world[name])) continue
          violated.add('TypeOK')
          findings.add({ rule: 'TYPE', name, at, message: `"${name}" is ${canonicalText(world[name])}, outside its domain`, place })
        }
        if (!phases.has(world.phase)) {
          violated.add('TypeOK')
          findings.add({ rule: 'TYPE', name: 'phase', at: machine.at, message: `"${world.phase}" is no phase`, place })
        }
        for (const { field, column, name } of unique) {
          if (areDistinct(world[field.name] as ReadonlyMap<Known, { readonly [column: string]: Known }>, column)) continue
          violated.add(name)
          findings.add({ rule: 'UNIQUE', name, at: field.at, message: `two rows of "${field.name}" have the same "${column}"`, place })
        }
      },
    },
    reports: () =>
      [{ name: 'TypeOK', kind: 'type' as const }, ...unique.map(({ name }) => ({ name, kind: 'unique' as const }))].map(
        ({ name, kind }) => ({
          name,
          kind,
          verdict: violated.has(name) ? ('violated' as const) : ('holds' as const),
          cases,
          leftTrue: null,
          depth: null,
          seenAt: null,
        }),
      ),
  }
}

function areDistinct(rows: ReadonlyMap<Known, { readonly [column: string]: Known }>, column: string): boolean {
  if (rows.size < 2) return true
  const seen = new Set<string>()
  for (const row of rows.values()) {
    const text = canonicalText(row[column])
    if (seen.has(text)) return false
    seen.add(text)
  }
  return true
}

/** Is the value one that the type has in the model? */
export function fitting(type: Type, sizes: Sizes, composed?: Composed): (value: Known) => boolean {
  switch (type.kind) {
    case 'id':
    case 'bool':
    case 'oneOf':
      return oneOf(valuesOf(type, sizes, composed))
    case 'text':
      return oneOf(textsOf('Text', sizes))
    case 'opaque':
      return oneOf(textsOf('Opaque', sizes))
    case 'nat':
    case 'instant':
    case 'duration': {
      const top = sizes[type.domain]!
      return (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= top
    }
    case 'option': {
      const of = fitting(type.of, sizes, composed)
      return (value) => value === null || of(value)
    }
    case 'record': {
      const fields = type.fields.map((field) => ({ name: field.name, fits: fitting(field.type, sizes, composed) }))
      return (value) =>
        typeof value === 'object' &&
        value !== null &&
        Object.keys(value).length === fields.length &&
        fields.every(({ name, fits }) => fits((value as { readonly [field: string]: Known })[name]))
    }
    case 'set': {
      const of = fitting(type.of, sizes, composed)
      return (value) => Array.isArray(value) && value.every((member) => of(member)) && new Set(value).size === value.length
    }
    case 'table': {
      const [key, row] = [fitting(type.key, sizes, composed), fitting({ kind: 'record', fields: type.row }, sizes, composed)]
      return (value) => value instanceof Map && [...value].every(([at, columns]) => key(at) && row(columns))
    }
  }
}

function oneOf(values: readonly Known[]): (value: Known) => boolean {
  const all = new Set(values)
  return (value) => all.has(value)
}
