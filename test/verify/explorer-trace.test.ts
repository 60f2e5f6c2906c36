import { expect, test } from 'vitest'
import type { Expr } from '../../codegen/ir.js'
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

test('one that does not happen again says at which step it leads elsewhere', () => {
  const steps = trace.steps.map((step, n) => (n === 1 ? { ...step, changes: {} } : step))
  expect(replay({ ...trace, steps }, subject)).toMatch(/^step 2, Push, leads elsewhere by Pass: /)
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

const paid = binary(get(s, 'coins', natOf('Coins')), '<', literal(1))
const leaves = { ...few, each: null, from: paid, to: { ...paid, op: '>=' } as Expr, fair: ['Pay'], strong: [], source: '' }

test('what eventually happens is judged over the whole graph, under the fairness stated and no other', () => {
  const judged = (change: object) =>
    verifyMachine({ machine: altered({ eventually: [{ ...leaves, ...change }] }), bounds: 'ci', kernel, spec: null }).report
  const [finding] = judged({ fair: [] }).findings
  expect(finding).toMatchObject({ rule: 'EVENTUALLY', name: 'few', replayed: true, trace: { steps: [], lasso: { from: 0 } } })
  expect(traceText(finding!.trace!).split('\n').at(-1)).toBe('stays')
  const transitions = finding!.waysOut!.map(({ name }) => name)
  expect(finding!.waysOut).toContainEqual({ name: 'Pay', of: null, keeps: true, stated: null, needs: 'fair' })
  expect(transitions[0]).toBe('Pay')
  expect(finding!.waysOut).toContainEqual({ name: 'Break', of: null, keeps: false, stated: null, needs: 'fair' })
  // Who breaks it first never pays: that is fair.
  expect(judged({}).findings).toMatchObject([{ rule: 'EVENTUALLY', trace: { steps: [{ transition: 'Break' }], lasso: { from: 1 } } }])
  const broken = binary(get(s, 'phase', { kind: 'oneOf', values: ['Locked', 'Open', 'Broken'] }), '==', literal('Broken'))
  const ends = { to: { ...broken, op: 'or', left: broken, right: leaves.to } as Expr }
  expect(judged(ends)).toMatchObject({ findings: [], problems: [] })
  expect(judged(ends).properties).toContainEqual(expect.objectContaining({ name: 'few', kind: 'eventually', verdict: 'holds' }))
  expect(judged({ ...ends, fair: ['Pay', 'Pass'] }).findings).toMatchObject([{ rule: 'FAIRNESS_NOT_NEEDED', name: 'few Pass' }])
  // All that nobody pays is kept at once where it begins.
  expect(judged({ to: leaves.from, fair: [] }).findings).toMatchObject([
    { rule: 'NEVER_IMPLIED', name: 'few', message: expect.stringContaining('is kept wherever it begins') },
  ])
  expect(judged({ from: leaves.to, to: leaves.from, fair: [] }).findings).toMatchObject([
    { rule: 'EVENTUALLY', trace: { steps: [{ transition: 'Pay' }] } },
  ])
})

test('what goes round for ever is shown with the place where it begins, and comes back there', () => {
  const run: Trace = { ...trace, steps: walk([{ type: 'Smash', hard: false }], subject), lasso: { from: 0 } }
  expect(replay(run, subject)).toBeNull()
  expect(traceText(run)).toMatch(/goes round:\n    1  Smash[^]*\nback to where it started$/)
  const away: Trace = { ...trace, steps: walk([{ type: 'Coin', guest: 'Guest_1' }], subject), lasso: { from: 0 } }
  expect(replay(away, subject)).toBe('it does not come back to where it goes round')
})

test('a promise that is leant on a module that is not there is a problem, and holds nowhere', () => {
  const refining = altered({
    refines: [{ ...few, each: null, abstract: 'Counter', map: [{ name: 'count', value: get(s, 'coins', natOf('Coins')), source: '' }] }],
  })
  const { report: other } = verifyMachine({ machine: refining, bounds: 'ci', kernel, spec: null })
  expect(other.findings).toEqual([])
  expect(other.problems).toEqual([expect.stringMatching(/^refines "few" was not judged: tla\/Counter\.tla cannot be read/)])
})
