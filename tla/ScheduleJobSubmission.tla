---- MODULE ScheduleJobSubmission ----
(* Generated from specs/compositions/schedule-job-submission.ts. Do not edit.
   An occurrence becomes one job, whatever is delivered again and whoever claims it again: the job's id is made of the
   occurrence. It closes when it hears that the job is accepted. *)

EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  NULL,                              (* no row, no value *)
  SessionIds,                        (* the ids of the model: SessionId *)
  Holders,                           (* the ids of the model: Holder *)
  Realms,                            (* the ids of the model: Realm *)
  OccurrenceIds,                     (* the ids of the model: OccurrenceId *)
  ArtifactNames,                     (* the ids of the model: ArtifactName *)
  Digests,                           (* the ids of the model: Digest *)
  NotificationKeys,                  (* the ids of the model: NotificationKey *)
  Texts_,                            (* the texts of the model *)
  GivenTexts,                        (* of these texts, what inputs carry *)
  Opaques_,                          (* the opaque values of the model *)
  GivenOpaques,                      (* of these opaque values, what inputs carry *)
  MaxDue,                            (* Due: 0 to this *)
  MaxGrace,                          (* Grace: 0 to this *)
  MaxClaims,                         (* Claims: 0 to this *)
  MaxClock,                          (* Clock: 0 to this *)
  MaxLease,                          (* Lease: 0 to this *)
  MaxFence,                          (* Fence: 0 to this *)
  MaxCursor,                         (* Cursor: 0 to this *)
  MaxDeliverySequence,               (* DeliverySequence: 0 to this *)
  MaxFailures,                       (* Failures: 0 to this *)
  MaxLosses,                         (* Losses: 0 to this *)
  MaxBackoff,                        (* Backoff: 0 to this *)
  MaxFailureBudget,                  (* FailureBudget: 0 to this *)
  MaxLossBudget,                     (* LossBudget: 0 to this *)
  MaxFirstBackoff,                   (* FirstBackoff: 0 to this *)
  MaxMaxBackoff,                     (* MaxBackoff: 0 to this *)
  MaxJitter,                         (* Jitter: 0 to this *)
  DetachedJob_Limit_failureBudget,   (* the limit failureBudget *)
  DetachedJob_Limit_lossBudget,      (* the limit lossBudget *)
  DetachedJob_Limit_firstBackoffMs,  (* the limit firstBackoffMs *)
  DetachedJob_Limit_maxBackoffMs,    (* the limit maxBackoffMs *)
  DetachedJob_Limit_jitterMs         (* the limit jitterMs *)

DueDomain == (0..MaxDue)
GraceDomain == (0..MaxGrace)
ClaimsDomain == (0..MaxClaims)
ClockDomain == (0..MaxClock)
LeaseDomain == (0..MaxLease)
FenceDomain == (0..MaxFence)
CursorDomain == (0..MaxCursor)
DeliverySequenceDomain == (0..MaxDeliverySequence)
FailuresDomain == (0..MaxFailures)
LossesDomain == (0..MaxLosses)
BackoffDomain == (0..MaxBackoff)
FailureBudgetDomain == (0..MaxFailureBudget)
LossBudgetDomain == (0..MaxLossBudget)
FirstBackoffDomain == (0..MaxFirstBackoff)
MaxBackoffDomain == (0..MaxMaxBackoff)
JitterDomain == (0..MaxJitter)

(* Every JobId that a route makes of the ids it knows. *)
JobIds == {<<"JobId", part1>> : part1 \in OccurrenceIds}

Larger(a, b) == (IF (a >= b) THEN a ELSE b)

-----------------------------------------------------------------------------
(* ScheduleOccurrence: as in its own module, what this composition uses of it. *)

ScheduleOccurrence_InitialState ==
  [phase |-> "Unplanned",
   originSessionId |-> NULL,
   lineage |-> "",
   tool |-> "",
   toolVersion |-> "",
   runner |-> "",
   runnerVersion |-> "",
   arguments |-> "",
   terms |-> "",
   restartClass |-> "NonResumable",
   dueAtMs |-> 0,
   whenLate |-> "Miss",
   graceMs |-> 0,
   fence |-> 0,
   holder |-> NULL,
   leaseExpiresAtMs |-> 0,
   sent |-> FALSE]

ScheduleOccurrence_In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs) ==
  [type |-> "Plan", originSessionId |-> originSessionId, lineage |-> lineage, tool |-> tool, toolVersion |-> toolVersion, runner |-> runner, runnerVersion |-> runnerVersion, arguments |-> arguments, terms |-> terms, restartClass |-> restartClass, dueAtMs |-> dueAtMs, whenLate |-> whenLate, graceMs |-> graceMs]

ScheduleOccurrence_Inputs_Plan ==
  {ScheduleOccurrence_In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs) : originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, whenLate \in {"Submit", "Miss"}, graceMs \in GraceDomain}

ScheduleOccurrence_In_ClaimOccurrence(holder, leaseMs, observedAtMs) ==
  [type |-> "ClaimOccurrence", holder |-> holder, leaseMs |-> leaseMs, observedAtMs |-> observedAtMs]

ScheduleOccurrence_Inputs_ClaimOccurrence ==
  {ScheduleOccurrence_In_ClaimOccurrence(holder, leaseMs, observedAtMs) : holder \in Holders, leaseMs \in LeaseDomain, observedAtMs \in ClockDomain}

ScheduleOccurrence_In_SubmitOccurrence(fence, holder, observedAtMs) ==
  [type |-> "SubmitOccurrence", fence |-> fence, holder |-> holder, observedAtMs |-> observedAtMs]

ScheduleOccurrence_Inputs_SubmitOccurrence ==
  {ScheduleOccurrence_In_SubmitOccurrence(fence, holder, observedAtMs) : fence \in ClaimsDomain, holder \in Holders, observedAtMs \in ClockDomain}

(* The job exists, and will not be forgotten. *)
ScheduleOccurrence_In_RecordAcceptance == [type |-> "RecordAcceptance"]

