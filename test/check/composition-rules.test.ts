import { describe, expect, test } from 'vitest'
import { check, COMPOSITION_RULES } from '../../codegen/check/index.js'
import { BOX, type CompositionParts, readComposition, SHELF } from '../fixtures/composition-text.js'

/** What the rules find in a composition that reads without a fault. */
function found(parts: CompositionParts, more: Readonly<Record<string, string>> = {}): string[] {
  const { catalog, faults } = readComposition(parts, more)
  expect(faults).toEqual([])
  return check(catalog).map(({ code, at, message }) => `${at.file}:${at.line} ${code} ${message}`)
}

test('what is right passes', () => {
  expect(found({})).toEqual([])
})

describe('atomic routes that go round', () => {
  const back = `back: route({ from: Box, effect: 'Filled', to: Shelf, input: 'Put', delivery: 'DELIVERY',
      key: (_effect, from) => ({ realm: from.realm, row: 0 }), fields: () => ({ itemId: compose(ItemId, 0), count: 0 }), acknowledges: ['not_in_phase'] })`
  const store = (delivery: string) => `store: route({ from: Shelf, effect: 'Stored', to: Box, input: 'Fill', delivery: '${delivery}',
      key: (effect, from) => ({ realm: from.realm, boxId: BOX_ID }), fields: (effect) => ({ count: effect.count }), acknowledges: ['full', 'not_in_phase'] })`
  const model = '{ ci: { Realm: 1, Row: 1, Count: 2, Clock: 1, BoxId: 1 }, deep: { Realm: 1, Row: 1, Count: 2, Clock: 1, BoxId: 1 } }'
  const box = BOX.replace("boxId: id('BoxId')", "row: nat('Row')")
  const parts = (first: string, second: string): CompositionParts => ({
    top: "const ItemId = id('ItemId')",
    routes: `${store(first).replace('boxId: BOX_ID', 'row: from.row')}, ${back.replace('DELIVERY', second)}`,
    locals: '',
    environment: "put: drive({ to: Shelf, input: 'Put' })",
    model: model.replaceAll(', BoxId: 1', ''),
  })

  test('are found once, where the first of them stands, with the way', () => {
    expect(found(parts('atomic', 'atomic'), { 'specs/machines/box.ts': box })).toEqual([
      'specs/compositions/handoff.ts:11 ATOMIC_CIRCLE atomic routes go round: "store" to Box.Fill, "back" to Shelf.Put, "store" to Box.Fill',
    ])
  })

  test.each([
    ['atomic', 'outbox'],
    ['outbox', 'atomic'],
    ['outbox', 'outbox'],
  ])('are no circle where one of them waits: %s, %s', (first, second) => {
    expect(found(parts(first, second), { 'specs/machines/box.ts': box })).toEqual([])
  })

  test('are no circle where the input that comes back has no such effect', () => {
    const shelf = SHELF.replace('effects: {', 'effects: { Shut: {},').replace(
      "Close: { on: 'Close', from: ['Open'], to: 'Closed' }",
      "Close: { on: 'Close', from: ['Open'], to: 'Closed', emit: () => [{ type: 'Shut' }] }",
    )
    const ends = back
      .replace('DELIVERY', 'atomic')
      .replace("input: 'Put'", "input: 'Close'")
      .replace('({ itemId: compose(ItemId, 0), count: 0 })', '({})')
    const one = parts('atomic', 'atomic')
    const whole = {
      ...one,
      routes: `${one.routes!.split(', back:')[0]!}, ${ends}`,
      locals: "shut: local({ from: Shelf, effect: 'Shut', derive: (s) => s.phase === 'Closed' })",
      model: model.replaceAll('BoxId: 1', 'ItemId: 1'),
    }
    expect(found(whole, { 'specs/machines/box.ts': box, 'specs/machines/shelf.ts': shelf })).toEqual([])
  })
})

