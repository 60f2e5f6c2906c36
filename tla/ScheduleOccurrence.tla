---- MODULE ScheduleOccurrence ----
(* Generated from specs/machines/schedule-occurrence.ts. Do not edit.
   One due moment of a schedule: whoever claims it submits the one job that it stands for, and it closes when that job is
   accepted, not when it ends. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,          (* no row, no value *)
  SessionIds,    (* the ids of the model: SessionId *)
  Holders,       (* the ids of the model: Holder *)
  Texts_,        (* the texts of the model *)
  GivenTexts,    (* of these texts, what inputs carry *)
  Opaques_,      (* the opaque values of the model *)
  GivenOpaques,  (* of these opaque values, what inputs carry *)
  MaxDue,        (* Due: 0 to this *)
  MaxGrace,      (* Grace: 0 to this *)
  MaxClaims,     (* Claims: 0 to this *)
  MaxClock,      (* Clock: 0 to this *)
  MaxLease       (* Lease: 0 to this *)

DueDomain == (0..MaxDue)
GraceDomain == (0..MaxGrace)
ClaimsDomain == (0..MaxClaims)
ClockDomain == (0..MaxClock)
LeaseDomain == (0..MaxLease)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

InitialState ==
  [phase |-> "Unplanned",
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
   whenLate |-> "Miss",
   graceMs |-> 0,
   fence |-> 0,
   holder |-> NULL,
   leaseExpiresAtMs |-> 0,
   sent |-> FALSE]

In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs) ==
  [type |-> "Plan", originSessionId |-> originSessionId, lineage |-> lineage, tool |-> tool, toolVersion |-> toolVersion, runner |-> runner, runnerVersion |-> runnerVersion, arguments |-> arguments, terms |-> terms, restartClass |-> restartClass, dueAtMs |-> dueAtMs, whenLate |-> whenLate, graceMs |-> graceMs]

Inputs_Plan ==
  {In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs) : originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, whenLate \in {"Submit", "Miss"}, graceMs \in GraceDomain}

In_ClaimOccurrence(holder, leaseMs, observedAtMs) ==
  [type |-> "ClaimOccurrence", holder |-> holder, leaseMs |-> leaseMs, observedAtMs |-> observedAtMs]

Inputs_ClaimOccurrence ==
  {In_ClaimOccurrence(holder, leaseMs, observedAtMs) : holder \in Holders, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain}

