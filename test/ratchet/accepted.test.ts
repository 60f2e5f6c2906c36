import { describe, expect, test } from 'vitest'
import { comparedSets } from '../../codegen/commands/accepted-sets.js'
import { emitIr } from '../../codegen/emit/ir-json.js'
import { acceptedSet, type Accepted } from '../../codegen/ratchet/accepted.js'
import type { Baseline } from '../../codegen/ratchet/baseline.js'
import { fingerprintOf, type Finding } from '../../codegen/ratchet/finding.js'
import type { Catalog, Expr, Machine } from '../../codegen/ir.js'
import { readSound, type SpecParts } from '../read/spec.js'

const COUNTING = 'update: (s) => ({ total: s.total + 1 })'
const BASE: SpecParts = { put: COUNTING }

test('a guard that asks for more is shown by a state and an input, the shortest way there first', () => {
  const { findings, pairs, open } = asked({ put: `refuse: { too_many: (s, i) => s.total >= 2 && i.count === 1 }, ${COUNTING}` })
  expect(findings).toMatchObject([
    {
      rule: 'ACCEPTED_SET_NO_SHRINK',
      fact: 'Shelf transition Put accepts',
      before: expect.stringMatching(/^accepted: 2 of its pairs, [0-9a-f]{16}$/),
      after: 'refused too_many',
      example: 'in Open, total 2, on {"count":1,"itemId":"ItemId_1","type":"Put"}',
    },
  ])
  expect([pairs, open]).toEqual([24, []])
})

test('a guard that says the same in other words is the same', () => {
  expect(asked({ put: `refuse: { full: (s) => s.total > 3 }, ${COUNTING}` })).toMatchObject({
    findings: [],
    pairs: 24,
    limited: 0,
    open: [],
  })
})

test('each way to refuse is one finding, and each transition', () => {
  const { findings } = asked({
    put: `refuse: { second: (s, i) => i.itemId === s.last && s.total === 0, never: (s) => s.last === null, odd: (s, i) => i.count === 2 }, ${COUNTING}`,
  })
  expect(findings.map(({ after }) => after)).toEqual(['refused never'])
})

test('what only the numbers of the model end is counted, and no finding', () => {
  const twice = asked({ put: 'update: (s) => ({ total: s.total + 2 })' })
  expect(twice.findings).toEqual([])
  expect(twice.limited).toBeGreaterThan(0)
})

test('a new field begins with its first value, as the store gives it to instances that are there', () => {
  const state = "total: Count, last: option(ItemId), items: table(ItemId, { count: Count, fresh: bool }, { unique: ['count'] })"
  const more = (guard: string): SpecParts => ({ state: `${state}, open: bool`, put: `when: (s) => ${guard}, ${COUNTING}` })
  expect(asked(more('!s.open')).findings).toEqual([])
  expect(asked(more('s.open')).findings).toMatchObject([{ after: 'refused not_applicable' }])
})

test('a new column of rows holds null in those that are there, and may not be anything else', () => {
  const put = 'update: (s, i) => ({ total: s.total + 1, items: s.items.put(i.itemId, { count: s.total, fresh: true NEW }) })'
  const row = (column: string) => `total: Count, last: option(ItemId), items: table(ItemId, { count: Count, fresh: bool${column} })`
  const before = readSound({ state: row(''), put: put.replace(' NEW', '') })
  const after = (column: string, guard: string) =>
    readSound({ state: row(column), put: `when: (s, i) => ${guard}, ${put.replace('NEW', ', by: null')}` })
  const optional = (guard: string) => acceptedSet(before, after(', by: option(ItemId)', guard), [])
  expect(optional('s.items.get(i.itemId)?.by !== i.itemId')).toMatchObject({ findings: [], open: [] })
  expect(optional('!s.items.has(i.itemId) || s.items.get(i.itemId)!.by !== null')).toMatchObject({
    findings: [{ after: 'refused not_applicable' }],
    open: [],
  })
  const needed = readSound({ state: row(', by: bool'), put: put.replace('NEW', ', by: false') })
  expect(acceptedSet(before, needed, []).open).toEqual(['states cannot be compared: "items" holds other values than it did'])
})

test('a field that is supplied newly ranges over its domain', () => {
  const clocked = (guard: string): SpecParts => ({
    inputs: "Put: { fields: { itemId: ItemId, count: Count }, supplied: { atMs: clock(instant('Clock')) } }",
    put: `refuse: { early: (s, i) => ${guard} }, ${COUNTING}`,
    model: '{ ci: { ItemId: 2, Count: 3, Clock: 1 }, deep: { ItemId: 2, Count: 3, Clock: 1 } }',
  })
  expect(asked(clocked('i.atMs < 1')).findings).toMatchObject([{ after: 'refused early' }])
  expect(asked(clocked('i.atMs > 5'))).toMatchObject({ findings: [], pairs: 48 })
})

