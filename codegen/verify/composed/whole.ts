import { byValue } from '../../compile.js'
import type { Message, Row, World } from '../../evaluate.js'
import type { History, Machine } from '../../ir.js'
import { canonicalText } from '../key.js'
import { carrier } from '../spec.js'
import type { Carrier, Words } from '../spec.js'
import type { System } from './system.js'

/** All instances by key, and what is under way: what the properties of a composition look at, as the IR has it. */
export type Whole = Readonly<Record<string, ReadonlyMap<Row, World> | Readonly<Record<string, readonly Underway[]>>>>

interface Underway {
  readonly from: Row
  readonly effect: Row
}

/** Makes them: `read` for the IR, `told` for a spec's own functions. */
export interface Wholes {
  read(state: Int32Array): Whole
  told(state: Int32Array): object
}

export function wholesOf(system: System, words: Words | null): Wholes {
  const { composition, instances, machines, rows, queueAt } = system
  const carriers = new Map<string, Carrier>()
  if (words !== null) for (const [name, machine] of machines) carriers.set(name, carrierOf(machine, composition.history, words))
  const underway = underwayOf(system)
  const queuesAt = queueAt.filter((at) => at >= 0)
  const parts = [...machines.keys()].map((name) => {
    const [of, known] = [system.of.get(name)!, rows.get(name)!]
    const places = of.map(({ n }) => n)
    const worldIn = (state: Int32Array, n: number): World => known.row(state[n]!).world
    return {
      name,
      read: remembered(places, (state) => new Map(of.map(({ n, key }) => [key, worldIn(state, n)]))),
      told: remembered(
        places,
        (state) => new words!.TableOf(of.map(({ n, key }) => [key, carriers.get(name)!.state(worldIn(state, n))] as const)),
      ),
    }
  })
  const outbox = {
    read: remembered(queuesAt, (state) => underway(state, ({ type: _, ...fields }) => fields)),
    told: remembered(queuesAt, (state) => {
      const sent = underway(state, (effect, source) => {
        const { type: _, ...fields } = carriers.get(instances[source]!.machine)!.effects([effect])[0]!
        return fields
      })
      return Object.fromEntries(Object.entries(sent).map(([route, letters]) => [route, new words!.SetOf(letters)]))
    }),
  }
  return {
    read(state) {
      const whole: Record<string, Whole[string]> = { outbox: outbox.read(state) }
      for (const { name, read } of parts) whole[name] = read(state)
      return whole
    },
    told(state) {
      const whole: Record<string, object> = { outbox: outbox.told(state) }
      for (const { name, told } of parts) whole[name] = told(state)
      return whole
    },
  }
}

/** Kept parts of states beyond this are forgotten, so that a long run does not fill the memory with them. */
const MOST_KEPT = 50_000

/** Made once for each combination of the numbers that stand at these places of a state. */
function remembered<T>(places: readonly number[], make: (state: Int32Array) => T): (state: Int32Array) => T {
  const kept = new Map<number | string, T>()
  return (state) => {
    const key = keyAt(state, places)
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const made = make(state)
    kept.set(key, made)
    return made
  }
}

/** One number for up to three small ones, which costs less than a text. */
function keyAt(state: Int32Array, places: readonly number[]): number | string {
  if (places.length > 3) return places.map((place) => state[place]).join(' ')
  let key = 0
  for (const place of places) {
    const value = state[place]!
    if (value >= SMALL) return places.map((at) => state[at]).join(' ')
    key = key * SMALL + value
  }
  return key
}

const SMALL = 1 << 17

/** The carrier of a machine whose state has the fields of its histories too. */
export function carrierOf(machine: Machine, histories: readonly History[], words: Words): Carrier {
  const own = histories.filter((one) => one.of === machine.name)
  return carrier({ ...machine, state: [...machine.state, ...own.flatMap(({ fields }) => fields)] }, words)
}

/** By route, the messages that are not acknowledged: sets, so that what is sent twice stands there once, and the order says nothing. */
function underwayOf({ composition, instances, queueAt, queues }: System) {
  const names = composition.routes.map(({ name }) => name)
  const sources = instances.filter(({ n }) => queueAt[n]! >= 0)
  return (state: Int32Array, effectOf: (effect: Message, source: number) => Row): Record<string, readonly Underway[]> => {
    const sent = names.map(() => new Map<string, Underway>())
    for (const { n, key } of sources) {
      for (const { route, effect } of queues.letters(state[queueAt[n]!]!)) {
        const { type: _, ...fields } = effect
        sent[route]!.set(canonicalText({ from: key, effect: fields }), { from: key, effect: effectOf(effect, n) })
      }
    }
    return Object.fromEntries(names.map((name, route) => [name, sorted(sent[route]!)]))
  }
}

function sorted(sent: ReadonlyMap<string, Underway>): readonly Underway[] {
  return [...sent].sort(([a], [b]) => byValue(a, b)).map(([, underway]) => underway)
}
