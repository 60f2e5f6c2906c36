import { evaluator, keyWith } from '../evaluate.js'
import type { Bounds, Message, Row, World } from '../evaluate.js'
import type { Machine } from '../ir.js'
import { orAsRead } from './threw.js'

/** What is explored: something that answers, and has no memory of its own. */
export interface Subject {
  readonly initial: Situation
  answer(at: Situation, input: Message): Answered
}

/** A state as everybody sees it, and as the subject itself holds it. */
export interface Situation {
  readonly world: World
  readonly own: unknown
}

export type Answered =
  | { readonly ok: true; readonly transition: string; readonly next: Situation; readonly effects: readonly Message[] }
  | { readonly ok: false; readonly code: string; readonly transition: string | null }

/** The part of a generated module that decides. Said here too, because `codegen/` is built before anything is generated. */
export interface Kernel {
  readonly name: string
  readonly initial: { readonly phase: string }
  decide(
    state: Own,
    input: Message,
    rows: { readonly [table: string]: Reader },
    bounds: Bounds,
  ):
    | {
        readonly ok: true
        readonly transition: string
        readonly state: Own
        readonly changes: readonly Change[]
        readonly effects: readonly Message[]
      }
    | { readonly ok: false; readonly refusal: { readonly code: string; readonly transition: string | null } }
}

type Own = { readonly phase: string; readonly [field: string]: unknown }
type Reader = { get(key: string | number): Row | null; by(column: string, value: unknown): unknown }
type Change = { readonly table: string; readonly op: 'put' | 'remove'; readonly key: string | number; readonly row?: Row }

type Rows = ReadonlyMap<string | number, Row>

/** A generated kernel: its rows are kept beside its state, and read one by one, as the store reads them. */
export function kernelSubject(machine: Machine, kernel: Kernel, bounds: Bounds): Subject {
  const tables = machine.state.filter(({ type }) => type.kind === 'table').map(({ name }) => name)
  const scalars = machine.state.filter(({ type }) => type.kind !== 'table').map(({ name }) => name)
  const counters = countersOf(machine, kernel, tables)
  const { decide } = evaluator(machine)
  const open: Rows[] = tables.map(() => new Map())
  const readers = Object.fromEntries(
    tables.map((table, n) => [
      table,
      {
        get: (key: string | number) => open[n]!.get(key) ?? null,
        by: (column: string, value: unknown) => keyWith(open[n]!, column, value),
      },
    ]),
  )

  const situation = (own: Own, rows: readonly Rows[]): Situation => {
    const world: { -readonly [F in keyof World]: World[F] } = { phase: own.phase }
    for (const name of scalars) {
      if (name === '__proto__') define(world, own[name])
      else world[name] = own[name]
    }
    tables.forEach((table, n) => {
      if (own[counters[n]!] !== rows[n]!.size) {
        throw new Error(`the kernel counts ${String(own[counters[n]!])} rows in "${table}", which has ${rows[n]!.size}`)
      }
      if (table === '__proto__') define(world, rows[n])
      else world[table] = rows[n]
    })
    return { world, own }
  }

  return {
    initial: situation(kernel.initial, open),
    answer(at, input) {
      const { world, own } = at
      for (let n = 0; n < tables.length; n += 1) open[n] = world[tables[n]!] as Rows
      const decision = orAsRead(
        () => kernel.decide(own as Own, input, readers, bounds),
        () => decide(world, input, bounds),
      )
      if (!decision.ok) return { ok: false, code: decision.refusal.code, transition: decision.refusal.transition }
      const { transition, state, changes, effects } = decision
      // Its counters were looked at when it was made.
      if (state === own && changes.length === 0) return { ok: true, transition, next: at, effects }
      return { ok: true, transition, next: situation(state, changes.length === 0 ? open : changed(tables, open, changes)), effects }
    },
  }
}

/** An assignment to `__proto__` makes no field. */
function define(world: object, value: unknown): void {
  Object.defineProperty(world, '__proto__', { value, enumerable: true, configurable: true, writable: true })
}

/** The counters of a kernel's state are the fields that the spec does not have, in the order of its tables. */
export function countersOf(machine: Machine, kernel: Kernel, tables: readonly string[]): string[] {
  const fields = new Set(['phase', ...machine.state.map(({ name }) => name)])
  const counters = Object.keys(kernel.initial).filter((name) => !fields.has(name))
  if (counters.length !== tables.length) {
    throw new Error(
      `the kernel's state of ${machine.name} has ${counters.length} fields beside the spec's, and the spec ${tables.length} tables`,
    )
  }
  return counters
}

function changed(tables: readonly string[], open: readonly Rows[], changes: readonly Change[]): Rows[] {
  const rows = [...open]
  const copies = new Map<number, Map<string | number, Row>>()
  for (const { table, op, key, row } of changes) {
    const n = tables.indexOf(table)
    if (n < 0) throw new Error(`the kernel changes rows of "${table}", which is no table`)
    const copy = copies.get(n) ?? new Map(open[n]!)
    copies.set(n, copy)
    rows[n] = copy
    if (op === 'put') copy.set(key, row!)
    else copy.delete(key)
  }
  return rows
}

/** The IR itself, run by the evaluator: for a machine that no kernel was written for. */
export function evaluatorSubject(machine: Machine, bounds: Bounds): Subject {
  const { initial, decide } = evaluator(machine)
  return {
    initial: { world: initial, own: null },
    answer(at, input) {
      const answer = decide(at.world, input, bounds)
      if (!answer.ok) return { ok: false, code: answer.refusal.code, transition: answer.refusal.transition }
      const next = answer.state === at.world ? at : { world: answer.state, own: null }
      return { ok: true, transition: answer.transition, next, effects: answer.effects }
    },
  }
}
