import { byValue } from '../compile.js'
import type { Known, Message, World } from '../evaluate.js'
import type { Machine, Type } from '../ir.js'
import type { ModelAnswer, Words } from './model-run.js'
import type { TlaValue } from './tla-values.js'

/** Reads a checker's values as states, answers and effects of one machine. Whatever is not of the type that is due throws. */
export interface Reading {
  world(value: TlaValue): World
  answer(value: TlaValue): ModelAnswer
}

export function readingOf(machine: Machine, words: Words): Reading {
  const effects = new Map(machine.effects.map((effect) => [effect.name, effect.fields]))
  const text = (value: TlaValue): string => textOf(value, words)
  const world = (value: TlaValue): World => {
    const fields = fieldsOf(value, words)
    return { phase: text(due(fields, 'phase')), ...recordOf(fields, machine.state, words) } as World
  }
  const message = (value: TlaValue): Message => {
    const fields = fieldsOf(value, words)
    const type = text(due(fields, 'type'))
    const known = effects.get(type)
    if (known === undefined) throw new Error(`the checker names an effect "${type}" that ${machine.name} does not have`)
    return { type, ...recordOf(fields, known, words) }
  }
  return {
    world,
    answer(value) {
      if (value.kind === 'string') return { ok: false, code: text(value), transition: null }
      const [first, second, third] = itemsOf(value)
      if (first === undefined) throw new Error('the checker gave an empty answer')
      if (second === undefined) return { ok: false, code: text(first), transition: null }
      if (third === undefined) return { ok: false, code: text(second), transition: text(first) }
      return { ok: true, transition: text(first), next: world(second), effects: itemsOf(third).map(message) }
    },
  }
}

/** The answers of a state, one for each binding in the order of the inputs: a gate that is closed says its code for all of its own. */
export function answersIn(value: TlaValue, places: readonly (readonly number[])[], reading: Reading): readonly ModelAnswer[] {
  const gates = itemsOf(value)
  if (gates.length !== places.length) throw new Error(`the checker gave ${gates.length} gates of ${places.length}`)
  const answers: ModelAnswer[] = []
  places.forEach((bindings, n) => {
    const gate = gates[n]!
    const each = gate.kind === 'string' ? null : itemsOf(gate)
    const refusal = each === null ? reading.answer({ kind: 'tuple', items: [gate] }) : null
    bindings.forEach((place, at) => (answers[place] = refusal ?? reading.answer(each![at]!)))
  })
  return answers
}

/** The items of a tuple; an empty one may come as a function without arguments. */
export function itemsOf(value: TlaValue): readonly TlaValue[] {
  if (value.kind === 'tuple') return value.items
  if (value.kind === 'function' && value.pairs.every(([n], index) => n.kind === 'number' && n.value === index + 1)) {
    return value.pairs.map(([, item]) => item)
  }
  throw new Error(`a list was due, not ${value.kind}`)
}

export function recordOf(
  fields: ReadonlyMap<string, TlaValue>,
  types: readonly { readonly name: string; readonly type: Type }[],
  words: Words,
): Record<string, Known> {
  return Object.fromEntries(types.map(({ name, type }) => [name, read(due(fields, name), type, words)]))
}

function read(value: TlaValue, type: Type, words: Words): Known {
  switch (type.kind) {
    case 'id':
      return idOf(value, words)
    case 'nat':
    case 'instant':
    case 'duration':
      if (value.kind !== 'number') throw unlike(value, 'a number')
      return value.value
    case 'bool':
      if (value.kind !== 'bool') throw unlike(value, 'TRUE or FALSE')
      return value.value
    case 'text':
    case 'opaque':
    case 'oneOf':
      return textOf(value, words)
    case 'option':
      return isNull(value) ? null : read(value, type.of, words)
    case 'record':
      return recordOf(fieldsOf(value, words), type.fields, words)
    case 'set':
      if (value.kind !== 'set') throw unlike(value, 'a set')
      return value.items.map((item) => read(item, type.of, words)).sort(byValue)
    case 'table': {
      const rows = pairsOf(value).flatMap(([key, row]): (readonly [Known, Known])[] =>
        isNull(row) ? [] : [[read(key, type.key, words), recordOf(fieldsOf(row, words), type.row, words)]],
      )
      return new Map(rows.sort(([a], [b]) => byValue(a, b)))
    }
  }
}

/** A model value stands for an id; a tuple for one that is made of parts, as a route makes it; a string for one that is no model's. */
function idOf(value: TlaValue, words: Words): string {
  if (value.kind === 'string') return textOf(value, words)
  if (value.kind === 'model') return lookup(words.models, value.name)
  if (value.kind !== 'tuple') throw unlike(value, 'a model value')
  const part = (one: TlaValue): Known => {
    if (one.kind === 'number' || one.kind === 'bool') return one.value
    return one.kind === 'string' ? textOf(one, words) : idOf(one, words)
  }
  return JSON.stringify(value.items.map(part))
}

export function pairsOf(value: TlaValue): readonly (readonly [TlaValue, TlaValue])[] {
  if (value.kind === 'function') return value.pairs
  // A function over strings is a record, and one over 1..n a tuple.
  if (value.kind === 'record') return value.fields.map(([name, row]) => [{ kind: 'string', value: name }, row])
  if (value.kind === 'tuple') return value.items.map((row, n) => [{ kind: 'number', value: n + 1 }, row])
  throw unlike(value, 'a function')
}

export function fieldsOf(value: TlaValue, words: Words): ReadonlyMap<string, TlaValue> {
  if (value.kind === 'record') return new Map(value.fields.map(([name, field]) => [lookup(words.fields, name), field]))
  if (value.kind === 'tuple' && value.items.length === 0) return new Map()
  if (value.kind === 'function' && value.pairs.every(([name]) => name.kind === 'string')) {
    return new Map(value.pairs.map(([name, field]) => [lookup(words.fields, name.kind === 'string' ? name.value : ''), field]))
  }
  throw unlike(value, 'a record')
}

export function due(fields: ReadonlyMap<string, TlaValue>, name: string): TlaValue {
  const value = fields.get(name)
  if (value === undefined) throw new Error(`the checker's record has no field "${name}"`)
  return value
}

export function textOf(value: TlaValue, words: Words): string {
  if (value.kind !== 'string') throw unlike(value, 'a string')
  return lookup(words.strings, value.value)
}

function lookup(words: Readonly<Record<string, string>>, spelt: string): string {
  return Object.hasOwn(words, spelt) ? words[spelt]! : spelt
}

function isNull(value: TlaValue): boolean {
  return value.kind === 'model' && value.name === 'NULL'
}

export function unlike(value: TlaValue, wanted: string): Error {
  return new Error(`${wanted} was due where the checker gave ${JSON.stringify(value).slice(0, 120)}`)
}
