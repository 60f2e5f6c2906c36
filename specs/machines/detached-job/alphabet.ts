import { current, writer } from '../../attempts.js'
import { Clock, Holder, JobId, OccurrenceId, Realm, SessionId, TerminalKind } from '../../identities.js'
import { Due, Name, Payload, RestartClass, work } from '../../submissions.js'
import { bool, clock, duration, id, nat, opaque, option, random, table, type Alphabet } from '../../vocabulary.js'

const NotificationKey = id('NotificationKey')
const ArtifactName = id('ArtifactName')
/** Of the bytes, by which they are found. */
const Digest = id('Digest')
const Fence = nat('Fence')
const Cursor = nat('Cursor')
const Failures = nat('Failures')
const FailureBudget = nat('FailureBudget')
const Losses = nat('Losses')
const LossBudget = nat('LossBudget')
const DeliverySequence = nat('DeliverySequence')
const Lease = duration('Lease')
const Backoff = duration('Backoff')
const FirstBackoff = duration('FirstBackoff')
const MaxBackoff = duration('MaxBackoff')
const Jitter = duration('Jitter')
const Handle = opaque({ maxBytes: 1_024 })

const now = { observedAtMs: clock(Clock) }
const attempt = { fence: Fence, holder: Holder }
const newAttempt = { holder: Holder, workerId: Name, leaseMs: Lease }

export const ended = ['Succeeded', 'Failed', 'Cancelled', 'WorkerLost', 'NeedsAttention'] as const
export const held = ['Claimed', 'Running', 'WaitingExternal'] as const
export const waiting = ['Queued', 'RetryScheduled', 'BlockedCredentials'] as const

/** What a job can be, what it is told, and what it answers. */
export const alphabet = {
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
    terms: Payload,
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
    /** What the work left beside its result. The bytes lie elsewhere, under their digest. */
    artifacts: table(ArtifactName, { digest: Digest, mediaType: Name }),
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
  limits: {
    failureBudget: FailureBudget,
    lossBudget: LossBudget,
    firstBackoffMs: FirstBackoff,
    maxBackoffMs: MaxBackoff,
    jitterMs: Jitter,
  },
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
    /** The bytes are kept already; the latest of a name stands. */
    RecordArtifact: {
      fields: { ...attempt, artifactName: ArtifactName, digest: Digest, mediaType: Name },
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
    /** The job has long ended: what it worked with and what came out is let go. That there was such a job, and how it ended, stays. */
    ForgetWork: { fields: {} },
    ForgetArtifact: { fields: { artifactName: ArtifactName } },
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
} as const satisfies Alphabet
