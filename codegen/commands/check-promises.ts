import { emitTla } from '../emit/tla.js'
import { emitTlaComposition } from '../emit/tla-composition.js'
import { composedPromises, machinePromises } from '../emit/tla-promises.js'
import type { Checked } from '../report/checked.js'
import { type PromisesRun, type PromisesText, runPromises } from '../verify/model-promises.js'
import { modulesIn } from '../verify/refine/index.js'
import { readsNull } from './check-engines.js'
import { subjectOf, type Task } from './check-task.js'
import { tlcOptions } from './check-tlc.js'

/**
 * Asks TLC, where it is among the engines, for what only holds of whole behaviours: leads-to, steps, refinement. Null where there
 * is no jar, which its first run has said, or nothing of the kind.
 */
export async function promisesRun(task: Task): Promise<PromisesRun<null> | null> {
  const options = task.engines.includes('tlc') ? tlcOptions(task) : null
  const text = options === null ? null : promisesText(task)
  return options === null || text === null ? null : runPromises(text, () => null, options)
}

function promisesText(task: Task): PromisesText | null {
  const { composition, machines } = task.of === 'composition' ? task : { composition: null, machines: [] }
  const promises = task.of === 'machine' ? machinePromises(task.machine) : composedPromises(composition!, machines)
  if (promises === null) return null
  const { name, module } = task.of === 'machine' ? emitTla(task.machine) : emitTlaComposition(composition!, machines)
  const source = modulesIn(task.root)
  return {
    name: promises.name,
    module: promises.module,
    properties: promises.properties,
    model: { name, module },
    abstracts: Object.fromEntries(promises.abstracts.map((abstract) => [abstract, source(abstract).text])),
    cfg: promises.cfg(subjectOf(task).model[task.bounds]),
  }
}

/** What TLC says of the promises, beside what the explorer said: the two must say the same of each. */
export function promisesHeard(checked: Checked, run: PromisesRun<null> | null): Checked {
  if (run === null) return checked
  const broken = [...checked.properties, ...checked.refinements].filter(({ verdict }) => verdict === 'violated').map(({ name }) => name)
  const differs = (difference: string): Checked => ({ ...checked, conformant: false, differences: [...checked.differences, difference] })
  switch (run.status) {
    case 'unfinished':
      if (readsNull(checked)) return checked
      return { ...checked, problems: [...checked.problems, `${run.engine}: ${run.reason}${run.help === '' ? '' : ` (${run.help})`}`] }
    case 'broken':
      if (run.property === null ? broken.length > 0 : broken.includes(run.property)) return checked
      return differs(`${run.engine} finds ${run.property ?? 'a promise'} broken; the explorer does not`)
    case 'kept': {
      const unseen = run.properties.find((name) => broken.includes(name))
      if (unseen !== undefined) return differs(`the explorer finds ${unseen} broken; ${run.engine} does not`)
      return { ...checked, promised: ['tlc'] }
    }
  }
}
