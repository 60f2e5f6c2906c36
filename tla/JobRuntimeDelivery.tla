---- MODULE JobRuntimeDelivery ----
(* Generated from specs/compositions/job-runtime-delivery.ts. Do not edit.
   What a job sends, its notifications and its end, reaches the inbox of the session that it comes from: each once, in order. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,                              (* no row, no value *)
  SessionIds,                        (* the ids of the model: SessionId *)
  Holders,                           (* the ids of the model: Holder *)
  ArtifactNames,                     (* the ids of the model: ArtifactName *)
  Digests,                           (* the ids of the model: Digest *)
  NotificationKeys,                  (* the ids of the model: NotificationKey *)
  Realms,                            (* the ids of the model: Realm *)
  JobIds,                            (* the ids of the model: JobId *)
  Texts_,                            (* the texts of the model *)
  GivenTexts,                        (* of these texts, what inputs carry *)
  Opaques_,                          (* the opaque values of the model *)
  GivenOpaques,                      (* of these opaque values, what inputs carry *)
  MaxClock,                          (* Clock: 0 to this *)
  MaxFence,                          (* Fence: 0 to this *)
  MaxCursor,                         (* Cursor: 0 to this *)
  MaxDeliverySequence,               (* DeliverySequence: 0 to this *)
  MaxFailures,                       (* Failures: 0 to this *)
  MaxLosses,                         (* Losses: 0 to this *)
  MaxBackoff,                        (* Backoff: 0 to this *)
  MaxFailureBudget,                  (* FailureBudget: 0 to this *)
  MaxLossBudget,                     (* LossBudget: 0 to this *)
  MaxFirstBackoff,                   (* FirstBackoff: 0 to this *)
  MaxMaxBackoff,                     (* MaxBackoff: 0 to this *)
  MaxJitter,                         (* Jitter: 0 to this *)
  MaxDue,                            (* Due: 0 to this *)
  MaxLease,                          (* Lease: 0 to this *)
  MaxSequence,                       (* Sequence: 0 to this *)
  MaxSourceSequence,                 (* SourceSequence: 0 to this *)
  DetachedJob_Limit_failureBudget,   (* the limit failureBudget *)
  DetachedJob_Limit_lossBudget,      (* the limit lossBudget *)
  DetachedJob_Limit_firstBackoffMs,  (* the limit firstBackoffMs *)
  DetachedJob_Limit_maxBackoffMs,    (* the limit maxBackoffMs *)
  DetachedJob_Limit_jitterMs         (* the limit jitterMs *)

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
SequenceDomain == (0..MaxSequence)
SourceSequenceDomain == (0..MaxSourceSequence)

(* Every DeliveryId that a route makes of the ids it knows. *)
DeliveryIds == {<<"DeliveryId", part1, part2>> : part1 \in JobIds, part2 \in DeliverySequenceDomain}

Larger(a, b) == (IF (a >= b) THEN a ELSE b)

Smaller(a, b) == (IF (a <= b) THEN a ELSE b)

-----------------------------------------------------------------------------
(* DetachedJob: as in its own module, what this composition uses of it. *)

DetachedJob_InitialState ==
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

DetachedJob_In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) ==
  [type |-> "Submit", originSessionId |-> originSessionId, lineage |-> lineage, tool |-> tool, toolVersion |-> toolVersion, runner |-> runner, runnerVersion |-> runnerVersion, arguments |-> arguments, terms |-> terms, restartClass |-> restartClass, dueAtMs |-> dueAtMs]

DetachedJob_Inputs_Submit ==
  {DetachedJob_In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) : originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain}

(* A worker that runs the job itself takes it. *)
DetachedJob_In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs) ==
  [type |-> "ClaimAttempt", holder |-> holder, workerId |-> workerId, leaseMs |-> leaseMs, observedAtMs |-> observedAtMs]

DetachedJob_Inputs_ClaimAttempt ==
  {DetachedJob_In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs) : holder \in Holders, workerId \in GivenTexts, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain}

DetachedJob_In_PostNotification(fence, holder, notificationKey, body, observedAtMs) ==
  [type |-> "PostNotification", fence |-> fence, holder |-> holder, notificationKey |-> notificationKey, body |-> body, observedAtMs |-> observedAtMs]

DetachedJob_Inputs_PostNotification ==
  {DetachedJob_In_PostNotification(fence, holder, notificationKey, body, observedAtMs) : fence \in FenceDomain, holder \in Holders, notificationKey \in NotificationKeys, body \in GivenOpaques, observedAtMs \in ClockDomain}

DetachedJob_In_CompleteAttempt(fence, holder, result, observedAtMs) ==
  [type |-> "CompleteAttempt", fence |-> fence, holder |-> holder, result |-> result, observedAtMs |-> observedAtMs]

DetachedJob_Inputs_CompleteAttempt ==
  {DetachedJob_In_CompleteAttempt(fence, holder, result, observedAtMs) : fence \in FenceDomain, holder \in Holders, result \in GivenOpaques, observedAtMs \in ClockDomain}

DetachedJob_In_ObserveLeaseExpiry(fence, observedAtMs) == [type |-> "ObserveLeaseExpiry", fence |-> fence, observedAtMs |-> observedAtMs]

DetachedJob_Inputs_ObserveLeaseExpiry == {DetachedJob_In_ObserveLeaseExpiry(fence, observedAtMs) : fence \in FenceDomain, observedAtMs \in ClockDomain}

DetachedJob_In_ClassifyLoss(fence, observedAtMs, jitterMs) ==
  [type |-> "ClassifyLoss", fence |-> fence, observedAtMs |-> observedAtMs, jitterMs |-> jitterMs]

DetachedJob_Inputs_ClassifyLoss ==
  {DetachedJob_In_ClassifyLoss(fence, observedAtMs, jitterMs) : fence \in FenceDomain, observedAtMs \in ClockDomain, jitterMs \in JitterDomain}

DetachedJob_current_stale_fence(s, i) == (i.fence /= s.fence)

DetachedJob_writer_stale_holder(s, i) == (i.holder /= s.holder)

DetachedJob_writer_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

DetachedJob_grant_no_lease(i) == (i.leaseMs = 0)

DetachedJob_due_not_due(s, i) == (i.observedAtMs < s.dueAtMs)

DetachedJob_alone_process_alive(s) == (s.handle /= NULL)

(* The pause before the next attempt doubles each time, up to a limit. *)
DetachedJob_nextBackoffMs(s) == Smaller(Larger((s.backoffMs + s.backoffMs), DetachedJob_Limit_firstBackoffMs), DetachedJob_Limit_maxBackoffMs)

(* When the next attempt is due: after the pause, and a while at random, so that what failed together does not come back together. *)
DetachedJob_nextAttemptAtMs(s, i) == ((i.observedAtMs + DetachedJob_nextBackoffMs(s)) + i.jitterMs)

(* Whether a new attempt may do the work again after a loss. *)
DetachedJob_mayStartAgain(s) == ((s.restartClass = "CheckpointResumable") \/ (s.restartClass = "Replayable"))

DetachedJob_Refuse_PostNotification_stale_fence(s, i) == DetachedJob_current_stale_fence(s, i)

DetachedJob_Refuse_PostNotification_stale_holder(s, i) == DetachedJob_writer_stale_holder(s, i)

DetachedJob_Refuse_PostNotification_lease_expired(s, i) == DetachedJob_writer_lease_expired(s, i)

DetachedJob_Refuse_CompleteAttempt_stale_fence(s, i) == DetachedJob_current_stale_fence(s, i)

