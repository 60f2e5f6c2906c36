import type { Expr } from '../ir.js'
import { children } from '../walk.js'

/**
 * What an expression, its calls written out, reads of each variable that is free in it: names of fields, or null where it may
 * read all of them. A variable that is not named is not read. `inputIs` and `inputHas` read the type, and whether a field is there.
 */
export function readsOf(e: Expr): ReadonlyMap<string, ReadonlySet<string> | null> {
  const reads = new Map<string, Set<string> | null>()
  const note = (name: string, field: string | null): void => {
    if (field === null) reads.set(name, null)
    else if (!reads.has(name)) reads.set(name, new Set([field]))
    else reads.get(name)?.add(field)
  }
  const look = (part: Expr): void => {
    if (part.kind === 'variable') note(part.name, null)
    else if (part.kind === 'field' && part.of.kind === 'variable') note(part.of.name, part.name)
    else if (part.kind === 'call') throw new Error(`the call of "${part.function}" is not written out`)
    else {
      if (part.kind === 'inputIs') note('i', 'type')
      if (part.kind === 'inputHas') note('i', part.field)
      children(part).forEach(look)
    }
  }
  look(e)
  return reads
}
