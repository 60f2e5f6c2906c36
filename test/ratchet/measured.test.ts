import { describe, expect, test } from 'vitest'
import { exitOf } from '../../codegen/commands/check.js'
import { withRecorded } from '../../codegen/commands/recorded.js'
import type { Catalog } from '../../codegen/ir.js'
import { irHash, measuredOtherwise, recordChecks, recordMutants, type CheckMeasures } from '../../codegen/ratchet/measured.js'
import type { Checked } from '../../codegen/report/checked.js'
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

describe('figures of this version that stand in the file', () => {
  const text = recordChecks('', [measures], catalog)
  const otherwise = (changed: string) => measuredOtherwise(changed, measures, catalog)

  test('are what is measured again', () => {
    expect(otherwise(text)).toEqual([])
    expect(otherwise(`${text}Shelf mutants: 1 of 9\nShelf states deep: 7\nOther states ci: 1\n`)).toEqual([])
  })

  test('are told where somebody changed, took away or added one', () => {
    expect(otherwise(text.replace('states ci: 12', 'states ci: 999'))).toEqual([
      { recorded: 'Shelf states ci: 999', measured: 'Shelf states ci: 12' },
    ])
    expect(otherwise(text.replace('Shelf limit ci.Count: 3\n', ''))).toEqual([{ recorded: null, measured: 'Shelf limit ci.Count: 3' }])
    expect(otherwise(`${text}Shelf cases ci.more: 4\n`)).toEqual([{ recorded: 'Shelf cases ci.more: 4', measured: null }])
  })

  test('are no concern of another version, which is stale, nor of other bounds', () => {
    expect(otherwise(text.replace(irHash(catalog, 'Shelf')!, 'a1').replace('states ci: 12', 'states ci: 999'))).toEqual([])
    expect(measuredOtherwise(text, { ...measures, bounds: 'deep', states: 900 }, catalog)).toEqual([])
  })

  test('are a finding of check, which names both and the command, unless something else is found', () => {
    const one = { ...measures, findings: [], problems: [], differences: [] } as unknown as Checked
    const forged = text.replace('states ci: 12', 'states ci: 999').replace('Shelf limit ci.Count: 3\n', '')
    expect(withRecorded([one], text, catalog)).toEqual([one])
    const found = withRecorded([one], forged, catalog).flatMap(({ findings }) => findings)
    expect(found).toMatchObject([
      {
        rule: 'MEASURED_OTHERWISE',
        machine: 'Shelf',
        message:
          'ratchets/measured.txt says something else of this version: "Shelf states ci: 999" is recorded, and "Shelf states ci: 12" was ' +
          'measured; "Shelf limit ci.Count: 3" was measured, and is not recorded. Record it anew: pawl check --record',
      },
    ])
    expect(exitOf(withRecorded([one], forged, catalog))).toBe(1)
    const cut = { ...one, problems: ['it broke off'] }
    expect(withRecorded([cut], forged, catalog)).toEqual([cut])
  })
})
