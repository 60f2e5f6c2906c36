/** The code that does a session's turns, as a host hands it over. */
import type { InboxDelivery } from '../sessions.js'
import { callable, numberFrom, optional, readable, RequestError } from '../request.js'
import type { Receipt, SubmitRequest } from '../submission.js'

export interface SessionRunner {
  /**
   * Does what the session was asked for, and comes back. It stops soon when `signal` says so; what it started by `tool` is joined, and its
   * finalizers have ended, before the session is given to anybody else. What it throws is told as `session_failed`; the session is free then.
   */
  run(context: SessionContext): Promise<void>
  /** Sessions that run here at once, 1 to 1,000. Default 8. As many again continue what other processes lost. */
  readonly concurrency?: number
}

/** Why a turn is to end: the user interrupted it; another has the session; this process goes away. */
export type SessionStop = 'cancelled' | 'lost' | 'shutdown'

/**
 * What a turn may say. Promises are rejected with `SessionLost` where the machine refuses, `StoreError` for what the file does. Who does not
 * wait for one loses its error, not the process.
 */
export interface SessionContext {
  readonly sessionId: string
  readonly execution: number
  /**
   * The lineage of what this turn sets out to do: minted with the claim, kept by whoever continues it. What comes of a delivery belongs to
   * that delivery's lineage instead.
   */
  readonly lineage: string
  /** The execution that was lost and is continued here; null for ordinary work. */
  readonly continues: number | null
  /** The step that was under way when it was lost: the next `step` goes on with it. Null: none. */
  readonly assistantId: string | null
  /** The step that was lost with its execution had completed or failed. */
  readonly stepEnded: boolean
  /** Aborted, with a `SessionStop`, when the turn is to end. */
  readonly signal: AbortSignal
  /** Asks whether the session is still this turn's, and only then runs `effect`: for snapshots, and calls to a provider. */
  owned<A>(effect: () => Promise<A> | A): Promise<A>
  /**
   * One step, with its assistant: completed when `work` comes back, failed when it throws, declined when it throws `StepDeclined`. After a
   * stop it is left as it is: who settles the session says how it ended. One that the turn does not wait for has failed when the turn is over.
   */
  step<A>(work: (assistantId: string) => Promise<A>): Promise<A>
  /** Runs a tool under the turn's signal. It is shown while it runs, and joined before the turn is over. */
  tool<A>(kind: 'fast' | 'streaming', work: (signal: AbortSignal) => Promise<A>): Promise<A>
  /** Runs at the end of the turn, the last first, however it ends. On record when this resolves: nothing is settled before it has ended. */
  finalizer(work: () => Promise<void>): Promise<void>
  /** Hands what is pending in the inbox to the handler, as `sessions.apply`, each after a look whether the session is still this turn's. */
  apply(handler: (delivery: InboxDelivery) => Promise<void> | void): Promise<number>
  /** Submits for this session: in the turn's lineage, or in that of the delivery which the work comes of. */
  submit(request: Omit<SubmitRequest, 'sessionId' | 'lineage'>, cause?: Pick<InboxDelivery, 'lineage'>): Promise<Receipt>
}

/** Thrown within a step: the user declined what it asked for. That settles the session without an interruption. */
export class StepDeclined extends Error {
  override readonly name = 'StepDeclined'
}

/** Throws `RequestError`. */
export function judgedRunner(runner: SessionRunner | undefined): { readonly runner: SessionRunner; readonly concurrency: number } | null {
  if (runner === undefined) return null
  if (typeof runner !== 'object' || runner === null) throw new RequestError('sessionRunner', 'is no runner of sessions')
  return readable('sessionRunner', () => {
    callable(runner.run, 'sessionRunner.run')
    return { runner, concurrency: optional(numberFrom(1, 1_000))(runner.concurrency, 'sessionRunner.concurrency') ?? 8 }
  })
}
