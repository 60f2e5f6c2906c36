import { describe, expect, test } from 'vitest'
import { emitFacts } from '../../codegen/emit/facts.js'
import { compare } from '../../codegen/ratchet/compare.js'
import type { FactFiles } from '../../codegen/ratchet/facts.js'
import type { Machine } from '../../codegen/ir.js'
import { readSound, spec } from '../read/spec.js'

interface Parts {
  readonly input?: string
  readonly effect?: string
  readonly state?: string
  readonly init?: string
  readonly always?: string
}

/** What the ratchet says of two versions of one spec, the later of which has the higher number where nothing else is said: rule and fact. */
function told(before: Parts, after: Parts, version = 2): string[] {
  const { findings } = compare(side(before, 1), side(after, version), new Map())
  return findings.map(({ rule, fact }) => `${rule} ${fact}`)
}

function side({ input = "'a', 'b'", effect = "'a', 'b'", state = "'a', 'b'", init = "'a'", always = '' }: Parts, version: number) {
  const wrapped = (type: string) => (type.startsWith("'") ? `oneOf(${type})` : type)
  const machine = readSound(
    spec({
      state: `total: Count, last: option(ItemId), kind: ${wrapped(state)}`,
      init: `{ kind: ${init} }`,
      inputs: `Put: { fields: { itemId: ItemId, kind: ${wrapped(input)} } }`,
      effects: `Stored: { kind: ${wrapped(effect)} }`,
      put: "update: (_s, i) => ({ last: i.itemId }), emit: (s, i) => (s.kind === 'a' && i.kind !== 'b' ? [{ type: 'Stored', kind: 'a' }] : [])",
      always,
    }),
  )
  return promised({ ...machine, version })
}

function promised(machine: Machine) {
  const texts = new Map(emitFacts({ machines: [machine], compositions: [] }).map(({ path, text }) => [path, text]))
  const of = (name: string): string => texts.get(`ratchets/${name}.txt`)!
  const facts: FactFiles = {
    alphabet: of('alphabet'),
    wire: of('wire'),
    storage: of('storage'),
    composition: of('composition'),
    verification: of('verification'),
    measured: '',
  }
  return { facts, levels: null }
}

const same: Parts = {}

describe('a oneOf', () => {
  test('that an input takes may have one member more, and breaks nobody', () => {
    expect(told(same, { input: "'a', 'b', 'c'" })).toEqual([])
  })

  test('that an effect tells may not: whoever reads it does not know the new one', () => {
    expect(told(same, { effect: "'a', 'b', 'c'" })).toEqual(['EFFECT_TYPE_NO_WIDEN Shelf effect Stored kind'])
  })

  test('may be reordered: no message is another for it, and what is stored is told only because the code is', () => {
    expect(told(same, { input: "'b', 'a'", effect: "'b', 'a'" })).toEqual([])
    // A file in use knows the hash of the code that wrote it, and that holds the order.
    expect(told(same, { state: "'b', 'a'" }, 1)).toEqual(['STORED_SHAPE_NEEDS_VERSION Shelf version'])
  })

  test('that is wrapped into an option may be absent: an input takes more, an effect tells more', () => {
    expect(told(same, { input: "option(oneOf('a', 'b'))" })).toEqual([])
    expect(told(same, { effect: "option(oneOf('a', 'b'))" })).toEqual(['EFFECT_TYPE_NO_WIDEN Shelf effect Stored kind'])
    expect(told({ input: "option(oneOf('a', 'b'))" }, same)).toEqual(['INPUT_TYPE_NO_NARROW Shelf input Put kind'])
    expect(told({ effect: "option(oneOf('a', 'b'))" }, same)).toEqual([])
  })

  test('that is split, so that half of it is left, is narrower for senders and for what is stored', () => {
    expect(told({ input: "'a', 'b', 'c'" }, same)).toEqual(['INPUT_TYPE_NO_NARROW Shelf input Put kind'])
    expect(told({ effect: "'a', 'b', 'c'" }, same)).toEqual([])
    expect(told({ state: "'a', 'b', 'c'" }, same)).toContain('STATE_FIELD_TYPE_NO_NARROW Shelf state kind')
  })
})

test('what breaks nobody else breaks files in use, where the version is the same', () => {
  expect(told(same, { input: "'a', 'b', 'c'" }, 1)).toEqual(['CODE_NEEDS_VERSION Shelf version'])
  expect(told(same, { always: 'fine: (s) => s.total < 3' }, 1)).toEqual([])
})

test('a first value alone that changes is told, and nothing else with it', () => {
  expect(told(same, { init: "'b'" })).toEqual(['STATE_FIELD_DEFAULT_SAME Shelf state kind'])
})

test('a field more breaks senders, whatever its type: an input has no default; a receiver that ignores it is not broken', () => {
  const more = (inputs: string, effects: string, version = 2) => promised({ ...readSound(spec({ inputs, effects, put: '' })), version })
  const before = more('Put: { fields: { itemId: ItemId } }', 'Stored: { itemId: ItemId }', 1)
  const rules = (after: ReturnType<typeof more>) => compare(before, after, new Map()).findings.map(({ rule, fact }) => `${rule} ${fact}`)
  expect(rules(more('Put: { fields: { itemId: ItemId, n: Count } }', 'Stored: { itemId: ItemId }'))).toEqual([
    'INPUT_FIELD_NO_ADD_REQUIRED Shelf input Put n',
  ])
  expect(rules(more('Put: { fields: { itemId: ItemId, n: option(Count) } }', 'Stored: { itemId: ItemId }'))).toEqual([
    'INPUT_FIELD_NO_ADD_REQUIRED Shelf input Put n',
  ])
  expect(rules(more('Put: { fields: { itemId: ItemId } }', 'Stored: { itemId: ItemId, n: Count }'))).toEqual([])
})
