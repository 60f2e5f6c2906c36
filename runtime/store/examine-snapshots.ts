/** What stands for cut parts of journals: each snapshot can be read, with its rows, and its instance has gone on from there. */
import type { AnyMachine, SqlValue } from '../../generated/machine.js'
import { keyValues } from './columns.js'
import type { SqlRow } from './connection.js'
import type { Examination } from './examine.js'
import { instanceOf } from './examine-journal.js'
import { isThere, machineOf, ourMachines } from './examine-tables.js'
import { unreadableOf } from './find.js'
import { decodedSnapshot, decodedSnapshotRows } from './snapshots.js'

export async function examineSnapshots(examination: Examination): Promise<void> {
  const { connection, every, held, looking } = examination
  // A file of an earlier schema keeps none.
  if (!isThere(connection, 'pawl_snapshot')) return
  const ours = new Set(ourMachines(examination).map(({ name }) => name))
  await every('snapshots', 'pawl_snapshot', (row) => {
    if (!held.some(({ name }) => name === row['machine']))
      return looking.found('snapshot_unreadable', `${nameOf(row)}: the file knows no such machine`)
    // What another code wrote is told among the tables.
    if (!ours.has(String(row['machine']))) return looking.cut('snapshots')
    const problem = snapshotProblem(examination, machineOf(examination, String(row['machine']))!, row)
    if (problem !== null) looking.found('snapshot_unreadable', `${nameOf(row)}: ${problem}`)
  })
  const snapshots = connection.sql('SELECT * FROM pawl_snapshot WHERE id = ?')
  await every('rows of snapshots', 'pawl_snapshot_row', (row) => {
    const where = `row ${JSON.stringify(row['row_key'])} of ${String(row['table_name'])}`
    const snapshot = snapshots.get(row['snapshot'] as SqlValue)
    if (snapshot === undefined) return looking.found('snapshot_unreadable', `${where}: is of no snapshot`)
    if (!ours.has(String(snapshot['machine']))) return looking.cut('rows of snapshots')
    const problem = rowProblem(machineOf(examination, String(snapshot['machine']))!, snapshot, row)
    if (problem !== null) looking.found('snapshot_unreadable', `${nameOf(snapshot)}, ${where}: ${problem}`)
  })
}

function nameOf(snapshot: SqlRow): string {
  return `snapshot of ${String(snapshot['machine'])} ${String(snapshot['key'])}`
}

function snapshotProblem(examination: Examination, machine: AnyMachine, row: SqlRow): string | null {
  try {
    const { key, revision, state, lastEntry, atMs } = decodedSnapshot(machine, row)
    const standing = instanceOf(examination, machine, key as object)?.revision ?? null
    if (standing === null) return 'there is no such instance'
    if (!(revision >= 1 && revision <= standing)) return `it is of revision ${revision}, and its instance stands at ${standing}`
    // Each step that was cut was an entry of its own.
    if (!(lastEntry >= revision && Number.isSafeInteger(lastEntry))) return `its last entry is ${lastEntry}, after ${revision} steps`
    if (!(Number.isSafeInteger(atMs) && atMs >= 0)) return `it is of ${atMs}`
    return countProblem(examination, machine, Number(row['id']), state as { readonly [field: string]: unknown })
  } catch (error) {
    const { column, problem } = unreadableOf(error, String(row['key']))
    return `column ${column}: ${problem}`
  }
}

function countProblem(
  { connection }: Examination,
  machine: AnyMachine,
  id: number,
  state: { readonly [field: string]: unknown },
): string | null {
  const count = connection.sql('SELECT count(*) AS rows FROM pawl_snapshot_row WHERE snapshot = ? AND table_name = ?')
  for (const { name, field } of machine.rowTables) {
    const counted = state[`${field}Size`]
    const rows = count.get(id, name)?.['rows']
    if (counted !== undefined && rows !== counted) return `it has ${String(rows)} rows of ${name}, and ${String(counted)} were counted`
  }
  return null
}

function rowProblem(machine: AnyMachine, snapshot: SqlRow, row: SqlRow): string | null {
  const table = machine.rowTables.find(({ name }) => name === row['table_name'])
  if (table === undefined) return 'its machine has no such table'
  try {
    const instance = keyValues(machine, decodedSnapshot(machine, snapshot).key as object)
    const { rows, unreadable } = decodedSnapshotRows(machine, table, instance, [row], 1)
    const [broken] = unreadable
    if (broken !== undefined) return `column ${broken.column}: ${broken.problem}`
    return rows[0]!.key === row['row_key'] ? null : `it is of ${JSON.stringify(rows[0]!.key)}`
  } catch (error) {
    // Told of the snapshot itself.
    unreadableOf(error, String(snapshot['key']))
    return null
  }
}
