import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openRuntime, type HealthCode, type HealthRequest, type Runtime, type SessionClaim } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { vault } from './credentials/resolver.js'
import { newFile, openRig, REALM, runner, SESSION, submission, until, type Rig } from './rig.js'

const HOUR_MS = 3_600_000

async function reasons(runtime: Runtime, request: HealthRequest = {}) {
  return (await runtime.health(request)).reasons.map(({ wayOut: _, ...reason }) => reason)
}

/** One reason, and no other. */
function only(code: HealthCode, example: string, sinceMs: number) {
  return [{ code, count: 1, oldestAtMs: sinceMs, examples: [example] }]
}

async function claimed({ runtime }: Rig): Promise<SessionClaim> {
  await runtime.sessions.requestRun(SESSION)
  const answer = await runtime.sessions.claim({ sessionId: SESSION, owner: 'owner' })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.claim
}

type Step = (sessions: Runtime['sessions'], claim: SessionClaim) => Promise<{ readonly ok: boolean }>
const cancel: Step = (sessions, { sessionId, execution }) => sessions.requestCancel({ sessionId, execution })
const join: Step = (sessions, claim) => sessions.joinRunner(claim)
const settle: Step = (sessions, claim) => sessions.settle(claim)
const clear: Step = (sessions, claim) => sessions.clear(claim)

test.each<readonly [string, readonly Step[]]>([
  ['Claimed', []],
  ['Running', [(sessions, claim) => sessions.startStep(claim)]],
  ['Cancelling', [cancel]],
  ['Cancelled', [cancel, join, settle]],
  ['Settled', [(sessions, claim) => sessions.finish(claim)]],
])('a session that is %s under a lease that has ended is stale, until recovery has seen to it', async (phase, steps) => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  const claim = await claimed(rig)
  for (const step of steps) expect(await step(sessions, claim)).toMatchObject({ ok: true })
  const { phase: reached, leaseExpiresAtMs } = await sessions.execution(SESSION)
  expect(reached).toBe(phase)
  rig.clock.set(leaseExpiresAtMs + 29_999)
  expect(await reasons(rig.runtime)).toEqual([])
  rig.clock.advance(1)
  expect(await reasons(rig.runtime)).toEqual(only('stale_lease', SESSION, leaseExpiresAtMs))
  expect(await reasons(rig.runtime, { staleForMs: HOUR_MS })).toEqual([])
})

test('a turn that does not end when it is cancelled is told of, since when it was asked to, and not for a cancel of an earlier one', async () => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  const before = await claimed(rig)
  for (const step of [cancel, join, settle, clear]) expect(await step(sessions, before)).toMatchObject({ ok: true })
  rig.clock.advance(HOUR_MS)
  const claim = await claimed(rig)
  await sessions.beginFinalizer(claim)
  rig.clock.advance(500)
  await cancel(sessions, claim)
  const sinceMs = rig.clock.nowMs()
  await join(sessions, claim)
  expect(await sessions.settle(claim)).toMatchObject({ ok: false, refusal: { code: 'finalizer_running' } })
  await sessions.renew(claim)
  const goesOn = async (ms: number): Promise<void> => {
    for (let leftMs = ms; leftMs > 0; leftMs -= 500) {
      rig.clock.advance(Math.min(leftMs, 500))
      expect(await sessions.renew(claim)).toMatchObject({ ok: true })
    }
  }
  await goesOn(59_999)
  expect(await reasons(rig.runtime)).toEqual([])
  await goesOn(1)
  expect(await reasons(rig.runtime)).toEqual(only('cancel_unacknowledged', SESSION, sinceMs))
  expect(await reasons(rig.runtime, { cancelForMs: HOUR_MS })).toEqual([])
})

test('fault: a job that takes no notice of its cancel and goes on talking looks younger with each word', async () => {
  const rig = await openRig()
  const attempt = await rig.claim((await rig.submit()).jobId)
  await rig.runtime.jobs.cancel(attempt.jobId)
  const sinceMs = rig.clock.nowMs()
  for (let cursor = 1; cursor <= 240; cursor += 1) {
    rig.clock.advance(250)
    await rig.runtime.attempts.renew({ ...attempt, leaseMs: 1_000 })
    await rig.runtime.attempts.progress({ ...attempt, cursor, progress: cursor })
  }
  expect(await reasons(rig.runtime)).toEqual(only('cancel_unacknowledged', attempt.jobId, sinceMs))
})

