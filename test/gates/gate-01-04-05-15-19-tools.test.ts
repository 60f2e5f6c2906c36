import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  adapted,
  callbackTools,
  composite,
  DEFAULT_DEADLINES,
  dispatched,
  filtered,
  gated,
  JOB_MACHINES,
  openRuntime,
  openStore,
  runtimeDelivery,
  toolset,
  wrapToolset,
  type Runner,
  type Tool,
  type ToolOutcome,
  type Toolset,
} from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { REAL_CLOCK, newFile, newFolder, openRig, REALM, runner, SESSION, until } from '../runtime/rig.js'
import { callOf, FOR_WHOM, openBench } from '../tools/bench.js'

const real = { clock: REAL_CLOCK, pollMs: 20 }

/** A detached tool whose work the runner `Replayable` does. */
const SCAN: Tool = {
  definition: { name: 'security_scan', description: 'Scans the network', input_schema: { type: 'object' } },
  execution: { modes: ['detached'], runner: 'Replayable', restart: 'Replayable', idempotency: 'interaction_and_arguments' },
}
const scan = { callId: 'toolu_1', tool: 'security_scan', arguments: { of: 'home' } }

function jobOf(outcome: ToolOutcome): string {
  if (!outcome.ok || outcome.mode !== 'detached') throw new Error(`no receipt: ${JSON.stringify(outcome)}`)
  return outcome.receipt.jobId
}

test('gate 01 a callback of a host has 120 s for its work; 125 s and 130 s are margins, and what is outside raises none of them', () => {
  const host = callbackTools([{ name: 'host', description: '', input_schema: {}, execution: { supported_modes: ['fast'] } }], () => null)
  const { tools } = openBench([host], { deadlines: { tool_batch: 3_600_000 } })
  const { chain, winner } = tools.resolve(callOf('host'), FOR_WHOM).deadline
  expect(chain).toEqual([
    { name: 'host_callback_public', ms: 120_000, source: 'default' },
    { name: 'host_callback_cancel', ms: 125_000, source: 'default' },
    { name: 'host_callback_wire', ms: 130_000, source: 'default' },
    { name: 'tool_batch', ms: 3_600_000, source: 'runtime' },
  ])
  expect(winner).toBe(chain[0])
  const { host_callback_public, host_callback_cancel, host_callback_wire } = DEFAULT_DEADLINES
  expect([host_callback_public, host_callback_cancel, host_callback_wire]).toEqual([120_000, 125_000, 130_000])
})

test('gate 04 a tool that a woken turn calls again, under another call id, launches nothing in its lineage', async () => {
  let runs = 0
  const rig = await openRig({ ...real, file: newFile(), tools: [SCAN], runners: [runner(async () => (runs += 1))] })
  const { tools } = rig.runtime
  const jobId = jobOf(await tools.call(scan, { sessionId: SESSION, lineage: 'intent' }))
  rig.runtime.start()
  await until('its end is delivered', async () => (await rig.runtime.sessions.pending(SESSION)).length === 1)
  const retried: ToolOutcome[] = []
  await rig.runtime.sessions.apply(SESSION, async ({ lineage }) => {
    retried.push(await tools.call({ ...scan, callId: 'toolu_2' }, { sessionId: SESSION, lineage }))
    retried.push(
      ...(await tools.callBatch(
        [
          { ...scan, callId: 'toolu_3' },
          { ...scan, callId: 'toolu_4' },
        ],
        { sessionId: SESSION, lineage },
      )),
    )
  })
  expect(retried).toHaveLength(3)
  for (const outcome of retried) expect(outcome).toMatchObject({ receipt: { jobId, deduplicated: true, status: 'Succeeded' } })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(runs).toBe(1)
  // A new request of the user is a new interaction; and so is what is meant to be done twice.
  const other = jobOf(await tools.call(scan, { sessionId: SESSION, lineage: 'another intent' }))
  const twice = jobOf(await tools.call(scan, { sessionId: SESSION, lineage: 'intent', nonce: 'once more' }))
  expect(new Set([jobId, other, twice]).size).toBe(3)
})

test('gate 05 nothing stays open while a detached job runs: the call has its receipt, and no tool code, timer or batch waits', async () => {
  let finish: (value: string) => void = () => undefined
  const work: Runner = runner(() => new Promise<string>((resolve) => (finish = resolve)))
  const look: Tool = { definition: { name: 'look', description: '', input_schema: {} }, execution: { modes: ['fast'] }, run: () => 'seen' }
  const rig = await openRig({ ...real, file: newFile(), tools: [SCAN, look], runners: [work] })
  const { tools, jobs } = rig.runtime
  rig.runtime.start()
  const context = { sessionId: SESSION, lineage: 'intent' }
  const [detached, fast] = await tools.callBatch([scan, { callId: 'toolu_2', tool: 'look', arguments: {} }], context)
  const jobId = jobOf(detached!)
  expect(fast).toMatchObject({ ok: true, result: 'seen' })
  await until('it runs', async () => (await jobs.get(jobId))?.status === 'Running')
  // The turn may end here: the work is the worker's, and the call is nobody's any more.
  expect(tools.running()).toEqual([])
  await tools.joined()
  expect(await tools.call({ ...scan, callId: 'toolu_3' }, context)).toMatchObject({
    receipt: { jobId, status: 'Running', deduplicated: true },
  })
  finish('done')
  await until('it ends', async () => (await jobs.result(jobId)) !== null)
  expect(await jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'done' })
})

