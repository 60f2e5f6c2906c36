import { describe, expect, test } from 'vitest'
import { brokenTogether, textOf } from './mutant.js'
import { composition, faults } from './session-cancellation.js'

describe('a fault that is put back into SessionCancellation is caught by the promise that is named for it', () => {
  test.each(faults)('$fault: $breaks', ({ edits, breaks }) => {
    expect(brokenTogether(composition, edits)).toContain(breaks)
  })
})

/** A step that is put off for ever, though it could be done, keeps something from coming about. */
const needed: readonly { readonly promise: string; readonly step: string; readonly fair: string; readonly left: string }[] = [
  ...['join', 'endFinalizer', 'settle', 'clear', 'release'].map((step) => {
    const steps = ['join', 'endFinalizer', 'settle', 'clear', 'release']
    return { promise: 'a_cancelled_session_is_released', step, fair: written(steps), left: written(steps.filter((one) => one !== step)) }
  }),
  { promise: 'a_free_session_takes_up_its_work', step: 'claim', fair: written(['claim']), left: written([]) },
  ...['a_known_outcome_is_cleared', 'what_a_lost_owner_left_is_classified'].map((promise) => ({
    promise,
    step: 'recover',
    fair: restOf(promise),
    left: restOf(promise).replace(written(['recover']), written([])),
  })),
]

describe('no more fairness is asked than is needed', () => {
  test.each(needed)('without $step: $promise', ({ promise, fair, left }) => {
    expect(brokenTogether(composition, [[composition, fair, left]])).toContain(promise)
  })
})

test('without a fault nothing breaks', () => {
  expect(brokenTogether(composition, [])).toEqual([])
})

function written(steps: readonly string[]): string {
  return `fair: [${steps.map((step) => `'${step}'`).join(', ')}]`
}

/** The text of a promise, from its name to the steps that it needs. */
function restOf(promise: string): string {
  const text = textOf(composition)
  const start = text.indexOf(`    ${promise}: {`)
  return text.slice(start, text.indexOf(']', text.indexOf('fair: [', start)) + 1)
}
