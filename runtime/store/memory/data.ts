/**
 * What a store in memory keeps: rows of the same columns as in a file, so that both are read by the same decoders. Every change is
 * noted with its way back, until the transaction that made it is committed.
 */
import type { AnyMachine } from '../../../generated/machine.js'
import type { SqlRow } from '../connection.js'
import { StoreError } from '../errors.js'
import type { ChangedBy } from '../types.js'

/** What stores that were opened with it keep. It lives as long as somebody holds it; nobody looks into it but they. */
export interface Memory {
  /** How errors call it, and `Store.file` of what is opened with it. */
  readonly name: string
}

export interface Data {
  /** Machine -> the instance's key as text -> its row, in the order in which they were first written. */
  readonly instances: Map<string, Rows>
  /** Table -> the instance's key as text -> the row's key -> the row. */
  readonly tables: Map<string, Map<string, Rows>>
  /** By their numbers, in the order of these. */
  readonly journal: Rows
  readonly outbox: Rows
  readonly deadLetters: Rows
  readonly takeovers: Rows
  /** By machine and key of the instance as one text. */
  readonly snapshots: Rows
  /** By that and the table's name as one text: by the row's key the row as it was. */
  readonly snapshotRows: Map<string, Rows>
  readonly machines: Map<string, HeldMachine>
  readonly routers: Map<string, HeldRouter>
  readonly meta: Map<Meta, number>
  /** Told of every commit: one for each store that is open. */
  readonly openings: Set<(by: ChangedBy) => void>
}

export type Rows = Map<string | number, SqlRow>

/** `last_…` are the highest numbers that were given: none is given again. */
type Meta = 'instant_ms' | 'epoch' | 'last_entry' | 'last_message' | 'last_dead_letter'

export interface HeldMachine {
  readonly machine: AnyMachine
  readonly shape: string
}

export interface HeldRouter {
  readonly version: number
  readonly routes: string
  readonly senders: readonly string[]
}

const kept = new WeakMap<Memory, Data>()

/**
 * A memory of its own, empty. Stores that are opened with it see what the others have committed, also after all were closed. Its name, one
 * character or more, is for people; anything else is thrown as `StoreError` with `bad_options`.
 */
export function memoryOf(name = 'memory'): Memory {
  if (typeof name !== 'string' || name === '')
    throw new StoreError('bad_options', 'name is no text of one character or more.', { option: 'name' })
  const memory = { name }
  kept.set(memory, {
    instances: new Map(),
    tables: new Map(),
    journal: new Map(),
    outbox: new Map(),
    deadLetters: new Map(),
    takeovers: new Map(),
    snapshots: new Map(),
    snapshotRows: new Map(),
    machines: new Map(),
    routers: new Map(),
    meta: new Map([['epoch', 1]]),
    openings: new Set(),
  })
  return memory
}

/** Null: it was not made by `memoryOf`. */
export function dataOf(memory: Memory): Data | null {
  return kept.get(memory) ?? null
}

export function metaOf(data: Data, name: Meta): number {
  return data.meta.get(name) ?? 0
}

/** Writes, and the way back from each. */
export interface Writer {
  set<K, V>(map: Map<K, V>, key: K, value: V): void
  /** False where there was nothing. */
  remove<K, V>(map: Map<K, V>, key: K): boolean
  /** The next number of a kind. */
  next(data: Data, name: Meta): number
  /** How much was written: a place to go back to. */
  place(): number
  /** Undoes what was written after that place, the last first. */
  backTo(place: number): void
  /** What was written stays. */
  keep(): void
}

export function writer(): Writer {
  const undo: (() => void)[] = []
  const set = <K, V>(map: Map<K, V>, key: K, value: V): void => {
    const before = map.get(key)
    undo.push(before === undefined ? () => map.delete(key) : () => map.set(key, before))
    map.set(key, value)
  }
  return {
    set,
    remove(map, key) {
      const before = map.get(key)
      if (before === undefined) return false
      undo.push(() => map.set(key, before))
      return map.delete(key)
    },
    next(data, name) {
      const number = metaOf(data, name) + 1
      set(data.meta, name, number)
      return number
    },
    place: () => undo.length,
    backTo(place) {
      for (const step of undo.splice(place).toReversed()) step()
    },
    keep: () => void (undo.length = 0),
  }
}

/** The rows of a machine's instances; an empty map of nobody's where nothing was ever written. */
export function instancesOf({ instances }: Data, machine: AnyMachine): ReadonlyMap<string | number, SqlRow> {
  return instances.get(machine.name) ?? NOTHING
}

/** The rows of a table of one instance. */
export function rowsOf({ tables }: Data, table: string, instance: string): ReadonlyMap<string | number, SqlRow> {
  return tables.get(table)?.get(instance) ?? NOTHING
}

const NOTHING: ReadonlyMap<string | number, SqlRow> = new Map()

/** The map there, made where there is none: an empty one says nothing, and needs no way back. */
export function within<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const there = maps.get(key) ?? new Map<L, V>()
  maps.set(key, there)
  return there
}
