import { Clock, JobId, Realm, SessionId, TerminalKind } from '../identities.js'
import { bool, clock, machine, option } from '../vocabulary.js'

/**
 * One session's explicit wait for one job. It holds no provider turn: it is released by the job's end, whichever came first,
 * the wait or the end.
 */
export const AwaitBinding = machine({
  name: 'AwaitBinding',
  version: 2,
  key: { realm: Realm, sessionId: SessionId, jobId: JobId },
  phases: ['Unbound', 'Waiting', 'Released', 'Abandoned'],
  initial: 'Unbound',
  terminal: ['Released'],
  state: {
    /** Since when the session waits; kept across restarts. */
    sinceMs: Clock,
    /** How the job ended; null until then. */
    kind: option(TerminalKind),
    /** The session has seen its release. */
    observed: bool,
  },
  indexes: { waits: ['realm', 'phase'], session: ['realm', 'sessionId', 'phase', 'sinceMs'] },
  inputs: {
    BeginWait: { fields: {}, supplied: { observedAtMs: clock(Clock) } },
    ReleaseWait: { fields: { kind: TerminalKind } },
    AbandonWait: { fields: {} },
    ObserveRelease: { fields: {} },
  },
  effects: {
    WaitBegan: {},
    WaitReleased: { kind: TerminalKind },
  },
  transitions: {
    BeginWait: {
      on: 'BeginWait',
      from: ['Unbound', 'Abandoned'],
      to: 'Waiting',
      update: (_s, i) => ({ sinceMs: i.observedAtMs }),
      emit: () => [{ type: 'WaitBegan' }],
    },
    /** The wait stands, or is over; either way its first moment is kept. */
    BeginWaitAgain: { on: 'BeginWait', from: ['Waiting', 'Released'], to: 'same' },
    ReleaseWait: {
      on: 'ReleaseWait',
      from: ['Waiting'],
      to: 'Released',
      update: (_s, i) => ({ kind: i.kind }),
      emit: (_s, i) => [{ type: 'WaitReleased', kind: i.kind }],
    },
    /** The end of the job, told again: the first word stands. */
    ReleaseAgain: { on: 'ReleaseWait', from: ['Released', 'Abandoned'], to: 'same' },
    AbandonWait: { on: 'AbandonWait', from: ['Waiting'], to: 'Abandoned' },
    AbandonAgain: { on: 'AbandonWait', from: ['Abandoned'], to: 'same' },
    ObserveRelease: {
      on: 'ObserveRelease',
      from: ['Released'],
      to: 'same',
      when: (s) => !s.observed,
      update: () => ({ observed: true }),
    },
    ObserveReleaseAgain: { on: 'ObserveRelease', from: ['Released'], to: 'same', when: (s) => s.observed },
  },
  always: {
    released_with_a_kind: (s) => (s.phase === 'Released') === (s.kind !== null),
    only_a_release_is_observed: (s) => !s.observed || s.phase === 'Released',
    a_release_is_told_once: (s, next, _i, effects) =>
      effects.filter((e) => e.type === 'WaitReleased').length === (next.phase === 'Released' && s.phase !== 'Released' ? 1 : 0),
    a_kind_never_changes: (s, next) => s.kind === null || next.kind === s.kind,
    what_was_observed_stays_observed: (s, next) => !s.observed || next.observed,
    a_wait_begins_when_it_is_asked_for: (s, next, i) =>
      i.type !== 'BeginWait' || next.phase !== 'Waiting' || s.phase === 'Waiting' || next.sinceMs === i.observedAtMs,
    a_wait_keeps_its_first_moment: (s, next) => s.phase !== 'Waiting' || next.sinceMs === s.sinceMs,
  },
  reachable: {
    waiting: (s) => s.phase === 'Waiting',
    released: (s) => s.phase === 'Released',
    abandoned: (s) => s.phase === 'Abandoned',
    released_and_seen: (s) => s.phase === 'Released' && s.observed,
    taken_up_again: (s, next) => s.phase === 'Abandoned' && next.phase === 'Waiting',
  },
  model: {
    ci: { Realm: 1, SessionId: 1, JobId: 1, Clock: 1 },
    deep: { Realm: 1, SessionId: 1, JobId: 1, Clock: 3 },
  },
})
