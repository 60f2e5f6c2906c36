import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CACHE, cacheIn, keyOf, toolHash, type Judged } from '../../codegen/verify/cache.js'

const root = mkdtempSync(join(tmpdir(), 'pawl-cache-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const clean: Judged & { readonly states: number } = { complete: true, findings: [], differences: [], problems: [], states: 7 }

test('a clean result is recalled by exactly its key', () => {
  const cache = cacheIn(root)
  cache.keep('machine.a', 'key', clean)
  expect(cache.recall('machine.a', 'key')).toEqual(clean)
  expect(cache.recall('machine.a', 'another')).toBeNull()
  expect(cache.recall('machine.b', 'key')).toBeNull()
  const later = { ...clean, states: 8 }
  cache.keep('machine.a', 'another', later)
  expect([cache.recall('machine.a', 'key'), cache.recall('machine.a', 'another')]).toEqual([null, later])
  expect(readdirSync(join(root, CACHE))).toEqual(['machine.a.json'])
})

test.each([
  ['a finding', { findings: [{}] }],
  ['a difference', { differences: ['x'] }],
  ['a problem, such as a time-out', { problems: ['its time was over'] }],
  ['a graph that was cut', { complete: false }],
])('a result with %s is not kept, nor believed', (_what, part) => {
  const cache = cacheIn(root)
  cache.keep('machine.c', 'key', { ...clean, ...part })
  expect(cache.recall('machine.c', 'key')).toBeNull()
  writeFileSync(join(root, CACHE, 'machine.c.json'), JSON.stringify({ key: 'key', judged: { ...clean, ...part } }))
  expect(cache.recall('machine.c', 'key')).toBeNull()
  rmSync(join(root, CACHE, 'machine.c.json'))
})

test('what stands there is no result until all of it is', () => {
  const text = JSON.stringify({ key: 'key', judged: clean })
  for (const part of ['', 'null', '{"key":"key"}', text.slice(0, -1)]) {
    writeFileSync(join(root, CACHE, 'machine.d.json'), part)
    expect(cacheIn(root).recall('machine.d', 'key')).toBeNull()
  }
})

test('a disk that takes nothing takes nothing away', () => {
  const file = join(root, 'no-folder')
  writeFileSync(file, '')
  expect(() => cacheIn(file).keep('machine.a', 'key', clean)).not.toThrow()
  expect(cacheIn(file).recall('machine.a', 'key')).toBeNull()
})

test('parts never run into each other, and every one of them counts', () => {
  const keys = [{ a: 'x', b: 'y' }, { a: 'xb', b: '' }, { a: '', b: 'xy' }, { ab: 'xy' }, { a: 'x', b: 'z' }, { a: 'x' }].map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf({ b: 'y', a: 'x' })).toBe(keyOf({ a: 'x', b: 'y' }))
  expect(toolHash()).toBe(toolHash())
})
