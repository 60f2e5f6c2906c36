import { composedIds } from '../../domains.js'
import type { Composed } from '../../domains.js'
import type { Composition, Field, Machine } from '../../ir.js'
import { domainsIn, exchangeable, exchanging, idsOf } from '../symmetry.js'
import type { Renaming, Symmetry } from '../symmetry.js'

export interface ComposedSymmetry extends Symmetry {
  /** Why ids of other domains keep their places, a sentence each. */
  readonly kept: readonly string[]
}

/**
 * Which ids of a composition are interchangeable, over all its instances, messages and histories at once. Ids that routes make of
 * others are exchanged with those that they are made of. Not exchanged is what a drive names, and what a refinement shows to a
 * hand-written module or is said for; and nothing at all where something is eventually so, which is judged over all states.
 */
export function composedSymmetryOf(
  composition: Composition,
  machines: readonly Machine[],
  bounds: 'ci' | 'deep',
): ComposedSymmetry | { readonly refused: string } {
  const { environment, eventually, refines } = composition
  const sizes = composition.model[bounds]
  const composed = composedIds(composition, sizes)
  const own = machines.filter(({ name }) => composition.machines.includes(name))
  const fields = own.flatMap((machine) => fieldsOf(composition, machine))
  const several = [...new Set(fields.flatMap(({ type }) => domainsIn(type)))]
    .filter((domain) => !composed.has(domain) && idsOf(domain, sizes).length > 1)
    .toSorted()
  if (eventually.length > 0 && several.length > 0) {
    const names = eventually.map(({ name }) => name).join(', ')
    return { over: [], renamings: [NOTHING], kept: [`what is eventually so (${names}) is judged over all states`] }
  }
  const shown = new Set(
    refines.flatMap(({ each, map }) => [
      ...map.flatMap(({ value }) => domainsIn(value.type)),
      ...own.filter(({ name }) => name === each).flatMap(({ key }) => key.flatMap(({ type }) => domainsIn(type))),
    ]),
  )
  const said = new Map(
    environment.flatMap((drive) => {
      const { key, inputs } = own.find(({ name }) => name === drive.to)!
      const { fields: given, supplied } = inputs.find(({ name }) => name === drive.input)!
      const all = [...key, ...given, ...supplied]
      return [...drive.whom, ...drive.only].flatMap(({ name }) =>
        domainsIn(all.find((field) => field.name === name)!.type).map((domain) => [domain, drive.name] as const),
      )
    }),
  )
  const reasonOf = (domain: string): string | null => {
    if (said.has(domain)) return `ids of ${domain} are named by the drive "${said.get(domain)}"`
    if (shown.has(domain)) return `ids of ${domain} are what a refinement speaks of`
    for (const renaming of exchanging([domain], sizes)) {
      const remade = remaking(composed, renaming)
      for (const [made, ids] of composed) {
        const keeps = said.has(made) || shown.has(made)
        if (!ids.every((id) => (keeps ? remade(id) === id : ids.includes(remade(id)))))
          return `ids of ${made} are made of ids of ${domain}, and ${keeps ? 'keep their places' : 'not of each of them'}`
      }
    }
    return null
  }
  const reasons = new Map(several.map((domain) => [domain, reasonOf(domain)]))
  const over = several.filter((domain) => reasons.get(domain) === null)
  const made = exchangeable(over, sizes, bounds)
  if ('refused' in made) return made
  return {
    over: made.over,
    renamings: made.renamings.map((renaming) => withComposed(composed, renaming)),
    kept: [...reasons.values()].filter((reason) => reason !== null),
  }
}

const NOTHING: Renaming = new Map()

function fieldsOf(composition: Composition, { name, key, state, inputs, effects }: Machine): readonly Pick<Field, 'type'>[] {
  return [
    ...key,
    ...state,
    ...inputs.flatMap((input) => [...input.fields, ...input.supplied]),
    ...effects.flatMap((effect) => effect.fields),
    ...composition.history.filter(({ of }) => of === name).flatMap((history) => history.fields),
  ]
}

/** What becomes of an id that is made of others, which may be made of others themselves. */
function remaking(composed: Composed, renaming: Renaming): (id: string) => string {
  const made = new Set([...composed.values()].flat())
  const remade = (id: string): string => {
    const [domain, ...parts] = JSON.parse(id) as readonly unknown[]
    return JSON.stringify([
      domain,
      ...parts.map((part) => (made.has(part as string) ? remade(part as string) : (renaming.get(part) ?? part))),
    ])
  }
  return remade
}

function withComposed(composed: Composed, renaming: Renaming): Renaming {
  const remade = remaking(composed, renaming)
  return new Map([...renaming, ...[...composed.values()].flatMap((ids) => ids.map((id) => [id, remade(id)] as const))])
}
