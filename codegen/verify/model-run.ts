import type { Message, World } from '../evaluate.js'

/** The text of a model, made for one comparison with one set of bounds; and how to read what a checker says of it. */
export interface CheckedText {
  /** The name of the module, and of its file. */
  readonly name: string
  readonly module: string
  /** What is needed to ask a state for its answers, and no more. */
  readonly asking: string
  /** Of each gate in `Answers`, the places of its bindings in the order of the inputs. */
  readonly places: readonly (readonly number[])[]
  readonly cfg: { readonly tlc: string; readonly wasm: string; readonly asking: string }
  /** In the order of the cfg. */
  readonly invariants: readonly string[]
  /** An invariant that stands for several. */
  readonly together: Readonly<Record<string, readonly string[]>>
  /** One use of each definition: a checker that dropped one says so. */
  readonly probes: readonly { readonly name: string; readonly expr: string }[]
  /** One action for each binding. */
  readonly unrolled: boolean
  /** Action -> what it stands for; without its input where the action has parameters. */
  readonly actions: Readonly<Record<string, { readonly transition: string; readonly input: Message | null }>>
  /** Actions that change nothing and stand for no input. */
  readonly rests: readonly string[]
  readonly words: Words
}

/** What is spelt otherwise than the author wrote it. */
export interface Words {
  readonly models: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  readonly strings: Readonly<Record<string, string>>
}

/** What a checker found: by its own search (states, edges), and by asking each state for its answers. */
export interface ModelGraph {
  readonly worlds: readonly World[]
  readonly initial: readonly number[]
  /** Without the steps that rest. `input` is null where the text has no action of its own for each binding. */
  readonly edges: readonly ModelEdge[]
  /** One answer for each binding, in the order of the inputs and of their fields' values. */
  answers(at: number): readonly ModelAnswer[]
}

export interface ModelEdge {
  readonly from: number
  readonly to: number
  readonly transition: string
  readonly input: Message | null
}

export type ModelAnswer =
  | { readonly ok: true; readonly transition: string; readonly next: World; readonly effects: readonly Message[] }
  | { readonly ok: false; readonly code: string; readonly transition: string | null }

export type ModelRun = Run<World, ModelGraph>

/** `unfinished` is never a verdict: `reason` says what was not understood or not done, `help` what helps. */
export type Run<Seen, Graph> =
  | { readonly status: 'complete'; readonly engine: string; readonly graph: Graph }
  | {
      readonly status: 'violation'
      readonly engine: string
      /** As the cfg names it, or `deadlock`. */
      readonly invariant: string
      /** From an initial state on; `action` leads to the state, and is null for the first. */
      readonly trace: readonly { readonly action: string | null; readonly world: Seen }[]
    }
  | { readonly status: 'unfinished'; readonly engine: string; readonly reason: string; readonly help: string }
