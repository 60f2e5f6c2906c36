/** Reads the sizes of a composition's domains: of all that its instances hold and hear there. */
import { type Compose, composesIn } from '../domains.js'
import type { Composition } from '../ir.js'
import type { Known } from './composition-parts.js'
import type { Member } from './constants.js'
import { domainsOf, readModel } from './model.js'
import { quoted, type Report } from './report.js'

/** `soundTypes`: all else could be read, so that what uses a domain is known. */
export function readWholeModel(
  member: Member | undefined,
  { routes, environment, history }: Pick<Composition, 'routes' | 'environment' | 'history'>,
  soundTypes: boolean,
  { listed, report }: Known,
): Composition['model'] {
  const heard = [...environment, ...routes]
  const fields = listed.flatMap(({ name, key, state, limits, inputs, effects }) => [
    ...key,
    ...state,
    ...limits,
    ...inputs
      .filter((input) => heard.some((one) => one.to === name && one.input === input.name))
      .flatMap((input) => [...input.fields, ...input.supplied]),
    ...effects.flatMap((effect) => effect.fields),
    ...history.filter(({ of }) => of === name).flatMap((one) => one.fields),
  ])
  const made = composesIn({ routes })
  reportEndless(made, report)
  return readModel(member, domainsOf(soundTypes ? fields : [], [], report), soundTypes, report, new Set(made.map(({ domain }) => domain)))
}

/** Ids that are made of ids of their own domain have no end, so that no model holds them all. */
function reportEndless(made: readonly Compose[], report: Report): void {
  for (const { domain, at } of made) {
    const reached = new Set<string>()
    const follow = (from: string): void => {
      for (const part of made.filter((one) => one.domain === from).flatMap(({ parts }) => parts)) {
        if (part.type.kind !== 'id' || reached.has(part.type.domain)) continue
        reached.add(part.type.domain)
        follow(part.type.domain)
      }
    }
    follow(domain)
    if (reached.has(domain))
      report.addAt(
        'COMPOSED_OF_ITSELF',
        at,
        `An id of ${quoted(domain)} is composed here of ids of ${quoted(domain)}, without end.`,
        'another domain for what is composed',
      )
  }
}
