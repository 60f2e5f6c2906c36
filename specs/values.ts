/** The values that a running spec works on. They are immutable: each change answers with a new one. */

/** Are two values of a spec the same, field by field, row by row? */
export function same<A>(a: A, b: A): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof TableOf && b instanceof TableOf) return a.sameAs(b)
  if (a instanceof SetOf && b instanceof SetOf) return a.size === b.size && a.every((member) => b.has(member))
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, n) => same(item, b[n]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const left = Object.entries(a)
  return (
    left.length === Object.keys(b).length &&
    left.every(([field, value]) => Object.hasOwn(b, field) && same(value, (b as Record<string, unknown>)[field]))
  )
}

/** Keyed rows. `some`, `every`, `count` and `filter` are for properties: a transition reads single rows. A key may be a record. */
export class TableOf<K, R> {
  readonly #rows: ReadonlyMap<K, R>

  constructor(rows: Iterable<readonly [K, R]> = []) {
    this.#rows = new Map(rows)
  }

  /** The key as it stands in the table: of two equal records the one that is there. */
  #own(key: K): K {
    if (typeof key !== 'object' || this.#rows.has(key)) return key
    for (const other of this.#rows.keys()) if (same(other, key)) return other
    return key
  }

  get size(): number {
    return this.#rows.size
  }

  has(key: K): boolean {
    return this.#rows.has(this.#own(key))
  }

  get(key: K): R | null {
    return this.#rows.get(this.#own(key)) ?? null
  }

  /** The key of the one row that has this value in a `unique` column. */
  by<C extends keyof R>(column: C, value: R[C]): K | null {
    for (const [key, row] of this.#rows) if (same(row[column], value)) return key
    return null
  }

  put(key: K, row: R): TableOf<K, R> {
    return new TableOf([...this.#rows, [this.#own(key), row]])
  }

  /** Changes fields of a row that is there; without such a row, nothing. */
  with(key: K, fields: Partial<R>): TableOf<K, R> {
    const row = this.#rows.get(this.#own(key))
    return row === undefined ? this : this.put(key, { ...row, ...fields })
  }

  remove(key: K): TableOf<K, R> {
    const own = this.#own(key)
    return new TableOf([...this.#rows].filter(([other]) => other !== own))
  }

  some(holds: (row: R, key: K) => boolean): boolean {
    return [...this.#rows].some(([key, row]) => holds(row, key))
  }

  every(holds: (row: R, key: K) => boolean): boolean {
    return [...this.#rows].every(([key, row]) => holds(row, key))
  }

  count(holds: (row: R, key: K) => boolean): number {
    return this.filter(holds).size
  }

  filter(holds: (row: R, key: K) => boolean): TableOf<K, R> {
    return new TableOf([...this.#rows].filter(([key, row]) => holds(row, key)))
  }

  /** In a refinement: the same keys, each with what is made of its row. */
  map<T>(make: (row: R, key: K) => T): TableOf<K, T> {
    return new TableOf([...this.#rows].map(([key, row]) => [key, make(row, key)] as const))
  }

  /** For the oracle, which compares a spec's tables with a kernel's. */
  entries(): readonly (readonly [K, R])[] {
    return [...this.#rows]
  }

  sameAs(other: TableOf<K, R>): boolean {
    return this.size === other.size && this.every((row, key) => same(row, other.get(key)))
  }
}

/** A small set of scalars. */
export class SetOf<A> {
  readonly #members: ReadonlySet<A>

  constructor(members: Iterable<A> = []) {
    this.#members = new Set(members)
  }

  get size(): number {
    return this.#members.size
  }

  has(member: A): boolean {
    return this.#members.has(member)
  }

  add(member: A): SetOf<A> {
    return new SetOf([...this.#members, member])
  }

  remove(member: A): SetOf<A> {
    return new SetOf([...this.#members].filter((other) => other !== member))
  }

  some(holds: (member: A) => boolean): boolean {
    return [...this.#members].some(holds)
  }

  every(holds: (member: A) => boolean): boolean {
    return [...this.#members].every(holds)
  }

  /** For the oracle, which compares a spec's sets with a kernel's. */
  members(): readonly A[] {
    return [...this.#members]
  }
}
