import { DetachedJob } from '../machines/detached-job.js'
import { DeliveryId, RuntimeDelivery } from '../machines/runtime-delivery.js'
import { compose, composition, local, route } from '../vocabulary.js'

/** What a job sends, its notifications and its end, reaches the inbox of the session that it comes from: each once, in order. */
export const JobRuntimeDelivery = composition({
  name: 'JobRuntimeDelivery',
  version: 1,
  machines: [DetachedJob, RuntimeDelivery],
  routes: {
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
        lineage: effect.lineage,
        body: effect.body,
      }),
    }),
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
})
