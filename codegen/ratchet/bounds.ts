/**
 * The sizes of what is proved, told by what has them: a number that gets another domain keeps its name and its values on the wire,
 * and the model may yet hold fewer of them than it did.
 */
import type { Fields, SubjectFacts } from './facts.js'
import type { Finding } from './finding.js'
import { stateTypes } from './rules/instances.js'
import { rowTypes } from './rules/storage.js'
import { domainPairs } from './types.js'

/** A field, or a limit, in one domain of the baseline and one of today. */
interface Moved {
  /** `input Reject weight` */
  readonly place: string
  readonly isLimit: boolean
  readonly was: string
  readonly now: string
}

type Found = Omit<Finding, 'severity'>

/** One for each domain that was left for a smaller one, with all that left it. Of domains that both sides have, a rule tells. */
export function movedBounds(before: ReadonlyMap<string, SubjectFacts>, after: ReadonlyMap<string, SubjectFacts>): readonly Found[] {
  return [...before.values()].flatMap((subject) => {
    const now = after.get(subject.name)
    if (now === undefined) return []
    const members = subject.machine === null ? [...subject.composition.names('machine')].sort() : [subject.name]
    const moved = members.flatMap((member) => {
      const [machine, other] = [before.get(member), after.get(member)]
      return machine === undefined || other === undefined ? [] : movedIn(machine, other, subject.machine === null ? `${member} ` : '')
    })
    return ['ci', 'deep'].flatMap((bounds) => shrunkIn(bounds, moved, subject, now))
  })
}

/**
 * A limit is one value in the model, the largest of its domain: one that gets a domain of its own, below that of what it holds
 * down, lets the model go past it where it could not, and takes nothing away (NEVER_BROKEN asks for just that). So it counts only
 * where no field keeps the size that it had.
 */
function shrunkIn(bounds: string, moved: readonly Moved[], before: SubjectFacts, after: SubjectFacts): readonly Found[] {
  const [sizes, others] = [sizesOf(before, bounds), sizesOf(after, bounds)]
  const holds = ({ was, now }: Moved): boolean => (others.get(now) ?? Infinity) >= (sizes.get(was) ?? 0)
  const isKept = (limit: Moved): boolean => moved.some((one) => !one.isLimit && one.was === limit.was && holds(one))
  const smaller = moved.filter((one) => one.was !== one.now && !holds(one) && !(one.isLimit && isKept(one)))
  return [...new Set(smaller.map(({ was }) => was))].sort().map((domain): Found => {
    const left = smaller.filter(({ was }) => was === domain)
    const texts = left.map(({ place, now }) => `${others.get(now)} as ${now} of ${place}`)
    const shape = { subject: before.name, path: ['bound', bounds, domain], fact: `${before.name} bound ${bounds} ${domain}` }
    const change = { before: String(sizes.get(domain)), after: [...new Set(texts)].sort().join(', ') }
    return { rule: 'BOUND_NO_SHRINK', ...shape, ...change, example: null, at: null }
  })
}

function movedIn(before: SubjectFacts, after: SubjectFacts, prefix: string): readonly Moved[] {
  const types = typedIn(after)
  return [...typedIn(before)].flatMap(([place, type]) => {
    const now = types.get(place)
    if (now === undefined) return []
    const isLimit = place.startsWith('limit ')
    return domainPairs(type, now).map((pair): Moved => ({ place: `${prefix}${place}`, isLimit, ...pair }))
  })
}

/** What stands in a domain: what is stored, which has the key, the state and the rows of tables, what comes in, and limits. */
function typedIn({ machine }: SubjectFacts): ReadonlyMap<string, string> {
  if (machine === null) return new Map()
  const { key, limits, inputs, supplied } = machine
  const placed = (kind: string, fields: Fields): readonly (readonly [string, string])[] =>
    [...fields].map(([name, type]) => [`${kind} ${name}`, type] as const)
  return new Map([
    ...placed('key', key),
    ...placed('state', stateTypes(machine)),
    ...placed('column', rowTypes(machine)),
    ...placed('limit', limits),
    ...[...inputs].flatMap(([input, fields]) => placed(`input ${input}`, fields)),
    ...[...supplied].flatMap(([input, fields]) =>
      placed(`input ${input}`, new Map([...fields].map(([name, said]) => [name, unsourced(said)]))),
    ),
  ])
}

/** `TYPE from SOURCE` */
function unsourced(said: string): string {
  return /^(.*?) from (?:clock|ids|random)(?: up to .*)?$/u.exec(said)?.[1] ?? said
}

function sizesOf({ verification }: SubjectFacts, bounds: string): ReadonlyMap<string, number> {
  return new Map([...(verification.messages('bound').get(bounds) ?? [])].map(([domain, size]) => [domain, Number(size)]))
}
