/** A small spec with parts that a test replaces, and its reading. */
import type { Machine } from '../../codegen/ir.js'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'

export interface SpecParts {
  /** Between the imports and the machine. */
  readonly top?: string
  readonly phases?: string
  readonly state?: string
  readonly init?: string
  readonly limits?: string
  readonly inputs?: string
  readonly effects?: string
  /** The members of the one transition, after on, from and to. */
  readonly put?: string
  readonly transitions?: string
  readonly always?: string
  readonly model?: string
}

const STATE = `total: Count, last: option(ItemId), items: table(ItemId, { count: Count, fresh: bool }, { unique: ['count'] })`
const SIZES = '{ ItemId: 2, Count: 3 }'

export function spec(parts: SpecParts): string {
  return `import { bool, clock, duration, id, ids, instant, machine, max, min, nat, oneOf, opaque, option, random, record, same, set, table, text } from 'pawl/spec'
const ItemId = id('ItemId')
const Count = nat('Count')
${parts.top ?? ''}
/** Keeps things. */
export const Shelf = machine({
  name: 'Shelf',
  version: 1,
  key: { realm: id('Realm') },
  phases: ${parts.phases ?? "['Open']"},
  initial: 'Open',
  terminal: [],
  state: { ${parts.state ?? STATE} },
  ${parts.init === undefined ? '' : `init: ${parts.init},`}
  ${parts.limits === undefined ? '' : `limits: ${parts.limits},`}
  inputs: { ${parts.inputs ?? 'Put: { fields: { itemId: ItemId, count: Count } }'} },
  effects: { ${parts.effects ?? 'Stored: { itemId: ItemId, count: Count }'} },
  transitions: { ${parts.transitions ?? `Put: { on: 'Put', from: ['Open'], to: 'same', ${parts.put ?? ''} }`} },
  always: { ${parts.always ?? ''} },
  model: ${parts.model ?? `{ ci: ${SIZES}, deep: ${SIZES} }`},
})
`
}

export function readText(text: string, more: Readonly<Record<string, string>> = {}): { machine: Machine; faults: string[] } {
  const { catalog, diagnostics } = readFrom(filesInMemory({ 'specs/machines/shelf.ts': text, ...more }), {
    files: ['specs/machines/shelf.ts'],
  })
  return { machine: catalog.machines[0]!, faults: diagnostics.map(formatDiagnostic) }
}

/** The machine of a spec that must have no fault. */
export function readSound(parts: SpecParts | string, more: Readonly<Record<string, string>> = {}): Machine {
  const { machine, faults } = readText(typeof parts === 'string' ? parts : spec(parts), more)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return machine
}

/** The IR without positions: what a spec says, wherever it says it. */
export function withoutPositions<A>(value: A): A {
  return JSON.parse(JSON.stringify(value, (name, part: unknown) => (name === 'at' ? undefined : part))) as A
}
