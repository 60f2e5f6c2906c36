import { expect, test } from 'vitest'
import { compareComposed, formatComposedDifference } from '../../codegen/verify/composed-conformance.js'
import type { ComposedExplored, ExploredStep } from '../../codegen/verify/composed-conformance.js'
import { canonicalText } from '../../codegen/verify/key.js'
import type { ComposedGraph, ComposedJson, StepLabel } from '../../codegen/verify/composed-run.js'

const key = { jobId: 'JobId_1' }
const claim = (holder: string): StepLabel => ({ name: 'claim', at: key, input: { type: 'Claim', holder } })
const crash: StepLabel = { name: 'crash', at: null, input: null }
const world = (phase: string, n = 0): ComposedJson => ({
  Job: { '{"jobId":"JobId_1"}': { phase, n } },
  outbox: {},
  answered: [],
  woken: [],
})
const worlds = [world('Queued'), world('Claimed'), world('Claimed', 1)]
const steps: readonly (readonly ExploredStep[])[] = [
  [
    { ...claim('Ann'), to: 1 },
    { ...claim('Bob'), to: 2 },
  ],
  [{ ...crash, to: 0 }],
  [{ ...claim('Ann'), to: 2 }],
]
const ways: readonly (readonly StepLabel[])[] = [[], [claim('Ann')], [claim('Bob')]]
const explored: ComposedExplored = { states: 3, worldOf: (at) => worlds[at]!, steps: (at) => steps[at]!, wayTo: (at) => ways[at]! }
/** The same, numbered the other way. */
const order = [2, 1, 0]
const graph: ComposedGraph = {
  worlds: order.map((n) => worlds[n]!),
  initial: [2],
  edges: steps.flatMap((all, from) => all.map(({ to, ...label }) => ({ ...label, from: order[from]!, to: order[to]! }))),
}
const unrolled = { unrolled: true }
const said = (other: Partial<ComposedGraph>, options = unrolled): readonly string[] =>
  compareComposed(explored, { ...graph, ...other }, options).differences.map(formatComposedDifference)

test('the same graph has no difference, whatever the order of its states', () => {
  expect(compareComposed(explored, graph, unrolled)).toEqual({ states: 3, edges: 4, differences: [] })
})

test('a step that leads elsewhere is told by the field in which it differs, and by the way there', () => {
  const worse = world('Claimed', 7)
  expect(said({ worlds: [worse, ...graph.worlds.slice(1)] })).toEqual([
    'Job.{"jobId":"JobId_1"}.n differs initially, at claim {"jobId":"JobId_1"} {"holder":"Bob","type":"Claim"}\n  kernel: 1\n  model:  7',
  ])
})

test('a step that only one of them has is told with its instance and its input', () => {
  expect(said({ edges: graph.edges.filter(({ name }) => name !== 'crash') })).toEqual([
    `step differs after claim {"jobId":"JobId_1"} {"holder":"Ann","type":"Claim"}, at crash\n  kernel: takes it to ${canonicalText(worlds[0])}\n  model:  has no such step`,
  ])
  expect(said({ edges: [...graph.edges, { ...crash, from: 0, to: 1 }] })[0]).toMatch(
    /^step differs after claim .*Bob.*, at crash\n {2}kernel: has no such step/,
  )
  expect(said({ edges: [...graph.edges, { ...claim('Ann'), from: 2, to: 0 }] })[0]).toMatch(
    /kernel: does not lead there\n {2}model: {2}leads to/,
  )
})

test('steps without bindings are compared by their names', () => {
  const edges = graph.edges.map((edge) => ({ ...edge, at: null, input: null }))
  expect(said({ edges }, { unrolled: false })).toEqual([])
  expect(said({ edges: edges.slice(1) }, { unrolled: false })).toHaveLength(1)
})

test('another initial state and a state too many are differences', () => {
  expect(said({ initial: [0] })[0]).toMatch(/^initial differs initially/)
  expect(said({ worlds: [...graph.worlds, world('Lost')] })).toEqual([
    expect.stringMatching(/^state differs initially\n {2}kernel: never reaches it/),
  ])
})
