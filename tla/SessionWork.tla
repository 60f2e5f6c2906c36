---- MODULE SessionWork ----
(* Generated from specs/compositions/session-work.ts. Do not edit.
   A session goes to work for what its inbox takes, once for each delivery that asks for work and never for one that is only shown;
   and what it does is told to whoever watches it. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,                                   (* no row, no value *)
  DeliveryIds,                            (* the ids of the model: DeliveryId *)
  JobIds,                                 (* the ids of the model: JobId *)
  Realms,                                 (* the ids of the model: Realm *)
  SessionIds,                             (* the ids of the model: SessionId *)
  ExecutionIntentIds,                     (* the ids of the model: ExecutionIntentId *)
  Owners,                                 (* the ids of the model: Owner *)
  AssistantIds,                           (* the ids of the model: AssistantId *)
  Texts_,                                 (* the texts of the model *)
  GivenTexts,                             (* of these texts, what inputs carry *)
  Opaques_,                               (* the opaque values of the model *)
  GivenOpaques,                           (* of these opaque values, what inputs carry *)
  MaxSequence,                            (* Sequence: 0 to this *)
  MaxSourceSequence,                      (* SourceSequence: 0 to this *)
  MaxExecution,                           (* Execution: 0 to this *)
  MaxClock,                               (* Clock: 0 to this *)
  MaxFinalizer,                           (* Finalizer: 0 to this *)
  MaxLosses,                              (* Losses: 0 to this *)
  MaxLease,                               (* Lease: 0 to this *)
  MaxTakeoverBudget,                      (* TakeoverBudget: 0 to this *)
  SessionExecution_Limit_leaseMs,         (* the limit leaseMs *)
  SessionExecution_Limit_takeoverBudget   (* the limit takeoverBudget *)

SequenceDomain == (0..MaxSequence)
SourceSequenceDomain == (0..MaxSourceSequence)
ExecutionDomain == (0..MaxExecution)
ClockDomain == (0..MaxClock)
FinalizerDomain == (0..MaxFinalizer)
LossesDomain == (0..MaxLosses)
LeaseDomain == (0..MaxLease)
TakeoverBudgetDomain == (0..MaxTakeoverBudget)

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

RuntimeDelivery_First ==
  [phase |-> RuntimeDelivery_InitialState.phase, nextSequence |-> RuntimeDelivery_InitialState.nextSequence, appliedCursor |-> RuntimeDelivery_InitialState.appliedCursor, forgottenCursor |-> RuntimeDelivery_InitialState.forgottenCursor, deliveries |-> RuntimeDelivery_InitialState.deliveries, asks |-> FALSE]

-----------------------------------------------------------------------------
(* SessionExecution: as in its own module, what this composition uses of it. *)

SessionExecution_InitialState ==
  [phase |-> "Idle",
   pending |-> FALSE,
   execution |-> 0,
   continues |-> 0,
   intentId |-> NULL,
   owner |-> NULL,
   leaseExpiresAtMs |-> 0,
   assistantId |-> NULL,
   stepEnded |-> FALSE,
   runnerJoined |-> FALSE,
   finalizers |-> 0,
   losses |-> 0]

(* The inbox took a delivery; `handling` says how it asks for work, null that it asks for none. *)
SessionExecution_In_HearDelivery(handling) == [type |-> "HearDelivery", handling |-> handling]

SessionExecution_Inputs_HearDelivery == {SessionExecution_In_HearDelivery(handling) : handling \in ({"steer", "queue"} \cup {NULL})}

SessionExecution_In_ClaimExecution(owner, observedAtMs, intentId) ==
  [type |-> "ClaimExecution", owner |-> owner, observedAtMs |-> observedAtMs, intentId |-> intentId]

SessionExecution_Inputs_ClaimExecution ==
  {SessionExecution_In_ClaimExecution(owner, observedAtMs, intentId) : owner \in Owners, observedAtMs \in ClockDomain, intentId \in ExecutionIntentIds}

SessionExecution_In_StartStep(execution, owner, observedAtMs, assistantId) ==
  [type |-> "StartStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs, assistantId |-> assistantId]

SessionExecution_Inputs_StartStep ==
  {SessionExecution_In_StartStep(execution, owner, observedAtMs, assistantId) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain, assistantId \in AssistantIds}

(* The runner found no more to do. *)
SessionExecution_In_FinishExecution(execution, owner, observedAtMs) ==
  [type |-> "FinishExecution", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_FinishExecution ==
  {SessionExecution_In_FinishExecution(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* The user interrupts the execution that they see, and no later one. *)
SessionExecution_In_RequestCancel(execution, observedAtMs) == [type |-> "RequestCancel", execution |-> execution, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_RequestCancel == {SessionExecution_In_RequestCancel(execution, observedAtMs) : execution \in ExecutionDomain, observedAtMs \in ClockDomain}

(* The runner has stopped, and its tools have been joined. Its finalizers may still run. *)
SessionExecution_In_JoinRunner(execution, owner, observedAtMs) ==
  [type |-> "JoinRunner", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_JoinRunner ==
  {SessionExecution_In_JoinRunner(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

SessionExecution_In_SettleCancellation(execution, owner, observedAtMs) ==
  [type |-> "SettleCancellation", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_SettleCancellation ==
  {SessionExecution_In_SettleCancellation(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

SessionExecution_In_ClearClaim(execution, owner, observedAtMs) ==
  [type |-> "ClearClaim", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_ClearClaim ==
  {SessionExecution_In_ClearClaim(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* Recovery found an expired claim, and names the execution and the assistant that it read; `owner` is to have what is taken over. *)
SessionExecution_In_RecoverClaim(execution, owner, assistantId, observedAtMs) ==
  [type |-> "RecoverClaim", execution |-> execution, owner |-> owner, assistantId |-> assistantId, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_RecoverClaim ==
  {SessionExecution_In_RecoverClaim(execution, owner, assistantId, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain}

(* An operator has looked at what the lost owner did. *)
SessionExecution_In_ReleaseQuarantine(execution) == [type |-> "ReleaseQuarantine", execution |-> execution]

SessionExecution_Inputs_ReleaseQuarantine == {SessionExecution_In_ReleaseQuarantine(execution) : execution \in ExecutionDomain}

SessionExecution_current_stale_execution(s, i) == (i.execution /= s.execution)

SessionExecution_owned_stale_owner(s, i) == (i.owner /= s.owner)

SessionExecution_owned_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

SessionExecution_alive_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

SessionExecution_expired_lease_alive(s, i) == (i.observedAtMs < s.leaseExpiresAtMs)

(* A step has begun and has not ended. *)
SessionExecution_isOpen(s) == ((s.assistantId /= NULL) /\ (~s.stepEnded))

SessionExecution_finalized_finalizer_running(s) == (s.finalizers > 0)

SessionExecution_joined_runner_running(s) == (~s.runnerJoined)

(* A claim stands, alive or expired. *)
SessionExecution_isHeld(s) ==
  \/ (s.phase = "Claimed")
  \/ (s.phase = "Running")
  \/ (s.phase = "Cancelling")
  \/ (s.phase = "Cancelled")
  \/ (s.phase = "Settled")

(* Its owner gave it up: no word of an owner is heard any more, and recovery need not wait. *)
SessionExecution_isHandedBack(s) == (SessionExecution_isHeld(s) /\ (s.leaseExpiresAtMs = 0))

SessionExecution_Refuse_StartStep_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_StartStep_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_StartStep_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_FinishExecution_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_FinishExecution_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_FinishExecution_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_RequestCancel_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_RequestCancel_lease_expired(s, i) == SessionExecution_alive_lease_expired(s, i)

SessionExecution_Refuse_JoinRunner_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_JoinRunner_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_JoinRunner_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_SettleCancellation_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_SettleCancellation_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_SettleCancellation_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_ClearClaim_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_ClearClaim_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_ClearClaim_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_RecoverClaim_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_RecoverClaim_lease_alive(s, i) == SessionExecution_expired_lease_alive(s, i)

SessionExecution_Refuse_ReleaseQuarantine_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

(* HearWork: A delivery asks for a turn, as a user does. *)

SessionExecution_From_HearWork(s) == (s.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"})

SessionExecution_When_HearWork(s, i) == (i.handling /= NULL)

SessionExecution_Guard_HearWork(s, i) ==
  /\ SessionExecution_From_HearWork(s)
  /\ SessionExecution_When_HearWork(s, i)

SessionExecution_Next_HearWork(s, i) ==
  [s EXCEPT
    !.pending = TRUE]

SessionExecution_Effects_HearWork(s, i) == <<[type |-> "RunRequested"]>>

(* PassOverShown: It is there to be shown, and opens no turn. *)

SessionExecution_From_PassOverShown(s) == (s.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"})

SessionExecution_When_PassOverShown(s, i) == (i.handling = NULL)

SessionExecution_Guard_PassOverShown(s, i) ==
  /\ SessionExecution_From_PassOverShown(s)
  /\ SessionExecution_When_PassOverShown(s, i)

SessionExecution_Next_PassOverShown(s, i) == s

SessionExecution_Effects_PassOverShown(s, i) == <<>>

(* ClaimExecution *)

SessionExecution_From_ClaimExecution(s) == (s.phase \in {"Idle"})

SessionExecution_Refuse_ClaimExecution_nothing_pending(s, i) == (~s.pending)

SessionExecution_Refuse_ClaimExecution_exhausted(s, i) ==
  \/ ((s.execution + 1) > MaxExecution)
  \/ ((i.observedAtMs + SessionExecution_Limit_leaseMs) > MaxClock)

SessionExecution_Open_ClaimExecution(s, i) ==
  /\ SessionExecution_From_ClaimExecution(s)
  /\ (~SessionExecution_Refuse_ClaimExecution_nothing_pending(s, i))

SessionExecution_Guard_ClaimExecution(s, i) ==
  /\ SessionExecution_Open_ClaimExecution(s, i)
  /\ (~SessionExecution_Refuse_ClaimExecution_exhausted(s, i))

SessionExecution_Next_ClaimExecution(s, i) ==
  [s EXCEPT
    !.phase = "Claimed",
    !.pending = FALSE,
    !.execution = (s.execution + 1),
    !.intentId = i.intentId,
    !.owner = i.owner,
    !.leaseExpiresAtMs = (i.observedAtMs + SessionExecution_Limit_leaseMs)]

SessionExecution_Effects_ClaimExecution(s, i) == <<[type |-> "ExecutionClaimed", execution |-> (s.execution + 1)]>>

(* StartStep *)

SessionExecution_From_StartStep(s) == (s.phase \in {"Claimed", "Running"})

SessionExecution_Refuse_StartStep_step_open(s, i) == SessionExecution_isOpen(s)

SessionExecution_Guard_StartStep(s, i) ==
  /\ SessionExecution_From_StartStep(s)
  /\ (~SessionExecution_Refuse_StartStep_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_StartStep_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_StartStep_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_StartStep_step_open(s, i))

SessionExecution_Next_StartStep(s, i) ==
  [s EXCEPT
    !.phase = "Running",
    !.assistantId = i.assistantId,
    !.stepEnded = FALSE]

SessionExecution_Effects_StartStep(s, i) == <<[type |-> "StepStarted", execution |-> s.execution, assistantId |-> i.assistantId]>>

(* FinishExecution *)

SessionExecution_From_FinishExecution(s) == (s.phase \in {"Claimed", "Running"})

SessionExecution_Refuse_FinishExecution_step_open(s, i) == SessionExecution_isOpen(s)

SessionExecution_Guard_FinishExecution(s, i) ==
  /\ SessionExecution_From_FinishExecution(s)
  /\ (~SessionExecution_Refuse_FinishExecution_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_FinishExecution_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_FinishExecution_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_FinishExecution_step_open(s, i))

SessionExecution_Next_FinishExecution(s, i) ==
  [s EXCEPT
    !.phase = "Settled",
    !.assistantId = NULL,
    !.stepEnded = FALSE]

SessionExecution_Effects_FinishExecution(s, i) == <<>>

(* RequestCancel: The claim stays, and nothing is written: the runner has yet to stop. *)

SessionExecution_From_RequestCancel(s) == (s.phase \in {"Claimed", "Running"})

SessionExecution_Guard_RequestCancel(s, i) ==
  /\ SessionExecution_From_RequestCancel(s)
  /\ (~SessionExecution_Refuse_RequestCancel_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_RequestCancel_lease_expired(s, i))

SessionExecution_Next_RequestCancel(s, i) ==
  [s EXCEPT
    !.phase = "Cancelling"]

SessionExecution_Effects_RequestCancel(s, i) == <<[type |-> "CancelRequested", execution |-> s.execution]>>

(* RequestCancelAgain *)

SessionExecution_From_RequestCancelAgain(s) == (s.phase \in {"Cancelling", "Cancelled"})

SessionExecution_Guard_RequestCancelAgain(s, i) ==
  /\ SessionExecution_From_RequestCancelAgain(s)
  /\ (~SessionExecution_Refuse_RequestCancel_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_RequestCancel_lease_expired(s, i))

SessionExecution_Next_RequestCancelAgain(s, i) == s

SessionExecution_Effects_RequestCancelAgain(s, i) == <<>>

(* JoinRunner *)

SessionExecution_From_JoinRunner(s) == (s.phase \in {"Cancelling"})

SessionExecution_Guard_JoinRunner(s, i) ==
  /\ SessionExecution_From_JoinRunner(s)
  /\ (~SessionExecution_Refuse_JoinRunner_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_JoinRunner_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_JoinRunner_lease_expired(s, i))

SessionExecution_Next_JoinRunner(s, i) ==
  [s EXCEPT
    !.runnerJoined = TRUE]

SessionExecution_Effects_JoinRunner(s, i) == <<>>

(* SettleInterrupted: Nothing of the runner is left: now the interruption is written, once. *)

SessionExecution_From_SettleInterrupted(s) == (s.phase \in {"Cancelling"})

SessionExecution_When_SettleInterrupted(s, i) == (~s.stepEnded)

SessionExecution_Refuse_SettleInterrupted_runner_running(s, i) == SessionExecution_joined_runner_running(s)

SessionExecution_Refuse_SettleInterrupted_finalizer_running(s, i) == SessionExecution_finalized_finalizer_running(s)

SessionExecution_Guard_SettleInterrupted(s, i) ==
  /\ SessionExecution_From_SettleInterrupted(s)
  /\ (~SessionExecution_Refuse_SettleCancellation_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_SettleCancellation_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_SettleCancellation_lease_expired(s, i))
  /\ SessionExecution_When_SettleInterrupted(s, i)
  /\ (~SessionExecution_Refuse_SettleInterrupted_runner_running(s, i))
  /\ (~SessionExecution_Refuse_SettleInterrupted_finalizer_running(s, i))

SessionExecution_Next_SettleInterrupted(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.assistantId = NULL,
    !.runnerJoined = FALSE]

SessionExecution_Effects_SettleInterrupted(s, i) == <<[type |-> "StepInterrupted", execution |-> s.execution, assistantId |-> s.assistantId]>>

(* SettleEnded: The step had completed or failed before the interruption: that was its end. *)

SessionExecution_From_SettleEnded(s) == (s.phase \in {"Cancelling"})

SessionExecution_When_SettleEnded(s, i) == s.stepEnded

SessionExecution_Refuse_SettleEnded_runner_running(s, i) == SessionExecution_joined_runner_running(s)

SessionExecution_Refuse_SettleEnded_finalizer_running(s, i) == SessionExecution_finalized_finalizer_running(s)

SessionExecution_Guard_SettleEnded(s, i) ==
  /\ SessionExecution_From_SettleEnded(s)
  /\ (~SessionExecution_Refuse_SettleCancellation_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_SettleCancellation_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_SettleCancellation_lease_expired(s, i))
  /\ SessionExecution_When_SettleEnded(s, i)
  /\ (~SessionExecution_Refuse_SettleEnded_runner_running(s, i))
  /\ (~SessionExecution_Refuse_SettleEnded_finalizer_running(s, i))

SessionExecution_Next_SettleEnded(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.assistantId = NULL,
    !.stepEnded = FALSE,
    !.runnerJoined = FALSE]

SessionExecution_Effects_SettleEnded(s, i) == <<>>

(* ClearClaim *)

SessionExecution_From_ClearClaim(s) == (s.phase \in {"Cancelled", "Settled"})

SessionExecution_Refuse_ClearClaim_finalizer_running(s, i) == SessionExecution_finalized_finalizer_running(s)

SessionExecution_Guard_ClearClaim(s, i) ==
  /\ SessionExecution_From_ClearClaim(s)
  /\ (~SessionExecution_Refuse_ClearClaim_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_ClearClaim_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_ClearClaim_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_ClearClaim_finalizer_running(s, i))

SessionExecution_Next_ClearClaim(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.losses = 0]

SessionExecution_Effects_ClearClaim(s, i) == <<[type |-> "ClaimCleared", execution |-> s.execution]>>

(* TakeOver: The next execution continues the lost one, with the same step and the same assistant. *)

SessionExecution_From_TakeOver(s) == (s.phase \in {"Claimed", "Running"})

SessionExecution_When_TakeOver(s, i) == ((i.assistantId = s.assistantId) /\ (SessionExecution_isHandedBack(s) \/ (s.losses < SessionExecution_Limit_takeoverBudget)))

SessionExecution_Refuse_TakeOver_exhausted(s, i) ==
  \/ ((s.execution + 1) > MaxExecution)
  \/ ((i.observedAtMs + SessionExecution_Limit_leaseMs) > MaxClock)
  \/ ((IF SessionExecution_isHandedBack(s) THEN s.losses ELSE (s.losses + 1)) > MaxLosses)

SessionExecution_Open_TakeOver(s, i) ==
  /\ SessionExecution_From_TakeOver(s)
  /\ (~SessionExecution_Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_RecoverClaim_lease_alive(s, i))
  /\ SessionExecution_When_TakeOver(s, i)

SessionExecution_Guard_TakeOver(s, i) ==
  /\ SessionExecution_Open_TakeOver(s, i)
  /\ (~SessionExecution_Refuse_TakeOver_exhausted(s, i))

SessionExecution_Next_TakeOver(s, i) ==
  [s EXCEPT
    !.execution = (s.execution + 1),
    !.continues = s.execution,
    !.owner = i.owner,
    !.leaseExpiresAtMs = (i.observedAtMs + SessionExecution_Limit_leaseMs),
    !.finalizers = 0,
    !.losses = (IF SessionExecution_isHandedBack(s) THEN s.losses ELSE (s.losses + 1))]

SessionExecution_Effects_TakeOver(s, i) ==
  <<[type |-> "ContinuationRequested", continues |-> s.execution, execution |-> (s.execution + 1), assistantId |-> s.assistantId]>>

(* QuarantineUnmatched: The session's own record speaks of another assistant than the claim: nobody can continue that. *)

SessionExecution_From_QuarantineUnmatched(s) == (s.phase \in {"Claimed", "Running"})

SessionExecution_When_QuarantineUnmatched(s, i) == (i.assistantId /= s.assistantId)

SessionExecution_Guard_QuarantineUnmatched(s, i) ==
  /\ SessionExecution_From_QuarantineUnmatched(s)
  /\ (~SessionExecution_Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_RecoverClaim_lease_alive(s, i))
  /\ SessionExecution_When_QuarantineUnmatched(s, i)

SessionExecution_Next_QuarantineUnmatched(s, i) ==
  [s EXCEPT
    !.phase = "Quarantined",
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.finalizers = 0]

SessionExecution_Effects_QuarantineUnmatched(s, i) == <<[type |-> "ClaimQuarantined", execution |-> s.execution]>>

(* QuarantineSpent: A turn that takes its process with it is not begun for ever. *)

SessionExecution_From_QuarantineSpent(s) == (s.phase \in {"Claimed", "Running"})

SessionExecution_When_QuarantineSpent(s, i) ==
  /\ (i.assistantId = s.assistantId)
  /\ (~SessionExecution_isHandedBack(s))
  /\ (s.losses >= SessionExecution_Limit_takeoverBudget)

SessionExecution_Guard_QuarantineSpent(s, i) ==
  /\ SessionExecution_From_QuarantineSpent(s)
  /\ (~SessionExecution_Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_RecoverClaim_lease_alive(s, i))
  /\ SessionExecution_When_QuarantineSpent(s, i)

SessionExecution_Next_QuarantineSpent(s, i) ==
  [s EXCEPT
    !.phase = "Quarantined",
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.finalizers = 0]

SessionExecution_Effects_QuarantineSpent(s, i) == <<[type |-> "ClaimQuarantined", execution |-> s.execution]>>

(* QuarantineCancelling: What the runner did on its way out is unknown. *)

SessionExecution_From_QuarantineCancelling(s) == (s.phase \in {"Cancelling"})

SessionExecution_Guard_QuarantineCancelling(s, i) ==
  /\ SessionExecution_From_QuarantineCancelling(s)
  /\ (~SessionExecution_Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_RecoverClaim_lease_alive(s, i))

SessionExecution_Next_QuarantineCancelling(s, i) ==
  [s EXCEPT
    !.phase = "Quarantined",
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.runnerJoined = FALSE,
    !.finalizers = 0]

SessionExecution_Effects_QuarantineCancelling(s, i) == <<[type |-> "ClaimQuarantined", execution |-> s.execution]>>

(* ClearExpired: The outcome is on record: only the claim was left. *)

SessionExecution_From_ClearExpired(s) == (s.phase \in {"Cancelled", "Settled"})

SessionExecution_Guard_ClearExpired(s, i) ==
  /\ SessionExecution_From_ClearExpired(s)
  /\ (~SessionExecution_Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_RecoverClaim_lease_alive(s, i))

SessionExecution_Next_ClearExpired(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.finalizers = 0,
    !.losses = 0]

SessionExecution_Effects_ClearExpired(s, i) == <<[type |-> "ClaimCleared", execution |-> s.execution]>>

(* ReleaseInterrupted *)

SessionExecution_From_ReleaseInterrupted(s) == (s.phase \in {"Quarantined"})

SessionExecution_When_ReleaseInterrupted(s, i) == (~s.stepEnded)

SessionExecution_Guard_ReleaseInterrupted(s, i) ==
  /\ SessionExecution_From_ReleaseInterrupted(s)
  /\ (~SessionExecution_Refuse_ReleaseQuarantine_stale_execution(s, i))
  /\ SessionExecution_When_ReleaseInterrupted(s, i)

SessionExecution_Next_ReleaseInterrupted(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.assistantId = NULL,
    !.losses = 0]

SessionExecution_Effects_ReleaseInterrupted(s, i) ==
  <<[type |-> "StepInterrupted", execution |-> s.execution, assistantId |-> s.assistantId], [type |-> "ClaimCleared", execution |-> s.execution]>>

(* ReleaseEnded *)

SessionExecution_From_ReleaseEnded(s) == (s.phase \in {"Quarantined"})

SessionExecution_When_ReleaseEnded(s, i) == s.stepEnded

SessionExecution_Guard_ReleaseEnded(s, i) ==
  /\ SessionExecution_From_ReleaseEnded(s)
  /\ (~SessionExecution_Refuse_ReleaseQuarantine_stale_execution(s, i))
  /\ SessionExecution_When_ReleaseEnded(s, i)

SessionExecution_Next_ReleaseEnded(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.assistantId = NULL,
    !.stepEnded = FALSE,
    !.losses = 0]

SessionExecution_Effects_ReleaseEnded(s, i) == <<[type |-> "ClaimCleared", execution |-> s.execution]>>

SessionExecution_Keys == [realm : Realms, sessionId : SessionIds]

-----------------------------------------------------------------------------
(* SessionActivity: as in its own module, what this composition uses of it. *)

SessionActivity_InitialState ==
  [phase |-> "Idle",
   execution |-> 0,
   sinceMs |-> 0]

(* An owner has the session, or has taken it over. *)
SessionActivity_In_Begin(execution, observedAtMs) == [type |-> "Begin", execution |-> execution, observedAtMs |-> observedAtMs]

SessionActivity_Inputs_Begin == {SessionActivity_In_Begin(execution, observedAtMs) : execution \in ExecutionDomain, observedAtMs \in ClockDomain}

SessionActivity_In_Note(execution, doing, observedAtMs) ==
  [type |-> "Note", execution |-> execution, doing |-> doing, observedAtMs |-> observedAtMs]

SessionActivity_Inputs_Note ==
  {SessionActivity_In_Note(execution, doing, observedAtMs) : execution \in ExecutionDomain, doing \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"}, observedAtMs \in ClockDomain}

SessionActivity_In_Drain(observedAtMs) == [type |-> "Drain", observedAtMs |-> observedAtMs]

SessionActivity_Inputs_Drain == {SessionActivity_In_Drain(observedAtMs) : observedAtMs \in ClockDomain}

SessionActivity_In_End(observedAtMs) == [type |-> "End", observedAtMs |-> observedAtMs]

SessionActivity_Inputs_End == {SessionActivity_In_End(observedAtMs) : observedAtMs \in ClockDomain}

SessionActivity_Refuse_Note_other_execution(s, i) == (i.execution /= s.execution)

(* Begin *)

SessionActivity_From_Begin(s) == (s.phase \in {"Idle", "ExecutingFastTool", "StreamingTool", "Draining"})

SessionActivity_Guard_Begin(s, i) == SessionActivity_From_Begin(s)

SessionActivity_Next_Begin(s, i) ==
  [s EXCEPT
    !.phase = "CallingProvider",
    !.execution = i.execution,
    !.sinceMs = i.observedAtMs]

SessionActivity_Effects_Begin(s, i) == <<>>

(* Continue: The step that was lost goes on: it has been asked for since it began. *)

SessionActivity_From_Continue(s) == (s.phase \in {"CallingProvider"})

SessionActivity_Guard_Continue(s, i) == SessionActivity_From_Continue(s)

SessionActivity_Next_Continue(s, i) ==
  [s EXCEPT
    !.execution = i.execution]

SessionActivity_Effects_Continue(s, i) == <<>>

(* CallProvider *)

SessionActivity_From_CallProvider(s) == (s.phase \in {"ExecutingFastTool", "StreamingTool"})

SessionActivity_When_CallProvider(s, i) == (i.doing = "CallingProvider")

SessionActivity_Guard_CallProvider(s, i) ==
  /\ SessionActivity_From_CallProvider(s)
  /\ (~SessionActivity_Refuse_Note_other_execution(s, i))
  /\ SessionActivity_When_CallProvider(s, i)

SessionActivity_Next_CallProvider(s, i) ==
  [s EXCEPT
    !.phase = "CallingProvider",
    !.sinceMs = i.observedAtMs]

SessionActivity_Effects_CallProvider(s, i) == <<>>

(* ExecuteFastTool *)

SessionActivity_From_ExecuteFastTool(s) == (s.phase \in {"CallingProvider", "StreamingTool"})

SessionActivity_When_ExecuteFastTool(s, i) == (i.doing = "ExecutingFastTool")

SessionActivity_Guard_ExecuteFastTool(s, i) ==
  /\ SessionActivity_From_ExecuteFastTool(s)
  /\ (~SessionActivity_Refuse_Note_other_execution(s, i))
  /\ SessionActivity_When_ExecuteFastTool(s, i)

SessionActivity_Next_ExecuteFastTool(s, i) ==
  [s EXCEPT
    !.phase = "ExecutingFastTool",
    !.sinceMs = i.observedAtMs]

SessionActivity_Effects_ExecuteFastTool(s, i) == <<>>

(* StreamTool *)

SessionActivity_From_StreamTool(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool"})

SessionActivity_When_StreamTool(s, i) == (i.doing = "StreamingTool")

SessionActivity_Guard_StreamTool(s, i) ==
  /\ SessionActivity_From_StreamTool(s)
  /\ (~SessionActivity_Refuse_Note_other_execution(s, i))
  /\ SessionActivity_When_StreamTool(s, i)

SessionActivity_Next_StreamTool(s, i) ==
  [s EXCEPT
    !.phase = "StreamingTool",
    !.sinceMs = i.observedAtMs]

SessionActivity_Effects_StreamTool(s, i) == <<>>

(* GoOn: It does so already. *)

SessionActivity_From_GoOn(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"})

SessionActivity_When_GoOn(s, i) == (i.doing = s.phase)

SessionActivity_Guard_GoOn(s, i) ==
  /\ SessionActivity_From_GoOn(s)
  /\ (~SessionActivity_Refuse_Note_other_execution(s, i))
  /\ SessionActivity_When_GoOn(s, i)

SessionActivity_Next_GoOn(s, i) == s

SessionActivity_Effects_GoOn(s, i) == <<>>

(* Drain *)

SessionActivity_From_Drain(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"})

SessionActivity_Guard_Drain(s, i) == SessionActivity_From_Drain(s)

SessionActivity_Next_Drain(s, i) ==
  [s EXCEPT
    !.phase = "Draining",
    !.sinceMs = i.observedAtMs]

SessionActivity_Effects_Drain(s, i) == <<>>

(* End *)

SessionActivity_From_End(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool", "Draining"})

SessionActivity_Guard_End(s, i) == SessionActivity_From_End(s)

SessionActivity_Next_End(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.sinceMs = i.observedAtMs]

SessionActivity_Effects_End(s, i) == <<>>

(* EndAgain: A quarantine that is released: nobody had the session meanwhile. *)

SessionActivity_From_EndAgain(s) == (s.phase \in {"Idle"})

SessionActivity_Guard_EndAgain(s, i) == SessionActivity_From_EndAgain(s)

SessionActivity_Next_EndAgain(s, i) == s

SessionActivity_Effects_EndAgain(s, i) == <<>>

SessionActivity_Keys == [realm : Realms, sessionId : SessionIds]

-----------------------------------------------------------------------------
(* What is routed, and what a step comes to. A refusal below undoes the whole step. *)

(* wake: RuntimeDelivery.DeliveryCommitted to SessionExecution.HearDelivery, atomic. In the transaction that takes the delivery: an idle session is woken for it once, whatever crashes when. *)

To_wake(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_wake(from, effect) == SessionExecution_In_HearDelivery(effect.handling)

(* showBegin: SessionExecution.ExecutionClaimed to SessionActivity.Begin, atomic. *)

To_showBegin(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_showBegin(from, effect, observedAtMs) == SessionActivity_In_Begin(effect.execution, observedAtMs)

(* showContinuation: SessionExecution.ContinuationRequested to SessionActivity.Begin, atomic. *)

To_showContinuation(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_showContinuation(from, effect, observedAtMs) == SessionActivity_In_Begin(effect.execution, observedAtMs)

(* showDrain: SessionExecution.CancelRequested to SessionActivity.Drain, atomic. *)

To_showDrain(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_showDrain(from, effect, observedAtMs) == SessionActivity_In_Drain(observedAtMs)

(* showEnd: SessionExecution.ClaimCleared to SessionActivity.End, atomic. *)

To_showEnd(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_showEnd(from, effect, observedAtMs) == SessionActivity_In_End(observedAtMs)

(* showQuarantine: SessionExecution.ClaimQuarantined to SessionActivity.End, atomic. *)

To_showQuarantine(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_showQuarantine(from, effect, observedAtMs) == SessionActivity_In_End(observedAtMs)

(* asked: remembered of each step. By what the inbox took, and not by what the session says of itself. *)
RuntimeDelivery_Remember_asked(s, next, i, effects) ==
  [next EXCEPT
    !.asks = (((\E n \in (1..Len(effects)) : (effects[n].type = "DeliveryCommitted")) /\ (i.type = "CommitDelivery")) /\ (i.handling /= NULL))]

(* A step of one instance, with all that follows from it in the same transaction. *)

SessionExecution_Commit_HearWork(c, at, i) ==
  (LET next == SessionExecution_Next_HearWork(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionExecution_Commit_PassOverShown(c, at, i) ==
  (LET next == SessionExecution_Next_PassOverShown(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionExecution_Answer_HearDelivery(c, at, i) ==
  (LET s == c.SessionExecution[at] IN (IF (s.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"}) THEN (IF (SessionExecution_From_HearWork(s) /\ SessionExecution_When_HearWork(s, i))
    THEN SessionExecution_Commit_HearWork(c, at, i)
    ELSE (IF (SessionExecution_From_PassOverShown(s) /\ SessionExecution_When_PassOverShown(s, i))
    THEN SessionExecution_Commit_PassOverShown(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_wake(c, to, from, effect) == SessionExecution_Answer_HearDelivery(c, to, Input_wake(from, effect))

RuntimeDelivery_Commit_CommitNew(c, at, i) ==
  (LET effects == RuntimeDelivery_Effects_CommitNew(c.RuntimeDelivery[at], i) IN
   (LET next == RuntimeDelivery_Remember_asked(c.RuntimeDelivery[at], RuntimeDelivery_Next_CommitNew(c.RuntimeDelivery[at], i), i, effects) IN
   UNION {(IF (o.code = "") THEN Hop_wake(o.next, To_wake(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.RuntimeDelivery[at] = next]]}}))

RuntimeDelivery_Commit_ReuseCommitted(c, at, i) ==
  (LET effects == RuntimeDelivery_Effects_ReuseCommitted(c.RuntimeDelivery[at], i) IN
   (LET next == RuntimeDelivery_Remember_asked(c.RuntimeDelivery[at], RuntimeDelivery_Next_ReuseCommitted(c.RuntimeDelivery[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.RuntimeDelivery[at] = next]]}))

SessionActivity_Commit_Begin(c, at, i) ==
  (LET next == SessionActivity_Next_Begin(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Commit_Continue(c, at, i) ==
  (LET next == SessionActivity_Next_Continue(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Answer_Begin(c, at, i) ==
  (LET s == c.SessionActivity[at] IN (IF (s.phase \in {"Idle", "ExecutingFastTool", "StreamingTool", "Draining", "CallingProvider"}) THEN (IF SessionActivity_From_Begin(s)
    THEN SessionActivity_Commit_Begin(c, at, i)
    ELSE (IF SessionActivity_From_Continue(s)
    THEN SessionActivity_Commit_Continue(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_showBegin(c, to, from, effect) ==
  UNION {SessionActivity_Answer_Begin(c, to, Input_showBegin(from, effect, observedAtMs)) : observedAtMs \in ClockDomain}

SessionExecution_Commit_ClaimExecution(c, at, i) ==
  (LET effects == SessionExecution_Effects_ClaimExecution(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_ClaimExecution(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showBegin(o.next, To_showBegin(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionExecution_Commit_StartStep(c, at, i) ==
  (LET next == SessionExecution_Next_StartStep(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionExecution_Commit_FinishExecution(c, at, i) ==
  (LET next == SessionExecution_Next_FinishExecution(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionActivity_Commit_Drain(c, at, i) ==
  (LET next == SessionActivity_Next_Drain(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Answer_Drain(c, at, i) ==
  (LET s == c.SessionActivity[at] IN (IF (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"}) THEN (IF SessionActivity_From_Drain(s)
    THEN SessionActivity_Commit_Drain(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]}) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_showDrain(c, to, from, effect) ==
  UNION {SessionActivity_Answer_Drain(c, to, Input_showDrain(from, effect, observedAtMs)) : observedAtMs \in ClockDomain}

SessionExecution_Commit_RequestCancel(c, at, i) ==
  (LET effects == SessionExecution_Effects_RequestCancel(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_RequestCancel(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showDrain(o.next, To_showDrain(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionExecution_Commit_RequestCancelAgain(c, at, i) ==
  (LET next == SessionExecution_Next_RequestCancelAgain(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionExecution_Commit_JoinRunner(c, at, i) ==
  (LET next == SessionExecution_Next_JoinRunner(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionExecution_Commit_SettleInterrupted(c, at, i) ==
  (LET next == SessionExecution_Next_SettleInterrupted(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionExecution_Commit_SettleEnded(c, at, i) ==
  (LET next == SessionExecution_Next_SettleEnded(c.SessionExecution[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next]]})

SessionActivity_Commit_End(c, at, i) ==
  (LET next == SessionActivity_Next_End(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Commit_EndAgain(c, at, i) ==
  (LET next == SessionActivity_Next_EndAgain(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Answer_End(c, at, i) ==
  (LET s == c.SessionActivity[at] IN (IF (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool", "Draining", "Idle"}) THEN (IF SessionActivity_From_End(s)
    THEN SessionActivity_Commit_End(c, at, i)
    ELSE (IF SessionActivity_From_EndAgain(s)
    THEN SessionActivity_Commit_EndAgain(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_showEnd(c, to, from, effect) ==
  UNION {SessionActivity_Answer_End(c, to, Input_showEnd(from, effect, observedAtMs)) : observedAtMs \in ClockDomain}

SessionExecution_Commit_ClearClaim(c, at, i) ==
  (LET effects == SessionExecution_Effects_ClearClaim(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_ClearClaim(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showEnd(o.next, To_showEnd(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

Hop_showContinuation(c, to, from, effect) ==
  UNION {SessionActivity_Answer_Begin(c, to, Input_showContinuation(from, effect, observedAtMs)) : observedAtMs \in ClockDomain}

SessionExecution_Commit_TakeOver(c, at, i) ==
  (LET effects == SessionExecution_Effects_TakeOver(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_TakeOver(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showContinuation(o.next, To_showContinuation(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

Hop_showQuarantine(c, to, from, effect) ==
  UNION {SessionActivity_Answer_End(c, to, Input_showQuarantine(from, effect, observedAtMs)) : observedAtMs \in ClockDomain}

SessionExecution_Commit_QuarantineUnmatched(c, at, i) ==
  (LET effects == SessionExecution_Effects_QuarantineUnmatched(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_QuarantineUnmatched(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showQuarantine(o.next, To_showQuarantine(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionExecution_Commit_QuarantineSpent(c, at, i) ==
  (LET effects == SessionExecution_Effects_QuarantineSpent(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_QuarantineSpent(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showQuarantine(o.next, To_showQuarantine(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionExecution_Commit_QuarantineCancelling(c, at, i) ==
  (LET effects == SessionExecution_Effects_QuarantineCancelling(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_QuarantineCancelling(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showQuarantine(o.next, To_showQuarantine(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionExecution_Commit_ClearExpired(c, at, i) ==
  (LET effects == SessionExecution_Effects_ClearExpired(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_ClearExpired(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showEnd(o.next, To_showEnd(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionExecution_Commit_ReleaseInterrupted(c, at, i) ==
  (LET effects == SessionExecution_Effects_ReleaseInterrupted(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_ReleaseInterrupted(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showEnd(o.next, To_showEnd(at, effects[2]), at, effects[2]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionExecution_Commit_ReleaseEnded(c, at, i) ==
  (LET effects == SessionExecution_Effects_ReleaseEnded(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Next_ReleaseEnded(c.SessionExecution[at], i) IN
   UNION {(IF (o.code = "") THEN Hop_showEnd(o.next, To_showEnd(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}))

SessionActivity_Commit_CallProvider(c, at, i) ==
  (LET next == SessionActivity_Next_CallProvider(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Commit_ExecuteFastTool(c, at, i) ==
  (LET next == SessionActivity_Next_ExecuteFastTool(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Commit_StreamTool(c, at, i) ==
  (LET next == SessionActivity_Next_StreamTool(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

SessionActivity_Commit_GoOn(c, at, i) ==
  (LET next == SessionActivity_Next_GoOn(c.SessionActivity[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionActivity[at] = next]]})

RuntimeDelivery_Driven_CommitDelivery(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF RuntimeDelivery_Guard_CommitNew(c.RuntimeDelivery[at], i)
    THEN RuntimeDelivery_Commit_CommitNew(c, at, i)
    ELSE (IF RuntimeDelivery_Guard_ReuseCommitted(c.RuntimeDelivery[at], i)
    THEN RuntimeDelivery_Commit_ReuseCommitted(c, at, i)
    ELSE {})) : (o.code = "")}}

SessionExecution_Driven_ClaimExecution(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_ClaimExecution(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_ClaimExecution(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_StartStep(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_StartStep(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_StartStep(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_FinishExecution(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_FinishExecution(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_FinishExecution(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_RequestCancel(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_RequestCancel(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_RequestCancel(c, at, i)
    ELSE (IF SessionExecution_Guard_RequestCancelAgain(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_RequestCancelAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

SessionExecution_Driven_JoinRunner(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_JoinRunner(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_JoinRunner(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_SettleCancellation(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_SettleInterrupted(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_SettleInterrupted(c, at, i)
    ELSE (IF SessionExecution_Guard_SettleEnded(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_SettleEnded(c, at, i)
    ELSE {})) : (o.code = "")}}

SessionExecution_Driven_ClearClaim(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_ClearClaim(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_ClearClaim(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_RecoverClaim(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_TakeOver(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_TakeOver(c, at, i)
    ELSE (IF SessionExecution_Guard_QuarantineUnmatched(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_QuarantineUnmatched(c, at, i)
    ELSE (IF SessionExecution_Guard_QuarantineSpent(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_QuarantineSpent(c, at, i)
    ELSE (IF SessionExecution_Guard_QuarantineCancelling(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_QuarantineCancelling(c, at, i)
    ELSE (IF SessionExecution_Guard_ClearExpired(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_ClearExpired(c, at, i)
    ELSE {}))))) : (o.code = "")}}

SessionExecution_Driven_ReleaseQuarantine(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_ReleaseInterrupted(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_ReleaseInterrupted(c, at, i)
    ELSE (IF SessionExecution_Guard_ReleaseEnded(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_ReleaseEnded(c, at, i)
    ELSE {})) : (o.code = "")}}

SessionActivity_Driven_Note(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionActivity_Guard_CallProvider(c.SessionActivity[at], i)
    THEN SessionActivity_Commit_CallProvider(c, at, i)
    ELSE (IF SessionActivity_Guard_ExecuteFastTool(c.SessionActivity[at], i)
    THEN SessionActivity_Commit_ExecuteFastTool(c, at, i)
    ELSE (IF SessionActivity_Guard_StreamTool(c.SessionActivity[at], i)
    THEN SessionActivity_Commit_StreamTool(c, at, i)
    ELSE (IF SessionActivity_Guard_GoOn(c.SessionActivity[at], i)
    THEN SessionActivity_Commit_GoOn(c, at, i)
    ELSE {})))) : (o.code = "")}}

-----------------------------------------------------------------------------
(* The whole: every instance of every machine, and what is under way between them. *)

VARIABLES state
vars == <<state>>

Drive_commit(at, deliveryId, sourceSequence, jobId, kind, handling, lineage, body) ==
  (\E next \in RuntimeDelivery_Driven_CommitDelivery(state, at, RuntimeDelivery_In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body)) : (state' = next))

Drive_claim(at, owner, observedAtMs, intentId) ==
  (\E next \in SessionExecution_Driven_ClaimExecution(state, at, SessionExecution_In_ClaimExecution(owner, observedAtMs, intentId)) : (state' = next))

Drive_start(at, execution, owner, observedAtMs, assistantId) ==
  (\E next \in SessionExecution_Driven_StartStep(state, at, SessionExecution_In_StartStep(execution, owner, observedAtMs, assistantId)) : (state' = next))

Drive_cancel(at, execution, observedAtMs) ==
  (\E next \in SessionExecution_Driven_RequestCancel(state, at, SessionExecution_In_RequestCancel(execution, observedAtMs)) : (state' = next))

Drive_join(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_JoinRunner(state, at, SessionExecution_In_JoinRunner(execution, owner, observedAtMs)) : (state' = next))

Drive_settle(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_SettleCancellation(state, at, SessionExecution_In_SettleCancellation(execution, owner, observedAtMs)) : (state' = next))

Drive_finish(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_FinishExecution(state, at, SessionExecution_In_FinishExecution(execution, owner, observedAtMs)) : (state' = next))

Drive_clear(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_ClearClaim(state, at, SessionExecution_In_ClearClaim(execution, owner, observedAtMs)) : (state' = next))

Drive_recover(at, execution, owner, assistantId, observedAtMs) ==
  (\E next \in SessionExecution_Driven_RecoverClaim(state, at, SessionExecution_In_RecoverClaim(execution, owner, assistantId, observedAtMs)) : (state' = next))

Drive_release(at, execution) ==
  (\E next \in SessionExecution_Driven_ReleaseQuarantine(state, at, SessionExecution_In_ReleaseQuarantine(execution)) : (state' = next))

Drive_note(at, execution, doing, observedAtMs) ==
  (\E next \in SessionActivity_Driven_Note(state, at, SessionActivity_In_Note(execution, doing, observedAtMs)) : (state' = next))

(* Nothing is under way. *)
Rest == state' = state

Init ==
  state = [RuntimeDelivery |-> [k \in RuntimeDelivery_Keys |-> RuntimeDelivery_First],
    SessionExecution |-> [k \in SessionExecution_Keys |-> SessionExecution_InitialState],
    SessionActivity |-> [k \in SessionActivity_Keys |-> SessionActivity_InitialState]]

Next ==
  \/ \E at \in RuntimeDelivery_Keys, deliveryId \in DeliveryIds, sourceSequence \in {1}, jobId \in JobIds, kind \in {"terminal"}, handling \in {NULL, "steer"}, lineage \in GivenTexts, body \in GivenOpaques : Drive_commit(at, deliveryId, sourceSequence, jobId, kind, handling, lineage, body)
  \/ \E at \in SessionExecution_Keys, owner \in Owners, observedAtMs \in {0}, intentId \in ExecutionIntentIds : Drive_claim(at, owner, observedAtMs, intentId)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0}, assistantId \in AssistantIds : Drive_start(at, execution, owner, observedAtMs, assistantId)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain, observedAtMs \in {0} : Drive_cancel(at, execution, observedAtMs)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_join(at, execution, owner, observedAtMs)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_settle(at, execution, owner, observedAtMs)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_finish(at, execution, owner, observedAtMs)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_clear(at, execution, owner, observedAtMs)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in {1} : Drive_recover(at, execution, owner, assistantId, observedAtMs)
  \/ \E at \in SessionExecution_Keys, execution \in ExecutionDomain : Drive_release(at, execution)
  \/ \E at \in SessionActivity_Keys, execution \in ExecutionDomain, doing \in {"CallingProvider", "StreamingTool"}, observedAtMs \in {0} : Drive_note(at, execution, doing, observedAtMs)
  \/ Rest

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (\A k \in RuntimeDelivery_Keys : ((((((state.RuntimeDelivery[k].phase \in {"Active"}) /\ (state.RuntimeDelivery[k].nextSequence \in SequenceDomain)) /\ (state.RuntimeDelivery[k].appliedCursor \in SequenceDomain)) /\ (state.RuntimeDelivery[k].forgottenCursor \in SequenceDomain)) /\ (\A l \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[l] = NULL) \/ (((((((state.RuntimeDelivery[k].deliveries[l].sequence \in SequenceDomain) /\ (state.RuntimeDelivery[k].deliveries[l].sourceSequence \in SourceSequenceDomain)) /\ (state.RuntimeDelivery[k].deliveries[l].jobId \in JobIds)) /\ (state.RuntimeDelivery[k].deliveries[l].kind \in {"terminal", "notification"})) /\ ((state.RuntimeDelivery[k].deliveries[l].handling = NULL) \/ (state.RuntimeDelivery[k].deliveries[l].handling \in {"steer", "queue"}))) /\ (state.RuntimeDelivery[k].deliveries[l].lineage \in Texts_)) /\ (state.RuntimeDelivery[k].deliveries[l].body \in Opaques_))))) /\ (state.RuntimeDelivery[k].asks \in BOOLEAN)))
  /\ (\A k \in SessionExecution_Keys : ((((((((((((state.SessionExecution[k].phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"}) /\ (state.SessionExecution[k].pending \in BOOLEAN)) /\ (state.SessionExecution[k].execution \in ExecutionDomain)) /\ (state.SessionExecution[k].continues \in ExecutionDomain)) /\ ((state.SessionExecution[k].intentId = NULL) \/ (state.SessionExecution[k].intentId \in ExecutionIntentIds))) /\ ((state.SessionExecution[k].owner = NULL) \/ (state.SessionExecution[k].owner \in Owners))) /\ (state.SessionExecution[k].leaseExpiresAtMs \in ClockDomain)) /\ ((state.SessionExecution[k].assistantId = NULL) \/ (state.SessionExecution[k].assistantId \in AssistantIds))) /\ (state.SessionExecution[k].stepEnded \in BOOLEAN)) /\ (state.SessionExecution[k].runnerJoined \in BOOLEAN)) /\ (state.SessionExecution[k].finalizers \in FinalizerDomain)) /\ (state.SessionExecution[k].losses \in LossesDomain)))
  /\ (\A k \in SessionActivity_Keys : (((state.SessionActivity[k].phase \in {"Idle", "CallingProvider", "ExecutingFastTool", "StreamingTool", "Draining"}) /\ (state.SessionActivity[k].execution \in ExecutionDomain)) /\ (state.SessionActivity[k].sinceMs \in ClockDomain)))

always_what_is_shown_is_what_the_claim_does ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : ((((state.SessionActivity[at].phase /= "Idle") = (((((state.SessionExecution[at].phase = "Claimed") \/ (state.SessionExecution[at].phase = "Running")) \/ (state.SessionExecution[at].phase = "Cancelling")) \/ (state.SessionExecution[at].phase = "Cancelled")) \/ (state.SessionExecution[at].phase = "Settled"))) /\ ((~(((((state.SessionExecution[at].phase = "Claimed") \/ (state.SessionExecution[at].phase = "Running")) \/ (state.SessionExecution[at].phase = "Cancelling")) \/ (state.SessionExecution[at].phase = "Cancelled")) \/ (state.SessionExecution[at].phase = "Settled"))) \/ (state.SessionActivity[at].execution = state.SessionExecution[at].execution))) /\ (((state.SessionExecution[at].phase = "Cancelling") \/ (state.SessionExecution[at].phase = "Cancelled")) = (state.SessionActivity[at].phase = "Draining"))))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_woken ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[k].phase = "Idle") /\ state.SessionExecution[k].pending)))

never_shown ==
  (~(\E at \in [realm : Realms, sessionId : SessionIds] : (((state.RuntimeDelivery[at].nextSequence > 0) /\ (~state.SessionExecution[at].pending)) /\ (~state.RuntimeDelivery[at].asks))))

never_woken_while_it_works ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[k].phase = "Running") /\ state.SessionExecution[k].pending)))

never_draining == (~(\E k \in [realm : Realms, sessionId : SessionIds] : (state.SessionActivity[k].phase = "Draining")))

never_quarantined_and_idle ==
  (~(\E at \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[at].phase = "Quarantined") /\ (state.SessionActivity[at].phase = "Idle"))))

never_free_again ==
  (~(\E at \in [realm : Realms, sessionId : SessionIds] : (((state.SessionExecution[at].execution > 0) /\ (state.SessionExecution[at].phase = "Idle")) /\ (state.SessionActivity[at].phase = "Idle"))))

=============================================================================
