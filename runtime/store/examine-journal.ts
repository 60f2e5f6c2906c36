/** The journal against the instances that it leads to, and entry by entry; and what was taken over when. */
import type { AnyMachine } from '../../generated/machine.js'
import { keyFromText, keyValues } from './columns.js'
import type { SqlRow } from './connection.js'
import type { Examination } from './examine.js'
import { isThere, machineOf, ourMachines } from './examine-tables.js'
import { unreadableOf } from './find.js'
import { BY_ROW_SCHEMA, lastEntry } from './journal.js'
import { FIRST_WITH_SNAPSHOTS } from './snapshots.js'
import { matching, quoted } from './tables.js'

/** What is wrong with the way to an instance's revision, from its beginning or from what stands for it; null: it is whole. */
export function journalSpan(
  { connection, schema }: Examination,
  machine: AnyMachine,
  { key, row, revision }: { readonly key: string; readonly row: number; readonly revision: number },
): string | null {
  const cut = schema < FIRST_WITH_SNAPSHOTS ? undefined : connection.sql(SNAPSHOT).get(machine.name, key)?.['revision']
  const begun = Number(cut ?? 0)
  const [column, instance] = schema < BY_ROW_SCHEMA ? ['key', key] : ['instance', row]
  const span = connection.sql(`${SPAN} WHERE machine = ? AND ${column} = ?`).get(machine.name, instance)
  const [first, last, steps] = [Number(span?.['first'] ?? begun + 1), Number(span?.['last'] ?? begun), Number(span?.['steps'])]
  if (last !== revision) return `it stands at revision ${revision}, and its journal leads to ${last}`
  if (first !== begun + 1)
    return `its journal begins with revision ${first}${begun > 0 ? `, and a snapshot stands for those to ${begun}` : ''}`
  return steps === last - begun ? null : `its journal has ${steps} steps from revision ${first} to ${last}`
}

const SNAPSHOT = 'SELECT revision FROM pawl_snapshot WHERE machine = ? AND key = ?'
const SPAN = 'SELECT min(revision) AS first, max(revision) AS last, count(*) AS steps FROM pawl_journal'

export async function examineJournal(examination: Examination): Promise<void> {
  const { looking, every, held } = examination
  const ours = ourMachines(examination)
  let atMs = 0
  await every('journal', 'pawl_journal', (row) => {
    const name = String(row['machine'])
    const where = `entry ${String(row['entry'])}, ${name} ${String(row['key'])}`
    const problem = entryProblem(row)
    if (problem !== null) return looking.found('entry_unreadable', `${where}: ${problem}`)
    if (!held.some((machine) => machine.name === name)) return looking.found('entry_unreadable', `${where}: the file knows no such machine`)
    const stepMs = Number(row['at_ms'])
    if (stepMs < atMs) looking.found('entry_unreadable', `${where}: is of ${stepMs}, and an entry before it of ${atMs}`)
    atMs = Math.max(atMs, stepMs)
    if (!ours.some((machine) => machine.name === name)) return
    const orphan = orphanProblem(examination, machineOf(examination, name)!, row)
    if (orphan !== null) looking.found('journal_differs', `${where}: ${orphan}`)
  })
  await judgeInstant(examination)
}

function entryProblem(row: SqlRow): string | null {
  const input = parsed(row['input'])
  if (typeof (input as { type?: unknown } | null)?.type !== 'string') return 'column input holds no input'
  if (!Array.isArray(parsed(row['effects']))) return 'column effects holds no list'
  if (!Array.isArray(parsed(row['key']))) return 'column key holds no key'
  if (row['transition'] === '') return 'column transition is empty'
  for (const [column, least] of [
    ['revision', 1],
    ['at_ms', 0],
  ] as const) {
    if (!Number.isSafeInteger(row[column]) || Number(row[column]) < least) return `column ${column} is ${String(row[column])}`
  }
  return null
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown
  } catch {
    return undefined
  }
}

/** Null: there is an instance of that key, and the entry is among its entries. */
function orphanProblem(examination: Examination, machine: AnyMachine, entry: SqlRow): string | null {
  const text = String(entry['key'])
  try {
    const instance = instanceOf(examination, machine, keyFromText(machine, text))
    if (instance === null) return 'there is no such instance'
    if (examination.schema < BY_ROW_SCHEMA || entry['instance'] === instance.row) return null
    return `it is among the entries of row ${String(entry['instance'])}, and its instance is row ${instance.row}`
  } catch (error) {
    return `no key can be made of it: ${unreadableOf(error, text).problem}`
  }
}

/** Null where no instance of that key was ever written. */
export function instanceOf(
  { connection }: Examination,
  machine: AnyMachine,
  key: object,
): { readonly row: number; readonly revision: number } | null {
  const { name, primaryKey } = machine.table
  const row = connection
    .sql(`SELECT pawl_row, pawl_revision FROM ${quoted(name)} WHERE ${matching(primaryKey)}`)
    .get(...keyValues(machine, key))
  return row === undefined ? null : { row: Number(row['pawl_row']), revision: Number(row['pawl_revision']) }
}

/** The highest instant stored is no less than that of the last step: time goes on from there, whatever a clock says. */
async function judgeInstant({ connection, looking, page }: Examination): Promise<void> {
  if (!isThere(connection, 'pawl_meta')) return
  await page(() => {
    const last = connection.sql('SELECT at_ms FROM pawl_journal ORDER BY entry DESC LIMIT 1').get()?.['at_ms'] ?? 0
    const held = connection.sql(`SELECT value FROM pawl_meta WHERE name = 'instant_ms'`).get()?.['value'] ?? 0
    if (Number(held) < Number(last))
      looking.found('notes_differ', `pawl_meta instant_ms is ${String(held)}, and the last step of ${String(last)}`)
  })
}

/** The last takeover of a machine is by the code that has it now, and none is of entries that were never written. */
export async function examineTakeovers({ connection, schema, held, looking, page }: Examination): Promise<void> {
  if (!isThere(connection, 'pawl_takeover')) return
  await page(() => {
    const rows = connection.sql('SELECT * FROM pawl_takeover ORDER BY id').all()
    const last = schema < FIRST_WITH_SNAPSHOTS ? Infinity : lastEntry(connection)
    for (const row of rows) {
      const where = `takeover ${String(row['id'])} of ${String(row['machine'])}`
      const machine = held.find(({ name }) => name === row['machine'])
      const isLast = rows.findLast((other) => other['machine'] === row['machine']) === row
      if (machine === undefined) looking.found('notes_differ', `${where}: the file knows no such machine`)
      else if (isLast && machine.hash !== row['to_hash']) looking.found('notes_differ', `${where}: is by another code than the file's`)
      if (Number(row['after_entry']) > last)
        looking.found('notes_differ', `${where}: is after entry ${String(row['after_entry'])} of ${last}`)
    }
    looking.saw('takeovers', rows.length)
  })
}
