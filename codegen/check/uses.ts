import type { Catalog, Emission, Expr, Machine } from '../ir.js'
import { descend } from '../walk.js'

/** Every expression that a machine is made of, each with all of its parts, and the bodies of the functions that are reached from there. */
export function* partsOf(machine: Machine, { compositions }: Catalog): Generator<Expr> {
  const bodies = new Map(machine.functions.map(({ name, body }) => [name, body]))
  const entered = new Set<string>()
  const derived = compositions.flatMap(({ locals }) => locals.filter(({ from }) => from === machine.name).map(({ derive }) => derive))
  const open = [...rootsOf(machine), ...derived]
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    for (const part of descend(root)) {
      yield part
      if (part.kind !== 'call' || entered.has(part.function)) continue
      entered.add(part.function)
      const body = bodies.get(part.function)
      if (body !== undefined) open.push(body)
    }
  }
}

function rootsOf({ inputs, transitions, always, reachable, eventually }: Machine): Expr[] {
  return [
    ...inputs.flatMap(({ refuse }) => refuse.map(({ holds }) => holds)),
    ...transitions.flatMap(({ when, refuse, update, emit }) => [
      when,
      ...refuse.map(({ holds }) => holds),
      ...update.map(({ value }) => value),
      ...emit.flatMap(expressionsOf),
    ]),
    ...[...always, ...reachable].map(({ holds }) => holds),
    ...eventually.flatMap(({ from, to }) => [from, to]),
  ]
}

function expressionsOf(emission: Emission): Expr[] {
  switch (emission.kind) {
    case 'effect':
      return emission.fields.map(({ value }) => value)
    case 'if':
      return [emission.condition, ...[...emission.then, ...emission.else].flatMap(expressionsOf)]
  }
}

/** The names of the effects that an emission may tell. */
export function effectsOf(emission: Emission): string[] {
  switch (emission.kind) {
    case 'effect':
      return [emission.effect]
    case 'if':
      return [...emission.then, ...emission.else].flatMap(effectsOf)
  }
}
