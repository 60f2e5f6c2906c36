import { Handling, JobId, Realm, SessionId } from '../identities.js'
import { id, machine, nat, oneOf, opaque, option, table, text } from '../vocabulary.js'

const Sequence = nat('Sequence')
const SourceSequence = nat('SourceSequence')
const DeliveryKind = oneOf('terminal', 'notification')
const Lineage = text({ max: 200 })
const Body = opaque({ maxBytes: 1_048_576 })

/** Names one delivery of one job: made of the job's id and the delivery's number there. */
export const DeliveryId = id('DeliveryId')

const delivered = {
  sourceSequence: SourceSequence,
  jobId: JobId,
  /** The end of the job, or something before it. */
  kind: DeliveryKind,
  /** How the session is asked to work on it; null for what is shown to it and opens no provider turn. */
  handling: option(Handling),
  lineage: Lineage,
  body: Body,
}

/** Gives each delivery of one session a place in its order, applies the order once, and lets go in the same order of what was applied. */
export const RuntimeDelivery = machine({
  name: 'RuntimeDelivery',
  version: 3,
  key: { realm: Realm, sessionId: SessionId },
  phases: ['Active'],
  initial: 'Active',
  terminal: [],
  state: {
    /** The last place that was given. */
    nextSequence: Sequence,
    /** The last place that was applied. */
    appliedCursor: Sequence,
    /** The last place whose body was let go. */
    forgottenCursor: Sequence,
    deliveries: table(DeliveryId, { sequence: Sequence, ...delivered }, { unique: ['sequence'] }),
  },
  inputs: {
    CommitDelivery: { fields: { deliveryId: DeliveryId, ...delivered } },
    MarkApplied: { fields: { deliveryId: DeliveryId, sequence: Sequence } },
    /** It was applied long ago: what it said is let go. That it was delivered, and in which place, stays. */
    ForgetBody: { fields: { deliveryId: DeliveryId, sequence: Sequence } },
  },
  effects: {
    DeliveryCommitted: { deliveryId: DeliveryId, sourceSequence: SourceSequence, sequence: Sequence, handling: option(Handling) },
    DeliveryReused: { deliveryId: DeliveryId, sourceSequence: SourceSequence, sequence: Sequence },
    DeliveryApplied: { deliveryId: DeliveryId, sequence: Sequence },
  },
  transitions: {
    /** A delivery seen for the first time takes the next place. */
    CommitNew: {
      on: 'CommitDelivery',
      from: ['Active'],
      to: 'same',
      when: (s, i) => !s.deliveries.has(i.deliveryId),
      refuse: { no_source_sequence: (_s, i) => i.sourceSequence === 0 },
      update: (s, i) => ({
        nextSequence: s.nextSequence + 1,
        deliveries: s.deliveries.put(i.deliveryId, {
          sequence: s.nextSequence + 1,
          sourceSequence: i.sourceSequence,
          jobId: i.jobId,
          kind: i.kind,
          handling: i.handling,
          lineage: i.lineage,
          body: i.body,
        }),
      }),
      emit: (s, i) => [
        {
          type: 'DeliveryCommitted',
          deliveryId: i.deliveryId,
          sourceSequence: i.sourceSequence,
          sequence: s.nextSequence + 1,
          handling: i.handling,
        },
      ],
    },
    /** A projector that retries after a crash gets the place that was given. */
    ReuseCommitted: {
      on: 'CommitDelivery',
      from: ['Active'],
      to: 'same',
      when: (s, i) => s.deliveries.has(i.deliveryId),
      refuse: { source_differs: (s, i) => s.deliveries.get(i.deliveryId)?.sourceSequence !== i.sourceSequence },
      emit: (s, i) => [
        {
          type: 'DeliveryReused',
          deliveryId: i.deliveryId,
          sourceSequence: i.sourceSequence,
          sequence: s.deliveries.get(i.deliveryId)!.sequence,
        },
      ],
    },
    ApplyNext: {
      on: 'MarkApplied',
      from: ['Active'],
      to: 'same',
      when: (s, i) => i.sequence > s.appliedCursor,
      refuse: {
        unknown_delivery: (s, i) => s.deliveries.get(i.deliveryId)?.sequence !== i.sequence,
        out_of_order: (s, i) => i.sequence !== s.appliedCursor + 1,
      },
      update: (_s, i) => ({ appliedCursor: i.sequence }),
      emit: (_s, i) => [{ type: 'DeliveryApplied', deliveryId: i.deliveryId, sequence: i.sequence }],
    },
    /** It was applied before; whoever says so again is told the same. */
    ObserveApplied: {
      on: 'MarkApplied',
      from: ['Active'],
      to: 'same',
      when: (s, i) => i.sequence <= s.appliedCursor,
      refuse: { unknown_delivery: (s, i) => s.deliveries.get(i.deliveryId)?.sequence !== i.sequence },
      emit: (_s, i) => [{ type: 'DeliveryApplied', deliveryId: i.deliveryId, sequence: i.sequence }],
    },
    ForgetNext: {
      on: 'ForgetBody',
      from: ['Active'],
      to: 'same',
      when: (s, i) => i.sequence > s.forgottenCursor,
      refuse: {
        unknown_delivery: (s, i) => s.deliveries.get(i.deliveryId)?.sequence !== i.sequence,
        not_applied: (s, i) => i.sequence > s.appliedCursor,
        out_of_order: (s, i) => i.sequence !== s.forgottenCursor + 1,
      },
      update: (s, i) => ({
        forgottenCursor: i.sequence,
        deliveries: s.deliveries.put(i.deliveryId, { ...s.deliveries.get(i.deliveryId)!, body: '' }),
      }),
    },
    /** What stands there was let go before, by whoever did so at the same time. */
    ObserveForgotten: {
      on: 'ForgetBody',
      from: ['Active'],
      to: 'same',
      when: (s, i) => i.sequence <= s.forgottenCursor,
    },
  },
  always: {
    cursor_within_order: (s) => s.appliedCursor <= s.nextSequence,
    one_place_each: (s) => s.deliveries.size === s.nextSequence,
    places_are_dense: (s) => s.deliveries.every((d) => d.sequence >= 1 && d.sequence <= s.nextSequence),
    every_delivery_has_a_source: (s) => s.deliveries.every((d) => d.sourceSequence >= 1),
    /** The order is applied one by one, and never taken back. */
    applied_in_order: (s, next) => next.appliedCursor === s.appliedCursor || next.appliedCursor === s.appliedCursor + 1,
    a_place_is_kept: (s, next) => s.deliveries.every((d, deliveryId) => next.deliveries.get(deliveryId)?.sequence === d.sequence),
    what_is_forgotten_was_applied: (s) => s.forgottenCursor <= s.appliedCursor,
    what_is_forgotten_has_no_body: (s) => s.deliveries.every((d) => d.sequence > s.forgottenCursor || d.body === ''),
    /** One by one as well, and never taken back. */
    forgotten_in_order: (s, next) => next.forgottenCursor === s.forgottenCursor || next.forgottenCursor === s.forgottenCursor + 1,
    forgotten_by_order_alone: (s, next, i) => next.forgottenCursor === s.forgottenCursor || i.type === 'ForgetBody',
    a_body_is_kept_until_it_is_forgotten: (s, next) =>
      s.deliveries.every((d, deliveryId) => d.sequence <= next.forgottenCursor || next.deliveries.get(deliveryId)?.body === d.body),
    /** Whatever is forgotten of it: whence it came, and what it asked for. */
    a_delivery_is_kept_but_for_its_body: (s, next) =>
      s.deliveries.every(
        (d, deliveryId) =>
          next.deliveries.has(deliveryId) &&
          next.deliveries.get(deliveryId)!.sourceSequence === d.sourceSequence &&
          next.deliveries.get(deliveryId)!.jobId === d.jobId &&
          next.deliveries.get(deliveryId)!.kind === d.kind &&
          next.deliveries.get(deliveryId)!.handling === d.handling &&
          next.deliveries.get(deliveryId)!.lineage === d.lineage,
      ),
    /** What an answer says of a place is what the inbox holds. */
    answers_tell_the_place: (_s, next, _i, effects) => effects.every((e) => next.deliveries.get(e.deliveryId)?.sequence === e.sequence),
    every_mark_is_answered: (_s, _next, i, effects) =>
      i.type !== 'MarkApplied' || effects.some((e) => e.type === 'DeliveryApplied' && e.deliveryId === i.deliveryId),
    answers_tell_the_source: (_s, next, _i, effects) =>
      effects.every(
        (e) =>
          (e.type !== 'DeliveryCommitted' && e.type !== 'DeliveryReused') ||
          next.deliveries.get(e.deliveryId)?.sourceSequence === e.sourceSequence,
      ),
  },
  reachable: {
    two_applied: (s) => s.appliedCursor >= 2,
    applied_behind_the_order: (s) => s.appliedCursor === 1 && s.nextSequence === 2,
    the_last_is_marked_again: (s, next, i) => i.type === 'MarkApplied' && i.sequence === s.appliedCursor && next.appliedCursor > 0,
    redelivered_after_it_was_applied: (s, _next, _i, effects) =>
      effects.some((e) => e.type === 'DeliveryReused' && e.sequence <= s.appliedCursor),
    all_is_forgotten: (s) => s.forgottenCursor >= 2,
    forgotten_behind_the_applied: (s) => s.forgottenCursor === 1 && s.appliedCursor === 2,
    forgotten_and_sent_more: (s, next) => s.forgottenCursor === 1 && next.nextSequence > s.nextSequence,
    the_last_is_forgotten_again: (s, next, i) => i.type === 'ForgetBody' && i.sequence === s.forgottenCursor && next.forgottenCursor > 0,
    redelivered_after_it_was_forgotten: (s, _next, _i, effects) =>
      effects.some((e) => e.type === 'DeliveryReused' && e.sequence <= s.forgottenCursor),
  },
  model: {
    ci: { Realm: 1, SessionId: 1, JobId: 1, DeliveryId: 2, Sequence: 2, SourceSequence: 1 },
    deep: { Realm: 1, SessionId: 1, JobId: 1, DeliveryId: 3, Sequence: 3, SourceSequence: 1 },
  },
})
