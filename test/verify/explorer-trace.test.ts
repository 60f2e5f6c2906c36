import { expect, test } from 'vitest'
import { modelBounds } from '../../codegen/verify/domains.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { kernelSubject } from '../../codegen/verify/subject.js'
import { replay, traceText, walk } from '../../codegen/verify/trace.js'
import type { Trace } from '../../codegen/verify/trace.js'
import { binary, get, literal, natOf, property, s } from '../fixtures/ir-words.js'
import { altered, kernel, machine } from './fixtures/turnstile.js'

const few = property('few', 'state', binary(get(s, 'coins', natOf('Coins')), '<', literal(2)), 's.coins < 2')
const { report } = verifyMachine({ machine: altered({ always: [...machine.always, few] }), bounds: 'ci', kernel, spec: null })
const subject = kernelSubject(machine, kernel, modelBounds(machine, machine.model.ci))
const trace = JSON.parse(JSON.stringify(report.findings[0]!.trace)) as Trace

test('a counterexample that went through a file happens again in the kernel', () => {
  expect(trace).toMatchObject({ machine: 'Turnstile', bounds: 'ci', property: 'few' })
  expect(replay(trace, subject)).toBeNull()
})

test('one that does not happen again says at which step it is another', () => {
  const steps = trace.steps.map((step, n) => (n === 1 ? { ...step, changes: {} } : step))
  expect(replay({ ...trace, steps }, subject)).toMatch(/^step 2 is another: /)
  expect(replay({ ...trace, start: { ...trace.start, coins: 1 } }, subject)).toBe('it starts from another state')
})

test('a refused step shows its code, and changes nothing', () => {
  const steps = walk(
    [
      { type: 'Coin', guest: 'Guest_1' },
      { type: 'Coin', guest: 'Guest_1' },
      { type: 'Smash', hard: false },
    ],
    subject,
  )
  expect(steps.map(({ transition, refusal, changes }) => [transition, refusal, Object.keys(changes)])).toEqual([
    ['Pay', null, ['phase', 'coins', 'guests[Guest_1]']],
    [null, 'is_inside', []],
    ['Withstand', 'is_open', []],
  ])
  expect(traceText({ ...trace, steps: steps.slice(1) })).toBe(
    [
      'start  phase=Locked coins=0 guests={}',
      '    1  Coin  guest=Guest_1  ->  refused is_inside',
      '    2  Smash  hard=false  ->  refused is_open by Withstand',
    ].join('\n'),
  )
})

test('what this engine does not check is named, and the run is not complete', () => {
  const waits = altered({ eventually: [{ ...few, from: few.holds, to: few.holds, fair: ['Pay'] }] })
  const { report: named } = verifyMachine({ machine: waits, bounds: 'ci', kernel, spec: null })
  expect(named.findings).toEqual([])
  expect(named.problems).toEqual(['eventually is not checked by this engine: few'])
  const refining = altered({ refines: [{ ...few, abstract: 'Counter', map: [{ name: 'count', value: get(s, 'coins', natOf('Coins')) }] }] })
  const { report: other } = verifyMachine({ machine: refining, bounds: 'ci', kernel, spec: null })
  expect(other.findings).toEqual([])
  expect(other.problems).toEqual(['refines is not checked by this engine: few'])
})
