import { expect, test } from 'vitest'
import { adapted, conformsAsWrapper, filtered, gated, toolset, type Toolset } from '../../runtime/index.js'
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
