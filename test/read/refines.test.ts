/** `refines`: a hand-written module of TLA+, and each of its variables as a function of the state. */
import { describe, expect, test } from 'vitest'
import { check } from '../../codegen/check/index.js'
import { emitContract } from '../../codegen/emit/contract.js'
import { emitFacts } from '../../codegen/emit/facts.js'
import { explanations } from '../../codegen/report/explanation.js'
import { readSound, readText, spec, type SpecParts } from './spec.js'

const refining = (refines: string, parts: SpecParts = {}): string => spec(parts).replace('  model:', `  refines: ${refines},\n  model:`)
const mapping = (map: string): string => `{ promised: { abstract: 'Heap', map: ${map} } }`

/** Scans a table, shares a function, and answers with values of several kinds. */
const WHOLE = refining(
  `{
    /** Nothing is lost. */
    promised: {
      abstract: 'ExactlyOnce',
      map: {
        count: ({ items }) => items.count((row) => row.fresh),
        isFull: (s) => full(s),
        last: (s) => s.last,
        step: (s) => (s.total === 0 ? 'empty' : 'filled'),
        kept: (s) => s.items,
        zero: () => 0,
      },
    },
  }`,
  { top: 'const full = (s) => s.items.size >= 2 && s.total > 0' },
)

test('each variable is an expression over the state, which may look at whole tables', () => {
  const machine = readSound(WHOLE)
  const [promised] = machine.refines
  expect(promised).toMatchObject({ name: 'promised', doc: 'Nothing is lost.', abstract: 'ExactlyOnce', at: { line: 22, column: 5 } })
  expect(promised!.map.map(({ name, value }) => [name, value.kind, value.type.kind])).toEqual([
    ['count', 'count', 'number'],
    ['isFull', 'call', 'bool'],
    ['last', 'field', 'option'],
    ['step', 'if', 'oneOf'],
    ['kept', 'field', 'table'],
    ['zero', 'literal', 'number'],
  ])
})

test('a machine that refines nothing says so', () => {
  expect(readSound({}).refines).toEqual([])
})

test('a function that only a refinement uses is used', () => {
  const faults = (text: string) => check({ machines: [readSound(text)], compositions: [] }).map(({ code }) => code)
  expect(readSound(WHOLE).functions.map(({ name }) => name)).toEqual(['full'])
  expect(faults(WHOLE)).not.toContain('FUNCTION_UNUSED')
})

test('it is a fact, stands in the contract, and is explained', () => {
  const machine = readSound(WHOLE)
  const catalog = { machines: [machine], compositions: [] }
  const facts = emitFacts(catalog).find(({ path }) => path === 'ratchets/verification.txt')!.text
  expect(facts.split('\n').filter((line) => line.startsWith('Shelf refines'))).toEqual([
    'Shelf refines promised: ExactlyOnce',
    'Shelf refinesBy promised.count: "({ items }) => items.count((row) => row.fresh)"',
    'Shelf refinesBy promised.isFull: "(s) => full(s)"',
    'Shelf refinesBy promised.kept: "(s) => s.items"',
    'Shelf refinesBy promised.last: "(s) => s.last"',
    "Shelf refinesBy promised.step: \"(s) => (s.total === 0 ? 'empty' : 'filled')\"",
    'Shelf refinesBy promised.zero: "() => 0"',
  ])
  expect(emitContract(machine).text).toContain(
    '- Refines `ExactlyOnce`: `promised`: Nothing is lost.; by `count`, `isFull`, `last`, `step`, `kept`, `zero`\n',
  )
  expect(explanations(catalog, 'Shelf')[0]).toContain('  refines\n    promised: ExactlyOnce by count = ')
})

describe('what is wrong has its position, here behind the mark', () => {
  test.each([
    ['an unknown member', "{ promised: { abstract: 'Heap', map: { a: (s) => s.total }, ▸by: 1 } }", 'UNKNOWN_PART'],
    ['no module', '{ promised: ▸{ map: { a: (s) => s.total } } }', 'MISSING_PART'],
    ['no map', "{ promised: ▸{ abstract: 'Heap' } }", 'MISSING_PART'],
    ['no definition', '{ promised: ▸1 }', 'NOT_CONSTANT'],
    ['a module that is no text', '{ promised: { abstract: ▸1, map: { a: (s) => s.total } } }', 'NOT_CONSTANT'],
    ['a module that TLA+ cannot name', "{ promised: { abstract: ▸'a-b', map: { a: (s) => s.total } } }", 'NAME_FORM'],
    ['an empty map', mapping('▸{}'), 'MISSING_PART'],
    ['a map that is no object', mapping('▸(s) => s.total'), 'NOT_CONSTANT'],
    ['a value that is no function', mapping('{ a: ▸1, b: (s) => s.total }'), 'FUNCTION_FORM'],
    ['a function of more than the state', mapping('{ a: ▸(s, next) => next.total }'), 'FUNCTION_FORM'],
    ['a variable that TLA+ cannot name', mapping("{ ▸'a b': (s) => s.total }"), 'NAME_FORM'],
    ['one variable twice', mapping('{ a: (s) => s.total, ▸a: (s) => s.last }'), 'DUPLICATE_NAME'],
    ['a field that the state does not have', mapping('{ a: (s) => s.▸totl }'), 'UNKNOWN_FIELD'],
    ['a read that may be undefined', mapping('{ a: (s) => ▸s.items.get(s.last!)?.count }'), 'OPTIONAL_READ_ESCAPES'],
  ])('%s', (_, refines, code) => {
    const marked = refining(refines)
    const before = marked.slice(0, marked.indexOf('▸')).split('\n')
    const at = `specs/machines/shelf.ts:${before.length}:${before.at(-1)!.length + 1}`
    expect(readText(marked.replace('▸', '')).faults).toEqual([expect.stringMatching(`^${at}  ${code}  `)])
  })
})
