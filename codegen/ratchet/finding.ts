import { createHash } from 'node:crypto'

/** A promise that would be broken. */
export interface Finding {
  readonly rule: string
  /** The fact, without its value: `DetachedJob input Submit argument`. */
  readonly fact: string
  /** What was promised of it, or null where nothing was. */
  readonly before: string | null
  readonly after: string | null
}

/** Names one change of one fact under one rule; a waiver for it excuses nothing else. */
export function fingerprintOf({ rule, fact, before, after }: Finding): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, fact, before, after]))
    .digest('hex')
    .slice(0, 16)
}
