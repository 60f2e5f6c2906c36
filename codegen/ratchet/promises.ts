/** A promise that both sides make, held against the other by what it means where both say that, and by its text where one does not. */
import type { Said } from './facts.js'
import type { Change } from './rule.js'

export interface Promised {
  /** What is told of it. */
  readonly path: readonly string[]
  /** The path of the fact that says what it means. */
  readonly means: readonly string[]
  readonly was: string | null
  readonly now: string | null
}

export function differing({ path, means, was, now }: Promised, before: Said, after: Said): readonly Change[] {
  const [meant, other] = [meaningIn(before, means), meaningIn(after, means)]
  if (was === null || now === null || meant === null || other === null) return was === now ? [] : [{ path, before: was, after: now }]
  if (meant.hash === other.hash) return []
  const [texts, others] = [before.fields('where'), after.fields('where')]
  const uses = meant.by.filter((name) => other.by.includes(name) && texts.get(name) !== others.get(name))
  const said = (text: string, { hash }: Meaning, where: ReadonlyMap<string, string>): string =>
    [text, ...uses.map((name) => `where ${name} is ${where.get(name)}`), `meaning ${hash}`].join(', ')
  return [{ path, before: said(was, meant, texts), after: said(now, other, others), ...(uses.length > 0 && { uses }) }]
}

interface Meaning {
  readonly hash: string
  /** The functions and constants that it leans on. */
  readonly by: readonly string[]
}

/** `HASH by NAME, NAME` */
function meaningIn(said: Said, path: readonly string[]): Meaning | null {
  const value = said.byPath('means').get(JSON.stringify(['means', ...path]))
  if (value === undefined) return null
  const { hash, by } = /^(?<hash>[0-9a-f]+)(?: by (?<by>.+))?$/u.exec(value)?.groups ?? {}
  if (hash === undefined) throw new Error(`no fact of what a promise means: ${value}`)
  const names = (by ?? '').match(/"(?:[^"\\]|\\.)*"|[^\s,]+/gu) ?? []
  return { hash, by: names.map((name) => (name.startsWith('"') ? (JSON.parse(name) as string) : name)) }
}
