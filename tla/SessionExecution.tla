---- MODULE SessionExecution ----
(* Generated from specs/machines/session-execution.ts. Do not edit.
   Who may run a session now. A claim has one owner, under a lease; an expired claim is recovery's alone. A cancellation is
   settled when nothing of the runner is left, and then writes one interruption. What loses one owner after another is quarantined. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,                  (* no row, no value *)
  ExecutionIntentIds,    (* the ids of the model: ExecutionIntentId *)
  Owners,                (* the ids of the model: Owner *)
  AssistantIds,          (* the ids of the model: AssistantId *)
  MaxExecution,          (* Execution: 0 to this *)
  MaxClock,              (* Clock: 0 to this *)
  MaxFinalizer,          (* Finalizer: 0 to this *)
  MaxLosses,             (* Losses: 0 to this *)
  MaxLease,              (* Lease: 0 to this *)
  MaxTakeoverBudget,     (* TakeoverBudget: 0 to this *)
  Limit_leaseMs,         (* the limit leaseMs *)
  Limit_takeoverBudget   (* the limit takeoverBudget *)

ExecutionDomain == (0..MaxExecution)
ClockDomain == (0..MaxClock)
FinalizerDomain == (0..MaxFinalizer)
LossesDomain == (0..MaxLosses)
LeaseDomain == (0..MaxLease)
TakeoverBudgetDomain == (0..MaxTakeoverBudget)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

Larger(a, b) == (IF (a >= b) THEN a ELSE b)

InitialState ==
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
In_RequestRun == [type |-> "RequestRun"]

Inputs_RequestRun == {In_RequestRun}

(* The inbox took a delivery; `handling` says how it asks for work, null that it asks for none. *)
In_HearDelivery(handling) == [type |-> "HearDelivery", handling |-> handling]

Inputs_HearDelivery == {In_HearDelivery(handling) : handling \in ({"steer", "queue"} \cup {NULL})}

In_ClaimExecution(owner, observedAtMs, intentId) ==
  [type |-> "ClaimExecution", owner |-> owner, observedAtMs |-> observedAtMs, intentId |-> intentId]

Inputs_ClaimExecution ==
  {In_ClaimExecution(owner, observedAtMs, intentId) : owner \in Owners, observedAtMs \in ClockDomain, intentId \in ExecutionIntentIds}

In_RenewClaim(execution, owner, observedAtMs) ==
  [type |-> "RenewClaim", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_RenewClaim ==
  {In_RenewClaim(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* Asked right before something that the store cannot take back: a snapshot, a call to a provider, the start of a tool. *)
In_CheckOwnership(execution, owner, observedAtMs) ==
  [type |-> "CheckOwnership", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_CheckOwnership ==
  {In_CheckOwnership(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

In_StartStep(execution, owner, observedAtMs, assistantId) ==
  [type |-> "StartStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs, assistantId |-> assistantId]

Inputs_StartStep ==
  {In_StartStep(execution, owner, observedAtMs, assistantId) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain, assistantId \in AssistantIds}

In_CompleteStep(execution, owner, observedAtMs) ==
  [type |-> "CompleteStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_CompleteStep ==
  {In_CompleteStep(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

In_FailStep(execution, owner, observedAtMs) ==
  [type |-> "FailStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_FailStep ==
  {In_FailStep(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* The user declined what a tool asked for. *)
In_DeclineStep(execution, owner, observedAtMs) ==
  [type |-> "DeclineStep", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_DeclineStep ==
  {In_DeclineStep(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* The runner found no more to do. *)
In_FinishExecution(execution, owner, observedAtMs) ==
  [type |-> "FinishExecution", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_FinishExecution ==
  {In_FinishExecution(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

In_BeginFinalizer(execution, owner, observedAtMs) ==
  [type |-> "BeginFinalizer", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_BeginFinalizer ==
  {In_BeginFinalizer(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

In_EndFinalizer(execution, owner, observedAtMs) ==
  [type |-> "EndFinalizer", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_EndFinalizer ==
  {In_EndFinalizer(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* The owner goes away, and nothing of its runner is left: whoever recovers goes on, and that is no loss. *)
In_HandBack(execution, owner, observedAtMs) ==
  [type |-> "HandBack", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_HandBack ==
  {In_HandBack(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* The user interrupts the execution that they see, and no later one. *)
In_RequestCancel(execution, observedAtMs) == [type |-> "RequestCancel", execution |-> execution, observedAtMs |-> observedAtMs]

Inputs_RequestCancel == {In_RequestCancel(execution, observedAtMs) : execution \in ExecutionDomain, observedAtMs \in ClockDomain}

(* The runner has stopped, and its tools have been joined. Its finalizers may still run. *)
In_JoinRunner(execution, owner, observedAtMs) ==
  [type |-> "JoinRunner", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_JoinRunner ==
  {In_JoinRunner(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

In_SettleCancellation(execution, owner, observedAtMs) ==
  [type |-> "SettleCancellation", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_SettleCancellation ==
  {In_SettleCancellation(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

In_ClearClaim(execution, owner, observedAtMs) ==
  [type |-> "ClearClaim", execution |-> execution, owner |-> owner, observedAtMs |-> observedAtMs]

Inputs_ClearClaim ==
  {In_ClearClaim(execution, owner, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain}

(* Recovery found an expired claim, and names the execution and the assistant that it read; `owner` is to have what is taken over. *)
In_RecoverClaim(execution, owner, assistantId, observedAtMs) ==
  [type |-> "RecoverClaim", execution |-> execution, owner |-> owner, assistantId |-> assistantId, observedAtMs |-> observedAtMs]

Inputs_RecoverClaim ==
  {In_RecoverClaim(execution, owner, assistantId, observedAtMs) : execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain}

(* An operator has looked at what the lost owner did. *)
In_ReleaseQuarantine(execution) == [type |-> "ReleaseQuarantine", execution |-> execution]

Inputs_ReleaseQuarantine == {In_ReleaseQuarantine(execution) : execution \in ExecutionDomain}

current_stale_execution(s, i) == (i.execution /= s.execution)

owned_stale_owner(s, i) == (i.owner /= s.owner)

owned_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

alive_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

expired_lease_alive(s, i) == (i.observedAtMs < s.leaseExpiresAtMs)

(* A lease only grows, whatever the clock does. *)
renewedAtMs(s, i) == Larger(s.leaseExpiresAtMs, (i.observedAtMs + Limit_leaseMs))

(* A step has begun and has not ended. *)
isOpen(s) == ((s.assistantId /= NULL) /\ (~s.stepEnded))

finalized_finalizer_running(s) == (s.finalizers > 0)

joined_runner_running(s) == (~s.runnerJoined)

(* A claim stands, alive or expired. *)
isHeld(s) ==
  \/ (s.phase = "Claimed")
  \/ (s.phase = "Running")
  \/ (s.phase = "Cancelling")
  \/ (s.phase = "Cancelled")
  \/ (s.phase = "Settled")

(* Its owner gave it up: no word of an owner is heard any more, and recovery need not wait. *)
isHandedBack(s) == (isHeld(s) /\ (s.leaseExpiresAtMs = 0))

Refuse_RenewClaim_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_RenewClaim_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_RenewClaim_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_CheckOwnership_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_CheckOwnership_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_CheckOwnership_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_StartStep_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_StartStep_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_StartStep_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_CompleteStep_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_CompleteStep_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_CompleteStep_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_FailStep_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_FailStep_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_FailStep_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_DeclineStep_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_DeclineStep_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_DeclineStep_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_FinishExecution_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_FinishExecution_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_FinishExecution_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_BeginFinalizer_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_BeginFinalizer_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_BeginFinalizer_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_EndFinalizer_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_EndFinalizer_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_EndFinalizer_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_HandBack_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_HandBack_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_HandBack_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_RequestCancel_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_RequestCancel_lease_expired(s, i) == alive_lease_expired(s, i)

Refuse_JoinRunner_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_JoinRunner_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_JoinRunner_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_SettleCancellation_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_SettleCancellation_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_SettleCancellation_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_ClearClaim_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_ClearClaim_stale_owner(s, i) == owned_stale_owner(s, i)

Refuse_ClearClaim_lease_expired(s, i) == owned_lease_expired(s, i)

Refuse_RecoverClaim_stale_execution(s, i) == current_stale_execution(s, i)

Refuse_RecoverClaim_lease_alive(s, i) == expired_lease_alive(s, i)

Refuse_ReleaseQuarantine_stale_execution(s, i) == current_stale_execution(s, i)

(* RequestRun *)

From_RequestRun(s) == (s.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"})

Guard_RequestRun(s, i) == From_RequestRun(s)

Next_RequestRun(s, i) ==
  [s EXCEPT
    !.pending = TRUE]

Effects_RequestRun(s, i) == <<[type |-> "RunRequested"]>>

Steps_RequestRun(s) ==
  (IF From_RequestRun(s) THEN {[i |-> k, next |-> Next_RequestRun(s, k), effects |-> Effects_RequestRun(s, k)] : k \in {l \in Inputs_RequestRun : Guard_RequestRun(s, l)}} ELSE {})

(* HearWork: A delivery asks for a turn, as a user does. *)

From_HearWork(s) == (s.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"})

When_HearWork(s, i) == (i.handling /= NULL)

Guard_HearWork(s, i) ==
  /\ From_HearWork(s)
  /\ When_HearWork(s, i)

Next_HearWork(s, i) ==
  [s EXCEPT
    !.pending = TRUE]

Effects_HearWork(s, i) == <<[type |-> "RunRequested"]>>

Steps_HearWork(s) ==
  (IF From_HearWork(s) THEN {[i |-> k, next |-> Next_HearWork(s, k), effects |-> Effects_HearWork(s, k)] : k \in {l \in Inputs_HearDelivery : Guard_HearWork(s, l)}} ELSE {})

(* PassOverShown: It is there to be shown, and opens no turn. *)

From_PassOverShown(s) == (s.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"})

When_PassOverShown(s, i) == (i.handling = NULL)

Guard_PassOverShown(s, i) ==
  /\ From_PassOverShown(s)
  /\ When_PassOverShown(s, i)

Next_PassOverShown(s, i) == s

Effects_PassOverShown(s, i) == <<>>

Steps_PassOverShown(s) ==
  (IF From_PassOverShown(s) THEN {[i |-> k, next |-> Next_PassOverShown(s, k), effects |-> Effects_PassOverShown(s, k)] : k \in {l \in Inputs_HearDelivery : Guard_PassOverShown(s, l)}} ELSE {})

(* ClaimExecution *)

From_ClaimExecution(s) == (s.phase \in {"Idle"})

Refuse_ClaimExecution_nothing_pending(s, i) == (~s.pending)

Refuse_ClaimExecution_exhausted(s, i) ==
  \/ ((s.execution + 1) > MaxExecution)
  \/ ((i.observedAtMs + Limit_leaseMs) > MaxClock)

Open_ClaimExecution(s, i) ==
  /\ From_ClaimExecution(s)
  /\ (~Refuse_ClaimExecution_nothing_pending(s, i))

Guard_ClaimExecution(s, i) ==
  /\ Open_ClaimExecution(s, i)
  /\ (~Refuse_ClaimExecution_exhausted(s, i))

Next_ClaimExecution(s, i) ==
  [s EXCEPT
    !.phase = "Claimed",
    !.pending = FALSE,
    !.execution = (s.execution + 1),
    !.intentId = i.intentId,
    !.owner = i.owner,
    !.leaseExpiresAtMs = (i.observedAtMs + Limit_leaseMs)]

Effects_ClaimExecution(s, i) == <<[type |-> "ExecutionClaimed", execution |-> (s.execution + 1)]>>

Steps_ClaimExecution(s) ==
  (IF From_ClaimExecution(s) THEN {[i |-> k, next |-> Next_ClaimExecution(s, k), effects |-> Effects_ClaimExecution(s, k)] : k \in {l \in Inputs_ClaimExecution : Guard_ClaimExecution(s, l)}} ELSE {})

(* RenewClaim *)

From_RenewClaim(s) == (s.phase \in {"Claimed", "Running", "Cancelling", "Cancelled", "Settled"})

Refuse_RenewClaim_exhausted(s, i) == (renewedAtMs(s, i) > MaxClock)

Open_RenewClaim(s, i) ==
  /\ From_RenewClaim(s)
  /\ (~Refuse_RenewClaim_stale_execution(s, i))
  /\ (~Refuse_RenewClaim_stale_owner(s, i))
  /\ (~Refuse_RenewClaim_lease_expired(s, i))

Guard_RenewClaim(s, i) ==
  /\ Open_RenewClaim(s, i)
  /\ (~Refuse_RenewClaim_exhausted(s, i))

Next_RenewClaim(s, i) ==
  [s EXCEPT
    !.leaseExpiresAtMs = renewedAtMs(s, i)]

Effects_RenewClaim(s, i) == <<>>

Steps_RenewClaim(s) ==
  (IF From_RenewClaim(s) THEN {[i |-> k, next |-> Next_RenewClaim(s, k), effects |-> Effects_RenewClaim(s, k)] : k \in {l \in Inputs_RenewClaim : Guard_RenewClaim(s, l)}} ELSE {})

(* CheckOwnership *)

From_CheckOwnership(s) == (s.phase \in {"Claimed", "Running"})

Guard_CheckOwnership(s, i) ==
  /\ From_CheckOwnership(s)
  /\ (~Refuse_CheckOwnership_stale_execution(s, i))
  /\ (~Refuse_CheckOwnership_stale_owner(s, i))
  /\ (~Refuse_CheckOwnership_lease_expired(s, i))

Next_CheckOwnership(s, i) == s

Effects_CheckOwnership(s, i) == <<[type |-> "OwnershipConfirmed", execution |-> s.execution, assistantId |-> s.assistantId]>>

Steps_CheckOwnership(s) ==
  (IF From_CheckOwnership(s) THEN {[i |-> k, next |-> Next_CheckOwnership(s, k), effects |-> Effects_CheckOwnership(s, k)] : k \in {l \in Inputs_CheckOwnership : Guard_CheckOwnership(s, l)}} ELSE {})

(* StartStep *)

From_StartStep(s) == (s.phase \in {"Claimed", "Running"})

Refuse_StartStep_step_open(s, i) == isOpen(s)

Guard_StartStep(s, i) ==
  /\ From_StartStep(s)
  /\ (~Refuse_StartStep_stale_execution(s, i))
  /\ (~Refuse_StartStep_stale_owner(s, i))
  /\ (~Refuse_StartStep_lease_expired(s, i))
  /\ (~Refuse_StartStep_step_open(s, i))

Next_StartStep(s, i) ==
  [s EXCEPT
    !.phase = "Running",
    !.assistantId = i.assistantId,
    !.stepEnded = FALSE]

Effects_StartStep(s, i) == <<[type |-> "StepStarted", execution |-> s.execution, assistantId |-> i.assistantId]>>

Steps_StartStep(s) ==
  (IF From_StartStep(s) THEN {[i |-> k, next |-> Next_StartStep(s, k), effects |-> Effects_StartStep(s, k)] : k \in {l \in Inputs_StartStep : Guard_StartStep(s, l)}} ELSE {})

(* CompleteStep *)

From_CompleteStep(s) == (s.phase \in {"Running"})

Refuse_CompleteStep_step_ended(s, i) == s.stepEnded

Guard_CompleteStep(s, i) ==
  /\ From_CompleteStep(s)
  /\ (~Refuse_CompleteStep_stale_execution(s, i))
  /\ (~Refuse_CompleteStep_stale_owner(s, i))
  /\ (~Refuse_CompleteStep_lease_expired(s, i))
  /\ (~Refuse_CompleteStep_step_ended(s, i))

Next_CompleteStep(s, i) ==
  [s EXCEPT
    !.stepEnded = TRUE]

Effects_CompleteStep(s, i) == <<[type |-> "StepCompleted", execution |-> s.execution, assistantId |-> s.assistantId]>>

Steps_CompleteStep(s) ==
  (IF From_CompleteStep(s) THEN {[i |-> k, next |-> Next_CompleteStep(s, k), effects |-> Effects_CompleteStep(s, k)] : k \in {l \in Inputs_CompleteStep : Guard_CompleteStep(s, l)}} ELSE {})

(* FailStep *)

From_FailStep(s) == (s.phase \in {"Running"})

Refuse_FailStep_step_ended(s, i) == s.stepEnded

Guard_FailStep(s, i) ==
  /\ From_FailStep(s)
  /\ (~Refuse_FailStep_stale_execution(s, i))
  /\ (~Refuse_FailStep_stale_owner(s, i))
  /\ (~Refuse_FailStep_lease_expired(s, i))
  /\ (~Refuse_FailStep_step_ended(s, i))

Next_FailStep(s, i) ==
  [s EXCEPT
    !.stepEnded = TRUE]

Effects_FailStep(s, i) == <<[type |-> "StepFailed", execution |-> s.execution, assistantId |-> s.assistantId]>>

Steps_FailStep(s) ==
  (IF From_FailStep(s) THEN {[i |-> k, next |-> Next_FailStep(s, k), effects |-> Effects_FailStep(s, k)] : k \in {l \in Inputs_FailStep : Guard_FailStep(s, l)}} ELSE {})

(* DeclineStep: The runner itself ends its step, on purpose: no interruption. *)

From_DeclineStep(s) == (s.phase \in {"Running"})

Refuse_DeclineStep_step_ended(s, i) == s.stepEnded

Guard_DeclineStep(s, i) ==
  /\ From_DeclineStep(s)
  /\ (~Refuse_DeclineStep_stale_execution(s, i))
  /\ (~Refuse_DeclineStep_stale_owner(s, i))
  /\ (~Refuse_DeclineStep_lease_expired(s, i))
  /\ (~Refuse_DeclineStep_step_ended(s, i))

Next_DeclineStep(s, i) ==
  [s EXCEPT
    !.phase = "Settled",
    !.assistantId = NULL]

Effects_DeclineStep(s, i) == <<[type |-> "StepDeclined", execution |-> s.execution, assistantId |-> s.assistantId]>>

Steps_DeclineStep(s) ==
  (IF From_DeclineStep(s) THEN {[i |-> k, next |-> Next_DeclineStep(s, k), effects |-> Effects_DeclineStep(s, k)] : k \in {l \in Inputs_DeclineStep : Guard_DeclineStep(s, l)}} ELSE {})

(* FinishExecution *)

From_FinishExecution(s) == (s.phase \in {"Claimed", "Running"})

Refuse_FinishExecution_step_open(s, i) == isOpen(s)

Guard_FinishExecution(s, i) ==
  /\ From_FinishExecution(s)
  /\ (~Refuse_FinishExecution_stale_execution(s, i))
  /\ (~Refuse_FinishExecution_stale_owner(s, i))
  /\ (~Refuse_FinishExecution_lease_expired(s, i))
  /\ (~Refuse_FinishExecution_step_open(s, i))

Next_FinishExecution(s, i) ==
  [s EXCEPT
    !.phase = "Settled",
    !.assistantId = NULL,
    !.stepEnded = FALSE]

Effects_FinishExecution(s, i) == <<>>

Steps_FinishExecution(s) ==
  (IF From_FinishExecution(s) THEN {[i |-> k, next |-> Next_FinishExecution(s, k), effects |-> Effects_FinishExecution(s, k)] : k \in {l \in Inputs_FinishExecution : Guard_FinishExecution(s, l)}} ELSE {})

(* BeginFinalizer *)

From_BeginFinalizer(s) == (s.phase \in {"Claimed", "Running", "Cancelling"})

Refuse_BeginFinalizer_runner_joined(s, i) == s.runnerJoined

Refuse_BeginFinalizer_exhausted(s, i) == ((s.finalizers + 1) > MaxFinalizer)

Open_BeginFinalizer(s, i) ==
  /\ From_BeginFinalizer(s)
  /\ (~Refuse_BeginFinalizer_stale_execution(s, i))
  /\ (~Refuse_BeginFinalizer_stale_owner(s, i))
  /\ (~Refuse_BeginFinalizer_lease_expired(s, i))
  /\ (~Refuse_BeginFinalizer_runner_joined(s, i))

Guard_BeginFinalizer(s, i) ==
  /\ Open_BeginFinalizer(s, i)
  /\ (~Refuse_BeginFinalizer_exhausted(s, i))

Next_BeginFinalizer(s, i) ==
  [s EXCEPT
    !.finalizers = (s.finalizers + 1)]

Effects_BeginFinalizer(s, i) == <<>>

Steps_BeginFinalizer(s) ==
  (IF From_BeginFinalizer(s) THEN {[i |-> k, next |-> Next_BeginFinalizer(s, k), effects |-> Effects_BeginFinalizer(s, k)] : k \in {l \in Inputs_BeginFinalizer : Guard_BeginFinalizer(s, l)}} ELSE {})

(* EndFinalizer *)

From_EndFinalizer(s) == (s.phase \in {"Claimed", "Running", "Cancelling", "Settled"})

Refuse_EndFinalizer_no_finalizer(s, i) == (s.finalizers = 0)

Refuse_EndFinalizer_exhausted(s, i) == (((s.finalizers - 1) > MaxFinalizer) \/ ((s.finalizers - 1) < 0))

Open_EndFinalizer(s, i) ==
  /\ From_EndFinalizer(s)
  /\ (~Refuse_EndFinalizer_stale_execution(s, i))
  /\ (~Refuse_EndFinalizer_stale_owner(s, i))
  /\ (~Refuse_EndFinalizer_lease_expired(s, i))
  /\ (~Refuse_EndFinalizer_no_finalizer(s, i))

Guard_EndFinalizer(s, i) ==
  /\ Open_EndFinalizer(s, i)
  /\ (~Refuse_EndFinalizer_exhausted(s, i))

Next_EndFinalizer(s, i) ==
  [s EXCEPT
    !.finalizers = (s.finalizers - 1)]

Effects_EndFinalizer(s, i) == <<>>

Steps_EndFinalizer(s) ==
  (IF From_EndFinalizer(s) THEN {[i |-> k, next |-> Next_EndFinalizer(s, k), effects |-> Effects_EndFinalizer(s, k)] : k \in {l \in Inputs_EndFinalizer : Guard_EndFinalizer(s, l)}} ELSE {})

(* HandBack *)

From_HandBack(s) == (s.phase \in {"Claimed", "Running"})

Refuse_HandBack_finalizer_running(s, i) == finalized_finalizer_running(s)

Guard_HandBack(s, i) ==
  /\ From_HandBack(s)
  /\ (~Refuse_HandBack_stale_execution(s, i))
  /\ (~Refuse_HandBack_stale_owner(s, i))
  /\ (~Refuse_HandBack_lease_expired(s, i))
  /\ (~Refuse_HandBack_finalizer_running(s, i))

Next_HandBack(s, i) ==
  [s EXCEPT
    !.leaseExpiresAtMs = 0]

Effects_HandBack(s, i) == <<>>

Steps_HandBack(s) ==
  (IF From_HandBack(s) THEN {[i |-> k, next |-> Next_HandBack(s, k), effects |-> Effects_HandBack(s, k)] : k \in {l \in Inputs_HandBack : Guard_HandBack(s, l)}} ELSE {})

(* RequestCancel: The claim stays, and nothing is written: the runner has yet to stop. *)

From_RequestCancel(s) == (s.phase \in {"Claimed", "Running"})

Guard_RequestCancel(s, i) ==
  /\ From_RequestCancel(s)
  /\ (~Refuse_RequestCancel_stale_execution(s, i))
  /\ (~Refuse_RequestCancel_lease_expired(s, i))

Next_RequestCancel(s, i) ==
  [s EXCEPT
    !.phase = "Cancelling"]

Effects_RequestCancel(s, i) == <<[type |-> "CancelRequested", execution |-> s.execution]>>

Steps_RequestCancel(s) ==
  (IF From_RequestCancel(s) THEN {[i |-> k, next |-> Next_RequestCancel(s, k), effects |-> Effects_RequestCancel(s, k)] : k \in {l \in Inputs_RequestCancel : Guard_RequestCancel(s, l)}} ELSE {})

(* RequestCancelAgain *)

From_RequestCancelAgain(s) == (s.phase \in {"Cancelling", "Cancelled"})

Guard_RequestCancelAgain(s, i) ==
  /\ From_RequestCancelAgain(s)
  /\ (~Refuse_RequestCancel_stale_execution(s, i))
  /\ (~Refuse_RequestCancel_lease_expired(s, i))

Next_RequestCancelAgain(s, i) == s

Effects_RequestCancelAgain(s, i) == <<>>

Steps_RequestCancelAgain(s) ==
  (IF From_RequestCancelAgain(s) THEN {[i |-> k, next |-> Next_RequestCancelAgain(s, k), effects |-> Effects_RequestCancelAgain(s, k)] : k \in {l \in Inputs_RequestCancel : Guard_RequestCancelAgain(s, l)}} ELSE {})

(* JoinRunner *)

From_JoinRunner(s) == (s.phase \in {"Cancelling"})

Guard_JoinRunner(s, i) ==
  /\ From_JoinRunner(s)
  /\ (~Refuse_JoinRunner_stale_execution(s, i))
  /\ (~Refuse_JoinRunner_stale_owner(s, i))
  /\ (~Refuse_JoinRunner_lease_expired(s, i))

Next_JoinRunner(s, i) ==
  [s EXCEPT
    !.runnerJoined = TRUE]

Effects_JoinRunner(s, i) == <<>>

Steps_JoinRunner(s) ==
  (IF From_JoinRunner(s) THEN {[i |-> k, next |-> Next_JoinRunner(s, k), effects |-> Effects_JoinRunner(s, k)] : k \in {l \in Inputs_JoinRunner : Guard_JoinRunner(s, l)}} ELSE {})

(* SettleInterrupted: Nothing of the runner is left: now the interruption is written, once. *)

From_SettleInterrupted(s) == (s.phase \in {"Cancelling"})

When_SettleInterrupted(s, i) == (~s.stepEnded)

Refuse_SettleInterrupted_runner_running(s, i) == joined_runner_running(s)

Refuse_SettleInterrupted_finalizer_running(s, i) == finalized_finalizer_running(s)

Guard_SettleInterrupted(s, i) ==
  /\ From_SettleInterrupted(s)
  /\ (~Refuse_SettleCancellation_stale_execution(s, i))
  /\ (~Refuse_SettleCancellation_stale_owner(s, i))
  /\ (~Refuse_SettleCancellation_lease_expired(s, i))
  /\ When_SettleInterrupted(s, i)
  /\ (~Refuse_SettleInterrupted_runner_running(s, i))
  /\ (~Refuse_SettleInterrupted_finalizer_running(s, i))

Next_SettleInterrupted(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.assistantId = NULL,
    !.runnerJoined = FALSE]

Effects_SettleInterrupted(s, i) == <<[type |-> "StepInterrupted", execution |-> s.execution, assistantId |-> s.assistantId]>>

Steps_SettleInterrupted(s) ==
  (IF From_SettleInterrupted(s) THEN {[i |-> k, next |-> Next_SettleInterrupted(s, k), effects |-> Effects_SettleInterrupted(s, k)] : k \in {l \in Inputs_SettleCancellation : Guard_SettleInterrupted(s, l)}} ELSE {})

(* SettleEnded: The step had completed or failed before the interruption: that was its end. *)

From_SettleEnded(s) == (s.phase \in {"Cancelling"})

When_SettleEnded(s, i) == s.stepEnded

Refuse_SettleEnded_runner_running(s, i) == joined_runner_running(s)

Refuse_SettleEnded_finalizer_running(s, i) == finalized_finalizer_running(s)

Guard_SettleEnded(s, i) ==
  /\ From_SettleEnded(s)
  /\ (~Refuse_SettleCancellation_stale_execution(s, i))
  /\ (~Refuse_SettleCancellation_stale_owner(s, i))
  /\ (~Refuse_SettleCancellation_lease_expired(s, i))
  /\ When_SettleEnded(s, i)
  /\ (~Refuse_SettleEnded_runner_running(s, i))
  /\ (~Refuse_SettleEnded_finalizer_running(s, i))

Next_SettleEnded(s, i) ==
  [s EXCEPT
    !.phase = "Cancelled",
    !.assistantId = NULL,
    !.stepEnded = FALSE,
    !.runnerJoined = FALSE]

Effects_SettleEnded(s, i) == <<>>

Steps_SettleEnded(s) ==
  (IF From_SettleEnded(s) THEN {[i |-> k, next |-> Next_SettleEnded(s, k), effects |-> Effects_SettleEnded(s, k)] : k \in {l \in Inputs_SettleCancellation : Guard_SettleEnded(s, l)}} ELSE {})

(* ClearClaim *)

From_ClearClaim(s) == (s.phase \in {"Cancelled", "Settled"})

Refuse_ClearClaim_finalizer_running(s, i) == finalized_finalizer_running(s)

Guard_ClearClaim(s, i) ==
  /\ From_ClearClaim(s)
  /\ (~Refuse_ClearClaim_stale_execution(s, i))
  /\ (~Refuse_ClearClaim_stale_owner(s, i))
  /\ (~Refuse_ClearClaim_lease_expired(s, i))
  /\ (~Refuse_ClearClaim_finalizer_running(s, i))

Next_ClearClaim(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.losses = 0]

Effects_ClearClaim(s, i) == <<[type |-> "ClaimCleared", execution |-> s.execution]>>

Steps_ClearClaim(s) ==
  (IF From_ClearClaim(s) THEN {[i |-> k, next |-> Next_ClearClaim(s, k), effects |-> Effects_ClearClaim(s, k)] : k \in {l \in Inputs_ClearClaim : Guard_ClearClaim(s, l)}} ELSE {})

(* TakeOver: The next execution continues the lost one, with the same step and the same assistant. *)

From_TakeOver(s) == (s.phase \in {"Claimed", "Running"})

When_TakeOver(s, i) == ((i.assistantId = s.assistantId) /\ (isHandedBack(s) \/ (s.losses < Limit_takeoverBudget)))

Refuse_TakeOver_exhausted(s, i) ==
  \/ ((s.execution + 1) > MaxExecution)
  \/ ((i.observedAtMs + Limit_leaseMs) > MaxClock)
  \/ ((IF isHandedBack(s) THEN s.losses ELSE (s.losses + 1)) > MaxLosses)

Open_TakeOver(s, i) ==
  /\ From_TakeOver(s)
  /\ (~Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~Refuse_RecoverClaim_lease_alive(s, i))
  /\ When_TakeOver(s, i)

Guard_TakeOver(s, i) ==
  /\ Open_TakeOver(s, i)
  /\ (~Refuse_TakeOver_exhausted(s, i))

Next_TakeOver(s, i) ==
  [s EXCEPT
    !.execution = (s.execution + 1),
    !.continues = s.execution,
    !.owner = i.owner,
    !.leaseExpiresAtMs = (i.observedAtMs + Limit_leaseMs),
    !.finalizers = 0,
    !.losses = (IF isHandedBack(s) THEN s.losses ELSE (s.losses + 1))]

Effects_TakeOver(s, i) ==
  <<[type |-> "ContinuationRequested", continues |-> s.execution, execution |-> (s.execution + 1), assistantId |-> s.assistantId]>>

Steps_TakeOver(s) ==
  (IF From_TakeOver(s) THEN {[i |-> k, next |-> Next_TakeOver(s, k), effects |-> Effects_TakeOver(s, k)] : k \in {l \in Inputs_RecoverClaim : Guard_TakeOver(s, l)}} ELSE {})

(* QuarantineUnmatched: The session's own record speaks of another assistant than the claim: nobody can continue that. *)

From_QuarantineUnmatched(s) == (s.phase \in {"Claimed", "Running"})

When_QuarantineUnmatched(s, i) == (i.assistantId /= s.assistantId)

Guard_QuarantineUnmatched(s, i) ==
  /\ From_QuarantineUnmatched(s)
  /\ (~Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~Refuse_RecoverClaim_lease_alive(s, i))
  /\ When_QuarantineUnmatched(s, i)

Next_QuarantineUnmatched(s, i) ==
  [s EXCEPT
    !.phase = "Quarantined",
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.finalizers = 0]

Effects_QuarantineUnmatched(s, i) == <<[type |-> "ClaimQuarantined", execution |-> s.execution]>>

Steps_QuarantineUnmatched(s) ==
  (IF From_QuarantineUnmatched(s) THEN {[i |-> k, next |-> Next_QuarantineUnmatched(s, k), effects |-> Effects_QuarantineUnmatched(s, k)] : k \in {l \in Inputs_RecoverClaim : Guard_QuarantineUnmatched(s, l)}} ELSE {})

(* QuarantineSpent: A turn that takes its process with it is not begun for ever. *)

From_QuarantineSpent(s) == (s.phase \in {"Claimed", "Running"})

When_QuarantineSpent(s, i) ==
  /\ (i.assistantId = s.assistantId)
  /\ (~isHandedBack(s))
  /\ (s.losses >= Limit_takeoverBudget)

Guard_QuarantineSpent(s, i) ==
  /\ From_QuarantineSpent(s)
  /\ (~Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~Refuse_RecoverClaim_lease_alive(s, i))
  /\ When_QuarantineSpent(s, i)

Next_QuarantineSpent(s, i) ==
  [s EXCEPT
    !.phase = "Quarantined",
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.finalizers = 0]

Effects_QuarantineSpent(s, i) == <<[type |-> "ClaimQuarantined", execution |-> s.execution]>>

Steps_QuarantineSpent(s) ==
  (IF From_QuarantineSpent(s) THEN {[i |-> k, next |-> Next_QuarantineSpent(s, k), effects |-> Effects_QuarantineSpent(s, k)] : k \in {l \in Inputs_RecoverClaim : Guard_QuarantineSpent(s, l)}} ELSE {})

(* QuarantineCancelling: What the runner did on its way out is unknown. *)

From_QuarantineCancelling(s) == (s.phase \in {"Cancelling"})

Guard_QuarantineCancelling(s, i) ==
  /\ From_QuarantineCancelling(s)
  /\ (~Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~Refuse_RecoverClaim_lease_alive(s, i))

Next_QuarantineCancelling(s, i) ==
  [s EXCEPT
    !.phase = "Quarantined",
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.runnerJoined = FALSE,
    !.finalizers = 0]

Effects_QuarantineCancelling(s, i) == <<[type |-> "ClaimQuarantined", execution |-> s.execution]>>

Steps_QuarantineCancelling(s) ==
  (IF From_QuarantineCancelling(s) THEN {[i |-> k, next |-> Next_QuarantineCancelling(s, k), effects |-> Effects_QuarantineCancelling(s, k)] : k \in {l \in Inputs_RecoverClaim : Guard_QuarantineCancelling(s, l)}} ELSE {})

(* ClearExpired: The outcome is on record: only the claim was left. *)

From_ClearExpired(s) == (s.phase \in {"Cancelled", "Settled"})

Guard_ClearExpired(s, i) ==
  /\ From_ClearExpired(s)
  /\ (~Refuse_RecoverClaim_stale_execution(s, i))
  /\ (~Refuse_RecoverClaim_lease_alive(s, i))

Next_ClearExpired(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.owner = NULL,
    !.leaseExpiresAtMs = 0,
    !.finalizers = 0,
    !.losses = 0]

Effects_ClearExpired(s, i) == <<[type |-> "ClaimCleared", execution |-> s.execution]>>

Steps_ClearExpired(s) ==
  (IF From_ClearExpired(s) THEN {[i |-> k, next |-> Next_ClearExpired(s, k), effects |-> Effects_ClearExpired(s, k)] : k \in {l \in Inputs_RecoverClaim : Guard_ClearExpired(s, l)}} ELSE {})

(* ReleaseInterrupted *)

From_ReleaseInterrupted(s) == (s.phase \in {"Quarantined"})

When_ReleaseInterrupted(s, i) == (~s.stepEnded)

Guard_ReleaseInterrupted(s, i) ==
  /\ From_ReleaseInterrupted(s)
  /\ (~Refuse_ReleaseQuarantine_stale_execution(s, i))
  /\ When_ReleaseInterrupted(s, i)

Next_ReleaseInterrupted(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.assistantId = NULL,
    !.losses = 0]

Effects_ReleaseInterrupted(s, i) ==
  <<[type |-> "StepInterrupted", execution |-> s.execution, assistantId |-> s.assistantId], [type |-> "ClaimCleared", execution |-> s.execution]>>

Steps_ReleaseInterrupted(s) ==
  (IF From_ReleaseInterrupted(s) THEN {[i |-> k, next |-> Next_ReleaseInterrupted(s, k), effects |-> Effects_ReleaseInterrupted(s, k)] : k \in {l \in Inputs_ReleaseQuarantine : Guard_ReleaseInterrupted(s, l)}} ELSE {})

(* ReleaseEnded *)

From_ReleaseEnded(s) == (s.phase \in {"Quarantined"})

When_ReleaseEnded(s, i) == s.stepEnded

Guard_ReleaseEnded(s, i) ==
  /\ From_ReleaseEnded(s)
  /\ (~Refuse_ReleaseQuarantine_stale_execution(s, i))
  /\ When_ReleaseEnded(s, i)

Next_ReleaseEnded(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.continues = 0,
    !.intentId = NULL,
    !.assistantId = NULL,
    !.stepEnded = FALSE,
    !.losses = 0]

Effects_ReleaseEnded(s, i) == <<[type |-> "ClaimCleared", execution |-> s.execution]>>

Steps_ReleaseEnded(s) ==
  (IF From_ReleaseEnded(s) THEN {[i |-> k, next |-> Next_ReleaseEnded(s, k), effects |-> Effects_ReleaseEnded(s, k)] : k \in {l \in Inputs_ReleaseQuarantine : Guard_ReleaseEnded(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

RequestRun ==
  /\ Guard_RequestRun(state, In_RequestRun)
  /\ state' = Next_RequestRun(state, In_RequestRun)

HearWork(handling) ==
  /\ Guard_HearWork(state, In_HearDelivery(handling))
  /\ state' = Next_HearWork(state, In_HearDelivery(handling))

PassOverShown(handling) ==
  /\ Guard_PassOverShown(state, In_HearDelivery(handling))
  /\ state' = Next_PassOverShown(state, In_HearDelivery(handling))

ClaimExecution(owner, observedAtMs, intentId) ==
  /\ Guard_ClaimExecution(state, In_ClaimExecution(owner, observedAtMs, intentId))
  /\ state' = Next_ClaimExecution(state, In_ClaimExecution(owner, observedAtMs, intentId))

RenewClaim(execution, owner, observedAtMs) ==
  /\ Guard_RenewClaim(state, In_RenewClaim(execution, owner, observedAtMs))
  /\ state' = Next_RenewClaim(state, In_RenewClaim(execution, owner, observedAtMs))

CheckOwnership(execution, owner, observedAtMs) ==
  /\ Guard_CheckOwnership(state, In_CheckOwnership(execution, owner, observedAtMs))
  /\ state' = Next_CheckOwnership(state, In_CheckOwnership(execution, owner, observedAtMs))

StartStep(execution, owner, observedAtMs, assistantId) ==
  /\ Guard_StartStep(state, In_StartStep(execution, owner, observedAtMs, assistantId))
  /\ state' = Next_StartStep(state, In_StartStep(execution, owner, observedAtMs, assistantId))

CompleteStep(execution, owner, observedAtMs) ==
  /\ Guard_CompleteStep(state, In_CompleteStep(execution, owner, observedAtMs))
  /\ state' = Next_CompleteStep(state, In_CompleteStep(execution, owner, observedAtMs))

FailStep(execution, owner, observedAtMs) ==
  /\ Guard_FailStep(state, In_FailStep(execution, owner, observedAtMs))
  /\ state' = Next_FailStep(state, In_FailStep(execution, owner, observedAtMs))

DeclineStep(execution, owner, observedAtMs) ==
  /\ Guard_DeclineStep(state, In_DeclineStep(execution, owner, observedAtMs))
  /\ state' = Next_DeclineStep(state, In_DeclineStep(execution, owner, observedAtMs))

FinishExecution(execution, owner, observedAtMs) ==
  /\ Guard_FinishExecution(state, In_FinishExecution(execution, owner, observedAtMs))
  /\ state' = Next_FinishExecution(state, In_FinishExecution(execution, owner, observedAtMs))

BeginFinalizer(execution, owner, observedAtMs) ==
  /\ Guard_BeginFinalizer(state, In_BeginFinalizer(execution, owner, observedAtMs))
  /\ state' = Next_BeginFinalizer(state, In_BeginFinalizer(execution, owner, observedAtMs))

EndFinalizer(execution, owner, observedAtMs) ==
  /\ Guard_EndFinalizer(state, In_EndFinalizer(execution, owner, observedAtMs))
  /\ state' = Next_EndFinalizer(state, In_EndFinalizer(execution, owner, observedAtMs))

HandBack(execution, owner, observedAtMs) ==
  /\ Guard_HandBack(state, In_HandBack(execution, owner, observedAtMs))
  /\ state' = Next_HandBack(state, In_HandBack(execution, owner, observedAtMs))

RequestCancel(execution, observedAtMs) ==
  /\ Guard_RequestCancel(state, In_RequestCancel(execution, observedAtMs))
  /\ state' = Next_RequestCancel(state, In_RequestCancel(execution, observedAtMs))

RequestCancelAgain(execution, observedAtMs) ==
  /\ Guard_RequestCancelAgain(state, In_RequestCancel(execution, observedAtMs))
  /\ state' = Next_RequestCancelAgain(state, In_RequestCancel(execution, observedAtMs))

JoinRunner(execution, owner, observedAtMs) ==
  /\ Guard_JoinRunner(state, In_JoinRunner(execution, owner, observedAtMs))
  /\ state' = Next_JoinRunner(state, In_JoinRunner(execution, owner, observedAtMs))

SettleInterrupted(execution, owner, observedAtMs) ==
  /\ Guard_SettleInterrupted(state, In_SettleCancellation(execution, owner, observedAtMs))
  /\ state' = Next_SettleInterrupted(state, In_SettleCancellation(execution, owner, observedAtMs))

SettleEnded(execution, owner, observedAtMs) ==
  /\ Guard_SettleEnded(state, In_SettleCancellation(execution, owner, observedAtMs))
  /\ state' = Next_SettleEnded(state, In_SettleCancellation(execution, owner, observedAtMs))

ClearClaim(execution, owner, observedAtMs) ==
  /\ Guard_ClearClaim(state, In_ClearClaim(execution, owner, observedAtMs))
  /\ state' = Next_ClearClaim(state, In_ClearClaim(execution, owner, observedAtMs))

TakeOver(execution, owner, assistantId, observedAtMs) ==
  /\ Guard_TakeOver(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))
  /\ state' = Next_TakeOver(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))

QuarantineUnmatched(execution, owner, assistantId, observedAtMs) ==
  /\ Guard_QuarantineUnmatched(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))
  /\ state' = Next_QuarantineUnmatched(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))

QuarantineSpent(execution, owner, assistantId, observedAtMs) ==
  /\ Guard_QuarantineSpent(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))
  /\ state' = Next_QuarantineSpent(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))

QuarantineCancelling(execution, owner, assistantId, observedAtMs) ==
  /\ Guard_QuarantineCancelling(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))
  /\ state' = Next_QuarantineCancelling(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))

ClearExpired(execution, owner, assistantId, observedAtMs) ==
  /\ Guard_ClearExpired(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))
  /\ state' = Next_ClearExpired(state, In_RecoverClaim(execution, owner, assistantId, observedAtMs))

ReleaseInterrupted(execution) ==
  /\ Guard_ReleaseInterrupted(state, In_ReleaseQuarantine(execution))
  /\ state' = Next_ReleaseInterrupted(state, In_ReleaseQuarantine(execution))

ReleaseEnded(execution) ==
  /\ Guard_ReleaseEnded(state, In_ReleaseQuarantine(execution))
  /\ state' = Next_ReleaseEnded(state, In_ReleaseQuarantine(execution))

(* Where every step would pass a bound of the model, it rests; any other state without a step is a deadlock. *)
AtLimit ==
  /\ (~(From_RequestRun(state) /\ (\E k \in Inputs_RequestRun : Guard_RequestRun(state, k))))
  /\ (~(From_HearWork(state) /\ (\E k \in Inputs_HearDelivery : Guard_HearWork(state, k))))
  /\ (~(From_PassOverShown(state) /\ (\E k \in Inputs_HearDelivery : Guard_PassOverShown(state, k))))
  /\ (~(From_ClaimExecution(state) /\ (\E k \in Inputs_ClaimExecution : Guard_ClaimExecution(state, k))))
  /\ (~(From_RenewClaim(state) /\ (\E k \in Inputs_RenewClaim : Guard_RenewClaim(state, k))))
  /\ (~(From_CheckOwnership(state) /\ (\E k \in Inputs_CheckOwnership : Guard_CheckOwnership(state, k))))
  /\ (~(From_StartStep(state) /\ (\E k \in Inputs_StartStep : Guard_StartStep(state, k))))
  /\ (~(From_CompleteStep(state) /\ (\E k \in Inputs_CompleteStep : Guard_CompleteStep(state, k))))
  /\ (~(From_FailStep(state) /\ (\E k \in Inputs_FailStep : Guard_FailStep(state, k))))
  /\ (~(From_DeclineStep(state) /\ (\E k \in Inputs_DeclineStep : Guard_DeclineStep(state, k))))
  /\ (~(From_FinishExecution(state) /\ (\E k \in Inputs_FinishExecution : Guard_FinishExecution(state, k))))
  /\ (~(From_BeginFinalizer(state) /\ (\E k \in Inputs_BeginFinalizer : Guard_BeginFinalizer(state, k))))
  /\ (~(From_EndFinalizer(state) /\ (\E k \in Inputs_EndFinalizer : Guard_EndFinalizer(state, k))))
  /\ (~(From_HandBack(state) /\ (\E k \in Inputs_HandBack : Guard_HandBack(state, k))))
  /\ (~(From_RequestCancel(state) /\ (\E k \in Inputs_RequestCancel : Guard_RequestCancel(state, k))))
  /\ (~(From_RequestCancelAgain(state) /\ (\E k \in Inputs_RequestCancel : Guard_RequestCancelAgain(state, k))))
  /\ (~(From_JoinRunner(state) /\ (\E k \in Inputs_JoinRunner : Guard_JoinRunner(state, k))))
  /\ (~(From_SettleInterrupted(state) /\ (\E k \in Inputs_SettleCancellation : Guard_SettleInterrupted(state, k))))
  /\ (~(From_SettleEnded(state) /\ (\E k \in Inputs_SettleCancellation : Guard_SettleEnded(state, k))))
  /\ (~(From_ClearClaim(state) /\ (\E k \in Inputs_ClearClaim : Guard_ClearClaim(state, k))))
  /\ (~(From_TakeOver(state) /\ (\E k \in Inputs_RecoverClaim : Guard_TakeOver(state, k))))
  /\ (~(From_QuarantineUnmatched(state) /\ (\E k \in Inputs_RecoverClaim : Guard_QuarantineUnmatched(state, k))))
  /\ (~(From_QuarantineSpent(state) /\ (\E k \in Inputs_RecoverClaim : Guard_QuarantineSpent(state, k))))
  /\ (~(From_QuarantineCancelling(state) /\ (\E k \in Inputs_RecoverClaim : Guard_QuarantineCancelling(state, k))))
  /\ (~(From_ClearExpired(state) /\ (\E k \in Inputs_RecoverClaim : Guard_ClearExpired(state, k))))
  /\ (~(From_ReleaseInterrupted(state) /\ (\E k \in Inputs_ReleaseQuarantine : Guard_ReleaseInterrupted(state, k))))
  /\ (~(From_ReleaseEnded(state) /\ (\E k \in Inputs_ReleaseQuarantine : Guard_ReleaseEnded(state, k))))
  /\ (((((From_ClaimExecution(state) /\ (\E k \in Inputs_ClaimExecution : (Open_ClaimExecution(state, k) /\ Refuse_ClaimExecution_exhausted(state, k)))) \/ (From_RenewClaim(state) /\ (\E k \in Inputs_RenewClaim : (Open_RenewClaim(state, k) /\ Refuse_RenewClaim_exhausted(state, k))))) \/ (From_BeginFinalizer(state) /\ (\E k \in Inputs_BeginFinalizer : (Open_BeginFinalizer(state, k) /\ Refuse_BeginFinalizer_exhausted(state, k))))) \/ (From_EndFinalizer(state) /\ (\E k \in Inputs_EndFinalizer : (Open_EndFinalizer(state, k) /\ Refuse_EndFinalizer_exhausted(state, k))))) \/ (From_TakeOver(state) /\ (\E k \in Inputs_RecoverClaim : (Open_TakeOver(state, k) /\ Refuse_TakeOver_exhausted(state, k)))))
  /\ state' = state

Init == state = InitialState

Next ==
  \/ RequestRun
  \/ \E handling \in ({"steer", "queue"} \cup {NULL}) : HearWork(handling)
  \/ \E handling \in ({"steer", "queue"} \cup {NULL}) : PassOverShown(handling)
  \/ \E owner \in Owners, observedAtMs \in ClockDomain, intentId \in ExecutionIntentIds : ClaimExecution(owner, observedAtMs, intentId)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : RenewClaim(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : CheckOwnership(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain, assistantId \in AssistantIds : StartStep(execution, owner, observedAtMs, assistantId)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : CompleteStep(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : FailStep(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : DeclineStep(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : FinishExecution(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : BeginFinalizer(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : EndFinalizer(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : HandBack(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, observedAtMs \in ClockDomain : RequestCancel(execution, observedAtMs)
  \/ \E execution \in ExecutionDomain, observedAtMs \in ClockDomain : RequestCancelAgain(execution, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : JoinRunner(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : SettleInterrupted(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : SettleEnded(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in ClockDomain : ClearClaim(execution, owner, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain : TakeOver(execution, owner, assistantId, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain : QuarantineUnmatched(execution, owner, assistantId, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain : QuarantineSpent(execution, owner, assistantId, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain : QuarantineCancelling(execution, owner, assistantId, observedAtMs)
  \/ \E execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain : ClearExpired(execution, owner, assistantId, observedAtMs)
  \/ \E execution \in ExecutionDomain : ReleaseInterrupted(execution)
  \/ \E execution \in ExecutionDomain : ReleaseEnded(execution)
  \/ AtLimit

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Idle", "Claimed", "Running", "Cancelling", "Cancelled", "Settled", "Quarantined"})
  /\ (state.pending \in BOOLEAN)
  /\ (state.execution \in ExecutionDomain)
  /\ (state.continues \in ExecutionDomain)
  /\ ((state.intentId = NULL) \/ (state.intentId \in ExecutionIntentIds))
  /\ ((state.owner = NULL) \/ (state.owner \in Owners))
  /\ (state.leaseExpiresAtMs \in ClockDomain)
  /\ ((state.assistantId = NULL) \/ (state.assistantId \in AssistantIds))
  /\ (state.stepEnded \in BOOLEAN)
  /\ (state.runnerJoined \in BOOLEAN)
  /\ (state.finalizers \in FinalizerDomain)
  /\ (state.losses \in LossesDomain)

always_a_held_session_has_one_owner == (isHeld(state) = (state.owner /= NULL))

always_a_claim_has_a_lease == (isHandedBack(state) \/ (isHeld(state) = (state.leaseExpiresAtMs > 0)))

always_a_running_session_knows_its_assistant ==
  (((state.phase /= "Running") \/ (state.assistantId /= NULL)) /\ ((state.phase /= "Claimed") \/ (state.assistantId = NULL)))

always_only_a_step_that_began_has_ended == ((~state.stepEnded) \/ (state.assistantId /= NULL))

always_a_recovery_is_named_by_what_it_continues == ((state.continues = 0) \/ (state.execution = (state.continues + 1)))

(* whoever_holds_a_session_knows_what_for: A free session has none: what it does next is something else. *)
always_whoever_holds_a_session_knows_what_for == ((state.phase = "Idle") = (state.intentId = NULL))

always_a_settled_session_has_no_step ==
  (((state.phase /= "Settled") /\ (state.phase /= "Cancelled")) \/ (state.assistantId = NULL))

always_only_a_runner_that_was_cancelled_is_joined == ((~state.runnerJoined) \/ (state.phase = "Cancelling"))

always_a_free_session_holds_nothing == ((state.phase /= "Idle") \/ ((state.continues = 0) /\ (state.assistantId = NULL)))

always_no_finalizer_is_left_without_its_claim == ((state.finalizers = 0) \/ (state.owner /= NULL))

(* a_superseded_execution_leaves_no_trace: Whoever does not have the session, or has it no more, changes nothing and is told nothing. *)
step_always_a_superseded_execution_leaves_no_trace(s, next, i, effects) ==
  (((~(i.type \in {"RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "RequestCancel", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim", "ReleaseQuarantine"})) \/ (i.execution = s.execution)) \/ ((s = next) /\ (Len(effects) = 0)))

always_a_superseded_execution_leaves_no_trace ==
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_superseded_execution_leaves_no_trace(state, step.next, step.i, step.effects))

step_always_a_claim_has_one_voice(s, next, i, effects) ==
  (((((i.type = "ClaimExecution") \/ (i.type = "RecoverClaim")) \/ (~(i.type \in {"ClaimExecution", "RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim"}))) \/ (i.owner = s.owner)) \/ ((s = next) /\ (Len(effects) = 0)))

always_a_claim_has_one_voice ==
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_claim_has_one_voice(state, step.next, step.i, step.effects))

(* a_lapsed_owner_leaves_no_trace: An owner whose lease has run out is dead to the session, even before anybody has noticed. *)
step_always_a_lapsed_owner_leaves_no_trace(s, next, i, effects) ==
  (((((i.type = "ClaimExecution") \/ (i.type = "RecoverClaim")) \/ (~(i.type \in {"ClaimExecution", "RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "RequestCancel", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim"}))) \/ (i.observedAtMs < s.leaseExpiresAtMs)) \/ ((s = next) /\ (Len(effects) = 0)))

always_a_lapsed_owner_leaves_no_trace ==
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_lapsed_owner_leaves_no_trace(state, step.next, step.i, step.effects))

(* nothing_is_overwritten_but_by_recovery: A claim is never overwritten, alive or expired: recovery alone takes what has expired. *)
step_always_nothing_is_overwritten_but_by_recovery(s, next, i, effects) ==
  (((s.owner = NULL) \/ (next.execution = s.execution)) \/ (i.type = "RecoverClaim"))

always_nothing_is_overwritten_but_by_recovery ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_nothing_is_overwritten_but_by_recovery(state, step.next, step.i, step.effects))

step_always_a_live_claim_is_not_recovered(s, next, i, effects) ==
  (((~(i.type = "RecoverClaim")) \/ (i.observedAtMs >= s.leaseExpiresAtMs)) \/ (s = next))

always_a_live_claim_is_not_recovered ==
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_live_claim_is_not_recovered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_live_claim_is_not_recovered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_live_claim_is_not_recovered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_live_claim_is_not_recovered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_live_claim_is_not_recovered(state, step.next, step.i, step.effects))

(* a_lease_lasts_from_its_grant: Whoever is granted a lease, or more of it, has it for its whole length; it ends before only as its owner says so. *)
step_always_a_lease_lasts_from_its_grant(s, next, i, effects) ==
  (((((~(i.type \in {"ClaimExecution", "RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "RequestCancel", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim"})) \/ (next.owner = NULL)) \/ ((next.execution = s.execution) /\ (next.leaseExpiresAtMs = s.leaseExpiresAtMs))) \/ (i.type = "HandBack")) \/ (next.leaseExpiresAtMs = (i.observedAtMs + Limit_leaseMs)))

always_a_lease_lasts_from_its_grant ==
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_lease_lasts_from_its_grant(state, step.next, step.i, step.effects))

step_always_leases_only_grow(s, next, i, effects) ==
  ((((s.owner = NULL) \/ (next.owner = NULL)) \/ (next.leaseExpiresAtMs >= s.leaseExpiresAtMs)) \/ (i.type = "HandBack"))

always_leases_only_grow ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_leases_only_grow(state, step.next, step.i, step.effects))

(* what_is_handed_back_is_free_to_be_taken_over: Nothing of the runner is left behind, and what was under way is gone on with as it was. *)
step_always_what_is_handed_back_is_free_to_be_taken_over(s, next, i, effects) ==
  (((~(i.type = "HandBack")) \/ (s = next)) \/ ((((isHandedBack(next) /\ (next.finalizers = 0)) /\ (next.phase = s.phase)) /\ (next.assistantId = s.assistantId)) /\ (next.stepEnded = s.stepEnded)))

always_what_is_handed_back_is_free_to_be_taken_over ==
  (\A step \in Steps_HandBack(state) : step_always_what_is_handed_back_is_free_to_be_taken_over(state, step.next, step.i, step.effects))

step_always_an_execution_rises_by_one_with_its_claim(s, next, i, effects) ==
  ((next.execution = s.execution) \/ ((next.execution = (s.execution + 1)) /\ (next.owner /= NULL)))

always_an_execution_rises_by_one_with_its_claim ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_an_execution_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))

step_always_a_claim_goes_to_whoever_asked(s, next, i, effects) ==
  (((next.execution = s.execution) \/ (~(i.type \in {"ClaimExecution", "RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim"}))) \/ (next.owner = i.owner))

always_a_claim_goes_to_whoever_asked ==
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_claim_goes_to_whoever_asked(state, step.next, step.i, step.effects))

step_always_every_check_is_answered(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "OwnershipConfirmed")}) = (IF (i.type = "CheckOwnership") THEN 1 ELSE 0))

always_every_check_is_answered ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_every_check_is_answered(state, step.next, step.i, step.effects))

(* ownership_is_confirmed_under_the_lease: Before a snapshot or a call to a provider, ownership is confirmed to the owner alone, while the lease lasts. *)
step_always_ownership_is_confirmed_x005funder_the_lease(s, next, i, effects) ==
  ((~(\E n \in (1..Len(effects)) : (effects[n].type = "OwnershipConfirmed"))) \/ ((((((i.type \in {"ClaimExecution", "RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim"}) /\ (i.type \in {"RenewClaim", "CheckOwnership", "StartStep", "CompleteStep", "FailStep", "DeclineStep", "FinishExecution", "BeginFinalizer", "EndFinalizer", "HandBack", "RequestCancel", "JoinRunner", "SettleCancellation", "ClearClaim", "RecoverClaim", "ReleaseQuarantine"})) /\ (i.owner = s.owner)) /\ (i.execution = s.execution)) /\ (i.observedAtMs < s.leaseExpiresAtMs)) /\ ((s.phase = "Claimed") \/ (s.phase = "Running"))))

always_ownership_is_confirmed_x005funder_the_lease ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_ownership_is_confirmed_x005funder_the_lease(state, step.next, step.i, step.effects))

step_always_a_step_has_one_assistant(s, next, i, effects) ==
  (((~isOpen(s)) \/ (next.assistantId = s.assistantId)) \/ ((next.assistantId = NULL) /\ (((next.phase = "Idle") \/ (next.phase = "Settled")) \/ (next.phase = "Cancelled"))))

always_a_step_has_one_assistant ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_step_has_one_assistant(state, step.next, step.i, step.effects))

step_always_the_assistant_is_recorded_as_its_step_begins(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : ((effects[n].type /= "StepStarted") \/ ((next.assistantId = effects[n].assistantId) /\ isOpen(next))))

always_the_assistant_is_recorded_as_its_step_begins ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_the_assistant_is_recorded_as_its_step_begins(state, step.next, step.i, step.effects))

step_always_no_step_begins_while_one_is_open(s, next, i, effects) ==
  ((~isOpen(s)) \/ (\A n \in (1..Len(effects)) : (effects[n].type /= "StepStarted")))

always_no_step_begins_while_one_is_open ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_no_step_begins_while_one_is_open(state, step.next, step.i, step.effects))

step_always_nothing_begins_after_a_cancel(s, next, i, effects) ==
  ((s.phase /= "Cancelling") \/ (\A n \in (1..Len(effects)) : ((effects[n].type /= "StepStarted") /\ (effects[n].type /= "OwnershipConfirmed"))))

always_nothing_begins_after_a_cancel ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_nothing_begins_after_a_cancel(state, step.next, step.i, step.effects))

step_always_a_cancellation_is_not_taken_back(s, next, i, effects) ==
  ((((s.phase /= "Cancelling") \/ (next.phase = "Cancelling")) \/ (next.phase = "Cancelled")) \/ (next.phase = "Quarantined"))

always_a_cancellation_is_not_taken_back ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_cancellation_is_not_taken_back(state, step.next, step.i, step.effects))

(* a_cancellation_begins_silently: While a cancellation is under way the claim stands and nothing is written of it. *)
step_always_a_cancellation_begins_silently(s, next, i, effects) ==
  (((s.phase = "Cancelling") \/ (next.phase /= "Cancelling")) \/ ((next.owner = s.owner) /\ (\A n \in (1..Len(effects)) : (effects[n].type /= "StepInterrupted"))))

always_a_cancellation_begins_silently ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_cancellation_begins_silently(state, step.next, step.i, step.effects))

step_always_nothing_is_settled_while_a_finalizer_runs(s, next, i, effects) ==
  (((s.phase /= "Cancelling") \/ (next.phase /= "Cancelled")) \/ (s.finalizers = 0))

always_nothing_is_settled_while_a_finalizer_runs ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_nothing_is_settled_while_a_finalizer_runs(state, step.next, step.i, step.effects))

step_always_nothing_is_settled_before_the_runner_is_joined(s, next, i, effects) ==
  (((s.phase /= "Cancelling") \/ (next.phase /= "Cancelled")) \/ s.runnerJoined)

always_nothing_is_settled_before_the_runner_is_joined ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_nothing_is_settled_before_the_runner_is_joined(state, step.next, step.i, step.effects))

step_always_no_interruption_while_a_finalizer_runs(s, next, i, effects) ==
  ((s.finalizers = 0) \/ (\A n \in (1..Len(effects)) : (effects[n].type /= "StepInterrupted")))

always_no_interruption_while_a_finalizer_runs ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_no_interruption_while_a_finalizer_runs(state, step.next, step.i, step.effects))

step_always_no_finalizer_begins_after_the_runner_is_joined(s, next, i, effects) ==
  ((~s.runnerJoined) \/ (next.finalizers <= s.finalizers))

always_no_finalizer_begins_after_the_runner_is_joined ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_no_finalizer_begins_after_the_runner_is_joined(state, step.next, step.i, step.effects))

(* a_claim_stands_while_a_finalizer_runs: So no replacement can enter. *)
step_always_a_claim_stands_while_a_finalizer_runs(s, next, i, effects) ==
  (((s.finalizers = 0) \/ (i.type = "RecoverClaim")) \/ ((next.owner = s.owner) /\ (next.execution = s.execution)))

always_a_claim_stands_while_a_finalizer_runs ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_claim_stands_while_a_finalizer_runs(state, step.next, step.i, step.effects))

(* a_settlement_writes_one_interruption: One interruption, with the settlement and in its transaction. *)
step_always_a_settlement_writes_one_interruption(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "StepInterrupted")}) = (IF ((~s.stepEnded) /\ (((s.phase = "Cancelling") /\ (next.phase = "Cancelled")) \/ ((s.phase = "Quarantined") /\ (next.phase = "Idle")))) THEN 1 ELSE 0))

always_a_settlement_writes_one_interruption ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_settlement_writes_one_interruption(state, step.next, step.i, step.effects))

(* what_is_told_names_the_recorded_assistant: Whatever is told of a step names the assistant on record, and of an execution the one that it was. *)
step_always_what_is_told_names_the_recorded_assistant(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : (((((((effects[n].type /= "OwnershipConfirmed") /\ (effects[n].type /= "StepCompleted")) /\ (effects[n].type /= "StepFailed")) /\ (effects[n].type /= "StepDeclined")) /\ (effects[n].type /= "StepInterrupted")) /\ (effects[n].type /= "ContinuationRequested")) \/ (effects[n].assistantId = s.assistantId)))

always_what_is_told_names_the_recorded_assistant ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_what_is_told_names_the_recorded_assistant(state, step.next, step.i, step.effects))

step_always_what_is_told_names_its_execution(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : (((effects[n].type = "RunRequested") \/ (effects[n].type = "ContinuationRequested")) \/ (effects[n].execution = (IF (effects[n].type = "ExecutionClaimed") THEN (s.execution + 1) ELSE s.execution))))

always_what_is_told_names_its_execution ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_what_is_told_names_its_execution(state, step.next, step.i, step.effects))

step_always_a_step_that_ended_is_not_interrupted(s, next, i, effects) ==
  ((~s.stepEnded) \/ (\A n \in (1..Len(effects)) : (effects[n].type /= "StepInterrupted")))

always_a_step_that_ended_is_not_interrupted ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_step_that_ended_is_not_interrupted(state, step.next, step.i, step.effects))

(* a_step_ends_once: However a step ends, it ends once, and its end is told in the same transaction. *)
step_always_a_step_ends_once(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : ((((effects[n].type = "StepCompleted") \/ (effects[n].type = "StepFailed")) \/ (effects[n].type = "StepDeclined")) \/ ((effects[n].type = "StepInterrupted") /\ (effects[n].assistantId /= NULL)))}) = (IF (isOpen(s) /\ (~isOpen(next))) THEN 1 ELSE 0))

always_a_step_ends_once ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_step_ends_once(state, step.next, step.i, step.effects))

step_always_clearing_comes_after_settling(s, next, i, effects) ==
  (((((next.phase /= "Idle") \/ (s.phase = "Idle")) \/ (s.phase = "Cancelled")) \/ (s.phase = "Settled")) \/ (s.phase = "Quarantined"))

always_clearing_comes_after_settling ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_clearing_comes_after_settling(state, step.next, step.i, step.effects))

step_always_a_decline_is_no_interruption(s, next, i, effects) ==
  ((~(i.type = "DeclineStep")) \/ ((next.phase = "Settled") /\ (\A n \in (1..Len(effects)) : (effects[n].type = "StepDeclined"))))

always_a_decline_is_no_interruption ==
  (\A step \in Steps_DeclineStep(state) : step_always_a_decline_is_no_interruption(state, step.next, step.i, step.effects))

(* only_an_unknown_outcome_is_quarantined: An outcome on record is cleared, never quarantined; only an unknown one is. *)
step_always_only_an_x005funknown_outcome_is_quarantined(s, next, i, effects) ==
  ((next.phase /= "Quarantined") \/ (((s.phase /= "Cancelled") /\ (s.phase /= "Settled")) /\ (s.phase /= "Idle")))

always_only_an_x005funknown_outcome_is_quarantined ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_only_an_x005funknown_outcome_is_quarantined(state, step.next, step.i, step.effects))

(* no_budget_is_overdrawn: So often a turn may lose its owner and be begun again; then somebody has to look. *)
step_always_no_budget_is_overdrawn(s, next, i, effects) == (next.losses <= Limit_takeoverBudget)

always_no_budget_is_overdrawn ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_no_budget_is_overdrawn(state, step.next, step.i, step.effects))

step_always_every_takeover_of_a_lost_claim_is_counted(s, next, i, effects) ==
  (next.losses = (IF (next.phase = "Idle") THEN 0 ELSE (IF (((~(i.type = "RecoverClaim")) \/ (next.owner = NULL)) \/ isHandedBack(s)) THEN s.losses ELSE (s.losses + 1))))

always_every_takeover_of_a_lost_claim_is_counted ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_every_takeover_of_a_lost_claim_is_counted(state, step.next, step.i, step.effects))

step_always_a_turn_is_taken_over_while_the_budget_lasts(s, next, i, effects) ==
  (((((~(i.type = "RecoverClaim")) \/ (next.phase /= "Quarantined")) \/ (s.phase = "Cancelling")) \/ (i.assistantId /= s.assistantId)) \/ ((~isHandedBack(s)) /\ (s.losses = Limit_takeoverBudget)))

always_a_turn_is_taken_over_while_the_budget_lasts ==
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_turn_is_taken_over_while_the_budget_lasts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_turn_is_taken_over_while_the_budget_lasts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_turn_is_taken_over_while_the_budget_lasts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_turn_is_taken_over_while_the_budget_lasts(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_turn_is_taken_over_while_the_budget_lasts(state, step.next, step.i, step.effects))

step_always_an_x005funknown_outcome_is_not_cleared(s, next, i, effects) ==
  (((~(i.type = "RecoverClaim")) \/ (s.phase /= "Cancelling")) \/ (next.phase = "Quarantined"))

always_an_x005funknown_outcome_is_not_cleared ==
  /\ (\A step \in Steps_TakeOver(state) : step_always_an_x005funknown_outcome_is_not_cleared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_an_x005funknown_outcome_is_not_cleared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_an_x005funknown_outcome_is_not_cleared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_an_x005funknown_outcome_is_not_cleared(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_an_x005funknown_outcome_is_not_cleared(state, step.next, step.i, step.effects))

step_always_only_an_operator_releases_a_quarantine(s, next, i, effects) ==
  (((s.phase /= "Quarantined") \/ (next.phase = "Quarantined")) \/ (i.type = "ReleaseQuarantine"))

always_only_an_operator_releases_a_quarantine ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_only_an_operator_releases_a_quarantine(state, step.next, step.i, step.effects))

step_always_a_continuation_keeps_the_step(s, next, i, effects) ==
  (((~(i.type = "RecoverClaim")) \/ (next.owner = NULL)) \/ ((((next.continues = i.execution) /\ (next.assistantId = i.assistantId)) /\ (next.assistantId = s.assistantId)) /\ (next.stepEnded = s.stepEnded)))

always_a_continuation_keeps_the_step ==
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_continuation_keeps_the_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_continuation_keeps_the_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_continuation_keeps_the_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_continuation_keeps_the_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_continuation_keeps_the_step(state, step.next, step.i, step.effects))

step_always_every_takeover_asks_for_one_continuation(s, next, i, effects) ==
  ((Cardinality({n \in (1..Len(effects)) : (effects[n].type = "ContinuationRequested")}) = (IF ((i.type = "RecoverClaim") /\ (next.execution /= s.execution)) THEN 1 ELSE 0)) /\ (\A n \in (1..Len(effects)) : ((effects[n].type /= "ContinuationRequested") \/ ((effects[n].continues = next.continues) /\ (effects[n].execution = next.execution)))))

always_every_takeover_asks_for_one_continuation ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_every_takeover_asks_for_one_continuation(state, step.next, step.i, step.effects))

step_always_recovery_leaves_ordinary_work_alone(s, next, i, effects) ==
  ((~(i.type = "RecoverClaim")) \/ (next.pending = s.pending))

always_recovery_leaves_ordinary_work_alone ==
  /\ (\A step \in Steps_TakeOver(state) : step_always_recovery_leaves_ordinary_work_alone(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_recovery_leaves_ordinary_work_alone(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_recovery_leaves_ordinary_work_alone(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_recovery_leaves_ordinary_work_alone(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_recovery_leaves_ordinary_work_alone(state, step.next, step.i, step.effects))

step_always_ordinary_work_continues_nothing(s, next, i, effects) ==
  ((~(i.type = "ClaimExecution")) \/ (s.pending /\ (next.continues = 0)))

always_ordinary_work_continues_nothing ==
  (\A step \in Steps_ClaimExecution(state) : step_always_ordinary_work_continues_nothing(state, step.next, step.i, step.effects))

(* every_change_is_told: Nobody has to look on their own whether to stop a runner, to take up work, or to release what is quarantined. *)
step_always_every_change_is_told(s, next, i, effects) ==
  (((((Cardinality({n \in (1..Len(effects)) : (effects[n].type = "CancelRequested")}) = (IF ((next.phase = "Cancelling") /\ (s.phase /= "Cancelling")) THEN 1 ELSE 0)) /\ (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "ClaimCleared")}) = (IF ((next.phase = "Idle") /\ (s.phase /= "Idle")) THEN 1 ELSE 0))) /\ (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "ClaimQuarantined")}) = (IF ((next.phase = "Quarantined") /\ (s.phase /= "Quarantined")) THEN 1 ELSE 0))) /\ (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "RunRequested")}) = (IF ((i.type = "RequestRun") \/ ((i.type = "HearDelivery") /\ (i.handling /= NULL))) THEN 1 ELSE 0))) /\ (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "ExecutionClaimed")}) = (IF (i.type = "ClaimExecution") THEN 1 ELSE 0)))

always_every_change_is_told ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_every_change_is_told(state, step.next, step.i, step.effects))

