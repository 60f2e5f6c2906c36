------------------------------ MODULE AwaitOnce ------------------------------
(* What a wait for the end of something promises: it is released at most once, *)
(* only after the end, and with the kind of that end. It may be given up and   *)
(* taken up again before its release, and never after.                         *)

EXTENDS Naturals

CONSTANT NULL

VARIABLES
  end,         \* how it ended; NULL until then
  waiting,     \* somebody waits
  released,    \* the kind of end with which the wait was released; NULL until then
  releases     \* how often it was released

vars == <<end, waiting, released, releases>>

Init ==
  /\ end = NULL
  /\ waiting = FALSE
  /\ released = NULL
  /\ releases = 0

(* It ends once, and stays as it ended. *)
End ==
  /\ end = NULL
  /\ end' /= NULL
  /\ UNCHANGED <<waiting, released, releases>>

BeginWait ==
  /\ ~waiting
  /\ releases = 0
  /\ waiting' = TRUE
  /\ UNCHANGED <<end, released, releases>>

AbandonWait ==
  /\ waiting
  /\ waiting' = FALSE
  /\ UNCHANGED <<end, released, releases>>

(* The one release, with the one kind of end there is. *)
ReleaseOnce ==
  /\ end /= NULL
  /\ releases = 0
  /\ releases' = 1
  /\ released' = end
  /\ waiting' = FALSE
  /\ UNCHANGED end

(* Whoever waits when the end is told is released. *)
Release ==
  /\ waiting
  /\ ReleaseOnce

(* A wait that begins after the end is released as it begins. *)
ReleaseAtOnce ==
  /\ ~waiting
  /\ ReleaseOnce

Next ==
  \/ End
  \/ BeginWait
  \/ AbandonWait
  \/ Release
  \/ ReleaseAtOnce

Spec == Init /\ [][Next]_vars

=============================================================================
