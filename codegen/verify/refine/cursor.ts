import { TlaFault } from './fault.js'
import type { Token } from './tokens.js'

/** Where the reading of a module stands. */
export interface Cursor {
  readonly tokens: readonly Token[]
  at: number
  /** The columns of the bullets of the lists that are open: what does not stand to the right of the last one is not part of its item. */
  readonly bullets: number[]
}

/** The next token, or a stop where the item of a list ends. */
export function peek(cursor: Cursor, ahead = 0): Token {
  const token = cursor.tokens[Math.min(cursor.at + ahead, cursor.tokens.length - 1)]!
  const bullet = cursor.bullets.at(-1)
  return bullet !== undefined && token.column <= bullet && token.kind !== 'stop' ? { ...token, kind: 'stop' } : token
}

export function take(cursor: Cursor): Token {
  const token = peek(cursor)
  if (token.kind !== 'stop') cursor.at += 1
  return token
}

export function isNext(cursor: Cursor, text: string, ahead = 0): boolean {
  const token = peek(cursor, ahead)
  return (token.kind === 'symbol' || token.kind === 'word') && token.text === text
}

export function taken(cursor: Cursor, text: string): boolean {
  if (!isNext(cursor, text)) return false
  cursor.at += 1
  return true
}

export function expect(cursor: Cursor, text: string, where: string): Token {
  if (!isNext(cursor, text)) throw unexpected(cursor, `"${text}" ${where}`)
  return take(cursor)
}

/** Words that name nothing. */
const KEYWORDS = new Set(
  (
    'ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE IF IN INSTANCE LAMBDA LET ' +
    'LOCAL MODULE OTHER PROOF RECURSIVE SF_ STRING SUBSET THEN THEOREM TRUE UNCHANGED UNION VARIABLE VARIABLES WF_ WITH'
  ).split(' '),
)

export function isName({ kind, text }: Token): boolean {
  return kind === 'word' && !KEYWORDS.has(text) && !/^(?:WF_|SF_|_)/.test(text)
}

export function nameNext(cursor: Cursor, what: string): Token {
  const token = peek(cursor)
  if (!isName(token)) throw unexpected(cursor, what)
  return take(cursor)
}

export function unexpected(cursor: Cursor, due: string): TlaFault {
  const token = peek(cursor)
  const real = cursor.tokens[Math.min(cursor.at, cursor.tokens.length - 1)]!
  const found =
    token.kind !== 'stop'
      ? `"${token.text}"`
      : real.kind === 'stop'
        ? real.text
        : `the end of a list's item ("${real.text}" is not right of its bullet)`
  return new TlaFault(token, `${due} is due, not ${found}`)
}
