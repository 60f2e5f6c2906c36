import type { Catalog, Expr, Machine } from '../ir.js'
import { descend, expressionsIn } from '../walk.js'

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

function rootsOf({ inputs, transitions, always, reachable, eventually, refines }: Machine): Expr[] {
  return [
    ...inputs.flatMap(({ refuse }) => refuse.map(({ holds }) => holds)),
    ...transitions.flatMap(({ when, refuse, update, emit }) => [
      when,
      ...refuse.map(({ holds }) => holds),
      ...update.map(({ value }) => value),
      ...emit.flatMap(expressionsIn),
    ]),
    ...[...always, ...reachable].map(({ holds }) => holds),
    ...eventually.flatMap(({ from, to }) => [from, to]),
    ...refines.flatMap(({ map }) => map.map(({ value }) => value)),
  ]
}
