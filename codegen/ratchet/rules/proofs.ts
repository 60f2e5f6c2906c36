/** What was proved, and under which assumptions: less may not be proved tomorrow, nor more be assumed. */
import type { Said, SubjectFacts } from '../facts.js'
import { differing } from '../promises.js'
import { changed, gone, type Change, type Rule } from '../rule.js'

export const PROOF_RULES: readonly Rule<SubjectFacts>[] = [
  {
    id: 'PROPERTY_NO_DELETE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'whoever relies on this property relies on something that nothing proves any more',
    find: ({ verification: before }, { verification: after }) => [
      ...gone(['always'], before.names('always'), after.names('always')),
      ...gone(['eventually'], before.names('eventually'), after.names('eventually')),
    ],
  },
  {
    id: 'PROPERTY_TEXT_SAME',
    direction: 'proofs',
    level: 'WIRE',
    breaks:
      'a property of this name is proved, and it is another than the one that is relied on: read both, with what they call, ' +
      'and say why in a waiver; no other `version` makes it the same',
    find: ({ verification: before }, { verification: after }) => [
      ...['always', 'reachable', 'eventually', 'refines'].flatMap((kind) =>
        [...before.fields(kind)].flatMap(([name, was]) => {
          const now = after.fields(kind).get(name)
          return now === undefined ? [] : differing({ path: [kind, name], means: [kind, name], was, now }, before, after)
        }),
      ),
      ...mappings(before, after),
    ],
  },
  {
    id: 'REACHABLE_NO_DELETE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'nothing shows any more that this can happen: what is proved about it may be proved about nothing',
    find: ({ verification: before }, { verification: after }) => gone(['reachable'], before.names('reachable'), after.names('reachable')),
  },
  {
    id: 'FAIRNESS_NO_GROW',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'the property holds only if the world is fairer than it had to be: whoever runs it must now see to that',
    find: ({ verification: before }, { verification: after }) => {
      const [fair, strong] = [before.grouped('fair'), before.grouped('strong')]
      const still = before.names('eventually')
      const grown = (kind: 'fair' | 'strong') =>
        [...after.grouped(kind)].flatMap(([property, labels]) =>
          [...labels]
            .filter(() => still.has(property))
            .filter((label) => strong.get(property)?.has(label) !== true && (kind === 'strong' || fair.get(property)?.has(label) !== true))
            .map((label) => ({
              path: ['eventually', property, kind, label],
              before: fair.get(property)?.has(label) === true ? 'fair' : null,
              after: kind,
            })),
        )
      return [...grown('fair'), ...grown('strong')]
    },
  },
  {
    id: 'REFINEMENT_NO_DELETE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'nothing shows any more that this does what the abstract specification says',
    find: ({ verification: before }, { verification: after }) => gone(['refines'], before.names('refines'), after.names('refines')),
  },
  {
    id: 'BOUND_NO_SHRINK',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'what was proved for a domain of this size is proved for a smaller one only',
    find: ({ verification: before }, { verification: after }) =>
      ['ci', 'deep'].flatMap((bounds) => {
        const [was, now] = [before.messages('bound').get(bounds) ?? new Map(), after.messages('bound').get(bounds) ?? new Map()]
        // A domain that is no longer used has no size.
        return changed(['bound', bounds], was, now, (size, other) => Number(other) >= Number(size))
      }),
  },
  {
    id: 'DRIVE_NO_DELETE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'nothing is proved any more of what happens when this input comes from outside',
    find: ({ composition: before }, { composition: after }) => gone(['drive'], before.names('drive'), after.names('drive')),
  },
  {
    id: 'DRIVE_NO_NARROW',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'nothing is proved any more of this input where it comes with other values, or from others, than those that are left',
    find: ({ composition: before, verification }, { composition: after }) => [
      ...changed(['drive'], before.fields('drive'), after.fields('drive')),
      ...[...after.messages('driveAt')].flatMap(([drive, fields]) =>
        [...fields].flatMap(([field, now]) => {
          const was = before.messages('driveAt').get(drive)?.get(field)
          const isCovered = was === undefined ? coversModel(now, verification) : listCovers(now, was)
          return !before.names('drive').has(drive) || isCovered
            ? []
            : [{ path: ['drive', drive, 'at', field], before: was ?? null, after: now }]
        }),
      ),
      ...[...after.messages('driveOnly')].flatMap(([drive, fields]) =>
        [...fields].flatMap(([field, now]) => {
          const was = before.messages('driveOnly').get(drive)?.get(field)
          const known = before.names('drive').has(drive)
          return !known || (was !== undefined && listCovers(now, was))
            ? []
            : [{ path: ['drive', drive, 'only', field], before: was ?? null, after: now }]
        }),
      ),
      ...[...after.grouped('driveOn')].flatMap(([drive, locals]) => {
        const was = before.grouped('driveOn').get(drive)
        // From anybody before, or woken by others too.
        if (!before.names('drive').has(drive)) return []
        return was === undefined
          ? [{ path: ['drive', drive, 'on'], before: null, after: [...locals].join(', ') }]
          : gone(['drive', drive, 'on'], was, locals)
      }),
    ],
  },
  {
    id: 'HISTORY_SAME',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'properties that look back see another past than the one that they were said of',
    find: ({ composition: before }, { composition: after }) => {
      const [was, now] = [before.byPath('history', 'historyUpdate'), after.byPath('history', 'historyUpdate')]
      return [...was].flatMap(([at, value]) => {
        const [kind, ...path] = JSON.parse(at) as readonly string[]
        const means = ['history', ...path]
        const told = kind === 'history' ? means : [...means, 'after']
        return differing({ path: told, means: kind === 'history' ? [] : means, was: value, now: now.get(at) ?? null }, before, after)
      })
    },
  },
]

/** Do these ids, a JSON list without its brackets, hold every one of their domain that the model had? Of numbers that is not said. */
function coversModel(list: string, model: Said): boolean {
  const ids = JSON.parse(`[${list}]`) as readonly unknown[]
  const domain = /^(.+)_\d+$/.exec(String(ids[0]))?.[1]
  if (domain === undefined) return false
  return ['ci', 'deep'].every((bounds) => {
    const size = Number(model.messages('bound').get(bounds)?.get(domain) ?? Infinity)
    return Number.isFinite(size) && Array.from({ length: size }, (_, n) => `${domain}_${n + 1}`).every((id) => ids.includes(id))
  })
}

/** Of refinements that both have: a variable that is mapped to something else, no longer, or newly. */
function mappings(before: Said, after: Said): readonly Change[] {
  const [was, now] = [before.messages('refinesBy'), after.messages('refinesBy')]
  return [...before.names('refines')]
    .filter((name) => after.names('refines').has(name))
    .flatMap((name) => {
      const [variables, others] = [was.get(name) ?? new Map<string, string>(), now.get(name) ?? new Map<string, string>()]
      return [...new Set([...variables.keys(), ...others.keys()])].flatMap((variable) => {
        const [text, other] = [variables.get(variable) ?? null, others.get(variable) ?? null]
        return differing(
          { path: ['refines', name, 'by', variable], means: ['refines', name, variable], was: text, now: other },
          before,
          after,
        )
      })
    })
}

/** `JSON, JSON`: are all values of the second among those of the first? */
function listCovers(larger: string, smaller: string): boolean {
  const values = (text: string): readonly string[] => (JSON.parse(`[${text}]`) as readonly unknown[]).map((value) => JSON.stringify(value))
  const among = new Set(values(larger))
  return values(smaller).every((value) => among.has(value))
}
