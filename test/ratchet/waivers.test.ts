import { expect, test } from 'vitest'
import { fingerprintOf, type Finding } from '../../codegen/ratchet/finding.js'
import { judge, parseWaivers, stubOf, type Waiver } from '../../codegen/ratchet/waivers.js'

const finding: Finding = {
  rule: 'INPUT_NO_DELETE',
  severity: 'error',
  subject: 'Door',
  path: ['input', 'Knock'],
  fact: 'Door input Knock',
  before: 'there',
  after: null,
  example: null,
  at: null,
}
const waiver: Waiver = {
  rule: 'INPUT_NO_DELETE',
  fingerprint: fingerprintOf(finding),
  reason: 'nobody knocks any more',
  owner: 'ann',
  expires: '2026-12-31',
}
const rules = ['INPUT_NO_DELETE', 'EFFECT_NO_ADD']
const today = '2026-11-29'

test('a waiver excuses the change that it names, until the end of its last day', () => {
  expect(judge([finding], [waiver], { rules, today })).toMatchObject({ open: [], faults: [], waived: [{ finding, waiver }] })
  expect(judge([finding], [waiver], { rules, today: '2026-12-31' }).faults).toEqual([])
})

test('an expired waiver excuses nothing, and is a fault', () => {
  const { open, faults } = judge([finding], [waiver], { rules, today: '2027-01-01' })
  expect(open).toEqual([finding])
  expect(faults).toEqual([`waiver INPUT_NO_DELETE ${waiver.fingerprint}: expired on 2026-12-31`])
})

test('a waiver that excuses nothing any more is a fault', () => {
  expect(judge([], [waiver], { rules, today }).faults).toEqual([
    `waiver INPUT_NO_DELETE ${waiver.fingerprint}: excuses nothing any more; remove it`,
  ])
})

test('a waiver that excuses nothing any more says what it was given for, and what its rule finds instead', () => {
  const other = { ...finding, after: 'text(3)' }
  expect(judge([other], [{ ...waiver, fact: 'Door input Knock' }], { rules, today }).faults).toEqual([
    `waiver INPUT_NO_DELETE ${waiver.fingerprint}: was given for "Door input Knock"; INPUT_NO_DELETE now finds "Door input Knock" ` +
      `(${fingerprintOf(other)}), which is another; excuses nothing any more; remove it`,
  ])
})

test('a waiver for one change does not excuse another of the same rule, fact or value', () => {
  const others: Finding[] = [
    { ...finding, fact: 'Door input Ring' },
    { ...finding, rule: 'EFFECT_NO_ADD' },
    { ...finding, after: 'text(3)' },
  ]
  expect(judge(others, [waiver], { rules, today }).open).toEqual(others)
})

test('a stub excuses nothing until somebody gives a reason and a name', () => {
  const stub = stubOf(finding, '2027-01-01')
  const { open, faults } = judge([finding], [stub], { rules, today })
  expect(open).toEqual([finding])
  expect(faults[0]).toContain('gives no reason')
  expect(judge([finding], [{ ...stub, reason: 'nobody was ever there', owner: 'ann' }], { rules, today })).toMatchObject({
    open: [],
    faults: [],
  })
})

test.each([
  ['no owner', { owner: ' ' }, 'names no owner'],
  ['no day', { expires: 'soon' }, 'names no day on which it expires (2026-12-31)'],
])('a waiver with %s is a fault', (_name, change, fault) => {
  expect(judge([finding], [{ ...waiver, ...change }], { rules, today }).faults[0]).toContain(fault)
})

test('leave is given for two years at most', () => {
  const until = (expires: string) => judge([finding], [{ ...waiver, expires }], { rules, today })
  expect(until('2028-11-29')).toMatchObject({ open: [], faults: [] })
  expect(until('2028-11-30')).toMatchObject({
    open: [finding],
    faults: [expect.stringContaining('expires on 2028-11-30, and leave is given for 2 years at most: until 2028-11-29')],
  })
})

test('a reason is a sentence, in whatever language, and not a word', () => {
  const because = (reason: string) => judge([finding], [{ ...waiver, reason }], { rules, today }).faults
  expect(because('wip, x')).toEqual([expect.stringContaining('gives "wip, x" for a reason: say in 3 words or more why it may be so')])
  expect(because('nobody knocks here')).toEqual([])
  expect(because('没有人再敲门了')).toEqual([])
})

test('waivers of other commands are left to them', () => {
  expect(judge([], [{ ...waiver, rule: 'MUTANT' }], { rules, today }).faults).toEqual([])
})

test('a file that holds no list of waivers is refused with a sentence', () => {
  expect(() => parseWaivers('{}')).toThrow('ratchets/waivers.json is not a list')
  expect(() => parseWaivers('[{"rule": "X"}]')).toThrow('entry 1 names no rule and fingerprint')
  expect(parseWaivers('[]')).toEqual([])
})
