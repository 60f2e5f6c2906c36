/** One spec, told every way that there is: by its own functions, by its kernel and by its model. */
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { filesOf } from '../../codegen/generate.js'
import type { Machine } from '../../codegen/ir.js'
import { compare, formatDifference } from '../../codegen/verify/conformance.js'
import { definitionIn, kernelIn, wordsIn } from '../../codegen/verify/exports.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { loadModules } from '../../codegen/verify/load.js'
import type { MachineReport } from '../../codegen/verify/report.js'
import { runWasm } from '../../codegen/verify/wasm.js'
import type { LaidOut } from '../../codegen/write.js'
import type { AnyMachine } from '../../generated/machine.js'
import { projectRoot } from '../emit/workbench.js'
import { readSound } from '../read/spec.js'

const FILE = 'specs/machines/shelf.ts'
const WORDS = 'specs/vocabulary.ts'

export interface EveryWay {
  readonly machine: Machine
  readonly files: readonly LaidOut[]
  /** Of the generated kernel, with the spec's own functions beside it at every state and input. */
  readonly report: MachineReport
  readonly module: AnyMachine
  /** How many states and edges both the kernel and the model have; and in what they differ. */
  readonly states: number
  readonly edges: number
  readonly differences: readonly string[]
}

/** The machine of a spec, which must read without a fault and whose model must be one that a checker understands. */
export async function everyWay(spec: string): Promise<EveryWay> {
  const machine = readSound(spec)
  const modelled = runWasm(machine, emitComparison(machine, machine.model.ci), { timeoutMs: 50_000, maxStates: 10_000 })
  const files = await filesOf({ machines: [machine], compositions: [] })
  const index = files.find(({ path }) => path.endsWith('/index.ts'))!.path
  const text = spec.replace("'pawl/spec'", "'../vocabulary.js'")
  const overlay = new Map([...files.map((file): [string, string] => [file.path, file.text]), [FILE, text]])
  const loaded = await loadModules(projectRoot, [index, FILE, WORDS], overlay)
  const kernel = kernelIn(loaded.get(index)!, machine.name)
  const own = { definition: definitionIn(loaded.get(FILE)!, machine.name), words: wordsIn(loaded.get(WORDS)!) }
  const { report, exploration } = verifyMachine({ machine, bounds: 'ci', kernel, spec: own, judgeVacuity: false })
  const model = await modelled
  if (model.status !== 'complete') throw new Error(JSON.stringify(model, null, 1))
  const { states, edges, differences } = compare(exploration, model.graph)
  const module = Object.values(loaded.get(index)!).find((one) => (one as AnyMachine).name === machine.name) as AnyMachine
  return { machine, files, report, module, states, edges, differences: differences.map(formatDifference) }
}

/** What was generated, by its path. */
export function textOf(files: readonly LaidOut[], path: string): string {
  const file = files.find((one) => one.path === path)
  if (file === undefined) throw new Error(`there is no ${path}, but ${files.map((one) => one.path).join(', ')}`)
  return file.text
}
