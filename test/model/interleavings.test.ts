import * as fc from 'fast-check'
import { test } from 'vitest'
import { interleavings, together } from './interleavings.js'
import { runs } from './runs.js'

test('in whatever order callers get their turns, no receipt is lost, no job ends twice, and no session hears twice', async () => {
  await fc.assert(
    fc.asyncProperty(interleavings(8), (way) => together(way)),
    runs(20),
  )
})
