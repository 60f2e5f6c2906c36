import { expect, test } from 'vitest'
import { countOf, valuesOf } from '../../codegen/domains.js'
import type { Type } from '../../codegen/ir.js'
import { bindingCounts, bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { canonicalText, keyer } from '../../codegen/verify/key.js'
import { bool, field, idOf, natOf, optionOf } from '../fixtures/ir-words.js'
import { altered, machine } from './fixtures/turnstile.js'

const sizes = { Guest: 2, Coins: 1, Text: 2, Opaque: 1 }

test.each<[Type, unknown[]]>([
  [idOf('Guest'), ['Guest_1', 'Guest_2']],
  [natOf('Coins'), [0, 1]],
  [bool, [false, true]],
  [{ kind: 'text', max: 9 }, ['', 'Text_2']],
  [{ kind: 'opaque', maxBytes: 9 }, ['Opaque_1']],
  [{ kind: 'oneOf', values: ['a', 'b'] }, ['a', 'b']],
  [optionOf(natOf('Coins')), [null, 0, 1]],
  [{ kind: 'set', of: natOf('Coins') }, [[], [1], [0], [0, 1]]],
  [{ kind: 'record', fields: [{ name: 'n', type: natOf('Coins') }, { name: 'b', type: bool }] }, [{ n: 0, b: false }, { n: 0, b: true }, { n: 1, b: false }, { n: 1, b: true }]], // prettier-ignore
])('an input carries every value of %j in the model, and counts them without making them', (type, values) => {
  expect(valuesOf(type, sizes)).toEqual(expect.arrayContaining(values))
  expect(valuesOf(type, sizes)).toHaveLength(values.length)
  expect(countOf(type, sizes)).toBe(values.length)
})

test('bindings come input by input, the first field slowest, supplied fields with the others', () => {
  const [coin, push, smash] = machine.inputs
  const timed = { ...smash!, supplied: [{ ...field('at', natOf('Coins')), source: 'clock', upTo: null } as const] }
  const bindings = bindingsOf(altered({ inputs: [coin!, push!, timed] }), sizes)
  expect(bindings).toEqual([
    { type: 'Coin', guest: 'Guest_1' },
    { type: 'Coin', guest: 'Guest_2' },
    { type: 'Push' },
    { type: 'Smash', hard: false, at: 0 },
    { type: 'Smash', hard: false, at: 1 },
    { type: 'Smash', hard: true, at: 0 },
    { type: 'Smash', hard: true, at: 1 },
  ])
  expect(bindingCounts(altered({ inputs: [coin!, push!, timed] }), sizes)).toEqual({ Coin: 2, Push: 1, Smash: 4 })
})

test('more bindings than anybody can wait for are an error that says how many', () => {
  expect(() => bindingsOf(machine, { ...sizes, Guest: 200_000 })).toThrow('Turnstile has 200003 bindings of its inputs, more than 100000')
})

test('a limit of the model is the largest of its domain', () => {
  expect(modelBounds(altered({ limits: [field('top', natOf('Coins'))] }), sizes)).toEqual({ max: sizes, limits: { top: 1 } })
})

test('one world has one key and one text, however its rows are ordered', () => {
  const world = (...rows: [string, number][]) => ({
    phase: 'Open',
    coins: 2,
    guests: new Map(rows.map(([key, place]) => [key, { place }])),
  })
  const key = keyer(machine)
  expect(key(world(['Guest_1', 1], ['Guest_2', 2]))).toBe(key(world(['Guest_2', 2], ['Guest_1', 1])))
  expect(key(world(['Guest_1', 1], ['Guest_2', 2]))).not.toBe(key(world(['Guest_1', 2], ['Guest_2', 1])))
  expect(canonicalText(world(['Guest_2', 2], ['Guest_1', 1]))).toBe(
    '{"coins":2,"guests":[["Guest_1",{"place":1}],["Guest_2",{"place":2}]],"phase":"Open"}',
  )
})
