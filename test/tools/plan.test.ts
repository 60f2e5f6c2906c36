import { anything, assert, constantFrom, jsonValue, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { PlanError, RequestError, resolveExecutionPlan, toolset, type PlanContext, type ToolExecution } from '../../runtime/index.js'
import type { Value } from '../../generated/machine.js'
import { callOf, definition, detached, fast, FOR_WHOM, openBench, RUNNERS, streaming } from './bench.js'

const hybrid = {
  modes: ['fast', 'detached'],
  defaultMode: 'fast',
  modeOf: (given) => (typeof given === 'object' && given !== null && 'background' in given ? 'detached' : 'fast'),
  runner: 'again',
  restart: 'Replayable',
  idempotency: 'interaction_and_arguments',
} as const satisfies ToolExecution

const tools = toolset([
  fast('look', () => null, { output: { maxBytes: 100 } }),
  streaming('follow', () => null, { inactivityMs: 5_000, ceilingMs: 60_000 }),
  detached('scan', {
    version: '3',
    credentialScopes: ['network'],
    detached: { workMs: 3_600_000 },
    idempotency: 'interaction_arguments_and_key',
  }),
  { definition: definition('shell'), execution: hybrid, run: () => null },
])
const context: PlanContext & { readonly tools: typeof tools } = { ...FOR_WHOM, tools, durable: true, runners: RUNNERS }
const credentials = { profile: 'network', bindings: ['unifi'], policyGeneration: 4 }

test('a fast call is done here, and nothing of it is kept', () => {
  expect(resolveExecutionPlan(callOf('look'), context)).toEqual({
    tool: 'look',
    toolVersion: '1',
    mode: 'fast',
    runner: null,
    restartClass: null,
    idempotencyScope: 'none',
    credentials: null,
    output: { maxBytes: 100 },
    inactivityMs: null,
    deadline: {
      chain: [{ name: 'tool_batch', ms: 600_000, source: 'default' }],
      winner: { name: 'tool_batch', ms: 600_000, source: 'default' },
    },
    work: null,
  })
})

test('a streaming call may be silent for so long, and has a ceiling whatever it reports', () => {
  expect(resolveExecutionPlan(callOf('follow'), context)).toMatchObject({
    mode: 'streaming',
    inactivityMs: 5_000,
    deadline: { winner: { name: 'streaming_ceiling', ms: 60_000, source: 'tool' } },
  })
})

test('a detached call has a runner of the newest version, what it may use, and two limits: until its receipt, and for its work', () => {
  expect(
    resolveExecutionPlan(callOf('scan'), { ...context, semanticKey: 'scan:home', credentials, workMs: 60_000, occurrenceId: 'monday' }),
  ).toEqual({
    tool: 'scan',
    toolVersion: '3',
    mode: 'detached',
    runner: { name: 'scan', version: '2' },
    restartClass: 'NonResumable',
    idempotencyScope: 'interaction_arguments_and_key',
    credentials: { ...credentials, scopes: ['network'] },
    output: { maxBytes: 1_048_576 },
    inactivityMs: null,
    deadline: {
      chain: [
        { name: 'detached_submission', ms: 10_000, source: 'default' },
        { name: 'schedule_lease', ms: 60_000, source: 'default' },
        { name: 'tool_batch', ms: 600_000, source: 'default' },
      ],
      winner: { name: 'detached_submission', ms: 10_000, source: 'default' },
    },
    work: {
      chain: [
        { name: 'caller', ms: 60_000, source: 'call' },
        { name: 'tool', ms: 3_600_000, source: 'tool' },
      ],
      winner: { name: 'caller', ms: 60_000, source: 'call' },
    },
  })
})

test('a tool of several modes chooses by its arguments, unless the caller does', () => {
  const modeFor = (given: Value, more: Partial<PlanContext> = {}) =>
    resolveExecutionPlan(callOf('shell', given), { ...context, ...more }).mode
  expect(modeFor({})).toBe('fast')
  expect(modeFor({ background: true })).toBe('detached')
  expect(modeFor({ background: true }, { mode: 'fast' })).toBe('fast')
  expect(modeFor({}, { mode: 'detached' })).toBe('detached')
})

const UNRESOLVED: readonly (readonly [string, string, string, Partial<PlanContext>])[] = [
  ['unknown_tool', 'tool', 'nobody', {}],
  ['mode_not_supported', 'mode', 'look', { mode: 'detached' }],
  ['not_durable', 'durable', 'scan', { durable: false, semanticKey: 'k', credentials }],
  ['no_runner', 'scan', 'scan', { runners: [], semanticKey: 'k', credentials }],
  ['no_runner', 'scan', 'scan', { runners: [{ ...RUNNERS[0]!, restartClass: 'Replayable' }], semanticKey: 'k', credentials }],
  ['no_credentials', 'credentials', 'scan', { semanticKey: 'k' }],
  ['no_semantic_key', 'semanticKey', 'scan', { credentials }],
]

test.each(UNRESOLVED)('%s: no plan, and %s is what is missing', (code, missing, tool, more) => {
  const error = thrown(() => resolveExecutionPlan(callOf(tool), { ...context, ...more }))
  expect(error).toBeInstanceOf(PlanError)
  expect(error).toMatchObject({ code, missing, tool })
})

test('a tool whose own choice of a mode fails has no plan', () => {
  for (const modeOf of [() => 'background' as never, () => Promise.resolve('fast') as never, () => JSON.parse('{') as never]) {
    const odd = toolset([{ definition: definition('odd'), execution: { ...hybrid, modeOf }, run: () => null }])
    expect(thrown(() => resolveExecutionPlan(callOf('odd'), { ...context, tools: odd }))).toMatchObject({ code: 'mode_unresolved' })
  }
})

test('a malformed call or context is named where it is wrong', () => {
  const bad: readonly (readonly [string, object, object])[] = [
    ['callId', { callId: '' }, {}],
    ['tool', { tool: 1 }, {}],
    ['arguments', { arguments: undefined }, {}],
    ['name', { name: 'a' }, {}],
    ['sessionId', {}, { sessionId: undefined }],
    ['lineage', {}, { lineage: '' }],
    ['mode', {}, { mode: 'background' }],
    ['deadlineMs', {}, { deadlineMs: 0 }],
    ['workMs', {}, { workMs: 2 ** 31 }],
    ['credentials.profile', {}, { credentials: { bindings: ['a'] } }],
    ['credentials.bindings', {}, { credentials: { profile: 'a', bindings: [] } }],
    ['credentials.secret', {}, { credentials: { profile: 'a', bindings: ['a'], secret: 'x' } }],
    ['deadline', {}, { deadline: 1 }],
    ['durable', {}, { durable: 1 }],
    ['runners', {}, { runners: null }],
    ['deadlines.shell', {}, { deadlines: { shell: Number.NaN } }],
    ['layers.0.ms', {}, { layers: [{ name: 'a', ms: Infinity, source: 'wrapper' }] }],
    ['layers.0.source', {}, { layers: [{ name: 'a', ms: 1, source: 'me' }] }],
    ['tools.resolve', {}, { tools: null }],
  ]
  expect(thrown(() => resolveExecutionPlan(callOf('look'), null as never))).toBeInstanceOf(RequestError)
  for (const [field, call, more] of bad) {
    const error = thrown(() => resolveExecutionPlan({ ...callOf('look'), ...call } as never, { ...context, ...more } as never))
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ field })
  }
})

