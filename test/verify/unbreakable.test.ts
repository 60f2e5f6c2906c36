/** Properties that nothing could break, and beside each one that something could. */
import { describe, expect, test } from 'vitest'
import { isVacuity } from '../../codegen/verify/finding.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { readSound, spec, type SpecParts } from '../read/spec.js'

const COUNTING = 'update: (s, i) => ({ total: s.total + 1, last: i.itemId })'

function look(always: string, parts: SpecParts = {}): { readonly told: readonly string[]; readonly breakable: unknown } {
  const machine = readSound(spec({ put: COUNTING, ...parts, always: `kept: ${always}` }))
  const { findings, properties } = verifyMachine({ machine, bounds: 'ci', kernel: null, spec: null }).report
  const own = findings.filter(({ rule }) => rule === 'NEVER_BROKEN')
  return {
    told: own.map(({ name, message }) => `${name}: ${message}`),
    breakable: properties.find(({ name }) => name === 'kept')?.breakable,
  }
}

const WHATEVER = 'kept: "kept" holds whatever the fields that it reads are, so that nothing could break it: say more, or take it out'
const within = (values: string) =>
  `kept: "kept" cannot be broken in the model: ${values} would, and that is beyond model.ci; enlarge the domain, so that it could be seen`

describe('a property that holds of every value is none', () => {
  test.each([
    ['a number is not below 0', '(s) => s.total >= 0'],
    ['a field is null or is not', '(s) => s.last === null || s.last !== null'],
    ['a step, of two states', '(s, next) => next.total >= s.total || s.total >= next.total'],
    ['a phase is one of them', "(s) => s.phase === 'Open'"],
  ])('%s', (_, holds) => {
    expect(look(holds)).toEqual({ told: [WHATEVER], breakable: 'no' })
  })

  test.each([
    ['a number has an end', '(s) => s.total <= 2'],
    ['a field is null as long as nothing is counted', '(s) => s.last === null || s.total > 0'],
    ['a step, of two states', '(s, next) => next.total >= s.total'],
    ['what leans on a field that is there', '(s) => s.last !== null || s.total === 0'],
  ])('but not: %s', (_, holds) => {
    expect(look(holds)).toEqual({ told: [], breakable: 'yes' })
  })

  test('but not: a phase of two', () => {
    const two = { phases: "['Open', 'Closed']", transitions: `Put: { on: 'Put', from: ['Open'], to: 'Closed', ${COUNTING} }` }
    expect(look("(s) => s.phase === 'Open' || s.total > 0", two)).toEqual({ told: [], breakable: 'yes' })
  })
})

describe('a property that could be broken beyond the model alone is told as that', () => {
  test('with the values that would', () => {
    expect(look('(s) => s.total <= 3')).toEqual({ told: [within('s.total = 4')], breakable: 'no' })
    expect(look('(s, next) => next.total <= 1000')).toEqual({ told: [within('next.total = 1001')], breakable: 'no' })
  })

  test('and is none where the domain is larger', () => {
    const larger = { model: '{ ci: { ItemId: 2, Count: 4 }, deep: { ItemId: 2, Count: 4 } }' }
    expect(look('(s) => s.total <= 3', larger)).toEqual({ told: [], breakable: 'yes' })
  })

  test('what only a smaller limit would break, with the limits', () => {
    const holds = '(_s, next, _i, _effects, limits) => next.total <= limits.most'
    expect(look(holds, { limits: '{ most: Count }' })).toEqual({
      told: [
        'kept: "kept" cannot be broken in the model, where nothing can be beyond limits.most: give such a limit a domain of its own, smaller in model.ci than that of what it holds down',
      ],
      breakable: 'no',
    })
    const own = { top: "const Most = nat('Most')", limits: '{ most: Most }', model: `{ ci: { ItemId: 2, Count: 3, Most: 2 }, deep: { ItemId: 2, Count: 3, Most: 2 } }` } // prettier-ignore
    expect(look(holds, own)).toEqual({ told: [], breakable: 'yes' })
    expect(look('(_s, next, _i, _effects, limits) => next.total >= 0 || limits.most > 0', { limits: '{ most: Count }' }).told).toEqual([
      WHATEVER,
    ])
  })
})

test('tables, inputs, effects and whole states are not asked about, and that is said', () => {
  for (const holds of [
    '(s) => s.items.every((item) => item.count >= 0)',
    '(s, next, i) => i.count >= 0 || s.total === next.total',
    '(s, next) => same(s, s) || same(s, next)',
  ])
    expect(look(holds)).toEqual({ told: [], breakable: 'not asked' })
})

test('it may be so for good, and so may be waived without a last day; mutants are not asked', () => {
  const machine = readSound(spec({ put: COUNTING, always: 'kept: (s) => s.total >= 0' }))
  const { report } = verifyMachine({ machine, bounds: 'ci', kernel: null, spec: null, judgeVacuity: false })
  expect(isVacuity('NEVER_BROKEN')).toBe(true)
  expect(report.findings.map(({ rule }) => rule)).not.toContain('NEVER_BROKEN')
  expect(report.properties.every(({ breakable }) => breakable === undefined)).toBe(true)
})
