----------------------------- MODULE CancelOnce ------------------------------
(* What a cancellation promises to the execution that it cancels: it is asked  *)
(* for; the finalizers end; one interruption is written, or none where the     *)
(* work had ended before; then the claim is cleared. Never two interruptions,  *)
(* never one before the finalizers, and no other execution until all is done.  *)

EXTENDS Naturals

VARIABLES
  phase,           \* "free", "running", "cancelling", "settled" or "unknown"
  execution,       \* the number of the last execution
  finalizers,      \* how many of its finalizers run
  ended,           \* its work has ended by itself: there is nothing to interrupt
  interruptions    \* how many interruptions were written of it

vars == <<phase, execution, finalizers, ended, interruptions>>

Init ==
  /\ phase = "free"
  /\ execution = 0
  /\ finalizers = 0
  /\ ended = FALSE
  /\ interruptions = 0

(* A new execution begins, with nothing to finalize and nothing interrupted. *)
Begin ==
  /\ phase' = "running"
  /\ execution' = (execution + 1)
  /\ finalizers' = 0
  /\ interruptions' = 0

Claim ==
  /\ phase = "free"
  /\ Begin

(* Recovery goes on with what was lost while it ran; never with what is being cancelled. *)
TakeOver ==
  /\ phase = "running"
  /\ Begin
  /\ UNCHANGED ended

Work ==
  /\ phase = "running"
  /\ ended' /= ended
  /\ UNCHANGED <<phase, execution, finalizers, interruptions>>

BeginFinalizer ==
  /\ phase \in {"running", "cancelling"}
  /\ finalizers' = (finalizers + 1)
  /\ UNCHANGED <<phase, execution, ended, interruptions>>

EndFinalizer ==
  /\ phase \in {"running", "cancelling", "settled"}
  /\ finalizers > 0
  /\ finalizers' = (finalizers - 1)
  /\ UNCHANGED <<phase, execution, ended, interruptions>>

RequestCancel ==
  /\ phase = "running"
  /\ phase' = "cancelling"
  /\ UNCHANGED <<execution, finalizers, ended, interruptions>>

(* The one interruption, when no finalizer runs any more. *)
Interrupt ==
  /\ phase = "cancelling"
  /\ finalizers = 0
  /\ ~ended
  /\ interruptions = 0
  /\ phase' = "settled"
  /\ interruptions' = 1
  /\ UNCHANGED <<execution, finalizers, ended>>

(* The work had ended before it could be interrupted. *)
SettleEnded ==
  /\ phase = "cancelling"
  /\ finalizers = 0
  /\ ended
  /\ phase' = "settled"
  /\ UNCHANGED <<execution, finalizers, interruptions>>

Finish ==
  /\ phase = "running"
  /\ phase' = "settled"
  /\ UNCHANGED <<execution, finalizers, interruptions>>

Clear ==
  /\ phase = "settled"
  /\ phase' = "free"
  /\ finalizers' = 0
  /\ UNCHANGED <<execution, ended, interruptions>>

(* The owner is lost, and nobody knows what its finalizers have done. *)
Quarantine ==
  /\ phase \in {"running", "cancelling"}
  /\ phase' = "unknown"
  /\ UNCHANGED <<execution, ended, interruptions>>

(* Somebody has looked: what was not known to have ended is interrupted now. *)
Release ==
  /\ phase = "unknown"
  /\ phase' = "free"
  /\ interruptions = 0
  /\ interruptions' = (IF ended THEN 0 ELSE 1)
  /\ UNCHANGED execution

Next ==
  \/ Claim
  \/ TakeOver
  \/ Work
  \/ BeginFinalizer
  \/ EndFinalizer
  \/ RequestCancel
  \/ Interrupt
  \/ SettleEnded
  \/ Finish
  \/ Clear
  \/ Quarantine
  \/ Release

Spec == Init /\ [][Next]_vars

=============================================================================
