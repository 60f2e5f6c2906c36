---- MODULE JobSubscriptionDelivery ----
(* Generated from specs/compositions/job-subscription-delivery.ts. Do not edit.
   What a job sends reaches every session that subscribed to it, once, and as that session wants it: kept, shown, or as work that
   steers or queues. Who subscribes from now on hears from now on. *)

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

DetachedJob_current_stale_fence(s, i) == (i.fence /= s.fence)

DetachedJob_writer_stale_holder(s, i) == (i.holder /= s.holder)

DetachedJob_writer_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

DetachedJob_grant_no_lease(i) == (i.leaseMs = 0)

DetachedJob_due_not_due(s, i) == (i.observedAtMs < s.dueAtMs)

DetachedJob_Refuse_PostNotification_stale_fence(s, i) == DetachedJob_current_stale_fence(s, i)

DetachedJob_Refuse_PostNotification_stale_holder(s, i) == DetachedJob_writer_stale_holder(s, i)

DetachedJob_Refuse_PostNotification_lease_expired(s, i) == DetachedJob_writer_lease_expired(s, i)

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

DetachedJob_Keys == [realm : Realms, jobId : JobIds]

-----------------------------------------------------------------------------
(* Subscription: as in its own module, what this composition uses of it. *)

Subscription_InitialState ==
  [phase |-> "Unsubscribed",
   kind |-> "record",
   handling |-> NULL,
   received |-> 0,
   records |-> [k \in DeliverySequenceDomain |-> NULL]]

(* Asks, or asks for something else. An event that says nothing of its handling steers. *)
Subscription_In_Subscribe(kind, handling) == [type |-> "Subscribe", kind |-> kind, handling |-> handling]

Subscription_Inputs_Subscribe ==
  {Subscription_In_Subscribe(kind, handling) : kind \in {"record", "notification", "event"}, handling \in ({"steer", "queue"} \cup {NULL})}

Subscription_In_Unsubscribe == [type |-> "Unsubscribe"]

Subscription_Inputs_Unsubscribe == {Subscription_In_Unsubscribe}

(* What the job sent: a notification, or its end. *)
Subscription_In_Receive(sequence, end, lineage, body) ==
  [type |-> "Receive", sequence |-> sequence, end |-> end, lineage |-> lineage, body |-> body]

Subscription_Inputs_Receive ==
  {Subscription_In_Receive(sequence, end, lineage, body) : sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques}

Subscription_Refuse_Subscribe_not_an_event(s, i) == ((i.kind /= "event") /\ (i.handling /= NULL))

(* Subscribe: From now on; what the job sent before is not sent again. *)

Subscription_From_Subscribe(s) == (s.phase \in {"Unsubscribed", "Subscribed", "Withdrawn"})

Subscription_Guard_Subscribe(s, i) ==
  /\ Subscription_From_Subscribe(s)
  /\ (~Subscription_Refuse_Subscribe_not_an_event(s, i))

Subscription_Next_Subscribe(s, i) ==
  [s EXCEPT
    !.phase = "Subscribed",
    !.kind = i.kind,
    !.handling = (IF (i.kind = "event") THEN (IF (i.handling = NULL) THEN "steer" ELSE i.handling) ELSE i.handling)]

Subscription_Effects_Subscribe(s, i) == <<>>

(* SubscribeEnded *)

Subscription_From_SubscribeEnded(s) == (s.phase \in {"Ended"})

Subscription_Guard_SubscribeEnded(s, i) ==
  /\ Subscription_From_SubscribeEnded(s)
  /\ (~Subscription_Refuse_Subscribe_not_an_event(s, i))

Subscription_Next_SubscribeEnded(s, i) == s

Subscription_Effects_SubscribeEnded(s, i) == <<>>

(* Unsubscribe: What it asked for is forgotten; what it received is not. *)

Subscription_From_Unsubscribe(s) == (s.phase \in {"Subscribed"})

Subscription_Guard_Unsubscribe(s, i) == Subscription_From_Unsubscribe(s)

Subscription_Next_Unsubscribe(s, i) ==
  [s EXCEPT
    !.phase = "Withdrawn",
    !.kind = "record",
    !.handling = NULL]

Subscription_Effects_Unsubscribe(s, i) == <<>>

(* UnsubscribeAgain *)

Subscription_From_UnsubscribeAgain(s) == (s.phase \in {"Withdrawn", "Ended"})

Subscription_Guard_UnsubscribeAgain(s, i) == Subscription_From_UnsubscribeAgain(s)

Subscription_Next_UnsubscribeAgain(s, i) == s

Subscription_Effects_UnsubscribeAgain(s, i) == <<>>

(* KeepNotification *)

Subscription_From_KeepNotification(s) == (s.phase \in {"Subscribed"})

Subscription_When_KeepNotification(s, i) == (((i.sequence > s.received) /\ (i.end = NULL)) /\ (s.kind = "record"))

Subscription_Guard_KeepNotification(s, i) ==
  /\ Subscription_From_KeepNotification(s)
  /\ Subscription_When_KeepNotification(s, i)

