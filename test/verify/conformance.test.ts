import { expect, test } from 'vitest'
import type { Message, World } from '../../codegen/evaluate.js'
import { compare, formatDifference } from '../../codegen/verify/conformance.js'
import type { Explored } from '../../codegen/verify/conformance.js'
import type { ModelAnswer, ModelGraph } from '../../codegen/verify/model-run.js'

/** A counter of two steps: 0 -> 1 -> 2, then `full`. */
const inc: Message = { type: 'Inc' }
const reset: Message = { type: 'Reset' }
const worlds: readonly World[] = [0, 1, 2].map((n) => ({ phase: 'On', n }))

const kernel: Explored = {
  worlds,
  bindings: [inc, reset],
  pathTo: (at) => Array.from({ length: at }, (_, n) => ({ at: n, binding: 0 })),
  answers: (at) => [
    at < 2
      ? { ok: true, transition: 'Up', to: at + 1, effects: [{ type: 'Went', to: at + 1 }] }
      : { ok: false, code: 'full', transition: 'Up' },
    { ok: false, code: 'not_in_phase', transition: null },
  ],
}

/** The same as a model found it, in another order of its states. */
const order = [2, 0, 1]
const model: ModelGraph = {
  worlds: order.map((n) => worlds[n]!),
  initial: [1],
  edges: [
    { from: 1, to: 2, transition: 'Up', input: inc },
    { from: 2, to: 0, transition: 'Up', input: inc },
  ],
  answers: (at) => kernel.answers(order[at]!).map((answer): ModelAnswer => (answer.ok ? { ...answer, next: worlds[answer.to!]! } : answer)),
}

test('the same graph has no difference, whatever the order of its states', () => {
  expect(compare(kernel, model)).toEqual({ states: 3, edges: 2, refusals: 4, differences: [] })
})

test('a field of the next state and of an effect is named, with the way that leads there', () => {
  const answers = (at: number): readonly ModelAnswer[] =>
    model
      .answers(at)
      .map((answer) => (answer.ok && at === 2 ? { ...answer, next: { phase: 'On', n: 5 }, effects: [{ type: 'Went', to: 7 }] } : answer))
  const { differences } = compare(kernel, { ...model, answers })
  expect(differences.map(formatDifference)).toEqual([
    'next.n differs after {"type":"Inc"}, at {"type":"Inc"}\n  kernel: 2\n  model:  5',
    'effects[0].to differs after {"type":"Inc"}, at {"type":"Inc"}\n  kernel: 2\n  model:  7',
  ])
})

test('an edge that only the search has is reported, and one that only the answers have', () => {
  const extra = { from: 0, to: 1, transition: 'Down', input: reset }
  expect(compare(kernel, { ...model, edges: [...model.edges, extra] }).differences).toMatchObject([
    { what: 'edge', kernel: 'has no such step', path: [inc, inc] },
  ])
  expect(compare(kernel, { ...model, edges: model.edges.slice(0, 1) }).differences).toMatchObject([
    { what: 'edge', input: inc, model: 'its search has no such step' },
  ])
})

test('edges without bindings are compared without them', () => {
  const edges = model.edges.map((edge) => ({ ...edge, input: null }))
  expect(compare(kernel, { ...model, edges }).differences).toEqual([])
  expect(compare(kernel, { ...model, edges: edges.slice(1) }).differences).toMatchObject([{ what: 'edge' }])
})

test('another code, another refusing transition, another initial state, a state too many', () => {
  const refused =
    (change: object) =>
    (at: number): readonly ModelAnswer[] =>
      model.answers(at).map((answer) => (answer.ok ? answer : ({ ...answer, ...change } as ModelAnswer)))
  expect(compare(kernel, { ...model, answers: refused({ code: 'late' }) }).differences[0]).toMatchObject({
    what: 'code',
    path: [],
    kernel: '"not_in_phase"',
    model: '"late"',
  })
  expect(compare(kernel, { ...model, answers: refused({ transition: 'Other' }) }).differences[0]).toMatchObject({
    what: 'transition',
    kernel: 'null',
  })
  expect(compare(kernel, { ...model, initial: [0] }).differences[0]).toMatchObject({ what: 'initial' })
  expect(compare(kernel, { ...model, worlds: [...model.worlds, { phase: 'On', n: 9 }] }).differences).toMatchObject([
    { what: 'state', kernel: 'never reaches it' },
  ])
})

test('three differences are enough', () => {
  const answers = (at: number): readonly ModelAnswer[] => model.answers(at).map(() => ({ ok: false, code: 'no', transition: null }))
  expect(compare(kernel, { ...model, answers }).differences).toHaveLength(3)
})
