/** Pages of instances and of rows. */
import type { AnyMachine } from '../../../generated/machine.js'
import { bound, encoded, keyText, keyValues } from '../columns.js'
import type { SqlRow } from '../connection.js'
import {
  type Receiver,
  type ReceiverQuery,
  assertLimit,
  decodedPage,
  indexed,
  judgeQuery,
  keyColumn,
  placeValues,
  receiverOf,
  rowPage,
} from '../find.js'
import { rowTable, uniqueColumn } from '../instances.js'
import type { Page, Place, Query, RowPage, RowQuery } from '../types.js'
import { type Data, instancesOf, rowsOf } from './data.js'
import { scanned } from './scan.js'

export function findInstances(data: Data, machine: AnyMachine, query: Query): Page<AnyMachine> {
  judgeQuery(query)
  const { columns, equals } = indexed(machine, query)
  const order = [...columns.slice(equals.length).map((column) => column.name), 'pawl_row']
  const rows = scanned(instancesOf(data, machine).values(), {
    equals: columns.slice(0, equals.length).map(({ name, encoding }, n) => [name, encoded(equals[n] ?? null, encoding)] as const),
    ...(query.atMost !== undefined && { atMost: [order[0] ?? '', query.atMost] as const }),
    order,
    ...(query.after !== undefined && { after: placeValues(query.after, order.length) }),
    limit: query.limit,
  })
  return { ...decodedPage(machine, rows), next: placeBehind(rows, order, query.limit) }
}

/** Every instance, in the order in which they were first written. */
export function pageOfInstances(
  data: Data,
  machine: AnyMachine,
  query: { readonly after?: Place; readonly limit: number },
): Page<AnyMachine> {
  assertLimit(query.limit)
  const order = ['pawl_row']
  const after = query.after === undefined ? [0] : placeValues(query.after, 1)
  const rows = scanned(instancesOf(data, machine).values(), { equals: [], order, after, limit: query.limit })
  return { ...decodedPage(machine, rows), next: placeBehind(rows, order, query.limit) }
}

/** Null where the page is not full: there is nothing behind it. */
function placeBehind(rows: readonly SqlRow[], order: readonly string[], limit: number): Place | null {
  const last = rows.at(-1)
  return rows.length < limit || last === undefined ? null : (JSON.stringify(order.map((column) => last[column])) as Place)
}

/** Instances whose key agrees, after that row: the receivers of a fan-out. */
export function receiverRows(data: Data, machine: AnyMachine, { where, after, limit }: ReceiverQuery): readonly Receiver[] {
  const equals = Object.entries(where).map(([field, value]) => [keyColumn(machine, field), value] as const)
  return scanned(instancesOf(data, machine).values(), { equals, order: ['pawl_row'], after: [after], limit }).map((row) =>
    receiverOf(machine, row),
  )
}

export function findRows(data: Data, machine: AnyMachine, key: object, field: string, query: RowQuery): RowPage {
  assertLimit(query.limit)
  const table = rowTable(machine, field)
  const by = query.by === undefined ? table.keyColumn : uniqueColumn(machine, table, query.by).name
  const instance = keyValues(machine, key)
  const read = scanned(rowsOf(data, table.name, keyText(instance)).values(), {
    equals: [],
    order: [by],
    ...(query.after !== undefined && { after: [bound(query.after, 'after')] }),
    limit: query.limit,
  })
  return rowPage(machine, table, { instance, by, limit: query.limit }, read)
}
