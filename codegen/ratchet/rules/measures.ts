/** What was seen when it was last measured. */
import type { Said, SubjectFacts } from '../facts.js'
import type { Change, Rule } from '../rule.js'

/**
 * A model that has fewer than half of its states, or a property fewer than half of its cases, is taken for one that lost a part.
 * Half, because the smallest thing that a machine can lose for good reason, one flag, halves its states at most; what goes below
 * that is a family of steps that no longer happens, or a search that broke off. A bound that shrank is told by its own rule.
 */
export const COLLAPSED_BELOW = 0.5

export const MEASURE_RULES: readonly Rule<SubjectFacts>[] = [
  {
    id: 'MEASURE_NO_DELETE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'what was measured is not known any more, and may fall unseen',
    find: ({ measured: before }, { measured: after, verification }) => [
      ...[...before.names('checked')].filter((bounds) => !after.names('checked').has(bounds)).map((bounds) => lost(['checked', bounds])),
      ...(before.value('mutated') !== null && after.value('mutated') === null ? [lost(['mutated'])] : []),
      // What says that all was measured stands for figures that must stand beside it.
      ...[...after.names('checked')].flatMap((bounds) =>
        ['states', 'complete'].filter((kind) => !after.fields(kind).has(bounds)).map((kind) => lost([kind, bounds])),
      ),
      ...(after.value('mutated') !== null && after.value('mutants') === null ? [lost(['mutants'])] : []),
      ...[...after.fields('checked')].flatMap(([bounds, hash]) => {
        const isSame = before.fields('checked').get(bounds) === hash
        const isStill = (property: string): boolean =>
          isSame || verification.names('always').has(property) || verification.names('reachable').has(property)
        const gone = (kind: string, may: (name: string) => boolean) =>
          [...(before.messages(kind).get(bounds)?.keys() ?? [])]
            .filter((name) => may(name) && after.messages(kind).get(bounds)?.has(name) !== true)
            .map((name) => lost([kind, bounds, name]))
        return [...gone('cases', isStill), ...gone('limit', () => isSame)]
      }),
    ],
  },
  {
    id: 'SEARCH_STAYS_COMPLETE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'what holds in every state that was seen may not hold in those that are no longer looked into',
    find: ({ measured: before }, { measured: after }) =>
      [...before.fields('complete')]
        .filter(([bounds, was]) => was === 'yes' && after.fields('complete').get(bounds) === 'no')
        .map(([bounds]) => ({ path: ['complete', bounds], before: 'yes', after: 'no' })),
  },
  {
    id: 'STATES_NO_COLLAPSE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'what was proved in all those states is proved in fewer than half of them: something no longer happens in the model',
    find: (before, after) =>
      [...before.measured.fields('states')].flatMap(([bounds, was]) =>
        shrunk(before.verification, after.verification, bounds)
          ? []
          : collapsed(['states', bounds], was, after.measured.fields('states').get(bounds)),
      ),
  },
  {
    id: 'CASES_NO_COLLAPSE',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'the property is judged in fewer than half of the cases: much of what it speaks of no longer happens in the model',
    find: (before, after) =>
      [...before.measured.messages('cases')].flatMap(([bounds, properties]) => {
        const now = after.measured.messages('cases').get(bounds) ?? new Map<string, string>()
        const fewer = collapsed(
          ['states', bounds],
          before.measured.fields('states').get(bounds),
          after.measured.fields('states').get(bounds),
        )
        // Fewer states have fewer cases: that is one change.
        if (shrunk(before.verification, after.verification, bounds) || fewer.length > 0) return []
        return [...properties].flatMap(([property, was]) => collapsed(['cases', bounds, property], was, now.get(property)))
      }),
  },
  {
    id: 'MUTATION_SCORE_NO_DROP',
    direction: 'proofs',
    level: 'WIRE',
    breaks: 'a fault of a kind that some property would have caught passes unseen',
    find: ({ measured: before }, { measured: after }) => {
      const [was, now] = [before.value('mutants'), after.value('mutants')]
      if (was === null || now === null) return []
      const [old, other] = [score(was), score(now)]
      const lower = other.killed * old.judged < old.killed * other.judged || other.judged < old.judged * COLLAPSED_BELOW
      return lower ? [{ path: ['mutants'], before: was, after: now }] : []
    },
  },
]

function lost(path: readonly string[]): Change {
  return { path, before: 'recorded', after: null }
}

function collapsed(path: readonly string[], was: string | undefined, now: string | undefined): readonly Change[] {
  if (was === undefined || now === undefined) return []
  return Number(now) < Number(was) * COLLAPSED_BELOW ? [{ path, before: was, after: now }] : []
}

/** Did a size of these bounds fall? */
function shrunk(before: Said, after: Said, bounds: string): boolean {
  const now = after.messages('bound').get(bounds) ?? new Map<string, string>()
  return [...(before.messages('bound').get(bounds) ?? [])].some(([domain, size]) => Number(now.get(domain) ?? size) < Number(size))
}

/** `41 of 43` */
function score(text: string): { readonly killed: number; readonly judged: number } {
  const found = /^(\d+) of (\d+)$/.exec(text)
  if (found === null) throw new Error(`no mutation score: ${text}`)
  return { killed: Number(found[1]), judged: Number(found[2]) }
}
