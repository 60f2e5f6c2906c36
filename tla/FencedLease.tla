----------------------------- MODULE FencedLease -----------------------------
(* What a lease under a fence promises: one attempt at a time, each under the  *)
(* next fence; only who holds the attempt writes; a lease only grows while it  *)
(* is held; after the end nothing is written, and what was may be forgotten.   *)

EXTENDS Naturals

CONSTANT NULL

VARIABLES
  attempt,    \* "none", "held", "lost" or "ended"
  fence,      \* the number of the last attempt
  holder,     \* who holds the attempt; NULL when nobody does
  lease,      \* when the attempt may be taken for lost; 0 when nobody holds it
  reports,    \* how far the holder has reported
  written     \* what holders have written, all of them together

vars == <<attempt, fence, holder, lease, reports, written>>

Init ==
  /\ attempt = "none"
  /\ fence = 0
  /\ holder = NULL
  /\ lease = 0
  /\ reports = 0

(* Nobody holds it, and whoever held it reports to nobody. *)
Free ==
  /\ holder' = NULL
  /\ lease' = 0
  /\ reports' = 0

(* A new attempt, under the next fence. *)
Claim ==
  /\ attempt = "none"
  /\ attempt' = "held"
  /\ fence' = (fence + 1)
  /\ holder' /= NULL
  /\ lease' > 0
  /\ UNCHANGED <<reports, written>>

Renew ==
  /\ attempt = "held"
  /\ lease' > lease
  /\ UNCHANGED <<attempt, fence, holder, reports, written>>

Report ==
  /\ attempt = "held"
  /\ reports' > reports
  /\ UNCHANGED <<attempt, fence, holder, lease>>

Write ==
  /\ attempt = "held"
  /\ written' /= written
  /\ UNCHANGED <<attempt, fence, holder, lease, reports>>

(* The holder gives the attempt back; the next one has another fence. *)
GiveBack ==
  /\ attempt = "held"
  /\ attempt' = "none"
  /\ Free
  /\ UNCHANGED <<fence, written>>

Lose ==
  /\ attempt = "held"
  /\ attempt' = "lost"
  /\ Free
  /\ UNCHANGED <<fence, written>>

(* The work outlived its holder: the same attempt, the same fence, a new holder. *)
Adopt ==
  /\ attempt = "lost"
  /\ attempt' = "held"
  /\ holder' /= NULL
  /\ lease' > 0
  /\ UNCHANGED <<fence, reports, written>>

GiveUp ==
  /\ attempt = "lost"
  /\ attempt' = "none"
  /\ UNCHANGED <<fence, holder, lease, reports, written>>

End ==
  /\ attempt /= "ended"
  /\ attempt' = "ended"
  /\ Free
  /\ UNCHANGED <<fence, written>>

(* What was written is let go; that it ended is not. *)
Forget ==
  /\ attempt = "ended"
  /\ written' /= written
  /\ UNCHANGED <<attempt, fence, holder, lease, reports>>

Next ==
  \/ Claim
  \/ Renew
  \/ Report
  \/ Write
  \/ GiveBack
  \/ Lose
  \/ Adopt
  \/ GiveUp
  \/ End
  \/ Forget

Spec == Init /\ [][Next]_vars

=============================================================================
