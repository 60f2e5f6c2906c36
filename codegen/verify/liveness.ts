/**
 * Is something always followed by something else, under the fairness stated? A run that breaks it comes to a state with the
 * one and not the other, and from there goes round for ever, or stays, without the other and without being unfair.
 *
 * Weakly fair: a label that is possible in every state of a loop is taken in it. Strongly fair: one that is possible in any.
 * To stay is always possible. A step that changes nothing is no step.
 */
export interface Graph {
  readonly size: number
  /** Where the edges of each state begin, and one more. */
  readonly starts: Int32Array
  readonly to: Int32Array
  readonly label: Int32Array
  /** The number by which whoever explored finds the step again in its state. */
  readonly move: Int32Array
  /** How many labels there are. */
  readonly labels: number
}

export interface Promised {
  /** By state: 1 where it begins, 2 where it is kept, 3 for both. */
  readonly truth: Uint8Array
  readonly weak: readonly number[]
  readonly strong: readonly number[]
}

export const FROM = 1
export const TO = 2

/** A run that breaks a promise: from the state in which it begins, numbers of moves; the last of them, from `loop` on, go round for ever. */
export interface Broken {
  readonly state: number
  readonly moves: readonly number[]
  /** As many as there are moves where it stays. */
  readonly loop: number
}

/** What could be done where a broken run stays or goes round, and leads away from there. */
export interface WayOut {
  readonly label: number
  /** To where the promise is kept, in one step. */
  readonly keeps: boolean
  /** The least fairness under which nobody may go round so without it; null where it is taken on the way round, and elsewhere. */
  readonly needs: 'fair' | 'strong' | null
}

/** Those that keep the promise first, then in the order of their labels. */
export function waysOut(graph: Graph, truth: Uint8Array, broken: Broken): WayOut[] {
  const round = roundOf(graph, broken)
  const inside = new Set(round.states)
  const leading = new Map<number, boolean>()
  const possibleIn = new Map<number, number>()
  for (const state of inside) {
    const here = new Set<number>()
    for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge += 1) {
      const [label, to] = [graph.label[edge]!, graph.to[edge]!]
      here.add(label)
      if (!inside.has(to)) leading.set(label, (leading.get(label) ?? false) || (truth[to]! & TO) !== 0)
    }
    for (const label of here) possibleIn.set(label, (possibleIn.get(label) ?? 0) + 1)
  }
  const needs = (label: number) => (round.taken.has(label) ? null : possibleIn.get(label) === inside.size ? 'fair' : 'strong')
  return [...leading]
    .map(([label, keeps]): WayOut => ({ label, keeps, needs: needs(label) }))
    .sort((a, b) => Number(b.keeps) - Number(a.keeps) || a.label - b.label)
}

/** The states in which a broken run is for ever, and the labels that it takes there. */
function roundOf(
  graph: Graph,
  { state, moves, loop }: Broken,
): { readonly states: readonly number[]; readonly taken: ReadonlySet<number> } {
  const taken = new Set<number>()
  const states: number[] = []
  let at = state
  moves.forEach((move, n) => {
    if (n >= loop) states.push(at)
    let edge = graph.starts[at]!
    while (graph.move[edge] !== move) edge += 1
    if (n >= loop) taken.add(graph.label[edge]!)
    at = graph.to[edge]!
  })
  return { states: states.length === 0 ? [at] : states, taken }
}

/** A broken run with few steps; null where there is none. */
export function brokenRun(graph: Graph, { truth, weak, strong }: Promised, depthOf: (state: number) => number): Broken | null {
  const search = reachWithout(graph, truth, depthOf)
  const fair = { weak: weak.map((label) => possibleOf(graph, label)), strong: strong.map((label) => possibleOf(graph, label)) }
  const isFree = (state: number) => [...fair.weak, ...fair.strong].every(({ possible }) => possible[state] === 0)
  const resting = search.order.find(isFree)
  if (resting !== undefined) {
    const way = search.wayTo(resting)
    return { ...way, loop: way.moves.length }
  }
  const scratch = scratchOf(graph)
  const loop = fairLoop(graph, components(graph, search.order, scratch), fair, scratch)
  if (loop === null) return null
  const entry = search.order.find((state) => scratch.inside[state] === loop.mark)!
  const way = search.wayTo(entry)
  return { ...way, moves: [...way.moves, ...roundTrip(graph, scratch.inside, loop.mark, entry, fair)], loop: way.moves.length }
}

/** The states of broken runs: those with the one and not the other, and what is reached from there without it; the nearest first. */
interface Search {
  readonly order: readonly number[]
  wayTo(state: number): { state: number; moves: readonly number[] }
}

