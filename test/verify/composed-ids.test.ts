/** Ids that routes make of ids which are made by routes themselves: every tool has the same of them. */
import { expect, test } from 'vitest'
import { composedIds } from '../../codegen/domains.js'
import { emitComposedComparison } from '../../codegen/emit/tla-composition-compare.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'
import { compareComposed, formatComposedDifference } from '../../codegen/verify/composed-conformance.js'
import { composedExplored } from '../../codegen/verify/composed-explored.js'
import { runComposedWasm } from '../../codegen/verify/composed-model.js'
import { verifyComposition } from '../../codegen/verify/composed/index.js'
import { composedSymmetryOf } from '../../codegen/verify/composed/symmetry.js'

const LINE = `import { compose, composition, drive, id, machine, route } from 'pawl/spec'
const A = id('A')
const B = id('B')
const C = id('C')
export const First = machine({ name: 'First', version: 1, key: { a: A }, phases: ['Off', 'On'], initial: 'Off', terminal: ['On'], state: {},
  inputs: { Go: { fields: {} } }, effects: { Gone: {} },
  transitions: { Go: { on: 'Go', from: ['Off'], to: 'On', emit: () => [{ type: 'Gone' }] } }, model: { ci: { A: 2 }, deep: { A: 2 } } })
export const Second = machine({ name: 'Second', version: 1, key: { b: B }, phases: ['Off', 'On'], initial: 'Off', terminal: ['On'], state: {},
  inputs: { Hear: { fields: { who: A } } }, effects: { Heard: { who: A } },
  transitions: { Hear: { on: 'Hear', from: ['Off'], to: 'On', emit: (_s, i) => [{ type: 'Heard', who: i.who }] } },
  model: { ci: { A: 2, B: 1 }, deep: { A: 2, B: 1 } } })
export const Third = machine({ name: 'Third', version: 1, key: { c: C }, phases: ['Off', 'On'], initial: 'Off', terminal: ['On'], state: {},
  inputs: { End: { fields: {} } }, effects: {},
  transitions: { End: { on: 'End', from: ['Off'], to: 'On' } }, model: { ci: { C: 1 }, deep: { C: 1 } } })
export const Line = composition({ name: 'Line', version: 1, machines: [First, Second, Third],
  routes: {
    last: route({ from: Second, effect: 'Heard', to: Third, input: 'End', delivery: 'outbox', acknowledges: ['not_in_phase'],
      key: (effect, from) => ({ c: compose(C, from.b, compose(B, effect.who, 7)) }), fields: () => ({}) }),
    next: route({ from: First, effect: 'Gone', to: Second, input: 'Hear', delivery: 'outbox', acknowledges: ['not_in_phase'],
      key: (_effect, from) => ({ b: compose(B, from.a, 7) }), fields: (_effect, from) => ({ who: from.a }) }),
  },
  locals: {},
  environment: { go: drive({ to: First, input: 'Go' }) DRIVE },
  always: { in_order: (c) => c.Second.every((s) => s.phase === 'Off') || c.First.some((f) => f.phase === 'On') },
  reachable: { two: (c) => c.Third.count((t) => t.phase === 'On') === 2 },
  model: { ci: { A: 2 }, deep: { A: 2 } } })
`
const MADE = ['["B","A_1",7]', '["B","A_2",7]']

function line(drive = '') {
  const file = 'specs/compositions/line.ts'
  const { catalog, diagnostics } = readFrom(filesInMemory({ [file]: LINE.replace(' DRIVE', drive) }), { files: [file] })
  expect(diagnostics).toEqual([])
  const { machines, compositions } = catalog
  const composition = compositions[0]!
  const options = { composition, machines, bounds: 'ci', kernels: null, router: null, spec: null } as const
  return { composition, machines, options }
}

test('are made of all that their parts can be, whichever route is told first', () => {
  const { composition } = line()
  expect([...composedIds(composition, { A: 2 })]).toEqual([
    ['B', MADE],
    ['C', MADE.flatMap((one) => MADE.map((other) => JSON.stringify(['C', one, other])))],
  ])
})

test('are the same to the model, where a drive names one too', async () => {
  const { composition, machines, options } = line(
    `, end: drive({ to: Third, input: 'End', at: { c: ${JSON.stringify(JSON.stringify(['C', ...MADE]))} } })`,
  )
  const { report, exploration } = verifyComposition(options)
  expect(report.transitions['end']).toBeGreaterThan(0)
  const text = emitComposedComparison(composition, machines, composition.model.ci)
  const run = await runComposedWasm({ composition, machines, text }, { timeoutMs: 300_000, maxStates: 10_000 })
  if (run.status !== 'complete') throw new Error(JSON.stringify(run).slice(0, 1000))
  const { states, differences } = compareComposed(composedExplored(exploration), run.graph, text)
  expect(differences.map(formatComposedDifference)).toEqual([])
  expect(states).toBe(exploration.size)
})

test('are exchanged with what they are made of, however deep, unless a drive names one', () => {
  const { composition, machines, options } = line()
  const symmetry = composedSymmetryOf(composition, machines, 'ci')
  if ('refused' in symmetry) throw new Error(symmetry.refused)
  expect(symmetry.renamings[1]).toEqual(
    new Map([
      ['A_1', 'A_2'],
      ['A_2', 'A_1'],
      [MADE[0], MADE[1]],
      [MADE[1], MADE[0]],
      ...[...composedIds(composition, { A: 2 }).get('C')!].map((id, n, all) => [id, all.at(-1 - n)]),
    ] as [string, string][]),
  )
  const { report } = verifyComposition({ ...options, symmetry })
  expect([report.findings, report.states]).toEqual([[], (196 + 14) / 2])
  expect(verifyComposition(options).report.states).toBe(14 ** 2)
  const named = line(`, end: drive({ to: Third, input: 'End', at: { c: ${JSON.stringify(JSON.stringify(['C', ...MADE]))} } })`)
  expect(composedSymmetryOf(named.composition, named.machines, 'ci')).toMatchObject({
    kept: ['ids of C are made of ids of A, and keep their places'],
  })
})
