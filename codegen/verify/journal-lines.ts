import type { Known, Message } from '../evaluate.js'

/** One line of what `pawld journal --json` prints. */
export type PastLine =
  | { readonly line: 'past'; readonly limits: { readonly [machine: string]: { readonly [limit: string]: number } } }
  | { readonly line: 'takeover'; readonly machine: string; readonly afterEntry: number }
  | ({ readonly line: 'instance'; readonly revision: number } & Instance)
  | ({ readonly line: 'snapshot' } & SnapshotLine & Instance)
  | ({ readonly line: 'unreadable snapshot'; readonly key: object | string } & SnapshotLine & Unread)
  | ({ readonly line: 'unreadable'; readonly machine: string; readonly key: string } & Unread)
  | ({ readonly line: 'step' } & Step)
  | ({ readonly line: 'since' } & Since)
  | { readonly line: 'end'; readonly instances: number; readonly steps: number; readonly snapshots?: number }

export interface Instance {
  readonly machine: string
  readonly key: object
  readonly state: { readonly [field: string]: Known }
  readonly tables: { readonly [table: string]: readonly (readonly [string | number, Known])[] }
}

/** What stands for the steps of an instance up to a revision, which were cut: before they were read, or meanwhile. */
export interface SnapshotLine {
  readonly cut: 'before' | 'meanwhile'
  readonly machine: string
  readonly revision: number
  /** The last entry that was cut. */
  readonly lastEntry: number
}

/** Why no state can be made of what is stored. */
interface Unread {
  readonly column: string
  readonly problem: string
}

export interface Step {
  readonly entry: number
  readonly machine: string
  readonly key: object
  readonly revision: number
  readonly transition: string
  readonly input: Message
  readonly effects: readonly Message[]
}

/** Where an instance stood after the steps were read. */
export interface Since {
  readonly machine: string
  readonly key: object
  readonly revision: number
}
