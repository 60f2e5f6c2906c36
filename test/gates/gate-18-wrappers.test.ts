import { expect, test } from 'vitest'
import {
  adapted,
  callbackTools,
  composite,
  conformsAsWrapper,
  dispatched,
  filtered,
  gated,
  RequestError,
  toolset,
  wrapToolset,
  type Toolset,
} from '../../runtime/index.js'
import { callOf, fast, FOR_WHOM, openBench } from '../tools/bench.js'

const callbacks = () =>
  callbackTools([{ name: 'host', description: 'of a host', input_schema: {}, execution: { supported_modes: ['fast'] } }], () => 'host')

/** Every wrapper that ships, and some around others. */
const WRAPPERS: readonly {
  readonly name: string
  readonly wrap: (inner: Toolset) => Toolset
  readonly tools: number
  readonly calls: number
}[] = [
  { name: 'a filter that shows all', wrap: (inner) => filtered(inner, () => true), tools: 4, calls: 3 },
  {
    name: 'a filter that hides some',
    wrap: (inner) => filtered(inner, ({ execution }) => execution.modes.includes('fast')),
    tools: 2,
    calls: 2,
  },
  { name: 'a gate that admits', wrap: (inner) => gated(inner, () => ({ ok: true })), tools: 4, calls: 3 },
  { name: 'a gate that forbids', wrap: (inner) => gated(inner, async () => ({ ok: false, reason: 'no' })), tools: 4, calls: 0 },
  { name: 'an adapter', wrap: (inner) => adapted(inner, { arguments: () => 'other', result: (value) => [value] }), tools: 4, calls: 3 },
  { name: 'a dispatcher', wrap: (inner) => dispatched(inner, { deadlineMs: 3 }), tools: 4, calls: 3 },
  { name: 'a composite of one', wrap: (inner) => composite(inner), tools: 4, calls: 3 },
  { name: 'a bare wrapper', wrap: (inner) => wrapToolset(inner, {}), tools: 4, calls: 3 },
  {
    name: 'many in each other',
    wrap: (inner) =>
      composite(
        dispatched(
          gated(
            adapted(
              filtered(inner, () => true),
              {},
            ),
            () => ({ ok: true }),
          ),
        ),
      ),
    tools: 4,
    calls: 3,
  },
]

test.each(WRAPPERS)('gate 18 $name hands on contract, resolution, call and progress', async ({ wrap, tools, calls }) => {
  expect(await conformsAsWrapper(wrap)).toEqual({ findings: [], tools, calls })
})

/** Wrappers that lose one thing each, as they would be written by hand; each is found by the rule for it. */
const CANARIES: readonly { readonly loses: string; readonly rule: string; readonly wrap: (inner: Toolset) => Toolset }[] = [
  {
    loses: 'the contract',
    rule: 'contract_kept',
    wrap: (inner) => ({ ...inner, entries: inner.entries.map(({ definition }) => ({ definition }) as never) }),
  },
  {
    loses: 'a word of the contract',
    rule: 'contract_kept',
    wrap: (inner) => ({
      ...inner,
      entries: inner.entries.map((entry) => ({ ...entry, execution: { ...entry.execution, detached: null } })),
    }),
  },
  {
    loses: 'bytes of the definition',
    rule: 'contract_kept',
    wrap: (inner) => ({
      ...inner,
      entries: inner.entries.map((entry) => ({ ...entry, definition: { ...entry.definition, description: '' } })),
    }),
  },
  { loses: 'count', rule: 'contract_kept', wrap: (inner) => ({ ...inner, entries: [...inner.entries, ...inner.entries] }) },
  {
    loses: 'the mode',
    rule: 'resolution_kept',
    wrap: (inner) => ({ ...inner, resolve: (call, context) => ({ ...inner.resolve(call, context), mode: 'fast' }) }),
  },
  {
    loses: 'the layers of who is outside',
    rule: 'resolution_kept',
    wrap: (inner) => ({ ...inner, resolve: (call, { layers: _, ...context }) => inner.resolve(call, context) }),
  },
  {
    loses: 'the credentials',
    rule: 'resolution_kept',
    wrap: (inner) => ({ ...inner, resolve: (call, context) => ({ ...inner.resolve(call, context), credentials: null }) }),
  },
  {
    loses: 'the winner',
    rule: 'resolution_kept',
    wrap: (inner) => ({
      ...inner,
      resolve(call, context) {
        const plan = inner.resolve(call, context)
        return { ...plan, deadline: { ...plan.deadline, winner: plan.deadline.chain.at(-1)! } }
      },
    }),
  },
  {
    loses: 'that a realm keeps nothing',
    rule: 'resolution_kept',
    wrap: (inner) => ({ ...inner, resolve: (call, context) => inner.resolve(call, { ...context, durable: true }) }),
  },
  { loses: 'what it hides, from sight alone', rule: 'hidden_stays_hidden', wrap: (inner) => ({ ...inner, entries: [] }) },
  { loses: 'the verdict of a gate', rule: 'denial_kept', wrap: (inner) => ({ ...inner, admit: async () => ({ ok: true }) }) },
  { loses: 'the call', rule: 'call_kept', wrap: (inner) => ({ ...inner, run: async () => 'remembered' }) },
  {
    loses: 'the signal',
    rule: 'call_kept',
    wrap: (inner) => ({ ...inner, run: (run, plan) => inner.run({ ...run, signal: new AbortController().signal }, plan) }),
  },
  {
    loses: 'the lineage',
    rule: 'call_kept',
    wrap: (inner) => ({ ...inner, run: (run, plan) => inner.run({ ...run, lineage: 'its own' }, plan) }),
  },
  {
    loses: 'progress',
    rule: 'progress_kept',
    wrap: (inner) => ({ ...inner, run: (run, plan) => inner.run({ ...run, progress: () => ({ accepted: true }) }, plan) }),
  },
]

test.each(CANARIES)('gate 18 a wrapper that loses $loses is found by $rule', async ({ rule, wrap }) => {
  const { findings } = await conformsAsWrapper(wrap)
  expect([...new Set(findings.map((finding) => finding.rule))]).toEqual([rule])
})

test('gate 18 a wrapper that hands on no contract is not even taken', () => {
  const [lossy] = CANARIES
  expect(() => openBench([lossy!.wrap(toolset([fast('a')]))])).toThrow(RequestError)
})

test('gate 18 a composite of several holds each tool to its own home, and shows them in order', async () => {
  const { tools } = openBench([composite(toolset([fast('a', () => 1)]), callbacks(), dispatched(toolset([fast('b', () => 2)])))])
  expect(tools.definitions().map(({ name }) => name)).toEqual(['a', 'host', 'b'])
  const winner = (tool: string) => tools.resolve(callOf(tool), FOR_WHOM).deadline.winner.name
  expect([winner('a'), winner('host'), winner('b')]).toEqual(['tool_batch', 'host_callback_public', 'dispatcher'])
  expect(await tools.call(callOf('host'), FOR_WHOM)).toMatchObject({ ok: true, result: 'host' })
  expect(() => composite(toolset([fast('a')]), toolset([fast('a')]))).toThrow(RequestError)
})
