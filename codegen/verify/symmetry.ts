import { valuesOf } from '../domains.js'
import type { Machine, Sizes, ValueType } from '../ir.js'

/** How many ways to exchange ids a run may have: 7!. The key of a state is the least of as many. */
const MAX_RENAMINGS = 5_040

/** Another id of the same domain for each id that does not keep its own. */
export type Renaming = ReadonlyMap<unknown, unknown>

export interface Symmetry {
  /** The domains whose ids are interchangeable, by name. */
  readonly over: readonly string[]
  /** Every way to exchange them, all of the domains at once; the first changes nothing. */
  readonly renamings: readonly Renaming[]
}

/**
 * Which ids of a machine are interchangeable: one state then stands for all that differ from it in nothing but which id is which.
 * A spec can do nothing with an id but keep it, tell it and ask whether two are one; it writes down none, and a machine begins
 * without any. Where a unique column is broken, `by` answers the first of several rows; but that is found, and is found first.
 * Not exchanged are the ids that a refinement shows to a hand-written module, which may do anything with them.
 */
export function symmetryOf(machine: Machine, bounds: 'ci' | 'deep'): Symmetry | { readonly refused: string } {
  const sizes = machine.model[bounds]
  if (machine.eventually.length > 0) {
    const names = machine.eventually.map(({ name }) => name).join(', ')
    return { refused: `what is eventually so (${names}) is judged over all states: check ${machine.name} without --symmetry` }
  }
  const shown = new Set(machine.refines.flatMap(({ map }) => map.flatMap(({ value }) => domainsIn(value.type))))
  const fields = [...machine.state, ...machine.inputs.flatMap((input) => [...input.fields, ...input.supplied])]
  const over = [...new Set(fields.flatMap(({ type }) => domainsIn(type)))]
    .filter((domain) => !shown.has(domain) && idsOf(domain, sizes).length > 1)
    .toSorted()
  return exchangeable(over, sizes, bounds)
}

/** Every way to exchange the ids of these domains, unless there are too many. */
export function exchangeable(over: readonly string[], sizes: Sizes, bounds: 'ci' | 'deep'): Symmetry | { readonly refused: string } {
  const count = over.reduce((product, domain) => product * factorial(idsOf(domain, sizes).length), 1)
  if (count > MAX_RENAMINGS) {
    const lower = over.map((domain) => `${domain}: ${idsOf(domain, sizes).length}`).join(' or ')
    return {
      refused: `symmetry over ${over.join(', ')} is ${count} permutations, more than ${MAX_RENAMINGS} (lower ${lower} in model.${bounds})`,
    }
  }
  return { over, renamings: exchanging(over, sizes) }
}

/** The permutations of the ids of each domain, in every combination; the first changes nothing. */
export function exchanging(over: readonly string[], sizes: Sizes): readonly Renaming[] {
  return over
    .map((domain) => idsOf(domain, sizes))
    .reduce<readonly Renaming[]>(
      (made, ids) => made.flatMap((renaming) => permutations(ids).map((images) => new Map([...renaming, ...changed(ids, images)]))),
      [new Map()],
    )
}

export function idsOf(domain: string, sizes: Sizes): readonly unknown[] {
  return valuesOf({ kind: 'id', domain }, sizes)
}

/** The domains of the ids that a value may hold. */
export function domainsIn(type: ValueType): readonly string[] {
  switch (type.kind) {
    case 'id':
      return [type.domain]
    case 'option':
    case 'set':
      return domainsIn(type.of)
    case 'record':
      return type.fields.flatMap((field) => domainsIn(field.type))
    case 'table':
      return [...domainsIn(type.key), ...type.row.flatMap((column) => domainsIn(column.type))]
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
    case 'null':
    case 'number':
    case 'state':
    case 'limits':
    case 'input':
    case 'effects':
    case 'effect':
    case 'key':
      return []
  }
}

function changed(ids: readonly unknown[], images: readonly unknown[]): (readonly [unknown, unknown])[] {
  return ids.flatMap((id, n) => (id === images[n] ? [] : [[id, images[n]] as const]))
}

/** Every order of a list; its own comes first. */
function permutations(list: readonly unknown[]): readonly (readonly unknown[])[] {
  if (list.length === 0) return [[]]
  return list.flatMap((first, n) => permutations(list.toSpliced(n, 1)).map((rest) => [first, ...rest]))
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1)
}
