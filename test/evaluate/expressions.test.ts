import { describe, expect, test } from 'vitest'
import { NotGiven, compile, equal, library } from '../../codegen/evaluate.js'
import type { Expr, Type, ValueType } from '../../codegen/ir.js'
import {
  at,
  binary,
  bool,
  call,
  every,
  func,
  get,
  given,
  has,
  idOf,
  literal,
  maybe,
  natOf,
  not,
  optionOf,
  put,
  row,
  size,
  variable,
  when,
} from '../fixtures/ir-words.js'

const rows: Type = { kind: 'table', key: idOf('Guest'), row: [{ name: 'place', type: natOf('Coins') }], unique: ['place'] }
const list: Type = { kind: 'set', of: natOf('Coins') }
const state = variable('s', { kind: 'state' })
const table = get(state, 'rows', rows)
const set = get(state, 'set', list)
const one = get(state, 'one', natOf('Coins'))
const none = get(state, 'none', optionOf(natOf('Coins')))
const world = { phase: 'A', rows: new Map([['g1', { place: 1 }], ['g2', { place: 2 }]]), set: [1, 3], one: 1, none: null } // prettier-ignore
const input = { type: 'Coin', guest: 'g1', __proto__: undefined }

const typed = (e: object, type: ValueType): Expr => ({ at, type, ...e }) as Expr
const run = (e: Expr, functions = library([])) => compile(e, { params: ['s', 'i'], input: 'i', library: functions })(world, input)

describe('an expression', () => {
  test.each<[string, Expr, unknown]>([
    ['adds and compares', binary(binary(one, '+', literal(2)), '>', literal(2)), true],
    ['subtracts below zero: only what is stored is checked', binary(one, '-', literal(3)), -2],
    ['takes the larger', typed({ kind: 'max', left: one, right: literal(5) }, natOf('Coins')), 5],
    ['takes the smaller', typed({ kind: 'min', left: one, right: literal(5) }, natOf('Coins')), 1],
    ['stops at the side that decides', binary(literal(false), 'and', binary(given(none), '>', literal(0))), false],
    ['chooses', when(binary(one, '==', literal(1)), literal('yes'), literal('no')), 'yes'],
    ['reads a row', maybe(row(table, literal('g2')), 'place', natOf('Coins')), 2],
    ['reads a row that is not there as null', maybe(row(table, literal('g3')), 'place', natOf('Coins')), null],
    ['falls back where there is nothing', typed({ kind: 'otherwise', of: none, otherwise: literal(7) }, natOf('Coins')), 7],
    ['has a row', has(table, literal('g1')), true],
    ['finds a row by a unique column', typed({ kind: 'by', table, column: 'place', value: literal(2) }, optionOf(idOf('Guest'))), 'g2'],
    [
      'finds no row by a value that none has',
      typed({ kind: 'by', table, column: 'place', value: literal(9) }, optionOf(idOf('Guest'))),
      null,
    ],
    ['puts a row', size(put(table, literal('g3'), { place: literal(3) })), 3],
    ['removes a row', size(typed({ kind: 'remove', table, key: literal('g1') }, rows)), 1],
    [
      'changes nothing of a row that is not there',
      typed({ kind: 'with', table, key: literal('g9'), fields: [{ name: 'place', value: literal(4) }] }, rows),
      world.rows,
    ],
    ['keeps a set sorted', typed({ kind: 'setAdd', set, member: literal(2) }, list), [1, 2, 3]],
    ['adds a member once', typed({ kind: 'setAdd', set, member: literal(3) }, list), [1, 3]],
    ['removes a member', typed({ kind: 'setRemove', set, member: literal(1) }, list), [3]],
    ['asks every row', every(table, 'r', binary(get(variable('r', { kind: 'state' }), 'place', natOf('Coins')), '>=', literal(1))), true],
    [
      'counts members',
      typed(
        { kind: 'count', over: set, item: 'm', key: null, holds: binary(variable('m', natOf('Coins')), '>', literal(1)) },
        natOf('Coins'),
      ),
      1,
    ],
    [
      'hands a key to a quantifier',
      typed({ kind: 'some', over: table, item: 'r', key: 'k', holds: binary(variable('k', idOf('Guest')), '==', literal('g2')) }, bool),
      true,
    ],
    [
      'binds a name',
      typed(
        { kind: 'let', name: 'x', value: literal(2), body: binary(variable('x', natOf('Coins')), '+', variable('x', natOf('Coins'))) },
        natOf('Coins'),
      ),
      4,
    ],
    ['knows which input came', typed({ kind: 'inputIs', input: 'Coin' }, bool), true],
    ['knows which fields an input has', not(typed({ kind: 'inputHas', field: 'toString' }, bool)), true],
    ['composes an id of its parts', typed({ kind: 'compose', domain: 'D', parts: [literal('a'), one] }, idOf('D')), '["D","a",1]'],
    [
      'makes a field called __proto__',
      get(typed({ kind: 'record', fields: [{ name: '__proto__', value: literal(5) }] }, bool), '__proto__', natOf('Coins')),
      5,
    ],
    [
      'compares records by value',
      binary(
        typed({ kind: 'record', fields: [{ name: 'place', value: one }] }, { kind: 'record', fields: [] }),
        '==',
        given(row(table, literal('g1'))),
      ),
      true,
    ],
  ])('%s', (_claim, e, value) => {
    expect(run(e)).toEqual(value)
  })

  test('calls a function with values of its own', () => {
    const twice = func(
      'twice',
      [{ name: 'n', type: natOf('Coins') }],
      binary(variable('n', natOf('Coins')), '+', variable('n', natOf('Coins'))),
    )
    expect(run(call('twice', [call('twice', [one], natOf('Coins'))], natOf('Coins')), library([twice]))).toBe(4)
  })

  test('says so when it reads what nothing had established', () => {
    expect(() => run(given(none))).toThrow(NotGiven)
  })

  test('changes no value that it is handed', () => {
    run(put(table, literal('g9'), { place: literal(9) }))
    run(typed({ kind: 'setAdd', set, member: literal(2) }, list))
    expect(world).toMatchObject({ set: [1, 3] })
    expect(world.rows.size).toBe(2)
  })
})

test('equality is by value: of tables by rows, whatever their order', () => {
  expect(equal(new Map([['a', { n: 1 }], ['b', { n: 2 }]]), new Map([['b', { n: 2 }], ['a', { n: 1 }]]))).toBe(true) // prettier-ignore
  expect(equal(new Map([['a', { n: 1 }]]), new Map([['a', { n: 2 }]]))).toBe(false)
  expect(equal({ a: 1 }, { a: 1, b: undefined })).toBe(false)
})
