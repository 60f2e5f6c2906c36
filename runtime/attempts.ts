/**
 * What a worker says of an attempt. Each word carries the attempt, its fence and its holder; who lost the attempt hears why, and
 * changes nothing.
 */
import { detachedJob } from '../generated/detached-job/index.js'
import type { Value } from '../generated/machine.js'
import { refused, type Refused } from './answers.js'
import { attemptIdOf, judgeAttemptId } from './attempt-id.js'
import { canonicalText } from './canonical.js'
import { faultPoint, type FaultPoint } from './fault-point.js'
import { asked, flag, idText, json, naturalNumber, numberFrom, text, type Asked, type Field } from './request.js'
import type { InputGiven, StateOf, Store } from './store/types.js'

export interface Attempt {
  readonly jobId: string
  readonly attemptId: string
  /** Rises by one with every attempt of the job. */
  readonly fence: number
  /** The incarnation of the process that holds it: a restarted worker is a new one. */
  readonly holder: string
}

/** The job of an attempt as the worker sees it right after its word was committed. */
export type HeldJob = Pick<
  StateOf<typeof detachedJob>,
  | 'phase'
  | 'tool'
  | 'runner'
  | 'runnerVersion'
  | 'arguments'
  | 'restartClass'
  | 'leaseExpiresAtMs'
  | 'handle'
  | 'cursor'
  | 'checkpoint'
  | 'cancelRequested'
>

export type Granted = { readonly ok: true; readonly attempt: Attempt; readonly job: HeldJob } | Refused
export type Said = { readonly ok: true; readonly transition: string; readonly job: HeldJob } | Refused

export interface Attempts {
  /** Takes a due job: a new attempt, under the next fence. */
  claim(request: { readonly jobId: string; readonly holder: string; readonly workerId: string; readonly leaseMs: number }): Promise<Granted>
  /** Takes over a lost attempt whose work outlived its holder: the same attempt, the same fence. */
  adopt(request: {
    readonly jobId: string
    readonly fence: number
    readonly holder: string
    readonly workerId: string
    readonly leaseMs: number
  }): Promise<Granted>
  /** A lease only grows. */
  renew(request: Attempt & { readonly leaseMs: number }): Promise<Said>
  /** The cursor rises with every report and checkpoint of an attempt. */
  progress(request: Attempt & { readonly cursor: number; readonly progress: Value }): Promise<Said>
  checkpoint(request: Attempt & { readonly cursor: number; readonly checkpoint: Value }): Promise<Said>
  /** One message for each key, however often it is said. */
  notify(request: Attempt & { readonly key: string; readonly body: Value }): Promise<Said>
  handle(request: Attempt & { readonly handle: string }): Promise<Said>
  exit(request: Attempt): Promise<Said>
  waitExternally(request: Attempt): Promise<Said>
  resume(request: Attempt): Promise<Said>
  complete(request: Attempt & { readonly result: Value }): Promise<Said>
  fail(request: Attempt & { readonly reason: Value; readonly retryable: boolean }): Promise<Said>
  acknowledgeCancel(request: Attempt): Promise<Said>
  /** Hands the attempt back; it costs no budget. */
  release(request: Attempt): Promise<Said>
}

const attempt = { jobId: idText, attemptId: text({ min: 1, max: 240 }), fence: naturalNumber, holder: idText }
/** The longest lease is the longest timer. */
const leaseMs = numberFrom(1, 2 ** 31 - 1)
const taking = { jobId: idText, holder: idText, workerId: text({ max: 200 }), leaseMs }

export function openAttempts(store: Store, realm: string): Attempts {
  /** Judges the request, says it, and stops at the fault point that follows the commit. */
  const say = async <F extends { readonly [field: string]: Field<unknown> }>(
    request: unknown,
    fields: F,
    input: (given: Asked<F>) => InputGiven<typeof detachedJob>,
    point?: FaultPoint,
  ): Promise<Said> => {
    const given = asked(request, { ...attempt, ...fields }) as Asked<typeof attempt> & Asked<F>
    judgeAttemptId(given)
    const said = { ...input(given), fence: given.fence, holder: given.holder }
    const answer = await store.dispatch(detachedJob, { realm, jobId: given.jobId }, said)
    if (!answer.ok) return refused(answer)
    if (point !== undefined) faultPoint(point)
    return { ok: true, transition: answer.transition, job: answer.state }
  }

  return {
    async claim(request) {
      const { jobId, ...taker } = asked(request, taking)
      const answer = await store.dispatch(detachedJob, { realm, jobId }, { type: 'ClaimAttempt', ...taker })
      if (!answer.ok) return refused(answer)
      faultPoint('claim.committed')
      const { fence } = answer.state
      return { ok: true, attempt: { jobId, attemptId: attemptIdOf(jobId, fence), fence, holder: taker.holder }, job: answer.state }
    },
    async adopt(request) {
      const { jobId, fence, ...taker } = asked(request, { ...taking, fence: naturalNumber })
      const answer = await store.dispatch(detachedJob, { realm, jobId }, { type: 'AdoptAttempt', fence, ...taker })
      if (!answer.ok) return refused(answer)
      return { ok: true, attempt: { jobId, attemptId: attemptIdOf(jobId, fence), fence, holder: taker.holder }, job: answer.state }
    },
    renew: (request) => say(request, { leaseMs }, (given) => ({ type: 'RenewLease', leaseMs: given.leaseMs })),
    progress: (request) =>
      say(
        request,
        { cursor: naturalNumber, progress: json },
        ({ cursor, progress }) => ({ type: 'ReportProgress', cursor, progress: canonicalText(progress, 'progress') }),
        'progress.committed',
      ),
    checkpoint: (request) =>
      say(
        request,
        { cursor: naturalNumber, checkpoint: json },
        ({ cursor, checkpoint }) => ({ type: 'RecordCheckpoint', cursor, checkpoint: canonicalText(checkpoint, 'checkpoint') }),
        'checkpoint.committed',
      ),
    notify: (request) =>
      say(
        request,
        { key: idText, body: json },
        ({ key, body }) => ({ type: 'PostNotification', notificationKey: key, body: canonicalText(body, 'body') }),
        'notify.committed',
      ),
    handle: (request) =>
      say(request, { handle: text({ min: 1, max: 1_024 }) }, ({ handle }) => ({ type: 'RecordHandle', handle }), 'start.recorded'),
    exit: (request) => say(request, {}, () => ({ type: 'RecordExit' })),
    waitExternally: (request) => say(request, {}, () => ({ type: 'WaitExternally' })),
    resume: (request) => say(request, {}, () => ({ type: 'ResumeWork' })),
    complete: (request) =>
      say(
        request,
        { result: json },
        ({ result }) => ({ type: 'CompleteAttempt', result: canonicalText(result, 'result') }),
        'complete.committed',
      ),
    fail: (request) =>
      say(request, { reason: json, retryable: flag }, ({ reason, retryable }) => ({
        type: 'FailAttempt',
        reason: canonicalText(reason, 'reason'),
        retryable,
      })),
    acknowledgeCancel: (request) => say(request, {}, () => ({ type: 'AcknowledgeCancel' })),
    release: (request) => say(request, {}, () => ({ type: 'ReleaseAttempt' })),
  }
}
