import { Clock, Holder, JobId, OccurrenceId, Realm, SessionId, TerminalKind } from '../identities.js'
import {
  alone,
  calm,
  current,
  due,
  endOf,
  grant,
  granted,
  hasBegun,
  hasEnded,
  isHeld,
  isWaiting,
  mayStartAgain,
  nextAttemptAtMs,
  nextBackoffMs,
  released,
  settled,
  writer,
} from '../attempts.js'
import { Due, Name, Payload, RestartClass, submitted, work } from '../submissions.js'
import { bool, clock, duration, id, machine, max, min, nat, opaque, option, random, same, table } from '../vocabulary.js'

const NotificationKey = id('NotificationKey')
const Fence = nat('Fence')
const Cursor = nat('Cursor')
const Failures = nat('Failures')
const Losses = nat('Losses')
const DeliverySequence = nat('DeliverySequence')
const Lease = duration('Lease')
const Backoff = duration('Backoff')
const FirstBackoff = duration('FirstBackoff')
const Jitter = duration('Jitter')
const Handle = opaque({ maxBytes: 1_024 })

const now = { observedAtMs: clock(Clock) }
const attempt = { fence: Fence, holder: Holder }
const newAttempt = { holder: Holder, workerId: Name, leaseMs: Lease }

const ended = ['Succeeded', 'Failed', 'Cancelled', 'WorkerLost', 'NeedsAttention'] as const
const held = ['Claimed', 'Running', 'WaitingExternal'] as const
const waiting = ['Queued', 'RetryScheduled', 'BlockedCredentials'] as const

/**
 * Durable work outside an agent's turn: submitted once, held by one attempt at a time under a rising fence and a lease that
 * only grows, and ended once, with its end told.
 */
