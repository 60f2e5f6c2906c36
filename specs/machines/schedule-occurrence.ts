import { due, grant, writer } from '../attempts.js'
import { Clock, Holder, OccurrenceId, Realm, SessionId } from '../identities.js'
import { Due, Name, Payload, RestartClass, submitted, work } from '../submissions.js'
import { bool, clock, duration, machine, nat, oneOf, option, same } from '../vocabulary.js'

const Claims = nat('Claims')
const Lease = duration('Lease')
const Grace = duration('Grace')
/** What becomes of an occurrence that nobody claimed in time: it is submitted however late, or it is missed. */
const WhenLate = oneOf('Submit', 'Miss')

const now = { observedAtMs: clock(Clock) }
const claim = { fence: Claims, holder: Holder }

/** Nobody claimed it in time, and late is too late. */
function isMissed(
  s: { readonly whenLate: string; readonly dueAtMs: number; readonly graceMs: number },
  i: { readonly observedAtMs: number },
) {
  return s.whenLate === 'Miss' && i.observedAtMs > s.dueAtMs + s.graceMs
}

/**
 * One due moment of a schedule: whoever claims it submits the one job that it stands for, and it closes when that job is
 * accepted, not when it ends.
 */
export const ScheduleOccurrence = machine({
  name: 'ScheduleOccurrence',
  version: 2,
  key: { realm: Realm, occurrenceId: OccurrenceId },
  phases: [
    /** No schedule knows it yet. */
    'Unplanned',
    'Planned',
    /** Somebody submits its job, under a lease. */
    'Claimed',
    /** Its job is accepted. */
    'Submitted',
    /** Nobody claimed it in time. */
    'Missed',
  ],
  initial: 'Unplanned',
  terminal: ['Submitted', 'Missed'],
  state: {
    originSessionId: option(SessionId),
    lineage: Name,
    tool: Name,
    toolVersion: Name,
    runner: Name,
    runnerVersion: Name,
    arguments: Payload,
    terms: Payload,
    restartClass: RestartClass,
    dueAtMs: Due,
    whenLate: WhenLate,
    /** How long after it was due it is still on time. */
    graceMs: Grace,
    /** Rises by one with every claim. */
    fence: Claims,
    holder: option(Holder),
    leaseExpiresAtMs: Clock,
    /** The job was sent under the present claim. */
    sent: bool,
  },
  init: { restartClass: 'NonResumable', whenLate: 'Miss' },
  indexes: { due: ['realm', 'phase', 'dueAtMs'], lease: ['realm', 'phase', 'leaseExpiresAtMs'] },
  inputs: {
    Plan: { fields: { ...work, dueAtMs: Due, whenLate: WhenLate, graceMs: Grace } },
    ClaimOccurrence: { fields: { holder: Holder, leaseMs: Lease }, supplied: now },
    SubmitOccurrence: { fields: claim, supplied: now, refuse: writer },
    /** The job exists, and will not be forgotten. */
    RecordAcceptance: { fields: {} },
    ObserveMissed: { fields: {}, supplied: now },
  },
  effects: {
    OccurrencePlanned: { dueAtMs: Due },
    /** Becomes the job, or finds it there. */
    SubmissionDue: { ...work, dueAtMs: Due, fence: Claims },
  },
  transitions: {
    Plan: {
      on: 'Plan',
      from: ['Unplanned'],
      to: 'Planned',
      update: (_s, i) => ({ ...submitted(i), whenLate: i.whenLate, graceMs: i.graceMs }),
      emit: (_s, i) => [{ type: 'OccurrencePlanned', dueAtMs: i.dueAtMs }],
    },
    /** The schedule reckons its moments again: the first plan stands. */
    PlanAgain: { on: 'Plan', from: ['Planned', 'Claimed', 'Submitted', 'Missed'], to: 'same' },
    ClaimOccurrence: {
      on: 'ClaimOccurrence',
      from: ['Planned'],
      to: 'Claimed',
      refuse: { ...grant, ...due, missed: isMissed },
      update: (s, i) => ({ fence: s.fence + 1, holder: i.holder, leaseExpiresAtMs: i.observedAtMs + i.leaseMs }),
    },
    /** Its claim ran out: it was on time, and is no later for that. */
    ClaimExpired: {
      on: 'ClaimOccurrence',
      from: ['Claimed'],
      to: 'same',
      refuse: { ...grant, lease_alive: (s, i) => i.observedAtMs < s.leaseExpiresAtMs },
      update: (s, i) => ({ fence: s.fence + 1, holder: i.holder, leaseExpiresAtMs: i.observedAtMs + i.leaseMs, sent: false }),
    },
    SubmitOccurrence: {
      on: 'SubmitOccurrence',
      from: ['Claimed'],
      to: 'same',
      when: (s) => !s.sent,
      update: () => ({ sent: true }),
      emit: (s) => [
        {
          type: 'SubmissionDue',
          originSessionId: s.originSessionId!,
          lineage: s.lineage,
          tool: s.tool,
          toolVersion: s.toolVersion,
          runner: s.runner,
          runnerVersion: s.runnerVersion,
          arguments: s.arguments,
          terms: s.terms,
          restartClass: s.restartClass,
          dueAtMs: s.dueAtMs,
          fence: s.fence,
        },
      ],
    },
    SubmitOccurrenceAgain: { on: 'SubmitOccurrence', from: ['Claimed'], to: 'same', when: (s) => s.sent },
    RecordAcceptance: {
      on: 'RecordAcceptance',
      from: ['Claimed'],
      to: 'Submitted',
      update: () => ({ holder: null, leaseExpiresAtMs: 0 }),
    },
    RecordAcceptanceAgain: { on: 'RecordAcceptance', from: ['Submitted'], to: 'same' },
    ObserveMissed: {
      on: 'ObserveMissed',
      from: ['Planned'],
      to: 'Missed',
      refuse: { not_missed: (s, i) => !isMissed(s, i) },
    },
  },
  always: {
    claimed_by_somebody: (s) => (s.phase === 'Claimed') === (s.holder !== null),
    no_lease_without_a_holder: (s) => s.holder !== null || s.leaseExpiresAtMs === 0,
    only_what_may_be_missed_is_missed: (s) => s.phase !== 'Missed' || s.whenLate === 'Miss',
    a_granted_lease_lies_ahead: (s, next, i) => next.fence === s.fence || ('observedAtMs' in i && next.leaseExpiresAtMs > i.observedAtMs),
    a_live_claim_is_not_taken: (s, next, i) =>
      s.holder === null || next.fence === s.fence || ('observedAtMs' in i && i.observedAtMs >= s.leaseExpiresAtMs),
    a_fence_rises_by_one_with_its_claim: (s, next) => next.fence === s.fence || (next.fence === s.fence + 1 && next.holder !== null),
    who_claims_holds: (_s, next, i) => i.type !== 'ClaimOccurrence' || next.holder === i.holder,
    a_new_claim_has_sent_nothing: (s, next) => next.fence === s.fence || !next.sent,
    nobody_claims_early: (s, next, i) => next.fence === s.fence || !('observedAtMs' in i) || i.observedAtMs >= s.dueAtMs,
    nobody_claims_too_late: (s, next, i) => s.phase !== 'Planned' || next.phase !== 'Claimed' || !('observedAtMs' in i) || !isMissed(s, i),
    nothing_is_missed_in_time: (s, next, i) =>
      s.phase !== 'Planned' || next.phase !== 'Missed' || ('observedAtMs' in i && i.observedAtMs > s.dueAtMs + s.graceMs),
    /** Only who holds the claim submits, and while the lease lasts. */
    only_a_live_claim_submits: (s, _next, i, effects) =>
      !effects.some((e) => e.type === 'SubmissionDue') ||
      ('fence' in i && i.fence === s.fence && i.holder === s.holder && i.observedAtMs < s.leaseExpiresAtMs),
    a_claim_submits_once: (s, next, _i, effects) => !effects.some((e) => e.type === 'SubmissionDue') || (!s.sent && next.sent),
    what_is_submitted_was_planned: (s, _next, _i, effects) =>
      effects.every(
        (e) =>
          e.type !== 'SubmissionDue' ||
          (e.tool === s.tool && e.arguments === s.arguments && e.terms === s.terms && e.restartClass === s.restartClass),
      ),
    a_plan_is_kept_as_it_was_made: (s, next, i) =>
      i.type !== 'Plan' ||
      s.phase !== 'Unplanned' ||
      (next.originSessionId === i.originSessionId &&
        next.lineage === i.lineage &&
        next.tool === i.tool &&
        next.toolVersion === i.toolVersion &&
        next.runner === i.runner &&
        next.runnerVersion === i.runnerVersion &&
        next.arguments === i.arguments &&
        next.terms === i.terms &&
        next.restartClass === i.restartClass &&
        next.dueAtMs === i.dueAtMs &&
        next.whenLate === i.whenLate &&
        next.graceMs === i.graceMs),
    a_plan_stands: (s, next) =>
      s.phase === 'Unplanned' || (next.dueAtMs === s.dueAtMs && next.whenLate === s.whenLate && next.restartClass === s.restartClass),
    nothing_changes_after_the_end: (s, next) => (s.phase !== 'Submitted' && s.phase !== 'Missed') || same(s, next),
  },
  reachable: {
    claimed: (s) => s.phase === 'Claimed',
    submitted: (s) => s.phase === 'Submitted',
    missed: (s) => s.phase === 'Missed',
    submitted_though_late: (s, next, i) =>
      next.fence > s.fence && s.phase === 'Planned' && 'observedAtMs' in i && i.observedAtMs > s.dueAtMs + s.graceMs,
    claimed_twice: (s) => s.phase === 'Claimed' && s.fence === 2,
    submitted_under_the_second_claim: (s) => s.fence === 2 && s.sent,
  },
  model: {
    ci: {
      Realm: 1,
      OccurrenceId: 1,
      SessionId: 1,
      Holder: 2,
      Clock: 2,
      Due: 1,
      Lease: 1,
      Grace: 1,
      Claims: 2,
    },
    deep: {
      Realm: 1,
      OccurrenceId: 1,
      SessionId: 1,
      Holder: 2,
      Clock: 4,
      Due: 2,
      Lease: 2,
      Grace: 1,
      Claims: 3,
    },
  },
})
