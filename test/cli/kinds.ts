/** Specs in which everything is broken that check finds a way to, and what mends each: by file, what stands there now and should stand. */

export type Mend = readonly [file: string, broken: string, mended: string]

const TILL = `import { id, machine, nat, set, table } from 'pawl/spec'
const Count = nat('Count')
const Seat = id('Seat')
const Guest = id('Guest')

/** Coins, seats and guests: what a state, a step and a table can break. */
export const Till = machine({
  name: 'Till', version: 1, key: { realm: id('Realm') },
  phases: ['Open', 'Lost', 'Shut'], initial: 'Open', terminal: ['Shut'],
  state: { coins: Count, seats: table(Seat, { guest: Guest }, { unique: ['guest'] }), known: set(Guest) },
  inputs: {
    Add: { fields: {} }, Sit: { fields: { seat: Seat, guest: Guest } }, Lose: { fields: {} }, Find: { fields: {} }, Shut: { fields: {} },
  },
  effects: {},
  transitions: {
    AddFirst: { on: 'Add', from: ['Open'], to: 'same', when: (s) => s.coins === 0, update: (s) => ({ coins: s.coins + 1 }) },
    AddMore: { on: 'Add', from: ['Open'], to: 'same', when: (s) => s.coins >= 0, update: (s) => ({ coins: s.coins + 2 }) },
    Sit: {
      on: 'Sit', from: ['Open'], to: 'same', refuse: { taken: (s, i) => s.seats.has(i.seat) },
      update: (s, i) => ({ seats: s.seats.put(i.seat, { guest: i.guest }), known: s.known.add(i.guest) }),
    },
    Lose: { on: 'Lose', from: ['Open'], to: 'Lost' },
    Find: { on: 'Find', from: ['Open'], to: 'Open' },
    Shut: { on: 'Shut', from: ['Open'], to: 'Shut' },
  },
  always: {
    at_most_two: (s) => s.coins <= 2,
    one_at_a_time: (s, next, i) => i.type !== 'Add' || next.coins === s.coins + 1,
    one_guest: (s) => s.known.size <= 1,
  },
  model: { ci: { Realm: 1, Count: 4, Seat: 2, Guest: 2 }, deep: { Realm: 1, Count: 4, Seat: 2, Guest: 2 } },
})
`

const LAMP = `import { bool, id, machine, nat } from 'pawl/spec'

/** What should follow and does not, and what it is said to be simpler than. */
export const Lamp = machine({
  name: 'Lamp', version: 1, key: { realm: id('Realm') },
  phases: ['Off', 'Blinking', 'On'], initial: 'Off', terminal: ['On'],
  state: { bright: bool, turns: nat('Turns') },
  inputs: { Switch: { fields: {} }, Blink: { fields: {} }, Steady: { fields: {} }, Turn: { fields: {} } },
  effects: {},
  transitions: {
    Switch: { on: 'Switch', from: ['Off'], to: 'Blinking' },
    Blink: { on: 'Blink', from: ['Blinking'], to: 'same', update: (s) => ({ bright: !s.bright }) },
    Steady: { on: 'Steady', from: ['Blinking'], to: 'On' },
    Turn: { on: 'Turn', from: ['Off'], to: 'same', update: (s) => ({ turns: s.turns + 2 }) },
  },
  eventually: {
    is_steady: { from: (s) => s.phase === 'Blinking', to: (s) => s.phase === 'On', fair: ['Blink'] },
    is_switched: { from: (s) => s.phase === 'Off', to: (s) => s.phase !== 'Off', fair: [] },
  },
  refines: { one_by_one: { abstract: 'OneByOne', map: { n: (s) => s.turns } } },
  model: { ci: { Realm: 1, Turns: 2 }, deep: { Realm: 1, Turns: 2 } },
})
`

const ONE_BY_ONE = `------------------------------ MODULE OneByOne ------------------------------
EXTENDS Naturals

VARIABLE n

vars == <<n>>

Init == n = 0

Up == n' = (n + 1)

Next == Up

Spec == Init /\\ [][Next]_vars
=============================================================================
`

