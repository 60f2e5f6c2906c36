/** A session waits for a job, without holding anything open: the wait is a row, released by the job's end, whichever came first. */
import { awaitBinding } from '../generated/await-binding/index.js'
import { refused, type Refused } from './answers.js'
import type { Tell } from './events.js'
import { faultPoint } from './fault-point.js'
import { asked, callable, idText, numberFrom, optional, place } from './request.js'
import type { StateOf, Store } from './store/types.js'
import { openWatches, type Watching } from './watches.js'

/** `sinceMs` is when the wait began, in milliseconds since 1970; asking again does not move it. */
export type Wait =
  /** The session waits, and has not been told of the job's end. */
  | { readonly ok: true; readonly waiting: true; readonly sinceMs: number }
  /** The job ended so: `Succeeded`, `Failed`, `Cancelled`, `WorkerLost` or `NeedsAttention`. This changes no more. */
  | { readonly ok: true; readonly waiting: false; readonly released: string; readonly sinceMs: number }
  /** The session gave the wait up. `awaitJob` begins another. */
  | { readonly ok: true; readonly waiting: false; readonly released: null; readonly sinceMs: number }

/** Ids are well-formed texts of 1 to 200 UTF-16 code units, else `RequestError`; what the file does is a `StoreError`. */
export interface Awaits {
  /**
   * Commits the wait and answers at once: released, where the job has ended. As often as one likes. A job that nobody submitted is refused
   * by `DetachedJob` as `not_in_phase`, and nothing is recorded.
   */
  awaitJob(sessionId: string, jobId: string): Promise<Wait | Refused>
  /** Null: this session never waited for that job. */
  get(sessionId: string, jobId: string): Promise<Wait | null>
  /** Ends the wait, not the job. Refused as `not_in_phase` where it never began or was released. */
  abandon(sessionId: string, jobId: string): Promise<Wait | Refused>
  /**
   * Tells how the job ended, at once or later, once for each call, and marks the release as seen. A wait that nobody began, by `awaitJob`, is
   * never released. A listener that throws is told again, and
   * a `pass_failed` of `notice` says so. What it promises is not waited for: where it rejects that, the host hears of it in the same way, and
   * the release is seen all the same. Answers with the way to end it, after which nothing is told, and marked, any more. Once the runtime is
   * closed nothing is told.
   */
  whenReleased(sessionId: string, jobId: string, listener: (kind: string) => void): () => void
  /**
   * Waits that were released and whose session has not seen it: whom to wake after a restart. `limit` is 100 where it is not said, 500 at
   * most, and counts the waits looked at: a page may be empty and have a next one. Give `next` back as `after`; null is the end.
   */
  unseen(options?: { readonly after?: string; readonly limit?: number }): Promise<{
    readonly waits: readonly { readonly sessionId: string; readonly jobId: string }[]
    readonly next: string | null
  }>
  /** Ends every `whenReleased`. */
  close(): Promise<void>
}

export function openAwaits(store: Store, realm: string, tell: Tell): Awaits {
  const watches = openWatches(store, ({ machine, key }) =>
    machine === awaitBinding.name && key['realm'] === realm ? subject(String(key['sessionId']), String(key['jobId'])) : null,
  )
  const keyOf = (sessionId: unknown, jobId: unknown) => ({
    realm,
    sessionId: idText(sessionId, 'sessionId'),
    jobId: idText(jobId, 'jobId'),
  })

  return {
    async awaitJob(sessionId, jobId) {
      const key = keyOf(sessionId, jobId)
      const answer = await store.dispatch(awaitBinding, key, { type: 'BeginWait' })
      if (!answer.ok) return refused(answer)
      faultPoint('await.committed')
      // The job may have released it in the same transaction.
      return waitOf((await store.load(awaitBinding, key)).state)
    },
    async get(sessionId, jobId) {
      const { state, revision } = await store.load(awaitBinding, keyOf(sessionId, jobId))
      return revision === 0 ? null : waitOf(state)
    },
    async abandon(sessionId, jobId) {
      const answer = await store.dispatch(awaitBinding, keyOf(sessionId, jobId), { type: 'AbandonWait' })
      return answer.ok ? waitOf(answer.state) : refused(answer)
    },
    whenReleased(sessionId, jobId, listener) {
      const key = keyOf(sessionId, jobId)
      callable(listener, 'listener')
      let told = false
      const look = async (watch: Watching): Promise<void> => {
        const { kind } = (await store.load(awaitBinding, key)).state
        // Who listens no more has not seen it: the release stays among `unseen`.
        if (kind === null || (!told && watch.ended)) return
        if (!told) watch.tell(() => listener(kind))
        told = true
        faultPoint('await.told')
        const { ok } = await store.dispatch(awaitBinding, key, { type: 'ObserveRelease' })
        faultPoint('await.observed')
        if (ok) watch.end()
      }
      return watches.begin(subject(sessionId, jobId), look, (error) =>
        tell({ type: 'pass_failed', what: 'notice', of: `${sessionId} ${jobId}`, error }),
      )
    },
    async unseen(options = {}) {
      const { after, limit } = asked(options, { after: optional(place), limit: optional(numberFrom(1, 500)) })
      const page = await store.deriveLocals({
        router: 'JobAwaitHandoff',
        local: 'wakeWaiter',
        limit: limit ?? 100,
        ...(after !== null && { after }),
      })
      for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
      return {
        waits: page.due
          .filter(({ key }) => key['realm'] === realm)
          .map(({ key }) => ({ sessionId: String(key['sessionId']), jobId: String(key['jobId']) })),
        next: page.next,
      }
    },
    close: () => watches.close(),
  }
}

function subject(sessionId: string, jobId: string): string {
  return JSON.stringify([sessionId, jobId])
}

function waitOf({ phase, kind, sinceMs }: StateOf<typeof awaitBinding>): Wait {
  if (phase === 'Waiting') return { ok: true, waiting: true, sinceMs }
  return kind === null ? { ok: true, waiting: false, released: null, sinceMs } : { ok: true, waiting: false, released: kind, sinceMs }
}
