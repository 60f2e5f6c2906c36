/** What `pawl explain` says of the parts of a machine and a composition, and of what it prints itself. */
import { describe, expect, test } from 'vitest'
import { explanations, namesIn } from '../../codegen/report/explanation.js'
import { nearest } from '../../codegen/report/nearest.js'
import { sayExplained } from '../../codegen/report/explained.js'
import { explainComposition } from '../../codegen/verify/explained.js'
import { readComposition } from '../fixtures/composition-text.js'
import { readSound } from '../read/spec.js'

const SIZES = '{ Realm: 1, Row: 1, ItemId: 1, Count: 1, Clock: 0 }'
const { catalog, composition, faults } = readComposition({
  more: `history: { puts: history({ of: Shelf, fields: { put: bool, closed: bool }, after: (s, _next, i) => ({ put: s.put || i.type === 'Put', closed: i.type === 'Close' ? true : s.closed }) }) },
    always: { some_put: (c) => c.Shelf.every((shelf) => shelf.put || !shelf.closed || shelf.put === shelf.closed || true) },
    eventually: { arrives: { each: 'Box', from: (c, at) => c.Box.has(at), to: (c, at) => c.Box.get(at)!.count > 0, fair: ['put'], strong: ['deliver.store'] } },
    refines: { heap: { abstract: 'Heap', map: { size: (c) => c.Box.size } } },`,
  environment:
    "put: drive({ to: Shelf, input: 'Put', only: { count: 1 } }), close: drive({ to: Shelf, input: 'Close' }), clear: drive({ to: Box, input: 'Clear', on: ['open'] })",
  model: `{ ci: ${SIZES}, deep: ${SIZES} }`,
})
const said = (name: string) => explanations(catalog, name).join('\n\n')
const ROUTE = [
  'store: Shelf.Stored -> Box.Fill, outbox',
  '  key  realm: from.realm, boxId: compose(BoxId, effect.itemId)',
  '  fields  count: effect.count',
  '  acknowledges  full, not_in_phase',
]
const indented = (by: string) => ROUTE.map((line) => `${by}${line}`).join('\n')

test('the fixture is sound', () => expect(faults).toEqual([]))

describe('a route', () => {
  test('is said with its key, its fields and what it acknowledges, alone and in its composition', () => {
    expect(said('Handoff.store')).toContain(`Handoff, route  specs/compositions/handoff.ts`)
    expect(said('Handoff.store')).toContain(`\n${indented('  ')}`)
    expect(said('Handoff')).toContain(`  routes\n${indented('    ')}\n`)
  })

  test('is said where it is delivered and acknowledged', () => {
    expect(said('deliver.store')).toMatch(
      /^deliver\.store {2}Handoff, step {2}.*\n {2}the first message of an outbox of Shelf comes to the Box/,
    )
    expect(said('Handoff.deliver.store')).toBe(said('deliver.store'))
    expect(said('acknowledge.store')).toMatch(/^acknowledge\.store {2}Handoff, step .*\n {2}a message that was received leaves/)
    expect(said('deliver.store')).toContain(indented('  '))
  })
})

test('what comes in the end is said with what is fair', () => {
  expect(said('Handoff')).toContain('c.Box.get(at)!.count > 0; for each Box; fair: put; strongly fair: deliver.store\n')
  const [promised] = explainComposition(composition, 'arrives', catalog.machines, (name) => ({ file: name, text: null }))
  expect(sayExplained(promised!)).toContain('\n  fair  put\n  strongly fair  deliver.store\n')
})

test('a step that leaves what is remembered as it was breaks nothing', () => {
  const [property] = explainComposition(composition, 'some_put', catalog.machines, (name) => ({ file: name, text: null }))
  expect(property!.breakers.map(({ name, changes }) => [name, changes])).toEqual([
    ['put', ['Shelf.put']],
    ['close', ['Shelf.closed']],
  ])
})

test.each([
  ['a refusal of an input', 'Fill.full', /^Fill\.full {2}Box, refusal .*\n {2}input Fill: s\.count > 0$/],
  ['an abstract module', 'Heap', /^Heap {2}Handoff, abstract module of "heap": tla\/Heap\.tla .*\n {2}size = /],
  ['a domain', 'Handoff.Count', /^Count {2}Handoff, domain: of size 1 at ci bounds, 1 at deep ones /],
  ['a field of a key', 'Shelf.row', /^row {2}Shelf, key: nat\(/],
  ['what is remembered', 'closed', /^closed {2}Handoff, history .*\n {2}of Shelf: bool$/],
])('%s is said by the name that the tool prints', (_what, name, text) => {
  expect(said(name)).toMatch(text)
  expect(namesIn(catalog)).toContain(name.replace(/^(Handoff|Shelf)\./, ''))
})

test('a limit, and a refusal of a transition', () => {
  const machine = readSound({
    limits: '{ most: Count }',
    put: 'refuse: { enough: (s, _i, limits) => s.total >= limits.most }',
  })
  const one = { machines: [machine], compositions: [] }
  expect(explanations(one, 'most')[0]).toMatch(/^most {2}Shelf, limit: nat\(Count\) /)
  expect(explanations(one, 'Put.enough')[0]).toMatch(/^Put\.enough {2}Shelf, refusal .*\n {2}transition Put: s\.total >= limits\.most$/)
})

test('of a name that nothing has the nearest are named, the nearest first', () => {
  expect(nearest('deliver.stor', namesIn(catalog))).toEqual(['deliver.store'])
  expect(nearest('shelf', ['Shell', 'Shelf', 'Box'])).toEqual(['Shelf', 'Shell'])
  expect(nearest('paid', ['nobody_passes_unpaid'])).toEqual(['nobody_passes_unpaid'])
  expect(nearest('zzz', namesIn(catalog))).toEqual([])
})
