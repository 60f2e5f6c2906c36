/** How often a property is tried. What fails is told with its seed and its path; `PAWL_SEED` begins with that seed again. */
import type { Parameters } from 'fast-check'

export function runs<T>(numRuns: number): Parameters<T> {
  const seed = process.env['PAWL_SEED']
  return { numRuns, endOnFailure: false, ...(seed !== undefined && { seed: Number(seed) }) }
}
