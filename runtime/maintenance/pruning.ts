/** What is known when one instance is judged, and what is answered of it. */
import type { AnyMachine } from '../../generated/machine.js'
import type { KeyGiven, Store } from '../store/types.js'
import type { Snapshot } from '../store/upkeep.js'

export interface Pruning {
  readonly store: Store
  /** What is older than this moment may go. */
  readonly cutoffMs: number
  /** Nothing is written: what would be done is counted. */
  readonly preview: boolean
  /** Bodies of one inbox in one pass, at most. */
  readonly mostBodies: number
}

/** An instance with a step in the journal that is older than the cutoff. */
export interface Subject<M extends AnyMachine> {
  readonly key: KeyGiven<M>
  /** The revision of the first step of it that the journal still has. */
  readonly first: number
  /** What stands for the steps before that one; null where there are none. It is older than the cutoff, as that step is. */
  readonly snapshot: Snapshot<M> | null
}

/** Why something stays that has a step older than the cutoff. */
export type KeptReason =
  /** A job that has not ended, or a session that goes on: too much of its journal is young. */
  | 'young'
  /** A message that the job sent is in the outbox. */
  | 'undelivered'
  /** A message that the job sent was refused: `store.outbox.deadLetters`. */
  | 'dead_letter'
  /** A session has not applied what the job sent it. */
  | 'unapplied'
  /** Of its row, or of one in its tables, nothing can be made: `pawld doctor`. */
  | 'unreadable'
  /** It took a step meanwhile: the next prune judges it anew. */
  | 'moved'
  /** Of another realm, or of a machine that jobs do not know. */
  | 'foreign'

export interface Counts {
  /** Whose arguments, terms, progress, checkpoint and outcome are let go. */
  readonly jobs: number
  /** References to artifacts that are let go. */
  readonly artifacts: number
  /** Bodies in inboxes that are let go. */
  readonly bodies: number
  /** Steps that are cut from the journal. */
  readonly entries: number
}

export interface Outcome extends Partial<Counts> {
  readonly kept?: KeptReason
  /** There is more to do to it than one pass does. */
  readonly unfinished?: boolean
}
