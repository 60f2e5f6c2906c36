import { describe, expect, test } from 'vitest'
import { decide, evaluator } from '../../codegen/evaluate.js'
import type { Transition } from '../../codegen/ir.js'
import { binary, condition, get, literal, natOf, s } from '../fixtures/ir-words.js'
import { altered, machine } from '../verify/fixtures/turnstile.js'

const bounds = { max: { Coins: 2 }, limits: {} }
const { initial } = evaluator(machine)
const coin = { type: 'Coin', guest: 'Guest_1' }
const coins = get(s, 'coins', natOf('Coins'))

describe('an answer', () => {
  test('carries the transition, the whole next state and the effects', () => {
    expect(decide(machine, initial, coin, bounds)).toEqual({
      ok: true,
      transition: 'Pay',
      state: { phase: 'Open', coins: 1, guests: new Map([['Guest_1', { place: 1 }]]) },
      effects: [{ type: 'Entered', guest: 'Guest_1', place: 1 }],
    })
    expect(initial).toEqual({ phase: 'Locked', coins: 0, guests: new Map() })
  })

  test('is refused in one order: the input, the phase, the when, the transition, the bound', () => {
    const pay = (parts: Partial<Transition>) =>
      altered({ transitions: machine.transitions.map((one) => (one.name === 'Pay' ? { ...one, ...parts } : one)) })
    const refuse = [condition('rich', binary(coins, '>', literal(1)))]
    const whole = pay({ when: binary(coins, '!=', literal(7)), refuse })
    const answer = (state: object, one = whole) => decide(one, { ...initial, ...state }, coin, bounds)
    const inside = { guests: new Map([['Guest_1', { place: 1 }]]) }

    expect(answer({ ...inside, phase: 'Open', coins: 7 })).toEqual({ ok: false, refusal: { code: 'is_inside', transition: null } })
    expect(answer({ phase: 'Open', coins: 7 })).toEqual({ ok: false, refusal: { code: 'not_in_phase', transition: null } })
    expect(answer({ coins: 7 })).toEqual({ ok: false, refusal: { code: 'not_applicable', transition: null } })
    expect(answer({ coins: 2 })).toEqual({ ok: false, refusal: { code: 'rich', transition: 'Pay' } })
    expect(answer({ coins: 2 }, pay({}))).toEqual({ ok: false, refusal: { code: 'exhausted', transition: 'Pay' } })
    expect(answer({ coins: 1 })).toMatchObject({ ok: true, transition: 'Pay' })
  })

  test('names the domains that a bound stopped', () => {
    expect(evaluator(machine).leaves('Pay', { ...initial, coins: 2 }, coin, bounds)).toEqual(['Coins'])
    expect(() => decide(machine, initial, coin, { max: {}, limits: {} })).toThrow('the bounds name no domain "Coins"')
    expect(() => decide(machine, initial, { type: 'Knock' }, bounds)).toThrow('Turnstile has no input "Knock"')
  })
})
