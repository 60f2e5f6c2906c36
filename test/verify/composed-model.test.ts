import { describe, expect, test } from 'vitest'
import { emitComposedComparison } from '../../codegen/emit/tla-composition-compare.js'
import { compareComposed, formatComposedDifference } from '../../codegen/verify/composed-conformance.js'
import { composedExplored } from '../../codegen/verify/composed-explored.js'
import { composedVerdict, runComposedWasm } from '../../codegen/verify/composed-model.js'
import type { ComposedRun, ComposedText } from '../../codegen/verify/composed-run.js'
import { exploreComposed } from '../../codegen/verify/composed/explore.js'
import type { ComposedExploration } from '../../codegen/verify/composed/explore.js'
import { SILENT } from '../../codegen/verify/composed/oracle.js'
import { systemOf } from '../../codegen/verify/composed/system.js'
import { tlcReader } from '../../codegen/verify/tlc-output.js'
import type { TlcAnswer } from '../../codegen/verify/tlc-process.js'
import { randomComposition } from '../fixtures/random-composition.js'
import type { RandomComposition } from '../fixtures/random-composition.js'

const limits = { timeoutMs: 120_000, maxStates: 10_000 }
const chatter = randomComposition(232)
const text = textOf(chatter)

describe('the model of a composition, checked in the box', () => {
  // Each of them takes every kind of step, and is small.
  test.each([6, 96, 112, 148, 154, 232])(
    'has the states and the steps, by instance and input, that its explorer has: seed %d',
    async (seed) => {
      const random = randomComposition(seed)
      const exploration = explored(random)
      const run = await runComposedWasm({ ...random, text: textOf(random) }, limits)
      if (run.status !== 'complete') throw new Error(JSON.stringify(run).slice(0, 1000))
      const { states, edges, differences } = compareComposed(composedExplored(exploration), run.graph, text)
      expect(differences.map(formatComposedDifference)).toEqual([])
      expect([states, run.graph.worlds.length]).toEqual([exploration.size, exploration.size])
      expect(edges).toBe(exploration.edges)
    },
  )

  test.each([
    ['a message not sent', ['Asker_Sent(effects[2])', '<<>>'], /^outbox\.Asker\..* differs initially, at start/],
    ['an update of the receiver dropped', ['!.Teller[at] = next]', '!.Teller[at] = c.Teller[at]]'], /Teller\..*differs|step differs/],
    ['an answer not remembered', ['c.answered.Asker \\cup {from})] ELSE c)', 'c.answered.Asker \\cup {})] ELSE c)'], /answered differs/],
    ['a receiver reached twice', ['.reached \\cup {to}', '.reached \\cup {}'], /^answered differs after .*, at deliver\.spread/],
    [
      'a head that is acknowledged without an answer',
      ['/\\ (Key \\in state.answered.Asker)', '/\\ TRUE'],
      /step differs.*\n {2}kernel: has no such step/,
    ],
    [
      'somebody woken who does not wait for it',
      ['THEN (c.woken.nudge \\cup {at}) ELSE (c.woken.nudge \\ {at})', 'THEN c.woken.nudge ELSE (c.woken.nudge \\ {at})'],
      /woken differs|step differs/,
    ],
    [
      'a history that forgets',
      ['THEN (s.times + 1) ELSE s.times) \\in CountDomain) THEN', 'THEN (s.times + 1) ELSE s.times) \\in {}) THEN'],
      /times differs|step differs/,
    ],
    ['a crash that takes too little', ['!.answered = [Asker |-> {}], ', ''], /step differs.*crash|answered differs/],
  ] as const)('an edit of the model is reported: %s', async (_, [from, to], reported) => {
    const key = '[place |-> Place_1]'
    const run = await runComposedWasm({ ...chatter, text: edit(text, from.replace('Key', key), to) }, limits)
    expect(verdict(run, explored(chatter))).toMatch(reported)
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

function textOf({ composition, machines }: RandomComposition): ComposedText {
  return emitComposedComparison(composition, machines, composition.model.ci)
}

function explored({ composition, machines }: RandomComposition): ComposedExploration {
  return exploreComposed({ system: systemOf({ composition, machines, bounds: 'ci', kernels: null, router: null, oracle: () => SILENT }) })
}

function verdict(run: ComposedRun, exploration: ComposedExploration): string {
  if (run.status === 'violation') return run.invariant
  if (run.status === 'unfinished') return run.reason
  return compareComposed(composedExplored(exploration), run.graph, text).differences.map(formatComposedDifference).join('\n')
}

function edit(from: ComposedText, old: string, by: string): ComposedText {
  if (!from.module.includes(old)) throw new Error(`the model does not say ${old}`)
  return { ...from, module: from.module.replaceAll(old, by) }
}
