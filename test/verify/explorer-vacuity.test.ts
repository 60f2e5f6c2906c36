import { describe, expect, test } from 'vitest'
import type { Expr, Machine, Transition } from '../../codegen/ir.js'
import { implications } from '../../codegen/verify/implications.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import {
  binary,
  condition,
  emits,
  get,
  given,
  has,
  idOf,
  input,
  literal,
  natOf,
  not,
  property,
  row,
  s,
  set,
  when,
  yes,
} from '../fixtures/ir-words.js'
import { altered, machine } from './fixtures/turnstile.js'

const findings = (one: Machine) => verifyMachine({ machine: one, bounds: 'ci', kernel: null, spec: null }).report.findings
const told = (one: Machine) => findings(one).map(({ rule, name, message }) => `${rule} ${name}: ${message}`)
const transition = (name: string, parts: Partial<Transition>) => ({
  transitions: machine.transitions.map((one) => (one.name === name ? { ...one, ...parts } : one)),
})
const always = (holds: Expr) => altered({ always: [...machine.always, property('extra', 'state', holds, 'extra')] })
const coins = get(s, 'coins', natOf('Coins'))
const phase = (name: string) => binary(get(s, 'phase', { kind: 'oneOf', values: [name] }), '==', literal(name))

describe('a run that means nothing is found out', () => {
  test('by a transition that was never accepted', () => {
    expect(told(altered(transition('Pass', { when: binary(coins, '>', literal(7)) })))).toContain(
      'NEVER_FIRED Pass: Pass was never accepted',
    )
  })

  test('by a condition that is never true, and one that is never false', () => {
    const odd = transition('Break', {
      refuse: [condition('rich', binary(coins, '>', literal(2))), condition('early', binary(coins, '>=', literal(0)))],
    })
    expect(told(altered(odd))).toEqual([
      'NEVER_FIRED Break: Break was never accepted',
      'NEVER_TRUE Break refuse rich: the condition of Break refuse rich is never true',
      'NEVER_FALSE Break refuse early: the condition of Break refuse early is never false',
    ])
  })

  test('by an implication whose left side is never true', () => {
    expect(told(always(binary(not(binary(coins, '>', literal(5))), 'or', phase('Open'))))).toEqual([
      'NEVER_IMPLIED extra: the left side of an implication in "extra" is never true, so that what stands at specs/machines/by-hand.ts:1:1 is never asked',
    ])
    expect(told(always(when(binary(coins, '>', literal(5)), phase('Open'), yes)))).toHaveLength(1)
    expect(told(always(binary(not(binary(coins, '>', literal(1))), 'or', not(phase('Nowhere')))))).toEqual([
      expect.stringMatching(/^NEVER_BROKEN extra: /),
    ])
  })

  test('by a condition inside an update or an emission that has one answer only', () => {
    const update = [set('coins', when(binary(coins, '<', literal(9)), binary(coins, '+', literal(1)), literal(0)))]
    expect(findings(altered(transition('Pay', { update }))).map(({ rule, name }) => `${rule} ${name}`)).toContain(
      'NEVER_FALSE Pay update coins at line 1',
    )
    const guest = get(input('Coin'), 'guest', idOf('Guest'))
    const emit = [
      {
        kind: 'if',
        condition: binary(coins, '>', literal(9)),
        then: [],
        else: [emits('Entered', { guest, place: binary(coins, '+', literal(1)) })],
      } as const,
    ]
    expect(told(altered(transition('Pay', { emit })))).toEqual([
      'NEVER_TRUE Pay emit at line 1: the condition of Pay emit at line 1 is never true',
    ])
  })

  test('by a machine that only ever sees one state', () => {
    const still = altered({ ...transition('Pay', { when: literal(false) }), reachable: [], always: [] })
    const idle = { ...still, transitions: still.transitions.filter(({ name }) => name === 'Withstand') }
    const rules = findings(idle).map(({ rule, name }) => `${rule} ${name}`)
    expect(rules).toEqual(
      expect.arrayContaining(['NOTHING_SEEN fewer than two states', 'NOTHING_SEEN no always property', 'NOTHING_SEEN no reachable fact']),
    )
  })

  test('but not by a condition that reads what an earlier one establishes', () => {
    const table = get(s, 'guests', machine.state[1]!.type)
    const guest = get(input('Coin'), 'guest', idOf('Guest'))
    const inputs = machine.inputs.map((one) => (one.name === 'Coin' ? { ...one, refuse: [] } : one))
    const later = condition('second', binary(get(given(row(table, guest)), 'place', natOf('Coins')), '>', literal(1)))
    const refuse = [condition('absent', not(has(table, guest))), later]
    const asked = altered({ inputs, ...transition('Pay', { refuse }) })
    expect(told(asked).filter((one) => one.includes('refuse second'))).toEqual([
      'NEVER_TRUE Pay refuse second: the condition of Pay refuse second was never asked',
    ])
  })
})

describe('an implication is', () => {
  const [a, b, c] = [phase('A'), phase('B'), phase('C')]
  test.each<[string, Expr, Expr[]]>([
    ['what follows a denial', binary(not(a), 'or', b), [b]],
    ['what follows all denials at the start', binary(binary(not(a), 'or', not(b)), 'or', c), [c]],
    ['the last denial, where there is nothing else', binary(not(a), 'or', not(b)), [not(b)]],
    ['what follows a difference', binary(binary(coins, '!=', literal(1)), 'or', b), [b]],
    ['the branch beside true', when(a, b, yes), [b]],
    ['in every part of a conjunction', binary(binary(not(a), 'or', b), 'and', binary(not(b), 'or', c)), [b, c]],
    ['nothing in a plain disjunction', binary(a, 'or', b), []],
    ['nothing under a denial', not(binary(not(a), 'or', b)), []],
  ])('%s', (_claim, e, rights) => {
    expect(implications(e)).toEqual(rights)
  })
})
