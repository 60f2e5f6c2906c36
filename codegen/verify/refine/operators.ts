import { TlaFault, type Spot } from './fault.js'
import type { Binary } from './syntax.js'
import { NULL, boolOf, clash, functionOf, itemsOf, numberOf, setOf, tupleOf, type Value } from './values.js'

/** The operators whose operands are both evaluated. */
export function binaryValue(op: Exclude<Binary, '=>' | '<=>'>, left: Value, right: Value, at: Spot): Value {
  switch (op) {
    case '=':
      return boolOf(same(left, right, at))
    case '#':
    case '/=':
      return boolOf(!same(left, right, at))
    case '<':
      return boolOf(number(left, at) < number(right, at))
    case '<=':
      return boolOf(number(left, at) <= number(right, at))
    case '>':
      return boolOf(number(left, at) > number(right, at))
    case '>=':
      return boolOf(number(left, at) >= number(right, at))
    case '+':
      return within(number(left, at) + number(right, at), at)
    case '-':
      return within(number(left, at) - number(right, at), at)
    case '..': {
      const [from, to] = [number(left, at), number(right, at)]
      if (to - from > LARGEST_RANGE) throw new TlaFault(at, `${from}..${to} has more than ${LARGEST_RANGE} members`)
      return setOf(Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => numberOf(from + n)))
    }
    case '\\in':
      return boolOf(isIn(left, right, at))
    case '\\notin':
      return boolOf(!isIn(left, right, at))
    case '\\cup':
      return united(set(left, at), set(right, at), at)
    case '\\cap':
      return setOf(set(left, at).filter((member) => isIn(member, right, at)))
    case '\\':
      return setOf(set(left, at).filter((member) => !isIn(member, right, at)))
    case '\\subseteq':
      set(right, at)
      return boolOf(set(left, at).every((member) => isIn(member, right, at)))
    case '\\o':
      return tupleOf([...items(left, at), ...items(right, at)])
    case ':>':
      return functionOf([[left, right]])
    case '@@':
      return functionOf([...pairs(left, at), ...pairs(right, at)])
  }
}

const LARGEST_RANGE = 100_000

/** NULL, and the operators of the standard modules. */
export function builtIn(name: string, args: readonly Value[], at: Spot): Value {
  const [first, second, third] = args
  if (name === 'NULL') return NULL
  if (first === undefined) throw new TlaFault(at, `"${name}" has no value here`)
  switch (name) {
    case 'Cardinality':
      return numberOf(set(first, at).length)
    case 'Len':
      return numberOf(items(first, at).length)
    case 'Head': {
      const [head] = items(first, at)
      if (head === undefined) throw new TlaFault(at, 'Head of an empty sequence')
      return head
    }
    case 'Tail': {
      const [head, ...tail] = items(first, at)
      if (head === undefined) throw new TlaFault(at, 'Tail of an empty sequence')
      return tupleOf(tail)
    }
    case 'Append':
      return tupleOf([...items(first, at), second!])
    case 'SubSeq': {
      const [all, from, to] = [items(first, at), number(second!, at), number(third!, at)]
      if (from > to) return tupleOf([])
      if (from < 1 || to > all.length) throw new TlaFault(at, `SubSeq from ${from} to ${to} of a sequence of ${all.length}`)
      return tupleOf(all.slice(from - 1, to))
    }
  }
  throw new TlaFault(at, `"${name}" has no value here`)
}

/** Equal, where the two can be compared. */
export function same(a: Value, b: Value, at: Spot): boolean {
  const why = clash(a, b)
  if (why !== null) throw new TlaFault(at, why)
  return a.text === b.text
}

function isIn(member: Value, of: Value, at: Spot): boolean {
  const [first] = set(of, at)
  return first !== undefined && set(of, at).some((other) => same(other, member, at))
}

function united(left: readonly Value[], right: readonly Value[], at: Spot): Value {
  const why = left[0] === undefined || right[0] === undefined ? null : clash(left[0], right[0])
  if (why !== null) throw new TlaFault(at, why)
  return setOf([...left, ...right])
}

function number(value: Value, at: Spot): number {
  if (value.kind !== 'number') throw new TlaFault(at, `a number is due, not ${value.text}`)
  return value.value
}

function within(value: number, at: Spot): Value {
  if (Math.abs(value) > 2_147_483_647) throw new TlaFault(at, `${value} is more than the numbers of TLC reach`)
  return numberOf(value)
}

function set(value: Value, at: Spot): readonly Value[] {
  if (value.kind !== 'set') throw new TlaFault(at, `a set is due, not ${value.text}`)
  return value.items
}

function items(value: Value, at: Spot): readonly Value[] {
  const found = itemsOf(value)
  if (found === null) throw new TlaFault(at, `a sequence is due, not ${value.text}`)
  return found
}

function pairs(value: Value, at: Spot): readonly (readonly [Value, Value])[] {
  if (value.kind !== 'function') throw new TlaFault(at, `a function is due, not ${value.text}`)
  return value.pairs
}
