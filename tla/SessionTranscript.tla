---- MODULE SessionTranscript ----
(* Generated from specs/machines/session-transcript.ts. Do not edit.
   What a session's readers see of its last step. Each step has one assistant and one end. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,          (* no row, no value *)
  AssistantIds   (* the ids of the model: AssistantId *)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

InitialState ==
  [phase |-> "Quiet",
   assistantId |-> NULL,
   outcome |-> NULL]

In_OpenStep(assistantId) == [type |-> "OpenStep", assistantId |-> assistantId]

Inputs_OpenStep == {In_OpenStep(assistantId) : assistantId \in AssistantIds}

In_CloseStep(assistantId, outcome) == [type |-> "CloseStep", assistantId |-> assistantId, outcome |-> outcome]

Inputs_CloseStep ==
  {In_CloseStep(assistantId, outcome) : assistantId \in (AssistantIds \cup {NULL}), outcome \in {"completed", "failed", "declined", "interrupted"}}

(* OpenStep *)

From_OpenStep(s) == (s.phase \in {"Quiet"})

Guard_OpenStep(s, i) == From_OpenStep(s)

Next_OpenStep(s, i) ==
  [s EXCEPT
    !.phase = "Open",
    !.assistantId = i.assistantId,
    !.outcome = NULL]

Effects_OpenStep(s, i) == <<>>

Steps_OpenStep(s) ==
  (IF From_OpenStep(s) THEN {[i |-> k, next |-> Next_OpenStep(s, k), effects |-> Effects_OpenStep(s, k)] : k \in {l \in Inputs_OpenStep : Guard_OpenStep(s, l)}} ELSE {})

(* CloseStep *)

From_CloseStep(s) == (s.phase \in {"Open"})

Refuse_CloseStep_other_assistant(s, i) == (i.assistantId /= s.assistantId)

Guard_CloseStep(s, i) ==
  /\ From_CloseStep(s)
  /\ (~Refuse_CloseStep_other_assistant(s, i))

Next_CloseStep(s, i) ==
  [s EXCEPT
    !.phase = "Quiet",
    !.assistantId = NULL,
    !.outcome = i.outcome]

Effects_CloseStep(s, i) == <<>>

Steps_CloseStep(s) ==
  (IF From_CloseStep(s) THEN {[i |-> k, next |-> Next_CloseStep(s, k), effects |-> Effects_CloseStep(s, k)] : k \in {l \in Inputs_CloseStep : Guard_CloseStep(s, l)}} ELSE {})

(* NoteInterruption: An interruption may come before any step of its execution; nothing else ends what has not begun. *)

From_NoteInterruption(s) == (s.phase \in {"Quiet"})

Refuse_NoteInterruption_no_such_step(s, i) == ((i.assistantId /= NULL) \/ (i.outcome /= "interrupted"))

Guard_NoteInterruption(s, i) ==
  /\ From_NoteInterruption(s)
  /\ (~Refuse_NoteInterruption_no_such_step(s, i))

Next_NoteInterruption(s, i) ==
  [s EXCEPT
    !.outcome = i.outcome]

Effects_NoteInterruption(s, i) == <<>>

Steps_NoteInterruption(s) ==
  (IF From_NoteInterruption(s) THEN {[i |-> k, next |-> Next_NoteInterruption(s, k), effects |-> Effects_NoteInterruption(s, k)] : k \in {l \in Inputs_CloseStep : Guard_NoteInterruption(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

OpenStep(assistantId) ==
  /\ Guard_OpenStep(state, In_OpenStep(assistantId))
  /\ state' = Next_OpenStep(state, In_OpenStep(assistantId))

CloseStep(assistantId, outcome) ==
  /\ Guard_CloseStep(state, In_CloseStep(assistantId, outcome))
  /\ state' = Next_CloseStep(state, In_CloseStep(assistantId, outcome))

NoteInterruption(assistantId, outcome) ==
  /\ Guard_NoteInterruption(state, In_CloseStep(assistantId, outcome))
  /\ state' = Next_NoteInterruption(state, In_CloseStep(assistantId, outcome))

Init == state = InitialState

Next ==
  \/ \E assistantId \in AssistantIds : OpenStep(assistantId)
  \/ \E assistantId \in (AssistantIds \cup {NULL}), outcome \in {"completed", "failed", "declined", "interrupted"} : CloseStep(assistantId, outcome)
  \/ \E assistantId \in (AssistantIds \cup {NULL}), outcome \in {"completed", "failed", "declined", "interrupted"} : NoteInterruption(assistantId, outcome)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Quiet", "Open"})
  /\ ((state.assistantId = NULL) \/ (state.assistantId \in AssistantIds))
  /\ ((state.outcome = NULL) \/ (state.outcome \in {"completed", "failed", "declined", "interrupted"}))

always_an_open_step_has_an_assistant == ((state.phase = "Open") = (state.assistantId /= NULL))

always_an_open_step_has_no_outcome == ((state.phase /= "Open") \/ (state.outcome = NULL))

step_always_a_step_begins_where_none_is_open(s, next, i, effects) == ((next.phase /= "Open") \/ (s.phase = "Quiet"))

always_a_step_begins_where_none_is_open ==
  /\ (\A step \in Steps_OpenStep(state) : step_always_a_step_begins_where_none_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CloseStep(state) : step_always_a_step_begins_where_none_is_open(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_NoteInterruption(state) : step_always_a_step_begins_where_none_is_open(state, step.next, step.i, step.effects))

step_always_a_step_ends_x005funder_its_assistant(s, next, i, effects) ==
  (((~(i.type = "CloseStep")) \/ (i.assistantId = s.assistantId)) \/ (s = next))

always_a_step_ends_x005funder_its_assistant ==
  /\ (\A step \in Steps_CloseStep(state) : step_always_a_step_ends_x005funder_its_assistant(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_NoteInterruption(state) : step_always_a_step_ends_x005funder_its_assistant(state, step.next, step.i, step.effects))

step_always_only_an_interruption_ends_what_has_not_begun(s, next, i, effects) ==
  ((((s.phase = "Open") \/ (next.outcome = s.outcome)) \/ (next.phase = "Open")) \/ (next.outcome = "interrupted"))

always_only_an_interruption_ends_what_has_not_begun ==
  /\ (\A step \in Steps_OpenStep(state) : step_always_only_an_interruption_ends_what_has_not_begun(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CloseStep(state) : step_always_only_an_interruption_ends_what_has_not_begun(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_NoteInterruption(state) : step_always_only_an_interruption_ends_what_has_not_begun(state, step.next, step.i, step.effects))

step_always_a_step_ends_with_an_outcome(s, next, i, effects) ==
  (((s.phase /= "Open") \/ (next.phase = "Open")) \/ (next.outcome /= NULL))

always_a_step_ends_with_an_outcome ==
  /\ (\A step \in Steps_OpenStep(state) : step_always_a_step_ends_with_an_outcome(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CloseStep(state) : step_always_a_step_ends_with_an_outcome(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_NoteInterruption(state) : step_always_a_step_ends_with_an_outcome(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_completed == (~(state.outcome = "completed"))

step_never_interrupted_in_a_step(s, next, i, effects) == (~((s.phase = "Open") /\ (next.outcome = "interrupted")))

never_interrupted_in_a_step ==
  /\ (\A step \in Steps_OpenStep(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CloseStep(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_NoteInterruption(state) : step_never_interrupted_in_a_step(state, step.next, step.i, step.effects))

step_never_interrupted_before_a_step(s, next, i, effects) == (~((s.phase = "Quiet") /\ (next.outcome = "interrupted")))

never_interrupted_before_a_step ==
  /\ (\A step \in Steps_OpenStep(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CloseStep(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_NoteInterruption(state) : step_never_interrupted_before_a_step(state, step.next, step.i, step.effects))

step_never_a_second_step(s, next, i, effects) == (~((s.outcome /= NULL) /\ (next.phase = "Open")))

never_a_second_step ==
  /\ (\A step \in Steps_OpenStep(state) : step_never_a_second_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_CloseStep(state) : step_never_a_second_step(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_NoteInterruption(state) : step_never_a_second_step(state, step.next, step.i, step.effects))

=============================================================================
