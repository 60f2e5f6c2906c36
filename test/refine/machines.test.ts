import { describe, expect, test } from 'vitest'
import type { Machine } from '../../codegen/ir.js'
import { read } from '../../codegen/read/index.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { modulesIn, type ModuleSource } from '../../codegen/verify/refine/index.js'
import type { Definition, SpecState } from '../../codegen/verify/spec.js'
import { traceText } from '../../codegen/verify/trace.js'
import { DetachedJob } from '../../specs/machines/detached-job.js'
import { SetOf, TableOf } from '../../specs/vocabulary.js'
import { inbox, ONCE, replaced } from './inbox.js'

const once =
  (text: string | null = ONCE): ModuleSource =>
  (name) => ({ file: `tla/${name}.tla`, text: name === 'Once' ? text : null })
const verified = (machine: Machine, modules = once()) => verifyMachine({ machine, bounds: 'ci', kernel: null, spec: null, modules }).report
const ORDER = 'out_of_order: (s, i) => s.messages.get(i.messageId)!.place !== s.applied + 1,'

describe('a machine that refines', () => {
  test('is judged on every step, and says what was seen and what was not judged', () => {
    const report = verified(inbox())
    expect(report.problems).toEqual([])
    expect(report.findings).toEqual([])
    expect(report.refinements).toEqual([
      {
        name: 'once',
        at: expect.objectContaining({ file: 'specs/machines/shelf.ts' }),
        abstract: 'Once',
        verdict: 'holds',
        steps: report.edges,
        moves: report.edges,
        states: report.states,
        pairs: report.edges,
        // k of 4 messages in order, 0 to k of them applied: another is put while k < 3, one applied while one is left.
        actions: { Put: 4 * 1 + 3 * 8 + 2 * 36, Apply: 4 * 1 + 12 * 2 + 24 * 3 },
        safetyOnly: ['WF_vars(Apply)'],
      },
    ])
  })

  test('an order that is not kept survives every property of states, and is found by the refinement, with the way there', () => {
    const report = verified(inbox([ORDER, '']))
    expect(report.findings.map(({ rule, name, message }) => [rule, name, message])).toEqual([
      [
        'REFINES',
        'once',
        '"once": no step of Once changes applied from 0 to 2 where places = [MessageId_1 |-> [place |-> 1], MessageId_2 |-> [place |-> 2]]',
      ],
    ])
    expect(
      traceText(report.findings[0]!.trace!)
        .split('\n')
        .filter((line) => line.includes('->')),
    ).toEqual([
      '    1  Put  messageId=MessageId_1  ->  Put',
      '    2  Put  messageId=MessageId_2  ->  Put',
      '    3  Apply  messageId=MessageId_2  ->  Apply',
    ])
    expect(report.findings[0]).toMatchObject({ replayed: true, at: { line: expect.any(Number) } })
  })

  test.each([
    ['a place given twice', ['refuse: { has_a_place: (s, i) => s.messages.has(i.messageId) },', ''], 'changes places from'],
    [
      'a place that is taken away',
      [
        'applied: s.messages.get(i.messageId)!.place }',
        'applied: s.messages.get(i.messageId)!.place, messages: s.messages.remove(i.messageId) }',
      ],
      'no step of Once changes places from [MessageId_1 |-> [place |-> 1]] to <<>>, applied from 0 to 1',
    ],
    ['two steps in one', ['next: s.next + 1, messages', 'next: s.next + 1, applied: s.next + 1, messages'], 'changes places from <<>>'],
  ] as const)('%s', (_, edit, message) => {
    const [found] = verified(inbox(edit)).findings.filter(({ rule }) => rule === 'REFINES')
    expect(found!.message).toContain(message)
  })

  test('a beginning that is none of the abstract spec', () => {
    const [found] = verified(inbox(), once(replaced(ONCE, 'applied = 0', 'applied = 1'))).findings
    expect(found).toMatchObject({
      rule: 'REFINES',
      message: '"once" begins where Once does not: places = <<>>, applied = 0',
      trace: { steps: [] },
    })
  })

  test('an abstract action that no step takes is a finding: the map sees less than it seems', () => {
    const closed = replaced(ONCE, '  \\/ Apply\n', '  \\/ Apply\n  \\/ Close\n')
    const module = replaced(closed, 'Next ==', "Close == applied' = (applied + 7)\n\nNext ==")
    expect(verified(inbox(), once(module)).findings).toMatchObject([
      {
        rule: 'NEVER_REFINED',
        name: 'once Close',
        message: 'no step takes Close of tla/Once.tla:26, so that "once" says nothing of it',
        trace: null,
      },
    ])
  })
})

