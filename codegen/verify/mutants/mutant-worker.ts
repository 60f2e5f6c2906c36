import { parentPort, workerData } from 'node:worker_threads'
import type { Catalog } from '../../ir.js'
import { modulesIn } from '../refine/index.js'
import { judgeMutant } from './judge.js'
import type { MutantReport } from './judge.js'
import type { Mutant } from './mutant.js'

/** What stays the same for all mutants that a thread judges. */
export interface MutantSetting {
  /** The project's, whose `tla/` has the modules that refinements name. */
  readonly root: string
  readonly catalog: Catalog
  readonly bounds: 'ci' | 'deep'
  readonly maxStates?: number
}

export type MutantAnswer = { readonly ok: true; readonly report: MutantReport } | { readonly ok: false; readonly problem: string }

// A port of a thread has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.on('message', (mutant: Mutant) => parentPort?.postMessage(answer(mutant)))

function answer(mutant: Mutant): MutantAnswer {
  const { root, ...setting } = workerData as MutantSetting
  try {
    return { ok: true, report: judgeMutant(mutant, { ...setting, modules: modulesIn(root) }) }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
