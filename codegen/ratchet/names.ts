import type { SubjectFacts } from './facts.js'
import type { Finding } from './finding.js'

/**
 * Pairs of names that some target cannot tell apart, and that were not there before: SQL and file systems that fold case,
 * languages whose generators make one name of `retry_after` and `retryAfter`, texts whose letters are composed on the way.
 */
export function collisions(
  before: ReadonlyMap<string, SubjectFacts>,
  after: ReadonlyMap<string, SubjectFacts>,
): readonly Omit<Finding, 'severity'>[] {
  const known = new Set(collisionsIn(before).map(({ fact, after: other }) => `${fact}\n${other}`))
  return collisionsIn(after).filter(({ fact, after: other }) => !known.has(`${fact}\n${other}`))
}

function collisionsIn(subjects: ReadonlyMap<string, SubjectFacts>): readonly Omit<Finding, 'severity'>[] {
  const own = [...subjects.values()].flatMap((subject) =>
    scopesOf(subject).flatMap(({ path, names }) => pairs(names).map(([name, other]) => found(subject.name, [...path, name], other))),
  )
  return [...pairs([...subjects.keys()]).map(([name, other]) => found(name, [], other)), ...own]
}

interface Scope {
  readonly path: readonly string[]
  readonly names: Iterable<string>
}

/** Names that stand side by side in some target. */
function scopesOf({ machine, composition }: SubjectFacts): readonly Scope[] {
  const ofComposition = ['route', 'local', 'drive'].map((kind): Scope => ({ path: [kind], names: composition.names(kind) }))
  if (machine === null) return ofComposition
  const { phases, inputs, supplied, effects, transitions, limits, key, state } = machine
  return [
    { path: ['phase'], names: phases },
    { path: ['input'], names: inputs.keys() },
    { path: ['effect'], names: effects.keys() },
    { path: ['transition'], names: transitions.keys() },
    { path: ['limit'], names: limits.keys() },
    { path: ['state'], names: new Set([...key.keys(), ...state.keys()]) },
    ...[...inputs].map(([name, fields]) => ({
      path: ['input', name],
      names: new Set([...fields.keys(), ...(supplied.get(name)?.keys() ?? [])]),
    })),
    ...[...effects].map(([name, fields]) => ({ path: ['effect', name], names: fields.keys() })),
  ]
}

function pairs(names: Iterable<string>): readonly (readonly [string, string])[] {
  const first = new Map<string, string>()
  return [...new Set(names)]
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const mangled = mangle(name)
      const other = first.get(mangled)
      if (other === undefined) first.set(mangled, name)
      return other === undefined ? [] : [[name, other] as const]
    })
}

function mangle(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? name : letters
}

function found(subject: string, path: readonly string[], other: string): Omit<Finding, 'severity'> {
  const after = `reads like ${JSON.stringify(other)}`
  return {
    rule: 'NAME_COLLIDES_AFTER_MANGLING',
    subject,
    path,
    fact: [subject, ...path].join(' '),
    before: null,
    after,
    example: null,
    at: null,
  }
}
