import type { MachineFacts } from './facts.js'

/** One kind of promise that a change may not break. */
export interface Rule {
  readonly id: string
  /** Who breaks, and how: one sentence. */
  readonly breaks: string
  /** Both sides describe the same machine. */
  find(before: MachineFacts, after: MachineFacts): readonly Change[]
}

export interface Change {
  /** The fact within its machine, without its value: `input Submit argument`. */
  readonly fact: string
  readonly before: string | null
  readonly after: string | null
}

/** What is in `before` and no longer in `after`. */
export function gone(what: string, before: Iterable<string>, after: { has(name: string): boolean }): readonly Change[] {
  return [...before].filter((name) => !after.has(name)).map((name) => ({ fact: `${what} ${name}`, before: 'there', after: null }))
}
