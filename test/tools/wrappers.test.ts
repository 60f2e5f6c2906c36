import { expect, test } from 'vitest'
import {
  adapted,
  conformsAsWrapper,
  filtered,
  gated,
  PlanError,
  RequestError,
  toolset,
  wrapToolset,
  type ExecutionPlan,
  type PlanContext,
  type ToolCall,
  type Toolset,
} from '../../runtime/index.js'
import { callOf, detached, fast, FOR_WHOM, openBench } from './bench.js'

test('a filter that goes by names is judged by tools of those names', async () => {
  const named = (inner: Toolset) => filtered(inner, ({ definition }) => definition.name.startsWith('safe_'))
  expect(await conformsAsWrapper(named)).toEqual({ findings: [], tools: 0, calls: 0 })
  expect(await conformsAsWrapper(named, { names: ['safe_a', 'safe_b'] })).toEqual({ findings: [], tools: 2, calls: 2 })
})

test('a gate judges calls of every mode before anything is done, and one that fails has not admitted', async () => {
  const asked: string[] = []
  const inner = toolset([fast('a', () => 1), detached('scan')])
  const { tools, submitted } = openBench([
    gated(inner, ({ tool }, { mode }) => {
      asked.push(`${tool} ${mode}`)
      if (tool === 'a') throw new Error('the policy is away')
      return { ok: false, reason: 'not on a Sunday' }
    }),
  ])
  expect(await tools.call(callOf('a'), FOR_WHOM)).toMatchObject({ ok: false, code: 'denied', error: { message: 'the policy is away' } })
  expect(await tools.call(callOf('scan'), FOR_WHOM)).toMatchObject({ ok: false, code: 'denied', message: 'not on a Sunday' })
  expect(asked).toEqual(['a fast', 'scan detached'])
  expect(submitted).toEqual([])
})

test('an adapter changes what goes in and what comes out of what runs here, and nothing of a job', async () => {
  const inner = toolset([fast('a', ({ arguments: given }) => [given]), detached('scan')])
  const { tools, submitted } = openBench([
    adapted(inner, { arguments: ({ arguments: given }) => ({ given }), result: (result, { tool }) => ({ result, tool }) }),
  ])
  expect(await tools.call(callOf('a', 1), FOR_WHOM)).toMatchObject({ ok: true, result: { result: [{ given: 1 }], tool: 'a' } })
  await tools.call(callOf('scan', 1), FOR_WHOM)
  expect(submitted).toMatchObject([{ tool: 'scan', arguments: 1 }])
})

test.each([
  [
    'no deadline',
    (plan: ExecutionPlan) => ({ ...plan, deadline: { chain: [], winner: { name: 'none', ms: Infinity, source: 'wrapper' } } }),
  ],
  [
    'a deadline that is no number',
    (plan: ExecutionPlan) => ({ ...plan, deadline: { ...plan.deadline, winner: { ...plan.deadline.winner, ms: NaN } } }),
  ],
  ['one layer less', (plan: ExecutionPlan) => ({ ...plan, deadline: { ...plan.deadline, chain: plan.deadline.chain.slice(0, 1) } })],
  ['another mode', (plan: ExecutionPlan) => ({ ...plan, mode: plan.mode === 'fast' ? 'detached' : 'fast' })],
  ['a mode that is none', (plan: ExecutionPlan) => ({ ...plan, mode: 'eternal' })],
  ['another output policy', (plan: ExecutionPlan) => ({ ...plan, output: null })],
])('a wrapper that resolves a call with %s is not followed, and nothing is done', async (_name, change) => {
  let runs = 0
  const inner = toolset([fast('forever', () => (runs += 1), { fast: { deadlineMs: 9 } }), detached('scan')])
  const wrapper = { ...inner, resolve: (call: ToolCall, context: PlanContext) => change(inner.resolve(call, context)) as ExecutionPlan }
  const { tools, submitted } = openBench([wrapper])
  for (const name of ['forever', 'scan']) {
    expect(await tools.call(callOf(name), FOR_WHOM)).toMatchObject({ ok: false, code: 'wrapper_failed', plan: null })
    expect(() => tools.resolve(callOf(name), FOR_WHOM)).toThrow(PlanError)
  }
  expect([runs, submitted]).toEqual([0, []])
})

test('a wrapper names layers of the table, and no others', () => {
  for (const name of ['constructor', 'shelll']) {
    expect(() => wrapToolset(toolset([]), { deadlines: [name as never] })).toThrow(RequestError)
  }
})
