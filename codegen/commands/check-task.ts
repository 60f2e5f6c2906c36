import type { Composition, Machine } from '../ir.js'
import type { Checked } from '../report/checked.js'
import type { Opinion } from './check-engines.js'

/** One machine or composition to be checked, as plain data: it goes to a worker. */
export type Task = MachineTask | CompositionTask

interface Common {
  readonly root: string
  readonly bounds: 'ci' | 'deep'
  /** Kernels, routers and specs as one text, and the files in it. */
  readonly bundle: string
  readonly files: readonly string[]
  readonly vocabulary: string
  readonly engines: readonly Opinion[]
  readonly tlc: TlcTask
  /** After as many the explorer stops, and the item is not complete. */
  readonly maxStates: number
  /** Ids that are interchangeable are exchanged. */
  readonly symmetry: boolean
}

export interface TlcTask {
  readonly jar: string | null
  readonly timeoutMs: number | null
  readonly heap: string | null
}

export interface MachineTask extends Common {
  readonly of: 'machine'
  readonly machine: Machine
}

export interface CompositionTask extends Common {
  readonly of: 'composition'
  readonly composition: Composition
  /** Those that it names. */
  readonly machines: readonly Machine[]
}

/** What a model checker may take: far beyond what the ci bounds need. */
export const TIMEOUT_MS = 20 * 60_000
/** States of one item that the built-in model checker is asked for: what takes it some 15 s on two cores. Beyond, it is left out, by name. */
export const WASM_STATES = 20_000

/** What is checked. */
export function subjectOf(task: Task): Machine | Composition {
  return task.of === 'machine' ? task.machine : task.composition
}

/** Nothing is known of it: its worker broke off. */
export function notChecked(task: Task, reason: string): Checked {
  const { name, at } = subjectOf(task)
  return {
    of: task.of,
    name,
    file: at.file,
    bounds: task.bounds,
    states: 0,
    edges: 0,
    refusals: 0,
    depth: 0,
    complete: false,
    transitions: {},
    refusalCodes: {},
    limitsReached: {},
    stuttering: { terminal: 0, exhausted: 0 },
    properties: [],
    refinements: [],
    engines: [],
    conformant: null,
    findings: [],
    problems: [reason],
    codes: [],
    differences: [],
    promised: [],
    waived: [],
  }
}
