/** `refines`: a hand-written module of TLA+, and each of its variables as a function of the state. */
import { describe, expect, test } from 'vitest'
import { check } from '../../codegen/check/index.js'
import { emitContract } from '../../codegen/emit/contract.js'
import { emitFacts } from '../../codegen/emit/facts.js'
import { explanations } from '../../codegen/report/explanation.js'
import { readSound, readText, spec, type SpecParts } from './spec.js'

const refining = (refines: string, parts: SpecParts = {}): string => spec(parts).replace('  model:', `  refines: ${refines},\n  model:`)
const mapping = (map: string): string => refining(`{ promised: { abstract: 'Heap', map: ${map} } }`)

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
  expect(promised).toMatchObject({ name: 'promised', doc: 'Nothing is lost.', abstract: 'ExactlyOnce', at: { line: 18, column: 5 } })
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
  expect(emitFacts(catalog).find(({ path }) => path === 'ratchets/verification.txt')!.text).toContain(
    'Shelf refines promised: ExactlyOnce by count, isFull, last, step, kept, zero\n',
  )
  expect(emitContract(machine).text).toContain(
    '- Refines `ExactlyOnce`: `promised`: Nothing is lost.; by `count`, `isFull`, `last`, `step`, `kept`, `zero`\n',
  )
  expect(explanations(catalog, 'Shelf')[0]).toContain('  refines\n    promised: ExactlyOnce by count = ')
})

describe('what is wrong has its position', () => {
  test.each([
    ['an unknown member', refining("{ promised: { abstract: 'Heap', map: { a: (s) => s.total }, by: 1 } }"), ['16:78  UNKNOWN_PART']],
    ['no module', refining('{ promised: { map: { a: (s) => s.total } } }'), ['16:24  MISSING_PART']],
    ['no map', refining("{ promised: { abstract: 'Heap' } }"), ['16:24  MISSING_PART']],
    ['a module that is no text', refining('{ promised: { abstract: 1, map: { a: (s) => s.total } } }'), ['16:36  NOT_CONSTANT']],
    ['a module that TLA+ cannot name', refining("{ promised: { abstract: 'a-b', map: { a: (s) => s.total } } }"), ['16:36  NAME_FORM']],
    ['an empty map', mapping('{}'), ['16:49  MISSING_PART']],
    ['a map that is no object', mapping('(s) => s.total'), ['16:49  NOT_CONSTANT']],
    ['a value that is no function', mapping('{ a: 1, b: (s) => s.total }'), ['16:54  FUNCTION_FORM']],
    ['a function of more than the state', mapping('{ a: (s, next) => next.total }'), ['16:54  FUNCTION_FORM']],
    ['a variable that TLA+ cannot name', mapping("{ 'a b': (s) => s.total }"), ['16:51  NAME_FORM']],
    ['one variable twice', mapping('{ a: (s) => s.total, a: (s) => s.last }'), ['16:70  DUPLICATE_NAME']],
    ['a field that the state does not have', mapping('{ a: (s) => s.totl }'), ['16:61  UNKNOWN_FIELD']],
    ['a read that may be undefined', mapping("{ a: (s) => s.items.get('x')?.count }"), ['16:61  ']],
    ['no definition', refining('{ promised: 1 }'), ['16:24  NOT_CONSTANT']],
  ])('%s', (_, text, faults) => {
    const found = readText(text).faults
    expect(found).toHaveLength(faults.length)
    for (const [n, fault] of faults.entries()) expect(found[n]).toContain(`specs/machines/shelf.ts:${fault}`)
  })
})
