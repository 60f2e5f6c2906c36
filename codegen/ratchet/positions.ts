import type { Catalog, Composition, Machine, Position } from '../ir.js'

/** Where a fact of a machine or composition stands in the specs: its own place, or the nearest that holds it; null where nothing does. */
export function positionOf(catalog: Catalog, subject: string, path: readonly string[]): Position | null {
  const machine = catalog.machines.find(({ name }) => name === subject)
  if (machine !== undefined) return inMachine(machine, path) ?? machine.at
  const composition = catalog.compositions.find(({ name }) => name === subject)
  return composition === undefined ? null : (inComposition(composition, path) ?? composition.at)
}

/** Where a function or constant stands that promises of the subject call. */
export function usedPosition(catalog: Catalog, subject: string, name: string): Position | null {
  const found = [...catalog.machines, ...catalog.compositions].find((one) => one.name === subject)
  if (found === undefined) return null
  const { always, reachable, eventually, refines } = found
  const histories = 'history' in found ? found.history : []
  const promises = [...always, ...reachable, ...eventually, ...refines.flatMap(({ map }) => map), ...histories]
  return at(
    promises.flatMap(({ uses = [] }) => uses),
    name,
  )
}

interface Placed {
  readonly name: string
  readonly at: Position
}

function inMachine(machine: Machine, [kind, name, part]: readonly string[]): Position | null {
  const { key, phases, state, limits, inputs, effects, transitions } = machine
  switch (kind) {
    case 'key':
      return at(key, name)
    case 'phase':
    case 'terminal':
      return at(phases, name)
    case 'state':
      return at([...state, ...key], name)
    case 'limit':
      return at(limits, name)
    case 'input': {
      const input = inputs.find((one) => one.name === name)
      return input === undefined ? null : (at([...input.fields, ...input.supplied, ...input.refuse], part) ?? input.at)
    }
    case 'effect': {
      const effect = effects.find((one) => one.name === name)
      return effect === undefined ? null : (at(effect.fields, part) ?? effect.at)
    }
    case 'transition':
      return at(transitions, name)
    // A table of rows is called `Machine.field`; a column of instances as its field.
    case 'table':
    case 'index':
    case 'column':
      return at([...state, ...key], name?.slice(machine.name.length + 1)) ?? at([...state, ...key], part)
    default:
      return inProofs(machine, kind, name)
  }
}

function inComposition(composition: Composition, [kind, name]: readonly string[]): Position | null {
  switch (kind) {
    case 'route':
      return at(composition.routes, name)
    case 'local':
      return at(composition.locals, name)
    case 'drive':
      return at(composition.environment, name)
    case 'history':
      return at(composition.history, name)
    default:
      return inProofs(composition, kind, name)
  }
}

function inProofs(
  { always, reachable, eventually, refines }: Machine | Composition,
  kind: string | undefined,
  name: string | undefined,
): Position | null {
  switch (kind) {
    case 'always':
      return at(always, name)
    case 'reachable':
      return at(reachable, name)
    case 'eventually':
      return at(eventually, name)
    case 'refines':
      return at(refines, name)
    default:
      return null
  }
}

function at(placed: readonly Placed[], name: string | undefined): Position | null {
  return placed.find((one) => one.name === name)?.at ?? null
}
