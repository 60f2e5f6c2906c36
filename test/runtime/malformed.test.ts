import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { registryOf } from '../../runtime/runners.js'
import { openRuntime, RequestError, WireError, type Runtime } from '../../runtime/index.js'
import { LEASE_MS, newFile, openRig, SESSION, submission } from './rig.js'

const ATTEMPT = { jobId: 'job', attemptId: 'job.1', fence: 1, holder: 'holder' }
const LONG = 'x'.repeat(10_000_000)
const LONE = 'half of a pair: \ud800'

/** A door takes one object, or one text. `value` is a field of it that holds any JSON. */
const DOORS: readonly {
  readonly name: string
  readonly good: { readonly [field: string]: unknown }
  readonly value?: string
  readonly go: (runtime: Runtime, request: never) => Promise<unknown>
}[] = [
  { name: 'jobs.submit', good: { ...submission() }, value: 'arguments', go: ({ jobs }, request) => jobs.submit(request) },
  { name: 'jobs.list', good: { sessionId: SESSION }, go: ({ jobs }, request) => jobs.list(request) },
  {
    name: 'attempts.claim',
    good: { jobId: 'job', holder: 'holder', workerId: 'worker', leaseMs: LEASE_MS },
    go: ({ attempts }, request) => attempts.claim(request),
  },
  {
    name: 'attempts.adopt',
    good: { jobId: 'job', fence: 1, holder: 'holder', workerId: 'worker', leaseMs: LEASE_MS },
    go: ({ attempts }, request) => attempts.adopt(request),
  },
  { name: 'attempts.renew', good: { ...ATTEMPT, leaseMs: LEASE_MS }, go: ({ attempts }, request) => attempts.renew(request) },
  {
    name: 'attempts.progress',
    good: { ...ATTEMPT, cursor: 1, progress: 1 },
    value: 'progress',
    go: ({ attempts }, request) => attempts.progress(request),
  },
  {
    name: 'attempts.checkpoint',
    good: { ...ATTEMPT, cursor: 1, checkpoint: 1 },
    value: 'checkpoint',
    go: ({ attempts }, request) => attempts.checkpoint(request),
  },
  {
    name: 'attempts.notify',
    good: { ...ATTEMPT, key: 'key', body: 1 },
    value: 'body',
    go: ({ attempts }, request) => attempts.notify(request),
  },
  { name: 'attempts.handle', good: { ...ATTEMPT, handle: 'handle' }, go: ({ attempts }, request) => attempts.handle(request) },
  { name: 'attempts.exit', good: ATTEMPT, go: ({ attempts }, request) => attempts.exit(request) },
  { name: 'attempts.waitExternally', good: ATTEMPT, go: ({ attempts }, request) => attempts.waitExternally(request) },
  { name: 'attempts.resume', good: ATTEMPT, go: ({ attempts }, request) => attempts.resume(request) },
  {
    name: 'attempts.complete',
    good: { ...ATTEMPT, result: 1 },
    value: 'result',
    go: ({ attempts }, request) => attempts.complete(request),
  },
  {
    name: 'attempts.fail',
    good: { ...ATTEMPT, reason: 1, retryable: true },
    value: 'reason',
    go: ({ attempts }, request) => attempts.fail(request),
  },
  { name: 'attempts.acknowledgeCancel', good: ATTEMPT, go: ({ attempts }, request) => attempts.acknowledgeCancel(request) },
  { name: 'attempts.release', good: ATTEMPT, go: ({ attempts }, request) => attempts.release(request) },
]

/** Doors that take names. */
const NAME_DOORS: readonly {
  readonly name: string
  readonly field: string
  readonly go: (runtime: Runtime, name: never) => Promise<unknown>
}[] = [
  { name: 'jobs.get', field: 'jobId', go: ({ jobs }, name) => jobs.get(name) },
  { name: 'jobs.cancel', field: 'jobId', go: ({ jobs }, name) => jobs.cancel(name) },
  { name: 'jobs.progress', field: 'jobId', go: ({ jobs }, name) => jobs.progress(name) },
  { name: 'jobs.result', field: 'jobId', go: ({ jobs }, name) => jobs.result(name) },
  { name: 'sessions.pending', field: 'sessionId', go: ({ sessions }, name) => sessions.pending(name) },
  { name: 'sessions.apply', field: 'sessionId', go: async ({ sessions }, name) => sessions.apply(name, () => undefined) },
  { name: 'sessions.watch', field: 'sessionId', go: async ({ sessions }, name) => sessions.watch(name, () => undefined) },
  { name: 'await.awaitJob', field: 'sessionId', go: (runtime, name) => runtime.await.awaitJob(name, 'job') },
  { name: 'await.awaitJob', field: 'jobId', go: (runtime, name) => runtime.await.awaitJob(SESSION, name) },
  { name: 'await.get', field: 'jobId', go: (runtime, name) => runtime.await.get(SESSION, name) },
  { name: 'await.abandon', field: 'jobId', go: (runtime, name) => runtime.await.abandon(SESSION, name) },
  { name: 'await.whenReleased', field: 'jobId', go: async (runtime, name) => runtime.await.whenReleased(SESSION, name, () => undefined) },
]

