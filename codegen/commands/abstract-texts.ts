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

/** The first line that says something else, on both sides. */
function changeOf(was: string, is: string | null): Change | null {
  if (is === null) return { before: 'there', after: null, place: null }
  const [words, others] = [wordsOf(was), wordsOf(is)]
  const at = words.findIndex(({ text }, n) => text !== others[n]?.text)
  const first = at < 0 && others.length > words.length ? words.length : at
  if (first < 0) return null
  const [here, there] = [words[first] ?? words.at(-1), others[first] ?? others.at(-1)]
  const place = there === undefined ? { line: 1, column: 1 } : { line: there.line, column: there.column }
  return { before: lineOf(was, here), after: lineOf(is, there), place }
}

/** A text that is none to read is one word: it is not told apart from another by less. */
function wordsOf(text: string): readonly Pick<Token, 'text' | 'line' | 'column'>[] {
  try {
    return tokensOf(text)
  } catch {
    return [{ text, line: 1, column: 1 }]
  }
}

function lineOf(text: string, at: { readonly line: number } | undefined): string {
  return (text.split('\n')[(at?.line ?? 1) - 1] ?? '').trim()
}
