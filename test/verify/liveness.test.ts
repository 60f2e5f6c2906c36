/** What eventually happens, under the fairness stated: by hand, and on random graphs against a search through all that can go round. */
import { describe, expect, test } from 'vitest'
import { Findings } from '../../codegen/verify/finding.js'
import { leadsTo } from '../../codegen/verify/leads-to.js'
import { brokenRun, FROM, TO, waysOut, type Graph } from '../../codegen/verify/liveness.js'
import { composedTraceText } from '../../codegen/verify/composed/trace-text.js'
import { generator } from '../fixtures/random-words.js'
import { look } from './fixtures/lamps.js'

type Edge = readonly [from: number, label: number, to: number]

function graphOf(size: number, edges: readonly Edge[]): Graph {
  const sorted = [...edges].sort(([a], [b]) => a - b)
  const starts = Int32Array.from({ length: size + 1 }, (_, state) => sorted.filter(([from]) => from < state).length)
  return {
    size,
    starts,
    to: Int32Array.from(sorted, ([, , to]) => to),
    label: Int32Array.from(sorted, ([, label]) => label),
    move: Int32Array.from(sorted, (_, n) => n - starts[sorted[n]![0]]!),
    labels: 4,
  }
}

function distances(size: number, edges: readonly Edge[]): number[] {
  const depths: number[] = Array.from({ length: size }, () => Infinity)
  depths[0] = 0
  for (let round = 0; round < size; round += 1) for (const [from, , to] of edges) depths[to] = Math.min(depths[to]!, depths[from]! + 1)
  return depths
}

interface Fairness {
  readonly weak: readonly number[]
  readonly strong: readonly number[]
}

/** Is it fair to be in these states and take these edges again and again, for ever? */
function isFair(all: readonly Edge[], states: readonly number[], taken: readonly Edge[], { weak, strong }: Fairness): boolean {
  const isPossible = (label: number, state: number) => all.some(([from, other]) => from === state && other === label)
  const isTaken = (label: number) => taken.some(([, other]) => other === label)
  return (
    weak.every((label) => isTaken(label) || states.some((state) => !isPossible(label, state))) &&
    strong.every((label) => isTaken(label) || states.every((state) => !isPossible(label, state)))
  )
}

/** Every set of edges that hangs together, and every single state. */
function isBrokenSomewhere(size: number, edges: readonly Edge[], truth: Uint8Array, fairness: Fairness): boolean {
  const isOpen = (state: number) => (truth[state]! & TO) === 0
  const open = edges.filter(([from, , to]) => isOpen(from) && isOpen(to))
  const reached = new Set(Array.from({ length: size }, (_, state) => state).filter((state) => truth[state] === FROM))
  for (let round = 0; round < size; round += 1) for (const [from, , to] of open) if (reached.has(from)) reached.add(to)
  if ([...reached].some((state) => isFair(edges, [state], [], fairness))) return true
  for (let set = 1; set < 1 << open.length; set += 1) {
    const taken = open.filter((_, n) => (set >> n) & 1)
    const states = [...new Set(taken.flatMap(([from, , to]) => [from, to]))]
    if (states.some((state) => !reached.has(state)) || !hangTogether(states, taken)) continue
    if (isFair(edges, states, taken, fairness)) return true
  }
  return false
}

/** Does a way round of fewer edges begin where this one does, and is fair too? */
function hasShorter(all: readonly Edge[], truth: Uint8Array, fairness: Fairness, round: readonly number[]): boolean {
  const from = round[0]!
  const walk = (states: readonly number[], taken: readonly Edge[]): boolean => {
    if (states.at(-1) === from && isFair(all, states, taken, fairness)) return true
    if (taken.length + 2 >= round.length) return false
    const next = all.filter(([at, , to]) => at === states.at(-1) && (truth[to]! & TO) === 0)
    return next.some((edge) => walk([...states, edge[2]], [...taken, edge]))
  }
  return round.length > 1 && walk([from], [])
}

function hangTogether(states: readonly number[], edges: readonly Edge[]): boolean {
  return states.every((start) => {
    const seen = new Set([start])
    for (let round = 0; round < states.length; round += 1) for (const [from, , to] of edges) if (seen.has(from)) seen.add(to)
    return seen.size === states.length
  })
}

