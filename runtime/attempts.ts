/**
 * What a worker says of an attempt. Each word carries the attempt, its fence and its holder; who lost the attempt hears why, and
 * changes nothing.
 */
import { detachedJob } from '../generated/detached-job/index.js'
import type { Value } from '../generated/machine.js'
import { refused, type Refused } from './answers.js'
import type { ArtifactBytes, ArtifactSource } from './artifact-bytes.js'
import { attemptIdOf, judgeAttemptId } from './attempt-id.js'
import { canonicalText } from './canonical.js'
import type { Redaction } from './credentials/matcher.js'
import { faultPoint, type FaultPoint } from './fault-point.js'
import { asked, durationMs, flag, idText, json, naturalNumber, RequestError, text, type Asked, type Field } from './request.js'
import type { InputGiven, StateOf, Store } from './store/types.js'

/** What tells an attempt from every other; each word of its worker carries it. */
export interface Attempt {
  readonly jobId: string
  /** `attemptIdOf(jobId, fence)`; another one is a `RequestError`. */
  readonly attemptId: string
  /** Rises by one with every attempt of the job. */
  readonly fence: number
  /** The incarnation of the process that holds it: a restarted worker is a new one. */
  readonly holder: string
}

/**
 * The job of an attempt as the worker sees it right after its word was committed. `arguments`, `terms` and `checkpoint` are canonical JSON
 * text; `terms` or a `checkpoint` of `''` are none.
 */
export type HeldJob = Pick<
  StateOf<typeof detachedJob>,
  | 'phase'
  | 'tool'
  | 'runner'
  | 'runnerVersion'
  | 'arguments'
  | 'terms'
  | 'restartClass'
  | 'dueAtMs'
  | 'leaseExpiresAtMs'
  | 'handle'
  | 'cursor'
  | 'checkpoint'
  | 'cancelRequested'
>

/** `attempt` is what every further word carries. */
export type Granted = { readonly ok: true; readonly attempt: Attempt; readonly job: HeldJob } | Refused
/** `transition` is the machine's name for what the word did: `PostAgain` for a notification that was sent before. */
export type Said = { readonly ok: true; readonly transition: string; readonly job: HeldJob } | Refused

/**
 * Durable when it answers. A malformed request is rejected with `RequestError`, what the file does with `StoreError`; after that nobody
 * knows whether the word was heard, and it may be said again.
 *
 * Every word but `claim`, `offer` and `adopt` may be refused, in this order, as `stale_fence` (a newer attempt has the job, or there is no such
 * job), `stale_holder` (another process holds the attempt, or nobody), `lease_expired`, `not_in_phase` (only `Claimed` takes `accept`,
 * `decline` and `block`, only `Running` takes `handle`, `exit` and `waitExternally`, only `WaitingExternal` takes `resume`, both take the
 * others, and `renew` and `acknowledgeCancel` are taken in all three); and as its own line says.
 *
 * Payloads are JSON of at most 1,048,576 bytes. `leaseMs` is milliseconds, 1 to 2,147,483,647.
 */
