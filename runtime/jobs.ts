/** A job as those see it who asked for it: submitted, looked at, cancelled. Holders, fences and arguments stay inside. */
import { detachedJob } from '../generated/detached-job/index.js'
import type { Value } from '../generated/machine.js'
import { refused, type Refused } from './answers.js'
import { payloadValue } from './canonical.js'
import { faultPoint } from './fault-point.js'
import { asked, idText, numberFrom, optional, RequestError, text, type Field } from './request.js'
import type { Registry, RestartClass } from './runners.js'
import type { Instance, Place, Store } from './store/types.js'
import { submissionOf, type Receipt, type SubmitRequest } from './submission.js'

export interface JobView {
  readonly jobId: string
  readonly sessionId: string
  readonly tool: string
  readonly runner: string
  readonly runnerVersion: string
  readonly restartClass: RestartClass
  readonly status: string
  readonly ended: boolean
  readonly dueAtMs: number
  readonly updatedAtMs: number
  readonly progress: Value
  readonly cancelRequested: boolean
  /** Failures that were tried again, and losses after which the work was done again. */
  readonly failures: number
  readonly losses: number
}

export interface JobPage {
  readonly jobs: readonly JobView[]
  /** Rows that no job can be read from. */
  readonly unreadable: number
  readonly next: string | null
}

export type Cancelled =
  | {
      readonly ok: true
      readonly status: string
      /** `requested`: its worker stops it first. `ended`: it had ended before. */
      readonly outcome: 'cancelled' | 'requested' | 'ended'
    }
  | Refused

export interface JobEnd {
  readonly kind: string
  /** Result of a job that succeeded, or what is known of why it did not. */
  readonly body: Value
}

export interface Jobs {
  /** Commits before it answers. The same request again has the same job. */
  submit(request: SubmitRequest): Promise<Receipt>
  /** Null: there is no such job. */
  get(jobId: string): Promise<JobView | null>
  /** By the session that asked for them, or by status. */
  list(request: {
    readonly sessionId?: string
    readonly status?: string
    readonly after?: string
    readonly limit?: number
  }): Promise<JobPage>
  /** Asks for the end, as often as one likes. */
  cancel(jobId: string): Promise<Cancelled>
  /** The latest report; null where there is no such job. */
  progress(jobId: string): Promise<Value>
  /** How the job ended; null while it has not. */
  result(jobId: string): Promise<JobEnd | null>
}

export function openJobs(store: Store, realm: string, runners: Registry): Jobs {
  const load = async (jobId: unknown): Promise<Instance<typeof detachedJob> | null> => {
    const instance = await store.load(detachedJob, { realm, jobId: idText(jobId, 'jobId') })
    return instance.revision === 0 ? null : instance
  }

  return {
    async submit(request) {
      const { jobId, input } = submissionOf(realm, runners, request)
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
        status: optional(statusText),
        after: optional(text({ min: 1, max: 4_000 })),
        limit: optional(numberFrom(1, 500)),
      })
      const index =
        sessionId !== null
          ? { index: 'origin', equals: [realm, sessionId] }
          : status !== null
            ? { index: 'due', equals: [realm, status] }
            : null
      if (index === null) throw new RequestError('sessionId', 'is missing, and so is status: one of them is needed')
      const page = await store.find(detachedJob, { ...index, limit: limit ?? 50, ...(after === null ? {} : { after: after as Place }) })
      return {
        jobs: page.found.filter(({ state }) => status === null || state.phase === status).map((instance) => viewOf(instance)),
        unreadable: page.unreadable.length,
        next: page.next,
      }
    },
    async cancel(jobId) {
      const answer = await store.dispatch(detachedJob, { realm, jobId: idText(jobId, 'jobId') }, { type: 'RequestCancel' })
      if (!answer.ok) return refused(answer)
      const { phase } = answer.state
      const ended = detachedJob.terminal.includes(phase)
      return { ok: true, status: phase, outcome: answer.transition === 'CancelEnded' ? 'ended' : ended ? 'cancelled' : 'requested' }
    },
    async progress(jobId) {
      const instance = await load(jobId)
      return instance === null ? null : payloadValue(instance.state.progress)
    },
    async result(jobId) {
      const instance = await load(jobId)
      if (instance === null || !detachedJob.terminal.includes(instance.state.phase)) return null
      return { kind: instance.state.phase, body: payloadValue(instance.state.outcome) }
    },
  }
}

const statusText: Field<string> = (value, field) => {
  const status = text({ min: 1, max: 200 })(value, field)
  if (!detachedJob.phases.includes(status))
    throw new RequestError(field, `is "${status}"; one of ${detachedJob.phases.join(', ')} is needed`)
  return status
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
    progress: payloadValue(state.progress),
    cancelRequested: state.cancelRequested,
    failures: state.failures,
    losses: state.losses,
  }
}
