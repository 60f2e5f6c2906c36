import type { Known, Message } from '../evaluate.js'

/** One line of what `pawld journal --json` prints. */
export type PastLine =
  | { readonly line: 'past'; readonly limits: { readonly [machine: string]: { readonly [limit: string]: number } } }
  | { readonly line: 'takeover'; readonly machine: string; readonly afterEntry: number }
  | ({ readonly line: 'instance'; readonly revision: number } & Instance)
  | { readonly line: 'unreadable'; readonly machine: string; readonly key: string; readonly column: string; readonly problem: string }
  | ({ readonly line: 'step' } & Step)
  | ({ readonly line: 'since' } & Since)
  | { readonly line: 'end'; readonly instances: number; readonly steps: number }

export interface Instance {
  readonly machine: string
  readonly key: object
  readonly state: { readonly [field: string]: Known }
  readonly tables: { readonly [table: string]: readonly (readonly [string | number, Known])[] }
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
