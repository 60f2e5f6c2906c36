import { expect, test } from 'vitest'
import type { Catalog } from '../../codegen/ir.js'
import { irHash, recordChecks, recordMutants, type CheckMeasures } from '../../codegen/ratchet/measured.js'
import { readSound } from '../read/spec.js'

const shelf = readSound({})
const catalog: Catalog = { machines: [shelf], compositions: [] }
const measures: CheckMeasures = {
  name: 'Shelf',
  bounds: 'ci',
  states: 12,
  complete: true,
  limitsReached: { Count: 3 },
  properties: [{ name: 'a-b c', cases: 12 }],
}

test('what was checked is written a fact a line, sorted, with the hash of what it was', () => {
  const hash = irHash(catalog, 'Shelf')!
  expect(recordChecks('', [measures], catalog)).toBe(
    `Shelf cases ci."a-b c": 12\nShelf checked ci: ${hash}\nShelf complete ci: yes\nShelf limit ci.Count: 3\nShelf states ci: 12\n`,
  )
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
})

test('a second run replaces its own bounds, and leaves those of the night and the mutants', () => {
  const deep = recordChecks('', [{ ...measures, bounds: 'deep', states: 900 }], catalog)
  const scored = recordMutants(deep, [{ name: 'Shelf', killed: 4, judged: 5 }], catalog)
  const both = recordChecks(scored, [{ ...measures, limitsReached: {}, properties: [] }], catalog)
  const again = recordChecks(recordChecks(scored, [measures], catalog), [{ ...measures, limitsReached: {}, properties: [] }], catalog)
  expect(again).toBe(both)
  expect(again).toContain('Shelf states deep: 900\n')
  expect(again).toContain('Shelf mutants: 4 of 5\n')
  expect(again).not.toContain('ci.Count')
})

test('what the catalog no longer has falls', () => {
  expect(recordMutants('Gone states ci: 4\n', [{ name: 'Shelf', killed: 1, judged: 1 }], catalog)).not.toContain('Gone')
})

test('what is not in the catalog cannot be recorded', () => {
  expect(() => recordChecks('', [{ ...measures, name: 'Gone' }], catalog)).toThrow('the catalog has no such machine')
})

test('the hash is that of what is checked: a comment that moves every line changes nothing, a guard does', () => {
  const of = (machine: typeof shelf) => irHash({ machines: [machine], compositions: [] }, 'Shelf')
  expect(of(readSound({ top: '// a line\n\n/** another */\n' }))).toBe(of(shelf))
  expect(of(readSound({ put: 'when: (s) => s.total < 1' }))).not.toBe(of(shelf))
  expect(of(readSound({ model: '{ ci: { ItemId: 2, Count: 2 }, deep: { ItemId: 2, Count: 3 } }' }))).not.toBe(of(shelf))
})
