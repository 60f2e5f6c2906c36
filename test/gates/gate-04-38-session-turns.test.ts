/** What reaches a session becomes its turns: in the lineage of the work that it comes of, and handled as the session wished. */
import { expect, test } from 'vitest'
import {
  awaitBinding,
  detachedJob,
  jobAwaitHandoff,
  jobRuntimeDelivery,
  openStore,
  runtimeDelivery,
  storeLimits,
  systemClock,
  type InboxDelivery,
  type Receipt,
} from '../../runtime/index.js'
import { openArtifactBytes } from '../../runtime/artifact-bytes.js'
import { openArtifacts } from '../../runtime/artifacts.js'
import { openJobs } from '../../runtime/jobs.js'
import { registryOf } from '../../runtime/runners.js'
import { atEnd } from '../closing.js'
import { REAL_CLOCK, newFile, openRig, REALM, runner, SESSION, submission, until } from '../runtime/rig.js'
import { ENDS } from './ends.js'

test('gate 04 the turn that a completion wakes goes on in the lineage of the job, and launches nothing twice; a new request is other work', async () => {
  let launched = 0
  const turns: { readonly lineage: string; readonly heard: readonly string[]; readonly receipts: readonly Receipt[] }[] = []
  const rig = await openRig({
    clock: REAL_CLOCK,
    pollMs: 20,
    runners: [runner(async () => (launched += 1))],
    sessionRunner: {
      async run({ lineage, apply, submit, step }) {
        const receipts: Receipt[] = []
        const heard: string[] = []
        const scan = (cause?: InboxDelivery) =>
          submit({ tool: 'scan', toolVersion: '1', arguments: { of: 'it' }, runner: 'Replayable' }, cause)
        await step(async () => {
          // Woken again, the agent derives the same scan again.
          const applied = await apply(async (delivery) => {
            heard.push(delivery.lineage)
            receipts.push(await scan(delivery), await scan(delivery))
          })
          if (applied === 0) receipts.push(await scan())
        })
        turns.push({ lineage, heard, receipts })
      },
    },
  })
  const { sessions } = rig.runtime
  await sessions.requestRun(SESSION)
  rig.runtime.start()
  await until('the completion was heard', () => turns.length === 2)
  const [first, woken] = turns
  expect(first!.receipts).toMatchObject([{ deduplicated: false }])
  expect(woken!.heard).toEqual([first!.lineage])
  const { jobId } = first!.receipts[0]!
  expect(woken!.receipts).toMatchObject([
    { jobId, deduplicated: true },
    { jobId, deduplicated: true },
  ])
  expect(launched).toBe(1)
  await sessions.requestRun(SESSION)
  await until('the new work is done', () => launched === 2)
  expect(turns[2]!.receipts).toMatchObject([{ deduplicated: false }])
  expect(new Set(turns.slice(0, 3).map(({ lineage }) => lineage)).size).toBe(3)
})

test.each(Object.entries(ENDS))(
  'gate 38 %s reaches every subscriber once, as each wished, and wakes those who asked for work',
  async (kind, { restartClass, end }) => {
    const rig = await openRig({ limits: { lossBudget: 0 } })
    const { sessions } = rig.runtime
    const { jobId } = await rig.submit({ runner: restartClass })
    const wishes = {
      steers: { kind: 'event', handling: 'steer' },
      queues: { kind: 'event', handling: 'queue' },
      shown: { kind: 'notification' },
      kept: { kind: 'record' },
    } as const
    for (const [sessionId, wish] of Object.entries(wishes)) await sessions.subscribe({ sessionId, jobId, ...wish })
    await end(rig, jobId)
    expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ kind })
    for (let n = 0; n < 2; n += 1) {
      for (const head of (await rig.store.outbox.heads({ limit: 10 })).heads) await rig.store.outbox.deliver(head)
      await rig.runtime.projector.pass()
    }
    const heard = async (sessionId: string) => ({
      handling: (await sessions.pending(sessionId)).map(({ handling }) => handling),
      pending: (await sessions.execution(sessionId)).pending,
    })
    expect(await heard('steers')).toEqual({ handling: ['steer'], pending: true })
    expect(await heard('queues')).toEqual({ handling: ['queue'], pending: true })
    expect(await heard('shown')).toEqual({ handling: [null], pending: false })
    expect(await heard('kept')).toEqual({ handling: [], pending: false })
    expect(await heard(SESSION)).toEqual({ handling: ['steer'], pending: true })
    expect((await sessions.records('kept', jobId)).records).toMatchObject([{ end: kind }])
    expect(await rig.store.outbox.census({ limit: 10 })).toMatchObject({ pending: 0, dead: 0 })
  },
)

test('a file from before there were subscriptions and sessions opens, delivers what was under way, and takes wishes', async () => {
  const file = newFile()
  const before = await openStore({
    file,
    machines: [detachedJob, runtimeDelivery, awaitBinding],
    routers: [jobRuntimeDelivery, jobAwaitHandoff],
    limits: { DetachedJob: storeLimits().DetachedJob },
  })
  const artifacts = openArtifacts(before, REALM, openArtifactBytes(before, systemClock, 1), systemClock)
  const older = openJobs(before, REALM, registryOf([{ name: 'Replayable', version: '1', restartClass: 'Replayable' }]), null, artifacts)
  const { jobId } = await older.submit(submission())
  await older.cancel(jobId)
  await before.close()
  const rig = await openRig({ file })
  atEnd(() => rig.runtime.close())
  expect(await rig.runtime.projector.pass()).toEqual({ delivered: 1, dead: 0, failed: 0 })
  expect(await rig.runtime.sessions.pending(SESSION)).toMatchObject([{ kind: 'terminal', jobId }])
  expect(await rig.runtime.sessions.execution(SESSION)).toMatchObject({ pending: true })
  const next = await rig.submit({ nonce: 'next' })
  expect(await rig.runtime.sessions.subscribe({ sessionId: 'watches', jobId: next.jobId, kind: 'event' })).toMatchObject({ ok: true })
})