ScheduleOccurrence_Inputs_RecordAcceptance == {ScheduleOccurrence_In_RecordAcceptance}

ScheduleOccurrence_In_ObserveMissed(observedAtMs) == [type |-> "ObserveMissed", observedAtMs |-> observedAtMs]

ScheduleOccurrence_Inputs_ObserveMissed == {ScheduleOccurrence_In_ObserveMissed(observedAtMs) : observedAtMs \in ClockDomain}

ScheduleOccurrence_current_stale_fence(s, i) == (i.fence /= s.fence)

ScheduleOccurrence_writer_stale_holder(s, i) == (i.holder /= s.holder)

ScheduleOccurrence_writer_lease_expired(s, i) == (i.observedAtMs >= s.leaseExpiresAtMs)

ScheduleOccurrence_grant_no_lease(i) == (i.leaseMs = 0)

ScheduleOccurrence_due_not_due(s, i) == (i.observedAtMs < s.dueAtMs)

(* Nobody claimed it in time, and late is too late. *)
ScheduleOccurrence_isMissed(s, i) == ((s.whenLate = "Miss") /\ (i.observedAtMs > (s.dueAtMs + s.graceMs)))

ScheduleOccurrence_Refuse_SubmitOccurrence_stale_fence(s, i) == ScheduleOccurrence_current_stale_fence(s, i)

ScheduleOccurrence_Refuse_SubmitOccurrence_stale_holder(s, i) == ScheduleOccurrence_writer_stale_holder(s, i)

ScheduleOccurrence_Refuse_SubmitOccurrence_lease_expired(s, i) == ScheduleOccurrence_writer_lease_expired(s, i)

(* Plan *)

ScheduleOccurrence_From_Plan(s) == (s.phase \in {"Unplanned"})

ScheduleOccurrence_Guard_Plan(s, i) == ScheduleOccurrence_From_Plan(s)

ScheduleOccurrence_Next_Plan(s, i) ==
  [s EXCEPT
    !.phase = "Planned",
    !.originSessionId = i.originSessionId,
    !.lineage = i.lineage,
    !.tool = i.tool,
    !.toolVersion = i.toolVersion,
    !.runner = i.runner,
    !.runnerVersion = i.runnerVersion,
    !.arguments = i.arguments,
    !.terms = i.terms,
    !.restartClass = i.restartClass,
    !.dueAtMs = i.dueAtMs,
    !.whenLate = i.whenLate,
    !.graceMs = i.graceMs]

ScheduleOccurrence_Effects_Plan(s, i) == <<[type |-> "OccurrencePlanned", dueAtMs |-> i.dueAtMs]>>

(* PlanAgain: The schedule reckons its moments again: the first plan stands. *)

ScheduleOccurrence_From_PlanAgain(s) == (s.phase \in {"Planned", "Claimed", "Submitted", "Missed"})

ScheduleOccurrence_Guard_PlanAgain(s, i) == ScheduleOccurrence_From_PlanAgain(s)

ScheduleOccurrence_Next_PlanAgain(s, i) == s

ScheduleOccurrence_Effects_PlanAgain(s, i) == <<>>

(* ClaimOccurrence *)

ScheduleOccurrence_From_ClaimOccurrence(s) == (s.phase \in {"Planned"})

ScheduleOccurrence_Refuse_ClaimOccurrence_no_lease(s, i) == ScheduleOccurrence_grant_no_lease(i)

ScheduleOccurrence_Refuse_ClaimOccurrence_not_due(s, i) == ScheduleOccurrence_due_not_due(s, i)

ScheduleOccurrence_Refuse_ClaimOccurrence_missed(s, i) == ScheduleOccurrence_isMissed(s, i)

ScheduleOccurrence_Refuse_ClaimOccurrence_exhausted(s, i) ==
  \/ ((s.fence + 1) > MaxClaims)
  \/ ((i.observedAtMs + i.leaseMs) > MaxClock)

ScheduleOccurrence_Open_ClaimOccurrence(s, i) ==
  /\ ScheduleOccurrence_From_ClaimOccurrence(s)
  /\ (~ScheduleOccurrence_Refuse_ClaimOccurrence_no_lease(s, i))
  /\ (~ScheduleOccurrence_Refuse_ClaimOccurrence_not_due(s, i))
  /\ (~ScheduleOccurrence_Refuse_ClaimOccurrence_missed(s, i))

ScheduleOccurrence_Guard_ClaimOccurrence(s, i) ==
  /\ ScheduleOccurrence_Open_ClaimOccurrence(s, i)
  /\ (~ScheduleOccurrence_Refuse_ClaimOccurrence_exhausted(s, i))

ScheduleOccurrence_Next_ClaimOccurrence(s, i) ==
  [s EXCEPT
    !.phase = "Claimed",
    !.fence = (s.fence + 1),
    !.holder = i.holder,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs)]

ScheduleOccurrence_Effects_ClaimOccurrence(s, i) == <<>>

(* ClaimExpired: Its claim ran out: it was on time, and is no later for that. *)

ScheduleOccurrence_From_ClaimExpired(s) == (s.phase \in {"Claimed"})

ScheduleOccurrence_Refuse_ClaimExpired_no_lease(s, i) == ScheduleOccurrence_grant_no_lease(i)

ScheduleOccurrence_Refuse_ClaimExpired_lease_alive(s, i) == (i.observedAtMs < s.leaseExpiresAtMs)

ScheduleOccurrence_Refuse_ClaimExpired_exhausted(s, i) ==
  \/ ((s.fence + 1) > MaxClaims)
  \/ ((i.observedAtMs + i.leaseMs) > MaxClock)

ScheduleOccurrence_Open_ClaimExpired(s, i) ==
  /\ ScheduleOccurrence_From_ClaimExpired(s)
  /\ (~ScheduleOccurrence_Refuse_ClaimExpired_no_lease(s, i))
  /\ (~ScheduleOccurrence_Refuse_ClaimExpired_lease_alive(s, i))

