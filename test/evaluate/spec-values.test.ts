/** The values of a running spec: immutable, compared by value, also where a key is a record. */
import { describe, expect, test } from 'vitest'
import { SetOf, TableOf, same } from '../../specs/values.js'

const at = (realm: string, jobId: string) => ({ realm, jobId })

describe('a table whose keys are records', () => {
  const table = new TableOf<{ readonly realm: string; readonly jobId: string }, { readonly n: number }>([
    [at('r', 'a'), { n: 1 }],
    [at('r', 'b'), { n: 2 }],
  ])

  test('finds a row by an equal key, whatever the order of its fields', () => {
    expect(table.get(at('r', 'b'))).toEqual({ n: 2 })
    expect(table.get({ jobId: 'a', realm: 'r' })).toEqual({ n: 1 })
    expect(table.has(at('r', 'a'))).toBe(true)
    expect([table.get(at('s', 'a')), table.has(at('s', 'a'))]).toEqual([null, false])
  })

  test('has one row for equal keys', () => {
    const changed = table.put(at('r', 'a'), { n: 7 }).with(at('r', 'b'), { n: 8 }).put(at('r', 'c'), { n: 9 })
    expect(changed.entries().map(([key, row]) => `${key.jobId}${row.n}`)).toEqual(['a7', 'b8', 'c9'])
    expect(changed.remove(at('r', 'a')).size).toBe(2)
    expect(table.entries().map(([, row]) => row.n)).toEqual([1, 2])
  })

  test('is the same as one with equal keys and rows', () => {
    const other = new TableOf([
      [at('r', 'b'), { n: 2 }],
      [at('r', 'a'), { n: 1 }],
    ])
    expect(same(table, other)).toBe(true)
    expect(same(table, other.with(at('r', 'a'), { n: 2 }))).toBe(false)
  })

  test('is mapped row by row, and keeps its keys', () => {
    const mapped = table.map((row, key) => ({ twice: row.n + row.n, of: key.jobId }))
    expect(mapped.get(at('r', 'b'))).toEqual({ twice: 4, of: 'b' })
    expect(mapped.size).toBe(2)
  })
})

test('a set of records is looked through', () => {
  const messages = new SetOf([{ from: at('r', 'a'), effect: { kind: 'Failed' } }])
  expect(messages.some((m) => m.from.jobId === 'a' && m.effect.kind === 'Failed')).toBe(true)
  expect(messages.every((m) => m.effect.kind === 'Succeeded')).toBe(false)
})
