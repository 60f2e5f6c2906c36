import { describe, expect, test } from 'vitest'
import { callbackTools, toolset, type ToolCall, type ToolOutcome } from '../../runtime/index.js'
import { callOf, detached, endless, fast, FOR_WHOM, openBench, streaming } from './bench.js'
import { now } from './timeline.js'

describe('a batch', () => {
  test('of mixed modes answers in order; detached work is no barrier, and its receipt is heard at once', async () => {
    let answer: (value: string) => void = () => undefined
    const { tools, submitted } = openBench([
      fast('slow', () => new Promise<string>((resolve) => (answer = resolve))),
      detached('scan'),
      streaming('s', () => 'streamed'),
    ])
    const heard: string[] = []
    const onOutcome = ({ callId }: ToolOutcome): void => void heard.push(callId)
    const batch = tools.callBatch([callOf('slow'), callOf('scan'), callOf('s'), callOf('nobody')], FOR_WHOM, { onOutcome })
    expect(await now(batch)).toBe('none yet')
    await now(batch)
    expect(new Set(heard)).toEqual(new Set(['call of scan', 'call of s', 'call of nobody']))
    expect(submitted).toHaveLength(1)
    answer('done')
    expect(await batch).toMatchObject([
      { ok: true, result: 'done' },
      { ok: true, mode: 'detached' },
      { ok: true, result: 'streamed' },
      { ok: false, code: 'unknown_tool' },
    ])
  })

  test('has one deadline for what is not detached: ten minutes from its start', async () => {
    const { tools, time } = openBench([
      fast(
        'a',
        endless(() => undefined),
      ),
      fast(
        'b',
        endless(() => undefined),
        { fast: { deadlineMs: 1_000 } },
      ),
      detached('scan'),
    ])
    const batch = tools.callBatch([callOf('a'), callOf('b'), callOf('scan')], FOR_WHOM)
    await time.advance(599_999)
    expect(await now(batch)).toBe('none yet')
    await time.advance(1)
    expect(await now(batch)).toMatchObject([
      { code: 'deadline_exceeded', deadline: { name: 'tool_batch', ms: 600_000 } },
      { code: 'deadline_exceeded', deadline: { name: 'tool', ms: 1_000 } },
      { ok: true, mode: 'detached' },
    ])
  })

  test('gives each call its own context where it has one', async () => {
    const { tools, submitted } = openBench([detached('scan', { idempotency: 'interaction_arguments_and_key' })])
    await tools.callBatch(
      [
        { ...callOf('scan', 1, '1'), context: { semanticKey: 'one' } },
        { ...callOf('scan', 1, '2'), context: { semanticKey: 'two' } },
      ],
      FOR_WHOM,
    )
    expect(submitted.map(({ semanticKey }) => semanticKey)).toEqual(['one', 'two'])
  })

  test('loses no answer to a wrapper that fails for one of its calls', async () => {
    const inner = toolset([fast('a', () => 'of a')])
    const broken = {
      ...toolset([fast('b'), fast('c')]),
      resolve({ tool }: ToolCall): never {
        if (tool === 'b') throw new Error('of the wrapper')
        return {} as never
      },
    }
    const { tools } = openBench([inner, broken])
    expect(await tools.callBatch([callOf('b'), callOf('a'), callOf('c')], FOR_WHOM)).toMatchObject([
      { ok: false, code: 'wrapper_failed', error: { message: 'of the wrapper' } },
      { ok: true, result: 'of a' },
      { ok: false, code: 'wrapper_failed' },
    ])
  })

  test('is judged whole before any of it is done', async () => {
    let runs = 0
    const { tools } = openBench([fast('a', () => (runs += 1))])
    const bad: readonly (readonly [string, unknown])[] = [
      ['calls', 'a'],
      ['calls.1.callId', [callOf('a'), callOf('a')]],
      ['calls.1.tool', [callOf('a'), { callId: '2', tool: '', arguments: 1 }]],
      ['calls.1.context.lineage', [callOf('a'), { ...callOf('a', 1, '2'), context: { lineage: '' } }]],
      ['calls.1', [callOf('a'), null]],
    ]
    for (const [field, calls] of bad) await expect(tools.callBatch(calls as never, FOR_WHOM)).rejects.toMatchObject({ field })
    for (const options of [null, 'a', []])
      await expect(tools.callBatch([callOf('a')], FOR_WHOM, options as never)).rejects.toMatchObject({ field: 'options' })
    await expect(tools.callBatch([], FOR_WHOM, { onOutcome: 1 } as never)).rejects.toMatchObject({ field: 'options.onOutcome' })
    await expect(tools.call(callOf('a'), { sessionId: 's' } as never)).rejects.toMatchObject({ field: 'context.lineage' })
    await expect(tools.call(callOf('a'), FOR_WHOM, { signal: 1 } as never)).rejects.toMatchObject({ field: 'options.signal' })
    await expect(tools.call(callOf('a'), FOR_WHOM, { onProgres: 1 } as never)).rejects.toMatchObject({ field: 'options.onProgres' })
    expect(runs).toBe(0)
  })
})

test('what runs is shown, and waited for, until its code has ended: also after its call has its answer', async () => {
  let end: (value: null) => void = () => undefined
  const { tools, time } = openBench([fast('a', () => new Promise<null>((resolve) => (end = resolve)), { fast: { deadlineMs: 10 } })])
  const call = tools.call(callOf('a'), FOR_WHOM)
  const sinceMs = time.clock.nowMs()
  await now(call)
  expect(tools.running()).toEqual([{ callId: 'call of a', tool: 'a', mode: 'fast', sessionId: 'session', sinceMs }])
  await time.advance(10)
  expect(await call).toMatchObject({ code: 'deadline_exceeded' })
  const joined = tools.joined('session').then(() => 'joined')
  expect(await now(joined)).toBe('none yet')
  expect(await now(tools.joined('another').then(() => 'joined'))).toBe('joined')
  end(null)
  expect(await joined).toBe('joined')
  expect(tools.running()).toEqual([])
})

test('a runtime that closes ends what runs, and every later call', async () => {
  const stops: unknown[] = []
  const { tools } = openBench([
    fast(
      'a',
      endless((stop) => stops.push(stop)),
    ),
  ])
  const call = tools.call(callOf('a'), FOR_WHOM)
  await now(call)
  tools.close()
  expect(await call).toMatchObject({ code: 'shutdown' })
  expect(stops).toEqual(['shutdown'])
  expect(await tools.call(callOf('a'), FOR_WHOM)).toMatchObject({ code: 'shutdown' })
})

test('a callback of a host is ended when its public time is up, and hears it before its SDK and the wire do', async () => {
  const stops: unknown[] = []
  const host = callbackTools(
    [{ name: 'host', description: '', input_schema: {}, execution: { supported_modes: ['fast'] } }],
    endless((stop) => stops.push(stop)),
  )
  const { tools, time } = openBench([host])
  const call = tools.call(callOf('host'), FOR_WHOM)
  await time.advance(119_999)
  expect(await now(call)).toBe('none yet')
  await time.advance(1)
  expect(await now(call)).toMatchObject({ code: 'deadline_exceeded', deadline: { name: 'host_callback_public', ms: 120_000 } })
  expect(stops).toEqual(['deadline_exceeded'])
})
