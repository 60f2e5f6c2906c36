import { clock, duration, id, instant, machine, nat } from '../../../specs/vocabulary.js'

const Realm = id('Realm')
const ServiceId = id('ServiceId')
const Failures = nat('Failures')
const Tolerated = nat('Tolerated')
const Period = nat('Period')
const Clock = instant('Clock')
const Pause = duration('Pause')

const now = { observedAtMs: clock(Clock) }

/** What a call of another period tells is about a service that was another. */
const stale = {
  other_period: (s: { readonly period: number }, i: { readonly period: number }) => i.period !== s.period,
}

/** Keeps callers away from a service that fails: after some failures for a while from all of them, then until one probe succeeds. */
export const Breaker = machine({
  name: 'Breaker',
  version: 1,
  key: { realm: Realm, serviceId: ServiceId },
  phases: [
    /** Calls go through. */
    'Closed',
    /** Nobody calls. */
    'Open',
    /** One probe is on its way; nobody else calls. */
    'Probing',
  ],
  initial: 'Closed',
  terminal: [],
  state: {
    /** Rises by one with every change of phase; calls carry it, so that a late answer is known to be late. */
    period: Period,
    /** One after another, in this period. */
    failures: Failures,
    /** When a probe may go. */
    probeAtMs: Clock,
  },
  limits: { tolerated: Tolerated, pauseMs: Pause },
  inputs: {
    AskToCall: { fields: {}, supplied: now },
    ReportSuccess: { fields: { period: Period }, refuse: stale },
    ReportFailure: { fields: { period: Period }, supplied: now, refuse: stale },
    /** The probe was lost with its caller. */
    ForgetProbe: { fields: { period: Period }, supplied: now, refuse: stale },
  },
  effects: {
    CallAllowed: { period: Period },
    BreakerOpened: { probeAtMs: Clock },
    BreakerClosed: {},
  },
  transitions: {
    AllowCall: {
      on: 'AskToCall',
      from: ['Closed'],
      to: 'same',
      emit: (s) => [{ type: 'CallAllowed', period: s.period }],
    },
    AllowProbe: {
      on: 'AskToCall',
      from: ['Open'],
      to: 'Probing',
      refuse: { too_early: (s, i) => i.observedAtMs < s.probeAtMs },
      update: (s) => ({ period: s.period + 1 }),
      emit: (s) => [{ type: 'CallAllowed', period: s.period + 1 }],
    },
    Succeed: { on: 'ReportSuccess', from: ['Closed'], to: 'same', update: () => ({ failures: 0 }) },
    Close: {
      on: 'ReportSuccess',
      from: ['Probing'],
      to: 'Closed',
      update: (s) => ({ period: s.period + 1, failures: 0 }),
      emit: () => [{ type: 'BreakerClosed' }],
    },
    Tolerate: {
      on: 'ReportFailure',
      from: ['Closed'],
      to: 'same',
      when: (s, _i, limits) => s.failures < limits.tolerated,
      update: (s) => ({ failures: s.failures + 1 }),
    },
    Open: {
      on: 'ReportFailure',
      from: ['Closed', 'Probing'],
      to: 'Open',
      when: (s, _i, limits) => s.phase === 'Probing' || s.failures >= limits.tolerated,
      update: (s, i, limits) => ({ period: s.period + 1, probeAtMs: i.observedAtMs + limits.pauseMs }),
      emit: (_s, i, limits) => [{ type: 'BreakerOpened', probeAtMs: i.observedAtMs + limits.pauseMs }],
    },
    ForgetProbe: {
      on: 'ForgetProbe',
      from: ['Probing'],
      to: 'Open',
      update: (s, i) => ({ period: s.period + 1, probeAtMs: i.observedAtMs }),
      emit: (_s, i) => [{ type: 'BreakerOpened', probeAtMs: i.observedAtMs }],
    },
  },
  always: {
    no_more_failures_than_tolerated: (s, next, _i, _effects, limits) => s.failures <= limits.tolerated && next.failures <= limits.tolerated,
    only_a_failure_counts: (s, next, i) => next.failures <= s.failures || (i.type === 'ReportFailure' && next.failures === s.failures + 1),
    a_success_forgets_failures: (_s, next, i) => i.type !== 'ReportSuccess' || next.failures === 0,
    what_is_failing_keeps_its_count: (s, next, i) => i.type === 'ReportSuccess' || next.failures >= s.failures,
    a_period_is_one_phase: (s, next) => next.period === (next.phase === s.phase ? s.period : s.period + 1),
    a_late_answer_changes_nothing: (s, next, i) =>
      !('period' in i) || i.period === s.period || (next.phase === s.phase && next.failures === s.failures),
    it_opens_after_the_last_tolerated_failure: (s, next, i, _effects, limits) =>
      s.phase !== 'Closed' || i.type !== 'ReportFailure' || (next.phase === 'Open') === (s.failures === limits.tolerated),
    it_opens_only_on_failures: (s, next, i) =>
      next.phase !== 'Open' || s.phase === 'Open' || i.type === 'ReportFailure' || s.phase === 'Probing',
    a_failed_probe_opens_again: (s, next, i) =>
      s.phase !== 'Probing' || i.type === 'AskToCall' || (next.phase === 'Closed') === (i.type === 'ReportSuccess'),
    only_a_probe_closes: (s, next) => next.phase !== 'Closed' || s.phase === 'Closed' || s.phase === 'Probing',
    nobody_probes_early: (s, next, i) => next.phase !== 'Probing' || (i.type === 'AskToCall' && i.observedAtMs >= s.probeAtMs),
    the_pause_is_as_long_as_promised: (s, next, i, _effects, limits) =>
      i.type !== 'ReportFailure' || next.phase !== 'Open' || s.phase === 'Open' || next.probeAtMs === i.observedAtMs + limits.pauseMs,
    a_lost_probe_is_made_up_at_once: (_s, next, i) =>
      i.type !== 'ForgetProbe' || (next.phase === 'Open' && next.probeAtMs === i.observedAtMs),
    the_pause_is_set_as_it_opens: (s, next) => next.probeAtMs === s.probeAtMs || (next.phase === 'Open' && s.phase !== 'Open'),
    each_call_is_allowed_once: (_s, _next, i, effects) =>
      effects.filter((e) => e.type === 'CallAllowed').length === (i.type === 'AskToCall' ? 1 : 0),
    a_call_carries_its_period: (_s, next, _i, effects) => effects.every((e) => e.type !== 'CallAllowed' || e.period === next.period),
    changes_are_told: (s, next, _i, effects) =>
      effects.filter((e) => e.type === 'BreakerOpened').length === (next.phase === 'Open' && s.phase !== 'Open' ? 1 : 0) &&
      effects.filter((e) => e.type === 'BreakerClosed').length === (next.phase === 'Closed' && s.phase !== 'Closed' ? 1 : 0),
    what_is_told_of_the_pause_is_true: (_s, next, _i, effects) =>
      effects.every((e) => e.type !== 'BreakerOpened' || e.probeAtMs === next.probeAtMs),
  },
  reachable: {
    opened: (s) => s.phase === 'Open' && s.period === 1,
    closed_again: (s) => s.phase === 'Closed' && s.period === 3,
    opened_again_by_its_probe: (s, next, i) => s.phase === 'Probing' && next.phase === 'Open' && i.type === 'ReportFailure',
    probe_lost: (_s, next, i) => i.type === 'ForgetProbe' && next.phase === 'Open',
    success_after_a_failure: (s, next) => s.failures === 1 && next.failures === 0 && next.phase === s.phase,
    probed_at_once: (s, next, i) => next.phase === 'Probing' && i.type === 'AskToCall' && i.observedAtMs === s.probeAtMs,
  },
  model: {
    ci: { Realm: 1, ServiceId: 1, Failures: 2, Tolerated: 1, Period: 4, Clock: 3, Pause: 2 },
    deep: { Realm: 1, ServiceId: 1, Failures: 3, Tolerated: 2, Period: 6, Clock: 4, Pause: 2 },
  },
})