describe('a run that breaks a promise', () => {
  test('is found exactly where one is, and is one: 3000 random graphs', () => {
    const random = generator(20261129)
    const pick = (count: number) => Math.floor(random() * count)
    let broken = 0
    for (let round = 0; round < 3000; round += 1) {
      const size = 2 + pick(4)
      const tree: Edge[] = Array.from({ length: size - 1 }, (_, n) => [pick(n + 1), pick(3), n + 1])
      const more: Edge[] = Array.from({ length: pick(6) }, () => [pick(size), pick(3), pick(size)])
      const depths = distances(size, tree)
      // Numbered breadth first, as an explorer does.
      const order = [...depths.keys()].sort((a, b) => depths[a]! - depths[b]! || a - b)
      const edges = [...tree, ...more]
        .filter(([from, , to]) => from !== to)
        .map(([from, label, to]): Edge => [order.indexOf(from), label, order.indexOf(to)])
        .filter(([from, label, to], n, all) => all.findIndex((other) => other.join() === [from, label, to].join()) === n)
      const all = distances(size, edges)
      if (all.some((depth, n) => n > 0 && depth < all[n - 1]!)) continue
      const truth = Uint8Array.from({ length: size }, () => [0, 0, FROM, FROM, TO, FROM + TO][pick(6)]!)
      const labels = [0, 1, 2].map(() => pick(3))
      const fairness = { weak: [0, 1, 2].filter((label) => labels[label] === 1), strong: [0, 1, 2].filter((label) => labels[label] === 2) }
      const graph = graphOf(size, edges)
      const run = brokenRun(graph, { truth, ...fairness }, (state) => all[state]!)
      const why = JSON.stringify({ edges, truth: [...truth], fairness, run })
      expect(run !== null, why).toBe(isBrokenSomewhere(size, edges, truth, fairness))
      if (run === null) continue
      broken += 1
      expect(truth[run.state], why).toBe(FROM)
      const states = [run.state]
      const taken: Edge[] = []
      for (const move of run.moves) {
        const edge = graph.starts[states.at(-1)!]! + move
        taken.push([states.at(-1)!, graph.label[edge]!, graph.to[edge]!])
        states.push(graph.to[edge]!)
      }
      expect(
        states.every((state) => (truth[state]! & TO) === 0),
        why,
      ).toBe(true)
      expect(states.at(-1), why).toBe(states[run.loop])
      expect(isFair(edges, states.slice(run.loop), taken.slice(run.loop), fairness), why).toBe(true)
      expect(hasShorter(edges, truth, fairness, states.slice(run.loop)), why).toBe(false)
    }
    expect(broken).toBeGreaterThan(500)
  })
})

