/**
 * What the runtime promises, said of a history by hand: no acknowledged receipt is lost, a job ends once, each delivery is applied once
 * and in order, only a claim moves the fence, and who lost an attempt changes nothing. It knows nothing of how states are made.
 */
import type { JournalEntry } from '../../runtime/store/types.js'

export interface Ledger {
  /** Jobs whose receipt somebody has. */
  readonly receipts: readonly string[]
  /** Session -> the deliveries that its handler was handed and that were then marked, in that order. */
  readonly handled: ReadonlyMap<string, readonly string[]>
}

/** What is wrong, in words; nothing where every promise is kept. */
export function broken(history: readonly JournalEntry[], { receipts, handled }: Ledger): readonly string[] {
  const jobs = grouped(history, 'DetachedJob', 'jobId')
  const inboxes = grouped(history, 'RuntimeDelivery', 'sessionId')
  return [
    ...receipts.filter((jobId) => !jobs.has(jobId)).map((jobId) => `${jobId} has a receipt, and was never stored`),
    ...[...jobs].flatMap(([jobId, entries]) => ofJob(jobId, entries)),
    ...[...inboxes].flatMap(([sessionId, entries]) => ofInbox(sessionId, entries, handled.get(sessionId) ?? [])),
    ...ofRevisions(history),
  ]
}

/** What is still on its way once nothing moves any more. */
export function undelivered(history: readonly JournalEntry[]): readonly string[] {
  const arrived = new Set(
    history.flatMap(({ machine, input }) => (machine === 'RuntimeDelivery' ? [`${input['jobId']}:${input['sourceSequence']}`] : [])),
  )
  return history.flatMap(({ key, effects }) =>
    effects
      .filter(({ type }) => type === 'TerminalCommitted' || type === 'NotificationCommitted')
      .map(({ deliverySequence }) => `${key['jobId']}:${deliverySequence}`)
      .filter((sent) => !arrived.has(sent))
      .map((sent) => `${sent} was sent, and never arrived`),
  )
}

type Entries = readonly JournalEntry[]

function grouped(history: Entries, machine: string, field: string): ReadonlyMap<string, Entries> {
  const groups = new Map<string, JournalEntry[]>()
  for (const entry of history) {
    if (entry.machine !== machine) continue
    const name = String(entry.key[field])
    groups.set(name, [...(groups.get(name) ?? []), entry])
  }
  return groups
}

function ofJob(jobId: string, entries: Entries): readonly string[] {
  const wrong: string[] = []
  let fence = 0
  let holder: unknown = null
  let end: string | null = null
  for (const { revision, transition, input, effects } of entries) {
    const at = `${jobId} at revision ${revision} (${transition})`
    if (revision === 1 && transition !== 'Submit') wrong.push(`${at} begins without a submission`)
    if (input.type === 'ClaimAttempt') {
      fence += 1
      holder = input['holder']
    } else if (input.type === 'AdoptAttempt') holder = input['holder']
    if ('fence' in input && input['fence'] !== fence) wrong.push(`${at} was written under fence ${input['fence']}; it is ${fence}`)
    if ('holder' in input && input['holder'] !== holder) wrong.push(`${at} was written by ${input['holder']}, and ${holder} holds it`)
    if (LEAVING.has(transition)) holder = null
    if (end !== null && transition !== 'AnswerEnded') wrong.push(`${at} comes after the end (${end})`)
    for (const { type } of effects) if (type === 'TerminalCommitted') end = end === null ? transition : `${end}, ${transition}`
    if (end !== null && end.includes(',')) wrong.push(`${at}: it ended twice (${end})`)
  }
  return wrong
}

/** After these nobody holds the attempt. */
const LEAVING = new Set(['ReleaseAttempt', 'ScheduleRetry', 'ObserveLeaseExpiry'])

function ofInbox(sessionId: string, entries: Entries, handled: readonly string[]): readonly string[] {
  const told = (type: string) => entries.flatMap(({ effects }) => effects.filter((effect) => effect.type === type))
  const [committed, applied] = [told('DeliveryCommitted'), told('DeliveryApplied')]
  const idsOf = (effects: readonly { readonly [field: string]: unknown }[]) => effects.map(({ deliveryId }) => String(deliveryId))
  return [
    ...outOfOrder(committed).map((what) => `${sessionId} was sent ${what}`),
    ...outOfOrder(applied).map((what) => `${sessionId} has applied ${what}`),
    ...twice(idsOf(committed)).map((id) => `${sessionId} was sent ${id} twice`),
    ...twice(idsOf(applied)).map((id) => `${sessionId} has applied ${id} twice`),
    ...(idsOf(applied).join() === handled.join()
      ? []
      : [`${sessionId} has applied ${idsOf(applied).join()}, and handled ${handled.join()}`]),
  ]
}

function outOfOrder(effects: readonly { readonly [field: string]: unknown }[]): readonly string[] {
  return effects.flatMap(({ sequence, deliveryId }, n) => (sequence === n + 1 ? [] : [`${deliveryId} as ${sequence}, not as ${n + 1}`]))
}

function twice(names: readonly string[]): readonly string[] {
  return names.filter((name, n) => names.indexOf(name) !== n)
}

/** Revisions of each instance follow one another, and no instant is before the one before. */
function ofRevisions(history: Entries): readonly string[] {
  const wrong: string[] = []
  const last = new Map<string, number>()
  let beforeMs = 0
  for (const { machine, key, revision, entry, atMs } of history) {
    const name = `${machine} ${JSON.stringify(key)}`
    if (revision !== (last.get(name) ?? 0) + 1) wrong.push(`${name} has revision ${revision} after ${last.get(name) ?? 0}`)
    if (atMs < beforeMs) wrong.push(`entry ${entry} was stored before the one before it`)
    last.set(name, revision)
    beforeMs = atMs
  }
  return wrong
}
