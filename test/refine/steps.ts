/** A module whose steps the checker can find, with what our reading must not mistake: lists within lists, primes of parts, UNCHANGED. */
export const SHELF = String.raw`---- MODULE Shelf ----
EXTENDS Naturals, Sequences, FiniteSets
CONSTANT NULL
VARIABLES order, rows, last

vars == <<order, rows, last>>
Ids == {"a", "b"}

Init ==
  /\ order = <<>>
  /\ rows = [id \in Ids |-> NULL]
  /\ last = 0

Put(id) ==
  /\ rows[id] = NULL
  /\ order' = Append(order, id)
  /\ rows' = [rows EXCEPT ![id] = [place |-> (Len(order) + 1), seen |-> FALSE]]
  /\ UNCHANGED last

See(id) ==
  /\ rows[id] /= NULL
  /\ \/ ~rows[id].seen
     \/ /\ last = 0
        /\ order[1] = id
  /\ rows' = [rows EXCEPT ![id].seen = TRUE]
  /\ \/ /\ rows[id].place > last
        /\ last' = rows[id].place
     \/ /\ rows[id].place <= last
        /\ UNCHANGED last
  /\ UNCHANGED order

Forget ==
  /\ Len(order) = 2
  /\ \A id \in Ids : ((rows[id] /= NULL) => rows[id].seen)
  /\ order' = (IF last = 2 THEN Tail(order) ELSE <<Head(order)>>)
  /\ LET gone == {id \in Ids : (\A n \in DOMAIN order' : (order'[n] /= id))} IN
       rows' = [id \in Ids |-> (IF id \in gone THEN NULL ELSE [rows[id] EXCEPT !.place = 1])]
  /\ last' \in {0, 1}

Next ==
  \/ \E id \in Ids : Put(id)
  \/ \E id \in Ids : See(id)
  \/ Forget

Spec == Init /\ [][Next]_vars
====
`
