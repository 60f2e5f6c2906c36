import { expect, test } from 'vitest'
import type { Known } from '../../codegen/evaluate.js'
import { firstDifference } from '../../codegen/verify/first-difference.js'

const CASES: readonly [string, Known, Known, string, Known, Known][] = [
  ['values themselves', 1, 2, 'at', 1, 2],
  ['fields, in the order of their names', { b: 1, a: { c: 1, d: 1 } }, { b: 2, a: { c: 1, d: 2 } }, 'at.a.d', 1, 2],
  ['a field that only one has', { a: 1 }, { a: 1, b: 2 }, 'at.b', null, 2],
  ['items of lists that are equally long', [{ n: 1 }, { n: 2 }], [{ n: 1 }, { n: 3 }], 'at[1].n', 2, 3],
  ['lists of different lengths, whole', [1], [1, 2], 'at', [1], [1, 2]],
  ['rows of tables', new Map([['k', { n: 1 }]]), new Map([['k', { n: 2 }]]), 'at[k].n', 1, 2],
  ['a row that only one has', new Map([['k', 1]]), new Map(), 'at[k]', 1, null],
  ['values of two kinds', { a: 1 }, [1], 'at', { a: 1 }, [1]],
  ['what is not there', undefined as unknown as Known, 1, 'at', null, 1],
]

test.each(CASES)('it leads to %s', (_, left, right, path, ours, theirs) => {
  expect(firstDifference('at', left, right)).toEqual({ path, left: ours, right: theirs })
  expect(firstDifference('at', right, left)).toEqual({ path, left: theirs, right: ours })
  expect(firstDifference('at', left, left)).toBeNull()
})

test('a path may begin with nothing', () => {
  expect(firstDifference('', { a: { b: 1 } }, { a: { b: 2 } })).toMatchObject({ path: 'a.b' })
  expect(firstDifference('', [1], [2])).toMatchObject({ path: '[0]' })
})

test('the order of fields and of rows is no difference', () => {
  const rows = [
    ['a', 1],
    ['b', 2],
  ] as const
  expect(firstDifference('at', { a: 1, b: 2 }, { b: 2, a: 1 })).toBeNull()
  expect(firstDifference('at', new Map(rows), new Map([...rows].reverse()))).toBeNull()
})
