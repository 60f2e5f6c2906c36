import type { Finding } from './finding.js'
import type { Trace } from './trace.js'
import type { PropertyReport } from './properties.js'
import type { RefinementReport } from './refine/index.js'

/** What `pawl check` knows of one machine: the document that `--json` prints, which text is made of too. */
export interface MachineReport<T = Trace> {
  readonly name: string
  readonly file: string
  readonly bounds: 'ci' | 'deep'
  readonly states: number
  /** Accepted pairs of state and binding. */
  readonly edges: number
  /** Refused ones. */
  readonly refusals: number
  readonly depth: number
  readonly complete: boolean
  /** How often each transition was accepted. */
  readonly transitions: { readonly [transition: string]: number }
  readonly refusalCodes: { readonly [code: string]: number }
  /** How many answers were `exhausted` because of each domain. */
  readonly limitsReached: { readonly [domain: string]: number }
  /** States that nothing leads out of, and that may be so. */
  readonly stuttering: { readonly terminal: number; readonly exhausted: number }
  readonly properties: readonly PropertyReport[]
  readonly refinements: readonly RefinementReport[]
  readonly engines: readonly EngineReport[]
  /** Where it was asked for: whose ids were exchanged, and in how many ways. Over none, every state was looked into. */
  readonly symmetry?: { readonly over: readonly string[]; readonly permutations: number; readonly kept?: readonly string[] }
  /** Kernel, spec and, where they ran, the other engines answered alike; null when nothing was compared. */
  readonly conformant: boolean | null
  readonly findings: readonly Finding<T>[]
  /** What could not be completed: each of them means exit status 2. */
  readonly problems: readonly string[]
}

export interface EngineReport {
  readonly engine: 'kernel' | 'evaluator' | 'wasm' | 'tlc'
  readonly distinct: number
  readonly generated: number
  readonly ms: number
}
