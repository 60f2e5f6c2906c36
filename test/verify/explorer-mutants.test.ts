import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emitKernel } from '../../codegen/emit/kernel.js'
import { read } from '../../codegen/read/index.js'
import { runMutants } from '../../codegen/verify/mutant-run.js'
import { dropConditionMutants, judgeMutant } from '../../codegen/verify/mutants.js'
import { binary, condition, get, literal, natOf, s } from '../fixtures/ir-words.js'
import { altered, machine } from './fixtures/turnstile.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('a mutant lacks one condition', () => {
  test('each named refusal and each when has its own, with a name and a position', () => {
    expect(dropConditionMutants(machine).map(({ name }) => name)).toEqual([
      'Coin refuse is_inside',
      'Break when',
      'Withstand when',
      'Withstand refuse is_open',
    ])
  })

  test('a when of several parts has one for the whole, and one for each part', () => {
    const parts = binary(
      binary(get(s, 'coins', natOf('Coins')), '>', literal(0)),
      'and',
      binary(get(s, 'coins', natOf('Coins')), '<', literal(9)),
    )
    const two = altered({ transitions: machine.transitions.map((one) => (one.name === 'Pass' ? { ...one, when: parts } : one)) })
    expect(dropConditionMutants(two).map(({ name }) => name)).toEqual(expect.arrayContaining(['Pass when', 'Pass when 1', 'Pass when 2']))
  })

  test('its fingerprint stays when the condition moves, and falls when it says something else', () => {
    const of = (one: typeof machine) => dropConditionMutants(one).find(({ name }) => name === 'Withstand refuse is_open')!.fingerprint
    const moved = { file: 'specs/machines/by-hand.ts', line: 99, column: 1 }
    const withRefusal = (change: (one: ReturnType<typeof condition>) => ReturnType<typeof condition>) =>
      altered({ transitions: machine.transitions.map((one) => ({ ...one, refuse: one.refuse.map(change) })) })
    expect(of(withRefusal((one) => ({ ...one, at: moved, holds: { ...one.holds, at: moved } })))).toBe(of(machine))
    expect(of(withRefusal((one) => ({ ...one, holds: literal(true) })))).not.toBe(of(machine))
  })

  test('a promise that fails kills it, unsaid or said; nothing at all lets it survive', () => {
    const reports = dropConditionMutants(machine).map((mutant) => judgeMutant(mutant, { bounds: 'ci', kernel: null }))
    expect(reports.map(({ name, verdict, by, trace }) => [name, verdict, by, trace?.steps.length])).toEqual([
      ['Coin refuse is_inside', 'killed', ['one_place_each'], 3],
      ['Break when', 'killed', ['one_transition_applies: Break, Withstand'], 1],
      ['Withstand when', 'killed', ['one_transition_applies: Break, Withstand'], 1],
      ['Withstand refuse is_open', 'survived', [], undefined],
    ])
  })
})

test('mutants of a real machine run as kernels that were written in memory, in threads of their own', async () => {
  const { catalog } = read(root)
  const delivery = catalog.machines.find(({ name }) => name === 'RuntimeDelivery')!
  const seen: string[] = []
  const mutants = dropConditionMutants(delivery)
  const reports = await runMutants(mutants, { root, bounds: 'ci', kernelOf: emitKernel, onReport: ({ name }) => seen.push(name) })
  expect(reports.map(({ name }) => name)).toEqual(mutants.map(({ name }) => name))
  expect(seen.toSorted()).toEqual(mutants.map(({ name }) => name).toSorted())
  expect(reports.filter(({ verdict }) => verdict === 'not judged')).toEqual([])
  expect(reports.find(({ name }) => name === 'ApplyNext refuse out_of_order')).toMatchObject({
    verdict: 'killed',
    by: ['applied_in_order'],
  })
  // The evaluator tells the same of each.
  const told = mutants.map((mutant) => judgeMutant(mutant, { bounds: 'ci', kernel: null }))
  expect(reports).toEqual(told)
})
