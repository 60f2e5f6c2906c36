/** Compositions with one state for all that differ in nothing but which id is which: the verdicts are those of all states. */
import { describe, expect, test } from 'vitest'
import { checkComposition } from '../../codegen/commands/check-composition.js'
import type { CompositionTask } from '../../codegen/commands/check-task.js'
import { exitOf } from '../../codegen/commands/check.js'
import type { Composition, Machine } from '../../codegen/ir.js'
import { read } from '../../codegen/read/index.js'
import { type CompositionVerification, verifyComposition } from '../../codegen/verify/composed/index.js'
import { type ComposedSymmetry, composedSymmetryOf } from '../../codegen/verify/composed/symmetry.js'
import { worldOf } from '../../codegen/verify/composed/world.js'
import { canonicalText } from '../../codegen/verify/key.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'
import { projectRoot as root } from '../emit/workbench.js'
import { randomComposition } from '../fixtures/random-composition.js'

const SEED = Number(process.env['PAWL_SEED'] ?? 20261130)
const CASES = Number(process.env['PAWL_CASES'] ?? 40)
const MOST_STATES = 2500
const { machines, compositions } = read(root).catalog

type Options = Omit<CompositionVerification, 'symmetry'>

const plain = (composition: Composition, of: readonly Machine[] = machines): Options => ({
  composition,
  machines: of,
  bounds: 'ci',
  kernels: null,
  router: null,
  spec: null,
  modules: modulesIn(root),
})

function symmetric({ composition, machines: of, bounds }: Options): ComposedSymmetry {
  const symmetry = composedSymmetryOf(composition, of, bounds)
  if ('refused' in symmetry) throw new Error(symmetry.refused)
  return symmetry
}

/** What holds of the composition, and not of how often it was looked at. */
function said({ report, exploration }: ReturnType<typeof verifyComposition>) {
  const { findings, problems, depth, complete, transitions, refusalCodes, limitsReached, properties, refinements } = report
  return {
    findings: findings.map(({ rule, name, trace, replayed }) => [rule, name, trace?.steps.length ?? null, replayed]).toSorted(),
    problems,
    depth,
    complete,
    fired: Object.entries(transitions).map(([name, times]) => [name, times > 0]),
    refused: Object.keys(refusalCodes),
    limits: Object.keys(limitsReached),
    stuck: [...new Set(exploration.stuck.map(({ why }) => why))].toSorted(),
    properties: properties.map((one) => [one.name, one.verdict, one.depth, one.leftTrue === null ? null : one.leftTrue > 0]),
    refinements: refinements.map(({ name, verdict, actions }) => [name, verdict, actions]),
  }
}

/** By brute force on what every tool writes, and by nothing of the explorer's: how many states differ in more than which id is which. */
function orbits({ exploration }: ReturnType<typeof verifyComposition>, { renamings }: ComposedSymmetry): number {
  const renamed = (value: unknown, by: ReadonlyMap<unknown, unknown>): unknown => {
    if (typeof value === 'string') return by.get(value) ?? (/(^| )\{/.test(value) ? renamedKey(value, by) : value)
    if (Array.isArray(value)) return value.map((one) => renamed(one, by))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [renamed(name, by), renamed(one, by)]))
  }
  // `drive {"place":"Place_1"}`, or the key alone.
  const renamedKey = (text: string, by: ReadonlyMap<unknown, unknown>): string => {
    const start = text.indexOf('{')
    return text.slice(0, start) + canonicalText(renamed(JSON.parse(text.slice(start)), by) as never)
  }
  // Order says something in an outbox alone: not in sets of texts, nor in the rows of a table.
  const inOrder = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((one) => inOrder(one))
      const isQueue = items.some((one) => typeof one === 'object' && one !== null && 'route' in one)
      return isQueue ? items : items.toSorted((a, b) => (canonicalText(a as never) < canonicalText(b as never) ? -1 : 1))
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inOrder(one)]))
  }
  const seen = new Set<string>()
  const text = (world: unknown): string => canonicalText(inOrder(world) as never)
  let count = 0
  const worlds = Array.from({ length: exploration.size }, (_, at) => worldOf(exploration.system, exploration.read(at)))
  for (const world of worlds) {
    if (seen.has(text(world))) continue
    count += 1
    for (const renaming of renamings) seen.add(text(renamed(world, renaming)))
  }
  return count
}

