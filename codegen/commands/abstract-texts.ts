import { createHash } from 'node:crypto'
import type { SubjectFacts } from '../ratchet/facts.js'
import type { Finding } from '../ratchet/finding.js'
import { tokensOf, type Token } from '../verify/refine/tokens.js'

type Subjects = ReadonlyMap<string, Pick<SubjectFacts, 'name' | 'verification'>>
/** The text of a file, from the project's root, or null. */
type Texts = (path: string) => string | null
type Found = Omit<Finding, 'severity'>

/**
 * What a refinement promises is said by the module that it names: where that says something else, so does the promise, though no
 * fact of the specs tells of it. Words of comments, and how the text is laid out, promise nothing.
 */
export function abstractTexts(
  before: { readonly subjects: Subjects; readonly file: Texts },
  after: { readonly subjects: Subjects; readonly file: Texts },
): readonly Found[] {
  return [...before.subjects.values()].flatMap(({ name, verification }) => {
    const now = after.subjects.get(name)?.verification.fields('refines')
    return [...verification.fields('refines')].flatMap(([refinement, said]): readonly Found[] => {
      const module = said.split(',')[0]!
      // Another module is told as another promise.
      if (now?.get(refinement)?.split(',')[0] !== module) return []
      const path = `tla/${module}.tla`
      const was = before.file(path)
      const change = was === null ? null : changeOf(was, after.file(path))
      if (change === null) return []
      const at = change.place === null ? null : { file: path, ...change.place }
      const fact = { subject: name, path: ['refines', refinement, module], fact: `${name} refines ${refinement} ${module}` }
      return [{ rule: 'ABSTRACT_TEXT_SAME', ...fact, before: change.before, after: change.after, example: null, at }]
    })
  })
}

interface Change {
  readonly before: string
  readonly after: string | null
  readonly place: { readonly line: number; readonly column: number } | null
}

/** Every line that says something else, on both sides, and what the texts are as a whole: leave for one change is none for others. */
function changeOf(was: string, is: string | null): Change | null {
  if (is === null) return { before: 'there', after: null, place: null }
  const [words, others] = [wordsOf(was), wordsOf(is)]
  if (hashOf(words) === hashOf(others)) return null
  const differing = differences(words, others)
  const first = differing.after[0] ?? others[Math.min(differing.at, others.length - 1)]
  const place = first === undefined ? { line: 1, column: 1 } : { line: first.line, column: first.column }
  return {
    before: `${linesOf(was, differing.before)}, in ${hashOf(words)}`,
    after: `${linesOf(is, differing.after)}, in ${hashOf(others)}`,
    place,
  }
}

type Word = Pick<Token, 'text' | 'line' | 'column'>

/** The words of each that are not in the other, in their order; `at` is where the first of them stands or would stand. */
function differences(
  was: readonly Word[],
  is: readonly Word[],
): { readonly before: readonly Word[]; readonly after: readonly Word[]; readonly at: number } {
  const [most, least] = [Math.max(was.length, is.length), Math.min(was.length, is.length)]
  const same = (n: number, m: number): boolean => was[n]!.text === is[m]!.text
  let at = 0
  while (at < least && same(at, at)) at += 1
  let tail = 0
  while (tail < least - at && same(was.length - 1 - tail, is.length - 1 - tail)) tail += 1
  const [before, after] = [was.slice(at, was.length - tail), is.slice(at, is.length - tail)]
  return most > MAX_WORDS ? { before, after, at } : { ...uncommon(before, after), at }
}

/** Beyond it all from the first difference to the last is told. */
const MAX_WORDS = 4_000

/** Without the longest row of words that both have. */
function uncommon(before: readonly Word[], after: readonly Word[]): { readonly before: readonly Word[]; readonly after: readonly Word[] } {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  const of = (n: number, m: number): number => common[n * width + m]!
  for (let n = before.length - 1; n >= 0; n -= 1) {
    for (let m = after.length - 1; m >= 0; m -= 1) {
      common[n * width + m] = before[n]!.text === after[m]!.text ? 1 + of(n + 1, m + 1) : Math.max(of(n + 1, m), of(n, m + 1))
    }
  }
  const left: { before: Word[]; after: Word[] } = { before: [], after: [] }
  let [n, m] = [0, 0]
  while (n < before.length || m < after.length) {
    if (n < before.length && m < after.length && before[n]!.text === after[m]!.text) {
      n += 1
      m += 1
    } else if (m >= after.length || (n < before.length && of(n + 1, m) >= of(n, m + 1))) {
      left.before.push(before[n]!)
      n += 1
    } else {
      left.after.push(after[m]!)
      m += 1
    }
  }
  return left
}

function hashOf(words: readonly Word[]): string {
  const texts = words.map(({ text }) => text)
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
}

/** A text that is none to read is one word: it is not told apart from another by less. */
function wordsOf(text: string): readonly Word[] {
  try {
    // A string is no name, though both have these letters.
    return tokensOf(text).map((token) => (token.kind === 'string' ? { ...token, text: JSON.stringify(token.text) } : token))
  } catch {
    return [{ text, line: 1, column: 1 }]
  }
}

function linesOf(text: string, words: readonly Word[]): string {
  const lines = text.split('\n')
  const told = [...new Set(words.map(({ line }) => line))].map((line) => `"${(lines[line - 1] ?? '').trim()}"`)
  return told.length === 0 ? 'nothing' : told.join(', ')
}