Subscription_Next_KeepNotification(s, i) ==
  [s EXCEPT
    !.received = i.sequence,
    !.records[i.sequence] = [end |-> i.end, lineage |-> i.lineage, body |-> i.body]]

Subscription_Effects_KeepNotification(s, i) == <<>>

(* KeepEnd *)

Subscription_From_KeepEnd(s) == (s.phase \in {"Subscribed"})

Subscription_When_KeepEnd(s, i) == (((i.sequence > s.received) /\ (i.end /= NULL)) /\ (s.kind = "record"))

Subscription_Guard_KeepEnd(s, i) ==
  /\ Subscription_From_KeepEnd(s)
  /\ Subscription_When_KeepEnd(s, i)

Subscription_Next_KeepEnd(s, i) ==
  [s EXCEPT
    !.phase = "Ended",
    !.received = i.sequence,
    !.records[i.sequence] = [end |-> i.end, lineage |-> i.lineage, body |-> i.body]]

Subscription_Effects_KeepEnd(s, i) == <<>>

(* HandOnNotification *)

Subscription_From_HandOnNotification(s) == (s.phase \in {"Subscribed"})

Subscription_When_HandOnNotification(s, i) == (((i.sequence > s.received) /\ (i.end = NULL)) /\ (s.kind /= "record"))

Subscription_Guard_HandOnNotification(s, i) ==
  /\ Subscription_From_HandOnNotification(s)
  /\ Subscription_When_HandOnNotification(s, i)

Subscription_Next_HandOnNotification(s, i) ==
  [s EXCEPT
    !.received = i.sequence]

Subscription_Effects_HandOnNotification(s, i) ==
  <<[type |-> "DeliveryDue", sequence |-> i.sequence, end |-> i.end, handling |-> s.handling, lineage |-> i.lineage, body |-> i.body]>>

(* HandOnEnd *)

Subscription_From_HandOnEnd(s) == (s.phase \in {"Subscribed"})

Subscription_When_HandOnEnd(s, i) == (((i.sequence > s.received) /\ (i.end /= NULL)) /\ (s.kind /= "record"))

Subscription_Guard_HandOnEnd(s, i) ==
  /\ Subscription_From_HandOnEnd(s)
  /\ Subscription_When_HandOnEnd(s, i)

Subscription_Next_HandOnEnd(s, i) ==
  [s EXCEPT
    !.phase = "Ended",
    !.received = i.sequence]

Subscription_Effects_HandOnEnd(s, i) ==
  <<[type |-> "DeliveryDue", sequence |-> i.sequence, end |-> i.end, handling |-> s.handling, lineage |-> i.lineage, body |-> i.body]>>

(* ReceiveAgain: The projector says it again, after a crash. *)

Subscription_From_ReceiveAgain(s) == (s.phase \in {"Subscribed", "Ended"})

Subscription_When_ReceiveAgain(s, i) == (i.sequence <= s.received)

Subscription_Guard_ReceiveAgain(s, i) ==
  /\ Subscription_From_ReceiveAgain(s)
  /\ Subscription_When_ReceiveAgain(s, i)

Subscription_Next_ReceiveAgain(s, i) == s

Subscription_Effects_ReceiveAgain(s, i) == <<>>

(* PassOver: Nobody wants to hear it. *)

Subscription_From_PassOver(s) == (s.phase \in {"Withdrawn"})

Subscription_When_PassOver(s, i) == (i.end = NULL)

Subscription_Guard_PassOver(s, i) ==
  /\ Subscription_From_PassOver(s)
  /\ Subscription_When_PassOver(s, i)

Subscription_Next_PassOver(s, i) == s

Subscription_Effects_PassOver(s, i) == <<>>

(* PassOverEnd: Nobody wants to hear it, and there is nothing more to subscribe to. *)

Subscription_From_PassOverEnd(s) == (s.phase \in {"Withdrawn"})

Subscription_When_PassOverEnd(s, i) == (i.end /= NULL)

Subscription_Guard_PassOverEnd(s, i) ==
  /\ Subscription_From_PassOverEnd(s)
  /\ Subscription_When_PassOverEnd(s, i)

Subscription_Next_PassOverEnd(s, i) ==
  [s EXCEPT
    !.phase = "Ended"]

Subscription_Effects_PassOverEnd(s, i) == <<>>

Subscription_Keys == [realm : Realms, sessionId : SessionIds, jobId : JobIds]

Subscription_First ==
  [phase |-> Subscription_InitialState.phase, kind |-> Subscription_InitialState.kind, handling |-> Subscription_InitialState.handling, received |-> Subscription_InitialState.received, records |-> Subscription_InitialState.records, wish |-> NULL, recorded |-> {}, shown |-> {}, steered |-> {}, queued |-> {}, heardTwice |-> FALSE]

Subscription_Present(s) ==
  ([phase |-> s.phase, kind |-> s.kind, handling |-> s.handling, received |-> s.received, records |-> s.records] /= Subscription_InitialState)

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

RuntimeDelivery_Keys == [realm : Realms, sessionId : SessionIds]

-----------------------------------------------------------------------------
(* What is routed, and what a step comes to. A refusal below undoes the whole step. *)

