import type { Catalog } from '../ir.js'
import { CannotComplete } from '../exit.js'
import { bundle, vocabularyOf } from '../verify/load.js'
import { routerFileOf } from './check-composition.js'
import { kernelFileOf } from './check-machine.js'
import type { Task } from './check-task.js'

/** What there is to do, the largest first, so that no core waits for it at the end. */
export async function tasksOf(
  root: string,
  catalog: Catalog,
  names: readonly string[],
  how: Pick<Task, 'bounds' | 'engines' | 'tlc' | 'maxStates' | 'symmetry'>,
): Promise<readonly Task[]> {
  const { machines, compositions } = chosen(catalog, names)
  const needed = catalog.machines.filter(
    (machine) => machines.includes(machine) || compositions.some((composition) => composition.machines.includes(machine.name)),
  )
  const vocabulary = vocabularyOf(root)
  const files = [
    ...needed.map(({ name }) => kernelFileOf(name)),
    ...compositions.map(({ name }) => routerFileOf(name)),
    ...new Set([...needed, ...compositions].map(({ at }) => at.file)),
    vocabulary,
  ]
  const common = { root, bundle: await bundle(root, files), files, vocabulary, ...how }
  return [
    ...compositions.map((composition): Task => {
      const own = composition.machines.map((name) => needed.find((machine) => machine.name === name)!)
      return { of: 'composition', composition, machines: own, ...common }
    }),
    ...machines
      .map((machine): Task & { of: 'machine' } => ({ of: 'machine', machine, ...common }))
      .sort((a, b) => b.machine.transitions.length - a.machine.transitions.length),
  ]
}

function chosen({ machines, compositions }: Catalog, names: readonly string[]): Catalog {
  if (machines.length === 0) throw new CannotComplete('specs/machines holds no machine, so nothing was checked')
  const known = [...machines, ...compositions].map(({ name }) => name)
  for (const name of names)
    if (!known.includes(name)) throw new CannotComplete(`no machine or composition is called "${name}"`, `there are ${known.join(', ')}`)
  const isChosen = ({ name }: { readonly name: string }): boolean => names.length === 0 || names.includes(name)
  return { machines: machines.filter(isChosen), compositions: compositions.filter(isChosen) }
}
