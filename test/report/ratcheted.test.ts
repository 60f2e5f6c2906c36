import { expect, test } from 'vitest'
import { emitFacts } from '../../codegen/emit/facts.js'
import type { Catalog } from '../../codegen/ir.js'
import { compare, type Side } from '../../codegen/ratchet/compare.js'
import { ratchetJson, ratchetReport, sayRatchet, type Ratcheted } from '../../codegen/report/ratcheted.js'
import { readSound } from '../read/spec.js'

/** A promise whose text says nothing of how much it allows. */
function shelf(most: number): Catalog {
  return { machines: [readSound({ top: `const MOST = ${most}`, always: 'few: (s) => s.total <= MOST' })], compositions: [] }
}

function side(catalog: Catalog): Side {
  const texts = new Map(emitFacts(catalog).map(({ path, text }) => [path, text]))
  const of = (name: string): string => texts.get(`ratchets/${name}.txt`)!
  const [alphabet, wire, storage] = [of('alphabet'), of('wire'), of('storage')]
  return {
    facts: { alphabet, wire, storage, composition: of('composition'), verification: of('verification'), measured: '' },
    levels: null,
  }
}

const [before, catalog] = [shelf(2), shelf(3)]
const comparison = compare(side(before), side(catalog), new Map())
const ratcheted: Ratcheted = {
  baseline: 'main, at 1a2b3c4',
  comparison,
  accepted: { findings: [], pairs: 0, limited: 0, unchanged: 0, open: [], uncompared: [] },
  audited: 0,
  open: comparison.findings,
  waived: [],
  faults: [],
  waiverLines: [],
  catalog,
  before,
  exit: 1,
}
const place = { file: 'specs/machines/shelf.ts', line: 4, column: 7 }

test('a promise that is another by what it calls shows that, with its place', () => {
  const lines: string[] = []
  const out = (line: string): void => void lines.push(line)
  sayRatchet({ out, err: () => undefined, progress: () => undefined, paint: (_, text) => text }, ratcheted)
  expect(lines[0]).toBe('PROPERTY_TEXT_SAME  Shelf always few')
  expect(lines[1]).toMatch(/^ {2}was {3}state, "\(s\) => s\.total <= MOST", where MOST is "2", meaning /)
  expect(lines[2]).toMatch(/^ {2}now {3}state, "\(s\) => s\.total <= MOST", where MOST is "3", meaning /)
  expect(lines[4]).toBe('  calls MOST, another now: specs/machines/shelf.ts:4:7')
})

test('so does each document', () => {
  expect(JSON.parse(ratchetJson(ratcheted))).toMatchObject({
    findings: [{ rule: 'PROPERTY_TEXT_SAME', uses: [{ name: 'MOST', at: place }] }],
  })
  const [finding] = ratchetReport(ratcheted, '0.1.0').findings
  expect(finding!.related).toContainEqual({ message: 'it calls MOST, which is another now', place })
})
