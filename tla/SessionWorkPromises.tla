---- MODULE SessionWorkPromises ----
(* Generated from specs/compositions/session-work.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS SessionWork

-----------------------------------------------------------------------------
(* Promises *)

(* a_delivery_that_asks_wakes_its_session: What was taken last and asks for work is on record, unless somebody has taken it up since. *)
step_always_a_delivery_that_asks_wakes_its_session(c, next) ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : (((next.RuntimeDelivery[at].nextSequence = c.RuntimeDelivery[at].nextSequence) \/ (~next.RuntimeDelivery[at].asks)) \/ next.SessionExecution[at].pending))

always_a_delivery_that_asks_wakes_its_session == [][step_always_a_delivery_that_asks_wakes_its_session(state, state')]_vars

step_always_a_delivery_that_is_shown_wakes_nobody(c, next) ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : ((c.SessionExecution[at].pending \/ (~next.SessionExecution[at].pending)) \/ next.RuntimeDelivery[at].asks))

always_a_delivery_that_is_shown_wakes_nobody == [][step_always_a_delivery_that_is_shown_wakes_nobody(state, state')]_vars

(* nobody_is_woken_twice: Said again, after a crash of the projector, it asks for nothing more. *)
step_always_nobody_is_woken_twice(c, next) ==
  (\A at \in [realm : Realms, sessionId : SessionIds] : ((c.SessionExecution[at].pending \/ (~next.SessionExecution[at].pending)) \/ (next.RuntimeDelivery[at].nextSequence > c.RuntimeDelivery[at].nextSequence)))

always_nobody_is_woken_twice == [][step_always_nobody_is_woken_twice(state, state')]_vars

=============================================================================
