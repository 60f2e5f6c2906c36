---- MODULE JobAwaitHandoff ----
(* Generated from specs/compositions/job-await-handoff.ts. Do not edit.
   A wait is released once, whichever came first: the wait or the end of the job. A wait that begins asks the job in the same
   transaction; a job that ends tells every wait that stands then. *)

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

Larger(a, b) == (IF (a >= b) THEN a ELSE b)

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

DetachedJob_In_CompleteAttempt(fence, holder, result, observedAtMs) ==
  [type |-> "CompleteAttempt", fence |-> fence, holder |-> holder, result |-> result, observedAtMs |-> observedAtMs]

DetachedJob_Inputs_CompleteAttempt ==
  {DetachedJob_In_CompleteAttempt(fence, holder, result, observedAtMs) : fence \in FenceDomain, holder \in Holders, result \in GivenOpaques, observedAtMs \in ClockDomain}

DetachedJob_In_RequestCancel == [type |-> "RequestCancel"]

DetachedJob_Inputs_RequestCancel == {DetachedJob_In_RequestCancel}

(* A session that begins to wait asks how the job ended, lest it ended before. *)
DetachedJob_In_AskOutcome(sessionId) == [type |-> "AskOutcome", sessionId |-> sessionId]

DetachedJob_Inputs_AskOutcome == {DetachedJob_In_AskOutcome(sessionId) : sessionId \in SessionIds}

DetachedJob_current_stale_fence(s, i) == (i.fence /= s.fence)

DetachedJob_writer_stale_holder(s, i) == (i.holder /= s.holder)

DetachedJob_writer_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

DetachedJob_grant_no_lease(i) == (i.leaseMs = 0)

DetachedJob_due_not_due(s, i) == (i.observedAtMs < s.dueAtMs)

DetachedJob_Refuse_CompleteAttempt_stale_fence(s, i) == DetachedJob_current_stale_fence(s, i)

DetachedJob_Refuse_CompleteAttempt_stale_holder(s, i) == DetachedJob_writer_stale_holder(s, i)

DetachedJob_Refuse_CompleteAttempt_lease_expired(s, i) == DetachedJob_writer_lease_expired(s, i)

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

(* CancelWaiting: Nobody holds the job: it ends at once. *)

