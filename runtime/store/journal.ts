/** Every accepted step, in the order of the commits: with its input and supplied fields, a kernel can go the way again. */
import type { AnyMachine } from '../../generated/machine.js'
import { bound, keyFromText, parsedJson } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { assertLimit } from './find.js'
import type { Loaded } from './instances.js'
import type { JournalEntry, Takeover } from './types.js'

export interface Step {
  readonly revision: number
  readonly transition: string
  readonly input: object
  readonly effects: readonly object[]
}

export function appendStep({ sql }: Connection, loaded: Loaded, step: Step, atMs: number): void {
  sql(
    `INSERT INTO pawl_journal (entry, machine, key, revision, transition, input, effects, at_ms)
      VALUES ((${LAST_ENTRY}) + 1, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(loaded.machine.name, loaded.keyText, step.revision, step.transition, JSON.stringify(step.input), JSON.stringify(step.effects), atMs)
}

/** The number of the last entry, also where it was cut: none is given again, so that what came after it is after it. */
const LAST_ENTRY = `SELECT max(ifnull((SELECT max(entry) FROM pawl_journal), 0), ifnull((SELECT max(last_entry) FROM pawl_snapshot), 0))`

export function lastEntry({ sql }: Connection): number {
  return Number(sql(`${LAST_ENTRY} AS entry`).get()?.['entry'])
}

export function journalOf(
  { sql }: Connection,
  machine: AnyMachine,
  text: string,
  query: { readonly afterRevision?: number; readonly limit: number },
): readonly JournalEntry[] {
  assertLimit(query.limit)
  return sql('SELECT * FROM pawl_journal WHERE machine = ? AND key = ? AND revision > ? ORDER BY revision LIMIT ?')
    .all(machine.name, text, bound(query.afterRevision ?? 0, 'afterRevision'), query.limit)
    .map((row) => entryOf(machine, row))
}

export function historyOf(
  { sql }: Connection,
  machines: ReadonlyMap<string, AnyMachine>,
  query: { readonly afterEntry?: number; readonly limit: number },
): readonly JournalEntry[] {
  assertLimit(query.limit)
  return sql('SELECT * FROM pawl_journal WHERE entry > ? ORDER BY entry LIMIT ?')
    .all(bound(query.afterEntry ?? 0, 'afterEntry'), query.limit)
    .map((row) => entryOf(machineNamed(machines, String(row['machine'])), row))
}

export function takeoversOf({ sql }: Connection): readonly Takeover[] {
  return sql('SELECT machine, from_hash, to_hash, after_entry FROM pawl_takeover ORDER BY id')
    .all()
    .map((row) => ({
      machine: String(row['machine']),
      fromHash: String(row['from_hash']),
      toHash: String(row['to_hash']),
      afterEntry: Number(row['after_entry']),
    }))
}

export function entryOf(machine: AnyMachine, row: SqlRow): JournalEntry {
  return {
    entry: Number(row['entry']),
    machine: machine.name,
    key: keyFromText(machine, String(row['key'])),
    revision: Number(row['revision']),
    transition: String(row['transition']),
    input: parsedJson(String(row['input']), 'input') as JournalEntry['input'],
    effects: parsedJson(String(row['effects']), 'effects') as JournalEntry['effects'],
    atMs: Number(row['at_ms']),
  }
}

export function machineNamed(machines: ReadonlyMap<string, AnyMachine>, name: string): AnyMachine {
  const machine = machines.get(name)
  if (machine !== undefined) return machine
  throw new StoreError(
    'unknown_machine',
    `the file knows ${name}, which was not given when the store was opened. Give it in \`machines\`.`,
    { machine: name },
  )
}