In_SubmitOccurrence(fence, holder, observedAtMs) ==
  [type |-> "SubmitOccurrence", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

Inputs_SubmitOccurrence ==
  {In_SubmitOccurrence(fence, holder, observedAtMs) : fence \in ClaimsDomain, holder \in Holders, observedAtMs \in ClockDomain}

(* The job exists, and will not be forgotten. *)
In_RecordAcceptance == [type |-> "RecordAcceptance"]

Inputs_RecordAcceptance == {In_RecordAcceptance}

In_ObserveMissed(observedAtMs) == [type |-> "ObserveMissed", observedAtMs |-> observedAtMs]

Inputs_ObserveMissed == {In_ObserveMissed(observedAtMs) : observedAtMs \in ClockDomain}

current_stale_fence(s, i) == (i.fence /= s.fence)

writer_stale_holder(s, i) == (i.holder /= s.holder)

writer_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

grant_no_lease(i) == (i.leaseMs = 0)

due_not_due(s, i) == (i.observedAtMs < s.dueAtMs)

(* Nobody claimed it in time, and late is too late. *)
isMissed(s, i) == ((s.whenLate = "Miss") /\ (i.observedAtMs > (s.dueAtMs + s.graceMs)))

Refuse_SubmitOccurrence_stale_fence(s, i) == current_stale_fence(s, i)

Refuse_SubmitOccurrence_stale_holder(s, i) == writer_stale_holder(s, i)

Refuse_SubmitOccurrence_lease_expired(s, i) == writer_lease_expired(s, i)

(* Plan *)

From_Plan(s) == (s.phase \in {"Unplanned"})

Guard_Plan(s, i) == From_Plan(s)

Next_Plan(s, i) ==
  [s EXCEPT
    !.phase = "Planned",
    !.originSessionId = i.originSessionId,
    !.lineage = i.lineage,
    !.tool = i.tool,
    !.toolVersion = i.toolVersion,
    !.runner = i.runner,
    !.runnerVersion = i.runnerVersion,
    !.arguments = i.arguments,
    !.terms = i.terms,
    !.restartClass = i.restartClass,
    !.dueAtMs = i.dueAtMs,
    !.whenLate = i.whenLate,
    !.graceMs = i.graceMs]

Effects_Plan(s, i) == <<[type |-> "OccurrencePlanned", dueAtMs |-> i.dueAtMs]>>

Steps_Plan(s) ==
  (IF From_Plan(s) THEN {[i |-> k, next |-> Next_Plan(s, k), effects |-> Effects_Plan(s, k)] : k \in {l \in Inputs_Plan : Guard_Plan(s, l)}} ELSE {})

(* PlanAgain: The schedule reckons its moments again: the first plan stands. *)

From_PlanAgain(s) == (s.phase \in {"Planned", "Claimed", "Submitted", "Missed"})

Guard_PlanAgain(s, i) == From_PlanAgain(s)

Next_PlanAgain(s, i) == s

Effects_PlanAgain(s, i) == <<>>

Steps_PlanAgain(s) ==
  (IF From_PlanAgain(s) THEN {[i |-> k, next |-> Next_PlanAgain(s, k), effects |-> Effects_PlanAgain(s, k)] : k \in {l \in Inputs_Plan : Guard_PlanAgain(s, l)}} ELSE {})

(* ClaimOccurrence *)

From_ClaimOccurrence(s) == (s.phase \in {"Planned"})

Refuse_ClaimOccurrence_no_lease(s, i) == grant_no_lease(i)

Refuse_ClaimOccurrence_not_due(s, i) == due_not_due(s, i)

Refuse_ClaimOccurrence_missed(s, i) == isMissed(s, i)

Refuse_ClaimOccurrence_exhausted(s, i) ==
  \/ ((s.fence + 1) > MaxClaims)
  \/ ((i.observedAtMs + i.leaseMs) > MaxClock)

Open_ClaimOccurrence(s, i) ==
  /\ From_ClaimOccurrence(s)
  /\ (~Refuse_ClaimOccurrence_no_lease(s, i))
  /\ (~Refuse_ClaimOccurrence_not_due(s, i))
  /\ (~Refuse_ClaimOccurrence_missed(s, i))

Guard_ClaimOccurrence(s, i) ==
  /\ Open_ClaimOccurrence(s, i)
  /\ (~Refuse_ClaimOccurrence_exhausted(s, i))

Next_ClaimOccurrence(s, i) ==
  [s EXCEPT
    !.phase = "Claimed",
    !.fence = (s.fence + 1),
    !.holder = i.holder,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs)]

Effects_ClaimOccurrence(s, i) == <<>>

Steps_ClaimOccurrence(s) ==
  (IF From_ClaimOccurrence(s) THEN {[i |-> k, next |-> Next_ClaimOccurrence(s, k), effects |-> Effects_ClaimOccurrence(s, k)] : k \in {l \in Inputs_ClaimOccurrence : Guard_ClaimOccurrence(s, l)}} ELSE {})

(* ClaimExpired: Its claim ran out: it was on time, and is no later for that. *)

From_ClaimExpired(s) == (s.phase \in {"Claimed"})

Refuse_ClaimExpired_no_lease(s, i) == grant_no_lease(i)

Refuse_ClaimExpired_lease_alive(s, i) == (i.observedAtMs < s.leaseExpiresAtMs)

Refuse_ClaimExpired_exhausted(s, i) ==
  \/ ((s.fence + 1) > MaxClaims)
  \/ ((i.observedAtMs + i.leaseMs) > MaxClock)

Open_ClaimExpired(s, i) ==
  /\ From_ClaimExpired(s)
  /\ (~Refuse_ClaimExpired_no_lease(s, i))
  /\ (~Refuse_ClaimExpired_lease_alive(s, i))

