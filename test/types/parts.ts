/** What the compiler must reject in a machine of several parts, each beside what is right; `vocabulary.test.ts` runs the compiler over this file. */
import { bool, clock, id, machine, nat, table, type Alphabet, type Promises } from '../../specs/vocabulary.js'

const ItemId = id('ItemId')
const Count = nat('Count')

const alphabet = {
  key: { realm: id('Realm') },
  phases: ['Open', 'Closed'],
  initial: 'Open',
  terminal: ['Closed'],
  state: { total: Count, items: table(ItemId, { count: Count, fresh: bool }) },
  limits: { highest: Count },
  inputs: {
    Put: { fields: { itemId: ItemId, count: Count }, supplied: { atMs: clock(Count) }, refuse: { nothing: (_s, i) => i.count === 0 } },
    Close: { fields: {} },
  },
  effects: { Stored: { itemId: ItemId, count: Count }, Shut: {} },
} as const satisfies Alphabet

const promises = {
  always: {
    bounded: (s, _next, _i, _effects, limits) => s.total <= limits.highest,
    told: (_s, next, i, effects) =>
      i.type !== 'Put' || next.phase === 'Closed' || effects.every((e) => e.type === 'Stored' && e.itemId === i.itemId && i.atMs >= 0),
  },
  reachable: { full: (s) => s.items.some((item) => item.fresh) && s.phase === 'Closed' },
  eventually: { closed: { from: (s) => s.phase === 'Open', to: (s) => s.phase === 'Closed', fair: ['Close'] } },
  refines: { counted: { abstract: 'Counter', map: { n: (s) => s.total } } },
} as const satisfies Promises<typeof alphabet>

const put = { on: 'Put', from: ['Open'], to: 'same' } as const
const transitions = { Put: put, Close: { on: 'Close', from: ['Open'], to: 'Closed' } } as const
const rest = { name: 'Shelf', version: 1, model: { ci: {}, deep: {} } } as const

export const Shelf = machine({
  ...rest,
  ...alphabet,
  transitions: {
    ...transitions,
    Put: { on: 'Put', from: ['Open'], to: 'same', when: (s, i, limits) => s.total + i.count <= limits.highest },
  },
  ...promises,
})

export const wrongPromises = {
  always: {
    // @ts-expect-error `totl` is no field of the state
    state: (s) => s.totl > 1,
    // @ts-expect-error nor of the next one
    next: (s, next) => s.total <= next.totl,
    // @ts-expect-error there is no phase `Shut`
    phase: (s) => s.phase === 'Shut',
    // @ts-expect-error not every input has `count`
    narrow: (_s, _next, i) => i.count > 1,
    // @ts-expect-error there is no input `Take`
    input: (_s, _next, i) => i.type === 'Take',
    // @ts-expect-error not every effect has `count`
    effect: (_s, _next, _i, effects) => effects.every((e) => e.count > 1),
    // @ts-expect-error there is no limit `lowest`
    limit: (s, _next, _i, _effects, limits) => s.total >= limits.lowest,
    // @ts-expect-error a row has no field `frsh`
    row: (s) => s.items.every((item) => item.frsh),
    // @ts-expect-error a number is no answer
    answer: (s) => s.total,
  },
  // @ts-expect-error `totl` is no field of the state
  reachable: { state: (s) => s.totl > 1 },
  eventually: {
    // @ts-expect-error `totl` is no field of the state
    from: { from: (s) => s.totl > 1, to: (s) => s.total > 1, fair: ['Close'] },
    // @ts-expect-error what is fair must be said
    fair: { from: (s) => s.total > 1, to: (s) => s.total > 1 },
  },
  // @ts-expect-error `totl` is no field of the state
  refines: { counted: { abstract: 'Counter', map: { n: (s) => s.totl } } },
} as const satisfies Promises<typeof alphabet>

// @ts-expect-error no machine promises `allways`
export const wrongPart = { allways: {} } as const satisfies Promises<typeof alphabet>

export const wrongAlphabet = [
  // @ts-expect-error no alphabet has `inptus`
  { ...alphabet, inptus: {} } as const satisfies Alphabet,
  // @ts-expect-error the effects are missing
  { key: {}, phases: ['Open'], initial: 'Open', terminal: [], state: {}, inputs: {} } as const satisfies Alphabet,
  // @ts-expect-error a number is no type
  { ...alphabet, state: { total: 1 } } as const satisfies Alphabet,
  // @ts-expect-error a refusal is true or false
  { ...alphabet, inputs: { Put: { fields: {}, refuse: { nothing: () => 1 } } } } as const satisfies Alphabet,
]

const other = { ...alphabet, state: { ...alphabet.state, last: Count } } as const
const ofAnother = { always: { last: (s) => s.last > 1 } } as const satisfies Promises<typeof other>
const unfair = { eventually: { shut: { ...promises.eventually.closed, fair: ['Shut'] } } } as const satisfies Promises<typeof alphabet>

export const wrongJoined = [
  // @ts-expect-error these are promises of another machine
  machine({ ...rest, ...alphabet, transitions, ...ofAnother }),
  // @ts-expect-error there is no transition `Shut`
  machine({ ...rest, ...alphabet, transitions, ...unfair }),
  // @ts-expect-error there is no phase `Shut`
  machine({ ...rest, ...alphabet, initial: 'Shut', transitions, ...promises }),
  machine({
    ...rest,
    ...alphabet,
    // @ts-expect-error `totla` is no field of the state
    transitions: { Put: { on: 'Put', from: ['Open'], to: 'same', update: (s) => ({ total: s.total, totla: 1 }) } },
  }),
  // @ts-expect-error a column of no field
  machine({ ...rest, ...alphabet, indexes: { by: ['totl'] }, transitions }),
]
