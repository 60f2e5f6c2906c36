/** A job as those see it who asked for it: submitted, looked at, cancelled. Holders, fences and arguments stay inside. */
import { detachedJob } from '../generated/detached-job/index.js'
import type { Value } from '../generated/machine.js'
import { refused, type Refused } from './answers.js'
import type { Artifact, Artifacts, ArtifactView } from './artifacts.js'
import { payloadValue } from './canonical.js'
import { judgedUnsaid, refuseSecrets } from './credentials/guard.js'
import type { KnownSecrets } from './credentials/known.js'
import { faultPoint } from './fault-point.js'
import { linksIn, type WorkLink } from './links.js'
import { asked, idText, numberFrom, oneOf, optional, place, RequestError } from './request.js'
import type { Registry, RestartClass } from './runners.js'
import type { Instance, Store } from './store/types.js'
import { submissionOf, type Receipt, type SubmitRequest } from './submission.js'
import { termsOf } from './terms.js'

/** One committed state of a job. Moments are milliseconds since 1970. */
export interface JobView {
  readonly jobId: string
  /** The session that asked for it, and that hears of its end. */
  readonly sessionId: string
  readonly tool: string
  readonly runner: string
  /** The version that was declared when it was submitted. */
  readonly runnerVersion: string
  readonly restartClass: RestartClass
  /**
   * `Queued`, `Claimed`, `Running`, `WaitingExternal`, `LossObserved`, `RetryScheduled` or `BlockedCredentials`; once it has ended,
   * `Succeeded`, `Failed`, `Cancelled`, `WorkerLost` or `NeedsAttention`.
   */
  readonly status: string
  /** The status changes no more. */
  readonly ended: boolean
  /** While it waits: no attempt begins before this moment. 0: at once. */
  readonly dueAtMs: number
  /** A job that is `BlockedCredentials` has been so since then. */
  readonly updatedAtMs: number
  /** Why it is `BlockedCredentials`, as the resolver said it, for people. Null in every other status. */
  readonly blockedReason: Value
  /** The latest report of any attempt. Null before the first one, and where null was reported. */
  readonly progress: Value
  /** Somebody asked for its end. It may succeed all the same. */
  readonly cancelRequested: boolean
  /** Failures that were tried again. */
  readonly failures: number
  /** Losses after which the work was done again. */
  readonly losses: number
}

export interface JobPage {
  /** May be fewer than asked for, or none, while there is a next page. */
  readonly jobs: readonly JobView[]
  /** How many rows of this page no job can be read from. */
  readonly unreadable: number
  /** What to give as `after`, to the same request; null at the end. */
  readonly next: string | null
}

/** Refused as `not_in_phase` where there is no such job. */
export type Cancelled =
  | {
      readonly ok: true
      readonly status: string
      /** `cancelled`: by this call. `requested`: who holds it stops the work first. `ended`: it had ended before, as `status` says. */
      readonly outcome: 'cancelled' | 'requested' | 'ended'
    }
  | Refused

/** Refused as `not_in_phase` where the job is not blocked, or there is none. */
export type UnblockedJob = { readonly ok: true; readonly status: string } | Refused

export interface JobEnd {
  /** `Succeeded`, `Failed`, `Cancelled`, `WorkerLost` or `NeedsAttention`. */
  readonly kind: string
  /** The runner's result where it succeeded; else the last failure's reason, null where nobody gave one. Null, too, once it was pruned. */
  readonly body: Value
}

/** What a job has to show for itself to those systems that it belongs to: a projection of what is committed, and no state of its own. */
export interface Evidence {
  readonly jobId: string
  readonly tool: string
  /** None where it was submitted without, or where its payloads were pruned. */
  readonly links: readonly Required<WorkLink>[]
  readonly status: string
  /** Null: it has not ended. */
  readonly end: JobEnd | null
  readonly artifacts: readonly ArtifactView[]
  readonly updatedAtMs: number
}

/**
 * Every verb rejects a malformed request with `RequestError`, which names the field, and what the file does with `StoreError`. An answer
 * comes after its commit.
 */
export interface Jobs {
  /**
   * The same request again, at any time and from any process, answers the same job. After a `StoreError` nobody knows whether it was
   * stored: asking again is safe. `RequestError` also where no runner of that name is declared here, and, as `holds_secret`, where the
   * request holds the value of a configured secret; `SecretsUnknown` where nobody can say.
   */
  submit(request: SubmitRequest): Promise<Receipt>
  /** Null: there is no such job. */
  get(jobId: string): Promise<JobView | null>
  /**
   * By the session that asked for them, by status, or by both; one of the two is needed. `limit` is 50 where it is not said, 500 at most,
   * and counts the rows looked at: where both are given, a page holds those of them that agree.
   */
  list(request: {
    readonly sessionId?: string
    /** One of those of `JobView.status`. */
    readonly status?: string
    /** `next` of the page before; anything else is a `StoreError` with the code `bad_query`. */
    readonly after?: string
    readonly limit?: number
  }): Promise<JobPage>
  /** Asks for the end, as often as one likes. A job that nobody holds ends at once. */
  cancel(jobId: string): Promise<Cancelled>
  /** A person says that a job which is `BlockedCredentials` is to be tried again: its next attempt is judged by the policy of then. */
  unblock(jobId: string): Promise<UnblockedJob>
  /** The latest report of any attempt. Null: no such job, or none yet, or null was reported. */
  progress(jobId: string): Promise<Value>
  /** Null: there is no such job, or it has not ended. Once it is there the kind never changes, and the body goes when it is pruned. */
  result(jobId: string): Promise<JobEnd | null>
  /** What its attempts left beside the result, in the order of the names. Null: there is no such job. */
  artifacts(jobId: string): Promise<readonly ArtifactView[] | null>
  /** With its bytes. Null: no such job, or it has none of that name. `ArtifactError` where the bytes are not those that were kept. */
  artifact(jobId: string, name: string): Promise<Artifact | null>
  /** Null: there is no such job. */
  evidence(jobId: string): Promise<Evidence | null>
}

