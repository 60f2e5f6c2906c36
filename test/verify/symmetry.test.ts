/** One state for all that differ in nothing but which id is which: what is said of every state must come out the same. */
import { describe, expect, test } from 'vitest'
import { checkMachine } from '../../codegen/commands/check-machine.js'
import type { MachineTask } from '../../codegen/commands/check-task.js'
import { exitOf } from '../../codegen/commands/check.js'
import { folderName } from '../../codegen/emit/names.js'
import type { World } from '../../codegen/evaluate.js'
import type { Machine } from '../../codegen/ir.js'
import { read } from '../../codegen/read/index.js'
import { definitionIn, kernelIn, wordsIn } from '../../codegen/verify/exports.js'
import { type Verification, type Verified, verifyMachine } from '../../codegen/verify/index.js'
import { canonicalText } from '../../codegen/verify/key.js'
import { loadModules, vocabularyOf } from '../../codegen/verify/load.js'
import { type Symmetry, symmetryOf } from '../../codegen/verify/symmetry.js'
import { projectRoot as root } from '../emit/workbench.js'
import { binary, get, literal, property, s } from '../fixtures/ir-words.js'
import { randomMachine } from '../fixtures/random-machine.js'
import { altered, kernel, machine as turnstile } from './fixtures/turnstile.js'

const SEED = Number(process.env['PAWL_SEED'] ?? 20261129)
const CASES = Number(process.env['PAWL_CASES'] ?? 40)
const MOST_STATES = 1500

function symmetric(machine: Machine, bounds: 'ci' | 'deep'): Symmetry {
  const symmetry = symmetryOf(machine, bounds)
  if ('refused' in symmetry) throw new Error(symmetry.refused)
  return symmetry
}

const sized = (machine: Machine, sizes: Machine['model']['ci']): Machine => ({
  ...machine,
  model: { ...machine.model, ci: { ...machine.model.ci, ...sizes } },
})

/** What holds of the machine, and not of how often it was looked at. */
function said({ report, exploration }: Verified) {
  const { findings, problems, depth, complete, conformant, transitions, refusalCodes, limitsReached, properties, refinements } = report
  return {
    findings: findings.map(({ rule, name, trace, replayed }) => [rule, name, trace?.steps.length ?? null, replayed]).toSorted(),
    problems,
    depth,
    complete,
    conformant,
    fired: Object.entries(transitions).map(([name, times]) => [name, times > 0]),
    refused: Object.keys(refusalCodes),
    limits: Object.keys(limitsReached).toSorted(),
    stuck: [...new Set(exploration.stuck.map(({ why }) => why))].toSorted(),
    properties: properties.map((one) => [one.name, one.verdict, one.depth, one.leftTrue === null ? null : one.leftTrue > 0]),
    refinements: refinements.map(({ name, verdict, states, pairs, actions }) => [name, verdict, states, pairs, actions]),
  }
}

/** By brute force, and by nothing of the explorer's: how many of these states differ in more than which id is which. */
function orbits(worlds: readonly World[], { renamings }: Symmetry): number {
  const renamed = (value: unknown, renaming: ReadonlyMap<unknown, unknown>): unknown => {
    if (value instanceof Map) return new Map([...value].map(([key, row]) => [renamed(key, renaming), renamed(row, renaming)]))
    if (Array.isArray(value)) return value.map((one) => renamed(one, renaming)).toSorted()
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamed(one, renaming)]))
    return renaming.get(value) ?? value
  }
  const seen = new Set<string>()
  let count = 0
  for (const world of worlds) {
    if (seen.has(canonicalText(world))) continue
    count += 1
    for (const renaming of renamings) seen.add(canonicalText(renamed(world, renaming)))
  }
  expect(seen.size, 'the states that can be reached are closed under symmetry').toBe(worlds.length)
  return count
}

function expectTheSame(options: Verification): { readonly all: number; readonly kept: number } {
  const symmetry = symmetric(options.machine, options.bounds)
  const [whole, reduced] = [verifyMachine(options), verifyMachine({ ...options, symmetry })]
  expect(said(reduced)).toEqual(said(whole))
  expect(reduced.report.states).toBe(orbits(whole.exploration.worlds, symmetry))
  return { all: whole.report.states, kept: reduced.report.states }
}

