import { describe, expect, test } from 'vitest'
import { documentOf } from '../../codegen/report/formats/index.js'
import { failures, type Report, type Reported } from '../../codegen/report/formats/report.js'
import { parseXml, type Element } from '../fixtures/xml.js'

const WILD = `a "quoted" 'word', <tag attr="1">&amp; & 100% %0A ]]> :: comma, back\\slash \`tick\`\nnext\r\nline\tand \u2028 sep \u2029 \u0085 end`

const finding: Reported = {
  rule: 'INPUT_NO_DELETE',
  severity: 'error',
  message: 'Door input Knock: was there, is absent',
  place: { file: 'specs/machines/door.ts', line: 12, column: 3 },
  fingerprint: 'abcd1234abcd1234',
  waived: null,
  related: [{ message: 'where it stood', place: { file: 'specs/machines/door.ts', line: 10, column: 5 } }],
}

const report: Report = {
  tool: 'pawl ratchet',
  version: '0.1.0',
  about: 'compared with main, at 1a2b3c4',
  counts: { machines: 3, facts: 120 },
  findings: [
    finding,
    { ...finding, rule: 'EFFECT_NO_ADD', waived: 'until 2026-12-31, ann: nobody listens yet' },
    { ...finding, rule: 'AUDIT_REFUSAL_IGNORED', severity: 'warning', place: null, fingerprint: null, related: [] },
  ],
  exit: 1,
}
const clean: Report = { ...report, findings: [], exit: 0 }
const broken: Report = { ...report, findings: [{ ...finding, rule: 'NOT_COMPLETE', place: null, fingerprint: null, related: [] }], exit: 2 }
const wild: Report = {
  ...report,
  about: WILD,
  findings: [
    { ...finding, message: WILD, waived: WILD, place: { file: 'a b/%<ü>,:.ts', line: 1, column: 1 } },
    { ...finding, message: WILD },
  ],
}

test('only errors that nobody gave leave for fail', () => {
  expect(failures(report).map(({ rule }) => rule)).toEqual(['INPUT_NO_DELETE'])
})

describe('github', () => {
  const lines = (of: Report) => documentOf(of, 'github').split('\n')

  test('each finding is a command with its place, and what is waived is a notice', () => {
    expect(lines(report)).toEqual([
      '::error file=specs/machines/door.ts,line=12,col=3,title=pawl ratchet%3A INPUT_NO_DELETE::Door input Knock: was there, is absent (abcd1234abcd1234)%0Awhere it stood (specs/machines/door.ts:10)',
      '::notice file=specs/machines/door.ts,line=12,col=3,title=pawl ratchet%3A EFFECT_NO_ADD::Door input Knock: was there, is absent (abcd1234abcd1234)%0Awhere it stood (specs/machines/door.ts:10)%0Awaived until 2026-12-31, ann: nobody listens yet',
      '::warning title=pawl ratchet%3A AUDIT_REFUSAL_IGNORED::Door input Knock: was there, is absent',
      '::notice title=pawl ratchet::compared with main, at 1a2b3c4: 3 machines, 120 facts, exit 1',
    ])
  })

  test('a message has no way out of its line, nor a property into the next', () => {
    expect(lines(wild)).toHaveLength(3)
    for (const line of lines(wild)) {
      const found = /^::(error|warning|notice) ([^:]*)::(.*)$/su.exec(line)
      expect(found).not.toBeNull()
      for (const property of found![2]!.split(',')) expect(property).toMatch(/^(file|line|col|title)=[^,:\r\n]*$/)
      expect(found![3]).not.toMatch(/[\r\n\u0085\u2028\u2029]/)
    }
    const message = lines(wild)[1]!.slice(lines(wild)[1]!.indexOf('::', 2) + 2)
    const back = message.replace(/%0A/g, '\n').replace(/%0D/g, '\r').replace(/%25/g, '%')
    expect(back.startsWith(WILD.replace(/[\u0085\u2028\u2029]/g, '\n'))).toBe(true)
  })
})

