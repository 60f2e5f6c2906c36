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
  ...['claim', 'claimBeside'].map((step) => {
    const steps = ['claim', 'claimBeside']
    return { promise: 'a_free_session_takes_up_its_work', step, fair: written(steps), left: written(steps.filter((one) => one !== step)) }
  }),
  ...[
    { promise: 'a_known_outcome_is_cleared', step: 'recover', steps: ['recover'] },
    { promise: 'what_a_lost_owner_left_is_classified', step: 'recover', steps: ['recover', 'recoverBeside'] },
    { promise: 'what_a_lost_owner_left_is_classified', step: 'recoverBeside', steps: ['recover', 'recoverBeside'] },
  ].map(({ promise, step, steps }) => ({
    promise,
    step,
    fair: restOf(promise),
    left: restOf(promise).replace(written(steps), written(steps.filter((one) => one !== step))),
  })),
]

describe('no more fairness is asked than is needed', () => {
  test.each(needed)('without $step: $promise', ({ promise, fair, left }) => {
    expect(brokenTogether(composition, [[composition, fair, left]])).toContain(promise)
  })
})

/** No spec can write down an id, so that this fault is put into what was read. */
test('an interruption that goes to the readers of another session is caught: an_interruption_reaches_no_other_session', () => {
  const strayed = brokenTogether(composition, [], (read) => ({
    ...read,
    routes: read.routes.map((route) => {
      if (route.name !== 'closeInterrupted') return route
      const key = route.target.key.map(({ name, value }) => ({
        name,
        value: name === 'sessionId' ? { kind: 'literal' as const, value: 'SessionId_2', type: value.type, at: route.at } : value,
      }))
      return { ...route, target: { ...route.target, key } }
    }),
  }))
  expect(strayed).toContain('an_interruption_reaches_no_other_session')
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
