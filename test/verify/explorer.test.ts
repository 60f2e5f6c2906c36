import { describe, expect, test } from 'vitest'
import { verifyMachine } from '../../codegen/verify/index.js'
import type { Definition } from '../../codegen/verify/spec.js'
import type { Kernel } from '../../codegen/verify/subject.js'
import { traceText } from '../../codegen/verify/trace.js'
import type { AnyMachine } from '../../generated/machine.js'
import { SetOf, TableOf } from '../../specs/vocabulary.js'
import { binary, get, literal, natOf, property, s, yes } from '../fixtures/ir-words.js'
import { altered, definition, kernel, machine } from './fixtures/turnstile.js'

const spec = { definition: definition as unknown as Definition, words: { TableOf, SetOf } }
const rules = (report: { findings: readonly { rule: string; name: string }[] }) =>
  report.findings.map(({ rule, name }) => `${rule} ${name}`)

describe('the explorer', () => {
  test('kernel and evaluator have one graph, whose counts are those of a count by hand', () => {
    const ran = [kernel, null].map((subject) => verifyMachine({ machine, bounds: 'ci', kernel: subject, spec }).report)
    for (const report of ran) {
      expect(report).toMatchObject({ findings: [], problems: [], conformant: true, complete: true })
      // 0, 1 or 2 of 3 guests in order: 1 + 3 + 6 ways, each locked or broken; open where somebody came.
      expect(report).toMatchObject({ states: 29, transitions: { Pay: 9, Pass: 9, Break: 19, Withstand: 10 }, depth: 4 })
      expect(report.edges + report.refusals).toBe(report.states * 6)
      expect(report.limitsReached).toEqual({ Coins: 6 })
      expect(report.stuttering).toEqual({ terminal: 10, exhausted: 0 })
    }
    const { engines: _kernel, ...first } = ran[0]!
    const { engines: _evaluator, ...second } = ran[1]!
    expect(first).toEqual(second)
  })

  test('properties say on how many cases they were judged, and what was seen how deep', () => {
    const { report } = verifyMachine({ machine, bounds: 'ci', kernel, spec })
    expect(report.properties.map(({ name, verdict, cases, depth }) => [name, verdict, cases, depth])).toEqual([
      ['one_place_each', 'holds', 29, null],
      ['entering_is_told', 'holds', 47, null],
      ['two_inside', 'seen', 29, 3],
      ['TypeOK', 'holds', 29, null],
      ['unique_guests_place', 'holds', 29, null],
      ['one_transition_applies', 'holds', 38, null],
    ])
  })

  test('a property that does not hold is shown by the shortest way, with what changes and no more', () => {
    const few = property('few', 'state', binary(get(s, 'coins', natOf('Coins')), '<', literal(2)), 's.coins < 2')
    const strict = altered({ always: [...machine.always, few] })
    const { report } = verifyMachine({ machine: strict, bounds: 'ci', kernel, spec: null })
    expect(rules(report)).toEqual(['ALWAYS few'])
    expect(traceText(report.findings[0]!.trace!)).toBe(
      [
        'start  phase=Locked coins=0 guests={}',
        '    1  Coin  guest=Guest_1  ->  Pay',
        '         phase: "Open"',
        '         coins: 1',
        '         guests[Guest_1]: {"place":1}',
        '         emits Entered  guest=Guest_1 place=1',
        '    2  Push  ->  Pass',
        '         phase: "Locked"',
        '    3  Coin  guest=Guest_2  ->  Pay',
        '         phase: "Open"',
        '         coins: 2',
        '         guests[Guest_2]: {"place":2}',
        '         emits Entered  guest=Guest_2 place=2',
      ].join('\n'),
    )
    expect(report.problems).toEqual([])
  })

  test('a kernel that differs from the spec by one code, one value or one effect is found, with the way to it', () => {
    const wrong = (change: (answer: ReturnType<Kernel['decide']>) => ReturnType<Kernel['decide']>): string[] => {
      const other: Kernel = { ...kernel, decide: (...args) => change(kernel.decide(...args)) }
      const { report } = verifyMachine({ machine, bounds: 'ci', kernel: other, spec })
      expect(report.conformant).toBe(false)
      return report.findings.filter(({ rule }) => rule === 'ORACLE').map(({ message, trace }) => `${message} after ${trace!.steps.length}`)
    }
    expect(
      wrong((answer) =>
        answer.ok || answer.refusal.code !== 'is_open' ? answer : { ok: false, refusal: { code: 'open', transition: 'Withstand' } },
      ),
    ).toEqual(['the spec answers "is_open" of Withstand, the kernel "open" of Withstand after 2'])
    expect(
      wrong((answer) => (answer.ok && answer.transition === 'Break' ? { ...answer, state: { ...answer.state, coins: 0 } } : answer)),
    ).toEqual(['Break gives "coins" the value 1 in the spec, 0 in the kernel after 2'])
    expect(wrong((answer) => (answer.ok && answer.transition === 'Pay' ? { ...answer, effects: [] } : answer))).toEqual([
      'Pay emits [{"guest":"Guest_1","place":1,"type":"Entered"}] in the spec, [] in the kernel after 1',
    ])
  })

  test('a state that nothing leads out of is a deadlock, unless its phase is terminal', () => {
    const { report } = verifyMachine({ machine: altered({ terminal: [] }), bounds: 'ci', kernel, spec })
    expect(report.findings.map(({ rule, name, trace }) => [rule, name, trace!.steps.length])).toEqual([['DEADLOCK', 'Broken', 1]])
  })

  test('a state in which only a bound stops everything stutters, and the bound is named', () => {
    const only = altered({
      inputs: machine.inputs.slice(0, 2),
      transitions: machine.transitions.slice(0, 2),
      model: { ...machine.model, ci: { Coins: 1, Guest: 3, Realm: 1 } },
    })
    const { report } = verifyMachine({ machine: only, bounds: 'ci', kernel, spec: null, judgeVacuity: false })
    expect(report.stuttering).toEqual({ terminal: 0, exhausted: 3 })
    expect(report.limitsReached).toEqual({ Coins: 6 })
    expect(rules(report)).toEqual(['REACHABLE two_inside'])
  })

  test('a limit of states that is reached is a run that was not completed', () => {
    const { report } = verifyMachine({ machine, bounds: 'ci', kernel, spec, maxStates: 10 })
    expect(report.complete).toBe(false)
    expect(report.problems).toEqual([expect.stringMatching(/^Turnstile has more than 10 states/)])
  })

  test('a kernel that throws is a finding with the way to it, and a run that was not completed', () => {
    const angry: Kernel = {
      ...kernel,
      decide: (state, ...rest) => {
        if (state.phase === 'Open') throw new Error('no')
        return kernel.decide(state, ...rest)
      },
    }
    const { report } = verifyMachine({ machine, bounds: 'ci', kernel: angry, spec })
    expect(report.findings.map(({ rule, name, message, trace }) => [rule, name, message, trace!.steps.length])).toContainEqual([
      'THREW',
      'Coin',
      'threw no',
      1,
    ])
    expect(report.problems).toEqual(['the exploration of Turnstile ended where something threw'])
  })

  test('a kernel that counts its rows wrong does not go unseen', () => {
    const miscounting: Kernel = {
      ...kernel,
      decide: (...args) => {
        const answer = kernel.decide(...args)
        return answer.ok ? { ...answer, state: { ...answer.state, guestsSize: 0 } } : answer
      },
    }
    const { report } = verifyMachine({ machine, bounds: 'ci', kernel: miscounting, spec })
    expect(report.findings.map(({ message }) => message)).toContain('threw the kernel counts 0 rows in "guests", which has 1')
  })

  test('two whens that are true at once are found', () => {
    const both = altered({ transitions: machine.transitions.map((one) => (one.name === 'Withstand' ? { ...one, when: yes } : one)) })
    const { report } = verifyMachine({ machine: both, bounds: 'ci', kernel, spec: null })
    expect(rules(report)).toContain('WHEN_OVERLAPS one_transition_applies: Break, Withstand')
  })

  test('every generated machine is a kernel that can be explored', () => {
    const explored: (module: AnyMachine) => Kernel = (module) => module
    expect(explored).toBeTypeOf('function')
  })
})
