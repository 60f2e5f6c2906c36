/** What `pawl mutate` says of mutants that nobody could judge. */
import { expect, test } from 'vitest'
import { mutatedReport, sayMutated, type Mutated } from '../../codegen/report/mutated.js'
import type { Terminal } from '../../codegen/report/terminal.js'

const one: Mutated = {
  name: 'Door',
  kind: 'machine',
  mutants: 3,
  killed: 2,
  waived: 0,
  survivors: [],
  problems: [
    {
      rule: 'DROP_CONDITION',
      name: 'Open refuse locked',
      at: { file: 'specs/machines/door.ts', line: 7, column: 3 },
      fingerprint: '0123456789ab',
      change: '"s.locked" is gone',
      problems: ['Door has more than 5 states'],
      ignored: [],
    },
  ],
}

test('each is told with its place, what was changed there, and why nobody knows', () => {
  const lines: string[] = []
  const terminal: Terminal = {
    paint: (_colour, text) => text,
    out: (line) => void lines.push(line),
    err: () => undefined,
    progress: () => undefined,
  }
  sayMutated(terminal, one)
  expect(lines.at(-1)).toBe('  not judged  specs/machines/door.ts:7:3  Open refuse locked: "s.locked" is gone: Door has more than 5 states')
  const { findings } = mutatedReport([one], { version: '0', faults: [], exit: 2 })
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
    ['NOT_COMPLETE', 'that in Open refuse locked "s.locked" is gone was not judged: Door has more than 5 states'],
  ])
})
