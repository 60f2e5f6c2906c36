import { describe, expect, test } from 'vitest'
import { brokenIn } from './mutant.js'
import { faults, machine } from './session-execution.js'

describe('a fault that is put back into SessionExecution is caught by the property that is named for it', () => {
  test.each(faults)('$fault: $breaks', ({ edits, breaks }) => {
    expect(brokenIn(machine, edits)).toContain(breaks)
  })
})

test('without a fault nothing breaks', () => {
  expect(brokenIn(machine, [])).toEqual([])
})
