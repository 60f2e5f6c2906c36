/** A session waits for a job, without holding anything open: the wait is a row, released by the job's end, whichever came first. */
import { awaitBinding } from '../generated/await-binding/index.js'
import { refused, type Refused } from './answers.js'
import type { Tell } from './events.js'
import { pulse } from './pulse.js'
import { asked, callable, idText, numberFrom, optional, text } from './request.js'
import type { Place, StateOf, Store } from './store/types.js'

export type Wait =
  | { readonly ok: true; readonly waiting: true; readonly sinceMs: number }
  | { readonly ok: true; readonly waiting: false; readonly released: string; readonly sinceMs: number }
  | { readonly ok: true; readonly waiting: false; readonly released: null; readonly sinceMs: number }

export interface Awaits {
  /** Records the wait and answers at once: released, where the job has ended. An unknown job is refused. */
  awaitJob(sessionId: string, jobId: string): Promise<Wait | Refused>
  /** Null: this session never waited for that job. */
  get(sessionId: string, jobId: string): Promise<Wait | null>
  abandon(sessionId: string, jobId: string): Promise<Wait | Refused>
  /** Tells the release once, at once or later, and marks it as seen. Answers with the way to end it. */
  whenReleased(sessionId: string, jobId: string, listener: (kind: string) => void): () => void
  /** Waits that were released and whose session has not seen it: whom to wake after a restart. */
  unseen(options?: { readonly after?: string; readonly limit?: number }): Promise<{
    readonly waits: readonly { readonly sessionId: string; readonly jobId: string }[]
    readonly next: string | null
  }>
  close(): Promise<void>
}

export function openAwaits(store: Store, realm: string, tell: Tell): Awaits {
  const watches = new Set<{ stop(): Promise<void> }>()
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
      const look = async (): Promise<void> => {
        const { state } = await store.load(awaitBinding, key)
        if (state.kind === null) return
        if (!told) listener(state.kind)
        told = true
        await store.dispatch(awaitBinding, key, { type: 'ObserveRelease' })
        void watch.stop()
      }
      const beat = pulse(look, {
        everyMs: LOOK_EVERY_MS,
        onFailed: (error) => tell({ type: 'pass_failed', what: 'notice', of: `${sessionId} ${jobId}`, error }),
      })
      const forget = store.onChanged(() => beat.wake())
      const watch = {
        stop: () => {
          forget()
          watches.delete(watch)
          return beat.stop()
        },
      }
      watches.add(watch)
      beat.start()
      return () => void watch.stop()
    },
    async unseen(options = {}) {
      const { after, limit } = asked(options, { after: optional(text({ min: 1, max: 4_000 })), limit: optional(numberFrom(1, 500)) })
      const page = await store.deriveLocals({
        router: 'JobAwaitHandoff',
        local: 'wakeWaiter',
        limit: limit ?? 100,
        ...(after === null ? {} : { after: after as Place }),
      })
      for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
      return {
        waits: page.due
          .filter(({ key }) => key['realm'] === realm)
          .map(({ key }) => ({ sessionId: String(key['sessionId']), jobId: String(key['jobId']) })),
        next: page.next,
      }
    },
    async close() {
      await Promise.all([...watches].map((watch) => watch.stop()))
    },
  }
}

/** A lost wake-up costs at most this. */
const LOOK_EVERY_MS = 1_000

function waitOf({ phase, kind, sinceMs }: StateOf<typeof awaitBinding>): Wait {
  if (phase === 'Waiting') return { ok: true, waiting: true, sinceMs }
  return kind === null ? { ok: true, waiting: false, released: null, sinceMs } : { ok: true, waiting: false, released: kind, sinceMs }
}
