import type { Composition, Machine, Type } from '../ir.js'
import type { GeneratedFile } from './file.js'
import { folderName, rowTypeName, tsAccess, tsKey, tsPart, tsString } from './names.js'
import { type MachineTables, type RowTableData, type StoredColumn, type TableData, storageOf } from './storage.js'
import { template } from './template.js'
import { docComment, generatedFrom } from './ts-doc.js'

/** `generated/<machine>/tables.ts`: where a machine is stored, and how its rows become values again. */
export function emitTables(machine: Machine, compositions: readonly Composition[] = []): GeneratedFile {
  const uses = new Set<string>(['Row', 'column', 'readable'])
  const storage = storageOf(machine, compositions)
  const phase = `oneOf(${machine.phases.map(({ name }) => tsString(name)).join(', ')})`
  uses.add('oneOf')
  const rowTables = storage.rowTables.map((table) => ({ text: rowTableFunctions(table, uses) }))
  const text = tablesText({
    header: docComment(`Where ${machine.name} is stored.`, generatedFrom(machine.at.file)),
    table: tableLiteral(storage.table),
    rowTables: storage.rowTables.map((table) => ({ table: rowTableLiteral(table) })),
    keyReaders: storage.key.length === 0 ? '' : `const keyReaders = ${readersOf(storage.key, uses)}\n\n`,
    stateReaders: readersOf(
      storage.state.map((stored) => (stored.role === 'phase' ? { ...stored, reader: phase } : stored)),
      uses,
    ),
    toRow: [...storage.key, ...storage.state].map(encodedProperty(uses)).join(', '),
    fromRow: decoded(storage.state, 'stateReaders'),
    keyRow: storage.key.length === 0 ? '_row' : 'row',
    keyOf: decoded(storage.key, 'keyReaders'),
    ...dispatchers(storage),
    functions: rowTables,
    machineImports: machineImports(storage),
    rowImports: rowImports(uses),
    kernelImports: [...storage.rowTables.map(({ field }) => rowTypeName(field)), 'Key', 'State', 'StateFields'].join(', '),
    valueImport: uses.has('canonical') ? "import { canonical } from '../values.js'\n" : '',
  })
  return { path: `generated/${folderName(machine.name)}/tables.ts`, text, language: 'ts' }
}

const tablesText = template<{
  readonly header: string
  readonly machineImports: string
  readonly rowImports: string
  readonly kernelImports: string
  readonly valueImport: string
  readonly table: string
  readonly rowTables: readonly { readonly table: string }[]
  readonly toRow: string
  readonly fromRow: string
  readonly keyRow: string
  readonly keyOf: string
  readonly toTableRow: string
  readonly fromTableRow: string
  readonly keyReaders: string
  readonly stateReaders: string
  readonly functions: readonly { readonly text: string }[]
}>(`
{{header}}import type { {{machineImports}} } from '../machine.js'
import { {{rowImports}} } from '../rows.js'
{{valueImport}}import type { {{kernelImports}} } from './kernel.js'

/** One row for each instance: its key, its phase, its state. */
export const table: Table = {{table}}

/** One row for each row of each table of an instance. */
export const rowTables: readonly RowTable[] = [
{{#each rowTables}}
{{this.table}},
{{/each}}
]

export function toRow(key: Key, state: State): { readonly [column: string]: SqlValue } {
  return { {{toRow}} }
}

export function fromRow(row: Row): State | Unreadable {
  return readable(() => {
    const fields: StateFields = { {{fromRow}} }
    return fields as State
  })
}

export function keyOf({{keyRow}}: Row): Key | Unreadable {
  return readable(() => ({ {{keyOf}} }))
}

{{toTableRow}}

{{fromTableRow}}

{{keyReaders}}const stateReaders = {{stateReaders}}

{{#each functions}}
{{this.text}}

{{/each}}
`)

function machineImports({ rowTables }: MachineTables): string {
  return ['RowTable', 'SqlValue', 'Table', 'Unreadable', ...(rowTables.length > 0 ? ['Value'] : [])].join(', ')
}

function rowImports(uses: ReadonlySet<string>): string {
  const values = [...uses].filter((name) => name !== 'Row' && name !== 'canonical').sort((a, b) => (a < b ? -1 : 1))
  return ['type Row', ...values].join(', ')
}

function tableLiteral({ name, columns, primaryKey, indexes }: TableData): string {
  return `{ ${[
    `name: ${tsString(name)}`,
    `columns: [\n${columns.map(columnLiteral).join(',\n')}\n]`,
    `primaryKey: [${primaryKey.map(tsString).join(', ')}]`,
    `indexes: [${indexes
      .map((index) => `{ name: ${tsString(index.name)}, columns: [${index.columns.map(tsString).join(', ')}], unique: ${index.unique} }`)
      .join(', ')}]`,
  ].join(', ')} }`
}

function rowTableLiteral(table: RowTableData): string {
  return `{ field: ${tsString(table.field)}, keyColumn: ${tsString(table.keyColumn)}, ${tableLiteral(table).slice(2)}`
}