export interface Attempts {
  /** Takes a due job: a new attempt, under the next fence. Refused `not_in_phase` (it does not wait for a worker), `not_due`. */
  claim(request: { readonly jobId: string; readonly holder: string; readonly workerId: string; readonly leaseMs: number }): Promise<Granted>
  /** Takes a due job as `claim` does, for a runner that has yet to begin: the attempt is `Claimed` until it is accepted. */
  offer(request: { readonly jobId: string; readonly holder: string; readonly workerId: string; readonly leaseMs: number }): Promise<Granted>
  /** The runner begins. */
  accept(request: Attempt): Promise<Said>
  /** Nothing has begun: the job waits again, and nothing is charged. Refused `cancel_requested`. */
  decline(request: Attempt): Promise<Said>
  /**
   * Nothing has begun, for want of credentials: the job waits for a person or a change of policy; or, for good, ends as `NeedsAttention`.
   * Refused `cancel_requested` where it is not for good.
   */
  block(request: Attempt & { readonly reason: Value; readonly forGood: boolean }): Promise<Said>
  /**
   * Takes over a lost attempt whose work outlived its holder: the same attempt, the same fence. Refused `stale_fence`, `not_in_phase`
   * (nobody has seen it to be lost), `not_adoptable`, `no_process`.
   */
  adopt(request: {
    readonly jobId: string
    readonly fence: number
    readonly holder: string
    readonly workerId: string
    readonly leaseMs: number
  }): Promise<Granted>
  /** A lease only grows: it ends `leaseMs` from now, or when it would have ended, whichever is later. */
  renew(request: Attempt & { readonly leaseMs: number }): Promise<Said>
  /** The latest wins. The cursor rises with every report and checkpoint of an attempt; else `report_not_newer`. */
  progress(request: Attempt & { readonly cursor: number; readonly progress: Value }): Promise<Said>
  /** What the next attempt starts from. Shares the cursor of `progress`; else `report_not_newer`. */
  checkpoint(request: Attempt & { readonly cursor: number; readonly checkpoint: Value }): Promise<Said>
  /** One message to the session for each key of 1 to 200 code units, whichever attempt says it and however often. Ends nothing. */
  notify(request: Attempt & { readonly key: string; readonly body: Value }): Promise<Said>
  /**
   * Keeps bytes beside the result, or a copy of the file at `{ path }`, under a name of 1 to 200 code units; the latest of a name stands. The
   * bytes are on the disk before the reference is committed. At most `artifactMaxBytes`, else `RequestError`; `ArtifactError` for what the
   * disk does. `mediaType` is `application/octet-stream` where it is not said. Bytes are not changed: where something stands in them that
   * `redaction` replaces, they are refused as `holds_secret`, as is a name or a media type that holds a secret.
   */
  artifact(
    request: Attempt & { readonly name: string; readonly source: ArtifactSource; readonly mediaType?: string },
    redaction?: Redaction,
  ): Promise<Said>
  /** How to find the process of the attempt: 1 to 1,024 bytes of UTF-8. */
  handle(request: Attempt & { readonly handle: string }): Promise<Said>
  /** The recorded process is gone, with all that it started. */
  exit(request: Attempt): Promise<Said>
  /** Waits for something that is no process of its own; the attempt stays held. Refused `process_alive`. */
  waitExternally(request: Attempt): Promise<Said>
  resume(request: Attempt): Promise<Said>
  /** Ends the job as `Succeeded`, also where a cancel was only requested. */
  complete(request: Attempt & { readonly result: Value }): Promise<Said>
  /**
   * Not retryable: `Failed`. Retryable: `Cancelled` where a cancel was requested, `RetryScheduled` while the failure budget lasts,
   * `NeedsAttention` then. The last that is said of the attempt: no process of it may be left.
   */
  fail(request: Attempt & { readonly reason: Value; readonly retryable: boolean }): Promise<Said>
  /** The work has stopped: ends the job as `Cancelled`. Refused `cancel_not_requested`, `process_alive`. */
  acknowledgeCancel(request: Attempt): Promise<Said>
  /**
   * Hands the attempt back; it costs no budget. Refused `not_resumable` (its restart class is neither `CheckpointResumable` nor
   * `Replayable`), `process_alive`, `cancel_requested`.
   */
  release(request: Attempt): Promise<Said>
}

const attempt = { jobId: idText, attemptId: text({ min: 1, max: 240 }), fence: naturalNumber, holder: idText }
/** Counted as the machine counts it, so that the error is this door's. */
const handleText: Field<string> = (value, field) => {
  const handle = text({ min: 1, max: HANDLE_MAX_BYTES })(value, field)
  const bytes = Buffer.byteLength(handle)
  if (bytes > HANDLE_MAX_BYTES) throw new RequestError(field, `takes ${bytes} bytes; ${HANDLE_MAX_BYTES} are allowed`)
  return handle
}
const HANDLE_MAX_BYTES = 1_024
const bytesOrPath: Field<ArtifactSource> = (value, field) => {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'string') {
    throw new RequestError(
      field,
      'is a text, which may be a path or what is to be kept: give a file as { path }, a text as Buffer.from(text)',
    )
  }
  return asked(value, { path: text({ min: 1, max: 4_096 }) }, field)
}
const mediaTypeText: Field<string> = (value, field) => {
  if (value === undefined) return 'application/octet-stream'
  const type = text({ min: 3, max: 200 })(value, field)
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *; *[^\s;][^;\p{Cc}]*)*$/u.test(type))
    throw new RequestError(field, `is "${type}", which is no media type`)
  return type
}
const taking = { jobId: idText, holder: idText, workerId: text({ max: 200 }), leaseMs: durationMs }

