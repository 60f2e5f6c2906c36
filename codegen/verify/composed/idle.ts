import type { Findings } from '../finding.js'
import type { LocalLink } from './links.js'
import type { DrivePart, System } from './system.js'

/** Instances to which the same drives come, woken by the same locals. */
interface Alike {
  readonly wakes: readonly { readonly local: LocalLink; readonly by: readonly DrivePart[] }[]
  /** Rows that were looked at. */
  readonly seen: boolean[]
}

/**
 * Whom recovery wakes must find something to do, or it is woken for nothing again and again: of the drives that a local wakes and
 * that come to an instance, one is accepted wherever the local is derived there, unless a bound of the model is in its way. Where
 * none comes the composition leaves out what happens.
 */
export function idleWakes(
  { composition, instances, drives, locals, rows }: System,
  findings: Findings,
): (at: number, state: Int32Array) => void {
  const classes = new Map<string, Alike>()
  const classOf = instances.map((one) => {
    const wakes = locals
      .filter(({ from }) => from === one.machine)
      .map((local) => ({ local, by: drives.filter((part) => part.drive.on.includes(local.name) && part.instances.includes(one)) }))
    const text = JSON.stringify([one.machine, wakes.map(({ local, by }) => [local.name, by.map(({ drive }) => drive.name)])])
    const alike = classes.get(text) ?? { wakes, seen: [] }
    classes.set(text, alike)
    return alike
  })
  return (at, state) => {
    for (const { n, machine } of instances) {
      const [row, { wakes, seen }] = [state[n]!, classOf[n]!]
      if (wakes.length === 0 || seen[row]) continue
      seen[row] = true
      const { row: rowOf, answer } = rows.get(machine)!
      for (const { local, by } of wakes) {
        // What derives is asked where nobody comes too: the spec that runs beside is asked with it.
        if (!local.derives(rowOf(row).situation) || by.length === 0) continue
        const answers = by.flatMap(({ bindings }) => bindings.map((binding) => answer(row, binding)))
        if (answers.some((one) => one.ok || one.code === 'exhausted')) continue
        const whom = by.map(({ drive }) => drive.name).join(', ')
        findings.add({
          rule: 'WOKEN_FOR_NOTHING',
          name: local.name,
          at: composition.locals.find(({ name }) => name === local.name)!.at,
          message: `"${local.name}" is derived where ${whom} can do nothing`,
          place: { state: at, binding: null },
        })
      }
    }
  }
}
