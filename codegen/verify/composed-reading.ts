import type { Known } from '../evaluate.js'
import type { Composition, Machine, StateField } from '../ir.js'
import type { ComposedJson } from './composed-run.js'
import { canonicalText } from './key.js'
import type { Words } from './model-run.js'
import { due, fieldsOf, itemsOf, pairsOf, recordOf, textOf, unlike } from './tla-reading.js'
import type { TlaValue } from './tla-values.js'

/**
 * Reads a checker's states of a composition as the plain JSON that traces show and comparisons compare: every machine's
 * instances by key, the outboxes that hold something, who was answered, and who is woken. What is not of the type that is due throws.
 */
export function composedReading(composition: Composition, machines: readonly Machine[], words: Words): (value: TlaValue) => ComposedJson {
  const listed = composition.machines.map((name) => machines.find((machine) => machine.name === name)!)
  const remembered = (name: string): readonly StateField[] =>
    composition.history.filter(({ of }) => of === name).flatMap(({ fields }) => fields)
  const keyOf = (machine: Machine, value: TlaValue): Known => recordOf(fieldsOf(value, words), machine.key, words)
  const rowOf = (machine: Machine, value: TlaValue): Known => {
    const fields = fieldsOf(value, words)
    return { phase: textOf(due(fields, 'phase'), words), ...recordOf(fields, [...machine.state, ...remembered(machine.name)], words) }
  }
  const byKey = <T>(machine: Machine, value: TlaValue, read: (value: TlaValue) => T): readonly (readonly [string, T])[] =>
    pairsOf(value).map(([key, one]) => [canonicalText(keyOf(machine, key)), read(one)])
  const machineNamed = (name: string): Machine => listed.find((machine) => machine.name === name)!
  const message = (value: TlaValue): Known => {
    const fields = fieldsOf(value, words)
    const name = textOf(due(fields, 'route'), words)
    const route = composition.routes.find((one) => one.name === name)
    if (route === undefined) throw new Error(`the checker names a route "${name}" that ${composition.name} does not have`)
    const effect = fieldsOf(due(fields, 'effect'), words)
    const types = machineNamed(route.from).effects.find((one) => one.name === route.effect)!.fields
    const reached = setOf(due(fields, 'reached')).map((key) => canonicalText(keyOf(machineNamed(route.to), key)))
    return { route: name, effect: { type: textOf(due(effect, 'type'), words), ...recordOf(effect, types, words) }, reached: reached.sort() }
  }
  const sources = listed.filter(({ name }) => composition.routes.some(({ from, delivery }) => from === name && delivery === 'outbox'))
  const waking = composition.environment.filter(({ on }) => on.length > 0)
  return (value) => {
    const whole = fieldsOf(value, words)
    const instances = listed.map((machine) => [
      machine.name,
      Object.fromEntries(byKey(machine, due(whole, machine.name), (row) => rowOf(machine, row))),
    ])
    const queues = sources.length === 0 ? new Map<string, TlaValue>() : fieldsOf(due(whole, 'outbox'), words)
    const answered = sources.length === 0 ? new Map<string, TlaValue>() : fieldsOf(due(whole, 'answered'), words)
    const woken = waking.length === 0 ? new Map<string, TlaValue>() : fieldsOf(due(whole, 'woken'), words)
    const outbox = sources.flatMap((machine) => {
      const filled = byKey(machine, due(queues, machine.name), (queue) => itemsOf(queue).map(message)).filter(
        ([, queue]) => queue.length > 0,
      )
      return filled.length === 0 ? [] : [[machine.name, Object.fromEntries(filled)]]
    })
    const members = (machine: Machine, of: TlaValue, name: string): readonly string[] =>
      setOf(of).map((key) => `${name} ${canonicalText(keyOf(machine, key))}`)
    return JSON.parse(
      canonicalText({
        ...Object.fromEntries(instances),
        outbox: Object.fromEntries(outbox),
        answered: sources.flatMap((machine) => members(machine, due(answered, machine.name), machine.name)).sort(),
        woken: waking.flatMap((drive) => members(machineNamed(drive.to), due(woken, drive.name), drive.name)).sort(),
      }),
    ) as ComposedJson
  }
}

function setOf(value: TlaValue): readonly TlaValue[] {
  if (value.kind !== 'set') throw unlike(value, 'a set')
  return value.items
}
