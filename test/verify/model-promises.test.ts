import { expect, test } from 'vitest'
import { runPromises, promisesVerdict } from '../../codegen/verify/model-promises.js'
import type { PromisesText } from '../../codegen/verify/model-promises.js'
import { tlcReader } from '../../codegen/verify/tlc-output.js'
import type { TlcOutcome } from '../../codegen/verify/tlc-outcome.js'
import type { TlcAnswer } from '../../codegen/verify/tlc-process.js'

const module = `---- MODULE JobsPromises ----
EXTENDS Jobs

step_always_kept(c, next) == (next.n >= c.n)

always_kept == [][step_always_kept(state, state')]_vars

abstract_once(at) == INSTANCE Once WITH
  done <- state.n

refines_once ==
  ((\\A at \\in Keys : abstract_once(at)!Init) /\\ [][(\\A at \\in Keys : [abstract_once(at)!Next]_(abstract_once(at)!vars))]_vars)
====`
const text: PromisesText = {
  name: 'JobsPromises',
  module,
  properties: { kept: 'always_kept', ended: 'eventually_ended', once: 'refines_once' },
  model: { name: 'Jobs', module: '' },
  abstracts: { Once: '' },
  cfg: '',
}
type Violation = Extract<TlcOutcome, { kind: 'violation' }>
const verdict = (outcome: TlcOutcome) =>
  promisesVerdict(text, (value) => value, { outcome, output: tlcReader().output(), graph: null, dumped: null } satisfies TlcAnswer)
const broken = (rest: Partial<Violation>) =>
  verdict({ kind: 'violation', version: '2.19', of: 'action', names: [], at: null, trace: [], end: null, ...rest })
const lineOf = (words: string): number => module.split('\n').findIndex((line) => line.includes(words)) + 1

test('a promise that TLC names is the one of the spec, with the way that breaks it and how it goes on for ever', () => {
  const trace = [{ action: null, state: 'state = [n |-> 0]', values: {} }]
  expect(broken({ of: 'liveness', names: ['eventually_ended'], trace, end: { kind: 'stutters' } })).toMatchObject({
    status: 'broken',
    engine: 'TLC 2.19',
    property: 'ended',
    trace: [{ action: null, world: { kind: 'record' } }],
    end: { kind: 'stutters' },
  })
})

test('one that it only shows the place of is found by the definition that stands there', () => {
  const at = (module: string, line: number) => ({ at: { module, line, column: 6 } })
  expect(broken(at('JobsPromises', lineOf('[][(\\A at')))).toMatchObject({ property: 'once' })
  expect(broken(at('JobsPromises', lineOf('always_kept == [][')))).toMatchObject({ property: 'kept' })
  expect(broken(at('Once', 22))).toMatchObject({ property: 'once' })
  expect(broken(at('Elsewhere', 22))).toMatchObject({ property: null })
})

test('what is kept is named, and what was not judged is no verdict', () => {
  const counts = { generated: 30, distinct: 10, depth: 3 }
  expect(verdict({ kind: 'complete', version: '2.19', counts, coverage: [] })).toEqual({
    status: 'kept',
    engine: 'TLC 2.19',
    states: 10,
    properties: ['kept', 'ended', 'once'],
  })
  expect(
    verdict({ kind: 'unfinished', version: '', why: 'time', reason: 'its time was over', help: 'more time', places: [] }),
  ).toMatchObject({
    status: 'unfinished',
    reason: 'its time was over',
  })
  expect(broken({ of: 'deadlock' })).toMatchObject({ status: 'unfinished', reason: 'it found a deadlock, which says nothing of promises' })
})

test('a module that is to be refined and is not there is named before TLC is asked', async () => {
  const run = await runPromises({ ...text, abstracts: { Once: null } }, (value) => value, {
    jar: '/nowhere.jar',
    java: 'java',
    timeoutMs: 1000,
  })
  expect(run).toMatchObject({ status: 'unfinished', reason: 'there is no module tla/Once.tla' })
  expect(await runPromises(text, (value) => value, { jar: '/nowhere.jar', java: 'java', timeoutMs: 1000 })).toMatchObject({
    status: 'unfinished',
  })
})
