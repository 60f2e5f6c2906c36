---- MODULE SessionCancellation ----
(* Generated from specs/compositions/session-cancellation.ts. Do not edit.
   A session is interrupted once, whatever crashes when: nothing is written while the runner or a finalizer of it still works,
   a step that had ended keeps its end, and what a lost owner left is taken over, cleared or quarantined. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,                                   (* no row, no value *)
  ExecutionIntentIds,                     (* the ids of the model: ExecutionIntentId *)
  Owners,                                 (* the ids of the model: Owner *)
  AssistantIds,                           (* the ids of the model: AssistantId *)
  Realms,                                 (* the ids of the model: Realm *)
  SessionIds,                             (* the ids of the model: SessionId *)
  MaxExecution,                           (* Execution: 0 to this *)
  MaxClock,                               (* Clock: 0 to this *)
  MaxFinalizer,                           (* Finalizer: 0 to this *)
  MaxLosses,                              (* Losses: 0 to this *)
  MaxCount,                               (* Count: 0 to this *)
  MaxLease,                               (* Lease: 0 to this *)
  MaxTakeoverBudget,                      (* TakeoverBudget: 0 to this *)
  SessionExecution_Limit_leaseMs,         (* the limit leaseMs *)
  SessionExecution_Limit_takeoverBudget   (* the limit takeoverBudget *)

CONSTANTS AssistantId_1, Owner_1, SessionId_1, SessionId_2

ExecutionDomain == (0..MaxExecution)
ClockDomain == (0..MaxClock)
FinalizerDomain == (0..MaxFinalizer)
LossesDomain == (0..MaxLosses)
CountDomain == (0..MaxCount)
LeaseDomain == (0..MaxLease)
TakeoverBudgetDomain == (0..MaxTakeoverBudget)

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

(* New work, or an explicit resume: it is on record before anybody drains it. *)
SessionExecution_In_RequestRun == [type |-> "RequestRun"]

SessionExecution_Inputs_RequestRun == {SessionExecution_In_RequestRun}

SessionExecution_In_ClaimExecution(owner, observedAtMs, intentId) ==
  [type |-> "ClaimExecution", owner |-> owner, observedAtMs |-> observedAtMs, intentId |-> intentId]

SessionExecution_Inputs_ClaimExecution ==
  {SessionExecution_In_ClaimExecution(owner, observedAtMs, intentId) : owner \in Owners, observedAtMs \in ClockDomain, intentId \in ExecutionIntentIds}

(* Asked right before something that the store cannot take back: a snapshot, a call to a provider, the start of a tool. *)
SessionExecution_In_CheckOwnership(execution, owner, observedAtMs) ==
  [type |-> "CheckOwnership", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_CheckOwnership ==
  {SessionExecution_In_CheckOwnership(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

SessionExecution_In_StartStep(execution, owner, observedAtMs, assistantId) ==
  [type |-> "StartStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs, assistantId |-> assistantId]

SessionExecution_Inputs_StartStep ==
  {SessionExecution_In_StartStep(execution, owner, observedAtMs, assistantId) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain, assistantId \in AssistantIds}

SessionExecution_In_CompleteStep(execution, owner, observedAtMs) ==
  [type |-> "CompleteStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_CompleteStep ==
  {SessionExecution_In_CompleteStep(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

SessionExecution_In_FailStep(execution, owner, observedAtMs) ==
  [type |-> "FailStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_FailStep ==
  {SessionExecution_In_FailStep(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* The user declined what a tool asked for. *)
SessionExecution_In_DeclineStep(execution, owner, observedAtMs) ==
  [type |-> "DeclineStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_DeclineStep ==
  {SessionExecution_In_DeclineStep(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* The runner found no more to do. *)
SessionExecution_In_FinishExecution(execution, owner, observedAtMs) ==
  [type |-> "FinishExecution", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_FinishExecution ==
  {SessionExecution_In_FinishExecution(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

SessionExecution_In_BeginFinalizer(execution, owner, observedAtMs) ==
  [type |-> "BeginFinalizer", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_BeginFinalizer ==
  {SessionExecution_In_BeginFinalizer(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

SessionExecution_In_EndFinalizer(execution, owner, observedAtMs) ==
  [type |-> "EndFinalizer", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

SessionExecution_Inputs_EndFinalizer ==
  {SessionExecution_In_EndFinalizer(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

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

SessionExecution_Refuse_CheckOwnership_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_CheckOwnership_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_CheckOwnership_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_StartStep_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_StartStep_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_StartStep_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_CompleteStep_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_CompleteStep_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_CompleteStep_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_FailStep_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_FailStep_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_FailStep_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_DeclineStep_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_DeclineStep_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_DeclineStep_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_FinishExecution_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_FinishExecution_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_FinishExecution_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_BeginFinalizer_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_BeginFinalizer_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_BeginFinalizer_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

SessionExecution_Refuse_EndFinalizer_stale_execution(s, i) == SessionExecution_current_stale_execution(s, i)

SessionExecution_Refuse_EndFinalizer_stale_owner(s, i) == SessionExecution_owned_stale_owner(s, i)

SessionExecution_Refuse_EndFinalizer_lease_expired(s, i) == SessionExecution_owned_lease_expired(s, i)

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

(* RequestRun *)

SessionExecution_From_RequestRun(s) == (s.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"})

SessionExecution_Guard_RequestRun(s, i) == SessionExecution_From_RequestRun(s)

SessionExecution_Next_RequestRun(s, i) ==
  [s EXCEPT
    !.pending = TRUE]

SessionExecution_Effects_RequestRun(s, i) == <<[type |-> "RunRequested"]>>

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

(* CheckOwnership *)

SessionExecution_From_CheckOwnership(s) == (s.phase \in {"Claimed", "Running"})

SessionExecution_Guard_CheckOwnership(s, i) ==
  /\ SessionExecution_From_CheckOwnership(s)
  /\ (~SessionExecution_Refuse_CheckOwnership_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_CheckOwnership_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_CheckOwnership_lease_expired(s, i))

SessionExecution_Next_CheckOwnership(s, i) == s

SessionExecution_Effects_CheckOwnership(s, i) == <<[type |-> "OwnershipConfirmed", execution |-> s.execution, assistantId |-> s.assistantId]>>

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

(* CompleteStep *)

SessionExecution_From_CompleteStep(s) == (s.phase \in {"Running"})

SessionExecution_Refuse_CompleteStep_step_ended(s, i) == s.stepEnded

SessionExecution_Guard_CompleteStep(s, i) ==
  /\ SessionExecution_From_CompleteStep(s)
  /\ (~SessionExecution_Refuse_CompleteStep_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_CompleteStep_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_CompleteStep_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_CompleteStep_step_ended(s, i))

SessionExecution_Next_CompleteStep(s, i) ==
  [s EXCEPT
    !.stepEnded = TRUE]

SessionExecution_Effects_CompleteStep(s, i) == <<[type |-> "StepCompleted", execution |-> s.execution, assistantId |-> s.assistantId]>>

(* FailStep *)

SessionExecution_From_FailStep(s) == (s.phase \in {"Running"})

SessionExecution_Refuse_FailStep_step_ended(s, i) == s.stepEnded

SessionExecution_Guard_FailStep(s, i) ==
  /\ SessionExecution_From_FailStep(s)
  /\ (~SessionExecution_Refuse_FailStep_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_FailStep_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_FailStep_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_FailStep_step_ended(s, i))

SessionExecution_Next_FailStep(s, i) ==
  [s EXCEPT
    !.stepEnded = TRUE]

SessionExecution_Effects_FailStep(s, i) == <<[type |-> "StepFailed", execution |-> s.execution, assistantId |-> s.assistantId]>>

(* DeclineStep: The runner itself ends its step, on purpose: no interruption. *)

SessionExecution_From_DeclineStep(s) == (s.phase \in {"Running"})

SessionExecution_Refuse_DeclineStep_step_ended(s, i) == s.stepEnded

SessionExecution_Guard_DeclineStep(s, i) ==
  /\ SessionExecution_From_DeclineStep(s)
  /\ (~SessionExecution_Refuse_DeclineStep_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_DeclineStep_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_DeclineStep_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_DeclineStep_step_ended(s, i))

SessionExecution_Next_DeclineStep(s, i) ==
  [s EXCEPT
    !.phase = "Settled",
    !.assistantId = NULL]

SessionExecution_Effects_DeclineStep(s, i) == <<[type |-> "StepDeclined", execution |-> s.execution, assistantId |-> s.assistantId]>>

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

(* BeginFinalizer *)

SessionExecution_From_BeginFinalizer(s) == (s.phase \in {"Claimed", "Running", "Cancelling"})

SessionExecution_Refuse_BeginFinalizer_runner_joined(s, i) == s.runnerJoined

SessionExecution_Refuse_BeginFinalizer_exhausted(s, i) == ((s.finalizers + 1) > MaxFinalizer)

SessionExecution_Open_BeginFinalizer(s, i) ==
  /\ SessionExecution_From_BeginFinalizer(s)
  /\ (~SessionExecution_Refuse_BeginFinalizer_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_BeginFinalizer_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_BeginFinalizer_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_BeginFinalizer_runner_joined(s, i))

SessionExecution_Guard_BeginFinalizer(s, i) ==
  /\ SessionExecution_Open_BeginFinalizer(s, i)
  /\ (~SessionExecution_Refuse_BeginFinalizer_exhausted(s, i))

SessionExecution_Next_BeginFinalizer(s, i) ==
  [s EXCEPT
    !.finalizers = (s.finalizers + 1)]

SessionExecution_Effects_BeginFinalizer(s, i) == <<>>

(* EndFinalizer *)

SessionExecution_From_EndFinalizer(s) == (s.phase \in {"Claimed", "Running", "Cancelling", "Settled"})

SessionExecution_Refuse_EndFinalizer_no_finalizer(s, i) == (s.finalizers = 0)

SessionExecution_Refuse_EndFinalizer_exhausted(s, i) == (((s.finalizers - 1) > MaxFinalizer) \/ ((s.finalizers - 1) < 0))

SessionExecution_Open_EndFinalizer(s, i) ==
  /\ SessionExecution_From_EndFinalizer(s)
  /\ (~SessionExecution_Refuse_EndFinalizer_stale_execution(s, i))
  /\ (~SessionExecution_Refuse_EndFinalizer_stale_owner(s, i))
  /\ (~SessionExecution_Refuse_EndFinalizer_lease_expired(s, i))
  /\ (~SessionExecution_Refuse_EndFinalizer_no_finalizer(s, i))

SessionExecution_Guard_EndFinalizer(s, i) ==
  /\ SessionExecution_Open_EndFinalizer(s, i)
  /\ (~SessionExecution_Refuse_EndFinalizer_exhausted(s, i))

SessionExecution_Next_EndFinalizer(s, i) ==
  [s EXCEPT
    !.finalizers = (s.finalizers - 1)]

SessionExecution_Effects_EndFinalizer(s, i) == <<>>

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

SessionExecution_First ==
  [phase |-> SessionExecution_InitialState.phase, pending |-> SessionExecution_InitialState.pending, execution |-> SessionExecution_InitialState.execution, continues |-> SessionExecution_InitialState.continues, intentId |-> SessionExecution_InitialState.intentId, owner |-> SessionExecution_InitialState.owner, leaseExpiresAtMs |-> SessionExecution_InitialState.leaseExpiresAtMs, assistantId |-> SessionExecution_InitialState.assistantId, stepEnded |-> SessionExecution_InitialState.stepEnded, runnerJoined |-> SessionExecution_InitialState.runnerJoined, finalizers |-> SessionExecution_InitialState.finalizers, losses |-> SessionExecution_InitialState.losses, claims |-> 0, claimed |-> FALSE, finalizing |-> 0, open |-> 0, said |-> NULL, done |-> FALSE, cancelled |-> FALSE, interruptions |-> 0, hasty |-> FALSE, doubled |-> FALSE, late |-> FALSE, overwritten |-> FALSE]

-----------------------------------------------------------------------------
(* SessionTranscript: as in its own module, what this composition uses of it. *)

SessionTranscript_InitialState ==
  [phase |-> "Quiet",
   assistantId |-> NULL,
   outcome |-> NULL]

SessionTranscript_In_OpenStep(assistantId) == [type |-> "OpenStep", assistantId |-> assistantId]

SessionTranscript_Inputs_OpenStep == {SessionTranscript_In_OpenStep(assistantId) : assistantId \in AssistantIds}

SessionTranscript_In_CloseStep(assistantId, outcome) == [type |-> "CloseStep", assistantId |-> assistantId, outcome |-> outcome]

SessionTranscript_Inputs_CloseStep ==
  {SessionTranscript_In_CloseStep(assistantId, outcome) : assistantId \in (AssistantIds \cup {NULL}), outcome \in {"completed", "failed", "declined", "interrupted"}}

(* OpenStep *)

SessionTranscript_From_OpenStep(s) == (s.phase \in {"Quiet"})

SessionTranscript_Guard_OpenStep(s, i) == SessionTranscript_From_OpenStep(s)

SessionTranscript_Next_OpenStep(s, i) ==
  [s EXCEPT
    !.phase = "Open",
    !.assistantId = i.assistantId,
    !.outcome = NULL]

SessionTranscript_Effects_OpenStep(s, i) == <<>>

(* CloseStep *)

SessionTranscript_From_CloseStep(s) == (s.phase \in {"Open"})

SessionTranscript_Refuse_CloseStep_other_assistant(s, i) == (i.assistantId /= s.assistantId)

SessionTranscript_Guard_CloseStep(s, i) ==
  /\ SessionTranscript_From_CloseStep(s)
  /\ (~SessionTranscript_Refuse_CloseStep_other_assistant(s, i))

SessionTranscript_Next_CloseStep(s, i) ==
  [s EXCEPT
    !.phase = "Quiet",
    !.assistantId = NULL,
    !.outcome = i.outcome]

SessionTranscript_Effects_CloseStep(s, i) == <<>>

(* NoteInterruption: An interruption may come before any step of its execution; nothing else ends what has not begun. *)

SessionTranscript_From_NoteInterruption(s) == (s.phase \in {"Quiet"})

SessionTranscript_Refuse_NoteInterruption_no_such_step(s, i) == ((i.assistantId /= NULL) \/ (i.outcome /= "interrupted"))

SessionTranscript_Guard_NoteInterruption(s, i) ==
  /\ SessionTranscript_From_NoteInterruption(s)
  /\ (~SessionTranscript_Refuse_NoteInterruption_no_such_step(s, i))

SessionTranscript_Next_NoteInterruption(s, i) ==
  [s EXCEPT
    !.outcome = i.outcome]

SessionTranscript_Effects_NoteInterruption(s, i) == <<>>

SessionTranscript_Keys == [realm : Realms, sessionId : SessionIds]

-----------------------------------------------------------------------------
(* What is routed, and what a step comes to. A refusal below undoes the whole step. *)

(* openStep: SessionExecution.StepStarted to SessionTranscript.OpenStep, atomic. *)

To_openStep(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_openStep(from, effect) == SessionTranscript_In_OpenStep(effect.assistantId)

(* closeCompleted: SessionExecution.StepCompleted to SessionTranscript.CloseStep, atomic. *)

To_closeCompleted(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_closeCompleted(from, effect) == SessionTranscript_In_CloseStep(effect.assistantId, "completed")

(* closeFailed: SessionExecution.StepFailed to SessionTranscript.CloseStep, atomic. *)

To_closeFailed(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_closeFailed(from, effect) == SessionTranscript_In_CloseStep(effect.assistantId, "failed")

(* closeDeclined: SessionExecution.StepDeclined to SessionTranscript.CloseStep, atomic. *)

To_closeDeclined(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_closeDeclined(from, effect) == SessionTranscript_In_CloseStep(effect.assistantId, "declined")

(* closeInterrupted: SessionExecution.StepInterrupted to SessionTranscript.CloseStep, atomic. *)

To_closeInterrupted(from, effect) == [realm |-> from.realm, sessionId |-> from.sessionId]

Input_closeInterrupted(from, effect) == SessionTranscript_In_CloseStep(effect.assistantId, "interrupted")

(* told: remembered of each step. *)
SessionExecution_Remember_told(s, next, i, effects) ==
  [next EXCEPT
    !.claims = (IF ((IF ((i.type = "ClaimExecution") \/ (\E n \in (1..Len(effects)) : (effects[n].type = "ContinuationRequested"))) THEN (s.claims + 1) ELSE s.claims) \in CountDomain) THEN (IF ((i.type = "ClaimExecution") \/ (\E n \in (1..Len(effects)) : (effects[n].type = "ContinuationRequested"))) THEN (s.claims + 1) ELSE s.claims) ELSE s.claims),
    !.claimed = ((i.type = "ClaimExecution") \/ (s.claimed /\ (\A n \in (1..Len(effects)) : (effects[n].type /= "ClaimCleared")))),
    !.finalizing = (IF ((IF (i.type = "BeginFinalizer") THEN (s.finalizing + 1) ELSE (IF (i.type = "EndFinalizer") THEN (s.finalizing - 1) ELSE (IF ((i.type = "RecoverClaim") \/ (i.type = "ClaimExecution")) THEN 0 ELSE s.finalizing))) \in CountDomain) THEN (IF (i.type = "BeginFinalizer") THEN (s.finalizing + 1) ELSE (IF (i.type = "EndFinalizer") THEN (s.finalizing - 1) ELSE (IF ((i.type = "RecoverClaim") \/ (i.type = "ClaimExecution")) THEN 0 ELSE s.finalizing))) ELSE s.finalizing),
    !.open = (IF (((s.open + Cardinality({n \in (1..Len(effects)) : (effects[n].type = "StepStarted")})) - Cardinality({n \in (1..Len(effects)) : ((((effects[n].type = "StepCompleted") \/ (effects[n].type = "StepFailed")) \/ (effects[n].type = "StepDeclined")) \/ ((effects[n].type = "StepInterrupted") /\ (effects[n].assistantId /= NULL)))})) \in CountDomain) THEN ((s.open + Cardinality({n \in (1..Len(effects)) : (effects[n].type = "StepStarted")})) - Cardinality({n \in (1..Len(effects)) : ((((effects[n].type = "StepCompleted") \/ (effects[n].type = "StepFailed")) \/ (effects[n].type = "StepDeclined")) \/ ((effects[n].type = "StepInterrupted") /\ (effects[n].assistantId /= NULL)))})) ELSE s.open),
    !.said = (IF (\E n \in (1..Len(effects)) : (effects[n].type = "StepStarted")) THEN NULL ELSE (IF (\E n \in (1..Len(effects)) : (effects[n].type = "StepCompleted")) THEN "completed" ELSE (IF (\E n \in (1..Len(effects)) : (effects[n].type = "StepFailed")) THEN "failed" ELSE (IF (\E n \in (1..Len(effects)) : (effects[n].type = "StepDeclined")) THEN "declined" ELSE (IF (\E n \in (1..Len(effects)) : (effects[n].type = "StepInterrupted")) THEN "interrupted" ELSE s.said))))),
    !.done = ((((s.done \/ (i.type = "CompleteStep")) \/ (i.type = "FailStep")) /\ (~(i.type = "ClaimExecution"))) /\ (\A n \in (1..Len(effects)) : (effects[n].type /= "StepStarted"))),
    !.cancelled = ((~(i.type = "ClaimExecution")) /\ (s.cancelled \/ (((i.type = "RequestCancel") /\ (next.phase = "Cancelling")) /\ (~s.done)))),
    !.interruptions = (IF ((IF (i.type = "ClaimExecution") THEN 0 ELSE (s.interruptions + Cardinality({n \in (1..Len(effects)) : (effects[n].type = "StepInterrupted")}))) \in CountDomain) THEN (IF (i.type = "ClaimExecution") THEN 0 ELSE (s.interruptions + Cardinality({n \in (1..Len(effects)) : (effects[n].type = "StepInterrupted")}))) ELSE s.interruptions),
    !.hasty = (s.hasty \/ ((s.finalizing > 0) /\ (\E n \in (1..Len(effects)) : (effects[n].type = "StepInterrupted")))),
    !.doubled = (s.doubled \/ (s.done /\ (\E n \in (1..Len(effects)) : (effects[n].type = "StepInterrupted")))),
    !.late = (s.late \/ ((i.type \in {"RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "RequestCancel", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim", "ReleaseQuarantine"}) /\ (i.execution < s.claims))),
    !.overwritten = (s.overwritten \/ ((i.type = "ClaimExecution") /\ s.claimed))]

(* Whoever was woken sleeps when nothing calls for it any more. *)

Derives_claim(s) == (((s.phase = "Idle") /\ s.pending) \/ ((s.phase = "Idle") /\ s.pending))

Derives_complete(s) == ((s.phase = "Running") /\ ((s.assistantId /= NULL) /\ (~s.stepEnded)))

Derives_fail(s) == ((s.phase = "Running") /\ ((s.assistantId /= NULL) /\ (~s.stepEnded)))

Derives_decline(s) == ((s.phase = "Running") /\ ((s.assistantId /= NULL) /\ (~s.stepEnded)))

Derives_join(s) == (s.phase = "Cancelling")

Derives_release(s) == (s.phase = "Quarantined")

Derives_claimBeside(s) == (((s.phase = "Idle") /\ s.pending) \/ ((s.phase = "Idle") /\ s.pending))

(* A step of one instance, with all that follows from it in the same transaction. *)

SessionExecution_Commit_RequestRun(c, at, i) ==
  (LET effects == SessionExecution_Effects_RequestRun(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_RequestRun(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN (c.woken.claim \cup {at}) ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN (c.woken.claimBeside \cup {at}) ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_ClaimExecution(c, at, i) ==
  (LET effects == SessionExecution_Effects_ClaimExecution(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_ClaimExecution(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_CheckOwnership(c, at, i) ==
  (LET effects == SessionExecution_Effects_CheckOwnership(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_CheckOwnership(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN (c.woken.complete \cup {at}) ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN (c.woken.fail \cup {at}) ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN (c.woken.decline \cup {at}) ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionTranscript_Commit_OpenStep(c, at, i) ==
  (LET next == SessionTranscript_Next_OpenStep(c.SessionTranscript[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionTranscript[at] = next]]})

SessionTranscript_Answer_OpenStep(c, at, i) ==
  (LET s == c.SessionTranscript[at] IN (IF (s.phase \in {"Quiet"}) THEN (IF SessionTranscript_From_OpenStep(s)
    THEN SessionTranscript_Commit_OpenStep(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]}) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_openStep(c, to, from, effect) == SessionTranscript_Answer_OpenStep(c, to, Input_openStep(from, effect))

SessionExecution_Commit_StartStep(c, at, i) ==
  (LET effects == SessionExecution_Effects_StartStep(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_StartStep(c.SessionExecution[at], i), i, effects) IN
   {(IF (o.code = "") THEN [code |-> "", next |-> [o.next EXCEPT
    !.woken.claim = (IF Derives_claim(o.next.SessionExecution[at]) THEN o.next.woken.claim ELSE (o.next.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(o.next.SessionExecution[at]) THEN o.next.woken.complete ELSE (o.next.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(o.next.SessionExecution[at]) THEN o.next.woken.fail ELSE (o.next.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(o.next.SessionExecution[at]) THEN o.next.woken.decline ELSE (o.next.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(o.next.SessionExecution[at]) THEN o.next.woken.join ELSE (o.next.woken.join \ {at})),
    !.woken.release = (IF Derives_release(o.next.SessionExecution[at]) THEN o.next.woken.release ELSE (o.next.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(o.next.SessionExecution[at]) THEN o.next.woken.claimBeside ELSE (o.next.woken.claimBeside \ {at}))]] ELSE o) :
    o \in UNION {(IF (o.code = "") THEN Hop_openStep(o.next, To_openStep(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}}))

SessionTranscript_Commit_CloseStep(c, at, i) ==
  (LET next == SessionTranscript_Next_CloseStep(c.SessionTranscript[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionTranscript[at] = next]]})

SessionTranscript_Commit_NoteInterruption(c, at, i) ==
  (LET next == SessionTranscript_Next_NoteInterruption(c.SessionTranscript[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionTranscript[at] = next]]})

SessionTranscript_Answer_CloseStep(c, at, i) ==
  (LET s == c.SessionTranscript[at] IN (IF (s.phase \in {"Open", "Quiet"}) THEN (IF SessionTranscript_From_CloseStep(s)
    THEN (IF SessionTranscript_Refuse_CloseStep_other_assistant(s, i) THEN {[code |-> "other_assistant", next |-> c]} ELSE SessionTranscript_Commit_CloseStep(c, at, i))
    ELSE (IF SessionTranscript_From_NoteInterruption(s)
    THEN (IF SessionTranscript_Refuse_NoteInterruption_no_such_step(s, i) THEN {[code |-> "no_such_step", next |-> c]} ELSE SessionTranscript_Commit_NoteInterruption(c, at, i))
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_closeCompleted(c, to, from, effect) == SessionTranscript_Answer_CloseStep(c, to, Input_closeCompleted(from, effect))

SessionExecution_Commit_CompleteStep(c, at, i) ==
  (LET effects == SessionExecution_Effects_CompleteStep(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_CompleteStep(c.SessionExecution[at], i), i, effects) IN
   {(IF (o.code = "") THEN [code |-> "", next |-> [o.next EXCEPT
    !.woken.claim = (IF Derives_claim(o.next.SessionExecution[at]) THEN o.next.woken.claim ELSE (o.next.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(o.next.SessionExecution[at]) THEN o.next.woken.complete ELSE (o.next.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(o.next.SessionExecution[at]) THEN o.next.woken.fail ELSE (o.next.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(o.next.SessionExecution[at]) THEN o.next.woken.decline ELSE (o.next.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(o.next.SessionExecution[at]) THEN o.next.woken.join ELSE (o.next.woken.join \ {at})),
    !.woken.release = (IF Derives_release(o.next.SessionExecution[at]) THEN o.next.woken.release ELSE (o.next.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(o.next.SessionExecution[at]) THEN o.next.woken.claimBeside ELSE (o.next.woken.claimBeside \ {at}))]] ELSE o) :
    o \in UNION {(IF (o.code = "") THEN Hop_closeCompleted(o.next, To_closeCompleted(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}}))

Hop_closeFailed(c, to, from, effect) == SessionTranscript_Answer_CloseStep(c, to, Input_closeFailed(from, effect))

SessionExecution_Commit_FailStep(c, at, i) ==
  (LET effects == SessionExecution_Effects_FailStep(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_FailStep(c.SessionExecution[at], i), i, effects) IN
   {(IF (o.code = "") THEN [code |-> "", next |-> [o.next EXCEPT
    !.woken.claim = (IF Derives_claim(o.next.SessionExecution[at]) THEN o.next.woken.claim ELSE (o.next.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(o.next.SessionExecution[at]) THEN o.next.woken.complete ELSE (o.next.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(o.next.SessionExecution[at]) THEN o.next.woken.fail ELSE (o.next.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(o.next.SessionExecution[at]) THEN o.next.woken.decline ELSE (o.next.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(o.next.SessionExecution[at]) THEN o.next.woken.join ELSE (o.next.woken.join \ {at})),
    !.woken.release = (IF Derives_release(o.next.SessionExecution[at]) THEN o.next.woken.release ELSE (o.next.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(o.next.SessionExecution[at]) THEN o.next.woken.claimBeside ELSE (o.next.woken.claimBeside \ {at}))]] ELSE o) :
    o \in UNION {(IF (o.code = "") THEN Hop_closeFailed(o.next, To_closeFailed(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}}))

Hop_closeDeclined(c, to, from, effect) == SessionTranscript_Answer_CloseStep(c, to, Input_closeDeclined(from, effect))

SessionExecution_Commit_DeclineStep(c, at, i) ==
  (LET effects == SessionExecution_Effects_DeclineStep(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_DeclineStep(c.SessionExecution[at], i), i, effects) IN
   {(IF (o.code = "") THEN [code |-> "", next |-> [o.next EXCEPT
    !.woken.claim = (IF Derives_claim(o.next.SessionExecution[at]) THEN o.next.woken.claim ELSE (o.next.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(o.next.SessionExecution[at]) THEN o.next.woken.complete ELSE (o.next.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(o.next.SessionExecution[at]) THEN o.next.woken.fail ELSE (o.next.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(o.next.SessionExecution[at]) THEN o.next.woken.decline ELSE (o.next.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(o.next.SessionExecution[at]) THEN o.next.woken.join ELSE (o.next.woken.join \ {at})),
    !.woken.release = (IF Derives_release(o.next.SessionExecution[at]) THEN o.next.woken.release ELSE (o.next.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(o.next.SessionExecution[at]) THEN o.next.woken.claimBeside ELSE (o.next.woken.claimBeside \ {at}))]] ELSE o) :
    o \in UNION {(IF (o.code = "") THEN Hop_closeDeclined(o.next, To_closeDeclined(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}}))

SessionExecution_Commit_FinishExecution(c, at, i) ==
  (LET effects == SessionExecution_Effects_FinishExecution(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_FinishExecution(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_BeginFinalizer(c, at, i) ==
  (LET effects == SessionExecution_Effects_BeginFinalizer(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_BeginFinalizer(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_EndFinalizer(c, at, i) ==
  (LET effects == SessionExecution_Effects_EndFinalizer(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_EndFinalizer(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_RequestCancel(c, at, i) ==
  (LET effects == SessionExecution_Effects_RequestCancel(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_RequestCancel(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN (c.woken.join \cup {at}) ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_RequestCancelAgain(c, at, i) ==
  (LET effects == SessionExecution_Effects_RequestCancelAgain(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_RequestCancelAgain(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_JoinRunner(c, at, i) ==
  (LET effects == SessionExecution_Effects_JoinRunner(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_JoinRunner(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

Hop_closeInterrupted(c, to, from, effect) == SessionTranscript_Answer_CloseStep(c, to, Input_closeInterrupted(from, effect))

SessionExecution_Commit_SettleInterrupted(c, at, i) ==
  (LET effects == SessionExecution_Effects_SettleInterrupted(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_SettleInterrupted(c.SessionExecution[at], i), i, effects) IN
   {(IF (o.code = "") THEN [code |-> "", next |-> [o.next EXCEPT
    !.woken.claim = (IF Derives_claim(o.next.SessionExecution[at]) THEN o.next.woken.claim ELSE (o.next.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(o.next.SessionExecution[at]) THEN o.next.woken.complete ELSE (o.next.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(o.next.SessionExecution[at]) THEN o.next.woken.fail ELSE (o.next.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(o.next.SessionExecution[at]) THEN o.next.woken.decline ELSE (o.next.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(o.next.SessionExecution[at]) THEN o.next.woken.join ELSE (o.next.woken.join \ {at})),
    !.woken.release = (IF Derives_release(o.next.SessionExecution[at]) THEN o.next.woken.release ELSE (o.next.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(o.next.SessionExecution[at]) THEN o.next.woken.claimBeside ELSE (o.next.woken.claimBeside \ {at}))]] ELSE o) :
    o \in UNION {(IF (o.code = "") THEN Hop_closeInterrupted(o.next, To_closeInterrupted(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}}))

SessionExecution_Commit_SettleEnded(c, at, i) ==
  (LET effects == SessionExecution_Effects_SettleEnded(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_SettleEnded(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_ClearClaim(c, at, i) ==
  (LET effects == SessionExecution_Effects_ClearClaim(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_ClearClaim(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN (c.woken.claim \cup {at}) ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN (c.woken.claimBeside \cup {at}) ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_TakeOver(c, at, i) ==
  (LET effects == SessionExecution_Effects_TakeOver(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_TakeOver(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_QuarantineUnmatched(c, at, i) ==
  (LET effects == SessionExecution_Effects_QuarantineUnmatched(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_QuarantineUnmatched(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN (c.woken.release \cup {at}) ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_QuarantineSpent(c, at, i) ==
  (LET effects == SessionExecution_Effects_QuarantineSpent(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_QuarantineSpent(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN (c.woken.release \cup {at}) ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_QuarantineCancelling(c, at, i) ==
  (LET effects == SessionExecution_Effects_QuarantineCancelling(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_QuarantineCancelling(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN (c.woken.release \cup {at}) ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN c.woken.claimBeside ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_ClearExpired(c, at, i) ==
  (LET effects == SessionExecution_Effects_ClearExpired(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_ClearExpired(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN (c.woken.claim \cup {at}) ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN (c.woken.claimBeside \cup {at}) ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Commit_ReleaseInterrupted(c, at, i) ==
  (LET effects == SessionExecution_Effects_ReleaseInterrupted(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_ReleaseInterrupted(c.SessionExecution[at], i), i, effects) IN
   {(IF (o.code = "") THEN [code |-> "", next |-> [o.next EXCEPT
    !.woken.claim = (IF Derives_claim(o.next.SessionExecution[at]) THEN (o.next.woken.claim \cup {at}) ELSE (o.next.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(o.next.SessionExecution[at]) THEN o.next.woken.complete ELSE (o.next.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(o.next.SessionExecution[at]) THEN o.next.woken.fail ELSE (o.next.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(o.next.SessionExecution[at]) THEN o.next.woken.decline ELSE (o.next.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(o.next.SessionExecution[at]) THEN o.next.woken.join ELSE (o.next.woken.join \ {at})),
    !.woken.release = (IF Derives_release(o.next.SessionExecution[at]) THEN o.next.woken.release ELSE (o.next.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(o.next.SessionExecution[at]) THEN (o.next.woken.claimBeside \cup {at}) ELSE (o.next.woken.claimBeside \ {at}))]] ELSE o) :
    o \in UNION {(IF (o.code = "") THEN Hop_closeInterrupted(o.next, To_closeInterrupted(at, effects[1]), at, effects[1]) ELSE {o}) :
    o \in {[code |-> "", next |-> [c EXCEPT !.SessionExecution[at] = next]]}}}))

SessionExecution_Commit_ReleaseEnded(c, at, i) ==
  (LET effects == SessionExecution_Effects_ReleaseEnded(c.SessionExecution[at], i) IN
   (LET next == SessionExecution_Remember_told(c.SessionExecution[at], SessionExecution_Next_ReleaseEnded(c.SessionExecution[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.SessionExecution[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN (c.woken.claim \cup {at}) ELSE (c.woken.claim \ {at})),
    !.woken.complete = (IF Derives_complete(next) THEN c.woken.complete ELSE (c.woken.complete \ {at})),
    !.woken.fail = (IF Derives_fail(next) THEN c.woken.fail ELSE (c.woken.fail \ {at})),
    !.woken.decline = (IF Derives_decline(next) THEN c.woken.decline ELSE (c.woken.decline \ {at})),
    !.woken.join = (IF Derives_join(next) THEN c.woken.join ELSE (c.woken.join \ {at})),
    !.woken.release = (IF Derives_release(next) THEN c.woken.release ELSE (c.woken.release \ {at})),
    !.woken.claimBeside = (IF Derives_claimBeside(next) THEN (c.woken.claimBeside \cup {at}) ELSE (c.woken.claimBeside \ {at}))]]}))

SessionExecution_Driven_RequestRun(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_RequestRun(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_RequestRun(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_ClaimExecution(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_ClaimExecution(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_ClaimExecution(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_CheckOwnership(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_CheckOwnership(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_CheckOwnership(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_StartStep(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_StartStep(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_StartStep(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_CompleteStep(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_CompleteStep(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_CompleteStep(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_FailStep(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_FailStep(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_FailStep(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_DeclineStep(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_DeclineStep(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_DeclineStep(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_FinishExecution(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_FinishExecution(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_FinishExecution(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_BeginFinalizer(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_BeginFinalizer(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_BeginFinalizer(c, at, i)
    ELSE {}) : (o.code = "")}}

SessionExecution_Driven_EndFinalizer(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF SessionExecution_Guard_EndFinalizer(c.SessionExecution[at], i)
    THEN SessionExecution_Commit_EndFinalizer(c, at, i)
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

-----------------------------------------------------------------------------
(* The whole: every instance of every machine, and what is under way between them. *)

VARIABLES state
vars == <<state>>

Drive_request(at) == (\E next \in SessionExecution_Driven_RequestRun(state, at, SessionExecution_In_RequestRun) : (state' = next))

Drive_claim(at, owner, observedAtMs, intentId) ==
  /\ (at \in state.woken.claim)
  /\ (\E next \in SessionExecution_Driven_ClaimExecution(state, at, SessionExecution_In_ClaimExecution(owner, observedAtMs, intentId)) : (state' = next))

Drive_check(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_CheckOwnership(state, at, SessionExecution_In_CheckOwnership(execution, owner, observedAtMs)) : (state' = next))

Drive_start(at, execution, owner, observedAtMs, assistantId) ==
  (\E next \in SessionExecution_Driven_StartStep(state, at, SessionExecution_In_StartStep(execution, owner, observedAtMs, assistantId)) : (state' = next))

Drive_complete(at, execution, owner, observedAtMs) ==
  /\ (at \in state.woken.complete)
  /\ (\E next \in SessionExecution_Driven_CompleteStep(state, at, SessionExecution_In_CompleteStep(execution, owner, observedAtMs)) : (state' = next))

Drive_fail(at, execution, owner, observedAtMs) ==
  /\ (at \in state.woken.fail)
  /\ (\E next \in SessionExecution_Driven_FailStep(state, at, SessionExecution_In_FailStep(execution, owner, observedAtMs)) : (state' = next))

Drive_decline(at, execution, owner, observedAtMs) ==
  /\ (at \in state.woken.decline)
  /\ (\E next \in SessionExecution_Driven_DeclineStep(state, at, SessionExecution_In_DeclineStep(execution, owner, observedAtMs)) : (state' = next))

Drive_finish(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_FinishExecution(state, at, SessionExecution_In_FinishExecution(execution, owner, observedAtMs)) : (state' = next))

Drive_beginFinalizer(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_BeginFinalizer(state, at, SessionExecution_In_BeginFinalizer(execution, owner, observedAtMs)) : (state' = next))

Drive_endFinalizer(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_EndFinalizer(state, at, SessionExecution_In_EndFinalizer(execution, owner, observedAtMs)) : (state' = next))

Drive_cancel(at, execution, observedAtMs) ==
  (\E next \in SessionExecution_Driven_RequestCancel(state, at, SessionExecution_In_RequestCancel(execution, observedAtMs)) : (state' = next))

Drive_join(at, execution, owner, observedAtMs) ==
  /\ (at \in state.woken.join)
  /\ (\E next \in SessionExecution_Driven_JoinRunner(state, at, SessionExecution_In_JoinRunner(execution, owner, observedAtMs)) : (state' = next))

Drive_settle(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_SettleCancellation(state, at, SessionExecution_In_SettleCancellation(execution, owner, observedAtMs)) : (state' = next))

Drive_clear(at, execution, owner, observedAtMs) ==
  (\E next \in SessionExecution_Driven_ClearClaim(state, at, SessionExecution_In_ClearClaim(execution, owner, observedAtMs)) : (state' = next))

(* By the owner that it may have been claimed by, and what it read may be the claim's assistant, another, or none: no more is to be told apart. *)
Drive_recover(at, execution, owner, assistantId, observedAtMs) ==
  (\E next \in SessionExecution_Driven_RecoverClaim(state, at, SessionExecution_In_RecoverClaim(execution, owner, assistantId, observedAtMs)) : (state' = next))

Drive_release(at, execution) ==
  /\ (at \in state.woken.release)
  /\ (\E next \in SessionExecution_Driven_ReleaseQuarantine(state, at, SessionExecution_In_ReleaseQuarantine(execution)) : (state' = next))

Drive_requestBeside(at) ==
  (\E next \in SessionExecution_Driven_RequestRun(state, at, SessionExecution_In_RequestRun) : (state' = next))

Drive_claimBeside(at, owner, observedAtMs, intentId) ==
  /\ (at \in state.woken.claimBeside)
  /\ (\E next \in SessionExecution_Driven_ClaimExecution(state, at, SessionExecution_In_ClaimExecution(owner, observedAtMs, intentId)) : (state' = next))

Drive_startBeside(at, execution, owner, observedAtMs, assistantId) ==
  (\E next \in SessionExecution_Driven_StartStep(state, at, SessionExecution_In_StartStep(execution, owner, observedAtMs, assistantId)) : (state' = next))

Drive_recoverBeside(at, execution, owner, assistantId, observedAtMs) ==
  (\E next \in SessionExecution_Driven_RecoverClaim(state, at, SessionExecution_In_RecoverClaim(execution, owner, assistantId, observedAtMs)) : (state' = next))

(* Whatever was only in memory is gone; recovery wakes whoever has something to do. *)
Crash ==
  (\E next \in {[state EXCEPT !.woken.claim = {k \in SessionExecution_Keys : Derives_claim(state.SessionExecution[k])}, !.woken.complete = {k \in SessionExecution_Keys : Derives_complete(state.SessionExecution[k])}, !.woken.fail = {k \in SessionExecution_Keys : Derives_fail(state.SessionExecution[k])}, !.woken.decline = {k \in SessionExecution_Keys : Derives_decline(state.SessionExecution[k])}, !.woken.join = {k \in SessionExecution_Keys : Derives_join(state.SessionExecution[k])}, !.woken.release = {k \in SessionExecution_Keys : Derives_release(state.SessionExecution[k])}, !.woken.claimBeside = {k \in SessionExecution_Keys : Derives_claimBeside(state.SessionExecution[k])}]} : ((next /= state) /\ (state' = next)))

(* Nothing is under way. *)
Rest == state' = state

Init ==
  state = [SessionExecution |-> [k \in SessionExecution_Keys |-> SessionExecution_First],
    SessionTranscript |-> [k \in SessionTranscript_Keys |-> SessionTranscript_InitialState],
    woken |-> [claim |-> {}, complete |-> {}, fail |-> {}, decline |-> {}, join |-> {}, release |-> {}, claimBeside |-> {}]]

Next ==
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : Drive_request(at)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, owner \in Owners, observedAtMs \in {0}, intentId \in ExecutionIntentIds : Drive_claim(at, owner, observedAtMs, intentId)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_check(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0}, assistantId \in AssistantIds : Drive_start(at, execution, owner, observedAtMs, assistantId)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_complete(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_fail(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_decline(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_finish(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_beginFinalizer(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_endFinalizer(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, observedAtMs \in {0} : Drive_cancel(at, execution, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_join(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_settle(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_clear(at, execution, owner, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain, owner \in {Owner_1}, assistantId \in {NULL, AssistantId_1}, observedAtMs \in ClockDomain : Drive_recover(at, execution, owner, assistantId, observedAtMs)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})}, execution \in ExecutionDomain : Drive_release(at, execution)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_2})} : Drive_requestBeside(at)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_2})}, owner \in {Owner_1}, observedAtMs \in {0}, intentId \in ExecutionIntentIds : Drive_claimBeside(at, owner, observedAtMs, intentId)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_2})}, execution \in {1}, owner \in {Owner_1}, observedAtMs \in {0}, assistantId \in {AssistantId_1} : Drive_startBeside(at, execution, owner, observedAtMs, assistantId)
  \/ \E at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_2})}, execution \in {1}, owner \in {Owner_1}, assistantId \in {NULL}, observedAtMs \in {1} : Drive_recoverBeside(at, execution, owner, assistantId, observedAtMs)
  \/ Crash
  \/ Rest

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (\A k \in SessionExecution_Keys : ((((((((((((((((((((((((state.SessionExecution[k].phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"}) /\ (state.SessionExecution[k].pending \in BOOLEAN)) /\ (state.SessionExecution[k].execution \in ExecutionDomain)) /\ (state.SessionExecution[k].continues \in ExecutionDomain)) /\ ((state.SessionExecution[k].intentId = NULL) \/ (state.SessionExecution[k].intentId \in ExecutionIntentIds))) /\ ((state.SessionExecution[k].owner = NULL) \/ (state.SessionExecution[k].owner \in Owners))) /\ (state.SessionExecution[k].leaseExpiresAtMs \in ClockDomain)) /\ ((state.SessionExecution[k].assistantId = NULL) \/ (state.SessionExecution[k].assistantId \in AssistantIds))) /\ (state.SessionExecution[k].stepEnded \in BOOLEAN)) /\ (state.SessionExecution[k].runnerJoined \in BOOLEAN)) /\ (state.SessionExecution[k].finalizers \in FinalizerDomain)) /\ (state.SessionExecution[k].losses \in LossesDomain)) /\ (state.SessionExecution[k].claims \in CountDomain)) /\ (state.SessionExecution[k].claimed \in BOOLEAN)) /\ (state.SessionExecution[k].finalizing \in CountDomain)) /\ (state.SessionExecution[k].open \in CountDomain)) /\ ((state.SessionExecution[k].said = NULL) \/ (state.SessionExecution[k].said \in {"completed", "failed", "declined", "interrupted"}))) /\ (state.SessionExecution[k].done \in BOOLEAN)) /\ (state.SessionExecution[k].cancelled \in BOOLEAN)) /\ (state.SessionExecution[k].interruptions \in CountDomain)) /\ (state.SessionExecution[k].hasty \in BOOLEAN)) /\ (state.SessionExecution[k].doubled \in BOOLEAN)) /\ (state.SessionExecution[k].late \in BOOLEAN)) /\ (state.SessionExecution[k].overwritten \in BOOLEAN)))
  /\ (\A k \in SessionTranscript_Keys : (((state.SessionTranscript[k].phase \in {"Quiet", "Open"}) /\ ((state.SessionTranscript[k].assistantId = NULL) \/ (state.SessionTranscript[k].assistantId \in AssistantIds))) /\ ((state.SessionTranscript[k].outcome = NULL) \/ (state.SessionTranscript[k].outcome \in {"completed", "failed", "declined", "interrupted"}))))
  /\ (state.woken.claim \subseteq SessionExecution_Keys)
  /\ (state.woken.complete \subseteq SessionExecution_Keys)
  /\ (state.woken.fail \subseteq SessionExecution_Keys)
  /\ (state.woken.decline \subseteq SessionExecution_Keys)
  /\ (state.woken.join \subseteq SessionExecution_Keys)
  /\ (state.woken.release \subseteq SessionExecution_Keys)
  /\ (state.woken.claimBeside \subseteq SessionExecution_Keys)

(* one_interruption_for_each_cancellation: A cancellation is settled with one interruption, and nothing is interrupted twice. *)
always_one_interruption_for_each_cancellation ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[k].interruptions <= 1) /\ (((~state.SessionExecution[k].cancelled) \/ ((state.SessionExecution[k].phase /= "Cancelled") /\ (state.SessionExecution[k].phase /= "Idle"))) \/ (state.SessionExecution[k].interruptions = 1))))

always_nothing_is_written_before_the_settlement ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[k].phase /= "Cancelling") \/ (state.SessionExecution[k].interruptions = 0)))

always_no_interruption_while_a_finalizer_runs ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (~state.SessionExecution[k].hasty))

always_what_was_done_is_not_interrupted ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (~state.SessionExecution[k].doubled))

always_no_write_after_the_next_claim == (\A k \in [realm : Realms, sessionId : SessionIds] : (~state.SessionExecution[k].late))

always_nothing_is_overwritten_but_by_recovery ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (~state.SessionExecution[k].overwritten))

always_one_assistant_for_each_step == (\A k \in [realm : Realms, sessionId : SessionIds] : (state.SessionExecution[k].open <= 1))

always_the_claim_counts_what_was_granted ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (state.SessionExecution[k].execution = state.SessionExecution[k].claims))

always_a_claim_stands_x005funtil_it_is_cleared ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : (state.SessionExecution[k].claimed = ((((((state.SessionExecution[k].phase = "Claimed") \/ (state.SessionExecution[k].phase = "Running")) \/ (state.SessionExecution[k].phase = "Cancelling")) \/ (state.SessionExecution[k].phase = "Cancelled")) \/ (state.SessionExecution[k].phase = "Settled")) \/ (state.SessionExecution[k].phase = "Quarantined"))))

(* the_transcript_shows_the_step: What readers see and what the claim knows of the step are the same, at every moment. *)
always_the_transcript_shows_the_step ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : ((((state.SessionExecution[at].assistantId /= NULL) /\ (~state.SessionExecution[at].stepEnded)) = (state.SessionTranscript[at].phase = "Open")) /\ ((~((state.SessionExecution[at].assistantId /= NULL) /\ (~state.SessionExecution[at].stepEnded))) \/ (state.SessionTranscript[at].assistantId = state.SessionExecution[at].assistantId))))

always_the_transcript_says_how_it_ended ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : (state.SessionTranscript[at].outcome = state.SessionExecution[at].said))

always_no_step_stays_open_in_a_free_session ==
  (\A k \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[k].phase /= "Idle") \/ (state.SessionExecution[k].open = 0)))

always_the_last_word_on_a_cancelled_session_is_its_interruption ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : (((state.SessionExecution[at].phase /= "Cancelled") \/ (state.SessionExecution[at].interruptions = 0)) \/ (state.SessionTranscript[at].outcome = "interrupted")))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_interrupted_and_released ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : (((state.SessionExecution[k].phase = "Idle") /\ (state.SessionExecution[k].interruptions = 1)) /\ state.SessionExecution[k].cancelled)))

never_interrupted_after_a_takeover ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : (((state.SessionExecution[k].phase = "Cancelled") /\ (state.SessionExecution[k].continues > 0)) /\ (state.SessionExecution[k].interruptions = 1))))

never_cancelled_when_all_was_done ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[k].phase = "Cancelled") /\ (state.SessionExecution[k].interruptions = 0))))

never_a_finalizer_outlives_the_runner ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : (state.SessionExecution[k].runnerJoined /\ (state.SessionExecution[k].finalizing > 0))))

never_cancelled_as_its_step_begins ==
  (~(\E k \in [realm : Realms, sessionId : SessionIds] : ((state.SessionExecution[k].phase = "Cancelling") /\ (state.SessionExecution[k].open = 1))))

never_quarantined == (~(\E k \in [realm : Realms, sessionId : SessionIds] : (state.SessionExecution[k].phase = "Quarantined")))

never_two_sessions_x005funder_way == (~(\A k \in [realm : Realms, sessionId : SessionIds] : (state.SessionExecution[k].open = 1)))

=============================================================================
