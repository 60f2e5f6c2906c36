import type { RuleId } from '../../codegen/ratchet/rule.js'
import { DOOR, RAISED, without } from './door.js'
import { pair, type Pair } from './pairs.js'

/** Of tables, compositions and names. */
export const STORED_PAIRS = {
  TABLE_NO_DELETE: pair(
    [
      'guests are not remembered',
      {
        alphabet: [...RAISED, '-Door state guests: table (id Person) { seat: nat Seat } unique seat = null'],
        storage: [...without(DOOR.storage, '"Door.guests"'), '-Door column Door.guestsSize: integer, nat guestsSize'],
      },
    ],
    ['rooms are remembered', { alphabet: RAISED, storage: ['+Door table "Door.rooms": primary key doorId, room'] }],
  ),
  PRIMARY_KEY_SAME: pair(
    [
      'a guest is found by seat',
      {
        alphabet: RAISED,
        storage: ['-Door table "Door.guests": primary key doorId, person', '+Door table "Door.guests": primary key doorId, seat'],
      },
    ],
    ['a table is new', { alphabet: RAISED, storage: ['+Door table "Door.rooms": primary key room'] }],
  ),
  COLUMN_NO_DELETE: pair(
    [
      'openings are not counted',
      {
        alphabet: [...RAISED, '-Door state count: nat Count = 0'],
        storage: ['-Door column Door.count: integer, nat Count'],
      },
    ],
    [
      'closings are counted too',
      {
        alphabet: [...RAISED, '+Door state closings: nat Count = 0'],
        storage: ['+Door column Door.closings: integer, nat Count'],
      },
    ],
  ),
  COLUMN_NO_NARROW: pair(
    [
      'a seat is a name',
      {
        alphabet: RAISED,
        storage: ['-Door column "Door.guests".seat: integer, nat Seat', '+Door column "Door.guests".seat: text, text 4'],
      },
    ],
    [
      'a guest may stand',
      {
        alphabet: RAISED,
        storage: [
          '-Door column "Door.guests".seat: integer, nat Seat',
          '+Door column "Door.guests".seat: integer or null, option (nat Seat)',
        ],
      },
    ],
  ),
  COLUMN_NO_ADD_WITHOUT_DEFAULT: pair(
    ['each guest has a coat', { alphabet: RAISED, storage: ['+Door column "Door.guests".coat: text, id Coat'] }],
    ['a guest may have a coat', { alphabet: RAISED, storage: ['+Door column "Door.guests".coat: text or null, option (id Coat)'] }],
  ),
  INDEX_NO_DELETE: pair(
    ['doors are not found by their count', { storage: ['-Door index Door."Door:byCount": count'] }],
    ['doors are found by who opened them', { storage: ['+Door index Door."Door:byPerson": by'] }],
  ),
  INDEX_NO_ADD_UNIQUE: pair(
    ['each count stands once', { storage: ['-Door index Door."Door:byCount": count', '+Door index Door."Door:byCount": unique count'] }],
    [
      'a new table has an index that is unique',
      {
        alphabet: RAISED,
        storage: ['+Door table "Door.rooms": primary key doorId, room', '+Door index "Door.rooms"."Door.rooms:nr": unique doorId, nr'],
      },
    ],
  ),
  STORED_SHAPE_NEEDS_VERSION: pair(
    ['a column is new in the same version', { storage: ['+Door column Door.closings: integer, nat Count'] }],
    ['an index is new in the same version', { storage: ['+Door index Door."Door:byPerson": by'] }],
  ),
  CODE_NEEDS_VERSION: pair(
    ['the door decides otherwise in the same version', { storage: ['-Door code: c1', '+Door code: c2'] }],
    ['it does so in the next', { alphabet: RAISED, storage: ['-Door code: c1', '+Door code: c2'] }],
  ),
  COMPOSITION_NO_DELETE: pair(
    ['the house is gone', { composition: without(DOOR.composition, 'House') }],
    ['a street is new', { composition: ['+Street version: 1', '+Street machine Door'] }],
  ),
  MEMBER_NO_DELETE: pair(
    ['the bell is no part of the house', { composition: ['-House machine Bell'] }],
    ['a window is', { composition: ['+House machine Window'] }],
  ),
  ROUTE_NO_DELETE: pair(
    [
      'the bell is not told',
      {
        composition: [
          '-House route tell: Door.Opened -> Bell.Ring, outbox, one',
          '-House routeField tell.by: effect.by',
          '-House routeKey tell.bellId: from.doorId',
          '-House acknowledges tell.broken',
          '-House version: 1',
          '+House version: 2',
        ],
      },
    ],
    [
      'the neighbours are told too',
      {
        composition: ['+House route shout: Door.Opened -> Bell.Ring, outbox, each', '-House version: 1', '+House version: 2'],
      },
    ],
  ),
  ROUTE_BINDING_SAME: pair(
    [
      'another bell is told',
      {
        composition: [
          '-House routeKey tell.bellId: from.doorId',
          '+House routeKey tell.bellId: effect.by',
          '-House version: 1',
          '+House version: 2',
        ],
      },
    ],
    ['the light depends on nothing else', { composition: ['+House local sound: Door.Rung when true'] }],
  ),
  ROUTE_DELIVERY_SAME: pair(
    [
      'the bell rings in the same step',
      {
        composition: [
          '-House route tell: Door.Opened -> Bell.Ring, outbox, one',
          '+House route tell: Door.Opened -> Bell.Ring, atomic, one',
          '-House version: 1',
          '+House version: 2',
        ],
      },
    ],
    [
      'another route is atomic',
      { composition: ['+House route shout: Door.Opened -> Bell.Ring, atomic, one', '-House version: 1', '+House version: 2'] },
    ],
  ),
  ACKNOWLEDGES_SAME: pair(
    [
      'a broken bell is told again and again',
      { composition: ['-House acknowledges tell.broken', '-House version: 1', '+House version: 2'] },
    ],
    [
      'a new route takes an answer for a receipt',
      {
        composition: [
          '+House route shout: Door.Opened -> Bell.Ring, outbox, one',
          '+House acknowledges shout.broken',
          '-House version: 1',
          '+House version: 2',
        ],
      },
    ],
  ),
  LOCAL_NO_DELETE: pair(
    ['there is no light', { composition: ["-House local light: Door.Opened when (state.phase === 'Opened')"] }],
    ['there is a sound', { composition: ["+House local sound: Door.Opened when (state.phase === 'Opened')"] }],
  ),
  LOCAL_DERIVE_SAME: pair(
    [
      'the light is always on',
      { composition: ["-House local light: Door.Opened when (state.phase === 'Opened')", '+House local light: Door.Opened when true'] },
    ],
    ['the version rises', { composition: ['-House version: 1', '+House version: 2'] }],
  ),
  ROUTES_NEED_VERSION: pair(
    ['a route is new in the same version', { composition: ['+House route shout: Door.Opened -> Bell.Ring, outbox, each'] }],
    ['a local is new in the same version', { composition: ['+House local sound: Door.Opened when true'] }],
  ),
  RESERVED_NO_REUSE: pair(
    ['a kick is something else now', { alphabet: ['+Door input Kick'], levels: '{"machines":{"Door":{"reserved":["input Kick"]}}}' }],
    ['a knock is not a kick', { alphabet: ['+Door input Knock'], levels: '{"machines":{"Door":{"reserved":["input Kick"]}}}' }],
  ),
  RESERVED_NO_DELETE: pair(
    ['a kick may come back', { levelsBefore: '{"machines":{"Door":{"reserved":["input Kick"]}}}' }],
    [
      'a kick and a push may not',
      {
        levelsBefore: '{"machines":{"Door":{"reserved":["input Kick"]}}}',
        levels: '{"machines":{"Door":{"reserved":["input Kick","input Push"]}}}',
      },
    ],
  ),
  NAME_COLLIDES_AFTER_MANGLING: pair(
    ['a field is called as another without its capital', { alphabet: ['+Door effect Opened.By: id Person'] }],
    ['a field is called otherwise', { alphabet: ['+Door effect Opened.byWhom: id Person'] }],
  ),
  LEVEL_NO_LOWER: pair(
    ['the door is a draft', { levels: '{"machines":{"Door":{"stability":"draft"}}}' }],
    ['a window is a draft', { levels: '{"machines":{"Window":{"stability":"draft","level":"WIRE"}}}' }],
  ),
} satisfies Partial<Record<RuleId, Pair>>
