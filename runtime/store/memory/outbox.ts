/** Messages under way and the journal, in memory: as texts, so that nobody shares a value with what is kept. */
import type { AnyMachine } from '../../../generated/machine.js'
import { bound, keyText, keyValues } from '../columns.js'
import type { SqlRow } from '../connection.js'
import { assertLimit, placeValues, unreadableOf } from '../find.js'
import type { Loaded } from '../instances.js'
import { type Step, entryOf, machineNamed, stepPlaceOf, strayOf } from '../journal.js'
import { type Burial, type Emission, type Message, deadLetterOf, messageOf, sourceOf } from '../outbox.js'
import type { DeadLetter, Head, JournalEntry, Outbox, Place, Takeover, UnreadableRow } from '../types.js'
import type { StepPlace, StrayPage } from '../upkeep.js'
import { type Data, type Rows, type Writer, instancesOf } from './data.js'
import { scanned } from './scan.js'

type Machines = ReadonlyMap<string, AnyMachine>

export function insertMessage(data: Data, write: Writer, { machine, keyText: key }: Loaded, emission: Emission, atMs: number): void {
  const { router, route, effect, revision, place } = emission
  const id = write.next(data, 'last_message')
  const text = JSON.stringify(effect)
  write.set(data.outbox, id, {
    id,
    machine: machine.name,
    key,
    revision,
    place,
    router,
    route,
    effect: text,
    emitted_at_ms: atMs,
    reached: null,
  })
}

export function headsAfter(
  data: Data,
  machines: Machines,
  query: { readonly after?: Place; readonly limit: number },
): Awaited<ReturnType<Outbox['heads']>> {
  assertLimit(query.limit)
  const { machine, key } = sourceOf(query.after)
  const first = firstOfEachSource(data, [machine, key])
  const visited = first.slice(0, query.limit)
  const heads: Head[] = []
  const unreadable: UnreadableRow[] = []
  for (const row of visited) {
    if (!machines.has(String(row['machine']))) continue
    try {
      heads.push(messageOf(machines, row))
    } catch (error) {
      unreadable.push(unreadableOf(error, String(row['key'])))
    }
  }
  const last = visited.at(-1)
  const isFull = visited.length === query.limit && last !== undefined
  return { heads, unreadable, next: isFull ? (JSON.stringify([last['machine'], last['key']]) as Place) : null }
}

/** Of the sources behind that one, in their order. */
function firstOfEachSource({ outbox }: Data, [machine, key]: readonly [string, string]): readonly SqlRow[] {
  // No number is as high: what comes behind is another source's.
  const after = [machine, key, Number.MAX_SAFE_INTEGER]
  const rows = scanned(outbox.values(), { equals: [], order: ['machine', 'key', 'id'], after, limit: outbox.size })
  return rows.filter((row, n) => row['machine'] !== rows[n - 1]?.['machine'] || row['key'] !== rows[n - 1]?.['key'])
}

export function messageById({ outbox }: Data, machines: Machines, id: number): Message | null {
  const row = outbox.get(bound(id, 'id'))
  return row === undefined ? null : messageOf(machines, row)
}

export function isHead({ outbox }: Data, { id, source, sourceKeyText }: Message): boolean {
  return ![...outbox.values()].some((row) => Number(row['id']) < id && row['machine'] === source.machine && row['key'] === sourceKeyText)
}

export function moveMessage({ outbox }: Data, write: Writer, { id }: Message, reached: number): void {
  const row = outbox.get(id)
  if (row !== undefined) write.set(outbox, id, { ...row, reached })
}

export function buryMessage(data: Data, write: Writer, message: Message, to: Burial, atMs: number): void {
  const id = write.next(data, 'last_dead_letter')
  write.set(data.deadLetters, id, {
    id,
    machine: message.source.machine,
    key: message.sourceKeyText,
    router: message.router,
    route: message.route,
    effect: JSON.stringify(message.effect),
    emitted_at_ms: message.emittedAtMs,
    to_machine: to.machine.name,
    to_key: typeof to.key === 'string' ? to.key : keyText(keyValues(to.machine, to.key)),
    refusal: JSON.stringify(to.refusal),
    at_ms: atMs,
  })
}

