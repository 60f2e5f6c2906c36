import { OccurrenceId, JobId } from '../identities.js'
import { DetachedJob } from '../machines/detached-job.js'
import { ScheduleOccurrence } from '../machines/schedule-occurrence.js'
import { compose, composition, drive, history, local, option, route } from '../vocabulary.js'

/**
 * An occurrence becomes one job, whatever is delivered again and whoever claims it again: the job's id is made of the
 * occurrence. It closes when it hears that the job is accepted.
 */
export const ScheduleJobSubmission = composition({
  name: 'ScheduleJobSubmission',
  version: 2,
  machines: [ScheduleOccurrence, DetachedJob],
  routes: {
    submission: route({
      from: ScheduleOccurrence,
      effect: 'SubmissionDue',
      to: DetachedJob,
      input: 'SubmitScheduled',
      delivery: 'outbox',
      key: (_effect, from) => ({ realm: from.realm, jobId: compose(JobId, from.occurrenceId) }),
      fields: (effect, from) => ({
        originSessionId: effect.originSessionId,
        lineage: effect.lineage,
        tool: effect.tool,
        toolVersion: effect.toolVersion,
        runner: effect.runner,
        runnerVersion: effect.runnerVersion,
        arguments: effect.arguments,
        terms: effect.terms,
        restartClass: effect.restartClass,
        dueAtMs: effect.dueAtMs,
        occurrenceId: from.occurrenceId,
      }),
    }),
    acceptance: route({
      from: DetachedJob,
      effect: 'SubmissionAccepted',
      to: ScheduleOccurrence,
      input: 'RecordAcceptance',
      delivery: 'outbox',
      key: (effect, from) => ({ realm: from.realm, occurrenceId: effect.occurrenceId }),
      fields: () => ({}),
    }),
  },
  locals: {
    /** Schedulers look for what is due, and for claims that ran out. */
    wakeSchedulers: local({
      from: ScheduleOccurrence,
      effect: 'OccurrencePlanned',
      derive: (s) => s.phase === 'Planned' || s.phase === 'Claimed',
    }),
  },
  environment: {
    /** No two of its texts are alike, so that none stands in the place of another unseen. */
    plan: drive({
      to: ScheduleOccurrence,
      input: 'Plan',
      only: {
        lineage: 'Text_2',
        tool: 'Text_3',
        toolVersion: 'Text_4',
        runner: 'Text_5',
        runnerVersion: 'Text_6',
        arguments: 'Opaque_2',
        terms: 'Opaque_3',
        restartClass: 'Replayable',
        whenLate: 'Miss',
        graceMs: 0,
      },
    }),
    claim: drive({ to: ScheduleOccurrence, input: 'ClaimOccurrence', only: { leaseMs: 1 }, on: ['wakeSchedulers'] }),
    send: drive({ to: ScheduleOccurrence, input: 'SubmitOccurrence', only: { observedAtMs: 0 } }),
    miss: drive({ to: ScheduleOccurrence, input: 'ObserveMissed' }),
  },
  history: {
    /** For which occurrence the job was made. */
    origins: history({
      of: DetachedJob,
      fields: { madeFor: option(OccurrenceId) },
      after: (s, _next, i) => ({ madeFor: i.type === 'SubmitScheduled' && s.madeFor === null ? i.occurrenceId : s.madeFor }),
    }),
  },
  always: {
    an_occurrence_is_one_job: (c) =>
      c.ScheduleOccurrence.every((_occurrence, at) => c.DetachedJob.count((job) => job.madeFor === at.occurrenceId) <= 1),
    /** Closed is accepted: the job is there. */
    none_closes_before_its_job_is_accepted: (c) =>
      c.ScheduleOccurrence.every(
        (occurrence, at) => occurrence.phase !== 'Submitted' || c.DetachedJob.some((job) => job.madeFor === at.occurrenceId),
      ),
    a_job_is_what_was_planned: (c) =>
      c.DetachedJob.every(
        (job) =>
          job.madeFor === null ||
          c.ScheduleOccurrence.some(
            (occurrence, at) =>
              at.occurrenceId === job.madeFor &&
              occurrence.originSessionId === job.originSessionId &&
              occurrence.lineage === job.lineage &&
              occurrence.tool === job.tool &&
              occurrence.toolVersion === job.toolVersion &&
              occurrence.runner === job.runner &&
              occurrence.runnerVersion === job.runnerVersion &&
              occurrence.arguments === job.arguments &&
              occurrence.terms === job.terms &&
              occurrence.restartClass === job.restartClass &&
              occurrence.dueAtMs === job.dueAtMs,
          ),
      ),
    no_job_comes_of_nothing: (c) =>
      c.DetachedJob.every(
        (job) =>
          job.madeFor === null ||
          c.ScheduleOccurrence.some(
            (occurrence, at) => at.occurrenceId === job.madeFor && (occurrence.phase === 'Claimed' || occurrence.phase === 'Submitted'),
          ),
      ),
    what_is_missed_is_no_job: (c) =>
      c.ScheduleOccurrence.every(
        (occurrence, at) => occurrence.phase !== 'Missed' || !c.DetachedJob.some((job) => job.madeFor === at.occurrenceId),
      ),
  },
  reachable: {
    sent_under_two_claims: (c) => c.ScheduleOccurrence.some((occurrence) => occurrence.fence === 2 && occurrence.phase === 'Submitted'),
    two_messages_for_one_job: (c) => c.outbox.submission.some((m) => m.effect.fence === 2),
    missed: (c) => c.ScheduleOccurrence.some((occurrence) => occurrence.phase === 'Missed'),
    all_closed: (c) => c.ScheduleOccurrence.every((occurrence) => occurrence.phase === 'Submitted'),
  },
  eventually: {
    what_is_planned_is_closed_or_missed: {
      each: 'ScheduleOccurrence',
      from: (c, at) => c.ScheduleOccurrence.get(at)!.phase === 'Planned',
      to: (c, at) => c.ScheduleOccurrence.get(at)!.phase === 'Submitted' || c.ScheduleOccurrence.get(at)!.phase === 'Missed',
      fair: ['claim', 'send', 'deliver.submission', 'deliver.acceptance'],
    },
  },
  refines: {
    one_job_each: {
      each: 'ScheduleOccurrence',
      abstract: 'OneJobEach',
      map: {
        moment: (c, at) => {
          const { phase } = c.ScheduleOccurrence.get(at)!
          return phase === 'Submitted' ? 'closed' : phase === 'Missed' ? 'missed' : 'open'
        },
        jobs: (c, at) => c.DetachedJob.count((job) => job.madeFor === at.occurrenceId),
      },
    },
  },
  model: {
    ci: {
      Realm: 1,
      OccurrenceId: 2,
      SessionId: 1,
      Holder: 1,
      NotificationKey: 1,
      ArtifactName: 1,
      Digest: 1,
      Clock: 2,
      Due: 0,
      Claims: 2,
      Grace: 0,
      Fence: 0,
      Cursor: 0,
      Failures: 0,
      FailureBudget: 0,
      Losses: 0,
      LossBudget: 0,
      DeliverySequence: 0,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
      Text: 6,
      Opaque: 3,
    },
    deep: {
      Realm: 1,
      OccurrenceId: 2,
      SessionId: 1,
      Holder: 2,
      NotificationKey: 1,
      ArtifactName: 1,
      Digest: 1,
      Clock: 3,
      Due: 1,
      Claims: 3,
      Grace: 1,
      Fence: 0,
      Cursor: 0,
      Failures: 0,
      FailureBudget: 0,
      Losses: 0,
      LossBudget: 0,
      DeliverySequence: 0,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
      Text: 6,
      Opaque: 3,
    },
  },
})