ScheduleOccurrence_Guard_ClaimExpired(s, i) ==
  /\ ScheduleOccurrence_Open_ClaimExpired(s, i)
  /\ (~ScheduleOccurrence_Refuse_ClaimExpired_exhausted(s, i))

ScheduleOccurrence_Next_ClaimExpired(s, i) ==
  [s EXCEPT
    !.fence = (s.fence + 1),
    !.holder = i.holder,
    !.leaseExpiresAtMs = (i.observedAtMs + i.leaseMs),
    !.sent = FALSE]

ScheduleOccurrence_Effects_ClaimExpired(s, i) == <<>>

(* SubmitOccurrence *)

ScheduleOccurrence_From_SubmitOccurrence(s) == (s.phase \in {"Claimed"})

ScheduleOccurrence_When_SubmitOccurrence(s, i) == (~s.sent)

ScheduleOccurrence_Guard_SubmitOccurrence(s, i) ==
  /\ ScheduleOccurrence_From_SubmitOccurrence(s)
  /\ (~ScheduleOccurrence_Refuse_SubmitOccurrence_stale_fence(s, i))
  /\ (~ScheduleOccurrence_Refuse_SubmitOccurrence_stale_holder(s, i))
  /\ (~ScheduleOccurrence_Refuse_SubmitOccurrence_lease_expired(s, i))
  /\ ScheduleOccurrence_When_SubmitOccurrence(s, i)

ScheduleOccurrence_Next_SubmitOccurrence(s, i) ==
  [s EXCEPT
    !.sent = TRUE]

ScheduleOccurrence_Effects_SubmitOccurrence(s, i) ==
  <<[type |-> "SubmissionDue", originSessionId |-> s.originSessionId, lineage |-> s.lineage, tool |-> s.tool, toolVersion |-> s.toolVersion, runner |-> s.runner, runnerVersion |-> s.runnerVersion, arguments |-> s.arguments, terms |-> s.terms, restartClass |-> s.restartClass, dueAtMs |-> s.dueAtMs, fence |-> s.fence]>>

(* SubmitOccurrenceAgain *)

ScheduleOccurrence_From_SubmitOccurrenceAgain(s) == (s.phase \in {"Claimed"})

ScheduleOccurrence_When_SubmitOccurrenceAgain(s, i) == s.sent

ScheduleOccurrence_Guard_SubmitOccurrenceAgain(s, i) ==
  /\ ScheduleOccurrence_From_SubmitOccurrenceAgain(s)
  /\ (~ScheduleOccurrence_Refuse_SubmitOccurrence_stale_fence(s, i))
  /\ (~ScheduleOccurrence_Refuse_SubmitOccurrence_stale_holder(s, i))
  /\ (~ScheduleOccurrence_Refuse_SubmitOccurrence_lease_expired(s, i))
  /\ ScheduleOccurrence_When_SubmitOccurrenceAgain(s, i)

ScheduleOccurrence_Next_SubmitOccurrenceAgain(s, i) == s

ScheduleOccurrence_Effects_SubmitOccurrenceAgain(s, i) == <<>>

(* RecordAcceptance *)

ScheduleOccurrence_From_RecordAcceptance(s) == (s.phase \in {"Claimed"})

ScheduleOccurrence_Guard_RecordAcceptance(s, i) == ScheduleOccurrence_From_RecordAcceptance(s)

ScheduleOccurrence_Next_RecordAcceptance(s, i) ==
  [s EXCEPT
    !.phase = "Submitted",
    !.holder = NULL,
    !.leaseExpiresAtMs = 0]

ScheduleOccurrence_Effects_RecordAcceptance(s, i) == <<>>

(* RecordAcceptanceAgain *)

ScheduleOccurrence_From_RecordAcceptanceAgain(s) == (s.phase \in {"Submitted"})

ScheduleOccurrence_Guard_RecordAcceptanceAgain(s, i) == ScheduleOccurrence_From_RecordAcceptanceAgain(s)

ScheduleOccurrence_Next_RecordAcceptanceAgain(s, i) == s

ScheduleOccurrence_Effects_RecordAcceptanceAgain(s, i) == <<>>

(* ObserveMissed *)

ScheduleOccurrence_From_ObserveMissed(s) == (s.phase \in {"Planned"})

ScheduleOccurrence_Refuse_ObserveMissed_not_missed(s, i) == (~ScheduleOccurrence_isMissed(s, i))

ScheduleOccurrence_Guard_ObserveMissed(s, i) ==
  /\ ScheduleOccurrence_From_ObserveMissed(s)
  /\ (~ScheduleOccurrence_Refuse_ObserveMissed_not_missed(s, i))

ScheduleOccurrence_Next_ObserveMissed(s, i) ==
  [s EXCEPT
    !.phase = "Missed"]

ScheduleOccurrence_Effects_ObserveMissed(s, i) == <<>>

ScheduleOccurrence_Keys == [realm : Realms, occurrenceId : OccurrenceIds]

-----------------------------------------------------------------------------
(* DetachedJob: as in its own module, what this composition uses of it. *)

DetachedJob_InitialState ==
  [phase |-> "Unsubmitted",
   originSessionId |-> NULL,
   lineage |-> "",
   tool |-> "",
   toolVersion |-> "",
   runner |-> "",
   runnerVersion |-> "",
   arguments |-> "",
   terms |-> "",
   restartClass |-> "NonResumable",
   dueAtMs |-> 0,
   fence |-> 0,
   holder |-> NULL,
   workerId |-> "",
   leaseExpiresAtMs |-> 0,
   handle |-> NULL,
   cursor |-> 0,
   progress |-> "",
   checkpoint |-> "",
   artifacts |-> [k \in ArtifactNames |-> NULL],
   notifications |-> [k \in NotificationKeys |-> NULL],
   deliverySequence |-> 0,
   cancelRequested |-> FALSE,
   failures |-> 0,
   losses |-> 0,
   backoffMs |-> 0,
   outcome |-> ""]

