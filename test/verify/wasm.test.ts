import { describe, expect, test } from 'vitest'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import type { Machine, Sizes } from '../../codegen/ir.js'
import { compare, formatDifference } from '../../codegen/verify/conformance.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import type { Exploration } from '../../codegen/verify/explore.js'
import type { CheckedText, ModelRun } from '../../codegen/verify/model-run.js'
import { evaluatorSubject } from '../../codegen/verify/subject.js'
import { runWasm } from '../../codegen/verify/wasm.js'
import { at, binary, bool, condition, get, input, literal, natOf, property, s, size, variable } from '../fixtures/ir-words.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'

const ci = runtimeDelivery.model.ci
const text = emitComparison(runtimeDelivery, ci)
const limits = { timeoutMs: 60_000, maxStates: 100_000 }

describe('the model of RuntimeDelivery, checked in the box', () => {
  test('has the states, edges and refusals that its evaluator has, by both witnesses', async () => {
    const run = await runWasm(runtimeDelivery, text, limits)
    if (run.status !== 'complete') throw new Error(JSON.stringify(run))
    expect(run.graph.worlds).toHaveLength(85)
    expect(run.graph.edges).toHaveLength(342)
    expect(compare(explored(runtimeDelivery, ci), run.graph)).toEqual({ states: 85, edges: 342, refusals: 1188, differences: [] })
  })

  test.each([
    ['a bound loosened by one', ['((s.nextSequence + 1) > MaxSequence)', '(s.nextSequence > MaxSequence)'], /TypeOK|answer differs/],
    [
      'a field of an effect',
      ['deliveryId |-> i.deliveryId, sequence |-> i.sequence]>>', 'deliveryId |-> i.deliveryId, sequence |-> s.appliedCursor]>>'],
      /effects\[0\]\.sequence differs/,
    ],
    ['a condition dropped', ['/\\ (~Refuse_ApplyNext_out_of_order(s, i))', '/\\ TRUE'], /edge differs/],
    [
      'the code of a refusal',
      ['<<"ApplyNext", "out_of_order">>', '<<"ApplyNext", "too_early">>'],
      /code differs.*\n {2}kernel: "out_of_order"\n {2}model: {2}"too_early"/,
    ],
    ['an update dropped', ['!.nextSequence = (s.nextSequence + 1),', ''], /next\.nextSequence differs|always_one_place_each/],
  ] as const)('an edit of the model is reported: %s', async (_, [from, to], reported) => {
    const edited = edit(text, from, to)
    const run = await runWasm(runtimeDelivery, edited, limits)
    expect(verdict(run, explored(runtimeDelivery, ci))).toMatch(reported)
  })
})

describe('what is not a verdict', () => {
  test('a definition that the checker cannot parse is not checked, though the checker is content', async () => {
    const edited = edit(text, 'Refuse_ApplyNext_out_of_order(s, i) == (', 'Refuse_ApplyNext_out_of_order(s, i) == ((')
    expect(await runWasm(runtimeDelivery, edited, limits)).toMatchObject({ status: 'unfinished' })
  })

  test('too many states, and too little time', async () => {
    expect(await runWasm(runtimeDelivery, text, { ...limits, maxStates: 10 })).toMatchObject({
      status: 'unfinished',
      reason: expect.stringContaining('MaxStates'),
    })
    expect(await runWasm(runtimeDelivery, text, { ...limits, timeoutMs: 1 })).toMatchObject({
      status: 'unfinished',
      reason: expect.stringContaining('stopped after 1 ms'),
    })
  })

  test('an evaluation error', async () => {
    const edited = edit(text, 'always_cursor_within_order == (state.appliedCursor', 'always_cursor_within_order == (state.nowhere')
    expect(await runWasm(runtimeDelivery, edited, limits)).toMatchObject({
      status: 'unfinished',
      reason: expect.stringContaining('nowhere'),
    })
  })
})

