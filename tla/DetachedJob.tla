---- MODULE DetachedJob ----
(* Generated from specs/machines/detached-job.ts. Do not edit.
   Durable work outside an agent's turn: submitted once, held by one attempt at a time under a rising fence and a lease that
   only grows, and ended once, with its end told. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,                  (* no row, no value *)
  SessionIds,            (* the ids of the model: SessionId *)
  Holders,               (* the ids of the model: Holder *)
  ArtifactNames,         (* the ids of the model: ArtifactName *)
  Digests,               (* the ids of the model: Digest *)
  NotificationKeys,      (* the ids of the model: NotificationKey *)
  OccurrenceIds,         (* the ids of the model: OccurrenceId *)
  Texts_,                (* the texts of the model *)
  GivenTexts,            (* of these texts, what inputs carry *)
  Opaques_,              (* the opaque values of the model *)
  GivenOpaques,          (* of these opaque values, what inputs carry *)
  MaxClock,              (* Clock: 0 to this *)
  MaxFence,              (* Fence: 0 to this *)
  MaxCursor,             (* Cursor: 0 to this *)
  MaxDeliverySequence,   (* DeliverySequence: 0 to this *)
  MaxFailures,           (* Failures: 0 to this *)
  MaxLosses,             (* Losses: 0 to this *)
  MaxBackoff,            (* Backoff: 0 to this *)
  MaxFailureBudget,      (* FailureBudget: 0 to this *)
  MaxLossBudget,         (* LossBudget: 0 to this *)
  MaxFirstBackoff,       (* FirstBackoff: 0 to this *)
  MaxMaxBackoff,         (* MaxBackoff: 0 to this *)
  MaxJitter,             (* Jitter: 0 to this *)
  MaxDue,                (* Due: 0 to this *)
  MaxLease,              (* Lease: 0 to this *)
  Limit_failureBudget,   (* the limit failureBudget *)
  Limit_lossBudget,      (* the limit lossBudget *)
  Limit_firstBackoffMs,  (* the limit firstBackoffMs *)
  Limit_maxBackoffMs,    (* the limit maxBackoffMs *)
  Limit_jitterMs         (* the limit jitterMs *)

ClockDomain == (0..MaxClock)
FenceDomain == (0..MaxFence)
CursorDomain == (0..MaxCursor)
DeliverySequenceDomain == (0..MaxDeliverySequence)
FailuresDomain == (0..MaxFailures)
LossesDomain == (0..MaxLosses)
BackoffDomain == (0..MaxBackoff)
FailureBudgetDomain == (0..MaxFailureBudget)
LossBudgetDomain == (0..MaxLossBudget)
FirstBackoffDomain == (0..MaxFirstBackoff)
MaxBackoffDomain == (0..MaxMaxBackoff)
JitterDomain == (0..MaxJitter)
DueDomain == (0..MaxDue)
LeaseDomain == (0..MaxLease)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

Larger(a, b) == (IF (a >= b) THEN a ELSE b)

Smaller(a, b) == (IF (a <= b) THEN a ELSE b)

InitialState ==
  [phase |-> "Unsubmitted",
   originSessionId |-> NULL,
   lineage |-> "",
   tool |-> "",
   toolVersion |-> "",
   runner |-> "",
   runnerVersion |-> "",
   arguments |-> "",
   terms |-> "",
   restartClass |-> "NonResumable",
   dueAtMs |-> 0,
   fence |-> 0,
   holder |-> NULL,
   workerId |-> "",
   leaseExpiresAtMs |-> 0,
   handle |-> NULL,
   cursor |-> 0,
   progress |-> "",
   checkpoint |-> "",
   artifacts |-> [k \in ArtifactNames |-> NULL],
   notifications |-> [k \in NotificationKeys |-> NULL],
   deliverySequence |-> 0,
   cancelRequested |-> FALSE,
   failures |-> 0,
   losses |-> 0,
   backoffMs |-> 0,
   outcome |-> ""]

In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) ==
  [type |-> "Submit", originSessionId |-> originSessionId, lineage |-> lineage, tool |-> tool, toolVersion |-> toolVersion, runner |-> runner, runnerVersion |-> runnerVersion, arguments |-> arguments, terms |-> terms, restartClass |-> restartClass, dueAtMs |-> dueAtMs]

Inputs_Submit ==
  {In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) : originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain}

(* A schedule submits what an occurrence planned, and waits to hear that it is accepted. *)
In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId) ==
  [type |-> "SubmitScheduled", originSessionId |-> originSessionId, lineage |-> lineage, tool |-> tool, toolVersion |-> toolVersion, runner |-> runner, runnerVersion |-> runnerVersion, arguments |-> arguments, terms |-> terms, restartClass |-> restartClass, dueAtMs |-> dueAtMs, occurrenceId |-> occurrenceId]

Inputs_SubmitScheduled ==
  {In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId) : originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, occurrenceId \in OccurrenceIds}

(* A worker that runs the job itself takes it. *)
In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs) ==
  [type |-> "ClaimAttempt", holder |-> holder, workerId |-> workerId, leaseMs |-> leaseMs, observedAtMs |-> observedAtMs]

Inputs_ClaimAttempt ==
  {In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs) : holder \in Holders, workerId \in GivenTexts, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain}

(* A worker takes the job for a runner that has yet to accept it. *)
In_OfferAttempt(holder, workerId, leaseMs, observedAtMs) ==
  [type |-> "OfferAttempt", holder |-> holder, workerId |-> workerId, leaseMs |-> leaseMs, observedAtMs |-> observedAtMs]

Inputs_OfferAttempt ==
  {In_OfferAttempt(holder, workerId, leaseMs, observedAtMs) : holder \in Holders, workerId \in GivenTexts, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain}

