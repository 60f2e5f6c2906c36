import { hasBegun, hasEnded, isHeld, isWaiting, mayStartAgain } from '../../attempts.js'
import { min, same, type Promises } from '../../vocabulary.js'
import type { alphabet } from './alphabet.js'

/** What is true of a job whatever it is told, and what must have been seen of it. */
export const promises = {
  always: {
    /** An attempt is held exactly in the phases in which somebody owns what comes next. */
    held_in_held_phases: (s) => isHeld(s) === (s.holder !== null),
    /** A process belongs to an attempt that runs, or that is being recovered. */
    no_process_is_left_behind: (s) => s.handle === null || s.phase === 'Running' || s.phase === 'LossObserved',
    a_job_that_waits_has_no_cancel_pending: (s) => !s.cancelRequested || !isWaiting(s),
    nobody_is_cancelled_unasked: (s) => s.phase !== 'Cancelled' || s.cancelRequested,
    /** Nobody's attempt leaves nothing behind that the next one could take for its own. */
    what_nobody_holds_is_clean: (s) => s.holder !== null || (s.workerId === '' && s.leaseExpiresAtMs === 0 && s.cursor === 0),
    nothing_is_due_that_cannot_begin: (s) => s.dueAtMs === 0 || isWaiting(s),
    no_budget_is_overdrawn: (_s, next, _i, _effects, limits) => next.failures <= limits.failureBudget && next.losses <= limits.lossBudget,
    every_notification_has_a_place: (s) => s.notifications.every((n) => n.sequence >= 1 && n.sequence <= s.deliverySequence),

    /** What was sent under another fence changes nothing and tells nobody anything. */
    a_superseded_attempt_leaves_no_trace: (s, next, i, effects) =>
      !('fence' in i) || i.fence === s.fence || (same(s, next) && effects.length === 0),
    /** While an attempt is held, nobody else's word counts. */
    an_attempt_has_one_voice: (s, next, i, effects) =>
      !('holder' in i) || s.holder === null || i.holder === s.holder || (same(s, next) && effects.length === 0),
    /** A holder whose lease has run out is dead to the job, even before anybody has noticed. */
    a_lapsed_holder_leaves_no_trace: (s, next, i, effects) =>
      !('holder' in i) || s.holder === null || i.observedAtMs < s.leaseExpiresAtMs || (same(s, next) && effects.length === 0),
    /** An attempt ends by its holder's word, or after its lease. */
    a_live_lease_is_not_taken: (s, next, i) =>
      s.holder === null || next.holder !== null || 'holder' in i || ('observedAtMs' in i && i.observedAtMs >= s.leaseExpiresAtMs),
    a_granted_lease_lies_ahead: (s, next, i) =>
      !('observedAtMs' in i) || next.holder === null || next.holder === s.holder || next.leaseExpiresAtMs > i.observedAtMs,
    leases_only_grow: (s, next) => s.holder === null || next.holder === null || next.leaseExpiresAtMs >= s.leaseExpiresAtMs,
    a_fence_rises_by_one_with_its_attempt: (s, next) =>
      next.fence === s.fence || (next.fence === s.fence + 1 && next.holder !== null && s.holder === null),
    no_attempt_begins_early: (s, next, i) => next.fence === s.fence || !('observedAtMs' in i) || i.observedAtMs >= s.dueAtMs,
    reports_go_forward: (s, next) => s.holder === null || next.holder === null || next.cursor >= s.cursor,
    a_notification_keeps_its_place: (s, next) => s.notifications.every((n, key) => next.notifications.get(key)?.sequence === n.sequence),
    /** Only an adoptable attempt survives its holder, and only with its process. */
    only_the_adoptable_survive_their_holder: (s, next) =>
      s.phase !== 'LossObserved' || next.holder === null || s.restartClass === 'Adoptable',
    what_is_adopted_still_runs: (s, next) => s.phase !== 'LossObserved' || next.holder === null || next.handle !== null,
    /** Work whose outcome is unknown is done again only where that was declared safe; a reported failure is no unknown outcome. */
    nothing_is_replayed_undeclared: (s, next, i) => !hasBegun(s) || !isWaiting(next) || mayStartAgain(s) || i.type === 'FailAttempt',
    /** The restart classes by name: what decides is not asked about itself. */
    only_what_may_start_again_does: (s, next) =>
      s.phase !== 'LossObserved' ||
      next.phase !== 'RetryScheduled' ||
      s.restartClass === 'CheckpointResumable' ||
      s.restartClass === 'Replayable',
    only_what_may_not_start_again_is_lost: (s, next) =>
      next.phase !== 'WorkerLost' || s.restartClass === 'Adoptable' || s.restartClass === 'NonResumable',
    what_was_submitted_is_kept: (s, next, i) =>
      s.phase === 'Unsubmitted' ||
      (next.originSessionId === s.originSessionId &&
        next.lineage === s.lineage &&
        next.tool === s.tool &&
        next.toolVersion === s.toolVersion &&
        next.runner === s.runner &&
        next.runnerVersion === s.runnerVersion &&
        (i.type === 'ForgetWork' || (next.arguments === s.arguments && next.terms === s.terms)) &&
        next.restartClass === s.restartClass),
    a_submission_is_what_was_asked_for: (s, next, i) =>
      s.phase !== 'Unsubmitted' ||
      !('restartClass' in i) ||
      (next.originSessionId === i.originSessionId &&
        next.lineage === i.lineage &&
        next.tool === i.tool &&
        next.toolVersion === i.toolVersion &&
        next.runner === i.runner &&
        next.runnerVersion === i.runnerVersion &&
        next.arguments === i.arguments &&
        next.terms === i.terms &&
        next.restartClass === i.restartClass &&
        next.dueAtMs === i.dueAtMs),
    an_attempt_is_theirs_who_took_it: (s, next, i) =>
      next.holder === null || next.holder === s.holder || ('workerId' in i && next.holder === i.holder && next.workerId === i.workerId),
    a_lease_lasts_as_long_as_was_granted: (_s, next, i) => !('leaseMs' in i) || next.leaseExpiresAtMs >= i.observedAtMs + i.leaseMs,
    the_latest_report_stands: (s, next, i) =>
      i.type === 'ReportProgress'
        ? next.progress === i.progress && next.cursor > s.cursor && next.cursor === i.cursor
        : i.type === 'ForgetWork' || next.progress === s.progress,
    /** It outlives its attempt, for the next one to begin from. */
    the_latest_checkpoint_stands: (s, next, i) =>
      i.type === 'RecordCheckpoint'
        ? next.checkpoint === i.checkpoint && next.cursor > s.cursor && next.cursor === i.cursor
        : i.type === 'ForgetWork' || next.checkpoint === s.checkpoint,
    /** Whatever was kept under that name before. */
    an_artifact_is_what_was_recorded: (s, next, i) =>
      i.type === 'RecordArtifact'
        ? same(s, next) ||
          (next.artifacts.get(i.artifactName)?.digest === i.digest && next.artifacts.get(i.artifactName)?.mediaType === i.mediaType)
        : i.type === 'ForgetArtifact' || same(next.artifacts, s.artifacts),
    a_process_is_known_as_long_as_it_lives: (_s, next, i) =>
      i.type === 'RecordHandle' ? next.handle === i.handle : (i.type !== 'RecordExit' && i.type !== 'RecordReaped') || next.handle === null,
    a_result_is_kept: (_s, next, i) => i.type !== 'CompleteAttempt' || next.outcome === i.result,
    a_reason_is_kept: (_s, next, i) => !('reason' in i) || next.phase === 'RetryScheduled' || next.outcome === i.reason,
    each_failure_that_is_tried_again_counts: (s, next, i) =>
      next.failures === (i.type === 'FailAttempt' && next.phase === 'RetryScheduled' ? s.failures + 1 : s.failures),
    each_loss_that_is_tried_again_counts: (s, next, i) =>
      next.losses === (i.type === 'ClassifyLoss' && next.phase === 'RetryScheduled' ? s.losses + 1 : s.losses),
    a_pause_comes_before_each_retry: (s, next, i) =>
      next.phase !== 'RetryScheduled' ||
      s.phase === 'RetryScheduled' ||
      !('jitterMs' in i) ||
      next.dueAtMs === i.observedAtMs + next.backoffMs + i.jitterMs,
    the_first_pause_is_the_shortest: (s, next, _i, _effects, limits) =>
      next.backoffMs === s.backoffMs || s.backoffMs > 0 || next.backoffMs === min(limits.firstBackoffMs, limits.maxBackoffMs),
    /** Pauses grow until they are as long as they may be. */
    each_pause_is_longer_than_the_last: (s, next, _i, _effects, limits) =>
      next.phase !== 'RetryScheduled' ||
      s.phase === 'RetryScheduled' ||
      (next.backoffMs <= limits.maxBackoffMs && (next.backoffMs > s.backoffMs || next.backoffMs === limits.maxBackoffMs)),
    what_may_begin_is_announced: (s, next, _i, effects) =>
      effects.filter((e) => e.type === 'JobQueued').length ===
      (next.phase !== s.phase && (next.phase === 'Queued' || next.phase === 'RetryScheduled') ? 1 : 0),
    it_is_announced_for_when_it_is_due: (_s, next, _i, effects) =>
      effects.every((e) => e.type !== 'JobQueued' || e.dueAtMs === next.dueAtMs),
    an_acceptance_is_told_once: (s, _next, i, effects) =>
      effects.filter((e) => e.type === 'SubmissionAccepted').length === (i.type === 'SubmitScheduled' && s.phase === 'Unsubmitted' ? 1 : 0),
    a_cancel_is_signalled_once: (s, next, _i, effects) =>
      effects.filter((e) => e.type === 'CancelRequested').length ===
      (next.cancelRequested && !s.cancelRequested && !hasEnded(next) ? 1 : 0),
    who_asks_hears_of_the_end: (s, _next, i, effects) =>
      effects.filter((e) => e.type === 'OutcomeTold').length === (i.type === 'AskOutcome' && hasEnded(s) ? 1 : 0),
    an_answer_says_how_it_ended: (s, _next, _i, effects) => effects.every((e) => e.type !== 'OutcomeTold' || e.kind === s.phase),
    an_end_says_how: (s, next, _i, effects) =>
      effects.every(
        (e) =>
          e.type !== 'TerminalCommitted' ||
          (e.kind === next.phase &&
            e.deliverySequence === next.deliverySequence &&
            e.originSessionId === s.originSessionId &&
            e.lineage === s.lineage &&
            e.body === next.outcome),
      ),
    a_notification_says_what_was_posted: (s, next, i, effects) =>
      effects.every(
        (e) =>
          e.type !== 'NotificationCommitted' ||
          (i.type === 'PostNotification' &&
            e.body === i.body &&
            e.deliverySequence === next.deliverySequence &&
            e.originSessionId === s.originSessionId &&
            e.lineage === s.lineage),
      ),
    nothing_is_written_after_the_end: (s, next, i) =>
      !hasEnded(s) || same(s, next) || i.type === 'ForgetWork' || i.type === 'ForgetArtifact',
    /** Whatever is forgotten of it: that there was such a job, for whom, and how it ended. */
    an_end_stands: (s, next) =>
      !hasEnded(s) ||
      (next.phase === s.phase &&
        next.originSessionId === s.originSessionId &&
        next.lineage === s.lineage &&
        next.fence === s.fence &&
        next.deliverySequence === s.deliverySequence &&
        next.cancelRequested === s.cancelRequested),
    forgotten_work_leaves_no_word: (_s, next, i, effects) =>
      i.type !== 'ForgetWork' ||
      (next.arguments === '' &&
        next.terms === '' &&
        next.progress === '' &&
        next.checkpoint === '' &&
        next.outcome === '' &&
        effects.length === 0),
    every_end_is_told_once: (s, next, _i, effects) =>
      effects.filter((e) => e.type === 'TerminalCommitted').length === (hasEnded(next) && !hasEnded(s) ? 1 : 0),
    deliveries_are_numbered_without_a_gap: (s, next, _i, effects) =>
      next.deliverySequence ===
      s.deliverySequence + effects.filter((e) => e.type === 'TerminalCommitted' || e.type === 'NotificationCommitted').length,
  },
  reachable: {
    queued: (s) => s.phase === 'Queued',
    claimed: (s) => s.phase === 'Claimed',
    running: (s) => s.phase === 'Running',
    waiting_external: (s) => s.phase === 'WaitingExternal',
    loss_observed: (s) => s.phase === 'LossObserved',
    retry_scheduled: (s) => s.phase === 'RetryScheduled',
    blocked_credentials: (s) => s.phase === 'BlockedCredentials',
    succeeded: (s) => s.phase === 'Succeeded',
    failed: (s) => s.phase === 'Failed',
    cancelled: (s) => s.phase === 'Cancelled',
    worker_lost: (s) => s.phase === 'WorkerLost',
    needs_attention: (s) => s.phase === 'NeedsAttention',
    succeeded_though_cancel_was_requested: (s) => s.phase === 'Succeeded' && s.cancelRequested,
    succeeded_at_the_second_attempt: (s) => s.phase === 'Succeeded' && s.fence === 2,
    left_an_artifact: (s) => s.phase === 'Succeeded' && s.artifacts.size > 0,
    an_artifact_was_forgotten: (s, next) => hasEnded(s) && s.artifacts.size > 0 && next.artifacts.size === 0,
    notified_and_went_on: (s) => s.phase === 'Running' && s.notifications.size > 0,
    adopted_under_its_fence: (s, next) => s.phase === 'LossObserved' && next.phase === 'Running' && next.fence === s.fence,
    cancel_reached_a_lost_process: (s) => s.phase === 'LossObserved' && s.cancelRequested && s.handle !== null,
    lost_and_done_again: (s) => s.phase === 'Running' && s.losses > 0,
    spent_its_recoveries: (_s, next, i) => i.type === 'ClassifyLoss' && next.phase === 'NeedsAttention',
    spent_its_retries: (_s, next, i) => i.type === 'FailAttempt' && next.phase === 'NeedsAttention',
    unblocked: (s, next) => s.phase === 'BlockedCredentials' && next.phase === 'Queued',
    reaped: (s, next) => s.phase === 'LossObserved' && s.handle !== null && next.phase === 'LossObserved' && next.handle === null,
    lost_at_the_very_moment: (s, _next, i) => i.type === 'ObserveLeaseExpiry' && i.observedAtMs === s.leaseExpiresAtMs,
    accepted: (s, next) => s.phase === 'Claimed' && next.phase === 'Running',
    resumed: (s, next) => s.phase === 'WaitingExternal' && next.phase === 'Running',
    asked_to_cancel_without_a_process: (s, next) => isHeld(next) && next.handle === null && !s.cancelRequested && next.cancelRequested,
    asked_again_without_a_process: (s, _next, i) => i.type === 'RequestCancel' && isHeld(s) && s.handle === null && s.cancelRequested,
  },
  refines: {
    /** One attempt at a time, each under the next fence. */
    leased: {
      abstract: 'FencedLease',
      map: {
        attempt: (s) => (isHeld(s) ? 'held' : s.phase === 'LossObserved' ? 'lost' : hasEnded(s) ? 'ended' : 'none'),
        fence: (s) => s.fence,
        holder: (s) => s.holder,
        lease: (s) => s.leaseExpiresAtMs,
        reports: (s) => s.cursor,
        written: (s) => ({ progress: s.progress, checkpoint: s.checkpoint, notifications: s.notifications, artifacts: s.artifacts }),
      },
    },
  },
} as const satisfies Promises<typeof alphabet>
