import type { Machine } from '../ir.js'
import type { GeneratedFile } from './file.js'
import { machineHash } from './ir-json.js'
import { numberDomains } from './kernel.js'
import { folderName, moduleName, tsKey, tsString } from './names.js'
import { template } from './template.js'
import { docComment, generatedFrom } from './ts-doc.js'

/** `generated/<machine>/index.ts`: the machine as one value, for whoever runs it. */
export function emitIndex(machine: Machine): GeneratedFile {
  const text = indexText({
    header: docComment(machine.doc, generatedFrom(machine.at.file)),
    module: moduleName(machine.name),
    name: tsString(machine.name),
    version: String(machine.version),
    hash: tsString(machineHash(machine)),
    phases: list(machine.phases.map(({ name }) => name)),
    terminal: list(machine.terminal),
    limit: machine.limits.length === 0 ? 'never' : machine.limits.map(({ name }) => tsString(name)).join(' | '),
    limits: list(machine.limits.map(({ name }) => name)),
    domains: list(numberDomains(machine)),
    supplied: machine.inputs.filter(({ supplied }) => supplied.length > 0).map((input) => ({ input: suppliedOf(input) })),
  })
  return { path: `generated/${folderName(machine.name)}/index.ts`, text, language: 'ts' }
}

const indexText = template<{
  readonly header: string
  readonly module: string
  readonly name: string
  readonly version: string
  readonly hash: string
  readonly phases: string
  readonly terminal: string
  readonly limit: string
  readonly limits: string
  readonly domains: string
  readonly supplied: readonly { readonly input: string }[]
}>(`
{{header}}import type { MachineModule } from '../machine.js'
import { type Effect, type Input, type Key, type State, decide, initial } from './kernel.js'
import { fromRow, fromTableRow, keyOf, rowTables, table, toRow, toTableRow } from './tables.js'
import { parseInput, parseKey } from './wire.js'

export type { Effect, Input, Key, State } from './kernel.js'

export const {{module}}: MachineModule<Key, State, Input, Effect, {{limit}}> = {
  name: {{name}},
  version: {{version}},
  hash: {{hash}},
  phases: {{phases}},
  terminal: {{terminal}},
  limits: {{limits}},
  domains: {{domains}},
  initial,
  supplied: {
{{#each supplied}}
{{this.input}},
{{/each}}
  },
  decide,
  parseInput,
  parseKey,
  table,
  rowTables,
  toRow,
  fromRow,
  keyOf,
  toTableRow,
  fromTableRow,
}
`)

function list(names: readonly string[]): string {
  return `[${names.map(tsString).join(', ')}]`
}

function suppliedOf({ name, supplied }: Machine['inputs'][number]): string {
  const fields = supplied.map(
    (field) => `${tsKey(field.name)}: { source: '${field.source}', upTo: ${field.upTo === null ? 'null' : tsString(field.upTo)} }`,
  )
  return `${tsKey(name)}: { ${fields.join(', ')} }`
}
