/**
 * `ratchets/measured.txt`: what `check --record` and `mutate --record` saw, a fact a line like the others, sorted. Each item
 * carries the hash of its IR, so that figures which tell of another version are known for that.
 *
 *     DetachedJob checked ci: 1f0c…          the hash of what was checked
 *     DetachedJob states ci: 1675
 *     DetachedJob complete ci: yes           every state was looked into
 *     DetachedJob limit ci.Fence: 42         answers that were `exhausted` because of the domain
 *     DetachedJob cases ci.leases_only_grow: 9120
 *     DetachedJob mutated: 1f0c…
 *     DetachedJob mutants: 41 of 43          killed, of those that were judged
 */
import { createHash } from 'node:crypto'
import type { Catalog, Named } from '../ir.js'
import { parseFacts, spelled, type Fact } from './facts.js'

export const MEASURED = 'ratchets/measured.txt'

/** Of one machine or composition. */
export interface CheckMeasures {
  readonly name: string
  readonly bounds: 'ci' | 'deep'
  readonly states: number
  readonly complete: boolean
  readonly limitsReached: Readonly<Record<string, number>>
  readonly properties: readonly { readonly name: string; readonly cases: number }[]
}

export interface MutantMeasures {
  readonly name: string
  readonly killed: number
  /** Without those that are known to be equivalent. */
  readonly judged: number
}

/** The file's new text: what was measured before of the same items and bounds is replaced, and what the catalog no longer has falls. */
export function recordChecks(text: string, measures: readonly CheckMeasures[], catalog: Catalog): string {
  const replaced = (fact: Fact): boolean =>
    !MUTANT_KINDS.includes(fact.kind) && measures.some(({ name, bounds }) => fact.subject === name && fact.path[0] === bounds)
  return recorded(text, { catalog, replaced, lines: measures.flatMap((one) => linesOf(one, catalog)) })
}

/** Lines that stand in the file of what was measured just now, of the same version, and say something else; null where none stands. */
export interface Otherwise {
  readonly recorded: string | null
  readonly measured: string | null
}

/** Figures are as good as the file that they stand in, which anybody may edit: whoever measures again holds them against it. */
export function measuredOtherwise(text: string, measures: CheckMeasures, catalog: Catalog): readonly Otherwise[] {
  const made = linesOf(measures, catalog)
  const [checked] = made
  const known = text.split('\n').filter((one) => {
    const [fact] = parseFacts(one)
    return fact?.subject === measures.name && !MUTANT_KINDS.includes(fact.kind) && fact.path[0] === measures.bounds
  })
  if (checked === undefined || !known.includes(checked)) return []
  const [gone, more] = [known.filter((one) => !made.includes(one)), made.filter((one) => !known.includes(one))]
  const isSame = (one: string, other: string): boolean => factOf(one) === factOf(other)
  return [
    ...gone.map((one): Otherwise => ({ recorded: one, measured: more.find((other) => isSame(one, other)) ?? null })),
    ...more.filter((one) => !gone.some((other) => isSame(one, other))).map((one): Otherwise => ({ recorded: null, measured: one })),
  ]
}

function linesOf({ name, bounds, states, complete, limitsReached, properties }: CheckMeasures, catalog: Catalog): readonly string[] {
  return [
    line(name, 'checked', [bounds], hashIn(catalog, name)),
    line(name, 'states', [bounds], String(states)),
    line(name, 'complete', [bounds], complete ? 'yes' : 'no'),
    ...Object.entries(limitsReached).map(([domain, count]) => line(name, 'limit', [bounds, domain], String(count))),
    ...properties.map((property) => line(name, 'cases', [bounds, property.name], String(property.cases))),
  ]
}

/** A line without its value. */
function factOf(one: string): string {
  return JSON.stringify(parseFacts(one).map(({ subject, kind, path }) => [subject, kind, path]))
}

export function recordMutants(text: string, measures: readonly MutantMeasures[], catalog: Catalog): string {
  const replaced = (fact: Fact): boolean => MUTANT_KINDS.includes(fact.kind) && measures.some(({ name }) => name === fact.subject)
  const lines = measures.flatMap(({ name, killed, judged }) => [
    line(name, 'mutated', [], hashIn(catalog, name)),
    line(name, 'mutants', [], `${killed} of ${judged}`),
  ])
  return recorded(text, { catalog, replaced, lines })
}

/** Of all that a figure depends on: the item, and for a composition its machines too. Words, positions and the order of promises do not count. */
export function irHash(catalog: Catalog, name: string): string | null {
  const machine = catalog.machines.find((one) => one.name === name)
  const composition = catalog.compositions.find((one) => one.name === name)
  if (machine === undefined && composition === undefined) return null
  const parts = composition === undefined ? [] : catalog.machines.filter((one) => composition.machines.includes(one.name))
  const text = JSON.stringify([machine, composition, parts], (key, value: unknown) => {
    if (NOT_COUNTING.has(key)) return undefined
    return UNORDERED.has(key) && Array.isArray(value) ? unordered(value as readonly Named[]) : value
  })
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const MUTANT_KINDS: readonly string[] = ['mutated', 'mutants']
const NOT_COUNTING: ReadonlySet<string> = new Set(['at', 'doc'])
/** Promises, and functions, which stand in the order in which they are first called. */
const UNORDERED: ReadonlySet<string> = new Set(['always', 'reachable', 'eventually', 'refines', 'history', 'functions'])
/** What a promise is written as, and what it leans on, are words for what it means. */
const WORDS: ReadonlySet<string> = new Set([...NOT_COUNTING, 'source', 'uses'])

function unordered(promises: readonly Named[]): readonly string[] {
  return [...promises]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((promise) => JSON.stringify(promise, (key, value: unknown) => (WORDS.has(key) ? undefined : value)))
}

function recorded(
  text: string,
  {
    catalog,
    replaced,
    lines,
  }: { readonly catalog: Catalog; readonly replaced: (fact: Fact) => boolean; readonly lines: readonly string[] },
): string {
  const known = new Set([...catalog.machines, ...catalog.compositions].map(({ name }) => name))
  const kept = text.split('\n').filter((one) => {
    const [fact] = parseFacts(one)
    return fact !== undefined && known.has(fact.subject) && !replaced(fact)
  })
  return [...new Set([...kept, ...lines])]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((one) => `${one}\n`)
    .join('')
}

function hashIn(catalog: Catalog, name: string): string {
  const hash = irHash(catalog, name)
  if (hash === null) throw new Error(`"${name}" was measured, and the catalog has no such machine or composition`)
  return hash
}

function line(subject: string, kind: string, path: readonly string[], value: string): string {
  const where = path.length === 0 ? '' : ` ${path.map(spelled).join('.')}`
  return `${spelled(subject)} ${kind}${where}: ${value}`
}
