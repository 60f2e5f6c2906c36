/** The numbers that a machine's kernel is run with. */
import type { AnyMachine, Bounds } from '../../generated/machine.js'
import { StoreError, type StoreOptions } from '../store/index.js'

/** In the runtime a number may grow as far as JavaScript counts exactly. */
export function boundsIn(machine: AnyMachine, given: NonNullable<StoreOptions['limits']>): Bounds {
  const limits = given[machine.name] ?? {}
  for (const limit of machine.limits) {
    const value = Object.hasOwn(limits, limit) ? limits[limit] : undefined
    if (value !== undefined && Number.isSafeInteger(value) && value >= 0) continue
    throw new StoreError(
      'bad_options',
      `${machine.name} declares the limit "${limit}": give it a whole number in \`limits.${machine.name}.${limit}\`.`,
      {
        machine: machine.name,
        limit,
      },
    )
  }
  return { max: Object.fromEntries(machine.domains.map((domain) => [domain, Number.MAX_SAFE_INTEGER])), limits }
}
