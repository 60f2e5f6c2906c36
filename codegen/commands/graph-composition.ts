import type { JointGraph } from '../emit/joint-graph.js'
import { CannotComplete } from '../exit.js'
import type { Composition, Machine } from '../ir.js'
import { counted } from '../report/terminal.js'
import { exploreComposed, type ComposedExploration } from '../verify/composed/explore.js'
import { composedSystem } from '../verify/composed/index.js'
import type { System } from '../verify/composed/system.js'
import { canonicalText } from '../verify/key.js'

/** More than this is not looked into for the sake of a picture. */
export const MOST_EXPLORED = 100_000

type Place = JointGraph['places'][number]

/** Every state that a composition reaches at its ci bounds; where they are more than `most`, those alike in the phases of all instances as one. */
export function jointGraphOf(composition: Composition, machines: readonly Machine[], most: number): JointGraph {
  const system = composedSystem({ composition, machines, bounds: 'ci', kernels: null, router: null, spec: null })
  const exploration = exploreComposed({ system, maxStates: MOST_EXPLORED })
  const { name } = composition
  const wayOut = `pawl graph ${name} --phases, or smaller domains in model.ci at ${composition.at.file}:${composition.at.line}`
  if (exploration.broken !== null) throw new CannotComplete(`the exploration of ${name} ended where something threw`, `pawl check ${name}`)
  if (!exploration.complete)
    throw new CannotComplete(`${name} has more than ${MOST_EXPLORED} states at its ci bounds, too many for a picture`, wayOut)
  const isWhole = exploration.size <= most
  const phases = isWhole ? null : phasesOf(exploration)
  const groups = phases ?? Array.from({ length: exploration.size }, (_, n) => [n])
  if (groups.length > most)
    throw new CannotComplete(
      `${name} has ${exploration.size} states at its ci bounds, which differ in ${groups.length} ways in the phases of their instances: too many for a picture`,
      wayOut,
    )
  const placeOf = new Int32Array(exploration.size)
  groups.forEach((states, n) => states.forEach((state) => (placeOf[state] = n)))
  const names = namesOf(system)
  const stuck = new Set(exploration.stuck.map(({ at }) => at))
  const said = counted(exploration.size, 'state')
  return {
    name,
    caption: isWhole
      ? `${said} at ci bounds`
      : `${said} at ci bounds, drawn as ${groups.length}: states alike in the phases of all instances are one`,
    places: groups.map((states): Place => {
      const rows = rowsOf(exploration, states[0]!, names, isWhole)
      const notes = isWhole ? onItsWay(exploration, states[0]!) : [counted(states.length, 'state')]
      return { rows, notes, isLast: states.every((state) => stuck.has(state)) }
    }),
    ways: waysOf(exploration, placeOf),
  }
}

/** The states that are alike in the phases of all instances, in the order in which the first of each was met. */
function phasesOf(exploration: ComposedExploration): readonly (readonly number[])[] {
  const { system, size } = exploration
  const groups = new Map<string, number[]>()
  const state = new Int32Array(system.width)
  for (let at = 0; at < size; at += 1) {
    exploration.read(at, state)
    const key = system.instances.map(({ n, machine }) => system.rows.get(machine)!.row(state[n]!).world.phase).join('\0')
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [at])
    else known.push(at)
  }
  return [...groups.values()]
}

function rowsOf({ system, read }: ComposedExploration, at: number, names: readonly string[], withFields: boolean): Place['rows'] {
  const [state, first] = [read(at), read(0)]
  return system.instances.map(({ n, machine }) => {
    const rows = system.rows.get(machine)!
    const [{ world }, { world: initial }] = [rows.row(state[n]!), rows.row(first[n]!)]
    const changed = Object.keys(world).filter((field) => field !== 'phase' && canonicalText(world[field]) !== canonicalText(initial[field]))
    const more = withFields ? changed.map((field) => `${field} ${canonicalText(world[field])}`) : []
    return { instance: names[n]!, phase: world.phase, more, isFirst: world.phase === initial.phase && more.length === 0 }
  })
}

function onItsWay({ system, read }: ComposedExploration, at: number): readonly string[] {
  const state = read(at)
  const letters = system.queueAt.flatMap((queue) => (queue < 0 ? [] : system.queues.letters(state[queue]!)))
  return letters.length === 0 ? [] : [`on its way: ${letters.map(({ route }) => system.links[route]!.name).join(', ')}`]
}

/** What leads from one place to another; what stays in one is left out, or it would hide the rest. */
function waysOf({ graph, mover }: ComposedExploration, placeOf: Int32Array): JointGraph['ways'] {
  const ways = new Map<string, { readonly from: number; readonly to: number; readonly names: Set<string> }>()
  for (let state = 0; state < graph.size; state += 1) {
    for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge += 1) {
      const [from, to] = [placeOf[state]!, placeOf[graph.to[edge]!]!]
      if (from === to) continue
      const way = ways.get(`${from} ${to}`) ?? { from, to, names: new Set() }
      ways.set(`${from} ${to}`, way)
      way.names.add(mover.labels[graph.label[edge]!]!.name)
    }
  }
  return [...ways.values()].map(({ from, to, names }) => ({ from, to, names: [...names] }))
}

/** Of the only one of a machine its name; of several with what tells them apart in their keys. */
function namesOf({ instances, of }: System): readonly string[] {
  return instances.map(({ machine, key }) => {
    const all = of.get(machine)!
    const telling = Object.entries(key).filter(([field, value]) => all.some((other) => other.key[field] !== value))
    return telling.length === 0 ? machine : `${machine}(${telling.map(([, value]) => String(value)).join(', ')})`
  })
}
