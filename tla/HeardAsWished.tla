---------------------------- MODULE HeardAsWished ----------------------------
(* What a standing wish for somebody's messages promises: each is heard at     *)
(* most once, in the order of their numbers, and as the wish is at that time:  *)
(* kept, or brought with the handling wished for; and none without a wish.     *)

EXTENDS Naturals

CONSTANT NULL

VARIABLES
  wish,       \* "record", "notification", "steer" or "queue"; NULL where nothing is wished for
  kept,       \* number -> the message
  arrived     \* id -> [number, handling]; its handling is NULL where it asks for no work

vars == <<wish, kept, arrived>>

Init ==
  /\ wish = NULL
  /\ (DOMAIN kept) = {}
  /\ (DOMAIN arrived) = {}

(* Nothing as late was heard. *)
IsNext(number) ==
  /\ \A earlier \in (DOMAIN kept) : (earlier < number)
  /\ \A id \in (DOMAIN arrived) : (arrived[id].number < number)

Wish ==
  /\ wish' /= wish
  /\ UNCHANGED <<kept, arrived>>

Keep ==
  /\ wish = "record"
  /\ \E number \in ((DOMAIN kept') \ (DOMAIN kept)) :
       /\ (DOMAIN kept') = ((DOMAIN kept) \cup {number})
       /\ IsNext(number)
  /\ \A number \in (DOMAIN kept) : (kept'[number] = kept[number])
  /\ UNCHANGED <<wish, arrived>>

Arrive ==
  /\ wish \in {"notification", "steer", "queue"}
  /\ \E id \in ((DOMAIN arrived') \ (DOMAIN arrived)) :
       /\ (DOMAIN arrived') = ((DOMAIN arrived) \cup {id})
       /\ IsNext(arrived'[id].number)
       /\ arrived'[id].handling = (IF wish = "notification" THEN NULL ELSE wish)
  /\ \A id \in (DOMAIN arrived) : (arrived'[id] = arrived[id])
  /\ UNCHANGED <<wish, kept>>

Next ==
  \/ Wish
  \/ Keep
  \/ Arrive

Spec == Init /\ [][Next]_vars

=============================================================================
