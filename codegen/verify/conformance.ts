import type { Known, Message, World } from '../evaluate.js'
import { isFields } from './first-difference.js'
import { canonicalText } from './key.js'
import type { ModelAnswer, ModelEdge, ModelGraph } from './model-run.js'

/** What was explored of a kernel: `Exploration` is one. */
export interface Explored {
  readonly worlds: readonly World[]
  readonly bindings: readonly Message[]
  pathTo(at: number): readonly { readonly at: number; readonly binding: number }[]
  answers(at: number): readonly ExploredAnswer[]
}

type ExploredAnswer =
  | { readonly ok: true; readonly transition: string; readonly to: number | null; readonly effects: readonly Message[] }
  | { readonly ok: false; readonly code: string; readonly transition: string | null }

export interface Conformance {
  readonly states: number
  readonly edges: number
  readonly refusals: number
  /** At most three, those with the shortest way to them first. */
  readonly differences: readonly Difference[]
}

export interface Difference {
  /** What differs: `initial`, `state`, `answer`, `edge`, or a field: `next.fence`, `effects[0].sequence`, `code`. */
  readonly what: string
  /** The inputs that lead to the state from the initial one. */
  readonly path: readonly Message[]
  readonly input: Message | null
  readonly kernel: string
  readonly model: string
}

const MOST = 3

/**
 * Compares what a kernel does with what a model says: initial states, states, and for every state and input the next state,
 * the effects, or the refusal. The model has two witnesses, the edges of its search and the answers it gave when asked:
 * each is compared with the kernel, and so with the other.
 */
export function compare(explored: Explored, graph: ModelGraph): Conformance {
  const numbers = new Map(graph.worlds.map((world, n) => [canonicalText(world), n]))
  const keys = explored.worlds.map(canonicalText)
  const found: Difference[] = []
  const counts = { edges: 0, refusals: 0 }
  compareInitial(explored, graph, found)
  const edges = edgesByState(graph.edges, explored.bindings)
  // Breadth first, so the first differences have the shortest ways.
  for (let at = 0; at < keys.length && found.length < MOST; at += 1) {
    const number = numbers.get(keys[at]!)
    if (number === undefined) {
      found.push({ what: 'state', path: pathOf(explored, at), input: null, kernel: keys[at]!, model: 'never reaches it' })
      continue
    }
    const said = explored.answers(at)
    const model = graph.answers(number)
    if (model.length !== said.length) throw new Error(`the model answers ${model.length} inputs and the kernel ${said.length}`)
    for (let n = 0; n < said.length && found.length < MOST; n += 1) {
      const answer = said[n]!
      counts[answer.ok ? 'edges' : 'refusals'] += 1
      for (const difference of compareAnswers(answer, model[n]!, explored, keys)) {
        found.push({ path: pathOf(explored, at), input: explored.bindings[n]!, ...difference })
      }
    }
    found.push(...compareEdges(said, edges.get(number) ?? [], explored, graph, numbers, keys, at))
  }
  if (found.length < MOST) {
    const known = new Set(keys)
    for (const world of graph.worlds) {
      const key = canonicalText(world)
      if (!known.has(key)) found.push({ what: 'state', path: [], input: null, kernel: 'never reaches it', model: key })
    }
  }
  return { states: explored.worlds.length, ...counts, differences: found.slice(0, MOST) }
}

/** One difference as lines: where, and what each side says. */
export function formatDifference({ what, path, input, kernel, model }: Difference): string {
  const way = path.length === 0 ? 'initially' : `after ${path.map((step) => canonicalText(step)).join(', ')}`
  return [
    `${what} differs ${way}${input === null ? '' : `, at ${canonicalText(input)}`}`,
    `  kernel: ${kernel}`,
    `  model:  ${model}`,
  ].join('\n')
}

function compareInitial(explored: Explored, graph: ModelGraph, found: Difference[]): void {
  const kernel = canonicalText(explored.worlds[0])
  const model = graph.initial.map((n) => canonicalText(graph.worlds[n])).sort()
  if (model.length !== 1 || model[0] !== kernel) found.push({ what: 'initial', path: [], input: null, kernel, model: model.join(' or ') })
}

type Found = Pick<Difference, 'what' | 'kernel' | 'model'>

