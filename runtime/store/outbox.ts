/**
 * Messages under way. Each source has a queue, in the order in which it emitted; only its head is delivered. Heads are found
 * source by source along an index, so that one source with a long queue neither hides nor slows another.
 */
import type { AnyMachine, Refusal } from '../../generated/machine.js'
import { bound, keyFromText, keyText, keyValues, parsedJson } from './columns.js'
import type { Connection, SqlRow } from './connection.js'
import { StoreError } from './errors.js'
import { assertLimit, parsedPlace, unreadableOf } from './find.js'
import type { Loaded } from './instances.js'
import { machineNamed } from './journal.js'
import type { DeadLetter, Head, Outbox, Place, UnreadableRow } from './types.js'

export interface Emission {
  readonly router: string
  readonly route: string
  readonly effect: object
  readonly revision: number
  readonly place: number
}

/** A message, and how far its fan-out has come: the `pawl_row` of the last receiver, null where it has not begun. */
export interface Message extends Head {
  readonly sourceKeyText: string
  readonly reached: number | null
}

export function insertMessage({ sql }: Connection, from: Loaded, emission: Emission, atMs: number): void {
  sql('INSERT INTO pawl_outbox (machine, key, revision, place, router, route, effect, emitted_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(
    from.machine.name,
    from.keyText,
    emission.revision,
    emission.place,
    emission.router,
    emission.route,
    JSON.stringify(emission.effect),
    atMs,
  )
}

export function headsAfter(
  { sql }: Connection,
  machines: ReadonlyMap<string, AnyMachine>,
  query: { readonly after?: Place; readonly limit: number },
): Awaited<ReturnType<Outbox['heads']>> {
  assertLimit(query.limit)
  const nextHead = sql('SELECT * FROM pawl_outbox WHERE (machine, key) > (?, ?) ORDER BY machine, key, id LIMIT 1')
  const heads: Head[] = []
  const unreadable: UnreadableRow[] = []
  let source = sourceOf(query.after)
  for (let visited = 0; visited < query.limit; visited += 1) {
    const row = nextHead.get(source.machine, source.key)
    if (row === undefined) return { heads, unreadable, next: null }
    source = { machine: String(row['machine']), key: String(row['key']) }
    if (!machines.has(source.machine)) continue
    try {
      heads.push(messageOf(machines, row))
    } catch (error) {
      unreadable.push(unreadableOf(error, source.key))
    }
  }
  return { heads, unreadable, next: JSON.stringify([source.machine, source.key]) as Place }
}

export function sourceOf(after: Place | undefined): { readonly machine: string; readonly key: string } {
  if (after === undefined) return { machine: '', key: '' }
  const place = parsedPlace(after)
  const [machine, key]: readonly unknown[] = Array.isArray(place) ? place : []
  if (typeof machine === 'string' && typeof key === 'string') return { machine, key }
  throw new StoreError('bad_query', `"${after}" is no place among the sources.`, { place: after })
}

export function messageOf(machines: ReadonlyMap<string, AnyMachine>, row: SqlRow): Message {
  const machine = machineNamed(machines, String(row['machine']))
  const sourceKeyText = String(row['key'])
  const reached = row['reached'] === null ? null : Number(row['reached'])
  return {
    id: Number(row['id']),
    router: String(row['router']),
    route: String(row['route']),
    source: { machine: machine.name, key: keyFromText(machine, sourceKeyText) },
    effect: parsedJson(String(row['effect']), 'effect') as Head['effect'],
    revision: Number(row['revision']),
    place: Number(row['place']),
    emittedAtMs: Number(row['emitted_at_ms']),
    begun: reached !== null,
    sourceKeyText,
    reached,
  }
}

export function messageById({ sql }: Connection, machines: ReadonlyMap<string, AnyMachine>, id: number): Message | null {
  const row = sql('SELECT * FROM pawl_outbox WHERE id = ?').get(bound(id, 'id'))
  return row === undefined ? null : messageOf(machines, row)
}

export function isHead({ sql }: Connection, message: Message): boolean {
  const first = sql('SELECT min(id) AS id FROM pawl_outbox WHERE machine = ? AND key = ?').get(
    message.source.machine,
    message.sourceKeyText,
  )
  return first?.['id'] === message.id
}

