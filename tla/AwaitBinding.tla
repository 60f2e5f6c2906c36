---- MODULE AwaitBinding ----
(* Generated from specs/machines/await-binding.ts. Do not edit.
   One session's explicit wait for one job. It holds no provider turn: it is released by the job's end, whichever came first,
   the wait or the end. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,      (* no row, no value *)
  MaxClock   (* Clock: 0 to this *)

ClockDomain == (0..MaxClock)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

InitialState ==
  [phase |-> "Unbound",
   sinceMs |-> 0,
   kind |-> NULL,
   observed |-> FALSE]

In_BeginWait(observedAtMs) == [type |-> "BeginWait", observedAtMs |-> observedAtMs]

Inputs_BeginWait == {In_BeginWait(observedAtMs) : observedAtMs \in ClockDomain}

In_ReleaseWait(kind) == [type |-> "ReleaseWait", kind |-> kind]

Inputs_ReleaseWait == {In_ReleaseWait(kind) : kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}}

In_AbandonWait == [type |-> "AbandonWait"]

Inputs_AbandonWait == {In_AbandonWait}

In_ObserveRelease == [type |-> "ObserveRelease"]

Inputs_ObserveRelease == {In_ObserveRelease}

(* BeginWait *)

From_BeginWait(s) == (s.phase \in {"Unbound", "Abandoned"})

Guard_BeginWait(s, i) == From_BeginWait(s)

Next_BeginWait(s, i) ==
  [s EXCEPT
    !.phase = "Waiting",
    !.sinceMs = i.observedAtMs]

Effects_BeginWait(s, i) == <<[type |-> "WaitBegan"]>>

Steps_BeginWait(s) ==
  (IF From_BeginWait(s) THEN {[i |-> k, next |-> Next_BeginWait(s, k), effects |-> Effects_BeginWait(s, k)] : k \in {l \in Inputs_BeginWait : Guard_BeginWait(s, l)}} ELSE {})

(* BeginWaitAgain: The wait stands, or is over; either way its first moment is kept. *)

From_BeginWaitAgain(s) == (s.phase \in {"Waiting", "Released"})

Guard_BeginWaitAgain(s, i) == From_BeginWaitAgain(s)

Next_BeginWaitAgain(s, i) == s

Effects_BeginWaitAgain(s, i) == <<>>

Steps_BeginWaitAgain(s) ==
  (IF From_BeginWaitAgain(s) THEN {[i |-> k, next |-> Next_BeginWaitAgain(s, k), effects |-> Effects_BeginWaitAgain(s, k)] : k \in {l \in Inputs_BeginWait : Guard_BeginWaitAgain(s, l)}} ELSE {})

(* ReleaseWait *)

From_ReleaseWait(s) == (s.phase \in {"Waiting"})

Guard_ReleaseWait(s, i) == From_ReleaseWait(s)

Next_ReleaseWait(s, i) ==
  [s EXCEPT
    !.phase = "Released",
    !.kind = i.kind]

Effects_ReleaseWait(s, i) == <<[type |-> "WaitReleased", kind |-> i.kind]>>

Steps_ReleaseWait(s) ==
  (IF From_ReleaseWait(s) THEN {[i |-> k, next |-> Next_ReleaseWait(s, k), effects |-> Effects_ReleaseWait(s, k)] : k \in {l \in Inputs_ReleaseWait : Guard_ReleaseWait(s, l)}} ELSE {})

(* ReleaseAgain: The end of the job, told again: the first word stands. *)

From_ReleaseAgain(s) == (s.phase \in {"Released", "Abandoned"})

Guard_ReleaseAgain(s, i) == From_ReleaseAgain(s)

Next_ReleaseAgain(s, i) == s

Effects_ReleaseAgain(s, i) == <<>>

Steps_ReleaseAgain(s) ==
  (IF From_ReleaseAgain(s) THEN {[i |-> k, next |-> Next_ReleaseAgain(s, k), effects |-> Effects_ReleaseAgain(s, k)] : k \in {l \in Inputs_ReleaseWait : Guard_ReleaseAgain(s, l)}} ELSE {})

(* AbandonWait *)

From_AbandonWait(s) == (s.phase \in {"Waiting"})

