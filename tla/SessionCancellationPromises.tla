---- MODULE SessionCancellationPromises ----
(* Generated from specs/compositions/session-cancellation.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS SessionCancellation

-----------------------------------------------------------------------------
(* Promises *)

(* an_interruption_reaches_no_other_session: Whatever is interrupted, every other session goes on as it was: its claim, its step, and what its readers see. *)
step_always_an_interruption_reaches_no_other_session(c, next) ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : ((next.SessionExecution[at].interruptions <= c.SessionExecution[at].interruptions) \/ (\A there \in [realm : Realms, sessionId : SessionIds] : ((there.sessionId = at.sessionId) \/ ((((((next.SessionExecution[there].phase = c.SessionExecution[there].phase) /\ (next.SessionExecution[there].execution = c.SessionExecution[there].execution)) /\ (next.SessionExecution[there].owner = c.SessionExecution[there].owner)) /\ (next.SessionTranscript[there].phase = c.SessionTranscript[there].phase)) /\ (next.SessionTranscript[there].assistantId = c.SessionTranscript[there].assistantId)) /\ (next.SessionTranscript[there].outcome = c.SessionTranscript[there].outcome))))))

always_an_interruption_reaches_no_other_session == [][step_always_an_interruption_reaches_no_other_session(state, state')]_vars

(* a_cancelled_session_is_released: With an owner that lives, and an operator in case recovery was quicker. *)
fair_a_cancelled_session_is_released ==
  (((((\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_join(at, execution, owner, observedAtMs))) /\ (\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_endFinalizer(at, execution, owner, observedAtMs)))) /\ (\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_settle(at, execution, owner, observedAtMs)))) /\ (\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E execution \in ExecutionDomain, owner \in Owners, observedAtMs \in {0} : Drive_clear(at, execution, owner, observedAtMs)))) /\ (\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E execution \in ExecutionDomain : Drive_release(at, execution))))

eventually_a_cancelled_session_is_released ==
  (fair_a_cancelled_session_is_released => (\A at \in SessionExecution_Keys : ((state.SessionExecution[at].phase = "Cancelling") ~> (state.SessionExecution[at].phase = "Idle"))))

(* a_known_outcome_is_cleared: An outcome on record needs nobody but recovery. *)
fair_a_known_outcome_is_cleared ==
  (\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E execution \in ExecutionDomain, owner \in {Owner_1}, assistantId \in {NULL, AssistantId_1}, observedAtMs \in ClockDomain : Drive_recover(at, execution, owner, assistantId, observedAtMs)))

eventually_a_known_outcome_is_cleared ==
  (fair_a_known_outcome_is_cleared => (\A at \in SessionExecution_Keys : (((state.SessionExecution[at].phase = "Cancelled") \/ (state.SessionExecution[at].phase = "Settled")) ~> (state.SessionExecution[at].phase = "Idle"))))

(* what_a_lost_owner_left_is_classified: Its owner does nothing any more: recovery takes it over, clears it, or has it quarantined. One claim more is all the model has. *)
fair_what_a_lost_owner_left_is_classified ==
  ((\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E execution \in ExecutionDomain, owner \in {Owner_1}, assistantId \in {NULL, AssistantId_1}, observedAtMs \in ClockDomain : Drive_recover(at, execution, owner, assistantId, observedAtMs))) /\ (\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_2})} : WF_vars(\E execution \in {1}, owner \in {Owner_1}, assistantId \in {NULL}, observedAtMs \in {1} : Drive_recoverBeside(at, execution, owner, assistantId, observedAtMs))))

eventually_what_a_lost_owner_left_is_classified ==
  (fair_what_a_lost_owner_left_is_classified => (\A at \in SessionExecution_Keys : (((((((state.SessionExecution[at].phase = "Claimed") \/ (state.SessionExecution[at].phase = "Running")) \/ (state.SessionExecution[at].phase = "Cancelling")) \/ (state.SessionExecution[at].phase = "Cancelled")) \/ (state.SessionExecution[at].phase = "Settled")) /\ (state.SessionExecution[at].claims = 1)) ~> ((~(((((state.SessionExecution[at].phase = "Claimed") \/ (state.SessionExecution[at].phase = "Running")) \/ (state.SessionExecution[at].phase = "Cancelling")) \/ (state.SessionExecution[at].phase = "Cancelled")) \/ (state.SessionExecution[at].phase = "Settled"))) \/ (state.SessionExecution[at].claims > 1)))))

(* a_free_session_takes_up_its_work: A request that came while the session was busy is heard once it is free. *)
fair_a_free_session_takes_x005fup_its_work ==
  ((\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_1})} : WF_vars(\E owner \in Owners, observedAtMs \in {0}, intentId \in ExecutionIntentIds : Drive_claim(at, owner, observedAtMs, intentId))) /\ (\A at \in {k \in SessionExecution_Keys : (k.sessionId \in {SessionId_2})} : WF_vars(\E owner \in {Owner_1}, observedAtMs \in {0}, intentId \in ExecutionIntentIds : Drive_claimBeside(at, owner, observedAtMs, intentId))))

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
