import { expect, test } from 'vitest'
import { excuse } from '../../codegen/commands/excuse.js'
import type { Waiver } from '../../codegen/ratchet/waivers.js'
import type { Checked } from '../../codegen/report/checked.js'

const finding = { rule: 'NEVER_FALSE', fingerprint: 'abc', name: 'open' }
const checked = [{ name: 'Door', findings: [finding], waived: [] }] as unknown as readonly Checked[]
const { expires: _none, ...waiver } = { rule: 'NEVER_FALSE', fingerprint: 'abc', reason: 'it is a door', owner: 'ann', expires: '' }
const waivers = [waiver as Waiver]

test('a finding of a model may be waived for good', () => {
  const { checked: left, faults } = excuse(checked, waivers, { today: '2026-11-29', everything: true })
  expect(left).toMatchObject([{ findings: [], waived: [finding] }])
  expect(faults).toEqual([])
})

test('leave for good wants a reason too, and leave that names a day ends within two years', () => {
  for (const change of [{ reason: 'x' }, { expires: '2099-12-31' }]) {
    const about = { today: '2026-11-29', everything: true }
    expect(excuse(checked, [{ ...waivers[0]!, ...change }], about)).toMatchObject({
      checked: [{ waived: [] }],
      faults: [expect.anything()],
    })
  }
})

test('a promise that is broken is never waived for good', () => {
  const broken = [{ name: 'Door', findings: [{ ...finding, rule: 'ALWAYS' }], waived: [] }] as unknown as readonly Checked[]
  const leave = { ...waivers[0]!, rule: 'ALWAYS' }
  const about = { today: '2026-11-29', everything: true }
  expect(excuse(broken, [leave], about)).toMatchObject({ checked: [{ waived: [] }], faults: [expect.stringContaining('ALWAYS')] })
  expect(excuse(broken, [{ ...leave, expires: '2026-12-31' }], about)).toMatchObject({ checked: [{ findings: [] }], faults: [] })
})

test('a waiver that has expired, or names nobody, excuses nothing and is a fault', () => {
  for (const change of [{ expires: '2026-11-28' }, { owner: '' }]) {
    const { checked: left, faults } = excuse(checked, [{ ...waivers[0]!, ...change }], { today: '2026-11-29', everything: true })
    expect(left).toMatchObject([{ findings: [finding], waived: [] }])
    expect(faults).toHaveLength(1)
  }
})

test('a waiver that was not needed is a fault, where everything was checked', () => {
  const others = [{ ...waivers[0]!, fingerprint: 'xyz' }]
  expect(excuse(checked, others, { today: '2026-11-29', everything: true }).faults).toEqual([
    'waiver NEVER_FALSE xyz: NEVER_FALSE now finds "open" (abc), which is another; excuses nothing any more; remove it',
  ])
  expect(excuse(checked, others, { today: '2026-11-29', everything: false }).faults).toEqual([])
})
