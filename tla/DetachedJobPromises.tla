---- MODULE DetachedJobPromises ----
(* Generated from specs/machines/detached-job.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS DetachedJob

-----------------------------------------------------------------------------
(* Promises *)

(* leased: One attempt at a time, each under the next fence. *)
abstract_leased == INSTANCE FencedLease WITH
  attempt <- (IF isHeld(state) THEN "held" ELSE (IF (state.phase = "LossObserved") THEN "lost" ELSE (IF hasEnded(state) THEN "ended" ELSE "none"))),
  fence <- state.fence,
  holder <- state.holder,
  lease <- state.leaseExpiresAtMs,
  reports <- state.cursor,
  written <- [progress |-> state.progress, checkpoint |-> state.checkpoint, notifications |-> state.notifications, artifacts |-> state.artifacts]

refines_leased == (abstract_leased!Init /\ [][[abstract_leased!Next]_(abstract_leased!vars)]_vars)

=============================================================================
