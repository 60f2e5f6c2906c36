/**
 * The oracle: a store in memory in which the specs themselves decide, as the reader reads them and the evaluator runs them. It shares
 * no kernel and no file with what it is compared with.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluator, type Message, type Row, type World } from '../../codegen/evaluate.js'
import { equal } from '../../codegen/equal.js'
import type { Machine } from '../../codegen/ir.js'
import { countersOf } from '../../codegen/verify/subject.js'
import type { AnyMachine, RowChange, Value } from '../../generated/machine.js'
import { storeOver } from '../../runtime/dispatch.js'
import { JOB_MACHINES, JOB_ROUTERS, type Memory, type Store } from '../../runtime/index.js'
import { dataOf, rowsOf } from '../../runtime/store/memory/data.js'
import { openMemoryFile } from '../../runtime/store/memory/index.js'
import type { Transaction } from '../../runtime/store/index.js'
import type { MemoryStoreOptions } from '../../runtime/store/types.js'
import { root } from '../house/sources.js'

type Rows = ReadonlyMap<string | number, Row>
type Own = { readonly phase: string; readonly [field: string]: unknown }

/** The module as it is, but decided by its spec. It is handed whole tables as its rows. */
function bySpec(module: AnyMachine): AnyMachine {
  const folder = module.name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
  const machine = JSON.parse(readFileSync(join(root, 'generated', folder, 'ir.json'), 'utf8')) as Machine
  const tables = machine.state.filter(({ type }) => type.kind === 'table').map(({ name }) => name)
  const scalars = machine.state.filter(({ type }) => type.kind !== 'table').map(({ name }) => name)
  const counters = countersOf(machine, module as never, tables)
  const { decide } = evaluator(machine)
  return {
    ...module,
    decide(state: Own, input, rows, bounds) {
      const whole = rows as unknown as { readonly [table: string]: Rows }
      const world: World = { phase: state.phase, ...picked(state, scalars), ...picked(whole, tables) }
      const answer = decide(world, input as Message, bounds)
      if (!answer.ok) return { ok: false, refusal: { ...answer.refusal, detail: {} } }
      const next = answer.state
      const sizes = Object.fromEntries(counters.map((counter, n) => [counter, (next[tables[n]!] as Rows).size]))
      return {
        ok: true,
        transition: answer.transition,
        state: next === world ? state : { phase: next.phase, ...picked(next, scalars), ...sizes },
        changes: tables.flatMap((table) => changesOf(table, whole[table]!, next[table] as Rows)),
        effects: answer.effects,
      }
    },
  }
}

function picked(from: { readonly [field: string]: unknown }, names: readonly string[]): { readonly [field: string]: unknown } {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

function changesOf(
  table: string,
  before: Rows,
  after: Rows,
): readonly RowChange<string, string | number, { readonly [column: string]: Value }>[] {
  const gone = [...before.keys()].filter((key) => !after.has(key))
  const put = [...after].filter(([key, row]) => !equal(before.get(key) ?? null, row))
  return [
    ...gone.map((key) => ({ table, op: 'remove' as const, key })),
    ...put.map(([key, row]) => ({ table, op: 'put' as const, key, row: row as { readonly [column: string]: Value } })),
  ]
}

const BY_SPEC: ReadonlyMap<string, AnyMachine> = new Map(JOB_MACHINES.map((machine) => [machine.name, bySpec(machine)]))

/** A store of jobs that the specs decide. Services speak to it as to any: with the generated modules. */
export async function openSpecStore(memory: Memory, options: Omit<MemoryStoreOptions, 'memory' | 'machines' | 'routers'>): Promise<Store> {
  const data = dataOf(memory)!
  const given = { ...options, machines: [...BY_SPEC.values()], routers: JOB_ROUTERS }
  const tableOf = (machine: AnyMachine, field: string, name: string, keyText: string): Rows =>
    new Map(
      [...rowsOf(data, name, keyText).values()].map((row) => {
        const decoded = machine.fromTableRow(field, row)
        if ('unreadable' in decoded) throw new Error(`${decoded.column} ${decoded.problem}`)
        return [decoded.key, decoded.row] as const
      }),
    )
  const withWholeTables = (transaction: Transaction): Transaction =>
    Object.create(transaction, {
      load: {
        value: (machine: AnyMachine, key: object) => {
          const loaded = transaction.load(machine, key)
          return {
            ...loaded,
            rows: Object.fromEntries(machine.rowTables.map(({ field, name }) => [field, tableOf(machine, field, name, loaded.keyText)])),
          }
        },
      },
    }) as Transaction

  const store = await storeOver({ ...given, file: memory.name }, async () => {
    const file = await openMemoryFile(memory, given)
    return { ...file, transact: (work) => file.transact((transaction) => work(withWholeTables(transaction))) }
  })
  const spec = (machine: AnyMachine): never => BY_SPEC.get(machine.name) as never
  return {
    ...store,
    dispatch: (machine, key, input) => store.dispatch(spec(machine), key as never, input as never),
    load: (machine, key) => store.load(spec(machine), key as never),
    find: (machine, query) => store.find(spec(machine), query),
    rows: (machine, key, table, query) => store.rows(spec(machine), key as never, table, query),
    row: (machine, key, table, rowKey) => store.row(spec(machine), key as never, table, rowKey),
    rowBy: (machine, key, table, column, value) => store.rowBy(spec(machine), key as never, table, column, value),
    journal: (machine, key, query) => store.journal(spec(machine), key as never, query),
    instances: (machine, query) => store.instances(spec(machine), query),
  }
}
