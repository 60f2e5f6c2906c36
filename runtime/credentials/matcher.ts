/**
 * Finds secret values in what is said, whole or piece by piece, and puts a placeholder in their place. The values stay inside: nothing
 * here gives one back.
 */
import { inspect } from 'node:util'
import { formsOf, MIN_SECRET_BYTES } from './forms.js'

/** What stands where a secret stood. */
export const PLACEHOLDER = '[secret]'

/** How what is said is made fit to be kept. */
export interface Redaction {
  /** The same text where nothing is found. */
  text(text: string): string
  /** For what comes in pieces: a value that lies across them is found too. */
  stream(): Redacting
}

export interface Matcher extends Redaction {
  /** Whether any form of a value stands in the text. */
  isIn(text: string): boolean
  /** One that also looks for these. */
  and(values: Iterable<string>): Matcher
}

/** Of one stream: bytes of UTF-8, in the order in which they come. */
export interface Redacting {
  /** What can be said by now. So much is kept back as may be the beginning of a value. */
  push(piece: Buffer): Buffer
  /** The rest. A value that was cut off after its eighth byte is taken for one. */
  end(): Buffer
}

export function matcherOf(values: Iterable<string>): Matcher {
  return matcherOver(indexOf([...values].flatMap(formsOf)))
}

/**
 * What a process of its own looks for that keeps what a command says while nobody else is there. For the process runner alone, which hands
 * it over a pipe: nothing else of the runtime sees a value that a matcher has.
 */
export function textsOf(redaction: Redaction): readonly string[] {
  return (indexes.get(redaction)?.needles ?? []).map((needle) => needle.toString())
}

const indexes = new WeakMap<Redaction, Index>()

function matcherOver(index: Index): Matcher {
  const matcher: Matcher = Object.freeze({
    isIn: (text: string) => index.needles.length > 0 && rangesIn(index, Buffer.from(text)).length > 0,
    text: (text: string) => redactedText(index, text),
    stream: () => streamOf(index),
    and(values: Iterable<string>) {
      const more = [...values].flatMap(formsOf).filter((form) => lengthAt(index, form, 0, hashAt(form, 0)) !== form.length)
      return matcherOver(more.length === 0 ? index : indexOf([...index.needles, ...more]))
    },
    [inspect.custom]: () => `Matcher (${index.needles.length} forms)`,
  })
  indexes.set(matcher, index)
  return matcher
}

/** Each needle under the hash of its first bytes, the longest first. */
interface Index {
  readonly needles: readonly Buffer[]
  readonly byHash: ReadonlyMap<number, readonly Buffer[]>
  /** A bit for each hash, so that nearly every place is passed without a look-up. */
  readonly bits: Uint8Array
  /** What is shorter than a hash reaches, and begins a needle; in latin1. */
  readonly beginnings: ReadonlySet<string>
  readonly longest: number
}

function indexOf(needles: readonly Buffer[]): Index {
  const byHash = new Map<number, Buffer[]>()
  const bits = new Uint8Array(BITS / 8)
  const beginnings = new Set<string>()
  for (const needle of needles) {
    const hash = hashAt(needle, 0)
    const same = byHash.get(hash)
    if (same === undefined) byHash.set(hash, [needle])
    else same.push(needle)
    bits[(hash & (BITS - 1)) >> 3]! |= 1 << (hash & 7)
    for (let length = 1; length < WINDOW; length += 1) beginnings.add(needle.toString('latin1', 0, length))
  }
  for (const same of byHash.values()) same.sort((a, b) => b.length - a.length)
  return { needles, byHash, bits, beginnings, longest: needles.reduce((most, { length }) => Math.max(most, length), 0) }
}