Guard_ClaimExpired(s, i) ==
  /\ Open_ClaimExpired(s, i)
  /\ (~Refuse_ClaimExpired_exhausted(s, i))

Next_ClaimExpired(s, i) ==
  [s EXCEPT
    !.fence = (s.fence + 1),
    !.holder = i.holder,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs),
    !.sent = FALSE]

Effects_ClaimExpired(s, i) == <<>>

Steps_ClaimExpired(s) ==
  (IF From_ClaimExpired(s) THEN {[i |-> k, next |-> Next_ClaimExpired(s, k), effects |-> Effects_ClaimExpired(s, k)] : k \in {l \in Inputs_ClaimOccurrence : Guard_ClaimExpired(s, l)}} ELSE {})

(* SubmitOccurrence *)

From_SubmitOccurrence(s) == (s.phase \in {"Claimed"})

When_SubmitOccurrence(s, i) == (~s.sent)

Guard_SubmitOccurrence(s, i) ==
  /\ From_SubmitOccurrence(s)
  /\ (~Refuse_SubmitOccurrence_stale_fence(s, i))
  /\ (~Refuse_SubmitOccurrence_stale_holder(s, i))
  /\ (~Refuse_SubmitOccurrence_lease_expired(s, i))
  /\ When_SubmitOccurrence(s, i)

Next_SubmitOccurrence(s, i) ==
  [s EXCEPT
    !.sent = TRUE]

Effects_SubmitOccurrence(s, i) ==
  <<[type |-> "SubmissionDue", originSessionId |-> s.originSessionId, lineage |-> s.lineage, tool |-> s.tool, toolVersion |-> s.toolVersion, runner |-> s.runner, runnerVersion |-> s.runnerVersion, arguments |-> s.arguments, terms |-> s.terms, restartClass |-> s.restartClass, dueAtMs |-> s.dueAtMs, fence |-> s.fence]>>

Steps_SubmitOccurrence(s) ==
  (IF From_SubmitOccurrence(s) THEN {[i |-> k, next |-> Next_SubmitOccurrence(s, k), effects |-> Effects_SubmitOccurrence(s, k)] : k \in {l \in Inputs_SubmitOccurrence : Guard_SubmitOccurrence(s, l)}} ELSE {})

(* SubmitOccurrenceAgain *)

From_SubmitOccurrenceAgain(s) == (s.phase \in {"Claimed"})

When_SubmitOccurrenceAgain(s, i) == s.sent

Guard_SubmitOccurrenceAgain(s, i) ==
  /\ From_SubmitOccurrenceAgain(s)
  /\ (~Refuse_SubmitOccurrence_stale_fence(s, i))
  /\ (~Refuse_SubmitOccurrence_stale_holder(s, i))
  /\ (~Refuse_SubmitOccurrence_lease_expired(s, i))
  /\ When_SubmitOccurrenceAgain(s, i)

Next_SubmitOccurrenceAgain(s, i) == s

Effects_SubmitOccurrenceAgain(s, i) == <<>>

Steps_SubmitOccurrenceAgain(s) ==
  (IF From_SubmitOccurrenceAgain(s) THEN {[i |-> k, next |-> Next_SubmitOccurrenceAgain(s, k), effects |-> Effects_SubmitOccurrenceAgain(s, k)] : k \in {l \in Inputs_SubmitOccurrence : Guard_SubmitOccurrenceAgain(s, l)}} ELSE {})

(* RecordAcceptance *)

From_RecordAcceptance(s) == (s.phase \in {"Claimed"})

Guard_RecordAcceptance(s, i) == From_RecordAcceptance(s)

Next_RecordAcceptance(s, i) ==
  [s EXCEPT
    !.phase = "Submitted",
    !.holder = NULL,
    !.leaseExpiresAtMs = 0]

Effects_RecordAcceptance(s, i) == <<>>

