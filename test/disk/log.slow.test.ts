import { expect, test } from 'vitest'
import { beginningOf, cutAt, left } from './log.js'

test('fault: a log that is torn off anywhere, in the middle of a page and between two: a beginning of what was done, and never a mixture', async () => {
  const whole = await left()
  const held: number[] = []
  for (let bytes = 0; bytes < whole.logBytes; bytes += 1_373) held.push(await beginningOf(whole, cutAt(bytes)))
  expect(held).toEqual(held.toSorted((a, b) => a - b))
  // Every step but the last few, which share the end of the log, is somewhere the last.
  expect(new Set(held).size).toBeGreaterThan(whole.transitions.length / 2)
})
