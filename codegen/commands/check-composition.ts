import { folderName } from '../emit/names.js'
import { emitComposedComparison } from '../emit/tla-composition-compare.js'
import type { Checked } from '../report/checked.js'
import { compareComposed, formatComposedDifference } from '../verify/composed-conformance.js'
import { composedExplored } from '../verify/composed-explored.js'
import { runComposedTlc, runComposedWasm } from '../verify/composed-model.js'
import type { ComposedRun } from '../verify/composed-run.js'
import { verifyComposition } from '../verify/composed/index.js'
import { composedSymmetryOf } from '../verify/composed/symmetry.js'
import { compositionIn, kernelIn, routerIn, runBundle, wordsIn } from '../verify/exports.js'
import { modulesIn } from '../verify/refine/index.js'
import { besides, heardOf, type Opinion } from './check-engines.js'
import { kernelFileOf, unasked } from './check-machine.js'
import { type CompositionTask, TIMEOUT_MS, WASM_STATES, notChecked } from './check-task.js'
import { promisesHeard, promisesRun } from './check-promises.js'
import { NO_JAR, tlcOptions } from './check-tlc.js'

/** Explores a composition by the generated kernels and router, and holds it against the model checkers. */
export async function checkComposition(given: CompositionTask): Promise<Checked> {
  const { composition, machines, bounds, root } = given
  const symmetry = given.symmetry ? composedSymmetryOf(composition, machines, bounds) : null
  if (symmetry !== null && 'refused' in symmetry) return notChecked(given, symmetry.refused)
  const isReduced = symmetry !== null && symmetry.over.length > 0
  const task: CompositionTask = isReduced ? { ...given, engines: [] } : given
  const text = task.engines.length === 0 ? null : emitComposedComparison(composition, machines, composition.model[bounds])
  const { explored, heard } = await besides(
    task.engines,
    (engine, onBegun) => asked(engine, task, text!, onBegun),
    () => {
      const loaded = runBundle(root, task.files, task.bundle)
      return verifyComposition({
        composition,
        machines,
        bounds,
        maxStates: task.maxStates,
        symmetry,
        kernels: new Map(machines.map(({ name }) => [name, kernelIn(loaded.get(kernelFileOf(name))!, name)])),
        router: routerIn(loaded.get(routerFileOf(composition.name))!, composition.name),
        spec: {
          definition: compositionIn(loaded.get(composition.at.file)!, composition.name),
          words: wordsIn(loaded.get(task.vocabulary)!),
        },
        modules: modulesIn(root),
      })
    },
  )
  const { report, exploration } = explored
  const checked: Checked = {
    of: 'composition',
    ...report,
    codes: [],
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
        compare: (graph) => {
          const unrolled = text!.unrolled
          const differences = sum.complete ? compareComposed(composedExplored(exploration), graph, { unrolled }).differences : []
          return { distinct: graph.worlds.length, generated: graph.edges.length, differences: differences.map(formatComposedDifference) }
        },
      }),
    checked,
  )
  return promisesHeard(all, promises)
}

/** Where the generated router of a composition stands. */
export function routerFileOf(name: string): string {
  return `generated/${folderName(name)}/router.ts`
}

function asked(
  engine: Opinion,
  task: CompositionTask,
  text: ReturnType<typeof emitComposedComparison>,
  onBegun: () => void,
): Promise<ComposedRun> {
  const { composition, machines } = task
  const model = { composition, machines, text }
  switch (engine) {
    case 'wasm':
      return runComposedWasm(model, { timeoutMs: TIMEOUT_MS, maxStates: WASM_STATES + 1, onBegun })
    case 'tlc': {
      onBegun()
      const options = tlcOptions(task)
      return options === null ? Promise.resolve(NO_JAR) : runComposedTlc(model, options)
    }
  }
}