Steps_RecordAcceptance(s) ==
  (IF From_RecordAcceptance(s) THEN {[i |-> k, next |-> Next_RecordAcceptance(s, k), effects |-> Effects_RecordAcceptance(s, k)] : k \in {l \in Inputs_RecordAcceptance : Guard_RecordAcceptance(s, l)}} ELSE {})

(* RecordAcceptanceAgain *)

From_RecordAcceptanceAgain(s) == (s.phase \in {"Submitted"})

Guard_RecordAcceptanceAgain(s, i) == From_RecordAcceptanceAgain(s)

Next_RecordAcceptanceAgain(s, i) == s

Effects_RecordAcceptanceAgain(s, i) == <<>>

Steps_RecordAcceptanceAgain(s) ==
  (IF From_RecordAcceptanceAgain(s) THEN {[i |-> k, next |-> Next_RecordAcceptanceAgain(s, k), effects |-> Effects_RecordAcceptanceAgain(s, k)] : k \in {l \in Inputs_RecordAcceptance : Guard_RecordAcceptanceAgain(s, l)}} ELSE {})

(* ObserveMissed *)

From_ObserveMissed(s) == (s.phase \in {"Planned"})

Refuse_ObserveMissed_not_missed(s, i) == (~isMissed(s, i))

Guard_ObserveMissed(s, i) ==
  /\ From_ObserveMissed(s)
  /\ (~Refuse_ObserveMissed_not_missed(s, i))

Next_ObserveMissed(s, i) ==
  [s EXCEPT
    !.phase = "Missed"]

Effects_ObserveMissed(s, i) == <<>>

