---- MODULE Subscription ----
(* Generated from specs/machines/subscription.ts. Do not edit.
   One session's standing wish for what one job sends, its notifications and its end. It says how each is handed over, and has no
   say over the job: whoever unsubscribes hears no more, and the job goes on. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,                 (* no row, no value *)
  Texts_,               (* the texts of the model *)
  GivenTexts,           (* of these texts, what inputs carry *)
  Opaques_,             (* the opaque values of the model *)
  GivenOpaques,         (* of these opaque values, what inputs carry *)
  MaxDeliverySequence   (* DeliverySequence: 0 to this *)

DeliverySequenceDomain == (0..MaxDeliverySequence)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

InitialState ==
  [phase |-> "Unsubscribed",
   kind |-> "record",
   handling |-> NULL,
   received |-> 0,
   records |-> [k \in DeliverySequenceDomain |-> NULL]]

(* Asks, or asks for something else. An event that says nothing of its handling steers. *)
In_Subscribe(kind, handling) == [type |-> "Subscribe", kind |-> kind, handling |-> handling]

Inputs_Subscribe ==
  {In_Subscribe(kind, handling) : kind \in {"record", "notification", "event"}, handling \in ({"steer", "queue"} \cup {NULL})}

In_Unsubscribe == [type |-> "Unsubscribe"]

Inputs_Unsubscribe == {In_Unsubscribe}

(* What the job sent: a notification, or its end. *)
In_Receive(sequence, end, lineage, body) ==
  [type |-> "Receive", sequence |-> sequence, end |-> end, lineage |-> lineage, body |-> body]

Inputs_Receive ==
  {In_Receive(sequence, end, lineage, body) : sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques}

Refuse_Subscribe_not_an_event(s, i) == ((i.kind /= "event") /\ (i.handling /= NULL))

(* Subscribe: From now on; what the job sent before is not sent again. *)

From_Subscribe(s) == (s.phase \in {"Unsubscribed", "Subscribed", "Withdrawn"})

Guard_Subscribe(s, i) ==
  /\ From_Subscribe(s)
  /\ (~Refuse_Subscribe_not_an_event(s, i))

Next_Subscribe(s, i) ==
  [s EXCEPT
    !.phase = "Subscribed",
    !.kind = i.kind,
    !.handling = (IF (i.kind = "event") THEN (IF (i.handling = NULL) THEN "steer" ELSE i.handling) ELSE i.handling)]

Effects_Subscribe(s, i) == <<>>

Steps_Subscribe(s) ==
  (IF From_Subscribe(s) THEN {[i |-> k, next |-> Next_Subscribe(s, k), effects |-> Effects_Subscribe(s, k)] : k \in {l \in Inputs_Subscribe : Guard_Subscribe(s, l)}} ELSE {})

(* SubscribeEnded *)

From_SubscribeEnded(s) == (s.phase \in {"Ended"})

Guard_SubscribeEnded(s, i) ==
  /\ From_SubscribeEnded(s)
  /\ (~Refuse_Subscribe_not_an_event(s, i))

Next_SubscribeEnded(s, i) == s

Effects_SubscribeEnded(s, i) == <<>>

Steps_SubscribeEnded(s) ==
  (IF From_SubscribeEnded(s) THEN {[i |-> k, next |-> Next_SubscribeEnded(s, k), effects |-> Effects_SubscribeEnded(s, k)] : k \in {l \in Inputs_Subscribe : Guard_SubscribeEnded(s, l)}} ELSE {})

(* Unsubscribe: What it asked for is forgotten; what it received is not. *)

From_Unsubscribe(s) == (s.phase \in {"Subscribed"})

Guard_Unsubscribe(s, i) == From_Unsubscribe(s)

Next_Unsubscribe(s, i) ==
  [s EXCEPT
    !.phase = "Withdrawn",
    !.kind = "record",
    !.handling = NULL]

Effects_Unsubscribe(s, i) == <<>>

Steps_Unsubscribe(s) ==
  (IF From_Unsubscribe(s) THEN {[i |-> k, next |-> Next_Unsubscribe(s, k), effects |-> Effects_Unsubscribe(s, k)] : k \in {l \in Inputs_Unsubscribe : Guard_Unsubscribe(s, l)}} ELSE {})

(* UnsubscribeAgain *)

From_UnsubscribeAgain(s) == (s.phase \in {"Withdrawn", "Ended"})

Guard_UnsubscribeAgain(s, i) == From_UnsubscribeAgain(s)

Next_UnsubscribeAgain(s, i) == s

Effects_UnsubscribeAgain(s, i) == <<>>

Steps_UnsubscribeAgain(s) ==
  (IF From_UnsubscribeAgain(s) THEN {[i |-> k, next |-> Next_UnsubscribeAgain(s, k), effects |-> Effects_UnsubscribeAgain(s, k)] : k \in {l \in Inputs_Unsubscribe : Guard_UnsubscribeAgain(s, l)}} ELSE {})

(* KeepNotification *)

From_KeepNotification(s) == (s.phase \in {"Subscribed"})

When_KeepNotification(s, i) == (((i.sequence > s.received) /\ (i.end = NULL)) /\ (s.kind = "record"))

Guard_KeepNotification(s, i) ==
  /\ From_KeepNotification(s)
  /\ When_KeepNotification(s, i)

Next_KeepNotification(s, i) ==
  [s EXCEPT
    !.received = i.sequence,
    !.records[i.sequence] = [end |-> i.end, lineage |-> i.lineage, body |-> i.body]]

Effects_KeepNotification(s, i) == <<>>

Steps_KeepNotification(s) ==
  (IF From_KeepNotification(s) THEN {[i |-> k, next |-> Next_KeepNotification(s, k), effects |-> Effects_KeepNotification(s, k)] : k \in {l \in Inputs_Receive : Guard_KeepNotification(s, l)}} ELSE {})

(* KeepEnd *)

From_KeepEnd(s) == (s.phase \in {"Subscribed"})

When_KeepEnd(s, i) == (((i.sequence > s.received) /\ (i.end /= NULL)) /\ (s.kind = "record"))

Guard_KeepEnd(s, i) ==
  /\ From_KeepEnd(s)
  /\ When_KeepEnd(s, i)

Next_KeepEnd(s, i) ==
  [s EXCEPT
    !.phase = "Ended",
    !.received = i.sequence,
    !.records[i.sequence] = [end |-> i.end, lineage |-> i.lineage, body |-> i.body]]

Effects_KeepEnd(s, i) == <<>>

Steps_KeepEnd(s) ==
  (IF From_KeepEnd(s) THEN {[i |-> k, next |-> Next_KeepEnd(s, k), effects |-> Effects_KeepEnd(s, k)] : k \in {l \in Inputs_Receive : Guard_KeepEnd(s, l)}} ELSE {})

(* HandOnNotification *)

From_HandOnNotification(s) == (s.phase \in {"Subscribed"})

When_HandOnNotification(s, i) == (((i.sequence > s.received) /\ (i.end = NULL)) /\ (s.kind /= "record"))

Guard_HandOnNotification(s, i) ==
  /\ From_HandOnNotification(s)
  /\ When_HandOnNotification(s, i)

Next_HandOnNotification(s, i) ==
  [s EXCEPT
    !.received = i.sequence]

Effects_HandOnNotification(s, i) ==
  <<[type |-> "DeliveryDue", sequence |-> i.sequence, end |-> i.end, handling |-> s.handling, lineage |-> i.lineage, body |-> i.body]>>

Steps_HandOnNotification(s) ==
  (IF From_HandOnNotification(s) THEN {[i |-> k, next |-> Next_HandOnNotification(s, k), effects |-> Effects_HandOnNotification(s, k)] : k \in {l \in Inputs_Receive : Guard_HandOnNotification(s, l)}} ELSE {})

(* HandOnEnd *)

From_HandOnEnd(s) == (s.phase \in {"Subscribed"})

When_HandOnEnd(s, i) == (((i.sequence > s.received) /\ (i.end /= NULL)) /\ (s.kind /= "record"))

Guard_HandOnEnd(s, i) ==
  /\ From_HandOnEnd(s)
  /\ When_HandOnEnd(s, i)

Next_HandOnEnd(s, i) ==
  [s EXCEPT
    !.phase = "Ended",
    !.received = i.sequence]

Effects_HandOnEnd(s, i) ==
  <<[type |-> "DeliveryDue", sequence |-> i.sequence, end |-> i.end, handling |-> s.handling, lineage |-> i.lineage, body |-> i.body]>>

Steps_HandOnEnd(s) ==
  (IF From_HandOnEnd(s) THEN {[i |-> k, next |-> Next_HandOnEnd(s, k), effects |-> Effects_HandOnEnd(s, k)] : k \in {l \in Inputs_Receive : Guard_HandOnEnd(s, l)}} ELSE {})

(* ReceiveAgain: The projector says it again, after a crash. *)

From_ReceiveAgain(s) == (s.phase \in {"Subscribed", "Ended"})

When_ReceiveAgain(s, i) == (i.sequence <= s.received)

Guard_ReceiveAgain(s, i) ==
  /\ From_ReceiveAgain(s)
  /\ When_ReceiveAgain(s, i)

Next_ReceiveAgain(s, i) == s

Effects_ReceiveAgain(s, i) == <<>>

Steps_ReceiveAgain(s) ==
  (IF From_ReceiveAgain(s) THEN {[i |-> k, next |-> Next_ReceiveAgain(s, k), effects |-> Effects_ReceiveAgain(s, k)] : k \in {l \in Inputs_Receive : Guard_ReceiveAgain(s, l)}} ELSE {})

(* PassOver: Nobody wants to hear it. *)

From_PassOver(s) == (s.phase \in {"Withdrawn"})

When_PassOver(s, i) == (i.end = NULL)

Guard_PassOver(s, i) ==
  /\ From_PassOver(s)
  /\ When_PassOver(s, i)

Next_PassOver(s, i) == s

Effects_PassOver(s, i) == <<>>

Steps_PassOver(s) ==
  (IF From_PassOver(s) THEN {[i |-> k, next |-> Next_PassOver(s, k), effects |-> Effects_PassOver(s, k)] : k \in {l \in Inputs_Receive : Guard_PassOver(s, l)}} ELSE {})

(* PassOverEnd: Nobody wants to hear it, and there is nothing more to subscribe to. *)

From_PassOverEnd(s) == (s.phase \in {"Withdrawn"})

When_PassOverEnd(s, i) == (i.end /= NULL)

Guard_PassOverEnd(s, i) ==
  /\ From_PassOverEnd(s)
  /\ When_PassOverEnd(s, i)

Next_PassOverEnd(s, i) ==
  [s EXCEPT
    !.phase = "Ended"]

Effects_PassOverEnd(s, i) == <<>>

Steps_PassOverEnd(s) ==
  (IF From_PassOverEnd(s) THEN {[i |-> k, next |-> Next_PassOverEnd(s, k), effects |-> Effects_PassOverEnd(s, k)] : k \in {l \in Inputs_Receive : Guard_PassOverEnd(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

Subscribe(kind, handling) ==
  /\ Guard_Subscribe(state, In_Subscribe(kind, handling))
  /\ state' = Next_Subscribe(state, In_Subscribe(kind, handling))

SubscribeEnded(kind, handling) ==
  /\ Guard_SubscribeEnded(state, In_Subscribe(kind, handling))
  /\ state' = Next_SubscribeEnded(state, In_Subscribe(kind, handling))

Unsubscribe ==
  /\ Guard_Unsubscribe(state, In_Unsubscribe)
  /\ state' = Next_Unsubscribe(state, In_Unsubscribe)

UnsubscribeAgain ==
  /\ Guard_UnsubscribeAgain(state, In_Unsubscribe)
  /\ state' = Next_UnsubscribeAgain(state, In_Unsubscribe)

KeepNotification(sequence, end, lineage, body) ==
  /\ Guard_KeepNotification(state, In_Receive(sequence, end, lineage, body))
  /\ state' = Next_KeepNotification(state, In_Receive(sequence, end, lineage, body))

KeepEnd(sequence, end, lineage, body) ==
  /\ Guard_KeepEnd(state, In_Receive(sequence, end, lineage, body))
  /\ state' = Next_KeepEnd(state, In_Receive(sequence, end, lineage, body))

HandOnNotification(sequence, end, lineage, body) ==
  /\ Guard_HandOnNotification(state, In_Receive(sequence, end, lineage, body))
  /\ state' = Next_HandOnNotification(state, In_Receive(sequence, end, lineage, body))

HandOnEnd(sequence, end, lineage, body) ==
  /\ Guard_HandOnEnd(state, In_Receive(sequence, end, lineage, body))
  /\ state' = Next_HandOnEnd(state, In_Receive(sequence, end, lineage, body))

ReceiveAgain(sequence, end, lineage, body) ==
  /\ Guard_ReceiveAgain(state, In_Receive(sequence, end, lineage, body))
  /\ state' = Next_ReceiveAgain(state, In_Receive(sequence, end, lineage, body))

PassOver(sequence, end, lineage, body) ==
  /\ Guard_PassOver(state, In_Receive(sequence, end, lineage, body))
  /\ state' = Next_PassOver(state, In_Receive(sequence, end, lineage, body))

PassOverEnd(sequence, end, lineage, body) ==
  /\ Guard_PassOverEnd(state, In_Receive(sequence, end, lineage, body))
  /\ state' = Next_PassOverEnd(state, In_Receive(sequence, end, lineage, body))

(* What has ended rests. *)
Ended ==
  /\ (state.phase \in {"Ended"})
  /\ state' = state

Init == state = InitialState

Next ==
  \/ \E kind \in {"record", "notification", "event"}, handling \in ({"steer", "queue"} \cup {NULL}) : Subscribe(kind, handling)
  \/ \E kind \in {"record", "notification", "event"}, handling \in ({"steer", "queue"} \cup {NULL}) : SubscribeEnded(kind, handling)
  \/ Unsubscribe
  \/ UnsubscribeAgain
  \/ \E sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : KeepNotification(sequence, end, lineage, body)
  \/ \E sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : KeepEnd(sequence, end, lineage, body)
  \/ \E sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : HandOnNotification(sequence, end, lineage, body)
  \/ \E sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : HandOnEnd(sequence, end, lineage, body)
  \/ \E sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : ReceiveAgain(sequence, end, lineage, body)
  \/ \E sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : PassOver(sequence, end, lineage, body)
  \/ \E sequence \in DeliverySequenceDomain, end \in ({"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : PassOverEnd(sequence, end, lineage, body)
  \/ Ended

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Unsubscribed", "Subscribed", "Withdrawn", "Ended"})
  /\ (state.kind \in {"record", "notification", "event"})
  /\ ((state.handling = NULL) \/ (state.handling \in {"steer", "queue"}))
  /\ (state.received \in DeliverySequenceDomain)
  /\ (\A k \in DeliverySequenceDomain : ((state.records[k] = NULL) \/ ((((state.records[k].end = NULL) \/ (state.records[k].end \in {"Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})) /\ (state.records[k].lineage \in Texts_)) /\ (state.records[k].body \in Opaques_))))

always_only_an_event_asks_for_work == ((state.kind = "event") = (state.handling /= NULL))

always_who_withdraws_asks_for_nothing == ((state.phase /= "Withdrawn") \/ ((state.kind = "record") /\ (state.handling = NULL)))

always_what_is_kept_was_received ==
  (\A sequence \in DeliverySequenceDomain : ((state.records[sequence] /= NULL) => ((sequence >= 1) /\ (sequence <= state.received))))

step_always_what_was_received_stays_received(s, next, i, effects) == (next.received >= s.received)

always_what_was_received_stays_received ==
  /\ (\A step \in Steps_Subscribe(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_what_was_received_stays_received(state, step.next, step.i, step.effects))

step_always_what_is_kept_stays_kept(s, next, i, effects) ==
  (\A sequence \in DeliverySequenceDomain : ((s.records[sequence] /= NULL) => (next.records[sequence] /= NULL)))

always_what_is_kept_stays_kept ==
  /\ (\A step \in Steps_Subscribe(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_what_is_kept_stays_kept(state, step.next, step.i, step.effects))

(* each_is_received_once: What is new is kept or handed on, and never both; what is not, neither. *)
step_always_each_is_received_once(s, next, i, effects) ==
  ((Cardinality({k \in DeliverySequenceDomain : (next.records[k] /= NULL)}) + Len(effects)) = (Cardinality({k \in DeliverySequenceDomain : (s.records[k] /= NULL)}) + (IF (next.received > s.received) THEN 1 ELSE 0)))

always_each_is_received_once ==
  /\ (\A step \in Steps_Subscribe(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_each_is_received_once(state, step.next, step.i, step.effects))

step_always_a_record_is_handed_to_nobody(s, next, i, effects) == ((s.kind /= "record") \/ (Len(effects) = 0))

always_a_record_is_handed_to_nobody ==
  /\ (\A step \in Steps_Subscribe(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_a_record_is_handed_to_nobody(state, step.next, step.i, step.effects))

(* handling_is_handed_on_unchanged: Steer stays steer, and queue stays queue. *)
step_always_handling_is_handed_on_x005funchanged(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : (effects[n].handling = s.handling))

always_handling_is_handed_on_x005funchanged ==
  /\ (\A step \in Steps_Subscribe(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_handling_is_handed_on_x005funchanged(state, step.next, step.i, step.effects))

step_always_nothing_is_handed_to_who_does_not_ask(s, next, i, effects) == ((s.phase = "Subscribed") \/ (Len(effects) = 0))

always_nothing_is_handed_to_who_does_not_ask ==
  /\ (\A step \in Steps_Subscribe(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_nothing_is_handed_to_who_does_not_ask(state, step.next, step.i, step.effects))

step_always_the_end_ends_it(s, next, i, effects) ==
  ((((~(i.type = "Receive")) \/ (i.end = NULL)) \/ (i.sequence <= s.received)) \/ (next.phase = "Ended"))

always_the_end_ends_it ==
  /\ (\A step \in Steps_KeepNotification(state) : step_always_the_end_ends_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_the_end_ends_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_the_end_ends_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_the_end_ends_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_the_end_ends_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_the_end_ends_it(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_the_end_ends_it(state, step.next, step.i, step.effects))

step_always_nothing_follows_the_end(s, next, i, effects) == ((s.phase /= "Ended") \/ (next.received = s.received))

always_nothing_follows_the_end ==
  /\ (\A step \in Steps_Subscribe(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_always_nothing_follows_the_end(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_subscribed == (~(state.phase = "Subscribed"))

never_withdrawn == (~(state.phase = "Withdrawn"))

never_ended == (~(state.phase = "Ended"))

step_never_an_event_steers_x005funasked(s, next, i, effects) ==
  (~((((i.type = "Subscribe") /\ (i.handling = NULL)) /\ (next.handling = "steer")) /\ (s.handling = NULL)))

never_an_event_steers_x005funasked ==
  /\ (\A step \in Steps_Subscribe(state) : step_never_an_event_steers_x005funasked(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_never_an_event_steers_x005funasked(state, step.next, step.i, step.effects))

never_an_event_queues == (~(state.handling = "queue"))

never_kept == (~(Cardinality({k \in DeliverySequenceDomain : (state.records[k] /= NULL)}) > 0))

step_never_notified_without_a_turn(s, next, i, effects) == (~(\E n \in (1..Len(effects)) : (effects[n].handling = NULL)))

never_notified_without_a_turn ==
  /\ (\A step \in Steps_Subscribe(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_never_notified_without_a_turn(state, step.next, step.i, step.effects))

step_never_asked_for_work(s, next, i, effects) == (~(\E n \in (1..Len(effects)) : (effects[n].handling /= NULL)))

never_asked_for_work ==
  /\ (\A step \in Steps_Subscribe(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_never_asked_for_work(state, step.next, step.i, step.effects))

step_never_the_last_is_received_again(s, next, i, effects) ==
  (~((((i.type = "Receive") /\ (i.sequence = s.received)) /\ (next.received > 0)) /\ (s.phase = "Subscribed")))

never_the_last_is_received_again ==
  /\ (\A step \in Steps_KeepNotification(state) : step_never_the_last_is_received_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_never_the_last_is_received_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_never_the_last_is_received_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_never_the_last_is_received_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_never_the_last_is_received_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_never_the_last_is_received_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_never_the_last_is_received_again(state, step.next, step.i, step.effects))

step_never_taken_x005fup_again(s, next, i, effects) == (~((s.phase = "Withdrawn") /\ (next.phase = "Subscribed")))

never_taken_x005fup_again ==
  /\ (\A step \in Steps_Subscribe(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_SubscribeEnded(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_Unsubscribe(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_UnsubscribeAgain(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepNotification(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_KeepEnd(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnNotification(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_HandOnEnd(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReceiveAgain(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOver(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_PassOverEnd(state) : step_never_taken_x005fup_again(state, step.next, step.i, step.effects))

=============================================================================