describe(`under symmetry the verdicts are those of all states, and the states as many as there are orbits (from seed ${SEED})`, () => {
  for (const ids of [2, 3]) {
    test(`machines made at random, with ${ids} ids`, { timeout: 120_000 }, () => {
      let [looked, fewer, findings] = [0, 0, 0]
      for (let seed = SEED; looked < CASES; seed += 1) {
        const machine = sized(randomMachine(seed), { Count: 1, Id: ids })
        const options = { machine, bounds: 'ci', kernel: null, spec: null, maxStates: MOST_STATES } as const
        const { report } = verifyMachine(options)
        if (!report.complete || report.states < 4 || symmetric(machine, 'ci').over.length === 0) continue
        const { all, kept } = expectTheSame(options)
        looked += 1
        if (kept < all) fewer += 1
        findings += report.findings.filter(({ trace }) => trace !== null).length
      }
      // Machines that symmetry does nothing for, and in which nothing is wrong, would show nothing.
      expect(fewer).toBeGreaterThan(CASES / 3)
      expect(findings).toBeGreaterThan(CASES)
    })
  }

  const { machines } = read(root).catalog
  const larger: Readonly<Record<string, Machine['model']['ci']>> = {
    RuntimeDelivery: { DeliveryId: 3 },
    SessionTranscript: { AssistantId: 4 },
  }
  const exchanging = machines
    .map((machine) => sized(machine, larger[machine.name] ?? {}))
    .filter((machine) => symmetric(machine, 'ci').over.length > 0)
  test.each(exchanging.map((machine) => [machine.name, machine] as const))(
    '%s, by its kernel and its spec',
    { timeout: 120_000 },
    async (name, machine) => {
      const file = `generated/${folderName(name)}/index.ts`
      const loaded = await loadModules(root, [file, machine.at.file, vocabularyOf(root)])
      const words = wordsIn(loaded.get(vocabularyOf(root))!)
      const spec = { definition: definitionIn(loaded.get(machine.at.file)!, name), words }
      const { all, kept } = expectTheSame({ machine, bounds: 'ci', kernel: kernelIn(loaded.get(file)!, name), spec })
      expect(kept).toBeLessThan(all)
    },
  )
  test('the catalog has machines of which that is asked', () => {
    expect(exchanging.map(({ name }) => name)).toEqual(['RuntimeDelivery', 'ScheduleOccurrence', 'SessionExecution', 'SessionTranscript'])
  })
})

test('a counterexample is a way that the machine goes, also where a state on it stands for another', () => {
  // Whoever comes second is told apart from whoever came first by nothing but that.
  const few = property('few', 'state', binary(get(s, 'coins', { kind: 'nat', domain: 'Coins' }), '<', literal(2)), 's.coins < 2')
  const machine = altered({ always: [...turnstile.always, few] })
  const options = { machine, bounds: 'ci', kernel, spec: null } as const
  const symmetry = symmetric(machine, 'ci')
  const [whole, reduced] = [verifyMachine(options).report, verifyMachine({ ...options, symmetry }).report]
  expect(symmetry.over).toEqual(['Guest'])
  // 0, 1 or 2 guests, each locked or broken; open where somebody came.
  expect([whole.states, reduced.states]).toEqual([29, 8])
  expect(reduced.symmetry).toEqual({ over: ['Guest'], permutations: 6 })
  expect(reduced.findings).toMatchObject([{ rule: 'ALWAYS', name: 'few', replayed: true, trace: whole.findings[0]!.trace }])
})

describe('symmetry is not over', () => {
  test('more permutations than it may try, and says which bound to lower', () => {
    expect(symmetryOf(sized(turnstile, { Guest: 7 }), 'ci')).toMatchObject({ over: ['Guest'] })
    expect(symmetryOf(sized(turnstile, { Guest: 8 }), 'ci')).toEqual({
      refused: 'symmetry over Guest is 40320 permutations, more than 5040 (lower Guest: 8 in model.ci)',
    })
  })

  test('what is eventually so, and says of which machine', () => {
    const yes = literal(true)
    const eventually = [{ name: 'out', doc: '', at: turnstile.at, each: null, from: yes, to: yes, fair: [], strong: [], source: '' }]
    expect(symmetryOf(altered({ eventually }), 'ci')).toEqual({
      refused: 'what is eventually so (out) is judged over all states: check Turnstile without --symmetry',
    })
  })

  test('a machine that it is refused for, which then was not checked: exit 2, and its name', async () => {
    const task: MachineTask = {
      of: 'machine',
      machine: sized(turnstile, { Guest: 8 }),
      root,
      bounds: 'ci',
      bundle: '',
      files: [],
      vocabulary: '',
      engines: ['wasm'],
      tlc: { jar: null, timeoutMs: null, heap: null },
      maxStates: 10,
      symmetry: true,
    }
    const checked = await checkMachine(task)
    expect(checked).toMatchObject({ name: 'Turnstile', states: 0, complete: false, findings: [] })
    expect(checked.problems).toEqual([expect.stringContaining('40320 permutations')])
    expect(exitOf([checked])).toBe(2)
  })

  test('ids that a hand-written module is shown', () => {
    const shown = { name: 'guests', value: get(s, 'guests', turnstile.state.find(({ name }) => name === 'guests')!.type), source: '' }
    const refines = [{ name: 'kept', doc: '', at: turnstile.at, each: null, abstract: 'Kept', map: [shown] }]
    expect(symmetryOf(altered({ refines }), 'ci')).toEqual({ over: [], renamings: [new Map()] })
  })
})