(* A schedule submits what an occurrence planned, and waits to hear that it is accepted. *)
DetachedJob_In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId) ==
  [type |-> "SubmitScheduled", originSessionId |-> originSessionId, lineage |-> lineage, tool |-> tool, toolVersion |-> toolVersion, runner |-> runner, runnerVersion |-> runnerVersion, arguments |-> arguments, terms |-> terms, restartClass |-> restartClass, dueAtMs |-> dueAtMs, occurrenceId |-> occurrenceId]

DetachedJob_Inputs_SubmitScheduled ==
  {DetachedJob_In_SubmitScheduled(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, occurrenceId) : originSessionId \in SessionIds, lineage \in GivenTexts, tool \in GivenTexts, toolVersion \in GivenTexts, runner \in GivenTexts, runnerVersion \in GivenTexts, arguments \in GivenOpaques, terms \in GivenOpaques, restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"}, dueAtMs \in DueDomain, occurrenceId \in OccurrenceIds}

(* SubmitScheduled *)

DetachedJob_From_SubmitScheduled(s) == (s.phase \in {"Unsubmitted"})

DetachedJob_Refuse_SubmitScheduled_exhausted(s, i) == (i.dueAtMs > MaxClock)

DetachedJob_Open_SubmitScheduled(s, i) == DetachedJob_From_SubmitScheduled(s)

DetachedJob_Guard_SubmitScheduled(s, i) ==
  /\ DetachedJob_Open_SubmitScheduled(s, i)
  /\ (~DetachedJob_Refuse_SubmitScheduled_exhausted(s, i))

DetachedJob_Next_SubmitScheduled(s, i) ==
  [s EXCEPT
    !.phase = "Queued",
    !.originSessionId = i.originSessionId,
    !.lineage = i.lineage,
    !.tool = i.tool,
    !.toolVersion = i.toolVersion,
    !.runner = i.runner,
    !.runnerVersion = i.runnerVersion,
    !.arguments = i.arguments,
    !.terms = i.terms,
    !.restartClass = i.restartClass,
    !.dueAtMs = i.dueAtMs]

DetachedJob_Effects_SubmitScheduled(s, i) ==
  <<[type |-> "JobQueued", dueAtMs |-> i.dueAtMs], [type |-> "SubmissionAccepted", occurrenceId |-> i.occurrenceId]>>

(* SubmitScheduledAgain: The occurrence is redelivered: the same job. Its acceptance is on its way since the first time. *)

DetachedJob_From_SubmitScheduledAgain(s) == (s.phase \in {"Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"})

DetachedJob_Guard_SubmitScheduledAgain(s, i) == DetachedJob_From_SubmitScheduledAgain(s)

DetachedJob_Next_SubmitScheduledAgain(s, i) == s

DetachedJob_Effects_SubmitScheduledAgain(s, i) == <<>>

DetachedJob_Keys == [realm : Realms, jobId : JobIds]

DetachedJob_First ==
  [phase |-> DetachedJob_InitialState.phase, originSessionId |-> DetachedJob_InitialState.originSessionId, lineage |-> DetachedJob_InitialState.lineage, tool |-> DetachedJob_InitialState.tool, toolVersion |-> DetachedJob_InitialState.toolVersion, runner |-> DetachedJob_InitialState.runner, runnerVersion |-> DetachedJob_InitialState.runnerVersion, arguments |-> DetachedJob_InitialState.arguments, terms |-> DetachedJob_InitialState.terms, restartClass |-> DetachedJob_InitialState.restartClass, dueAtMs |-> DetachedJob_InitialState.dueAtMs, fence |-> DetachedJob_InitialState.fence, holder |-> DetachedJob_InitialState.holder, workerId |-> DetachedJob_InitialState.workerId, leaseExpiresAtMs |-> DetachedJob_InitialState.leaseExpiresAtMs, handle |-> DetachedJob_InitialState.handle, cursor |-> DetachedJob_InitialState.cursor, progress |-> DetachedJob_InitialState.progress, checkpoint |-> DetachedJob_InitialState.checkpoint, artifacts |-> DetachedJob_InitialState.artifacts, notifications |-> DetachedJob_InitialState.notifications, deliverySequence |-> DetachedJob_InitialState.deliverySequence, cancelRequested |-> DetachedJob_InitialState.cancelRequested, failures |-> DetachedJob_InitialState.failures, losses |-> DetachedJob_InitialState.losses, backoffMs |-> DetachedJob_InitialState.backoffMs, outcome |-> DetachedJob_InitialState.outcome, madeFor |-> NULL]

-----------------------------------------------------------------------------
(* What is routed, and what a step comes to. A refusal below undoes the whole step. *)

ScheduleOccurrence_Sent(effect) ==
  (IF (effect.type = "SubmissionDue") THEN <<[route |-> "submission", effect |-> effect, reached |-> {}]>> ELSE <<>>)

DetachedJob_Sent(effect) ==
  (IF (effect.type = "SubmissionAccepted") THEN <<[route |-> "acceptance", effect |-> effect, reached |-> {}]>> ELSE <<>>)

(* submission: ScheduleOccurrence.SubmissionDue to DetachedJob.SubmitScheduled, outbox. *)

To_submission(from, effect) == [realm |-> from.realm, jobId |-> <<"JobId", from.occurrenceId>>]

Input_submission(from, effect) ==
  DetachedJob_In_SubmitScheduled(effect.originSessionId, effect.lineage, effect.tool, effect.toolVersion, effect.runner, effect.runnerVersion, effect.arguments, effect.terms, effect.restartClass, effect.dueAtMs, from.occurrenceId)

(* acceptance: DetachedJob.SubmissionAccepted to ScheduleOccurrence.RecordAcceptance, outbox. *)

To_acceptance(from, effect) == [realm |-> from.realm, occurrenceId |-> effect.occurrenceId]

Input_acceptance(from, effect) == ScheduleOccurrence_In_RecordAcceptance

(* origins: remembered of each step. For which occurrence the job was made. *)
DetachedJob_Remember_origins(s, next, i, effects) ==
  [next EXCEPT
    !.madeFor = (IF ((i.type = "SubmitScheduled") /\ (s.madeFor = NULL)) THEN i.occurrenceId ELSE s.madeFor)]

(* Whoever was woken sleeps when nothing calls for it any more. *)

Derives_claim(s) == ((s.phase = "Planned") \/ (s.phase = "Claimed"))

(* A step of one instance, with all that follows from it in the same transaction. *)

ScheduleOccurrence_Commit_Plan(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_Plan(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN (c.woken.claim \cup {at}) ELSE (c.woken.claim \ {at}))]]})