DetachedJob_Refuse_CompleteAttempt_stale_holder(s, i) == DetachedJob_writer_stale_holder(s, i)

DetachedJob_Refuse_CompleteAttempt_lease_expired(s, i) == DetachedJob_writer_lease_expired(s, i)

DetachedJob_Refuse_ObserveLeaseExpiry_stale_fence(s, i) == DetachedJob_current_stale_fence(s, i)

DetachedJob_Refuse_ClassifyLoss_stale_fence(s, i) == DetachedJob_current_stale_fence(s, i)

(* Submit *)

DetachedJob_From_Submit(s) == (s.phase \in {"Unsubmitted"})

DetachedJob_Refuse_Submit_exhausted(s, i) == (i.dueAtMs > MaxClock)

DetachedJob_Open_Submit(s, i) == DetachedJob_From_Submit(s)

DetachedJob_Guard_Submit(s, i) ==
  /\ DetachedJob_Open_Submit(s, i)
  /\ (~DetachedJob_Refuse_Submit_exhausted(s, i))

DetachedJob_Next_Submit(s, i) ==
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

DetachedJob_Effects_Submit(s, i) == <<[type |-> "JobQueued", dueAtMs |-> i.dueAtMs]>>

(* SubmitAgain: The same submission again, from a caller that did not hear the receipt: the same job. *)

DetachedJob_From_SubmitAgain(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

DetachedJob_Guard_SubmitAgain(s, i) == DetachedJob_From_SubmitAgain(s)

DetachedJob_Next_SubmitAgain(s, i) == s

DetachedJob_Effects_SubmitAgain(s, i) == <<>>

(* ClaimAttempt *)

DetachedJob_From_ClaimAttempt(s) == (s.phase \in {"Queued", "RetryScheduled"})

DetachedJob_Refuse_ClaimAttempt_no_lease(s, i) == DetachedJob_grant_no_lease(i)

DetachedJob_Refuse_ClaimAttempt_not_due(s, i) == DetachedJob_due_not_due(s, i)

DetachedJob_Refuse_ClaimAttempt_exhausted(s, i) ==
  \/ ((s.fence + 1) > MaxFence)
  \/ ((i.observedAtMs + i.leaseMs) > MaxClock)

DetachedJob_Open_ClaimAttempt(s, i) ==
  /\ DetachedJob_From_ClaimAttempt(s)
  /\ (~DetachedJob_Refuse_ClaimAttempt_no_lease(s, i))
  /\ (~DetachedJob_Refuse_ClaimAttempt_not_due(s, i))

DetachedJob_Guard_ClaimAttempt(s, i) ==
  /\ DetachedJob_Open_ClaimAttempt(s, i)
  /\ (~DetachedJob_Refuse_ClaimAttempt_exhausted(s, i))

DetachedJob_Next_ClaimAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Running",
    !.dueAtMs = 0,
    !.fence = (s.fence + 1),
    !.holder = i.holder,
    !.workerId = i.workerId,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs)]

DetachedJob_Effects_ClaimAttempt(s, i) == <<>>

(* PostNew: A notification ends nothing: the attempt goes on. *)

DetachedJob_From_PostNew(s) == (s.phase \in {"Running", "WaitingExternal"})

DetachedJob_When_PostNew(s, i) == (s.notifications[i.notificationKey] = NULL)

DetachedJob_Refuse_PostNew_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

DetachedJob_Open_PostNew(s, i) ==
  /\ DetachedJob_From_PostNew(s)
  /\ (~DetachedJob_Refuse_PostNotification_stale_fence(s, i))
  /\ (~DetachedJob_Refuse_PostNotification_stale_holder(s, i))
  /\ (~DetachedJob_Refuse_PostNotification_lease_expired(s, i))
  /\ DetachedJob_When_PostNew(s, i)

DetachedJob_Guard_PostNew(s, i) ==
  /\ DetachedJob_Open_PostNew(s, i)
  /\ (~DetachedJob_Refuse_PostNew_exhausted(s, i))

DetachedJob_Next_PostNew(s, i) ==
  [s EXCEPT
    !.notifications[i.notificationKey] = [sequence |-> (s.deliverySequence + 1)],
    !.deliverySequence = (s.deliverySequence + 1)]