test('gate 15 a realm that keeps nothing offers nothing detached, and has no plan for it', async () => {
  const look: Tool = { definition: { name: 'look', description: '', input_schema: {} }, execution: { modes: ['fast'] }, run: () => 'seen' }
  const { runtime } = await openRig({ tools: [SCAN, look] })
  expect(runtime.store.durable).toBe(false)
  expect(runtime.tools.definitions().map(({ name }) => name)).toEqual(['look'])
  expect(runtime.tools.list()).toEqual([{ name: 'look', modes: ['fast'], defaultMode: 'fast' }])
  const context = { sessionId: SESSION, lineage: 'intent' }
  expect(await runtime.tools.call(scan, context)).toMatchObject({ ok: false, code: 'not_durable', plan: null })
  expect(await runtime.tools.call(callOf('look'), context)).toMatchObject({ ok: true, result: 'seen' })
  expect((await runtime.jobs.list({ sessionId: SESSION })).jobs).toEqual([])
})

test('gate 15 a store that has no place for jobs does not start a realm: it fails closed, typed', async () => {
  const store = await openStore({ file: join(newFolder(), 'inboxes.db'), machines: [runtimeDelivery] })
  atEnd(() => store.close())
  await expect(openRuntime({ realm: REALM, store })).rejects.toMatchObject({ name: 'CannotStart', code: 'no_jobs' })
  await expect(openRuntime({ realm: REALM, file: ':memory:', tools: [] })).rejects.toMatchObject({
    name: 'CannotStart',
    code: 'not_durable',
  })
  expect(JOB_MACHINES.map(({ name }) => name)).toContain('DetachedJob')
})

const DEFINITIONS = [
  {
    name: 'zeta',
    description: 'quotes " and \\ and é and 😀',
    input_schema: { type: 'object', required: ['b', 'a'], properties: { b: {}, a: {} } },
  },
  {
    cache_control: { type: 'ephemeral' },
    input_schema: { type: 'object', $defs: { 10: 1, 9: 2 } },
    description: '',
    name: 'alpha',
    strict: true,
  },
]
const BYTES = DEFINITIONS.map((definition) => JSON.stringify(definition))

const AROUND: readonly (readonly [string, (inner: Toolset) => Toolset])[] = [
  ['nothing', (inner) => inner],
  ['a filter', (inner) => filtered(inner, () => true)],
  ['a gate', (inner) => gated(inner, () => ({ ok: true }))],
  ['an adapter', (inner) => adapted(inner, { arguments: () => 1, result: () => 2 })],
  ['a dispatcher', (inner) => dispatched(inner)],
  ['a composite', (inner) => composite(inner)],
  ['a wrapper with layers', (inner) => wrapToolset(inner, { deadlines: ['shell', { name: 'own', ms: 1 }] })],
  ['all of them', (inner) => AROUND.slice(1, -1).reduce((wrapped, [, wrap]) => wrap(wrapped), inner)],
]

test.each(AROUND)('gate 19 what a provider is shown is the same to the byte through %s, registered and called', async (_what, wrap) => {
  const execution = {
    modes: ['fast', 'detached'],
    defaultMode: 'fast',
    runner: 'scan',
    restart: 'NonResumable',
    idempotency: 'interaction_and_arguments',
    credentialScopes: ['network'],
  } as const
  const { tools } = openBench([
    wrap(toolset(DEFINITIONS.map((definition) => ({ definition: definition as never, execution, run: () => null })))),
  ])
  const shown = () => tools.definitions().map((definition) => JSON.stringify(definition))
  expect(shown()).toEqual(BYTES)
  for (const { name } of DEFINITIONS) await tools.callBatch([callOf(name)], { ...FOR_WHOM, credentials: { profile: 'p', bindings: ['b'] } })
  tools.register({ ...SCAN, execution: { modes: ['fast'] }, run: () => null })
  expect(shown().slice(0, -1)).toEqual(BYTES)
  expect(DEFINITIONS.map((definition) => JSON.stringify(definition))).toEqual(BYTES)
})

test('gate 19 a callback that a host registers is shown without its execution, and else as the host wrote it', () => {
  const [{ name, ...others }] = [DEFINITIONS[1]!]
  const registration = { ...others, execution: { supported_modes: ['fast'] }, name } as never
  const { tools } = openBench([callbackTools([registration], () => null)])
  expect(tools.definitions().map((definition) => JSON.stringify(definition))).toEqual([JSON.stringify({ ...others, name })])
})
