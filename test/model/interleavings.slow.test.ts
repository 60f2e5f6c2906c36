import * as fc from 'fast-check'
import { test } from 'vitest'
import { interleavings, together } from './interleavings.js'
import { runs } from './runs.js'

test('also of many callers, in whatever order they get their turns, every promise is kept', async () => {
  await fc.assert(
    fc.asyncProperty(interleavings(25), (way) => together(way)),
    runs(150),
  )
})
