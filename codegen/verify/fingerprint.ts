import { createHash } from 'node:crypto'

/** Short, and the same as long as its parts are: what a waiver names. */
export function fingerprintOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)
}
