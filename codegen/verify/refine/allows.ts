import type { Abstract } from './abstract.js'
import { TlaFault } from './fault.js'
import type { Value } from './values.js'

/** Of more steps these are tried, spread over all of them. */
const MAX_STEPS = 50_000
const MAX_COMBINATIONS = 2_000

/**
 * How many steps were tried of which the spec forbids none; null where it forbids one. They lead from each state that was seen to
 * every combination of what its variables were seen to be, seen together or not: a spec that asks only that these do not come
 * together forbids something. A refinement that forbids nothing of this is one of any machine.
 */
export function allowsEverything({ takenBy, variables }: Abstract, states: readonly (readonly Value[])[]): number | null {
  if (states.length < 2) return null
  const targets = combinations(variables.map((_, n) => distinct(states.map((state) => state[n]!)))) ?? states
  const all = states.length * targets.length
  const tries = Math.min(all, MAX_STEPS)
  let tried = 0
  for (let n = 0; n < tries; n += 1) {
    const step = Math.floor((n * all) / tries)
    const [from, to] = [states[Math.floor(step / targets.length)]!, targets[step % targets.length]!]
    if (from.every((value, place) => value.text === to[place]!.text)) continue
    if (!isTaken(takenBy, from, to)) return null
    tried += 1
  }
  return tried
}

/** A step that the spec has no value for is none that it allows. */
function isTaken(takenBy: Abstract['takenBy'], from: readonly Value[], to: readonly Value[]): boolean {
  try {
    return takenBy(from, to).length > 0
  } catch (fault) {
    if (fault instanceof TlaFault) return false
    throw fault
  }
}

function distinct(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [value.text, value])).values()]
}

/** Null where there are too many. */
function combinations(ranges: readonly (readonly Value[])[]): readonly (readonly Value[])[] | null {
  if (ranges.reduce((count, range) => count * range.length, 1) > MAX_COMBINATIONS) return null
  return ranges.reduce<readonly (readonly Value[])[]>((all, range) => all.flatMap((one) => range.map((value) => [...one, value])), [[]])
}
