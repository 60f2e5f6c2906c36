import type { Known } from '../evaluate.js'
import type { ComposedGraph, ComposedJson, StepLabel } from './composed-run.js'
import { firstDifference } from './first-difference.js'
import { canonicalText } from './key.js'

/** What was explored of a composition's kernels. */
export interface ComposedExplored {
  /** How many: 0 is the initial one, the others breadth first. */
  readonly states: number
  /** Plain JSON, as the model's states are read. */
  worldOf(at: number): ComposedJson
  /** Every step out of a state, those that change nothing too. */
  steps(at: number): readonly ExploredStep[]
  /** The steps that lead to a state from the initial one. */
  wayTo(at: number): readonly StepLabel[]
}

export interface ExploredStep extends StepLabel {
  readonly to: number
}

export interface ComposedConformance {
  readonly states: number
  readonly edges: number
  /** At most three, those with the shortest way to them first. */
  readonly differences: readonly ComposedDifference[]
}

export interface ComposedDifference {
  /** `initial`, `state`, `step`, or where the wholes after one step differ: `DetachedJob.{"jobId":"JobId_1",…}.phase`. */
  readonly what: string
  readonly way: readonly StepLabel[]
  readonly step: StepLabel | null
  readonly kernel: string
  readonly model: string
}

const MOST = 3

/**
 * Compares what kernels and routes do with what a model says: the initial state, every state, and every step by its name, its
 * instance and its input. `unrolled` false compares steps by their names alone.
 */
export function compareComposed(
  explored: ComposedExplored,
  graph: ComposedGraph,
  { unrolled }: { readonly unrolled: boolean },
): ComposedConformance {
  const keys = Array.from({ length: explored.states }, (_, at) => canonicalText(explored.worldOf(at)))
  const modelKeys = graph.worlds.map((world) => canonicalText(world))
  const numbers = new Map(modelKeys.map((key, n) => [key, n]))
  const edges = edgesByState(graph)
  const found: ComposedDifference[] = []
  const initial = graph.initial.map((n) => modelKeys[n]!).sort()
  if (initial.length !== 1 || initial[0] !== keys[0])
    found.push({ what: 'initial', way: [], step: null, kernel: keys[0] ?? 'none', model: initial.join(' or ') })
  let count = 0
  // Breadth first, so the first differences have the shortest ways.
  for (let at = 0; at < keys.length && found.length < MOST; at += 1) {
    const number = numbers.get(keys[at]!)
    const steps = explored.steps(at)
    count += steps.length
    if (number === undefined) {
      // Where its step differs, that has been said.
      if (found.length === 0)
        found.push({ what: 'state', way: explored.wayTo(at), step: null, kernel: keys[at]!, model: 'never reaches it' })
      continue
    }
    const kernel = targetsOf(
      steps.map((step) => ({ ...step, to: keys[step.to]! })),
      unrolled,
    )
    const model = targetsOf(
      (edges.get(number) ?? []).map((edge) => ({ ...edge, to: modelKeys[edge.to]! })),
      unrolled,
    )
    for (const name of [...new Set([...kernel.keys(), ...model.keys()])].sort()) {
      const difference = stepsThatDiffer(kernel.get(name), model.get(name))
      if (difference !== null) found.push({ way: explored.wayTo(at), ...difference })
    }
  }
  if (found.length === 0) {
    const known = new Set(keys)
    for (const key of modelKeys)
      if (!known.has(key)) found.push({ what: 'state', way: [], step: null, kernel: 'never reaches it', model: key })
  }
  return { states: explored.states, edges: count, differences: found.slice(0, MOST) }
}

/** One difference as lines: where, and what each side says. */
export function formatComposedDifference({ what, way, step, kernel, model }: ComposedDifference): string {
  const after = way.length === 0 ? 'initially' : `after ${way.map(labelText).join(', ')}`
  return [`${what} differs ${after}${step === null ? '' : `, at ${labelText(step)}`}`, `  kernel: ${kernel}`, `  model:  ${model}`].join(
    '\n',
  )
}

function labelText({ name, at, input }: StepLabel): string {
  return [name, ...(at === null ? [] : [canonicalText(at)]), ...(input === null ? [] : [canonicalText(input)])].join(' ')
}

function edgesByState({ edges }: ComposedGraph): ReadonlyMap<number, ComposedGraph['edges']> {
  const byState = new Map<number, ComposedGraph['edges'][number][]>()
  for (const edge of edges) {
    const list = byState.get(edge.from)
    if (list === undefined) byState.set(edge.from, [edge])
    else list.push(edge)
  }
  return byState
}

interface Targets {
  readonly step: StepLabel
  /** The wholes after it, as text. */
  readonly to: ReadonlySet<string>
}

function targetsOf(steps: readonly (StepLabel & { readonly to: string })[], unrolled: boolean): ReadonlyMap<string, Targets> {
  const targets = new Map<string, { step: StepLabel; to: Set<string> }>()
  for (const { name, at, input, to } of steps) {
    const step = unrolled ? { name, at, input } : { name, at: null, input: null }
    const text = labelText(step)
    const known = targets.get(text)
    if (known === undefined) targets.set(text, { step, to: new Set([to]) })
    else known.to.add(to)
  }
  return targets
}

function stepsThatDiffer(kernel: Targets | undefined, model: Targets | undefined): Omit<ComposedDifference, 'way'> | null {
  const { step } = (kernel ?? model)!
  if (kernel === undefined) return { what: 'step', step, kernel: 'has no such step', model: `takes it to ${[...model!.to].sort()[0]}` }
  if (model === undefined) return { what: 'step', step, kernel: `takes it to ${[...kernel.to].sort()[0]}`, model: 'has no such step' }
  const [more, less] = [[...kernel.to].filter((to) => !model.to.has(to)).sort(), [...model.to].filter((to) => !kernel.to.has(to)).sort()]
  if (more.length === 0 && less.length === 0) return null
  if (more[0] === undefined) return { what: 'step', step, kernel: 'does not lead there', model: `leads to ${less[0]}` }
  if (less[0] === undefined) return { what: 'step', step, kernel: `leads to ${more[0]}`, model: 'does not lead there' }
  const first = firstDifference('', JSON.parse(more[0]) as Known, JSON.parse(less[0]) as Known)!
  return { what: first.path, step, kernel: canonicalText(first.left), model: canonicalText(first.right) }
}