step_always_an_intent_lasts_x005funtil_the_session_is_free(s, next, i, effects) ==
  (((s.phase = "Idle") \/ (next.phase = "Idle")) \/ (next.intentId = s.intentId))

always_an_intent_lasts_x005funtil_the_session_is_free ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_an_intent_lasts_x005funtil_the_session_is_free(state, step.next, step.i, step.effects))

step_always_an_intent_is_the_one_that_was_minted(s, next, i, effects) ==
  ((~(i.type = "ClaimExecution")) \/ (next.intentId = i.intentId))

always_an_intent_is_the_one_that_was_minted ==
  (\A step \in Steps_ClaimExecution(state) : step_always_an_intent_is_the_one_that_was_minted(state, step.next, step.i, step.effects))

step_always_a_request_is_on_record(s, next, i, effects) ==
  (((~(i.type = "RequestRun")) /\ ((~(i.type = "HearDelivery")) \/ (i.handling = NULL))) \/ next.pending)

always_a_request_is_on_record ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_request_is_on_record(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_request_is_on_record(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_request_is_on_record(state, step.next, step.i, step.effects))

step_always_what_is_only_shown_opens_no_turn(s, next, i, effects) ==
  (((~(i.type = "HearDelivery")) \/ (i.handling /= NULL)) \/ ((s = next) /\ (Len(effects) = 0)))

always_what_is_only_shown_opens_no_turn ==
  /\ (\A step \in Steps_HearWork(state) : step_always_what_is_only_shown_opens_no_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_what_is_only_shown_opens_no_turn(state, step.next, step.i, step.effects))

step_always_a_claim_takes_x005fup_what_was_asked(s, next, i, effects) == ((~(i.type = "ClaimExecution")) \/ (~next.pending))

always_a_claim_takes_x005fup_what_was_asked ==
  (\A step \in Steps_ClaimExecution(state) : step_always_a_claim_takes_x005fup_what_was_asked(state, step.next, step.i, step.effects))

(* a_request_lasts_until_a_claim: A resume is on record before anything drains it, and until a claim takes it up. *)
step_always_a_request_lasts_x005funtil_a_claim(s, next, i, effects) ==
  (((~s.pending) \/ next.pending) \/ (i.type = "ClaimExecution"))

always_a_request_lasts_x005funtil_a_claim ==
  /\ (\A step \in Steps_RequestRun(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_always_a_request_lasts_x005funtil_a_claim(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_claimed == (~(state.phase = "Claimed"))

step_never_woken_by_a_delivery(s, next, i, effects) == (~(((i.type = "HearDelivery") /\ (~s.pending)) /\ next.pending))

never_woken_by_a_delivery ==
  /\ (\A step \in Steps_HearWork(state) : step_never_woken_by_a_delivery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_woken_by_a_delivery(state, step.next, step.i, step.effects))

step_never_shown_while_it_runs(s, next, i, effects) ==
  (~(((i.type = "HearDelivery") /\ (i.handling = NULL)) /\ (s.phase = "Running")))

never_shown_while_it_runs ==
  /\ (\A step \in Steps_HearWork(state) : step_never_shown_while_it_runs(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_shown_while_it_runs(state, step.next, step.i, step.effects))

never_running == (~(state.phase = "Running"))

never_cancelling == (~(state.phase = "Cancelling"))

never_cancelled == (~(state.phase = "Cancelled"))

never_settled == (~(state.phase = "Settled"))

never_quarantined == (~(state.phase = "Quarantined"))

step_never_a_second_step_x005funder_one_claim(s, next, i, effects) ==
  (~((s.stepEnded /\ isOpen(next)) /\ (next.execution = s.execution)))

never_a_second_step_x005funder_one_claim ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_a_second_step_x005funder_one_claim(state, step.next, step.i, step.effects))

step_never_interrupted_before_a_step(s, next, i, effects) ==
  (~(\E n \in (1..Len(effects)) : ((effects[n].type = "StepInterrupted") /\ (effects[n].assistantId = NULL))))

never_interrupted_before_a_step ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))

step_never_interrupted_in_a_step(s, next, i, effects) ==
  (~(\E n \in (1..Len(effects)) : ((effects[n].type = "StepInterrupted") /\ (effects[n].assistantId /= NULL))))

never_interrupted_in_a_step ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))

