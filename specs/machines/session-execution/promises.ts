import { isHandedBack, isHeld, isOpen } from '../../executions.js'
import { same, type Promises } from '../../vocabulary.js'
import type { alphabet } from './alphabet.js'

/** What is true of a claim whatever it is told, and what must have been seen of it. */
export const promises = {
  always: {
    a_held_session_has_one_owner: (s) => isHeld(s) === (s.owner !== null),
    a_claim_has_a_lease: (s) => isHandedBack(s) || isHeld(s) === s.leaseExpiresAtMs > 0,
    a_running_session_knows_its_assistant: (s) =>
      (s.phase !== 'Running' || s.assistantId !== null) && (s.phase !== 'Claimed' || s.assistantId === null),
    only_a_step_that_began_has_ended: (s) => !s.stepEnded || s.assistantId !== null,
    a_recovery_is_named_by_what_it_continues: (s) => s.continues === 0 || s.execution === s.continues + 1,
    /** A free session has none: what it does next is something else. */
    whoever_holds_a_session_knows_what_for: (s) => (s.phase === 'Idle') === (s.intentId === null),
    a_settled_session_has_no_step: (s) => (s.phase !== 'Settled' && s.phase !== 'Cancelled') || s.assistantId === null,
    only_a_runner_that_was_cancelled_is_joined: (s) => !s.runnerJoined || s.phase === 'Cancelling',
    a_free_session_holds_nothing: (s) => s.phase !== 'Idle' || (s.continues === 0 && s.assistantId === null),
    no_finalizer_is_left_without_its_claim: (s) => s.finalizers === 0 || s.owner !== null,

    /** Whoever does not have the session, or has it no more, changes nothing and is told nothing. */
    a_superseded_execution_leaves_no_trace: (s, next, i, effects) =>
      !('execution' in i) || i.execution === s.execution || (same(s, next) && effects.length === 0),
    a_claim_has_one_voice: (s, next, i, effects) =>
      i.type === 'ClaimExecution' ||
      i.type === 'RecoverClaim' ||
      !('owner' in i) ||
      i.owner === s.owner ||
      (same(s, next) && effects.length === 0),
    /** An owner whose lease has run out is dead to the session, even before anybody has noticed. */
    a_lapsed_owner_leaves_no_trace: (s, next, i, effects) =>
      i.type === 'ClaimExecution' ||
      i.type === 'RecoverClaim' ||
      !('observedAtMs' in i) ||
      i.observedAtMs < s.leaseExpiresAtMs ||
      (same(s, next) && effects.length === 0),
    /** A claim is never overwritten, alive or expired: recovery alone takes what has expired. */
    nothing_is_overwritten_but_by_recovery: (s, next, i) => s.owner === null || next.execution === s.execution || i.type === 'RecoverClaim',
    a_live_claim_is_not_recovered: (s, next, i) => i.type !== 'RecoverClaim' || i.observedAtMs >= s.leaseExpiresAtMs || same(s, next),
    /** Whoever is granted a lease, or more of it, has it for its whole length; it ends before only as its owner says so. */
    a_lease_lasts_from_its_grant: (s, next, i, _effects, limits) =>
      !('observedAtMs' in i) ||
      next.owner === null ||
      (next.execution === s.execution && next.leaseExpiresAtMs === s.leaseExpiresAtMs) ||
      i.type === 'HandBack' ||
      next.leaseExpiresAtMs === i.observedAtMs + limits.leaseMs,
    leases_only_grow: (s, next, i) =>
      s.owner === null || next.owner === null || next.leaseExpiresAtMs >= s.leaseExpiresAtMs || i.type === 'HandBack',
    /** Nothing of the runner is left behind, and what was under way is gone on with as it was. */
    what_is_handed_back_is_free_to_be_taken_over: (s, next, i) =>
      i.type !== 'HandBack' ||
      same(s, next) ||
      (isHandedBack(next) &&
        next.finalizers === 0 &&
        next.phase === s.phase &&
        next.assistantId === s.assistantId &&
        next.stepEnded === s.stepEnded),
    an_execution_rises_by_one_with_its_claim: (s, next) =>
      next.execution === s.execution || (next.execution === s.execution + 1 && next.owner !== null),
    a_claim_goes_to_whoever_asked: (s, next, i) => next.execution === s.execution || !('owner' in i) || next.owner === i.owner,
    every_check_is_answered: (_s, _next, i, effects) =>
      effects.filter((e) => e.type === 'OwnershipConfirmed').length === (i.type === 'CheckOwnership' ? 1 : 0),
    /** Before a snapshot or a call to a provider, ownership is confirmed to the owner alone, while the lease lasts. */
    ownership_is_confirmed_under_the_lease: (s, _next, i, effects) =>
      !effects.some((e) => e.type === 'OwnershipConfirmed') ||
      ('owner' in i &&
        'execution' in i &&
        i.owner === s.owner &&
        i.execution === s.execution &&
        i.observedAtMs < s.leaseExpiresAtMs &&
        (s.phase === 'Claimed' || s.phase === 'Running')),

    a_step_has_one_assistant: (s, next) =>
      !isOpen(s) ||
      next.assistantId === s.assistantId ||
      (next.assistantId === null && (next.phase === 'Idle' || next.phase === 'Settled' || next.phase === 'Cancelled')),
    the_assistant_is_recorded_as_its_step_begins: (_s, next, _i, effects) =>
      effects.every((e) => e.type !== 'StepStarted' || (next.assistantId === e.assistantId && isOpen(next))),
    no_step_begins_while_one_is_open: (s, _next, _i, effects) => !isOpen(s) || effects.every((e) => e.type !== 'StepStarted'),
    nothing_begins_after_a_cancel: (s, _next, _i, effects) =>
      s.phase !== 'Cancelling' || effects.every((e) => e.type !== 'StepStarted' && e.type !== 'OwnershipConfirmed'),

    a_cancellation_is_not_taken_back: (s, next) =>
      s.phase !== 'Cancelling' || next.phase === 'Cancelling' || next.phase === 'Cancelled' || next.phase === 'Quarantined',
    /** While a cancellation is under way the claim stands and nothing is written of it. */
    a_cancellation_begins_silently: (s, next, _i, effects) =>
      s.phase === 'Cancelling' ||
      next.phase !== 'Cancelling' ||
      (next.owner === s.owner && effects.every((e) => e.type !== 'StepInterrupted')),
    nothing_is_settled_while_a_finalizer_runs: (s, next) => s.phase !== 'Cancelling' || next.phase !== 'Cancelled' || s.finalizers === 0,
    nothing_is_settled_before_the_runner_is_joined: (s, next) => s.phase !== 'Cancelling' || next.phase !== 'Cancelled' || s.runnerJoined,
    no_interruption_while_a_finalizer_runs: (s, _next, _i, effects) =>
      s.finalizers === 0 || effects.every((e) => e.type !== 'StepInterrupted'),
    no_finalizer_begins_after_the_runner_is_joined: (s, next) => !s.runnerJoined || next.finalizers <= s.finalizers,
    /** So no replacement can enter. */
    a_claim_stands_while_a_finalizer_runs: (s, next, i) =>
      s.finalizers === 0 || i.type === 'RecoverClaim' || (next.owner === s.owner && next.execution === s.execution),
    /** One interruption, with the settlement and in its transaction. */
    a_settlement_writes_one_interruption: (s, next, _i, effects) =>
      effects.filter((e) => e.type === 'StepInterrupted').length ===
      (!s.stepEnded && ((s.phase === 'Cancelling' && next.phase === 'Cancelled') || (s.phase === 'Quarantined' && next.phase === 'Idle'))
        ? 1
        : 0),
    /** Whatever is told of a step names the assistant on record, and of an execution the one that it was. */
    what_is_told_names_the_recorded_assistant: (s, _next, _i, effects) =>
      effects.every(
        (e) =>
          (e.type !== 'OwnershipConfirmed' &&
            e.type !== 'StepCompleted' &&
            e.type !== 'StepFailed' &&
            e.type !== 'StepDeclined' &&
            e.type !== 'StepInterrupted' &&
            e.type !== 'ContinuationRequested') ||
          e.assistantId === s.assistantId,
      ),
    what_is_told_names_its_execution: (s, _next, _i, effects) =>
      effects.every(
        (e) =>
          e.type === 'RunRequested' ||
          e.type === 'ContinuationRequested' ||
          e.execution === (e.type === 'ExecutionClaimed' ? s.execution + 1 : s.execution),
      ),
    a_step_that_ended_is_not_interrupted: (s, _next, _i, effects) => !s.stepEnded || effects.every((e) => e.type !== 'StepInterrupted'),
    /** However a step ends, it ends once, and its end is told in the same transaction. */
    a_step_ends_once: (s, next, _i, effects) =>
      effects.filter(
        (e) =>
          e.type === 'StepCompleted' ||
          e.type === 'StepFailed' ||
          e.type === 'StepDeclined' ||
          (e.type === 'StepInterrupted' && e.assistantId !== null),
      ).length === (isOpen(s) && !isOpen(next) ? 1 : 0),
    clearing_comes_after_settling: (s, next) =>
      next.phase !== 'Idle' || s.phase === 'Idle' || s.phase === 'Cancelled' || s.phase === 'Settled' || s.phase === 'Quarantined',
    a_decline_is_no_interruption: (_s, next, i, effects) =>
      i.type !== 'DeclineStep' || (next.phase === 'Settled' && effects.every((e) => e.type === 'StepDeclined')),

    /** An outcome on record is cleared, never quarantined; only an unknown one is. */
    only_an_unknown_outcome_is_quarantined: (s, next) =>
      next.phase !== 'Quarantined' || (s.phase !== 'Cancelled' && s.phase !== 'Settled' && s.phase !== 'Idle'),
    /** So often a turn may lose its owner and be begun again; then somebody has to look. */
    no_budget_is_overdrawn: (_s, next, _i, _effects, limits) => next.losses <= limits.takeoverBudget,
    every_takeover_of_a_lost_claim_is_counted: (s, next, i) =>
      next.losses ===
      (next.phase === 'Idle' ? 0 : i.type !== 'RecoverClaim' || next.owner === null || isHandedBack(s) ? s.losses : s.losses + 1),
    a_turn_is_taken_over_while_the_budget_lasts: (s, next, i, _effects, limits) =>
      i.type !== 'RecoverClaim' ||
      next.phase !== 'Quarantined' ||
      s.phase === 'Cancelling' ||
      i.assistantId !== s.assistantId ||
      (!isHandedBack(s) && s.losses === limits.takeoverBudget),
    an_unknown_outcome_is_not_cleared: (s, next, i) =>
      i.type !== 'RecoverClaim' || s.phase !== 'Cancelling' || next.phase === 'Quarantined',
    only_an_operator_releases_a_quarantine: (s, next, i) =>
      s.phase !== 'Quarantined' || next.phase === 'Quarantined' || i.type === 'ReleaseQuarantine',
    a_continuation_keeps_the_step: (s, next, i) =>
      i.type !== 'RecoverClaim' ||
      next.owner === null ||
      (next.continues === i.execution &&
        next.assistantId === i.assistantId &&
        next.assistantId === s.assistantId &&
        next.stepEnded === s.stepEnded),
    every_takeover_asks_for_one_continuation: (s, next, i, effects) =>
      effects.filter((e) => e.type === 'ContinuationRequested').length ===
        (i.type === 'RecoverClaim' && next.execution !== s.execution ? 1 : 0) &&
      effects.every((e) => e.type !== 'ContinuationRequested' || (e.continues === next.continues && e.execution === next.execution)),
    recovery_leaves_ordinary_work_alone: (s, next, i) => i.type !== 'RecoverClaim' || next.pending === s.pending,
    ordinary_work_continues_nothing: (s, next, i) => i.type !== 'ClaimExecution' || (s.pending && next.continues === 0),
    /** Nobody has to look on their own whether to stop a runner, to take up work, or to release what is quarantined. */
    every_change_is_told: (s, next, i, effects) =>
      effects.filter((e) => e.type === 'CancelRequested').length === (next.phase === 'Cancelling' && s.phase !== 'Cancelling' ? 1 : 0) &&
      effects.filter((e) => e.type === 'ClaimCleared').length === (next.phase === 'Idle' && s.phase !== 'Idle' ? 1 : 0) &&
      effects.filter((e) => e.type === 'ClaimQuarantined').length === (next.phase === 'Quarantined' && s.phase !== 'Quarantined' ? 1 : 0) &&
      effects.filter((e) => e.type === 'RunRequested').length ===
        (i.type === 'RequestRun' || (i.type === 'HearDelivery' && i.handling !== null) ? 1 : 0) &&
      effects.filter((e) => e.type === 'ExecutionClaimed').length === (i.type === 'ClaimExecution' ? 1 : 0),
    an_intent_lasts_until_the_session_is_free: (s, next) => s.phase === 'Idle' || next.phase === 'Idle' || next.intentId === s.intentId,
    an_intent_is_the_one_that_was_minted: (_s, next, i) => i.type !== 'ClaimExecution' || next.intentId === i.intentId,
    a_request_is_on_record: (_s, next, i) =>
      (i.type !== 'RequestRun' && (i.type !== 'HearDelivery' || i.handling === null)) || next.pending,
    what_is_only_shown_opens_no_turn: (s, next, i, effects) =>
      i.type !== 'HearDelivery' || i.handling !== null || (same(s, next) && effects.length === 0),
    a_claim_takes_up_what_was_asked: (_s, next, i) => i.type !== 'ClaimExecution' || !next.pending,
    /** A resume is on record before anything drains it, and until a claim takes it up. */
    a_request_lasts_until_a_claim: (s, next, i) => !s.pending || next.pending || i.type === 'ClaimExecution',
  },
  reachable: {
    claimed: (s) => s.phase === 'Claimed',
    woken_by_a_delivery: (s, next, i) => i.type === 'HearDelivery' && !s.pending && next.pending,
    shown_while_it_runs: (s, _next, i) => i.type === 'HearDelivery' && i.handling === null && s.phase === 'Running',
    running: (s) => s.phase === 'Running',
    cancelling: (s) => s.phase === 'Cancelling',
    cancelled: (s) => s.phase === 'Cancelled',
    settled: (s) => s.phase === 'Settled',
    quarantined: (s) => s.phase === 'Quarantined',
    a_second_step_under_one_claim: (s, next) => s.stepEnded && isOpen(next) && next.execution === s.execution,
    interrupted_before_a_step: (_s, _next, _i, effects) => effects.some((e) => e.type === 'StepInterrupted' && e.assistantId === null),
    interrupted_in_a_step: (_s, _next, _i, effects) => effects.some((e) => e.type === 'StepInterrupted' && e.assistantId !== null),
    cancelled_right_after_its_step_began: (s, next) => isOpen(s) && s.phase === 'Running' && next.phase === 'Cancelling',
    cancelled_after_its_step_ended: (s, next) => s.stepEnded && s.phase === 'Cancelling' && next.phase === 'Cancelled',
    finalizer_outlives_the_runner: (s) => s.runnerJoined && s.finalizers > 0,
    finalizer_outlives_a_decline: (s) => s.phase === 'Settled' && s.finalizers > 0,
    renewed: (s, next, i) => i.type === 'RenewClaim' && next.leaseExpiresAtMs > s.leaseExpiresAtMs,
    taken_over_in_a_step: (s) => s.continues > 0 && isOpen(s),
    taken_over_with_ordinary_work_waiting: (s) => s.continues > 0 && s.pending,
    handed_back: (s, next) => s.continues > 0 && isOpen(s) && isHandedBack(next),
    taken_over_after_it_was_handed_back: (s, next) => isHandedBack(s) && next.execution > s.execution && next.losses === s.losses,
    taken_over_again_after_a_loss: (s, next) => isHandedBack(s) && s.losses > 0 && next.execution > s.execution,
    quarantined_by_budget: (s, next, i) =>
      s.losses > 0 &&
      next.phase === 'Quarantined' &&
      isOpen(s) &&
      i.type === 'RecoverClaim' &&
      i.assistantId === s.assistantId &&
      s.phase === 'Running',
    claimed_after_a_spent_budget: (s, next) => s.phase === 'Quarantined' && s.losses > 0 && next.phase === 'Idle' && next.losses === 0,
    a_continuation_is_cancelled: (s) => s.continues > 0 && s.phase === 'Cancelled',
    cleared_by_its_owner: (s, next, i) => s.phase === 'Cancelled' && next.phase === 'Idle' && i.type === 'ClearClaim',
    cleared_by_recovery: (s, next, i) => s.phase === 'Cancelled' && next.phase === 'Idle' && i.type === 'RecoverClaim',
    quarantined_with_another_assistant: (s, next) => s.phase === 'Running' && next.phase === 'Quarantined',
    ordinary_work_waits_in_quarantine: (s) => s.phase === 'Quarantined' && s.pending,
    claimed_after_a_quarantine: (s, next) => s.phase === 'Quarantined' && next.phase === 'Idle' && next.pending,
  },
} as const satisfies Promises<typeof alphabet>
