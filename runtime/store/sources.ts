/** What clock, ids and chance give, judged before anything is made of it: a host's own may give anything, and what is stored must be read again. */
import type { Clock, Ids, Random } from '../clock.js'
import { StoreError } from './errors.js'

/** What the clock says, and never less than what was stored. Throws `bad_source`. */
export function instantFrom(clock: Clock, storedMs: number): number {
  const nowMs: unknown = clock.nowMs()
  if (isFrom0(nowMs, LATEST_MS)) return Math.max(nowMs, storedMs)
  throw badSource('clock', 'nowMs', `milliseconds since 1970, a whole number from 0 to ${LATEST_MS}`, nowMs)
}

/** Throws `bad_source`. */
export function idFrom(ids: Ids): string {
  const id: unknown = ids.next()
  if (typeof id === 'string' && id !== '' && id.isWellFormed()) return id
  throw badSource('ids', 'next', 'a text', id)
}

/** Throws `bad_source`. */
export function numberFrom(random: Random, most: number): number {
  const number: unknown = random.upTo(most)
  if (isFrom0(number, most)) return number
  throw badSource('random', 'upTo', `a whole number from 0 to ${most}`, number)
}

/** The last instant that has a date, in the year 275760. What is reckoned from it is counted exactly, too. */
const LATEST_MS = 8_640_000_000_000_000

function isFrom0(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most
}

function badSource(source: 'clock' | 'ids' | 'random', method: string, needed: string, given: unknown): StoreError {
  const said = typeof given === 'number' ? String(given) : `a ${typeof given}`
  return new StoreError('bad_source', `\`${source}.${method}()\` is to answer ${needed}, and answered ${said}. Nothing was written.`, {
    source,
    given: said,
  })
}
