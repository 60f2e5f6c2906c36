/**
 * One attempt in one process, from its grant to its last word. While the work runs its lease is kept; when the attempt is lost the
 * work is aborted and says nothing more.
 */
import type { Value } from '../generated/machine.js'
import type { Attempt, Attempts, Granted, Said } from './attempts.js'
import { payloadValue } from './canonical.js'
import type { Admission, CredentialDesk, Denial } from './credentials/desk.js'
import { NO_SECRETS, type Matcher } from './credentials/matcher.js'
import { redactedError, redacting } from './credentials/redacting.js'
import { deadlineIn, unlessLeft } from './deadline.js'
import type { Tell } from './events.js'
import { faultPoint } from './fault-point.js'
import type { LeaseKeeper } from './lease-keeper.js'
import { judgedOutput, outputIn } from './output.js'
import { pause } from './pulse.js'
import { openReports } from './reports.js'
import { json, RequestError } from './request.js'
import { PermanentFailure, type RunContext, type Runner, type StopReason } from './runners.js'
import { StoreError } from './store/errors.js'
import { messageOf } from './thrown.js'

export interface Execution {
  readonly attempt: Attempt
  /** Resolves when the last word is said; never rejects. */
  readonly ended: Promise<void>
  stop(reason: StopReason): void
  /** Lets the lease run out: this process says no more of the attempt. */
  leave(): void
}

export interface Executing {
  readonly attempts: Attempts
  readonly keeper: LeaseKeeper
  readonly runner: Runner
  readonly desk: CredentialDesk
  readonly granted: Extract<Granted, { ok: true }>
  /** Until the job's deadline; 0 from then on, null where there is none. */
  readonly leftMs: () => number | null
  readonly progressEveryMs: number
  readonly tell: Tell
}

/** `code` is the machine's refusal, as `Attempts` lists them; or `left`: the attempt is lost here, and the machine was not asked. */
export class AttemptRefused extends Error {
  override readonly name = 'AttemptRefused'
  readonly code: string

  constructor(code: string) {
    super(`the attempt was refused: ${code}`)
    this.code = code
  }
}

