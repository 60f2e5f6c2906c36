import { describe, expect, test } from 'vitest'
import type { Expr } from '../../codegen/ir.js'
import { specialise } from '../../codegen/specialise.js'
import { substitute } from '../../codegen/walk.js'
import { at, binary, bool, call, every, func, get, input, literal, natOf, not, s, variable, when } from '../fixtures/ir-words.js'
import { machine } from '../verify/fixtures/turnstile.js'

const [coin, push] = [machine.inputs[0]!, machine.inputs[1]!]
const is = (name: string): Expr => ({ kind: 'inputIs', input: name, type: bool, at })
const has = (name: string): Expr => ({ kind: 'inputHas', field: name, type: bool, at })
const rest = binary(get(s, 'coins', natOf('Coins')), '>', literal(0))

describe('what is said of one input', () => {
  test.each<[string, Expr, Expr, Expr]>([
    ['an implication', binary(not(is('Coin')), 'or', rest), rest, literal(true)],
    ['a field that not every input has', binary(has('guest'), 'and', rest), rest, literal(false)],
    ['a choice', when(is('Coin'), rest, literal(true)), rest, literal(true)],
    ['a right side that decides', binary(rest, 'and', is('Coin')), rest, literal(false)],
    ['a part inside', every(s, 'r', binary(is('Push'), 'or', rest)), every(s, 'r', rest), every(s, 'r', literal(true))],
  ])('%s', (_claim, e, ofCoin, ofPush) => {
    expect(specialise(e, coin)).toEqual(ofCoin)
    expect(specialise(e, push)).toEqual(ofPush)
  })

  test('a function that asks for the input is written out, others are left', () => {
    const asks = func('asks', [{ name: 'i', type: { kind: 'input', inputs: ['Coin', 'Push'] } }], is('Coin'))
    const plain = func('plain', [{ name: 'n', type: natOf('Coins') }], rest)
    const e = binary(call('asks', [input('Coin', 'Push')], bool), 'and', call('plain', [literal(1)], bool))
    expect(specialise(e, coin, [asks, plain])).toEqual(call('plain', [literal(1)], bool))
    expect(specialise(e, push, [asks, plain])).toEqual(literal(false))
  })
})

test('an expression that is put into another keeps its variables apart from the binders there', () => {
  const x = variable('x', natOf('Coins'))
  const renamed = variable('x1', natOf('Coins'))
  const y = variable('y', natOf('Coins'))
  const body: Expr = { kind: 'let', name: 'x', value: literal(1), body: binary(x, '+', y), type: natOf('Coins'), at }
  expect(substitute(body, new Map([['y', x]]))).toEqual({ ...body, name: 'x1', body: binary(renamed, '+', x) })
})
