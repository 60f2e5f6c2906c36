import { expect, test } from 'vitest'
import { countedIds, manualClock, scriptedRandom, systemClock, systemIds, systemRandom } from '../../../runtime/clock.js'

test('ids are well formed, and none is given twice', () => {
  const given = Array.from({ length: 1_000 }, () => systemIds.next())
  expect(new Set(given).size).toBe(1_000)
  expect(given.every((id) => id.length >= 1 && id.length <= 200)).toBe(true)
})

test.each([0, 1, 5, 2 ** 48, Number.MAX_SAFE_INTEGER])('chance is a whole number from 0 to %i', (most) => {
  const drawn = Array.from({ length: 500 }, () => systemRandom.upTo(most))
  expect(drawn.every((number) => Number.isSafeInteger(number) && number >= 0 && number <= most)).toBe(true)
})

test('chance reaches both ends', () => {
  expect(new Set(Array.from({ length: 500 }, () => systemRandom.upTo(2)))).toEqual(new Set([0, 1, 2]))
})

test('instants are whole milliseconds; what has elapsed never shrinks', () => {
  expect(Number.isSafeInteger(systemClock.nowMs())).toBe(true)
  const clock = manualClock(1_000)
  clock.advance(-500)
  expect([clock.nowMs(), clock.elapsedMs()]).toEqual([500, 0])
  clock.set(700)
  expect([clock.nowMs(), clock.elapsedMs()]).toEqual([700, 200])
})

test('a test owns ids and chance', () => {
  const ids = countedIds('job')
  expect([ids.next(), ids.next()]).toEqual(['job-1', 'job-2'])
  const random = scriptedRandom(3, 9)
  expect([random.upTo(5), random.upTo(5), random.upTo(5)]).toEqual([3, 5, 3])
})
