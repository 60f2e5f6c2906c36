/** How types of values stand to one another: what fits where, what may be compared, what two branches have in common. */
import type { Type, ValueType } from '../ir.js'

export function isNumber(type: ValueType): boolean {
  return type.kind === 'number' || type.kind === 'nat' || type.kind === 'instant' || type.kind === 'duration'
}

export function isScalar(type: ValueType): boolean {
  return (
    isNumber(type) || type.kind === 'id' || type.kind === 'bool' || type.kind === 'text' || type.kind === 'opaque' || type.kind === 'oneOf'
  )
}

/** Is this one of the types that a field can have? */
function isFieldType(type: ValueType): type is Type {
  switch (type.kind) {
    case 'null':
    case 'number':
    case 'state':
    case 'limits':
    case 'input':
    case 'effects':
    case 'effect':
    case 'key':
      return false
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
    case 'option':
    case 'record':
    case 'set':
    case 'table':
      return true
  }
}

/** The type of a field that holds such values; a number that came of arithmetic is of a domain without a name. Null when no field can. */
export function storable(type: ValueType): Type | null {
  return type.kind === 'number' ? { kind: 'nat', domain: '' } : isFieldType(type) ? type : null
}

function sameType(a: ValueType, b: ValueType): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** May a value of type `from` be stored where `to` is? A number fits any number: past its bound it is `exhausted`. */
export function fits(from: ValueType, to: ValueType): boolean {
  if (isNumber(to)) return isNumber(from)
  if (to.kind === 'option') return from.kind === 'null' || fits(from.kind === 'option' ? from.of : from, to.of)
  if (to.kind === 'text' && from.kind === 'text') return from.max <= to.max
  if (to.kind === 'opaque' && from.kind === 'opaque') return from.maxBytes <= to.maxBytes
  if (to.kind === 'oneOf' && from.kind === 'oneOf') return from.values.every((value) => to.values.includes(value))
  if (to.kind === 'record' && from.kind === 'record')
    return (
      from.fields.length === to.fields.length &&
      to.fields.every(({ name, type }) => from.fields.some((field) => field.name === name && fits(field.type, type)))
    )
  return sameType(from, to)
}

/** May two values be compared for equality? `null` only with what can be null. */
export function comparable(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'null' || b.kind === 'null') return a.kind === 'option' || b.kind === 'option'
  if (a.kind === 'option' || b.kind === 'option') return comparable(a.kind === 'option' ? a.of : a, b.kind === 'option' ? b.of : b)
  if (isNumber(a) && isNumber(b)) return true
  if (a.kind === 'oneOf' && b.kind === 'oneOf') return fits(a, b) || fits(b, a)
  if (a.kind === 'text' || a.kind === 'opaque' || a.kind === 'input') return a.kind === b.kind
  if (a.kind === 'record' && b.kind === 'record') return fits(a, b) || fits(b, a)
  return sameType(a, b)
}

/** The type of a value that is one or the other; null when they have none in common. */
export function common(a: ValueType, b: ValueType): ValueType | null {
  if (sameType(a, b)) return a
  if (isNumber(a) && isNumber(b)) return { kind: 'number' }
  if (a.kind === 'oneOf' && b.kind === 'oneOf')
    return { kind: 'oneOf', values: [...a.values, ...b.values.filter((value) => !a.values.includes(value))] }
  if (a.kind === 'null' && b.kind === 'null') return a
  if (a.kind === 'null') return optionOf(b)
  if (b.kind === 'null') return optionOf(a)
  if (a.kind === 'option' || b.kind === 'option') {
    const of = common(a.kind === 'option' ? a.of : a, b.kind === 'option' ? b.of : b)
    return of === null ? null : optionOf(of)
  }
  if (a.kind === 'input' && b.kind === 'input')
    return { kind: 'input', inputs: [...a.inputs, ...b.inputs.filter((input) => !a.inputs.includes(input))] }
  return fits(a, b) ? b : fits(b, a) ? a : null
}

/** `type` or null; null when the type is none that a field can have. */
export function optionOf(type: ValueType): ValueType | null {
  if (type.kind === 'option') return type
  return isFieldType(type) ? { kind: 'option', of: type } : null
}

/** A type in the author's words. */
export function wordsFor(type: ValueType): string {
  switch (type.kind) {
    case 'id':
      return `an id of ${type.domain}`
    case 'nat':
    case 'instant':
    case 'duration':
      return `${type.kind === 'instant' ? 'an' : 'a'} ${type.kind} of ${type.domain}`
    case 'number':
      return 'a number'
    case 'bool':
      return 'true or false'
    case 'text':
      return `a text of at most ${type.max}`
    case 'opaque':
      return `an opaque of at most ${type.maxBytes} bytes`
    case 'oneOf':
      if (type.values.length === 1) return JSON.stringify(type.values[0])
      return type.values.length <= 6
        ? `one of ${type.values.map((value) => JSON.stringify(value)).join(', ')}`
        : `one of ${type.values.length} words`
    case 'option':
      return `${wordsFor(type.of)} or null`
    case 'record':
      return `a record of ${type.fields.map(({ name }) => name).join(', ')}`
    case 'set':
      return `a set of ${wordsFor(type.of)}`
    case 'table':
      return `a table keyed by ${wordsFor(type.key)}`
    case 'null':
      return 'null'
    case 'state':
      return 'a state'
    case 'limits':
      return 'the limits'
    case 'input':
      return 'an input'
    case 'effects':
      return 'the effects'
    case 'effect':
      return 'an effect'
    case 'key':
      return `a key of ${type.machine}`
  }
}