function columnLiteral({ name, encoding, nullable }: StoredColumn): string {
  return `{ name: ${tsString(name)}, encoding: '${encoding}', nullable: ${nullable} }`
}

/** The two functions through which a store reaches every table: they answer for tables of the state alone. */
function dispatchers({ rowTables }: MachineTables): { readonly toTableRow: string; readonly fromTableRow: string } {
  const unknown = `throw new Error(\`no table "\${field}"\`)`
  if (rowTables.length === 0) {
    return {
      toTableRow: `export function toTableRow(field: string): never {\n${unknown}\n}`,
      fromTableRow: `export function fromTableRow(field: string): never {\n${unknown}\n}`,
    }
  }
  const to = rowTables.map(
    ({ field, keyType }) => `case ${tsString(field)}: return encode${rowTypeName(field)}(key as ${keyType}, row as ${rowTypeName(field)})`,
  )
  const from = rowTables.map(({ field }) => `case ${tsString(field)}: return decode${rowTypeName(field)}(row)`)
  return {
    toTableRow: `/** A row of a table of an instance, without the instance's key. */
export function toTableRow(field: string, key: string | number, row: { readonly [column: string]: Value }): { readonly [column: string]: SqlValue } {
switch (field) {
${to.join('\n')}
default: ${unknown}
}
}`,
    fromTableRow: `export function fromTableRow(field: string, row: Row): { readonly key: string | number; readonly row: { readonly [column: string]: Value } } | Unreadable {
switch (field) {
${from.join('\n')}
default: ${unknown}
}
}`,
  }
}

function rowTableFunctions({ field, key, row, keyType }: RowTableData, uses: Set<string>): string {
  const type = rowTypeName(field)
  const readers = `${tsPart(field)}RowReaders`
  return `function encode${rowTypeName(field)}(key: ${keyType}, row: ${type}): { readonly [column: string]: SqlValue } {
return { ${[key, ...row].map(encodedProperty(uses)).join(', ')} }
}

function decode${rowTypeName(field)}(row: Row): { readonly key: ${keyType}; readonly row: ${type} } | Unreadable {
return readable(() => ({ key: column(row, ${tsString(key.name)}, ${readerOf(key.type, uses, 'column')}), row: { ${decoded(row, readers)} } }))
}

const ${readers} = ${readersOf(row, uses)}`
}

function decoded(columns: readonly StoredColumn[], readers: string): string {
  return columns.map(({ name, field }) => `${tsKey(field)}: column(row, ${tsString(name)}, ${readers}${tsAccess(field)})`).join(', ')
}

function readersOf(columns: readonly (StoredColumn & { readonly reader?: string })[], uses: Set<string>): string {
  return `{ ${columns.map(({ field, type, reader }) => `${tsKey(field)}: ${reader ?? readerOf(type, uses, 'column')}`).join(', ')} }`
}

function encodedProperty(uses: Set<string>): (column: StoredColumn) => string {
  return ({ name, from, type }) => `${tsKey(name)}: ${encoded(from, type, uses)}`
}

/** A value as its column holds it. */
function encoded(value: string, type: Type, uses: Set<string>): string {
  switch (type.kind) {
    case 'id':
    case 'text':
    case 'opaque':
    case 'oneOf':
    case 'nat':
    case 'instant':
    case 'duration':
      return value
    case 'bool':
      return `Number(${value})`
    case 'record':
    case 'set':
      uses.add('canonical')
      return `canonical(${value})`
    case 'option': {
      const inner = encoded(value, type.of, uses)
      return inner === value ? value : `${value} === null ? null : ${inner}`
    }
    case 'table':
      throw new Error('a table is stored in rows of its own')
  }
}

/** What reads a value: from its column, or from within JSON text. */
function readerOf(type: Type, uses: Set<string>, place: 'column' | 'json'): string {
  const use = (name: string, args = ''): string => {
    uses.add(name)
    return `${name}${args}`
  }
  switch (type.kind) {
    case 'id':
      return use('id')
    case 'nat':
    case 'instant':
    case 'duration':
      return use('number')
    case 'bool':
      return place === 'column' ? use('flag') : use('bool')
    case 'text':
      return use('text', `(${type.max})`)
    case 'opaque':
      return use('opaque', `(${type.maxBytes})`)
    case 'oneOf':
      return use('oneOf', `(${type.values.map(tsString).join(', ')})`)
    case 'option':
      return use('nullable', `(${readerOf(type.of, uses, place)})`)
    case 'record':
    case 'set': {
      const inner =
        type.kind === 'set'
          ? use('set', `(${readerOf(type.of, uses, 'json')})`)
          : use('record', `({ ${type.fields.map((field) => `${tsKey(field.name)}: ${readerOf(field.type, uses, 'json')}`).join(', ')} })`)
      return place === 'column' ? use('json', `(${inner})`) : inner
    }
    case 'table':
      throw new Error('a table is stored in rows of its own')
  }
}
