/** A list of whole numbers that grows, four bytes each. */
export class Ints {
  #items: Int32Array = new Int32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  at(n: number): number {
    return this.#items[n]!
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#items = grown(this.#items, this.#length * 2)
    this.#items[this.#length] = value
    this.#length += 1
  }

  /** All of them, as they are now. */
  list(): Int32Array {
    return this.#items.subarray(0, this.#length)
  }
}

/** States that are rows of as many numbers each, numbered in the order in which they came; each is kept once. */
export class Packed {
  readonly width: number
  #rows: Int32Array
  #count = 0
  /** Number of a row plus one, where its hash says or behind; 0 where there is none. */
  #places: Int32Array = new Int32Array(1 << 12)

  constructor(width: number) {
    this.width = width
    this.#rows = new Int32Array(width << 10)
  }

  get size(): number {
    return this.#count
  }

  /** The number of a state, which is new where it is the size that was. */
  add(row: Int32Array): number {
    if (this.#count * 2 >= this.#places.length) this.#rehash()
    const mask = this.#places.length - 1
    let place = hashOf(row, 0, this.width) & mask
    for (let held = this.#places[place]!; held !== 0; held = this.#places[place]!) {
      if (this.#isAt(held - 1, row)) return held - 1
      place = (place + 1) & mask
    }
    const at = this.#count
    if ((at + 1) * this.width > this.#rows.length) this.#rows = grown(this.#rows, this.#rows.length * 2)
    this.#rows.set(row, at * this.width)
    this.#places[place] = at + 1
    this.#count += 1
    return at
  }

  /** The number of a state that is there; null where it is not. */
  find(row: Int32Array): number | null {
    const mask = this.#places.length - 1
    let place = hashOf(row, 0, this.width) & mask
    for (let held = this.#places[place]!; held !== 0; held = this.#places[place]!) {
      if (this.#isAt(held - 1, row)) return held - 1
      place = (place + 1) & mask
    }
    return null
  }

  /** Copies a state out. */
  read(at: number, into: Int32Array): void {
    const start = at * this.width
    for (let n = 0; n < this.width; n += 1) into[n] = this.#rows[start + n]!
  }

  #isAt(at: number, row: Int32Array): boolean {
    const start = at * this.width
    for (let n = 0; n < this.width; n += 1) if (this.#rows[start + n] !== row[n]) return false
    return true
  }

  #rehash(): void {
    this.#places = new Int32Array(this.#places.length * 4)
    const mask = this.#places.length - 1
    for (let at = 0; at < this.#count; at += 1) {
      let place = hashOf(this.#rows, at * this.width, this.width) & mask
      while (this.#places[place] !== 0) place = (place + 1) & mask
      this.#places[place] = at + 1
    }
  }
}

function grown(from: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(length)
  larger.set(from)
  return larger
}

function hashOf(row: Int32Array, start: number, width: number): number {
  let hash = 0x811c9dc5
  for (let n = start; n < start + width; n += 1) {
    hash = Math.imul(hash ^ row[n]!, 0x01000193)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995)
  return (hash ^ (hash >>> 16)) >>> 0
}
