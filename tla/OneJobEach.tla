------------------------------ MODULE OneJobEach ------------------------------
(* What a due moment promises: it becomes one job or is missed, never both and *)
(* never two; and it closes only when its job is there.                        *)

EXTENDS Naturals

VARIABLES
  moment,     \* "open", "closed" or "missed"
  jobs        \* how many jobs were made of it

vars == <<moment, jobs>>

Init ==
  /\ moment = "open"
  /\ jobs = 0

Accept ==
  /\ moment = "open"
  /\ jobs = 0
  /\ jobs' = 1
  /\ UNCHANGED moment

Close ==
  /\ moment = "open"
  /\ jobs = 1
  /\ moment' = "closed"
  /\ UNCHANGED jobs

Miss ==
  /\ moment = "open"
  /\ jobs = 0
  /\ moment' = "missed"
  /\ UNCHANGED jobs

Next ==
  \/ Accept
  \/ Close
  \/ Miss

Spec == Init /\ [][Next]_vars

=============================================================================
