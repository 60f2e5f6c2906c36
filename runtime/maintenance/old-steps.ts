/** How old an instance's part of the journal is, and the cut. */
import type { AnyMachine } from '../../generated/machine.js'
import { faultPoint } from '../fault-point.js'
import type { InputGiven, KeyGiven, StateOf } from '../store/types.js'
import type { Outcome, Pruning, Subject } from './pruning.js'

export interface Age {
  /** The last revision whose step is older than the cutoff. */
  readonly lastOld: number
  readonly isOld: boolean
  /**
   * Nine tenths are. What goes on for ever is cut, too, from time to time, and its journal is at most ten times as long as what is young of
   * it: a snapshot stands for the whole of an instance, so that the young go with the old.
   */
  readonly isMostlyOld: boolean
}

/** Moments rise with the revisions, so that few of the steps are looked at; most often the last one says it all. */
export async function ageOf<M extends AnyMachine>(
  { store, cutoffMs }: Pruning,
  machine: M,
  key: KeyGiven<M>,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Age> {
  let [lastOld, most] = [first, last]
  for (let at = last; lastOld < most; at = lastOld + Math.ceil((most - lastOld) / 2)) {
    const [step] = await store.journal(machine, key, { afterRevision: at - 1, limit: 1 })
    if (step !== undefined && step.atMs < cutoffMs) lastOld = at
    else most = at - 1
  }
  return { lastOld, isOld: lastOld >= last, isMostlyOld: (last - lastOld) * 10 <= last - first + 1 }
}

/** For instances of which nothing but the journal is let go. */
export async function pruneJournal<M extends AnyMachine>(pruning: Pruning, machine: M, subject: Subject<M>): Promise<Outcome> {
  const { key, first } = subject
  const { state, revision } = await pruning.store.load(machine, key)
  const age = await ageOf(pruning, machine, key, { first, last: revision })
  if (!isDue(age, { steps: revision - first + 1, rows: rowsOf(machine, state) })) return { kept: 'young' }
  return cutAt(pruning, machine, subject, revision)
}

/** A snapshot looks at every row of the instance: while it goes on, there are as many steps to be cut as rows to be looked at. */
export function isDue({ isOld, isMostlyOld }: Age, { steps, rows }: { readonly steps: number; readonly rows: number }): boolean {
  return isOld || (isMostlyOld && steps >= rows)
}

function rowsOf<M extends AnyMachine>(machine: M, state: StateOf<M>): number {
  const sizes = state as { readonly [field: string]: unknown }
  return machine.rowTables.reduce((sum, { field }) => sum + Number(sizes[`${field}Size`]), 0)
}

/** Cuts all that the journal has of it, where it still stands at that revision, and says `then` to it. */
export async function cutAt<M extends AnyMachine>(
  { store, preview }: Pruning,
  machine: M,
  { key, first }: Subject<M>,
  revision: number,
  then?: InputGiven<M>,
): Promise<Outcome> {
  // It is gone, or was set back: it has taken no such step.
  if (revision < first) return { kept: 'unreadable' }
  if (preview) return { entries: revision - first + 1 }
  const { entries } = await store.upkeep.cut(machine, key, { upToRevision: revision, ...(then !== undefined && { then }) })
  faultPoint('prune.cut')
  return entries === 0 ? { kept: 'moved' } : { entries }
}
