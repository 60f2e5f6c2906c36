import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, boolean, constantFrom, integer, option, property, record, shuffledSubarray } from 'fast-check'
import { expect, test } from 'vitest'
import {
  callbackTools,
  DEFAULT_DEADLINES,
  deadlineChain,
  deadlineReport,
  dispatched,
  resolveExecutionPlan,
  toolset,
  wrapToolset,
  type DeadlineContributor,
  type Toolset,
} from '../../runtime/index.js'
import { root } from '../house/sources.js'
import { callOf, detached, fast, FOR_WHOM, RUNNERS, streaming } from './bench.js'

const ms = integer({ min: 1, max: 2 ** 31 - 1 })
const contributor = record({
  name: constantFrom('shell', 'dispatcher', 'tool_batch', 'own', 'Own', 'é'),
  ms: integer({ min: 1, max: 20 }),
  source: constantFrom('default', 'runtime', 'tool', 'wrapper', 'call'),
})
const contributors = array(contributor, { minLength: 1, maxLength: 12 })

function chainOf(all: readonly DeadlineContributor[]) {
  const [first, ...others] = all
  return deadlineChain(first!, ...others)
}

test('the winner is the narrowest of a chain, and every contributor is in it', () => {
  assert(
    property(contributors, (all) => {
      const { chain, winner } = chainOf(all)
      expect(winner.ms).toBe(Math.min(...all.map(({ ms }) => ms)))
      expect(chain[0]).toBe(winner)
      expect(new Set(chain)).toEqual(new Set(all))
      expect(chain).toHaveLength(all.length)
    }),
  )
})

test('the order in which contributors come changes nothing', () => {
  const shuffled = contributors.chain((all) => shuffledSubarray(all, { minLength: all.length }).map((other) => [all, other] as const))
  assert(
    property(shuffled, ([all, other]) => {
      expect(chainOf(other)).toEqual(chainOf(all))
    }),
  )
})

test('a plan has every layer that applies, with who said it, whatever is put around the tool; the narrowest wins', () => {
  const layers = record({
    dispatcher: option(option(ms), { nil: undefined }),
    own: option(ms, { nil: undefined }),
    tool: option(ms, { nil: undefined }),
    isShell: boolean(),
    caller: option(ms, { nil: undefined }),
    batch: option(ms, { nil: undefined }),
  })
  assert(
    property(layers, ({ dispatcher, own, tool, isShell, caller, batch }) => {
      const limit = { ...(isShell ? { layer: 'shell' as const } : {}), ...(tool === undefined ? {} : { deadlineMs: tool }) }
      let tools: Toolset = toolset([fast('a', () => null, { fast: limit })])
      if (dispatcher !== undefined) tools = dispatched(tools, dispatcher === null ? {} : { deadlineMs: dispatcher })
      if (own !== undefined) tools = wrapToolset(tools, { deadlines: [{ name: 'own', ms: own }] })
      const { deadline } = resolveExecutionPlan(callOf('a'), {
        ...FOR_WHOM,
        tools,
        durable: true,
        runners: [],
        ...(caller === undefined ? {} : { deadlineMs: caller }),
        ...(batch === undefined ? {} : { deadlines: { tool_batch: batch } }),
      })
      const expected = [
        batch === undefined ? ['tool_batch', 600_000, 'default'] : ['tool_batch', batch, 'runtime'],
        ...(dispatcher === undefined
          ? []
          : dispatcher === null
            ? [['dispatcher', 30_000, 'default']]
            : [['dispatcher', dispatcher, 'wrapper']]),
        ...(own === undefined ? [] : [['own', own, 'wrapper']]),
        ...(isShell ? [tool === undefined ? ['shell', 30_000, 'default'] : ['shell', tool, 'tool']] : []),
        ...(isShell || tool === undefined ? [] : [['tool', tool, 'tool']]),
        ...(caller === undefined ? [] : [['caller', caller, 'call']]),
      ]
      expect(new Set(deadline.chain.map(({ name, ms, source }) => JSON.stringify([name, ms, source])))).toEqual(
        new Set(expected.map((one) => JSON.stringify(one))),
      )
      expect(deadline.winner.ms).toBe(Math.min(...expected.map(([, ms]) => Number(ms))))
    }),
  )
})

test('to raise what is outside does not raise a narrower layer: a dispatcher of thirty seconds stays one', () => {
  const tools = dispatched(toolset([fast('a')]))
  const plan = resolveExecutionPlan(callOf('a'), { ...FOR_WHOM, tools, durable: true, runners: [], deadlines: { tool_batch: 3_600_000 } })
  expect(plan.deadline.winner).toEqual({ name: 'dispatcher', ms: 30_000, source: 'default' })
})

test('every layer of the table bounds the calls it is for, with its default; the watchdog of a provider bounds none', () => {
  const host = callbackTools([{ name: 'host', description: '', input_schema: {}, execution: { supported_modes: ['fast'] } }], () => null)
  const own = dispatched(
    toolset([fast('shell', () => null, { fast: { layer: 'shell' } }), streaming('stream', () => null), detached('scan')]),
  )
  const chainIn = (tools: Toolset, tool: string) =>
    resolveExecutionPlan(callOf(tool), { ...FOR_WHOM, tools, durable: true, runners: RUNNERS, occurrenceId: 'due' }).deadline.chain
  const seen = [host, own].flatMap((tools) => tools.entries.flatMap(({ definition }) => chainIn(tools, definition.name)))
  const { llm_inactivity, ...bounding } = DEFAULT_DEADLINES
  expect(Object.fromEntries(seen.map(({ name, ms }) => [name, ms]))).toEqual(bounding)
  expect(llm_inactivity).toBe(300_000)
  expect(seen.every(({ source }) => source === 'default')).toBe(true)
})

test('the table is the one that was agreed on, and the README says the same', () => {
  expect(DEFAULT_DEADLINES).toEqual({
    shell: 30_000,
    dispatcher: 30_000,
    tool_batch: 600_000,
    host_callback_public: 120_000,
    host_callback_cancel: 125_000,
    host_callback_wire: 130_000,
    detached_submission: 10_000,
    schedule_lease: 60_000,
    llm_inactivity: 300_000,
  })
  const rows = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| `(\w+)` +\| +([\d,]+) +\|/gm)
  const said = Object.fromEntries([...rows].map(([, layer, ms]) => [layer, Number(ms!.replaceAll(',', ''))]))
  expect(said).toEqual(DEFAULT_DEADLINES)
})

test('a chain is told in words', () => {
  const { deadline } = resolveExecutionPlan(callOf('a'), {
    ...FOR_WHOM,
    tools: dispatched(toolset([fast('a')])),
    durable: true,
    runners: [],
    deadlineMs: 45_000,
  })
  expect(deadlineReport(deadline)).toBe(
    [
      'effective deadline: 30000 ms',
      'contributors:',
      '  dispatcher: 30000 ms (default)',
      '  caller: 45000 ms (call)',
      '  tool_batch: 600000 ms (default)',
      'winner: dispatcher',
    ].join('\n'),
  )
})
