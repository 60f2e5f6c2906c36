import { boundChecks } from '../bounds.js'
import { composedIds, inputFields, valuesOf } from '../domains.js'
import type { Composed, ModelValue } from '../domains.js'
import type { Input, Machine, Route, Sizes, Type } from '../ir.js'
import { tlaName, tlaString } from './names.js'
import { answering, inputNamed, inputsUsed, machineOf } from './tla-composed-parts.js'
import type { Parts } from './tla-composed-parts.js'
import { rememberName } from './tla-composed-steps.js'
import { applied, isAlways } from './tla-operators.js'
import { tlaRecord, valueText } from './tla-types.js'

export interface Probe {
  readonly name: string
  readonly expr: string
}

/** One use of each operator, in the initial state: a checker that dropped one says so. */
export function composedProbes(parts: Parts, sizes: Sizes): readonly Probe[] {
  const composed = composedIds(parts.composition, sizes)
  const first: First = (machine, type) => valueText(firstOf(type, sizes, composed), type, parts.names.machine(machine.name))
  return [
    ...parts.machines.flatMap((machine) => inputsUsed(parts, machine).flatMap((input) => inputProbes(machine, input, parts, first))),
    ...parts.composition.routes.flatMap((route) => routeProbes(route, parts, first)),
    ...parts.waking.map(({ name, to }) => use(parts.names.drive('Derives', name), parts.names.machine(to).initial)),
    ...parts.composition.history.flatMap((history) => {
      const machine = machineOf(parts, history.of)
      const [input] = inputsUsed(parts, machine)
      const row = parts.names.instance('First', history.of)
      return input === undefined ? [] : [use(rememberName(history, parts), row, row, made(machine, input, parts, first), '<<>>')]
    }),
  ]
}

/** The first value of a type, as text. */
type First = (machine: Machine, type: Type) => string

function firstOf(type: Type, sizes: Sizes, composed: Composed): ModelValue {
  return valuesOf(type, sizes, composed)[0] ?? null
}

function use(name: string, ...args: readonly string[]): Probe {
  return { name, expr: applied(name, args) }
}

function keyOf(machine: Machine, first: First): string {
  return first(machine, { kind: 'record', fields: machine.key })
}

function made(machine: Machine, input: Input, { names }: Parts, first: First): string {
  return applied(
    names.machine(machine.name).input(input.name),
    inputFields(input).map(({ type }) => first(machine, type)),
  )
}

function inputProbes(machine: Machine, input: Input, parts: Parts, first: First): readonly Probe[] {
  const { names, composition } = parts
  const own = names.machine(machine.name)
  const [s, i, at] = [own.initial, made(machine, input, parts, first), keyOf(machine, first)]
  const isSent = (list: readonly { readonly to: string; readonly input: string }[]): boolean =>
    list.some((one) => one.to === machine.name && one.input === input.name)
  return [
    ...input.refuse.map(({ name }) => use(own.inputRefusal(input.name, name), s, i)),
    ...answering(machine, input.name).flatMap((transition) => {
      const { name, when, refuse } = transition
      const exhausting = boundChecks(machine, transition).length > 0
      const codes = [...refuse.map((condition) => condition.name), ...(exhausting ? ['exhausted'] : [])]
      return [
        use(own.of('From', name), s),
        ...[
          ...(isAlways(when) ? [] : [own.of('When', name)]),
          ...codes.map((code) => own.refusal(name, code)),
          ...(exhausting ? [own.of('Open', name)] : []),
          own.of('Guard', name),
          own.of('Next', name),
          own.of('Effects', name),
        ].map((operator) => use(operator, s, i)),
        use(names.commit(machine.name, name), 'state', at, i),
      ]
    }),
    ...(isSent(composition.environment) ? [use(names.on('Driven', machine.name, input.name), 'state', at, i)] : []),
    ...(isSent(composition.routes) ? [use(names.on('Answer', machine.name, input.name), 'state', at, i)] : []),
  ]
}

function routeProbes(route: Route, parts: Parts, first: First): readonly Probe[] {
  const { names } = parts
  const [sender, receiver] = [machineOf(parts, route.from), machineOf(parts, route.to)]
  const fields = sender.effects.find(({ name }) => name === route.effect)?.fields ?? []
  const effect = tlaRecord([
    ['type', tlaString(route.effect)],
    ...fields.map(({ name, type }): [string, string] => [tlaName(name), first(sender, type)]),
  ])
  const [from, to] = [keyOf(sender, first), keyOf(receiver, first)]
  const supplied = inputNamed(receiver, route.input).supplied.map(({ type }) => first(receiver, type))
  return [
    use(names.route('To', route.name), from, effect),
    use(names.route('Input', route.name), from, effect, ...supplied),
    use(names.route('Hop', route.name), 'state', to, from, effect),
    ...(route.delivery === 'atomic'
      ? []
      : [
          use(names.instance('Sent', route.from), effect),
          use(names.route('IsHead', route.name), 'state', from),
          use(names.route('Head', route.name), 'state', from),
          use(names.route('Received', route.name), 'state', from),
          use(names.route('Outbox', route.name), 'state'),
        ]),
  ]
}
