/**
 * Whether a machine's code may work on a file. The code that wrote it may; a later version takes the file over, where all that is
 * stored can be read with it; every other is refused, and nothing is changed. It runs in the transaction that opens the file.
 */
import type { AnyMachine, RouterModule } from '../../generated/machine.js'
import { faultPoint } from '../fault-point.js'
import { parsedJson } from './columns.js'
import type { Connection } from './connection.js'
import { StoreError } from './errors.js'
import { unreadable, unreadableMessage } from './forgotten.js'
import { lastEntry } from './journal.js'
import { reshape } from './reshape.js'
import { type Misfit, heldShape, shapeText, stepsTo, tablesText } from './shape.js'
import { createStatements, dropStatements, quoted } from './tables.js'

export interface Takeover {
  readonly machines: readonly AnyMachine[]
  /** They carry the messages that are under way. */
  readonly routers: readonly RouterModule[]
  readonly atMs: number
}

/** True when something changed. */
export function adoptMachine(connection: Connection, machine: AnyMachine, takeover: Takeover): boolean {
  const held = connection.sql('SELECT version, hash, tables, shape FROM pawl_machine WHERE name = ?').get(machine.name)
  if (held === undefined) {
    makeAnew(connection, machine)
    record(connection, machine)
    return true
  }
  if (held['hash'] === machine.hash) {
    // It is known now what a file from before shapes were remembered holds.
    if (held['shape'] === '') record(connection, machine)
    return false
  }
  const heldVersion = Number(held['version'])
  const refuse = (misfit: Misfit): StoreError => machineDiffers(machine, heldVersion, misfit)
  if (heldVersion > machine.version) throw refuse(OLDER)
  const tables = parsedJson(String(held['tables']), 'tables') as readonly string[]
  if (isInUse(connection, machine, tables)) {
    if (heldVersion === machine.version) throw refuse(NOT_RAISED)
    const fit = stepsTo(heldShape(connection, { tables, shape: String(held['shape']) }), machine)
    if ('misfit' in fit) throw refuse(fit.misfit)
    const misfit = reshape(connection, machine, fit.steps)
    if (misfit !== null) throw refuse(misfit)
    faultPoint('adopt.reshaped')
    const unread = unreadable(connection, machine) ?? unreadableMessage(connection, machine, takeover)
    if (unread !== null) throw refuse(unread)
  } else {
    for (const statement of dropStatements(tables)) connection.db.exec(statement)
    makeAnew(connection, machine)
  }
  record(connection, machine)
  remember(connection, machine, { heldVersion, heldHash: String(held['hash']), atMs: takeover.atMs })
  return true
}

export const OLDER: Misfit = {
  reason: 'older',
  problem: 'it is an older program on a newer file. Open the file with that version, or a later one.',
}
export const NOT_RAISED: Misfit = {
  reason: 'not_raised',
  problem:
    'the version is the same and the code another. Raise `version` in the spec, so that the new code takes the file over; or open it with the code that wrote it.',
}

/** The file is another code's. `misfit` goes on after "…: ". */
export function machineDiffers(machine: AnyMachine, heldVersion: number, { reason, problem, facts = {} }: Misfit): StoreError {
  return new StoreError(
    'machine_differs',
    `the file holds what version ${heldVersion} of ${machine.name} wrote, and this code (version ${machine.version}, hash ${machine.hash}) ` +
      `does not open it: ${problem} Nothing was changed.`,
    { machine: machine.name, heldVersion, version: machine.version, hash: machine.hash, reason, ...facts },
  )
}

function makeAnew({ db }: Connection, machine: AnyMachine): void {
  for (const statement of createStatements(machine)) db.exec(statement)
}

function record({ sql }: Connection, machine: AnyMachine): void {
  sql('INSERT OR REPLACE INTO pawl_machine (name, version, hash, tables, shape) VALUES (?, ?, ?, ?, ?)').run(
    machine.name,
    machine.version,
    machine.hash,
    tablesText(machine),
    shapeText(machine),
  )
}

/** A machine that left nothing behind may be made anew, whatever its code was. */
export function isInUse({ sql }: Connection, { name }: AnyMachine, tables: readonly string[]): boolean {
  return (
    tables.some((table) => sql(`SELECT 1 FROM ${quoted(table)} LIMIT 1`).get() !== undefined) ||
    sql('SELECT 1 FROM pawl_journal WHERE machine = ? LIMIT 1').get(name) !== undefined ||
    sql('SELECT 1 FROM pawl_outbox WHERE machine = ? LIMIT 1').get(name) !== undefined
  )
}

/** For a program that looks up what was taken over, and from which entry of the journal on another code speaks. */
function remember(
  connection: Connection,
  machine: AnyMachine,
  { heldVersion, heldHash, atMs }: { readonly heldVersion: number; readonly heldHash: string; readonly atMs: number },
): void {
  connection
    .sql(
      'INSERT INTO pawl_takeover (machine, from_version, from_hash, to_version, to_hash, after_entry, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(machine.name, heldVersion, heldHash, machine.version, machine.hash, lastEntry(connection), atMs)
}
