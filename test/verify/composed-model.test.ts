import { describe, expect, test } from 'vitest'
import { emitComposedComparison } from '../../codegen/emit/tla-composition-compare.js'
import { composedVerdict, runComposedWasm } from '../../codegen/verify/composed-model.js'
import { tlcReader } from '../../codegen/verify/tlc-output.js'
import type { TlcAnswer } from '../../codegen/verify/tlc-process.js'
import { chatter, edit, expectOneGraph, limits, text, textOf, told } from './fixtures/chatter.js'

describe('the model of a composition, checked in the box', () => {
  // More of them, and more edits, in the long tests.
  test.each([154, 232])('has the states and the steps, by instance and input, that its explorer has: seed %d', async (seed) => {
    await expectOneGraph(seed)
  })

  test.each([
    ['a message not sent', ['Asker_Sent(effects[2])', '<<>>'], /^outbox\.Asker\..* differs initially, at start/],
    ['an answer not remembered', ['c.answered.Asker \\cup {from})] ELSE c)', 'c.answered.Asker \\cup {})] ELSE c)'], /answered differs/],
    ['a crash that takes too little', ['!.answered = [Asker |-> {}], ', ''], /step differs.*crash|answered differs/],
  ] as const)('an edit of the model is reported: %s', async (_, edit, reported) => {
    expect(await told(edit)).toMatch(reported)
  })
})

test('a message that its receiver refuses, and that its route does not take for an answer, breaks a rule with its way', async () => {
  const strict = {
    ...chatter,
    composition: { ...chatter.composition, routes: chatter.composition.routes.map((route) => ({ ...route, acknowledges: [] })) },
  }
  const refusing = {
    ...strict,
    machines: strict.machines.map((machine) =>
      machine.name === 'Teller'
        ? { ...machine, transitions: machine.transitions.map((one) => (one.on === 'Poke' ? { ...one, from: ['Loud'] } : one)) }
        : machine,
    ),
  }
  const run = await runComposedWasm({ ...refusing, text: textOf(refusing) }, limits)
  expect(run).toMatchObject({ status: 'violation', invariant: 'RoutesAnswered' })
  expect(run.status === 'violation' && run.trace[0]?.world).toMatchObject({ outbox: {}, answered: [], woken: [] })
})

test('a state in which a message can never move is a deadlock', async () => {
  const composition = { ...chatter.composition, environment: chatter.composition.environment.filter(({ name }) => name === 'start') }
  const moving = textOf({ ...chatter, composition })
  expect(await runComposedWasm({ ...chatter, composition, text: moving }, limits)).toMatchObject({ status: 'complete' })
  const stuck = edit(moving, '/\\ IsHead_spread(state, [place |-> Place_1])', '/\\ FALSE')
  expect(await runComposedWasm({ ...chatter, composition, text: stuck }, limits)).toMatchObject({
    status: 'violation',
    invariant: 'deadlock',
  })
})

describe('what is not a verdict', () => {
  test('a definition that the checker cannot parse, and too little time', async () => {
    const broken = edit(text, 'Hop_ask(c, to, from, effect) == ', 'Hop_ask(c, to, from, effect) == ((')
    expect(await runComposedWasm({ ...chatter, text: broken }, limits)).toMatchObject({ status: 'unfinished' })
    expect(await runComposedWasm({ ...chatter, text }, { ...limits, timeoutMs: 1 })).toMatchObject({
      status: 'unfinished',
      reason: expect.stringContaining('stopped after 1 ms'),
    })
  })

  test('a run of TLC whose graph does not have the states that it counted', () => {
    const answer = (graph: string | null, distinct: number): TlcAnswer => ({
      outcome: { kind: 'complete', version: '2.0', counts: { generated: 1, distinct, depth: 1 }, coverage: [] },
      output: tlcReader().output(),
      graph,
      dumped: null,
    })
    const drawn = 'strict digraph DiskGraph {\n}\n'
    expect(composedVerdict({ ...chatter, text }, answer(drawn, 3))).toMatchObject({
      status: 'unfinished',
      reason: expect.stringContaining('3 distinct states, 0 in its graph'),
    })
    expect(composedVerdict({ ...chatter, text }, answer(null, 3))).toMatchObject({ status: 'unfinished', reason: 'it left no graph' })
  })
})

test('the promises that this text does not hold are named', () => {
  const [first] = chatter.composition.always
  const stepping = { ...chatter.composition, always: [first!, { ...first!, name: 'moving', over: 'step' as const }] }
  const { unchecked, properties } = emitComposedComparison(stepping, chatter.machines, stepping.model.ci)
  expect(unchecked).toEqual(['moving'])
  expect(properties).toEqual({ posts_are_numbered: 'always_posts_are_numbered' })
})
