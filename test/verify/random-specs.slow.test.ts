/**
 * One random machine, told four ways: the spec's own functions, the evaluator of its IR, the generated kernel, and TLA+ (the
 * edges of its search, and what it answers when asked). Another seed looks elsewhere:
 * `PAWL_SEED=7 PAWL_CASES=100 npx vitest run --mode slow test/verify/random-specs`.
 */
import { describe, expect, test } from 'vitest'
import { livelyMachines } from '../fixtures/lively.js'
import { ODD_NAMES } from '../fixtures/random-words.js'
import { expectAgreement } from './agreement.js'

const SEED = Number(process.env['PAWL_SEED'] ?? 20261129)
const CASES = Number(process.env['PAWL_CASES'] ?? 30)

/** What a spec may compute, each with both answers where it has two. */
const EXPRESSIONS = [
  'literal',
  'variable',
  'field',
  'if',
  'max',
  'min',
  '+',
  '-',
  'let',
  'call',
  'call: true',
  'call: false',
  ...['==', '!=', '<', '<=', '>', '>=', 'and', 'or', 'not', '== null', '!= null'].flatMap(both),
  ...['== of record', '!= of record', '== of state', '!= of state', '== of set', '!= of set'].flatMap(both),
  '== of table: true',
  'given',
  'otherwise',
  'optionalField of get',
  'optionalField of field',
  'record',
  'recordWith',
  ...['has', 'setHas'].flatMap(both),
  'get',
  'by',
  'size',
  'put',
  'with',
  'remove',
  'put.put',
  'put.with',
  'put.remove',
  'remove.put',
  'with.put',
  'setAdd',
  'setRemove',
  'filter',
  'count',
  'effect',
  ...['some', 'every', 'inputIs', 'inputHas'].flatMap(both),
]
/** Which operators stood next to each other, with nothing but their precedence between them: `or>and` is `a || b && c`, or `(a || b) && c` the other way round. */
const NEIGHBOURS = (
  'or>and and>or or>or and>and or>== and>== ==>or ==>and ==>== ==>< <>+ ==>+ and>< or>< ' +
  '+>+ ->+ ->- not>or not>and not>== not>< not>not and>not ==>not if>or if>and if>== if>< ' +
  'if>if if>+ or>if and>if +>if ==>if <>if not>if ??>+ ??>?? +>?? ->?? <>?? ??>if ' +
  'if>??'
).split(' ')

const machines = livelyMachines(SEED, CASES, ODD_NAMES)

describe(`spec, evaluator, kernel and model agree on machines made at random (from seed ${SEED})`, () => {
  for (const one of machines) {
    test(`seed ${one.seed}${one.odd ? ', odd names' : ''}`, async () => {
      await expectAgreement(one)
    })
  }
})

test('every kind of expression occurred in an accepted step, and every pair of operators', () => {
  const occurred = new Set(machines.flatMap((one) => [...one.occurred]))
  expect([...EXPRESSIONS, ...NEIGHBOURS].filter((kind) => !occurred.has(kind))).toEqual([])
})

test('nearly all transitions were accepted somewhere', () => {
  const fired = machines.flatMap((one) => [...one.fired.values()])
  expect(fired.filter((times) => times > 0).length / fired.length).toBeGreaterThan(0.9)
})

function both(kind: string): readonly string[] {
  return [`${kind}: true`, `${kind}: false`]
}