describe('junit', () => {
  const suiteOf = (of: Report): Element => parseXml(documentOf(of, 'junit')).children[0]!
  const casesOf = (of: Report) => suiteOf(of).children.filter(({ name }) => name === 'testcase')

  test('a finding is a failure, and what is waived or only advice is a case that passes', () => {
    const [run, failed, waived, advice] = casesOf(report)
    expect(run).toMatchObject({ attributes: { name: 'everything was looked at' }, children: [] })
    expect(failed).toMatchObject({ attributes: { file: 'specs/machines/door.ts', line: '12' }, children: [{ name: 'failure' }] })
    expect(waived).toMatchObject({ children: [{ name: 'system-out' }] })
    expect(advice).toMatchObject({ children: [{ name: 'system-out' }] })
    expect(suiteOf(report).attributes).toMatchObject({ tests: '4', failures: '1', errors: '0', skipped: '0' })
  })

  test('the totals are those of the cases', () => {
    for (const of of [report, clean, broken, wild]) {
      const { tests, failures: failed, errors } = suiteOf(of).attributes
      const count = (tag: string) => casesOf(of).filter(({ children }) => children.some(({ name }) => name === tag)).length
      expect([tests, failed, errors]).toEqual([casesOf(of).length, count('failure'), count('error')].map(String))
    }
  })

  test('a clean run is a test that passed, and one that could not complete is an error', () => {
    expect(casesOf(clean)).toHaveLength(1)
    expect(suiteOf(broken).attributes).toMatchObject({ failures: '0', errors: '1' })
    expect(suiteOf({ ...clean, exit: 2 }).attributes).toMatchObject({ tests: '1', errors: '1' })
  })

  test('any text comes back as it was', () => {
    const [, , failed] = casesOf(wild)
    expect(failed!.children[0]!.attributes['message']).toBe(WILD.replace('\u0085', '\\u0085'))
    expect(failed!.children[0]!.text).toContain('<tag attr="1">&amp; & 100% %0A ]]> ::')
  })

  test('what XML cannot hold is shown', () => {
    const [, failed] = casesOf({ ...report, findings: [{ ...finding, message: 'bell \u0007 nul \u0000 half \ud800' }] })
    expect(failed!.children[0]!.attributes['message']).toBe('bell \\u0007 nul \\u0000 half \ufffd')
  })
})

describe('sarif', () => {
  const runOf = (of: Report) => JSON.parse(documentOf(of, 'sarif')).runs[0]

  test('it holds what version 2.1.0 asks for', () => {
    for (const of of [report, clean, broken, wild]) {
      const document = JSON.parse(documentOf(of, 'sarif'))
      expect(document).toMatchObject({ $schema: expect.stringContaining('sarif-2.1.0'), version: '2.1.0', runs: [expect.anything()] })
      const { tool, results, invocations, columnKind, originalUriBaseIds } = document.runs[0]
      expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(columnKind)
      expect(tool.driver).toMatchObject({ name: 'pawl ratchet', semanticVersion: '0.1.0' })
      const ids = tool.driver.rules.map(({ id }: { id: string }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(invocations).toEqual([expect.objectContaining({ executionSuccessful: of.exit !== 2, exitCode: of.exit })])
      for (const result of results) {
        expect(['none', 'note', 'warning', 'error']).toContain(result.level)
        expect(ids[result.ruleIndex]).toBe(result.ruleId)
        expect(result.message.text.length).toBeGreaterThan(0)
        for (const { physicalLocation } of result.locations) {
          expect(originalUriBaseIds[physicalLocation.artifactLocation.uriBaseId]).toBeDefined()
          expect(physicalLocation.artifactLocation.uri).toMatch(/^[A-Za-z0-9\-._~!$'()*+=@%/]+$/)
          expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1)
          expect(physicalLocation.region.startColumn).toBeGreaterThanOrEqual(1)
        }
      }
    }
  })

  test('a waived finding is suppressed with its reason, and a fingerprint is kept', () => {
    const [failed, waived, advice] = runOf(report).results
    expect(failed).toMatchObject({ level: 'error', partialFingerprints: { 'pawl/v1': 'abcd1234abcd1234' } })
    expect(failed.suppressions).toBeUndefined()
    expect(waived.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'until 2026-12-31, ann: nobody listens yet' },
    ])
    expect(advice).toMatchObject({ level: 'warning', locations: [] })
  })

  test('any text comes back as it was, and none ends a line early', () => {
    expect(runOf(wild).results[1].message.text).toBe(WILD)
    expect(documentOf(wild, 'sarif')).not.toMatch(/[\u2028\u2029]/)
    expect(decodeURIComponent(runOf(wild).results[0].locations[0].physicalLocation.artifactLocation.uri)).toBe('a b/%<ü>,:.ts')
  })
})
