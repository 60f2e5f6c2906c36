import { expect, test } from 'vitest'
import { awaitBinding } from '../../runtime/index.js'
import { newFile, openRig, REALM, SESSION, START_MS, until, type Rig } from './rig.js'

const activity = async (rig: Rig, sessionId = SESSION) => (await rig.runtime.sessions.activity(sessionId)).activity

test('gate 12 a session that waits for a job is told from one that calls its provider, and from one that does nothing', async () => {
  let open = (): void => undefined
  const held = new Promise<void>((resolve) => (open = resolve))
  let runTool = (): void => undefined
  const wished = new Promise<void>((resolve) => (runTool = resolve))
  let streamed = (): void => undefined
  const streaming = new Promise<void>((resolve) => (streamed = resolve))
  const rig = await openRig({
    pollMs: 20,
    sessionRunner: {
      async run({ step, tool, submit, sessionId }) {
        await step(async () => {
          await wished
          await tool('fast', () => held)
          await tool('streaming', () => streaming)
        })
        const { jobId } = await submit({ tool: 'scan', toolVersion: '1', arguments: {}, runner: 'Replayable' })
        await rig.runtime.await.awaitJob(sessionId, jobId)
      },
    },
  })
  const { sessions, turns } = rig.runtime
  expect(await sessions.activity(SESSION)).toMatchObject({
    activity: { kind: 'idle', sinceMs: null, jobIds: [] },
    claim: 'none',
    detachedJobs: { queued: 0, active: 0 },
  })
  await sessions.requestRun(SESSION)
  turns.start()
  await until('it calls', async () => (await sessions.execution(SESSION)).phase === 'Running')
  expect(await sessions.activity(SESSION)).toMatchObject({ activity: { kind: 'calling_provider', sinceMs: START_MS }, claim: 'alive' })
  rig.clock.advance(10)
  expect(await activity(rig)).toMatchObject({ kind: 'calling_provider', sinceMs: START_MS })
  runTool()
  await until('a tool runs', async () => (await activity(rig)).kind === 'executing_fast_tool')
  expect(await activity(rig)).toMatchObject({ sinceMs: START_MS + 10 })
  rig.clock.advance(10)
  open()
  await until('a tool streams', async () => (await activity(rig)).kind === 'streaming_tool')
  rig.clock.advance(10)
  streamed()
  await until('it waits', async () => (await activity(rig)).kind === 'awaiting_detached')
  const { jobs } = await rig.runtime.jobs.list({ sessionId: SESSION })
  const waiting = await sessions.activity(SESSION)
  expect(waiting).toMatchObject({
    activity: { kind: 'awaiting_detached', sinceMs: START_MS + 30, jobIds: [jobs[0]!.jobId] },
    claim: 'none',
    detachedJobs: { queued: 1, active: 0, complete: true },
  })
  const attempt = await rig.claim(jobs[0]!.jobId)
  rig.clock.advance(10)
  expect(await sessions.activity(SESSION)).toMatchObject({
    activity: { kind: 'awaiting_detached', sinceMs: START_MS + 30 },
    detachedJobs: { queued: 0, active: 1 },
  })
  await turns.stop({ graceMs: 0 })
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await rig.runtime.projector.pass()
  expect(await sessions.activity(SESSION)).toMatchObject({ activity: { kind: 'idle' }, pending: true, detachedJobs: { ended: 1 } })
})

