/**
 * A session's inbox: what jobs sent it, in its order, each applied once. The host's handler does what a delivery asks for; it is called
 * again with the same delivery where a crash kept the mark from being written, and tells the repetition by `deliveryId`.
 */
import { detachedJob } from '../generated/detached-job/index.js'
import type { Value } from '../generated/machine.js'
import { runtimeDelivery } from '../generated/runtime-delivery/index.js'
import { subscription } from '../generated/subscription/index.js'
import { payloadValue } from './canonical.js'
import type { Tell } from './events.js'
import { faultPoint } from './fault-point.js'
import { asked, callable, idText, numberFrom, optional, place } from './request.js'
import type { Row, Store } from './store/types.js'
import { openWatches, type Watching } from './watches.js'

export interface InboxDelivery {
  /** The same for every repetition: what the host makes its own effects idempotent by. */
  readonly deliveryId: string
  /** Its place in the session's order, from 1. */
  readonly sequence: number
  readonly jobId: string
  /** `terminal`: the job's end, one for each job. `notification`: what `notify` said, and the job goes on. */
  readonly kind: 'terminal' | 'notification'
  /**
   * How the session is asked to work on it: `steer` at the next boundary of what runs there, `queue` behind it. Null: it is shown, and
   * opens no provider turn.
   */
  readonly handling: 'steer' | 'queue' | null
  /** That of the submission: who derives the same work from it gets the same job. */
  readonly lineage: string
  /** The notification's, or `JobEnd.body` of the job: `jobs.result` says how it ended. */
  readonly body: Value
}

/** Told once for each accepted delivery: what a sleeping session is woken with. */
export type Notice = Pick<InboxDelivery, 'deliveryId' | 'sequence' | 'jobId' | 'kind' | 'handling' | 'lineage'> & {
  readonly sessionId: string
}

/**
 * Session ids are well-formed texts of 1 to 200 UTF-16 code units, else `RequestError`; what the file does is a `StoreError`. A session
 * that nobody has sent anything is an empty one. The projector fills the inbox.
 */
export interface Sessions {
  /** What is not applied yet, in order, up to the first that cannot be read. `limit` is 100 where it is not said, 500 at most. */
  pending(sessionId: string, options?: { readonly limit?: number }): Promise<readonly InboxDelivery[]>
  /**
   * Hands what is pending to the handler, one after the other, marks each as applied, and answers how many. What the handler throws comes
   * out here: that delivery and those behind it stay pending. Calls for one session take turns within this process; two processes that
   * apply at once may both handle one delivery, and one mark stands. A handler that waits for another `apply` of its own session waits for
   * itself. `InboxDiffers`: the inbox or a job's row is damaged.
   */
  apply(sessionId: string, handler: (delivery: InboxDelivery) => Promise<void> | void): Promise<number>
  /**
   * Notices of deliveries from now on, and at once of those that wait; each once for each watch, in order. A listener that throws, or rejects
   * what it promises, is told no second time of that one, and a `pass_failed` of `notice` says so; what it promises is not waited for. Answers
   * with the way to end it, after which nothing more is told. Once the runtime is closed nothing is told.
   */
  watch(sessionId: string, listener: (notice: Notice) => void): () => void
  /**
   * Sessions that have something pending: whom to wake after a restart. `limit` is 100 where it is not said, 500 at most, and counts the
   * sessions looked at: a page may be empty and have a next one. Give `next` back as `after`; null is the end.
   */
  waiting(options?: { readonly after?: string; readonly limit?: number }): Promise<{
    readonly sessionIds: readonly string[]
    readonly next: string | null
  }>
  /** Ends every `watch`. */
  close(): Promise<void>
}

/** The inbox does not agree with the job that it names: nothing of it is applied. */
export class InboxDiffers extends Error {
  override readonly name = 'InboxDiffers'
  readonly code = 'inbox_differs'
}

