import { byValue } from '../compile.js'
import type { SetOf, TableOf } from '../../specs/values.js'
import type { Known, Message, Row, World } from '../evaluate.js'
import type { Machine, Type } from '../ir.js'

/** A spec that runs: the object that `machine()` was given. */
export interface Definition {
  readonly name: string
  readonly inputs: Readonly<Record<string, { readonly refuse?: Readonly<Record<string, Condition>> }>>
  readonly transitions: Readonly<Record<string, Rule>>
  readonly always?: Readonly<Record<string, PropertyFunction>>
  readonly reachable?: Readonly<Record<string, PropertyFunction>>
  readonly refines?: Readonly<Record<string, { readonly map: Readonly<Record<string, (s: SpecState) => unknown>> }>>
  readonly eventually?: Readonly<Record<string, { readonly from: (s: SpecState) => boolean; readonly to: (s: SpecState) => boolean }>>
}

export interface Rule {
  readonly on: string
  readonly from: readonly string[]
  readonly to: string
  readonly when?: Condition
  readonly refuse?: Readonly<Record<string, Condition>>
  readonly update?: (s: SpecState, i: SpecMessage, limits: Row) => Readonly<Record<string, unknown>>
  readonly emit?: (s: SpecState, i: SpecMessage, limits: Row) => readonly SpecMessage[]
}

type Condition = (s: SpecState, i: SpecMessage, limits: Row) => boolean
type PropertyFunction = (s: SpecState, next: SpecState, i: SpecMessage, effects: readonly SpecMessage[], limits: Row) => boolean

/** A state as a spec's own functions see it: its tables are `TableOf`, its sets `SetOf`. */
export interface SpecState {
  readonly phase: string
  readonly [field: string]: unknown
}
export interface SpecMessage {
  readonly type: string
  readonly [field: string]: unknown
}

/** What the spec's own vocabulary calls tables and sets. */
export interface Words {
  readonly TableOf: typeof TableOf
  readonly SetOf: typeof SetOf
}

/** What a function of a spec answers, as the explorer has it, whatever its type. */
export function plainOf(value: unknown, words: Words): Known {
  if (value instanceof words.TableOf) return new Map(value.entries().map(([key, row]) => [plainOf(key, words), plainOf(row, words)]))
  if (value instanceof words.SetOf) return value.members().map((member) => plainOf(member, words))
  if (Array.isArray(value)) return value.map((item) => plainOf(item, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plainOf(field, words)]))
}

/** Carries values between the explorer and a spec that runs, both ways. Each world and each binding is carried over once. */
export interface Carrier {
  state(world: World): SpecState
  input(message: Message): SpecMessage
  effects(effects: readonly Message[]): readonly SpecMessage[]
  /** A value of a field of the state, of an effect, back. */
  readonly back: { readonly state: ReadonlyMap<string, Convert>; effect(message: SpecMessage): Message }
}

type Convert = (value: Known) => Known

export function carrier(machine: Machine, words: Words): Carrier {
  const state = fieldsOf(machine.state, words)
  const inputs = new Map(machine.inputs.map(({ name, fields, supplied }) => [name, fieldsOf([...fields, ...supplied], words)]))
  const effects = new Map(machine.effects.map(({ name, fields }) => [name, fieldsOf(fields, words)]))
  const isPlain = [...effects.values()].every(({ back }) => back.size === 0)
  const states = new WeakMap<World, SpecState>()
  const messages = new WeakMap<Message, SpecMessage>()
  return {
    state: (world) => kept(states, world, () => state.over(world) as SpecState),
    input: (message) => kept(messages, message, () => inputs.get(message.type)!.over(message) as SpecMessage),
    effects: (list) =>
      isPlain ? (list as readonly SpecMessage[]) : list.map((effect) => effects.get(effect.type)!.over(effect) as SpecMessage),
    back: {
      state: state.back,
      effect(message) {
        const known = effects.get(message.type)
        if (known === undefined || known.back.size === 0) return message
        return Object.fromEntries(
          Object.entries(message).map(([name, value]) => [name, known.back.get(name)?.(value) ?? value]),
        ) as unknown as Message
      },
    },
  }
}

function kept<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Fields that are the same on both sides are left as they are; most machines have no other. */
function fieldsOf(fields: readonly { readonly name: string; readonly type: Type }[], words: Words) {
  const changed = fields.filter(({ type }) => !isSame(type)).map(({ name, type }) => ({ name, ...convert(type, words) }))
  return {
    over(value: object): object {
      if (changed.length === 0) return value
      const made: Record<string, unknown> = { ...value }
      for (const { name, over } of changed) made[name] = over((value as Row)[name])
      return made
    },
    back: new Map<string, Convert>(changed.map(({ name, back }) => [name, back])),
  }
}

/** Scalars, and what is made of them alone. */
function isSame(type: Type): boolean {
  switch (type.kind) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return true
    case 'option':
      return isSame(type.of)
    case 'record':
      return type.fields.every((field) => isSame(field.type))
    case 'set':
    case 'table':
      return false
  }
}

function convert(type: Type, words: Words): { readonly over: Convert; readonly back: Convert } {
  switch (type.kind) {
    case 'id':
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return { over: (value) => value, back: (value) => value }
    case 'option': {
      const { over, back } = convert(type.of, words)
      return { over: (value) => (value === null ? null : over(value)), back: (value) => (value === null ? null : back(value)) }
    }
    case 'record': {
      const fields = fieldsOf(type.fields, words)
      return {
        over: (value) => fields.over(value as object),
        back: (value) =>
          fields.back.size === 0
            ? value
            : Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, fields.back.get(name)?.(part) ?? part])),
      }
    }
    case 'set':
      return {
        over: (value) => new words.SetOf(value as readonly string[]),
        back: (value) => (value instanceof words.SetOf ? [...value.members()].sort(byValue) : value),
      }
    case 'table': {
      const row = convert({ kind: 'record', fields: type.row }, words)
      return {
        over: (value) => new words.TableOf([...(value as ReadonlyMap<string, Row>)].map(([key, columns]) => [key, row.over(columns)])),
        back: (value) =>
          value instanceof words.TableOf ? new Map(value.entries().map(([key, columns]) => [key, row.back(columns)])) : value,
      }
    }
  }
}
