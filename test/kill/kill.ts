/** Kills a process at a fault point of a scenario, and holds what it leaves to what must be so. */
import type { FaultPoint } from '../../runtime/fault-point.js'
import { openScene } from '../gates/crash.js'
import { holds } from './holds.js'
import { SCENARIOS } from './scenarios.js'

type Passed = { readonly [point in FaultPoint]?: number }

const counted = new Map<string, Promise<Passed>>()

/** How often the steps of a scenario pass each point; it is tried out once. */
export function passedIn(scenario: string): Promise<Passed> {
  const known = counted.get(scenario) ?? openScene().then((scene) => scene.passed(...SCENARIOS[scenario]!.steps))
  counted.set(scenario, known)
  return known
}

export async function killAndHold(scenario: string, point: FaultPoint, passing: number): Promise<void> {
  const scene = await openScene()
  const told = await scene.die(`${point}:${passing}`, ...SCENARIOS[scenario]!.steps)
  await holds(scene.file, told)
}
