import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Expr } from '../../codegen/ir.js'
import { read } from '../../codegen/read/index.js'
import { sayExpr } from '../../codegen/expression.js'
import { editsOf } from '../../codegen/verify/mutants/edits.js'
import { judgeMutants, mutantsOf, originalsOf } from '../../codegen/verify/mutants/index.js'
import { judgeMutant } from '../../codegen/verify/mutants/judge.js'
import { machineMutants } from '../../codegen/verify/mutants/machine.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'
import { binary, condition, get, literal, natOf, not, s } from '../fixtures/ir-words.js'
import { altered, machine } from './fixtures/turnstile.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const catalog = { machines: [machine], compositions: [] }
const dropped = (one: typeof machine) => machineMutants(one).filter(({ rule }) => rule === 'DROP_CONDITION')

describe('an expression is changed in one place at a time', () => {
  const coins = get(s, 'coins', natOf('Coins'))
  const changes = (e: Expr, literals = false) => editsOf(e, { literals }).map(({ rule, whole }) => `${rule}: ${sayExpr(whole)}`)

  test('comparisons meet their neighbour, and logic its other', () => {
    const both = binary(binary(coins, '<', literal(9)), 'and', binary(coins, '==', literal(1)))
    expect(changes(both)).toEqual([
      'FLIP_LOGIC: s.coins < 9 || s.coins === 1',
      'FLIP_COMPARISON: s.coins <= 9 && s.coins === 1',
      'FLIP_COMPARISON: s.coins < 9 && s.coins !== 1',
    ])
  })

  test('sums lose what is added, and literals change where they are values', () => {
    expect(changes(binary(coins, '+', literal(1)), true)).toEqual(['CHANGE_ARITHMETIC: s.coins', 'CHANGE_LITERAL: s.coins + 2'])
  })
})

describe('a machine has a mutant for every single edit', () => {
  test('each named refusal and each when can be dropped, and has a name and a position', () => {
    expect(dropped(machine).map(({ name }) => name)).toEqual([
      'Coin refuse is_inside',
      'Break when',
      'Withstand when',
      'Withstand refuse is_open',
    ])
  })

  test('a when of several parts has one for the whole, and one for each part', () => {
    const coins = get(s, 'coins', natOf('Coins'))
    const parts = binary(binary(coins, '>', literal(0)), 'and', binary(coins, '<', literal(9)))
    const two = altered({ transitions: machine.transitions.map((one) => (one.name === 'Pass' ? { ...one, when: parts } : one)) })
    expect(dropped(two).map(({ name }) => name)).toEqual(expect.arrayContaining(['Pass when', 'Pass when 1', 'Pass when 2']))
  })

  test('no two have one fingerprint', () => {
    const all = machineMutants(machine).map(({ fingerprint }) => fingerprint)
    expect(new Set(all).size).toBe(all.length)
  })

  test('a fingerprint stays when the condition moves, and falls when it says something else', () => {
    const of = (one: typeof machine) => dropped(one).find(({ name }) => name === 'Withstand refuse is_open')!.fingerprint
    const moved = { file: 'specs/machines/by-hand.ts', line: 99, column: 1 }
    const withRefusal = (change: (one: ReturnType<typeof condition>) => ReturnType<typeof condition>) =>
      altered({ transitions: machine.transitions.map((one) => ({ ...one, refuse: one.refuse.map(change) })) })
    expect(of(withRefusal((one) => ({ ...one, at: moved, holds: { ...one.holds, at: moved } })))).toBe(of(machine))
    expect(of(withRefusal((one) => ({ ...one, holds: literal(true) })))).not.toBe(of(machine))
  })
})

test('a promise that fails kills it, unsaid or said; nothing at all lets it survive', () => {
  const judging = { catalog, bounds: 'ci', modules: modulesIn(root) } as const
  expect(
    dropped(machine)
      .map((mutant) => judgeMutant(mutant, judging))
      .map(({ name, verdict, by }) => [name, verdict, by]),
  ).toEqual([
    ['Coin refuse is_inside', 'killed', ['one_place_each']],
    ['Break when', 'killed', ['one_transition_applies: Break, Withstand']],
    ['Withstand when', 'killed', ['one_transition_applies: Break, Withstand']],
    ['Withstand refuse is_open', 'survived', []],
  ])
})

test('a step property that looks at nothing but the input before the step says the condition again, and kills nothing', () => {
  const open = dropped(machine).find(({ name }) => name === 'Withstand refuse is_open')!
  const is_open = machine.transitions.find(({ name }) => name === 'Withstand')!.refuse[0]!.holds
  const restated = (over: 'state' | 'step'): typeof machine => ({
    ...open.machine,
    always: [
      ...open.machine.always,
      {
        name: 'never_open',
        doc: '',
        at: open.at,
        over,
        source: '',
        holds: binary(not({ kind: 'inputIs', input: 'Smash', type: { kind: 'bool' }, at: open.at }), 'or', not(is_open)),
      },
    ],
  })
  const judging = { catalog, bounds: 'ci', modules: modulesIn(root) } as const
  // It would have noticed, and whoever reads of the survivor is told why that does not count.
  expect(judgeMutant({ ...open, machine: restated('step') }, judging)).toMatchObject({ verdict: 'survived', ignored: ['never_open'] })
  expect(judgeMutant(open, judging)).toMatchObject({ verdict: 'survived', ignored: [] })
})

test('threads answer what one judge answers, in the order of the mutants', async () => {
  const { catalog: real } = read(root)
  const mutants = mutantsOf({ ...real, compositions: [] }, ['RuntimeDelivery'])
  const seen: string[] = []
  const setting = { root, catalog: { ...real, compositions: [] }, bounds: 'ci' } as const
  const reports = await judgeMutants(mutants, { ...setting, workers: 2, onReport: (_mutant, { name }) => seen.push(name) })
  expect(reports.map(({ name }) => name)).toEqual(mutants.map(({ name }) => name))
  expect(seen.toSorted()).toEqual(mutants.map(({ name }) => name).toSorted())
  expect(reports.find(({ name }) => name === 'ApplyNext refuse out_of_order')).toMatchObject({ verdict: 'killed' })
  expect(reports).toEqual(mutants.map((mutant) => judgeMutant(mutant, { ...setting, modules: modulesIn(root) })))
})

test('a spec that breaks a promise as it stands is found broken like a mutant, over its deep bounds too, and one that keeps all is not', async () => {
  const verdicts = async (one: typeof machine) => {
    const setting = { root, catalog: { machines: [one], compositions: [] }, bounds: 'ci', workers: 1 } as const
    return (await judgeMutants(originalsOf(setting.catalog, [one.name]), setting)).map(({ verdict, by }) => ({ verdict, by }))
  }
  const few = binary(get(s, 'coins', natOf('Coins')), '<=', literal(machine.model.ci['Coins']!))
  const { ci } = machine.model
  const promising = (deep: typeof ci) =>
    altered({ model: { ci, deep }, always: [{ ...machine.always[0]!, name: 'few', over: 'state', holds: few }] })
  expect(await verdicts(promising(ci))).toEqual([{ verdict: 'survived', by: [] }])
  expect(await verdicts(promising({ ...ci, Coins: ci['Coins']! + 1 }))).toEqual([{ verdict: 'killed', by: ['few'] }])
})
