/** What is wrong is said first and where it stands; what is only wrong because of it is counted, and not listed. */
import { describe, expect, test } from 'vitest'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { readText, spec } from './spec.js'

const PUT = { put: 'when: (s) => s.total > 0, update: (s, i) => ({ total: s.total + i.count, last: i.itemId })' }
const sound = spec(PUT)

function faultsOf(texts: Readonly<Record<string, string>>): string[] {
  return readFrom(filesInMemory(texts)).diagnostics.map(formatDiagnostic)
}

test('what the faults below are made of has none', () => {
  expect(readText(sound).faults).toEqual([])
})

describe('a word of the vocabulary that is not imported', () => {
  test('is the one fault, at its first use, with the import', () => {
    for (const [word, at] of [
      ['nat', '3:15'],
      ['machine', '6:22'],
      ['option', '13:32'],
    ] as const) {
      const text = sound.replace(new RegExp(`(import \\{.*?) ${word},`), '$1')
      expect(readText(text).faults).toEqual([
        `specs/machines/shelf.ts:${at}  UNKNOWN_NAME  "${word}" is not imported.  import { ${word} } from 'pawl/spec'`,
      ])
    }
  })

  test('hides nothing else, since it is known what it means', () => {
    const text = spec({ put: 'when: (s) => s.totl > 0' }).replace(' nat,', '')
    expect(readText(text).faults).toEqual([expect.stringContaining('"nat" is not imported'), expect.stringContaining('"totl"')])
  })
})

const WORDS = "import { id, nat } from 'pawl/spec'\nexport const Count = nat('Count')\nexport const Own = id('Own')\n"
const using = (line: string) => sound.replace("const Count = nat('Count')", line)

test('a name that another spec exports and nobody imports is one fault, with the import', () => {
  const more = { 'specs/words.ts': WORDS }
  const { faults } = readText(using("import { Own } from '../words.js'"), more)
  expect(faults).toEqual([`specs/machines/shelf.ts:13:19  UNKNOWN_NAME  "Count" is not imported.  import { Count } from '../words.js'`])
})

test('a module that is not there is said at its import, first, with one that is called nearly so; what follows is counted', () => {
  const texts = { 'specs/machines/shelf.ts': using("import { Count } from '../word.js'"), 'specs/words.ts': WORDS }
  const [first, ...others] = faultsOf(texts)
  expect(first).toMatch(
    /^specs\/machines\/shelf\.ts:3:23 {2}IMPORT_NOT_FOUND {2}There is no file "specs\/word\.ts"\. {2}import … from '\.\.\/words\.js'\n {4}\(\d+ more faults that may come of what is listed are not shown until that is mended\)$/,
  )
  expect(others).toEqual([])
})

test('a name that is not exported is said at its import, though nothing uses it', () => {
  const { faults } = readText(sound.replace('const ItemId', "import { Lost } from '../words.js'\nconst ItemId"), {
    'specs/words.ts': WORDS,
  })
  expect(faults).toEqual([
    'specs/machines/shelf.ts:2:10  UNKNOWN_NAME  specs/words.ts exports no "Lost".  export it there, or import what is exported',
  ])
})

test('an import of a type without the word `type` is no fault', () => {
  const more = { 'specs/words.ts': `${WORDS}export interface Shape { a: string }\n` }
  expect(readText(sound.replace('const ItemId', "import { Shape } from '../words.js'\nconst ItemId"), more).faults).toEqual([])
})

test('a file that does not parse is the one fault of those that import it', () => {
  const [first, ...others] = faultsOf({
    'specs/machines/shelf.ts': using("import { Count } from '../words.js'"),
    'specs/words.ts': `${WORDS}export const = 3\n`,
  })
  expect(first).toContain('specs/words.ts:4:14  SYNTAX  ')
  expect(others.filter((one) => !one.includes('  SYNTAX  '))).toEqual([])
})

test('a name that is declared twice stands first, and what its other meaning breaks is counted', () => {
  for (const text of [
    using("const Count = nat('Count')\nconst Count = id('Other')"),
    spec({ ...PUT, state: 'total: id("X"), total: Count, last: option(ItemId)' }),
  ]) {
    const [first, ...others] = readText(text).faults
    expect(first).toMatch(/DUPLICATE_NAME .* declared twice.*\n {4}\(\d+ more faults? that may come/)
    expect(others).toEqual([])
  }
})

test('a field whose type is not read is not missed where it is used, and every other is', () => {
  const { faults } = readText(
    spec({ put: 'when: (s) => s.total > 0 && s.totl > 0 && s.last !== null', state: 'total: 3, last: option(ItemId)' }),
  )
  expect(faults.map((fault) => fault.split('  ')[1])).toEqual(['UNKNOWN_TYPE', 'UNKNOWN_FIELD'])
  expect(faults.join('\n')).toContain('no field "totl"')
})

test('files that hand a name round in a circle give it no meaning, and that is said', () => {
  const faults = faultsOf({
    'specs/machines/shelf.ts': using("import { Count } from '../a.js'"),
    'specs/a.ts': "export { Count } from './b.js'\n",
    'specs/b.ts': "export { Count } from './a.js'\n",
  })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain('specs/machines/shelf.ts:3:10  UNKNOWN_NAME  specs/a.ts exports no "Count".')
})

test('a constant that is made of itself is a fault', () => {
  expect(readText(using('const Count = Count')).faults.join('\n')).toContain('"Count"')
})

test('phases, inputs and transitions that are no list and no object are the one fault', () => {
  for (const [parts, fault] of [
    [{ ...PUT, phases: "'Open'" }, 'A list is needed here.'],
    [{ ...PUT, phases: '[3, null]' }, 'A text is needed here.'],
    [{ ...PUT, inputs: '...[]' }, 'An object is needed here.'],
  ] as const) {
    const faults = readText(spec(parts)).faults
    expect(faults.filter((one) => !one.includes(fault))).toEqual([])
    expect(faults[0]).toMatch(/\n {4}\(\d+ more faults? that may come/)
  }
})

test('a file that imports itself, and files that only import one another, serve no spec', () => {
  const without = (texts: Readonly<Record<string, string>>) =>
    readFrom(filesInMemory(texts)).diagnostics.map(({ code, at }) => `${at.file} ${code}`)
  expect(without({ 'specs/machines/a.ts': "import './a.js'\n" })).toEqual(['specs/machines/a.ts FILE_WITHOUT_MACHINE'])
  const circle = {
    'specs/machines/a.ts': "import { B } from './b.js'\nexport const A = B\n",
    'specs/machines/b.ts': "import { A } from './a.js'\nexport const B = A\n",
  }
  expect(without(circle)).toEqual(['specs/machines/a.ts FILE_WITHOUT_MACHINE', 'specs/machines/b.ts FILE_WITHOUT_MACHINE'])
})
