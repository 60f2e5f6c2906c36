/** Every accepted step, in the order of the commits: with its input and supplied fields, a kernel can go the way again. */
import type { AnyMachine, SqlValue } from '../../generated/machine.js'
import { bound, keyFromText, keyText, parsedJson } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { assertLimit, placeValues, unreadableOf } from './find.js'
import { type Loaded, rowNumber } from './instances.js'
import { quoted } from './tables.js'
import type { JournalEntry, Place, Takeover } from './types.js'
import type { StepPlace, Stray, StrayPage } from './upkeep.js'

export interface Step {
  readonly revision: number
  readonly transition: string
  readonly input: object
  readonly effects: readonly object[]
}

/** Under the number of the instance's row: those that are at work have numbers near each other, and keys all over the index. */
export function appendStep(
  connection: Connection,
  loaded: Loaded,
  step: Step,
  at: { readonly entry: number; readonly atMs: number },
): void {
  const { machine, row } = loaded
  const instance = row === null ? rowNumber(connection, machine, loaded.keyValues) : Number(row['pawl_row'])
  connection
    .sql(INSERT)
    .run(
      at.entry,
      machine.name,
      instance,
      loaded.keyText,
      step.revision,
      step.transition,
      JSON.stringify(step.input),
      JSON.stringify(step.effects),
      at.atMs,
    )
}

const INSERT = `INSERT INTO pawl_journal (entry, machine, instance, key, revision, transition, input, effects, at_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** The number of the last entry, also where it was cut: none is given again, so that what came after it is after it. */
export function lastEntry({ sql }: Connection): number {
  return Number(sql(LAST_ENTRY).get()?.['entry'])
}

const LAST_ENTRY = `SELECT max(ifnull((SELECT max(entry) FROM pawl_journal), 0), ifnull((SELECT max(last_entry) FROM pawl_snapshot), 0)) AS entry`

export function journalOf(
  connection: Connection,
  machine: AnyMachine,
  instance: readonly SqlValue[],
  query: { readonly afterRevision?: number; readonly limit: number },
): readonly JournalEntry[] {
  assertLimit(query.limit)
  const [column, value] = goesByKey(connection) ? ['key', keyText(instance)] : ['instance', rowNumber(connection, machine, instance)]
  return connection
    .sql(`SELECT * FROM pawl_journal WHERE machine = ? AND ${column} = ? AND revision > ? ORDER BY revision LIMIT ? + 0`)
    .all(machine.name, value, bound(query.afterRevision ?? 0, 'afterRevision'), query.limit)
    .map((row) => entryOf(machine, row))
}

/** A file that is only read may be of before: it was not brought to this schema. */
function goesByKey({ db }: Connection): boolean {
  return Number(db.pragma('user_version', { simple: true })) < BY_ROW_SCHEMA
}

/** The first in which the journal goes by rows: see `MIGRATIONS`. */
export const BY_ROW_SCHEMA = 4

export function historyOf(
  { sql }: Connection,
  machines: ReadonlyMap<string, AnyMachine>,
  query: { readonly afterEntry?: number; readonly limit: number },
): readonly JournalEntry[] {
  assertLimit(query.limit)
  return sql('SELECT * FROM pawl_journal WHERE entry > ? ORDER BY entry LIMIT ? + 0')
    .all(bound(query.afterEntry ?? 0, 'afterEntry'), query.limit)
    .map((row) => entryOf(machineNamed(machines, String(row['machine'])), row))
}

export function stepsAfter(
  { sql }: Connection,
  machines: ReadonlyMap<string, AnyMachine>,
  query: { readonly afterEntry?: number; readonly limit: number },
): readonly StepPlace[] {
  assertLimit(query.limit)
  return sql('SELECT entry, machine, key, revision, at_ms FROM pawl_journal WHERE entry > ? ORDER BY entry LIMIT ? + 0')
    .all(bound(query.afterEntry ?? 0, 'afterEntry'), query.limit)
    .map((row) => stepPlaceOf(machines, row))
}

/** From instance to instance, however many entries each has; first those of before that have no number. */
export function pageOfStrays(
  connection: Connection,
  machine: AnyMachine,
  query: { readonly after?: Place; readonly limit: number },
): StrayPage<AnyMachine> {
  assertLimit(query.limit)
  const { sql } = connection
  const after = query.after === undefined ? null : Number(placeValues(query.after, 1)[0])
  // Of a file of before nobody knows without looking at each entry.
  if (goesByKey(connection)) return { strays: [], next: null }
  const unnumbered = 'SELECT key, max(revision) AS revision FROM pawl_journal WHERE machine = ? AND instance IS NULL GROUP BY key'
  const strays =
    after !== null
      ? []
      : sql(unnumbered)
          .all(machine.name)
          .map((row) => strayOf(machine, row))
  const next = sql('SELECT instance, key FROM pawl_journal WHERE machine = ? AND instance > ? ORDER BY instance LIMIT 1')
  const isThere = sql(`SELECT 1 FROM ${quoted(machine.table.name)} WHERE pawl_row = ?`)
  const last = sql('SELECT key, max(revision) AS revision FROM pawl_journal WHERE machine = ? AND instance = ?')
  let instance = after ?? 0
  for (let looked = 0; looked < query.limit; looked += 1) {
    const row = next.get(machine.name, instance)
    if (row === undefined) return { strays, next: null }
    instance = Number(row['instance'])
    if (isThere.get(instance) === undefined) strays.push(strayOf(machine, last.get(machine.name, instance)!))
  }
  return { strays, next: JSON.stringify([instance]) as Place }
}

export function strayOf(machine: AnyMachine, row: SqlRow): Stray<AnyMachine> {
  const [text, revision] = [String(row['key']), Number(row['revision'])]
  try {
    return { key: keyFromText(machine, text), revision }
  } catch (error) {
    return { key: unreadableOf(error, text).key, revision }
  }
}

export function stepPlaceOf(machines: ReadonlyMap<string, AnyMachine>, row: SqlRow): StepPlace {
  const machine = machines.get(String(row['machine']))
  const text = String(row['key'])
  const key = machine === undefined ? text : strayOf(machine, row).key
  return {
    entry: Number(row['entry']),
    machine: String(row['machine']),
    key: key as StepPlace['key'],
    revision: Number(row['revision']),
    atMs: Number(row['at_ms']),
  }
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