export function execute({ attempts: given, keeper, runner, desk, granted, leftMs, progressEveryMs, tell: tellHost }: Executing): Execution {
  const { attempt, job } = granted
  // Before it is admitted, an attempt has nothing to say but how that went.
  let matcher = NO_SECRETS
  const committing = tellingFailures(given, tellHost)
  const attempts = desk.known === null ? committing : redacting(committing, () => matcher)
  const tell: Tell = (event) => tellHost('error' in event ? { ...event, error: redactedError(event.error, matcher) } : event)
  const { jobId, attemptId } = attempt
  /** It begins after its deadline. */
  const isLate = leftMs() === 0
  const stopping = new AbortController()
  // `left`: whatever happens now, nothing is said of the attempt. `outside`: something of it may run outside this process.
  const now: { reason: StopReason | null; left: boolean; speaking: boolean; outside: boolean } = {
    reason: null,
    left: false,
    speaking: false,
    outside: job.handle !== null,
  }
  let dropSecrets: (() => void) | null = null

  const stop = (reason: StopReason): void => {
    if (reason === 'lease_lost') leave()
    if (now.reason !== null) return
    now.reason = reason
    stopping.abort(reason)
  }
  const leave = (): void => {
    now.left = true
    dropSecrets?.()
  }
  const lose = (code: string): void => {
    // A last word on its way ends the lease itself, and a renewal beside it is then refused: no loss, but nothing to insist on.
    if (now.speaking) now.left = true
    if (now.left) return
    tell({ type: 'lease_lost', jobId, attemptId, code })
    stop('lease_lost')
  }
  const heed = (answer: Said): void => {
    if (answer.ok) {
      if (answer.job.cancelRequested) stop('cancelled')
    } else if (LOST.has(answer.refusal.code)) lose(answer.refusal.code)
  }
  const failedAt = (what: 'renew' | 'report') => (error: unknown) => tell({ type: 'pass_failed', what, of: jobId, error })
  const failed = failedAt('report')
  const sayNow = async (word: () => Promise<Said>): Promise<void> => {
    if (now.left) throw new AttemptRefused('left')
    const answer = await word()
    heed(answer)
    if (!answer.ok) throw new AttemptRefused(answer.refusal.code)
  }
  const say = (word: () => Promise<Said>): Promise<void> => {
    const said = sayNow(word)
    // A runner that does not wait for its report must not end the process, and every other job in it, when the report is refused.
    said.catch(() => undefined)
    return said
  }

  const endLease = keeper.keep({
    attempt,
    leaseMs: runner.leaseMs,
    leaseExpiresAtMs: job.leaseExpiresAtMs,
    onLost: lose,
    onCancelRequested: () => stop('cancelled'),
    onFailed: failedAt('renew'),
  })
  const reports = openReports({ attempts, attempt, cursor: job.cursor, everyMs: progressEveryMs, onAnswer: heed, onFailed: failed })
  const contextWith = ({ material }: Admitted): RunContext => ({
    jobId,
    attemptId,
    tool: job.tool,
    arguments: payloadValue(job.arguments),
    checkpoint: payloadValue(job.checkpoint),
    handle: job.handle,
    credentials: material.credentials,
    redaction: matcher,
    deadlineAtMs: deadlineIn(job.terms),
    timeLeftMs: leftMs,
    signal: stopping.signal,
    progress: (value) => {
      if (!now.left) reports.progress(value)
    },
    saveCheckpoint: (value) => say(() => reports.checkpoint(value)),
    notify: (key, body) => say(() => attempts.notify({ ...attempt, key, body })),
    artifact: (name, source, about = {}) => say(() => attempts.artifact({ ...attempt, name, source, ...about })),
    record: (handle) => {
      now.outside = true
      return say(() => attempts.handle({ ...attempt, handle }))
    },
    exited: () => {
      now.outside = false
      return say(() => attempts.exit(attempt))
    },
  })
  const insisted = (word: () => Promise<Said>): Promise<Said | null> => insist(word, { mayGoOn: () => !now.left, onFailed: failed })

  /** Whether the work may begin; what was taken over has begun. */
  const accepted = async (): Promise<boolean> => {
    if (job.phase !== 'Claimed') return true
    if (stopping.signal.aborted && !isLate) return false
    const answer = await insisted(() => attempts.accept(attempt))
    if (answer !== null) heed(answer)
    return answer?.ok === true
  }
  const worked = async (): Promise<Outcome> => {
    // It begins too late, and needs no secrets. What an earlier process of the attempt began is still to be ended.
    if (isLate && job.handle === null) {
      desk.forgo(job.terms)
      return (await accepted()) ? LEFT : { denial: { outcome: 'unavailable' } }
    }
    const admission = await desk.admit(granted, stopping.signal)
    if (admission.outcome !== 'admitted') return { denial: admission }
    matcher = admission.matcher
    dropSecrets = admission.material.drop
    if (!(await accepted())) return { denial: { outcome: 'unavailable' } }
    return outcomeOf(runner, contextWith(admission), job.terms)
  }

  const live = async (): Promise<void> => {
    faultPoint('run.begun')
    if (job.cancelRequested) stop('cancelled')
    if (isLate) stop('deadline')
    await keeper.handedOver()
    const work = worked()
    const outcome = deadlineIn(job.terms) === null ? await work : ((await unlessLeft(work, stopping.signal, () => !now.outside)) ?? LEFT)
    dropSecrets?.()
    faultPoint('run.ended')
    await reports.flushed()
    faultPoint('run.flushed')
    if (now.left) return
    now.speaking = true
    // What failed when time was up would be tried again in vain.
    const reason = now.reason ?? (leftMs() === 0 ? 'deadline' : null)
    const answer = await insisted(() => lastWord({ attempts, attempt, runner, outcome, reason, matcher }))
    faultPoint('run.said')
    if (answer !== null && !answer.ok && LOST.has(answer.refusal.code)) {
      tell({ type: 'lease_lost', jobId, attemptId, code: answer.refusal.code })
    }
    if (answer?.ok === true) await runner.settled?.(attemptId)
  }
  return {
    attempt,
    stop,
    leave: () => {
      leave()
      endLease()
    },
    ended: live()
      .catch((error: unknown) => failed(error))
      .finally(endLease),
  }
}

/** The host hears of a failure what is kept of it, once it is kept. */
function tellingFailures(attempts: Attempts, tell: Tell): Attempts {
  return {
    ...attempts,
    async fail(request) {
      const said = await attempts.fail(request)
      if (said.ok) {
        const { jobId, attemptId, reason } = request
        const { phase: status, dueAtMs } = said.job
        tell({ type: 'attempt_failed', jobId, attemptId, reason, status, retryAtMs: status === 'RetryScheduled' ? dueAtMs : null })
      }
      return said
    },
  }
}

/** Refusals that mean: the attempt is another's now, or nobody's. */
const LOST = new Set(['stale_fence', 'stale_holder', 'lease_expired', 'not_in_phase'])

