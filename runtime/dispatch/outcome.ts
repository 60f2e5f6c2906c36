/** What a decision comes to, and the form in which whatever sends an input within a transaction asks for one. */
import type { AnyMachine, Refusal } from '../../generated/machine.js'
import type { Transaction } from '../store/index.js'

export type Outcome =
  | {
      readonly ok: true
      readonly transition: string
      readonly state: { readonly phase: string }
      readonly effects: readonly { readonly type: string }[]
      readonly revision: number
      readonly key: object
      readonly atMs: number
    }
  | { readonly ok: false; readonly refusal: Refusal; readonly machine: string }

/** The key and the input are right: parsed, or made by a generated router. */
export type DispatchIn = (transaction: Transaction, machine: AnyMachine, key: object, input: { readonly type: string }) => Outcome
