import { hasEnded } from '../attempts.js'
import { DetachedJob } from '../machines/detached-job.js'
import { DeliveryId, RuntimeDelivery } from '../machines/runtime-delivery.js'
import { Subscription } from '../machines/subscription.js'
import { bool, compose, composition, drive, fanOut, history, nat, oneOf, option, route, same, set } from '../vocabulary.js'

const DeliverySequence = nat('DeliverySequence')

/**
 * What a job sends reaches every session that subscribed to it, once, and as that session wants it: kept, shown, or as work that
 * steers or queues. Who subscribes from now on hears from now on.
 */
export const JobSubscriptionDelivery = composition({
  name: 'JobSubscriptionDelivery',
  version: 1,
  machines: [DetachedJob, Subscription, RuntimeDelivery],
  routes: {
    tellNotification: fanOut({
      from: DetachedJob,
      effect: 'NotificationCommitted',
      to: Subscription,
      input: 'Receive',
      delivery: 'outbox',
      where: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),
      fields: (effect) => ({ sequence: effect.deliverySequence, end: null, lineage: effect.lineage, body: effect.body }),
    }),
    tellEnd: fanOut({
      from: DetachedJob,
      effect: 'TerminalCommitted',
      to: Subscription,
      input: 'Receive',
      delivery: 'outbox',
      where: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),
      fields: (effect) => ({ sequence: effect.deliverySequence, end: effect.kind, lineage: effect.lineage, body: effect.body }),
    }),
    /** The subscription and the inbox are the session's own: what the one receives the other has. */
    handOn: route({
      from: Subscription,
      effect: 'DeliveryDue',
      to: RuntimeDelivery,
      input: 'CommitDelivery',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, sessionId: from.sessionId }),
      fields: (effect, from) => ({
        deliveryId: compose(DeliveryId, from.jobId, effect.sequence),
        jobId: from.jobId,
        sourceSequence: effect.sequence,
        kind: effect.end === null ? 'notification' : 'terminal',
        handling: effect.handling,
        lineage: effect.lineage,
        body: effect.body,
      }),
    }),
  },
  locals: {},
  environment: {
    submit: drive({ to: DetachedJob, input: 'Submit', only: { restartClass: 'Replayable' } }),
    claim: drive({ to: DetachedJob, input: 'ClaimAttempt', only: { leaseMs: 1, observedAtMs: 0 } }),
    post: drive({ to: DetachedJob, input: 'PostNotification', only: { observedAtMs: 0 } }),
    complete: drive({ to: DetachedJob, input: 'CompleteAttempt', only: { observedAtMs: 0 } }),
    subscribe: drive({ to: Subscription, input: 'Subscribe' }),
    unsubscribe: drive({ to: Subscription, input: 'Unsubscribe' }),
  },
  history: {
    /** What the session wants by its own words, and what came while it wanted so. */
    wishes: history({
      of: Subscription,
      fields: {
        wish: option(oneOf('record', 'notification', 'steer', 'queue')),
        recorded: set(DeliverySequence),
        shown: set(DeliverySequence),
        steered: set(DeliverySequence),
        queued: set(DeliverySequence),
        heardTwice: bool,
      },
      after: (s, next, i) => ({
        wish:
          i.type === 'Subscribe'
            ? i.kind === 'record'
              ? 'record'
              : i.kind === 'notification'
                ? 'notification'
                : (i.handling ?? 'steer')
            : i.type === 'Unsubscribe'
              ? null
              : s.wish,
        recorded: i.type === 'Receive' && next.received !== s.received && s.wish === 'record' ? s.recorded.add(i.sequence) : s.recorded,
        shown: i.type === 'Receive' && next.received !== s.received && s.wish === 'notification' ? s.shown.add(i.sequence) : s.shown,
        steered: i.type === 'Receive' && next.received !== s.received && s.wish === 'steer' ? s.steered.add(i.sequence) : s.steered,
        queued: i.type === 'Receive' && next.received !== s.received && s.wish === 'queue' ? s.queued.add(i.sequence) : s.queued,
        heardTwice:
          s.heardTwice ||
          (i.type === 'Receive' &&
            next.received !== s.received &&
            (s.recorded.has(i.sequence) || s.shown.has(i.sequence) || s.steered.has(i.sequence) || s.queued.has(i.sequence))),
      }),
    }),
  },
  always: {
    each_is_received_once: (c) => c.Subscription.every((s) => !s.heardTwice),
    /** What is recorded is kept, and stands in no inbox. */
    a_record_is_delivered_to_nobody: (c) =>
      c.Subscription.every((s, at) =>
        s.recorded.every(
          (sequence) =>
            s.records.has(sequence) &&
            !c.RuntimeDelivery.some(
              (inbox, to) =>
                to.sessionId === at.sessionId && inbox.deliveries.some((d) => d.jobId === at.jobId && d.sourceSequence === sequence),
            ),
        ),
      ),
    a_notification_is_shown_and_asks_for_no_work: (c) =>
      c.Subscription.every((s, at) =>
        s.shown.every((sequence) =>
          c.RuntimeDelivery.some(
            (inbox, to) =>
              to.sessionId === at.sessionId &&
              inbox.deliveries.some((d) => d.jobId === at.jobId && d.sourceSequence === sequence && d.handling === null),
          ),
        ),
      ),
    an_event_steers_where_that_is_wished: (c) =>
      c.Subscription.every((s, at) =>
        s.steered.every((sequence) =>
          c.RuntimeDelivery.some(
            (inbox, to) =>
              to.sessionId === at.sessionId &&
              inbox.deliveries.some((d) => d.jobId === at.jobId && d.sourceSequence === sequence && d.handling === 'steer'),
          ),
        ),
      ),
    an_event_queues_where_that_is_wished: (c) =>
      c.Subscription.every((s, at) =>
        s.queued.every((sequence) =>
          c.RuntimeDelivery.some(
            (inbox, to) =>
              to.sessionId === at.sessionId &&
              inbox.deliveries.some((d) => d.jobId === at.jobId && d.sourceSequence === sequence && d.handling === 'queue'),
          ),
        ),
      ),
    an_end_is_told_as_an_end: (c) =>
      c.RuntimeDelivery.every((inbox) =>
        inbox.deliveries.every((d) =>
          c.DetachedJob.some(
            (job, at) => at.jobId === d.jobId && (d.kind === 'terminal') === (hasEnded(job) && d.sourceSequence === job.deliverySequence),
          ),
        ),
      ),
    nothing_is_invented: (c) =>
      c.RuntimeDelivery.every((inbox, to) =>
        inbox.deliveries.every((d) =>
          c.Subscription.some(
            (s, at) =>
              at.sessionId === to.sessionId &&
              at.jobId === d.jobId &&
              (s.shown.has(d.sourceSequence) || s.steered.has(d.sourceSequence) || s.queued.has(d.sourceSequence)),
          ),
        ),
      ),
    who_does_not_ask_hears_nothing: (c, next) =>
      c.Subscription.every(
        (s, at) =>
          s.wish !== null ||
          (next.Subscription.get(at)!.records.size === s.records.size &&
            next.RuntimeDelivery.every(
              (inbox, to) =>
                to.sessionId !== at.sessionId ||
                inbox.deliveries.every((d, id) => d.jobId !== at.jobId || c.RuntimeDelivery.get(to)!.deliveries.has(id)),
            )),
      ),
    no_end_comes_early: (c) =>
      c.Subscription.every((s, at) => s.phase !== 'Ended' || hasEnded(c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!)),
    unsubscribing_leaves_the_job_alone: (c, next) =>
      !c.Subscription.some((s, at) => s.phase === 'Subscribed' && next.Subscription.get(at)!.phase === 'Withdrawn') ||
      c.DetachedJob.every((job, at) => same(job, next.DetachedJob.get(at)!)),
  },
  reachable: {
    everybody_hears_the_end: (c) => c.Subscription.every((s) => s.phase === 'Ended' && s.wish !== null),
    kept: (c) => c.Subscription.some((s) => s.records.size > 0),
    shown: (c) => c.RuntimeDelivery.some((inbox) => inbox.deliveries.some((d) => d.kind === 'notification' && d.handling === null)),
    steers: (c) => c.RuntimeDelivery.some((inbox) => inbox.deliveries.some((d) => d.handling === 'steer')),
    queues: (c) => c.RuntimeDelivery.some((inbox) => inbox.deliveries.some((d) => d.handling === 'queue')),
    the_job_goes_on_unheard: (c) =>
      c.Subscription.some((s) => s.phase === 'Withdrawn') && c.DetachedJob.some((job) => job.phase === 'Running'),
  },
  eventually: {
    /** Who asked before the end, and still asks, hears of it. */
    the_end_is_heard: {
      each: 'Subscription',
      from: (c, at) =>
        c.Subscription.get(at)!.phase === 'Subscribed' && c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!.phase === 'Running',
      to: (c, at) => c.Subscription.get(at)!.phase !== 'Subscribed',
      fair: ['complete', 'deliver.tellNotification', 'deliver.tellEnd'],
      strong: ['acknowledge.tellNotification'],
    },
  },
  refines: {
    heard_as_wished: {
      each: 'Subscription',
      abstract: 'HeardAsWished',
      map: {
        wish: (c, at) => c.Subscription.get(at)!.wish,
        kept: (c, at) => c.Subscription.get(at)!.records.map((kept) => ({ end: kept.end, body: kept.body })),
        arrived: (c, at) =>
          c.RuntimeDelivery.get({ realm: at.realm, sessionId: at.sessionId })!
            .deliveries.filter((d) => d.jobId === at.jobId)
            .map((d) => ({ number: d.sourceSequence, handling: d.handling })),
      },
    },
  },
  model: {
    ci: {
      Realm: 1,
      JobId: 1,
      SessionId: 1,
      OccurrenceId: 1,
      Holder: 1,
      NotificationKey: 1,
      ArtifactName: 1,
      Digest: 1,
      Clock: 1,
      Due: 0,
      Fence: 1,
      Cursor: 0,
      Failures: 0,
      FailureBudget: 0,
      Losses: 0,
      LossBudget: 0,
      DeliverySequence: 2,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
      Sequence: 2,
      SourceSequence: 2,
    },
    deep: {
      Realm: 1,
      JobId: 1,
      SessionId: 2,
      OccurrenceId: 1,
      Holder: 1,
      NotificationKey: 1,
      ArtifactName: 1,
      Digest: 1,
      Clock: 1,
      Due: 0,
      Fence: 1,
      Cursor: 0,
      Failures: 0,
      FailureBudget: 0,
      Losses: 0,
      LossBudget: 0,
      DeliverySequence: 2,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
      Sequence: 2,
      SourceSequence: 2,
    },
  },
})
