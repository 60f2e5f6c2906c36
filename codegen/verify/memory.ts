import v8 from 'node:v8'

/** How often memory is looked at. */
const STATES_A_LOOK = 1024

/**
 * Asked after each state, by its number: before the engine gives up, and takes with it all that was seen. What is left must do for
 * the report. Numbers that are packed beside the heap are counted with it.
 */
export function isMemoryShort(at: number): boolean {
  if (at % STATES_A_LOOK !== 0) return false
  const { used_heap_size: used, external_memory: beside, heap_size_limit: limit } = v8.getHeapStatistics()
  return used + beside > limit * 0.85
}

/** What ended a run that might have gone on: more states than it may have, or no memory for more. */
export type CutBy = 'states' | 'memory'

/** Says so, of whom, and what would make it smaller. */
export function cutShort(
  name: string,
  { cutBy, size, maxStates, lower }: { readonly cutBy: CutBy; readonly size: number; readonly maxStates: number; readonly lower: string },
): string {
  const more = cutBy === 'memory' ? 'states than there is memory for' : `than ${maxStates} states`
  return `${name} has more ${more}: ${size} were seen, not all were looked into (lower ${lower})`
}
