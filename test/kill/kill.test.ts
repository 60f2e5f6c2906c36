import { expect, test } from 'vitest'
import { FAULT_POINTS, type FaultPoint } from '../../runtime/fault-point.js'
import { killAndHold } from './kill.js'
import { POINTS, SCENARIOS } from './scenarios.js'

test('every fault point is where a process is killed, each in one scenario', () => {
  expect(POINTS.toSorted()).toEqual([...FAULT_POINTS].toSorted())
})

const KILLS = Object.entries(SCENARIOS).flatMap(([scenario, { points }]) => points.map((point): [string, FaultPoint] => [scenario, point]))

test.each(KILLS)(
  'while %s, killed at the second passing of %s: what was told is kept, and the rest is done once',
  async (scenario, point) => {
    await killAndHold(scenario, point, 2)
  },
  60_000,
)