function reachWithout(graph: Graph, truth: Uint8Array, depthOf: (state: number) => number): Search {
  const parents = new Int32Array(graph.size).fill(UNSEEN)
  const order: number[] = []
  const sources: number[] = []
  for (let state = 0; state < graph.size; state += 1) if (truth[state] === FROM) sources.push(state)
  let [level, next] = [[] as number[], 0]
  // Level by level from the initial state, so that the whole way is short. States are numbered breadth first.
  for (let depth = 0; level.length > 0 || next < sources.length; depth += 1) {
    if (level.length === 0) depth = Math.max(depth, depthOf(sources[next]!))
    for (; next < sources.length && depthOf(sources[next]!) <= depth; next += 1) {
      const source = sources[next]!
      if (parents[source] !== UNSEEN) continue
      parents[source] = START
      level.push(source)
    }
    const further: number[] = []
    for (const state of level) {
      order.push(state)
      for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge += 1) {
        const to = graph.to[edge]!
        if (parents[to] !== UNSEEN || (truth[to]! & TO) !== 0) continue
        parents[to] = edge
        further.push(to)
      }
    }
    level = further
  }
  return {
    order,
    wayTo(state) {
      const moves: number[] = []
      let at = state
      for (let edge = parents[at]!; edge !== START; edge = parents[at]!) {
        moves.push(graph.move[edge]!)
        at = leftBy(graph, edge)
      }
      return { state: at, moves: moves.reverse() }
    },
  }
}

const UNSEEN = -2
const START = -1

/** The state that an edge leaves: the last whose edges begin at it or before. */
function leftBy({ starts, size }: Graph, edge: number): number {
  let [low, high] = [0, size - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= edge) low = middle
    else high = middle - 1
  }
  return low
}

interface Fair {
  readonly label: number
  /** By state: 1 where it can be taken. */
  readonly possible: Uint8Array
}

function possibleOf(graph: Graph, label: number): Fair {
  const possible = new Uint8Array(graph.size)
  for (let state = 0; state < graph.size; state += 1)
    for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge += 1)
      if (graph.label[edge] === label) {
        possible[state] = 1
        break
      }
  return { label, possible }
}

/** A set of states that are marked alike, each reached from each. */
interface Component {
  readonly mark: number
  readonly states: readonly number[]
}

type Fairness = { readonly weak: readonly Fair[]; readonly strong: readonly Fair[] }

/** The first component with a loop that is fair. What a strongly fair label forbids is taken out, and what is left looked at again. */
function fairLoop(graph: Graph, candidates: readonly Component[], fair: Fairness, scratch: Scratch): Component | null {
  const { inside } = scratch
  const open = [...candidates].reverse()
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { mark, states } = one
    const taken = new Set<number>()
    for (const state of states)
      for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge += 1)
        if (inside[graph.to[edge]!] === mark) taken.add(graph.label[edge]!)
    if (!fair.weak.every(({ label, possible }) => taken.has(label) || states.some((state) => possible[state] === 0))) continue
    const denied = fair.strong.filter(({ label, possible }) => !taken.has(label) && states.some((state) => possible[state] === 1))
    if (denied.length === 0) return one
    for (const state of states) inside[state] = -1
    const left = states.filter((state) => denied.every(({ possible }) => possible[state] === 0))
    for (const part of components(graph, left, scratch)) open.push(part)
  }
  return null
}

interface Scratch {
  /** By state: the mark of the component that it is in, or -1. */
  readonly inside: Int32Array
  /** By state: when it was met, OUTSIDE where it is not looked at, WAITING where it was not met yet. */
  readonly order: Int32Array
  readonly low: Int32Array
  readonly onStack: Uint8Array
}

const OUTSIDE = -2
const WAITING = -1

function scratchOf({ size }: Graph): Scratch {
  return {
    inside: new Int32Array(size).fill(-1),
    order: new Int32Array(size).fill(OUTSIDE),
    low: new Int32Array(size),
    onStack: new Uint8Array(size),
  }
}

