import { byValue } from '../../compile.js'
import type { Known } from '../../compile.js'

/**
 * A value of TLA+. Records and tuples are functions, as they are there: over names, and over 1 to their length. `text` is the
 * value as TLA+ writes it, the same for the same value, so that two values are one when their texts are.
 */
export type Value = { readonly text: string } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'null' }
  /** Sorted, each once. */
  | { readonly kind: 'set'; readonly items: readonly Value[] }
  /** Sorted by argument. */
  | { readonly kind: 'function'; readonly pairs: readonly (readonly [Value, Value])[] }
)

export const NULL: Value = { kind: 'null', text: 'NULL' }
export const TRUE: Value = { kind: 'bool', value: true, text: 'TRUE' }
export const FALSE: Value = { kind: 'bool', value: false, text: 'FALSE' }

export function numberOf(value: number): Value {
  return { kind: 'number', value, text: value < 0 ? `(${value})` : String(value) }
}

export function stringOf(value: string): Value {
  const known = strings.get(value)
  if (known !== undefined) return known
  const made: Value = { kind: 'string', value, text: JSON.stringify(value) }
  strings.set(value, made)
  return made
}

/** Names and words come again and again. */
const strings = new Map<string, Value>()

export function boolOf(value: boolean): Value {
  return value ? TRUE : FALSE
}

export function setOf(items: readonly Value[]): Value {
  const once = [...new Map(items.map((item) => [item.text, item])).values()].sort(inOrder)
  return { kind: 'set', items: once, text: `{${once.map(({ text }) => text).join(', ')}}` }
}

/** Of an argument that is there twice, the first value counts. */
export function functionOf(pairs: readonly (readonly [Value, Value])[]): Value {
  const once = new Map<string, readonly [Value, Value]>()
  for (const pair of pairs) if (!once.has(pair[0].text)) once.set(pair[0].text, pair)
  const sorted = [...once.values()].sort(([a], [b]) => inOrder(a, b))
  return { kind: 'function', pairs: sorted, text: functionText(sorted) }
}

export function tupleOf(items: readonly Value[]): Value {
  return functionOf(items.map((item, n) => [numberOf(n + 1), item]))
}

export function recordOf(fields: readonly (readonly [string, Value])[]): Value {
  return functionOf(fields.map(([name, value]) => [stringOf(name), value]))
}

/** The items of a sequence; null of what is none. */
export function itemsOf(value: Value): readonly Value[] | null {
  if (value.kind !== 'function') return null
  return value.pairs.every(([argument], n) => argument.kind === 'number' && argument.value === n + 1)
    ? value.pairs.map(([, item]) => item)
    : null
}

function functionText(pairs: readonly (readonly [Value, Value])[]): string {
  if (pairs.every(([argument], n) => argument.kind === 'number' && argument.value === n + 1))
    return `<<${pairs.map(([, item]) => item.text).join(', ')}>>`
  const fields = pairs.map(([argument, value]) =>
    argument.kind === 'string' && /^[A-Za-z]\w*$/.test(argument.value) ? `${argument.value} |-> ${value.text}` : null,
  )
  if (!fields.includes(null)) return `[${fields.join(', ')}]`
  return `(${pairs.map(([argument, value]) => `${argument.text} :> ${value.text}`).join(' @@ ')})`
}

/** Numbers by size, all else by text. */
function inOrder(a: Value, b: Value): number {
  return a.kind === 'number' && b.kind === 'number' ? a.value - b.value : byValue(a.text, b.text)
}

/**
 * Why two values cannot be compared, as TLC would stop at them: they are of different kinds, or hold such. NULL is a model value
 * and differs from everything else. Null when they can.
 */
export function clash(a: Value, b: Value): string | null {
  if (a.kind === 'null' || b.kind === 'null' || a.text === b.text) return null
  if (a.kind === 'set' && b.kind === 'set') {
    const [first, second] = [a.items[0], b.items[0]]
    return first === undefined || second === undefined ? null : clash(first, second)
  }
  if (a.kind === 'function' && b.kind === 'function') {
    const [first, second] = [a.pairs[0], b.pairs[0]]
    if (first === undefined || second === undefined) return null
    const arguments_ = clash(first[0], second[0])
    if (arguments_ !== null) return arguments_
    for (const [argument, value] of a.pairs) {
      const other = b.pairs.find(([one]) => one.text === argument.text)
      const values = other === undefined ? null : clash(value, other[1])
      if (values !== null) return values
    }
    return null
  }
  return a.kind === b.kind ? null : `${a.text} is ${KINDS[a.kind]} and ${b.text} is ${KINDS[b.kind]}: they cannot be compared`
}

export const KINDS = {
  number: 'a number',
  string: 'a string',
  bool: 'TRUE or FALSE',
  null: 'NULL',
  set: 'a set',
  function: 'a function, record or tuple',
} as const satisfies Record<Value['kind'], string>

/** What a map of a refinement answers, as TLA+ has it: a table is a function of its keys, a set a set, null NULL, an id its name. */
export function valueOf(known: Known): Value {
  switch (typeof known) {
    case 'number':
      return numberOf(known)
    case 'string':
      return stringOf(known)
    case 'boolean':
      return boolOf(known)
    case 'object':
      if (known === null) return NULL
      if (Array.isArray(known)) return setOf(known.map(valueOf))
      if (known instanceof Map) return functionOf([...known].map(([key, row]) => [valueOf(key), valueOf(row)]))
      return recordOf(Object.entries(known).map(([name, field]) => [name, valueOf(field)]))
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new Error(`${String(known)} is no value of a spec`)
  }
}