step_never_cancelled_right_after_its_step_began(s, next, i, effects) ==
  (~((isOpen(s) /\ (s.phase = "Running")) /\ (next.phase = "Cancelling")))

never_cancelled_right_after_its_step_began ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_cancelled_right_after_its_step_began(state, step.next, step.i, step.effects))

step_never_cancelled_after_its_step_ended(s, next, i, effects) ==
  (~((s.stepEnded /\ (s.phase = "Cancelling")) /\ (next.phase = "Cancelled")))

never_cancelled_after_its_step_ended ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_cancelled_after_its_step_ended(state, step.next, step.i, step.effects))

never_finalizer_outlives_the_runner == (~(state.runnerJoined /\ (state.finalizers > 0)))

never_finalizer_outlives_a_decline == (~((state.phase = "Settled") /\ (state.finalizers > 0)))

step_never_renewed(s, next, i, effects) == (~((i.type = "RenewClaim") /\ (next.leaseExpiresAtMs > s.leaseExpiresAtMs)))

never_renewed == (\A step \in Steps_RenewClaim(state) : step_never_renewed(state, step.next, step.i, step.effects))

never_taken_over_in_a_step == (~((state.continues > 0) /\ isOpen(state)))

never_taken_over_with_ordinary_work_waiting == (~((state.continues > 0) /\ state.pending))