In_AcceptAttempt(fence, holder, observedAtMs) ==
  [type |-> "AcceptAttempt", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_AcceptAttempt ==
  {In_AcceptAttempt(fence, holder, observedAtMs) : fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain}

In_DeclineAttempt(fence, holder, observedAtMs) ==
  [type |-> "DeclineAttempt", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_DeclineAttempt ==
  {In_DeclineAttempt(fence, holder, observedAtMs) : fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain}

In_RenewLease(fence, holder, leaseMs, observedAtMs) ==
  [type |-> "RenewLease", fence |-> fence, holder |-> holder, leaseMs |-> leaseMs, observedAtMs |-> observedAtMs]

Inputs_RenewLease ==
  {In_RenewLease(fence, holder, leaseMs, observedAtMs) : fence \in FenceDomain, holder \in Holders, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain}

In_RecordHandle(fence, holder, handle, observedAtMs) ==
  [type |-> "RecordHandle", fence |-> fence, holder |-> holder, handle |-> handle, observedAtMs |-> observedAtMs]

Inputs_RecordHandle ==
  {In_RecordHandle(fence, holder, handle, observedAtMs) : fence \in FenceDomain, holder \in Holders, handle \in GivenOpaques, observedAtMs \in ClockDomain}

(* The process of the attempt is gone, with its whole group. *)
In_RecordExit(fence, holder, observedAtMs) ==
  [type |-> "RecordExit", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_RecordExit ==
  {In_RecordExit(fence, holder, observedAtMs) : fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain}

In_ReportProgress(fence, holder, cursor, progress, observedAtMs) ==
  [type |-> "ReportProgress", fence |-> fence, holder |-> holder, cursor |-> cursor, progress |-> progress, observedAtMs |-> observedAtMs]

Inputs_ReportProgress ==
  {In_ReportProgress(fence, holder, cursor, progress, observedAtMs) : fence \in FenceDomain, holder \in Holders, cursor \in CursorDomain, progress \in GivenOpaques, observedAtMs \in ClockDomain}

In_RecordCheckpoint(fence, holder, cursor, checkpoint, observedAtMs) ==
  [type |-> "RecordCheckpoint", fence |-> fence, holder |-> holder, cursor |-> cursor, checkpoint |-> checkpoint, observedAtMs |-> observedAtMs]

Inputs_RecordCheckpoint ==
  {In_RecordCheckpoint(fence, holder, cursor, checkpoint, observedAtMs) : fence \in FenceDomain, holder \in Holders, cursor \in CursorDomain, checkpoint \in GivenOpaques, observedAtMs \in ClockDomain}

In_PostNotification(fence, holder, notificationKey, body, observedAtMs) ==
  [type |-> "PostNotification", fence |-> fence, holder |-> holder, notificationKey |-> notificationKey, body |-> body, observedAtMs |-> observedAtMs]

Inputs_PostNotification ==
  {In_PostNotification(fence, holder, notificationKey, body, observedAtMs) : fence \in FenceDomain, holder \in Holders, notificationKey \in NotificationKeys, body \in GivenOpaques, observedAtMs \in ClockDomain}

(* The bytes are kept already; the latest of a name stands. *)
In_RecordArtifact(fence, holder, artifactName, digest, mediaType, observedAtMs) ==
  [type |-> "RecordArtifact", fence |-> fence, holder |-> holder, artifactName |-> artifactName, digest |-> digest, mediaType |-> mediaType, observedAtMs |-> observedAtMs]

Inputs_RecordArtifact ==
  {In_RecordArtifact(fence, holder, artifactName, digest, mediaType, observedAtMs) : fence \in FenceDomain, holder \in Holders, artifactName \in ArtifactNames, digest \in Digests, mediaType \in GivenTexts, observedAtMs \in ClockDomain}

In_WaitExternally(fence, holder, observedAtMs) ==
  [type |-> "WaitExternally", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_WaitExternally ==
  {In_WaitExternally(fence, holder, observedAtMs) : fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain}

In_ResumeWork(fence, holder, observedAtMs) ==
  [type |-> "ResumeWork", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_ResumeWork ==
  {In_ResumeWork(fence, holder, observedAtMs) : fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain}

In_CompleteAttempt(fence, holder, result, observedAtMs) ==
  [type |-> "CompleteAttempt", fence |-> fence, holder |-> holder, result |-> result, observedAtMs |-> observedAtMs]

Inputs_CompleteAttempt ==
  {In_CompleteAttempt(fence, holder, result, observedAtMs) : fence \in FenceDomain, holder \in Holders, result \in GivenOpaques, observedAtMs \in ClockDomain}

In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs) ==
  [type |-> "FailAttempt", fence |-> fence, holder |-> holder, reason |-> reason, retryable |-> retryable, observedAtMs |-> observedAtMs, jitterMs |-> jitterMs]

Inputs_FailAttempt ==
  {In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs) : fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, retryable \in BOOLEAN, observedAtMs \in ClockDomain, jitterMs \in JitterDomain}

(* A worker that shuts down hands its attempt back. It costs no budget. *)
In_ReleaseAttempt(fence, holder, observedAtMs) ==
  [type |-> "ReleaseAttempt", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_ReleaseAttempt ==
  {In_ReleaseAttempt(fence, holder, observedAtMs) : fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain}

In_BlockCredentials(fence, holder, reason, forGood, observedAtMs) ==
  [type |-> "BlockCredentials", fence |-> fence, holder |-> holder, reason |-> reason, forGood |-> forGood, observedAtMs |-> observedAtMs]

Inputs_BlockCredentials ==
  {In_BlockCredentials(fence, holder, reason, forGood, observedAtMs) : fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, forGood \in BOOLEAN, observedAtMs \in ClockDomain}

In_UnblockCredentials == [type |-> "UnblockCredentials"]

Inputs_UnblockCredentials == {In_UnblockCredentials}

In_RequestCancel == [type |-> "RequestCancel"]

Inputs_RequestCancel == {In_RequestCancel}

In_AcknowledgeCancel(fence, holder, observedAtMs) ==
  [type |-> "AcknowledgeCancel", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_AcknowledgeCancel ==
  {In_AcknowledgeCancel(fence, holder, observedAtMs) : fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain}

In_ObserveLeaseExpiry(fence, observedAtMs) == [type |-> "ObserveLeaseExpiry", fence |-> fence, observedAtMs |-> observedAtMs]

Inputs_ObserveLeaseExpiry == {In_ObserveLeaseExpiry(fence, observedAtMs) : fence \in FenceDomain, observedAtMs \in ClockDomain}

In_AdoptAttempt(fence, holder, workerId, leaseMs, observedAtMs) ==
  [type |-> "AdoptAttempt", fence |-> fence, holder |-> holder, workerId |-> workerId, leaseMs |-> leaseMs, observedAtMs |-> observedAtMs]

Inputs_AdoptAttempt ==
  {In_AdoptAttempt(fence, holder, workerId, leaseMs, observedAtMs) : fence \in FenceDomain, holder \in Holders, workerId \in GivenTexts, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain}

(* Recovery has made sure that no process of the lost attempt is left. *)
In_RecordReaped(fence) == [type |-> "RecordReaped", fence |-> fence]

Inputs_RecordReaped == {In_RecordReaped(fence) : fence \in FenceDomain}

In_ClassifyLoss(fence, observedAtMs, jitterMs) ==
  [type |-> "ClassifyLoss", fence |-> fence, observedAtMs |-> observedAtMs, jitterMs |-> jitterMs]

Inputs_ClassifyLoss ==
  {In_ClassifyLoss(fence, observedAtMs, jitterMs) : fence \in FenceDomain, observedAtMs \in ClockDomain, jitterMs \in JitterDomain}

(* The job has long ended: what it worked with and what came out is let go. That there was such a job, and how it ended, stays. *)
In_ForgetWork == [type |-> "ForgetWork"]

Inputs_ForgetWork == {In_ForgetWork}

In_ForgetArtifact(artifactName) == [type |-> "ForgetArtifact", artifactName |-> artifactName]

Inputs_ForgetArtifact == {In_ForgetArtifact(artifactName) : artifactName \in ArtifactNames}

(* A session that begins to wait asks how the job ended, lest it ended before. *)
In_AskOutcome(sessionId) == [type |-> "AskOutcome", sessionId |-> sessionId]

Inputs_AskOutcome == {In_AskOutcome(sessionId) : sessionId \in SessionIds}

current_stale_fence(s, i) == (i.fence /= s.fence)

writer_stale_holder(s, i) == (i.holder /= s.holder)

writer_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

grant_no_lease(i) == (i.leaseMs = 0)

due_not_due(s, i) == (i.observedAtMs < s.dueAtMs)

calm_cancel_requested(s) == s.cancelRequested

alone_process_alive(s) == (s.handle /= NULL)

(* The pause before the next attempt doubles each time, up to a limit. *)
nextBackoffMs(s) == Smaller(Larger((s.backoffMs + s.backoffMs), Limit_firstBackoffMs), Limit_maxBackoffMs)

(* When the next attempt is due: after the pause, and a while at random, so that what failed together does not come back together. *)
nextAttemptAtMs(s, i) == ((i.observedAtMs + nextBackoffMs(s)) + i.jitterMs)

(* Whether a new attempt may do the work again after a loss. *)
mayStartAgain(s) == ((s.restartClass = "CheckpointResumable") \/ (s.restartClass = "Replayable"))

isHeld(s) == (((s.phase = "Claimed") \/ (s.phase = "Running")) \/ (s.phase = "WaitingExternal"))

isWaiting(s) == (((s.phase = "Queued") \/ (s.phase = "RetryScheduled")) \/ (s.phase = "BlockedCredentials"))

hasBegun(s) == (((s.phase = "Running") \/ (s.phase = "WaitingExternal")) \/ (s.phase = "LossObserved"))

hasEnded(s) ==
  \/ (s.phase = "Succeeded")
  \/ (s.phase = "Failed")
  \/ (s.phase = "Cancelled")
  \/ (s.phase = "WorkerLost")
  \/ (s.phase = "NeedsAttention")

Refuse_AcceptAttempt_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_AcceptAttempt_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_AcceptAttempt_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_DeclineAttempt_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_DeclineAttempt_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_DeclineAttempt_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_RenewLease_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_RenewLease_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_RenewLease_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_RecordHandle_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_RecordHandle_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_RecordHandle_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_RecordExit_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_RecordExit_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_RecordExit_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_ReportProgress_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_ReportProgress_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_ReportProgress_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_RecordCheckpoint_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_RecordCheckpoint_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_RecordCheckpoint_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_PostNotification_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_PostNotification_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_PostNotification_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_RecordArtifact_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_RecordArtifact_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_RecordArtifact_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_WaitExternally_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_WaitExternally_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_WaitExternally_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_ResumeWork_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_ResumeWork_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_ResumeWork_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_CompleteAttempt_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_CompleteAttempt_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_CompleteAttempt_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_FailAttempt_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_FailAttempt_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_FailAttempt_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_ReleaseAttempt_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_ReleaseAttempt_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_ReleaseAttempt_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_BlockCredentials_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_BlockCredentials_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_BlockCredentials_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_AcknowledgeCancel_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_AcknowledgeCancel_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_AcknowledgeCancel_lease_expired(s, i) == writer_lease_expired(s, i)

Refuse_ObserveLeaseExpiry_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_AdoptAttempt_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_RecordReaped_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_ClassifyLoss_stale_fence(s, i) == current_stale_fence(s, i)

(* Submit *)

From_Submit(s) == (s.phase \in {"Unsubmitted"})

Refuse_Submit_exhausted(s, i) == (i.dueAtMs > MaxClock)

Open_Submit(s, i) == From_Submit(s)

Guard_Submit(s, i) ==
  /\ Open_Submit(s, i)
  /\ (~Refuse_Submit_exhausted(s, i))

Next_Submit(s, i) ==
  [s EXCEPT
    !.phase = "Queued",
    !.originSessionId = i.originSessionId,
    !.lineage = i.lineage,
    !.tool = i.tool,
    !.toolVersion = i.toolVersion,
    !.runner = i.runner,
    !.runnerVersion = i.runnerVersion,
    !.arguments = i.arguments,
    !.terms = i.terms,
    !.restartClass = i.restartClass,
    !.dueAtMs = i.dueAtMs]

Effects_Submit(s, i) == <<[type |-> "JobQueued", dueAtMs |-> i.dueAtMs]>>

Steps_Submit(s) ==
  (IF From_Submit(s) THEN {[i |-> k, next |-> Next_Submit(s, k), effects |-> Effects_Submit(s, k)] : k \in {l \in Inputs_Submit : Guard_Submit(s, l)}} ELSE {})

(* SubmitAgain: The same submission again, from a caller that did not hear the receipt: the same job. *)

From_SubmitAgain(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

Guard_SubmitAgain(s, i) == From_SubmitAgain(s)

Next_SubmitAgain(s, i) == s

Effects_SubmitAgain(s, i) == <<>>

Steps_SubmitAgain(s) ==
  (IF From_SubmitAgain(s) THEN {[i |-> k, next |-> Next_SubmitAgain(s, k), effects |-> Effects_SubmitAgain(s, k)] : k \in {l \in Inputs_Submit : Guard_SubmitAgain(s, l)}} ELSE {})

(* SubmitScheduled *)

From_SubmitScheduled(s) == (s.phase \in {"Unsubmitted"})

Refuse_SubmitScheduled_exhausted(s, i) == (i.dueAtMs > MaxClock)

Open_SubmitScheduled(s, i) == From_SubmitScheduled(s)

Guard_SubmitScheduled(s, i) ==
  /\ Open_SubmitScheduled(s, i)
  /\ (~Refuse_SubmitScheduled_exhausted(s, i))

Next_SubmitScheduled(s, i) ==
  [s EXCEPT
    !.phase = "Queued",
    !.originSessionId = i.originSessionId,
    !.lineage = i.lineage,
    !.tool = i.tool,
    !.toolVersion = i.toolVersion,
    !.runner = i.runner,
    !.runnerVersion = i.runnerVersion,
    !.arguments = i.arguments,
    !.terms = i.terms,
    !.restartClass = i.restartClass,
    !.dueAtMs = i.dueAtMs]

Effects_SubmitScheduled(s, i) ==
  <<[type |-> "JobQueued", dueAtMs |-> i.dueAtMs], [type |-> "SubmissionAccepted", occurrenceId |-> i.occurrenceId]>>

Steps_SubmitScheduled(s) ==
  (IF From_SubmitScheduled(s) THEN {[i |-> k, next |-> Next_SubmitScheduled(s, k), effects |-> Effects_SubmitScheduled(s, k)] : k \in {l \in Inputs_SubmitScheduled : Guard_SubmitScheduled(s, l)}} ELSE {})

(* SubmitScheduledAgain: The occurrence is redelivered: the same job. Its acceptance is on its way since the first time. *)

From_SubmitScheduledAgain(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

Guard_SubmitScheduledAgain(s, i) == From_SubmitScheduledAgain(s)

Next_SubmitScheduledAgain(s, i) == s

Effects_SubmitScheduledAgain(s, i) == <<>>

Steps_SubmitScheduledAgain(s) ==
  (IF From_SubmitScheduledAgain(s) THEN {[i |-> k, next |-> Next_SubmitScheduledAgain(s, k), effects |-> Effects_SubmitScheduledAgain(s, k)] : k \in {l \in Inputs_SubmitScheduled : Guard_SubmitScheduledAgain(s, l)}} ELSE {})

(* ClaimAttempt *)

From_ClaimAttempt(s) == (s.phase \in {"Queued", "RetryScheduled"})

Refuse_ClaimAttempt_no_lease(s, i) == grant_no_lease(i)

Refuse_ClaimAttempt_not_due(s, i) == due_not_due(s, i)

Refuse_ClaimAttempt_exhausted(s, i) ==
  \/ ((s.fence + 1) > MaxFence)
  \/ ((i.observedAtMs + i.leaseMs) > MaxClock)

Open_ClaimAttempt(s, i) ==
  /\ From_ClaimAttempt(s)
  /\ (~Refuse_ClaimAttempt_no_lease(s, i))
  /\ (~Refuse_ClaimAttempt_not_due(s, i))

Guard_ClaimAttempt(s, i) ==
  /\ Open_ClaimAttempt(s, i)
  /\ (~Refuse_ClaimAttempt_exhausted(s, i))

Next_ClaimAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Running",
    !.dueAtMs = 0,
    !.fence = (s.fence + 1),
    !.holder = i.holder,
    !.workerId = i.workerId,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs)]

Effects_ClaimAttempt(s, i) == <<>>

Steps_ClaimAttempt(s) ==
  (IF From_ClaimAttempt(s) THEN {[i |-> k, next |-> Next_ClaimAttempt(s, k), effects |-> Effects_ClaimAttempt(s, k)] : k \in {l \in Inputs_ClaimAttempt : Guard_ClaimAttempt(s, l)}} ELSE {})

(* OfferAttempt *)

From_OfferAttempt(s) == (s.phase \in {"Queued", "RetryScheduled"})

Refuse_OfferAttempt_no_lease(s, i) == grant_no_lease(i)

Refuse_OfferAttempt_not_due(s, i) == due_not_due(s, i)

Refuse_OfferAttempt_exhausted(s, i) ==
  \/ ((s.fence + 1) > MaxFence)
  \/ ((i.observedAtMs + i.leaseMs) > MaxClock)

Open_OfferAttempt(s, i) ==
  /\ From_OfferAttempt(s)
  /\ (~Refuse_OfferAttempt_no_lease(s, i))
  /\ (~Refuse_OfferAttempt_not_due(s, i))

Guard_OfferAttempt(s, i) ==
  /\ Open_OfferAttempt(s, i)
  /\ (~Refuse_OfferAttempt_exhausted(s, i))

Next_OfferAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Claimed",
    !.dueAtMs = 0,
    !.fence = (s.fence + 1),
    !.holder = i.holder,
    !.workerId = i.workerId,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs)]

Effects_OfferAttempt(s, i) == <<>>

Steps_OfferAttempt(s) ==
  (IF From_OfferAttempt(s) THEN {[i |-> k, next |-> Next_OfferAttempt(s, k), effects |-> Effects_OfferAttempt(s, k)] : k \in {l \in Inputs_OfferAttempt : Guard_OfferAttempt(s, l)}} ELSE {})

(* AcceptAttempt *)

From_AcceptAttempt(s) == (s.phase \in {"Claimed"})

Guard_AcceptAttempt(s, i) ==
  /\ From_AcceptAttempt(s)
  /\ (~Refuse_AcceptAttempt_stale_fence(s, i))
  /\ (~Refuse_AcceptAttempt_stale_holder(s, i))
  /\ (~Refuse_AcceptAttempt_lease_expired(s, i))

Next_AcceptAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Running"]

Effects_AcceptAttempt(s, i) == <<>>

Steps_AcceptAttempt(s) ==
  (IF From_AcceptAttempt(s) THEN {[i |-> k, next |-> Next_AcceptAttempt(s, k), effects |-> Effects_AcceptAttempt(s, k)] : k \in {l \in Inputs_AcceptAttempt : Guard_AcceptAttempt(s, l)}} ELSE {})

(* DeclineAttempt: The runner did not start: nothing was done, and nothing is charged. *)

From_DeclineAttempt(s) == (s.phase \in {"Claimed"})

Refuse_DeclineAttempt_cancel_requested(s, i) == calm_cancel_requested(s)

Guard_DeclineAttempt(s, i) ==
  /\ From_DeclineAttempt(s)
  /\ (~Refuse_DeclineAttempt_stale_fence(s, i))
  /\ (~Refuse_DeclineAttempt_stale_holder(s, i))
  /\ (~Refuse_DeclineAttempt_lease_expired(s, i))
  /\ (~Refuse_DeclineAttempt_cancel_requested(s, i))

Next_DeclineAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Queued",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.cursor = 0]

Effects_DeclineAttempt(s, i) == <<[type |-> "JobQueued", dueAtMs |-> s.dueAtMs]>>

Steps_DeclineAttempt(s) ==
  (IF From_DeclineAttempt(s) THEN {[i |-> k, next |-> Next_DeclineAttempt(s, k), effects |-> Effects_DeclineAttempt(s, k)] : k \in {l \in Inputs_DeclineAttempt : Guard_DeclineAttempt(s, l)}} ELSE {})

(* RenewLease: A lease only grows, whatever the clock does. *)

From_RenewLease(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal"})

Refuse_RenewLease_exhausted(s, i) == (Larger(s.leaseExpiresAtMs, (i.observedAtMs + i.leaseMs)) > MaxClock)

Open_RenewLease(s, i) ==
  /\ From_RenewLease(s)
  /\ (~Refuse_RenewLease_stale_fence(s, i))
  /\ (~Refuse_RenewLease_stale_holder(s, i))
  /\ (~Refuse_RenewLease_lease_expired(s, i))

Guard_RenewLease(s, i) ==
  /\ Open_RenewLease(s, i)
  /\ (~Refuse_RenewLease_exhausted(s, i))

Next_RenewLease(s, i) ==
  [s EXCEPT
    !.leaseExpiresAtMs = Larger(s.leaseExpiresAtMs, (i.observedAtMs + i.leaseMs))]

Effects_RenewLease(s, i) == <<>>

Steps_RenewLease(s) ==
  (IF From_RenewLease(s) THEN {[i |-> k, next |-> Next_RenewLease(s, k), effects |-> Effects_RenewLease(s, k)] : k \in {l \in Inputs_RenewLease : Guard_RenewLease(s, l)}} ELSE {})

(* RecordHandle *)

From_RecordHandle(s) == (s.phase \in {"Running"})

Guard_RecordHandle(s, i) ==
  /\ From_RecordHandle(s)
  /\ (~Refuse_RecordHandle_stale_fence(s, i))
  /\ (~Refuse_RecordHandle_stale_holder(s, i))
  /\ (~Refuse_RecordHandle_lease_expired(s, i))

Next_RecordHandle(s, i) ==
  [s EXCEPT
    !.handle = i.handle]

Effects_RecordHandle(s, i) == <<>>

Steps_RecordHandle(s) ==
  (IF From_RecordHandle(s) THEN {[i |-> k, next |-> Next_RecordHandle(s, k), effects |-> Effects_RecordHandle(s, k)] : k \in {l \in Inputs_RecordHandle : Guard_RecordHandle(s, l)}} ELSE {})

(* RecordExit *)

From_RecordExit(s) == (s.phase \in {"Running"})

Guard_RecordExit(s, i) ==
  /\ From_RecordExit(s)
  /\ (~Refuse_RecordExit_stale_fence(s, i))
  /\ (~Refuse_RecordExit_stale_holder(s, i))
  /\ (~Refuse_RecordExit_lease_expired(s, i))

Next_RecordExit(s, i) ==
  [s EXCEPT
    !.handle = NULL]

Effects_RecordExit(s, i) == <<>>

Steps_RecordExit(s) ==
  (IF From_RecordExit(s) THEN {[i |-> k, next |-> Next_RecordExit(s, k), effects |-> Effects_RecordExit(s, k)] : k \in {l \in Inputs_RecordExit : Guard_RecordExit(s, l)}} ELSE {})

(* ReportProgress: The latest report wins. *)

From_ReportProgress(s) == (s.phase \in {"Running", "WaitingExternal"})

Refuse_ReportProgress_report_not_newer(s, i) == (i.cursor <= s.cursor)

Guard_ReportProgress(s, i) ==
  /\ From_ReportProgress(s)
  /\ (~Refuse_ReportProgress_stale_fence(s, i))
  /\ (~Refuse_ReportProgress_stale_holder(s, i))
  /\ (~Refuse_ReportProgress_lease_expired(s, i))
  /\ (~Refuse_ReportProgress_report_not_newer(s, i))

Next_ReportProgress(s, i) ==
  [s EXCEPT
    !.cursor = i.cursor,
    !.progress = i.progress]

Effects_ReportProgress(s, i) == <<>>

Steps_ReportProgress(s) ==
  (IF From_ReportProgress(s) THEN {[i |-> k, next |-> Next_ReportProgress(s, k), effects |-> Effects_ReportProgress(s, k)] : k \in {l \in Inputs_ReportProgress : Guard_ReportProgress(s, l)}} ELSE {})

(* RecordCheckpoint *)

From_RecordCheckpoint(s) == (s.phase \in {"Running", "WaitingExternal"})

Refuse_RecordCheckpoint_report_not_newer(s, i) == (i.cursor <= s.cursor)

Guard_RecordCheckpoint(s, i) ==
  /\ From_RecordCheckpoint(s)
  /\ (~Refuse_RecordCheckpoint_stale_fence(s, i))
  /\ (~Refuse_RecordCheckpoint_stale_holder(s, i))
  /\ (~Refuse_RecordCheckpoint_lease_expired(s, i))
  /\ (~Refuse_RecordCheckpoint_report_not_newer(s, i))

Next_RecordCheckpoint(s, i) ==
  [s EXCEPT
    !.cursor = i.cursor,
    !.checkpoint = i.checkpoint]

Effects_RecordCheckpoint(s, i) == <<>>

Steps_RecordCheckpoint(s) ==
  (IF From_RecordCheckpoint(s) THEN {[i |-> k, next |-> Next_RecordCheckpoint(s, k), effects |-> Effects_RecordCheckpoint(s, k)] : k \in {l \in Inputs_RecordCheckpoint : Guard_RecordCheckpoint(s, l)}} ELSE {})

(* PostNew: A notification ends nothing: the attempt goes on. *)

From_PostNew(s) == (s.phase \in {"Running", "WaitingExternal"})

When_PostNew(s, i) == (s.notifications[i.notificationKey] = NULL)

Refuse_PostNew_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_PostNew(s, i) ==
  /\ From_PostNew(s)
  /\ (~Refuse_PostNotification_stale_fence(s, i))
  /\ (~Refuse_PostNotification_stale_holder(s, i))
  /\ (~Refuse_PostNotification_lease_expired(s, i))
  /\ When_PostNew(s, i)

Guard_PostNew(s, i) ==
  /\ Open_PostNew(s, i)
  /\ (~Refuse_PostNew_exhausted(s, i))

Next_PostNew(s, i) ==
  [s EXCEPT
    !.notifications[i.notificationKey] = [sequence |-> (s.deliverySequence + 1)],
    !.deliverySequence = (s.deliverySequence + 1)]

Effects_PostNew(s, i) ==
  <<[type |-> "NotificationCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, body |-> i.body]>>

Steps_PostNew(s) ==
  (IF From_PostNew(s) THEN {[i |-> k, next |-> Next_PostNew(s, k), effects |-> Effects_PostNew(s, k)] : k \in {l \in Inputs_PostNotification : Guard_PostNew(s, l)}} ELSE {})

(* PostAgain: The same observation again, after a restart: it was sent. *)

From_PostAgain(s) == (s.phase \in {"Running", "WaitingExternal"})

When_PostAgain(s, i) == (s.notifications[i.notificationKey] /= NULL)

Guard_PostAgain(s, i) ==
  /\ From_PostAgain(s)
  /\ (~Refuse_PostNotification_stale_fence(s, i))
  /\ (~Refuse_PostNotification_stale_holder(s, i))
  /\ (~Refuse_PostNotification_lease_expired(s, i))
  /\ When_PostAgain(s, i)

Next_PostAgain(s, i) == s

Effects_PostAgain(s, i) == <<>>

Steps_PostAgain(s) ==
  (IF From_PostAgain(s) THEN {[i |-> k, next |-> Next_PostAgain(s, k), effects |-> Effects_PostAgain(s, k)] : k \in {l \in Inputs_PostNotification : Guard_PostAgain(s, l)}} ELSE {})

(* RecordArtifact *)

From_RecordArtifact(s) == (s.phase \in {"Running", "WaitingExternal"})

Guard_RecordArtifact(s, i) ==
  /\ From_RecordArtifact(s)
  /\ (~Refuse_RecordArtifact_stale_fence(s, i))
  /\ (~Refuse_RecordArtifact_stale_holder(s, i))
  /\ (~Refuse_RecordArtifact_lease_expired(s, i))

Next_RecordArtifact(s, i) ==
  [s EXCEPT
    !.artifacts[i.artifactName] = [digest |-> i.digest, mediaType |-> i.mediaType]]

Effects_RecordArtifact(s, i) == <<>>

Steps_RecordArtifact(s) ==
  (IF From_RecordArtifact(s) THEN {[i |-> k, next |-> Next_RecordArtifact(s, k), effects |-> Effects_RecordArtifact(s, k)] : k \in {l \in Inputs_RecordArtifact : Guard_RecordArtifact(s, l)}} ELSE {})

(* WaitExternally: What it waits for is not a process of its own: that would be running. *)

From_WaitExternally(s) == (s.phase \in {"Running"})

Refuse_WaitExternally_process_alive(s, i) == alone_process_alive(s)

Guard_WaitExternally(s, i) ==
  /\ From_WaitExternally(s)
  /\ (~Refuse_WaitExternally_stale_fence(s, i))
  /\ (~Refuse_WaitExternally_stale_holder(s, i))
  /\ (~Refuse_WaitExternally_lease_expired(s, i))
  /\ (~Refuse_WaitExternally_process_alive(s, i))

Next_WaitExternally(s, i) ==
  [s EXCEPT
    !.phase = "WaitingExternal"]

Effects_WaitExternally(s, i) == <<>>

Steps_WaitExternally(s) ==
  (IF From_WaitExternally(s) THEN {[i |-> k, next |-> Next_WaitExternally(s, k), effects |-> Effects_WaitExternally(s, k)] : k \in {l \in Inputs_WaitExternally : Guard_WaitExternally(s, l)}} ELSE {})

(* ResumeWork *)

From_ResumeWork(s) == (s.phase \in {"WaitingExternal"})

Guard_ResumeWork(s, i) ==
  /\ From_ResumeWork(s)
  /\ (~Refuse_ResumeWork_stale_fence(s, i))
  /\ (~Refuse_ResumeWork_stale_holder(s, i))
  /\ (~Refuse_ResumeWork_lease_expired(s, i))

Next_ResumeWork(s, i) ==
  [s EXCEPT
    !.phase = "Running"]

Effects_ResumeWork(s, i) == <<>>

Steps_ResumeWork(s) ==
  (IF From_ResumeWork(s) THEN {[i |-> k, next |-> Next_ResumeWork(s, k), effects |-> Effects_ResumeWork(s, k)] : k \in {l \in Inputs_ResumeWork : Guard_ResumeWork(s, l)}} ELSE {})

(* CompleteAttempt: A result wins over a cancel that was only requested. *)

From_CompleteAttempt(s) == (s.phase \in {"Running", "WaitingExternal"})

Refuse_CompleteAttempt_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_CompleteAttempt(s, i) ==
  /\ From_CompleteAttempt(s)
  /\ (~Refuse_CompleteAttempt_stale_fence(s, i))
  /\ (~Refuse_CompleteAttempt_stale_holder(s, i))
  /\ (~Refuse_CompleteAttempt_lease_expired(s, i))

Guard_CompleteAttempt(s, i) ==
  /\ Open_CompleteAttempt(s, i)
  /\ (~Refuse_CompleteAttempt_exhausted(s, i))

Next_CompleteAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Succeeded",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.handle = NULL,
    !.cursor = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.outcome = i.result]

Effects_CompleteAttempt(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Succeeded", body |-> i.result]>>

Steps_CompleteAttempt(s) ==
  (IF From_CompleteAttempt(s) THEN {[i |-> k, next |-> Next_CompleteAttempt(s, k), effects |-> Effects_CompleteAttempt(s, k)] : k \in {l \in Inputs_CompleteAttempt : Guard_CompleteAttempt(s, l)}} ELSE {})

(* FailForGood *)

From_FailForGood(s) == (s.phase \in {"Running", "WaitingExternal"})

When_FailForGood(s, i) == (~i.retryable)

Refuse_FailForGood_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_FailForGood(s, i) ==
  /\ From_FailForGood(s)
  /\ (~Refuse_FailAttempt_stale_fence(s, i))
  /\ (~Refuse_FailAttempt_stale_holder(s, i))
  /\ (~Refuse_FailAttempt_lease_expired(s, i))
  /\ When_FailForGood(s, i)

Guard_FailForGood(s, i) ==
  /\ Open_FailForGood(s, i)
  /\ (~Refuse_FailForGood_exhausted(s, i))

Next_FailForGood(s, i) ==
  [s EXCEPT
    !.phase = "Failed",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.handle = NULL,
    !.cursor = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.outcome = i.reason]

Effects_FailForGood(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Failed", body |-> i.reason]>>

Steps_FailForGood(s) ==
  (IF From_FailForGood(s) THEN {[i |-> k, next |-> Next_FailForGood(s, k), effects |-> Effects_FailForGood(s, k)] : k \in {l \in Inputs_FailAttempt : Guard_FailForGood(s, l)}} ELSE {})

(* FailCancelled: Who asked for a cancel gets no further attempt. *)

From_FailCancelled(s) == (s.phase \in {"Running", "WaitingExternal"})

When_FailCancelled(s, i) == (i.retryable /\ s.cancelRequested)

Refuse_FailCancelled_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_FailCancelled(s, i) ==
  /\ From_FailCancelled(s)
  /\ (~Refuse_FailAttempt_stale_fence(s, i))
  /\ (~Refuse_FailAttempt_stale_holder(s, i))
  /\ (~Refuse_FailAttempt_lease_expired(s, i))
  /\ When_FailCancelled(s, i)

Guard_FailCancelled(s, i) ==
  /\ Open_FailCancelled(s, i)
  /\ (~Refuse_FailCancelled_exhausted(s, i))

Next_FailCancelled(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.handle = NULL,
    !.cursor = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.outcome = i.reason]

Effects_FailCancelled(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> i.reason]>>

Steps_FailCancelled(s) ==
  (IF From_FailCancelled(s) THEN {[i |-> k, next |-> Next_FailCancelled(s, k), effects |-> Effects_FailCancelled(s, k)] : k \in {l \in Inputs_FailAttempt : Guard_FailCancelled(s, l)}} ELSE {})

(* ScheduleRetry *)

From_ScheduleRetry(s) == (s.phase \in {"Running", "WaitingExternal"})

When_ScheduleRetry(s, i) == ((i.retryable /\ (~s.cancelRequested)) /\ (s.failures < Limit_failureBudget))

Refuse_ScheduleRetry_exhausted(s, i) ==
  \/ (nextAttemptAtMs(s, i) > MaxClock)
  \/ ((s.failures + 1) > MaxFailures)
  \/ (nextBackoffMs(s) > MaxBackoff)

Open_ScheduleRetry(s, i) ==
  /\ From_ScheduleRetry(s)
  /\ (~Refuse_FailAttempt_stale_fence(s, i))
  /\ (~Refuse_FailAttempt_stale_holder(s, i))
  /\ (~Refuse_FailAttempt_lease_expired(s, i))
  /\ When_ScheduleRetry(s, i)

Guard_ScheduleRetry(s, i) ==
  /\ Open_ScheduleRetry(s, i)
  /\ (~Refuse_ScheduleRetry_exhausted(s, i))

Next_ScheduleRetry(s, i) ==
  [s EXCEPT
    !.phase = "RetryScheduled",
    !.dueAtMs = nextAttemptAtMs(s, i),
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.handle = NULL,
    !.cursor = 0,
    !.failures = (s.failures + 1),
    !.backoffMs = nextBackoffMs(s)]

Effects_ScheduleRetry(s, i) == <<[type |-> "JobQueued", dueAtMs |-> nextAttemptAtMs(s, i)]>>

Steps_ScheduleRetry(s) ==
  (IF From_ScheduleRetry(s) THEN {[i |-> k, next |-> Next_ScheduleRetry(s, k), effects |-> Effects_ScheduleRetry(s, k)] : k \in {l \in Inputs_FailAttempt : Guard_ScheduleRetry(s, l)}} ELSE {})

(* RunOutOfRetries *)

From_RunOutOfRetries(s) == (s.phase \in {"Running", "WaitingExternal"})

When_RunOutOfRetries(s, i) == ((i.retryable /\ (~s.cancelRequested)) /\ (s.failures >= Limit_failureBudget))

Refuse_RunOutOfRetries_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_RunOutOfRetries(s, i) ==
  /\ From_RunOutOfRetries(s)
  /\ (~Refuse_FailAttempt_stale_fence(s, i))
  /\ (~Refuse_FailAttempt_stale_holder(s, i))
  /\ (~Refuse_FailAttempt_lease_expired(s, i))
  /\ When_RunOutOfRetries(s, i)

Guard_RunOutOfRetries(s, i) ==
  /\ Open_RunOutOfRetries(s, i)
  /\ (~Refuse_RunOutOfRetries_exhausted(s, i))

Next_RunOutOfRetries(s, i) ==
  [s EXCEPT
    !.phase = "NeedsAttention",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.handle = NULL,
    !.cursor = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.outcome = i.reason]

Effects_RunOutOfRetries(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "NeedsAttention", body |-> i.reason]>>

Steps_RunOutOfRetries(s) ==
  (IF From_RunOutOfRetries(s) THEN {[i |-> k, next |-> Next_RunOutOfRetries(s, k), effects |-> Effects_RunOutOfRetries(s, k)] : k \in {l \in Inputs_FailAttempt : Guard_RunOutOfRetries(s, l)}} ELSE {})

(* ReleaseAttempt *)

From_ReleaseAttempt(s) == (s.phase \in {"Running", "WaitingExternal"})

Refuse_ReleaseAttempt_not_resumable(s, i) == (~mayStartAgain(s))

Refuse_ReleaseAttempt_process_alive(s, i) == alone_process_alive(s)

Refuse_ReleaseAttempt_cancel_requested(s, i) == calm_cancel_requested(s)

Guard_ReleaseAttempt(s, i) ==
  /\ From_ReleaseAttempt(s)
  /\ (~Refuse_ReleaseAttempt_stale_fence(s, i))
  /\ (~Refuse_ReleaseAttempt_stale_holder(s, i))
  /\ (~Refuse_ReleaseAttempt_lease_expired(s, i))
  /\ (~Refuse_ReleaseAttempt_not_resumable(s, i))
  /\ (~Refuse_ReleaseAttempt_process_alive(s, i))
  /\ (~Refuse_ReleaseAttempt_cancel_requested(s, i))

Next_ReleaseAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Queued",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.cursor = 0]

Effects_ReleaseAttempt(s, i) == <<[type |-> "JobQueued", dueAtMs |-> s.dueAtMs]>>

Steps_ReleaseAttempt(s) ==
  (IF From_ReleaseAttempt(s) THEN {[i |-> k, next |-> Next_ReleaseAttempt(s, k), effects |-> Effects_ReleaseAttempt(s, k)] : k \in {l \in Inputs_ReleaseAttempt : Guard_ReleaseAttempt(s, l)}} ELSE {})

(* BlockCredentials *)

From_BlockCredentials(s) == (s.phase \in {"Claimed"})

When_BlockCredentials(s, i) == (~i.forGood)

Refuse_BlockCredentials_cancel_requested(s, i) == calm_cancel_requested(s)

Guard_BlockCredentials(s, i) ==
  /\ From_BlockCredentials(s)
  /\ (~Refuse_BlockCredentials_stale_fence(s, i))
  /\ (~Refuse_BlockCredentials_stale_holder(s, i))
  /\ (~Refuse_BlockCredentials_lease_expired(s, i))
  /\ When_BlockCredentials(s, i)
  /\ (~Refuse_BlockCredentials_cancel_requested(s, i))

Next_BlockCredentials(s, i) ==
  [s EXCEPT
    !.phase = "BlockedCredentials",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.cursor = 0,
    !.outcome = i.reason]

Effects_BlockCredentials(s, i) == <<>>

Steps_BlockCredentials(s) ==
  (IF From_BlockCredentials(s) THEN {[i |-> k, next |-> Next_BlockCredentials(s, k), effects |-> Effects_BlockCredentials(s, k)] : k \in {l \in Inputs_BlockCredentials : Guard_BlockCredentials(s, l)}} ELSE {})

(* RefuseCredentials *)

From_RefuseCredentials(s) == (s.phase \in {"Claimed"})

When_RefuseCredentials(s, i) == i.forGood

Refuse_RefuseCredentials_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_RefuseCredentials(s, i) ==
  /\ From_RefuseCredentials(s)
  /\ (~Refuse_BlockCredentials_stale_fence(s, i))
  /\ (~Refuse_BlockCredentials_stale_holder(s, i))
  /\ (~Refuse_BlockCredentials_lease_expired(s, i))
  /\ When_RefuseCredentials(s, i)

Guard_RefuseCredentials(s, i) ==
  /\ Open_RefuseCredentials(s, i)
  /\ (~Refuse_RefuseCredentials_exhausted(s, i))

Next_RefuseCredentials(s, i) ==
  [s EXCEPT
    !.phase = "NeedsAttention",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.handle = NULL,
    !.cursor = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.outcome = i.reason]

Effects_RefuseCredentials(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "NeedsAttention", body |-> i.reason]>>

Steps_RefuseCredentials(s) ==
  (IF From_RefuseCredentials(s) THEN {[i |-> k, next |-> Next_RefuseCredentials(s, k), effects |-> Effects_RefuseCredentials(s, k)] : k \in {l \in Inputs_BlockCredentials : Guard_RefuseCredentials(s, l)}} ELSE {})

(* UnblockCredentials *)

From_UnblockCredentials(s) == (s.phase \in {"BlockedCredentials"})

Guard_UnblockCredentials(s, i) == From_UnblockCredentials(s)

Next_UnblockCredentials(s, i) ==
  [s EXCEPT
    !.phase = "Queued"]

Effects_UnblockCredentials(s, i) == <<[type |-> "JobQueued", dueAtMs |-> s.dueAtMs]>>

Steps_UnblockCredentials(s) ==
  (IF From_UnblockCredentials(s) THEN {[i |-> k, next |-> Next_UnblockCredentials(s, k), effects |-> Effects_UnblockCredentials(s, k)] : k \in {l \in Inputs_UnblockCredentials : Guard_UnblockCredentials(s, l)}} ELSE {})

(* CancelWaiting: Nobody holds the job: it ends at once. *)

From_CancelWaiting(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials"})

Refuse_CancelWaiting_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_CancelWaiting(s, i) == From_CancelWaiting(s)

Guard_CancelWaiting(s, i) ==
  /\ Open_CancelWaiting(s, i)
  /\ (~Refuse_CancelWaiting_exhausted(s, i))

Next_CancelWaiting(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.dueAtMs = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.cancelRequested = TRUE]

Effects_CancelWaiting(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> s.outcome]>>

Steps_CancelWaiting(s) ==
  (IF From_CancelWaiting(s) THEN {[i |-> k, next |-> Next_CancelWaiting(s, k), effects |-> Effects_CancelWaiting(s, k)] : k \in {l \in Inputs_RequestCancel : Guard_CancelWaiting(s, l)}} ELSE {})

(* CancelLost *)

From_CancelLost(s) == (s.phase \in {"LossObserved"})

When_CancelLost(s, i) == (s.handle = NULL)

Refuse_CancelLost_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_CancelLost(s, i) ==
  /\ From_CancelLost(s)
  /\ When_CancelLost(s, i)

Guard_CancelLost(s, i) ==
  /\ Open_CancelLost(s, i)
  /\ (~Refuse_CancelLost_exhausted(s, i))

Next_CancelLost(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.deliverySequence = (s.deliverySequence + 1),
    !.cancelRequested = TRUE]

Effects_CancelLost(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> s.outcome]>>

Steps_CancelLost(s) ==
  (IF From_CancelLost(s) THEN {[i |-> k, next |-> Next_CancelLost(s, k), effects |-> Effects_CancelLost(s, k)] : k \in {l \in Inputs_RequestCancel : Guard_CancelLost(s, l)}} ELSE {})

(* RequestCancel: A request: who holds the job, or recovery, stops the work first and then acknowledges. *)

From_RequestCancel(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal", "LossObserved"})

When_RequestCancel(s, i) == ((~s.cancelRequested) /\ ((s.phase /= "LossObserved") \/ (s.handle /= NULL)))

Guard_RequestCancel(s, i) ==
  /\ From_RequestCancel(s)
  /\ When_RequestCancel(s, i)

Next_RequestCancel(s, i) ==
  [s EXCEPT
    !.cancelRequested = TRUE]

Effects_RequestCancel(s, i) == <<[type |-> "CancelRequested", fence |-> s.fence]>>

Steps_RequestCancel(s) ==
  (IF From_RequestCancel(s) THEN {[i |-> k, next |-> Next_RequestCancel(s, k), effects |-> Effects_RequestCancel(s, k)] : k \in {l \in Inputs_RequestCancel : Guard_RequestCancel(s, l)}} ELSE {})

(* RequestCancelAgain *)

From_RequestCancelAgain(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal", "LossObserved"})

When_RequestCancelAgain(s, i) == (s.cancelRequested /\ ((s.phase /= "LossObserved") \/ (s.handle /= NULL)))

Guard_RequestCancelAgain(s, i) ==
  /\ From_RequestCancelAgain(s)
  /\ When_RequestCancelAgain(s, i)

Next_RequestCancelAgain(s, i) == s

Effects_RequestCancelAgain(s, i) == <<>>

Steps_RequestCancelAgain(s) ==
  (IF From_RequestCancelAgain(s) THEN {[i |-> k, next |-> Next_RequestCancelAgain(s, k), effects |-> Effects_RequestCancelAgain(s, k)] : k \in {l \in Inputs_RequestCancel : Guard_RequestCancelAgain(s, l)}} ELSE {})

(* CancelEnded: Too late; the answer is how it ended. *)

From_CancelEnded(s) == (s.phase \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

Guard_CancelEnded(s, i) == From_CancelEnded(s)

Next_CancelEnded(s, i) == s

Effects_CancelEnded(s, i) == <<>>

Steps_CancelEnded(s) ==
  (IF From_CancelEnded(s) THEN {[i |-> k, next |-> Next_CancelEnded(s, k), effects |-> Effects_CancelEnded(s, k)] : k \in {l \in Inputs_RequestCancel : Guard_CancelEnded(s, l)}} ELSE {})

(* AcknowledgeCancel *)

From_AcknowledgeCancel(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal"})

Refuse_AcknowledgeCancel_cancel_not_requested(s, i) == (~s.cancelRequested)

Refuse_AcknowledgeCancel_process_alive(s, i) == alone_process_alive(s)

Refuse_AcknowledgeCancel_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_AcknowledgeCancel(s, i) ==
  /\ From_AcknowledgeCancel(s)
  /\ (~Refuse_AcknowledgeCancel_stale_fence(s, i))
  /\ (~Refuse_AcknowledgeCancel_stale_holder(s, i))
  /\ (~Refuse_AcknowledgeCancel_lease_expired(s, i))
  /\ (~Refuse_AcknowledgeCancel_cancel_not_requested(s, i))
  /\ (~Refuse_AcknowledgeCancel_process_alive(s, i))

Guard_AcknowledgeCancel(s, i) ==
  /\ Open_AcknowledgeCancel(s, i)
  /\ (~Refuse_AcknowledgeCancel_exhausted(s, i))

Next_AcknowledgeCancel(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.cursor = 0,
    !.deliverySequence = (s.deliverySequence + 1)]

Effects_AcknowledgeCancel(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> s.outcome]>>

Steps_AcknowledgeCancel(s) ==
  (IF From_AcknowledgeCancel(s) THEN {[i |-> k, next |-> Next_AcknowledgeCancel(s, k), effects |-> Effects_AcknowledgeCancel(s, k)] : k \in {l \in Inputs_AcknowledgeCancel : Guard_AcknowledgeCancel(s, l)}} ELSE {})

(* ObserveLeaseExpiry *)

From_ObserveLeaseExpiry(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal"})

Refuse_ObserveLeaseExpiry_lease_alive(s, i) == (i.observedAtMs < s.leaseExpiresAtMs)

Guard_ObserveLeaseExpiry(s, i) ==
  /\ From_ObserveLeaseExpiry(s)
  /\ (~Refuse_ObserveLeaseExpiry_stale_fence(s, i))
  /\ (~Refuse_ObserveLeaseExpiry_lease_alive(s, i))

Next_ObserveLeaseExpiry(s, i) ==
  [s EXCEPT
    !.phase = "LossObserved",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.cursor = 0]

Effects_ObserveLeaseExpiry(s, i) == <<>>

Steps_ObserveLeaseExpiry(s) ==
  (IF From_ObserveLeaseExpiry(s) THEN {[i |-> k, next |-> Next_ObserveLeaseExpiry(s, k), effects |-> Effects_ObserveLeaseExpiry(s, k)] : k \in {l \in Inputs_ObserveLeaseExpiry : Guard_ObserveLeaseExpiry(s, l)}} ELSE {})

(* AdoptAttempt: The work outlived its holder: the same attempt, the same fence, a new holder. *)

From_AdoptAttempt(s) == (s.phase \in {"LossObserved"})

Refuse_AdoptAttempt_not_adoptable(s, i) == (s.restartClass /= "Adoptable")

Refuse_AdoptAttempt_no_process(s, i) == (s.handle = NULL)

Refuse_AdoptAttempt_no_lease(s, i) == grant_no_lease(i)

Refuse_AdoptAttempt_exhausted(s, i) == ((i.observedAtMs + i.leaseMs) > MaxClock)

Open_AdoptAttempt(s, i) ==
  /\ From_AdoptAttempt(s)
  /\ (~Refuse_AdoptAttempt_stale_fence(s, i))
  /\ (~Refuse_AdoptAttempt_not_adoptable(s, i))
  /\ (~Refuse_AdoptAttempt_no_process(s, i))
  /\ (~Refuse_AdoptAttempt_no_lease(s, i))

Guard_AdoptAttempt(s, i) ==
  /\ Open_AdoptAttempt(s, i)
  /\ (~Refuse_AdoptAttempt_exhausted(s, i))

Next_AdoptAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Running",
    !.holder = i.holder,
    !.workerId = i.workerId,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs)]

Effects_AdoptAttempt(s, i) == <<>>

Steps_AdoptAttempt(s) ==
  (IF From_AdoptAttempt(s) THEN {[i |-> k, next |-> Next_AdoptAttempt(s, k), effects |-> Effects_AdoptAttempt(s, k)] : k \in {l \in Inputs_AdoptAttempt : Guard_AdoptAttempt(s, l)}} ELSE {})

(* RecordReaped *)

From_RecordReaped(s) == (s.phase \in {"LossObserved"})

Guard_RecordReaped(s, i) ==
  /\ From_RecordReaped(s)
  /\ (~Refuse_RecordReaped_stale_fence(s, i))

Next_RecordReaped(s, i) ==
  [s EXCEPT
    !.handle = NULL]

Effects_RecordReaped(s, i) == <<>>

Steps_RecordReaped(s) ==
  (IF From_RecordReaped(s) THEN {[i |-> k, next |-> Next_RecordReaped(s, k), effects |-> Effects_RecordReaped(s, k)] : k \in {l \in Inputs_RecordReaped : Guard_RecordReaped(s, l)}} ELSE {})

(* LoseCancelled *)

From_LoseCancelled(s) == (s.phase \in {"LossObserved"})

When_LoseCancelled(s, i) == s.cancelRequested

Refuse_LoseCancelled_process_alive(s, i) == alone_process_alive(s)

Refuse_LoseCancelled_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_LoseCancelled(s, i) ==
  /\ From_LoseCancelled(s)
  /\ (~Refuse_ClassifyLoss_stale_fence(s, i))
  /\ When_LoseCancelled(s, i)
  /\ (~Refuse_LoseCancelled_process_alive(s, i))

Guard_LoseCancelled(s, i) ==
  /\ Open_LoseCancelled(s, i)
  /\ (~Refuse_LoseCancelled_exhausted(s, i))

Next_LoseCancelled(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.deliverySequence = (s.deliverySequence + 1)]

Effects_LoseCancelled(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> s.outcome]>>

Steps_LoseCancelled(s) ==
  (IF From_LoseCancelled(s) THEN {[i |-> k, next |-> Next_LoseCancelled(s, k), effects |-> Effects_LoseCancelled(s, k)] : k \in {l \in Inputs_ClassifyLoss : Guard_LoseCancelled(s, l)}} ELSE {})

(* LoseForGood: It may have done half its work; nobody does it again unasked. *)

From_LoseForGood(s) == (s.phase \in {"LossObserved"})

When_LoseForGood(s, i) == ((~s.cancelRequested) /\ (~mayStartAgain(s)))

Refuse_LoseForGood_process_alive(s, i) == alone_process_alive(s)

Refuse_LoseForGood_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_LoseForGood(s, i) ==
  /\ From_LoseForGood(s)
  /\ (~Refuse_ClassifyLoss_stale_fence(s, i))
  /\ When_LoseForGood(s, i)
  /\ (~Refuse_LoseForGood_process_alive(s, i))

Guard_LoseForGood(s, i) ==
  /\ Open_LoseForGood(s, i)
  /\ (~Refuse_LoseForGood_exhausted(s, i))

Next_LoseForGood(s, i) ==
  [s EXCEPT
    !.phase = "WorkerLost",
    !.deliverySequence = (s.deliverySequence + 1)]

Effects_LoseForGood(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "WorkerLost", body |-> s.outcome]>>

Steps_LoseForGood(s) ==
  (IF From_LoseForGood(s) THEN {[i |-> k, next |-> Next_LoseForGood(s, k), effects |-> Effects_LoseForGood(s, k)] : k \in {l \in Inputs_ClassifyLoss : Guard_LoseForGood(s, l)}} ELSE {})

(* RecoverLoss *)

From_RecoverLoss(s) == (s.phase \in {"LossObserved"})

When_RecoverLoss(s, i) == (((~s.cancelRequested) /\ mayStartAgain(s)) /\ (s.losses < Limit_lossBudget))

Refuse_RecoverLoss_process_alive(s, i) == alone_process_alive(s)

Refuse_RecoverLoss_exhausted(s, i) ==
  \/ (nextAttemptAtMs(s, i) > MaxClock)
  \/ ((s.losses + 1) > MaxLosses)
  \/ (nextBackoffMs(s) > MaxBackoff)

Open_RecoverLoss(s, i) ==
  /\ From_RecoverLoss(s)
  /\ (~Refuse_ClassifyLoss_stale_fence(s, i))
  /\ When_RecoverLoss(s, i)
  /\ (~Refuse_RecoverLoss_process_alive(s, i))

Guard_RecoverLoss(s, i) ==
  /\ Open_RecoverLoss(s, i)
  /\ (~Refuse_RecoverLoss_exhausted(s, i))

Next_RecoverLoss(s, i) ==
  [s EXCEPT
    !.phase = "RetryScheduled",
    !.dueAtMs = nextAttemptAtMs(s, i),
    !.losses = (s.losses + 1),
    !.backoffMs = nextBackoffMs(s)]

Effects_RecoverLoss(s, i) == <<[type |-> "JobQueued", dueAtMs |-> nextAttemptAtMs(s, i)]>>

Steps_RecoverLoss(s) ==
  (IF From_RecoverLoss(s) THEN {[i |-> k, next |-> Next_RecoverLoss(s, k), effects |-> Effects_RecoverLoss(s, k)] : k \in {l \in Inputs_ClassifyLoss : Guard_RecoverLoss(s, l)}} ELSE {})

(* RunOutOfRecoveries: A job that keeps killing its worker is not tried for ever. *)

From_RunOutOfRecoveries(s) == (s.phase \in {"LossObserved"})

When_RunOutOfRecoveries(s, i) == (((~s.cancelRequested) /\ mayStartAgain(s)) /\ (s.losses >= Limit_lossBudget))

Refuse_RunOutOfRecoveries_process_alive(s, i) == alone_process_alive(s)

Refuse_RunOutOfRecoveries_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

Open_RunOutOfRecoveries(s, i) ==
  /\ From_RunOutOfRecoveries(s)
  /\ (~Refuse_ClassifyLoss_stale_fence(s, i))
  /\ When_RunOutOfRecoveries(s, i)
  /\ (~Refuse_RunOutOfRecoveries_process_alive(s, i))

Guard_RunOutOfRecoveries(s, i) ==
  /\ Open_RunOutOfRecoveries(s, i)
  /\ (~Refuse_RunOutOfRecoveries_exhausted(s, i))

Next_RunOutOfRecoveries(s, i) ==
  [s EXCEPT
    !.phase = "NeedsAttention",
    !.deliverySequence = (s.deliverySequence + 1)]

Effects_RunOutOfRecoveries(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "NeedsAttention", body |-> s.outcome]>>

Steps_RunOutOfRecoveries(s) ==
  (IF From_RunOutOfRecoveries(s) THEN {[i |-> k, next |-> Next_RunOutOfRecoveries(s, k), effects |-> Effects_RunOutOfRecoveries(s, k)] : k \in {l \in Inputs_ClassifyLoss : Guard_RunOutOfRecoveries(s, l)}} ELSE {})

(* ForgetWork *)

From_ForgetWork(s) == (s.phase \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

Guard_ForgetWork(s, i) == From_ForgetWork(s)

Next_ForgetWork(s, i) ==
  [s EXCEPT
    !.arguments = "",
    !.terms = "",
    !.progress = "",
    !.checkpoint = "",
    !.outcome = ""]

Effects_ForgetWork(s, i) == <<>>

Steps_ForgetWork(s) ==
  (IF From_ForgetWork(s) THEN {[i |-> k, next |-> Next_ForgetWork(s, k), effects |-> Effects_ForgetWork(s, k)] : k \in {l \in Inputs_ForgetWork : Guard_ForgetWork(s, l)}} ELSE {})

(* ForgetArtifact *)

From_ForgetArtifact(s) == (s.phase \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

Guard_ForgetArtifact(s, i) == From_ForgetArtifact(s)

Next_ForgetArtifact(s, i) ==
  [s EXCEPT
    !.artifacts[i.artifactName] = NULL]

Effects_ForgetArtifact(s, i) == <<>>

Steps_ForgetArtifact(s) ==
  (IF From_ForgetArtifact(s) THEN {[i |-> k, next |-> Next_ForgetArtifact(s, k), effects |-> Effects_ForgetArtifact(s, k)] : k \in {l \in Inputs_ForgetArtifact : Guard_ForgetArtifact(s, l)}} ELSE {})

(* AnswerPending *)

From_AnswerPending(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved"})

Guard_AnswerPending(s, i) == From_AnswerPending(s)

Next_AnswerPending(s, i) == s

Effects_AnswerPending(s, i) == <<>>

Steps_AnswerPending(s) ==
  (IF From_AnswerPending(s) THEN {[i |-> k, next |-> Next_AnswerPending(s, k), effects |-> Effects_AnswerPending(s, k)] : k \in {l \in Inputs_AskOutcome : Guard_AnswerPending(s, l)}} ELSE {})

(* AnswerEnded *)

From_AnswerEnded(s) == (s.phase \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

Guard_AnswerEnded(s, i) == From_AnswerEnded(s)

Next_AnswerEnded(s, i) == s

Effects_AnswerEnded(s, i) ==
  <<[type |-> "OutcomeTold", sessionId |-> i.sessionId, kind |-> (IF (s.phase = "Succeeded") THEN "Succeeded" ELSE (IF (s.phase = "Failed") THEN "Failed" ELSE (IF (s.phase = "Cancelled") THEN "Cancelled" ELSE (IF (s.phase = "WorkerLost") THEN "WorkerLost" ELSE "NeedsAttention"))))]>>

Steps_AnswerEnded(s) ==
  (IF From_AnswerEnded(s) THEN {[i |-> k, next |-> Next_AnswerEnded(s, k), effects |-> Effects_AnswerEnded(s, k)] : k \in {l \in Inputs_AskOutcome : Guard_AnswerEnded(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) ==
  /\ Guard_Submit(state, In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs))
  /\ state' = Next_Submit(state, In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs))

SubmitAgain(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) ==
  /\ Guard_SubmitAgain(state, In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs))
  /\ state' = Next_SubmitAgain(state, In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs))

SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId) ==
  /\ Guard_SubmitScheduled(state, In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId))
  /\ state' = Next_SubmitScheduled(state, In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId))

SubmitScheduledAgain(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId) ==
  /\ Guard_SubmitScheduledAgain(state, In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId))
  /\ state' = Next_SubmitScheduledAgain(state, In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId))

ClaimAttempt(holder, workerId, leaseMs, observedAtMs) ==
  /\ Guard_ClaimAttempt(state, In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs))
  /\ state' = Next_ClaimAttempt(state, In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs))

OfferAttempt(holder, workerId, leaseMs, observedAtMs) ==
  /\ Guard_OfferAttempt(state, In_OfferAttempt(holder, workerId, leaseMs, observedAtMs))
  /\ state' = Next_OfferAttempt(state, In_OfferAttempt(holder, workerId, leaseMs, observedAtMs))

AcceptAttempt(fence, holder, observedAtMs) ==
  /\ Guard_AcceptAttempt(state, In_AcceptAttempt(fence, holder, observedAtMs))
  /\ state' = Next_AcceptAttempt(state, In_AcceptAttempt(fence, holder, observedAtMs))

DeclineAttempt(fence, holder, observedAtMs) ==
  /\ Guard_DeclineAttempt(state, In_DeclineAttempt(fence, holder, observedAtMs))
  /\ state' = Next_DeclineAttempt(state, In_DeclineAttempt(fence, holder, observedAtMs))

RenewLease(fence, holder, leaseMs, observedAtMs) ==
  /\ Guard_RenewLease(state, In_RenewLease(fence, holder, leaseMs, observedAtMs))
  /\ state' = Next_RenewLease(state, In_RenewLease(fence, holder, leaseMs, observedAtMs))

RecordHandle(fence, holder, handle, observedAtMs) ==
  /\ Guard_RecordHandle(state, In_RecordHandle(fence, holder, handle, observedAtMs))
  /\ state' = Next_RecordHandle(state, In_RecordHandle(fence, holder, handle, observedAtMs))

RecordExit(fence, holder, observedAtMs) ==
  /\ Guard_RecordExit(state, In_RecordExit(fence, holder, observedAtMs))
  /\ state' = Next_RecordExit(state, In_RecordExit(fence, holder, observedAtMs))

ReportProgress(fence, holder, cursor, progress, observedAtMs) ==
  /\ Guard_ReportProgress(state, In_ReportProgress(fence, holder, cursor, progress, observedAtMs))
  /\ state' = Next_ReportProgress(state, In_ReportProgress(fence, holder, cursor, progress, observedAtMs))

RecordCheckpoint(fence, holder, cursor, checkpoint, observedAtMs) ==
  /\ Guard_RecordCheckpoint(state, In_RecordCheckpoint(fence, holder, cursor, checkpoint, observedAtMs))
  /\ state' = Next_RecordCheckpoint(state, In_RecordCheckpoint(fence, holder, cursor, checkpoint, observedAtMs))

PostNew(fence, holder, notificationKey, body, observedAtMs) ==
  /\ Guard_PostNew(state, In_PostNotification(fence, holder, notificationKey, body, observedAtMs))
  /\ state' = Next_PostNew(state, In_PostNotification(fence, holder, notificationKey, body, observedAtMs))

PostAgain(fence, holder, notificationKey, body, observedAtMs) ==
  /\ Guard_PostAgain(state, In_PostNotification(fence, holder, notificationKey, body, observedAtMs))
  /\ state' = Next_PostAgain(state, In_PostNotification(fence, holder, notificationKey, body, observedAtMs))

RecordArtifact(fence, holder, artifactName, digest, mediaType, observedAtMs) ==
  /\ Guard_RecordArtifact(state, In_RecordArtifact(fence, holder, artifactName, digest, mediaType, observedAtMs))
  /\ state' = Next_RecordArtifact(state, In_RecordArtifact(fence, holder, artifactName, digest, mediaType, observedAtMs))

WaitExternally(fence, holder, observedAtMs) ==
  /\ Guard_WaitExternally(state, In_WaitExternally(fence, holder, observedAtMs))
  /\ state' = Next_WaitExternally(state, In_WaitExternally(fence, holder, observedAtMs))

ResumeWork(fence, holder, observedAtMs) ==
  /\ Guard_ResumeWork(state, In_ResumeWork(fence, holder, observedAtMs))
  /\ state' = Next_ResumeWork(state, In_ResumeWork(fence, holder, observedAtMs))

CompleteAttempt(fence, holder, result, observedAtMs) ==
  /\ Guard_CompleteAttempt(state, In_CompleteAttempt(fence, holder, result, observedAtMs))
  /\ state' = Next_CompleteAttempt(state, In_CompleteAttempt(fence, holder, result, observedAtMs))

FailForGood(fence, holder, reason, retryable, observedAtMs, jitterMs) ==
  /\ Guard_FailForGood(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))
  /\ state' = Next_FailForGood(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))

FailCancelled(fence, holder, reason, retryable, observedAtMs, jitterMs) ==
  /\ Guard_FailCancelled(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))
  /\ state' = Next_FailCancelled(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))

ScheduleRetry(fence, holder, reason, retryable, observedAtMs, jitterMs) ==
  /\ Guard_ScheduleRetry(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))
  /\ state' = Next_ScheduleRetry(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))

RunOutOfRetries(fence, holder, reason, retryable, observedAtMs, jitterMs) ==
  /\ Guard_RunOutOfRetries(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))
  /\ state' = Next_RunOutOfRetries(state, In_FailAttempt(fence, holder, reason, retryable, observedAtMs, jitterMs))

ReleaseAttempt(fence, holder, observedAtMs) ==
  /\ Guard_ReleaseAttempt(state, In_ReleaseAttempt(fence, holder, observedAtMs))
  /\ state' = Next_ReleaseAttempt(state, In_ReleaseAttempt(fence, holder, observedAtMs))

BlockCredentials(fence, holder, reason, forGood, observedAtMs) ==
  /\ Guard_BlockCredentials(state, In_BlockCredentials(fence, holder, reason, forGood, observedAtMs))
  /\ state' = Next_BlockCredentials(state, In_BlockCredentials(fence, holder, reason, forGood, observedAtMs))

RefuseCredentials(fence, holder, reason, forGood, observedAtMs) ==
  /\ Guard_RefuseCredentials(state, In_BlockCredentials(fence, holder, reason, forGood, observedAtMs))
  /\ state' = Next_RefuseCredentials(state, In_BlockCredentials(fence, holder, reason, forGood, observedAtMs))

UnblockCredentials ==
  /\ Guard_UnblockCredentials(state, In_UnblockCredentials)
  /\ state' = Next_UnblockCredentials(state, In_UnblockCredentials)

CancelWaiting ==
  /\ Guard_CancelWaiting(state, In_RequestCancel)
  /\ state' = Next_CancelWaiting(state, In_RequestCancel)

CancelLost ==
  /\ Guard_CancelLost(state, In_RequestCancel)
  /\ state' = Next_CancelLost(state, In_RequestCancel)

RequestCancel ==
  /\ Guard_RequestCancel(state, In_RequestCancel)
  /\ state' = Next_RequestCancel(state, In_RequestCancel)

RequestCancelAgain ==
  /\ Guard_RequestCancelAgain(state, In_RequestCancel)
  /\ state' = Next_RequestCancelAgain(state, In_RequestCancel)

CancelEnded ==
  /\ Guard_CancelEnded(state, In_RequestCancel)
  /\ state' = Next_CancelEnded(state, In_RequestCancel)

AcknowledgeCancel(fence, holder, observedAtMs) ==
  /\ Guard_AcknowledgeCancel(state, In_AcknowledgeCancel(fence, holder, observedAtMs))
  /\ state' = Next_AcknowledgeCancel(state, In_AcknowledgeCancel(fence, holder, observedAtMs))

ObserveLeaseExpiry(fence, observedAtMs) ==
  /\ Guard_ObserveLeaseExpiry(state, In_ObserveLeaseExpiry(fence, observedAtMs))
  /\ state' = Next_ObserveLeaseExpiry(state, In_ObserveLeaseExpiry(fence, observedAtMs))

AdoptAttempt(fence, holder, workerId, leaseMs, observedAtMs) ==
  /\ Guard_AdoptAttempt(state, In_AdoptAttempt(fence, holder, workerId, leaseMs, observedAtMs))
  /\ state' = Next_AdoptAttempt(state, In_AdoptAttempt(fence, holder, workerId, leaseMs, observedAtMs))

RecordReaped(fence) ==
  /\ Guard_RecordReaped(state, In_RecordReaped(fence))
  /\ state' = Next_RecordReaped(state, In_RecordReaped(fence))

LoseCancelled(fence, observedAtMs, jitterMs) ==
  /\ Guard_LoseCancelled(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))
  /\ state' = Next_LoseCancelled(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))

LoseForGood(fence, observedAtMs, jitterMs) ==
  /\ Guard_LoseForGood(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))
  /\ state' = Next_LoseForGood(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))

RecoverLoss(fence, observedAtMs, jitterMs) ==
  /\ Guard_RecoverLoss(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))
  /\ state' = Next_RecoverLoss(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))

RunOutOfRecoveries(fence, observedAtMs, jitterMs) ==
  /\ Guard_RunOutOfRecoveries(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))
  /\ state' = Next_RunOutOfRecoveries(state, In_ClassifyLoss(fence, observedAtMs, jitterMs))

ForgetWork ==
  /\ Guard_ForgetWork(state, In_ForgetWork)
  /\ state' = Next_ForgetWork(state, In_ForgetWork)

ForgetArtifact(artifactName) ==
  /\ Guard_ForgetArtifact(state, In_ForgetArtifact(artifactName))
  /\ state' = Next_ForgetArtifact(state, In_ForgetArtifact(artifactName))

AnswerPending(sessionId) ==
  /\ Guard_AnswerPending(state, In_AskOutcome(sessionId))
  /\ state' = Next_AnswerPending(state, In_AskOutcome(sessionId))

AnswerEnded(sessionId) ==
  /\ Guard_AnswerEnded(state, In_AskOutcome(sessionId))
  /\ state' = Next_AnswerEnded(state, In_AskOutcome(sessionId))

(* What has ended rests. *)
Ended ==
  /\ (state.phase \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})
  /\ state' = state

(* Where every step would pass a bound of the model, it rests; any other state without a step is a deadlock. *)
AtLimit ==
  /\ (~(From_Submit(state) /\ (\E k \in Inputs_Submit : Guard_Submit(state, k))))
  /\ (~(From_SubmitAgain(state) /\ (\E k \in Inputs_Submit : Guard_SubmitAgain(state, k))))
  /\ (~(From_SubmitScheduled(state) /\ (\E k \in Inputs_SubmitScheduled : Guard_SubmitScheduled(state, k))))
  /\ (~(From_SubmitScheduledAgain(state) /\ (\E k \in Inputs_SubmitScheduled : Guard_SubmitScheduledAgain(state, k))))
  /\ (~(From_ClaimAttempt(state) /\ (\E k \in Inputs_ClaimAttempt : Guard_ClaimAttempt(state, k))))
  /\ (~(From_OfferAttempt(state) /\ (\E k \in Inputs_OfferAttempt : Guard_OfferAttempt(state, k))))
  /\ (~(From_AcceptAttempt(state) /\ (\E k \in Inputs_AcceptAttempt : Guard_AcceptAttempt(state, k))))
  /\ (~(From_DeclineAttempt(state) /\ (\E k \in Inputs_DeclineAttempt : Guard_DeclineAttempt(state, k))))
  /\ (~(From_RenewLease(state) /\ (\E k \in Inputs_RenewLease : Guard_RenewLease(state, k))))
  /\ (~(From_RecordHandle(state) /\ (\E k \in Inputs_RecordHandle : Guard_RecordHandle(state, k))))
  /\ (~(From_RecordExit(state) /\ (\E k \in Inputs_RecordExit : Guard_RecordExit(state, k))))
  /\ (~(From_ReportProgress(state) /\ (\E k \in Inputs_ReportProgress : Guard_ReportProgress(state, k))))
  /\ (~(From_RecordCheckpoint(state) /\ (\E k \in Inputs_RecordCheckpoint : Guard_RecordCheckpoint(state, k))))
  /\ (~(From_PostNew(state) /\ (\E k \in Inputs_PostNotification : Guard_PostNew(state, k))))
  /\ (~(From_PostAgain(state) /\ (\E k \in Inputs_PostNotification : Guard_PostAgain(state, k))))
  /\ (~(From_RecordArtifact(state) /\ (\E k \in Inputs_RecordArtifact : Guard_RecordArtifact(state, k))))
  /\ (~(From_WaitExternally(state) /\ (\E k \in Inputs_WaitExternally : Guard_WaitExternally(state, k))))
  /\ (~(From_ResumeWork(state) /\ (\E k \in Inputs_ResumeWork : Guard_ResumeWork(state, k))))
  /\ (~(From_CompleteAttempt(state) /\ (\E k \in Inputs_CompleteAttempt : Guard_CompleteAttempt(state, k))))
  /\ (~(From_FailForGood(state) /\ (\E k \in Inputs_FailAttempt : Guard_FailForGood(state, k))))
  /\ (~(From_FailCancelled(state) /\ (\E k \in Inputs_FailAttempt : Guard_FailCancelled(state, k))))
  /\ (~(From_ScheduleRetry(state) /\ (\E k \in Inputs_FailAttempt : Guard_ScheduleRetry(state, k))))
  /\ (~(From_RunOutOfRetries(state) /\ (\E k \in Inputs_FailAttempt : Guard_RunOutOfRetries(state, k))))
  /\ (~(From_ReleaseAttempt(state) /\ (\E k \in Inputs_ReleaseAttempt : Guard_ReleaseAttempt(state, k))))
  /\ (~(From_BlockCredentials(state) /\ (\E k \in Inputs_BlockCredentials : Guard_BlockCredentials(state, k))))
  /\ (~(From_RefuseCredentials(state) /\ (\E k \in Inputs_BlockCredentials : Guard_RefuseCredentials(state, k))))
  /\ (~(From_UnblockCredentials(state) /\ (\E k \in Inputs_UnblockCredentials : Guard_UnblockCredentials(state, k))))
  /\ (~(From_CancelWaiting(state) /\ (\E k \in Inputs_RequestCancel : Guard_CancelWaiting(state, k))))
  /\ (~(From_CancelLost(state) /\ (\E k \in Inputs_RequestCancel : Guard_CancelLost(state, k))))
  /\ (~(From_RequestCancel(state) /\ (\E k \in Inputs_RequestCancel : Guard_RequestCancel(state, k))))
  /\ (~(From_RequestCancelAgain(state) /\ (\E k \in Inputs_RequestCancel : Guard_RequestCancelAgain(state, k))))
  /\ (~(From_CancelEnded(state) /\ (\E k \in Inputs_RequestCancel : Guard_CancelEnded(state, k))))
  /\ (~(From_AcknowledgeCancel(state) /\ (\E k \in Inputs_AcknowledgeCancel : Guard_AcknowledgeCancel(state, k))))
  /\ (~(From_ObserveLeaseExpiry(state) /\ (\E k \in Inputs_ObserveLeaseExpiry : Guard_ObserveLeaseExpiry(state, k))))
  /\ (~(From_AdoptAttempt(state) /\ (\E k \in Inputs_AdoptAttempt : Guard_AdoptAttempt(state, k))))
  /\ (~(From_RecordReaped(state) /\ (\E k \in Inputs_RecordReaped : Guard_RecordReaped(state, k))))
  /\ (~(From_LoseCancelled(state) /\ (\E k \in Inputs_ClassifyLoss : Guard_LoseCancelled(state, k))))
  /\ (~(From_LoseForGood(state) /\ (\E k \in Inputs_ClassifyLoss : Guard_LoseForGood(state, k))))
  /\ (~(From_RecoverLoss(state) /\ (\E k \in Inputs_ClassifyLoss : Guard_RecoverLoss(state, k))))
  /\ (~(From_RunOutOfRecoveries(state) /\ (\E k \in Inputs_ClassifyLoss : Guard_RunOutOfRecoveries(state, k))))
  /\ (~(From_ForgetWork(state) /\ (\E k \in Inputs_ForgetWork : Guard_ForgetWork(state, k))))
  /\ (~(From_ForgetArtifact(state) /\ (\E k \in Inputs_ForgetArtifact : Guard_ForgetArtifact(state, k))))
  /\ (~(From_AnswerPending(state) /\ (\E k \in Inputs_AskOutcome : Guard_AnswerPending(state, k))))
  /\ (~(From_AnswerEnded(state) /\ (\E k \in Inputs_AskOutcome : Guard_AnswerEnded(state, k))))
  /\ ((((((((((((((((((((From_Submit(state) /\ (\E k \in Inputs_Submit : (Open_Submit(state, k) /\ Refuse_Submit_exhausted(state, k)))) \/ (From_SubmitScheduled(state) /\ (\E k \in Inputs_SubmitScheduled : (Open_SubmitScheduled(state, k) /\ Refuse_SubmitScheduled_exhausted(state, k))))) \/ (From_ClaimAttempt(state) /\ (\E k \in Inputs_ClaimAttempt : (Open_ClaimAttempt(state, k) /\ Refuse_ClaimAttempt_exhausted(state, k))))) \/ (From_OfferAttempt(state) /\ (\E k \in Inputs_OfferAttempt : (Open_OfferAttempt(state, k) /\ Refuse_OfferAttempt_exhausted(state, k))))) \/ (From_RenewLease(state) /\ (\E k \in Inputs_RenewLease : (Open_RenewLease(state, k) /\ Refuse_RenewLease_exhausted(state, k))))) \/ (From_PostNew(state) /\ (\E k \in Inputs_PostNotification : (Open_PostNew(state, k) /\ Refuse_PostNew_exhausted(state, k))))) \/ (From_CompleteAttempt(state) /\ (\E k \in Inputs_CompleteAttempt : (Open_CompleteAttempt(state, k) /\ Refuse_CompleteAttempt_exhausted(state, k))))) \/ (From_FailForGood(state) /\ (\E k \in Inputs_FailAttempt : (Open_FailForGood(state, k) /\ Refuse_FailForGood_exhausted(state, k))))) \/ (From_FailCancelled(state) /\ (\E k \in Inputs_FailAttempt : (Open_FailCancelled(state, k) /\ Refuse_FailCancelled_exhausted(state, k))))) \/ (From_ScheduleRetry(state) /\ (\E k \in Inputs_FailAttempt : (Open_ScheduleRetry(state, k) /\ Refuse_ScheduleRetry_exhausted(state, k))))) \/ (From_RunOutOfRetries(state) /\ (\E k \in Inputs_FailAttempt : (Open_RunOutOfRetries(state, k) /\ Refuse_RunOutOfRetries_exhausted(state, k))))) \/ (From_RefuseCredentials(state) /\ (\E k \in Inputs_BlockCredentials : (Open_RefuseCredentials(state, k) /\ Refuse_RefuseCredentials_exhausted(state, k))))) \/ (From_CancelWaiting(state) /\ (\E k \in Inputs_RequestCancel : (Open_CancelWaiting(state, k) /\ Refuse_CancelWaiting_exhausted(state, k))))) \/ (From_CancelLost(state) /\ (\E k \in Inputs_RequestCancel : (Open_CancelLost(state, k) /\ Refuse_CancelLost_exhausted(state, k))))) \/ (From_AcknowledgeCancel(state) /\ (\E k \in Inputs_AcknowledgeCancel : (Open_AcknowledgeCancel(state, k) /\ Refuse_AcknowledgeCancel_exhausted(state, k))))) \/ (From_AdoptAttempt(state) /\ (\E k \in Inputs_AdoptAttempt : (Open_AdoptAttempt(state, k) /\ Refuse_AdoptAttempt_exhausted(state, k))))) \/ (From_LoseCancelled(state) /\ (\E k \in Inputs_ClassifyLoss : (Open_LoseCancelled(state, k) /\ Refuse_LoseCancelled_exhausted(state, k))))) \/ (From_LoseForGood(state) /\ (\E k \in Inputs_ClassifyLoss : (Open_LoseForGood(state, k) /\ Refuse_LoseForGood_exhausted(state, k))))) \/ (From_RecoverLoss(state) /\ (\E k \in Inputs_ClassifyLoss : (Open_RecoverLoss(state, k) /\ Refuse_RecoverLoss_exhausted(state, k))))) \/ (From_RunOutOfRecoveries(state) /\ (\E k \in Inputs_ClassifyLoss : (Open_RunOutOfRecoveries(state, k) /\ Refuse_RunOutOfRecoveries_exhausted(state, k)))))
  /\ state' = state

Init == state = InitialState

Next ==
  \/ \E originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain : Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)
  \/ \E originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain : SubmitAgain(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)
  \/ \E originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, occurrenceId \in OccurrenceIds : SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId)
  \/ \E originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, occurrenceId \in OccurrenceIds : SubmitScheduledAgain(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId)
  \/ \E holder \in Holders, workerId \in GivenTexts, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain : ClaimAttempt(holder, workerId, leaseMs, observedAtMs)
  \/ \E holder \in Holders, workerId \in GivenTexts, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain : OfferAttempt(holder, workerId, leaseMs, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain : AcceptAttempt(fence, holder, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain : DeclineAttempt(fence, holder, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain : RenewLease(fence, holder, leaseMs, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, handle \in GivenOpaques, observedAtMs \in ClockDomain : RecordHandle(fence, holder, handle, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain : RecordExit(fence, holder, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, cursor \in CursorDomain, progress \in GivenOpaques, observedAtMs \in ClockDomain : ReportProgress(fence, holder, cursor, progress, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, cursor \in CursorDomain, checkpoint \in GivenOpaques, observedAtMs \in ClockDomain : RecordCheckpoint(fence, holder, cursor, checkpoint, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, notificationKey \in NotificationKeys, body \in GivenOpaques, observedAtMs \in ClockDomain : PostNew(fence, holder, notificationKey, body, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, notificationKey \in NotificationKeys, body \in GivenOpaques, observedAtMs \in ClockDomain : PostAgain(fence, holder, notificationKey, body, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, artifactName \in ArtifactNames, digest \in Digests, mediaType \in GivenTexts, observedAtMs \in ClockDomain : RecordArtifact(fence, holder, artifactName, digest, mediaType, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain : WaitExternally(fence, holder, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain : ResumeWork(fence, holder, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, result \in GivenOpaques, observedAtMs \in ClockDomain : CompleteAttempt(fence, holder, result, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, retryable \in BOOLEAN, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : FailForGood(fence, holder, reason, retryable, observedAtMs, jitterMs)
  \/ \E fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, retryable \in BOOLEAN, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : FailCancelled(fence, holder, reason, retryable, observedAtMs, jitterMs)
  \/ \E fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, retryable \in BOOLEAN, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : ScheduleRetry(fence, holder, reason, retryable, observedAtMs, jitterMs)
  \/ \E fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, retryable \in BOOLEAN, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : RunOutOfRetries(fence, holder, reason, retryable, observedAtMs, jitterMs)
  \/ \E fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain : ReleaseAttempt(fence, holder, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, forGood \in BOOLEAN, observedAtMs \in ClockDomain : BlockCredentials(fence, holder, reason, forGood, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, reason \in GivenOpaques, forGood \in BOOLEAN, observedAtMs \in ClockDomain : RefuseCredentials(fence, holder, reason, forGood, observedAtMs)
  \/ UnblockCredentials
  \/ CancelWaiting
  \/ CancelLost
  \/ RequestCancel
  \/ RequestCancelAgain
  \/ CancelEnded
  \/ \E fence \in FenceDomain, holder \in Holders, observedAtMs \in ClockDomain : AcknowledgeCancel(fence, holder, observedAtMs)
  \/ \E fence \in FenceDomain, observedAtMs \in ClockDomain : ObserveLeaseExpiry(fence, observedAtMs)
  \/ \E fence \in FenceDomain, holder \in Holders, workerId \in GivenTexts, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain : AdoptAttempt(fence, holder, workerId, leaseMs, observedAtMs)
  \/ \E fence \in FenceDomain : RecordReaped(fence)
  \/ \E fence \in FenceDomain, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : LoseCancelled(fence, observedAtMs, jitterMs)
  \/ \E fence \in FenceDomain, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : LoseForGood(fence, observedAtMs, jitterMs)
  \/ \E fence \in FenceDomain, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : RecoverLoss(fence, observedAtMs, jitterMs)
  \/ \E fence \in FenceDomain, observedAtMs \in ClockDomain, jitterMs \in JitterDomain : RunOutOfRecoveries(fence, observedAtMs, jitterMs)
  \/ ForgetWork
  \/ \E artifactName \in ArtifactNames : ForgetArtifact(artifactName)
  \/ \E sessionId \in SessionIds : AnswerPending(sessionId)
  \/ \E sessionId \in SessionIds : AnswerEnded(sessionId)
  \/ Ended
  \/ AtLimit

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Unsubmitted", "Queued", "Claimed", "Running", "WaitingExternal", "LossObserved", "RetryScheduled", "BlockedCredentials", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})
  /\ ((state.originSessionId = NULL) \/ (state.originSessionId \in SessionIds))
  /\ (state.lineage \in Texts_)
  /\ (state.tool \in Texts_)
  /\ (state.toolVersion \in Texts_)
  /\ (state.runner \in Texts_)
  /\ (state.runnerVersion \in Texts_)
  /\ (state.arguments \in Opaques_)
  /\ (state.terms \in Opaques_)
  /\ (state.restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})
  /\ (state.dueAtMs \in ClockDomain)
  /\ (state.fence \in FenceDomain)
  /\ ((state.holder = NULL) \/ (state.holder \in Holders))
  /\ (state.workerId \in Texts_)
  /\ (state.leaseExpiresAtMs \in ClockDomain)
  /\ ((state.handle = NULL) \/ (state.handle \in Opaques_))
  /\ (state.cursor \in CursorDomain)
  /\ (state.progress \in Opaques_)
  /\ (state.checkpoint \in Opaques_)
  /\ (\A k \in ArtifactNames : ((state.artifacts[k] = NULL) \/ (state.artifacts[k] \in [digest : Digests, mediaType : Texts_])))
  /\ (\A k \in NotificationKeys : ((state.notifications[k] = NULL) \/ (state.notifications[k] \in [sequence : DeliverySequenceDomain])))
  /\ (state.deliverySequence \in DeliverySequenceDomain)
  /\ (state.cancelRequested \in BOOLEAN)
  /\ (state.failures \in FailuresDomain)
  /\ (state.losses \in LossesDomain)
  /\ (state.backoffMs \in BackoffDomain)
  /\ (state.outcome \in Opaques_)

unique_notifications_sequence ==
  (\A k \in NotificationKeys : (\A l \in NotificationKeys : (((k /= l) /\ ((state.notifications[k] /= NULL) /\ (state.notifications[l] /= NULL))) => (state.notifications[k].sequence /= state.notifications[l].sequence))))

(* held_in_held_phases: An attempt is held exactly in the phases in which somebody owns what comes next. *)
always_held_in_held_phases == (isHeld(state) = (state.holder /= NULL))

(* no_process_is_left_behind: A process belongs to an attempt that runs, or that is being recovered. *)
always_no_process_is_left_behind == (((state.handle = NULL) \/ (state.phase = "Running")) \/ (state.phase = "LossObserved"))

always_a_job_that_waits_has_no_cancel_pending == ((~state.cancelRequested) \/ (~isWaiting(state)))

always_nobody_is_cancelled_x005funasked == ((state.phase /= "Cancelled") \/ state.cancelRequested)

(* what_nobody_holds_is_clean: Nobody's attempt leaves nothing behind that the next one could take for its own. *)
always_what_nobody_holds_is_clean ==
  ((state.holder /= NULL) \/ (((state.workerId = "") /\ (state.leaseExpiresAtMs = 0)) /\ (state.cursor = 0)))

always_nothing_is_due_that_cannot_begin == ((state.dueAtMs = 0) \/ isWaiting(state))

step_always_no_budget_is_overdrawn(s, next, i, effects) ==
  ((next.failures <= Limit_failureBudget) /\ (next.losses <= Limit_lossBudget))

always_no_budget_is_overdrawn ==
  /\ (\A step \in Steps_Submit(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))

always_every_notification_has_a_place ==
  (\A k \in NotificationKeys : ((state.notifications[k] /= NULL) => ((state.notifications[k].sequence >= 1) /\ (state.notifications[k].sequence <= state.deliverySequence))))

(* a_superseded_attempt_leaves_no_trace: What was sent under another fence changes nothing and tells nobody anything. *)
step_always_a_superseded_attempt_leaves_no_trace(s, next, i, effects) ==
  (((~(i.type \in {"AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "ObserveLeaseExpiry", "AdoptAttempt", "RecordReaped", "ClassifyLoss"})) \/ (i.fence = s.fence)) \/ ((s = next) /\ (Len(effects) = 0)))

always_a_superseded_attempt_leaves_no_trace ==
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_superseded_attempt_leaves_no_trace(state, step.next, step.i, step.effects))

(* an_attempt_has_one_voice: While an attempt is held, nobody else's word counts. *)
step_always_an_attempt_has_one_voice(s, next, i, effects) ==
  ((((~(i.type \in {"ClaimAttempt", "OfferAttempt", "AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "AdoptAttempt"})) \/ (s.holder = NULL)) \/ (i.holder = s.holder)) \/ ((s = next) /\ (Len(effects) = 0)))

always_an_attempt_has_one_voice ==
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_an_attempt_has_one_voice(state, step.next, step.i, step.effects))

(* a_lapsed_holder_leaves_no_trace: A holder whose lease has run out is dead to the job, even before anybody has noticed. *)
step_always_a_lapsed_holder_leaves_no_trace(s, next, i, effects) ==
  ((((~(i.type \in {"ClaimAttempt", "OfferAttempt", "AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "AdoptAttempt"})) \/ (s.holder = NULL)) \/ (i.observedAtMs < s.leaseExpiresAtMs)) \/ ((s = next) /\ (Len(effects) = 0)))

always_a_lapsed_holder_leaves_no_trace ==
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_lapsed_holder_leaves_no_trace(state, step.next, step.i, step.effects))

(* a_live_lease_is_not_taken: An attempt ends by its holder's word, or after its lease. *)
step_always_a_live_lease_is_not_taken(s, next, i, effects) ==
  ((((s.holder = NULL) \/ (next.holder /= NULL)) \/ (i.type \in {"ClaimAttempt", "OfferAttempt", "AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "AdoptAttempt"})) \/ ((i.type \in {"ClaimAttempt", "OfferAttempt", "AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "ObserveLeaseExpiry", "AdoptAttempt", "ClassifyLoss"}) /\ (i.observedAtMs >= s.leaseExpiresAtMs)))

always_a_live_lease_is_not_taken ==
  /\ (\A step \in Steps_Submit(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_a_live_lease_is_not_taken(state, step.next, step.i, step.effects))

step_always_a_granted_lease_lies_ahead(s, next, i, effects) ==
  ((((~(i.type \in {"ClaimAttempt", "OfferAttempt", "AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "ObserveLeaseExpiry", "AdoptAttempt", "ClassifyLoss"})) \/ (next.holder = NULL)) \/ (next.holder = s.holder)) \/ (next.leaseExpiresAtMs > i.observedAtMs))

always_a_granted_lease_lies_ahead ==
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))

step_always_leases_only_grow(s, next, i, effects) ==
  (((s.holder = NULL) \/ (next.holder = NULL)) \/ (next.leaseExpiresAtMs >= s.leaseExpiresAtMs))

always_leases_only_grow ==
  /\ (\A step \in Steps_Submit(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))

step_always_a_fence_rises_by_one_with_its_attempt(s, next, i, effects) ==
  ((next.fence = s.fence) \/ (((next.fence = (s.fence + 1)) /\ (next.holder /= NULL)) /\ (s.holder = NULL)))

always_a_fence_rises_by_one_with_its_attempt ==
  /\ (\A step \in Steps_Submit(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_a_fence_rises_by_one_with_its_attempt(state, step.next, step.i, step.effects))

step_always_no_attempt_begins_early(s, next, i, effects) ==
  (((next.fence = s.fence) \/ (~(i.type \in {"ClaimAttempt", "OfferAttempt", "AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "ObserveLeaseExpiry", "AdoptAttempt", "ClassifyLoss"}))) \/ (i.observedAtMs >= s.dueAtMs))

always_no_attempt_begins_early ==
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_no_attempt_begins_early(state, step.next, step.i, step.effects))

step_always_reports_go_forward(s, next, i, effects) == (((s.holder = NULL) \/ (next.holder = NULL)) \/ (next.cursor >= s.cursor))

always_reports_go_forward ==
  /\ (\A step \in Steps_Submit(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_reports_go_forward(state, step.next, step.i, step.effects))

step_always_a_notification_keeps_its_place(s, next, i, effects) ==
  (\A key \in NotificationKeys : ((s.notifications[key] /= NULL) => ((IF (next.notifications[key] = NULL) THEN NULL ELSE next.notifications[key].sequence) = s.notifications[key].sequence)))

always_a_notification_keeps_its_place ==
  /\ (\A step \in Steps_Submit(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_a_notification_keeps_its_place(state, step.next, step.i, step.effects))

(* only_the_adoptable_survive_their_holder: Only an adoptable attempt survives its holder, and only with its process. *)
step_always_only_the_adoptable_survive_their_holder(s, next, i, effects) ==
  (((s.phase /= "LossObserved") \/ (next.holder = NULL)) \/ (s.restartClass = "Adoptable"))

always_only_the_adoptable_survive_their_holder ==
  /\ (\A step \in Steps_Submit(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_only_the_adoptable_survive_their_holder(state, step.next, step.i, step.effects))

step_always_what_is_adopted_still_runs(s, next, i, effects) ==
  (((s.phase /= "LossObserved") \/ (next.holder = NULL)) \/ (next.handle /= NULL))

always_what_is_adopted_still_runs ==
  /\ (\A step \in Steps_Submit(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_what_is_adopted_still_runs(state, step.next, step.i, step.effects))

(* nothing_is_replayed_undeclared: Work whose outcome is unknown is done again only where that was declared safe; a reported failure is no unknown outcome. *)
step_always_nothing_is_replayed_x005fundeclared(s, next, i, effects) ==
  ((((~hasBegun(s)) \/ (~isWaiting(next))) \/ mayStartAgain(s)) \/ (i.type = "FailAttempt"))

always_nothing_is_replayed_x005fundeclared ==
  /\ (\A step \in Steps_Submit(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_nothing_is_replayed_x005fundeclared(state, step.next, step.i, step.effects))

(* only_what_may_start_again_does: The restart classes by name: what decides is not asked about itself. *)
step_always_only_what_may_start_again_does(s, next, i, effects) ==
  ((((s.phase /= "LossObserved") \/ (next.phase /= "RetryScheduled")) \/ (s.restartClass = "CheckpointResumable")) \/ (s.restartClass = "Replayable"))

always_only_what_may_start_again_does ==
  /\ (\A step \in Steps_Submit(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_only_what_may_start_again_does(state, step.next, step.i, step.effects))

step_always_only_what_may_not_start_again_is_lost(s, next, i, effects) ==
  (((next.phase /= "WorkerLost") \/ (s.restartClass = "Adoptable")) \/ (s.restartClass = "NonResumable"))

always_only_what_may_not_start_again_is_lost ==
  /\ (\A step \in Steps_Submit(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_only_what_may_not_start_again_is_lost(state, step.next, step.i, step.effects))

step_always_what_was_submitted_is_kept(s, next, i, effects) ==
  ((s.phase = "Unsubmitted") \/ ((((((((next.originSessionId = s.originSessionId) /\ (next.lineage = s.lineage)) /\ (next.tool = s.tool)) /\ (next.toolVersion = s.toolVersion)) /\ (next.runner = s.runner)) /\ (next.runnerVersion = s.runnerVersion)) /\ ((i.type = "ForgetWork") \/ ((next.arguments = s.arguments) /\ (next.terms = s.terms)))) /\ (next.restartClass = s.restartClass)))

always_what_was_submitted_is_kept ==
  /\ (\A step \in Steps_Submit(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_what_was_submitted_is_kept(state, step.next, step.i, step.effects))

step_always_a_submission_is_what_was_asked_for(s, next, i, effects) ==
  (((s.phase /= "Unsubmitted") \/ (~(i.type \in {"Submit", "SubmitScheduled"}))) \/ ((((((((((next.originSessionId = i.originSessionId) /\ (next.lineage = i.lineage)) /\ (next.tool = i.tool)) /\ (next.toolVersion = i.toolVersion)) /\ (next.runner = i.runner)) /\ (next.runnerVersion = i.runnerVersion)) /\ (next.arguments = i.arguments)) /\ (next.terms = i.terms)) /\ (next.restartClass = i.restartClass)) /\ (next.dueAtMs = i.dueAtMs)))

always_a_submission_is_what_was_asked_for ==
  /\ (\A step \in Steps_Submit(state) : step_always_a_submission_is_what_was_asked_for(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_a_submission_is_what_was_asked_for(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_a_submission_is_what_was_asked_for(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_a_submission_is_what_was_asked_for(state, step.next, step.i, step.effects))

step_always_an_attempt_is_theirs_who_took_it(s, next, i, effects) ==
  (((next.holder = NULL) \/ (next.holder = s.holder)) \/ (((i.type \in {"ClaimAttempt", "OfferAttempt", "AdoptAttempt"}) /\ (next.holder = i.holder)) /\ (next.workerId = i.workerId)))

always_an_attempt_is_theirs_who_took_it ==
  /\ (\A step \in Steps_Submit(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_an_attempt_is_theirs_who_took_it(state, step.next, step.i, step.effects))

step_always_a_lease_lasts_as_long_as_was_granted(s, next, i, effects) ==
  ((~(i.type \in {"ClaimAttempt", "OfferAttempt", "RenewLease", "AdoptAttempt"})) \/ (next.leaseExpiresAtMs >= (i.observedAtMs + i.leaseMs)))

always_a_lease_lasts_as_long_as_was_granted ==
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_a_lease_lasts_as_long_as_was_granted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_a_lease_lasts_as_long_as_was_granted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_lease_lasts_as_long_as_was_granted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_lease_lasts_as_long_as_was_granted(state, step.next, step.i, step.effects))

step_always_the_latest_report_stands(s, next, i, effects) ==
  (IF (i.type = "ReportProgress") THEN (((next.progress = i.progress) /\ (next.cursor > s.cursor)) /\ (next.cursor = i.cursor)) ELSE ((i.type = "ForgetWork") \/ (next.progress = s.progress)))

always_the_latest_report_stands ==
  /\ (\A step \in Steps_Submit(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_the_latest_report_stands(state, step.next, step.i, step.effects))

(* the_latest_checkpoint_stands: It outlives its attempt, for the next one to begin from. *)
step_always_the_latest_checkpoint_stands(s, next, i, effects) ==
  (IF (i.type = "RecordCheckpoint") THEN (((next.checkpoint = i.checkpoint) /\ (next.cursor > s.cursor)) /\ (next.cursor = i.cursor)) ELSE ((i.type = "ForgetWork") \/ (next.checkpoint = s.checkpoint)))

always_the_latest_checkpoint_stands ==
  /\ (\A step \in Steps_Submit(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_the_latest_checkpoint_stands(state, step.next, step.i, step.effects))

(* an_artifact_is_what_was_recorded: Whatever was kept under that name before. *)
step_always_an_artifact_is_what_was_recorded(s, next, i, effects) ==
  (IF (i.type = "RecordArtifact") THEN ((s = next) \/ (((IF (next.artifacts[i.artifactName] = NULL) THEN NULL ELSE next.artifacts[i.artifactName].digest) = i.digest) /\ ((IF (next.artifacts[i.artifactName] = NULL) THEN NULL ELSE next.artifacts[i.artifactName].mediaType) = i.mediaType))) ELSE ((i.type = "ForgetArtifact") \/ (next.artifacts = s.artifacts)))

always_an_artifact_is_what_was_recorded ==
  /\ (\A step \in Steps_Submit(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_an_artifact_is_what_was_recorded(state, step.next, step.i, step.effects))

step_always_a_process_is_known_as_long_as_it_lives(s, next, i, effects) ==
  (IF (i.type = "RecordHandle") THEN (next.handle = i.handle) ELSE (((~(i.type = "RecordExit")) /\ (~(i.type = "RecordReaped"))) \/ (next.handle = NULL)))

always_a_process_is_known_as_long_as_it_lives ==
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_process_is_known_as_long_as_it_lives(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_process_is_known_as_long_as_it_lives(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_a_process_is_known_as_long_as_it_lives(state, step.next, step.i, step.effects))

step_always_a_result_is_kept(s, next, i, effects) == ((~(i.type = "CompleteAttempt")) \/ (next.outcome = i.result))

always_a_result_is_kept ==
  (\A step \in Steps_CompleteAttempt(state) : step_always_a_result_is_kept(state, step.next, step.i, step.effects))

step_always_a_reason_is_kept(s, next, i, effects) ==
  (((~(i.type \in {"FailAttempt", "BlockCredentials"})) \/ (next.phase = "RetryScheduled")) \/ (next.outcome = i.reason))

always_a_reason_is_kept ==
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_reason_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_reason_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_reason_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_reason_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_reason_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_reason_is_kept(state, step.next, step.i, step.effects))

step_always_each_failure_that_is_tried_again_counts(s, next, i, effects) ==
  (next.failures = (IF ((i.type = "FailAttempt") /\ (next.phase = "RetryScheduled")) THEN (s.failures + 1) ELSE s.failures))

always_each_failure_that_is_tried_again_counts ==
  /\ (\A step \in Steps_Submit(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_each_failure_that_is_tried_again_counts(state, step.next, step.i, step.effects))

step_always_each_loss_that_is_tried_again_counts(s, next, i, effects) ==
  (next.losses = (IF ((i.type = "ClassifyLoss") /\ (next.phase = "RetryScheduled")) THEN (s.losses + 1) ELSE s.losses))

always_each_loss_that_is_tried_again_counts ==
  /\ (\A step \in Steps_Submit(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_each_loss_that_is_tried_again_counts(state, step.next, step.i, step.effects))

step_always_a_pause_comes_before_each_retry(s, next, i, effects) ==
  ((((next.phase /= "RetryScheduled") \/ (s.phase = "RetryScheduled")) \/ (~(i.type \in {"FailAttempt", "ClassifyLoss"}))) \/ (next.dueAtMs = ((i.observedAtMs + next.backoffMs) + i.jitterMs)))

always_a_pause_comes_before_each_retry ==
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_pause_comes_before_each_retry(state, step.next, step.i, step.effects))

step_always_the_first_pause_is_the_shortest(s, next, i, effects) ==
  (((next.backoffMs = s.backoffMs) \/ (s.backoffMs > 0)) \/ (next.backoffMs = Smaller(Limit_firstBackoffMs, Limit_maxBackoffMs)))

always_the_first_pause_is_the_shortest ==
  /\ (\A step \in Steps_Submit(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_the_first_pause_is_the_shortest(state, step.next, step.i, step.effects))

(* each_pause_is_longer_than_the_last: Pauses grow until they are as long as they may be. *)
step_always_each_pause_is_longer_than_the_last(s, next, i, effects) ==
  (((next.phase /= "RetryScheduled") \/ (s.phase = "RetryScheduled")) \/ ((next.backoffMs <= Limit_maxBackoffMs) /\ ((next.backoffMs > s.backoffMs) \/ (next.backoffMs = Limit_maxBackoffMs))))

always_each_pause_is_longer_than_the_last ==
  /\ (\A step \in Steps_Submit(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_each_pause_is_longer_than_the_last(state, step.next, step.i, step.effects))

step_always_what_may_begin_is_announced(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "JobQueued")}) = (IF ((next.phase /= s.phase) /\ ((next.phase = "Queued") \/ (next.phase = "RetryScheduled"))) THEN 1 ELSE 0))

always_what_may_begin_is_announced ==
  /\ (\A step \in Steps_Submit(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_what_may_begin_is_announced(state, step.next, step.i, step.effects))

step_always_it_is_announced_for_when_it_is_due(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : ((effects[n].type /= "JobQueued") \/ (effects[n].dueAtMs = next.dueAtMs)))

always_it_is_announced_for_when_it_is_due ==
  /\ (\A step \in Steps_Submit(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_it_is_announced_for_when_it_is_due(state, step.next, step.i, step.effects))

step_always_an_acceptance_is_told_once(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "SubmissionAccepted")}) = (IF ((i.type = "SubmitScheduled") /\ (s.phase = "Unsubmitted")) THEN 1 ELSE 0))

always_an_acceptance_is_told_once ==
  /\ (\A step \in Steps_Submit(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_an_acceptance_is_told_once(state, step.next, step.i, step.effects))

step_always_a_cancel_is_signalled_once(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "CancelRequested")}) = (IF ((next.cancelRequested /\ (~s.cancelRequested)) /\ (~hasEnded(next))) THEN 1 ELSE 0))

always_a_cancel_is_signalled_once ==
  /\ (\A step \in Steps_Submit(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_a_cancel_is_signalled_once(state, step.next, step.i, step.effects))

step_always_who_asks_hears_of_the_end(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "OutcomeTold")}) = (IF ((i.type = "AskOutcome") /\ hasEnded(s)) THEN 1 ELSE 0))

always_who_asks_hears_of_the_end ==
  /\ (\A step \in Steps_Submit(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_who_asks_hears_of_the_end(state, step.next, step.i, step.effects))

step_always_an_answer_says_how_it_ended(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : ((effects[n].type /= "OutcomeTold") \/ (effects[n].kind = s.phase)))

always_an_answer_says_how_it_ended ==
  /\ (\A step \in Steps_Submit(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_an_answer_says_how_it_ended(state, step.next, step.i, step.effects))

step_always_an_end_says_how(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : ((effects[n].type /= "TerminalCommitted") \/ (((((effects[n].kind = next.phase) /\ (effects[n].deliverySequence = next.deliverySequence)) /\ (effects[n].originSessionId = s.originSessionId)) /\ (effects[n].lineage = s.lineage)) /\ (effects[n].body = next.outcome))))

always_an_end_says_how ==
  /\ (\A step \in Steps_Submit(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_an_end_says_how(state, step.next, step.i, step.effects))

step_always_a_notification_says_what_was_posted(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : ((effects[n].type /= "NotificationCommitted") \/ (((((i.type = "PostNotification") /\ (effects[n].body = i.body)) /\ (effects[n].deliverySequence = next.deliverySequence)) /\ (effects[n].originSessionId = s.originSessionId)) /\ (effects[n].lineage = s.lineage))))

always_a_notification_says_what_was_posted ==
  /\ (\A step \in Steps_Submit(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_a_notification_says_what_was_posted(state, step.next, step.i, step.effects))

step_always_nothing_is_written_after_the_end(s, next, i, effects) ==
  ((((~hasEnded(s)) \/ (s = next)) \/ (i.type = "ForgetWork")) \/ (i.type = "ForgetArtifact"))

always_nothing_is_written_after_the_end ==
  /\ (\A step \in Steps_Submit(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_nothing_is_written_after_the_end(state, step.next, step.i, step.effects))

(* an_end_stands: Whatever is forgotten of it: that there was such a job, for whom, and how it ended. *)
step_always_an_end_stands(s, next, i, effects) ==
  ((~hasEnded(s)) \/ ((((((next.phase = s.phase) /\ (next.originSessionId = s.originSessionId)) /\ (next.lineage = s.lineage)) /\ (next.fence = s.fence)) /\ (next.deliverySequence = s.deliverySequence)) /\ (next.cancelRequested = s.cancelRequested)))

always_an_end_stands ==
  /\ (\A step \in Steps_Submit(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_an_end_stands(state, step.next, step.i, step.effects))

step_always_forgotten_work_leaves_no_word(s, next, i, effects) ==
  ((~(i.type = "ForgetWork")) \/ ((((((next.arguments = "") /\ (next.terms = "")) /\ (next.progress = "")) /\ (next.checkpoint = "")) /\ (next.outcome = "")) /\ (Len(effects) = 0)))

always_forgotten_work_leaves_no_word ==
  (\A step \in Steps_ForgetWork(state) : step_always_forgotten_work_leaves_no_word(state, step.next, step.i, step.effects))

step_always_every_end_is_told_once(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "TerminalCommitted")}) = (IF (hasEnded(next) /\ (~hasEnded(s))) THEN 1 ELSE 0))

always_every_end_is_told_once ==
  /\ (\A step \in Steps_Submit(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_every_end_is_told_once(state, step.next, step.i, step.effects))

step_always_deliveries_are_numbered_without_a_gap(s, next, i, effects) ==
  (next.deliverySequence = (s.deliverySequence + Cardinality({n \in (1..Len(effects)) : ((effects[n].type = "TerminalCommitted") \/ (effects[n].type = "NotificationCommitted"))})))

always_deliveries_are_numbered_without_a_gap ==
  /\ (\A step \in Steps_Submit(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_always_deliveries_are_numbered_without_a_gap(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_queued == (~(state.phase = "Queued"))

never_claimed == (~(state.phase = "Claimed"))

never_running == (~(state.phase = "Running"))

never_waiting_external == (~(state.phase = "WaitingExternal"))

never_loss_observed == (~(state.phase = "LossObserved"))

never_retry_scheduled == (~(state.phase = "RetryScheduled"))

never_blocked_credentials == (~(state.phase = "BlockedCredentials"))

never_succeeded == (~(state.phase = "Succeeded"))

never_failed == (~(state.phase = "Failed"))

never_cancelled == (~(state.phase = "Cancelled"))

never_worker_lost == (~(state.phase = "WorkerLost"))

never_needs_attention == (~(state.phase = "NeedsAttention"))

never_succeeded_though_cancel_was_requested == (~((state.phase = "Succeeded") /\ state.cancelRequested))

never_succeeded_at_the_second_attempt == (~((state.phase = "Succeeded") /\ (state.fence = 2)))

never_left_an_artifact ==
  (~((state.phase = "Succeeded") /\ (Cardinality({k \in ArtifactNames : (state.artifacts[k] /= NULL)}) > 0)))

step_never_an_artifact_was_forgotten(s, next, i, effects) ==
  (~((hasEnded(s) /\ (Cardinality({k \in ArtifactNames : (s.artifacts[k] /= NULL)}) > 0)) /\ (Cardinality({k \in ArtifactNames : (next.artifacts[k] /= NULL)}) = 0)))

never_an_artifact_was_forgotten ==
  /\ (\A step \in Steps_Submit(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_never_an_artifact_was_forgotten(state, step.next, step.i, step.effects))

never_notified_and_went_on ==
  (~((state.phase = "Running") /\ (Cardinality({k \in NotificationKeys : (state.notifications[k] /= NULL)}) > 0)))

step_never_adopted_x005funder_its_fence(s, next, i, effects) ==
  (~(((s.phase = "LossObserved") /\ (next.phase = "Running")) /\ (next.fence = s.fence)))

never_adopted_x005funder_its_fence ==
  /\ (\A step \in Steps_Submit(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_never_adopted_x005funder_its_fence(state, step.next, step.i, step.effects))

never_cancel_reached_a_lost_process == (~(((state.phase = "LossObserved") /\ state.cancelRequested) /\ (state.handle /= NULL)))

never_lost_and_done_again == (~((state.phase = "Running") /\ (state.losses > 0)))

step_never_spent_its_recoveries(s, next, i, effects) == (~((i.type = "ClassifyLoss") /\ (next.phase = "NeedsAttention")))

never_spent_its_recoveries ==
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_spent_its_recoveries(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_spent_its_recoveries(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_spent_its_recoveries(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_spent_its_recoveries(state, step.next, step.i, step.effects))

step_never_spent_its_retries(s, next, i, effects) == (~((i.type = "FailAttempt") /\ (next.phase = "NeedsAttention")))

never_spent_its_retries ==
  /\ (\A step \in Steps_FailForGood(state) : step_never_spent_its_retries(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_spent_its_retries(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_spent_its_retries(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_spent_its_retries(state, step.next, step.i, step.effects))

step_never_unblocked(s, next, i, effects) == (~((s.phase = "BlockedCredentials") /\ (next.phase = "Queued")))

never_unblocked ==
  /\ (\A step \in Steps_Submit(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_never_unblocked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_never_unblocked(state, step.next, step.i, step.effects))

step_never_reaped(s, next, i, effects) ==
  (~((((s.phase = "LossObserved") /\ (s.handle /= NULL)) /\ (next.phase = "LossObserved")) /\ (next.handle = NULL)))

never_reaped ==
  /\ (\A step \in Steps_Submit(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_never_reaped(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_never_reaped(state, step.next, step.i, step.effects))

step_never_lost_at_the_very_moment(s, next, i, effects) ==
  (~((i.type = "ObserveLeaseExpiry") /\ (i.observedAtMs = s.leaseExpiresAtMs)))

never_lost_at_the_very_moment ==
  (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_lost_at_the_very_moment(state, step.next, step.i, step.effects))

step_never_accepted(s, next, i, effects) == (~((s.phase = "Claimed") /\ (next.phase = "Running")))

never_accepted ==
  /\ (\A step \in Steps_Submit(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_never_accepted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_never_accepted(state, step.next, step.i, step.effects))

step_never_resumed(s, next, i, effects) == (~((s.phase = "WaitingExternal") /\ (next.phase = "Running")))

never_resumed ==
  /\ (\A step \in Steps_Submit(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_never_resumed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_never_resumed(state, step.next, step.i, step.effects))

step_never_asked_to_cancel_without_a_process(s, next, i, effects) ==
  (~(((isHeld(next) /\ (next.handle = NULL)) /\ (~s.cancelRequested)) /\ next.cancelRequested))

never_asked_to_cancel_without_a_process ==
  /\ (\A step \in Steps_Submit(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitAgain(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduled(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitScheduledAgain(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimAttempt(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_OfferAttempt(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcceptAttempt(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineAttempt(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewLease(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordHandle(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordExit(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReportProgress(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordCheckpoint(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostNew(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PostAgain(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordArtifact(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_WaitExternally(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ResumeWork(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteAttempt(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailForGood(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailCancelled(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ScheduleRetry(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRetries(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAttempt(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BlockCredentials(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RefuseCredentials(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnblockCredentials(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AcknowledgeCancel(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveLeaseExpiry(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AdoptAttempt(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordReaped(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseCancelled(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_LoseForGood(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecoverLoss(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RunOutOfRecoveries(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetWork(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetArtifact(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerPending(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AnswerEnded(state) : step_never_asked_to_cancel_without_a_process(state, step.next, step.i, step.effects))

step_never_asked_again_without_a_process(s, next, i, effects) ==
  (~((((i.type = "RequestCancel") /\ isHeld(s)) /\ (s.handle = NULL)) /\ s.cancelRequested))

never_asked_again_without_a_process ==
  /\ (\A step \in Steps_CancelWaiting(state) : step_never_asked_again_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelLost(state) : step_never_asked_again_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_asked_again_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_asked_again_without_a_process(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CancelEnded(state) : step_never_asked_again_without_a_process(state, step.next, step.i, step.effects))

=============================================================================
