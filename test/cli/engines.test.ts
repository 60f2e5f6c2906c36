/** What a model checker that stopped says of the model is told as it is: not compared, and why. */
import { expect, test } from 'vitest'
import { heardOf } from '../../codegen/commands/check-engines.js'
import type { Checked } from '../../codegen/report/checked.js'

const trace = { machine: 'Door', steps: [] }
const checked = (findings: readonly object[], more: object = {}): Checked =>
  ({
    name: 'Door',
    complete: true,
    states: 9,
    conformant: true,
    differences: [],
    problems: [],
    engines: [],
    properties: [
      { name: 'shut', verdict: 'holds' },
      { name: 'locked', verdict: 'violated' },
    ],
    findings,
    ...more,
  }) as unknown as Checked
const about = {
  invariants: { shut: 'always_shut', locked: 'always_locked' },
  compare: () => ({ distinct: 0, generated: 0, differences: [] }),
}
const stopped = (at: Checked, invariant: string): Checked =>
  heardOf(at, { engine: 'wasm', ms: 1, run: { status: 'violation', engine: 'tla-checker', invariant, trace: [1, 2] } }, about)
const reasons = ({ leftOut = [] }: Checked) => leftOut.map(({ reason }) => reason)
const broken = { rule: 'ALWAYS', name: 'locked', trace }
const overlap = { rule: 'WHEN_OVERLAPS', name: 'one_transition_applies: Open, Shut', trace }

test('at what the kernel breaks too', () => {
  expect(reasons(stopped(checked([broken]), 'always_locked'))).toEqual([
    'tla-checker: it stopped at always_locked, which is broken; beyond it model and kernel were not compared',
  ])
  expect(reasons(stopped(checked([{ rule: 'DEADLOCK', name: 'Shut', trace }]), 'deadlock'))).toEqual([
    'tla-checker: it stopped at deadlock, which is broken; beyond it model and kernel were not compared',
  ])
})

test('at what the kernel keeps, because it takes the first of two transitions', () => {
  expect(reasons(stopped(checked([overlap]), 'always_shut'))).toEqual([
    'tla-checker: it stopped at always_shut, which the kernel keeps: of transitions that WHEN_OVERLAPS names the model takes any, and the kernel the first; they were not compared',
  ])
})

test('at what the kernel keeps, while something else is wrong', () => {
  expect(reasons(stopped(checked([broken]), 'always_shut'))).toEqual([
    'tla-checker: it stopped at always_shut, which the kernel keeps: mend ALWAYS first; they were not compared',
  ])
  expect(reasons(stopped(checked([broken], { complete: false }), 'unique_rows_place'))).toEqual([
    'tla-checker: it stopped at unique_rows_place, which the kernel keeps as far as it was explored: mend ALWAYS first; they were not compared',
  ])
})

test('at what the kernel keeps, and nothing else is wrong: they differ', () => {
  expect(stopped(checked([]), 'always_shut')).toMatchObject({
    conformant: false,
    differences: ['tla-checker finds always_shut violated after 2 states; the kernel does not'],
  })
})

test('what a checker stumbles over where the spec itself reads a null is no problem of its own', () => {
  const run = { status: 'unfinished', engine: 'tla-checker', reason: 'InvariantError: type mismatch', help: 'report it' } as const
  const heard = (at: Checked) => heardOf(at, { engine: 'wasm', ms: 1, run }, about)
  const threw = heard(checked([{ rule: 'THREW', name: 'Open', isOfSpec: true, trace }]))
  expect([threw.problems, reasons(threw)]).toEqual([
    [],
    ['tla-checker: no model has a value for the null that THREW names; it was not compared'],
  ])
  expect(heard(checked([{ rule: 'THREW', name: 'Open', trace }])).problems).toEqual([
    'tla-checker: InvariantError: type mismatch (report it)',
  ])
})
