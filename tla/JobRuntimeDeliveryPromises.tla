---- MODULE JobRuntimeDeliveryPromises ----
(* Generated from specs/compositions/job-runtime-delivery.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS JobRuntimeDelivery

-----------------------------------------------------------------------------
(* Promises *)

step_always_nothing_is_written_after_the_end(c, next) ==
  (\A at \in [realm : Realms, jobId : JobIds] : ((~(((((c.DetachedJob[at].phase = "Succeeded") \/ (c.DetachedJob[at].phase = "Failed")) \/ (c.DetachedJob[at].phase = "Cancelled")) \/ (c.DetachedJob[at].phase = "WorkerLost")) \/ (c.DetachedJob[at].phase = "NeedsAttention"))) \/ (c.DetachedJob[at] = next.DetachedJob[at])))

always_nothing_is_written_after_the_end == [][step_always_nothing_is_written_after_the_end(state, state')]_vars

fair_an_end_is_applied ==
  ((((\A at \in DetachedJob_Keys : WF_vars(Deliver_notificationToInbox(at))) /\ (\A at \in DetachedJob_Keys : WF_vars(Deliver_terminalToInbox(at)))) /\ (\A at \in RuntimeDelivery_Keys : WF_vars(\E deliveryId \in DeliveryIds, sequence \in SequenceDomain : Drive_apply(at, deliveryId, sequence)))) /\ (\A at \in DetachedJob_Keys : SF_vars(Acknowledge_notificationToInbox(at))))

eventually_an_end_is_applied ==
  (fair_an_end_is_applied => (\A at \in DetachedJob_Keys : ((((((state.DetachedJob[at].phase = "Succeeded") \/ (state.DetachedJob[at].phase = "Failed")) \/ (state.DetachedJob[at].phase = "Cancelled")) \/ (state.DetachedJob[at].phase = "WorkerLost")) \/ (state.DetachedJob[at].phase = "NeedsAttention")) ~> (\E k \in [realm : Realms, sessionId : SessionIds] : (\E k_ \in DeliveryIds : ((state.RuntimeDelivery[k].deliveries[k_] /= NULL) /\ (((state.RuntimeDelivery[k].deliveries[k_].jobId = at.jobId) /\ (state.RuntimeDelivery[k].deliveries[k_].kind = "terminal")) /\ (state.RuntimeDelivery[k].deliveries[k_].sequence <= state.RuntimeDelivery[k].appliedCursor))))))))

(* what_waits_is_claimed: Workers are woken for it, again after a crash. *)
fair_what_waits_is_claimed ==
  (\A at \in DetachedJob_Keys : WF_vars(\E holder \in Holders, workerId \in GivenTexts, leaseMs \in {1}, observedAtMs \in {0} : Drive_claim(at, holder, workerId, leaseMs, observedAtMs)))

eventually_what_waits_is_claimed ==
  (fair_what_waits_is_claimed => (\A at \in DetachedJob_Keys : ((((state.DetachedJob[at].phase = "Queued") \/ (state.DetachedJob[at].phase = "RetryScheduled")) \/ (state.DetachedJob[at].phase = "BlockedCredentials")) ~> (~(((state.DetachedJob[at].phase = "Queued") \/ (state.DetachedJob[at].phase = "RetryScheduled")) \/ (state.DetachedJob[at].phase = "BlockedCredentials"))))))

(* an_expired_lease_is_classified: An attempt comes to its end, or its lease does; what is lost then is decided. *)
fair_an_expired_lease_is_classified ==
  (((\A at \in DetachedJob_Keys : WF_vars(\E fence \in {2}, holder \in Holders, result \in GivenOpaques, observedAtMs \in {0} : Drive_complete(at, fence, holder, result, observedAtMs))) /\ (\A at \in DetachedJob_Keys : WF_vars(\E fence \in {1}, observedAtMs \in {1} : Drive_expire(at, fence, observedAtMs)))) /\ (\A at \in DetachedJob_Keys : WF_vars(\E fence \in FenceDomain, observedAtMs \in {0}, jitterMs \in JitterDomain : Drive_classify(at, fence, observedAtMs, jitterMs))))

eventually_an_expired_lease_is_classified ==
  (fair_an_expired_lease_is_classified => (\A at \in DetachedJob_Keys : (((((state.DetachedJob[at].phase = "Claimed") \/ (state.DetachedJob[at].phase = "Running")) \/ (state.DetachedJob[at].phase = "WaitingExternal")) \/ (state.DetachedJob[at].phase = "LossObserved")) ~> ((~(((state.DetachedJob[at].phase = "Claimed") \/ (state.DetachedJob[at].phase = "Running")) \/ (state.DetachedJob[at].phase = "WaitingExternal"))) /\ (state.DetachedJob[at].phase /= "LossObserved")))))

abstract_exactly_once_in_order == INSTANCE ExactlyOnceInbox WITH
  sent <- [k \in [realm : Realms, jobId : JobIds] |-> [count |-> state.DetachedJob[k].deliverySequence]],
  underway <- [notificationToInbox |-> Outbox_notificationToInbox(state), terminalToInbox |-> Outbox_terminalToInbox(state)],
  inboxes <- [to \in [realm : Realms, sessionId : SessionIds] |-> [applied |-> state.RuntimeDelivery[to].appliedCursor, places |-> [k \in {k \in DeliveryIds : (state.RuntimeDelivery[to].deliveries[k] /= NULL)} |-> [place |-> state.RuntimeDelivery[to].deliveries[k].sequence, source |-> [realm |-> to.realm, jobId |-> state.RuntimeDelivery[to].deliveries[k].jobId], number |-> state.RuntimeDelivery[to].deliveries[k].sourceSequence]]]]

refines_exactly_once_in_order ==
  (abstract_exactly_once_in_order!Init /\ [][[abstract_exactly_once_in_order!Next]_(abstract_exactly_once_in_order!vars)]_vars)

=============================================================================