ScheduleOccurrence_Commit_PlanAgain(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_PlanAgain(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]})

ScheduleOccurrence_Commit_ClaimOccurrence(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_ClaimOccurrence(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]})

ScheduleOccurrence_Commit_ClaimExpired(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_ClaimExpired(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]})

ScheduleOccurrence_Commit_SubmitOccurrence(c, at, i) ==
  (LET effects == ScheduleOccurrence_Effects_SubmitOccurrence(c.ScheduleOccurrence[at], i) IN
   (LET next == ScheduleOccurrence_Next_SubmitOccurrence(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.outbox.ScheduleOccurrence[at] = (c.outbox.ScheduleOccurrence[at] \o ScheduleOccurrence_Sent(effects[1])),
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]}))

ScheduleOccurrence_Commit_SubmitOccurrenceAgain(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_SubmitOccurrenceAgain(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]})

ScheduleOccurrence_Commit_RecordAcceptance(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_RecordAcceptance(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]})

ScheduleOccurrence_Commit_RecordAcceptanceAgain(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_RecordAcceptanceAgain(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]})

ScheduleOccurrence_Commit_ObserveMissed(c, at, i) ==
  (LET next == ScheduleOccurrence_Next_ObserveMissed(c.ScheduleOccurrence[at], i) IN
   {[code |-> "", next |-> [c EXCEPT
    !.ScheduleOccurrence[at] = next,
    !.woken.claim = (IF Derives_claim(next) THEN c.woken.claim ELSE (c.woken.claim \ {at}))]]})

DetachedJob_Commit_SubmitScheduled(c, at, i) ==
  (LET effects == DetachedJob_Effects_SubmitScheduled(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_origins(c.DetachedJob[at], DetachedJob_Next_SubmitScheduled(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next,
    !.outbox.DetachedJob[at] = (c.outbox.DetachedJob[at] \o DetachedJob_Sent(effects[2]))]]}))

DetachedJob_Commit_SubmitScheduledAgain(c, at, i) ==
  (LET effects == DetachedJob_Effects_SubmitScheduledAgain(c.DetachedJob[at], i) IN
   (LET next == DetachedJob_Remember_origins(c.DetachedJob[at], DetachedJob_Next_SubmitScheduledAgain(c.DetachedJob[at], i), i, effects) IN
   {[code |-> "", next |-> [c EXCEPT
    !.DetachedJob[at] = next]]}))

