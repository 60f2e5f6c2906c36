/** Each token of a composition says something: what is edited is seen, as a fault or in the IR, and nothing makes the reader throw. */
import { expect, test } from 'vitest'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { BOX, composition, SHELF } from '../fixtures/composition-text.js'
import { withoutPositions } from './spec.js'

const TEXT = composition({
  top: 'const isFull = (b) => b.count > 1',
  environment:
    "put: drive({ to: Shelf, input: 'Put', only: { count: [0, 1], atMs: 0 } }), clear: drive({ to: Box, input: 'Clear', on: ['open'] })",
  more: `history: { puts: history({ of: Shelf, fields: { puts: nat('Count'), late: bool }, after: (s, next, i) => ({ puts: i.type === 'Put' ? s.puts + 1 : s.puts, late: s.late || next.phase === 'Closed' }) }) },
  always: { few: (c) => c.Box.every((b, at) => !isFull(b) || c.Box.get(at)!.count === 2), step: (c, next) => c.Shelf.every((s, at) => next.Shelf.get(at)!.puts >= s.puts) },
  reachable: { full: (c) => c.Box.some((b) => isFull(b)), sent: (c) => c.outbox.store.some((m) => m.from.row === 0 && m.effect.count > 0) },
  eventually: { filled: { each: 'Box', from: (c, at) => c.Box.has(at), to: (c, at) => c.Box.get(at)!.count > 0, fair: ['put', 'deliver.store'], strong: ['acknowledge.store'] } },
  refines: { heap: { abstract: 'Heap', map: { boxes: (c) => c.Box.map((b, at) => ({ of: at.boxId, count: b.count })) } } },`,
})

function readAs(text: string) {
  return readFrom(filesInMemory({ 'specs/machines/shelf.ts': SHELF, 'specs/machines/box.ts': BOX, 'specs/compositions/handoff.ts': text }))
}

/** The IR without the author's words, which an edit of a space changes too. */
function meaning(text: string): string {
  return JSON.stringify(withoutPositions(readAs(text).catalog), (name, part: unknown) =>
    name === 'source' || name === 'uses' ? undefined : part,
  )
}

const start = TEXT.indexOf('  machines: [')
const tokens = [...TEXT.matchAll(/'[^'\n]*'|\w+|=>|[=!]==|>=|<=|&&|\|\||\.\.\.|[^\w\s]/g)].filter(({ index }) => index >= start)

test('a token that is left out or misspelt is seen', () => {
  expect(readAs(TEXT).diagnostics).toEqual([])
  const whole = meaning(TEXT)
  const unseen: string[] = []
  for (const [n, { 0: token, index }] of tokens.entries()) {
    if (n % 7 !== 0 || token === ',') continue
    for (const other of /^['\w]/.test(token) ? ['', token.replace(/\w+/, 'zzz')] : ['']) {
      const edited = TEXT.slice(0, index) + other + TEXT.slice(index + token.length)
      if (readAs(edited).diagnostics.length === 0 && meaning(edited) === whole)
        unseen.push(`${TEXT.slice(index - 30, index)}[${token} -> ${other}]`)
    }
  }
  expect(unseen).toEqual([])
})

test('a token in the place of another makes no reader throw', () => {
  for (const [n, { 0: token, index }] of tokens.entries()) {
    if (n % 5 !== 0) continue
    const other = tokens[(n * 7) % tokens.length]![0]
    const { catalog, diagnostics } = readAs(TEXT.slice(0, index) + other + TEXT.slice(index + token.length))
    if (diagnostics.length === 0) expect(catalog.compositions).toHaveLength(1)
  }
})
