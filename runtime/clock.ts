/**
 * Where time, ids and chance come from: the only file of the runtime that asks the machine it runs on. Tests own all three.
 */
import { randomInt, randomUUID } from 'node:crypto'

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May step back. */
  nowMs(): number
  /** Milliseconds since some moment; never steps back. For measuring how long something took. */
  elapsedMs(): number
}

export interface Ids {
  /** An id that nobody was given before, and nobody can guess. */
  next(): string
}

export interface Random {
  /** A uniform whole number from 0 to `most`, both included. */
  upTo(most: number): number
}

/** The machine's own time. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
}

/** Random UUIDs. */
export const systemIds: Ids = { next: () => randomUUID() }

/** Chance that nobody can foretell. */
export const systemRandom: Random = {
  upTo: (most) => {
    if (most < RANDOM_INT_SPAN) return randomInt(most + 1)
    // `randomInt` spans at most 2^48 - 1: larger numbers are made of two draws, and drawn again where they are too large.
    for (;;) {
      const drawn = randomInt(2 ** 21) * 2 ** 32 + randomInt(2 ** 32)
      if (drawn <= most) return drawn
    }
  },
}

const RANDOM_INT_SPAN = 2 ** 48 - 1

/** A clock that stands until it is moved. */
export interface ManualClock extends Clock {
  set(nowMs: number): void
  /** Negative steps move it back; elapsed time does not follow those. */
  advance(byMs: number): void
}

export function manualClock(startMs: number): ManualClock {
  let nowMs = startMs
  let elapsedMs = 0
  return {
    nowMs: () => nowMs,
    elapsedMs: () => elapsedMs,
    set: (toMs) => {
      elapsedMs += Math.max(0, toMs - nowMs)
      nowMs = toMs
    },
    advance: (byMs) => {
      elapsedMs += Math.max(0, byMs)
      nowMs += byMs
    },
  }
}

/** `prefix-1`, `prefix-2`, …: the same in every run of a test. */
export function countedIds(prefix: string): Ids {
  let count = 0
  return {
    next: () => {
      count += 1
      return `${prefix}-${count}`
    },
  }
}

/** Answers the numbers given, over and over, each cut to what was asked for. */
export function scriptedRandom(...numbers: readonly number[]): Random {
  let drawn = 0
  return {
    upTo: (most) => {
      const number = numbers[drawn % numbers.length] ?? 0
      drawn += 1
      return Math.min(number, most)
    },
  }
}
