import { describe, expect, test } from 'vitest'
import { RULES, check } from '../../codegen/check/index.js'
import type { DiagnosticCode } from '../../codegen/diagnostics.js'
import type { Machine, Transition } from '../../codegen/ir.js'
import {
  at,
  binary,
  bool,
  call,
  condition,
  emits,
  field,
  func,
  get,
  idOf,
  literal,
  named,
  natOf,
  s,
  set,
  variable,
  yes,
} from '../fixtures/ir-words.js'
import { altered, machine } from '../verify/fixtures/turnstile.js'

const found = (one: Machine) => check({ machines: [one], compositions: [] }).map(({ code, message }) => ({ code, message }))
const transitions = (change: (one: Transition) => Transition) => machine.transitions.map(change)
const pay = (parts: Partial<Transition>) => transitions((one) => (one.name === 'Pay' ? { ...one, ...parts } : one))
const instant = (domain: string) => ({ kind: 'instant', domain }) as const
const supplied = (field: Machine['inputs'][number]['supplied'][number]) => ({
  inputs: machine.inputs.map((input) => (input.name === 'Push' ? { ...input, supplied: [field] } : input)),
})

describe('a rule finds', () => {
  test.each<[string, DiagnosticCode, Machine, string]>([
    [
      'a phase that no way leads to',
      'PHASE_UNREACHABLE',
      altered({ phases: [...machine.phases, named('Lost')] }),
      'no way leads from "Locked" to the phase "Lost"',
    ],
    [
      'an input that nothing answers',
      'INPUT_UNANSWERED',
      altered({ inputs: [...machine.inputs, { ...named('Knock'), fields: [], supplied: [], refuse: [] }] }),
      'no transition answers the input "Knock"',
    ],
    [
      'an effect that nothing emits',
      'EFFECT_NEVER_EMITTED',
      altered({ effects: [...machine.effects, { ...named('Left'), fields: [] }] }),
      'no transition emits the effect "Left"',
    ],
    [
      'a function that nothing uses',
      'FUNCTION_UNUSED',
      altered({ functions: [...machine.functions, func('spare', [], yes)] }),
      'nothing of Turnstile uses "spare"',
    ],
    [
      'a limit that nothing uses',
      'LIMIT_UNUSED',
      altered({ limits: [field('top', natOf('Coins'))] }),
      'nothing of Turnstile uses the limit "top"',
    ],
    [
      'a transition behind one that takes all',
      'TRANSITION_NEVER_CHOSEN',
      altered({ transitions: [...machine.transitions, { ...machine.transitions[1]!, name: 'PassAgain' }] }),
      '"Pass" takes every "Push" in "Open", before "PassAgain" is asked',
    ],
    [
      'a transition whose when is false',
      'TRANSITION_NEVER_CHOSEN',
      altered({ transitions: pay({ when: literal(false) }) }),
      'the when of "Pay" is never true',
    ],
    [
      'a condition that looks at nothing',
      'CONSTANT_CONDITION',
      altered({ transitions: pay({ refuse: [condition('closed', literal(false))] }) }),
      'the condition "closed" says the same whatever happens',
    ],
    [
      'an instant of the clock in a field that is none',
      'SUPPLIED_TYPE',
      altered(supplied({ ...field('now', natOf('Coins')), source: 'clock', upTo: null })),
      'the clock fills "now", which is nat',
    ],
    [
      'a random number up to a limit of another domain',
      'SUPPLIED_TYPE',
      altered({
        ...supplied({ ...field('dice', natOf('Coins')), source: 'random', upTo: 'top' }),
        limits: [field('top', natOf('Other'))],
      }),
      '"dice" goes up to the limit "top", whose domain is another',
    ],
    [
      'an index on a column that is not there',
      'INDEX_COLUMN',
      altered({ indexes: [{ name: 'byName', columns: ['phase', 'name'] }] }),
      'the index "byName" names "name", which is no field of the key or the state',
    ],
    [
      'an index on a table',
      'INDEX_COLUMN',
      altered({ indexes: [{ name: 'byGuests', columns: ['guests'] }] }),
      'the index "byGuests" names "guests", which is a table',
    ],
    [
      'a number that changes its domain on the way into the state',
      'NUMBER_DOMAIN_COPIED',
      altered({
        state: [...machine.state, { ...field('sinceMs', instant('Clock')), initial: 0 }],
        transitions: pay({ update: [set('coins', get(s, 'sinceMs', instant('Clock')))] }),
      }),
      'a number of the domain "Clock" is copied to "coins", whose domain is "Coins"',
    ],
    [
      'a number that changes its domain on the way into an effect, through a function',
      'NUMBER_DOMAIN_COPIED',
      altered({
        functions: [...machine.functions, func('self', [{ name: 'n', type: natOf('Other') }], variable('n', natOf('Other')))],
        limits: [field('top', natOf('Other'))],
        transitions: pay({
          emit: [
            emits('Entered', {
              guest: get(s, 'guest', idOf('Guest')),
              place: call('self', [get(variable('limits', { kind: 'limits' }), 'top', natOf('Other'))], natOf('Other')),
            }),
          ],
        }),
      }),
      'a number of the domain "Other" is copied to "Entered.place", whose domain is "Coins"',
    ],
  ])('%s', (_claim, code, one, message) => {
    expect(found(one)).toEqual([{ code, message }])
  })

  test('a number may go to a domain of its kind that is nowhere smaller', () => {
    const copied = (sizes: { readonly ci: number; readonly deep: number }) =>
      altered({
        state: [...machine.state, { ...field('paid', natOf('Paid')), initial: 0 }],
        transitions: pay({ update: [set('paid', get(s, 'coins', natOf('Coins')))] }),
        model: { ci: { ...machine.model.ci, Paid: sizes.ci }, deep: { ...machine.model.deep, Paid: sizes.deep } },
      })
    const { ci, deep } = { ci: machine.model.ci['Coins']!, deep: machine.model.deep['Coins']! }
    expect(found(copied({ ci, deep: deep + 1 }))).toEqual([])
    expect(found(copied({ ci, deep: deep - 1 })).map(({ code }) => code)).toEqual(['NUMBER_DOMAIN_COPIED'])
  })

  test('nothing in a sound machine', () => {
    expect(found(machine)).toEqual([])
  })

  test('nothing in arithmetic between two domains: what comes of it is checked when it runs', () => {
    const sum = binary(get(s, 'coins', natOf('Coins')), '+', get(s, 'sinceMs', instant('Clock')))
    expect(
      found(
        altered({
          state: [...machine.state, { ...field('sinceMs', instant('Clock')), initial: 0 }],
          transitions: pay({ update: [set('coins', sum)] }),
        }),
      ),
    ).toEqual([])
  })

  test('a function that only a composition uses is used', () => {
    const spare = func('spare', [{ name: 's', type: { kind: 'state' } }], yes)
    const one = altered({ functions: [...machine.functions, spare] })
    const local = { ...named('Kill'), from: 'Turnstile', effect: 'Entered', derive: call('spare', [s], bool) }
    const silent = { environment: [], history: [], always: [], reachable: [], eventually: [], refines: [], model: { ci: {}, deep: {} } }
    const compositions = [{ ...named('Both'), version: 1, machines: ['Turnstile'], routes: [], locals: [local], ...silent }]
    expect(check({ machines: [one], compositions })).toEqual([])
  })
})

test('every finding of a rule has a position, and every rule is in the list', () => {
  const [diagnostic] = check({ machines: [altered({ phases: [...machine.phases, named('Lost')] })], compositions: [] })
  expect(diagnostic!.at).toEqual(at)
  expect(new Set(RULES).size).toBe(10)
})