test('a cancel of a lost job whose process nobody has ended is told of, beside the loss', async () => {
  const rig = await openRig()
  const attempt = await rig.claim((await rig.submit({ runner: 'Adoptable' })).jobId)
  await rig.runtime.attempts.handle({ ...attempt, handle: 'a process that cannot be ended' })
  rig.lapse()
  await rig.runtime.recovery.pass()
  const sinceMs = rig.clock.nowMs()
  await rig.runtime.jobs.cancel(attempt.jobId)
  expect(await rig.state(attempt.jobId)).toMatchObject({ phase: 'LossObserved', cancelRequested: true })
  rig.clock.advance(60_000)
  expect(await reasons(rig.runtime, { staleForMs: HOUR_MS })).toEqual(only('cancel_unacknowledged', attempt.jobId, sinceMs))
  expect((await reasons(rig.runtime)).map(({ code }) => code)).toEqual(['stale_lease', 'cancel_unacknowledged'])
})

test('a session in quarantine is told of at once, until an operator has released it', async () => {
  const rig = await openRig()
  const claim = await claimed(rig)
  await cancel(rig.runtime.sessions, claim)
  rig.lapse()
  const sinceMs = rig.clock.nowMs()
  await rig.runtime.turns.recover()
  expect(await reasons(rig.runtime)).toEqual(only('sessions_quarantined', SESSION, sinceMs))
  await rig.runtime.sessions.releaseQuarantine({ sessionId: SESSION, execution: claim.execution })
  expect(await reasons(rig.runtime)).toEqual([])
})

test('a profile that its resolver does not answer for is told of once it is silent for long; its jobs want for no worker', async () => {
  const credentials = vault({ network: { key: 'the secret of the profile' } })
  credentials.says = async () => Promise.reject(new Error('no connection'))
  const rig = await openRig({ credentials, runners: [runner(async () => 'done')] })
  const { jobId } = await rig.submit({ credentials: { profile: 'network', bindings: ['key'] } })
  const worked = async (phase: string): Promise<void> => {
    await rig.runtime.worker.pass()
    await until('nothing runs', () => rig.runtime.worker.status().running.length === 0)
    expect((await rig.state(jobId)).phase).toBe(phase)
  }
  await worked('Queued')
  const sinceMs = rig.clock.nowMs()
  rig.clock.advance(HOUR_MS - 1)
  expect(await reasons(rig.runtime)).toEqual([])
  rig.clock.advance(1)
  expect(await reasons(rig.runtime)).toEqual(only('credentials_silent', 'network', sinceMs))
  credentials.says = null
  await worked('Succeeded')
  expect(await reasons(rig.runtime, { backlogForMs: HOUR_MS })).toEqual([])
})

test('a thread that keeps the leases and dies again and again is told of while there is none', async () => {
  const made: Worker[] = []
  const hear = (worker: Worker): void => void made.push(worker)
  process.on('worker', hear)
  atEnd(() => void process.off('worker', hear))
  const runtime = await openRuntime({ realm: REALM, file: newFile(), runners: [runner(async () => 'done')], keeper: 'thread', pollMs: 20 })
  atEnd(() => runtime.close({ graceMs: 0 }))
  runtime.start()
  await until('there is a thread', () => made.length === 1)
  expect(await reasons(runtime)).toEqual([])
  const beganMs = (await runtime.health()).atMs
  await made[0]!.terminate()
  // The first one is replaced at once, the second after a second.
  await until('there is another', () => made.length === 2)
  await made[1]!.terminate()
  const [reason, ...others] = await reasons(runtime)
  expect([reason, others]).toMatchObject([{ code: 'lease_keeper_lost', count: 1, examples: ['this process'] }, []])
  const sinceMs = Number(reason!.oldestAtMs)
  expect([sinceMs >= beganMs, sinceMs <= (await runtime.health()).atMs]).toEqual([true, true])
  await until('there is a third', () => made.length === 3)
  expect(await reasons(runtime)).toEqual([])
  // What it keeps, it keeps.
  await runtime.jobs.submit(submission())
})

test('fault: a clock that stood ahead once: the file’s time stands still, and that is told until the clock has caught up', async () => {
  const rig = await openRig()
  await rig.submit({ nonce: 'before' })
  const startMs = rig.clock.nowMs()
  rig.clock.set(startMs + HOUR_MS)
  await rig.submit({ nonce: 'ahead' })
  rig.clock.set(startMs)
  await rig.submit({ nonce: 'corrected' })
  expect(await rig.store.instantMs()).toBe(startMs + HOUR_MS)
  expect(await rig.runtime.health({ dueForMs: 2 * HOUR_MS })).toMatchObject({
    status: 'degraded',
    reasons: [
      { code: 'clock_behind', count: 1, oldestAtMs: null, examples: [`by ${HOUR_MS} ms`], wayOut: expect.stringContaining('caught up') },
    ],
  })
  expect(await reasons(rig.runtime, { dueForMs: 2 * HOUR_MS, clockBehindMs: HOUR_MS })).toEqual([])
  rig.clock.set(startMs + HOUR_MS - 10_000)
  expect(await reasons(rig.runtime, { dueForMs: 2 * HOUR_MS })).toEqual([])
})
