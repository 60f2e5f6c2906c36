/**
 * Who may run a session now, as the machine says it word by word. A claim has one owner, under a lease; an expired one is recovery's alone.
 */
import { sessionExecution } from '../../generated/session-execution/index.js'
import { refused, type Refused } from '../answers.js'
import { faultPoint, type FaultPoint } from '../fault-point.js'
import { asked, callable, idText, naturalNumber } from '../request.js'
import type { InputGiven, StateOf, Store } from '../store/types.js'

/** What tells an execution from every other; each word of its owner carries it. */
export interface SessionClaim {
  readonly sessionId: string
  /** Rises by one with every claim of the session. */
  readonly execution: number
  /** The incarnation of the process that has it. */
  readonly owner: string
}

/** One committed state of a session's execution. Moments are milliseconds since 1970; a lease of 0 is none: no claim, or one handed back. */
export type ExecutionView = Pick<
  StateOf<typeof sessionExecution>,
  | 'pending'
  | 'execution'
  | 'continues'
  | 'intentId'
  | 'leaseExpiresAtMs'
  | 'assistantId'
  | 'stepEnded'
  | 'runnerJoined'
  | 'finalizers'
  | 'losses'
> & {
  /** `Idle`, `Claimed`, `Running`, `Cancelling`, `Cancelled`, `Settled` or `Quarantined`. */
  readonly phase: string
}

export type Claimed = { readonly ok: true; readonly claim: SessionClaim; readonly session: ExecutionView } | Refused
/** `transition` is the machine's name for what the word did. */
export type SessionSaid = { readonly ok: true; readonly transition: string; readonly session: ExecutionView } | Refused

/** The machine does not confirm that the session is the claim's: `code` says why. What was to be done was not begun. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost'
  readonly code: string

  constructor(code: string) {
    super(`the session is not this claim’s: ${code}`)
    this.code = code
  }
}

/**
 * Durable when it answers. A malformed request is rejected with `RequestError`, what the file does with `StoreError`.
 *
 * Every word that carries a claim may be refused, in this order, as `stale_execution` (a later claim has the session), `stale_owner`
 * (another has it, or nobody), `lease_expired`, `not_in_phase`; and as its own line says.
 */
export interface SessionExecutions {
  /** New work, or a resume: on record before anybody takes it up, whatever the session does now. */
  requestRun(sessionId: string): Promise<SessionSaid>
  /** Takes an idle session. Never takes one that is claimed, alive or expired: `not_in_phase`. Refused `nothing_pending`. */
  claim(request: { readonly sessionId: string; readonly owner: string }): Promise<Claimed>
  /** A lease only grows. */
  renew(claim: SessionClaim): Promise<SessionSaid>
  /** Asked right before what the store cannot take back. Refused `not_in_phase` once a cancel was asked for. */
  checkOwnership(claim: SessionClaim): Promise<SessionSaid>
  /**
   * Asks, and runs `effect` only where the session is the claim's at that moment; else rejected with `SessionLost`. What lies between the
   * answer and the effect stays: an effect that must not be late makes itself idempotent.
   */
  owned<A>(claim: SessionClaim, effect: () => Promise<A> | A): Promise<A>
  /** Begins a step: `session.assistantId` is what it writes to. Refused `step_open`. */
  startStep(claim: SessionClaim): Promise<SessionSaid>
  /** Refused `step_ended`, as are the next two. */
  completeStep(claim: SessionClaim): Promise<SessionSaid>
  failStep(claim: SessionClaim): Promise<SessionSaid>
  /** The user declined what a tool asked for: a settlement of its own, and no interruption. */
  declineStep(claim: SessionClaim): Promise<SessionSaid>
  /** The runner found no more to do. Refused `step_open`. */
  finish(claim: SessionClaim): Promise<SessionSaid>
  /** Refused `runner_joined`. */
  beginFinalizer(claim: SessionClaim): Promise<SessionSaid>
  /** Refused `no_finalizer`. */
  endFinalizer(claim: SessionClaim): Promise<SessionSaid>
  /**
   * The owner goes away and leaves its turn halfway, with nothing of the runner left: whoever recovers goes on at once, and that is no loss.
   * Refused `finalizer_running`. Every later word of the claim is refused `lease_expired`.
   */
  handBack(claim: SessionClaim): Promise<SessionSaid>
  /** Interrupts the execution that the user sees, and no later one. As often as one likes. Nothing is written of it yet. */
  requestCancel(request: { readonly sessionId: string; readonly execution: number }): Promise<SessionSaid>
  /** The runner has stopped, and its tools have been joined. */
  joinRunner(claim: SessionClaim): Promise<SessionSaid>
  /** Writes the one interruption, or none where the step had ended. Refused `runner_running`, `finalizer_running`. */
  settle(claim: SessionClaim): Promise<SessionSaid>
  /** Frees the session. Refused `finalizer_running`. */
  clear(claim: SessionClaim): Promise<SessionSaid>
  /** An operator has looked at what the lost owner did: the session is free, and a step that was open is interrupted. */
  releaseQuarantine(request: { readonly sessionId: string; readonly execution: number }): Promise<SessionSaid>
  /** A session that nobody ever asked to run is an idle one. */
  execution(sessionId: string): Promise<ExecutionView>
}