DetachedJob_From_CancelWaiting(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials"})

DetachedJob_Refuse_CancelWaiting_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

DetachedJob_Open_CancelWaiting(s, i) == DetachedJob_From_CancelWaiting(s)

DetachedJob_Guard_CancelWaiting(s, i) ==
  /\ DetachedJob_Open_CancelWaiting(s, i)
  /\ (~DetachedJob_Refuse_CancelWaiting_exhausted(s, i))

DetachedJob_Next_CancelWaiting(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.dueAtMs = 0,
    !.deliverySequence = (s.deliverySequence + 1),
    !.cancelRequested = TRUE]

DetachedJob_Effects_CancelWaiting(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> s.outcome]>>

(* CancelLost *)

DetachedJob_From_CancelLost(s) == (s.phase \in {"LossObserved"})

DetachedJob_When_CancelLost(s, i) == (s.handle = NULL)

DetachedJob_Refuse_CancelLost_exhausted(s, i) == ((s.deliverySequence + 1) > MaxDeliverySequence)

DetachedJob_Open_CancelLost(s, i) ==
  /\ DetachedJob_From_CancelLost(s)
  /\ DetachedJob_When_CancelLost(s, i)

DetachedJob_Guard_CancelLost(s, i) ==
  /\ DetachedJob_Open_CancelLost(s, i)
  /\ (~DetachedJob_Refuse_CancelLost_exhausted(s, i))

DetachedJob_Next_CancelLost(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.deliverySequence = (s.deliverySequence + 1),
    !.cancelRequested = TRUE]

DetachedJob_Effects_CancelLost(s, i) ==
  <<[type |-> "TerminalCommitted", originSessionId |-> s.originSessionId, deliverySequence |-> (s.deliverySequence + 1), lineage |-> s.lineage, kind |-> "Cancelled", body |-> s.outcome]>>

(* RequestCancel: A request: who holds the job, or recovery, stops the work first and then acknowledges. *)

DetachedJob_From_RequestCancel(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal", "LossObserved"})

DetachedJob_When_RequestCancel(s, i) == ((~s.cancelRequested) /\ ((s.phase /= "LossObserved") \/ (s.handle /= NULL)))

DetachedJob_Guard_RequestCancel(s, i) ==
  /\ DetachedJob_From_RequestCancel(s)
  /\ DetachedJob_When_RequestCancel(s, i)

DetachedJob_Next_RequestCancel(s, i) ==
  [s EXCEPT
    !.cancelRequested = TRUE]

DetachedJob_Effects_RequestCancel(s, i) == <<[type |-> "CancelRequested", fence |-> s.fence]>>

(* RequestCancelAgain *)

DetachedJob_From_RequestCancelAgain(s) == (s.phase \in {"Claimed", "Running", "WaitingExternal", "LossObserved"})

DetachedJob_When_RequestCancelAgain(s, i) == (s.cancelRequested /\ ((s.phase /= "LossObserved") \/ (s.handle /= NULL)))

DetachedJob_Guard_RequestCancelAgain(s, i) ==
  /\ DetachedJob_From_RequestCancelAgain(s)
  /\ DetachedJob_When_RequestCancelAgain(s, i)

DetachedJob_Next_RequestCancelAgain(s, i) == s

DetachedJob_Effects_RequestCancelAgain(s, i) == <<>>

(* CancelEnded: Too late; the answer is how it ended. *)

DetachedJob_From_CancelEnded(s) == (s.phase \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

DetachedJob_Guard_CancelEnded(s, i) == DetachedJob_From_CancelEnded(s)

DetachedJob_Next_CancelEnded(s, i) == s

DetachedJob_Effects_CancelEnded(s, i) == <<>>

(* AnswerPending *)

DetachedJob_From_AnswerPending(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved"})

DetachedJob_Guard_AnswerPending(s, i) == DetachedJob_From_AnswerPending(s)

DetachedJob_Next_AnswerPending(s, i) == s

DetachedJob_Effects_AnswerPending(s, i) == <<>>

(* AnswerEnded *)

DetachedJob_From_AnswerEnded(s) == (s.phase \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

DetachedJob_Guard_AnswerEnded(s, i) == DetachedJob_From_AnswerEnded(s)

DetachedJob_Next_AnswerEnded(s, i) == s

DetachedJob_Effects_AnswerEnded(s, i) ==
  <<[type |-> "OutcomeTold", sessionId |-> i.sessionId, kind |-> (IF (s.phase = "Succeeded") THEN "Succeeded" ELSE (IF (s.phase = "Failed") THEN "Failed" ELSE (IF (s.phase = "Cancelled") THEN "Cancelled" ELSE (IF (s.phase = "WorkerLost") THEN "WorkerLost" ELSE "NeedsAttention"))))]>>

DetachedJob_Keys == [realm : Realms, jobId : JobIds]

-----------------------------------------------------------------------------
(* AwaitBinding: as in its own module, what this composition uses of it. *)

AwaitBinding_InitialState ==
  [phase |-> "Unbound",
   sinceMs |-> 0,
   kind |-> NULL,
   observed |-> FALSE]

AwaitBinding_In_BeginWait(observedAtMs) == [type |-> "BeginWait", observedAtMs |-> observedAtMs]

AwaitBinding_Inputs_BeginWait == {AwaitBinding_In_BeginWait(observedAtMs) : observedAtMs \in ClockDomain}

AwaitBinding_In_ReleaseWait(kind) == [type |-> "ReleaseWait", kind |-> kind]

AwaitBinding_Inputs_ReleaseWait == {AwaitBinding_In_ReleaseWait(kind) : kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}}

AwaitBinding_In_AbandonWait == [type |-> "AbandonWait"]

AwaitBinding_Inputs_AbandonWait == {AwaitBinding_In_AbandonWait}

AwaitBinding_In_ObserveRelease == [type |-> "ObserveRelease"]

AwaitBinding_Inputs_ObserveRelease == {AwaitBinding_In_ObserveRelease}

(* BeginWait *)

AwaitBinding_From_BeginWait(s) == (s.phase \in {"Unbound", "Abandoned"})

AwaitBinding_Guard_BeginWait(s, i) == AwaitBinding_From_BeginWait(s)

AwaitBinding_Next_BeginWait(s, i) ==
  [s EXCEPT
    !.phase = "Waiting",
    !.sinceMs = i.observedAtMs]

AwaitBinding_Effects_BeginWait(s, i) == <<[type |-> "WaitBegan"]>>

(* BeginWaitAgain: The wait stands, or is over; either way its first moment is kept. *)

AwaitBinding_From_BeginWaitAgain(s) == (s.phase \in {"Waiting", "Released"})

AwaitBinding_Guard_BeginWaitAgain(s, i) == AwaitBinding_From_BeginWaitAgain(s)

AwaitBinding_Next_BeginWaitAgain(s, i) == s

AwaitBinding_Effects_BeginWaitAgain(s, i) == <<>>

(* ReleaseWait *)

AwaitBinding_From_ReleaseWait(s) == (s.phase \in {"Waiting"})

AwaitBinding_Guard_ReleaseWait(s, i) == AwaitBinding_From_ReleaseWait(s)

AwaitBinding_Next_ReleaseWait(s, i) ==
  [s EXCEPT
    !.phase = "Released",
    !.kind = i.kind]

AwaitBinding_Effects_ReleaseWait(s, i) == <<[type |-> "WaitReleased", kind |-> i.kind]>>

(* ReleaseAgain: The end of the job, told again: the first word stands. *)

AwaitBinding_From_ReleaseAgain(s) == (s.phase \in {"Released", "Abandoned"})

AwaitBinding_Guard_ReleaseAgain(s, i) == AwaitBinding_From_ReleaseAgain(s)

AwaitBinding_Next_ReleaseAgain(s, i) == s

AwaitBinding_Effects_ReleaseAgain(s, i) == <<>>

(* AbandonWait *)

AwaitBinding_From_AbandonWait(s) == (s.phase \in {"Waiting"})

AwaitBinding_Guard_AbandonWait(s, i) == AwaitBinding_From_AbandonWait(s)

AwaitBinding_Next_AbandonWait(s, i) ==
  [s EXCEPT
    !.phase = "Abandoned"]

AwaitBinding_Effects_AbandonWait(s, i) == <<>>

(* AbandonAgain *)

AwaitBinding_From_AbandonAgain(s) == (s.phase \in {"Abandoned"})

AwaitBinding_Guard_AbandonAgain(s, i) == AwaitBinding_From_AbandonAgain(s)

AwaitBinding_Next_AbandonAgain(s, i) == s

AwaitBinding_Effects_AbandonAgain(s, i) == <<>>

(* ObserveRelease *)

AwaitBinding_From_ObserveRelease(s) == (s.phase \in {"Released"})

AwaitBinding_When_ObserveRelease(s, i) == (~s.observed)

AwaitBinding_Guard_ObserveRelease(s, i) ==
  /\ AwaitBinding_From_ObserveRelease(s)
  /\ AwaitBinding_When_ObserveRelease(s, i)

AwaitBinding_Next_ObserveRelease(s, i) ==
  [s EXCEPT
    !.observed = TRUE]

AwaitBinding_Effects_ObserveRelease(s, i) == <<>>

(* ObserveReleaseAgain *)

AwaitBinding_From_ObserveReleaseAgain(s) == (s.phase \in {"Released"})

AwaitBinding_When_ObserveReleaseAgain(s, i) == s.observed

AwaitBinding_Guard_ObserveReleaseAgain(s, i) ==
  /\ AwaitBinding_From_ObserveReleaseAgain(s)
  /\ AwaitBinding_When_ObserveReleaseAgain(s, i)

AwaitBinding_Next_ObserveReleaseAgain(s, i) == s

AwaitBinding_Effects_ObserveReleaseAgain(s, i) == <<>>

AwaitBinding_Keys == [realm : Realms, sessionId : SessionIds, jobId : JobIds]

AwaitBinding_First ==
  [phase |-> AwaitBinding_InitialState.phase, sinceMs |-> AwaitBinding_InitialState.sinceMs, kind |-> AwaitBinding_InitialState.kind, observed |-> AwaitBinding_InitialState.observed, released |-> FALSE, releasedTwice |-> FALSE]

AwaitBinding_Present(s) ==
  ([phase |-> s.phase, sinceMs |-> s.sinceMs, kind |-> s.kind, observed |-> s.observed] /= AwaitBinding_InitialState)

-----------------------------------------------------------------------------
(* What is routed, and what a step comes to. A refusal below undoes the whole step. *)

DetachedJob_Sent(effect) ==
  (IF (effect.type = "TerminalCommitted") THEN <<[route |-> "releaseWaits", effect |-> effect, reached |-> {}]>> ELSE <<>>)

(* askOutcome: AwaitBinding.WaitBegan to DetachedJob.AskOutcome, atomic. *)

To_askOutcome(from, effect) == [realm |-> from.realm, jobId |-> from.jobId]

Input_askOutcome(from, effect) == DetachedJob_In_AskOutcome(from.sessionId)

(* tellOutcome: DetachedJob.OutcomeTold to AwaitBinding.ReleaseWait, atomic. *)

To_tellOutcome(from, effect) == [realm |-> from.realm, sessionId |-> effect.sessionId, jobId |-> from.jobId]

Input_tellOutcome(from, effect) == AwaitBinding_In_ReleaseWait(effect.kind)

(* releaseWaits: DetachedJob.TerminalCommitted to AwaitBinding.ReleaseWait, outbox. *)

To_releaseWaits(from, effect) == [realm |-> from.realm, jobId |-> from.jobId]

Input_releaseWaits(from, effect) == AwaitBinding_In_ReleaseWait(effect.kind)

(* releases: remembered of each step. *)
AwaitBinding_Remember_releases(s, next, i, effects) ==
  [next EXCEPT
    !.released = (s.released \/ (\E n \in (1..Len(effects)) : (effects[n].type = "WaitReleased"))),
    !.releasedTwice = (s.releasedTwice \/ (s.released /\ (\E n \in (1..Len(effects)) : (effects[n].type = "WaitReleased"))))]

(* Whoever was woken sleeps when nothing calls for it any more. *)

Derives_observe(s) == ((s.phase = "Released") /\ (~s.observed))

(* A step of one instance, with all that follows from it in the same transaction. *)

DetachedJob_Commit_Submit(c, at, i) ==
  (LET next == DetachedJob_Next_Submit(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

DetachedJob_Commit_SubmitAgain(c, at, i) ==
  (LET next == DetachedJob_Next_SubmitAgain(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

DetachedJob_Commit_ClaimAttempt(c, at, i) ==
  (LET next == DetachedJob_Next_ClaimAttempt(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

DetachedJob_Commit_CompleteAttempt(c, at, i) ==
  (LET effects == DetachedJob_Effects_CompleteAttempt(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Next_CompleteAttempt(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1]))]]}))

DetachedJob_Commit_CancelWaiting(c, at, i) ==
  (LET effects == DetachedJob_Effects_CancelWaiting(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Next_CancelWaiting(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1]))]]}))

