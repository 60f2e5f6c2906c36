import { expect, test } from 'vitest'
import { ADOPTIONS, killAdoption } from './adoption.js'

/** One at each step of the services; within the commits, one. */
const SOME = ADOPTIONS.filter(([point, work]) => {
  const isWithin = point.startsWith('commit.')
  return isWithin ? point === 'commit.journalled:2' && work === 'runs' : work === 'runs' || /^(run|complete)/.test(point)
})

test('each step of an adoption is where a process is killed', () => {
  expect(SOME.length).toBeGreaterThanOrEqual(9)
})

test.each(SOME)(
  'killed at %s on its way to take over work that %s: it is taken over again, under its fence, and was started once',
  async (point, work) => {
    await killAdoption(point, work)
  },
  60_000,
)
