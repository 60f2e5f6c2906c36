import { isHeld, isOpen } from '../executions.js'
import { SessionExecution } from '../machines/session-execution.js'
import { SessionTranscript } from '../machines/session-transcript.js'
import { bool, composition, drive, history, local, nat, oneOf, option, route } from '../vocabulary.js'

const Count = nat('Count')

/** The session that everything is tried with, and the one that lives beside it. */
const tried = { sessionId: 'SessionId_1' } as const
const beside = { sessionId: 'SessionId_2' } as const

/**
 * A session is interrupted once, whatever crashes when: nothing is written while the runner or a finalizer of it still works,
 * a step that had ended keeps its end, and what a lost owner left is taken over, cleared or quarantined.
 */
export const SessionCancellation = composition({
  name: 'SessionCancellation',
  version: 2,
  machines: [SessionExecution, SessionTranscript],
  routes: {
    openStep: route({
      from: SessionExecution,
      effect: 'StepStarted',
      to: SessionTranscript,
      input: 'OpenStep',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ assistantId: effect.assistantId }),
    }),
    closeCompleted: route({
      from: SessionExecution,
      effect: 'StepCompleted',
      to: SessionTranscript,
      input: 'CloseStep',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ assistantId: effect.assistantId, outcome: 'completed' }),
    }),
    closeFailed: route({
      from: SessionExecution,
      effect: 'StepFailed',
      to: SessionTranscript,
      input: 'CloseStep',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ assistantId: effect.assistantId, outcome: 'failed' }),
    }),
    closeDeclined: route({
      from: SessionExecution,
      effect: 'StepDeclined',
      to: SessionTranscript,
      input: 'CloseStep',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ assistantId: effect.assistantId, outcome: 'declined' }),
    }),
    closeInterrupted: route({
      from: SessionExecution,
      effect: 'StepInterrupted',
      to: SessionTranscript,
      input: 'CloseStep',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect) => ({ assistantId: effect.assistantId, outcome: 'interrupted' }),
    }),
  },
  locals: {
    /** Owners look for work: as it comes, and as a claim is cleared. */
    offerRun: local({ from: SessionExecution, effect: 'RunRequested', derive: (s) => s.phase === 'Idle' && s.pending }),
    offerAgain: local({ from: SessionExecution, effect: 'ClaimCleared', derive: (s) => s.phase === 'Idle' && s.pending }),
    /** The publisher learns the assistant of its step. It lives as long as the runner, so nothing after that may need it. */
    publish: local({ from: SessionExecution, effect: 'StepStarted', derive: (s) => s.phase === 'Running' && isOpen(s) }),
    /** What the store cannot take back is done: a snapshot, a call to a provider. */
    callProvider: local({ from: SessionExecution, effect: 'OwnershipConfirmed', derive: (s) => s.phase === 'Running' && isOpen(s) }),
    /** The new owner goes on with what it took over. */
    continueWork: local({
      from: SessionExecution,
      effect: 'ContinuationRequested',
      derive: (s) => s.continues > 0 && (s.phase === 'Claimed' || s.phase === 'Running'),
    }),
    stopRunner: local({ from: SessionExecution, effect: 'CancelRequested', derive: (s) => s.phase === 'Cancelling' }),
    tellOperator: local({ from: SessionExecution, effect: 'ClaimQuarantined', derive: (s) => s.phase === 'Quarantined' }),
  },
  /**
   * Owners write at 0, when every lease still lasts; recovery comes at any time, and owners that were only slow go on behind it.
   * One session is tried with all of that. Beside it another lives: it is claimed, begins a step, and is recovered.
   */
  environment: {
    request: drive({ to: SessionExecution, at: tried, input: 'RequestRun' }),
    claim: drive({ to: SessionExecution, at: tried, input: 'ClaimExecution', only: { observedAtMs: 0 }, on: ['offerRun', 'offerAgain'] }),
    check: drive({ to: SessionExecution, at: tried, input: 'CheckOwnership', only: { observedAtMs: 0 } }),
    start: drive({ to: SessionExecution, at: tried, input: 'StartStep', only: { observedAtMs: 0 } }),
    complete: drive({ to: SessionExecution, at: tried, input: 'CompleteStep', only: { observedAtMs: 0 }, on: ['callProvider'] }),
    fail: drive({ to: SessionExecution, at: tried, input: 'FailStep', only: { observedAtMs: 0 }, on: ['callProvider'] }),
    decline: drive({ to: SessionExecution, at: tried, input: 'DeclineStep', only: { observedAtMs: 0 }, on: ['callProvider'] }),
    finish: drive({ to: SessionExecution, at: tried, input: 'FinishExecution', only: { observedAtMs: 0 } }),
    beginFinalizer: drive({ to: SessionExecution, at: tried, input: 'BeginFinalizer', only: { observedAtMs: 0 } }),
    endFinalizer: drive({ to: SessionExecution, at: tried, input: 'EndFinalizer', only: { observedAtMs: 0 } }),
    cancel: drive({ to: SessionExecution, at: tried, input: 'RequestCancel', only: { observedAtMs: 0 } }),
    join: drive({ to: SessionExecution, at: tried, input: 'JoinRunner', only: { observedAtMs: 0 }, on: ['stopRunner'] }),
    settle: drive({ to: SessionExecution, at: tried, input: 'SettleCancellation', only: { observedAtMs: 0 } }),
    clear: drive({ to: SessionExecution, at: tried, input: 'ClearClaim', only: { observedAtMs: 0 } }),
    /** By the owner that it may have been claimed by, and what it read may be the claim's assistant, another, or none: no more is to be told apart. */
    recover: drive({
      to: SessionExecution,
      at: tried,
      input: 'RecoverClaim',
      only: { owner: 'Owner_1', assistantId: [null, 'AssistantId_1'] },
    }),
    release: drive({ to: SessionExecution, at: tried, input: 'ReleaseQuarantine', on: ['tellOperator'] }),
    requestBeside: drive({ to: SessionExecution, at: beside, input: 'RequestRun' }),
    claimBeside: drive({
      to: SessionExecution,
      at: beside,
      input: 'ClaimExecution',
      only: { owner: 'Owner_1', observedAtMs: 0 },
      on: ['offerRun', 'offerAgain'],
    }),
    startBeside: drive({
      to: SessionExecution,
      at: beside,
      input: 'StartStep',
      only: { execution: 1, owner: 'Owner_1', assistantId: 'AssistantId_1', observedAtMs: 0 },
    }),
    recoverBeside: drive({
      to: SessionExecution,
      at: beside,
      input: 'RecoverClaim',
      only: { execution: 1, owner: 'Owner_1', assistantId: null, observedAtMs: 1 },
    }),
  },
  history: {
    told: history({
      of: SessionExecution,
      fields: {
        /** Claims that were granted, takeovers among them. */
        claims: Count,
        /** A claim was granted and has not been cleared. */
        claimed: bool,
        /** Finalizers that began under this claim and have not ended. */
        finalizing: Count,
        /** Steps that began and of which no end was told. */
        open: Count,
        /** How the last end was told; null while a step is under way. */
        said: option(oneOf('completed', 'failed', 'declined', 'interrupted')),
        /** The last step completed or failed. */
        done: bool,
        /** The claim was cancelled before its step was done. */
        cancelled: bool,
        /** Interruptions that were written since the last ordinary claim. */
        interruptions: Count,
        /** An interruption was written while a finalizer ran. */
        hasty: bool,
        /** An interruption was written of a step that was done. */
        doubled: bool,
        /** Something was written or confirmed under a claim after the next one. */
        late: bool,
        /** A claim was granted over one that had not been cleared, and not by recovery. */
        overwritten: bool,
      },
      after: (s, next, i, effects) => ({
        claims: i.type === 'ClaimExecution' || effects.some((e) => e.type === 'ContinuationRequested') ? s.claims + 1 : s.claims,
        claimed: i.type === 'ClaimExecution' || (s.claimed && effects.every((e) => e.type !== 'ClaimCleared')),
        finalizing:
          i.type === 'BeginFinalizer'
            ? s.finalizing + 1
            : i.type === 'EndFinalizer'
              ? s.finalizing - 1
              : i.type === 'RecoverClaim' || i.type === 'ClaimExecution'
                ? 0
                : s.finalizing,
        open:
          s.open +
          effects.filter((e) => e.type === 'StepStarted').length -
          effects.filter(
            (e) =>
              e.type === 'StepCompleted' ||
              e.type === 'StepFailed' ||
              e.type === 'StepDeclined' ||
              (e.type === 'StepInterrupted' && e.assistantId !== null),
          ).length,
        said: effects.some((e) => e.type === 'StepStarted')
          ? null
          : effects.some((e) => e.type === 'StepCompleted')
            ? 'completed'
            : effects.some((e) => e.type === 'StepFailed')
              ? 'failed'
              : effects.some((e) => e.type === 'StepDeclined')
                ? 'declined'
                : effects.some((e) => e.type === 'StepInterrupted')
                  ? 'interrupted'
                  : s.said,
        done:
          (s.done || i.type === 'CompleteStep' || i.type === 'FailStep') &&
          i.type !== 'ClaimExecution' &&
          effects.every((e) => e.type !== 'StepStarted'),
        cancelled: i.type !== 'ClaimExecution' && (s.cancelled || (i.type === 'RequestCancel' && next.phase === 'Cancelling' && !s.done)),
        interruptions: i.type === 'ClaimExecution' ? 0 : s.interruptions + effects.filter((e) => e.type === 'StepInterrupted').length,
        hasty: s.hasty || (s.finalizing > 0 && effects.some((e) => e.type === 'StepInterrupted')),
        doubled: s.doubled || (s.done && effects.some((e) => e.type === 'StepInterrupted')),
        late: s.late || ('execution' in i && i.execution < s.claims),
        overwritten: s.overwritten || (i.type === 'ClaimExecution' && s.claimed),
      }),
    }),
  },
  always: {
    /** A cancellation is settled with one interruption, and nothing is interrupted twice. */
    one_interruption_for_each_cancellation: (c) =>
      c.SessionExecution.every(
        (s) => s.interruptions <= 1 && (!s.cancelled || (s.phase !== 'Cancelled' && s.phase !== 'Idle') || s.interruptions === 1),
      ),
    nothing_is_written_before_the_settlement: (c) => c.SessionExecution.every((s) => s.phase !== 'Cancelling' || s.interruptions === 0),
    no_interruption_while_a_finalizer_runs: (c) => c.SessionExecution.every((s) => !s.hasty),
    what_was_done_is_not_interrupted: (c) => c.SessionExecution.every((s) => !s.doubled),
    no_write_after_the_next_claim: (c) => c.SessionExecution.every((s) => !s.late),
    nothing_is_overwritten_but_by_recovery: (c) => c.SessionExecution.every((s) => !s.overwritten),
    one_assistant_for_each_step: (c) => c.SessionExecution.every((s) => s.open <= 1),
    the_claim_counts_what_was_granted: (c) => c.SessionExecution.every((s) => s.execution === s.claims),
    a_claim_stands_until_it_is_cleared: (c) => c.SessionExecution.every((s) => s.claimed === (isHeld(s) || s.phase === 'Quarantined')),
    /** What readers see and what the claim knows of the step are the same, at every moment. */
    the_transcript_shows_the_step: (c) =>
      c.SessionExecution.every(
        (s, at) =>
          isOpen(s) === (c.SessionTranscript.get(at)!.phase === 'Open') &&
          (!isOpen(s) || c.SessionTranscript.get(at)!.assistantId === s.assistantId),
      ),
    the_transcript_says_how_it_ended: (c) => c.SessionExecution.every((s, at) => c.SessionTranscript.get(at)!.outcome === s.said),
    /** Whatever is interrupted, every other session goes on as it was: its claim, its step, and what its readers see. */
    an_interruption_reaches_no_other_session: (c, next) =>
      c.SessionExecution.every(
        (s, at) =>
          next.SessionExecution.get(at)!.interruptions <= s.interruptions ||
          c.SessionExecution.every(
            (other, there) =>
              there.sessionId === at.sessionId ||
              (next.SessionExecution.get(there)!.phase === other.phase &&
                next.SessionExecution.get(there)!.execution === other.execution &&
                next.SessionExecution.get(there)!.owner === other.owner &&
                next.SessionTranscript.get(there)!.phase === c.SessionTranscript.get(there)!.phase &&
                next.SessionTranscript.get(there)!.assistantId === c.SessionTranscript.get(there)!.assistantId &&
                next.SessionTranscript.get(there)!.outcome === c.SessionTranscript.get(there)!.outcome),
          ),
      ),
    no_step_stays_open_in_a_free_session: (c) => c.SessionExecution.every((s) => s.phase !== 'Idle' || s.open === 0),
    the_last_word_on_a_cancelled_session_is_its_interruption: (c) =>
      c.SessionExecution.every(
        (s, at) => s.phase !== 'Cancelled' || s.interruptions === 0 || c.SessionTranscript.get(at)!.outcome === 'interrupted',
      ),
  },
  reachable: {
    interrupted_and_released: (c) => c.SessionExecution.some((s) => s.phase === 'Idle' && s.interruptions === 1 && s.cancelled),
    interrupted_after_a_takeover: (c) =>
      c.SessionExecution.some((s) => s.phase === 'Cancelled' && s.continues > 0 && s.interruptions === 1),
    cancelled_when_all_was_done: (c) => c.SessionExecution.some((s) => s.phase === 'Cancelled' && s.interruptions === 0),
    a_finalizer_outlives_the_runner: (c) => c.SessionExecution.some((s) => s.runnerJoined && s.finalizing > 0),
    taken_over_behind_a_finalizer: (c, next) =>
      c.SessionExecution.some((s, at) => s.finalizing > 0 && next.SessionExecution.get(at)!.claims > s.claims),
    cancelled_as_its_step_begins: (c) => c.SessionExecution.some((s) => s.phase === 'Cancelling' && s.open === 1),
    quarantined: (c) => c.SessionExecution.some((s) => s.phase === 'Quarantined'),
    two_sessions_under_way: (c) => c.SessionExecution.every((s) => s.open === 1),
    interrupted_beside_an_open_step: (c, next) =>
      c.SessionExecution.some(
        (s, at) =>
          next.SessionExecution.get(at)!.interruptions > s.interruptions &&
          c.SessionExecution.some((other, there) => there.sessionId !== at.sessionId && isOpen(other)),
      ),
    released_and_claimed_again: (c, next) =>
      c.SessionExecution.some((s, at) => s.interruptions === 1 && next.SessionExecution.get(at)!.claims > s.claims),
  },
  eventually: {
    /** With an owner that lives, and an operator in case recovery was quicker. */
    a_cancelled_session_is_released: {
      each: 'SessionExecution',
      from: (c, at) => c.SessionExecution.get(at)!.phase === 'Cancelling',
      to: (c, at) => c.SessionExecution.get(at)!.phase === 'Idle',
      fair: ['join', 'endFinalizer', 'settle', 'clear', 'release'],
    },
    /** An outcome on record needs nobody but recovery. */
    a_known_outcome_is_cleared: {
      each: 'SessionExecution',
      from: (c, at) => c.SessionExecution.get(at)!.phase === 'Cancelled' || c.SessionExecution.get(at)!.phase === 'Settled',
      to: (c, at) => c.SessionExecution.get(at)!.phase === 'Idle',
      fair: ['recover'],
    },
    /** Its owner does nothing any more: recovery takes it over, clears it, or has it quarantined. One claim more is all the model has. */
    what_a_lost_owner_left_is_classified: {
      each: 'SessionExecution',
      from: (c, at) => isHeld(c.SessionExecution.get(at)!) && c.SessionExecution.get(at)!.claims === 1,
      to: (c, at) => !isHeld(c.SessionExecution.get(at)!) || c.SessionExecution.get(at)!.claims > 1,
      fair: ['recover', 'recoverBeside'],
    },
    /** A request that came while the session was busy is heard once it is free. */
    a_free_session_takes_up_its_work: {
      each: 'SessionExecution',
      from: (c, at) =>
        c.SessionExecution.get(at)!.phase === 'Idle' && c.SessionExecution.get(at)!.pending && c.SessionExecution.get(at)!.claims < 2,
      to: (c, at) => !c.SessionExecution.get(at)!.pending,
      fair: ['claim', 'claimBeside'],
    },
  },
  refines: {
    once: {
      each: 'SessionExecution',
      abstract: 'CancelOnce',
      map: {
        phase: (c, at) => abstractPhase(c.SessionExecution.get(at)!),
        execution: (c, at) => c.SessionExecution.get(at)!.claims,
        finalizers: (c, at) => c.SessionExecution.get(at)!.finalizing,
        ended: (c, at) => c.SessionExecution.get(at)!.done,
        interruptions: (c, at) => c.SessionExecution.get(at)!.interruptions,
      },
    },
  },
  model: {
    ci: {
      Realm: 1,
      SessionId: 2,
      AssistantId: 2,
      ExecutionIntentId: 1,
      Owner: 2,
      Execution: 2,
      Clock: 2,
      Finalizer: 1,
      Lease: 1,
      Losses: 1,
      TakeoverBudget: 1,
      Count: 2,
    },
    deep: {
      Realm: 1,
      SessionId: 2,
      AssistantId: 2,
      ExecutionIntentId: 1,
      Owner: 2,
      Execution: 3,
      Clock: 3,
      Finalizer: 2,
      Lease: 1,
      Losses: 1,
      TakeoverBudget: 1,
      Count: 3,
    },
  },
})

function abstractPhase(s: { readonly phase: string }) {
  return s.phase === 'Idle'
    ? 'free'
    : s.phase === 'Claimed' || s.phase === 'Running'
      ? 'running'
      : s.phase === 'Cancelling'
        ? 'cancelling'
        : s.phase === 'Quarantined'
          ? 'unknown'
          : 'settled'
}
