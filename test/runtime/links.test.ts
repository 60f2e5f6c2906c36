import { expect, test } from 'vitest'
import { RequestError } from '../../runtime/index.js'
import { callOf, detached, FOR_WHOM } from '../tools/bench.js'
import { newFile, openRig, SESSION, submission } from './rig.js'

const TICKET = { system: 'tracker', id: 'PROJ-7' }

test('a job shows what it belongs to, how it ended and what it left, as one projection', async () => {
  const { runtime, ...rig } = await openRig()
  const links = [TICKET, { system: 'git', id: 'refs/heads/main', relation: 'builds' }]
  const { jobId } = await rig.submit({ links })
  const projected = [{ ...TICKET, relation: 'for' }, links[1]]
  expect(await runtime.jobs.evidence(jobId)).toMatchObject({
    jobId,
    tool: 'tool',
    links: projected,
    status: 'Queued',
    end: null,
    artifacts: [],
  })
  const attempt = await rig.claim(jobId)
  await runtime.attempts.artifact({ ...attempt, name: 'log', source: Buffer.from('log'), mediaType: 'text/plain' })
  await runtime.attempts.complete({ ...attempt, result: { built: true } })
  expect(await runtime.jobs.evidence(jobId)).toMatchObject({
    links: projected,
    status: 'Succeeded',
    end: { kind: 'Succeeded', body: { built: true } },
    artifacts: [{ name: 'log', sizeBytes: 3, mediaType: 'text/plain' }],
  })
  expect(await runtime.jobs.evidence('no such job')).toBeNull()
})

test('a detached call hands its links to the job that it submits, one of a batch its own', async () => {
  const { runtime } = await openRig({
    file: newFile(),
    ephemeral: false,
    tools: [detached('scan', { runner: 'Replayable', restart: 'Replayable' })],
  })
  const context = { ...FOR_WHOM, links: [TICKET] }
  const own = { system: 'git', id: 'refs/heads/main', relation: 'builds' }
  const outcomes = [
    await runtime.tools.call(callOf('scan', { host: 'a' }), context),
    ...(await runtime.tools.callBatch(
      [
        { ...callOf('scan', { host: 'b' }), callId: '1' },
        { ...callOf('scan', { host: 'c' }), callId: '2', context: { links: [own] } },
        { ...callOf('scan', { host: 'd' }), callId: '3', context: { links: [] } },
      ],
      context,
    )),
  ]
  const shown = outcomes.map(async (outcome) => {
    if (!outcome.ok || outcome.mode !== 'detached') throw new Error(JSON.stringify(outcome))
    return (await runtime.jobs.evidence(outcome.receipt.jobId))!.links
  })
  const ticket = { ...TICKET, relation: 'for' }
  expect(await Promise.all(shown)).toEqual([[ticket], [ticket], [own], []])
  await expect(runtime.tools.call(callOf('scan'), { ...FOR_WHOM, links: [{ system: '', id: '7' }] })).rejects.toMatchObject({
    constructor: RequestError,
    field: 'context.links.0.system',
  })
})

test('links tell no two jobs apart: those of the first submission stand', async () => {
  const { runtime } = await openRig()
  const first = await runtime.jobs.submit(submission({ links: [TICKET] }))
  const again = await runtime.jobs.submit(submission({ links: [{ system: 'tracker', id: 'PROJ-8' }] }))
  const without = await runtime.jobs.submit(submission())
  expect([again, without]).toMatchObject([
    { jobId: first.jobId, deduplicated: true },
    { jobId: first.jobId, deduplicated: true },
  ])
  expect((await runtime.jobs.evidence(first.jobId))!.links).toEqual([{ ...TICKET, relation: 'for' }])
})

test.each([
  ['links', 'a text' as never],
  ['links', Array.from({ length: 33 }, (_, n) => ({ system: 'tracker', id: `${n}` }))],
  ['links.0.system', [{ system: '', id: '7' }]],
  ['links.0.id', [{ system: 'tracker' } as never]],
  ['links.0.id', [{ system: 'tracker', id: 'x'.repeat(1_001) }]],
  ['links.0.relation', [{ ...TICKET, relation: '\ud800' }]],
  ['links.0.url', [{ ...TICKET, url: 'https://…' } as never]],
  ['links.1', [TICKET, { ...TICKET, relation: 'for' }]],
])('malformed links are refused at %s, and nothing is stored', async (field, links) => {
  const { runtime, submit } = await openRig()
  await expect(submit({ links })).rejects.toMatchObject({ constructor: RequestError, field })
  expect((await runtime.jobs.list({ sessionId: SESSION })).jobs).toEqual([])
})