const SENDER = `import { id, machine, nat } from 'pawl/spec'
const Count = nat('Count')

export const Sender = machine({
  name: 'Sender', version: 1, key: { realm: id('Realm') },
  phases: ['Idle', 'Done'], initial: 'Idle', terminal: ['Done'],
  state: { sent: Count },
  inputs: { Send: { fields: {} }, Finish: { fields: {} } },
  effects: { Sent: { nth: Count }, Finished: { sent: Count } },
  transitions: {
    Send: { on: 'Send', from: ['Idle'], to: 'same', update: (s) => ({ sent: s.sent + 1 }), emit: (s) => [{ type: 'Sent', nth: s.sent + 1 }] },
    Finish: { on: 'Finish', from: ['Idle'], to: 'Done', emit: (s) => [{ type: 'Finished', sent: s.sent }] },
  },
  model: { ci: { Realm: 1, Count: 2 }, deep: { Realm: 1, Count: 2 } },
})
`

const BOX = `import { clock, id, instant, machine, nat } from 'pawl/spec'
const Count = nat('Count')

export const Box = machine({
  name: 'Box', version: 1, key: { realm: id('Realm') },
  phases: ['Empty', 'Full', 'Closed'], initial: 'Empty', terminal: ['Closed'],
  state: { nth: Count },
  inputs: {
    Fill: { fields: { nth: Count }, supplied: { atMs: clock(instant('Clock')) } }, Clear: { fields: {} }, Close: { fields: {} },
  },
  effects: { Filled: { nth: Count } },
  transitions: {
    Fill: { on: 'Fill', from: ['Empty'], to: 'Full', update: (_s, i) => ({ nth: i.nth }), emit: (_s, i) => [{ type: 'Filled', nth: i.nth }] },
    Clear: { on: 'Clear', from: ['Full'], to: 'Empty', update: () => ({ nth: 0 }) },
    Close: { on: 'Close', from: ['Empty', 'Full'], to: 'Closed' },
  },
  model: { ci: { Realm: 1, Count: 2, Clock: 1 }, deep: { Realm: 1, Count: 2, Clock: 1 } },
})
`

const POSTING = `import { bool, composition, drive, fanOut, history, local, nat, route } from 'pawl/spec'
import { Box } from '../machines/box.js'
import { Sender } from '../machines/sender.js'

/** What is sent goes to a box, and what a composition can break is broken. */
export const Posting = composition({
  name: 'Posting', version: 1, machines: [Sender, Box],
  routes: {
    post: route({ from: Sender, effect: 'Sent', to: Box, input: 'Fill', delivery: 'outbox', key: (_e, from) => ({ realm: from.realm }), fields: (e) => ({ nth: e.nth }), acknowledges: ['not_in_phase'] }),
    tell: fanOut({ from: Sender, effect: 'Finished', to: Box, input: 'Close', delivery: 'outbox', where: (_e, from) => ({ realm: from.realm }), fields: () => ({}), acknowledges: [] }),
  },
  locals: { filled: local({ from: Box, effect: 'Filled', derive: (s) => s.nth >= 0 }) },
  environment: {
    send: drive({ to: Sender, input: 'Send' }),
    finish: drive({ to: Sender, input: 'Finish' }),
    clear: drive({ to: Box, input: 'Clear', on: ['filled'] }),
  },
  history: {
    fills: history({ of: Box, fields: { fills: nat('Count'), twice: bool }, after: (s, _next, _i, effects) => ({
      twice: s.twice || (s.fills > 0 && effects.some((e) => e.type === 'Filled')),
      fills: effects.some((e) => e.type === 'Filled') && s.fills === 0 ? 2 : s.fills,
    }) }),
  },
  always: {
    filled_once: (c) => c.Box.every((box) => !box.twice),
    never_emptied: (c, next) => c.Box.every((box, at) => box.phase !== 'Full' || next.Box.get(at)!.phase !== 'Empty'),
  },
  eventually: {
    arrives: { each: 'Sender', from: (c, at) => c.outbox.post.some((m) => m.from.realm === at.realm), to: (c, at) => !c.outbox.post.some((m) => m.from.realm === at.realm), fair: ['deliver.post'] },
  },
  refines: { fills_one_by_one: { each: 'Box', abstract: 'OneByOne', map: { n: (c, at) => c.Box.get(at)!.fills } } },
  model: { ci: { Realm: 1, Count: 2, Clock: 1 }, deep: { Realm: 1, Count: 2, Clock: 1 } },
})
`