test('states that hold other values cannot be compared, and that is said unless a rule names the break', () => {
  const items = "items: table(ItemId, { count: Count, fresh: bool }, { unique: ['count'] })"
  const other: SpecParts = { state: `total: bool, last: option(ItemId), ${items}`, put: '' }
  const open = ['states cannot be compared: "total" holds other values than it did']
  expect(asked(other)).toEqual({ findings: [], pairs: 0, limited: 0, open, uncompared: [] })
  const uncompared = [
    'states cannot be compared: "total" holds other values than it did (COLUMN_NO_DELETE); a guard that asks for more would not be seen',
  ]
  expect(asked(other, [named(['column', 'Shelf', 'total'])])).toEqual({ findings: [], pairs: 0, limited: 0, open: [], uncompared })
})

test('leave to drop a field is no leave to refuse more', () => {
  const without = (put: string): SpecParts => ({
    state: "last: option(ItemId), items: table(ItemId, { count: Count, fresh: bool }, { unique: ['count'] })",
    put,
  })
  const gone = [named(['column', 'Shelf', 'total'])]
  expect(asked(without(''), gone)).toMatchObject({ findings: [], pairs: 24, open: [] })
  expect(asked(without('refuse: { odd: (_s, i) => i.count === 1 }'), gone).findings).toMatchObject([{ after: 'refused odd' }])
})

test('what a rule tells of, so that leave is given for it, is said where it leaves states uncompared', () => {
  const renamed: SpecParts = {
    state: "sum: Count, last: option(ItemId), items: table(ItemId, { count: Count, fresh: bool }, { unique: ['count'] })",
    put: 'when: (s) => s.sum < 1, update: (s) => ({ sum: s.sum + 1 })',
  }
  // The new field is 0 in all that is taken over: that its guard is narrower cannot be seen.
  expect(asked(renamed, [named(['column', 'Shelf', 'total'])])).toMatchObject({
    findings: [],
    pairs: 24,
    open: [],
    uncompared: [
      'states are compared without "total": it is gone (COLUMN_NO_DELETE), and "sum" with the first value alone; ' +
        'a guard that asks for more would not be seen',
    ],
  })
  expect(asked({ put: `when: (s) => s.total < 2, ${COUNTING}` }).uncompared).toEqual([])
})

test('an input that is gone, or asks for a field more, is told by its own rule', () => {
  const other: SpecParts = { inputs: 'Put: { fields: { itemId: ItemId, count: Count, why: Count } }', put: COUNTING }
  expect(asked(other)).toMatchObject({ findings: [], open: ['"Put" cannot be compared: its fields hold other values than they did'] })
  expect(asked(other, [named(['input', 'Put', 'why'])])).toMatchObject({
    findings: [],
    pairs: 0,
    open: [],
    uncompared: [
      expect.stringMatching(/^"Put" cannot be compared: .* \(COLUMN_NO_DELETE\); a guard that asks for more would not be seen$/),
    ],
  })
})

test('a baseline that cannot be run any more is said, and is not clean', () => {
  const before = readSound(BASE)
  const foretold = { kind: 'foretold', type: { kind: 'bool' } } as unknown as Expr
  const odd: Machine = { ...before, transitions: before.transitions.map((one) => ({ ...one, when: foretold })) }
  expect(acceptedSet(odd, before, [])).toMatchObject({ pairs: 0, open: [expect.stringContaining('its states cannot be run any more')] })
})

test('only what is said of the transition itself takes its refusals for told', () => {
  const never: SpecParts = { put: `when: (s) => s.total > 5, ${COUNTING}` }
  expect(asked(never, [named(['input', 'Put', 'count'])]).findings).toHaveLength(1)
  expect(asked(never, [{ ...named(['transition', 'Put']), rule: 'TRANSITION_NO_DELETE' }]).findings).toEqual([])
})

test('leave for a pair that is refused is none for others, though both have one example and one code', () => {
  const of = (guard: string) => asked({ put: `refuse: { odd: (s, i) => ${guard} }, ${COUNTING}` }).findings.map((one) => fingerprintOf(one))
  const one = of('s.total === 0 && i.count === 1')
  expect(one).toHaveLength(1)
  expect(of('i.count === 1')).not.toEqual(one)
  expect(of('i.count === 1 && s.total < 1')).toEqual(one)
})

const sized = (count: number, put: string): SpecParts => ({
  put: `${put}, update: (s) => ({ last: s.last })`,
  model: `{ ci: { ItemId: 2, Count: ${count} }, deep: { ItemId: 2, Count: ${count} } }`,
})

test('a guard that begins just beyond the numbers of the baseline is seen, where the model has larger ones now', () => {
  const before = readSound(sized(3, 'when: () => true'))
  const beyond = (count: number) => acceptedSet(before, readSound(sized(count, 'refuse: { too_many: (_s, i) => i.count > 3 }')), [])
  expect(beyond(5).findings).toMatchObject([{ after: 'refused too_many', example: expect.stringContaining('"count":4') }])
  expect(beyond(3).findings).toEqual([])
  expect(acceptedSet(before, readSound(sized(5, 'refuse: { full: (s) => s.total > 5 }')), []).findings).toEqual([])
})

