import { byValue } from '../../compile.js'
import type { Known } from '../../evaluate.js'
import { canonicalText } from '../key.js'
import type { Json } from '../trace.js'
import { ANSWERED } from './system.js'
import type { System } from './system.js'

/**
 * A state of a composition as every tool writes it: under each machine's name its instances, by the canonical text of their
 * keys; `outbox`, without the empty ones; `answered`, sources whose first message was received; `woken`, by drive.
 */
export interface ComposedWorld {
  readonly outbox: ByKey<readonly Json[]>
  /** `Machine key`, sorted. */
  readonly answered: readonly string[]
  /** `drive key`, sorted. */
  readonly woken: readonly string[]
  readonly [machine: string]: Json
}

type ByKey<T> = { readonly [machine: string]: { readonly [key: string]: T } }

export function worldOf(system: System, state: Int32Array): ComposedWorld {
  const { instances, rows, queueAt, flagsAt, queues, links, drives } = system
  const machines: Record<string, Record<string, Known>> = {}
  const outbox: Record<string, Record<string, Known>> = {}
  const [answered, woken]: [string[], string[]] = [[], []]
  for (const { n, machine, text } of instances) {
    ;(machines[machine] ??= {})[text] = rows.get(machine)!.row(state[n]!).world
    const letters = queueAt[n]! < 0 ? [] : queues.letters(state[queueAt[n]!]!)
    if (letters.length > 0) {
      ;(outbox[machine] ??= {})[text] = letters.map(({ route, effect, reached }) => ({
        route: links[route]!.name,
        effect,
        reached: reached.map((one) => instances[one]!.text).sort(byValue),
      }))
    }
    const flags = flagsAt[n]! < 0 ? 0 : state[flagsAt[n]!]!
    if ((flags & ANSWERED) !== 0) answered.push(`${machine} ${text}`)
    for (const { drive, bit } of drives) if (bit > 0 && drive.to === machine && (flags & bit) !== 0) woken.push(`${drive.name} ${text}`)
  }
  const world = { ...machines, outbox, answered: answered.sort(byValue), woken: woken.sort(byValue) }
  return JSON.parse(canonicalText(world)) as ComposedWorld
}

/** The instances of a world, machine by machine. */
export function rowsIn({
  outbox: _,
  answered: _answered,
  woken: _woken,
  ...machines
}: ComposedWorld): ByKey<{ readonly [field: string]: Json }> {
  return machines as unknown as ByKey<{ readonly [field: string]: Json }>
}