step_never_handed_back(s, next, i, effects) == (~(((s.continues > 0) /\ isOpen(s)) /\ isHandedBack(next)))

never_handed_back ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_handed_back(state, step.next, step.i, step.effects))

step_never_taken_over_after_it_was_handed_back(s, next, i, effects) ==
  (~((isHandedBack(s) /\ (next.execution > s.execution)) /\ (next.losses = s.losses)))

never_taken_over_after_it_was_handed_back ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_taken_over_after_it_was_handed_back(state, step.next, step.i, step.effects))

step_never_taken_over_again_after_a_loss(s, next, i, effects) ==
  (~((isHandedBack(s) /\ (s.losses > 0)) /\ (next.execution > s.execution)))

never_taken_over_again_after_a_loss ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_taken_over_again_after_a_loss(state, step.next, step.i, step.effects))

step_never_quarantined_by_budget(s, next, i, effects) ==
  (~((((((s.losses > 0) /\ (next.phase = "Quarantined")) /\ isOpen(s)) /\ (i.type = "RecoverClaim")) /\ (i.assistantId = s.assistantId)) /\ (s.phase = "Running")))

never_quarantined_by_budget ==
  /\ (\A step \in Steps_TakeOver(state) : step_never_quarantined_by_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_quarantined_by_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_quarantined_by_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_quarantined_by_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_quarantined_by_budget(state, step.next, step.i, step.effects))