test('so it is where the number has another domain, which is larger', () => {
  const before = readSound(sized(3, 'when: () => true'))
  const inputs = 'Put: { fields: { itemId: ItemId, count: Amount } }'
  const model = '{ ci: { ItemId: 2, Count: 3, Amount: 5 }, deep: { ItemId: 2, Count: 3, Amount: 5 } }'
  const put = (guard: string) => `refuse: { too_many: (_s, i) => ${guard} }, update: (s) => ({ last: s.last })`
  const renamed = (guard: string) =>
    acceptedSet(before, readSound({ top: "const Amount = nat('Amount')", effects: '', inputs, model, put: put(guard) }), []).findings
  expect(renamed('i.count > 3')).toMatchObject([{ after: 'refused too_many' }])
  expect(renamed('i.count > 5')).toEqual([])
})

test('what is refused because the model gives a limit another number is no guard that asks for more', () => {
  const limited = (most: number, guard: string): SpecParts => ({
    top: "const Most = nat('Most')",
    limits: '{ most: Most }',
    put: `refuse: { too_many: (_s, i, limits) => ${guard} }, update: (s) => ({ last: s.last })`,
    model: `{ ci: { ItemId: 2, Count: 3, Most: ${most} }, deep: { ItemId: 2, Count: 3, Most: ${most} } }`,
  })
  const before = readSound(limited(2, 'i.count > limits.most'))
  const after = (most: number, guard: string) => acceptedSet(before, readSound(limited(most, guard)), []).findings
  expect(after(1, 'i.count > limits.most')).toEqual([])
  expect(after(1, 'i.count >= limits.most')).toMatchObject([{ after: 'refused too_many' }])
  const moved = '{ ci: { ItemId: 2, Count: 3, Own: 1 }, deep: { ItemId: 2, Count: 3, Own: 1 } }'
  const own: SpecParts = { ...limited(1, 'i.count > limits.most'), top: "const Most = nat('Own')", model: moved }
  expect(acceptedSet(before, readSound(own), []).findings).toEqual([])
})

test('sizes that grew beyond what can be compared leave the baseline compared as far as it went, and that is said', () => {
  const state = 'total: Count, other: Count, last: option(ItemId)'
  const wide = (count: number, guarded: boolean): SpecParts => ({
    state,
    put: `${guarded ? 'refuse: { odd: (_s, i) => i.count === 1 }, ' : ''}update: (s, i) => ({ other: s.total, total: i.count, last: i.itemId })`,
    model: `{ ci: { ItemId: 2, Count: ${count} }, deep: { ItemId: 2, Count: ${count} } }`,
  })
  const { findings, open, uncompared } = acceptedSet(readSound(wide(2, false)), readSound(wide(120, true)), [])
  expect(findings).toMatchObject([{ after: 'refused odd' }])
  expect([open, uncompared]).toEqual([[], [expect.stringMatching(/^more than 20000 states over the sizes that grew: /)]])
}, 60_000)

describe('over a whole catalog', () => {
  const before = readSound(BASE)
  const catalogOf = (machine: Machine): Catalog => ({ machines: [machine], compositions: [] })
  const baselineOf = (text: string | null): Baseline => ({ name: 'main', file: () => text, list: () => [], holdsSpecs: true })
  const compared = (now: Machine, text: string | null, isPromised = true) =>
    comparedSets({ baseline: baselineOf(text), catalog: catalogOf(now), findings: [], isPromised: () => isPromised })
  const other = readSound({ put: `when: (s) => s.total < 2, ${COUNTING}` })

  test('a machine that decides as it did is not run, and one that does not is', () => {
    expect(compared(before, emitIr(before).text)).toEqual({ findings: [], pairs: 0, limited: 0, unchanged: 1, open: [], uncompared: [] })
    expect(compared(other, emitIr(before).text)).toMatchObject({ findings: [{ after: 'refused not_applicable' }], unchanged: 0, pairs: 24 })
  })

  test('one that is held to its wire alone is not asked', () => {
    expect(compared(other, emitIr(before).text, false)).toMatchObject({ findings: [], pairs: 0, open: [] })
  })

  test('what an other pawl wrote and this one does not understand is not compared, and that is said', () => {
    expect(compared(other, '{').open).toEqual([expect.stringMatching(/^Shelf: /)])
    expect(compared(other, emitIr(before).text.replaceAll('"op":"+"', '"op":"?"'))).toMatchObject({
      findings: [],
      open: [expect.stringMatching(/^Shelf: /)],
    })
  })

  test('a machine that the baseline promised and nobody can read is not compared, and that is said', () => {
    expect(compared(other, null).open).toEqual(['Shelf: the baseline has no ir.json of it, and its specs cannot be read any more'])
  })
})

function asked(now: SpecParts, findings: readonly Finding[] = []): Accepted {
  return acceptedSet(readSound(BASE), readSound(now), findings)
}

function named(path: readonly string[]): Finding {
  const shape = { subject: 'Shelf', path, fact: ['Shelf', ...path].join(' '), before: 'there', after: null, example: null, at: null }
  return { rule: 'COLUMN_NO_DELETE', severity: 'error', ...shape }
}
