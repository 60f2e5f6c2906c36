import { expect, test } from 'vitest'
import { exitOf } from '../../codegen/commands/check.js'
import type { Checked } from '../../codegen/report/checked.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import type { Kernel } from '../../codegen/verify/subject.js'
import { traceText } from '../../codegen/verify/trace.js'
import { binary, get, literal, natOf, property, s } from '../fixtures/ir-words.js'
import { readSound, spec } from '../read/spec.js'
import { altered, kernel, machine } from '../verify/fixtures/turnstile.js'

test('of twelve fields a trace shows the one that changed, with the input', () => {
  const fields = Array.from({ length: 12 }, (_, n) => `f${n}: bool`).join(', ')
  const twelve = readSound(
    spec({
      state: `${fields}, last: option(ItemId)`,
      inputs: 'Put: { fields: { itemId: ItemId } }',
      effects: '',
      put: 'update: () => ({ f7: true })',
      always: 'dark: (s) => !s.f7',
      model: '{ ci: { ItemId: 2 }, deep: { ItemId: 2 } }',
    }).replace("const Count = nat('Count')\n", ''),
  )
  const { report } = verifyMachine({ machine: twelve, bounds: 'ci', kernel: null, spec: null, judgeVacuity: false })
  const [start, ...steps] = traceText(report.findings[0]!.trace!).split('\n')
  expect(start).toContain('f7=false')
  expect(steps).toEqual(['    1  Put  itemId=ItemId_1  ->  Put', '         f7: true'])
})

test('of two properties the one that fails is named, and the other is not', () => {
  const two = readSound(
    spec({
      state: 'total: Count, last: option(ItemId)',
      inputs: 'Put: { fields: { itemId: ItemId } }',
      effects: '',
      put: 'when: (s) => s.total < 2, update: (s) => ({ total: s.total + 1 })',
      always: 'first: (s) => s.total <= 2, second: (s) => s.total <= 1, third: (s) => s.total <= 3',
    }),
  )
  const { report } = verifyMachine({ machine: two, bounds: 'ci', kernel: null, spec: null, judgeVacuity: false })
  expect(report.findings.filter(({ rule }) => rule === 'ALWAYS').map(({ name }) => name)).toEqual(['second'])
  expect(report.properties.filter(({ kind }) => kind === 'always').map(({ name, verdict }) => [name, verdict])).toEqual([
    ['first', 'holds'],
    ['second', 'violated'],
    ['third', 'holds'],
  ])
})

test('a counterexample that does not happen again is no finding: it is said, and the run is not complete', () => {
  const few = property('few', 'state', binary(get(s, 'coins', natOf('Coins')), '<', literal(2)), 's.coins < 2')
  // A kernel that answers otherwise once everything was explored: what was found is then not what it does.
  let calls = 0
  const asked = (moody: boolean): Kernel => ({
    ...kernel,
    decide: (...args) => {
      calls += 1
      const answer = kernel.decide(...args)
      return moody && calls > explored && answer.ok ? { ...answer, state: { ...answer.state, coins: 0 } } : answer
    },
  })
  let explored = Number.POSITIVE_INFINITY
  const judged = (moody: boolean) => {
    calls = 0
    const { report } = verifyMachine({
      machine: altered({ always: [...machine.always, few] }),
      bounds: 'ci',
      kernel: asked(moody),
      spec: null,
      judgeVacuity: false,
    })
    return { ...report, of: 'machine', codes: [], differences: [], promised: [], waived: [] } satisfies Checked
  }
  const steady = judged(false)
  const walked = steady.findings.reduce((sum, { trace }) => sum + trace!.steps.length, 0)
  expect(steady).toMatchObject({ problems: [], findings: [{ rule: 'ALWAYS', name: 'few', replayed: true }] })
  expect(exitOf([steady])).toBe(1)

  explored = calls - walked
  const moody = judged(true)
  expect(moody.findings).toMatchObject([{ rule: 'ALWAYS', name: 'few', replayed: false }])
  expect(moody.problems).toEqual([expect.stringMatching(/^the counterexample of "few" does not happen again: /)])
  expect(exitOf([moody])).toBe(2)
  // Another one that is certain is not hidden by it.
  expect(exitOf([moody, steady])).toBe(1)
})
