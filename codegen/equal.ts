export type Row = { readonly [field: string]: unknown }

/** Are two values the same, field by field, row by row? */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Map || b instanceof Map) {
    if (!(a instanceof Map && b instanceof Map) || a.size !== b.size) return false
    for (const [key, row] of a) if (!equal(row, rowAt(b, key))) return false
    return true
  }
  const fields = Object.keys(a)
  if (fields.length !== Object.keys(b).length) return false
  for (const field of fields) if (!Object.hasOwn(b, field) || !equal((a as Row)[field], (b as Row)[field])) return false
  return true
}

/** The order in which sets and tables stand: by value, text by code unit. Scalars of one type. */
export function byValue(a: unknown, b: unknown): number {
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0
}

/** The row of a key, which in a composition is a record and is found by its value: there are few. Undefined where there is none. */
export function rowAt<R>(rows: ReadonlyMap<unknown, R>, key: unknown): R | undefined {
  const row = rows.get(key)
  if (row !== undefined || typeof key !== 'object' || key === null) return row
  for (const [other, found] of rows) if (equal(other, key)) return found
  return undefined
}

/** The key of the row that has this value in a unique column, or null. */
export function keyWith(rows: ReadonlyMap<unknown, Row>, column: string, value: unknown): unknown {
  for (const [key, row] of rows) if (equal(row[column], value)) return key
  return null
}
