import { byValue } from '../compile.js'
import type { Known, World } from '../evaluate.js'
import type { Machine, Type } from '../ir.js'
import type { Renaming } from './symmetry.js'

/** A value as text that every tool writes alike: fields by code unit, a table as its sorted [key, row] pairs, a set as it stands, sorted. */
export function canonicalText(value: Known): string {
  if (value instanceof Map) {
    const order = (key: Known): Known => (typeof key === 'object' ? canonicalText(key) : key)
    const rows = [...value].sort(([a], [b]) => byValue(order(a), order(b)))
    return `[${rows.map(([key, row]) => `[${canonicalText(key)},${canonicalText(row)}]`).join(',')}]`
  }
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).sort(([a], [b]) => byValue(a, b))
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalText(field)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/**
 * A short text for each world of one machine, the same exactly for the same worlds: a character for most values, in the order
 * of the state's fields. With several renamings it is the same exactly for the worlds that one of them makes of one another: the
 * least of what they make of it. Only as good as the keyer that made it: two keyers number words differently.
 */
export function keyer(machine: Machine, renamings: readonly Renaming[] = AS_IT_STANDS): (world: World) => string {
  const words = new Map<unknown, string>()
  const word = (value: unknown): string => {
    const known = words.get(value)
    if (known !== undefined) return known
    const made = unit(words.size)
    words.set(value, made)
    return made
  }
  const [plain, ...others] = renamings.map((renaming) => keyOf(machine, word, renaming))
  if (others.length === 0) return plain!
  return (world) => {
    let least = plain!(world)
    for (const other of others) {
      const key = other(world)
      if (key < least) least = key
    }
    return least
  }
}

const AS_IT_STANDS: readonly Renaming[] = [new Map()]

type Word = (value: unknown) => string

function keyOf(machine: Machine, word: Word, renaming: Renaming): (world: World) => string {
  const fields = machine.state.map(({ name, type }) => ({ name, write: writer(type, word, renaming) }))
  return (world) => {
    let key = word(world.phase)
    for (const { name, write } of fields) key += write(world[name])
    return key
  }
}

function writer(type: Type, word: Word, renaming: Renaming): (value: Known) => string {
  switch (type.kind) {
    case 'id':
      return renaming.size === 0 ? word : (value) => word(renaming.get(value) ?? value)
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return word
    case 'nat':
    case 'instant':
    case 'duration':
      return (value) => (Number.isInteger(value) && (value as number) >= 0 ? unit(value as number) : `\uffff${String(value)};`)
    case 'option': {
      const of = writer(type.of, word, renaming)
      return (value) => (value === null ? '\ufffe' : `+${of(value)}`)
    }
    case 'record': {
      const fields = type.fields.map((field) => ({ name: field.name, write: writer(field.type, word, renaming) }))
      return (value) => {
        let text = ''
        for (const { name, write } of fields) text += write((value as { readonly [field: string]: Known })[name])
        return text
      }
    }
    case 'set': {
      const of = writer(type.of, word, renaming)
      return (value) => unit((value as readonly Known[]).length) + (value as readonly Known[]).map(of).sort(byValue).join('')
    }
    case 'table': {
      // What is kept is kept as long as the row: not for each of many renamings.
      const kept = renaming.size === 0 ? once : always
      const key = writer(type.key, word, renaming)
      const row = kept(writer({ kind: 'record', fields: type.row }, word, renaming))
      return kept((value) => {
        const rows = value as ReadonlyMap<Known, Known>
        if (rows.size === 0) return unit(0)
        const written: string[] = []
        for (const [at, columns] of rows) written.push(key(at) + row(columns))
        if (written.length > 1) written.sort(byValue)
        return unit(rows.size) + written.join('')
      })
    }
  }
}

/** Tables and rows that did not change are the same objects in the next state: they are written once. */
function once(write: (value: Known) => string): (value: Known) => string {
  const written = new WeakMap<object, string>()
  return (value) => {
    const known = written.get(value as object)
    if (known !== undefined) return known
    const text = write(value)
    written.set(value as object, text)
    return text
  }
}

function always<W>(write: W): W {
  return write
}

/** One character where that is enough. The mark of a longer one is none of the others. */
function unit(n: number): string {
  return n < 0xd000 ? String.fromCharCode(n) : `\ufffd${n};`
}
