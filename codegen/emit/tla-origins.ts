import type { Composition, Machine, Position } from '../ir.js'
import { composedNames, ROUTE_PARTS } from './tla-composed-names.js'
import { tlaNames } from './tla-names.js'
import type { TlaNames } from './tla-names.js'

type Origin = readonly [operator: string, at: Position]

/** Operator of a machine's module -> the place in its specs that it was made of: what a checker says of a line is then said of the spec. */
export function tlaOrigins(machine: Machine): Readonly<Record<string, Position>> {
  return Object.fromEntries(machineOrigins(machine, tlaNames(machine)))
}

/** The same of a composition's module, which has those of its machines in it. */
export function composedOrigins(composition: Composition, machines: readonly Machine[]): Readonly<Record<string, Position>> {
  const names = composedNames(composition, machines)
  const { environment, routes, always, reachable, eventually, refines } = composition
  const own: readonly Origin[] = [
    ...environment.flatMap(({ name, at }) => (['Drive', 'Derives'] as const).map((part): Origin => [names.drive(part, name), at])),
    ...routes.flatMap(({ name, at }) => ROUTE_PARTS.map((part): Origin => [names.route(part, name), at])),
    ...always.flatMap(({ name, at }) => (['always', 'step_always'] as const).map((part): Origin => [names.property(part, name), at])),
    ...reachable.flatMap(({ name, at }) => (['never', 'step_never'] as const).map((part): Origin => [names.property(part, name), at])),
    ...eventually.flatMap(({ name, at }) => (['eventually', 'fair'] as const).map((part): Origin => [names.property(part, name), at])),
    ...refines.flatMap(({ name, at }) => (['refines', 'abstract'] as const).map((part): Origin => [names.property(part, name), at])),
    ...machines.flatMap(({ name: machine, inputs, transitions }) => [
      ...inputs.flatMap(({ name, at }) => (['Driven', 'Answer'] as const).map((part): Origin => [names.on(part, machine, name), at])),
      ...transitions.map(({ name, at }): Origin => [names.commit(machine, name), at]),
    ]),
  ]
  return Object.fromEntries([...machines.flatMap((machine) => machineOrigins(machine, names.machine(machine.name))), ...own])
}

function machineOrigins(machine: Machine, names: TlaNames): readonly Origin[] {
  return [
    ...machine.functions.map((func): Origin => [names.func(func.name), func.at]),
    ...machine.inputs.flatMap(({ name, at, refuse }): Origin[] => [
      [names.input(name), at],
      [names.inputs(name), at],
      [names.answer(name), at],
      ...refuse.map((condition): Origin => [names.inputRefusal(name, condition.name), condition.at]),
    ]),
    ...machine.transitions.flatMap(({ name, at, when, refuse }): Origin[] => [
      ...PARTS.map((part): Origin => [names.of(part, name), part === 'When' ? when.at : at]),
      [names.refusal(name, 'exhausted'), at],
      ...refuse.map((condition): Origin => [names.refusal(name, condition.name), condition.at]),
    ]),
    ...machine.state.flatMap(({ name, type, at }) =>
      type.kind === 'table' ? type.unique.map((column): Origin => [names.unique(name, column), at]) : [],
    ),
    ...machine.always.flatMap(({ name, at }): Origin[] => [
      [names.property('always', name), at],
      [names.step('always', name), at],
    ]),
    ...machine.reachable.flatMap(({ name, at }): Origin[] => [
      [names.property('never', name), at],
      [names.step('never', name), at],
    ]),
    ...machine.eventually.map(({ name, at }): Origin => [names.property('eventually', name), at]),
  ]
}

const PARTS = ['From', 'When', 'Open', 'Guard', 'Next', 'Effects', 'Steps', 'Decide', 'action'] as const
