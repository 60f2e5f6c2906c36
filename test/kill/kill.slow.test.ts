import { expect, test } from 'vitest'
import type { FaultPoint } from '../../runtime/fault-point.js'
import { killAndHold, passedIn } from './kill.js'
import { SCENARIOS } from './scenarios.js'

const KILLS = Object.entries(SCENARIOS).flatMap(([scenario, { points }]) => points.map((point): [string, FaultPoint] => [scenario, point]))

test.each(KILLS)(
  'while %s, killed at %s, at the first passing and at later ones: what was told is kept, and the rest is done once',
  async (scenario, point) => {
    const times = (await passedIn(scenario))[point] ?? 0
    expect(times).toBeGreaterThan(1)
    // How often is a matter of moments where workers look for work: the very last passing may not come.
    for (const passing of new Set([1, 2, Math.ceil(times / 2), Math.ceil(times * 0.8)])) await killAndHold(scenario, point, passing)
  },
)