const WINDOW = MIN_SECRET_BYTES
const BITS = 2 ** 18
const BASE = 0x01000193
/** What the first byte of a window counts. */
const TOP = Array.from({ length: WINDOW - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1)

function hashAt(bytes: Buffer, at: number): number {
  let hash = 0
  for (let n = at; n < at + WINDOW; n += 1) hash = (Math.imul(hash, BASE) + bytes[n]!) | 0
  return hash
}

function nextHash(bytes: Buffer, at: number, hash: number): number {
  return (Math.imul((hash - Math.imul(bytes[at]!, TOP)) | 0, BASE) + bytes[at + WINDOW]!) | 0
}

function mayBegin({ bits }: Index, hash: number): boolean {
  return (bits[(hash & (BITS - 1)) >> 3]! & (1 << (hash & 7))) !== 0
}

/** The length of the longest needle that stands there; 0 for none. */
function lengthAt(index: Index, bytes: Buffer, at: number, hash: number): number {
  if (!mayBegin(index, hash)) return 0
  const found = index.byHash.get(hash)?.find((needle) => stands(needle, bytes, at, needle.length))
  return found === undefined ? 0 : found.length
}

function stands(needle: Buffer, bytes: Buffer, at: number, length: number): boolean {
  return at + length <= bytes.length && needle.compare(bytes, at, at + length, 0, length) === 0
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Where needles stand, those that overlap or touch as one. */
function rangesIn(index: Index, bytes: Buffer): readonly Range[] {
  const ranges: Range[] = []
  if (bytes.length < WINDOW) return ranges
  let hash = hashAt(bytes, 0)
  for (let at = 0; ; at += 1) {
    const length = lengthAt(index, bytes, at, hash)
    const last = ranges.at(-1)
    if (length > 0 && last !== undefined && at <= last.end) ranges[ranges.length - 1] = { ...last, end: Math.max(last.end, at + length) }
    else if (length > 0) ranges.push({ start: at, end: at + length })
    if (at + WINDOW >= bytes.length) return ranges
    hash = nextHash(bytes, at, hash)
  }
}

function redactedText(index: Index, text: string): string {
  if (index.needles.length === 0) return text
  const bytes = Buffer.from(text)
  const ranges = rangesIn(index, bytes)
  if (ranges.length === 0) return text
  const pieces: Buffer[] = []
  let at = 0
  for (const { start, end } of ranges) {
    pieces.push(bytes.subarray(at, start), Buffer.from(PLACEHOLDER))
    at = end
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]).toString()
}

function streamOf(index: Index): Redacting {
  let kept: Buffer = Buffer.alloc(0)
  /** So many of the kept bytes are told already, by the placeholder that was said last. */
  let told = 0

  /** Says what lies before `until`. What is kept of a range keeps its place, and gets no second placeholder. */
  const sayUntil = (bytes: Buffer, ranges: readonly Range[], until: number): Buffer => {
    const pieces: Buffer[] = []
    let at = told
    for (const { start, end } of ranges) {
      if (start >= until) break
      if (told === 0 || start > at) pieces.push(bytes.subarray(at, start), Buffer.from(PLACEHOLDER))
      at = Math.max(at, end)
    }
    if (at < until) pieces.push(bytes.subarray(at, until))
    kept = bytes.subarray(until)
    told = Math.max(0, at - until)
    return Buffer.concat(pieces)
  }

  return {
    push(piece) {
      if (index.needles.length === 0) return piece
      const bytes = Buffer.concat([kept, piece])
      return sayUntil(bytes, rangesIn(index, bytes), beginningIn(index, bytes))
    },
    end() {
      const bytes = kept
      const cutAt = beginningIn(index, bytes)
      const cut: Range = { start: cutAt, end: bytes.length }
      const isCut = cut.end - cut.start >= WINDOW
      return sayUntil(
        bytes,
        [...rangesIn(index, bytes).filter(({ start }) => !isCut || start < cutAt), ...(isCut ? [cut] : [])],
        bytes.length,
      )
    },
  }
}

/** The first place from which all that follows is the beginning of a longer needle; the end where there is none. */
function beginningIn(index: Index, bytes: Buffer): number {
  for (let at = Math.max(0, bytes.length - index.longest + 1); at < bytes.length; at += 1) {
    const length = bytes.length - at
    if (length < WINDOW ? index.beginnings.has(bytes.toString('latin1', at)) : isBeginning(index, bytes, at, length)) return at
  }
  return bytes.length
}

function isBeginning(index: Index, bytes: Buffer, at: number, length: number): boolean {
  const hash = hashAt(bytes, at)
  if (!mayBegin(index, hash)) return false
  return (index.byHash.get(hash) ?? []).some((needle) => needle.length > length && stands(needle, bytes, at, length))
}

/** Looks for nothing. */
export const NO_SECRETS = matcherOf([])
