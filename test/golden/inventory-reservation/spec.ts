import { clock, duration, id, instant, machine, nat, table } from '../../../specs/vocabulary.js'

const Realm = id('Realm')
const ItemId = id('ItemId')
const OrderId = id('OrderId')
const Pieces = nat('Pieces')
const Clock = instant('Clock')
const Hold = duration('Hold')

/** The stock of one item. An order holds one piece for a while, and then takes it or lets it go: no piece is promised twice. */
export const Stock = machine({
  name: 'Stock',
  version: 1,
  key: { realm: Realm, itemId: ItemId },
  phases: ['Open'],
  initial: 'Open',
  terminal: [],
  state: {
    /** Pieces on the shelf, those that are held among them. */
    pieces: Pieces,
    /** Pieces that have left the shelf. */
    shipped: Pieces,
    holds: table(OrderId, { expiresAtMs: Clock }),
  },
  limits: { holdMs: Hold },
  inputs: {
    Receive: { fields: {} },
    Reserve: { fields: { orderId: OrderId }, supplied: { observedAtMs: clock(Clock) } },
    Ship: { fields: { orderId: OrderId }, supplied: { observedAtMs: clock(Clock) } },
    Release: { fields: { orderId: OrderId } },
    Expire: { fields: { orderId: OrderId }, supplied: { observedAtMs: clock(Clock) } },
  },
  effects: {
    PieceHeld: { orderId: OrderId, expiresAtMs: Clock },
    PieceShipped: { orderId: OrderId },
    PieceFreed: { orderId: OrderId },
  },
  transitions: {
    Receive: { on: 'Receive', from: ['Open'], to: 'same', update: (s) => ({ pieces: s.pieces + 1 }) },
    Reserve: {
      on: 'Reserve',
      from: ['Open'],
      to: 'same',
      when: (s, i) => !s.holds.has(i.orderId),
      refuse: { sold_out: (s) => s.holds.size === s.pieces },
      update: (s, i, limits) => ({ holds: s.holds.put(i.orderId, { expiresAtMs: i.observedAtMs + limits.holdMs }) }),
      emit: (_s, i, limits) => [{ type: 'PieceHeld', orderId: i.orderId, expiresAtMs: i.observedAtMs + limits.holdMs }],
    },
    /** Asked again, by somebody who did not hear the answer: the piece is held, and no longer than it was. */
    ReserveAgain: {
      on: 'Reserve',
      from: ['Open'],
      to: 'same',
      when: (s, i) => s.holds.has(i.orderId),
      emit: (s, i) => [{ type: 'PieceHeld', orderId: i.orderId, expiresAtMs: s.holds.get(i.orderId)!.expiresAtMs }],
    },
    Ship: {
      on: 'Ship',
      from: ['Open'],
      to: 'same',
      refuse: {
        not_held: (s, i) => !s.holds.has(i.orderId),
        hold_is_over: (s, i) => i.observedAtMs >= s.holds.get(i.orderId)!.expiresAtMs,
      },
      update: (s, i) => ({ pieces: s.pieces - 1, shipped: s.shipped + 1, holds: s.holds.remove(i.orderId) }),
      emit: (_s, i) => [{ type: 'PieceShipped', orderId: i.orderId }],
    },
    Release: {
      on: 'Release',
      from: ['Open'],
      to: 'same',
      refuse: { not_held: (s, i) => !s.holds.has(i.orderId) },
      update: (s, i) => ({ holds: s.holds.remove(i.orderId) }),
      emit: (_s, i) => [{ type: 'PieceFreed', orderId: i.orderId }],
    },
    Expire: {
      on: 'Expire',
      from: ['Open'],
      to: 'same',
      refuse: { not_held: (s, i) => !s.holds.has(i.orderId), hold_stands: (s, i) => i.observedAtMs < s.holds.get(i.orderId)!.expiresAtMs },
      update: (s, i) => ({ holds: s.holds.remove(i.orderId) }),
      emit: (_s, i) => [{ type: 'PieceFreed', orderId: i.orderId }],
    },
  },
  always: {
    no_piece_is_promised_twice: (s) => s.holds.size <= s.pieces,
    only_what_is_received_or_shipped_changes_the_shelf: (s, next, i) =>
      next.pieces + next.shipped === (i.type === 'Receive' ? s.pieces + s.shipped + 1 : s.pieces + s.shipped),
    a_shipment_takes_one_piece: (s, next, i) => next.shipped === (i.type === 'Ship' ? s.shipped + 1 : s.shipped),
    what_is_shipped_was_held: (s, next, i) => next.shipped === s.shipped || ('orderId' in i && s.holds.has(i.orderId)),
    nothing_is_shipped_after_its_hold: (s, next, i) =>
      next.shipped === s.shipped || (i.type === 'Ship' && i.observedAtMs < s.holds.get(i.orderId)!.expiresAtMs),
    only_what_was_held_is_freed: (s, _next, _i, effects) => effects.every((e) => e.type !== 'PieceFreed' || s.holds.has(e.orderId)),
    a_hold_stands_until_its_end: (s, next, i) =>
      i.type !== 'Expire' || next.holds.has(i.orderId) || i.observedAtMs >= s.holds.get(i.orderId)!.expiresAtMs,
    one_order_touches_its_own_hold: (s, next, i) =>
      s.holds.every(
        (hold, orderId) => next.holds.get(orderId)?.expiresAtMs === hold.expiresAtMs || ('orderId' in i && i.orderId === orderId),
      ),
    only_a_reservation_holds: (s, next, i) => i.type === 'Reserve' || next.holds.size <= s.holds.size,
    what_is_asked_for_is_held: (_s, next, i) => i.type !== 'Reserve' || next.holds.has(i.orderId),
    what_ends_is_held_no_more: (_s, next, i) => i.type === 'Reserve' || i.type === 'Receive' || !next.holds.has(i.orderId),
    a_hold_is_never_longer: (s, next, i) =>
      i.type !== 'Reserve' || !s.holds.has(i.orderId) || next.holds.get(i.orderId)!.expiresAtMs === s.holds.get(i.orderId)!.expiresAtMs,
    a_hold_lasts_as_long_as_promised: (s, next, i, _effects, limits) =>
      i.type !== 'Reserve' || s.holds.has(i.orderId) || next.holds.get(i.orderId)!.expiresAtMs === i.observedAtMs + limits.holdMs,
    an_answer_tells_the_hold: (_s, next, _i, effects) =>
      effects.every((e) => e.type !== 'PieceHeld' || next.holds.get(e.orderId)?.expiresAtMs === e.expiresAtMs),
    each_answer_is_to_its_order: (_s, _next, i, effects) => effects.every((e) => 'orderId' in i && e.orderId === i.orderId),
    each_step_is_told_once: (_s, _next, i, effects) =>
      effects.filter((e) => e.type === 'PieceHeld').length === (i.type === 'Reserve' ? 1 : 0) &&
      effects.filter((e) => e.type === 'PieceShipped').length === (i.type === 'Ship' ? 1 : 0) &&
      effects.filter((e) => e.type === 'PieceFreed').length === (i.type === 'Release' || i.type === 'Expire' ? 1 : 0),
  },
  reachable: {
    all_are_held: (s) => s.pieces === 2 && s.holds.size === 2,
    the_last_one_is_shipped: (s) => s.pieces === 0 && s.shipped === 2,
    held_by_another_after_its_end: (s, next, i) => i.type === 'Expire' && s.holds.size === s.pieces && next.holds.size < next.pieces,
    shipped_just_in_time: (s, _next, i) => i.type === 'Ship' && s.holds.get(i.orderId)!.expiresAtMs === i.observedAtMs + 1,
    expired_at_once: (s, _next, i) => i.type === 'Expire' && s.holds.get(i.orderId)!.expiresAtMs === i.observedAtMs,
    let_go: (s, next, i) => i.type === 'Release' && next.holds.size < s.holds.size,
    asked_for_twice: (s, _next, i) => i.type === 'Reserve' && s.holds.has(i.orderId) && i.observedAtMs > 0,
  },
  model: {
    ci: { Realm: 1, ItemId: 1, OrderId: 3, Pieces: 2, Clock: 3, Hold: 2 },
    deep: { Realm: 1, ItemId: 1, OrderId: 4, Pieces: 3, Clock: 4, Hold: 2 },
  },
})
