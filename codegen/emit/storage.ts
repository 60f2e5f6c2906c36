import type { Composition, Machine, Type } from '../ir.js'
import { sizeNames, tablesOf } from './kernel.js'
import { sqlNames, sqlName, tsAccess } from './names.js'
import { tsType } from './ts-type.js'

/** A column, and the value that it holds. */
export interface StoredColumn {
  readonly name: string
  readonly encoding: 'text' | 'integer' | 'boolean' | 'json'
  readonly nullable: boolean
  readonly type: Type
  readonly role: 'key' | 'phase' | 'state' | 'size' | 'rowKey' | 'row'
  /** What it holds, as the spec says it, and where a kernel has it. */
  readonly field: string
  readonly from: string
}

export interface TableData {
  readonly name: string
  readonly columns: readonly StoredColumn[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[]; readonly unique: boolean }[]
}

export interface RowTableData extends TableData {
  readonly field: string
  readonly keyColumn: string
  readonly keyType: string
  readonly key: StoredColumn
  readonly row: readonly StoredColumn[]
}

export interface MachineTables {
  readonly table: TableData
  readonly rowTables: readonly RowTableData[]
  /** The columns of the key and of the state, phase first. */
  readonly key: readonly StoredColumn[]
  readonly state: readonly StoredColumn[]
}

/** Where a machine is stored: one table of instances, and one of rows for each table of its state. */
export function storageOf(machine: Machine, compositions: readonly Composition[]): MachineTables {
  const columns = columnsOf([
    ...machine.key.map(({ name, type }) => ({ field: name, type, role: 'key' as const, from: `key${tsAccess(name)}` })),
    { field: 'phase', type: { kind: 'oneOf', values: machine.phases.map(({ name }) => name) }, role: 'phase', from: 'state.phase' },
    ...stateColumns(machine),
  ])
  const key = columns.filter(({ role }) => role === 'key')
  const state = columns.filter(({ role }) => role !== 'key')
  const primaryKey = key.map(({ name }) => name)
  return {
    key,
    state,
    table: { name: sqlName(machine.name), columns, primaryKey, indexes: indexesOf(machine, { key, state, compositions }) },
    rowTables: rowTables(machine),
  }
}

type Unnamed = Pick<StoredColumn, 'field' | 'type' | 'role' | 'from'>

function columnsOf(columns: readonly Unnamed[]): StoredColumn[] {
  const names = sqlNames(columns.map(({ field }) => field))
  return columns.map((column, n) => ({ name: names[n]!, ...encodingOf(column.type), ...column }))
}

function stateColumns(machine: Machine): Unnamed[] {
  const sizes = sizeNames(machine)
  return machine.state.map(({ name, type }) => {
    const size = sizes.get(name)
    if (size === undefined) return { field: name, type, role: 'state', from: `state${tsAccess(name)}` }
    return { field: size, type: { kind: 'nat', domain: size }, role: 'size', from: `state${tsAccess(size)}` }
  })
}

function encodingOf(type: Type): Pick<StoredColumn, 'encoding' | 'nullable'> {
  switch (type.kind) {
    case 'id':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return { encoding: 'text', nullable: false }
    case 'nat':
    case 'instant':
    case 'duration':
      return { encoding: 'integer', nullable: false }
    case 'bool':
      return { encoding: 'boolean', nullable: false }
    case 'record':
    case 'set':
      return { encoding: 'json', nullable: false }
    case 'option':
      return { ...encodingOf(type.of), nullable: true }
    case 'table':
      throw new Error('a table is stored in rows of its own')
  }
}

interface InstanceColumns {
  readonly key: readonly StoredColumn[]
  readonly state: readonly StoredColumn[]
  readonly compositions: readonly Composition[]
}

/** The indexes of the spec, and one for each fan-out that finds its receivers by a part of their key. */
function indexesOf(machine: Machine, { key, state, compositions }: InstanceColumns): TableData['indexes'] {
  // A name that both have is the state's.
  const byField = new Map([...key, ...state].map(({ field, name }) => [field, name]))
  const names = sqlNames(machine.indexes.map(({ name }) => name))
  const said = machine.indexes.map(({ columns }, n) => ({
    name: `${sqlName(machine.name)}:${names[n]!}`,
    columns: columns.map((column) => byField.get(column)!),
    unique: false,
  }))
  const searched = new Map<string, string[]>()
  for (const { routes } of compositions) {
    for (const { to, target } of routes) {
      if (to !== machine.name || target.kind !== 'each') continue
      const named = new Set(target.key.map(({ name }) => name))
      const columns = key.filter(({ field }) => named.has(field)).map(({ name }) => name)
      const isPrefix = columns.every((column, n) => key[n]?.name === column)
      if (!isPrefix) searched.set(`${sqlName(machine.name)}:each:${columns.join(':')}`, columns)
    }
  }
  return [...said, ...[...searched].map(([name, columns]) => ({ name, columns, unique: false }))]
}

function rowTables(machine: Machine): RowTableData[] {
  const tables = tablesOf(machine)
  const names = sqlNames(tables.map(({ name }) => name))
  return tables.map((table, n) => rowTable(machine, table, `${sqlName(machine.name)}.${names[n]!}`))
}

function rowTable(machine: Machine, { name, key, row }: ReturnType<typeof tablesOf>[number], path: string): RowTableData {
  const columns = columnsOf([
    ...machine.key.map((field) => ({ field: field.name, type: field.type, role: 'key' as const, from: '' })),
    { field: rowKeyField(key), type: key, role: 'rowKey', from: 'key' },
    ...row.map((column) => ({ field: column.name, type: column.type, role: 'row' as const, from: `row${tsAccess(column.name)}` })),
  ])
  const instance = columns.filter(({ role }) => role === 'key').map((column) => column.name)
  const rowKey = columns.find(({ role }) => role === 'rowKey')!
  const type = machine.state.find((field) => field.name === name)?.type
  const unique = type?.kind === 'table' ? type.unique : []
  return {
    field: name,
    keyColumn: rowKey.name,
    keyType: tsType(key),
    key: rowKey,
    row: columns.filter(({ role }) => role === 'row'),
    name: path,
    columns,
    primaryKey: [...instance, rowKey.name],
    indexes: unique.map((field) => {
      const column = columns.find((one) => one.role === 'row' && one.field === field)!.name
      return { name: `${path}:${column}`, columns: [...instance, column], unique: true }
    }),
  }
}

/** The key of a row has no name of its own: it is called as what it names. */
function rowKeyField(key: Type): string {
  if (key.kind !== 'id') return 'key'
  return `${key.domain.charAt(0).toLowerCase()}${key.domain.slice(1)}`
}
