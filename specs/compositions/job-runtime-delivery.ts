import { hasEnded, isHeld, isWaiting } from '../attempts.js'
import { DetachedJob } from '../machines/detached-job.js'
import { DeliveryId, RuntimeDelivery } from '../machines/runtime-delivery.js'
import { bool, compose, composition, drive, history, local, nat, route, same, set } from '../vocabulary.js'

/** What a job sends, its notifications and its end, reaches the inbox of the session that it comes from: each once, in order. */
export const JobRuntimeDelivery = composition({
  name: 'JobRuntimeDelivery',
  version: 2,
  machines: [DetachedJob, RuntimeDelivery],
  routes: {
    /** It is shown to the session, and opens no provider turn. */
    notificationToInbox: route({
      from: DetachedJob,
      effect: 'NotificationCommitted',
      to: RuntimeDelivery,
      input: 'CommitDelivery',
      delivery: 'outbox',
      key: (effect, from) => ({ realm: from.realm, sessionId: effect.originSessionId }),
      fields: (effect, from) => ({
        deliveryId: compose(DeliveryId, from.jobId, effect.deliverySequence),
        jobId: from.jobId,
        sourceSequence: effect.deliverySequence,
        kind: 'notification',
        handling: null,
        lineage: effect.lineage,
        body: effect.body,
      }),
    }),
    /** Whoever asked for the work goes on with it. */
    terminalToInbox: route({
      from: DetachedJob,
      effect: 'TerminalCommitted',
      to: RuntimeDelivery,
      input: 'CommitDelivery',
      delivery: 'outbox',
      key: (effect, from) => ({ realm: from.realm, sessionId: effect.originSessionId }),
      fields: (effect, from) => ({
        deliveryId: compose(DeliveryId, from.jobId, effect.deliverySequence),
        jobId: from.jobId,
        sourceSequence: effect.deliverySequence,
        kind: 'terminal',
        handling: 'steer',
        lineage: effect.lineage,
        body: effect.body,
      }),
    }),
  },
  locals: {
    /** Workers look for work. */
    wakeWorkers: local({
      from: DetachedJob,
      effect: 'JobQueued',
      derive: (s) => s.phase === 'Queued' || s.phase === 'RetryScheduled',
    }),
    /** The holder stops the work. */
    stopWork: local({
      from: DetachedJob,
      effect: 'CancelRequested',
      derive: (s) => s.cancelRequested && s.holder !== null,
    }),
    /** The session looks into its inbox, and goes on until everything is applied. */
    wakeSession: local({ from: RuntimeDelivery, effect: 'DeliveryCommitted', derive: (s) => s.appliedCursor < s.nextSequence }),
    wakeSessionAgain: local({ from: RuntimeDelivery, effect: 'DeliveryReused', derive: (s) => s.appliedCursor < s.nextSequence }),
    applyNext: local({ from: RuntimeDelivery, effect: 'DeliveryApplied', derive: (s) => s.appliedCursor < s.nextSequence }),
  },
  environment: {
    submit: drive({ to: DetachedJob, input: 'Submit', only: { restartClass: 'Replayable' } }),
    claim: drive({ to: DetachedJob, input: 'ClaimAttempt', only: { leaseMs: 1, observedAtMs: 0 }, on: ['wakeWorkers'] }),
    post: drive({ to: DetachedJob, input: 'PostNotification', only: { observedAtMs: 0 } }),
    /** The first attempt is lost, and may speak late; the second does the work. */
    complete: drive({ to: DetachedJob, input: 'CompleteAttempt', only: { fence: 2, observedAtMs: 0 } }),
    expire: drive({ to: DetachedJob, input: 'ObserveLeaseExpiry', only: { fence: 1, observedAtMs: 1 } }),
    classify: drive({ to: DetachedJob, input: 'ClassifyLoss', only: { observedAtMs: 0 } }),
    apply: drive({ to: RuntimeDelivery, input: 'MarkApplied', on: ['wakeSession'] }),
  },
  history: {
    /** How often the job was claimed, and whether an attempt before the last one changed anything: by this count, not by the fence. */
    attempts: history({
      of: DetachedJob,
      fields: { claims: nat('Fence'), lateWrite: bool },
      after: (s, next, i, effects) => ({
        claims: i.type === 'ClaimAttempt' ? s.claims + 1 : s.claims,
        lateWrite: s.lateWrite || ('fence' in i && i.fence < s.claims && (!same(s, next) || effects.length > 0)),
      }),
    }),
    /** Which deliveries were applied. */
    applications: history({
      of: RuntimeDelivery,
      fields: { applied: set(DeliveryId), appliedTwice: bool },
      after: (s, next, i) => ({
        applied: i.type === 'MarkApplied' && next.appliedCursor !== s.appliedCursor ? s.applied.add(i.deliveryId) : s.applied,
        appliedTwice: s.appliedTwice || (i.type === 'MarkApplied' && next.appliedCursor !== s.appliedCursor && s.applied.has(i.deliveryId)),
      }),
    }),
  },
  always: {
    each_is_applied_once: (c) => c.RuntimeDelivery.every((inbox) => !inbox.appliedTwice),
    /** After every step, what was applied is what stands first. */
    each_is_applied_in_its_turn: (c) =>
      c.RuntimeDelivery.every(
        (inbox) =>
          inbox.applied.size === inbox.appliedCursor &&
          inbox.deliveries.every((d, deliveryId) => d.sequence <= inbox.appliedCursor === inbox.applied.has(deliveryId)),
      ),
    /** In the order of the job. */
    each_job_is_heard_in_order: (c) =>
      c.RuntimeDelivery.every((inbox) =>
        inbox.deliveries.every((a) =>
          inbox.deliveries.every((b) => a.jobId !== b.jobId || a.sourceSequence >= b.sourceSequence || a.sequence < b.sequence),
        ),
      ),
    no_notification_is_acknowledged_before_it_is_committed: (c) =>
      c.DetachedJob.every((job, at) =>
        job.notifications.every(
          (n) =>
            c.outbox.notificationToInbox.some((m) => m.from.jobId === at.jobId && m.effect.deliverySequence === n.sequence) ||
            c.RuntimeDelivery.some(
              (inbox, to) =>
                to.sessionId === job.originSessionId &&
                inbox.deliveries.some((d) => d.jobId === at.jobId && d.sourceSequence === n.sequence && d.kind === 'notification'),
            ),
        ),
      ),
    no_end_is_acknowledged_before_it_is_committed: (c) =>
      c.DetachedJob.every(
        (job, at) =>
          !hasEnded(job) ||
          c.outbox.terminalToInbox.some((m) => m.from.jobId === at.jobId) ||
          c.RuntimeDelivery.some(
            (inbox, to) =>
              to.sessionId === job.originSessionId &&
              inbox.deliveries.some((d) => d.jobId === at.jobId && d.sourceSequence === job.deliverySequence && d.kind === 'terminal'),
          ),
      ),
    an_end_asks_for_work_and_a_notification_for_none: (c) =>
      c.RuntimeDelivery.every((inbox) =>
        inbox.deliveries.every((d) => (d.kind === 'terminal' ? d.handling === 'steer' : d.handling === null)),
      ),
    nothing_is_invented: (c) =>
      c.RuntimeDelivery.every((inbox, to) =>
        inbox.deliveries.every((d) =>
          c.DetachedJob.some(
            (job, at) =>
              at.jobId === d.jobId &&
              job.originSessionId === to.sessionId &&
              (d.kind === 'notification'
                ? job.notifications.some((n) => n.sequence === d.sourceSequence)
                : hasEnded(job) && d.sourceSequence === job.deliverySequence),
          ),
        ),
      ),
    no_attempt_writes_after_the_next_claim: (c) => c.DetachedJob.every((job) => !job.lateWrite),
    nothing_is_written_after_the_end: (c, next) => c.DetachedJob.every((job, at) => !hasEnded(job) || same(job, next.DetachedJob.get(at)!)),
  },
  reachable: {
    done_again_and_heard: (c) =>
      c.DetachedJob.some((job, at) =>
        c.RuntimeDelivery.some(
          (inbox) =>
            job.claims === 2 &&
            inbox.deliveries.some((d) => d.jobId === at.jobId && d.kind === 'terminal' && d.sequence <= inbox.appliedCursor),
        ),
      ),
    everybody_is_heard: (c) => c.RuntimeDelivery.some((inbox) => inbox.appliedCursor === 4),
  },
  eventually: {
    an_end_is_applied: {
      each: 'DetachedJob',
      from: (c, at) => hasEnded(c.DetachedJob.get(at)!),
      to: (c, at) =>
        c.RuntimeDelivery.some((inbox) =>
          inbox.deliveries.some((d) => d.jobId === at.jobId && d.kind === 'terminal' && d.sequence <= inbox.appliedCursor),
        ),
      fair: ['deliver.notificationToInbox', 'deliver.terminalToInbox', 'apply'],
      strong: ['acknowledge.notificationToInbox'],
    },
    /** Workers are woken for it, again after a crash. */
    what_waits_is_claimed: {
      each: 'DetachedJob',
      from: (c, at) => isWaiting(c.DetachedJob.get(at)!),
      to: (c, at) => !isWaiting(c.DetachedJob.get(at)!),
      fair: ['claim'],
    },
    /** An attempt comes to its end, or its lease does; what is lost then is decided. */
    an_expired_lease_is_classified: {
      each: 'DetachedJob',
      from: (c, at) => isHeld(c.DetachedJob.get(at)!) || c.DetachedJob.get(at)!.phase === 'LossObserved',
      to: (c, at) => !isHeld(c.DetachedJob.get(at)!) && c.DetachedJob.get(at)!.phase !== 'LossObserved',
      fair: ['complete', 'expire', 'classify'],
    },
  },
  refines: {
    exactly_once_in_order: {
      abstract: 'ExactlyOnceInbox',
      map: {
        sent: (c) => c.DetachedJob.map((job) => ({ count: job.deliverySequence })),
        underway: (c) => ({ notificationToInbox: c.outbox.notificationToInbox, terminalToInbox: c.outbox.terminalToInbox }),
        inboxes: (c) =>
          c.RuntimeDelivery.map((inbox, to) => ({
            applied: inbox.appliedCursor,
            places: inbox.deliveries.map((d) => ({
              place: d.sequence,
              source: { realm: to.realm, jobId: d.jobId },
              number: d.sourceSequence,
            })),
          })),
      },
    },
  },
  model: {
    ci: {
      Realm: 1,
      JobId: 2,
      SessionId: 1,
      OccurrenceId: 1,
      Holder: 1,
      NotificationKey: 1,
      ArtifactName: 1,
      Digest: 1,
      Clock: 1,
      Due: 0,
      Fence: 2,
      Cursor: 0,
      Failures: 0,
      FailureBudget: 0,
      Losses: 1,
      LossBudget: 1,
      DeliverySequence: 2,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
      Sequence: 4,
      SourceSequence: 2,
    },
    deep: {
      Realm: 1,
      JobId: 2,
      SessionId: 2,
      OccurrenceId: 1,
      Holder: 1,
      NotificationKey: 1,
      ArtifactName: 1,
      Digest: 1,
      Clock: 1,
      Due: 0,
      Fence: 2,
      Cursor: 0,
      Failures: 0,
      FailureBudget: 0,
      Losses: 1,
      LossBudget: 1,
      DeliverySequence: 2,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
      Sequence: 4,
      SourceSequence: 2,
    },
  },
})
