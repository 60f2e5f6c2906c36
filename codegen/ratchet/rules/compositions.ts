/** How machines are put together: what a message under way, and one that was never sent, depend on. */
import type { Said, SubjectFacts } from '../facts.js'
import { changed, gone, type Change, type Rule } from '../rule.js'

export const COMPOSITION_RULES: readonly Rule<SubjectFacts>[] = [
  {
    id: 'MEMBER_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'what was said of all machines of the composition together is no longer said of this one',
    find: ({ composition: before }, { composition: after }) => gone(['machine'], before.names('machine'), after.names('machine')),
  },
  {
    id: 'ROUTE_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'messages of this route that are under way go nowhere, and its effect reaches nobody any more',
    find: ({ composition: before }, { composition: after }) => gone(['route'], before.names('route'), after.names('route')),
  },
  {
    id: 'ROUTE_BINDING_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'messages of this route that are under way arrive elsewhere, or with something else in them',
    find: ({ composition: before }, { composition: after }) => [
      ...changed(['route'], ends(before), ends(after)),
      ...bindings('routeKey', 'key', before, after),
      ...bindings('routeField', 'field', before, after),
    ],
  },
  {
    id: 'ROUTE_DELIVERY_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'what happened in one step with its cause happens later, or the other way round; one receiver becomes many, or many one',
    find: ({ composition: before }, { composition: after }) =>
      [...ways(before)].flatMap(([name, was]) => {
        const now = ways(after).get(name)
        return now === undefined || now === was ? [] : [{ path: ['route', name, 'delivery'], before: was, after: now }]
      }),
  },
  {
    id: 'ACKNOWLEDGES_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a message that is refused for this reason was received and is sent for ever, or was sent again and is dropped',
    find: ({ composition: before }, { composition: after }) => {
      const [was, now, routes] = [before.grouped('acknowledges'), after.grouped('acknowledges'), after.names('route')]
      return [...before.names('route')]
        .filter((route) => routes.has(route))
        .flatMap((route): readonly Change[] => {
          const [codes, others] = [was.get(route) ?? new Set<string>(), now.get(route) ?? new Set<string>()]
          const path = ['route', route, 'acknowledges']
          return [
            ...gone(path, codes, others),
            ...[...others].filter((code) => !codes.has(code)).map((code) => ({ path: [...path, code], before: null, after: 'there' })),
          ]
        })
    },
  },
  {
    id: 'LOCAL_NO_DELETE',
    direction: 'instances',
    level: 'STATE',
    breaks: 'recovery no longer makes this effect again, and who was to be woken by it sleeps on',
    find: ({ composition: before }, { composition: after }) => gone(['local'], before.names('local'), after.names('local')),
  },
  {
    id: 'LOCAL_DERIVE_SAME',
    direction: 'instances',
    level: 'STATE',
    breaks: 'recovery makes this effect again in other states than those that rely on it',
    find: ({ composition: before }, { composition: after }) => changed(['local'], before.fields('local'), after.fields('local')),
  },
  {
    id: 'ROUTES_NEED_VERSION',
    direction: 'instances',
    level: 'STATE',
    breaks: 'a file with messages under way is refused: its routes are others under the same version; raise `version` of the composition',
    find: ({ composition: before }, { composition: after }) => {
      const [was, now] = [Number(before.value('version') ?? 1), Number(after.value('version') ?? 1)]
      if (now > was) return []
      const [told, said] = [before.byPath(...ROUTING), after.byPath(...ROUTING)]
      const differing = [...new Set([...told.keys(), ...said.keys()])].filter((at) => told.get(at) !== said.get(at)).sort()
      if (differing.length === 0) return []
      const names = [...new Set(differing.map((at) => (JSON.parse(at) as readonly string[])[1]!))]
      return [{ path: ['version'], before: String(was), after: `${now}, and other routes: ${names.join(', ')}` }]
    },
  },
]

const ROUTING: readonly string[] = ['route', 'routeKey', 'routeField', 'acknowledges']

/** `Machine.Effect -> Machine.Input`, without the way it is delivered. */
function ends(composition: Said): ReadonlyMap<string, string> {
  return new Map([...composition.fields('route')].map(([name, value]) => [name, parts(value)[0]]))
}

/** `outbox, one` */
function ways(composition: Said): ReadonlyMap<string, string> {
  return new Map([...composition.fields('route')].map(([name, value]) => [name, parts(value)[1]]))
}

function parts(value: string): readonly [string, string] {
  const found = /^(.*), ((?:atomic|outbox), (?:one|each))$/u.exec(value)
  if (found === null) throw new Error(`no fact of a route: ${value}`)
  return [found[1]!, found[2]!]
}

/** Of routes that both have: a key or field that is bound to something else, no longer, or newly. */
function bindings(kind: string, word: string, before: Said, after: Said): readonly Change[] {
  const [was, now, routes] = [before.messages(kind), after.messages(kind), after.names('route')]
  return [...before.names('route')]
    .filter((route) => routes.has(route))
    .flatMap((route) => {
      const [fields, others] = [was.get(route) ?? new Map<string, string>(), now.get(route) ?? new Map<string, string>()]
      return [...new Set([...fields.keys(), ...others.keys()])]
        .filter((field) => fields.get(field) !== others.get(field))
        .map((field) => ({ path: ['route', route, word, field], before: fields.get(field) ?? null, after: others.get(field) ?? null }))
    })
}