export function deadLettersAfter(
  { deadLetters }: Data,
  machines: Machines,
  query: { readonly after?: number; readonly limit: number },
): readonly DeadLetter[] {
  assertLimit(query.limit)
  const after = [bound(query.after ?? 0, 'after')]
  return scanned(deadLetters.values(), { equals: [], order: ['id'], after, limit: query.limit }).map((row) => deadLetterOf(machines, row))
}

export function censusOf({ outbox, deadLetters }: Data, { limit }: { readonly limit: number }): Awaited<ReturnType<Outbox['census']>> {
  assertLimit(limit)
  const [oldest] = scanned(outbox.values(), { equals: [], order: ['id'], limit: 1 })
  return {
    pending: Math.min(outbox.size, limit),
    oldestAtMs: oldest === undefined ? null : Number(oldest['emitted_at_ms']),
    dead: Math.min(deadLetters.size, limit),
  }
}

export function undeliveredOf(
  { outbox, deadLetters }: Data,
  { name }: AnyMachine,
  text: string,
): { readonly pending: boolean; readonly dead: boolean } {
  const has = (rows: Rows): boolean => [...rows.values()].some(({ machine, key }) => machine === name && key === text)
  return { pending: has(outbox), dead: has(deadLetters) }
}

export function appendStep(data: Data, write: Writer, { machine, keyText: key }: Loaded, step: Step, atMs: number): void {
  const { revision, transition } = step
  const entry = write.next(data, 'last_entry')
  const [input, effects] = [JSON.stringify(step.input), JSON.stringify(step.effects)]
  write.set(data.journal, entry, { entry, machine: machine.name, key, revision, transition, input, effects, at_ms: atMs })
}

export function journalOf(
  { journal }: Data,
  machine: AnyMachine,
  key: string,
  query: { readonly afterRevision?: number; readonly limit: number },
): readonly JournalEntry[] {
  assertLimit(query.limit)
  return scanned(journal.values(), {
    equals: [
      ['machine', machine.name],
      ['key', key],
    ],
    order: ['revision'],
    after: [bound(query.afterRevision ?? 0, 'afterRevision')],
    limit: query.limit,
  }).map((row) => entryOf(machine, row))
}

export function historyOf(
  { journal }: Data,
  machines: Machines,
  query: { readonly afterEntry?: number; readonly limit: number },
): readonly JournalEntry[] {
  assertLimit(query.limit)
  const after = [bound(query.afterEntry ?? 0, 'afterEntry')]
  return scanned(journal.values(), { equals: [], order: ['entry'], after, limit: query.limit }).map((row) =>
    entryOf(machineNamed(machines, String(row['machine'])), row),
  )
}

export function stepsAfter(
  { journal }: Data,
  machines: Machines,
  query: { readonly afterEntry?: number; readonly limit: number },
): readonly StepPlace[] {
  assertLimit(query.limit)
  const after = [bound(query.afterEntry ?? 0, 'afterEntry')]
  return scanned(journal.values(), { equals: [], order: ['entry'], after, limit: query.limit }).map((row) => stepPlaceOf(machines, row))
}

export function pageOfStrays(
  data: Data,
  machine: AnyMachine,
  query: { readonly after?: Place; readonly limit: number },
): StrayPage<AnyMachine> {
  assertLimit(query.limit)
  const after = query.after === undefined ? [''] : placeValues(query.after, 1)
  const there = instancesOf(data, machine)
  const rows = scanned(data.journal.values(), { equals: [['machine', machine.name]], order: ['key'], after, limit: data.journal.size })
  const last = new Map(rows.filter((row) => !there.has(String(row['key']))).map((row) => [String(row['key']), row] as const))
  const page = [...last].slice(0, query.limit)
  const text = page.at(-1)?.[0]
  return {
    strays: page.map(([, row]) => strayOf(machine, row)),
    next: page.length < query.limit || text === undefined ? null : (JSON.stringify([text]) as Place),
  }
}

export function takeoversOf({ takeovers }: Data): readonly Takeover[] {
  return [...takeovers.values()].map((row) => ({
    machine: String(row['machine']),
    fromHash: String(row['from_hash']),
    toHash: String(row['to_hash']),
    afterEntry: Number(row['after_entry']),
  }))
}
