/** Rows that agree with a query, in its order: looked through one by one, and sorted as a file sorts them. */
import type { SqlValue } from '../../../generated/machine.js'
import type { SqlRow } from '../connection.js'

export interface Scan {
  /** Column -> value. Null agrees with null. */
  readonly equals: readonly (readonly [column: string, value: SqlValue])[]
  /** Null is no value that is less than another. */
  readonly atMost?: readonly [column: string, value: SqlValue]
  readonly order: readonly string[]
  /** Values of the columns of the order: what comes behind them. */
  readonly after?: readonly SqlValue[]
  readonly limit: number
}

export function scanned(rows: Iterable<SqlRow>, { equals, atMost, order, after, limit }: Scan): readonly SqlRow[] {
  const agrees = (row: SqlRow): boolean =>
    equals.every(([column, value]) => compared(valueIn(row, column), value) === 0) &&
    (atMost === undefined || (valueIn(row, atMost[0]) !== null && compared(valueIn(row, atMost[0]), atMost[1]) <= 0)) &&
    (after === undefined || inOrder(order.map((column, n) => compared(valueIn(row, column), after[n] ?? null))) > 0)
  return [...rows]
    .filter(agrees)
    .sort((one, other) => inOrder(order.map((column) => compared(valueIn(one, column), valueIn(other, column)))))
    .slice(0, limit)
}

function valueIn(row: SqlRow, column: string): SqlValue {
  return row[column] as SqlValue
}

function inOrder(columns: readonly number[]): number {
  return columns.find((column) => column !== 0) ?? 0
}

/** As SQLite orders: null, then numbers, then texts by their bytes. */
export function compared(one: SqlValue, other: SqlValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))
  return RANKS.indexOf(kindOf(one)) - RANKS.indexOf(kindOf(other))
}

/** What is no number is none in a file either. */
function kindOf(value: SqlValue): string {
  return value === null || Number.isNaN(value) ? 'null' : typeof value
}

const RANKS = ['null', 'number', 'string']
