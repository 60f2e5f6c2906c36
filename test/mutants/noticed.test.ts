import { describe, expect, test } from 'vitest'
import { broken, KEPT } from './delivery.js'
import { brokenIn, brokenTogether, edited } from './mutant.js'
import { composition, faults as ofCancellation } from './session-cancellation.js'
import { faults as ofExecution, machine } from './session-execution.js'

/** One of each kind is put back here; all of them in the long tests. */
describe('a fault that is put back is noticed by the promise that is named for it:', () => {
  test('in a machine', () => {
    const { edits, breaks } = ofExecution[0]!
    expect(brokenIn(machine, edits)).toContain(breaks)
  })

  test('in a machine, by what a composition promises', () => {
    const { edits, breaks } = ofCancellation[0]!
    expect(brokenTogether(composition, edits)).toContain(breaks)
  })

  test('in a composition, where nothing was wrong without it', () => {
    const { edits, by } = KEPT.find((kept) => kept.composition === 'JobAwaitHandoff')!
    expect(broken('JobAwaitHandoff', [])).toEqual([])
    expect(broken('JobAwaitHandoff', edits)).toEqual(expect.arrayContaining([...by]))
  })
})

test.each([...ofExecution, ...ofCancellation, ...KEPT])('$fault: it still has its place in the specs', ({ edits }) => {
  expect(edited(edits).size).toBeGreaterThan(0)
})