/** Marks each of the states with its strongly connected component among them: the number of one of its states. */
function components(graph: Graph, among: readonly number[], { inside, order, low, onStack }: Scratch): Component[] {
  for (const state of among) order[state] = WAITING
  const found: Component[] = []
  const stack: number[] = []
  let count = 0
  for (const root of among) {
    if (order[root] !== WAITING) continue
    const path: { state: number; edge: number }[] = []
    const open = (state: number): void => {
      order[state] = count
      low[state] = count
      count += 1
      stack.push(state)
      onStack[state] = 1
      path.push({ state, edge: graph.starts[state]! })
    }
    open(root)
    while (path.length > 0) {
      const top = path[path.length - 1]!
      const { state } = top
      if (top.edge < graph.starts[state + 1]!) {
        const to = graph.to[top.edge]!
        top.edge += 1
        if (order[to] === WAITING) open(to)
        else if (onStack[to] === 1) low[state] = Math.min(low[state]!, order[to]!)
        continue
      }
      path.pop()
      const above = path[path.length - 1]
      if (above !== undefined) low[above.state] = Math.min(low[above.state]!, low[state]!)
      if (low[state] !== order[state]) continue
      const states: number[] = []
      for (let member = -1; member !== state;) {
        member = stack.pop()!
        onStack[member] = 0
        states.push(member)
        inside[member] = state
      }
      found.push({ mark: state, states })
    }
  }
  for (const state of among) order[state] = OUTSIDE
  return found
}

/** How many bits tell nodes apart while a way is looked for: a state, and what each fair label is owed and was given. */
const NODE_BITS = 20

/** A fair label, and whether it is owed a step from the start, or from where it can be taken on. */
interface Due extends Fair {
  readonly isStrong: boolean
  readonly isOwed: boolean
}

/**
 * A way round through a component that gives every fair label its due, and comes back: the shortest, or where that is too much to
 * look for a short one that gives some of them theirs at a time.
 */
function roundTrip(graph: Graph, inside: Int32Array, mark: number, entry: number, { weak, strong }: Fairness): number[] {
  const states = [...inside.keys()].filter((state) => inside[state] === mark)
  const atOnce = Math.max(1, Math.floor((NODE_BITS - Math.log2(states.length)) / 2))
  const possibleHere = strong.filter(({ possible }) => states.some((state) => possible[state] === 1))
  const isWhole = weak.length + possibleHere.length <= atOnce
  let open: readonly Due[] = [
    ...weak.map((fair) => ({ ...fair, isStrong: false, isOwed: true })),
    ...possibleHere.map((fair) => ({ ...fair, isStrong: true, isOwed: !isWhole })),
  ]
  const edges: number[] = []
  for (let [at, isBack] = [entry, false]; !isBack;) {
    isBack = open.length <= atOnce
    const isWithin = (state: number): boolean => inside[state] === mark
    const way = shortest(graph, { from: at, to: isBack ? entry : null, dues: open.slice(0, atOnce), isWithin })
    for (const edge of way) at = graph.to[edge]!
    open = open.slice(atOnce).filter(({ label }) => !way.some((edge) => graph.label[edge] === label))
    edges.push(...way)
  }
  return edges.map((edge) => graph.move[edge]!)
}

/** The fewest edges after which nothing is owed any more, and that end in `to`, or anywhere. */
function shortest(
  graph: Graph,
  { from, to, dues, isWithin }: { from: number; to: number | null; dues: readonly Due[]; isWithin: (state: number) => boolean },
): number[] {
  // Two bits for each: that it was given its due, and further up that it is owed. A node is a state with them.
  const given = 2 ** dues.length - 1
  const all = (given + 1) ** 2
  const bits = (is: (due: Due) => boolean): number => dues.reduce((sum, due, n) => (is(due) ? sum | (1 << n) : sum), 0)
  const metIn = (state: number): number =>
    bits(({ isStrong, possible }) => !isStrong && possible[state] === 0) |
    (bits(({ isStrong, isOwed, possible }) => isOwed || (isStrong && possible[state] === 1)) << dues.length)
  const start = from * all + metIn(from)
  const parents = new Map<number, { readonly node: number; readonly edge: number }>()
  const queue = [start]
  for (const node of queue) {
    const [state, met] = [Math.floor(node / all), node % all]
    if (((met >> dues.length) & ~(met & given)) === 0 && (to === null || state === to)) {
      const edges: number[] = []
      for (let at = node; at !== start; at = parents.get(at)!.node) edges.push(parents.get(at)!.edge)
      return edges.reverse()
    }
    for (let edge = graph.starts[state]!; edge < graph.starts[state + 1]!; edge += 1) {
      const next = graph.to[edge]!
      if (!isWithin(next)) continue
      const reached = next * all + (met | bits(({ label }) => label === graph.label[edge]) | metIn(next))
      if (reached === start || parents.has(reached)) continue
      parents.set(reached, { node, edge })
      queue.push(reached)
    }
  }
  throw new Error(`no way leads round from state ${from}, though each of its component is reached from each`)
}