Steps_ObserveMissed(s) ==
  (IF From_ObserveMissed(s) THEN {[i |-> k, next |-> Next_ObserveMissed(s, k), effects |-> Effects_ObserveMissed(s, k)] : k \in {l \in Inputs_ObserveMissed : Guard_ObserveMissed(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs) ==
  /\ Guard_Plan(state, In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs))
  /\ state' = Next_Plan(state, In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs))

PlanAgain(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs) ==
  /\ Guard_PlanAgain(state, In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs))
  /\ state' = Next_PlanAgain(state, In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs))

ClaimOccurrence(holder, leaseMs, observedAtMs) ==
  /\ Guard_ClaimOccurrence(state, In_ClaimOccurrence(holder, leaseMs, observedAtMs))
  /\ state' = Next_ClaimOccurrence(state, In_ClaimOccurrence(holder, leaseMs, observedAtMs))

ClaimExpired(holder, leaseMs, observedAtMs) ==
  /\ Guard_ClaimExpired(state, In_ClaimOccurrence(holder, leaseMs, observedAtMs))
  /\ state' = Next_ClaimExpired(state, In_ClaimOccurrence(holder, leaseMs, observedAtMs))

SubmitOccurrence(fence, holder, observedAtMs) ==
  /\ Guard_SubmitOccurrence(state, In_SubmitOccurrence(fence, holder, observedAtMs))
  /\ state' = Next_SubmitOccurrence(state, In_SubmitOccurrence(fence, holder, observedAtMs))

SubmitOccurrenceAgain(fence, holder, observedAtMs) ==
  /\ Guard_SubmitOccurrenceAgain(state, In_SubmitOccurrence(fence, holder, observedAtMs))
  /\ state' = Next_SubmitOccurrenceAgain(state, In_SubmitOccurrence(fence, holder, observedAtMs))

RecordAcceptance ==
  /\ Guard_RecordAcceptance(state, In_RecordAcceptance)
  /\ state' = Next_RecordAcceptance(state, In_RecordAcceptance)

RecordAcceptanceAgain ==
  /\ Guard_RecordAcceptanceAgain(state, In_RecordAcceptance)
  /\ state' = Next_RecordAcceptanceAgain(state, In_RecordAcceptance)

ObserveMissed(observedAtMs) ==
  /\ Guard_ObserveMissed(state, In_ObserveMissed(observedAtMs))
  /\ state' = Next_ObserveMissed(state, In_ObserveMissed(observedAtMs))

(* What has ended rests. *)
Ended ==
  /\ (state.phase \in {"Submitted", "Missed"})
  /\ state' = state

(* Where every step would pass a bound of the model, it rests; any other state without a step is a deadlock. *)
AtLimit ==
  /\ (~(From_Plan(state) /\ (\E k \in Inputs_Plan : Guard_Plan(state, k))))
  /\ (~(From_PlanAgain(state) /\ (\E k \in Inputs_Plan : Guard_PlanAgain(state, k))))
  /\ (~(From_ClaimOccurrence(state) /\ (\E k \in Inputs_ClaimOccurrence : Guard_ClaimOccurrence(state, k))))
  /\ (~(From_ClaimExpired(state) /\ (\E k \in Inputs_ClaimOccurrence : Guard_ClaimExpired(state, k))))
  /\ (~(From_SubmitOccurrence(state) /\ (\E k \in Inputs_SubmitOccurrence : Guard_SubmitOccurrence(state, k))))
  /\ (~(From_SubmitOccurrenceAgain(state) /\ (\E k \in Inputs_SubmitOccurrence : Guard_SubmitOccurrenceAgain(state, k))))
  /\ (~(From_RecordAcceptance(state) /\ (\E k \in Inputs_RecordAcceptance : Guard_RecordAcceptance(state, k))))
  /\ (~(From_RecordAcceptanceAgain(state) /\ (\E k \in Inputs_RecordAcceptance : Guard_RecordAcceptanceAgain(state, k))))
  /\ (~(From_ObserveMissed(state) /\ (\E k \in Inputs_ObserveMissed : Guard_ObserveMissed(state, k))))
  /\ ((From_ClaimOccurrence(state) /\ (\E k \in Inputs_ClaimOccurrence : (Open_ClaimOccurrence(state, k) /\ Refuse_ClaimOccurrence_exhausted(state, k)))) \/ (From_ClaimExpired(state) /\ (\E k \in Inputs_ClaimOccurrence : (Open_ClaimExpired(state, k) /\ Refuse_ClaimExpired_exhausted(state, k)))))
  /\ state' = state

Init == state = InitialState

Next ==
  \/ \E originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, whenLate \in {"Submit", "Miss"}, graceMs \in GraceDomain : Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs)
  \/ \E originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, whenLate \in {"Submit", "Miss"}, graceMs \in GraceDomain : PlanAgain(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs)
  \/ \E holder \in Holders, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain : ClaimOccurrence(holder, leaseMs, observedAtMs)
  \/ \E holder \in Holders, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain : ClaimExpired(holder, leaseMs, observedAtMs)
  \/ \E fence \in ClaimsDomain, holder \in Holders, observedAtMs \in ClockDomain : SubmitOccurrence(fence, holder, observedAtMs)
  \/ \E fence \in ClaimsDomain, holder \in Holders, observedAtMs \in ClockDomain : SubmitOccurrenceAgain(fence, holder, observedAtMs)
  \/ RecordAcceptance
  \/ RecordAcceptanceAgain
  \/ \E observedAtMs \in ClockDomain : ObserveMissed(observedAtMs)
  \/ Ended
  \/ AtLimit

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Unplanned", "Planned", "Claimed", "Submitted", "Missed"})
  /\ ((state.originSessionId = NULL) \/ (state.originSessionId \in SessionIds))
  /\ (state.lineage \in Texts_)
  /\ (state.tool \in Texts_)
  /\ (state.toolVersion \in Texts_)
  /\ (state.runner \in Texts_)
  /\ (state.runnerVersion \in Texts_)
  /\ (state.arguments \in Opaques_)
  /\ (state.terms \in Opaques_)
  /\ (state.restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})
  /\ (state.dueAtMs \in DueDomain)
  /\ (state.whenLate \in {"Submit", "Miss"})
  /\ (state.graceMs \in GraceDomain)
  /\ (state.fence \in ClaimsDomain)
  /\ ((state.holder = NULL) \/ (state.holder \in Holders))
  /\ (state.leaseExpiresAtMs \in ClockDomain)
  /\ (state.sent \in BOOLEAN)

always_claimed_by_somebody == ((state.phase = "Claimed") = (state.holder /= NULL))