Guard_AbandonWait(s, i) == From_AbandonWait(s)

Next_AbandonWait(s, i) ==
  [s EXCEPT
    !.phase = "Abandoned"]

Effects_AbandonWait(s, i) == <<>>

Steps_AbandonWait(s) ==
  (IF From_AbandonWait(s) THEN {[i |-> k, next |-> Next_AbandonWait(s, k), effects |-> Effects_AbandonWait(s, k)] : k \in {l \in Inputs_AbandonWait : Guard_AbandonWait(s, l)}} ELSE {})

(* AbandonAgain *)

From_AbandonAgain(s) == (s.phase \in {"Abandoned"})

Guard_AbandonAgain(s, i) == From_AbandonAgain(s)

Next_AbandonAgain(s, i) == s

Effects_AbandonAgain(s, i) == <<>>

Steps_AbandonAgain(s) ==
  (IF From_AbandonAgain(s) THEN {[i |-> k, next |-> Next_AbandonAgain(s, k), effects |-> Effects_AbandonAgain(s, k)] : k \in {l \in Inputs_AbandonWait : Guard_AbandonAgain(s, l)}} ELSE {})

(* ObserveRelease *)

From_ObserveRelease(s) == (s.phase \in {"Released"})

When_ObserveRelease(s, i) == (~s.observed)

Guard_ObserveRelease(s, i) ==
  /\ From_ObserveRelease(s)
  /\ When_ObserveRelease(s, i)

Next_ObserveRelease(s, i) ==
  [s EXCEPT
    !.observed = TRUE]

Effects_ObserveRelease(s, i) == <<>>

Steps_ObserveRelease(s) ==
  (IF From_ObserveRelease(s) THEN {[i |-> k, next |-> Next_ObserveRelease(s, k), effects |-> Effects_ObserveRelease(s, k)] : k \in {l \in Inputs_ObserveRelease : Guard_ObserveRelease(s, l)}} ELSE {})

(* ObserveReleaseAgain *)

From_ObserveReleaseAgain(s) == (s.phase \in {"Released"})

When_ObserveReleaseAgain(s, i) == s.observed

Guard_ObserveReleaseAgain(s, i) ==
  /\ From_ObserveReleaseAgain(s)
  /\ When_ObserveReleaseAgain(s, i)

Next_ObserveReleaseAgain(s, i) == s

Effects_ObserveReleaseAgain(s, i) == <<>>