type Word = InputGiven<typeof sessionExecution>['type']

export function openSessionExecutions(store: Store, realm: string): SessionExecutions {
  const say = async (sessionId: string, input: InputGiven<typeof sessionExecution>, point: FaultPoint | null): Promise<SessionSaid> => {
    const answer = await store.dispatch(sessionExecution, { realm, sessionId }, input)
    if (!answer.ok) return refused(answer)
    if (point !== null) faultPoint(point)
    return { ok: true, transition: answer.transition, session: answer.state }
  }
  /** A word of the owner. */
  const word =
    (type: Word, point: FaultPoint | null) =>
    async (claim: SessionClaim): Promise<SessionSaid> => {
      const { sessionId, ...rest } = asked(claim, { sessionId: idText, execution: naturalNumber, owner: idText })
      return say(sessionId, { type, ...rest }, point)
    }
  /** A word of somebody who sees the execution. */
  const seen =
    (type: Word, point: FaultPoint) =>
    async (request: { readonly sessionId: string; readonly execution: number }): Promise<SessionSaid> => {
      const { sessionId, execution } = asked(request, { sessionId: idText, execution: naturalNumber })
      return say(sessionId, { type, execution }, point)
    }
  const checkOwnership = word('CheckOwnership', null)

  return {
    requestRun: async (sessionId) => say(idText(sessionId, 'sessionId'), { type: 'RequestRun' }, 'session.requested'),
    async claim(request) {
      const { sessionId, owner } = asked(request, { sessionId: idText, owner: idText })
      const said = await say(sessionId, { type: 'ClaimExecution', owner }, 'session.claimed')
      if (!said.ok) return said
      return { ok: true, claim: { sessionId, execution: said.session.execution, owner }, session: said.session }
    },
    renew: word('RenewClaim', null),
    checkOwnership,
    async owned(claim, effect) {
      callable(effect, 'effect')
      const said = await checkOwnership(claim)
      if (!said.ok) throw new SessionLost(said.refusal.code)
      faultPoint('session.owned')
      return effect()
    },
    startStep: word('StartStep', 'session.started'),
    completeStep: word('CompleteStep', 'session.ended'),
    failStep: word('FailStep', 'session.ended'),
    declineStep: word('DeclineStep', 'session.ended'),
    finish: word('FinishExecution', 'session.finished'),
    beginFinalizer: word('BeginFinalizer', 'session.finalizing'),
    endFinalizer: word('EndFinalizer', 'session.finalized'),
    handBack: word('HandBack', null),
    requestCancel: seen('RequestCancel', 'session.cancelled'),
    joinRunner: word('JoinRunner', 'session.joined'),
    settle: word('SettleCancellation', 'session.settled'),
    clear: word('ClearClaim', 'session.cleared'),
    releaseQuarantine: seen('ReleaseQuarantine', 'session.released'),
    execution: async (sessionId) => (await store.load(sessionExecution, { realm, sessionId: idText(sessionId, 'sessionId') })).state,
  }
}
