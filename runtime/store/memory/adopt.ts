/** Whether a machine's and a router's code may work on a memory: by the same rules as on a file, and with the same words. */
import type { AnyMachine, RouterModule, RowTable, Table } from '../../../generated/machine.js'
import type { Clock } from '../../clock.js'
import { NOT_RAISED, OLDER, type Takeover, machineDiffers } from '../adopt-machine.js'
import { assertCarries, assertRouterGiven, routesText, sendersOf } from '../adopt-router.js'
import type { SqlRow } from '../connection.js'
import { StoreError } from '../errors.js'
import { unreadableAmong, unreadableMessageAmong } from '../forgotten.js'
import { firstValueBeside, noFirstValue, notUnique } from '../reshape.js'
import type { Code } from '../schema.js'
import { type HeldTable, type Misfit, type Step, shapeText, stepsTo } from '../shape.js'
import { instantFrom } from '../sources.js'
import { isRowTable, tablesOf } from '../tables.js'
import { type Data, type Rows, type Writer, metaOf, writer } from './data.js'
import { twiceIn } from './instances.js'

/** Brings the memory to this code, or changes nothing and says why not. */
export function adopt(data: Data, code: Code, clock: Clock): void {
  const write = writer()
  try {
    const atMs = instantFrom(clock, metaOf(data, 'instant_ms'))
    const machines = code.machines.filter((machine) => adoptMachine(data, write, machine, { ...code, atMs }))
    const routers = code.routers.filter((router) => adoptRouter(data, write, router, code.machines))
    assertNoRouterMissing(data, code)
    if (machines.length === 0 && routers.length === 0) return
    write.next(data, 'epoch')
    write.set(data.meta, 'instant_ms', atMs)
  } catch (error) {
    write.backTo(0)
    throw error
  }
}

function adoptMachine(data: Data, write: Writer, machine: AnyMachine, takeover: Takeover): boolean {
  const held = data.machines.get(machine.name)
  if (held?.machine.hash === machine.hash) return false
  write.set(data.machines, machine.name, { machine, shape: shapeText(machine) })
  if (held === undefined) return true
  const refuse = (misfit: Misfit): StoreError => machineDiffers(machine, held.machine.version, misfit)
  if (held.machine.version > machine.version) throw refuse(OLDER)
  if (isInUse(data, machine)) {
    if (held.machine.version === machine.version) throw refuse(NOT_RAISED)
    const fit = stepsTo(JSON.parse(held.shape) as readonly HeldTable[], machine)
    if ('misfit' in fit) throw refuse(fit.misfit)
    const misfit = misfitIn(data, write, machine, fit.steps) ?? unreadableMessageAmong(data.outbox.values(), machine, takeover)
    if (misfit !== null) throw refuse(misfit)
  }
  const id = data.takeovers.size + 1
  const hashes = { from_hash: held.machine.hash, to_hash: machine.hash }
  write.set(data.takeovers, id, { machine: machine.name, ...hashes, after_entry: metaOf(data, 'last_entry') })
  return true
}

/** A machine that left nothing behind may be made anew, whatever its code was. */
function isInUse(data: Data, { name }: AnyMachine): boolean {
  return (
    (data.instances.get(name)?.size ?? 0) > 0 || [...data.journal.values(), ...data.outbox.values()].some((row) => row['machine'] === name)
  )
}

function misfitIn(data: Data, write: Writer, machine: AnyMachine, steps: readonly Step[]): Misfit | null {
  for (const step of steps) {
    const misfit = step.kind === 'create' ? null : reshaped(data, write, machine, step)
    if (misfit !== null) return misfit
  }
  for (const table of tablesOf(machine)) {
    const found = unreadableAmong(
      rowMapsOf(data, machine, table).flatMap((rows) => [...rows.values()]),
      machine,
      table,
    )
    if (found !== null) return found
  }
  return null
}

/** Columns that were added get their first value, and what is unique now may not be there twice. */
function reshaped(
  data: Data,
  write: Writer,
  machine: AnyMachine,
  { table, added }: Exclude<Step, { readonly kind: 'create' }>,
): Misfit | null {
  const maps = rowMapsOf(data, machine, table)
  const [first] = maps.flatMap((rows) => [...rows.values()])
  const filled: Record<string, SqlRow[string]> = {}
  for (const column of added) {
    const value = firstValueBeside(first, machine, table, column)
    if (value === undefined) return noFirstValue(table, column)
    filled[column.name] = value
  }
  for (const rows of maps) {
    for (const [key, row] of rows) {
      const whole = { ...row, ...filled }
      const index = twiceIn(table, rows, key, whole)
      if (index !== null) return notUnique(table, `${table.name}/${index}`)
      write.set(rows, key, whole)
    }
  }
  return null
}

function rowMapsOf(data: Data, machine: AnyMachine, table: Table | RowTable): readonly Rows[] {
  if (isRowTable(table)) return [...(data.tables.get(table.name)?.values() ?? [])]
  return [data.instances.get(machine.name) ?? new Map()]
}

function adoptRouter(data: Data, write: Writer, router: RouterModule, machines: readonly AnyMachine[]): boolean {
  const held = data.routers.get(router.name)
  const routes = routesText(router)
  if (held?.version === router.version && held.routes === routes) return false
  const sent = () => [...data.outbox.values()].filter((row) => row['router'] === router.name)
  if (held !== undefined) assertCarries(router, held, sent, machines)
  write.set(data.routers, router.name, { version: router.version, routes, senders: sendersOf(router) })
  return true
}

function assertNoRouterMissing({ routers }: Data, code: Code): void {
  for (const name of [...routers.keys()].toSorted()) assertRouterGiven(name, routers.get(name)?.senders ?? [], code)
}

/** Another opening changed the code since: is ours still among it? */
export function assertAdopted(data: Data, name: string, code: Code): void {
  for (const machine of code.machines) {
    const held = data.machines.get(machine.name)?.machine
    if (held?.hash === machine.hash) continue
    throw machineDiffers(machine, held?.version ?? 0, {
      reason: 'taken_over',
      problem: 'another process has opened the file with that code since. Stop this process, and start it with that code.',
    })
  }
  for (const router of code.routers) {
    if (data.routers.get(router.name)?.version === router.version) continue
    throw new StoreError('router_differs', `another code of ${router.name} has opened "${name}". Stop this process.`, {
      router: router.name,
    })
  }
  assertNoRouterMissing(data, code)
}

/** Is the memory to be read with these machines' code? */
export function assertReadable(data: Data, name: string, { machines }: Code): void {
  for (const machine of machines) {
    const held = data.machines.get(machine.name)?.machine
    if (held === undefined) {
      throw new StoreError('machine_absent', `"${name}" has no place for ${machine.name} yet. Open it for writing with it once.`, {
        file: name,
        machine: machine.name,
      })
    }
    if (held.hash === machine.hash) continue
    throw machineDiffers(machine, held.version, {
      reason: 'read_only',
      problem: 'it is only read here. Read it with that code, or first open it for writing with this one.',
    })
  }
}
