---- MODULE RuntimeDelivery ----
(* Generated from specs/machines/runtime-delivery.ts. Do not edit.
   Gives each delivery of one session a place in its order, applies the order once, and lets go in the same order of what was applied. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,               (* no row, no value *)
  DeliveryIds,        (* the ids of the model: DeliveryId *)
  JobIds,             (* the ids of the model: JobId *)
  Texts_,             (* the texts of the model *)
  GivenTexts,         (* of these texts, what inputs carry *)
  Opaques_,           (* the opaque values of the model *)
  GivenOpaques,       (* of these opaque values, what inputs carry *)
  MaxSequence,        (* Sequence: 0 to this *)
  MaxSourceSequence   (* SourceSequence: 0 to this *)

SequenceDomain == (0..MaxSequence)
SourceSequenceDomain == (0..MaxSourceSequence)

-----------------------------------------------------------------------------
(* Pure operators over a state s and an input i. *)

InitialState ==
  [phase |-> "Active",
   nextSequence |-> 0,
   appliedCursor |-> 0,
   forgottenCursor |-> 0,
   deliveries |-> [k \in DeliveryIds |-> NULL]]

In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body) ==
  [type |-> "CommitDelivery", deliveryId |-> deliveryId, sourceSequence |-> sourceSequence, jobId |-> jobId, kind |-> kind, handling |-> handling, lineage |-> lineage, body |-> body]

