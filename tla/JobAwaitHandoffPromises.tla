---- MODULE JobAwaitHandoffPromises ----
(* Generated from specs/compositions/job-await-handoff.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS JobAwaitHandoff

-----------------------------------------------------------------------------
(* Promises *)

fair_a_wait_for_an_ended_job_is_released == (\A at \in DetachedJob_Keys : WF_vars(Deliver_releaseWaits(at)))

eventually_a_wait_for_an_ended_job_is_released ==
  (fair_a_wait_for_an_ended_job_is_released => (\A at \in AwaitBinding_Keys : (((state.AwaitBinding[at].phase = "Waiting") /\ (((((state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Succeeded") \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Failed")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Cancelled")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "WorkerLost")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "NeedsAttention"))) ~> (state.AwaitBinding[at].phase /= "Waiting"))))

fair_a_release_is_seen == (\A at \in AwaitBinding_Keys : WF_vars(Drive_observe(at)))

eventually_a_release_is_seen ==
  (fair_a_release_is_seen => (\A at \in AwaitBinding_Keys : ((state.AwaitBinding[at].phase = "Released") ~> state.AwaitBinding[at].observed)))

abstract_released_once(at) == INSTANCE AwaitOnce WITH
  end <- (IF (((((state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Succeeded") \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Failed")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "Cancelled")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "WorkerLost")) \/ (state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase = "NeedsAttention")) THEN state.DetachedJob[[realm |-> at.realm, jobId |-> at.jobId]].phase ELSE NULL),
  waiting <- (state.AwaitBinding[at].phase = "Waiting"),
  released <- state.AwaitBinding[at].kind,
  releases <- (IF state.AwaitBinding[at].releasedTwice THEN 2 ELSE (IF state.AwaitBinding[at].released THEN 1 ELSE 0))

refines_released_once ==
  ((\A at \in AwaitBinding_Keys : abstract_released_once(at)!Init) /\ [][(\A at \in AwaitBinding_Keys : [abstract_released_once(at)!Next]_(abstract_released_once(at)!vars))]_vars)

=============================================================================