DetachedJob_Answer_SubmitScheduled(c, at, i) ==
  (LET s == c.DetachedJob[at] IN (IF (s.phase \in {"Unsubmitted", "Queued", "RetryScheduled", "BlockedCredentials", "Claimed", "Running", "WaitingExternal", "LossObserved", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}) THEN (IF DetachedJob_From_SubmitScheduled(s)
    THEN (IF DetachedJob_Refuse_SubmitScheduled_exhausted(s, i) THEN {[code |-> "exhausted", next |-> c]} ELSE DetachedJob_Commit_SubmitScheduled(c, at, i))
    ELSE (IF DetachedJob_From_SubmitScheduledAgain(s)
    THEN DetachedJob_Commit_SubmitScheduledAgain(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_submission(c, to, from, effect) == DetachedJob_Answer_SubmitScheduled(c, to, Input_submission(from, effect))

ScheduleOccurrence_Answer_RecordAcceptance(c, at, i) ==
  (LET s == c.ScheduleOccurrence[at] IN (IF (s.phase \in {"Claimed", "Submitted"}) THEN (IF ScheduleOccurrence_From_RecordAcceptance(s)
    THEN ScheduleOccurrence_Commit_RecordAcceptance(c, at, i)
    ELSE (IF ScheduleOccurrence_From_RecordAcceptanceAgain(s)
    THEN ScheduleOccurrence_Commit_RecordAcceptanceAgain(c, at, i)
    ELSE {[code |-> "not_applicable", next |-> c]})) ELSE {[code |-> "not_in_phase", next |-> c]}))

Hop_acceptance(c, to, from, effect) == ScheduleOccurrence_Answer_RecordAcceptance(c, to, Input_acceptance(from, effect))

ScheduleOccurrence_Driven_Plan(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF ScheduleOccurrence_Guard_Plan(c.ScheduleOccurrence[at], i)
    THEN ScheduleOccurrence_Commit_Plan(c, at, i)
    ELSE (IF ScheduleOccurrence_Guard_PlanAgain(c.ScheduleOccurrence[at], i)
    THEN ScheduleOccurrence_Commit_PlanAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

ScheduleOccurrence_Driven_ClaimOccurrence(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF ScheduleOccurrence_Guard_ClaimOccurrence(c.ScheduleOccurrence[at], i)
    THEN ScheduleOccurrence_Commit_ClaimOccurrence(c, at, i)
    ELSE (IF ScheduleOccurrence_Guard_ClaimExpired(c.ScheduleOccurrence[at], i)
    THEN ScheduleOccurrence_Commit_ClaimExpired(c, at, i)
    ELSE {})) : (o.code = "")}}

ScheduleOccurrence_Driven_SubmitOccurrence(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF ScheduleOccurrence_Guard_SubmitOccurrence(c.ScheduleOccurrence[at], i)
    THEN ScheduleOccurrence_Commit_SubmitOccurrence(c, at, i)
    ELSE (IF ScheduleOccurrence_Guard_SubmitOccurrenceAgain(c.ScheduleOccurrence[at], i)
    THEN ScheduleOccurrence_Commit_SubmitOccurrenceAgain(c, at, i)
    ELSE {})) : (o.code = "")}}

ScheduleOccurrence_Driven_ObserveMissed(c, at, i) ==
  {outcome.next : outcome \in {o \in (IF ScheduleOccurrence_Guard_ObserveMissed(c.ScheduleOccurrence[at], i)
    THEN ScheduleOccurrence_Commit_ObserveMissed(c, at, i)
    ELSE {}) : (o.code = "")}}

IsHead_submission(c, from) ==
  (IF (Len(c.outbox.ScheduleOccurrence[from]) > 0) THEN (c.outbox.ScheduleOccurrence[from][1].route = "submission") ELSE FALSE)

Head_submission(c, from) == c.outbox.ScheduleOccurrence[from][1]

Received_submission(c, from) ==
  {[o.next EXCEPT !.answered.ScheduleOccurrence = (o.next.answered.ScheduleOccurrence \cup {from})] : o \in {p \in Hop_submission(c, To_submission(from, Head_submission(c, from).effect), from, Head_submission(c, from).effect) : (p.code = "")}}

IsHead_acceptance(c, from) ==
  (IF (Len(c.outbox.DetachedJob[from]) > 0) THEN (c.outbox.DetachedJob[from][1].route = "acceptance") ELSE FALSE)

Head_acceptance(c, from) == c.outbox.DetachedJob[from][1]

Received_acceptance(c, from) ==
  {[o.next EXCEPT !.answered.DetachedJob = (o.next.answered.DetachedJob \cup {from})] : o \in {p \in Hop_acceptance(c, To_acceptance(from, Head_acceptance(c, from).effect), from, Head_acceptance(c, from).effect) : (p.code = "")}}

Outbox_submission(c) ==
  UNION {{[from |-> k, effect |-> c.outbox.ScheduleOccurrence[k][n].effect] : n \in {l \in (1..Len(c.outbox.ScheduleOccurrence[k])) : (c.outbox.ScheduleOccurrence[k][l].route = "submission")}} : k \in ScheduleOccurrence_Keys}

Outbox_acceptance(c) ==
  UNION {{[from |-> k, effect |-> c.outbox.DetachedJob[k][n].effect] : n \in {l \in (1..Len(c.outbox.DetachedJob[k])) : (c.outbox.DetachedJob[k][l].route = "acceptance")}} : k \in DetachedJob_Keys}

-----------------------------------------------------------------------------
(* The whole: every instance of every machine, and what is under way between them. *)

VARIABLES state
vars == <<state>>

(* No two of its texts are alike, so that none stands in the place of another unseen. *)
Drive_plan(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs) ==
  (\E next \in ScheduleOccurrence_Driven_Plan(state, at, ScheduleOccurrence_In_Plan(originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs)) : (state' = next))

Drive_claim(at, holder, leaseMs, observedAtMs) ==
  /\ (at \in state.woken.claim)
  /\ (\E next \in ScheduleOccurrence_Driven_ClaimOccurrence(state, at, ScheduleOccurrence_In_ClaimOccurrence(holder, leaseMs, observedAtMs)) : (state' = next))

Drive_send(at, fence, holder, observedAtMs) ==
  (\E next \in ScheduleOccurrence_Driven_SubmitOccurrence(state, at, ScheduleOccurrence_In_SubmitOccurrence(fence, holder, observedAtMs)) : (state' = next))

Drive_miss(at, observedAtMs) ==
  (\E next \in ScheduleOccurrence_Driven_ObserveMissed(state, at, ScheduleOccurrence_In_ObserveMissed(observedAtMs)) : (state' = next))

Deliver_submission(at) ==
  /\ IsHead_submission(state, at)
  /\ (\E next \in Received_submission(state, at) : (state' = next))

Acknowledge_submission(at) ==
  /\ IsHead_submission(state, at)
  /\ (at \in state.answered.ScheduleOccurrence)
  /\ (\E next \in {[state EXCEPT !.outbox.ScheduleOccurrence[at] = Tail(state.outbox.ScheduleOccurrence[at]), !.answered.ScheduleOccurrence = (state.answered.ScheduleOccurrence \ {at})]} : (state' = next))

Deliver_acceptance(at) ==
  /\ IsHead_acceptance(state, at)
  /\ (\E next \in Received_acceptance(state, at) : (state' = next))

Acknowledge_acceptance(at) ==
  /\ IsHead_acceptance(state, at)
  /\ (at \in state.answered.DetachedJob)
  /\ (\E next \in {[state EXCEPT !.outbox.DetachedJob[at] = Tail(state.outbox.DetachedJob[at]), !.answered.DetachedJob = (state.answered.DetachedJob \ {at})]} : (state' = next))

(* Whatever was only in memory is gone; recovery wakes whoever has something to do. *)
Crash ==
  (\E next \in {[state EXCEPT !.answered = [ScheduleOccurrence |-> {}, DetachedJob |-> {}], !.woken.claim = {k \in ScheduleOccurrence_Keys : Derives_claim(state.ScheduleOccurrence[k])}]} : ((next /= state) /\ (state' = next)))

(* Nothing is under way. *)
Rest ==
  /\ (\A k \in ScheduleOccurrence_Keys : (Len(state.outbox.ScheduleOccurrence[k]) = 0))
  /\ (\A k \in DetachedJob_Keys : (Len(state.outbox.DetachedJob[k]) = 0))
  /\ state' = state

(* Only a bound of the model keeps a message from its receiver. *)
AtLimit ==
  /\ (\E k \in ScheduleOccurrence_Keys : (IsHead_submission(state, k) /\ (\E o \in Hop_submission(state, To_submission(k, Head_submission(state, k).effect), k, Head_submission(state, k).effect) : (o.code = "exhausted"))))
  /\ state' = state

Init ==
  state = [ScheduleOccurrence |-> [k \in ScheduleOccurrence_Keys |-> ScheduleOccurrence_InitialState],
    DetachedJob |-> [k \in DetachedJob_Keys |-> DetachedJob_First],
    outbox |-> [ScheduleOccurrence |-> [k \in ScheduleOccurrence_Keys |-> <<>>], DetachedJob |-> [k \in DetachedJob_Keys |-> <<>>]],
    answered |-> [ScheduleOccurrence |-> {}, DetachedJob |-> {}],
    woken |-> [claim |-> {}]]

Next ==
  \/ \E at \in ScheduleOccurrence_Keys, originSessionId \in SessionIds, lineage \in {"Text_2"}, tool \in {"Text_3"}, toolVersion \in {"Text_4"}, runner \in {"Text_5"}, runnerVersion \in {"Text_6"}, arguments \in {"Opaque_2"}, terms \in {"Opaque_3"}, restartClass \in {"Replayable"}, dueAtMs \in DueDomain, whenLate \in {"Miss"}, graceMs \in {0} : Drive_plan(at, originSessionId, lineage, tool, toolVersion, runner, runnerVersion, arguments, terms, restartClass, dueAtMs, whenLate, graceMs)
  \/ \E at \in ScheduleOccurrence_Keys, holder \in Holders, leaseMs \in {1}, observedAtMs \in ClockDomain : Drive_claim(at, holder, leaseMs, observedAtMs)
  \/ \E at \in ScheduleOccurrence_Keys, fence \in ClaimsDomain, holder \in Holders, observedAtMs \in {0} : Drive_send(at, fence, holder, observedAtMs)
  \/ \E at \in ScheduleOccurrence_Keys, observedAtMs \in ClockDomain : Drive_miss(at, observedAtMs)
  \/ \E at \in ScheduleOccurrence_Keys : Deliver_submission(at)
  \/ \E at \in ScheduleOccurrence_Keys : Acknowledge_submission(at)
  \/ \E at \in DetachedJob_Keys : Deliver_acceptance(at)
  \/ \E at \in DetachedJob_Keys : Acknowledge_acceptance(at)
  \/ Crash
  \/ Rest
  \/ AtLimit

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Always *)

TypeOK ==
  /\ (\A k \in ScheduleOccurrence_Keys : (((((((((((((((((state.ScheduleOccurrence[k].phase \in {"Unplanned", "Planned", "Claimed", "Submitted", "Missed"}) /\ ((state.ScheduleOccurrence[k].originSessionId = NULL) \/ (state.ScheduleOccurrence[k].originSessionId \in SessionIds))) /\ (state.ScheduleOccurrence[k].lineage \in Texts_)) /\ (state.ScheduleOccurrence[k].tool \in Texts_)) /\ (state.ScheduleOccurrence[k].toolVersion \in Texts_)) /\ (state.ScheduleOccurrence[k].runner \in Texts_)) /\ (state.ScheduleOccurrence[k].runnerVersion \in Texts_)) /\ (state.ScheduleOccurrence[k].arguments \in Opaques_)) /\ (state.ScheduleOccurrence[k].terms \in Opaques_)) /\ (state.ScheduleOccurrence[k].restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})) /\ (state.ScheduleOccurrence[k].dueAtMs \in DueDomain)) /\ (state.ScheduleOccurrence[k].whenLate \in {"Submit", "Miss"})) /\ (state.ScheduleOccurrence[k].graceMs \in GraceDomain)) /\ (state.ScheduleOccurrence[k].fence \in ClaimsDomain)) /\ ((state.ScheduleOccurrence[k].holder = NULL) \/ (state.ScheduleOccurrence[k].holder \in Holders))) /\ (state.ScheduleOccurrence[k].leaseExpiresAtMs \in ClockDomain)) /\ (state.ScheduleOccurrence[k].sent \in BOOLEAN)))
  /\ (\A k \in DetachedJob_Keys : ((((((((((((((((((((((((((((state.DetachedJob[k].phase \in {"Unsubmitted", "Queued", "Claimed", "Running", "WaitingExternal", "LossObserved", "RetryScheduled", "BlockedCredentials", "Succeeded", "Failed", "Cancelled", "WorkerLost", "NeedsAttention"}) /\ ((state.DetachedJob[k].originSessionId = NULL) \/ (state.DetachedJob[k].originSessionId \in SessionIds))) /\ (state.DetachedJob[k].lineage \in Texts_)) /\ (state.DetachedJob[k].tool \in Texts_)) /\ (state.DetachedJob[k].toolVersion \in Texts_)) /\ (state.DetachedJob[k].runner \in Texts_)) /\ (state.DetachedJob[k].runnerVersion \in Texts_)) /\ (state.DetachedJob[k].arguments \in Opaques_)) /\ (state.DetachedJob[k].terms \in Opaques_)) /\ (state.DetachedJob[k].restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})) /\ (state.DetachedJob[k].dueAtMs \in ClockDomain)) /\ (state.DetachedJob[k].fence \in FenceDomain)) /\ ((state.DetachedJob[k].holder = NULL) \/ (state.DetachedJob[k].holder \in Holders))) /\ (state.DetachedJob[k].workerId \in Texts_)) /\ (state.DetachedJob[k].leaseExpiresAtMs \in ClockDomain)) /\ ((state.DetachedJob[k].handle = NULL) \/ (state.DetachedJob[k].handle \in Opaques_))) /\ (state.DetachedJob[k].cursor \in CursorDomain)) /\ (state.DetachedJob[k].progress \in Opaques_)) /\ (state.DetachedJob[k].checkpoint \in Opaques_)) /\ (\A l \in ArtifactNames : ((state.DetachedJob[k].artifacts[l] = NULL) \/ (state.DetachedJob[k].artifacts[l] \in [digest : Digests, mediaType : Texts_])))) /\ (\A l \in NotificationKeys : ((state.DetachedJob[k].notifications[l] = NULL) \/ (state.DetachedJob[k].notifications[l] \in [sequence : DeliverySequenceDomain])))) /\ (state.DetachedJob[k].deliverySequence \in DeliverySequenceDomain)) /\ (state.DetachedJob[k].cancelRequested \in BOOLEAN)) /\ (state.DetachedJob[k].failures \in FailuresDomain)) /\ (state.DetachedJob[k].losses \in LossesDomain)) /\ (state.DetachedJob[k].backoffMs \in BackoffDomain)) /\ (state.DetachedJob[k].outcome \in Opaques_)) /\ ((state.DetachedJob[k].madeFor = NULL) \/ (state.DetachedJob[k].madeFor \in OccurrenceIds))))
  /\ (\A m \in Outbox_submission(state) : ((((((((((((m.effect.type = "SubmissionDue") /\ (m.effect.originSessionId \in SessionIds)) /\ (m.effect.lineage \in Texts_)) /\ (m.effect.tool \in Texts_)) /\ (m.effect.toolVersion \in Texts_)) /\ (m.effect.runner \in Texts_)) /\ (m.effect.runnerVersion \in Texts_)) /\ (m.effect.arguments \in Opaques_)) /\ (m.effect.terms \in Opaques_)) /\ (m.effect.restartClass \in {"Adoptable", "CheckpointResumable", "Replayable", "NonResumable"})) /\ (m.effect.dueAtMs \in DueDomain)) /\ (m.effect.fence \in ClaimsDomain)))
  /\ (\A m \in Outbox_acceptance(state) : ((m.effect.type = "SubmissionAccepted") /\ (m.effect.occurrenceId \in OccurrenceIds)))
  /\ (state.answered.ScheduleOccurrence \subseteq ScheduleOccurrence_Keys)
  /\ (state.answered.DetachedJob \subseteq DetachedJob_Keys)
  /\ (state.woken.claim \subseteq ScheduleOccurrence_Keys)

(* What is routed is not refused, but for the codes that its route acknowledges. *)
RoutesAnswered ==
  /\ (\A k \in ScheduleOccurrence_Keys : (IsHead_submission(state, k) => (\A o \in Hop_submission(state, To_submission(k, Head_submission(state, k).effect), k, Head_submission(state, k).effect) : (o.code \in {"", "exhausted"}))))
  /\ (\A k \in DetachedJob_Keys : (IsHead_acceptance(state, k) => (\A o \in Hop_acceptance(state, To_acceptance(k, Head_acceptance(state, k).effect), k, Head_acceptance(state, k).effect) : (o.code \in {"", "exhausted"}))))

always_an_occurrence_is_one_job ==
  (\A at \in [realm : Realms, occurrenceId : OccurrenceIds] : (Cardinality({k \in [realm : Realms, jobId : JobIds] : (state.DetachedJob[k].madeFor = at.occurrenceId)}) <= 1))

(* none_closes_before_its_job_is_accepted: Closed is accepted: the job is there. *)
always_none_closes_before_its_job_is_accepted ==
  (\A at \in [realm : Realms, occurrenceId : OccurrenceIds] : ((state.ScheduleOccurrence[at].phase /= "Submitted") \/ (\E k \in [realm : Realms, jobId : JobIds] : (state.DetachedJob[k].madeFor = at.occurrenceId))))

always_a_job_is_what_was_planned ==
  (\A k \in [realm : Realms, jobId : JobIds] : ((state.DetachedJob[k].madeFor = NULL) \/ (\E at \in [realm : Realms, occurrenceId : OccurrenceIds] : (((((((((((at.occurrenceId = state.DetachedJob[k].madeFor) /\ (state.ScheduleOccurrence[at].originSessionId = state.DetachedJob[k].originSessionId)) /\ (state.ScheduleOccurrence[at].lineage = state.DetachedJob[k].lineage)) /\ (state.ScheduleOccurrence[at].tool = state.DetachedJob[k].tool)) /\ (state.ScheduleOccurrence[at].toolVersion = state.DetachedJob[k].toolVersion)) /\ (state.ScheduleOccurrence[at].runner = state.DetachedJob[k].runner)) /\ (state.ScheduleOccurrence[at].runnerVersion = state.DetachedJob[k].runnerVersion)) /\ (state.ScheduleOccurrence[at].arguments = state.DetachedJob[k].arguments)) /\ (state.ScheduleOccurrence[at].terms = state.DetachedJob[k].terms)) /\ (state.ScheduleOccurrence[at].restartClass = state.DetachedJob[k].restartClass)) /\ (state.ScheduleOccurrence[at].dueAtMs = state.DetachedJob[k].dueAtMs)))))

always_no_job_comes_of_nothing ==
  (\A k \in [realm : Realms, jobId : JobIds] : ((state.DetachedJob[k].madeFor = NULL) \/ (\E at \in [realm : Realms, occurrenceId : OccurrenceIds] : ((at.occurrenceId = state.DetachedJob[k].madeFor) /\ ((state.ScheduleOccurrence[at].phase = "Claimed") \/ (state.ScheduleOccurrence[at].phase = "Submitted"))))))

always_what_is_missed_is_no_job ==
  (\A at \in [realm : Realms, occurrenceId : OccurrenceIds] : ((state.ScheduleOccurrence[at].phase /= "Missed") \/ (~(\E k \in [realm : Realms, jobId : JobIds] : (state.DetachedJob[k].madeFor = at.occurrenceId)))))

-----------------------------------------------------------------------------
(* Reachable: each of these must be seen violated. *)

never_sent_x005funder_two_claims ==
  (~(\E k \in [realm : Realms, occurrenceId : OccurrenceIds] : ((state.ScheduleOccurrence[k].fence = 2) /\ (state.ScheduleOccurrence[k].phase = "Submitted"))))

never_two_messages_for_one_job == (~(\E m \in Outbox_submission(state) : (m.effect.fence = 2)))

never_missed == (~(\E k \in [realm : Realms, occurrenceId : OccurrenceIds] : (state.ScheduleOccurrence[k].phase = "Missed")))

never_all_closed ==
  (~(\A k \in [realm : Realms, occurrenceId : OccurrenceIds] : (state.ScheduleOccurrence[k].phase = "Submitted")))

=============================================================================