step_never_claimed_after_a_spent_budget(s, next, i, effects) ==
  (~((((s.phase = "Quarantined") /\ (s.losses > 0)) /\ (next.phase = "Idle")) /\ (next.losses = 0)))

never_claimed_after_a_spent_budget ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_claimed_after_a_spent_budget(state, step.next, step.i, step.effects))

never_a_continuation_is_cancelled == (~((state.continues > 0) /\ (state.phase = "Cancelled")))

step_never_cleared_by_its_owner(s, next, i, effects) ==
  (~(((s.phase = "Cancelled") /\ (next.phase = "Idle")) /\ (i.type = "ClearClaim")))

never_cleared_by_its_owner ==
  (\A step \in Steps_ClearClaim(state) : step_never_cleared_by_its_owner(state, step.next, step.i, step.effects))

step_never_cleared_by_recovery(s, next, i, effects) ==
  (~(((s.phase = "Cancelled") /\ (next.phase = "Idle")) /\ (i.type = "RecoverClaim")))

never_cleared_by_recovery ==
  /\ (\A step \in Steps_TakeOver(state) : step_never_cleared_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_cleared_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_cleared_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_cleared_by_recovery(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_cleared_by_recovery(state, step.next, step.i, step.effects))

step_never_quarantined_with_another_assistant(s, next, i, effects) == (~((s.phase = "Running") /\ (next.phase = "Quarantined")))

never_quarantined_with_another_assistant ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_quarantined_with_another_assistant(state, step.next, step.i, step.effects))

never_ordinary_work_waits_in_quarantine == (~((state.phase = "Quarantined") /\ state.pending))

step_never_claimed_after_a_quarantine(s, next, i, effects) ==
  (~(((s.phase = "Quarantined") /\ (next.phase = "Idle")) /\ next.pending))

never_claimed_after_a_quarantine ==
  /\ (\A step \in Steps_RequestRun(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HearWork(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverShown(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExecution(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RenewClaim(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CheckOwnership(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StartStep(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CompleteStep(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FailStep(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_DeclineStep(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_FinishExecution(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginFinalizer(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndFinalizer(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandBack(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancel(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RequestCancelAgain(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_JoinRunner(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleInterrupted(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SettleEnded(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearClaim(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_TakeOver(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineUnmatched(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineSpent(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_QuarantineCancelling(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClearExpired(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseInterrupted(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseEnded(state) : step_never_claimed_after_a_quarantine(state, step.next, step.i, step.effects))

=============================================================================
