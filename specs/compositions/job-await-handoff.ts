import { hasEnded } from '../attempts.js'
import { AwaitBinding } from '../machines/await-binding.js'
import { DetachedJob } from '../machines/detached-job.js'
import { bool, composition, drive, fanOut, history, local, route } from '../vocabulary.js'

/**
 * A wait is released once, whichever came first: the wait or the end of the job. A wait that begins asks the job in the same
 * transaction; a job that ends tells every wait that stands then.
 */
export const JobAwaitHandoff = composition({
  name: 'JobAwaitHandoff',
  version: 2,
  machines: [DetachedJob, AwaitBinding],
  routes: {
    askOutcome: route({
      from: AwaitBinding,
      effect: 'WaitBegan',
      to: DetachedJob,
      input: 'AskOutcome',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),
      fields: (_effect, from) => ({ sessionId: from.sessionId }),
      acknowledges: ['not_in_phase'],
    }),
    tellOutcome: route({
      from: DetachedJob,
      effect: 'OutcomeTold',
      to: AwaitBinding,
      input: 'ReleaseWait',
      delivery: 'atomic',
      key: (effect, from) => ({ realm: from.realm, sessionId: effect.sessionId, jobId: from.jobId }),
      fields: (effect) => ({ kind: effect.kind }),
    }),
    releaseWaits: fanOut({
      from: DetachedJob,
      effect: 'TerminalCommitted',
      to: AwaitBinding,
      input: 'ReleaseWait',
      delivery: 'outbox',
      where: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),
      fields: (effect) => ({ kind: effect.kind }),
    }),
  },
  locals: {
    /** The session is woken, and says when it has seen it. */
    wakeWaiter: local({ from: AwaitBinding, effect: 'WaitReleased', derive: (s) => s.phase === 'Released' && !s.observed }),
  },
  environment: {
    submit: drive({ to: DetachedJob, input: 'Submit', only: { restartClass: 'Replayable' } }),
    claim: drive({ to: DetachedJob, input: 'ClaimAttempt', only: { leaseMs: 1, observedAtMs: 0 } }),
    complete: drive({ to: DetachedJob, input: 'CompleteAttempt', only: { observedAtMs: 0 } }),
    /** Before anybody holds it, so that it ends at once. */
    cancel: drive({ to: DetachedJob, input: 'RequestCancel' }),
    wait: drive({ to: AwaitBinding, input: 'BeginWait' }),
    abandon: drive({ to: AwaitBinding, input: 'AbandonWait' }),
    observe: drive({ to: AwaitBinding, input: 'ObserveRelease', on: ['wakeWaiter'] }),
  },
  history: {
    releases: history({
      of: AwaitBinding,
      fields: { released: bool, releasedTwice: bool },
      after: (s, _next, _i, effects) => ({
        released: s.released || effects.some((e) => e.type === 'WaitReleased'),
        releasedTwice: s.releasedTwice || (s.released && effects.some((e) => e.type === 'WaitReleased')),
      }),
    }),
  },
  always: {
    a_wait_is_released_once: (c) => c.AwaitBinding.every((wait) => !wait.releasedTwice),
    no_wait_is_released_before_the_end: (c) =>
      c.AwaitBinding.every((wait, at) => wait.phase !== 'Released' || hasEnded(c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!)),
    a_release_tells_how_it_ended: (c) =>
      c.AwaitBinding.every(
        (wait, at) => wait.kind === null || wait.kind === c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!.phase,
      ),
    /** Who waits for a job that has ended is about to be told. */
    no_wake_up_is_lost: (c) =>
      c.AwaitBinding.every(
        (wait, at) =>
          wait.phase !== 'Waiting' ||
          !hasEnded(c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!) ||
          c.outbox.releaseWaits.some((m) => m.from.jobId === at.jobId),
      ),
    nobody_waits_for_no_job: (c) =>
      c.AwaitBinding.every(
        (wait, at) => wait.phase !== 'Waiting' || c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!.phase !== 'Unsubmitted',
      ),
  },
  reachable: {
    the_wait_came_first: (c, next) =>
      c.AwaitBinding.some((wait, at) => wait.phase === 'Waiting' && next.AwaitBinding.get(at)!.phase === 'Released'),
    the_end_came_first: (c, next) =>
      c.AwaitBinding.some((wait, at) => wait.phase === 'Unbound' && next.AwaitBinding.get(at)!.phase === 'Released'),
    seen: (c) => c.AwaitBinding.some((wait) => wait.observed),
    cancelled_and_released: (c) => c.AwaitBinding.some((wait) => wait.kind === 'Cancelled'),
  },
  eventually: {
    a_wait_for_an_ended_job_is_released: {
      each: 'AwaitBinding',
      from: (c, at) => c.AwaitBinding.get(at)!.phase === 'Waiting' && hasEnded(c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!),
      to: (c, at) => c.AwaitBinding.get(at)!.phase !== 'Waiting',
      fair: ['deliver.releaseWaits'],
    },
    a_release_is_seen: {
      each: 'AwaitBinding',
      from: (c, at) => c.AwaitBinding.get(at)!.phase === 'Released',
      to: (c, at) => c.AwaitBinding.get(at)!.observed,
      fair: ['observe'],
    },
  },
  refines: {
    released_once: {
      each: 'AwaitBinding',
      abstract: 'AwaitOnce',
      map: {
        end: (c, at) => {
          const job = c.DetachedJob.get({ realm: at.realm, jobId: at.jobId })!
          return hasEnded(job) ? job.phase : null
        },
        waiting: (c, at) => c.AwaitBinding.get(at)!.phase === 'Waiting',
        released: (c, at) => c.AwaitBinding.get(at)!.kind,
        releases: (c, at) => {
          const wait = c.AwaitBinding.get(at)!
          return wait.releasedTwice ? 2 : wait.released ? 1 : 0
        },
      },
    },
  },
  model: {
    ci: {
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
      DeliverySequence: 1,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
    },
    deep: {
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
      Fence: 1,
      Cursor: 0,
      Failures: 0,
      FailureBudget: 0,
      Losses: 0,
      LossBudget: 0,
      DeliverySequence: 1,
      Lease: 1,
      Backoff: 0,
      MaxBackoff: 0,
      FirstBackoff: 0,
      Jitter: 0,
    },
  },
})