DetachedJob_Commit_CancelLost(c, at, i) ==
  (LET effects == DetachedJob_Effects_CancelLost(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Next_CancelLost(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1]))]]}))

DetachedJob_Commit_RequestCancel(c, at, i) ==
  (LET next == DetachedJob_Next_RequestCancel(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

DetachedJob_Commit_RequestCancelAgain(c, at, i) ==
  (LET next == DetachedJob_Next_RequestCancelAgain(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

DetachedJob_Commit_CancelEnded(c, at, i) ==
  (LET next == DetachedJob_Next_CancelEnded(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

DetachedJob_Commit_AnswerPending(c, at, i) ==
  (LET next == DetachedJob_Next_AnswerPending(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

AwaitBinding_Commit_ReleaseWait(c, at, i) ==
  (LET effects == AwaitBinding_Effects_ReleaseWait(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_ReleaseWait(c.AwaitBinding[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.AwaitBinding[at] = next,
    !.woken.observe = (IF Derives_observe(next) THEN (c.woken.observe \cup {at}) ELSE (c.woken.observe \ {at}))]]}))

AwaitBinding_Commit_ReleaseAgain(c, at, i) ==
  (LET effects == AwaitBinding_Effects_ReleaseAgain(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_ReleaseAgain(c.AwaitBinding[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.AwaitBinding[at] = next,
    !.woken.observe = (IF Derives_observe(next) THEN c.woken.observe ELSE (c.woken.observe \ {at}))]]}))

AwaitBinding_Answer_ReleaseWait(c, at, i) ==
  (LET s == c.AwaitBinding[at] IN (IF (s.phase \in {"Waiting", "Released", "Abandoned"}) THEN (IF AwaitBinding_From_ReleaseWait(s)
    THEN AwaitBinding_Commit_ReleaseWait(c, at, i)
    ELSE (IF AwaitBinding_From_ReleaseAgain(s)
    THEN AwaitBinding_Commit_ReleaseAgain(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_tellOutcome(c, to, from, effect) == AwaitBinding_Answer_ReleaseWait(c, to, Input_tellOutcome(from, effect))

DetachedJob_Commit_AnswerEnded(c, at, i) ==
  (LET effects == DetachedJob_Effects_AnswerEnded(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Next_AnswerEnded(c.DetachedJob[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_tellOutcome(o.next, To_tellOutcome(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.DetachedJob[at] = next]]}}))

DetachedJob_Answer_AskOutcome(c, at, i) ==
  (LET s == c.DetachedJob[at] IN (IF (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}) THEN (IF DetachedJob_From_AnswerPending(s)
    THEN DetachedJob_Commit_AnswerPending(c, at, i)
    ELSE (IF DetachedJob_From_AnswerEnded(s)
    THEN DetachedJob_Commit_AnswerEnded(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_askOutcome(c, to, from, effect) == DetachedJob_Answer_AskOutcome(c, to, Input_askOutcome(from, effect))

AwaitBinding_Commit_BeginWait(c, at, i) ==
  (LET effects == AwaitBinding_Effects_BeginWait(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_BeginWait(c.AwaitBinding[at], i), i, effects) IN
   {(IF (o.code = "") THEN [code |-> "", next |-> [o.next EXCEPT
    !.woken.observe = (IF Derives_observe(o.next.AwaitBinding[at]) THEN o.next.woken.observe ELSE (o.next.woken.observe \ {at}))]] ELSE o) :
    o \in UNION {(IF (o.code = "") THEN Hop_askOutcome(o.next, To_askOutcome(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.AwaitBinding[at] = next]]}}}))

AwaitBinding_Commit_BeginWaitAgain(c, at, i) ==
  (LET effects == AwaitBinding_Effects_BeginWaitAgain(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_BeginWaitAgain(c.AwaitBinding[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.AwaitBinding[at] = next,
    !.woken.observe = (IF Derives_observe(next) THEN c.woken.observe ELSE (c.woken.observe \ {at}))]]}))

AwaitBinding_Commit_AbandonWait(c, at, i) ==
  (LET effects == AwaitBinding_Effects_AbandonWait(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_AbandonWait(c.AwaitBinding[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.AwaitBinding[at] = next,
    !.woken.observe = (IF Derives_observe(next) THEN c.woken.observe ELSE (c.woken.observe \ {at}))]]}))

AwaitBinding_Commit_AbandonAgain(c, at, i) ==
  (LET effects == AwaitBinding_Effects_AbandonAgain(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_AbandonAgain(c.AwaitBinding[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.AwaitBinding[at] = next,
    !.woken.observe = (IF Derives_observe(next) THEN c.woken.observe ELSE (c.woken.observe \ {at}))]]}))

AwaitBinding_Commit_ObserveRelease(c, at, i) ==
  (LET effects == AwaitBinding_Effects_ObserveRelease(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_ObserveRelease(c.AwaitBinding[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.AwaitBinding[at] = next,
    !.woken.observe = (IF Derives_observe(next) THEN c.woken.observe ELSE (c.woken.observe \ {at}))]]}))

AwaitBinding_Commit_ObserveReleaseAgain(c, at, i) ==
  (LET effects == AwaitBinding_Effects_ObserveReleaseAgain(c.AwaitBinding[at], i) IN
   (LET next == AwaitBinding_Remember_releases(c.AwaitBinding[at], AwaitBinding_Next_ObserveReleaseAgain(c.AwaitBinding[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.AwaitBinding[at] = next,
    !.woken.observe = (IF Derives_observe(next) THEN c.woken.observe ELSE (c.woken.observe \ {at}))]]}))

Hop_releaseWaits(c, to, from, effect) == AwaitBinding_Answer_ReleaseWait(c, to, Input_releaseWaits(from, effect))

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

DetachedJob_Driven_CompleteAttempt(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_CompleteAttempt(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_CompleteAttempt(c, at, i)
    ELSE {}) : (o.code = "")}}

DetachedJob_Driven_RequestCancel(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF DetachedJob_Guard_CancelWaiting(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_CancelWaiting(c, at, i)
    ELSE (IF DetachedJob_Guard_CancelLost(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_CancelLost(c, at, i)
    ELSE (IF DetachedJob_Guard_RequestCancel(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_RequestCancel(c, at, i)
    ELSE (IF DetachedJob_Guard_RequestCancelAgain(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_RequestCancelAgain(c, at, i)
    ELSE (IF DetachedJob_Guard_CancelEnded(c.DetachedJob[at], i)
    THEN DetachedJob_Commit_CancelEnded(c, at, i)
    ELSE {}))))) : (o.code = "")}}

AwaitBinding_Driven_BeginWait(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF AwaitBinding_Guard_BeginWait(c.AwaitBinding[at], i)
    THEN AwaitBinding_Commit_BeginWait(c, at, i)
    ELSE (IF AwaitBinding_Guard_BeginWaitAgain(c.AwaitBinding[at], i)
    THEN AwaitBinding_Commit_BeginWaitAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

AwaitBinding_Driven_AbandonWait(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF AwaitBinding_Guard_AbandonWait(c.AwaitBinding[at], i)
    THEN AwaitBinding_Commit_AbandonWait(c, at, i)
    ELSE (IF AwaitBinding_Guard_AbandonAgain(c.AwaitBinding[at], i)
    THEN AwaitBinding_Commit_AbandonAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

AwaitBinding_Driven_ObserveRelease(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF AwaitBinding_Guard_ObserveRelease(c.AwaitBinding[at], i)
    THEN AwaitBinding_Commit_ObserveRelease(c, at, i)
    ELSE (IF AwaitBinding_Guard_ObserveReleaseAgain(c.AwaitBinding[at], i)
    THEN AwaitBinding_Commit_ObserveReleaseAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

IsHead_releaseWaits(c, from) ==
  (IF (Len(c.outbox.DetachedJob[from]) > 0) THEN (c.outbox.DetachedJob[from][1].route = "releaseWaits") ELSE FALSE)

Head_releaseWaits(c, from) == c.outbox.DetachedJob[from][1]

Left_releaseWaits(c, from) ==
  {k \in AwaitBinding_Keys : (((AwaitBinding_Present(c.AwaitBinding[k]) /\ (k.realm = To_releaseWaits(from, Head_releaseWaits(c, from).effect).realm)) /\ (k.jobId = To_releaseWaits(from, Head_releaseWaits(c, from).effect).jobId)) /\ (~(k \in Head_releaseWaits(c, from).reached)))}

Arrived_releaseWaits(c, from) ==
  (IF (Left_releaseWaits(c, from) = {}) THEN [c EXCEPT !.answered.DetachedJob = (c.answered.DetachedJob \cup {from})] ELSE c)

Received_releaseWaits(c, from) ==
  (IF (Left_releaseWaits(c, from) = {})
    THEN {[c EXCEPT !.answered.DetachedJob = (c.answered.DetachedJob \cup {from})]}
    ELSE UNION {{Arrived_releaseWaits([o.next EXCEPT !.outbox.DetachedJob[from][1].reached = (c.outbox.DetachedJob[from][1].reached \cup {to})], from) : o \in {p \in Hop_releaseWaits(c, to, from, Head_releaseWaits(c, from).effect) : (p.code = "")}} : to \in Left_releaseWaits(c, from)})

Outbox_releaseWaits(c) ==
  UNION {{[from |-> k, effect |-> c.outbox.DetachedJob[k][n].effect] : n \in {l \in (1..Len(c.outbox.DetachedJob[k])) : (c.outbox.DetachedJob[k][l].route = "releaseWaits")}} : k \in DetachedJob_Keys}

-----------------------------------------------------------------------------
(* The whole: every instance of every machine, and what is under way between them. *)

VARIABLES state
vars == <<state>>

Drive_submit(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) ==
  (\E next \in DetachedJob_Driven_Submit(state, at, DetachedJob_In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)) : (state' = next))

Drive_claim(at, holder, workerId, leaseMs, observedAtMs) ==
  (\E next \in DetachedJob_Driven_ClaimAttempt(state, at, DetachedJob_In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs)) : (state' = next))

Drive_complete(at, fence, holder, result, observedAtMs) ==
  (\E next \in DetachedJob_Driven_CompleteAttempt(state, at, DetachedJob_In_CompleteAttempt(fence, holder, result, observedAtMs)) : (state' = next))

(* Before anybody holds it, so that it ends at once. *)
Drive_cancel(at) == (\E next \in DetachedJob_Driven_RequestCancel(state, at, DetachedJob_In_RequestCancel) : (state' = next))

Drive_wait(at, observedAtMs) ==
  (\E next \in AwaitBinding_Driven_BeginWait(state, at, AwaitBinding_In_BeginWait(observedAtMs)) : (state' = next))

Drive_abandon(at) == (\E next \in AwaitBinding_Driven_AbandonWait(state, at, AwaitBinding_In_AbandonWait) : (state' = next))

Drive_observe(at) ==
  /\ (at \in state.woken.observe)
  /\ (\E next \in AwaitBinding_Driven_ObserveRelease(state, at, AwaitBinding_In_ObserveRelease) : (state' = next))

Deliver_releaseWaits(at) ==
  /\ IsHead_releaseWaits(state, at)
  /\ (\E next \in Received_releaseWaits(state, at) : (state' = next))

Acknowledge_releaseWaits(at) ==
  /\ IsHead_releaseWaits(state, at)
  /\ (at \in state.answered.DetachedJob)
  /\ (\E next \in {[state EXCEPT !.outbox.DetachedJob[at] = Tail(state.outbox.DetachedJob[at]), !.answered.DetachedJob = (state.answered.DetachedJob \ {at})]} : (state' = next))

(* Whatever was only in memory is gone; recovery wakes whoever has something to do. *)
Crash ==
  (\E next \in {[state EXCEPT !.answered = [DetachedJob |-> {}], !.woken.observe = {k \in AwaitBinding_Keys : Derives_observe(state.AwaitBinding[k])}]} : ((next /= state) /\ (state' = next)))

(* Nothing is under way. *)
Rest ==
  /\ (\A k \in DetachedJob_Keys : (Len(state.outbox.DetachedJob[k]) = 0))
  /\ state' = state

Init ==
  state = [DetachedJob |-> [k \in DetachedJob_Keys |-> DetachedJob_InitialState],
    AwaitBinding |-> [k \in AwaitBinding_Keys |-> AwaitBinding_First],
    outbox |-> [DetachedJob |-> [k \in DetachedJob_Keys |-> <<>>]],
    answered |-> [DetachedJob |-> {}],
    woken |-> [observe |-> {}]]

Next ==
  \/ \E at \in DetachedJob_Keys, originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Replayable"}, dueAtMs \in DueDomain : Drive_submit(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)
  \/ \E at \in DetachedJob_Keys, holder \in Holders, workerId \in GivenTexts, leaseMs \in {1}, observedAtMs \in {0} : Drive_claim(at, holder, workerId, leaseMs, observedAtMs)
  \/ \E at \in DetachedJob_Keys, fence \in FenceDomain, holder \in Holders, result \in GivenOpaques, observedAtMs \in {0} : Drive_complete(at, fence, holder, result, observedAtMs)
  \/ \E at \in DetachedJob_Keys : Drive_cancel(at)
  \/ \E at \in AwaitBinding_Keys, observedAtMs \in ClockDomain : Drive_wait(at, observedAtMs)
  \/ \E at \in AwaitBinding_Keys : Drive_abandon(at)
  \/ \E at \in AwaitBinding_Keys : Drive_observe(at)
  \/ \E at \in DetachedJob_Keys : Deliver_releaseWaits(at)
  \/ \E at \in DetachedJob_Keys : Acknowledge_releaseWaits(at)
  \/ Crash
  \/ Rest

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (\A k \in DetachedJob_Keys : (((((((((((((((((((((((((((state.DetachedJob[k].phase \in {"Unsubmitted", "Queued", "Claimed", "Running", "WaitingExternal", "LossObserved", "RetryScheduled", "BlockedCredentials", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}) /\ ((state.DetachedJob[k].originSessionId = NULL) \/ (state.DetachedJob[k].originSessionId \in SessionIds))) /\ (state.DetachedJob[k].lineage \in Texts_)) /\ (state.DetachedJob[k].tool \in Texts_)) /\ (state.DetachedJob[k].toolVersion \in Texts_)) /\ (state.DetachedJob[k].runner \in Texts_)) /\ (state.DetachedJob[k].runnerVersion \in Texts_)) /\ (state.DetachedJob[k].arguments \in Opaques_)) /\ (state.DetachedJob[k].terms \in Opaques_)) /\ (state.DetachedJob[k].restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})) /\ (state.DetachedJob[k].dueAtMs \in ClockDomain)) /\ (state.DetachedJob[k].fence \in FenceDomain)) /\ ((state.DetachedJob[k].holder = NULL) \/ (state.DetachedJob[k].holder \in Holders))) /\ (state.DetachedJob[k].workerId \in Texts_)) /\ (state.DetachedJob[k].leaseExpiresAtMs \in ClockDomain)) /\ ((state.DetachedJob[k].handle = NULL) \/ (state.DetachedJob[k].handle \in Opaques_))) /\ (state.DetachedJob[k].cursor \in CursorDomain)) /\ (state.DetachedJob[k].progress \in Opaques_)) /\ (state.DetachedJob[k].checkpoint \in Opaques_)) /\ (\A l \in ArtifactNames : ((state.DetachedJob[k].artifacts[l] = NULL) \/ (state.DetachedJob[k].artifacts[l] \in [digest : Digests, mediaType : Texts_])))) /\ (\A l \in NotificationKeys : ((state.DetachedJob[k].notifications[l] = NULL) \/ (state.DetachedJob[k].notifications[l] \in [sequence : DeliverySequenceDomain])))) /\ (state.DetachedJob[k].deliverySequence \in DeliverySequenceDomain)) /\ (state.DetachedJob[k].cancelRequested \in BOOLEAN)) /\ (state.DetachedJob[k].failures \in FailuresDomain)) /\ (state.DetachedJob[k].losses \in LossesDomain)) /\ (state.DetachedJob[k].backoffMs \in BackoffDomain)) /\ (state.DetachedJob[k].outcome \in Opaques_)))
  /\ (\A k \in AwaitBinding_Keys : ((((((state.AwaitBinding[k].phase \in {"Unbound", "Waiting", "Released", "Abandoned"}) /\ (state.AwaitBinding[k].sinceMs \in ClockDomain)) /\ ((state.AwaitBinding[k].kind = NULL) \/ (state.AwaitBinding[k].kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}))) /\ (state.AwaitBinding[k].observed \in BOOLEAN)) /\ (state.AwaitBinding[k].released \in BOOLEAN)) /\ (state.AwaitBinding[k].releasedTwice \in BOOLEAN)))
  /\ (\A m \in Outbox_releaseWaits(state) : ((((((m.effect.type = "TerminalCommitted") /\ (m.effect.originSessionId \in SessionIds)) /\ (m.effect.deliverySequence \in DeliverySequenceDomain)) /\ (m.effect.lineage \in Texts_)) /\ (m.effect.kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})) /\ (m.effect.body \in Opaques_)))
  /\ (state.answered.DetachedJob \subseteq DetachedJob_Keys)
  /\ (state.woken.observe \subseteq AwaitBinding_Keys)

(* What is routed is not refused, but for the codes that its route acknowledges. *)
RoutesAnswered ==
  (\A k \in DetachedJob_Keys : (IsHead_releaseWaits(state, k) => (\A o \in UNION {Hop_releaseWaits(state, to, k, Head_releaseWaits(state, k).effect) : to \in Left_releaseWaits(state, k)} : (o.code \in {"", "exhausted"}))))

always_a_wait_is_released_once ==
  (\A k \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (~state.AwaitBinding[k].releasedTwice))

always_no_wait_is_released_before_the_end ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : ((state.AwaitBinding[at].phase /= "Released") \/ (((((state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Succeeded") \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Failed")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Cancelled")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "WorkerLost")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "NeedsAttention"))))

always_a_release_tells_how_it_ended ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : ((state.AwaitBinding[at].kind = NULL) \/ (state.AwaitBinding[at].kind = state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase)))

(* no_wake_up_is_lost: Who waits for a job that has ended is about to be told. *)
always_no_wake_x005fup_is_lost ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (((state.AwaitBinding[at].phase /= "Waiting") \/ (~(((((state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Succeeded") \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Failed")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Cancelled")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "WorkerLost")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "NeedsAttention")))) \/ (\E m \in Outbox_releaseWaits(state) : (m.from.jobId = at.jobId))))

always_nobody_waits_for_no_job ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : ((state.AwaitBinding[at].phase /= "Waiting") \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase /= "Unsubmitted")))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_seen == (~(\E k \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : state.AwaitBinding[k].observed))

never_cancelled_and_released ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (state.AwaitBinding[k].kind = "Cancelled")))

=============================================================================