type Admitted = Extract<Admission, { outcome: 'admitted' }>
type Outcome = { readonly result: Value } | { readonly error: unknown } | { readonly denial: Denial }

/** Work that its deadline left behind. */
const LEFT: Outcome = { error: null }

async function outcomeOf(runner: Runner, context: RunContext, terms: string): Promise<Outcome> {
  try {
    return outputOf((await runner.run(context)) ?? null, terms)
  } catch (error) {
    return { error }
  }
}

/** An answer that the job was not to give is a failure, and the same next time. */
function outputOf(result: Value, terms: string): Outcome {
  const policy = outputIn(terms)
  if (policy === null) return { result }
  try {
    return { result: judgedOutput(result, policy) }
  } catch (error) {
    return { error: new PermanentFailure(messageOf(error)) }
  }
}

interface LastWord {
  readonly attempts: Attempts
  readonly attempt: Attempt
  readonly runner: Runner
  readonly outcome: Outcome
  readonly reason: StopReason | null
  readonly matcher: Matcher
}

/** A result wins over every reason to stop. */
async function lastWord({ attempts, attempt, runner, outcome, reason, matcher }: LastWord): Promise<Said> {
  if ('result' in outcome) {
    try {
      return await attempts.complete({ ...attempt, result: outcome.result })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      // What the runner answered is no result: that is a failure, and the same next time.
      return attempts.fail({ ...attempt, reason: { message: error.message }, retryable: false })
    }
  }
  if (reason === 'cancelled') return attempts.acknowledgeCancel(attempt)
  const orCancelled = async (said: Said): Promise<Said> =>
    !said.ok && said.refusal.code === 'cancel_requested' ? attempts.acknowledgeCancel(attempt) : said
  if ('denial' in outcome) return orCancelled(await denied(attempts, attempt, outcome.denial))
  if (reason === 'deadline') return attempts.fail({ ...attempt, reason: withDetails(DEADLINE_PASSED, outcome.error), retryable: false })
  if (reason === 'shutdown') return orCancelled(await attempts.release(attempt))
  return attempts.fail({ ...attempt, reason: reasonOf(outcome.error, matcher), retryable: isRetryable(outcome.error, runner) })
}

function denied(attempts: Attempts, attempt: Attempt, denial: Denial): Promise<Said> {
  if (denial.outcome === 'unavailable') return attempts.decline(attempt)
  return attempts.block({ ...attempt, reason: denial.reason, forGood: denial.forGood })
}

const DEADLINE_PASSED = { code: 'deadline_exceeded', message: 'the work had not ended by its deadline' }

/** Secrets are replaced before it is cut: the beginning of one would not be recognised. */
function reasonOf(error: unknown, matcher: Matcher): Value {
  return withDetails({ message: matcher.text(messageOf(error)).slice(0, 10_000).toWellFormed() }, error)
}

function withDetails(reason: { readonly [field: string]: Value }, error: unknown): Value {
  const details = detailsOf(error)
  return details === null ? reason : { ...reason, details }
}

/** What no payload can hold is left out: the failure is told all the same. */
function detailsOf(error: unknown): Value {
  try {
    if (typeof error !== 'object' || error === null || !('details' in error)) return null
    const details = json(error.details, 'details')
    return Buffer.byteLength(JSON.stringify(details)) > DETAILS_MAX_BYTES ? null : details
  } catch {
    return null
  }
}

const DETAILS_MAX_BYTES = 900_000

/**
 * Where a half-done job must not be done again, an exception that says nothing of it ends the job. So does what the runtime would not take
 * from the runner: that is a mistake in its code, and the same next time.
 */
function isRetryable(error: unknown, runner: Runner): boolean {
  const otherwise = runner.restartClass !== 'NonResumable'
  try {
    if (typeof error === 'object' && error !== null && 'retryable' in error) return error.retryable === true
    return otherwise && !(error instanceof RequestError)
  } catch {
    return otherwise
  }
}

/** Says it again while the store is only busy; of that, only the first time is told. */
async function insist(
  say: () => Promise<Said>,
  { mayGoOn, onFailed }: { readonly mayGoOn: () => boolean; readonly onFailed: (error: unknown) => void },
): Promise<Said | null> {
  for (let tries = 0; mayGoOn(); tries += 1) {
    try {
      return await say()
    } catch (error) {
      if (tries === 0) onFailed(error)
      if (!(error instanceof StoreError) || (error.code !== 'busy' && error.code !== 'io')) return null
      await pause(100)
    }
  }
  return null
}
