import { Handling, JobId, Realm, SessionId, TerminalKind } from '../identities.js'
import { Name, Payload } from '../submissions.js'
import { machine, nat, oneOf, option, table } from '../vocabulary.js'

const DeliverySequence = nat('DeliverySequence')
const Kind = oneOf('record', 'notification', 'event')

/**
 * One session's standing wish for what one job sends, its notifications and its end. It says how each is handed over, and has no
 * say over the job: whoever unsubscribes hears no more, and the job goes on.
 */
export const Subscription = machine({
  name: 'Subscription',
  version: 1,
  key: { realm: Realm, sessionId: SessionId, jobId: JobId },
  phases: [
    /** The session never asked. */
    'Unsubscribed',
    'Subscribed',
    /** It asked, and wants no more. */
    'Withdrawn',
    /** The job has ended, and sends no more. */
    'Ended',
  ],
  initial: 'Unsubscribed',
  terminal: ['Ended'],
  state: {
    /** `record` is kept here and handed to nobody, `notification` is shown and opens no provider turn, `event` asks for work. */
    kind: Kind,
    /** How an event enters the session; null for what is no event. */
    handling: option(Handling),
    /** The job's number of what was received last. */
    received: DeliverySequence,
    records: table(DeliverySequence, { end: option(TerminalKind), lineage: Name, body: Payload }),
  },
  init: { kind: 'record' },
  indexes: { subscribers: ['realm', 'jobId', 'phase'] },
  inputs: {
    /** Asks, or asks for something else. An event that says nothing of its handling steers. */
    Subscribe: {
      fields: { kind: Kind, handling: option(Handling) },
      refuse: {
        not_an_event: (_s: unknown, i: { readonly kind: string; readonly handling: string | null }) =>
          i.kind !== 'event' && i.handling !== null,
      },
    },
    Unsubscribe: { fields: {} },
    /** What the job sent: a notification, or its end. */
    Receive: { fields: { sequence: DeliverySequence, end: option(TerminalKind), lineage: Name, body: Payload } },
  },
  effects: {
    /** Goes to the session's inbox. */
    DeliveryDue: { sequence: DeliverySequence, end: option(TerminalKind), handling: option(Handling), lineage: Name, body: Payload },
  },
  transitions: {
    /** From now on; what the job sent before is not sent again. */
    Subscribe: {
      on: 'Subscribe',
      from: ['Unsubscribed', 'Subscribed', 'Withdrawn'],
      to: 'Subscribed',
      update: (_s, i) => ({ kind: i.kind, handling: i.kind === 'event' ? (i.handling ?? 'steer') : i.handling }),
    },
    SubscribeEnded: { on: 'Subscribe', from: ['Ended'], to: 'same' },
    /** What it asked for is forgotten; what it received is not. */
    Unsubscribe: { on: 'Unsubscribe', from: ['Subscribed'], to: 'Withdrawn', update: () => ({ kind: 'record' as const, handling: null }) },
    UnsubscribeAgain: { on: 'Unsubscribe', from: ['Withdrawn', 'Ended'], to: 'same' },
    KeepNotification: {
      on: 'Receive',
      from: ['Subscribed'],
      to: 'same',
      when: (s, i) => i.sequence > s.received && i.end === null && s.kind === 'record',
      update: (s, i) => ({ received: i.sequence, records: s.records.put(i.sequence, { end: i.end, lineage: i.lineage, body: i.body }) }),
    },
    KeepEnd: {
      on: 'Receive',
      from: ['Subscribed'],
      to: 'Ended',
      when: (s, i) => i.sequence > s.received && i.end !== null && s.kind === 'record',
      update: (s, i) => ({ received: i.sequence, records: s.records.put(i.sequence, { end: i.end, lineage: i.lineage, body: i.body }) }),
    },
    HandOnNotification: {
      on: 'Receive',
      from: ['Subscribed'],
      to: 'same',
      when: (s, i) => i.sequence > s.received && i.end === null && s.kind !== 'record',
      update: (_s, i) => ({ received: i.sequence }),
      emit: (s, i) => [{ type: 'DeliveryDue', sequence: i.sequence, end: i.end, handling: s.handling, lineage: i.lineage, body: i.body }],
    },
    HandOnEnd: {
      on: 'Receive',
      from: ['Subscribed'],
      to: 'Ended',
      when: (s, i) => i.sequence > s.received && i.end !== null && s.kind !== 'record',
      update: (_s, i) => ({ received: i.sequence }),
      emit: (s, i) => [{ type: 'DeliveryDue', sequence: i.sequence, end: i.end, handling: s.handling, lineage: i.lineage, body: i.body }],
    },
    /** The projector says it again, after a crash. */
    ReceiveAgain: {
      on: 'Receive',
      from: ['Subscribed', 'Ended'],
      to: 'same',
      when: (s, i) => i.sequence <= s.received,
    },
    /** Nobody wants to hear it. */
    PassOver: { on: 'Receive', from: ['Withdrawn'], to: 'same', when: (_s, i) => i.end === null },
    /** Nobody wants to hear it, and there is nothing more to subscribe to. */
    PassOverEnd: { on: 'Receive', from: ['Withdrawn'], to: 'Ended', when: (_s, i) => i.end !== null },
  },
  always: {
    only_an_event_asks_for_work: (s) => (s.kind === 'event') === (s.handling !== null),
    who_withdraws_asks_for_nothing: (s) => s.phase !== 'Withdrawn' || (s.kind === 'record' && s.handling === null),
    what_is_kept_was_received: (s) => s.records.every((_record, sequence) => sequence >= 1 && sequence <= s.received),
    what_was_received_stays_received: (s, next) => next.received >= s.received,
    what_is_kept_stays_kept: (s, next) => s.records.every((_record, sequence) => next.records.has(sequence)),
    /** What is new is kept or handed on, and never both; what is not, neither. */
    each_is_received_once: (s, next, _i, effects) =>
      next.records.size + effects.length === s.records.size + (next.received > s.received ? 1 : 0),
    a_record_is_handed_to_nobody: (s, _next, _i, effects) => s.kind !== 'record' || effects.length === 0,
    /** Steer stays steer, and queue stays queue. */
    handling_is_handed_on_unchanged: (s, _next, _i, effects) => effects.every((e) => e.handling === s.handling),
    nothing_is_handed_to_who_does_not_ask: (s, _next, _i, effects) => s.phase === 'Subscribed' || effects.length === 0,
    the_end_ends_it: (s, next, i) => i.type !== 'Receive' || i.end === null || i.sequence <= s.received || next.phase === 'Ended',
    nothing_follows_the_end: (s, next) => s.phase !== 'Ended' || next.received === s.received,
  },
  reachable: {
    subscribed: (s) => s.phase === 'Subscribed',
    withdrawn: (s) => s.phase === 'Withdrawn',
    ended: (s) => s.phase === 'Ended',
    an_event_steers_unasked: (s, next, i) =>
      i.type === 'Subscribe' && i.handling === null && next.handling === 'steer' && s.handling === null,
    an_event_queues: (s) => s.handling === 'queue',
    kept: (s) => s.records.size > 0,
    notified_without_a_turn: (_s, _next, _i, effects) => effects.some((e) => e.handling === null),
    asked_for_work: (_s, _next, _i, effects) => effects.some((e) => e.handling !== null),
    the_last_is_received_again: (s, next, i) =>
      i.type === 'Receive' && i.sequence === s.received && next.received > 0 && s.phase === 'Subscribed',
    taken_up_again: (s, next) => s.phase === 'Withdrawn' && next.phase === 'Subscribed',
  },
  model: {
    ci: { Realm: 1, SessionId: 1, JobId: 1, DeliverySequence: 2 },
    deep: { Realm: 1, SessionId: 1, JobId: 1, DeliverySequence: 3 },
  },
})
