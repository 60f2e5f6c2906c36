import { describe, expect, test } from 'vitest'
import { RequestError, toolset, type Admission, type ToolProgress, type ToolStream } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { now } from './timeline.js'
import { callOf, detached, endless, fast, FOR_WHOM, openBench, receipt, streaming } from './bench.js'

describe('a fast call', () => {
  test('answers with what the tool answers, which hears who calls it, for whom and with what', async () => {
    const { tools, time } = openBench([fast('a', ({ signal: _, ...run }) => run)])
    expect(await tools.call(callOf('a', { x: 1 }), FOR_WHOM)).toEqual({
      ok: true,
      callId: 'call of a',
      mode: 'fast',
      result: { callId: 'call of a', tool: 'a', arguments: { x: 1 }, ...FOR_WHOM },
      plan: tools.resolve(callOf('a'), FOR_WHOM),
    })
    expect(time.timers).toBe(0)
  })

  test('is ended at its deadline, which its answer names, whatever the tool does then', async () => {
    const stops: unknown[] = []
    const { tools, time } = openBench([
      fast(
        'a',
        endless((stop) => stops.push(stop)),
        { fast: { deadlineMs: 5_000 } },
      ),
    ])
    const call = tools.call(callOf('a'), FOR_WHOM)
    await time.advance(4_999)
    expect(await now(call)).toBe('none yet')
    await time.advance(1)
    expect(await now(call)).toMatchObject({
      ok: false,
      code: 'deadline_exceeded',
      deadline: { name: 'tool', ms: 5_000, source: 'tool' },
      message: 'no answer within 5000 ms, which tool allows',
    })
    expect(stops).toEqual(['deadline_exceeded'])
    expect(time.timers).toBe(0)
  })

  test('has no answer that comes after its deadline, however late the timer is', async () => {
    const { tools, time } = openBench([
      fast('a', () => {
        time.clock.advance(600_000)
        return 'late'
      }),
    ])
    expect(await tools.call(callOf('a'), FOR_WHOM)).toMatchObject({ code: 'deadline_exceeded', deadline: { name: 'tool_batch' } })
  })

  test('is measured by time that passed: a clock that is set back or forward moves no deadline', async () => {
    const { tools, time } = openBench([
      fast(
        'a',
        endless(() => undefined),
        { fast: { deadlineMs: 1_000 } },
      ),
    ])
    const call = tools.call(callOf('a'), FOR_WHOM)
    await time.advance(500)
    time.clock.advance(-1_000_000)
    await time.advance(499)
    expect(await now(call)).toBe('none yet')
    await time.advance(1)
    expect(await now(call)).toMatchObject({ code: 'deadline_exceeded' })
  })

  test('says so where the tool throws, whatever it throws, and where it answers what is no result', async () => {
    const bad = Object.defineProperty({}, 'toString', { value: () => Promise.reject })
    const { tools } = openBench([
      fast('throws', () => Promise.reject(new Error('no such host'))),
      fast('throws_oddly', () => Promise.reject(Object.create(null))),
      fast('badly', () => ({ at: bad.toString }) as never),
      fast('at_length', () => 'x'.repeat(99), { output: { maxBytes: 100 } }),
      fast('just', () => 'x'.repeat(98), { output: { maxBytes: 100 } }),
      fast('nothing', () => undefined as never),
    ])
    const code = async (tool: string) => {
      const outcome = await tools.call(callOf(tool), FOR_WHOM)
      return outcome.ok ? 'ok' : `${outcome.code}: ${outcome.message}`
    }
    expect(await code('throws')).toBe('tool_failed: no such host')
    expect(await code('throws_oddly')).toBe('tool_failed: something without a text was thrown')
    expect(await code('badly')).toBe('bad_result: result.at is a function, which JSON cannot say')
    expect(await code('at_length')).toBe('bad_result: result takes 101 bytes as JSON; 100 are allowed')
    expect(await code('just')).toBe('ok')
    expect(await code('nothing')).toBe('ok')
  })

  test('is cancelled by its caller, before it begins too', async () => {
    const stops: unknown[] = []
    let runs = 0
    const { tools } = openBench([
      fast('a', (run) => {
        runs += 1
        return endless((stop) => stops.push(stop))(run)
      }),
    ])
    const caller = new AbortController()
    const call = tools.call(callOf('a'), FOR_WHOM, { signal: caller.signal })
    expect(await now(call)).toBe('none yet')
    caller.abort()
    expect(await now(call)).toMatchObject({ ok: false, code: 'cancelled' })
    expect(stops).toEqual(['cancelled'])
    expect(await tools.call(callOf('a'), FOR_WHOM, { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' })
    expect(runs).toBe(1)
  })

  test('has the reason where there is no plan for it', async () => {
    const { tools } = openBench([fast('a')])
    expect(await tools.call(callOf('b'), FOR_WHOM)).toMatchObject({
      ok: false,
      code: 'unknown_tool',
      plan: null,
      message: 'tool "b" is not here; known are a',
    })
  })
})

describe('a streaming call', () => {
  const limits = { inactivityMs: 1_000, ceilingMs: 5_000 }

  /** A tool in the hands of the test. */
  function held() {
    const runs: ToolStream[] = []
    const tool = streaming(
      's',
      (run) => new Promise((resolve) => void (runs.push(run), run.signal.addEventListener('abort', () => resolve(null)))),
      limits,
    )
    return { tool, run: () => runs.at(-1)! }
  }

  test('goes on for as long as it reports, up to its ceiling', async () => {
    const { tool, run } = held()
    const { tools, time } = openBench([tool])
    const heard: ToolProgress[] = []
    const call = tools.call(callOf('s'), FOR_WHOM, { onProgress: (report) => heard.push(report) })
    for (let sequence = 0; sequence < 5; sequence += 1) {
      await time.advance(999)
      expect(run().progress({ sequence, value: `at ${sequence}` })).toEqual({ accepted: true })
    }
    expect(await now(call)).toBe('none yet')
    await time.advance(5)
    expect(await now(call)).toMatchObject({ code: 'deadline_exceeded', deadline: { name: 'streaming_ceiling', ms: 5_000 } })
    expect(run().signal.reason).toBe('deadline_exceeded')
    expect(heard).toHaveLength(5)
    expect(run().progress({ sequence: 9, value: null })).toEqual({ accepted: false, why: 'ended' })
    expect(time.timers).toBe(0)
  })

  test('is ended when it is silent', async () => {
    const { tool, run } = held()
    const { tools, time } = openBench([tool])
    const call = tools.call(callOf('s'), FOR_WHOM)
    await time.advance(600)
    run().progress({ sequence: 1, value: null })
    await time.advance(999)
    expect(await now(call)).toBe('none yet')
    await time.advance(1)
    expect(await now(call)).toMatchObject({ code: 'inactive', message: 'no progress for 1000 ms', deadline: null })
    expect(run().signal.reason).toBe('inactive')
  })

  test('is silent as long as nothing is accepted: repeated, older and malformed reports show no life', async () => {
    const { tool, run } = held()
    const { tools, time } = openBench([tool])
    const call = tools.call(callOf('s'), FOR_WHOM)
    await time.advance(500)
    expect(run().progress({ sequence: 7, value: 'first' })).toEqual({ accepted: true })
    await time.advance(500)
    expect(run().progress({ sequence: 7, value: 'again' })).toEqual({ accepted: false, why: 'not_newer' })
    expect(run().progress({ sequence: 6, value: 'older' })).toEqual({ accepted: false, why: 'not_newer' })
    for (const wrong of [
      { sequence: 8 },
      { sequence: -1, value: 1 },
      { sequence: 8, value: () => 1 },
      null,
      { sequence: 8, value: 1, x: 1 },
    ]) {
      expect(() => run().progress(wrong as never)).toThrow(RequestError)
    }
    await time.advance(499)
    expect(await now(call)).toBe('none yet')
    await time.advance(1)
    expect(await now(call)).toMatchObject({ code: 'inactive' })
  })

  test('that reports after it was silent for too long has ended, however late the timer is', async () => {
    const { tool, run } = held()
    const { tools, time } = openBench([tool])
    const call = tools.call(callOf('s'), FOR_WHOM)
    await now(call)
    time.clock.advance(1_000)
    expect(run().progress({ sequence: 1, value: null })).toEqual({ accepted: false, why: 'ended' })
    await time.advance(0)
    expect(await now(call)).toMatchObject({ code: 'inactive' })
  })

  test('is not harmed by a listener that throws', async () => {
    const { tools } = openBench([streaming('s', async ({ progress }) => progress({ sequence: 1, value: 1 }).accepted)])
    const uncaught: unknown[] = []
    const before = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', (error) => uncaught.push(error))
    atEnd(() => {
      process.removeAllListeners('uncaughtException')
      for (const listener of before) process.on('uncaughtException', listener)
    })
    const onProgress = (): never => {
      throw new Error('of the host')
    }
    expect(await tools.call(callOf('s'), FOR_WHOM, { onProgress })).toMatchObject({ ok: true, result: true })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(uncaught).toMatchObject([{ message: 'of the host' }])
  })
})

describe('a detached call', () => {
  test('is submitted as what its plan says, and answers with the receipt', async () => {
    const tool = detached('scan', { version: '3', detached: { workMs: 60_000 }, output: { maxBytes: 10 } })
    const { tools, time, submitted } = openBench([tool])
    expect(await tools.call(callOf('scan', { host: 'a' }), { ...FOR_WHOM, nonce: 'n', semanticKey: 'k' })).toMatchObject({
      ok: true,
      mode: 'detached',
      receipt: receipt('job'),
      plan: { runner: { name: 'scan', version: '2' }, restartClass: 'NonResumable' },
    })
    expect(submitted).toEqual([
      {
        ...FOR_WHOM,
        tool: 'scan',
        toolVersion: '3',
        arguments: { host: 'a' },
        runner: 'scan',
        semanticKey: 'k',
        nonce: 'n',
        output: { maxBytes: 10 },
        deadlineAtMs: time.clock.nowMs() + 60_000,
      },
    ])
    expect(time.timers).toBe(0)
  })

  test('hands its job the names of what it may use, for the scopes of its tool', async () => {
    const { tools, submitted } = openBench([detached('scan', { credentialScopes: ['network'] })])
    const credentials = { profile: 'home', bindings: ['unifi'] }
    await tools.call(callOf('scan'), { ...FOR_WHOM, credentials })
    expect(submitted).toMatchObject([{ credentials: { ...credentials, scopes: ['network'] } }])
    expect(await tools.call(callOf('scan'), FOR_WHOM)).toMatchObject({ code: 'no_credentials' })
    expect(submitted).toHaveLength(1)
  })

  test('has its receipt within ten seconds, or says that nobody knows', async () => {
    const { tools, time } = openBench([detached('scan')], { submit: () => new Promise(() => undefined) })
    const call = tools.call(callOf('scan'), FOR_WHOM)
    await time.advance(9_999)
    expect(await now(call)).toBe('none yet')
    await time.advance(1)
    expect(await now(call)).toMatchObject({ code: 'deadline_exceeded', deadline: { name: 'detached_submission', ms: 10_000 } })
  })

  test('is not submitted when its caller has gone while it was judged', async () => {
    const caller = new AbortController()
    const inner = toolset([detached('scan')])
    const slow = { ...inner, admit: async (): Promise<Admission> => (caller.abort(), { ok: true }) }
    const { tools, submitted } = openBench([slow])
    expect(await tools.call(callOf('scan'), FOR_WHOM, { signal: caller.signal })).toMatchObject({ code: 'cancelled' })
    expect(submitted).toEqual([])
  })

  test('tells a submission that was refused from one that nobody knows of', async () => {
    const failing = async (error: Error) =>
      openBench([detached('scan')], { submit: () => Promise.reject(error) }).tools.call(callOf('scan'), FOR_WHOM)
    expect(await failing(new RequestError('arguments', 'is too large'))).toMatchObject({ code: 'not_submitted' })
    expect(await failing(new Error('the disk is gone'))).toMatchObject({ code: 'store_failed', error: { message: 'the disk is gone' } })
  })
})
