import { byValue } from '../../compile.js'
import type { Known, Message } from '../../evaluate.js'
import type { Field, Type } from '../../ir.js'
import { canonicalText } from '../key.js'
import type { Renaming } from '../symmetry.js'
import type { System } from './system.js'

/**
 * What a state has in common with exactly those that one of the renamings makes of it: the least of what they all make, with a
 * number for each content. The array is always the same one: it is read before the next is asked for.
 */
export function orbitsOf(system: System, renamings: readonly Renaming[]): (state: Int32Array) => Int32Array {
  const { instances, queueAt, flagsAt, width } = system
  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  const ways = renamings.map((renaming) => wayOf(system, renaming, numberOf))
  const [least, other] = [new Int32Array(width), new Int32Array(width)]
  const made = ({ places, row, queue }: Way, state: Int32Array, into: Int32Array): void => {
    for (const { n } of instances) {
      const to = places[n]!
      into[to] = row(n, state[n]!)
      if (queueAt[n]! >= 0) into[queueAt[to]!] = queue(n, state[queueAt[n]!]!)
      if (flagsAt[n]! >= 0) into[flagsAt[to]!] = state[flagsAt[n]!]!
    }
  }
  return (state) => {
    ways.forEach((way, n) => {
      made(way, state, n === 0 ? least : other)
      if (n > 0 && isLess(other, least)) least.set(other)
    })
    return least
  }
}

function isLess(one: Int32Array, than: Int32Array): boolean {
  for (let n = 0; n < one.length; n += 1) if (one[n] !== than[n]) return one[n]! < than[n]!
  return false
}

/** What one renaming does: where each instance comes to stand, and what its row and its outbox become. */
interface Way {
  readonly places: readonly number[]
  row(instance: number, row: number): number
  queue(instance: number, queue: number): number
}

function wayOf(system: System, renaming: Renaming, numberOf: (text: string) => number): Way {
  const { composition, instances, machines, rows, queues, find } = system
  const renamers = new Map(
    [...machines].map(([name, { key, state, effects }]) => {
      const histories = composition.history.filter(({ of }) => of === name).flatMap(({ fields }) => fields)
      const sent = new Map(effects.map((effect) => [effect.name, recordOf(effect.fields, renaming)]))
      return [name, { key: recordOf(key, renaming), state: recordOf([...state, ...histories], renaming), sent }] as const
    }),
  )
  const places = instances.map(({ machine, key }) => find(machine, renamers.get(machine)!.key(key) as object)!.n)
  const rowsOf = new Map([...machines.keys()].map((name) => [name, [] as number[]]))
  const queuesOf = new Map([...machines.keys()].map((name) => [name, [] as number[]]))
  const rowText = (machine: string, row: number): string => {
    const { world } = rows.get(machine)!.row(row)
    return canonicalText({ ...(renamers.get(machine)!.state(world) as object), phase: world.phase } as Known)
  }
  const letterText = (machine: string, route: number, effect: Message, reached: readonly number[]): string =>
    canonicalText([
      route,
      effect.type,
      renamers.get(machine)!.sent.get(effect.type)!(effect),
      reached.map((n) => places[n]!).sort((a, b) => a - b),
    ])
  return {
    places,
    row(instance, row) {
      const { machine } = instances[instance]!
      return (rowsOf.get(machine)![row] ??= numberOf(rowText(machine, row)))
    },
    queue(instance, queue) {
      const { machine } = instances[instance]!
      const text = () => queues.letters(queue).map(({ route, effect, reached }) => letterText(machine, route, effect, reached))
      return (queuesOf.get(machine)![queue] ??= numberOf(canonicalText(text())))
    },
  }
}

type Rename = (value: Known) => Known

function recordOf(fields: readonly Pick<Field, 'name' | 'type'>[], renaming: Renaming): Rename {
  const all = fields.map(({ name, type }) => ({ name, of: renamer(type, renaming) }))
  return (value) => Object.fromEntries(all.map(({ name, of }) => [name, of((value as { readonly [field: string]: Known })[name])]))
}

function renamer(type: Type, renaming: Renaming): Rename {
  switch (type.kind) {
    case 'id':
      return (value) => (renaming.get(value) ?? value) as Known
    case 'nat':
    case 'instant':
    case 'duration':
    case 'bool':
    case 'text':
    case 'opaque':
    case 'oneOf':
      return (value) => value
    case 'option': {
      const of = renamer(type.of, renaming)
      return (value) => (value === null ? null : of(value))
    }
    case 'record':
      return recordOf(type.fields, renaming)
    case 'set': {
      const of = renamer(type.of, renaming)
      return (value) => (value as readonly Known[]).map(of).sort((a, b) => byValue(canonicalText(a), canonicalText(b)))
    }
    case 'table': {
      const [key, row] = [renamer(type.key, renaming), recordOf(type.row, renaming)]
      return (value) => new Map([...(value as ReadonlyMap<Known, Known>)].map(([at, columns]) => [key(at), row(columns)]))
    }
  }
}
