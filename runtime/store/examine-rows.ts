/** Every row of every machine whose code is here: a state can be made of it, its tables are whole, and its journal leads to it. */
import type { AnyMachine, RowTable, SqlValue } from '../../generated/machine.js'
import { WireError } from '../../generated/machine.js'
import { isUnreadable, keyText } from './columns.js'
import type { SqlRow } from './connection.js'
import { type Examination, guarded } from './examine.js'
import { journalSpan } from './examine-journal.js'
import { machineOf, ourMachines } from './examine-tables.js'
import { instanceProblem } from './forgotten.js'
import { matching, quoted } from './tables.js'

export async function examineRows(examination: Examination): Promise<void> {
  for (const { name } of ourMachines(examination)) {
    const machine = machineOf(examination, name)!
    await guarded(examination, `rows of ${name}`, () => examineInstances(examination, machine))
    for (const table of machine.rowTables)
      await guarded(examination, `rows of ${table.name}`, () => examineTable(examination, machine, table))
  }
}

async function examineInstances(examination: Examination, machine: AnyMachine): Promise<void> {
  const { looking, every, connection } = examination
  const { name, primaryKey } = machine.table
  const counts = machine.rowTables.map((table) => {
    const where = matching(table.primaryKey.slice(0, -1))
    return { table, count: connection.sql(`SELECT count(*) AS rows FROM ${quoted(table.name)} WHERE ${where}`) }
  })
  await every(`rows of ${name}`, name, (row) => {
    const key = primaryKey.map((column) => row[column] as SqlValue)
    const text = keyText(key)
    const problem = problemOf(machine, row)
    if (problem !== null) return looking.found('row_unreadable', `${name} ${text}, column ${problem.column}: ${problem.problem}`)
    for (const { table, count } of counts) {
      // The machine counts its rows in a field of this name, where it asks how many there are.
      const counted = row[`${table.field}Size`]
      const rows = counted === undefined ? undefined : count.get(...key)?.['rows']
      if (rows !== counted)
        looking.found('size_differs', `${name} ${text}: ${String(rows)} rows in ${table.name}, and ${String(counted)} were counted`)
    }
    const gap = journalSpan(examination, machine, {
      key: text,
      row: Number(row['pawl_row']),
      revision: Number(row['pawl_revision']),
    })
    if (gap !== null) looking.found('journal_differs', `${name} ${text}: ${gap}`)
  })
}

/** Null: a state can be made of it. */
function problemOf(machine: AnyMachine, row: SqlRow): { readonly column: string; readonly problem: string } | null {
  const unread = instanceProblem(machine)(row)
  if (unread !== null) return unread
  try {
    machine.parseKey(machine.keyOf(row))
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { column: error.path, problem: error.message }
  }
  for (const [column, least] of [
    ['pawl_revision', 1],
    ['pawl_updated_at_ms', 0],
  ] as const) {
    if (!Number.isSafeInteger(row[column]) || Number(row[column]) < least) return { column, problem: `is ${String(row[column])}` }
  }
  return null
}

async function examineTable(examination: Examination, machine: AnyMachine, table: RowTable): Promise<void> {
  const { looking, every, connection } = examination
  const owner = table.primaryKey.slice(0, -1)
  const there = connection.sql(`SELECT 1 FROM ${quoted(machine.table.name)} WHERE ${matching(machine.table.primaryKey)}`)
  await every(`rows of ${table.name}`, table.name, (row) => {
    const instance = owner.map((column) => row[column] as SqlValue)
    const text = keyText([...instance, row[table.keyColumn] as SqlValue])
    const decoded = machine.fromTableRow(table.field, row)
    if (isUnreadable(decoded)) return looking.found('row_unreadable', `${table.name} ${text}, column ${decoded.column}: ${decoded.problem}`)
    if (there.get(...instance) === undefined) looking.found('row_orphaned', `${table.name} ${text}`)
    looking.row({ machine: machine.name, field: table.field, instance: keyText(instance) }, decoded)
  })
}