Inputs_CommitDelivery ==
  {In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body) : deliveryId \in DeliveryIds, sourceSequence \in SourceSequenceDomain, jobId \in JobIds, kind \in {"terminal", "notification"}, handling \in ({"steer", "queue"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques}

In_MarkApplied(deliveryId, sequence) == [type |-> "MarkApplied", deliveryId |-> deliveryId, sequence |-> sequence]

Inputs_MarkApplied == {In_MarkApplied(deliveryId, sequence) : deliveryId \in DeliveryIds, sequence \in SequenceDomain}

(* It was applied long ago: what it said is let go. That it was delivered, and in which place, stays. *)
In_ForgetBody(deliveryId, sequence) == [type |-> "ForgetBody", deliveryId |-> deliveryId, sequence |-> sequence]

Inputs_ForgetBody == {In_ForgetBody(deliveryId, sequence) : deliveryId \in DeliveryIds, sequence \in SequenceDomain}

(* CommitNew: A delivery seen for the first time takes the next place. *)

From_CommitNew(s) == (s.phase \in {"Active"})

When_CommitNew(s, i) == (s.deliveries[i.deliveryId] = NULL)

Refuse_CommitNew_no_source_sequence(s, i) == (i.sourceSequence = 0)

Refuse_CommitNew_exhausted(s, i) == ((s.nextSequence + 1) > MaxSequence)

Open_CommitNew(s, i) ==
  /\ From_CommitNew(s)
  /\ When_CommitNew(s, i)
  /\ (~Refuse_CommitNew_no_source_sequence(s, i))

Guard_CommitNew(s, i) ==
  /\ Open_CommitNew(s, i)
  /\ (~Refuse_CommitNew_exhausted(s, i))

Next_CommitNew(s, i) ==
  [s EXCEPT
    !.nextSequence = (s.nextSequence + 1),
    !.deliveries[i.deliveryId] = [sequence |-> (s.nextSequence + 1), sourceSequence |-> i.sourceSequence, jobId |-> i.jobId, kind |-> i.kind, handling |-> i.handling, lineage |-> i.lineage, body |-> i.body]]

Effects_CommitNew(s, i) ==
  <<[type |-> "DeliveryCommitted", deliveryId |-> i.deliveryId, sourceSequence |-> i.sourceSequence, sequence |-> (s.nextSequence + 1), handling |-> i.handling]>>

Steps_CommitNew(s) ==
  (IF From_CommitNew(s) THEN {[i |-> k, next |-> Next_CommitNew(s, k), effects |-> Effects_CommitNew(s, k)] : k \in {l \in Inputs_CommitDelivery : Guard_CommitNew(s, l)}} ELSE {})

(* ReuseCommitted: A projector that retries after a crash gets the place that was given. *)

From_ReuseCommitted(s) == (s.phase \in {"Active"})

When_ReuseCommitted(s, i) == (s.deliveries[i.deliveryId] /= NULL)

Refuse_ReuseCommitted_source_differs(s, i) ==
  ((IF (s.deliveries[i.deliveryId] = NULL) THEN NULL ELSE s.deliveries[i.deliveryId].sourceSequence) /= i.sourceSequence)

Guard_ReuseCommitted(s, i) ==
  /\ From_ReuseCommitted(s)
  /\ When_ReuseCommitted(s, i)
  /\ (~Refuse_ReuseCommitted_source_differs(s, i))

Next_ReuseCommitted(s, i) == s

Effects_ReuseCommitted(s, i) ==
  <<[type |-> "DeliveryReused", deliveryId |-> i.deliveryId, sourceSequence |-> i.sourceSequence, sequence |-> s.deliveries[i.deliveryId].sequence]>>

Steps_ReuseCommitted(s) ==
  (IF From_ReuseCommitted(s) THEN {[i |-> k, next |-> Next_ReuseCommitted(s, k), effects |-> Effects_ReuseCommitted(s, k)] : k \in {l \in Inputs_CommitDelivery : Guard_ReuseCommitted(s, l)}} ELSE {})

(* ApplyNext *)

From_ApplyNext(s) == (s.phase \in {"Active"})

When_ApplyNext(s, i) == (i.sequence > s.appliedCursor)

Refuse_ApplyNext_unknown_delivery(s, i) ==
  ((IF (s.deliveries[i.deliveryId] = NULL) THEN NULL ELSE s.deliveries[i.deliveryId].sequence) /= i.sequence)

Refuse_ApplyNext_out_of_order(s, i) == (i.sequence /= (s.appliedCursor + 1))

Guard_ApplyNext(s, i) ==
  /\ From_ApplyNext(s)
  /\ When_ApplyNext(s, i)
  /\ (~Refuse_ApplyNext_unknown_delivery(s, i))
  /\ (~Refuse_ApplyNext_out_of_order(s, i))

Next_ApplyNext(s, i) ==
  [s EXCEPT
    !.appliedCursor = i.sequence]

Effects_ApplyNext(s, i) == <<[type |-> "DeliveryApplied", deliveryId |-> i.deliveryId, sequence |-> i.sequence]>>

Steps_ApplyNext(s) ==
  (IF From_ApplyNext(s) THEN {[i |-> k, next |-> Next_ApplyNext(s, k), effects |-> Effects_ApplyNext(s, k)] : k \in {l \in Inputs_MarkApplied : Guard_ApplyNext(s, l)}} ELSE {})

(* ObserveApplied: It was applied before; whoever says so again is told the same. *)

From_ObserveApplied(s) == (s.phase \in {"Active"})

When_ObserveApplied(s, i) == (i.sequence <= s.appliedCursor)

Refuse_ObserveApplied_unknown_delivery(s, i) ==
  ((IF (s.deliveries[i.deliveryId] = NULL) THEN NULL ELSE s.deliveries[i.deliveryId].sequence) /= i.sequence)

Guard_ObserveApplied(s, i) ==
  /\ From_ObserveApplied(s)
  /\ When_ObserveApplied(s, i)
  /\ (~Refuse_ObserveApplied_unknown_delivery(s, i))

Next_ObserveApplied(s, i) == s

Effects_ObserveApplied(s, i) == <<[type |-> "DeliveryApplied", deliveryId |-> i.deliveryId, sequence |-> i.sequence]>>

Steps_ObserveApplied(s) ==
  (IF From_ObserveApplied(s) THEN {[i |-> k, next |-> Next_ObserveApplied(s, k), effects |-> Effects_ObserveApplied(s, k)] : k \in {l \in Inputs_MarkApplied : Guard_ObserveApplied(s, l)}} ELSE {})

(* ForgetNext *)

From_ForgetNext(s) == (s.phase \in {"Active"})

When_ForgetNext(s, i) == (i.sequence > s.forgottenCursor)

Refuse_ForgetNext_unknown_delivery(s, i) ==
  ((IF (s.deliveries[i.deliveryId] = NULL) THEN NULL ELSE s.deliveries[i.deliveryId].sequence) /= i.sequence)

Refuse_ForgetNext_not_applied(s, i) == (i.sequence > s.appliedCursor)

Refuse_ForgetNext_out_of_order(s, i) == (i.sequence /= (s.forgottenCursor + 1))

Guard_ForgetNext(s, i) ==
  /\ From_ForgetNext(s)
  /\ When_ForgetNext(s, i)
  /\ (~Refuse_ForgetNext_unknown_delivery(s, i))
  /\ (~Refuse_ForgetNext_not_applied(s, i))
  /\ (~Refuse_ForgetNext_out_of_order(s, i))

Next_ForgetNext(s, i) ==
  [s EXCEPT
    !.forgottenCursor = i.sequence,
    !.deliveries[i.deliveryId] = [s.deliveries[i.deliveryId] EXCEPT !.body = ""]]

Effects_ForgetNext(s, i) == <<>>

Steps_ForgetNext(s) ==
  (IF From_ForgetNext(s) THEN {[i |-> k, next |-> Next_ForgetNext(s, k), effects |-> Effects_ForgetNext(s, k)] : k \in {l \in Inputs_ForgetBody : Guard_ForgetNext(s, l)}} ELSE {})

(* ObserveForgotten: What stands there was let go before, by whoever did so at the same time. *)

From_ObserveForgotten(s) == (s.phase \in {"Active"})

When_ObserveForgotten(s, i) == (i.sequence <= s.forgottenCursor)

Guard_ObserveForgotten(s, i) ==
  /\ From_ObserveForgotten(s)
  /\ When_ObserveForgotten(s, i)

Next_ObserveForgotten(s, i) == s

Effects_ObserveForgotten(s, i) == <<>>

Steps_ObserveForgotten(s) ==
  (IF From_ObserveForgotten(s) THEN {[i |-> k, next |-> Next_ObserveForgotten(s, k), effects |-> Effects_ObserveForgotten(s, k)] : k \in {l \in Inputs_ForgetBody : Guard_ObserveForgotten(s, l)}} ELSE {})

-----------------------------------------------------------------------------
(* The machine: one instance. Its key tells it from others and decides nothing. *)

VARIABLES state
vars == <<state>>

CommitNew(deliveryId, sourceSequence, jobId, kind, handling, lineage, body) ==
  /\ Guard_CommitNew(state, In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body))
  /\ state' = Next_CommitNew(state, In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body))

