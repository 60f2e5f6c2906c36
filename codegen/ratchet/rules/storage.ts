/** What stands in a file: a later version takes it over, where all that is stored can be read with it. */
import type { MachineFacts, Said } from '../facts.js'
import { changed, type Change, type Rule } from '../rule.js'
import { covers } from '../types.js'

export const STORAGE_RULES: readonly Rule<MachineFacts>[] = [
  {
    id: 'TABLE_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a file with rows in this table is not taken over: what is stored may not be lost; keep the table, if only unused',
    find: (before, after) => {
      const now = after.storage.fields('table')
      return [...before.storage.fields('table').keys()]
        .filter((table) => !now.has(table))
        .map((table) => ({ path: ['table', table], before: 'there', after: null }))
    },
  },
  {
    id: 'PRIMARY_KEY_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a file is not taken over whose rows stand under another key',
    find: (before, after) =>
      // The key's own fields are told by KEY_SAME; what is left is their order, and the key of rows.
      sameFields(before.key, after.key) ? changed(['table'], before.storage.fields('table'), after.storage.fields('table')) : [],
  },
  {
    id: 'COLUMN_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a file with values in this column is not taken over: what is stored may not be lost; keep the field, if only unused',
    find: (before, after) => {
      const now = columns(after.storage)
      return [...columns(before.storage)]
        .filter(([at, column]) => !now.has(at) && after.storage.fields('table').has(column.table) && !isCounter(column))
        .map(([, column]) => ({ path: pathOf(column), before: column.text, after: null, same: ['key', column.name] }))
    },
  },
  {
    id: 'COLUMN_NO_NARROW',
    direction: 'instances',
    level: 'STATE',
    breaks: 'stored values that the column may hold today cannot be read tomorrow',
    find: (before, after) => {
      const now = columns(after.storage)
      return [...columns(before.storage)].flatMap(([at, was]): readonly Change[] => {
        const column = now.get(at)
        if (column === undefined || isCounter(was)) return []
        // The phases are told one by one.
        const phases = was.name === 'phase' && before.phases.size > 0 && was.table === tableOf(before)
        const holds = column.encoding === was.encoding && (column.nullable || !was.nullable) && (phases || covers(column.type, was.type))
        return holds
          ? []
          : [{ path: pathOf(was), before: was.text, after: column.text, same: [isKey(before, was) ? 'key' : 'state', was.name] }]
      })
    },
  },
  {
    id: 'COLUMN_NO_ADD_WITHOUT_DEFAULT',
    direction: 'instances',
    level: 'STATE',
    breaks: 'rows are stored without this column, and nothing says what it holds in them: make the field an option',
    find: (before, after) => {
      const [was, tables] = [columns(before.storage), before.storage.fields('table')]
      return [...columns(after.storage)]
        .filter(([at, column]) => !was.has(at) && tables.has(column.table) && column.table !== tableOf(after) && !column.nullable)
        .filter(([, column]) => !after.key.has(column.name))
        .map(([, column]) => ({ path: pathOf(column), before: null, after: column.text }))
    },
  },
  {
    id: 'INDEX_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'what was found by this index is found by looking at every row, and what it kept unique may stand twice',
    find: (before, after) => {
      const now = indexes(after.storage)
      return [...indexes(before.storage)].flatMap(([at, was]): readonly Change[] => {
        const index = now.get(at)
        if (index === undefined) return [{ path: was.path, before: was.text, after: null, same: ['table', was.path[1]!] }]
        // An index that becomes unique has a rule of its own.
        return index.text === was.text || index.text === `unique ${was.text}`
          ? []
          : [{ path: was.path, before: was.text, after: index.text }]
      })
    },
  },
  {
    id: 'INDEX_NO_ADD_UNIQUE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a file is not taken over whose rows hold one value twice where this lets it in once',
    find: (before, after) => {
      const [was, tables] = [indexes(before.storage), before.storage.fields('table')]
      return [...indexes(after.storage)]
        .filter(
          ([at, { text, path }]) => text.startsWith('unique ') && tables.has(path[1]!) && !(was.get(at)?.text ?? '').startsWith('unique '),
        )
        .map(([at, { path, text }]) => ({ path, before: was.get(at)?.text ?? null, after: text }))
    },
  },
  {
    id: 'STORED_SHAPE_NEEDS_VERSION',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a file in use is refused: its code is another under the same version; raise `version`, so that the new code takes it over',
    find: (before, after) => {
      if (after.version > before.version) return []
      const [was, now] = [before.storage.byPath('table', 'column'), after.storage.byPath('table', 'column')]
      const differing = [...new Set([...was.keys(), ...now.keys()])].filter((at) => was.get(at) !== now.get(at)).sort()
      if (differing.length === 0) return []
      const told = differing.map((at) => (JSON.parse(at) as readonly string[]).join(' '))
      // Leave for these columns is none for what the code decides later: its hash is part of what is told.
      const code = after.storage.value('code')
      const by = code === null ? '' : `, by code ${code.slice(0, 16)}`
      return [{ path: ['version'], before: String(before.version), after: `${after.version}, and other columns: ${told.join(', ')}${by}` }]
    },
  },
]

interface Column {
  readonly table: string
  readonly name: string
  readonly encoding: string
  readonly nullable: boolean
  readonly type: string
  readonly text: string
}

/** `TABLE.COLUMN: text|integer|boolean|json[ or null], TYPE` */
function columns(storage: Said): ReadonlyMap<string, Column> {
  return new Map(
    storage.of('column').map(({ path, value }) => {
      const text = value ?? ''
      const found = /^(\w+)( or null)?, (.*)$/u.exec(text)
      if (found === null) throw new Error(`no fact of a column: ${path.join('.')}: ${text}`)
      const [, encoding = '', nullable, type = ''] = found
      return [JSON.stringify(path), { table: path[0]!, name: path[1]!, encoding, nullable: nullable !== undefined, type, text }]
    }),
  )
}

/** `TABLE COLUMN` -> type, of the rows of tables, without the key of their instance. */
export function rowTypes(machine: MachineFacts): ReadonlyMap<string, string> {
  const rows = [...columns(machine.storage).values()].filter(({ table, name }) => table !== tableOf(machine) && !machine.key.has(name))
  return new Map(rows.map(({ table, name, type }) => [`${table} ${name}`, type]))
}

function indexes(storage: Said): ReadonlyMap<string, { readonly path: readonly string[]; readonly text: string }> {
  return new Map(storage.of('index').map(({ path, value }) => [JSON.stringify(path), { path: ['index', ...path], text: value ?? '' }]))
}

/** How many rows a table has is counted in a column of the instance, whose domain has its own name: it goes with the table. */
function isCounter({ name, type }: Column): boolean {
  return type === `nat ${name}` || type === `nat ${JSON.stringify(name)}`
}

function pathOf({ table, name }: Column): readonly string[] {
  return ['column', table, name]
}

/** That of the instances: the first, which the others' names begin with. */
function tableOf({ storage }: MachineFacts): string {
  return [...storage.names('table')].sort((a, b) => a.length - b.length)[0] ?? ''
}

function isKey({ key }: MachineFacts, { name }: Column): boolean {
  return key.has(name)
}

function sameFields(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean {
  return before.size === after.size && [...before].every(([field, type]) => after.get(field) === type)
}