export const DetachedJob = machine({
  name: 'DetachedJob',
  version: 2,
  key: { realm: Realm, jobId: JobId },
  phases: [
    /** No such job yet. */
    'Unsubmitted',
    'Queued',
    /** An attempt is granted; its runner has not accepted yet. */
    'Claimed',
    'Running',
    /** Waits for something outside, and for no process of its own; the attempt stays held. */
    'WaitingExternal',
    /** The lease ran out. What became of the attempt is not decided yet. */
    'LossObserved',
    /** Waits for its next attempt. */
    'RetryScheduled',
    /** Waits for a person or a change of policy. */
    'BlockedCredentials',
    'Succeeded',
    'Failed',
    'Cancelled',
    /** The attempt was lost and cannot be done again. */
    'WorkerLost',
    /** Nothing more is tried without a person: a budget is spent, or credentials are refused for good. */
    'NeedsAttention',
  ],
  initial: 'Unsubmitted',
  terminal: ended,
  state: {
    originSessionId: option(SessionId),
    /** The interaction that asked for the work; it survives the turns that a wake-up starts. */
    lineage: Name,
    tool: Name,
    toolVersion: Name,
    runner: Name,
    runnerVersion: Name,
    arguments: Payload,
    restartClass: RestartClass,
    /** Not before this moment is an attempt granted. */
    dueAtMs: Clock,
    /** Rises by one with every attempt; a writer that shows another one has lost the job. Reopening never moves it. */
    fence: Fence,
    /** The incarnation of the process that holds the attempt; a restarted worker is a new one. */
    holder: option(Holder),
    workerId: Name,
    leaseExpiresAtMs: Clock,
    /** How to find the process of the attempt: recorded when it starts, gone when it is known to have ended. */
    handle: option(Handle),
    /** Rises with every report, while an attempt is held. */
    cursor: Cursor,
    progress: Payload,
    /** What the next attempt starts from; empty when there is none. */
    checkpoint: Payload,
    notifications: table(NotificationKey, { sequence: DeliverySequence }, { unique: ['sequence'] }),
    /** The number of the last notification or end that was sent on its way. */
    deliverySequence: DeliverySequence,
    cancelRequested: bool,
    /** Failures that a runner reported and that were tried again. */
    failures: Failures,
    /** Losses after which the work was done again. */
    losses: Losses,
    backoffMs: Backoff,
    /** Result or failure. */
    outcome: Payload,
  },
  init: { restartClass: 'NonResumable' },
  limits: { failureBudget: Failures, lossBudget: Losses, firstBackoffMs: FirstBackoff, maxBackoffMs: Backoff, jitterMs: Jitter },
  indexes: {
    due: ['realm', 'phase', 'dueAtMs'],
    lease: ['realm', 'phase', 'leaseExpiresAtMs'],
    origin: ['realm', 'originSessionId'],
  },
  inputs: {
    Submit: { fields: { ...work, dueAtMs: Due } },
    /** A schedule submits what an occurrence planned, and waits to hear that it is accepted. */
    SubmitScheduled: { fields: { ...work, dueAtMs: Due, occurrenceId: OccurrenceId } },
    /** A worker that runs the job itself takes it. */
    ClaimAttempt: { fields: newAttempt, supplied: now },
    /** A worker takes the job for a runner that has yet to accept it. */
    OfferAttempt: { fields: newAttempt, supplied: now },
    AcceptAttempt: { fields: attempt, supplied: now, refuse: writer },
    DeclineAttempt: { fields: attempt, supplied: now, refuse: writer },
    RenewLease: { fields: { ...attempt, leaseMs: Lease }, supplied: now, refuse: writer },
    RecordHandle: { fields: { ...attempt, handle: Handle }, supplied: now, refuse: writer },
    /** The process of the attempt is gone, with its whole group. */
    RecordExit: { fields: attempt, supplied: now, refuse: writer },
    ReportProgress: {
      fields: { ...attempt, cursor: Cursor, progress: Payload },
      supplied: now,
      refuse: writer,
    },
    RecordCheckpoint: {
      fields: { ...attempt, cursor: Cursor, checkpoint: Payload },
      supplied: now,
      refuse: writer,
    },
    PostNotification: {
      fields: { ...attempt, notificationKey: NotificationKey, body: Payload },
      supplied: now,
      refuse: writer,
    },
    WaitExternally: { fields: attempt, supplied: now, refuse: writer },
    ResumeWork: { fields: attempt, supplied: now, refuse: writer },
    CompleteAttempt: {
      fields: { ...attempt, result: Payload },
      supplied: now,
      refuse: writer,
    },
    FailAttempt: {
      fields: { ...attempt, reason: Payload, retryable: bool },
      supplied: { ...now, jitterMs: random(Jitter, { upTo: 'jitterMs' }) },
      refuse: writer,
    },
    /** A worker that shuts down hands its attempt back. It costs no budget. */
    ReleaseAttempt: { fields: attempt, supplied: now, refuse: writer },
    BlockCredentials: {
      fields: { ...attempt, reason: Payload, forGood: bool },
      supplied: now,
      refuse: writer,
    },
    UnblockCredentials: { fields: {} },
    RequestCancel: { fields: {} },
    AcknowledgeCancel: { fields: attempt, supplied: now, refuse: writer },
    ObserveLeaseExpiry: { fields: { fence: Fence }, supplied: now, refuse: current },
    AdoptAttempt: {
      fields: { fence: Fence, ...newAttempt },
      supplied: now,
      refuse: current,
    },
    /** Recovery has made sure that no process of the lost attempt is left. */
    RecordReaped: { fields: { fence: Fence }, refuse: current },
    ClassifyLoss: {
      fields: { fence: Fence },
      supplied: { ...now, jitterMs: random(Jitter, { upTo: 'jitterMs' }) },
      refuse: current,
    },
    /** A session that begins to wait asks how the job ended, lest it ended before. */
    AskOutcome: { fields: { sessionId: SessionId } },
  },
  effects: {
    JobQueued: { dueAtMs: Clock },
    /** The job of this occurrence exists, and will not be forgotten. */
    SubmissionAccepted: { occurrenceId: OccurrenceId },
    /** The holder must stop the work, and acknowledge. */
    CancelRequested: { fence: Fence },
    NotificationCommitted: { originSessionId: SessionId, deliverySequence: DeliverySequence, lineage: Name, body: Payload },
    TerminalCommitted: { originSessionId: SessionId, deliverySequence: DeliverySequence, lineage: Name, kind: TerminalKind, body: Payload },
    OutcomeTold: { sessionId: SessionId, kind: TerminalKind },
  },
  transitions: {
    Submit: {
      on: 'Submit',
      from: ['Unsubmitted'],
      to: 'Queued',
      update: (_s, i) => submitted(i),
      emit: (_s, i) => [{ type: 'JobQueued', dueAtMs: i.dueAtMs }],
    },
    /** The same submission again, from a caller that did not hear the receipt: the same job. */
    SubmitAgain: {
      on: 'Submit',
      from: [...waiting, ...held, 'LossObserved', ...ended],
      to: 'same',
    },
    SubmitScheduled: {
      on: 'SubmitScheduled',
      from: ['Unsubmitted'],
      to: 'Queued',
      update: (_s, i) => submitted(i),
      emit: (_s, i) => [
        { type: 'JobQueued', dueAtMs: i.dueAtMs },
        { type: 'SubmissionAccepted', occurrenceId: i.occurrenceId },
      ],
    },
    /** The occurrence is redelivered: the same job. Its acceptance is on its way since the first time. */
    SubmitScheduledAgain: {
      on: 'SubmitScheduled',
      from: [...waiting, ...held, 'LossObserved', ...ended],
      to: 'same',
    },
    ClaimAttempt: {
      on: 'ClaimAttempt',
      from: ['Queued', 'RetryScheduled'],
      to: 'Running',
      refuse: { ...grant, ...due },
      update: (s, i) => granted(s, i),
    },
    OfferAttempt: {
      on: 'OfferAttempt',
      from: ['Queued', 'RetryScheduled'],
      to: 'Claimed',
      refuse: { ...grant, ...due },
      update: (s, i) => granted(s, i),
    },
    AcceptAttempt: { on: 'AcceptAttempt', from: ['Claimed'], to: 'Running' },
    /** The runner did not start: nothing was done, and nothing is charged. */
    DeclineAttempt: {
      on: 'DeclineAttempt',
      from: ['Claimed'],
      to: 'Queued',
      refuse: calm,
      update: () => ({ ...released }),
      emit: (s) => [{ type: 'JobQueued', dueAtMs: s.dueAtMs }],
    },
    /** A lease only grows, whatever the clock does. */
    RenewLease: {
      on: 'RenewLease',
      from: held,
      to: 'same',
      update: (s, i) => ({ leaseExpiresAtMs: max(s.leaseExpiresAtMs, i.observedAtMs + i.leaseMs) }),
    },
    RecordHandle: { on: 'RecordHandle', from: ['Running'], to: 'same', update: (_s, i) => ({ handle: i.handle }) },
    RecordExit: { on: 'RecordExit', from: ['Running'], to: 'same', update: () => ({ handle: null }) },
    /** The latest report wins. */
    ReportProgress: {
      on: 'ReportProgress',
      from: ['Running', 'WaitingExternal'],
      to: 'same',
      refuse: { report_not_newer: (s, i) => i.cursor <= s.cursor },
      update: (_s, i) => ({ cursor: i.cursor, progress: i.progress }),
    },
    RecordCheckpoint: {
      on: 'RecordCheckpoint',
      from: ['Running', 'WaitingExternal'],
      to: 'same',
      refuse: { report_not_newer: (s, i) => i.cursor <= s.cursor },
      update: (_s, i) => ({ cursor: i.cursor, checkpoint: i.checkpoint }),
    },
    /** A notification ends nothing: the attempt goes on. */
    PostNew: {
      on: 'PostNotification',
      from: ['Running', 'WaitingExternal'],
      to: 'same',
      when: (s, i) => !s.notifications.has(i.notificationKey),
      update: (s, i) => ({
        deliverySequence: s.deliverySequence + 1,
        notifications: s.notifications.put(i.notificationKey, { sequence: s.deliverySequence + 1 }),
      }),
      emit: (s, i) => [
        {
          type: 'NotificationCommitted',
          originSessionId: s.originSessionId!,
          deliverySequence: s.deliverySequence + 1,
          lineage: s.lineage,
          body: i.body,
        },
      ],
    },
    /** The same observation again, after a restart: it was sent. */
    PostAgain: {
      on: 'PostNotification',
      from: ['Running', 'WaitingExternal'],
      to: 'same',
      when: (s, i) => s.notifications.has(i.notificationKey),
    },
    /** What it waits for is not a process of its own: that would be running. */
    WaitExternally: { on: 'WaitExternally', from: ['Running'], to: 'WaitingExternal', refuse: alone },
    ResumeWork: { on: 'ResumeWork', from: ['WaitingExternal'], to: 'Running' },
    /** A result wins over a cancel that was only requested. */
    CompleteAttempt: {
      on: 'CompleteAttempt',
      from: ['Running', 'WaitingExternal'],
      to: 'Succeeded',
      update: (s, i) => ({ ...settled, outcome: i.result, deliverySequence: s.deliverySequence + 1 }),
      emit: (s, i) => endOf(s, 'Succeeded', i.result),
    },
    FailForGood: {
      on: 'FailAttempt',
      from: ['Running', 'WaitingExternal'],
      to: 'Failed',
      when: (_s, i) => !i.retryable,
      update: (s, i) => ({ ...settled, outcome: i.reason, deliverySequence: s.deliverySequence + 1 }),
      emit: (s, i) => endOf(s, 'Failed', i.reason),
    },
    /** Who asked for a cancel gets no further attempt. */
    FailCancelled: {
      on: 'FailAttempt',
      from: ['Running', 'WaitingExternal'],
      to: 'Cancelled',
      when: (s, i) => i.retryable && s.cancelRequested,
      update: (s, i) => ({ ...settled, outcome: i.reason, deliverySequence: s.deliverySequence + 1 }),
      emit: (s, i) => endOf(s, 'Cancelled', i.reason),
    },
    ScheduleRetry: {
      on: 'FailAttempt',
      from: ['Running', 'WaitingExternal'],
      to: 'RetryScheduled',
      when: (s, i, limits) => i.retryable && !s.cancelRequested && s.failures < limits.failureBudget,
      update: (s, i, limits) => ({
        ...settled,
        failures: s.failures + 1,
        backoffMs: nextBackoffMs(s, limits),
        dueAtMs: nextAttemptAtMs(s, i, limits),
      }),
      emit: (s, i, limits) => [{ type: 'JobQueued', dueAtMs: nextAttemptAtMs(s, i, limits) }],
    },
    RunOutOfRetries: {
      on: 'FailAttempt',
      from: ['Running', 'WaitingExternal'],
      to: 'NeedsAttention',
      when: (s, i, limits) => i.retryable && !s.cancelRequested && s.failures >= limits.failureBudget,
      update: (s, i) => ({ ...settled, outcome: i.reason, deliverySequence: s.deliverySequence + 1 }),
      emit: (s, i) => endOf(s, 'NeedsAttention', i.reason),
    },
    ReleaseAttempt: {
      on: 'ReleaseAttempt',
      from: ['Running', 'WaitingExternal'],
      to: 'Queued',
      refuse: { not_resumable: (s) => !mayStartAgain(s), ...alone, ...calm },
      update: () => ({ ...released }),
      emit: (s) => [{ type: 'JobQueued', dueAtMs: s.dueAtMs }],
    },
    BlockCredentials: {
      on: 'BlockCredentials',
      from: ['Claimed'],
      to: 'BlockedCredentials',
      when: (_s, i) => !i.forGood,
      refuse: calm,
      update: (_s, i) => ({ ...released, outcome: i.reason }),
    },
    RefuseCredentials: {
      on: 'BlockCredentials',
      from: ['Claimed'],
      to: 'NeedsAttention',
      when: (_s, i) => i.forGood,
      update: (s, i) => ({ ...settled, outcome: i.reason, deliverySequence: s.deliverySequence + 1 }),
      emit: (s, i) => endOf(s, 'NeedsAttention', i.reason),
    },
    UnblockCredentials: {
      on: 'UnblockCredentials',
      from: ['BlockedCredentials'],
      to: 'Queued',
      emit: (s) => [{ type: 'JobQueued', dueAtMs: s.dueAtMs }],
    },
    /** Nobody holds the job: it ends at once. */
    CancelWaiting: {
      on: 'RequestCancel',
      from: waiting,
      to: 'Cancelled',
      update: (s) => ({ cancelRequested: true, dueAtMs: 0, deliverySequence: s.deliverySequence + 1 }),
      emit: (s) => endOf(s, 'Cancelled', s.outcome),
    },
    CancelLost: {
      on: 'RequestCancel',
      from: ['LossObserved'],
      to: 'Cancelled',
      when: (s) => s.handle === null,
      update: (s) => ({ cancelRequested: true, deliverySequence: s.deliverySequence + 1 }),
      emit: (s) => endOf(s, 'Cancelled', s.outcome),
    },
    /** A request: who holds the job, or recovery, stops the work first and then acknowledges. */
    RequestCancel: {
      on: 'RequestCancel',
      from: [...held, 'LossObserved'],
      to: 'same',
      when: (s) => !s.cancelRequested && (s.phase !== 'LossObserved' || s.handle !== null),
      update: () => ({ cancelRequested: true }),
      emit: (s) => [{ type: 'CancelRequested', fence: s.fence }],
    },
    RequestCancelAgain: {
      on: 'RequestCancel',
      from: [...held, 'LossObserved'],
      to: 'same',
      when: (s) => s.cancelRequested && (s.phase !== 'LossObserved' || s.handle !== null),
    },
    /** Too late; the answer is how it ended. */
    CancelEnded: {
      on: 'RequestCancel',
      from: ended,
      to: 'same',
    },
    AcknowledgeCancel: {
      on: 'AcknowledgeCancel',
      from: held,
      to: 'Cancelled',
      refuse: { cancel_not_requested: (s) => !s.cancelRequested, ...alone },
      update: (s) => ({ ...released, deliverySequence: s.deliverySequence + 1 }),
      emit: (s) => endOf(s, 'Cancelled', s.outcome),
    },
    ObserveLeaseExpiry: {
      on: 'ObserveLeaseExpiry',
      from: held,
      to: 'LossObserved',
      refuse: { lease_alive: (s, i) => i.observedAtMs < s.leaseExpiresAtMs },
      update: () => ({ ...released }),
    },
    /** The work outlived its holder: the same attempt, the same fence, a new holder. */
    AdoptAttempt: {
      on: 'AdoptAttempt',
      from: ['LossObserved'],
      to: 'Running',
      refuse: { not_adoptable: (s) => s.restartClass !== 'Adoptable', no_process: (s) => s.handle === null, ...grant },
      update: (_s, i) => ({ holder: i.holder, workerId: i.workerId, leaseExpiresAtMs: i.observedAtMs + i.leaseMs }),
    },
    RecordReaped: { on: 'RecordReaped', from: ['LossObserved'], to: 'same', update: () => ({ handle: null }) },
    LoseCancelled: {
      on: 'ClassifyLoss',
      from: ['LossObserved'],
      to: 'Cancelled',
      when: (s) => s.cancelRequested,
      refuse: alone,
      update: (s) => ({ deliverySequence: s.deliverySequence + 1 }),
      emit: (s) => endOf(s, 'Cancelled', s.outcome),
    },
    /** It may have done half its work; nobody does it again unasked. */
    LoseForGood: {
      on: 'ClassifyLoss',
      from: ['LossObserved'],
      to: 'WorkerLost',
      when: (s) => !s.cancelRequested && !mayStartAgain(s),
      refuse: alone,
      update: (s) => ({ deliverySequence: s.deliverySequence + 1 }),
      emit: (s) => endOf(s, 'WorkerLost', s.outcome),
    },
    RecoverLoss: {
      on: 'ClassifyLoss',
      from: ['LossObserved'],
      to: 'RetryScheduled',
      when: (s, _i, limits) => !s.cancelRequested && mayStartAgain(s) && s.losses < limits.lossBudget,
      refuse: alone,
      update: (s, i, limits) => ({
        losses: s.losses + 1,
        backoffMs: nextBackoffMs(s, limits),
        dueAtMs: nextAttemptAtMs(s, i, limits),
      }),
      emit: (s, i, limits) => [{ type: 'JobQueued', dueAtMs: nextAttemptAtMs(s, i, limits) }],
    },
    /** A job that keeps killing its worker is not tried for ever. */
    RunOutOfRecoveries: {
      on: 'ClassifyLoss',
      from: ['LossObserved'],
      to: 'NeedsAttention',
      when: (s, _i, limits) => !s.cancelRequested && mayStartAgain(s) && s.losses >= limits.lossBudget,
      refuse: alone,
      update: (s) => ({ deliverySequence: s.deliverySequence + 1 }),
      emit: (s) => endOf(s, 'NeedsAttention', s.outcome),
    },
    AnswerPending: {
      on: 'AskOutcome',
      from: [...waiting, ...held, 'LossObserved'],
      to: 'same',
    },
    AnswerEnded: {
      on: 'AskOutcome',
      from: ended,
      to: 'same',
      emit: (s, i) => [
        {
          type: 'OutcomeTold',
          sessionId: i.sessionId,
          kind:
            s.phase === 'Succeeded'
              ? 'Succeeded'
              : s.phase === 'Failed'
                ? 'Failed'
                : s.phase === 'Cancelled'
                  ? 'Cancelled'
                  : s.phase === 'WorkerLost'
                    ? 'WorkerLost'
                    : 'NeedsAttention',
        },
      ],
    },
  },
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
    what_was_submitted_is_kept: (s, next) =>
      s.phase === 'Unsubmitted' ||
      (next.originSessionId === s.originSessionId &&
        next.lineage === s.lineage &&
        next.tool === s.tool &&
        next.toolVersion === s.toolVersion &&
        next.runner === s.runner &&
        next.runnerVersion === s.runnerVersion &&
        next.arguments === s.arguments &&
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
        next.restartClass === i.restartClass &&
        next.dueAtMs === i.dueAtMs),
    an_attempt_is_theirs_who_took_it: (s, next, i) =>
      next.holder === null || next.holder === s.holder || ('workerId' in i && next.holder === i.holder && next.workerId === i.workerId),
    a_lease_lasts_as_long_as_was_granted: (_s, next, i) => !('leaseMs' in i) || next.leaseExpiresAtMs >= i.observedAtMs + i.leaseMs,
    the_latest_report_stands: (s, next, i) =>
      i.type === 'ReportProgress'
        ? next.progress === i.progress && next.cursor > s.cursor && next.cursor === i.cursor
        : next.progress === s.progress,
    /** It outlives its attempt, for the next one to begin from. */
    the_latest_checkpoint_stands: (s, next, i) =>
      i.type === 'RecordCheckpoint'
        ? next.checkpoint === i.checkpoint && next.cursor > s.cursor && next.cursor === i.cursor
        : next.checkpoint === s.checkpoint,
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
    nothing_is_written_after_the_end: (s, next) => !hasEnded(s) || same(s, next),
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
        written: (s) => ({ progress: s.progress, checkpoint: s.checkpoint, notifications: s.notifications }),
      },
    },
  },
  model: {
    ci: {
      Realm: 1,
      JobId: 1,
      SessionId: 1,
      OccurrenceId: 1,
      Holder: 2,
      NotificationKey: 1,
      Clock: 2,
      Due: 0,
      Fence: 2,
      Cursor: 1,
      Failures: 1,
      Losses: 1,
      DeliverySequence: 2,
      Lease: 2,
      Backoff: 1,
      FirstBackoff: 1,
      Jitter: 0,
      Opaque: 0,
    },
    deep: {
      Realm: 1,
      JobId: 1,
      SessionId: 1,
      OccurrenceId: 1,
      Holder: 2,
      NotificationKey: 2,
      Clock: 3,
      Due: 2,
      Fence: 3,
      Cursor: 1,
      Failures: 1,
      Losses: 1,
      DeliverySequence: 3,
      Lease: 1,
      Backoff: 2,
      FirstBackoff: 1,
      Jitter: 1,
    },
  },
})