ReuseCommitted(deliveryId, sourceSequence, jobId, kind, handling, lineage, body) ==
  /\ Guard_ReuseCommitted(state, In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body))
  /\ state' = Next_ReuseCommitted(state, In_CommitDelivery(deliveryId, sourceSequence, jobId, kind, handling, lineage, body))

ApplyNext(deliveryId, sequence) ==
  /\ Guard_ApplyNext(state, In_MarkApplied(deliveryId, sequence))
  /\ state' = Next_ApplyNext(state, In_MarkApplied(deliveryId, sequence))

ObserveApplied(deliveryId, sequence) ==
  /\ Guard_ObserveApplied(state, In_MarkApplied(deliveryId, sequence))
  /\ state' = Next_ObserveApplied(state, In_MarkApplied(deliveryId, sequence))

ForgetNext(deliveryId, sequence) ==
  /\ Guard_ForgetNext(state, In_ForgetBody(deliveryId, sequence))
  /\ state' = Next_ForgetNext(state, In_ForgetBody(deliveryId, sequence))

ObserveForgotten(deliveryId, sequence) ==
  /\ Guard_ObserveForgotten(state, In_ForgetBody(deliveryId, sequence))
  /\ state' = Next_ObserveForgotten(state, In_ForgetBody(deliveryId, sequence))

(* Where every step would pass a bound of the model, it rests; any other state without a step is a deadlock. *)
AtLimit ==
  /\ (~(From_CommitNew(state) /\ (\E k \in Inputs_CommitDelivery : Guard_CommitNew(state, k))))
  /\ (~(From_ReuseCommitted(state) /\ (\E k \in Inputs_CommitDelivery : Guard_ReuseCommitted(state, k))))
  /\ (~(From_ApplyNext(state) /\ (\E k \in Inputs_MarkApplied : Guard_ApplyNext(state, k))))
  /\ (~(From_ObserveApplied(state) /\ (\E k \in Inputs_MarkApplied : Guard_ObserveApplied(state, k))))
  /\ (~(From_ForgetNext(state) /\ (\E k \in Inputs_ForgetBody : Guard_ForgetNext(state, k))))
  /\ (~(From_ObserveForgotten(state) /\ (\E k \in Inputs_ForgetBody : Guard_ObserveForgotten(state, k))))
  /\ (From_CommitNew(state) /\ (\E k \in Inputs_CommitDelivery : (Open_CommitNew(state, k) /\ Refuse_CommitNew_exhausted(state, k))))
  /\ state' = state

