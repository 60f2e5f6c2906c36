import { emitComparison } from '../emit/tla-compare.js'
import { folderName } from '../emit/names.js'
import type { Machine } from '../ir.js'
import { ENGINES, type Checked } from '../report/checked.js'
import { compare, formatDifference } from '../verify/conformance.js'
import { mustBeFew } from '../verify/domains.js'
import { verifyMachine } from '../verify/index.js'
import { definitionIn, kernelIn, runBundle, wordsIn } from '../verify/exports.js'
import type { ModelRun } from '../verify/model-run.js'
import { modulesIn } from '../verify/refine/index.js'
import { symmetryOf } from '../verify/symmetry.js'
import { runTlc } from '../verify/tlc.js'
import { runWasm } from '../verify/wasm.js'
import { besides, heardOf, type Opinion } from './check-engines.js'
import { type MachineTask, TIMEOUT_MS, WASM_STATES, notChecked } from './check-task.js'
import { promisesHeard, promisesRun } from './check-promises.js'
import { NO_JAR, tlcOptions } from './check-tlc.js'

/** Explores a machine's kernel, and holds it against the model checkers. */
export async function checkMachine(given: MachineTask): Promise<Checked> {
  const { machine, bounds, root } = given
  // Before a text is made that spells each of them out.
  mustBeFew(machine, machine.model[bounds])
  const symmetry = given.symmetry ? symmetryOf(machine, bounds) : null
  if (symmetry !== null && 'refused' in symmetry) return notChecked(given, symmetry.refused)
  const isReduced = symmetry !== null && symmetry.over.length > 0
  const task: MachineTask = isReduced ? { ...given, engines: [] } : given
  const text = task.engines.length === 0 ? null : emitComparison(machine, machine.model[bounds])
  const { explored, heard } = await besides(
    task.engines,
    (engine, onBegun) => asked(engine, task, text!, onBegun),
    () => {
      const loaded = runBundle(root, task.files, task.bundle)
      return verifyMachine({
        machine,
        bounds,
        maxStates: task.maxStates,
        symmetry,
        kernel: kernelIn(loaded.get(kernelFileOf(machine.name))!, machine.name),
        spec: { definition: definitionIn(loaded.get(machine.at.file)!, machine.name), words: wordsIn(loaded.get(task.vocabulary)!) },
        modules: modulesIn(root),
      })
    },
  )
  const { report, exploration } = explored
  const checked: Checked = {
    of: 'machine',
    ...report,
    codes: codesOf(machine),
    differences: [],
    promised: [],
    waived: [],
    ...(isReduced && given.engines.length > 0 && { leftOut: given.engines.map(unasked) }),
  }
  const promises = await promisesRun(task)
  const all = heard.reduce(
    (sum, one) =>
      heardOf(sum, one, {
        invariants: text!.properties,
        compare: (graph) => ({
          distinct: graph.worlds.length,
          generated: graph.edges.length,
          differences: sum.complete ? compare(exploration, graph).differences.map(formatDifference) : [],
        }),
      }),
    checked,
  )
  return promisesHeard(all, promises)
}

/** Where the generated module of a machine stands. */
export function kernelFileOf(name: string): string {
  return `generated/${folderName(name)}/index.ts`
}

/** Counts are compared with those of nobody who counts something else. */
export function unasked(engine: Opinion): { readonly engine: Opinion; readonly reason: string } {
  return { engine, reason: `${ENGINES[engine]}: under symmetry one state stands for several, so that no counts can be compared` }
}

function asked(engine: Opinion, task: MachineTask, comparison: ReturnType<typeof emitComparison>, onBegun: () => void): Promise<ModelRun> {
  const { machine } = task
  switch (engine) {
    case 'wasm':
      return runWasm(machine, comparison, { timeoutMs: TIMEOUT_MS, maxStates: WASM_STATES + 1, onBegun })
    case 'tlc': {
      onBegun()
      const options = tlcOptions(task)
      return options === null ? Promise.resolve(NO_JAR) : runTlc(machine, comparison, options)
    }
  }
}

function codesOf(machine: Machine): readonly string[] {
  return [...new Set([...machine.inputs, ...machine.transitions].flatMap(({ refuse }) => refuse.map(({ name }) => name)))]
}
