import { expect, test } from 'vitest'
import { array, assert, option, property, string } from 'fast-check'
import { digestOf } from '../../runtime/canonical.js'
import { openRig, submission } from './rig.js'

test('a replayed submission is the same job, with the same receipt but for the mark that it was there', async () => {
  const { submit, runtime } = await openRig()
  const first = await submit()
  expect(first).toEqual({ jobId: first.jobId, status: 'Queued', deduplicated: false, restartClass: 'Replayable', awaitable: false })
  expect(await submit()).toEqual({ ...first, deduplicated: true })
  expect((await runtime.jobs.list({ sessionId: 'session' })).jobs).toHaveLength(1)
})

test('what a submission is known by makes another job, each part of it', async () => {
  const { submit } = await openRig()
  const ids = new Set([(await submit()).jobId])
  const others = [
    { sessionId: 'session-2' },
    { lineage: 'lineage-2' },
    { tool: 'tool-2' },
    { toolVersion: '2' },
    { arguments: { of: 'another' } },
    { semanticKey: 'key' },
    { nonce: 'key' },
    { semanticKey: 'key', nonce: 'key' },
  ]
  for (const other of others) {
    const receipt = await submit(other)
    expect(receipt.deduplicated).toBe(false)
    ids.add(receipt.jobId)
  }
  expect(ids.size).toBe(others.length + 1)
  const { runtime } = await openRig({ realm: 'realm-2' })
  expect(ids.has((await runtime.jobs.submit(submission())).jobId)).toBe(false)
})

test('arguments are the same whatever the order of their fields and the spelling of their numbers', async () => {
  const { submit } = await openRig()
  const { jobId } = await submit({ arguments: { b: [1, 2.5], a: { y: null, x: 'é' } } })
  const again = await submit({ arguments: JSON.parse('{"a":{"x":"\\u00e9","y":null},"b":[1.0,25e-1]}') })
  expect(again).toMatchObject({ jobId, deduplicated: true })
})

test('two lists of parts never have one digest', () => {
  const parts = array(option(string({ maxLength: 4 })), { maxLength: 4 })
  assert(
    property(parts, parts, (a, b) => {
      expect(digestOf(...a) === digestOf(...b)).toBe(JSON.stringify(a) === JSON.stringify(b))
    }),
  )
  expect(digestOf('a,b')).not.toBe(digestOf('a', 'b'))
  expect(digestOf(null)).not.toBe(digestOf('null'))
})

test('an unknown job is null, and cannot be cancelled', async () => {
  const { runtime } = await openRig()
  expect([await runtime.jobs.get('job'), await runtime.jobs.progress('job'), await runtime.jobs.result('job')]).toEqual([null, null, null])
  expect(await runtime.jobs.cancel('job')).toMatchObject({ ok: false, refusal: { code: 'not_in_phase' }, machine: 'DetachedJob' })
})

test('what is shown of a job holds no holder, no fence and no argument', async () => {
  const { runtime, submit, claim } = await openRig()
  const { jobId } = await submit({ arguments: { secret: 'canary-argument' } })
  await claim(jobId, 'canary-holder')
  const shown = JSON.stringify([
    await runtime.jobs.get(jobId),
    await runtime.jobs.list({ sessionId: 'session' }),
    await runtime.jobs.result(jobId),
  ])
  expect(shown).toContain('Running')
  expect(shown).not.toMatch(/canary|fence|holder/)
})

test('jobs are listed page by page', async () => {
  const { runtime, submit } = await openRig()
  for (let n = 0; n < 5; n += 1) await submit({ nonce: `n${n}` })
  const seen: string[] = []
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof runtime.jobs.list>> = await runtime.jobs.list({
      status: 'Queued',
      limit: 2,
      ...(after === null ? {} : { after }),
    })
    seen.push(...page.jobs.map(({ jobId }) => jobId))
    after = page.next
    if (after === null) break
  }
  expect(new Set(seen).size).toBe(5)
})