DetachedJob_Sent(effect) ==
  (IF (effect.type = "NotificationCommitted") THEN <<[route |-> "tellNotification", effect |-> effect, reached |-> {}]>> ELSE (IF (effect.type = "TerminalCommitted") THEN <<[route |-> "tellEnd", effect |-> effect, reached |-> {}]>> ELSE <<>>))

(* tellNotification: DetachedJob.NotificationCommitted to Subscription.Receive, outbox. *)

To_tellNotification(from, effect) == [realm |-> from.realm, jobId |-> from.jobId]

Input_tellNotification(from, effect) == Subscription_In_Receive(effect.deliverySequence, NULL, effect.lineage, effect.body)

(* tellEnd: DetachedJob.TerminalCommitted to Subscription.Receive, outbox. *)

To_tellEnd(from, effect) == [realm |-> from.realm, jobId |-> from.jobId]

Input_tellEnd(from, effect) == Subscription_In_Receive(effect.deliverySequence, effect.kind, effect.lineage, effect.body)

(* handOn: Subscription.DeliveryDue to RuntimeDelivery.CommitDelivery, atomic. The subscription and the inbox are the session's own: what the one receives the other has. *)

To_handOn(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_handOn(from, effect) ==
  RuntimeDelivery_In_CommitDelivery(<<"DeliveryId", from.jobId, effect.sequence>>, effect.sequence, from.jobId, (IF (effect.end = NULL) THEN "notification" ELSE "terminal"), effect.handling, effect.lineage, effect.body)

(* wishes: remembered of each step. What the session wants by its own words, and what came while it wanted so. *)
Subscription_Remember_wishes(s, next, i, effects) ==
  [next EXCEPT
    !.wish = (IF (i.type = "Subscribe") THEN (IF (i.kind = "record") THEN "record" ELSE (IF (i.kind = "notification") THEN "notification" ELSE (IF (i.handling = NULL) THEN "steer" ELSE i.handling))) ELSE (IF (i.type = "Unsubscribe") THEN NULL ELSE s.wish)),
    !.recorded = (IF (((i.type = "Receive") /\ (next.received /= s.received)) /\ (s.wish = "record")) THEN (s.recorded \cup {i.sequence}) ELSE s.recorded),
    !.shown = (IF (((i.type = "Receive") /\ (next.received /= s.received)) /\ (s.wish = "notification")) THEN (s.shown \cup {i.sequence}) ELSE s.shown),
    !.steered = (IF (((i.type = "Receive") /\ (next.received /= s.received)) /\ (s.wish = "steer")) THEN (s.steered \cup {i.sequence}) ELSE s.steered),
    !.queued = (IF (((i.type = "Receive") /\ (next.received /= s.received)) /\ (s.wish = "queue")) THEN (s.queued \cup {i.sequence}) ELSE s.queued),
    !.heardTwice = (s.heardTwice \/ (((i.type = "Receive") /\ (next.received /= s.received)) /\ ((((i.sequence \in s.recorded) \/ (i.sequence \in s.shown)) \/ (i.sequence \in s.steered)) \/ (i.sequence \in s.queued))))]

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

DetachedJob_Commit_PostNew(c, at, i) ==
  (LET effects == DetachedJob_Effects_PostNew(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Next_PostNew(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1]))]]}))

DetachedJob_Commit_PostAgain(c, at, i) ==
  (LET next == DetachedJob_Next_PostAgain(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]})

DetachedJob_Commit_CompleteAttempt(c, at, i) ==
  (LET effects == DetachedJob_Effects_CompleteAttempt(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Next_CompleteAttempt(c.DetachedJob[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[1]))]]}))

