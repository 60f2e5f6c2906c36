import { boundChecks } from '../bounds.js'
import type { Composition, Drive, Emission, Expr, Input, Local, Machine, Route, Transition } from '../ir.js'
import { children } from '../walk.js'
import { composedNames } from './tla-composed-names.js'
import type { ComposedNames } from './tla-composed-names.js'

/** A composition with all that its text asks again and again. */
export interface Parts {
  readonly composition: Composition
  /** In the order of the composition. */
  readonly machines: readonly Machine[]
  readonly names: ComposedNames
  /** Machines that send by the outbox. */
  readonly sources: readonly Machine[]
  /** Drives that come from somebody who was woken. */
  readonly waking: readonly Drive[]
}

export function partsOf(composition: Composition, catalog: readonly Machine[]): Parts {
  const machines = composition.machines.map((name) => {
    const machine = catalog.find((one) => one.name === name)
    if (machine === undefined) throw new Error(`${composition.name} names a machine ${name}, which is not there`)
    return machine
  })
  return {
    composition,
    machines,
    names: composedNames(composition, machines),
    sources: machines.filter(({ name }) => composition.routes.some(({ from, delivery }) => from === name && delivery === 'outbox')),
    waking: composition.environment.filter(({ on }) => on.length > 0),
  }
}

export function machineOf({ machines }: Parts, name: string): Machine {
  return machines.find((machine) => machine.name === name)!
}

export function inputNamed(machine: Machine, name: string): Input {
  const input = machine.inputs.find((one) => one.name === name)
  if (input === undefined) throw new Error(`${machine.name} has no input ${name}`)
  return input
}

/** Routes that an effect of a machine takes, in order. */
export function routesFrom({ composition }: Parts, machine: Machine, effect: string, delivery: Route['delivery']): readonly Route[] {
  return composition.routes.filter((route) => route.from === machine.name && route.effect === effect && route.delivery === delivery)
}

/** What a drive waits for. */
export function localsOf({ composition }: Parts, drive: Drive): readonly Local[] {
  return composition.locals.filter(({ name }) => drive.on.includes(name))
}

/** The inputs that something in the composition sends to a machine: no other is ever answered there. */
export function inputsUsed({ composition }: Parts, machine: Machine): readonly Input[] {
  const sent = [...composition.environment, ...composition.routes].filter(({ to }) => to === machine.name)
  return machine.inputs.filter(({ name }) => sent.some(({ input }) => input === name))
}

export function answering(machine: Machine, input: string): readonly Transition[] {
  return machine.transitions.filter(({ on }) => on === input)
}

/** The functions that some transitions and the inputs they answer call, themselves or through others. */
export function functionsUsed(machine: Machine, inputs: readonly Input[]): Machine['functions'] {
  const called = new Set<string>()
  const look = (e: Expr): void => {
    children(e).forEach(look)
    if (e.kind !== 'call' || called.has(e.function)) return
    called.add(e.function)
    look(machine.functions.find(({ name }) => name === e.function)!.body)
  }
  for (const input of inputs) {
    for (const { holds } of input.refuse) look(holds)
    for (const transition of answering(machine, input.name)) {
      look(transition.when)
      for (const { holds } of transition.refuse) look(holds)
      for (const { value } of transition.update) look(value)
      for (const { value, under } of boundChecks(machine, transition)) [value, ...under].forEach(look)
      expressionsIn(transition.emit).forEach(look)
    }
  }
  return machine.functions.filter(({ name }) => called.has(name))
}

function expressionsIn(emissions: readonly Emission[]): readonly Expr[] {
  return emissions.flatMap((emission) =>
    emission.kind === 'effect'
      ? emission.fields.map(({ value }) => value)
      : [emission.condition, ...expressionsIn(emission.then), ...expressionsIn(emission.else)],
  )
}

/** What may stand at each place of the effects of a transition; `always` when that effect is there whatever the transition is answering. */
export interface Place {
  readonly effects: readonly string[]
  readonly always: boolean
}

export function placesOf({ emit }: Transition): readonly Place[] {
  const lists = listsOf(emit)
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, n) => {
    const there = lists.map((list) => list[n])
    const effects = [...new Set(there.filter((effect) => effect !== undefined))]
    return { effects, always: effects.length === 1 && !there.includes(undefined) }
  })
}

/** Every list of effects that emissions can come to. */
export function listsOf(emissions: readonly Emission[]): readonly (readonly string[])[] {
  return emissions.reduce<readonly (readonly string[])[]>(
    (lists, emission) => {
      const ends = emission.kind === 'effect' ? [[emission.effect]] : distinct([...listsOf(emission.then), ...listsOf(emission.else)])
      return distinct(lists.flatMap((list) => ends.map((end) => [...list, ...end])))
    },
    [[]],
  )
}

function distinct(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(lists.map((list) => [list.join('\n'), list])).values()]
}

export interface Committing {
  readonly machine: Machine
  readonly transition: Transition
}

/** What an outside input or a message can set going, each after all that it sets going itself. Throws where that goes round. */
export function commitOrder(parts: Parts): readonly Committing[] {
  const order: Committing[] = []
  const open: string[] = []
  const done = new Set<string>()
  const visit = (machine: Machine, transition: Transition): void => {
    const name = `${machine.name}.${transition.name}`
    if (done.has(name)) return
    if (open.includes(name)) throw new Error(`${parts.composition.name}: atomic routes go round: ${[...open, name].join(', ')}`)
    open.push(name)
    for (const effect of new Set(listsOf(transition.emit).flat()))
      for (const route of routesFrom(parts, machine, effect, 'atomic')) {
        const receiver = machineOf(parts, route.to)
        answering(receiver, route.input).forEach((next) => visit(receiver, next))
      }
    open.pop()
    done.add(name)
    order.push({ machine, transition })
  }
  for (const machine of parts.machines)
    for (const input of inputsUsed(parts, machine)) answering(machine, input.name).forEach((transition) => visit(machine, transition))
  return order
}
