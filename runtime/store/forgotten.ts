/** What is stored and a later version can make nothing of: read row by row, one in memory at a time, until the first is found. */
import type { AnyMachine, RouteModule, RouterModule, RowTable, Table } from '../../generated/machine.js'
import { messageOf } from '../thrown.js'
import { isUnreadable, keyFromText, keyText, parsedJson } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import type { Misfit } from './shape.js'
import { isRowTable, quoted, tablesOf } from './tables.js'

export function unreadable(connection: Connection, machine: AnyMachine): Misfit | null {
  for (const table of tablesOf(machine)) {
    const found = unreadableAmong(connection.db.prepare<[], SqlRow>(`SELECT * FROM ${quoted(table.name)}`).iterate(), machine, table)
    if (found !== null) return found
  }
  return null
}

export function unreadableAmong(rows: Iterable<SqlRow>, machine: AnyMachine, table: Table | RowTable): Misfit | null {
  const problemOf = isRowTable(table) ? rowProblem(machine, table.field) : instanceProblem(machine)
  for (const row of rows) {
    const found = problemOf(row)
    if (found === null) continue
    const key = keyText(table.primaryKey.map((column) => row[column] as string | number))
    return {
      reason: 'row_unreadable',
      problem: `of ${table.name} ${key} it can make nothing: column ${found.column} ${found.problem}. Let it read what the file holds.`,
      facts: { table: table.name, key, column: found.column, problem: found.problem },
    }
  }
  return null
}

type ProblemOf = (row: SqlRow) => { readonly column: string; readonly problem: string } | null

/** Of a row of the machine's own table. */
export function instanceProblem(machine: AnyMachine): ProblemOf {
  return (row) => {
    const key: object = machine.keyOf(row)
    if (isUnreadable(key)) return key
    const state: { readonly phase: string } = machine.fromRow(row)
    if (isUnreadable(state)) return state
    return machine.phases.includes(state.phase) ? null : { column: 'phase', problem: `holds "${state.phase}", which is none of its phases` }
  }
}

function rowProblem(machine: AnyMachine, field: string): ProblemOf {
  return (row) => {
    const decoded = machine.fromTableRow(field, row)
    return isUnreadable(decoded) ? decoded : null
  }
}

interface Carriers {
  readonly machines: readonly AnyMachine[]
  readonly routers: readonly RouterModule[]
}

/** The first message under way, from this machine or to it, that its receiver would not take as one. */
export function unreadableMessage({ db }: Connection, machine: AnyMachine, carriers: Carriers): Misfit | null {
  const rows = db.prepare<[], SqlRow>('SELECT id, key, router, route, effect FROM pawl_outbox ORDER BY id').iterate()
  return unreadableMessageAmong(rows, machine, carriers)
}

export function unreadableMessageAmong(rows: Iterable<SqlRow>, { name }: AnyMachine, { machines, routers }: Carriers): Misfit | null {
  const routes = new Map(routers.flatMap((router) => router.routes.map((route) => [`${router.name} ${route.name}`, route] as const)))
  for (const row of rows) {
    const route = routes.get(`${String(row['router'])} ${String(row['route'])}`)
    if (route === undefined || (route.from !== name && route.to !== name)) continue
    const why = notTaken(row, route, machines)
    if (why === null) continue
    return {
      reason: 'message_unreadable',
      problem: `a message of ${route.name} is under way and would not be taken: ${why}. Let the earlier version deliver it first.`,
      facts: { route: route.name, message: Number(row['id']) },
    }
  }
  return null
}

/** Why a message under way would not be one to its receiver by that route; null where it would, or where one of the two is not there. */
export function notTaken(row: SqlRow, route: RouteModule, machines: readonly AnyMachine[]): string | null {
  const from = machines.find((machine) => machine.name === route.from)
  const to = machines.find((machine) => machine.name === route.to)
  if (from === undefined || to === undefined) return null
  try {
    const effect = parsedJson(String(row['effect']), 'effect') as object
    const source = keyFromText(from, String(row['key']))
    to.parseInput(route.inputOf(effect, source))
    if (route.target === 'one') to.parseKey(route.keyOf(effect, source))
    return null
  } catch (error) {
    return messageOf(error)
  }
}