describe.each(DOORS)('$name', ({ good, value, go }) => {
  const said = async (request: unknown): Promise<string> => {
    const { runtime, store } = await openRig()
    const error = await go(runtime, request as never).then(
      () => null,
      (problem: unknown) => problem,
    )
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ code: 'bad_request' })
    expect(await store.history({ limit: 10 })).toEqual([])
    return (error as RequestError).field
  }

  test('a missing field is named', async () => {
    for (const field of Object.keys(good).filter((name) => value !== name)) {
      const { [field]: _left, ...rest } = good
      expect(await said(rest)).toBe(field)
    }
  })

  test('a field of the wrong type, half a surrogate pair and ten megabytes are named', async () => {
    for (const [field, given] of Object.entries(good)) {
      if (field === value) continue
      for (const wrong of [null, [], {}, typeof given === 'number' ? '1' : 1]) expect(await said({ ...good, [field]: wrong })).toBe(field)
      if (typeof given === 'string') {
        expect(await said({ ...good, [field]: LONE })).toBe(field)
        expect(await said({ ...good, [field]: LONG })).toBe(field)
      }
      if (typeof given === 'number') {
        for (const wrong of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) expect(await said({ ...good, [field]: wrong })).toBe(field)
      }
    }
  })

  test('an extra field is named, __proto__ too', async () => {
    expect(await said({ ...good, extra: 1 })).toBe('extra')
    expect(await said(JSON.parse(JSON.stringify(good).replace('{', '{"__proto__":{"admin":true},')))).toBe('__proto__')
    expect(await said(Object.assign(Object.create({ inherited: true }) as object, good))).toBe('')
    for (const whole of [null, undefined, 'text', 1, [good]]) expect(await said(whole)).toBe('')
  })

  test('a value that JSON cannot say, or that is too large, is named where it lies', async () => {
    if (value === undefined) return
    const within = async (inner: unknown): Promise<string> => said({ ...good, [value]: inner })
    expect(await within(undefined)).toBe(value)
    expect(await within({ a: [1, undefined] })).toBe(`${value}.a.1`)
    expect(await within({ a: Number.NaN })).toBe(`${value}.a`)
    expect(await within({ a: 1n })).toBe(`${value}.a`)
    expect(await within({ a: new Date(0) })).toBe(`${value}.a`)
    expect(await within({ a: LONE })).toBe(`${value}.a`)
    expect(await within({ [LONE]: 1 })).toBe(value)
    expect(await within(JSON.parse('{"a":{"__proto__":1}}'))).toBe(`${value}.a.__proto__`)
    expect(await within(LONG)).toBe(value)
    expect(await within({ a: LONG })).toBe(value)
    const round: { self?: unknown } = {}
    round.self = round
    expect(await within(round)).toBe(`${value}.self`)
    expect(await within(JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`))).toContain(`${value}.0.0`)
  })
})

test.each(NAME_DOORS)('$name names a bad $field', async ({ field, go }) => {
  const { runtime, store } = await openRig()
  for (const wrong of [undefined, null, 1, {}, '', LONE, LONG]) {
    await expect(go(runtime, wrong as never)).rejects.toMatchObject({ name: 'RequestError', field })
  }
  expect(await store.history({ limit: 10 })).toEqual([])
})

test('an attempt id that does not belong to its job and fence is refused at the door', async () => {
  const { runtime, submit, claim } = await openRig()
  const { jobId } = await submit()
  const attempt = await claim(jobId)
  for (const attemptId of [`${jobId}.2`, `other.${attempt.fence}`, jobId, `${jobId}.1.1`]) {
    await expect(runtime.attempts.complete({ ...attempt, attemptId, result: 1 })).rejects.toMatchObject({ field: 'attemptId' })
  }
  expect(await runtime.attempts.complete({ ...attempt, result: 1 })).toMatchObject({ ok: true })
})

test('a handle is measured in bytes, at the door', async () => {
  const { runtime, submit, claim, state } = await openRig()
  const { jobId } = await submit()
  const attempt = await claim(jobId)
  const say = (handle: string) => runtime.attempts.handle({ ...attempt, handle })
  await expect(say('é'.repeat(513))).rejects.toMatchObject({ name: 'RequestError', field: 'handle' })
  expect((await state(jobId)).handle).toBeNull()
  expect(await say('é'.repeat(512))).toMatchObject({ ok: true })
})

test('a runner that nobody declared is named, and so is one declared twice', async () => {
  const { runtime } = await openRig()
  await expect(runtime.jobs.submit(submission({ runner: 'nobody' }))).rejects.toMatchObject({ field: 'runner' })
  const declaration = { name: 'a', version: '1', restartClass: 'Replayable' } as const
  expect(() => registryOf([declaration, declaration])).toThrow(RequestError)
})

const DETACHED = { modes: ['detached'], restart: 'Replayable', idempotency: 'interaction_and_arguments' } as const
const tool = (name: string) => ({
  definition: { name, description: '', input_schema: {} },
  execution: { modes: ['fast'] },
  run: () => null,
})

test('what a runtime is opened with is judged before a file is made', async () => {
  const good = { name: 'a', version: '1', restartClass: 'Replayable', leaseMs: 1_000, run: () => Promise.resolve(null) } as const
  const bad: readonly (readonly [string, object])[] = [
    ['runners.0.name', { runners: [{ ...good, name: '' }] }],
    [
      'runners.1.leaseMs',
      {
        runners: [
          { ...good, name: 'b' },
          { ...good, leaseMs: 0 },
        ],
      },
    ],
    ['runners.0.restartClass', { runners: [{ ...good, restartClass: 'Eternal' }] }],
    ['runners.0.run', { runners: [{ ...good, run: 'echo' }] }],
    ['runners.0.accepts', { runners: [{ ...good, accepts: [1] }] }],
    ['concurrency', { concurrency: 0 }],
    ['pollMs', { pollMs: Number.NaN }],
    ['recoverEveryMs', { recoverEveryMs: 2 ** 31 }],
    ['workerName', { workerName: LONE }],
    ['tools', { tools: {} }],
    ['tools.1.execution.modes', { tools: [tool('a'), { ...tool('b'), execution: {} }] }],
    ['tools', { tools: [tool('a'), tool('a')] }],
    ['tools.0.execution.runner', { tools: [{ ...tool('a'), execution: { ...DETACHED, runner: 'nobody' }, run: undefined }] }],
    ['toolDeadlines.shell', { toolDeadlines: { shell: 0 } }],
    ['toolDeadlines.wire', { toolDeadlines: { wire: 1 } }],
  ]
  const file = newFile()
  for (const [field, options] of bad) {
    await expect(openRuntime({ realm: 'realm', file, ...options } as never)).rejects.toMatchObject({ name: 'RequestError', field })
  }
  expect(existsSync(file)).toBe(false)
})

test('what the machines themselves are told is judged once more at their wire', async () => {
  const { runtime, store } = await openRig()
  const { detachedJob } = await import('../../runtime/index.js')
  const key = { realm: 'realm', jobId: 'job' }
  await expect(store.dispatch(detachedJob, key, { type: 'RequestCancel', extra: 1 })).rejects.toBeInstanceOf(WireError)
  await expect(store.dispatch(detachedJob, { ...key, jobId: LONE }, { type: 'RequestCancel' })).rejects.toBeInstanceOf(WireError)
  expect(await runtime.jobs.get('job')).toBeNull()
})

test('a realm that needs durability and gets none does not start', async () => {
  const file = ':memory:'
  await expect(openRuntime({ realm: 'realm', file })).rejects.toMatchObject({ name: 'CannotStart', code: 'not_durable' })
  await expect(openRuntime({ realm: 'realm' })).rejects.toMatchObject({ code: 'no_store' })
  await expect(openRuntime({ realm: '', file: newFile() })).rejects.toMatchObject({ name: 'RequestError', field: 'realm' })
  const { store } = await openRig()
  await expect(openRuntime({ realm: 'realm', store, file })).rejects.toMatchObject({ code: 'two_stores' })
  await expect(openRuntime({ realm: 'realm', store, limits: { lossBudget: 1 } })).rejects.toMatchObject({ field: 'limits' })
  await expect(openRuntime({ realm: 'realm', store, groupCommit: {} })).rejects.toMatchObject({ field: 'groupCommit' })
})

test('what is stored of a value is what was judged, whatever its toJSON, its getters or its holes say', async () => {
  const { submit, state } = await openRig()
  const stored = async (given: unknown, nonce: string): Promise<string> =>
    (await state((await submit({ arguments: given as never, nonce })).jobId)).arguments
  const list: unknown[] & { toJSON?: () => unknown } = [1]
  list.toJSON = () => 'another'
  expect(await stored(list, 'list')).toBe('[1]')
  expect(await stored(Object.defineProperty({ a: 1 }, 'toJSON', { value: () => LONE }), 'hidden')).toBe('{"a":1}')
  let reads = 0
  expect(await stored(Object.defineProperty({}, 'a', { enumerable: true, get: () => (reads += 1) }), 'getter')).toBe('{"a":1}')
  expect(await stored([-0, 1e21, 1e-7, 0.1 + 0.2], 'numbers')).toBe('[0,1e+21,1e-7,0.30000000000000004]')
})

test('what throws when it is read is malformed like anything else, at whatever depth, and what it threw is not told', async () => {
  const { runtime, submit } = await openRig()
  const throws = (): never => {
    throw new Error('of the caller')
  }
  const trap = new Proxy({}, { get: throws, ownKeys: throws, getPrototypeOf: throws })
  const getter = Object.defineProperty({}, 'deep', { enumerable: true, get: throws })
  const list = new Proxy([1], { get: throws })
  const judged = async (asked: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await asked.then(
      () => null,
      (problem: unknown) => problem,
    )
    expect(error).toBeInstanceOf(RequestError)
    expect(String(error)).not.toContain('of the caller')
    return (error as RequestError).field
  }
  for (const value of [trap, getter, list]) {
    expect(await judged(submit({ arguments: value as never }))).toBe('arguments')
    expect(await judged(runtime.attempts.complete({ ...ATTEMPT, result: value as never }))).toBe('result')
  }
  expect(await judged(submit({ links: list as never }))).toBe('links')
  const torn = Object.defineProperty(submission(), 'lineage', { enumerable: true, get: throws })
  expect(await judged(runtime.jobs.submit(torn))).toBe('lineage')
  expect(await judged(runtime.jobs.list(trap as never))).toBe('')
  expect(
    await judged(runtime.sessions.claim(Object.defineProperty({ owner: 'o' }, 'sessionId', { enumerable: true, get: throws }) as never)),
  ).toBe('sessionId')
})

test('a name that is none of a request is told in short', async () => {
  const { runtime } = await openRig()
  const error: unknown = await runtime.jobs.list({ [LONG]: 1 } as never).catch((problem: unknown) => problem)
  expect(error).toMatchObject({ name: 'RequestError', field: `(a name of ${LONG.length} code units)` })
})

test('a value that stands in itself many times over is refused before it is walked', async () => {
  const { submit } = await openRig()
  let many: unknown = 1
  for (let level = 0; level < 50; level += 1) many = [many, many]
  await expect(submit({ arguments: many as never })).rejects.toMatchObject({ name: 'RequestError', field: 'arguments' })
})

test('a slip in what a runtime is opened or stopped with is named', async () => {
  const file = newFile()
  const good = { name: 'a', version: '1', restartClass: 'Replayable', leaseMs: 1_000, run: () => Promise.resolve(null) } as const
  const bad: readonly (readonly [string, unknown])[] = [
    ['', undefined],
    ['', null],
    ['realm', {}],
    ['realm', { file }],
    ['concurency', { realm: 'realm', file, concurency: 1 }],
    ['runners', { realm: 'realm', file, runners: good }],
    ['runners.0', { realm: 'realm', file, runners: [null] }],
    ['runners.0.accepts', { realm: 'realm', file, runners: [{ ...good, accepts: '12' }] }],
    ['runners.0.reconnects', { realm: 'realm', file, runners: [{ ...good, reconnects: true }] }],
    ['limits.failureBudgett', { realm: 'realm', file, limits: { failureBudgett: 1 } }],
    ['limits.jitterMs', { realm: 'realm', file, limits: { jitterMs: 0.5 } }],
    ['onEvent', { realm: 'realm', file, onEvent: 'log' }],
  ]
  for (const [field, options] of bad) await expect(openRuntime(options as never)).rejects.toMatchObject({ name: 'RequestError', field })
  expect(existsSync(file)).toBe(false)
  const { runtime } = await openRig()
  await expect(runtime.close({ drainMs: Number.NaN })).rejects.toMatchObject({ field: 'drainMs' })
  await expect(runtime.worker.stop({ graceMs: -1 })).rejects.toMatchObject({ field: 'graceMs' })
  await expect(runtime.sessions.apply(SESSION, undefined as never)).rejects.toMatchObject({ field: 'handler' })
  expect(() => runtime.sessions.watch(SESSION, undefined as never)).toThrow(RequestError)
  expect(() => runtime.await.whenReleased(SESSION, 'job', undefined as never)).toThrow(RequestError)
})
