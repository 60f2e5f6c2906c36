import { NotGiven } from '../evaluate.js'
import type { Bounds, Message, Predicate, World } from '../evaluate.js'

/** Null where something is read that is not there: the conditions that establish it do not hold. */
export function truthOf(holds: Predicate, world: World, input: Message, { limits }: Bounds): boolean | null {
  try {
    return holds(world, input, limits) === true
  } catch (error) {
    if (error instanceof NotGiven) return null
    throw error
  }
}