test('a violation has the name of its invariant, and the states that lead to it', async () => {
  const edited = edit(
    text,
    'always_cursor_within_order == (state.appliedCursor <= state.nextSequence)',
    'always_cursor_within_order == (state.appliedCursor < 1)',
  )
  const run = await runWasm(runtimeDelivery, edited, limits)
  expect(run).toMatchObject({ status: 'violation', invariant: 'always_cursor_within_order' })
  expect(run.status === 'violation' && run.trace.map(({ world }) => world['appliedCursor'])).toEqual([0, 0, 1])
})

test('a property of steps that a step breaks has its own name, also among several that are judged together', async () => {
  const effects = variable('effects', { kind: 'effects' })
  const told = property('told_once', 'step', binary(size(effects), '==', literal(1)), '')
  const silent = property(
    'silent',
    'step',
    binary(
      { kind: 'not', of: { kind: 'inputIs', input: 'MarkApplied', type: bool, at }, type: bool, at },
      'or',
      binary(size(effects), '==', literal(0)),
    ),
    '',
  )
  const sound: Machine = { ...runtimeDelivery, always: [told] }
  expect(await runWasm(sound, emitComparison(sound, ci), limits)).toMatchObject({ status: 'complete' })
  const broken: Machine = { ...runtimeDelivery, always: [told, silent] }
  const run = await runWasm(broken, emitComparison(broken, ci), limits)
  expect(run).toMatchObject({ status: 'violation', invariant: 'always_silent' })
  expect(run.status === 'violation' && run.trace).toHaveLength(2)
})

test('a deadlock is one, and a state in which only the bounds stop every step is none', async () => {
  const [commitNew] = runtimeDelivery.transitions
  const alone: Machine = { ...runtimeDelivery, transitions: [commitNew!] }
  expect(await runWasm(alone, emitComparison(alone, ci), limits)).toMatchObject({ status: 'complete' })
  const stops: Machine = {
    ...alone,
    transitions: [{ ...commitNew!, refuse: [condition('late', binary(get(s, 'nextSequence', natOf('Sequence')), '>', literal(0)))] }],
  }
  expect(await runWasm(stops, emitComparison(stops, ci), limits)).toMatchObject({ status: 'violation', invariant: 'deadlock' })
})

test('with more bindings than actions can be listed, states and answers are compared all the same, and edges without bindings', async () => {
  const sizes = { DeliveryId: 2, Sequence: 2, SourceSequence: 140 }
  const large: Machine = { ...runtimeDelivery, model: { ci: sizes, deep: sizes } }
  const many = emitComparison(large, sizes)
  expect(many.unrolled).toBe(true)
  const wide = { ...sizes, SourceSequence: 260 }
  const beyond = emitComparison(large, wide)
  expect(beyond.unrolled).toBe(false)
  const few: Machine = {
    ...large,
    transitions: large.transitions.map((one) =>
      one.name === 'CommitNew'
        ? {
            ...one,
            refuse: [
              condition('not_the_first', binary(get(input('CommitDelivery'), 'sourceSequence', natOf('SourceSequence')), '!=', literal(1))),
            ],
          }
        : one,
    ),
  }
  const run = await runWasm(few, emitComparison(few, wide), limits)
  if (run.status !== 'complete') throw new Error(JSON.stringify(run))
  expect(compare(explored(few, wide), run.graph).differences.map(formatDifference)).toEqual([])
})

function explored(machine: Machine, sizes: Sizes): Exploration {
  return explore({ machine, subject: evaluatorSubject(machine, modelBounds(machine, sizes)), bindings: bindingsOf(machine, sizes) })
}

function verdict(run: ModelRun, kernel: Exploration): string {
  if (run.status === 'violation') return run.invariant
  if (run.status === 'unfinished') return run.reason
  return compare(kernel, run.graph).differences.map(formatDifference).join('\n')
}

function edit(from: CheckedText, old: string, by: string): CheckedText {
  if (!from.module.includes(old)) throw new Error(`the model does not say ${old}`)
  return { ...from, module: from.module.replaceAll(old, by), asking: from.asking.replaceAll(old, by) }
}
