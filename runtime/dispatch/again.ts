/**
 * Decides again what was decided once: an instance goes its way step by step, from its beginning or from a snapshot, its rows in
 * memory. Nothing is written. What the journal says otherwise than the kernel is answered, and the instance stays where it was.
 */
import { WireError, type AnyMachine, type Bounds, type TableReader, type Value } from '../../generated/machine.js'
import { canonicalText } from '../store/columns.js'
import { lastOfEachRow } from '../store/instances.js'
import type { JournalEntry, Row } from '../store/types.js'
import { messageOf } from '../thrown.js'

type Fields = { readonly [field: string]: Value }

export interface Again {
  /** Null: it is decided the same, and the instance has gone on. */
  take(step: Pick<JournalEntry, 'input' | 'transition' | 'effects'>): Otherwise | null
  /** The first column of the instance's row that this state has otherwise; null where there is none. */
  otherColumn(key: object, state: object): string | null
  /** Whether this row of a table is as it stands here. */
  hasRow(field: string, row: Row): boolean
  countRows(field: string): number
}

export interface Otherwise {
  /**
   * `unknown_input`: the machine takes no such input. `refused`, `other_transition`, `other_effects`: the kernel decides otherwise. `threw`: it
   * decides nothing.
   */
  readonly code: 'unknown_input' | 'refused' | 'other_transition' | 'other_effects' | 'threw'
  /** It names fields, and no value of one. */
  readonly problem: string
}

export interface Standing {
  readonly state: { readonly phase: string }
  readonly rows: { readonly [table: string]: readonly Row[] }
}

/** `from` null: where every instance begins. */
export function decideAgain(machine: AnyMachine, bounds: Bounds, from: Standing | null): Again {
  let state: { readonly phase: string } = from?.state ?? machine.initial
  const tables = new Map(machine.rowTables.map(({ field }) => [field, keptRows(from?.rows[field] ?? [])]))
  const readers = Object.fromEntries(tables)

  const decided = (input: JournalEntry['input']) => {
    try {
      return machine.decide(state, input, readers, bounds)
    } catch (error) {
      return messageOf(error)
    }
  }

  return {
    take({ input, transition, effects }) {
      const odd = oddIn(machine, input)
      if (odd !== null) return { code: 'unknown_input', problem: `${input.type}: ${odd}` }
      const decision = decided(input)
      if (typeof decision === 'string') return { code: 'threw', problem: `${input.type}: the kernel threw: ${decision}` }
      if (!decision.ok) return { code: 'refused', problem: `${transition} stands, and ${input.type} is refused: ${decision.refusal.code}` }
      if (decision.transition !== transition)
        return { code: 'other_transition', problem: `${transition} stands, and ${input.type} leads by ${decision.transition}` }
      const other = otherEffect(effects, decision.effects as JournalEntry['effects'])
      if (other !== null) return { code: 'other_effects', problem: `${transition}: ${other}` }
      state = decision.state
      // All leave their places first, so that values of unique columns may change hands within one step.
      const last = lastOfEachRow(decision.changes)
      for (const { table, key } of last) tables.get(table)!.remove(key)
      for (const change of last) if (change.op === 'put') tables.get(change.table)!.put(change.key, change.row)
      return null
    },
    otherColumn(key, stored) {
      const [here, there] = [machine.toRow(key, state), machine.toRow(key, stored)]
      return machine.table.columns.find(({ name }) => here[name] !== there[name])?.name ?? null
    },
    hasRow(field, { key, row }) {
      const here = tables.get(field)!.get(key)
      return here !== null && canonicalText(here) === canonicalText(row)
    },
    countRows: (field) => tables.get(field)!.count(),
  }
}

/** What is wrong with an input, whoever chose its fields; null where nothing is. */
export function oddIn(machine: AnyMachine, input: JournalEntry['input']): string | null {
  const supplied = Object.hasOwn(machine.supplied, input.type) ? machine.supplied[input.type]! : {}
  for (const [field, { source }] of Object.entries(supplied)) {
    const value = input[field]
    if (source === 'ids' ? typeof value !== 'string' : !Number.isSafeInteger(value) || Number(value) < 0)
      return `${field} is none of its type`
  }
  const sent = Object.fromEntries(Object.entries(input).filter(([field]) => !Object.hasOwn(supplied, field)))
  try {
    const parsed: unknown = machine.parseInput(sent)
    return canonicalText(parsed as Fields) === canonicalText(sent) ? null : 'it is not spelt as it was taken'
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return `${error.path === '' ? 'it' : error.path} is not what the machine takes`
  }
}

function otherEffect(stored: JournalEntry['effects'], decided: JournalEntry['effects']): string | null {
  if (!Array.isArray(stored) || stored.length !== decided.length) return `there are ${decided.length} effects, and not as many stand`
  const at = decided.findIndex((effect, n) => canonicalText(effect) !== canonicalText(stored[n] ?? null))
  return at < 0 ? null : `effect ${at + 1}, ${decided[at]!.type}, stands otherwise`
}

interface KeptRows extends TableReader<string | number, Fields> {
  put(key: string | number, row: Fields): void
  remove(key: string | number): void
  count(): number
}

/** Rows of one table. A unique column is looked up by an index that is made with the first question for it. */
function keptRows(rows: readonly Row[]): KeptRows {
  const byKey = new Map<string | number, Fields>()
  const indexes = new Map<string, Map<string, string | number>>()
  const indexed = (index: Map<string, string | number>, column: string, key: string | number, row: Fields): void => {
    const value = row[column] ?? null
    if (value !== null) index.set(canonicalText(value), key)
  }
  const indexOf = (column: string): ReadonlyMap<string, string | number> => {
    const known = indexes.get(column)
    if (known !== undefined) return known
    const made = new Map<string, string | number>()
    for (const [key, row] of byKey) indexed(made, column, key, row)
    indexes.set(column, made)
    return made
  }
  const put = (key: string | number, row: Fields): void => {
    byKey.set(key, row)
    for (const [column, index] of indexes) indexed(index, column, key, row)
  }
  for (const { key, row } of rows) put(key, row)
  return {
    get: (key) => byKey.get(key) ?? null,
    by: (column, value) => (value === null ? null : (indexOf(column).get(canonicalText(value)) ?? null)),
    put,
    remove(key) {
      const row = byKey.get(key)
      if (row === undefined) return
      byKey.delete(key)
      for (const [column, index] of indexes) {
        const text = canonicalText(row[column] ?? null)
        if (index.get(text) === key) index.delete(text)
      }
    },
    count: () => byKey.size,
  }
}