Init == state = InitialState

Next ==
  \/ \E deliveryId \in DeliveryIds, sourceSequence \in SourceSequenceDomain, jobId \in JobIds, kind \in {"terminal", "notification"}, handling \in ({"steer", "queue"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : CommitNew(deliveryId, sourceSequence, jobId, kind, handling, lineage, body)
  \/ \E deliveryId \in DeliveryIds, sourceSequence \in SourceSequenceDomain, jobId \in JobIds, kind \in {"terminal", "notification"}, handling \in ({"steer", "queue"} \cup {NULL}), lineage \in GivenTexts, body \in GivenOpaques : ReuseCommitted(deliveryId, sourceSequence, jobId, kind, handling, lineage, body)
  \/ \E deliveryId \in DeliveryIds, sequence \in SequenceDomain : ApplyNext(deliveryId, sequence)
  \/ \E deliveryId \in DeliveryIds, sequence \in SequenceDomain : ObserveApplied(deliveryId, sequence)
  \/ \E deliveryId \in DeliveryIds, sequence \in SequenceDomain : ForgetNext(deliveryId, sequence)
  \/ \E deliveryId \in DeliveryIds, sequence \in SequenceDomain : ObserveForgotten(deliveryId, sequence)
  \/ AtLimit

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (state.phase \in {"Active"})
  /\ (state.nextSequence \in SequenceDomain)
  /\ (state.appliedCursor \in SequenceDomain)
  /\ (state.forgottenCursor \in SequenceDomain)
  /\ (\A k \in DeliveryIds : ((state.deliveries[k] = NULL) \/ (((((((state.deliveries[k].sequence \in SequenceDomain) /\ (state.deliveries[k].sourceSequence \in SourceSequenceDomain)) /\ (state.deliveries[k].jobId \in JobIds)) /\ (state.deliveries[k].kind \in {"terminal", "notification"})) /\ ((state.deliveries[k].handling = NULL) \/ (state.deliveries[k].handling \in {"steer", "queue"}))) /\ (state.deliveries[k].lineage \in Texts_)) /\ (state.deliveries[k].body \in Opaques_))))

unique_deliveries_sequence ==
  (\A k \in DeliveryIds : (\A l \in DeliveryIds : (((k /= l) /\ ((state.deliveries[k] /= NULL) /\ (state.deliveries[l] /= NULL))) => (state.deliveries[k].sequence /= state.deliveries[l].sequence))))

always_cursor_within_order == (state.appliedCursor <= state.nextSequence)

always_one_place_each == (Cardinality({k \in DeliveryIds : (state.deliveries[k] /= NULL)}) = state.nextSequence)

always_places_are_dense ==
  (\A k \in DeliveryIds : ((state.deliveries[k] /= NULL) => ((state.deliveries[k].sequence >= 1) /\ (state.deliveries[k].sequence <= state.nextSequence))))

always_every_delivery_has_a_source ==
  (\A k \in DeliveryIds : ((state.deliveries[k] /= NULL) => (state.deliveries[k].sourceSequence >= 1)))

(* applied_in_order: The order is applied one by one, and never taken back. *)
step_always_applied_in_order(s, next, i, effects) ==
  ((next.appliedCursor = s.appliedCursor) \/ (next.appliedCursor = (s.appliedCursor + 1)))

always_applied_in_order ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_applied_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_applied_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_applied_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_applied_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_always_applied_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_always_applied_in_order(state, step.next, step.i, step.effects))

step_always_a_place_is_kept(s, next, i, effects) ==
  (\A deliveryId \in DeliveryIds : ((s.deliveries[deliveryId] /= NULL) => ((IF (next.deliveries[deliveryId] = NULL) THEN NULL ELSE next.deliveries[deliveryId].sequence) = s.deliveries[deliveryId].sequence)))

always_a_place_is_kept ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_a_place_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_a_place_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_a_place_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_a_place_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_always_a_place_is_kept(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_always_a_place_is_kept(state, step.next, step.i, step.effects))

always_what_is_forgotten_was_applied == (state.forgottenCursor <= state.appliedCursor)

always_what_is_forgotten_has_no_body ==
  (\A k \in DeliveryIds : ((state.deliveries[k] /= NULL) => ((state.deliveries[k].sequence > state.forgottenCursor) \/ (state.deliveries[k].body = ""))))

(* forgotten_in_order: One by one as well, and never taken back. *)
step_always_forgotten_in_order(s, next, i, effects) ==
  ((next.forgottenCursor = s.forgottenCursor) \/ (next.forgottenCursor = (s.forgottenCursor + 1)))

always_forgotten_in_order ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_forgotten_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_forgotten_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_forgotten_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_forgotten_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_always_forgotten_in_order(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_always_forgotten_in_order(state, step.next, step.i, step.effects))

step_always_forgotten_by_order_alone(s, next, i, effects) ==
  ((next.forgottenCursor = s.forgottenCursor) \/ (i.type = "ForgetBody"))

always_forgotten_by_order_alone ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_forgotten_by_order_alone(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_forgotten_by_order_alone(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_forgotten_by_order_alone(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_forgotten_by_order_alone(state, step.next, step.i, step.effects))

step_always_a_body_is_kept_x005funtil_it_is_forgotten(s, next, i, effects) ==
  (\A deliveryId \in DeliveryIds : ((s.deliveries[deliveryId] /= NULL) => ((s.deliveries[deliveryId].sequence <= next.forgottenCursor) \/ ((IF (next.deliveries[deliveryId] = NULL) THEN NULL ELSE next.deliveries[deliveryId].body) = s.deliveries[deliveryId].body))))

always_a_body_is_kept_x005funtil_it_is_forgotten ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_a_body_is_kept_x005funtil_it_is_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_a_body_is_kept_x005funtil_it_is_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_a_body_is_kept_x005funtil_it_is_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_a_body_is_kept_x005funtil_it_is_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_always_a_body_is_kept_x005funtil_it_is_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_always_a_body_is_kept_x005funtil_it_is_forgotten(state, step.next, step.i, step.effects))

(* a_delivery_is_kept_but_for_its_body: Whatever is forgotten of it: whence it came, and what it asked for. *)
step_always_a_delivery_is_kept_but_for_its_body(s, next, i, effects) ==
  (\A deliveryId \in DeliveryIds : ((s.deliveries[deliveryId] /= NULL) => ((((((next.deliveries[deliveryId] /= NULL) /\ (next.deliveries[deliveryId].sourceSequence = s.deliveries[deliveryId].sourceSequence)) /\ (next.deliveries[deliveryId].jobId = s.deliveries[deliveryId].jobId)) /\ (next.deliveries[deliveryId].kind = s.deliveries[deliveryId].kind)) /\ (next.deliveries[deliveryId].handling = s.deliveries[deliveryId].handling)) /\ (next.deliveries[deliveryId].lineage = s.deliveries[deliveryId].lineage))))

always_a_delivery_is_kept_but_for_its_body ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_a_delivery_is_kept_but_for_its_body(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_a_delivery_is_kept_but_for_its_body(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_a_delivery_is_kept_but_for_its_body(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_a_delivery_is_kept_but_for_its_body(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_always_a_delivery_is_kept_but_for_its_body(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_always_a_delivery_is_kept_but_for_its_body(state, step.next, step.i, step.effects))

(* answers_tell_the_place: What an answer says of a place is what the inbox holds. *)
step_always_answers_tell_the_place(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : ((IF (next.deliveries[effects[n].deliveryId] = NULL) THEN NULL ELSE next.deliveries[effects[n].deliveryId].sequence) = effects[n].sequence))

always_answers_tell_the_place ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_answers_tell_the_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_answers_tell_the_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_answers_tell_the_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_answers_tell_the_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_always_answers_tell_the_place(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_always_answers_tell_the_place(state, step.next, step.i, step.effects))

step_always_every_mark_is_answered(s, next, i, effects) ==
  ((~(i.type = "MarkApplied")) \/ (\E n \in (1..Len(effects)) : ((effects[n].type = "DeliveryApplied") /\ (effects[n].deliveryId = i.deliveryId))))

always_every_mark_is_answered ==
  /\ (\A step \in Steps_ApplyNext(state) : step_always_every_mark_is_answered(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_every_mark_is_answered(state, step.next, step.i, step.effects))

step_always_answers_tell_the_source(s, next, i, effects) ==
  (\A n \in (1..Len(effects)) : (((effects[n].type /= "DeliveryCommitted") /\ (effects[n].type /= "DeliveryReused")) \/ ((IF (next.deliveries[effects[n].deliveryId] = NULL) THEN NULL ELSE next.deliveries[effects[n].deliveryId].sourceSequence) = effects[n].sourceSequence)))

always_answers_tell_the_source ==
  /\ (\A step \in Steps_CommitNew(state) : step_always_answers_tell_the_source(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_always_answers_tell_the_source(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_always_answers_tell_the_source(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_always_answers_tell_the_source(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_always_answers_tell_the_source(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_always_answers_tell_the_source(state, step.next, step.i, step.effects))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_two_applied == (~(state.appliedCursor >= 2))

never_applied_behind_the_order == (~((state.appliedCursor = 1) /\ (state.nextSequence = 2)))

step_never_the_last_is_marked_again(s, next, i, effects) ==
  (~(((i.type = "MarkApplied") /\ (i.sequence = s.appliedCursor)) /\ (next.appliedCursor > 0)))

never_the_last_is_marked_again ==
  /\ (\A step \in Steps_ApplyNext(state) : step_never_the_last_is_marked_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_never_the_last_is_marked_again(state, step.next, step.i, step.effects))

step_never_redelivered_after_it_was_applied(s, next, i, effects) ==
  (~(\E n \in (1..Len(effects)) : ((effects[n].type = "DeliveryReused") /\ (effects[n].sequence <= s.appliedCursor))))

never_redelivered_after_it_was_applied ==
  /\ (\A step \in Steps_CommitNew(state) : step_never_redelivered_after_it_was_applied(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_never_redelivered_after_it_was_applied(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_never_redelivered_after_it_was_applied(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_never_redelivered_after_it_was_applied(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_never_redelivered_after_it_was_applied(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_never_redelivered_after_it_was_applied(state, step.next, step.i, step.effects))

never_all_is_forgotten == (~(state.forgottenCursor >= 2))

never_forgotten_behind_the_applied == (~((state.forgottenCursor = 1) /\ (state.appliedCursor = 2)))

step_never_forgotten_and_sent_more(s, next, i, effects) == (~((s.forgottenCursor = 1) /\ (next.nextSequence > s.nextSequence)))

never_forgotten_and_sent_more ==
  /\ (\A step \in Steps_CommitNew(state) : step_never_forgotten_and_sent_more(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_never_forgotten_and_sent_more(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_never_forgotten_and_sent_more(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_never_forgotten_and_sent_more(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_never_forgotten_and_sent_more(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_never_forgotten_and_sent_more(state, step.next, step.i, step.effects))

step_never_the_last_is_forgotten_again(s, next, i, effects) ==
  (~(((i.type = "ForgetBody") /\ (i.sequence = s.forgottenCursor)) /\ (next.forgottenCursor > 0)))

never_the_last_is_forgotten_again ==
  /\ (\A step \in Steps_ForgetNext(state) : step_never_the_last_is_forgotten_again(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_never_the_last_is_forgotten_again(state, step.next, step.i, step.effects))

step_never_redelivered_after_it_was_forgotten(s, next, i, effects) ==
  (~(\E n \in (1..Len(effects)) : ((effects[n].type = "DeliveryReused") /\ (effects[n].sequence <= s.forgottenCursor))))

never_redelivered_after_it_was_forgotten ==
  /\ (\A step \in Steps_CommitNew(state) : step_never_redelivered_after_it_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ReuseCommitted(state) : step_never_redelivered_after_it_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ApplyNext(state) : step_never_redelivered_after_it_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveApplied(state) : step_never_redelivered_after_it_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ForgetNext(state) : step_never_redelivered_after_it_was_forgotten(state, step.next, step.i, step.effects))
  /\ (\A step \in Steps_ObserveForgotten(state) : step_never_redelivered_after_it_was_forgotten(state, step.next, step.i, step.effects))

=============================================================================
