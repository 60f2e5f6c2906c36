import type { Known, Message } from '../evaluate.js'
import type { Run, Words } from './model-run.js'

/** The text of a composition's model, made for one comparison with one set of bounds; and how to read what a checker says of it. */
export interface ComposedText {
  /** The name of the module, and of its file. */
  readonly name: string
  readonly module: string
  readonly cfg: { readonly tlc: string; readonly wasm: string }
  /** In the order of the cfg. */
  readonly invariants: readonly string[]
  /** One use of each definition: a checker that dropped one says so. */
  readonly probes: readonly { readonly name: string; readonly expr: string }[]
  /** One action for each binding. */
  readonly unrolled: boolean
  /** Action -> the step that it stands for; the parts that its parameters say are null where it is not unrolled. */
  readonly actions: Readonly<Record<string, StepLabel>>
  /** Actions that change nothing and stand for no step. */
  readonly rests: readonly string[]
  readonly words: Words
}

/** What a step is called: `claim`, `deliver.releaseWaits`, `acknowledge.releaseWaits`, `crash`. */
export interface StepLabel {
  readonly name: string
  /** The key of whom it is driven to, or who sends. */
  readonly at: { readonly [field: string]: Known } | null
  /** What comes from outside. */
  readonly input: Message | null
}

/** What a checker found by its search. */
export interface ComposedGraph {
  /** Plain JSON: every machine's instances by key, the outboxes, who was answered and who is woken. */
  readonly worlds: readonly ComposedJson[]
  readonly initial: readonly number[]
  /** Without the steps that rest. */
  readonly edges: readonly ({ readonly from: number; readonly to: number } & StepLabel)[]
}

export type ComposedJson = { readonly [part: string]: Known }

export type ComposedRun = Run<ComposedJson, ComposedGraph>