DetachedJob_Effects_PostNew(s, i) ==
  <<[type |-> "NotificationCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, body |-> i.body]>>

(* PostAgain: The same observation again, after a restart: it was sent. *)

DetachedJob_From_PostAgain(s) == (s.phase \in {"Running", "WaitingExternal"})

DetachedJob_When_PostAgain(s, i) == (s.notifications[i.notificationKey] /= NULL)

DetachedJob_Guard_PostAgain(s, i) ==
  /\ DetachedJob_From_PostAgain(s)
  /\ (~DetachedJob_Refuse_PostNotification_stale_fence(s, i))
  /\ (~DetachedJob_Refuse_PostNotification_stale_holder(s, i))
  /\ (~DetachedJob_Refuse_PostNotification_lease_expired(s, i))
  /\ DetachedJob_When_PostAgain(s, i)

DetachedJob_Next_PostAgain(s, i) == s

DetachedJob_Effects_PostAgain(s, i) == <<>>

(* CompleteAttempt: A result wins over a cancel that was only requested. *)

DetachedJob_From_CompleteAttempt(s) == (s.phase \in {"Running", "WaitingExternal"})

DetachedJob_Refuse_CompleteAttempt_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

DetachedJob_Open_CompleteAttempt(s, i) ==
  /\ DetachedJob_From_CompleteAttempt(s)
  /\ (~DetachedJob_Refuse_CompleteAttempt_stale_fence(s, i))
  /\ (~DetachedJob_Refuse_CompleteAttempt_stale_holder(s, i))
  /\ (~DetachedJob_Refuse_CompleteAttempt_lease_expired(s, i))

DetachedJob_Guard_CompleteAttempt(s, i) ==
  /\ DetachedJob_Open_CompleteAttempt(s, i)
  /\ (~DetachedJob_Refuse_CompleteAttempt_exhausted(s, i))

DetachedJob_Next_CompleteAttempt(s, i) ==
  [s EXCEPT
    !.phase = "Succeeded",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.handle = NULL,
    !.cursor = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.outcome = i.result]

DetachedJob_Effects_CompleteAttempt(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Succeeded", body |-> i.result]>>

(* ObserveLeaseExpiry *)

DetachedJob_From_ObserveLeaseExpiry(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal"})

DetachedJob_Refuse_ObserveLeaseExpiry_lease_alive(s, i) == (i.observedAtMs < s.leaseExpiresAtMs)

DetachedJob_Guard_ObserveLeaseExpiry(s, i) ==
  /\ DetachedJob_From_ObserveLeaseExpiry(s)
  /\ (~DetachedJob_Refuse_ObserveLeaseExpiry_stale_fence(s, i))
  /\ (~DetachedJob_Refuse_ObserveLeaseExpiry_lease_alive(s, i))

DetachedJob_Next_ObserveLeaseExpiry(s, i) ==
  [s EXCEPT
    !.phase = "LossObserved",
    !.holder = NULL,
    !.workerId = "",
    !.leaseExpiresAtMs = 0,
    !.cursor = 0]

DetachedJob_Effects_ObserveLeaseExpiry(s, i) == <<>>

(* LoseCancelled *)

DetachedJob_From_LoseCancelled(s) == (s.phase \in {"LossObserved"})

DetachedJob_When_LoseCancelled(s, i) == s.cancelRequested

DetachedJob_Refuse_LoseCancelled_process_alive(s, i) == DetachedJob_alone_process_alive(s)

DetachedJob_Refuse_LoseCancelled_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

DetachedJob_Open_LoseCancelled(s, i) ==
  /\ DetachedJob_From_LoseCancelled(s)
  /\ (~DetachedJob_Refuse_ClassifyLoss_stale_fence(s, i))
  /\ DetachedJob_When_LoseCancelled(s, i)
  /\ (~DetachedJob_Refuse_LoseCancelled_process_alive(s, i))

DetachedJob_Guard_LoseCancelled(s, i) ==
  /\ DetachedJob_Open_LoseCancelled(s, i)
  /\ (~DetachedJob_Refuse_LoseCancelled_exhausted(s, i))

DetachedJob_Next_LoseCancelled(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.deliverySequence = (s.deliverySequence + 1)]

DetachedJob_Effects_LoseCancelled(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> s.outcome]>>

(* LoseForGood: It may have done half its work; nobody does it again unasked. *)

DetachedJob_From_LoseForGood(s) == (s.phase \in {"LossObserved"})

DetachedJob_When_LoseForGood(s, i) == ((~s.cancelRequested) /\ (~DetachedJob_mayStartAgain(s)))

DetachedJob_Refuse_LoseForGood_process_alive(s, i) == DetachedJob_alone_process_alive(s)

DetachedJob_Refuse_LoseForGood_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

DetachedJob_Open_LoseForGood(s, i) ==
  /\ DetachedJob_From_LoseForGood(s)
  /\ (~DetachedJob_Refuse_ClassifyLoss_stale_fence(s, i))
  /\ DetachedJob_When_LoseForGood(s, i)
  /\ (~DetachedJob_Refuse_LoseForGood_process_alive(s, i))

DetachedJob_Guard_LoseForGood(s, i) ==
  /\ DetachedJob_Open_LoseForGood(s, i)
  /\ (~DetachedJob_Refuse_LoseForGood_exhausted(s, i))

DetachedJob_Next_LoseForGood(s, i) ==
  [s EXCEPT
    !.phase = "WorkerLost",
    !.deliverySequence = (s.deliverySequence + 1)]

DetachedJob_Effects_LoseForGood(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "WorkerLost", body |-> s.outcome]>>

(* RecoverLoss *)

DetachedJob_From_RecoverLoss(s) == (s.phase \in {"LossObserved"})

DetachedJob_When_RecoverLoss(s, i) == (((~s.cancelRequested) /\ DetachedJob_mayStartAgain(s)) /\ (s.losses < DetachedJob_Limit_lossBudget))

DetachedJob_Refuse_RecoverLoss_process_alive(s, i) == DetachedJob_alone_process_alive(s)

DetachedJob_Refuse_RecoverLoss_exhausted(s, i) ==
  \/ (DetachedJob_nextAttemptAtMs(s, i) > MaxClock)
  \/ ((s.losses + 1) > MaxLosses)
  \/ (DetachedJob_nextBackoffMs(s) > MaxBackoff)

DetachedJob_Open_RecoverLoss(s, i) ==
  /\ DetachedJob_From_RecoverLoss(s)
  /\ (~DetachedJob_Refuse_ClassifyLoss_stale_fence(s, i))
  /\ DetachedJob_When_RecoverLoss(s, i)
  /\ (~DetachedJob_Refuse_RecoverLoss_process_alive(s, i))

DetachedJob_Guard_RecoverLoss(s, i) ==
  /\ DetachedJob_Open_RecoverLoss(s, i)
  /\ (~DetachedJob_Refuse_RecoverLoss_exhausted(s, i))

DetachedJob_Next_RecoverLoss(s, i) ==
  [s EXCEPT
    !.phase = "RetryScheduled",
    !.dueAtMs = DetachedJob_nextAttemptAtMs(s, i),
    !.losses = (s.losses + 1),
    !.backoffMs = DetachedJob_nextBackoffMs(s)]

DetachedJob_Effects_RecoverLoss(s, i) == <<[type |-> "JobQueued", dueAtMs |-> DetachedJob_nextAttemptAtMs(s, i)]>>

(* RunOutOfRecoveries: A job that keeps killing its worker is not tried for ever. *)

DetachedJob_From_RunOutOfRecoveries(s) == (s.phase \in {"LossObserved"})

DetachedJob_When_RunOutOfRecoveries(s, i) == (((~s.cancelRequested) /\ DetachedJob_mayStartAgain(s)) /\ (s.losses >= DetachedJob_Limit_lossBudget))

DetachedJob_Refuse_RunOutOfRecoveries_process_alive(s, i) == DetachedJob_alone_process_alive(s)

DetachedJob_Refuse_RunOutOfRecoveries_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

DetachedJob_Open_RunOutOfRecoveries(s, i) ==
  /\ DetachedJob_From_RunOutOfRecoveries(s)
  /\ (~DetachedJob_Refuse_ClassifyLoss_stale_fence(s, i))
  /\ DetachedJob_When_RunOutOfRecoveries(s, i)
  /\ (~DetachedJob_Refuse_RunOutOfRecoveries_process_alive(s, i))

DetachedJob_Guard_RunOutOfRecoveries(s, i) ==
  /\ DetachedJob_Open_RunOutOfRecoveries(s, i)
  /\ (~DetachedJob_Refuse_RunOutOfRecoveries_exhausted(s, i))

DetachedJob_Next_RunOutOfRecoveries(s, i) ==
  [s EXCEPT
    !.phase = "NeedsAttention",
    !.deliverySequence = (s.deliverySequence + 1)]

DetachedJob_Effects_RunOutOfRecoveries(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "NeedsAttention", body |-> s.outcome]>>

DetachedJob_Keys == [realm : Realms, jobId : JobIds]

DetachedJob_First ==
  [phase |-> DetachedJob_InitialState.phase, originSessionId |-> DetachedJob_InitialState.originSessionId, lineage |-> DetachedJob_InitialState.lineage, tool |-> DetachedJob_InitialState.tool, toolVersion |-> DetachedJob_InitialState.toolVersion, runner |-> DetachedJob_InitialState.runner, runnerVersion |-> DetachedJob_InitialState.runnerVersion, arguments |-> DetachedJob_InitialState.arguments, terms |-> DetachedJob_InitialState.terms, restartClass |-> DetachedJob_InitialState.restartClass, dueAtMs |-> DetachedJob_InitialState.dueAtMs, fence |-> DetachedJob_InitialState.fence, holder |-> DetachedJob_InitialState.holder, workerId |-> DetachedJob_InitialState.workerId, leaseExpiresAtMs |-> DetachedJob_InitialState.leaseExpiresAtMs, handle |-> DetachedJob_InitialState.handle, cursor |-> DetachedJob_InitialState.cursor, progress |-> DetachedJob_InitialState.progress, checkpoint |-> DetachedJob_InitialState.checkpoint, artifacts |-> DetachedJob_InitialState.artifacts, notifications |-> DetachedJob_InitialState.notifications, deliverySequence |-> DetachedJob_InitialState.deliverySequence, cancelRequested |-> DetachedJob_InitialState.cancelRequested, failures |-> DetachedJob_InitialState.failures, losses |-> DetachedJob_InitialState.losses, backoffMs |-> DetachedJob_InitialState.backoffMs, outcome |-> DetachedJob_InitialState.outcome, claims |-> 0, lateWrite |-> FALSE]

-----------------------------------------------------------------------------
(* RuntimeDelivery: as in its own module, what this composition uses of it. *)

RuntimeDelivery_InitialState ==
  [phase |-> "Active",
   nextSequence |-> 0,
   appliedCursor |-> 0,
   forgottenCursor |-> 0,
   deliveries |-> [k \in DeliveryIds |-> NULL]]

RuntimeDelivery_In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body) ==
  [type |-> "CommitDelivery", deliveryId |-> deliveryId, sourceSequence |-> sourceSequence, jobId |-> jobId, kind |-> kind, handling |-> handling, lineage |-> lineage, body |-> body]

RuntimeDelivery_Inputs_CommitDelivery ==
  {RuntimeDelivery_In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body) : deliveryId \in DeliveryIds, sourceSequence \in SourceSequenceDomain, jobId \in JobIds, kind \in {"terminal", "notification"}, handling \in ({"steer", "queue"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques}

RuntimeDelivery_In_MarkApplied(deliveryId, sequence) == [type |-> "MarkApplied", deliveryId |-> deliveryId, sequence |-> sequence]

RuntimeDelivery_Inputs_MarkApplied == {RuntimeDelivery_In_MarkApplied(deliveryId, sequence) : deliveryId \in DeliveryIds, sequence \in SequenceDomain}

(* CommitNew: A delivery seen for the first time takes the next place. *)

RuntimeDelivery_From_CommitNew(s) == (s.phase \in {"Active"})

RuntimeDelivery_When_CommitNew(s, i) == (s.deliveries[i.deliveryId] = NULL)

RuntimeDelivery_Refuse_CommitNew_no_source_sequence(s, i) == (i.sourceSequence = 0)

RuntimeDelivery_Refuse_CommitNew_exhausted(s, i) == ((s.nextSequence + 1) > MaxSequence)

RuntimeDelivery_Open_CommitNew(s, i) ==
  /\ RuntimeDelivery_From_CommitNew(s)
  /\ RuntimeDelivery_When_CommitNew(s, i)
  /\ (~RuntimeDelivery_Refuse_CommitNew_no_source_sequence(s, i))

RuntimeDelivery_Guard_CommitNew(s, i) ==
  /\ RuntimeDelivery_Open_CommitNew(s, i)
  /\ (~RuntimeDelivery_Refuse_CommitNew_exhausted(s, i))

RuntimeDelivery_Next_CommitNew(s, i) ==
  [s EXCEPT
    !.nextSequence = (s.nextSequence + 1),
    !.deliveries[i.deliveryId] = [sequence |-> (s.nextSequence + 1), sourceSequence |-> i.sourceSequence, jobId |-> i.jobId, kind |-> i.kind, handling |-> i.handling, lineage |-> i.lineage, body |-> i.body]]

RuntimeDelivery_Effects_CommitNew(s, i) ==
  <<[type |-> "DeliveryCommitted", deliveryId |-> i.deliveryId, sourceSequence |-> i.sourceSequence, sequence |-> (s.nextSequence + 1), handling |-> i.handling]>>

(* ReuseCommitted: A projector that retries after a crash gets the place that was given. *)

RuntimeDelivery_From_ReuseCommitted(s) == (s.phase \in {"Active"})

RuntimeDelivery_When_ReuseCommitted(s, i) == (s.deliveries[i.deliveryId] /= NULL)

RuntimeDelivery_Refuse_ReuseCommitted_source_differs(s, i) ==
  ((IF (s.deliveries[i.deliveryId] = NULL) THEN NULL ELSE s.deliveries[i.deliveryId].sourceSequence) /= i.sourceSequence)

RuntimeDelivery_Guard_ReuseCommitted(s, i) ==
  /\ RuntimeDelivery_From_ReuseCommitted(s)
  /\ RuntimeDelivery_When_ReuseCommitted(s, i)
  /\ (~RuntimeDelivery_Refuse_ReuseCommitted_source_differs(s, i))

RuntimeDelivery_Next_ReuseCommitted(s, i) == s

RuntimeDelivery_Effects_ReuseCommitted(s, i) ==
  <<[type |-> "DeliveryReused", deliveryId |-> i.deliveryId, sourceSequence |-> i.sourceSequence, sequence |-> s.deliveries[i.deliveryId].sequence]>>

(* ApplyNext *)

RuntimeDelivery_From_ApplyNext(s) == (s.phase \in {"Active"})

RuntimeDelivery_When_ApplyNext(s, i) == (i.sequence > s.appliedCursor)

RuntimeDelivery_Refuse_ApplyNext_unknown_delivery(s, i) ==
  ((IF (s.deliveries[i.deliveryId] = NULL) THEN NULL ELSE s.deliveries[i.deliveryId].sequence) /= i.sequence)

RuntimeDelivery_Refuse_ApplyNext_out_of_order(s, i) == (i.sequence /= (s.appliedCursor + 1))

RuntimeDelivery_Guard_ApplyNext(s, i) ==
  /\ RuntimeDelivery_From_ApplyNext(s)
  /\ RuntimeDelivery_When_ApplyNext(s, i)
  /\ (~RuntimeDelivery_Refuse_ApplyNext_unknown_delivery(s, i))
  /\ (~RuntimeDelivery_Refuse_ApplyNext_out_of_order(s, i))

RuntimeDelivery_Next_ApplyNext(s, i) ==
  [s EXCEPT
    !.appliedCursor = i.sequence]

RuntimeDelivery_Effects_ApplyNext(s, i) == <<[type |-> "DeliveryApplied", deliveryId |-> i.deliveryId, sequence |-> i.sequence]>>

(* ObserveApplied: It was applied before; whoever says so again is told the same. *)

RuntimeDelivery_From_ObserveApplied(s) == (s.phase \in {"Active"})

RuntimeDelivery_When_ObserveApplied(s, i) == (i.sequence <= s.appliedCursor)

RuntimeDelivery_Refuse_ObserveApplied_unknown_delivery(s, i) ==
  ((IF (s.deliveries[i.deliveryId] = NULL) THEN NULL ELSE s.deliveries[i.deliveryId].sequence) /= i.sequence)

RuntimeDelivery_Guard_ObserveApplied(s, i) ==
  /\ RuntimeDelivery_From_ObserveApplied(s)
  /\ RuntimeDelivery_When_ObserveApplied(s, i)
  /\ (~RuntimeDelivery_Refuse_ObserveApplied_unknown_delivery(s, i))

RuntimeDelivery_Next_ObserveApplied(s, i) == s

RuntimeDelivery_Effects_ObserveApplied(s, i) == <<[type |-> "DeliveryApplied", deliveryId |-> i.deliveryId, sequence |-> i.sequence]>>

RuntimeDelivery_Keys == [realm : Realms, sessionId : SessionIds]

RuntimeDelivery_First ==
  [phase |-> RuntimeDelivery_InitialState.phase, nextSequence |-> RuntimeDelivery_InitialState.nextSequence, appliedCursor |-> RuntimeDelivery_InitialState.appliedCursor, forgottenCursor |-> RuntimeDelivery_InitialState.forgottenCursor, deliveries |-> RuntimeDelivery_InitialState.deliveries, applied |-> {}, appliedTwice |-> FALSE]

-----------------------------------------------------------------------------
(* What is routed, and what a step comes to. A refusal below undoes the whole step. *)

DetachedJob_Sent(effect) ==
  (IF (effect.type = "NotificationCommitted") THEN <<[route |-> "notificationToInbox", effect |-> effect, reached |-> {}]>> ELSE (IF (effect.type = "TerminalCommitted") THEN <<[route |-> "terminalToInbox", effect |-> effect, reached |-> {}]>> ELSE <<>>))

(* notificationToInbox: DetachedJob.NotificationCommitted to RuntimeDelivery.CommitDelivery, outbox. It is shown to the session, and opens no provider turn. *)

To_notificationToInbox(from, effect) == [realm |-> from.realm, sessionId |-> effect.originSessionId]

Input_notificationToInbox(from, effect) ==
  RuntimeDelivery_In_CommitDelivery(<<"DeliveryId", from.jobId, effect.deliverySequence>>, effect.deliverySequence, from.jobId, "notification", NULL, effect.lineage, effect.body)

(* terminalToInbox: DetachedJob.TerminalCommitted to RuntimeDelivery.CommitDelivery, outbox. Whoever asked for the work goes on with it. *)

To_terminalToInbox(from, effect) == [realm |-> from.realm, sessionId |-> effect.originSessionId]

Input_terminalToInbox(from, effect) ==
  RuntimeDelivery_In_CommitDelivery(<<"DeliveryId", from.jobId, effect.deliverySequence>>, effect.deliverySequence, from.jobId, "terminal", "steer", effect.lineage, effect.body)

(* attempts: remembered of each step. How often the job was claimed, and whether an attempt before the last one changed anything: by this count, not by the fence. *)
DetachedJob_Remember_attempts(s, next, i, effects) ==
  [next EXCEPT
    !.claims = (IF ((IF (i.type = "ClaimAttempt") THEN (s.claims + 1) ELSE s.claims) \in FenceDomain) THEN (IF (i.type = "ClaimAttempt") THEN (s.claims + 1) ELSE s.claims) ELSE s.claims),
    !.lateWrite = (s.lateWrite \/ (((i.type \in {"AcceptAttempt", "DeclineAttempt", "RenewLease", "RecordHandle", "RecordExit", "ReportProgress", "RecordCheckpoint", "PostNotification", "RecordArtifact", "WaitExternally", "ResumeWork", "CompleteAttempt", "FailAttempt", "ReleaseAttempt", "BlockCredentials", "AcknowledgeCancel", "ObserveLeaseExpiry", "AdoptAttempt", "RecordReaped", "ClassifyLoss"}) /\ (i.fence < s.claims)) /\ ((~(s = next)) \/ (Len(effects) > 0))))]

(* applications: remembered of each step. Which deliveries were applied. *)
RuntimeDelivery_Remember_applications(s, next, i, effects) ==
  [next EXCEPT
    !.applied = (IF ((i.type = "MarkApplied") /\ (next.appliedCursor /= s.appliedCursor)) THEN (s.applied \cup {i.deliveryId}) ELSE s.applied),
    !.appliedTwice = (s.appliedTwice \/ (((i.type = "MarkApplied") /\ (next.appliedCursor /= s.appliedCursor)) /\ (i.deliveryId \in s.applied)))]

(* Whoever was woken sleeps when nothing calls for it any more. *)

Derives_claim(s) == ((s.phase = "Queued") \/ (s.phase = "RetryScheduled"))

Derives_apply(s) == (s.appliedCursor < s.nextSequence)

(* A step of one instance, with all that follows from it in the same transaction. *)

DetachedJob_Commit_Submit(c, at, i) ==
  (LET effects == DetachedJob_Effects_Submit(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_Submit(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN (c.woken.claim \cup {at}) ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_SubmitAgain(c, at, i) ==
  (LET effects == DetachedJob_Effects_SubmitAgain(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_SubmitAgain(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_ClaimAttempt(c, at, i) ==
  (LET effects == DetachedJob_Effects_ClaimAttempt(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_ClaimAttempt(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_PostNew(c, at, i) ==
  (LET effects == DetachedJob_Effects_PostNew(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_PostNew(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1])),
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_PostAgain(c, at, i) ==
  (LET effects == DetachedJob_Effects_PostAgain(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_PostAgain(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_CompleteAttempt(c, at, i) ==
  (LET effects == DetachedJob_Effects_CompleteAttempt(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_CompleteAttempt(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1])),
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_ObserveLeaseExpiry(c, at, i) ==
  (LET effects == DetachedJob_Effects_ObserveLeaseExpiry(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_ObserveLeaseExpiry(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_LoseCancelled(c, at, i) ==
  (LET effects == DetachedJob_Effects_LoseCancelled(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_LoseCancelled(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1])),
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_LoseForGood(c, at, i) ==
  (LET effects == DetachedJob_Effects_LoseForGood(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_LoseForGood(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1])),
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_RecoverLoss(c, at, i) ==
  (LET effects == DetachedJob_Effects_RecoverLoss(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_RecoverLoss(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN (c.woken.claim \cup {at}) ELSE (c.woken.claim \ {at}))]]}))

DetachedJob_Commit_RunOutOfRecoveries(c, at, i) ==
  (LET effects == DetachedJob_Effects_RunOutOfRecoveries(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_attempts(c.DetachedJob[at], DetachedJob_Next_RunOutOfRecoveries(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1])),
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

RuntimeDelivery_Commit_CommitNew(c, at, i) ==
  (LET effects == RuntimeDelivery_Effects_CommitNew(c.RuntimeDelivery[at], i) IN
   (LET next == RuntimeDelivery_Remember_applications(c.RuntimeDelivery[at], RuntimeDelivery_Next_CommitNew(c.RuntimeDelivery[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.RuntimeDelivery[at] = next,
    !.woken.apply = (IF Derives_apply(next) THEN (c.woken.apply \cup {at}) ELSE (c.woken.apply \ {at}))]]}))

RuntimeDelivery_Commit_ReuseCommitted(c, at, i) ==
  (LET effects == RuntimeDelivery_Effects_ReuseCommitted(c.RuntimeDelivery[at], i) IN
   (LET next == RuntimeDelivery_Remember_applications(c.RuntimeDelivery[at], RuntimeDelivery_Next_ReuseCommitted(c.RuntimeDelivery[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.RuntimeDelivery[at] = next,
    !.woken.apply = (IF Derives_apply(next) THEN c.woken.apply ELSE (c.woken.apply \ {at}))]]}))

RuntimeDelivery_Commit_ApplyNext(c, at, i) ==
  (LET effects == RuntimeDelivery_Effects_ApplyNext(c.RuntimeDelivery[at], i) IN
   (LET next == RuntimeDelivery_Remember_applications(c.RuntimeDelivery[at], RuntimeDelivery_Next_ApplyNext(c.RuntimeDelivery[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.RuntimeDelivery[at] = next,
    !.woken.apply = (IF Derives_apply(next) THEN c.woken.apply ELSE (c.woken.apply \ {at}))]]}))

RuntimeDelivery_Commit_ObserveApplied(c, at, i) ==
  (LET effects == RuntimeDelivery_Effects_ObserveApplied(c.RuntimeDelivery[at], i) IN
   (LET next == RuntimeDelivery_Remember_applications(c.RuntimeDelivery[at], RuntimeDelivery_Next_ObserveApplied(c.RuntimeDelivery[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.RuntimeDelivery[at] = next,
    !.woken.apply = (IF Derives_apply(next) THEN c.woken.apply ELSE (c.woken.apply \ {at}))]]}))

RuntimeDelivery_Answer_CommitDelivery(c, at, i) ==
  (LET s == c.RuntimeDelivery[at] IN (IF (s.phase \in {"Active"}) THEN (IF (RuntimeDelivery_From_CommitNew(s) /\ RuntimeDelivery_When_CommitNew(s, i))
    THEN (IF RuntimeDelivery_Refuse_CommitNew_no_source_sequence(s, i) THEN {[code |-> "no_source_sequence", next |-> c]} ELSE (IF RuntimeDelivery_Refuse_CommitNew_exhausted(s, i) THEN {[code |-> "exhausted", next |-> c]} ELSE RuntimeDelivery_Commit_CommitNew(c, at, i)))
    ELSE (IF (RuntimeDelivery_From_ReuseCommitted(s) /\ RuntimeDelivery_When_ReuseCommitted(s, i))
    THEN (IF RuntimeDelivery_Refuse_ReuseCommitted_source_differs(s, i) THEN {[code |-> "source_differs", next |-> c]} ELSE RuntimeDelivery_Commit_ReuseCommitted(c, at, i))
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_notificationToInbox(c, to, from, effect) ==
  RuntimeDelivery_Answer_CommitDelivery(c, to, Input_notificationToInbox(from, effect))

Hop_terminalToInbox(c, to, from, effect) == RuntimeDelivery_Answer_CommitDelivery(c, to, Input_terminalToInbox(from, effect))

DetachedJob_Driven_Submit(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_Submit(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_Submit(c, at, i)
    ELSE (IF DetachedJob_Guard_SubmitAgain(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_SubmitAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

DetachedJob_Driven_ClaimAttempt(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_ClaimAttempt(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_ClaimAttempt(c, at, i)
    ELSE {}) : (o.code = "")}}

DetachedJob_Driven_PostNotification(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_PostNew(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_PostNew(c, at, i)
    ELSE (IF DetachedJob_Guard_PostAgain(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_PostAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

DetachedJob_Driven_CompleteAttempt(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_CompleteAttempt(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_CompleteAttempt(c, at, i)
    ELSE {}) : (o.code = "")}}

DetachedJob_Driven_ObserveLeaseExpiry(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_ObserveLeaseExpiry(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_ObserveLeaseExpiry(c, at, i)
    ELSE {}) : (o.code = "")}}

DetachedJob_Driven_ClassifyLoss(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_LoseCancelled(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_LoseCancelled(c, at, i)
    ELSE (IF DetachedJob_Guard_LoseForGood(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_LoseForGood(c, at, i)
    ELSE (IF DetachedJob_Guard_RecoverLoss(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_RecoverLoss(c, at, i)
    ELSE (IF DetachedJob_Guard_RunOutOfRecoveries(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_RunOutOfRecoveries(c, at, i)
    ELSE {})))) : (o.code = "")}}

RuntimeDelivery_Driven_MarkApplied(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF RuntimeDelivery_Guard_ApplyNext(c.RuntimeDelivery[at], i)
    THEN RuntimeDelivery_Commit_ApplyNext(c, at, i)
    ELSE (IF RuntimeDelivery_Guard_ObserveApplied(c.RuntimeDelivery[at], i)
    THEN RuntimeDelivery_Commit_ObserveApplied(c, at, i)
    ELSE {})) : (o.code = "")}}

IsHead_notificationToInbox(c, from) ==
  (IF (Len(c.outbox.DetachedJob[from]) > 0) THEN (c.outbox.DetachedJob[from][1].route = "notificationToInbox") ELSE FALSE)

Head_notificationToInbox(c, from) == c.outbox.DetachedJob[from][1]

Received_notificationToInbox(c, from) ==
  {[o.next EXCEPT !.answered.DetachedJob = (o.next.answered.DetachedJob \cup {from})] : o \in {p \in Hop_notificationToInbox(c, To_notificationToInbox(from, Head_notificationToInbox(c, from).effect), from, Head_notificationToInbox(c, from).effect) : (p.code = "")}}

IsHead_terminalToInbox(c, from) ==
  (IF (Len(c.outbox.DetachedJob[from]) > 0) THEN (c.outbox.DetachedJob[from][1].route = "terminalToInbox") ELSE FALSE)

Head_terminalToInbox(c, from) == c.outbox.DetachedJob[from][1]

Received_terminalToInbox(c, from) ==
  {[o.next EXCEPT !.answered.DetachedJob = (o.next.answered.DetachedJob \cup {from})] : o \in {p \in Hop_terminalToInbox(c, To_terminalToInbox(from, Head_terminalToInbox(c, from).effect), from, Head_terminalToInbox(c, from).effect) : (p.code = "")}}

Outbox_notificationToInbox(c) ==
  UNION {{[from |-> k, effect |-> c.outbox.DetachedJob[k][n].effect] : n \in {l \in (1..Len(c.outbox.DetachedJob[k])) : (c.outbox.DetachedJob[k][l].route = "notificationToInbox")}} : k \in DetachedJob_Keys}

Outbox_terminalToInbox(c) ==
  UNION {{[from |-> k, effect |-> c.outbox.DetachedJob[k][n].effect] : n \in {l \in (1..Len(c.outbox.DetachedJob[k])) : (c.outbox.DetachedJob[k][l].route = "terminalToInbox")}} : k \in DetachedJob_Keys}

-----------------------------------------------------------------------------
(* The whole: every instance of every machine, and what is under way between them. *)

VARIABLES state
vars == <<state>>

Drive_submit(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) ==
  (\E next \in DetachedJob_Driven_Submit(state, at, DetachedJob_In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)) : (state' = next))

Drive_claim(at, holder, workerId, leaseMs, observedAtMs) ==
  /\ (at \in state.woken.claim)
  /\ (\E next \in DetachedJob_Driven_ClaimAttempt(state, at, DetachedJob_In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs)) : (state' = next))

Drive_post(at, fence, holder, notificationKey, body, observedAtMs) ==
  (\E next \in DetachedJob_Driven_PostNotification(state, at, DetachedJob_In_PostNotification(fence, holder, notificationKey, body, observedAtMs)) : (state' = next))

(* The first attempt is lost, and may speak late; the second does the work. *)
Drive_complete(at, fence, holder, result, observedAtMs) ==
  (\E next \in DetachedJob_Driven_CompleteAttempt(state, at, DetachedJob_In_CompleteAttempt(fence, holder, result, observedAtMs)) : (state' = next))

Drive_expire(at, fence, observedAtMs) ==
  (\E next \in DetachedJob_Driven_ObserveLeaseExpiry(state, at, DetachedJob_In_ObserveLeaseExpiry(fence, observedAtMs)) : (state' = next))

Drive_classify(at, fence, observedAtMs, jitterMs) ==
  (\E next \in DetachedJob_Driven_ClassifyLoss(state, at, DetachedJob_In_ClassifyLoss(fence, observedAtMs, jitterMs)) : (state' = next))

Drive_apply(at, deliveryId, sequence) ==
  /\ (at \in state.woken.apply)
  /\ (\E next \in RuntimeDelivery_Driven_MarkApplied(state, at, RuntimeDelivery_In_MarkApplied(deliveryId, sequence)) : (state' = next))

(* It is shown to the session, and opens no provider turn. *)
Deliver_notificationToInbox(at) ==
  /\ IsHead_notificationToInbox(state, at)
  /\ (\E next \in Received_notificationToInbox(state, at) : (state' = next))

Acknowledge_notificationToInbox(at) ==
  /\ IsHead_notificationToInbox(state, at)
  /\ (at \in state.answered.DetachedJob)
  /\ (\E next \in {[state EXCEPT !.outbox.DetachedJob[at] = Tail(state.outbox.DetachedJob[at]), !.answered.DetachedJob = (state.answered.DetachedJob \ {at})]} : (state' = next))

(* Whoever asked for the work goes on with it. *)
Deliver_terminalToInbox(at) ==
  /\ IsHead_terminalToInbox(state, at)
  /\ (\E next \in Received_terminalToInbox(state, at) : (state' = next))

Acknowledge_terminalToInbox(at) ==
  /\ IsHead_terminalToInbox(state, at)
  /\ (at \in state.answered.DetachedJob)
  /\ (\E next \in {[state EXCEPT !.outbox.DetachedJob[at] = Tail(state.outbox.DetachedJob[at]), !.answered.DetachedJob = (state.answered.DetachedJob \ {at})]} : (state' = next))

(* Whatever was only in memory is gone; recovery wakes whoever has something to do. *)
Crash ==
  (\E next \in {[state EXCEPT !.answered = [DetachedJob |-> {}], !.woken.claim = {k \in DetachedJob_Keys : Derives_claim(state.DetachedJob[k])}, !.woken.apply = {k \in RuntimeDelivery_Keys : Derives_apply(state.RuntimeDelivery[k])}]} : ((next /= state) /\ (state' = next)))

(* Nothing is under way. *)
Rest ==
  /\ (\A k \in DetachedJob_Keys : (Len(state.outbox.DetachedJob[k]) = 0))
  /\ state' = state

(* Only a bound of the model keeps a message from its receiver. *)
AtLimit ==
  /\ ((\E k \in DetachedJob_Keys : (IsHead_notificationToInbox(state, k) /\ (\E o \in Hop_notificationToInbox(state, To_notificationToInbox(k, Head_notificationToInbox(state, k).effect), k, Head_notificationToInbox(state, k).effect) : (o.code = "exhausted")))) \/ (\E k \in DetachedJob_Keys : (IsHead_terminalToInbox(state, k) /\ (\E o \in Hop_terminalToInbox(state, To_terminalToInbox(k, Head_terminalToInbox(state, k).effect), k, Head_terminalToInbox(state, k).effect) : (o.code = "exhausted")))))
  /\ state' = state

Init ==
  state = [DetachedJob |-> [k \in DetachedJob_Keys |-> DetachedJob_First],
    RuntimeDelivery |-> [k \in RuntimeDelivery_Keys |-> RuntimeDelivery_First],
    outbox |-> [DetachedJob |-> [k \in DetachedJob_Keys |-> <<>>]],
    answered |-> [DetachedJob |-> {}],
    woken |-> [claim |-> {}, apply |-> {}]]

Next ==
  \/ \E at \in DetachedJob_Keys, originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Replayable"}, dueAtMs \in DueDomain : Drive_submit(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)
  \/ \E at \in DetachedJob_Keys, holder \in Holders, workerId \in GivenTexts, leaseMs \in {1}, observedAtMs \in {0} : Drive_claim(at, holder, workerId, leaseMs, observedAtMs)
  \/ \E at \in DetachedJob_Keys, fence \in FenceDomain, holder \in Holders, notificationKey \in NotificationKeys, body \in GivenOpaques, observedAtMs \in {0} : Drive_post(at, fence, holder, notificationKey, body, observedAtMs)
  \/ \E at \in DetachedJob_Keys, fence \in {2}, holder \in Holders, result \in GivenOpaques, observedAtMs \in {0} : Drive_complete(at, fence, holder, result, observedAtMs)
  \/ \E at \in DetachedJob_Keys, fence \in {1}, observedAtMs \in {1} : Drive_expire(at, fence, observedAtMs)
  \/ \E at \in DetachedJob_Keys, fence \in FenceDomain, observedAtMs \in {0}, jitterMs \in JitterDomain : Drive_classify(at, fence, observedAtMs, jitterMs)
  \/ \E at \in RuntimeDelivery_Keys, deliveryId \in DeliveryIds, sequence \in SequenceDomain : Drive_apply(at, deliveryId, sequence)
  \/ \E at \in DetachedJob_Keys : Deliver_notificationToInbox(at)
  \/ \E at \in DetachedJob_Keys : Acknowledge_notificationToInbox(at)
  \/ \E at \in DetachedJob_Keys : Deliver_terminalToInbox(at)
  \/ \E at \in DetachedJob_Keys : Acknowledge_terminalToInbox(at)
  \/ Crash
  \/ Rest
  \/ AtLimit

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (\A k \in DetachedJob_Keys : (((((((((((((((((((((((((((((state.DetachedJob[k].phase \in {"Unsubmitted", "Queued", "Claimed", "Running", "WaitingExternal", "LossObserved", "RetryScheduled", "BlockedCredentials", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}) /\ ((state.DetachedJob[k].originSessionId = NULL) \/ (state.DetachedJob[k].originSessionId \in SessionIds))) /\ (state.DetachedJob[k].lineage \in Texts_)) /\ (state.DetachedJob[k].tool \in Texts_)) /\ (state.DetachedJob[k].toolVersion \in Texts_)) /\ (state.DetachedJob[k].runner \in Texts_)) /\ (state.DetachedJob[k].runnerVersion \in Texts_)) /\ (state.DetachedJob[k].arguments \in Opaques_)) /\ (state.DetachedJob[k].terms \in Opaques_)) /\ (state.DetachedJob[k].restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})) /\ (state.DetachedJob[k].dueAtMs \in ClockDomain)) /\ (state.DetachedJob[k].fence \in FenceDomain)) /\ ((state.DetachedJob[k].holder = NULL) \/ (state.DetachedJob[k].holder \in Holders))) /\ (state.DetachedJob[k].workerId \in Texts_)) /\ (state.DetachedJob[k].leaseExpiresAtMs \in ClockDomain)) /\ ((state.DetachedJob[k].handle = NULL) \/ (state.DetachedJob[k].handle \in Opaques_))) /\ (state.DetachedJob[k].cursor \in CursorDomain)) /\ (state.DetachedJob[k].progress \in Opaques_)) /\ (state.DetachedJob[k].checkpoint \in Opaques_)) /\ (\A l \in ArtifactNames : ((state.DetachedJob[k].artifacts[l] = NULL) \/ (state.DetachedJob[k].artifacts[l] \in [digest : Digests, mediaType : Texts_])))) /\ (\A l \in NotificationKeys : ((state.DetachedJob[k].notifications[l] = NULL) \/ (state.DetachedJob[k].notifications[l] \in [sequence : DeliverySequenceDomain])))) /\ (state.DetachedJob[k].deliverySequence \in DeliverySequenceDomain)) /\ (state.DetachedJob[k].cancelRequested \in BOOLEAN)) /\ (state.DetachedJob[k].failures \in FailuresDomain)) /\ (state.DetachedJob[k].losses \in LossesDomain)) /\ (state.DetachedJob[k].backoffMs \in BackoffDomain)) /\ (state.DetachedJob[k].outcome \in Opaques_)) /\ (state.DetachedJob[k].claims \in FenceDomain)) /\ (state.DetachedJob[k].lateWrite \in BOOLEAN)))
  /\ (\A k \in RuntimeDelivery_Keys : (((((((state.RuntimeDelivery[k].phase \in {"Active"}) /\ (state.RuntimeDelivery[k].nextSequence \in SequenceDomain)) /\ (state.RuntimeDelivery[k].appliedCursor \in SequenceDomain)) /\ (state.RuntimeDelivery[k].forgottenCursor \in SequenceDomain)) /\ (\A l \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[l] = NULL) \/ (((((((state.RuntimeDelivery[k].deliveries[l].sequence \in SequenceDomain) /\ (state.RuntimeDelivery[k].deliveries[l].sourceSequence \in SourceSequenceDomain)) /\ (state.RuntimeDelivery[k].deliveries[l].jobId \in JobIds)) /\ (state.RuntimeDelivery[k].deliveries[l].kind \in {"terminal", "notification"})) /\ ((state.RuntimeDelivery[k].deliveries[l].handling = NULL) \/ (state.RuntimeDelivery[k].deliveries[l].handling \in {"steer", "queue"}))) /\ (state.RuntimeDelivery[k].deliveries[l].lineage \in Texts_)) /\ (state.RuntimeDelivery[k].deliveries[l].body \in Opaques_))))) /\ (state.RuntimeDelivery[k].applied \subseteq DeliveryIds)) /\ (state.RuntimeDelivery[k].appliedTwice \in BOOLEAN)))
  /\ (\A m \in Outbox_notificationToInbox(state) : (((((m.effect.type = "NotificationCommitted") /\ (m.effect.originSessionId \in SessionIds)) /\ (m.effect.deliverySequence \in DeliverySequenceDomain)) /\ (m.effect.lineage \in Texts_)) /\ (m.effect.body \in Opaques_)))
  /\ (\A m \in Outbox_terminalToInbox(state) : ((((((m.effect.type = "TerminalCommitted") /\ (m.effect.originSessionId \in SessionIds)) /\ (m.effect.deliverySequence \in DeliverySequenceDomain)) /\ (m.effect.lineage \in Texts_)) /\ (m.effect.kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})) /\ (m.effect.body \in Opaques_)))
  /\ (state.answered.DetachedJob \subseteq DetachedJob_Keys)
  /\ (state.woken.claim \subseteq DetachedJob_Keys)
  /\ (state.woken.apply \subseteq RuntimeDelivery_Keys)

(* What is routed is not refused, but for the codes that its route acknowledges. *)
RoutesAnswered ==
  /\ (\A k \in DetachedJob_Keys : (IsHead_notificationToInbox(state, k) => (\A o \in Hop_notificationToInbox(state, To_notificationToInbox(k, Head_notificationToInbox(state, k).effect), k, Head_notificationToInbox(state, k).effect) : (o.code \in {"", "exhausted"}))))
  /\ (\A k \in DetachedJob_Keys : (IsHead_terminalToInbox(state, k) => (\A o \in Hop_terminalToInbox(state, To_terminalToInbox(k, Head_terminalToInbox(state, k).effect), k, Head_terminalToInbox(state, k).effect) : (o.code \in {"", "exhausted"}))))

always_each_is_applied_once == (\A k \in [realm : Realms, sessionId : SessionIds] : (~state.RuntimeDelivery[k].appliedTwice))

(* each_is_applied_in_its_turn: After every step, what was applied is what stands first. *)
always_each_is_applied_in_its_turn ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : ((Cardinality(state.RuntimeDelivery[k].applied) = state.RuntimeDelivery[k].appliedCursor) /\ (\A deliveryId \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[deliveryId] /= NULL) => ((state.RuntimeDelivery[k].deliveries[deliveryId].sequence <= state.RuntimeDelivery[k].appliedCursor) = (deliveryId \in state.RuntimeDelivery[k].applied))))))

(* each_job_is_heard_in_order: In the order of the job. *)
always_each_job_is_heard_in_order ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (\A k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) => (\A k__ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k__] /= NULL) => (((state.RuntimeDelivery[k].deliveries[k_].jobId /= state.RuntimeDelivery[k].deliveries[k__].jobId) \/ (state.RuntimeDelivery[k].deliveries[k_].sourceSequence >= state.RuntimeDelivery[k].deliveries[k__].sourceSequence)) \/ (state.RuntimeDelivery[k].deliveries[k_].sequence < state.RuntimeDelivery[k].deliveries[k__].sequence)))))))

always_no_notification_is_acknowledged_before_it_is_committed ==
  (\A at \in [realm : Realms, jobId : JobIds] : (\A k \in NotificationKeys : ((state.DetachedJob[at].notifications[k] /= NULL) => ((\E m \in Outbox_notificationToInbox(state) : ((m.from.jobId = at.jobId) /\ (m.effect.deliverySequence = state.DetachedJob[at].notifications[k].sequence))) \/ (\E to \in [realm : Realms, sessionId : SessionIds] : ((to.sessionId = state.DetachedJob[at].originSessionId) /\ (\E k_ \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k_] /= NULL) /\ (((state.RuntimeDelivery[to].deliveries[k_].jobId = at.jobId) /\ (state.RuntimeDelivery[to].deliveries[k_].sourceSequence = state.DetachedJob[at].notifications[k].sequence)) /\ (state.RuntimeDelivery[to].deliveries[k_].kind = "notification"))))))))))

always_no_end_is_acknowledged_before_it_is_committed ==
  (\A at \in [realm : Realms, jobId : JobIds] : (((~(((((state.DetachedJob[at].phase = "Succeeded") \/ (state.DetachedJob[at].phase = "Failed")) \/ (state.DetachedJob[at].phase = "Cancelled")) \/ (state.DetachedJob[at].phase = "WorkerLost")) \/ (state.DetachedJob[at].phase = "NeedsAttention"))) \/ (\E m \in Outbox_terminalToInbox(state) : (m.from.jobId = at.jobId))) \/ (\E to \in [realm : Realms, sessionId : SessionIds] : ((to.sessionId = state.DetachedJob[at].originSessionId) /\ (\E k \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k] /= NULL) /\ (((state.RuntimeDelivery[to].deliveries[k].jobId = at.jobId) /\ (state.RuntimeDelivery[to].deliveries[k].sourceSequence = state.DetachedJob[at].deliverySequence)) /\ (state.RuntimeDelivery[to].deliveries[k].kind = "terminal"))))))))

always_an_end_asks_for_work_and_a_notification_for_none ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (\A k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) => (IF (state.RuntimeDelivery[k].deliveries[k_].kind = "terminal") THEN (state.RuntimeDelivery[k].deliveries[k_].handling = "steer") ELSE (state.RuntimeDelivery[k].deliveries[k_].handling = NULL)))))

always_nothing_is_invented ==
  (\A to \in [realm : Realms, sessionId : SessionIds] : (\A k \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k] /= NULL) => (\E at \in [realm : Realms, jobId : JobIds] : (((at.jobId = state.RuntimeDelivery[to].deliveries[k].jobId) /\ (state.DetachedJob[at].originSessionId = to.sessionId)) /\ (IF (state.RuntimeDelivery[to].deliveries[k].kind = "notification") THEN (\E k_ \in NotificationKeys : ((state.DetachedJob[at].notifications[k_] /= NULL) /\ (state.DetachedJob[at].notifications[k_].sequence = state.RuntimeDelivery[to].deliveries[k].sourceSequence))) ELSE ((((((state.DetachedJob[at].phase = "Succeeded") \/ (state.DetachedJob[at].phase = "Failed")) \/ (state.DetachedJob[at].phase = "Cancelled")) \/ (state.DetachedJob[at].phase = "WorkerLost")) \/ (state.DetachedJob[at].phase = "NeedsAttention")) /\ (state.RuntimeDelivery[to].deliveries[k].sourceSequence = state.DetachedJob[at].deliverySequence))))))))

always_no_attempt_writes_after_the_next_claim == (\A k \in [realm : Realms, jobId : JobIds] : (~state.DetachedJob[k].lateWrite))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_done_again_and_heard ==
  (~(\E at \in [realm : Realms, jobId : JobIds] : (\E k \in [realm : Realms, sessionId : SessionIds] : ((state.DetachedJob[at].claims = 2) /\ (\E k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) /\ (((state.RuntimeDelivery[k].deliveries[k_].jobId = at.jobId) /\ (state.RuntimeDelivery[k].deliveries[k_].kind = "terminal")) /\ (state.RuntimeDelivery[k].deliveries[k_].sequence <= state.RuntimeDelivery[k].appliedCursor))))))))

never_everybody_is_heard == (~(\E k \in [realm : Realms, sessionId : SessionIds] : (state.RuntimeDelivery[k].appliedCursor = 4)))

=============================================================================