describe('a map that never changes', () => {
  const STILL = `---- MODULE Once ----
EXTENDS Naturals
VARIABLES places, applied
vars == <<places, applied>>
Init == (places = 0) /\\ (applied = 1)
Stay == (applied = 1) /\\ (applied' = 1) /\\ (places' = places)
Rise == (applied = 1) /\\ (applied' = 1) /\\ (places' = (places + 1))
Next == Stay
Spec == Init /\\ [][Next]_vars
====
`
  const told = (places: string, text = STILL) => {
    const map = ['{ places: (s) => s.messages, applied: (s) => s.applied }', `{ places: ${places}, applied: () => 1 }`] as const
    const { problems, findings } = verified(inbox(map), once(text))
    expect(problems).toEqual([])
    return findings.map(({ rule, name, message }) => `${rule} ${name}: ${message}`)
  }

  test('shows its abstract spec nothing: a stutter is no step of it', () => {
    expect(told('() => 0')).toEqual([
      'NEVER_REFINED once: nothing that the map of "once" shows Once ever changes, so that no step could break it: map what changes',
    ])
  })

  test('is not one of which a variable changes: there an action may be one that changes nothing', () => {
    expect(told('(s) => s.next', replaced(STILL, 'Next == Stay', 'Next == Stay \\/ Rise'))).toEqual([])
  })
})

describe('an abstract spec that allows everything', () => {
  const found = (text: string) => {
    const { problems, findings } = verified(inbox(), once(text))
    expect(problems).toEqual([])
    return findings.map(({ rule, name, message }) => `${rule} ${name}: ${message}`)
  }
  const next = (body: string) => ONCE.replace(/Next ==[^]*?(?=\n\n|\nSpec)/, `Next == ${body}`).replace(/ \/\\ WF_vars\(Apply\)/, '')

  test('is refined by any machine, and that is a finding', () => {
    for (const body of ['TRUE', "applied' \\in (0..3)", "applied' >= 0"])
      expect(found(next(body)), body).toEqual([
        expect.stringMatching(
          /^NEVER_FORBIDDEN once: Once forbids none of \d+ steps between the \d+ states that "once" shows it, .* let Next of tla\/Once.tla say what may not follow, or map more$/,
        ),
      ])
  })

  test('is not one that forbids a single order of two states, or that two values come together', () => {
    expect(found(ONCE)).toEqual([])
    expect(found(next("applied' >= applied"))).toEqual([])
    expect(found(next("applied' <= Cardinality(DOMAIN places')"))).toEqual([])
  })
})

describe('what was not judged is a problem, with the way out', () => {
  test.each([
    [
      'a module that is not there',
      null,
      /^refines "once" was not judged: tla\/Once.tla cannot be read \(write the module Once there, or name another in "abstract" at specs\/machines\/shelf.ts:\d+\)$/,
    ],
    ['a module that is not understood', replaced(ONCE, 'applied = 0', 'applied = 0 + 0'), /tla\/Once.tla:8:18 {2}"\+" needs parentheses/],
    [
      'other variables',
      ONCE.replaceAll('applied', 'done'),
      /the map at specs\/machines\/shelf.ts:\d+ does not say done of tla\/Once.tla; tla\/Once.tla has no variable applied of the map at .* \(the module has places, done, the map places, applied\)/,
    ],
    [
      'a value of another kind',
      replaced(ONCE, 'applied = 0', 'applied = "none"'),
      /^refines "once" could not be judged: tla\/Once.tla:8:6 {2}0 is a number and "none" is a string: they cannot be compared$/,
    ],
  ])('%s', (_, text, problem) => {
    const report = verified(inbox(), once(text))
    expect(report.problems).toEqual([expect.stringMatching(problem)])
    expect(report.refinements).toMatchObject([{ verdict: 'not judged' }])
    expect(report.findings).toEqual([])
  })
})

describe('DetachedJob', () => {
  const root = process.cwd()
  const machine = read(root).catalog.machines.find(({ name }) => name === 'DetachedJob')!
  const definition = DetachedJob as unknown as Definition
  const run = (own: Definition) =>
    verifyMachine({ machine, bounds: 'ci', kernel: null, spec: { definition: own, words: { TableOf, SetOf } }, modules: modulesIn(root) })
      .report

  test('keeps what FencedLease promises, and takes each of its actions', () => {
    const report = run(definition)
    expect(report.problems).toEqual([])
    expect(report.findings.filter(({ rule }) => rule === 'REFINES' || rule === 'ORACLE')).toEqual([])
    expect(report.refinements).toMatchObject([{ name: 'leased', verdict: 'holds', safetyOnly: [] }])
    expect(Object.entries(report.refinements[0]!.actions).filter(([, pairs]) => pairs === 0)).toEqual([])
  })

  test('a map that was misread is a finding: the spec itself answers otherwise', () => {
    const { leased } = definition.refines!
    const other = {
      ...definition,
      refines: { leased: { ...leased, map: { ...leased!.map, fence: (s: SpecState) => (s['fence'] as number) + 1 } } },
    }
    const found = run(other).findings.filter(({ rule }) => rule === 'ORACLE')
    expect(found.map(({ message }) => message)).toEqual(['fence of "leased" is 1 in the spec and 0 as it was read'])
  })
})
