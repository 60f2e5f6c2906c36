import type { Composition, Expr, Machine, Transition } from '../ir.js'
import { specialise } from '../specialise.js'
import { descend, effectsIn } from '../walk.js'

/** Something that may change what a property reads. */
export interface Breaker {
  /** A transition; in a composition `drive`, `deliver.route`, with the transitions that it can lead to. */
  readonly name: string
  readonly by: readonly string[]
  /** What of it the property reads: fields, `phase`, `emits X`. */
  readonly changes: readonly string[]
}

/** The transitions whose update touches a field that the property reads, or that emit an effect that it looks at. */
export function machineBreakers(machine: Machine, reads: readonly Expr[]): readonly Breaker[] {
  const fields = fieldsRead(reads)
  const effects = reads.some((e) => [...descend(e)].some((part) => part.kind === 'variable' && part.name === 'effects'))
  return machine.transitions.flatMap((transition) => {
    const changes = [...touched(transition, fields), ...(effects ? emitted(transition).map((name) => `emits ${name}`) : [])]
    return changes.length === 0 ? [] : [{ name: transition.name, by: [], changes }]
  })
}

/**
 * The moves of a composition that can lead to such a transition, in the machine that they come to or in those that its atomic routes
 * go on to; and, where outboxes are read, those that add to one or take from one.
 */
export function compositionBreakers(
  composition: Composition,
  machines: ReadonlyMap<string, Machine>,
  reads: readonly Expr[],
): readonly Breaker[] {
  const fields = fieldsRead(reads)
  const parts = reads.flatMap((e) => [...descend(e)])
  const named = new Set(
    parts.flatMap((part) => (part.kind === 'field' && part.of.kind === 'variable' && WHOLE.has(part.of.name) ? [part.name] : [])),
  )
  const routes = composition.routes.filter(({ name }) =>
    parts.some((part) => part.kind === 'field' && part.name === name && part.of.kind === 'field' && part.of.name === 'outbox'),
  )
  /** What histories write after a transition: not what they only keep, as it was, where this input came. */
  const remembered = (machine: string, { on }: Transition) => {
    const input = machines.get(machine)!.inputs.find(({ name }) => name === on)!
    return composition.history
      .filter(({ of }) => of === machine)
      .flatMap(({ update }) => update.filter(({ name, value }) => fields.has(name) && !keeps(specialise(value, input), name)))
      .map(({ name }) => name)
  }

  /** What one transition changes of it. */
  const changesOf = (machine: string, transition: Transition): readonly string[] => [
    ...(named.has(machine)
      ? [...touched(transition, fields), ...remembered(machine, transition)].map((field) => `${machine}.${field}`)
      : []),
    ...routes.filter(({ from, effect }) => from === machine && emitted(transition).includes(effect)).map(({ name }) => `outbox.${name}`),
  ]
  const reached = (
    machine: string,
    input: string,
    seen: ReadonlySet<string>,
  ): readonly { readonly by: string; readonly changes: readonly string[] }[] => {
    if (seen.has(`${machine} ${input}`)) return []
    const within = new Set([...seen, `${machine} ${input}`])
    return (machines.get(machine)?.transitions ?? [])
      .filter(({ on }) => on === input)
      .flatMap((transition) => [
        { by: `${machine}.${transition.name}`, changes: changesOf(machine, transition) },
        ...composition.routes
          .filter(({ from, effect, delivery }) => delivery === 'atomic' && from === machine && emitted(transition).includes(effect))
          .flatMap((route) => reached(route.to, route.input, within)),
      ])
  }
  const move = (name: string, machine: string, input: string): readonly Breaker[] => {
    const found = reached(machine, input, new Set()).filter(({ changes }) => changes.length > 0)
    return found.length === 0
      ? []
      : [{ name, by: unique(found.map(({ by }) => by)), changes: unique(found.flatMap(({ changes }) => changes)) }]
  }
  return [
    ...composition.environment.flatMap(({ name, to, input }) => move(name, to, input)),
    ...composition.routes
      .filter(({ delivery }) => delivery === 'outbox')
      .flatMap(({ name, to, input }) => move(`deliver.${name}`, to, input)),
    ...routes.map(({ name }) => ({ name: `acknowledge.${name}`, by: [], changes: [`outbox.${name}`] })),
  ]
}

const WHOLE: ReadonlySet<string> = new Set(['c', 'next'])

/** Names of fields that are read anywhere: a name that two records share counts for both. */
function fieldsRead(reads: readonly Expr[]): ReadonlySet<string> {
  return new Set(
    reads.flatMap((e) => [...descend(e)]).flatMap((part) => (part.kind === 'field' || part.kind === 'optionalField' ? [part.name] : [])),
  )
}

function touched({ to, update }: Transition, fields: ReadonlySet<string>): readonly string[] {
  return [...(to !== 'same' && fields.has('phase') ? ['phase'] : []), ...update.map(({ name }) => name).filter((name) => fields.has(name))]
}

/** Is it the value that was there before? */
function keeps(value: Expr, field: string): boolean {
  return value.kind === 'field' && value.name === field && value.of.kind === 'variable' && HELD.has(value.of.name)
}

/** In what a history writes both have the old values of its fields. */
const HELD: ReadonlySet<string> = new Set(['s', 'next'])

function emitted({ emit }: Transition): readonly string[] {
  return unique(emit.flatMap(effectsIn))
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
