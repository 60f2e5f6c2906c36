import * as fc from 'fast-check'
import { test } from 'vitest'
import { interleavings, ordersOf, together, type Caller } from './interleavings.js'
import { runs } from './runs.js'

test('in whatever order callers get their turns, no receipt is lost, no job ends twice, and no session hears twice', async () => {
  await fc.assert(
    fc.asyncProperty(interleavings(8), (way) => together(way)),
    runs(15),
  )
})

/** A job that another attempt may do again. */
const JOB = 2
const works = (ends: 'complete' | 'fail' | 'lose', afterTurns: number): Caller => ({
  afterTurns,
  does: 'work',
  job: JOB,
  holder: ends,
  ends,
})
const lapses = (afterTurns: number): Caller => ({ afterTurns, does: 'lapse' })
const recovers = (afterTurns: number): Caller => ({ afterTurns, does: 'recover' })
const cancels = (afterTurns: number): Caller => ({ afterTurns, does: 'cancel', job: JOB })

test.each<readonly [string, readonly Caller[]]>([
  [
    'job ends both finished and failed: complete, expire and cancel in any order end it once',
    [works('complete', 0), lapses(10), recovers(10), cancels(8)],
  ],
  [
    'terminal cancel is overwritten by a completion or a claim: nothing is written after the end',
    [cancels(2), cancels(6), works('complete', 0), works('fail', 3)],
  ],
  [
    'second recoverer works from a stale list: of two passes over one loss, one is heard',
    [works('lose', 0), lapses(8), recovers(9), recovers(9), lapses(25), works('complete', 30)],
  ],
])('fault: %s', async (_what, callers) => {
  await fc.assert(
    fc.asyncProperty(ordersOf(...callers), (way) => together(way)),
    runs(15),
  )
})