export function moveMessage({ sql }: Connection, message: Message, reached: number): void {
  sql('UPDATE pawl_outbox SET reached = ? WHERE id = ?').run(reached, message.id)
}

export function removeMessage({ sql }: Connection, id: number): boolean {
  return sql('DELETE FROM pawl_outbox WHERE id = ?').run(id).changes === 1
}

export interface Burial {
  readonly machine: AnyMachine
  /** Its text, where the row is there and no key can be made of it. */
  readonly key: object | string
  readonly refusal: Refusal
}

export function buryMessage({ sql }: Connection, message: Message, to: Burial, atMs: number): void {
  sql(
    'INSERT INTO pawl_dead_letter (machine, key, router, route, effect, emitted_at_ms, to_machine, to_key, refusal, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    message.source.machine,
    message.sourceKeyText,
    message.router,
    message.route,
    JSON.stringify(message.effect),
    message.emittedAtMs,
    to.machine.name,
    typeof to.key === 'string' ? to.key : keyText(keyValues(to.machine, to.key)),
    JSON.stringify(to.refusal),
    atMs,
  )
}

export function deadLettersAfter(
  { sql }: Connection,
  machines: ReadonlyMap<string, AnyMachine>,
  query: { readonly after?: number; readonly limit: number },
): readonly DeadLetter[] {
  assertLimit(query.limit)
  return sql('SELECT * FROM pawl_dead_letter WHERE id > ? ORDER BY id LIMIT ? + 0')
    .all(bound(query.after ?? 0, 'after'), query.limit)
    .map((row) => deadLetterOf(machines, row))
}

export function deadLetterOf(machines: ReadonlyMap<string, AnyMachine>, row: SqlRow): DeadLetter {
  const from = machineNamed(machines, String(row['machine']))
  const to = machineNamed(machines, String(row['to_machine']))
  return {
    id: Number(row['id']),
    router: String(row['router']),
    route: String(row['route']),
    source: { machine: from.name, key: keyFromText(from, String(row['key'])) },
    effect: parsedJson(String(row['effect']), 'effect') as DeadLetter['effect'],
    receiver: { machine: to.name, key: keyOrNull(to, String(row['to_key'])) },
    refusal: parsedJson(String(row['refusal']), 'refusal') as Refusal,
    emittedAtMs: Number(row['emitted_at_ms']),
    atMs: Number(row['at_ms']),
  }
}

function keyOrNull(machine: AnyMachine, text: string): DeadLetter['receiver']['key'] {
  try {
    return keyFromText(machine, text)
  } catch (error) {
    unreadableOf(error, text)
    return null
  }
}

export function removeDeadLetter({ sql }: Connection, id: number): boolean {
  return sql('DELETE FROM pawl_dead_letter WHERE id = ?').run(bound(id ?? null, 'id')).changes === 1
}

export function censusOf({ sql }: Connection, { limit }: { readonly limit: number }): Awaited<ReturnType<Outbox['census']>> {
  assertLimit(limit)
  const pending = sql('SELECT count(*) AS pending FROM (SELECT 1 FROM pawl_outbox LIMIT ? + 0)').get(limit)?.['pending']
  const oldest = sql('SELECT emitted_at_ms FROM pawl_outbox ORDER BY id LIMIT 1').get()?.['emitted_at_ms']
  const dead = sql('SELECT count(*) AS dead FROM (SELECT 1 FROM pawl_dead_letter LIMIT ? + 0)').get(limit)?.['dead']
  return { pending: Number(pending), oldestAtMs: oldest === undefined ? null : Number(oldest), dead: Number(dead) }
}

export function undeliveredOf(
  { sql }: Connection,
  { name }: AnyMachine,
  text: string,
): { readonly pending: boolean; readonly dead: boolean } {
  const has = (table: 'pawl_outbox' | 'pawl_dead_letter'): boolean =>
    sql(`SELECT 1 FROM ${table} WHERE machine = ? AND key = ? LIMIT 1`).get(name, text) !== undefined
  return { pending: has('pawl_outbox'), dead: has('pawl_dead_letter') }
}