export function openAttempts(store: Store, realm: string, artifactBytes: ArtifactBytes): Attempts {
  /** Judges the request, says it, and stops at the fault point that follows the commit. */
  const say = async <F extends { readonly [field: string]: Field<unknown> }>(
    request: unknown,
    fields: F,
    input: (given: Asked<F>) => InputGiven<typeof detachedJob>,
    point: FaultPoint,
  ): Promise<Said> => {
    const given = asked(request, { ...attempt, ...fields }) as Asked<typeof attempt> & Asked<F>
    judgeAttemptId(given)
    const said = { ...input(given), fence: given.fence, holder: given.holder }
    const answer = await store.dispatch(detachedJob, { realm, jobId: given.jobId }, said)
    if (!answer.ok) return refused(answer)
    faultPoint(point)
    return { ok: true, transition: answer.transition, job: answer.state }
  }

  const take = async (type: 'ClaimAttempt' | 'OfferAttempt', request: unknown): Promise<Granted> => {
    const { jobId, ...taker } = asked(request, taking)
    const answer = await store.dispatch(detachedJob, { realm, jobId }, { type, ...taker })
    if (!answer.ok) return refused(answer)
    faultPoint('claim.committed')
    const { fence } = answer.state
    return { ok: true, attempt: { jobId, attemptId: attemptIdOf(jobId, fence), fence, holder: taker.holder }, job: answer.state }
  }

  return {
    claim: (request) => take('ClaimAttempt', request),
    offer: (request) => take('OfferAttempt', request),
    accept: (request) => say(request, {}, () => ({ type: 'AcceptAttempt' }), 'accept.committed'),
    decline: (request) => say(request, {}, () => ({ type: 'DeclineAttempt' }), 'decline.committed'),
    block: (request) =>
      say(
        request,
        { reason: json, forGood: flag },
        ({ reason, forGood }) => ({ type: 'BlockCredentials', reason: canonicalText(reason, 'reason'), forGood }),
        'block.committed',
      ),
    async adopt(request) {
      const { jobId, fence, ...taker } = asked(request, { ...taking, fence: naturalNumber })
      const answer = await store.dispatch(detachedJob, { realm, jobId }, { type: 'AdoptAttempt', fence, ...taker })
      if (!answer.ok) return refused(answer)
      faultPoint('reattach.committed')
      return { ok: true, attempt: { jobId, attemptId: attemptIdOf(jobId, fence), fence, holder: taker.holder }, job: answer.state }
    },
    renew: (request) => say(request, { leaseMs: durationMs }, ({ leaseMs }) => ({ type: 'RenewLease', leaseMs }), 'renew.committed'),
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
    async artifact(request, redaction) {
      const { name, source, mediaType, ...writer } = asked(request, {
        ...attempt,
        name: idText,
        source: bytesOrPath,
        mediaType: mediaTypeText,
      })
      judgeAttemptId(writer)
      const { digest } = await artifactBytes.keep(source, redaction)
      return say(writer, {}, () => ({ type: 'RecordArtifact', artifactName: name, digest, mediaType }), 'artifact.committed')
    },
    handle: (request) => say(request, { handle: handleText }, ({ handle }) => ({ type: 'RecordHandle', handle }), 'start.recorded'),
    exit: (request) => say(request, {}, () => ({ type: 'RecordExit' }), 'exit.committed'),
    waitExternally: (request) => say(request, {}, () => ({ type: 'WaitExternally' }), 'wait.committed'),
    resume: (request) => say(request, {}, () => ({ type: 'ResumeWork' }), 'resume.committed'),
    complete: (request) =>
      say(
        request,
        { result: json },
        ({ result }) => ({ type: 'CompleteAttempt', result: canonicalText(result, 'result') }),
        'complete.committed',
      ),
    fail: (request) =>
      say(
        request,
        { reason: json, retryable: flag },
        ({ reason, retryable }) => ({ type: 'FailAttempt', reason: canonicalText(reason, 'reason'), retryable }),
        'fail.committed',
      ),
    acknowledgeCancel: (request) => say(request, {}, () => ({ type: 'AcknowledgeCancel' }), 'stop.committed'),
    release: (request) => say(request, {}, () => ({ type: 'ReleaseAttempt' }), 'release.committed'),
  }
}
