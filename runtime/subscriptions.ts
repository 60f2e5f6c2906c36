/** A session's standing wishes for what jobs send: kept for it, shown to it, or as work. They have no say over the job. */
import { detachedJob } from '../generated/detached-job/index.js'
import type { Value } from '../generated/machine.js'
import { subscription } from '../generated/subscription/index.js'
import { refused, type Refused } from './answers.js'
import { payloadValue } from './canonical.js'
import { asked, idText, naturalNumber, numberFrom, oneOf, optional } from './request.js'
import type { StateOf, Store } from './store/types.js'

/** `record`: kept, and handed to nobody. `notification`: shown, and opens no provider turn. `event`: asks for work. */
export type SubscriptionKind = 'record' | 'notification' | 'event'

export interface SubscriptionView {
  readonly ok: true
  /** `Subscribed`; `Withdrawn`: it wants no more; `Ended`: the job has ended and was heard. */
  readonly status: string
  readonly kind: SubscriptionKind
  /** Of an event; null of what asks for no work. */
  readonly handling: 'steer' | 'queue' | null
  /** The job's number of what was received last; 0: nothing. */
  readonly received: number
}

/** One thing that a `record` kept. */
export interface KeptRecord {
  /** The job's number of it: what to go on after. */
  readonly sequence: number
  /** How the job ended; null for a notification. */
  readonly end: string | null
  readonly lineage: string
  readonly body: Value
}

/** Ids are well-formed texts of 1 to 200 UTF-16 code units, else `RequestError`; what the file does is a `StoreError`. */
export interface Subscriptions {
  /**
   * From now on: what the job sent before is not sent again. Asked for anew, the last wish stands. `handling` is for events alone, `steer`
   * where it is not said; else refused `not_an_event`. A job that nobody submitted is refused `no_such_job`. `jobEnded`: the job had ended
   * when this was committed, so that there may be nothing more to hear: `jobs.result`.
   *
   * The session that submitted the job hears from it without asking. Its own wish says how; a `record` keeps a copy beside that.
   */
  subscribe(request: {
    readonly sessionId: string
    readonly jobId: string
    readonly kind: SubscriptionKind
    readonly handling?: 'steer' | 'queue'
  }): Promise<(SubscriptionView & { readonly jobEnded: boolean }) | Refused>
  /** Hears no more. The job goes on. Refused as `not_in_phase` where the session never asked. */
  unsubscribe(sessionId: string, jobId: string): Promise<SubscriptionView | Refused>
  /** Null: the session never asked. */
  subscription(sessionId: string, jobId: string): Promise<SubscriptionView | null>
  /** What was kept, in the job's order. `limit` is 100 where it is not said, 500 at most. */
  records(
    sessionId: string,
    jobId: string,
    options?: { readonly after?: number; readonly limit?: number },
  ): Promise<{ readonly records: readonly KeptRecord[]; readonly unreadable: number; readonly next: number | null }>
}

export function openSubscriptions(store: Store, realm: string): Subscriptions {
  const keyOf = (sessionId: unknown, jobId: unknown) => ({
    realm,
    sessionId: idText(sessionId, 'sessionId'),
    jobId: idText(jobId, 'jobId'),
  })
  const job = (jobId: string) => store.load(detachedJob, { realm, jobId })

  return {
    async subscribe(request) {
      const given = asked(request, REQUEST)
      const key = keyOf(given.sessionId, given.jobId)
      if ((await job(key.jobId)).revision === 0) {
        return { ok: false, refusal: { code: 'no_such_job', transition: null, detail: { jobId: key.jobId } }, machine: detachedJob.name }
      }
      const answer = await store.dispatch(subscription, key, { type: 'Subscribe', kind: given.kind, handling: given.handling })
      if (!answer.ok) return refused(answer)
      // Looked at afterwards: an end that is not seen here is heard.
      const { phase } = (await job(key.jobId)).state
      return { ...viewOf(answer.state), jobEnded: detachedJob.terminal.includes(phase) }
    },
    async unsubscribe(sessionId, jobId) {
      const answer = await store.dispatch(subscription, keyOf(sessionId, jobId), { type: 'Unsubscribe' })
      return answer.ok ? viewOf(answer.state) : refused(answer)
    },
    async subscription(sessionId, jobId) {
      const { state, revision } = await store.load(subscription, keyOf(sessionId, jobId))
      return revision === 0 ? null : viewOf(state)
    },
    async records(sessionId, jobId, options = {}) {
      const { after, limit } = asked(options, { after: optional(naturalNumber), limit: optional(numberFrom(1, 500)) })
      const query = { limit: limit ?? 100, ...(after !== null && { after }) }
      const page = await store.rows(subscription, keyOf(sessionId, jobId), 'records', query)
      return {
        records: page.rows.map(({ key, row }) => ({
          sequence: Number(key),
          end: row['end'] === null ? null : String(row['end']),
          lineage: String(row['lineage']),
          body: payloadValue(String(row['body'])),
        })),
        unreadable: page.unreadable.length,
        next: page.next === null ? null : Number(page.next),
      }
    },
  }
}

const REQUEST = {
  sessionId: idText,
  jobId: idText,
  kind: oneOf<SubscriptionKind>('record', 'notification', 'event'),
  handling: optional(oneOf('steer', 'queue')),
}

function viewOf({ phase, kind, handling, received }: StateOf<typeof subscription>): SubscriptionView {
  return { ok: true, status: phase, kind, handling, received }
}
