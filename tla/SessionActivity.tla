---- MODULE SessionActivity ----
(* Generated from specs/machines/session-activity.ts. Do not edit.
   What a session does now, and since when: for whoever watches it. It follows the claim, decides nothing, and outlives the process
   that does it; whether that lives is what the claim's lease says. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,          (* no row, no value *)
  MaxExecution,  (* Execution: 0 to this *)
  MaxClock       (* Clock: 0 to this *)

ExecutionDomain == (0..MaxExecution)
ClockDomain == (0..MaxClock)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

InitialState ==
  [phase |-> "Idle",
   execution |-> 0,
   sinceMs |-> 0]

(* An owner has the session, or has taken it over. *)
In_Begin(execution, observedAtMs) == [type |-> "Begin", execution |-> execution, observedAtMs |-> observedAtMs]

Inputs_Begin == {In_Begin(execution, observedAtMs) : execution \in ExecutionDomain, observedAtMs \in ClockDomain}

In_Note(execution, doing, observedAtMs) ==
  [type |-> "Note", execution |-> execution, doing |-> doing, observedAtMs |-> observedAtMs]

Inputs_Note ==
  {In_Note(execution, doing, observedAtMs) : execution \in ExecutionDomain, doing \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"}, observedAtMs \in ClockDomain}

In_Drain(observedAtMs) == [type |-> "Drain", observedAtMs |-> observedAtMs]

Inputs_Drain == {In_Drain(observedAtMs) : observedAtMs \in ClockDomain}

In_End(observedAtMs) == [type |-> "End", observedAtMs |-> observedAtMs]

Inputs_End == {In_End(observedAtMs) : observedAtMs \in ClockDomain}

Refuse_Note_other_execution(s, i) == (i.execution /= s.execution)

(* Begin *)

From_Begin(s) == (s.phase \in {"Idle", "ExecutingFastTool", "StreamingTool", "Draining"})

Guard_Begin(s, i) == From_Begin(s)

Next_Begin(s, i) ==
  [s EXCEPT
    !.phase = "CallingProvider",
    !.execution = i.execution,
    !.sinceMs = i.observedAtMs]

Effects_Begin(s, i) == <<>>

Steps_Begin(s) ==
  (IF From_Begin(s) THEN {[i |-> k, next |-> Next_Begin(s, k), effects |-> Effects_Begin(s, k)] : k \in {l \in Inputs_Begin : Guard_Begin(s, l)}} ELSE {})

(* Continue: The step that was lost goes on: it has been asked for since it began. *)

From_Continue(s) == (s.phase \in {"CallingProvider"})

Guard_Continue(s, i) == From_Continue(s)

Next_Continue(s, i) ==
  [s EXCEPT
    !.execution = i.execution]

Effects_Continue(s, i) == <<>>

Steps_Continue(s) ==
  (IF From_Continue(s) THEN {[i |-> k, next |-> Next_Continue(s, k), effects |-> Effects_Continue(s, k)] : k \in {l \in Inputs_Begin : Guard_Continue(s, l)}} ELSE {})

(* CallProvider *)

From_CallProvider(s) == (s.phase \in {"ExecutingFastTool", "StreamingTool"})

When_CallProvider(s, i) == (i.doing = "CallingProvider")

Guard_CallProvider(s, i) ==
  /\ From_CallProvider(s)
  /\ (~Refuse_Note_other_execution(s, i))
  /\ When_CallProvider(s, i)

Next_CallProvider(s, i) ==
  [s EXCEPT
    !.phase = "CallingProvider",
    !.sinceMs = i.observedAtMs]

Effects_CallProvider(s, i) == <<>>

Steps_CallProvider(s) ==
  (IF From_CallProvider(s) THEN {[i |-> k, next |-> Next_CallProvider(s, k), effects |-> Effects_CallProvider(s, k)] : k \in {l \in Inputs_Note : Guard_CallProvider(s, l)}} ELSE {})

(* ExecuteFastTool *)

From_ExecuteFastTool(s) == (s.phase \in {"CallingProvider", "StreamingTool"})

When_ExecuteFastTool(s, i) == (i.doing = "ExecutingFastTool")

Guard_ExecuteFastTool(s, i) ==
  /\ From_ExecuteFastTool(s)
  /\ (~Refuse_Note_other_execution(s, i))
  /\ When_ExecuteFastTool(s, i)

Next_ExecuteFastTool(s, i) ==
  [s EXCEPT
    !.phase = "ExecutingFastTool",
    !.sinceMs = i.observedAtMs]

Effects_ExecuteFastTool(s, i) == <<>>

Steps_ExecuteFastTool(s) ==
  (IF From_ExecuteFastTool(s) THEN {[i |-> k, next |-> Next_ExecuteFastTool(s, k), effects |-> Effects_ExecuteFastTool(s, k)] : k \in {l \in Inputs_Note : Guard_ExecuteFastTool(s, l)}} ELSE {})

(* StreamTool *)

From_StreamTool(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool"})

When_StreamTool(s, i) == (i.doing = "StreamingTool")

Guard_StreamTool(s, i) ==
  /\ From_StreamTool(s)
  /\ (~Refuse_Note_other_execution(s, i))
  /\ When_StreamTool(s, i)

Next_StreamTool(s, i) ==
  [s EXCEPT
    !.phase = "StreamingTool",
    !.sinceMs = i.observedAtMs]

Effects_StreamTool(s, i) == <<>>

Steps_StreamTool(s) ==
  (IF From_StreamTool(s) THEN {[i |-> k, next |-> Next_StreamTool(s, k), effects |-> Effects_StreamTool(s, k)] : k \in {l \in Inputs_Note : Guard_StreamTool(s, l)}} ELSE {})

(* GoOn: It does so already. *)

From_GoOn(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"})

When_GoOn(s, i) == (i.doing = s.phase)

Guard_GoOn(s, i) ==
  /\ From_GoOn(s)
  /\ (~Refuse_Note_other_execution(s, i))
  /\ When_GoOn(s, i)

Next_GoOn(s, i) == s

Effects_GoOn(s, i) == <<>>

Steps_GoOn(s) ==
  (IF From_GoOn(s) THEN {[i |-> k, next |-> Next_GoOn(s, k), effects |-> Effects_GoOn(s, k)] : k \in {l \in Inputs_Note : Guard_GoOn(s, l)}} ELSE {})

(* Drain *)

From_Drain(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"})

Guard_Drain(s, i) == From_Drain(s)

Next_Drain(s, i) ==
  [s EXCEPT
    !.phase = "Draining",
    !.sinceMs = i.observedAtMs]

Effects_Drain(s, i) == <<>>

Steps_Drain(s) ==
  (IF From_Drain(s) THEN {[i |-> k, next |-> Next_Drain(s, k), effects |-> Effects_Drain(s, k)] : k \in {l \in Inputs_Drain : Guard_Drain(s, l)}} ELSE {})

(* End *)

From_End(s) == (s.phase \in {"CallingProvider", "ExecutingFastTool", "StreamingTool", "Draining"})

Guard_End(s, i) == From_End(s)

Next_End(s, i) ==
  [s EXCEPT
    !.phase = "Idle",
    !.sinceMs = i.observedAtMs]

Effects_End(s, i) == <<>>

Steps_End(s) ==
  (IF From_End(s) THEN {[i |-> k, next |-> Next_End(s, k), effects |-> Effects_End(s, k)] : k \in {l \in Inputs_End : Guard_End(s, l)}} ELSE {})

(* EndAgain: A quarantine that is released: nobody had the session meanwhile. *)

From_EndAgain(s) == (s.phase \in {"Idle"})

Guard_EndAgain(s, i) == From_EndAgain(s)

Next_EndAgain(s, i) == s

Effects_EndAgain(s, i) == <<>>

Steps_EndAgain(s) ==
  (IF From_EndAgain(s) THEN {[i |-> k, next |-> Next_EndAgain(s, k), effects |-> Effects_EndAgain(s, k)] : k \in {l \in Inputs_End : Guard_EndAgain(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

Begin(execution, observedAtMs) ==
  /\ Guard_Begin(state, In_Begin(execution, observedAtMs))
  /\ state' = Next_Begin(state, In_Begin(execution, observedAtMs))

Continue(execution, observedAtMs) ==
  /\ Guard_Continue(state, In_Begin(execution, observedAtMs))
  /\ state' = Next_Continue(state, In_Begin(execution, observedAtMs))

CallProvider(execution, doing, observedAtMs) ==
  /\ Guard_CallProvider(state, In_Note(execution, doing, observedAtMs))
  /\ state' = Next_CallProvider(state, In_Note(execution, doing, observedAtMs))

ExecuteFastTool(execution, doing, observedAtMs) ==
  /\ Guard_ExecuteFastTool(state, In_Note(execution, doing, observedAtMs))
  /\ state' = Next_ExecuteFastTool(state, In_Note(execution, doing, observedAtMs))

StreamTool(execution, doing, observedAtMs) ==
  /\ Guard_StreamTool(state, In_Note(execution, doing, observedAtMs))
  /\ state' = Next_StreamTool(state, In_Note(execution, doing, observedAtMs))

GoOn(execution, doing, observedAtMs) ==
  /\ Guard_GoOn(state, In_Note(execution, doing, observedAtMs))
  /\ state' = Next_GoOn(state, In_Note(execution, doing, observedAtMs))

Drain(observedAtMs) ==
  /\ Guard_Drain(state, In_Drain(observedAtMs))
  /\ state' = Next_Drain(state, In_Drain(observedAtMs))

End(observedAtMs) ==
  /\ Guard_End(state, In_End(observedAtMs))
  /\ state' = Next_End(state, In_End(observedAtMs))

EndAgain(observedAtMs) ==
  /\ Guard_EndAgain(state, In_End(observedAtMs))
  /\ state' = Next_EndAgain(state, In_End(observedAtMs))

Init == state = InitialState

Next ==
  \/ \E execution \in ExecutionDomain, observedAtMs \in ClockDomain : Begin(execution, observedAtMs)
  \/ \E execution \in ExecutionDomain, observedAtMs \in ClockDomain : Continue(execution, observedAtMs)
  \/ \E execution \in ExecutionDomain, doing \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"}, observedAtMs \in ClockDomain : CallProvider(execution, doing, observedAtMs)
  \/ \E execution \in ExecutionDomain, doing \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"}, observedAtMs \in ClockDomain : ExecuteFastTool(execution, doing, observedAtMs)
  \/ \E execution \in ExecutionDomain, doing \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"}, observedAtMs \in ClockDomain : StreamTool(execution, doing, observedAtMs)
  \/ \E execution \in ExecutionDomain, doing \in {"CallingProvider", "ExecutingFastTool", "StreamingTool"}, observedAtMs \in ClockDomain : GoOn(execution, doing, observedAtMs)
  \/ \E observedAtMs \in ClockDomain : Drain(observedAtMs)
  \/ \E observedAtMs \in ClockDomain : End(observedAtMs)
  \/ \E observedAtMs \in ClockDomain : EndAgain(observedAtMs)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Idle", "CallingProvider", "ExecutingFastTool", "StreamingTool", "Draining"})
  /\ (state.execution \in ExecutionDomain)
  /\ (state.sinceMs \in ClockDomain)

(* since_is_when_it_began: What begins is stamped as it begins, and keeps that moment while it lasts. *)
step_always_since_is_when_it_began(s, next, i, effects) ==
  (next.sinceMs = (IF (next.phase = s.phase) THEN s.sinceMs ELSE i.observedAtMs))

always_since_is_when_it_began ==
  /\ (\A step \in Steps_Begin(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Continue(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CallProvider(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ExecuteFastTool(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StreamTool(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_GoOn(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Drain(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_End(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndAgain(state) : step_always_since_is_when_it_began(state, step.next, step.i, step.effects))

step_always_an_execution_speaks_for_itself(s, next, i, effects) ==
  ((next.execution = (IF (i.type = "Begin") THEN i.execution ELSE s.execution)) /\ (((~(i.type = "Note")) \/ (i.execution = s.execution)) \/ (next.phase = s.phase)))

always_an_execution_speaks_for_itself ==
  /\ (\A step \in Steps_Begin(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Continue(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CallProvider(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ExecuteFastTool(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StreamTool(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_GoOn(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Drain(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_End(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndAgain(state) : step_always_an_execution_speaks_for_itself(state, step.next, step.i, step.effects))

step_always_what_is_noted_is_shown(s, next, i, effects) == ((~(i.type = "Note")) \/ (next.phase = i.doing))

always_what_is_noted_is_shown ==
  /\ (\A step \in Steps_CallProvider(state) : step_always_what_is_noted_is_shown(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ExecuteFastTool(state) : step_always_what_is_noted_is_shown(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StreamTool(state) : step_always_what_is_noted_is_shown(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_GoOn(state) : step_always_what_is_noted_is_shown(state, step.next, step.i, step.effects))

step_always_what_begins_calls_the_provider(s, next, i, effects) == ((~(i.type = "Begin")) \/ (next.phase = "CallingProvider"))

always_what_begins_calls_the_provider ==
  /\ (\A step \in Steps_Begin(state) : step_always_what_begins_calls_the_provider(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Continue(state) : step_always_what_begins_calls_the_provider(state, step.next, step.i, step.effects))

step_always_what_drains_does_nothing_new(s, next, i, effects) ==
  ((((s.phase /= "Draining") \/ (next.phase = "Draining")) \/ (i.type = "End")) \/ (i.type = "Begin"))

always_what_drains_does_nothing_new ==
  /\ (\A step \in Steps_CallProvider(state) : step_always_what_drains_does_nothing_new(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ExecuteFastTool(state) : step_always_what_drains_does_nothing_new(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StreamTool(state) : step_always_what_drains_does_nothing_new(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_GoOn(state) : step_always_what_drains_does_nothing_new(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Drain(state) : step_always_what_drains_does_nothing_new(state, step.next, step.i, step.effects))

step_always_what_ends_is_idle(s, next, i, effects) == ((~(i.type = "End")) \/ (next.phase = "Idle"))

always_what_ends_is_idle ==
  /\ (\A step \in Steps_End(state) : step_always_what_ends_is_idle(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndAgain(state) : step_always_what_ends_is_idle(state, step.next, step.i, step.effects))

step_always_what_drains_is_shown(s, next, i, effects) == ((~(i.type = "Drain")) \/ (next.phase = "Draining"))

always_what_drains_is_shown ==
  (\A step \in Steps_Drain(state) : step_always_what_drains_is_shown(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_calling == (~(state.phase = "CallingProvider"))

never_executing == (~(state.phase = "ExecutingFastTool"))

never_streaming == (~(state.phase = "StreamingTool"))

never_draining == (~(state.phase = "Draining"))

(* gone_on_elsewhere: A restart moves no moment of what goes on. *)
step_never_gone_on_elsewhere(s, next, i, effects) ==
  (~(((s.phase = "CallingProvider") /\ (next.phase = "CallingProvider")) /\ (next.execution > s.execution)))

never_gone_on_elsewhere ==
  /\ (\A step \in Steps_Begin(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Continue(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CallProvider(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ExecuteFastTool(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StreamTool(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_GoOn(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Drain(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_End(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndAgain(state) : step_never_gone_on_elsewhere(state, step.next, step.i, step.effects))

step_never_idle_again(s, next, i, effects) == (~((s.phase /= "Idle") /\ (next.phase = "Idle")))

never_idle_again ==
  /\ (\A step \in Steps_Begin(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Continue(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CallProvider(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ExecuteFastTool(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_StreamTool(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_GoOn(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Drain(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_End(state) : step_never_idle_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_EndAgain(state) : step_never_idle_again(state, step.next, step.i, step.effects))

=============================================================================
