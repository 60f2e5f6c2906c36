import type { Diagnostic } from '../diagnostics.js'
import type { Catalog, Route } from '../ir.js'
import { effectsIn } from '../walk.js'
import type { CompositionRule } from './rule.js'

/** One transaction goes from machine to machine and ends: no atomic route may lead back to an input that it came from. */
export const atomicCircles: CompositionRule = ({ routes }, catalog) => {
  const atomic = routes.filter(({ delivery }) => delivery === 'atomic')
  const found = new Map<string, Diagnostic>()
  const follow = (trail: readonly Route[]): void => {
    const first = trail[0]!
    for (const next of onwards(trail.at(-1)!, atomic, catalog)) {
      const names = JSON.stringify(trail.map(({ name }) => name).sort())
      if (next === first) found.set(names, found.get(names) ?? circle(trail))
      else if (!trail.includes(next)) follow([...trail, next])
    }
  }
  for (const route of atomic) follow([route])
  return [...found.values()]
}

/** The routes of the effects that the input of this one may have. */
function onwards({ to, input }: Route, atomic: readonly Route[], { machines }: Catalog): Route[] {
  const answers = machines.find(({ name }) => name === to)?.transitions.filter(({ on }) => on === input) ?? []
  const effects = new Set(answers.flatMap(({ emit }) => emit.flatMap(effectsIn)))
  return atomic.filter(({ from, effect }) => from === to && effects.has(effect))
}

function circle(trail: readonly Route[]): Diagnostic {
  return {
    code: 'ATOMIC_CIRCLE',
    at: trail[0]!.at,
    message: `atomic routes go round: ${[...trail, trail[0]!].map(({ name, to, input }) => `"${name}" to ${to}.${input}`).join(', ')}`,
    hint: "delivery: 'outbox' for one of them",
  }
}