test('the same call and context have the same plan, and asking changes neither', () => {
  const calls = record({
    tool: constantFrom('look', 'follow', 'scan', 'shell', 'nobody'),
    arguments: jsonValue(),
    callId: constantFrom('1', '2'),
  })
  const contexts = record(
    {
      mode: constantFrom('fast', 'streaming', 'detached'),
      semanticKey: constantFrom('k'),
      deadlineMs: constantFrom(1, 30_000),
      occurrenceId: constantFrom('o'),
    },
    { requiredKeys: [] },
  )
  assert(
    property(calls, contexts, option(constantFrom(true, false)), (call, more, durable) => {
      const asked = { ...context, ...more, durable: durable ?? true }
      const before = JSON.stringify([call, more])
      const answer = () => {
        try {
          return resolveExecutionPlan(call as never, asked)
        } catch (error) {
          return { code: (error as PlanError).code, field: (error as RequestError).field }
        }
      }
      expect(answer()).toEqual(answer())
      expect(JSON.stringify([call, more])).toBe(before)
    }),
  )
})

test('whatever is asked for, it is a plan or a typed error', () => {
  assert(
    property(anything(), anything(), (call, more) => {
      const given = typeof more === 'object' && more !== null ? more : {}
      const error = thrown(() => resolveExecutionPlan(call as never, { ...given, ...context }))
      expect(error === null || error instanceof RequestError || error instanceof PlanError).toBe(true)
    }),
  )
})

test('a realm that keeps nothing offers nothing detached: not a tool of that mode alone, not the mode of another', () => {
  const given = [detached('scan'), { definition: definition('shell'), execution: hybrid, run: () => null }, fast('look')]
  const volatile = openBench(given, { durable: false }).tools
  expect(volatile.list()).toEqual([
    { name: 'shell', modes: ['fast'], defaultMode: 'fast' },
    { name: 'look', modes: ['fast'], defaultMode: 'fast' },
  ])
  expect(volatile.definitions().map(({ name }) => name)).toEqual(['shell', 'look'])
  const kept = openBench(given).tools
  expect(kept.list().map(({ modes }) => modes)).toEqual([['detached'], ['fast', 'detached'], ['fast']])
})

function thrown(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}
