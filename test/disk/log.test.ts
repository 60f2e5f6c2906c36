import { expect, test } from 'vitest'
import { beginningOf, cutAt, flippedAt, left } from './log.js'

test('fault: a log that is torn off at any byte, or has a flipped one: a beginning of what was done, each step whole, and never a mixture', async () => {
  const whole = await left()
  const { logBytes, transitions } = whole
  const cuts: number[] = []
  for (let n = 0; n <= 12; n += 1) cuts.push(await beginningOf(whole, cutAt(Math.floor((logBytes * n) / 12))))
  expect(cuts).toEqual(cuts.toSorted((a, b) => a - b))
  expect([cuts[0], cuts.at(-1)]).toEqual([0, transitions.length])
  expect(new Set(cuts).size).toBeGreaterThan(5)
  const flips: number[] = []
  for (let n = 1; n <= 6; n += 1) flips.push(await beginningOf(whole, flippedAt(Math.floor((logBytes * n) / 6) - 100)))
  expect(flips).toEqual(flips.toSorted((a, b) => a - b))
  expect(flips[0]).toBeLessThan(transitions.length)
}, 60_000)
