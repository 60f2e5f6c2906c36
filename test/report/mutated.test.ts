import { expect, test } from 'vitest'
import { mutatedJson, mutatedReport, sayMutated, type Mutated } from '../../codegen/report/mutated.js'
import type { Terminal } from '../../codegen/report/terminal.js'

const survivor = {
  rule: 'DROP_CONDITION',
  name: 'Submit refuse taken',
  at: { file: 'specs/machines/ticket.ts', line: 26, column: 5 },
  fingerprint: '1dd4e273648f',
  change: '"s.author !== null" is gone',
  problems: [],
  ignored: ['never_taken_twice'],
}
const of = (ignored: readonly string[]): Mutated => ({
  name: 'Ticket',
  kind: 'machine',
  mutants: 3,
  killed: 2,
  waived: 0,
  survivors: [{ ...survivor, ignored }],
  problems: [],
})
const WHY =
  '"never_taken_twice" notices it, and was not asked: it says the condition again, and nothing of what comes of it: speak of next, or of effects'

function said(one: Mutated): readonly string[] {
  const lines: string[] = []
  const terminal: Pick<Terminal, 'out' | 'paint'> = { out: (line) => void lines.push(line), paint: (_color, text) => text }
  sayMutated(terminal as Terminal, one)
  return lines
}

test('a survivor names the properties that notice it and do not count, and why', () => {
  expect(said(of(['never_taken_twice'])).slice(1)).toEqual([
    '  DROP_CONDITION  specs/machines/ticket.ts:26:5  Submit refuse taken: "s.author !== null" is gone  (1dd4e273648f)',
    `    ${WHY}`,
  ])
  expect(said(of(['one', 'two'])).at(-1)).toMatch(/^ {4}"one", "two" notice it, and were not asked: they say the condition again/)
  expect(said(of([]))).toHaveLength(2)
})

test('so does each document', () => {
  const about = { faults: [], exit: 1 } as const
  expect(JSON.parse(mutatedJson([of(['never_taken_twice'])], about))).toMatchObject({
    machines: [{ survivors: [{ ignored: ['never_taken_twice'] }] }],
  })
  expect(mutatedJson([of([])], about)).not.toContain('ignored')
  const { findings } = mutatedReport([of(['never_taken_twice'])], { ...about, version: '0' })
  expect(findings.map(({ message }) => message)).toEqual([
    `no promise of Ticket notices that in Submit refuse taken "s.author !== null" is gone; ${WHY}`,
  ])
})