describe('a fan-out', () => {
  const all = `all: fanOut({ from: Shelf, effect: 'Stored', to: Box, input: 'Fill', delivery: 'outbox',
      where: (_effect, from) => ({ realm: from.realm }), fields: (effect) => ({ count: effect.count }), acknowledges: ['full', 'not_in_phase'] })`
  const sizes = '{ Realm: 1, Row: 1, ItemId: 2, Count: 2, Clock: 1, BoxId: 2 }'
  const parts: CompositionParts = { routes: all, model: `{ ci: ${sizes}, deep: ${sizes} }` }
  const withBox = (change: (text: string) => string) => found(parts, { 'specs/machines/box.ts': change(BOX) })

  test('to a machine that leaves its initial state is right', () => {
    expect(found(parts)).toEqual([])
    expect(
      withBox((text) => text.replace("to: 'Full', update", "to: 'same', update").replace("from: ['Full']", "from: ['Empty', 'Full']")),
    ).toEqual([
      'specs/machines/box.ts:5 PHASE_UNREACHABLE no way leads from "Empty" to the phase "Full"',
      'specs/compositions/handoff.ts:11 RECEIVER_NEVER_PRESENT "Clear" may come first to Box and leave it in its initial state, where "all" does not reach it',
    ])
  })

  test('to a machine of which nothing leaves its initial state reaches nobody', () => {
    const stuck = withBox((text) => text.replace("to: 'Full', update: (_s, i) => ({ count: i.count })", "to: 'same'"))
    expect(stuck.filter((line) => line.includes('RECEIVER'))).toEqual([
      'specs/compositions/handoff.ts:11 RECEIVER_NEVER_PRESENT nothing of Box leaves its initial state, so "all" reaches nobody',
    ])
  })

  test('does not mind what comes first only under a condition', () => {
    const guarded = withBox((text) =>
      text.replace("from: ['Full'], to: 'Empty'", "from: ['Empty', 'Full'], to: 'Empty', when: (s) => s.count > 0"),
    )
    expect(guarded).toEqual([])
  })
})

describe('a number on its way', () => {
  const box = BOX.replace("const Count = nat('Count')", "const Count = nat('Amount')").replaceAll('Count: 2', 'Amount: 2')
  const sized = (amount: number) => {
    const sizes = `{ Realm: 1, Row: 1, ItemId: 2, Count: 2, Clock: 1, Amount: ${amount} }`
    return { model: `{ ci: ${sizes}, deep: ${sizes} }` }
  }

  test('may go to a domain that is nowhere smaller in the model of the composition', () => {
    expect(found(sized(2), { 'specs/machines/box.ts': box })).toEqual([])
  })

  test('may not go to a smaller one', () => {
    expect(found(sized(1), { 'specs/machines/box.ts': box })).toEqual([
      'specs/compositions/handoff.ts:12 NUMBER_DOMAIN_COPIED a number of the domain "Count" is copied to "Fill.count", whose domain is "Amount"',
    ])
  })

  test('may not go to one of another kind, nor into a key', () => {
    const timed = box
      .replace("nat('Amount')", "duration('Amount')")
      .replace('machine, nat', 'duration, machine, nat')
      .replace("boxId: id('BoxId')", "number: nat('Number')")
    const routes = `store: route({ from: Shelf, effect: 'Stored', to: Box, input: 'Fill', delivery: 'outbox',
      key: (effect, from) => ({ realm: from.realm, number: effect.count }), fields: (effect) => ({ count: effect.count }), acknowledges: ['full', 'not_in_phase'] })`
    const sizes = '{ Realm: 1, Row: 1, ItemId: 2, Count: 2, Clock: 1, Amount: 2, Number: 1 }'
    expect(found({ routes, model: `{ ci: ${sizes}, deep: ${sizes} }` }, { 'specs/machines/box.ts': timed })).toEqual([
      'specs/compositions/handoff.ts:12 NUMBER_DOMAIN_COPIED a number of the domain "Count" is copied to "the key of Box", whose domain is "Number"',
      'specs/compositions/handoff.ts:12 NUMBER_DOMAIN_COPIED a number of the domain "Count" is copied to "Fill.count", whose domain is "Amount"',
    ])
  })

  test('is remembered in its domain', () => {
    const more =
      "history: { h: history({ of: Shelf, fields: { last: nat('Row'), sum: nat('Row') }, after: (s, next) => ({ last: next.total, sum: s.sum + next.total }) }) },"
    expect(found({ more })).toEqual([
      'specs/compositions/handoff.ts:15 NUMBER_DOMAIN_COPIED a number of the domain "Count" is copied to "last", whose domain is "Row"',
    ])
  })
})

test('every rule is in the list', () => {
  expect(new Set(COMPOSITION_RULES).size).toBe(3)
})
