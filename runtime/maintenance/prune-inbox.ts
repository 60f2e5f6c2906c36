/**
 * An inbox lets go of the bodies that were applied long ago, in their order. Who sent what, and in which place it stands, stays: a
 * redelivery finds its place for ever.
 */
import { runtimeDelivery } from '../../generated/runtime-delivery/index.js'
import { faultPoint } from '../fault-point.js'
import type { InputGiven, KeyGiven, Store } from '../store/types.js'
import { ageOf, cutAt, isDue } from './old-steps.js'
import type { KeptReason, Outcome, Pruning, Subject } from './pruning.js'

type Inbox = typeof runtimeDelivery

export async function pruneInbox(pruning: Pruning, subject: Subject<Inbox>): Promise<Outcome> {
  const { store, preview, mostBodies } = pruning
  const { key, first, snapshot } = subject
  const { state, revision } = await store.load(runtimeDelivery, key)
  const { appliedCursor, forgottenCursor } = state
  if (revision < first) return { kept: 'unreadable' }
  const last = await lastOwn(store, subject, revision)
  const age = await ageOf(pruning, runtimeDelivery, key, { first, last })
  const applied = age.isOld ? appliedCursor : await appliedAt(store, subject, age.lastOld, snapshot?.state.appliedCursor ?? 0)
  // A prune that asked for less age may have gone further.
  const upTo = Math.max(applied, forgottenCursor)

  // Whoever comes next finds an inbox by its steps: while there are bodies to let go later, one stays. The last body that goes now is let
  // go in the transaction of the cut, and is a step after it.
  const goesOn = upTo < appliedCursor
  const cuts = isDue(age, { steps: revision - first + 1, rows: state.deliveriesSize }) && (!goesOn || upTo > forgottenCursor)
  if (preview) {
    return { bodies: upTo - forgottenCursor, ...(cuts ? await cutAt(pruning, runtimeDelivery, subject, revision) : { kept: 'young' }) }
  }
  const most = Math.min(cuts && goesOn ? upTo - 1 : upTo, forgottenCursor + mostBodies)
  const forgotten = await forgetBodies(store, key, { from: forgottenCursor, upTo: most, revision })
  const { bodies } = forgotten
  if (forgotten.problem !== null) return { bodies, kept: forgotten.problem }
  if (most === forgottenCursor + mostBodies) return { bodies, unfinished: true }
  if (!cuts) return { bodies, kept: 'young' }
  if (!goesOn) return { bodies, ...(await cutAt(pruning, runtimeDelivery, subject, forgotten.revision)) }
  const [final] = await inputsFor(store, key, { from: upTo - 1, upTo })
  if (final === undefined) return { bodies, kept: 'unreadable' }
  const cut = await cutAt(pruning, runtimeDelivery, subject, forgotten.revision, final)
  if (cut.kept !== undefined) return { ...cut, bodies }
  await repacked(store, key, [final])
  return { ...cut, bodies: bodies + 1 }
}

/** The last revision at which it was not only letting go: what a prune did that was cut short makes nothing young. */
async function lastOwn(store: Store, { key, first }: Subject<Inbox>, revision: number): Promise<number> {
  for (let last = revision; last >= first; last -= STEPS) {
    const steps = await store.journal(runtimeDelivery, key, { afterRevision: Math.max(first - 1, last - STEPS), limit: STEPS })
    const own = steps.findLast(({ input, revision: at }) => at <= last && input.type !== 'ForgetBody')
    if (own !== undefined) return own.revision
  }
  return first - 1
}

/** The cursor as it stood at that revision. */
async function appliedAt(store: Store, { key, first }: Subject<Inbox>, revision: number, before: number): Promise<number> {
  for (let last = revision; last >= first; last -= STEPS) {
    const steps = await store.journal(runtimeDelivery, key, { afterRevision: Math.max(first - 1, last - STEPS), limit: STEPS })
    const applied = steps.findLast(({ transition, revision: at }) => at <= last && transition === 'ApplyNext')
    if (applied !== undefined) return Number(applied.input['sequence'])
  }
  return before
}

const STEPS = 100

async function forgetBodies(
  store: Store,
  key: KeyGiven<Inbox>,
  { from, upTo, revision: begun }: { readonly from: number; readonly upTo: number; readonly revision: number },
): Promise<{ readonly bodies: number; readonly revision: number; readonly problem: KeptReason | null }> {
  let [bodies, revision] = [0, begun]
  for (let cursor = from; cursor < upTo;) {
    const inputs = await inputsFor(store, key, { from: cursor, upTo })
    if (inputs.length === 0) return { bodies, revision, problem: 'unreadable' }
    // In one turn, so that they share a transaction, in their order.
    const [answers] = await Promise.all([
      Promise.all(inputs.map((input) => store.dispatch(runtimeDelivery, key, input))),
      repacked(store, key, inputs),
    ])
    faultPoint('prune.bodies')
    for (const answer of answers) {
      if (!answer.ok) return { bodies, revision, problem: 'moved' }
      if (answer.transition === 'ForgetNext') bodies += 1
      revision = answer.revision
    }
    cursor += inputs.length
  }
  return { bodies, revision, problem: null }
}

type ForgetBody = InputGiven<Inbox> & { readonly deliveryId: string | number }

function repacked(store: Store, key: KeyGiven<Inbox>, inputs: readonly ForgetBody[]): Promise<void> {
  return store.upkeep.repack(runtimeDelivery, key, { table: 'deliveries', keys: inputs.map(({ deliveryId }) => deliveryId) })
}

/** For the first of those places, up to one whose row cannot be read or is not there. */
async function inputsFor(
  store: Store,
  key: KeyGiven<Inbox>,
  { from, upTo }: { readonly from: number; readonly upTo: number },
): Promise<readonly ForgetBody[]> {
  const limit = Math.min(BODIES, upTo - from)
  const { rows } = await store.rows(runtimeDelivery, key, 'deliveries', { by: 'sequence', after: from, limit })
  return rows
    .filter(({ row }, n) => Number(row['sequence']) === from + n + 1)
    .map(({ key: deliveryId, row }) => ({ type: 'ForgetBody', deliveryId, sequence: row['sequence'] }))
}

/** Each may take a mebibyte, and a row is read with it. */
const BODIES = 50
