-------------------------- MODULE ExactlyOnceInbox --------------------------
(* What the way from senders to inboxes promises, and nothing of how: each    *)
(* message that was sent is given one place in one inbox, those of one sender *)
(* in their order; it is under way until it has its place; the places of an   *)
(* inbox are given one after another, and applied once each, in that order.   *)

EXTENDS Naturals, FiniteSets

VARIABLES
  sent,       \* sender -> [count]: it has sent its messages 1 to count
  underway,   \* route -> its messages that are under way, each [from, effect]
  inboxes     \* inbox -> [applied, places]: places is message -> [place, source, number]

vars == <<sent, underway, inboxes>>

NumberOf(m) == m.effect.deliverySequence

(* The message has a place, in whatever inbox. *)
IsPlaced(source, number) ==
  \E inbox \in (DOMAIN inboxes) :
    \E row \in {inboxes[inbox].places[id] : id \in (DOMAIN inboxes[inbox].places)} :
      ((row.source = source) /\ (row.number = number))

IsUnderway(source, number) ==
  \E route \in (DOMAIN underway) :
    \E m \in underway[route] : ((m.from = source) /\ (NumberOf(m) = number))

Init ==
  /\ \A source \in (DOMAIN sent) : (sent[source].count = 0)
  /\ \A route \in (DOMAIN underway) : (underway[route] = {})
  /\ \A inbox \in (DOMAIN inboxes) :
       ((inboxes[inbox].applied = 0) /\ ((DOMAIN inboxes[inbox].places) = {}))

(* What is sent is under way at once, on one route. *)
Send(source) ==
  /\ sent' = [sent EXCEPT ![source].count = (@ + 1)]
  /\ \E route \in (DOMAIN underway) :
       \E m \in (underway'[route] \ underway[route]) :
         /\ m.from = source
         /\ NumberOf(m) = (sent[source].count + 1)
         /\ underway' = [underway EXCEPT ![route] = (@ \cup {m})]
  /\ UNCHANGED inboxes

(* A message that is under way and has no place takes the next one; nobody else's place changes. *)
Place(inbox) ==
  LET before == inboxes[inbox].places
      after  == inboxes'[inbox].places
  IN
    /\ inboxes' = [inboxes EXCEPT ![inbox].places = after]
    /\ \E id \in ((DOMAIN after) \ (DOMAIN before)) :
         /\ (DOMAIN after) = ((DOMAIN before) \cup {id})
         /\ after[id].place = (Cardinality(DOMAIN before) + 1)
         /\ IsUnderway(after[id].source, after[id].number)
         /\ ~IsPlaced(after[id].source, after[id].number)
         /\ \A n \in (1..(after[id].number - 1)) : IsPlaced(after[id].source, n)
    /\ \A other \in (DOMAIN before) : (after[other] = before[other])
    /\ UNCHANGED <<sent, underway>>

(* Only what has its place is no more under way. *)
Acknowledge(route) ==
  /\ \E m \in (underway[route] \ underway'[route]) :
       /\ IsPlaced(m.from, NumberOf(m))
       /\ underway' = [underway EXCEPT ![route] = (@ \ {m})]
  /\ UNCHANGED <<sent, inboxes>>

(* The next place is applied: none is passed over, none comes twice. *)
Apply(inbox) ==
  /\ inboxes[inbox].applied < Cardinality(DOMAIN inboxes[inbox].places)
  /\ inboxes' = [inboxes EXCEPT ![inbox].applied = (@ + 1)]
  /\ UNCHANGED <<sent, underway>>

Next ==
  \/ \E source \in (DOMAIN sent) : Send(source)
  \/ \E inbox \in (DOMAIN inboxes) : Place(inbox)
  \/ \E route \in (DOMAIN underway) : Acknowledge(route)
  \/ \E inbox \in (DOMAIN inboxes) : Apply(inbox)

Spec == Init /\ [][Next]_vars

=============================================================================
