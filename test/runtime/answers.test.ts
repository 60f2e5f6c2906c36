import { describe, expect, test } from 'vitest'
import { detachedJob, type InputGiven } from '../../runtime/index.js'
import { bring, HOLDER, saidBySpec, WAYS, WRITER } from './phases.js'
import { LEASE_MS, openRig, REALM, SESSION, type Rig } from './rig.js'

/** Every input, as its rightful sender says it. */
const INPUTS: readonly InputGiven<typeof detachedJob>[] = [
  {
    type: 'Submit',
    originSessionId: SESSION,
    lineage: 'lineage',
    tool: 'tool',
    toolVersion: '1',
    runner: 'Replayable',
    runnerVersion: '1',
    arguments: '{}',
    terms: '',
    restartClass: 'Replayable',
    dueAtMs: 0,
  },
  { type: 'ClaimAttempt', holder: 'next', workerId: 'worker', leaseMs: LEASE_MS },
  { type: 'OfferAttempt', holder: 'next', workerId: 'worker', leaseMs: LEASE_MS },
  { type: 'AcceptAttempt', ...WRITER },
  { type: 'DeclineAttempt', ...WRITER },
  { type: 'RenewLease', ...WRITER, leaseMs: LEASE_MS },
  { type: 'RecordHandle', ...WRITER, handle: 'process' },
  { type: 'RecordExit', ...WRITER },
  { type: 'ReportProgress', ...WRITER, cursor: 1, progress: '1' },
  { type: 'RecordCheckpoint', ...WRITER, cursor: 1, checkpoint: '1' },
  { type: 'PostNotification', ...WRITER, notificationKey: 'key', body: '1' },
  { type: 'RecordArtifact', ...WRITER, artifactName: 'report', digest: 'd', mediaType: 'text/plain' },
  { type: 'WaitExternally', ...WRITER },
  { type: 'ResumeWork', ...WRITER },
  { type: 'CompleteAttempt', ...WRITER, result: '1' },
  { type: 'FailAttempt', ...WRITER, reason: '1', retryable: true },
  { type: 'FailAttempt', ...WRITER, reason: '1', retryable: false },
  { type: 'ReleaseAttempt', ...WRITER },
  { type: 'BlockCredentials', ...WRITER, reason: '1', forGood: false },
  { type: 'BlockCredentials', ...WRITER, reason: '1', forGood: true },
  { type: 'UnblockCredentials' },
  { type: 'RequestCancel' },
  { type: 'AcknowledgeCancel', ...WRITER },
  { type: 'ObserveLeaseExpiry', fence: 1 },
  { type: 'AdoptAttempt', fence: 1, holder: 'next', workerId: 'worker', leaseMs: LEASE_MS },
  { type: 'RecordReaped', fence: 1 },
  { type: 'ClassifyLoss', fence: 1 },
  { type: 'ForgetWork' },
  { type: 'ForgetArtifact', artifactName: 'report' },
  { type: 'AskOutcome', sessionId: SESSION },
]

const VARIANTS: readonly {
  readonly name: string
  readonly of: (input: InputGiven<typeof detachedJob>) => InputGiven<typeof detachedJob> | null
  readonly before?: (rig: Rig) => void
}[] = [
  { name: 'from whom it may come', of: (input) => input },
  { name: 'under an older fence', of: (input) => ('fence' in input ? { ...input, fence: 0 } : null) },
  { name: 'from another holder', of: (input) => ('fence' in input && input['holder'] === HOLDER ? { ...input, holder: 'other' } : null) },
  { name: 'after the lease', of: (input) => ('fence' in input ? input : null), before: ({ clock }) => clock.advance(LEASE_MS) },
]

test('the list holds every input of the machine', () => {
  expect([...new Set(INPUTS.map(({ type }) => type))].sort()).toEqual(Object.keys(suppliedOfAll()).sort())
})

describe.each(Object.keys(WAYS))('in %s', (way) => {
  test.each(VARIANTS)('every input $name is answered as the spec says', async ({ of, before }) => {
    const rig = await openRig()
    const answers: object[] = []
    const expected: object[] = []
    for (const [n, given] of INPUTS.entries()) {
      const input = of(given)
      if (input === null) continue
      const jobId = `job-${n}`
      await bring(rig, jobId, way)
      // Whom a job tells of its end has asked for it; of a job that is not there nobody can ask.
      await rig.runtime.await.awaitJob(SESSION, jobId)
      before?.(rig)
      const { state, revision } = await rig.store.load(detachedJob, { realm: REALM, jobId })
      const said = saidBySpec(state, { ...input, observedAtMs: rig.clock.nowMs(), jitterMs: 0 } as { readonly type: string })
      const answer = await rig.store.dispatch(detachedJob, { realm: REALM, jobId }, input)
      const { type } = input
      answers.push({
        type,
        ...(answer.ok ? { transition: answer.transition, phase: answer.state.phase } : { refused: answer.refusal.code }),
      })
      expected.push({ type, ...said })
      if (!answer.ok) {
        const after = await rig.store.load(detachedJob, { realm: REALM, jobId })
        expect([after.revision, after.state]).toEqual([revision, state])
      }
    }
    expect(answers).toEqual(expected)
  })
})

describe.each(Object.keys(WAYS))('a cancel in %s', (way) => {
  test('is answered as the spec says, and again the same without a new revision', async () => {
    const rig = await openRig()
    const jobId = 'job'
    await bring(rig, jobId, way)
    const said = saidBySpec(await rig.state(jobId), { type: 'RequestCancel' })
    const answer = await rig.runtime.jobs.cancel(jobId)
    if ('refused' in said) {
      expect(answer).toMatchObject({ ok: false, refusal: { code: said.refused } })
      return
    }
    const { phase, transition } = said as { readonly phase: string; readonly transition: string }
    const outcome = transition === 'CancelEnded' ? 'ended' : phase === 'Cancelled' ? 'cancelled' : 'requested'
    expect(answer).toEqual({ ok: true, status: phase, outcome })
    const { revision } = await rig.store.load(detachedJob, { realm: REALM, jobId })
    expect(await rig.runtime.jobs.cancel(jobId)).toEqual({ ok: true, status: phase, outcome: outcome === 'cancelled' ? 'ended' : outcome })
    expect((await rig.store.load(detachedJob, { realm: REALM, jobId })).revision).toBe(revision)
  })
})

/** Inputs that have supplied fields are named there; those without are named here. */
function suppliedOfAll(): object {
  const unsupplied = ['Submit', 'RequestCancel', 'UnblockCredentials', 'RecordReaped', 'AskOutcome', 'ForgetWork', 'ForgetArtifact']
  return { ...detachedJob.supplied, ...Object.fromEntries(unsupplied.map((type) => [type, {}])) }
}