always_no_lease_without_a_holder == ((state.holder /= NULL) \/ (state.leaseExpiresAtMs = 0))

always_only_what_may_be_missed_is_missed == ((state.phase /= "Missed") \/ (state.whenLate = "Miss"))

step_always_a_granted_lease_lies_ahead(s, next, i, effects) ==
  ((next.fence = s.fence) \/ ((i.type \in {"ClaimOccurrence", "SubmitOccurrence", "ObserveMissed"}) /\ (next.leaseExpiresAtMs > i.observedAtMs)))

always_a_granted_lease_lies_ahead ==
  /\ (\A step \in Steps_Plan(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_a_granted_lease_lies_ahead(state, step.next, step.i, step.effects))

step_always_a_live_claim_is_not_taken(s, next, i, effects) ==
  (((s.holder = NULL) \/ (next.fence = s.fence)) \/ ((i.type \in {"ClaimOccurrence", "SubmitOccurrence", "ObserveMissed"}) /\ (i.observedAtMs >= s.leaseExpiresAtMs)))

always_a_live_claim_is_not_taken ==
  /\ (\A step \in Steps_Plan(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_a_live_claim_is_not_taken(state, step.next, step.i, step.effects))

step_always_a_fence_rises_by_one_with_its_claim(s, next, i, effects) ==
  ((next.fence = s.fence) \/ ((next.fence = (s.fence + 1)) /\ (next.holder /= NULL)))

always_a_fence_rises_by_one_with_its_claim ==
  /\ (\A step \in Steps_Plan(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_a_fence_rises_by_one_with_its_claim(state, step.next, step.i, step.effects))

step_always_who_claims_holds(s, next, i, effects) == ((~(i.type = "ClaimOccurrence")) \/ (next.holder = i.holder))

always_who_claims_holds ==
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_who_claims_holds(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_who_claims_holds(state, step.next, step.i, step.effects))

step_always_a_new_claim_has_sent_nothing(s, next, i, effects) == ((next.fence = s.fence) \/ (~next.sent))

always_a_new_claim_has_sent_nothing ==
  /\ (\A step \in Steps_Plan(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_a_new_claim_has_sent_nothing(state, step.next, step.i, step.effects))

step_always_nobody_claims_early(s, next, i, effects) ==
  (((next.fence = s.fence) \/ (~(i.type \in {"ClaimOccurrence", "SubmitOccurrence", "ObserveMissed"}))) \/ (i.observedAtMs >= s.dueAtMs))

always_nobody_claims_early ==
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_nobody_claims_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_nobody_claims_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_nobody_claims_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_nobody_claims_early(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_nobody_claims_early(state, step.next, step.i, step.effects))

step_always_nobody_claims_too_late(s, next, i, effects) ==
  ((((s.phase /= "Planned") \/ (next.phase /= "Claimed")) \/ (~(i.type \in {"ClaimOccurrence", "SubmitOccurrence", "ObserveMissed"}))) \/ (~((s.whenLate = "Miss") /\ (i.observedAtMs > (s.dueAtMs + s.graceMs)))))

always_nobody_claims_too_late ==
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_nobody_claims_too_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_nobody_claims_too_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_nobody_claims_too_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_nobody_claims_too_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_nobody_claims_too_late(state, step.next, step.i, step.effects))

step_always_nothing_is_missed_in_time(s, next, i, effects) ==
  (((s.phase /= "Planned") \/ (next.phase /= "Missed")) \/ ((i.type \in {"ClaimOccurrence", "SubmitOccurrence", "ObserveMissed"}) /\ (i.observedAtMs > (s.dueAtMs + s.graceMs))))

always_nothing_is_missed_in_time ==
  /\ (\A step \in Steps_Plan(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_nothing_is_missed_in_time(state, step.next, step.i, step.effects))

(* only_a_live_claim_submits: Only who holds the claim submits, and while the lease lasts. *)
step_always_only_a_live_claim_submits(s, next, i, effects) ==
  ((~(\E n \in (1..Len(effects)) : (effects[n].type = "SubmissionDue"))) \/ ((((i.type \in {"SubmitOccurrence"}) /\ (i.fence = s.fence)) /\ (i.holder = s.holder)) /\ (i.observedAtMs < s.leaseExpiresAtMs)))

always_only_a_live_claim_submits ==
  /\ (\A step \in Steps_Plan(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_only_a_live_claim_submits(state, step.next, step.i, step.effects))

step_always_a_claim_submits_once(s, next, i, effects) ==
  ((~(\E n \in (1..Len(effects)) : (effects[n].type = "SubmissionDue"))) \/ ((~s.sent) /\ next.sent))

always_a_claim_submits_once ==
  /\ (\A step \in Steps_Plan(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_a_claim_submits_once(state, step.next, step.i, step.effects))

step_always_what_is_submitted_was_planned(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : ((effects[n].type /= "SubmissionDue") \/ ((((effects[n].tool = s.tool) /\ (effects[n].arguments = s.arguments)) /\ (effects[n].terms = s.terms)) /\ (effects[n].restartClass = s.restartClass))))

always_what_is_submitted_was_planned ==
  /\ (\A step \in Steps_Plan(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_what_is_submitted_was_planned(state, step.next, step.i, step.effects))

step_always_a_plan_is_kept_as_it_was_made(s, next, i, effects) ==
  (((~(i.type = "Plan")) \/ (s.phase /= "Unplanned")) \/ ((((((((((((next.originSessionId = i.originSessionId) /\ (next.lineage = i.lineage)) /\ (next.tool = i.tool)) /\ (next.toolVersion = i.toolVersion)) /\ (next.runner = i.runner)) /\ (next.runnerVersion = i.runnerVersion)) /\ (next.arguments = i.arguments)) /\ (next.terms = i.terms)) /\ (next.restartClass = i.restartClass)) /\ (next.dueAtMs = i.dueAtMs)) /\ (next.whenLate = i.whenLate)) /\ (next.graceMs = i.graceMs)))

always_a_plan_is_kept_as_it_was_made ==
  /\ (\A step \in Steps_Plan(state) : step_always_a_plan_is_kept_as_it_was_made(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_a_plan_is_kept_as_it_was_made(state, step.next, step.i, step.effects))

step_always_a_plan_stands(s, next, i, effects) ==
  ((s.phase = "Unplanned") \/ (((next.dueAtMs = s.dueAtMs) /\ (next.whenLate = s.whenLate)) /\ (next.restartClass = s.restartClass)))

always_a_plan_stands ==
  /\ (\A step \in Steps_Plan(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_a_plan_stands(state, step.next, step.i, step.effects))

step_always_nothing_changes_after_the_end(s, next, i, effects) ==
  (((s.phase /= "Submitted") /\ (s.phase /= "Missed")) \/ (s = next))

always_nothing_changes_after_the_end ==
  /\ (\A step \in Steps_Plan(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PlanAgain(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptance(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_RecordAcceptanceAgain(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_always_nothing_changes_after_the_end(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_claimed == (~(state.phase = "Claimed"))

never_submitted == (~(state.phase = "Submitted"))

never_missed == (~(state.phase = "Missed"))

step_never_submitted_though_late(s, next, i, effects) ==
  (~((((next.fence > s.fence) /\ (s.phase = "Planned")) /\ (i.type \in {"ClaimOccurrence", "SubmitOccurrence", "ObserveMissed"})) /\ (i.observedAtMs > (s.dueAtMs + s.graceMs))))

never_submitted_though_late ==
  /\ (\A step \in Steps_ClaimOccurrence(state) : step_never_submitted_though_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ClaimExpired(state) : step_never_submitted_though_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrence(state) : step_never_submitted_though_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubmitOccurrenceAgain(state) : step_never_submitted_though_late(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveMissed(state) : step_never_submitted_though_late(state, step.next, step.i, step.effects))

never_claimed_twice == (~((state.phase = "Claimed") /\ (state.fence = 2)))

never_submitted_x005funder_the_second_claim == (~((state.fence = 2) /\ state.sent))

=============================================================================
