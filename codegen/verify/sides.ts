import type { Expr } from '../ir.js'
import { descend } from '../walk.js'
import { implications } from './implications.js'

/** What stands at the right of an implication in a property, and how often each of its sides was true. */
export interface Side {
  readonly right: Expr
  /** States or steps in which the left side was true: those in which the right one was asked. */
  readonly leftTrue: number
  /** Of all states or steps; of a right side about what `some` or `every` runs through, those in which it was asked and never false. */
  readonly rightTrue: number
}

export interface Measured {
  /** States or steps that it was judged on, and those in which it was true. */
  readonly cases: number
  readonly holds: number
  readonly sides: readonly Side[]
}

type Reader<S extends readonly unknown[]> = (
  written: Expr,
  probe?: (part: Expr) => ((value: unknown) => void) | null,
) => (...step: S) => unknown

/** Counts a property's cases. `free` are the parameters that it may speak of; `read` makes its expressions run. */
export function measure<S extends readonly unknown[]>(written: Expr, free: readonly string[], read: Reader<S>) {
  const sides = implications(written).map((right) => ({
    right,
    alone: isAbout(right, free) ? read(right) : null,
    leftTrue: 0,
    rightTrue: 0,
    asked: false,
    failed: false,
  }))
  const holdsOn = read(written, (part) => {
    const side = sides.find(({ right }) => right === part)
    if (side === undefined) return null
    return (value) => {
      side.asked = true
      if (value !== true) side.failed = true
    }
  })
  let [cases, holds] = [0, 0]
  return {
    look(...step: S): void {
      for (const side of sides) [side.asked, side.failed] = [false, false]
      cases += 1
      if (holdsOn(...step) === true) holds += 1
      for (const side of sides) {
        if (side.asked) side.leftTrue += 1
        if (side.alone === null ? side.asked && !side.failed : isTrue(side.alone, step)) side.rightTrue += 1
      }
    },
    measured: (): Measured => ({ cases, holds, sides: sides.map(({ right, leftTrue, rightTrue }) => ({ right, leftTrue, rightTrue })) }),
  }
}

/** Where its left side is false, a right side may read what is not there: then it is not true. */
function isTrue<S extends readonly unknown[]>(holds: (...step: S) => unknown, step: S): boolean {
  try {
    return holds(...step) === true
  } catch {
    return false
  }
}

/** Everything that it names is a parameter of the property, or bound within it. */
function isAbout(e: Expr, free: readonly string[]): boolean {
  const bound = new Set(free)
  for (const part of descend(e)) {
    if (part.kind === 'let') bound.add(part.name)
    if (part.kind === 'some' || part.kind === 'every' || part.kind === 'count' || part.kind === 'filter' || part.kind === 'map') {
      bound.add(part.item)
      if (part.key !== null) bound.add(part.key)
    }
  }
  return [...descend(e)].every((part) => part.kind !== 'variable' || bound.has(part.name))
}