describe('a composition', () => {
  const RUNG = (fairness: string) =>
    `rung: { each: 'Lamp', from: (c, at) => c.Lamp.get(at)!.lit > 0, to: (c, at) => c.Bell.get({ room: at.room })!.nth > 0, ${fairness} }`
  const LOOK =
    "light: drive({ to: Lamp, input: 'Light' }), putOut: drive({ to: Lamp, input: 'PutOut' }), look: drive({ to: Lamp, input: 'Look' })"
  const TOGGLES = `{
    Light: { on: 'Light', from: ['Off'], to: 'On', emit: (s) => [...(s.lit === 0 ? [{ type: 'Lit' as const, nth: s.lit }] : [])], update: () => ({ lit: 1 }) },
    PutOut: { on: 'PutOut', from: ['On'], to: 'Off', emit: (s) => [...(s.lit === 0 ? [{ type: 'Gone' as const }] : [])] },
    Look: { on: 'Look', from: ['On'], to: 'same', update: () => ({ seen: true }) },
  }`
  const SEEN = (fairness: string) =>
    `seen: { from: (c) => c.Lamp.every((s) => s.lit > 0), to: (c) => c.Lamp.every((s) => s.seen), ${fairness} }`
  const toggling = (fairness: string) => look({ lamp: TOGGLES, environment: LOOK, eventually: SEEN(fairness) })

  test('need do nothing where nothing is fair, and the run that stays is shown', async () => {
    const { report, found } = await look({ eventually: RUNG('fair: []') })
    expect(found).toEqual(['EVENTUALLY rung'])
    const [finding] = report.findings
    expect(finding).toMatchObject({ replayed: true, trace: { steps: [{ name: 'light' }], lasso: { from: 1 } } })
    expect(composedTraceText(finding!.trace!).split('\n').at(-1)).toBe('stays')
    expect(finding!.message).toBe(
      '"rung" does not hold for {"room":"Room_1"}: it begins, is never kept, and the run stays as it is; limits reached: Count',
    )
  })

  test('delivers in the end where that is fair, and says up to which limit', async () => {
    const { report, found } = await look({ eventually: RUNG("fair: ['deliver.ring']") })
    expect(found).toEqual([])
    expect(report.properties).toContainEqual(
      expect.objectContaining({ name: 'rung', kind: 'eventually', verdict: 'holds', limits: ['Count'] }),
    )
  })

  test('may go round for ever where a weakly fair step is only possible now and then', async () => {
    const { report } = await toggling("fair: ['look', 'light']")
    const finding = report.findings.find(({ rule }) => rule === 'EVENTUALLY')!
    expect(finding).toMatchObject({ name: 'seen', replayed: true })
    expect(composedTraceText(finding.trace!)).toMatch(/goes round:\n[^]*putOut[^]*\nback to where it was after step \d+$/)
  })

  test('does it in the end where the step is strongly fair, and the lamp is lit again and again', async () => {
    expect((await toggling("fair: ['light'], strong: ['look']")).found).toEqual([])
    expect((await toggling("fair: [], strong: ['look']")).found).toEqual(['EVENTUALLY seen'])
  })

  test('is not given more fairness than it needs', async () => {
    expect((await look({ eventually: RUNG("fair: ['deliver.ring', 'acknowledge.ring']") })).found).toEqual([
      'FAIRNESS_NOT_NEEDED rung acknowledge.ring',
    ])
    const { report } = await look({ eventually: RUNG("fair: [], strong: ['deliver.ring']") })
    expect(report.findings).toMatchObject([
      { rule: 'FAIRNESS_NOT_NEEDED', message: '"rung" needs "deliver.ring" to be fair, and not strongly: say "fair"' },
    ])
  })

  test('that promises what never begins has promised nothing', async () => {
    const never = "never: { from: (c) => c.Lamp.every((s) => s.lit > 1 + 1), to: (c) => c.Lamp.every((s) => s.seen), fair: ['light'] }"
    expect((await look({ eventually: never })).found).toEqual(['NEVER_IMPLIED never'])
  })

  test('nor what is kept wherever it begins, for each instance', async () => {
    const kept = (to: string) => `kept: { each: 'Lamp', from: (c, at) => c.Lamp.get(at)!.lit > 0, to: (c, at) => ${to}, fair: [] }`
    const { report, found } = await look({ eventually: kept('c.Lamp.get(at)!.lit > 0') })
    expect(found).toEqual(['NEVER_IMPLIED kept'])
    expect(report.findings[0]!.message).toBe(
      '"kept" is kept wherever it begins: no state has what "from" says and not what "to" says, so that nothing must follow',
    )
    expect((await look({ eventually: kept('c.Lamp.get(at)!.lit >= 0') })).found).toEqual(['NEVER_IMPLIED kept'])
  })
})

