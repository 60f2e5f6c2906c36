/** Messages under way, and those that nobody took: each can be read, was sent by its source, and has a receiver that would take it. */
import type { RouteModule } from '../../generated/machine.js'
import { StoreError } from './errors.js'
import type { Examination } from './examine.js'
import { instanceOf } from './examine-journal.js'
import { isThere, ourMachines } from './examine-tables.js'
import { notTaken } from './forgotten.js'
import type { SqlRow } from './connection.js'
import { deadLetterOf, messageOf, type Message } from './outbox.js'
import { quoted } from './tables.js'

export async function examineOutbox(examination: Examination): Promise<void> {
  const { looking, every, machines, routers } = examination
  const carried = routersIn(examination)
  const known = new Map(
    ourMachines(examination)
      .flatMap(({ name }) => machines.filter((one) => one.name === name))
      .map((one) => [one.name, one]),
  )
  await every('outbox', 'pawl_outbox', (row) => {
    const where = `message ${String(row['id'])} of ${String(row['router'])} ${String(row['route'])}`
    if (!isHeld(examination, row['machine'])) return looking.found('message_unreadable', `${where}: the file knows no such machine`)
    if (!carried.has(row['router'])) return looking.found('message_stuck', `${where}: the file knows no such router`)
    // What another code sent is told among the tables.
    if (!known.has(String(row['machine']))) return looking.cut('outbox')
    const message = readOf(() => messageOf(known, row))
    if (typeof message === 'string') return looking.found('message_unreadable', `${where}: ${message}`)
    const revision = instanceOf(examination, known.get(message.source.machine)!, message.source.key)?.revision ?? 0
    if (revision < message.revision) {
      looking.found('message_unreadable', `${where}: its source stands at revision ${revision}, and sent it with ${message.revision}`)
    }
    const router = routers.find(({ name }) => name === message.router)
    if (router === undefined) return looking.cut('outbox')
    const route = router.routes.find(({ name, from }) => name === message.route && from === message.source.machine)
    const why = route === undefined ? 'no such route is known here' : notTaken(row, route, machines)
    if (why !== null) looking.found('message_stuck', `${where}: ${why}`)
    if (route !== undefined) judgeCursor(examination, { message, route, row, where })
  })
}

function isHeld({ held }: Examination, machine: unknown): boolean {
  return held.some(({ name }) => name === machine)
}

function routersIn({ connection }: Examination): ReadonlySet<unknown> {
  if (!isThere(connection, 'pawl_router')) return new Set()
  return new Set(
    connection
      .sql('SELECT name FROM pawl_router')
      .all()
      .map(({ name }) => name),
  )
}

/** What was read; a text where it cannot be. */
function readOf<T extends object>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof StoreError && ['unreadable_row', 'unknown_machine'].includes(error.code)) return error.message
    throw error
  }
}

interface Sent {
  readonly message: Message
  readonly route: RouteModule
  readonly row: SqlRow
  readonly where: string
}

/** It is a row's number among the receivers, or the one after which the first comes. */
function judgeCursor({ connection, machines, looking }: Examination, { message: { reached }, route, row, where }: Sent): void {
  if (row['reached'] === null) return
  const receiver = machines.find(({ name }) => name === route.to)
  const last = receiver === undefined ? undefined : connection.sql(`SELECT max(pawl_row) AS last FROM ${quoted(receiver.table.name)}`).get()
  const isPlace = route.target === 'each' && Number.isSafeInteger(reached) && Number(reached) >= 0
  if (isPlace && (last === undefined || Number(reached) <= Number(last['last'] ?? 0))) return
  looking.found('cursor_differs', `${where}: ${String(row['reached'])} is no place among receivers`)
}

export async function examineDeadLetters(examination: Examination): Promise<void> {
  const { looking, every, machines } = examination
  const known = new Map(machines.map((machine) => [machine.name, machine]))
  await every('dead letters', 'pawl_dead_letter', (row) => {
    const where = `dead letter ${String(row['id'])} of ${String(row['router'])} ${String(row['route'])}`
    const stranger = [row['machine'], row['to_machine']].find((machine) => !isHeld(examination, machine))
    if (stranger !== undefined) return looking.found('message_unreadable', `${where}: the file knows no machine ${String(stranger)}`)
    if (!known.has(String(row['machine'])) || !known.has(String(row['to_machine']))) looking.cut('dead letters')
    const letter = readOf(() => deadLetterOf(known, row))
    if (typeof letter === 'string') looking.found('message_unreadable', `${where}: ${letter}`)
    else looking.found('dead_letters', `${letter.id}  ${letter.route}  ${letter.refusal.code}`)
  })
}
