/** How strong are the promises? Every single edit of a spec is made, and some promise must notice. */
import { build } from 'esbuild'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Catalog } from '../../ir.js'
import { compositionMutants } from './composition.js'
import { unjudged } from './judge.js'
import type { MutantReport } from './judge.js'
import { machineMutants } from './machine.js'
import type { Mutant } from './mutant.js'
import type { MutantAnswer, MutantSetting } from './mutant-worker.js'

export type { MutantReport } from './judge.js'
export type { Mutant } from './mutant.js'

/** Mutants that one worker judges before a new one takes its place, so that what they compiled goes with it. */
const RECYCLED_AFTER = 200

/** The mutants of the machines and compositions named, in the order of the catalog; each item's in the order of its spec. */
export function mutantsOf(catalog: Catalog, names: readonly string[]): readonly Mutant[] {
  return [
    ...catalog.machines.filter(({ name }) => names.includes(name)).flatMap(machineMutants),
    ...catalog.compositions.filter(({ name }) => names.includes(name)).flatMap((one) => compositionMutants(one, catalog)),
  ]
}

/**
 * The specs as they stand, to be judged like mutants. A promise that one of them breaks is broken by all of its mutants too: that
 * those are noticed says nothing.
 */
export function originalsOf({ machines, compositions }: Catalog, names: readonly string[]): readonly Mutant[] {
  const nothing = { rule: 'DROP_UPDATE', name: 'nothing', before: null, after: null, fingerprint: '' } as const
  const isNamed = ({ name }: { readonly name: string }): boolean => names.includes(name)
  return [
    ...machines.filter(isNamed).map((machine): Mutant => ({ of: 'machine', machine, at: machine.at, ...nothing })),
    ...compositions.filter(isNamed).map((composition): Mutant => ({ of: 'composition', composition, at: composition.at, ...nothing })),
  ]
}

/**
 * Judges mutants in threads. Answers in their order, whatever the threads do. A mutant is judged by the IR's evaluator, which `pawl check`
 * holds equal to the kernel, so that none of them has to be compiled. A thread that breaks off costs its one mutant.
 */
export async function judgeMutants(
  mutants: readonly Mutant[],
  options: MutantSetting & { readonly workers: number; readonly onReport?: (mutant: Mutant, report: MutantReport) => void },
): Promise<readonly MutantReport[]> {
  const { workers, onReport = () => {}, ...setting } = options
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
      worker ??= new Worker(script, { eval: true, workerData: setting })
      const answer: MutantAnswer = await ask(worker, mutant)
      if (!answer.ok) worker = await worker.terminate().then(() => null)
      const report = answer.ok ? answer.report : unjudged(mutant, answer.problem)
      reports[n] = report
      onReport(mutant, report)
    }
    await worker?.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(workers, mutants.length) }, work))
  return reports
}

function ask(worker: Worker, mutant: Mutant): Promise<MutantAnswer> {
  return new Promise((resolve) => {
    const failed = (error: Error) => settle({ ok: false, problem: error.message })
    const ended = (status: number) => settle({ ok: false, problem: `the worker ended with status ${status}` })
    const settle = (answer: MutantAnswer) => {
      worker.off('message', settle).off('error', failed).off('exit', ended)
      resolve(answer)
    }
    worker.on('message', settle).on('error', failed).on('exit', ended)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(mutant)
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