Subscription_Commit_Subscribe(c, at, i) ==
  (LET effects == Subscription_Effects_Subscribe(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_Subscribe(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Commit_SubscribeEnded(c, at, i) ==
  (LET effects == Subscription_Effects_SubscribeEnded(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_SubscribeEnded(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Commit_Unsubscribe(c, at, i) ==
  (LET effects == Subscription_Effects_Unsubscribe(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_Unsubscribe(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Commit_UnsubscribeAgain(c, at, i) ==
  (LET effects == Subscription_Effects_UnsubscribeAgain(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_UnsubscribeAgain(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Commit_KeepNotification(c, at, i) ==
  (LET effects == Subscription_Effects_KeepNotification(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_KeepNotification(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Commit_KeepEnd(c, at, i) ==
  (LET effects == Subscription_Effects_KeepEnd(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_KeepEnd(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

RuntimeDelivery_Commit_CommitNew(c, at, i) ==
  (LET next == RuntimeDelivery_Next_CommitNew(c.RuntimeDelivery[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.RuntimeDelivery[at] = next]]})

RuntimeDelivery_Commit_ReuseCommitted(c, at, i) ==
  (LET next == RuntimeDelivery_Next_ReuseCommitted(c.RuntimeDelivery[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.RuntimeDelivery[at] = next]]})

RuntimeDelivery_Answer_CommitDelivery(c, at, i) ==
  (LET s == c.RuntimeDelivery[at] IN (IF (s.phase \in {"Active"}) THEN (IF (RuntimeDelivery_From_CommitNew(s) /\ RuntimeDelivery_When_CommitNew(s, i))
    THEN (IF RuntimeDelivery_Refuse_CommitNew_no_source_sequence(s, i) THEN {[code |-> "no_source_sequence", next |-> c]} ELSE (IF RuntimeDelivery_Refuse_CommitNew_exhausted(s, i) THEN {[code |-> "exhausted", next |-> c]} ELSE RuntimeDelivery_Commit_CommitNew(c, at, i)))
    ELSE (IF (RuntimeDelivery_From_ReuseCommitted(s) /\ RuntimeDelivery_When_ReuseCommitted(s, i))
    THEN (IF RuntimeDelivery_Refuse_ReuseCommitted_source_differs(s, i) THEN {[code |-> "source_differs", next |-> c]} ELSE RuntimeDelivery_Commit_ReuseCommitted(c, at, i))
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_handOn(c, to, from, effect) == RuntimeDelivery_Answer_CommitDelivery(c, to, Input_handOn(from, effect))

Subscription_Commit_HandOnNotification(c, at, i) ==
  (LET effects == Subscription_Effects_HandOnNotification(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_HandOnNotification(c.Subscription[at], i), i, effects) IN
   UNION {(IF (o.code = "") THEN Hop_handOn(o.next, To_handOn(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.Subscription[at] = next]]}}))

Subscription_Commit_HandOnEnd(c, at, i) ==
  (LET effects == Subscription_Effects_HandOnEnd(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_HandOnEnd(c.Subscription[at], i), i, effects) IN
   UNION {(IF (o.code = "") THEN Hop_handOn(o.next, To_handOn(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.Subscription[at] = next]]}}))

Subscription_Commit_ReceiveAgain(c, at, i) ==
  (LET effects == Subscription_Effects_ReceiveAgain(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_ReceiveAgain(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Commit_PassOver(c, at, i) ==
  (LET effects == Subscription_Effects_PassOver(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_PassOver(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Commit_PassOverEnd(c, at, i) ==
  (LET effects == Subscription_Effects_PassOverEnd(c.Subscription[at], i) IN
   (LET next == Subscription_Remember_wishes(c.Subscription[at], Subscription_Next_PassOverEnd(c.Subscription[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.Subscription[at] = next]]}))

Subscription_Answer_Receive(c, at, i) ==
  (LET s == c.Subscription[at] IN (IF (s.phase \in {"Subscribed", "Ended", "Withdrawn"}) THEN (IF (Subscription_From_KeepNotification(s) /\ Subscription_When_KeepNotification(s, i))
    THEN Subscription_Commit_KeepNotification(c, at, i)
    ELSE (IF (Subscription_From_KeepEnd(s) /\ Subscription_When_KeepEnd(s, i))
    THEN Subscription_Commit_KeepEnd(c, at, i)
    ELSE (IF (Subscription_From_HandOnNotification(s) /\ Subscription_When_HandOnNotification(s, i))
    THEN Subscription_Commit_HandOnNotification(c, at, i)
    ELSE (IF (Subscription_From_HandOnEnd(s) /\ Subscription_When_HandOnEnd(s, i))
    THEN Subscription_Commit_HandOnEnd(c, at, i)
    ELSE (IF (Subscription_From_ReceiveAgain(s) /\ Subscription_When_ReceiveAgain(s, i))
    THEN Subscription_Commit_ReceiveAgain(c, at, i)
    ELSE (IF (Subscription_From_PassOver(s) /\ Subscription_When_PassOver(s, i))
    THEN Subscription_Commit_PassOver(c, at, i)
    ELSE (IF (Subscription_From_PassOverEnd(s) /\ Subscription_When_PassOverEnd(s, i))
    THEN Subscription_Commit_PassOverEnd(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]}))))))) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_tellNotification(c, to, from, effect) == Subscription_Answer_Receive(c, to, Input_tellNotification(from, effect))

Hop_tellEnd(c, to, from, effect) == Subscription_Answer_Receive(c, to, Input_tellEnd(from, effect))

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

Subscription_Driven_Subscribe(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF Subscription_Guard_Subscribe(c.Subscription[at], i)
    THEN Subscription_Commit_Subscribe(c, at, i)
    ELSE (IF Subscription_Guard_SubscribeEnded(c.Subscription[at], i)
    THEN Subscription_Commit_SubscribeEnded(c, at, i)
    ELSE {})) : (o.code = "")}}

Subscription_Driven_Unsubscribe(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF Subscription_Guard_Unsubscribe(c.Subscription[at], i)
    THEN Subscription_Commit_Unsubscribe(c, at, i)
    ELSE (IF Subscription_Guard_UnsubscribeAgain(c.Subscription[at], i)
    THEN Subscription_Commit_UnsubscribeAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

IsHead_tellNotification(c, from) ==
  (IF (Len(c.outbox.DetachedJob[from]) > 0) THEN (c.outbox.DetachedJob[from][1].route = "tellNotification") ELSE FALSE)

Head_tellNotification(c, from) == c.outbox.DetachedJob[from][1]

Left_tellNotification(c, from) ==
  {k \in Subscription_Keys : (((Subscription_Present(c.Subscription[k]) /\ (k.realm = To_tellNotification(from, Head_tellNotification(c, from).effect).realm)) /\ (k.jobId = To_tellNotification(from, Head_tellNotification(c, from).effect).jobId)) /\ (~(k \in Head_tellNotification(c, from).reached)))}

Arrived_tellNotification(c, from) ==
  (IF (Left_tellNotification(c, from) = {}) THEN [c EXCEPT !.answered.DetachedJob = (c.answered.DetachedJob \cup {from})] ELSE c)

Received_tellNotification(c, from) ==
  (IF (Left_tellNotification(c, from) = {})
    THEN {[c EXCEPT !.answered.DetachedJob = (c.answered.DetachedJob \cup {from})]}
    ELSE UNION {{Arrived_tellNotification([o.next EXCEPT !.outbox.DetachedJob[from][1].reached = (c.outbox.DetachedJob[from][1].reached \cup {to})], from) : o \in {p \in Hop_tellNotification(c, to, from, Head_tellNotification(c, from).effect) : (p.code = "")}} : to \in Left_tellNotification(c, from)})

IsHead_tellEnd(c, from) ==
  (IF (Len(c.outbox.DetachedJob[from]) > 0) THEN (c.outbox.DetachedJob[from][1].route = "tellEnd") ELSE FALSE)

Head_tellEnd(c, from) == c.outbox.DetachedJob[from][1]

Left_tellEnd(c, from) ==
  {k \in Subscription_Keys : (((Subscription_Present(c.Subscription[k]) /\ (k.realm = To_tellEnd(from, Head_tellEnd(c, from).effect).realm)) /\ (k.jobId = To_tellEnd(from, Head_tellEnd(c, from).effect).jobId)) /\ (~(k \in Head_tellEnd(c, from).reached)))}

Arrived_tellEnd(c, from) ==
  (IF (Left_tellEnd(c, from) = {}) THEN [c EXCEPT !.answered.DetachedJob = (c.answered.DetachedJob \cup {from})] ELSE c)

Received_tellEnd(c, from) ==
  (IF (Left_tellEnd(c, from) = {})
    THEN {[c EXCEPT !.answered.DetachedJob = (c.answered.DetachedJob \cup {from})]}
    ELSE UNION {{Arrived_tellEnd([o.next EXCEPT !.outbox.DetachedJob[from][1].reached = (c.outbox.DetachedJob[from][1].reached \cup {to})], from) : o \in {p \in Hop_tellEnd(c, to, from, Head_tellEnd(c, from).effect) : (p.code = "")}} : to \in Left_tellEnd(c, from)})

Outbox_tellNotification(c) ==
  UNION {{[from |-> k, effect |-> c.outbox.DetachedJob[k][n].effect] : n \in {l \in (1..Len(c.outbox.DetachedJob[k])) : (c.outbox.DetachedJob[k][l].route = "tellNotification")}} : k \in DetachedJob_Keys}

Outbox_tellEnd(c) ==
  UNION {{[from |-> k, effect |-> c.outbox.DetachedJob[k][n].effect] : n \in {l \in (1..Len(c.outbox.DetachedJob[k])) : (c.outbox.DetachedJob[k][l].route = "tellEnd")}} : k \in DetachedJob_Keys}

-----------------------------------------------------------------------------
(* The whole: every instance of every machine, and what is under way between them. *)

VARIABLES state
vars == <<state>>

Drive_submit(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs) ==
  (\E next \in DetachedJob_Driven_Submit(state, at, DetachedJob_In_Submit(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)) : (state' = next))

Drive_claim(at, holder, workerId, leaseMs, observedAtMs) ==
  (\E next \in DetachedJob_Driven_ClaimAttempt(state, at, DetachedJob_In_ClaimAttempt(holder, workerId, leaseMs, observedAtMs)) : (state' = next))

Drive_post(at, fence, holder, notificationKey, body, observedAtMs) ==
  (\E next \in DetachedJob_Driven_PostNotification(state, at, DetachedJob_In_PostNotification(fence, holder, notificationKey, body, observedAtMs)) : (state' = next))

Drive_complete(at, fence, holder, result, observedAtMs) ==
  (\E next \in DetachedJob_Driven_CompleteAttempt(state, at, DetachedJob_In_CompleteAttempt(fence, holder, result, observedAtMs)) : (state' = next))

Drive_subscribe(at, kind, handling) ==
  (\E next \in Subscription_Driven_Subscribe(state, at, Subscription_In_Subscribe(kind, handling)) : (state' = next))

Drive_unsubscribe(at) == (\E next \in Subscription_Driven_Unsubscribe(state, at, Subscription_In_Unsubscribe) : (state' = next))

Deliver_tellNotification(at) ==
  /\ IsHead_tellNotification(state, at)
  /\ (\E next \in Received_tellNotification(state, at) : (state' = next))

Acknowledge_tellNotification(at) ==
  /\ IsHead_tellNotification(state, at)
  /\ (at \in state.answered.DetachedJob)
  /\ (\E next \in {[state EXCEPT !.outbox.DetachedJob[at] = Tail(state.outbox.DetachedJob[at]), !.answered.DetachedJob = (state.answered.DetachedJob \ {at})]} : (state' = next))

Deliver_tellEnd(at) ==
  /\ IsHead_tellEnd(state, at)
  /\ (\E next \in Received_tellEnd(state, at) : (state' = next))

Acknowledge_tellEnd(at) ==
  /\ IsHead_tellEnd(state, at)
  /\ (at \in state.answered.DetachedJob)
  /\ (\E next \in {[state EXCEPT !.outbox.DetachedJob[at] = Tail(state.outbox.DetachedJob[at]), !.answered.DetachedJob = (state.answered.DetachedJob \ {at})]} : (state' = next))

(* Whatever was only in memory is gone; recovery wakes whoever has something to do. *)
Crash == (\E next \in {[state EXCEPT !.answered = [DetachedJob |-> {}]]} : ((next /= state) /\ (state' = next)))

(* Nothing is under way. *)
Rest ==
  /\ (\A k \in DetachedJob_Keys : (Len(state.outbox.DetachedJob[k]) = 0))
  /\ state' = state

(* Only a bound of the model keeps a message from its receiver. *)
AtLimit ==
  /\ ((\E k \in DetachedJob_Keys : (IsHead_tellNotification(state, k) /\ (\E o \in UNION {Hop_tellNotification(state, to, k, Head_tellNotification(state, k).effect) : to \in Left_tellNotification(state, k)} : (o.code = "exhausted")))) \/ (\E k \in DetachedJob_Keys : (IsHead_tellEnd(state, k) /\ (\E o \in UNION {Hop_tellEnd(state, to, k, Head_tellEnd(state, k).effect) : to \in Left_tellEnd(state, k)} : (o.code = "exhausted")))))
  /\ state' = state

Init ==
  state = [DetachedJob |-> [k \in DetachedJob_Keys |-> DetachedJob_InitialState],
    Subscription |-> [k \in Subscription_Keys |-> Subscription_First],
    RuntimeDelivery |-> [k \in RuntimeDelivery_Keys |-> RuntimeDelivery_InitialState],
    outbox |-> [DetachedJob |-> [k \in DetachedJob_Keys |-> <<>>]],
    answered |-> [DetachedJob |-> {}]]

Next ==
  \/ \E at \in DetachedJob_Keys, originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Replayable"}, dueAtMs \in DueDomain : Drive_submit(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs)
  \/ \E at \in DetachedJob_Keys, holder \in Holders, workerId \in GivenTexts, leaseMs \in {1}, observedAtMs \in {0} : Drive_claim(at, holder, workerId, leaseMs, observedAtMs)
  \/ \E at \in DetachedJob_Keys, fence \in FenceDomain, holder \in Holders, notificationKey \in NotificationKeys, body \in GivenOpaques, observedAtMs \in {0} : Drive_post(at, fence, holder, notificationKey, body, observedAtMs)
  \/ \E at \in DetachedJob_Keys, fence \in FenceDomain, holder \in Holders, result \in GivenOpaques, observedAtMs \in {0} : Drive_complete(at, fence, holder, result, observedAtMs)
  \/ \E at \in Subscription_Keys, kind \in {"record", "notification", "event"}, handling \in ({"steer", "queue"} \cup {NULL}) : Drive_subscribe(at, kind, handling)
  \/ \E at \in Subscription_Keys : Drive_unsubscribe(at)
  \/ \E at \in DetachedJob_Keys : Deliver_tellNotification(at)
  \/ \E at \in DetachedJob_Keys : Acknowledge_tellNotification(at)
  \/ \E at \in DetachedJob_Keys : Deliver_tellEnd(at)
  \/ \E at \in DetachedJob_Keys : Acknowledge_tellEnd(at)
  \/ Crash
  \/ Rest
  \/ AtLimit

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (\A k \in DetachedJob_Keys : (((((((((((((((((((((((((((state.DetachedJob[k].phase \in {"Unsubmitted", "Queued", "Claimed", "Running", "WaitingExternal", "LossObserved", "RetryScheduled", "BlockedCredentials", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}) /\ ((state.DetachedJob[k].originSessionId = NULL) \/ (state.DetachedJob[k].originSessionId \in SessionIds))) /\ (state.DetachedJob[k].lineage \in Texts_)) /\ (state.DetachedJob[k].tool \in Texts_)) /\ (state.DetachedJob[k].toolVersion \in Texts_)) /\ (state.DetachedJob[k].runner \in Texts_)) /\ (state.DetachedJob[k].runnerVersion \in Texts_)) /\ (state.DetachedJob[k].arguments \in Opaques_)) /\ (state.DetachedJob[k].terms \in Opaques_)) /\ (state.DetachedJob[k].restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})) /\ (state.DetachedJob[k].dueAtMs \in ClockDomain)) /\ (state.DetachedJob[k].fence \in FenceDomain)) /\ ((state.DetachedJob[k].holder = NULL) \/ (state.DetachedJob[k].holder \in Holders))) /\ (state.DetachedJob[k].workerId \in Texts_)) /\ (state.DetachedJob[k].leaseExpiresAtMs \in ClockDomain)) /\ ((state.DetachedJob[k].handle = NULL) \/ (state.DetachedJob[k].handle \in Opaques_))) /\ (state.DetachedJob[k].cursor \in CursorDomain)) /\ (state.DetachedJob[k].progress \in Opaques_)) /\ (state.DetachedJob[k].checkpoint \in Opaques_)) /\ (\A l \in ArtifactNames : ((state.DetachedJob[k].artifacts[l] = NULL) \/ (state.DetachedJob[k].artifacts[l] \in [digest : Digests, mediaType : Texts_])))) /\ (\A l \in NotificationKeys : ((state.DetachedJob[k].notifications[l] = NULL) \/ (state.DetachedJob[k].notifications[l] \in [sequence : DeliverySequenceDomain])))) /\ (state.DetachedJob[k].deliverySequence \in DeliverySequenceDomain)) /\ (state.DetachedJob[k].cancelRequested \in BOOLEAN)) /\ (state.DetachedJob[k].failures \in FailuresDomain)) /\ (state.DetachedJob[k].losses \in LossesDomain)) /\ (state.DetachedJob[k].backoffMs \in BackoffDomain)) /\ (state.DetachedJob[k].outcome \in Opaques_)))
  /\ (\A k \in Subscription_Keys : (((((((((((state.Subscription[k].phase \in {"Unsubscribed", "Subscribed", "Withdrawn", "Ended"}) /\ (state.Subscription[k].kind \in {"record", "notification", "event"})) /\ ((state.Subscription[k].handling = NULL) \/ (state.Subscription[k].handling \in {"steer", "queue"}))) /\ (state.Subscription[k].received \in DeliverySequenceDomain)) /\ (\A l \in DeliverySequenceDomain : ((state.Subscription[k].records[l] = NULL) \/ ((((state.Subscription[k].records[l].end = NULL) \/ (state.Subscription[k].records[l].end \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})) /\ (state.Subscription[k].records[l].lineage \in Texts_)) /\ (state.Subscription[k].records[l].body \in Opaques_))))) /\ ((state.Subscription[k].wish = NULL) \/ (state.Subscription[k].wish \in {"record", "notification", "steer", "queue"}))) /\ (state.Subscription[k].recorded \subseteq DeliverySequenceDomain)) /\ (state.Subscription[k].shown \subseteq DeliverySequenceDomain)) /\ (state.Subscription[k].steered \subseteq DeliverySequenceDomain)) /\ (state.Subscription[k].queued \subseteq DeliverySequenceDomain)) /\ (state.Subscription[k].heardTwice \in BOOLEAN)))
  /\ (\A k \in RuntimeDelivery_Keys : (((((state.RuntimeDelivery[k].phase \in {"Active"}) /\ (state.RuntimeDelivery[k].nextSequence \in SequenceDomain)) /\ (state.RuntimeDelivery[k].appliedCursor \in SequenceDomain)) /\ (state.RuntimeDelivery[k].forgottenCursor \in SequenceDomain)) /\ (\A l \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[l] = NULL) \/ (((((((state.RuntimeDelivery[k].deliveries[l].sequence \in SequenceDomain) /\ (state.RuntimeDelivery[k].deliveries[l].sourceSequence \in SourceSequenceDomain)) /\ (state.RuntimeDelivery[k].deliveries[l].jobId \in JobIds)) /\ (state.RuntimeDelivery[k].deliveries[l].kind \in {"terminal", "notification"})) /\ ((state.RuntimeDelivery[k].deliveries[l].handling = NULL) \/ (state.RuntimeDelivery[k].deliveries[l].handling \in {"steer", "queue"}))) /\ (state.RuntimeDelivery[k].deliveries[l].lineage \in Texts_)) /\ (state.RuntimeDelivery[k].deliveries[l].body \in Opaques_))))))
  /\ (\A m \in Outbox_tellNotification(state) : (((((m.effect.type = "NotificationCommitted") /\ (m.effect.originSessionId \in SessionIds)) /\ (m.effect.deliverySequence \in DeliverySequenceDomain)) /\ (m.effect.lineage \in Texts_)) /\ (m.effect.body \in Opaques_)))
  /\ (\A m \in Outbox_tellEnd(state) : ((((((m.effect.type = "TerminalCommitted") /\ (m.effect.originSessionId \in SessionIds)) /\ (m.effect.deliverySequence \in DeliverySequenceDomain)) /\ (m.effect.lineage \in Texts_)) /\ (m.effect.kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})) /\ (m.effect.body \in Opaques_)))
  /\ (state.answered.DetachedJob \subseteq DetachedJob_Keys)

(* What is routed is not refused, but for the codes that its route acknowledges. *)
RoutesAnswered ==
  /\ (\A k \in DetachedJob_Keys : (IsHead_tellNotification(state, k) => (\A o \in UNION {Hop_tellNotification(state, to, k, Head_tellNotification(state, k).effect) : to \in Left_tellNotification(state, k)} : (o.code \in {"", "exhausted"}))))
  /\ (\A k \in DetachedJob_Keys : (IsHead_tellEnd(state, k) => (\A o \in UNION {Hop_tellEnd(state, to, k, Head_tellEnd(state, k).effect) : to \in Left_tellEnd(state, k)} : (o.code \in {"", "exhausted"}))))

always_each_is_received_once ==
  (\A k \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (~state.Subscription[k].heardTwice))

(* a_record_is_delivered_to_nobody: What is recorded is kept, and stands in no inbox. *)
always_a_record_is_delivered_to_nobody ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (\A sequence \in state.Subscription[at].recorded : ((state.Subscription[at].records[sequence] /= NULL) /\ (~(\E to \in [realm : Realms, sessionId : SessionIds] : ((to.sessionId = at.sessionId) /\ (\E k \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k] /= NULL) /\ ((state.RuntimeDelivery[to].deliveries[k].jobId = at.jobId) /\ (state.RuntimeDelivery[to].deliveries[k].sourceSequence = sequence))))))))))

always_a_notification_is_shown_and_asks_for_no_work ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (\A sequence \in state.Subscription[at].shown : (\E to \in [realm : Realms, sessionId : SessionIds] : ((to.sessionId = at.sessionId) /\ (\E k \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k] /= NULL) /\ (((state.RuntimeDelivery[to].deliveries[k].jobId = at.jobId) /\ (state.RuntimeDelivery[to].deliveries[k].sourceSequence = sequence)) /\ (state.RuntimeDelivery[to].deliveries[k].handling = NULL))))))))

always_an_event_steers_where_that_is_wished ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (\A sequence \in state.Subscription[at].steered : (\E to \in [realm : Realms, sessionId : SessionIds] : ((to.sessionId = at.sessionId) /\ (\E k \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k] /= NULL) /\ (((state.RuntimeDelivery[to].deliveries[k].jobId = at.jobId) /\ (state.RuntimeDelivery[to].deliveries[k].sourceSequence = sequence)) /\ (state.RuntimeDelivery[to].deliveries[k].handling = "steer"))))))))

always_an_event_queues_where_that_is_wished ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (\A sequence \in state.Subscription[at].queued : (\E to \in [realm : Realms, sessionId : SessionIds] : ((to.sessionId = at.sessionId) /\ (\E k \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k] /= NULL) /\ (((state.RuntimeDelivery[to].deliveries[k].jobId = at.jobId) /\ (state.RuntimeDelivery[to].deliveries[k].sourceSequence = sequence)) /\ (state.RuntimeDelivery[to].deliveries[k].handling = "queue"))))))))

always_an_end_is_told_as_an_end ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (\A k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) => (\E at \in [realm : Realms, jobId : JobIds] : ((at.jobId = state.RuntimeDelivery[k].deliveries[k_].jobId) /\ ((state.RuntimeDelivery[k].deliveries[k_].kind = "terminal") = ((((((state.DetachedJob[at].phase = "Succeeded") \/ (state.DetachedJob[at].phase = "Failed")) \/ (state.DetachedJob[at].phase = "Cancelled")) \/ (state.DetachedJob[at].phase = "WorkerLost")) \/ (state.DetachedJob[at].phase = "NeedsAttention")) /\ (state.RuntimeDelivery[k].deliveries[k_].sourceSequence = state.DetachedJob[at].deliverySequence))))))))

always_nothing_is_invented ==
  (\A to \in [realm : Realms, sessionId : SessionIds] : (\A k \in DeliveryIds : ((state.RuntimeDelivery[to].deliveries[k] /= NULL) => (\E at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (((at.sessionId = to.sessionId) /\ (at.jobId = state.RuntimeDelivery[to].deliveries[k].jobId)) /\ (((state.RuntimeDelivery[to].deliveries[k].sourceSequence \in state.Subscription[at].shown) \/ (state.RuntimeDelivery[to].deliveries[k].sourceSequence \in state.Subscription[at].steered)) \/ (state.RuntimeDelivery[to].deliveries[k].sourceSequence \in state.Subscription[at].queued)))))))

always_no_end_comes_early ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : ((state.Subscription[at].phase /= "Ended") \/ (((((state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Succeeded") \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Failed")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Cancelled")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "WorkerLost")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "NeedsAttention"))))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_everybody_hears_the_end ==
  (~(\A k \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : ((state.Subscription[k].phase = "Ended") /\ (state.Subscription[k].wish /= NULL))))

never_kept ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (Cardinality({k_ \in DeliverySequenceDomain : (state.Subscription[k].records[k_] /= NULL)}) > 0)))

never_shown ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : (\E k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) /\ ((state.RuntimeDelivery[k].deliveries[k_].kind = "notification") /\ (state.RuntimeDelivery[k].deliveries[k_].handling = NULL))))))

never_steers ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : (\E k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) /\ (state.RuntimeDelivery[k].deliveries[k_].handling = "steer")))))

never_queues ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : (\E k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) /\ (state.RuntimeDelivery[k].deliveries[k_].handling = "queue")))))

never_the_job_goes_on_x005funheard ==
  (~((\E k \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : (state.Subscription[k].phase = "Withdrawn")) /\ (\E k \in [realm : Realms, jobId : JobIds] : (state.DetachedJob[k].phase = "Running"))))

=============================================================================
