---- MODULE ScheduleJobSubmissionPromises ----
(* Generated from specs/compositions/schedule-job-submission.ts. Do not edit.
   For TLC: what is promised of whole behaviours, and what other modules must allow. *)

EXTENDS ScheduleJobSubmission

-----------------------------------------------------------------------------
(* Promises *)

fair_what_is_planned_is_closed_or_missed ==
  ((((\A at \in ScheduleOccurrence_Keys : WF_vars(\E holder \in Holders, leaseMs \in {1}, observedAtMs \in ClockDomain : Drive_claim(at, holder, leaseMs, observedAtMs))) /\ (\A at \in ScheduleOccurrence_Keys : WF_vars(\E fence \in ClaimsDomain, holder \in Holders, observedAtMs \in {0} : Drive_send(at, fence, holder, observedAtMs)))) /\ (\A at \in ScheduleOccurrence_Keys : WF_vars(Deliver_submission(at)))) /\ (\A at \in DetachedJob_Keys : WF_vars(Deliver_acceptance(at))))

eventually_what_is_planned_is_closed_or_missed ==
  (fair_what_is_planned_is_closed_or_missed => (\A at \in ScheduleOccurrence_Keys : ((state.ScheduleOccurrence[at].phase = "Planned") ~> ((state.ScheduleOccurrence[at].phase = "Submitted") \/ (state.ScheduleOccurrence[at].phase = "Missed")))))

abstract_one_job_each(at) == INSTANCE OneJobEach WITH
  moment <- (IF (state.ScheduleOccurrence[at].phase = "Submitted") THEN "closed" ELSE (IF (state.ScheduleOccurrence[at].phase = "Missed") THEN "missed" ELSE "open")),
  jobs <- Cardinality({k \in [realm : Realms, jobId : JobIds] : (state.DetachedJob[k].madeFor = at.occurrenceId)})

refines_one_job_each ==
  ((\A at \in ScheduleOccurrence_Keys : abstract_one_job_each(at)!Init) /\ [][(\A at \in ScheduleOccurrence_Keys : [abstract_one_job_each(at)!Next]_(abstract_one_job_each(at)!vars))]_vars)

=============================================================================