describe('fairness that nothing needs', () => {
  const at = { file: 'specs/machines/by-hand.ts', line: 1, column: 1 }
  const labels = ['A', 'B', 'C', 'D']

  /** State 0 begins, and the last one keeps it. */
  function told(
    edges: readonly Edge[],
    { fair, strong = [], size = 2 }: { readonly fair: readonly string[]; readonly strong?: readonly string[]; readonly size?: number },
  ): string[] {
    const findings = new Findings()
    const done = { name: 'done', doc: '', at, each: null, fair, strong, source: '' } as const
    const yes = { kind: 'literal', value: true, type: { kind: 'bool' }, at } as const
    const truths = { from: (state: number) => state === 0, to: (state: number) => state === size - 1 }
    const run = leadsTo<number>([{ ...done, from: yes, to: yes }], {
      of: () => [{ of: null, read: truths, own: null }],
      labelsOf: (name) => [labels.indexOf(name)],
      labelled: (label) => ({ name: labels[label]!, of: null }),
      findings,
    })
    for (let state = 0; state < size; state += 1) run.state(state, state)
    run.judge(graphOf(size, edges), { complete: true, limits: [], depthOf: (state) => state })
    return findings.all().map(({ rule, name, message }) => `${rule} ${name}: ${message}`)
  }

  const either: readonly Edge[] = [
    [0, 0, 1],
    [0, 1, 1],
  ]

  test('of two that each suffice is said of both at once: to take both away would break the promise', () => {
    expect(told(either, { fair: ['A', 'B'] })).toEqual([
      'FAIRNESS_NOT_NEEDED done A, B: "done" holds with the fairness of one of "A", "B" alone: take one of them away, and keep the other',
    ])
    expect(told(either, { fair: ['A'] })).toEqual([])
    expect(told(either, { fair: [] })).toEqual([expect.stringMatching(/^EVENTUALLY done/)])
  })

  test('is told apart from what stands in for nothing', () => {
    expect(told(either, { fair: ['A', 'B', 'C'] })).toEqual([
      expect.stringMatching(/^FAIRNESS_NOT_NEEDED done A, B: .* take one of them away, and keep the other$/),
      'FAIRNESS_NOT_NEEDED done C: "done" holds without the fairness of "C": take it away',
    ])
  })

  test('is said of each by itself where all can go', () => {
    const detour: readonly Edge[] = [
      [0, 0, 1],
      [1, 1, 1],
    ]
    expect(told(detour, { fair: ['A', 'B', 'C'] })).toEqual([
      'FAIRNESS_NOT_NEEDED done B: "done" holds without the fairness of "B": take it away',
      'FAIRNESS_NOT_NEEDED done C: "done" holds without the fairness of "C": take it away',
    ])
  })

  test('of three of which any one suffices is said of all three', () => {
    const three: readonly Edge[] = [...either, [0, 2, 1]]
    expect(told(three, { fair: ['A', 'B', 'C'] })).toEqual([
      'FAIRNESS_NOT_NEEDED done A, B, C: "done" holds without the fairness of any one of "A", "B", "C", and not without all: take one away, and check again',
    ])
  })

  test('and where changes that are said beside each other do not hold together, each says so', () => {
    // Round and round from 0 to 1 by A; out of 0 by B, and out of 1 by C.
    const round: readonly Edge[] = [
      [0, 0, 1],
      [1, 3, 0],
      [0, 1, 2],
      [1, 2, 2],
    ]
    const oneAtATime = '; make one change of "done" at a time, and check again: not all that are said hold together'
    expect(told(round, { fair: ['A'], strong: ['B', 'C'], size: 3 })).toEqual([
      `FAIRNESS_NOT_NEEDED done A, B: "done" holds with the fairness of one of "A", "B" alone: take one of them away, and keep the other${oneAtATime}`,
      `FAIRNESS_NOT_NEEDED done C: "done" needs "C" to be fair, and not strongly: say "fair"${oneAtATime}`,
    ])
    expect(told(round, { fair: ['A'], strong: ['C'], size: 3 })).toEqual([])
  })
})

describe('what leads out of a broken run', () => {
  const [begins, kept] = [FROM, TO]
  const ways = (edges: readonly Edge[], truth: readonly number[], fair: Partial<Fairness> = {}) => {
    const graph = graphOf(truth.length, edges)
    const seen = Uint8Array.from(truth)
    return waysOut(
      graph,
      seen,
      brokenRun(graph, { truth: seen, weak: [], strong: [], ...fair }, (state) => distances(truth.length, edges)[state]!)!,
    )
  }

  test('where it stays: what keeps the promise first', () => {
    const edges: Edge[] = [[0, 0, 1], [0, 1, 2]] // prettier-ignore
    expect(ways(edges, [begins, 0, kept])).toEqual([
      { label: 1, keeps: true, needs: 'fair' },
      { label: 0, keeps: false, needs: 'fair' },
    ])
    expect(ways([], [begins])).toEqual([])
  })

  test('where it goes round: what is not possible all the time must be strongly fair, and what is taken in the round helps nobody', () => {
    const edges: Edge[] = [[0, 0, 1], [1, 0, 0], [1, 1, 2], [0, 2, 2], [1, 2, 2]] // prettier-ignore
    const round = { weak: [0] }
    expect(ways(edges, [begins, 0, kept], round)).toEqual([
      { label: 1, keeps: true, needs: 'strong' },
      { label: 2, keeps: true, needs: 'fair' },
    ])
    expect(ways([[0, 0, 1], [1, 0, 0], [1, 0, 2]], [begins, 0, kept], round)).toEqual([{ label: 0, keeps: true, needs: null }]) // prettier-ignore
  })
})
