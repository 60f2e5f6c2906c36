---- MODULE SessionCancellationPromises ----
(* Generated from specs/compositions/session-cancellation.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS SessionCancellation

-----------------------------------------------------------------------------
(* Promises *)

(* a_cancelled_session_is_released: With an owner that lives, and an operator in case recovery was quicker. *)
fair_a_cancelled_session_is_released ==
  (((((\A at \in SessionExecution_Keys : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_join(at, execution, owner, observedAtMs))) /\ (\A at \in SessionExecution_Keys : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_endFinalizer(at, execution, owner, observedAtMs)))) /\ (\A at \in SessionExecution_Keys : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_settle(at, execution, owner, observedAtMs)))) /\ (\A at \in SessionExecution_Keys : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_clear(at, execution, owner, observedAtMs)))) /\ (\A at \in SessionExecution_Keys : WF_vars(\E execution \in ExecutionDomain : Drive_release(at, execution))))

eventually_a_cancelled_session_is_released ==
  (fair_a_cancelled_session_is_released => (\A at \in SessionExecution_Keys : ((state.SessionExecution[at].phase = "Cancelling") ~> (state.SessionExecution[at].phase = "Idle"))))

(* a_known_outcome_is_cleared: An outcome on record needs nobody but recovery. *)
fair_a_known_outcome_is_cleared ==
  (\A at \in SessionExecution_Keys : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain : Drive_recover(at, execution, owner, assistantId, observedAtMs)))

eventually_a_known_outcome_is_cleared ==
  (fair_a_known_outcome_is_cleared => (\A at \in SessionExecution_Keys : (((state.SessionExecution[at].phase = "Cancelled") \/ (state.SessionExecution[at].phase = "Settled")) ~> (state.SessionExecution[at].phase = "Idle"))))

(* what_a_lost_owner_left_is_classified: Its owner does nothing any more: recovery takes it over, clears it, or has it quarantined. One claim more is all the model has. *)
fair_what_a_lost_owner_left_is_classified ==
  (\A at \in SessionExecution_Keys : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, assistantId \in (AssistantIds \cup {NULL}), observedAtMs \in ClockDomain : Drive_recover(at, execution, owner, assistantId, observedAtMs)))

eventually_what_a_lost_owner_left_is_classified ==
  (fair_what_a_lost_owner_left_is_classified => (\A at \in SessionExecution_Keys : (((((((state.SessionExecution[at].phase = "Claimed") \/ (state.SessionExecution[at].phase = "Running")) \/ (state.SessionExecution[at].phase = "Cancelling")) \/ (state.SessionExecution[at].phase = "Cancelled")) \/ (state.SessionExecution[at].phase = "Settled")) /\ (state.SessionExecution[at].claims = 1)) ~> ((~(((((state.SessionExecution[at].phase = "Claimed") \/ (state.SessionExecution[at].phase = "Running")) \/ (state.SessionExecution[at].phase = "Cancelling")) \/ (state.SessionExecution[at].phase = "Cancelled")) \/ (state.SessionExecution[at].phase = "Settled"))) \/ (state.SessionExecution[at].claims > 1)))))

(* a_free_session_takes_up_its_work: A request that came while the session was busy is heard once it is free. *)
fair_a_free_session_takes_x005fup_its_work ==
  (\A at \in SessionExecution_Keys : WF_vars(\E owner \in Owners, observedAtMs \in {0} : Drive_claim(at, owner, observedAtMs)))

eventually_a_free_session_takes_x005fup_its_work ==
  (fair_a_free_session_takes_x005fup_its_work => (\A at \in SessionExecution_Keys : ((((state.SessionExecution[at].phase = "Idle") /\ state.SessionExecution[at].pending) /\ (state.SessionExecution[at].claims < 2)) ~> (~state.SessionExecution[at].pending))))

abstract_once(at) == INSTANCE CancelOnce WITH
  phase <- (IF (state.SessionExecution[at].phase = "Idle") THEN "free" ELSE (IF ((state.SessionExecution[at].phase = "Claimed") \/ (state.SessionExecution[at].phase = "Running")) THEN "running" ELSE (IF (state.SessionExecution[at].phase = "Cancelling") THEN "cancelling" ELSE (IF (state.SessionExecution[at].phase = "Quarantined") THEN "unknown" ELSE "settled")))),
  execution <- state.SessionExecution[at].claims,
  finalizers <- state.SessionExecution[at].finalizing,
  ended <- state.SessionExecution[at].done,
  interruptions <- state.SessionExecution[at].interruptions

refines_once ==
  ((\A at \in SessionExecution_Keys : abstract_once(at)!Init) /\ [][(\A at \in SessionExecution_Keys : [abstract_once(at)!Next]_(abstract_once(at)!vars))]_vars)

=============================================================================