/** `known` is null where nobody can say which texts are secrets. */
export function openJobs(store: Store, realm: string, runners: Registry, known: KnownSecrets | null, artifacts: Artifacts): Jobs {
  const load = async (jobId: unknown): Promise<Instance<typeof detachedJob> | null> => {
    const instance = await store.load(detachedJob, { realm, jobId: idText(jobId, 'jobId') })
    return instance.revision === 0 ? null : instance
  }

  return {
    async submit(request) {
      const { jobId, input } = await judgedUnsaid(known, () => submissionOf(realm, runners, request))
      if (known !== null) await refuseSecrets(known, input)
      const answer = await store.dispatch(detachedJob, { realm, jobId }, input)
      if (!answer.ok) throw new Error(`submitting job "${jobId}" was refused: ${answer.refusal.code}`)
      faultPoint('submit.committed')
      return {
        jobId,
        status: answer.state.phase,
        deduplicated: answer.transition === 'SubmitAgain',
        restartClass: answer.state.restartClass,
        awaitable: store.durable,
      }
    },
    async get(jobId) {
      const instance = await load(jobId)
      return instance === null ? null : viewOf(instance)
    },
    async list(request) {
      const { sessionId, status, after, limit } = asked(request, {
        sessionId: optional(idText),
        status: optional(oneOf(...detachedJob.phases)),
        after: optional(place),
        limit: optional(numberFrom(1, 500)),
      })
      const index =
        sessionId !== null
          ? { index: 'origin', equals: [realm, sessionId] }
          : status !== null
            ? { index: 'due', equals: [realm, status] }
            : null
      if (index === null) throw new RequestError('sessionId', 'is missing, and so is status: one of them is needed')
      const page = await store.find(detachedJob, { ...index, limit: limit ?? 50, ...(after !== null && { after }) })
      return {
        jobs: page.found.filter(({ state }) => status === null || state.phase === status).map((instance) => viewOf(instance)),
        unreadable: page.unreadable.length,
        next: page.next,
      }
    },
    async cancel(jobId) {
      const answer = await store.dispatch(detachedJob, { realm, jobId: idText(jobId, 'jobId') }, { type: 'RequestCancel' })
      if (!answer.ok) return refused(answer)
      faultPoint('cancel.committed')
      const { phase } = answer.state
      const ended = detachedJob.terminal.includes(phase)
      return { ok: true, status: phase, outcome: answer.transition === 'CancelEnded' ? 'ended' : ended ? 'cancelled' : 'requested' }
    },
    async unblock(jobId) {
      const answer = await store.dispatch(detachedJob, { realm, jobId: idText(jobId, 'jobId') }, { type: 'UnblockCredentials' })
      if (!answer.ok) return refused(answer)
      faultPoint('unblock.committed')
      return { ok: true, status: answer.state.phase }
    },
    async progress(jobId) {
      const instance = await load(jobId)
      return instance === null ? null : payloadValue(instance.state.progress)
    },
    async result(jobId) {
      const instance = await load(jobId)
      return instance === null ? null : endOf(instance)
    },
    artifacts: async (jobId) => ((await load(jobId)) === null ? null : artifacts.list(jobId)),
    artifact: (jobId, name) => artifacts.read(jobId, name),
    async evidence(jobId) {
      const instance = await load(jobId)
      if (instance === null) return null
      const { state, updatedAtMs } = instance
      return {
        jobId,
        tool: state.tool,
        links: linksIn(termsOf(state.terms)),
        status: state.phase,
        end: endOf(instance),
        artifacts: await artifacts.list(jobId),
        updatedAtMs,
      }
    },
  }
}

function endOf({ state }: Instance<typeof detachedJob>): JobEnd | null {
  return detachedJob.terminal.includes(state.phase) ? { kind: state.phase, body: payloadValue(state.outcome) } : null
}

function viewOf({ key, state, updatedAtMs }: Instance<typeof detachedJob>): JobView {
  return {
    jobId: key.jobId,
    sessionId: state.originSessionId ?? '',
    tool: state.tool,
    runner: state.runner,
    runnerVersion: state.runnerVersion,
    restartClass: state.restartClass,
    status: state.phase,
    ended: detachedJob.terminal.includes(state.phase),
    dueAtMs: state.dueAtMs,
    updatedAtMs,
    blockedReason: state.phase === 'BlockedCredentials' ? payloadValue(state.outcome) : null,
    progress: payloadValue(state.progress),
    cancelRequested: state.cancelRequested,
    failures: state.failures,
    losses: state.losses,
  }
}
