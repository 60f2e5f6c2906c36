import { describe, expect, test } from 'vitest'
import { boundChecks } from '../../codegen/bounds.js'
import type { Expr, Machine, Transition, Type } from '../../codegen/ir.js'
import {
  at,
  binary,
  call,
  emits,
  field,
  func,
  get,
  given,
  has,
  idOf,
  literal,
  named,
  natOf,
  not,
  optionOf,
  put,
  s,
  set,
  variable,
  when,
  yes,
} from '../fixtures/ir-words.js'
import { altered } from '../verify/fixtures/turnstile.js'

const rows: Type = { kind: 'table', key: natOf('Coins'), row: [{ name: 'place', type: natOf('Coins') }], unique: [] }
const list: Type = { kind: 'set', of: natOf('Coins') }
const machine: Machine = altered({
  state: [
    { ...field('coins', natOf('Coins')), initial: 0 },
    { ...field('other', natOf('Other')), initial: 0 },
    { ...field('maybe', optionOf(natOf('Coins'))), initial: null },
    { ...field('rows', rows), initial: null },
    { ...field('list', list), initial: null },
  ],
  functions: [func('next', [{ name: 'n', type: natOf('Coins') }], binary(variable('n', natOf('Coins')), '+', literal(1)))],
  effects: [{ ...named('Told'), fields: [field('n', natOf('Coins'))] }],
})
const coins = get(s, 'coins', natOf('Coins'))
const more = binary(coins, '+', literal(1))
const less = binary(coins, '-', literal(1))
const open = binary(coins, '==', literal(0))
const table = get(s, 'rows', rows)
const typed = (e: object, type: Type): Expr => ({ at, type, ...e }) as Expr

const transition = (parts: Partial<Transition>): Transition => ({
  ...named('T'),
  on: 'Push',
  from: ['Open'],
  to: 'same',
  when: yes,
  refuse: [],
  update: [],
  emit: [],
  ...parts,
})
const checksOf = (name: string, value: Expr) => boundChecks(machine, transition({ update: [set(name, value)] }))

describe('a number needs no check', () => {
  test.each<[string, Expr]>([
    ['that is zero', literal(0)],
    ['that is read in its own domain', coins],
    [
      'that is the smaller of a sum and of what is in the domain',
      typed({ kind: 'min', left: binary(coins, '+', coins), right: coins }, natOf('Coins')),
    ],
    ['that is the larger of zero and of a difference', typed({ kind: 'max', left: less, right: literal(0) }, natOf('Coins'))],
    ['that either branch has in its domain', when(open, coins, literal(0))],
    ['that a name stands for', typed({ kind: 'let', name: 'x', value: coins, body: variable('x', natOf('Coins')) }, natOf('Coins'))],
  ])('%s', (_claim, value) => {
    expect(checksOf('coins', value)).toEqual([])
  })
})

describe('a number is checked', () => {
  test.each<[string, Expr]>([
    ['that is a sum', more],
    ['that is a difference', less],
    ['that is a literal above zero', literal(2)],
    ['that comes of another domain', get(s, 'other', natOf('Other'))],
    ['that a function computes', call('next', [coins], natOf('Coins'))],
    ['that only one branch has in its domain', when(open, coins, more)],
  ])('%s', (_claim, value) => {
    expect(checksOf('coins', value)).toEqual([{ value, domain: 'Coins', under: [] }])
  })

  test('in an option only where it is there', () => {
    expect(checksOf('maybe', when(open, more, literal(null)))).toEqual([{ value: more, domain: 'Coins', under: [open] }])
  })

  test('in a row that is put, key and columns', () => {
    expect(checksOf('rows', put(table, more, { place: less })).map(({ value }) => value)).toEqual([more, less])
  })

  test('in a row that is changed only if there is one, said of the table before the chain', () => {
    const changed = typed(
      { kind: 'with', table: put(table, literal(0), { place: coins }), key: coins, fields: [{ name: 'place', value: more }] },
      rows,
    )
    const isThere = binary(binary(coins, '==', literal(0)), 'or', has(table, coins))
    expect(checksOf('rows', changed)).toEqual([{ value: more, domain: 'Coins', under: [isThere] }])
  })

  test('in a set that gets it', () => {
    expect(checksOf('list', typed({ kind: 'setAdd', set: get(s, 'list', list), member: more }, list))).toEqual([
      { value: more, domain: 'Coins', under: [] },
    ])
  })

  test('in an effect, under the condition of its emission, and after the updates', () => {
    const emit = [{ kind: 'if', condition: open, then: [], else: [emits('Told', { n: more })] } as const]
    const checks = boundChecks(machine, transition({ update: [set('coins', less)], emit }))
    expect(checks).toEqual([
      { value: less, domain: 'Coins', under: [] },
      { value: more, domain: 'Coins', under: [not(open)] },
    ])
  })

  test('read out of an option only where that is there', () => {
    const maybe = get(s, 'maybe', optionOf(natOf('Other')))
    const isThere = binary(maybe, '!=', literal(null))
    expect(checksOf('maybe', maybe)).toEqual([{ value: given(maybe), domain: 'Coins', under: [isThere] }])
  })
})

test('a state that holds no number is never exhausted', () => {
  const free = altered({ state: [{ ...field('coins', idOf('Guest')), initial: null }] })
  expect(boundChecks(free, transition({ update: [set('coins', literal('x'))] }))).toEqual([])
})