Steps_ObserveReleaseAgain(s) ==
  (IF From_ObserveReleaseAgain(s) THEN {[i |-> k, next |-> Next_ObserveReleaseAgain(s, k), effects |-> Effects_ObserveReleaseAgain(s, k)] : k \in {l \in Inputs_ObserveRelease : Guard_ObserveReleaseAgain(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

BeginWait(observedAtMs) ==
  /\ Guard_BeginWait(state, In_BeginWait(observedAtMs))
  /\ state' = Next_BeginWait(state, In_BeginWait(observedAtMs))

BeginWaitAgain(observedAtMs) ==
  /\ Guard_BeginWaitAgain(state, In_BeginWait(observedAtMs))
  /\ state' = Next_BeginWaitAgain(state, In_BeginWait(observedAtMs))

ReleaseWait(kind) ==
  /\ Guard_ReleaseWait(state, In_ReleaseWait(kind))
  /\ state' = Next_ReleaseWait(state, In_ReleaseWait(kind))

ReleaseAgain(kind) ==
  /\ Guard_ReleaseAgain(state, In_ReleaseWait(kind))
  /\ state' = Next_ReleaseAgain(state, In_ReleaseWait(kind))

AbandonWait ==
  /\ Guard_AbandonWait(state, In_AbandonWait)
  /\ state' = Next_AbandonWait(state, In_AbandonWait)

AbandonAgain ==
  /\ Guard_AbandonAgain(state, In_AbandonWait)
  /\ state' = Next_AbandonAgain(state, In_AbandonWait)

ObserveRelease ==
  /\ Guard_ObserveRelease(state, In_ObserveRelease)
  /\ state' = Next_ObserveRelease(state, In_ObserveRelease)

ObserveReleaseAgain ==
  /\ Guard_ObserveReleaseAgain(state, In_ObserveRelease)
  /\ state' = Next_ObserveReleaseAgain(state, In_ObserveRelease)

(* What has ended rests. *)
Ended ==
  /\ (state.phase \in {"Released"})
  /\ state' = state

Init == state = InitialState

Next ==
  \/ \E observedAtMs \in ClockDomain : BeginWait(observedAtMs)
  \/ \E observedAtMs \in ClockDomain : BeginWaitAgain(observedAtMs)
  \/ \E kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} : ReleaseWait(kind)
  \/ \E kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} : ReleaseAgain(kind)
  \/ AbandonWait
  \/ AbandonAgain
  \/ ObserveRelease
  \/ ObserveReleaseAgain
  \/ Ended

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Unbound", "Waiting", "Released", "Abandoned"})
  /\ (state.sinceMs \in ClockDomain)
  /\ ((state.kind = NULL) \/ (state.kind \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}))
  /\ (state.observed \in BOOLEAN)

always_released_with_a_kind == ((state.phase = "Released") = (state.kind /= NULL))

always_only_a_release_is_observed == ((~state.observed) \/ (state.phase = "Released"))

step_always_a_release_is_told_once(s, next, i, effects) ==
  (Cardinality({n \in (1..Len(effects)) : (effects[n].type = "WaitReleased")}) = (IF ((next.phase = "Released") /\ (s.phase /= "Released")) THEN 1 ELSE 0))

always_a_release_is_told_once ==
  /\ (\A step \in Steps_BeginWait(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginWaitAgain(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseWait(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAgain(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonWait(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonAgain(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveRelease(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveReleaseAgain(state) : step_always_a_release_is_told_once(state, step.next, step.i, step.effects))

step_always_a_kind_never_changes(s, next, i, effects) == ((s.kind = NULL) \/ (next.kind = s.kind))

always_a_kind_never_changes ==
  /\ (\A step \in Steps_BeginWait(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginWaitAgain(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseWait(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAgain(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonWait(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonAgain(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveRelease(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveReleaseAgain(state) : step_always_a_kind_never_changes(state, step.next, step.i, step.effects))

step_always_what_was_observed_stays_observed(s, next, i, effects) == ((~s.observed) \/ next.observed)

always_what_was_observed_stays_observed ==
  /\ (\A step \in Steps_BeginWait(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginWaitAgain(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseWait(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAgain(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonWait(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonAgain(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveRelease(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveReleaseAgain(state) : step_always_what_was_observed_stays_observed(state, step.next, step.i, step.effects))

step_always_a_wait_begins_when_it_is_asked_for(s, next, i, effects) ==
  ((((~(i.type = "BeginWait")) \/ (next.phase /= "Waiting")) \/ (s.phase = "Waiting")) \/ (next.sinceMs = i.observedAtMs))

always_a_wait_begins_when_it_is_asked_for ==
  /\ (\A step \in Steps_BeginWait(state) : step_always_a_wait_begins_when_it_is_asked_for(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginWaitAgain(state) : step_always_a_wait_begins_when_it_is_asked_for(state, step.next, step.i, step.effects))

step_always_a_wait_keeps_its_first_moment(s, next, i, effects) == ((s.phase /= "Waiting") \/ (next.sinceMs = s.sinceMs))

always_a_wait_keeps_its_first_moment ==
  /\ (\A step \in Steps_BeginWait(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginWaitAgain(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseWait(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAgain(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonWait(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonAgain(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveRelease(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveReleaseAgain(state) : step_always_a_wait_keeps_its_first_moment(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_waiting == (~(state.phase = "Waiting"))

never_released == (~(state.phase = "Released"))

never_abandoned == (~(state.phase = "Abandoned"))

never_released_and_seen == (~((state.phase = "Released") /\ state.observed))

step_never_taken_x005fup_again(s, next, i, effects) == (~((s.phase = "Abandoned") /\ (next.phase = "Waiting")))

never_taken_x005fup_again ==
  /\ (\A step \in Steps_BeginWait(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_BeginWaitAgain(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseWait(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReleaseAgain(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonWait(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_AbandonAgain(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveRelease(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveReleaseAgain(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))

=============================================================================
