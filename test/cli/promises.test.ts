/** The explorer and TLC judge the same promises: they must say the same of each. */
import { expect, test } from 'vitest'
import { promisesHeard } from '../../codegen/commands/check-promises.js'
import type { Checked } from '../../codegen/report/checked.js'

const checked = {
  name: 'House',
  conformant: true,
  differences: [],
  findings: [],
  problems: [],
  promised: [],
  properties: [
    { name: 'rung', verdict: 'holds' },
    { name: 'seen', verdict: 'violated' },
  ],
  refinements: [{ name: 'once', verdict: 'holds' }],
} as unknown as Checked

const broken = (property: string | null) => ({ status: 'broken', engine: 'TLC', property, trace: [], end: null }) as const

test('what TLC keeps and the explorer keeps is judged by both', () => {
  const heard = promisesHeard(checked, { status: 'kept', engine: 'TLC', states: 9, properties: ['rung', 'once'] })
  expect(heard).toMatchObject({ promised: ['tlc'], conformant: true, differences: [] })
  expect(promisesHeard(checked, null)).toBe(checked)
})

test('what both find broken is the explorer’s finding, and no difference', () => {
  expect(promisesHeard(checked, broken('seen'))).toBe(checked)
  expect(promisesHeard(checked, broken(null))).toBe(checked)
})

test('what one finds broken and the other keeps is a difference that names it', () => {
  expect(promisesHeard(checked, broken('once'))).toMatchObject({
    conformant: false,
    differences: ['TLC finds once broken; the explorer does not'],
  })
  expect(promisesHeard(checked, { status: 'kept', engine: 'TLC', states: 9, properties: ['rung', 'seen'] })).toMatchObject({
    conformant: false,
    differences: ['the explorer finds seen broken; TLC does not'],
  })
})

test('what TLC could not judge is a problem, and never a promise kept', () => {
  const heard = promisesHeard(checked, { status: 'unfinished', engine: 'TLC', reason: 'its time was over', help: 'a longer one' })
  expect(heard).toMatchObject({ promised: [], problems: ['TLC: its time was over (a longer one)'] })
})

test('of a spec that itself reads a null, TLC’s trouble with it is no second problem', () => {
  const threw = { ...checked, findings: [{ rule: 'THREW', isOfSpec: true }] } as unknown as Checked
  expect(promisesHeard(threw, { status: 'unfinished', engine: 'TLC', reason: 'its time was over', help: '' })).toBe(threw)
})
