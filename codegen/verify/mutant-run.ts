import { build } from 'esbuild'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Machine } from '../ir.js'
import { MAX_STATES } from './explore.js'
import { bundle } from './load.js'
import type { MutantAnswer, MutantJob } from './mutant-worker.js'
import { unjudged } from './mutants.js'
import type { Mutant, MutantReport } from './mutants.js'

/** Mutants that one worker judges before a new one takes its place. */
const RECYCLED_AFTER = 50

/**
 * Writes the kernel of each mutant, in memory, and explores it: what is judged is what would run. Answers in the order of the
 * mutants. `kernelOf` is the emitter; its file stands in the place of the one on the disk.
 */
export async function runMutants(
  mutants: readonly Mutant[],
  options: {
    readonly root: string
    readonly bounds: 'ci' | 'deep'
    readonly kernelOf: (machine: Machine) => { readonly path: string; readonly text: string }
    readonly workers?: number
    readonly maxStates?: number
    readonly onReport?: (report: MutantReport) => void
  },
): Promise<MutantReport[]> {
  const { root, bounds, kernelOf, workers = 2, maxStates = MAX_STATES, onReport = () => {} } = options
  const script = await workerText()
  const reports: MutantReport[] = []
  let next = 0
  const work = async (): Promise<void> => {
    let worker: Worker | null = null
    for (let judged = 0; next < mutants.length; judged += 1) {
      const n = next++
      const mutant = mutants[n]!
      if (worker !== null && judged % RECYCLED_AFTER === 0) {
        await worker.terminate()
        worker = null
      }
      worker ??= new Worker(script, { eval: true })
      const { path, text } = kernelOf(mutant.machine)
      const answer = await ask(worker, {
        mutant,
        bounds,
        root,
        file: path,
        text: await bundle(root, [path], new Map([[path, text]])),
        maxStates,
      })
      if (!answer.ok) worker = await worker.terminate().then(() => null)
      const report = answer.ok ? answer.report : unjudged(mutant, answer.problem)
      reports[n] = report
      onReport(report)
    }
    await worker?.terminate()
  }
  await Promise.all(Array.from({ length: workers }, work))
  return reports
}

function ask(worker: Worker, job: MutantJob): Promise<MutantAnswer> {
  return new Promise((resolve) => {
    const failed = (error: Error) => settle({ ok: false, problem: error.message })
    const ended = (status: number) => settle({ ok: false, problem: `the worker ended with status ${status}` })
    const settle = (answer: MutantAnswer) => {
      worker.off('message', settle).off('error', failed).off('exit', ended)
      resolve(answer)
    }
    worker.on('message', settle).on('error', failed).on('exit', ended)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(job)
  })
}

/** The worker as one text: it is started alike from sources and from what they are compiled to. */
async function workerText(): Promise<string> {
  const entry = ['./mutant-worker.js', './mutant-worker.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url))).find(existsSync)
  if (entry === undefined) throw new Error('the worker that judges mutants is not installed')
  const built = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
  })
  return built.outputFiles[0]!.text
}
