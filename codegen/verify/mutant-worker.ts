import { parentPort } from 'node:worker_threads'
import { kernelIn, runBundle } from './exports.js'
import { judgeMutant } from './mutants.js'
import type { Mutant, MutantReport } from './mutants.js'

/** Judges one mutant after another in a thread of its own, so that what they loaded goes with it. */
export interface MutantJob {
  readonly mutant: Mutant
  readonly bounds: 'ci' | 'deep'
  readonly root: string
  /** The file of the mutant's kernel, and the bundle that has it. */
  readonly file: string
  readonly text: string
  readonly maxStates: number
}

export type MutantAnswer = { readonly ok: true; readonly report: MutantReport } | { readonly ok: false; readonly problem: string }

// A port of a thread has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.on('message', (job: MutantJob) => parentPort?.postMessage(answer(job)))

function answer({ mutant, bounds, root, file, text, maxStates }: MutantJob): MutantAnswer {
  try {
    const kernel = kernelIn(runBundle(root, [file], text).get(file)!, mutant.machine.name)
    return { ok: true, report: judgeMutant(mutant, { bounds, kernel, maxStates }) }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
