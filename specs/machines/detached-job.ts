import { alone, calm, due, endOf, grant, granted, mayStartAgain, nextAttemptAtMs, nextBackoffMs, released, settled } from '../attempts.js'
import { submitted } from '../submissions.js'
import { machine, max } from '../vocabulary.js'
import { alphabet, ended, held, waiting } from './detached-job/alphabet.js'
import { promises } from './detached-job/promises.js'

/**
 * Durable work outside an agent's turn: submitted once, held by one attempt at a time under a rising fence and a lease that
 * only grows, and ended once, with its end told.
 */
export const DetachedJob = machine({
  name: 'DetachedJob',
  version: 4,
  ...alphabet,
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
    RecordArtifact: {
      on: 'RecordArtifact',
      from: ['Running', 'WaitingExternal'],
      to: 'same',
      update: (s, i) => ({ artifacts: s.artifacts.put(i.artifactName, { digest: i.digest, mediaType: i.mediaType }) }),
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
    ForgetWork: {
      on: 'ForgetWork',
      from: ended,
      to: 'same',
      update: () => ({ arguments: '', terms: '', progress: '', checkpoint: '', outcome: '' }),
    },
    ForgetArtifact: {
      on: 'ForgetArtifact',
      from: ended,
      to: 'same',
      update: (s, i) => ({ artifacts: s.artifacts.remove(i.artifactName) }),
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
  ...promises,
  model: {
    ci: {
      Realm: 1,
      JobId: 1,
      SessionId: 1,
      OccurrenceId: 1,
      Holder: 2,
      NotificationKey: 1,
      ArtifactName: 1,
      Digest: 1,
      Clock: 2,
      Due: 0,
      Fence: 2,
      Cursor: 1,
      Failures: 2,
      FailureBudget: 1,
      Losses: 2,
      LossBudget: 1,
      DeliverySequence: 2,
      Lease: 2,
      Backoff: 2,
      FirstBackoff: 1,
      MaxBackoff: 1,
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
      ArtifactName: 1,
      Digest: 1,
      Clock: 3,
      Due: 2,
      Fence: 3,
      Cursor: 1,
      Failures: 2,
      FailureBudget: 1,
      Losses: 2,
      LossBudget: 1,
      DeliverySequence: 3,
      Lease: 1,
      Backoff: 3,
      FirstBackoff: 1,
      MaxBackoff: 2,
      Jitter: 1,
    },
  },
})