function compareAnswers(kernel: ExploredAnswer, model: ModelAnswer, explored: Explored, keys: readonly string[]): readonly Found[] {
  if (kernel.ok && model.ok) {
    return [
      ...differ('transition', kernel.transition, model.transition),
      ...(kernel.to !== null && keys[kernel.to] === canonicalText(model.next)
        ? []
        : fieldsThatDiffer('next', kernel.to === null ? null : explored.worlds[kernel.to], model.next)),
      ...(canonicalText(kernel.effects) === canonicalText(model.effects) ? [] : effectsThatDiffer(kernel.effects, model.effects)),
    ]
  }
  if (!kernel.ok && !model.ok)
    return [...differ('code', kernel.code, model.code), ...differ('transition', kernel.transition, model.transition)]
  return [{ what: 'answer', kernel: inShort(kernel), model: inShort(model) }]
}

/** Names of edges against accepted answers: in a state, the same bindings go the same way, and no others. */
function compareEdges(
  said: readonly ExploredAnswer[],
  edges: readonly NumberedEdge[],
  explored: Explored,
  graph: ModelGraph,
  numbers: ReadonlyMap<string, number>,
  keys: readonly string[],
  at: number,
): readonly Difference[] {
  const wanted = new Map<string, Message>()
  const named = edges.every(({ binding }) => binding !== null)
  said.forEach((answer, n) => {
    if (!answer.ok || answer.to === null) return
    wanted.set(edgeText(answer.transition, named ? n : null, numbers.get(keys[answer.to]!) ?? -1), explored.bindings[n]!)
  })
  const there = new Map(edges.map((edge) => [edgeText(edge.transition, edge.binding, edge.to), edge]))
  const path = pathOf(explored, at)
  return [
    ...[...wanted].flatMap(([text, input]) =>
      there.has(text)
        ? []
        : [{ what: 'edge', path, input, kernel: `accepts (${text.split(' ')[0]})`, model: 'its search has no such step' }],
    ),
    ...[...there].flatMap(([text, edge]) =>
      wanted.has(text)
        ? []
        : [
            {
              what: 'edge',
              path,
              input: edge.binding === null ? null : explored.bindings[edge.binding]!,
              kernel: 'has no such step',
              model: `${edge.transition} to ${canonicalText(graph.worlds[edge.to])}`,
            },
          ],
    ),
  ]
}

interface NumberedEdge extends ModelEdge {
  /** Which of the bindings, or null when the edge does not say. */
  readonly binding: number | null
}

function edgesByState(edges: readonly ModelEdge[], bindings: readonly Message[]): ReadonlyMap<number, readonly NumberedEdge[]> {
  const numbers = new Map(bindings.map((binding, n) => [canonicalText(binding), n]))
  const known = new Map<Message, number>()
  const byState = new Map<number, NumberedEdge[]>()
  for (const edge of edges) {
    const { from, input } = edge
    let binding: number | null = null
    if (input !== null) {
      binding = known.get(input) ?? numbers.get(canonicalText(input)) ?? -1
      if (binding < 0) throw new Error(`the model's search tried ${canonicalText(input)}, which is none of the bindings`)
      known.set(input, binding)
    }
    const list = byState.get(from) ?? []
    list.push({ ...edge, binding })
    byState.set(from, list)
  }
  return byState
}

function edgeText(transition: string, binding: number | null, to: number): string {
  return `${transition} ${binding ?? 'any'} ${to}`
}

function fieldsThatDiffer(prefix: string, kernel: Known, model: Known): readonly Found[] {
  if (!isFields(kernel) || !isFields(model))
    return [{ what: prefix, kernel: canonicalText(kernel ?? null), model: canonicalText(model ?? null) }]
  const names = [...new Set([...Object.keys(kernel), ...Object.keys(model)])]
  return names.flatMap((name) => differ(`${prefix}.${name}`, kernel[name] ?? null, model[name] ?? null))
}

function effectsThatDiffer(kernel: readonly Message[], model: readonly Message[]): readonly Found[] {
  if (kernel.length !== model.length) return differ('effects', kernel, model)
  return kernel.flatMap((effect, n) => fieldsThatDiffer(`effects[${n}]`, effect, model[n]))
}

function differ(what: string, kernel: Known, model: Known): readonly Found[] {
  const [left, right] = [canonicalText(kernel), canonicalText(model)]
  return left === right ? [] : [{ what, kernel: left, model: right }]
}

function inShort(answer: ExploredAnswer | ModelAnswer): string {
  return answer.ok
    ? `accepted by ${answer.transition}`
    : `refused ${answer.code}${answer.transition === null ? '' : ` by ${answer.transition}`}`
}

function pathOf(explored: Explored, at: number): readonly Message[] {
  return explored.pathTo(at).map(({ binding }) => explored.bindings[binding]!)
}
