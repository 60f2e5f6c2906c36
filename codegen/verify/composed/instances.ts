import type { Row } from '../../evaluate.js'
import { products } from '../../domains.js'
import type { Composed } from '../../domains.js'
import type { Machine, Sizes } from '../../ir.js'
import { canonicalText } from '../key.js'

/** One of the machines of a composition, under its key. */
export interface Instance {
  /** Its number among all of them. */
  readonly n: number
  readonly machine: string
  readonly key: Row
  /** The key as canonical text, by which it is found. */
  readonly text: string
}

/** Every machine under every value of its key: machines in the order of the composition, the first field of a key slowest. */
export function instancesOf(machines: readonly Machine[], sizes: Sizes, composed: Composed): readonly Instance[] {
  const all = machines.flatMap((machine) => products(machine.key, sizes, composed).map((key) => ({ machine: machine.name, key })))
  return all.map(({ machine, key }, n) => ({ n, machine, key, text: canonicalText(key) }))
}
