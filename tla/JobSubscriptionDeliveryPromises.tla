---- MODULE JobSubscriptionDeliveryPromises ----
(* Generated from specs/compositions/job-subscription-delivery.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS JobSubscriptionDelivery

-----------------------------------------------------------------------------
(* Promises *)

step_always_who_does_not_ask_hears_nothing(c, next) ==
  (\A at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : ((c.Subscription[at].wish /= NULL) \/ ((Cardinality({k \in DeliverySequenceDomain : (next.Subscription[at].records[k] /= NULL)}) = Cardinality({k \in DeliverySequenceDomain : (c.Subscription[at].records[k] /= NULL)})) /\ (\A to \in [realm : Realms, sessionId : SessionIds] : ((to.sessionId /= at.sessionId) \/ (\A id \in DeliveryIds : ((next.RuntimeDelivery[to].deliveries[id] /= NULL) => ((next.RuntimeDelivery[to].deliveries[id].jobId /= at.jobId) \/ (c.RuntimeDelivery[to].deliveries[id] /= NULL)))))))))

always_who_does_not_ask_hears_nothing == [][step_always_who_does_not_ask_hears_nothing(state, state')]_vars

step_always_unsubscribing_leaves_the_job_alone(c, next) ==
  ((~(\E at \in [realm : Realms, sessionId : SessionIds, jobId : JobIds] : ((c.Subscription[at].phase = "Subscribed") /\ (next.Subscription[at].phase = "Withdrawn")))) \/ (\A at \in [realm : Realms, jobId : JobIds] : (c.DetachedJob[at] = next.DetachedJob[at])))

always_unsubscribing_leaves_the_job_alone == [][step_always_unsubscribing_leaves_the_job_alone(state, state')]_vars

(* the_end_is_heard: Who asked before the end, and still asks, hears of it. *)
fair_the_end_is_heard ==
  ((((\A at \in DetachedJob_Keys : WF_vars(\E fence \in FenceDomain, holder \in Holders, result \in GivenOpaques, observedAtMs \in {0} : Drive_complete(at, fence, holder, result, observedAtMs))) /\ (\A at \in DetachedJob_Keys : WF_vars(Deliver_tellNotification(at)))) /\ (\A at \in DetachedJob_Keys : WF_vars(Deliver_tellEnd(at)))) /\ (\A at \in DetachedJob_Keys : SF_vars(Acknowledge_tellNotification(at))))

eventually_the_end_is_heard ==
  (fair_the_end_is_heard => (\A at \in Subscription_Keys : (((state.Subscription[at].phase = "Subscribed") /\ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Running")) ~> (state.Subscription[at].phase /= "Subscribed"))))

abstract_heard_as_wished(at) == INSTANCE HeardAsWished WITH
  wish <- state.Subscription[at].wish,
  kept <- [k \in {k \in DeliverySequenceDomain : (state.Subscription[at].records[k] /= NULL)} |-> [end |-> state.Subscription[at].records[k].end, body |-> state.Subscription[at].records[k].body]],
  arrived <- [k \in {k \in DeliveryIds : ((state.RuntimeDelivery[[realm |-> at.realm, sessionId |-> at.sessionId]].deliveries[k] /= NULL) /\ (state.RuntimeDelivery[[realm |-> at.realm, sessionId |-> at.sessionId]].deliveries[k].jobId = at.jobId))} |-> [number |-> state.RuntimeDelivery[[realm |-> at.realm, sessionId |-> at.sessionId]].deliveries[k].sourceSequence, handling |-> state.RuntimeDelivery[[realm |-> at.realm, sessionId |-> at.sessionId]].deliveries[k].handling]]

refines_heard_as_wished ==
  ((\A at \in Subscription_Keys : abstract_heard_as_wished(at)!Init) /\ [][(\A at \in Subscription_Keys : [abstract_heard_as_wished(at)!Next]_(abstract_heard_as_wished(at)!vars))]_vars)

=============================================================================
