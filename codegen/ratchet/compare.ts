import { movedBounds } from './bounds.js'
import { countFacts, parseFacts, subjectsOf, type FactFiles, type SubjectFacts } from './facts.js'
import type { Finding } from './finding.js'
import { heldTo, lowered, parseLevels, reservations, type Held } from './levels.js'
import { collisions } from './names.js'
import { LEVELS, severityOf, type Change, type Description, type Direction, type Rule, type RuleId } from './rule.js'
import { DESCRIPTIONS, MACHINE_RULES, SUBJECT_RULES } from './rules/index.js'

/** One side: its facts, and the text of `ratchets/levels.json` where there is one. */
export interface Side {
  readonly facts: FactFiles
  readonly levels: string | null
}

export interface Comparison {
  readonly findings: readonly Finding[]
  /** What was promised, and so compared. */
  readonly machines: number
  readonly compositions: number
  readonly facts: number
  readonly measures: number
}

export const RULE_IDS: readonly RuleId[] = DESCRIPTIONS.map(({ id }) => id)

/**
 * Holds today's facts against those of the baseline. `irHashes` are those of today's machines and compositions, for figures that
 * tell of another version.
 */
export function compare(before: Side, after: Side, irHashes: ReadonlyMap<string, string>): Comparison {
  const [was, now] = [subjectsOf(before.facts), subjectsOf(after.facts)]
  const [promised, said] = [parseLevels(before.levels), parseLevels(after.levels)]
  const held = (name: string): Held => heldTo(name, promised, said, !was.has(name))
  const findings = [
    ...lowered(promised, said, new Set([...was.keys()].filter((name) => now.has(name)))),
    ...[...was.values()].flatMap((subject) => ofSubject(subject, now.get(subject.name))),
    ...movedBounds(was, now),
    ...reservations(promised, said, { was, now }),
    ...collisions(was, now),
    ...stale(now, irHashes),
  ]
  return {
    findings: findings.flatMap((finding) => weighed(finding, finding.subject === null ? null : held(finding.subject))),
    machines: [...was.values()].filter(({ machine }) => machine !== null).length,
    compositions: [...was.values()].filter(({ machine }) => machine === null).length,
    facts: countFacts(before.facts),
    measures: parseFacts(before.facts.measured).length,
  }
}

export function descriptionOf(rule: RuleId): Description {
  const found = DESCRIPTIONS.find(({ id }) => id === rule)
  if (found === undefined) throw new Error(`no rule is called ${rule}`)
  return found
}

export function breaksOf(rule: RuleId): string {
  return descriptionOf(rule).breaks
}

export function directionOf(rule: RuleId): Direction {
  return descriptionOf(rule).direction
}

/** A finding as its subject is held to it: gone where the level has no such rule, and without force in a draft. */
export function weighed(
  finding: Omit<Finding, 'severity'> & { readonly severity?: Finding['severity'] },
  held: Held | null,
): readonly Finding[] {
  const description = descriptionOf(finding.rule)
  const severity = finding.severity ?? severityOf(description)
  if (held === null || finding.rule === 'LEVEL_NO_LOWER') return [{ ...finding, severity }]
  if (LEVELS.indexOf(description.level) < LEVELS.indexOf(held.level)) return []
  return [{ ...finding, severity: held.stability === 'draft' ? 'note' : severity }]
}

type Unweighed = Omit<Finding, 'severity'> & { readonly severity?: Finding['severity'] }

/** What is gone as a whole breaks everybody at once, and so is said once. */
function ofSubject(was: SubjectFacts, now: SubjectFacts | undefined): readonly Unweighed[] {
  const { name, machine } = was
  if (now === undefined || (machine === null) !== (now.machine === null)) {
    const rule = machine === null ? 'COMPOSITION_NO_DELETE' : 'MACHINE_NO_DELETE'
    return [{ rule, subject: name, path: [], fact: name, before: 'there', after: null, example: null, at: null }]
  }
  const said = new Set<string>()
  const of = <Facts>(rules: readonly Rule<Facts>[], before: Facts, after: Facts): readonly Unweighed[] =>
    rules.flatMap(({ id, find }) => find(before, after).flatMap((change) => told(id, change)))
  const told = (rule: RuleId, change: Change): readonly Unweighed[] => {
    const { path, same, before, after, severity, uses } = change
    const [here, there] = [JSON.stringify(path), JSON.stringify(same ?? path)]
    if (SHADOWED.has(rule) && (said.has(here) || said.has(there))) return []
    said.add(here)
    const fact = [name, ...path].join(' ')
    const shape = { rule, subject: name, path, fact, before, after, example: null, at: null }
    return [{ ...shape, ...(severity !== undefined && { severity }), ...(uses !== undefined && { uses }) }]
  }
  return [...(machine === null ? [] : of(MACHINE_RULES, machine, now.machine!)), ...of(SUBJECT_RULES, was, now)]
}

/** A field whose type was narrowed has a narrower schema and a narrower column too; other columns are other code. */
const SHADOWED: ReadonlySet<RuleId> = new Set([
  'WIRE_INPUT_NO_NARROW',
  'WIRE_EFFECT_NO_WIDEN',
  'WIRE_KEY_NO_NARROW',
  'COLUMN_NO_DELETE',
  'COLUMN_NO_NARROW',
  'INDEX_NO_DELETE',
  'CODE_NEEDS_VERSION',
])

/** Figures of the night may wait for it; those that every change is checked with may not. */
function stale(now: ReadonlyMap<string, SubjectFacts>, irHashes: ReadonlyMap<string, string>): readonly Unweighed[] {
  return [...now.values()].flatMap(({ name, measured }) => {
    const today = irHashes.get(name)
    if (today === undefined) return []
    const marks = [
      ...[...measured.fields('checked')].map(([bounds, hash]) => ({ path: ['checked', bounds], hash, waits: bounds !== 'ci' })),
      ...measured.of('mutated').map(({ value }) => ({ path: ['mutated'], hash: value ?? '', waits: true })),
    ]
    return marks
      .filter(({ hash }) => hash !== today)
      .map(({ path, hash, waits }): Unweighed => {
        const fact = [name, ...path].join(' ')
        const shape = { subject: name, path, fact, before: hash, after: today, example: null, at: null }
        return { rule: 'MEASURE_STALE', ...shape, ...(waits && { severity: 'warning' as const }) }
      })
  })
}