function expectTheSame(options: Options): { readonly all: number; readonly kept: number } {
  const symmetry = symmetric(options)
  const [whole, reduced] = [verifyComposition(options), verifyComposition({ ...options, symmetry })]
  expect(said(reduced)).toEqual(said(whole))
  expect(reduced.report.states).toBe(orbits(whole, symmetry))
  return { all: whole.report.states, kept: reduced.report.states }
}

describe(`under symmetry the verdicts are those of all states (from seed ${SEED})`, () => {
  test('of compositions made at random', { timeout: 120_000 }, () => {
    let [looked, fewer, findings] = [0, 0, 0]
    for (let seed = SEED; looked < CASES; seed += 1) {
      const { composition, machines: of } = randomComposition(seed)
      const options = plain(composition, of)
      const { report } = verifyComposition({ ...options, maxStates: MOST_STATES })
      if (!report.complete || report.states < 4 || symmetric(options).over.length === 0) continue
      const { all, kept } = expectTheSame(options)
      looked += 1
      if (kept < all) fewer += 1
      findings += report.findings.filter(({ trace }) => trace !== null).length
    }
    // What symmetry does nothing for, and in which nothing is wrong, would show nothing.
    expect(fewer).toBeGreaterThan(CASES / 3)
    expect(findings).toBeGreaterThan(CASES / 4)
  })

  test.each(compositions.map((one) => [one.name, one] as const))(
    '%s, and what it promises of states and steps alone',
    { timeout: 120_000 },
    (_, one) => {
      expectTheSame(plain(one))
      const { over } = symmetric(plain({ ...one, eventually: [], refines: [] }))
      const both =
        over.length === 0
          ? []
          : [
              { ...one, eventually: [] },
              { ...one, eventually: [], refines: [] },
            ]
      for (const less of both) {
        const { all, kept } = expectTheSame(plain(less))
        if (less.refines.length === 0) expect(kept).toBeLessThan(all)
      }
    },
  )
})

const named = (name: string) => compositions.find((one) => one.name === name)!
const states = (name: string): Composition => ({ ...named(name), eventually: [], refines: [] })

test('what is broken is found in both, by ways of one length that are gone again', () => {
  const broken = machines.map((machine) => ({
    ...machine,
    transitions: machine.transitions.map((one) =>
      one.name === 'ApplyNext' ? { ...one, refuse: one.refuse.filter(({ name }) => name !== 'out_of_order') } : one,
    ),
  }))
  const options = plain(states('JobRuntimeDelivery'), broken)
  const symmetry = symmetric(options)
  expect(symmetry.over).toEqual(['JobId'])
  const { all, kept } = expectTheSame(options)
  expect(kept).toBeLessThan(all)
  const { findings } = verifyComposition({ ...options, symmetry }).report
  expect(findings.map(({ rule, name, replayed }) => [rule, name, replayed])).toContainEqual(['ALWAYS', 'each_is_applied_in_its_turn', true])
})

describe('symmetry leaves in their places, and says why', () => {
  const keptIn = (composition: Composition) => symmetric(plain(composition)).kept

  test('all ids where something is eventually so', () => {
    const { over, renamings, kept } = symmetric(plain(named('SessionCancellation')))
    expect({ over, renamings: renamings.length }).toEqual({ over: [], renamings: 1 })
    expect(kept).toEqual([
      expect.stringMatching(/^what is eventually so \(a_cancelled_session_is_released, .*\) is judged over all states$/),
    ])
  })

  test('ids that a drive names', () => {
    expect(keptIn(states('SessionCancellation'))).toEqual([
      'ids of AssistantId are named by the drive "recoverBeside"',
      'ids of Owner are named by the drive "recoverBeside"',
      'ids of SessionId are named by the drive "recoverBeside"',
    ])
  })

  test('ids that a refinement shows, or that what it shows is made of', () => {
    expect(keptIn({ ...named('JobRuntimeDelivery'), eventually: [] })).toEqual([expect.stringMatching(/^ids of (JobId|DeliveryId) /)])
    expect(keptIn(states('JobRuntimeDelivery'))).toEqual([])
  })
})

test('a composition with more permutations than may be tried is not checked: exit 2, and which bound to lower', async () => {
  const composition: Composition = states('JobRuntimeDelivery')
  const task: CompositionTask = {
    of: 'composition',
    composition: { ...composition, model: { ...composition.model, ci: { ...composition.model.ci, JobId: 8 } } },
    machines: composition.machines.map((name) => machines.find((machine) => machine.name === name)!),
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
  const checked = await checkComposition(task)
  expect(checked.problems).toEqual(['symmetry over JobId is 40320 permutations, more than 5040 (lower JobId: 8 in model.ci)'])
  expect(exitOf([checked])).toBe(2)
})
