import { byValue } from '../compile.js'
import { evaluator } from '../evaluate.js'
import type { Bounds, Message, World } from '../evaluate.js'
import type { LeadsTo, Machine } from '../ir.js'
import type { Exploration, Watcher } from './explore.js'
import type { Findings } from './finding.js'
import { Ints } from './ints.js'
import { leadsTo } from './leads-to.js'
import type { Leading, LeadsToRun } from './leads-to.js'
import type { Graph } from './liveness.js'
import type { Carrier, Definition } from './spec.js'

export interface EventuallyRun {
  readonly watcher: Watcher
  /** After the graph is explored; `limits` are the domains of which a bound was reached. */
  judge(exploration: Exploration, limits: readonly string[]): void
  readonly reports: LeadsToRun<World>['reports']
  readonly problems: LeadsToRun<World>['problems']
}

const NO_INPUT: Message = { type: '' }

/** Judges what a machine says eventually happens, over its whole graph: what is fair are its transitions. */
export function eventually(
  machine: Machine,
  spec: { readonly definition: Definition; readonly carry: Carrier } | null,
  { bounds, findings }: { readonly bounds: Bounds; readonly findings: Findings },
): EventuallyRun {
  const labels = new Map(machine.transitions.map(({ name }, n) => [name, n]))
  const run = leadsTo<World>(machine.eventually, {
    of: (lead) => [leadingOf(machine, lead, spec, bounds)],
    labelsOf: (name) => [labels.get(name)!],
    labelled: (label) => ({ name: machine.transitions[label]!.name, of: null }),
    findings,
  })
  if (machine.eventually.length === 0) return { watcher: {}, judge: () => undefined, reports: run.reports, problems: run.problems }
  const [starts, to, label, move] = [new Ints(), new Ints(), new Ints(), new Ints()]
  const numbers = new Map<World, number>()
  return {
    reports: run.reports,
    problems: run.problems,
    watcher: {
      state(at, world) {
        numbers.set(world, at)
        run.state(at, world)
      },
      step(at, _world, _input, n, { transition }, next) {
        while (starts.length <= at) starts.push(to.length)
        const reached = numbers.get(next)!
        if (reached === at) return
        to.push(reached)
        label.push(labels.get(transition)!)
        move.push(n)
      },
    },
    judge(exploration, limits) {
      const size = exploration.worlds.length
      while (starts.length <= size) starts.push(to.length)
      const graph: Graph = { size, starts: starts.list(), to: to.list(), label: label.list(), move: move.list(), labels: labels.size }
      run.judge(graph, { complete: exploration.complete, limits: [...limits].sort(byValue), depthOf: exploration.depthOf })
    },
  }
}

function leadingOf(
  machine: Machine,
  { name, from, to }: LeadsTo,
  spec: { readonly definition: Definition; readonly carry: Carrier } | null,
  { limits }: Bounds,
): Leading<World> {
  const { over } = evaluator(machine)
  const [begins, ends] = [over(from), over(to)]
  const own = spec?.definition.eventually?.[name]
  if (spec !== null && own === undefined) throw new Error(`the spec of ${machine.name} has no "${name}" under "eventually"`)
  return {
    of: null,
    read: { from: (s) => begins(s, NO_INPUT, limits) === true, to: (s) => ends(s, NO_INPUT, limits) === true },
    own: own === undefined ? null : { from: (s) => own.from(spec!.carry.state(s)), to: (s) => own.to(spec!.carry.state(s)) },
  }
}