export function openSessions(store: Store, realm: string, tell: Tell): Sessions {
  const applying = new Map<string, Promise<unknown>>()
  const watches = openWatches(store, ({ machine, key }) =>
    machine === runtimeDelivery.name && key['realm'] === realm ? String(key['sessionId']) : null,
  )

  /** Those that can be read, up to the first that cannot: what comes behind it is not due before it. */
  const rowsAfter = async (sessionId: string, sequence: number, limit: number): Promise<readonly Row[]> => {
    const page = await store.rows(runtimeDelivery, { realm, sessionId }, 'deliveries', { by: 'sequence', after: sequence, limit })
    const rows = page.rows.filter(({ row }, n) => Number(row['sequence']) === sequence + n + 1)
    const [broken] = page.unreadable
    if (rows.length > 0 || (broken === undefined && page.rows.length === 0)) return rows
    throw new InboxDiffers(
      broken === undefined
        ? `session "${sessionId}" has no delivery number ${sequence + 1}, and has later ones`
        : `delivery number ${sequence + 1} of session "${sessionId}" cannot be read: column ${broken.column} ${broken.problem}`,
    )
  }
  const inboxOf = async (sessionId: string): Promise<{ readonly appliedCursor: number; readonly nextSequence: number }> => {
    const { appliedCursor, nextSequence } = (await store.load(runtimeDelivery, { realm, sessionId })).state
    if (appliedCursor <= nextSequence) return { appliedCursor, nextSequence }
    throw new InboxDiffers(`session "${sessionId}" has applied delivery number ${appliedCursor}, and was sent ${nextSequence}`)
  }

  /** A job numbers what it sends: a number beyond its last was not sent by it. It sends to who asked for it, and to who subscribed. */
  const judgeSource = async (sessionId: string, { key, row }: Row): Promise<void> => {
    const { jobId, sourceSequence } = row
    const job = await store.load(detachedJob, { realm, jobId: String(jobId) })
    const isMeant = async (): Promise<boolean> => {
      if (job.state.originSessionId === sessionId) return true
      const wish = await store.load(subscription, { realm, sessionId, jobId: String(jobId) })
      return Number(sourceSequence) <= wish.state.received
    }
    if (Number(sourceSequence) > job.state.deliverySequence || !(await isMeant())) {
      throw new InboxDiffers(
        `delivery "${key}" says it is number ${String(sourceSequence)} of job "${String(jobId)}", which did not send it`,
      )
    }
  }

  const applyAll = async (sessionId: string, handler: (delivery: InboxDelivery) => Promise<void> | void): Promise<number> => {
    let applied = 0
    let cursor = (await inboxOf(sessionId)).appliedCursor
    for (;;) {
      const [row] = await rowsAfter(sessionId, cursor, 1)
      if (row === undefined) return applied
      if (mayBeForgotten(row)) {
        const { appliedCursor } = await inboxOf(sessionId)
        if (appliedCursor > cursor) {
          cursor = appliedCursor
          continue
        }
      }
      await judgeSource(sessionId, row)
      const delivery = deliveryOf(row)
      faultPoint('apply.begun')
      await handler(delivery)
      faultPoint('apply.handled')
      const { deliveryId, sequence } = delivery
      const answer = await store.dispatch(runtimeDelivery, { realm, sessionId }, { type: 'MarkApplied', deliveryId, sequence })
      if (!answer.ok) throw new InboxDiffers(`delivery "${deliveryId}" was handled and cannot be marked: ${answer.refusal.code}`)
      faultPoint('apply.committed')
      applied += 1
      cursor = answer.state.appliedCursor
      // As of that commit. What came since wakes again.
      if (cursor === answer.state.nextSequence) return applied
    }
  }

  return {
    async pending(sessionId, options = {}) {
      const { limit } = asked(options, { limit: optional(numberFrom(1, 500)) })
      const id = idText(sessionId, 'sessionId')
      const rows = await rowsAfter(id, (await inboxOf(id)).appliedCursor, limit ?? 100)
      const cursor = rows.some(mayBeForgotten) ? (await inboxOf(id)).appliedCursor : 0
      return rows.filter(({ row }) => Number(row['sequence']) > cursor).map((row) => deliveryOf(row))
    },
    async apply(sessionId, handler) {
      callable(handler, 'handler')
      // One after the other: two at once would both handle the same delivery.
      const before = applying.get(idTextOf(sessionId)) ?? Promise.resolve()
      const mine = before.catch(() => undefined).then(() => applyAll(sessionId, handler))
      applying.set(sessionId, mine)
      const forget = (): void => {
        if (applying.get(sessionId) === mine) applying.delete(sessionId)
      }
      mine.then(forget, forget)
      return mine
    },
    watch(sessionId, listener) {
      idTextOf(sessionId)
      callable(listener, 'listener')
      let noticed: number | null = null
      const look = async (watch: Watching): Promise<void> => {
        if (noticed === null) {
          const inbox = await inboxOf(sessionId)
          noticed = inbox.appliedCursor
          if (noticed === inbox.nextSequence) return
        }
        for (;;) {
          const rows = await rowsAfter(sessionId, noticed, NOTICES)
          for (const row of rows) {
            if (watch.ended) return
            const { body: _body, ...notice } = deliveryOf(row)
            noticed = notice.sequence
            watch.tell(() => listener({ sessionId, ...notice }))
          }
          if (rows.length < NOTICES) return
        }
      }
      return watches.begin(sessionId, look, (error) => tell({ type: 'pass_failed', what: 'notice', of: sessionId, error }))
    },
    async waiting(options = {}) {
      const { after, limit } = asked(options, { after: optional(place), limit: optional(numberFrom(1, 500)) })
      const page = await store.deriveLocals({
        router: 'JobRuntimeDelivery',
        local: 'wakeSession',
        limit: limit ?? 100,
        ...(after !== null && { after }),
      })
      for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
      return {
        sessionIds: page.due.filter(({ key }) => key['realm'] === realm).map(({ key }) => String(key['sessionId'])),
        next: page.next,
      }
    },
    close: () => watches.close(),
  }
}

const NOTICES = 100

function idTextOf(sessionId: unknown): string {
  return idText(sessionId, 'sessionId')
}

/** Nothing was to be said; or another process has applied it meanwhile, and a prune has let go of its body. */
function mayBeForgotten({ row }: Row): boolean {
  return row['body'] === ''
}

function deliveryOf({ key, row }: Row): InboxDelivery {
  return {
    deliveryId: String(key),
    sequence: Number(row['sequence']),
    jobId: String(row['jobId']),
    kind: row['kind'] === 'terminal' ? 'terminal' : 'notification',
    handling: row['handling'] === 'steer' || row['handling'] === 'queue' ? row['handling'] : null,
    lineage: String(row['lineage']),
    body: payloadValue(String(row['body'])),
  }
}
