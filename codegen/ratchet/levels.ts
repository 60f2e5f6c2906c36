/**
 * `ratchets/levels.json`: what each machine and composition is held to, where it is not everything.
 *
 *     {
 *       "machines": {
 *         "Turnstile": { "level": "WIRE", "stability": "draft", "reserved": ["input Kick", "effect Opened.by"] }
 *       },
 *       "audit": { "trusted": ["src/store/"] }
 *     }
 *
 * `level` is SOURCE where nothing is said, `stability` is stable: what is found in a draft is told and does not fail. `reserved`
 * are facts, as `ratchets/*.txt` spell them, that were given up and may not come back as something else. `trusted` are files, or
 * folders that end with `/`, which the audit of the project's own code passes over.
 */
import { spelled, type Fact, type SubjectFacts } from './facts.js'
import type { Finding } from './finding.js'
import { LEVELS, type Level } from './rule.js'

export interface Levels {
  readonly machines: ReadonlyMap<string, Held>
  readonly trusted: readonly string[]
}

export interface Held {
  readonly level: Level
  readonly stability: 'draft' | 'stable'
  readonly reserved: readonly string[]
}

export const LEVELS_FILE = 'ratchets/levels.json'

export const EVERYTHING: Held = { level: 'SOURCE', stability: 'stable', reserved: [] }

/** Throws with a sentence where the text is none. */
export function parseLevels(text: string | null): Levels {
  if (text === null) return { machines: new Map(), trusted: [] }
  const data: unknown = JSON.parse(text)
  const { machines = {}, audit = {}, ...foreign } = recordIn(data, 'the file')
  const [word] = Object.keys(foreign)
  if (word !== undefined) throw new Error(`"${word}" is no part of it`)
  const held = Object.entries(recordIn(machines, 'machines')).map(([name, said]): [string, Held] => [name, heldIn(said, name)])
  return { machines: new Map(held), trusted: textsIn(recordIn(audit, 'audit')['trusted'] ?? [], 'audit.trusted') }
}

/** What a subject is held to: the stricter of what was promised and what is said now, so that nobody lowers it and breaks it at once. */
export function heldTo(name: string, before: Levels, after: Levels, isNew: boolean): Held {
  const now = after.machines.get(name) ?? EVERYTHING
  if (isNew) return now
  const was = before.machines.get(name) ?? EVERYTHING
  return {
    level: LEVELS[Math.min(LEVELS.indexOf(was.level), LEVELS.indexOf(now.level))]!,
    stability: was.stability === 'draft' && now.stability === 'draft' ? 'draft' : 'stable',
    reserved: now.reserved,
  }
}

/** A level that is lower than it was, a stable machine that is a draft again, a file that is trusted newly. */
export function lowered(before: Levels, after: Levels, known: ReadonlySet<string>): readonly Omit<Finding, 'severity'>[] {
  const subjects = [...known].flatMap((subject) => {
    const [was, now] = [before.machines.get(subject) ?? EVERYTHING, after.machines.get(subject) ?? EVERYTHING]
    return [
      ...(LEVELS.indexOf(now.level) > LEVELS.indexOf(was.level) ? [found(subject, ['level'], was.level, now.level)] : []),
      ...(was.stability === 'stable' && now.stability === 'draft' ? [found(subject, ['stability'], 'stable', 'draft')] : []),
    ]
  })
  // Without such a file everything was looked through: the first that trusts a path takes as much away as any other.
  const trusted = after.trusted.filter((path) => !before.trusted.includes(path))
  return [...subjects, ...trusted.map((path) => found(null, ['trusted', path], null, 'there'))]
}

/** Names that were given up, and come back or are kept no longer. */
export function reservations(
  before: Levels,
  after: Levels,
  { was, now }: { readonly was: ReadonlyMap<string, SubjectFacts>; readonly now: ReadonlyMap<string, SubjectFacts> },
): readonly Omit<Finding, 'severity'>[] {
  const reused = [...after.machines].flatMap(([subject, { reserved }]) => {
    const today = identities(now.get(subject))
    return reserved
      .filter((identity) => today.has(identity))
      .map((identity) => ({ ...found(subject, ['reserved', identity], null, 'there'), rule: 'RESERVED_NO_REUSE' as const }))
  })
  const dropped = [...before.machines].flatMap(([subject, { reserved }]) =>
    reserved
      .filter(
        (identity) => !(after.machines.get(subject)?.reserved ?? []).includes(identity) && !identities(was.get(subject)).has(identity),
      )
      .map((identity) => ({ ...found(subject, ['reserved', identity], 'reserved', null), rule: 'RESERVED_NO_DELETE' as const })),
  )
  return [...reused, ...dropped]
}

function found(subject: string | null, path: readonly string[], before: string | null, after: string | null): Omit<Finding, 'severity'> {
  const fact = [subject ?? 'audit', ...path].join(' ')
  return { rule: 'LEVEL_NO_LOWER', subject, path, fact, before, after, example: null, at: null }
}

/** The facts of a subject without their values: `input Submit.argument`. */
function identities(subject: SubjectFacts | undefined): ReadonlySet<string> {
  if (subject === undefined) return new Set()
  const text = ({ kind, path }: Fact): string => (path.length === 0 ? kind : `${kind} ${path.map(spelled).join('.')}`)
  return new Set([...subject.alphabet.all, ...(subject.machine?.storage.all ?? []), ...subject.composition.all].map(text))
}

function heldIn(said: unknown, name: string): Held {
  const { level = 'SOURCE', stability = 'stable', reserved = [], ...foreign } = recordIn(said, name)
  const [word] = Object.keys(foreign)
  if (word !== undefined) throw new Error(`"${word}" is no part of what ${name} is held to`)
  const known = LEVELS.find((one) => one === level)
  if (known === undefined) throw new Error(`the level of ${name} is one of ${LEVELS.join(', ')}`)
  if (stability !== 'draft' && stability !== 'stable') throw new Error(`the stability of ${name} is draft or stable`)
  return { level: known, stability, reserved: textsIn(reserved, `${name}.reserved`) }
}

function recordIn(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what} is no object`)
  return value as Readonly<Record<string, unknown>>
}

function textsIn(value: unknown, what: string): readonly string[] {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) throw new Error(`${what} is no list of texts`)
  return value as readonly string[]
}