test('fault: UI shows work in progress of processes that no longer exist: under a lease that ran out nothing goes on', async () => {
  const rig = await openRig()
  const { sessions, turns } = rig.runtime
  await sessions.requestRun(SESSION)
  const claimed = await sessions.claim({ sessionId: SESSION, owner: 'a process that dies' })
  if (!claimed.ok) throw new Error(claimed.refusal.code)
  await sessions.startStep(claimed.claim)
  expect(await sessions.activity(SESSION)).toMatchObject({ activity: { kind: 'calling_provider' }, claim: 'alive' })
  rig.lapse()
  const dead = { activity: { kind: 'idle', sinceMs: START_MS + 1_000 }, claim: 'expired' }
  expect(await sessions.activity(SESSION)).toMatchObject(dead)
  // The census is of what is held, and nobody holds it.
  expect((await sessions.activities()).sessions.filter(({ claim }) => claim === 'alive')).toEqual([])
  await sessions.requestCancel({ sessionId: SESSION, execution: 1 })
  expect(await turns.recover()).toMatchObject({ continued: 0 })
  expect(await sessions.activity(SESSION)).toMatchObject(dead)
  const another = await rig.another({ sessionRunner: { run: async () => undefined } })
  await another.turns.recover()
  await until('it is free', async () => (await sessions.execution(SESSION)).phase === 'Idle')
  expect(await sessions.activity(SESSION)).toMatchObject({ activity: { kind: 'idle' }, claim: 'none' })
})

test('a takeover keeps the moment at which the provider was called', async () => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  await sessions.requestRun(SESSION)
  const claimed = await sessions.claim({ sessionId: SESSION, owner: 'first' })
  if (!claimed.ok) throw new Error(claimed.refusal.code)
  await sessions.startStep(claimed.claim)
  rig.lapse()
  let end = (): void => undefined
  const held = new Promise<void>((resolve) => (end = resolve))
  const another = await rig.another({ sessionRunner: { run: () => held } })
  expect(await another.turns.recover()).toMatchObject({ continued: 1 })
  expect(await sessions.activity(SESSION)).toMatchObject({ activity: { kind: 'calling_provider', sinceMs: START_MS }, claim: 'alive' })
  end()
  await until('it is free', async () => (await sessions.execution(SESSION)).phase === 'Idle')
})

test('fault: start-up recovery re-enqueues parked runs: 500 waits, ten restarts, the rows stay as they are and the moment too', async () => {
  const file = newFile()
  const first = await openRig({ file })
  const jobs = await Promise.all(Array.from({ length: 500 }, (_, n) => first.submit({ nonce: `${n}` })))
  await Promise.all(jobs.map(({ jobId }, n) => first.runtime.await.awaitJob(`session-${n % 5}`, jobId)))
  const seen = async ({ store, runtime }: Rig) => ({
    waits: (await store.find(awaitBinding, { index: 'waits', equals: [REALM, 'Waiting'], limit: 1_000 })).found.length,
    steps: (await store.history({ limit: 10_000 })).length,
    activity: (await runtime.sessions.activity('session-1')).activity,
  })
  const before = await seen(first)
  expect(before).toMatchObject({ waits: 500, activity: { kind: 'awaiting_detached', sinceMs: START_MS } })
  expect(before.activity.jobIds).toHaveLength(100)
  await first.runtime.close()
  await first.store.close()
  for (let restart = 0; restart < 10; restart += 1) {
    // Nothing here has a runner for the jobs; everything else works.
    const rig = await openRig({ file, pollMs: 10, recoverEveryMs: 10, sessionRunner: { run: async () => undefined } })
    rig.clock.advance(restart)
    rig.runtime.start()
    await rig.runtime.recovery.pass()
    await rig.runtime.turns.recover()
    await rig.runtime.turns.pass()
    expect(await seen(rig)).toEqual(before)
    await rig.runtime.close()
    await rig.store.close()
  }
})

test('sessions of a realm come page by page', async () => {
  const rig = await openRig()
  for (let n = 0; n < 5; n += 1) await rig.runtime.sessions.requestRun(`session-${n}`)
  const ids: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof rig.runtime.sessions.activities>> = await rig.runtime.sessions.activities({
      limit: 2,
      ...(after !== null && { after }),
    })
    ids.push(...page.sessions.map(({ sessionId }) => sessionId))
    after = page.next
  } while (after !== null)
  expect(ids.sort()).toEqual([0, 1, 2, 3, 4].map((n) => `session-${n}`))
  await expect(rig.runtime.sessions.activities({ limit: 101 })).rejects.toMatchObject({ field: 'limit' })
})