const DOOR = `import { id, machine, nat } from 'pawl/spec'

export const Door = machine({
  name: 'Door', version: 1, key: { realm: id('Realm') },
  phases: ['Shut', 'Gone'], initial: 'Shut', terminal: ['Gone'],
  state: { knocks: nat('Knocks') },
  inputs: { Knock: { fields: {}, refuse: { barred: (s) => s.knocks === 0 } }, Leave: { fields: {} } },
  effects: {},
  transitions: { Knock: { on: 'Knock', from: ['Shut'], to: 'same', update: (s) => ({ knocks: s.knocks + 1 }) }, Leave: { on: 'Leave', from: ['Shut'], to: 'Gone' } },
  model: { ci: { Realm: 1, Knocks: 4 }, deep: { Realm: 1, Knocks: 4 } },
})
`

const KNOCKING = `import { composition, drive, local, route } from 'pawl/spec'
import { Door } from '../machines/door.js'
import { Sender } from '../machines/sender.js'

/** What is brought and refused stays on its way for ever. */
export const Knocking = composition({
  name: 'Knocking', version: 1, machines: [Sender, Door],
  routes: {
    knock: route({ from: Sender, effect: 'Sent', to: Door, input: 'Knock', delivery: 'outbox', key: (_e, from) => ({ realm: from.realm }), fields: () => ({}) }),
  },
  locals: { done: local({ from: Sender, effect: 'Finished', derive: (s) => s.phase === 'Done' }) },
  // Who is never come to is no way out.
  environment: { send: drive({ to: Sender, input: 'Send', at: { realm: 'Realm_1' } }), finish: drive({ to: Sender, input: 'Finish', at: { realm: 'Realm_1' } }) },
  model: { ci: { Realm: 2, Count: 2, Knocks: 4 }, deep: { Realm: 2, Count: 2, Knocks: 4 } },
})
`

export const FILES: Readonly<Record<string, string>> = {
  'specs/machines/till.ts': TILL,
  'specs/machines/lamp.ts': LAMP,
  'specs/machines/sender.ts': SENDER,
  'specs/machines/box.ts': BOX,
  'specs/machines/door.ts': DOOR,
  'specs/compositions/posting.ts': POSTING,
  'specs/compositions/knocking.ts': KNOCKING,
  'tla/OneByOne.tla': ONE_BY_ONE,
}

export const MENDS: readonly Mend[] = [
  [
    'specs/machines/till.ts',
    'when: (s) => s.coins >= 0, update: (s) => ({ coins: s.coins + 2 })',
    'when: (s) => s.coins > 0, refuse: { full: (s) => s.coins === 2 }, update: (s) => ({ coins: s.coins + 1 })',
  ],
  [
    'specs/machines/till.ts',
    'taken: (s, i) => s.seats.has(i.seat)',
    'taken: (s, i) => s.seats.has(i.seat), seated: (s) => s.known.size > 0',
  ],
  ['specs/machines/till.ts', "on: 'Find', from: ['Open']", "on: 'Find', from: ['Lost']"],
  // A fairness is a mend too: the run is as possible as before, and nobody has to expect it any more.
  ['specs/machines/lamp.ts', "fair: ['Blink']", "fair: ['Steady']"],
  ['specs/machines/lamp.ts', 'fair: []', "fair: ['Switch']"],
  ['specs/machines/lamp.ts', 's.turns + 2', 's.turns + 1'],
  ['specs/machines/door.ts', 's.knocks === 0', 's.knocks === 4'],
  ['specs/machines/box.ts', "from: ['Full'], to: 'Empty'", "from: ['Full'], to: 'Closed'"],
  ['specs/compositions/posting.ts', 's.nth >= 0', "s.phase === 'Full'"],
  ['specs/compositions/posting.ts', 's.fills === 0 ? 2', 's.fills === 0 ? 1'],
  ['specs/compositions/posting.ts', "fair: ['deliver.post']", "fair: ['deliver.post', 'acknowledge.post']"],
]
