/** What `tsc` takes and what it rejects where a composition says what comes from outside, what is remembered, and what is promised. */
import {
  bool,
  clock,
  composition,
  compose,
  drive,
  fanOut,
  history,
  id,
  local,
  machine,
  nat,
  oneOf,
  option,
  route,
  same,
  set,
} from '../../specs/vocabulary.js'

const Realm = id('Realm')
const ItemId = id('ItemId')
const BoxId = id('BoxId')
const Count = nat('Count')

const Shelf = machine({
  name: 'Shelf',
  version: 1,
  key: { realm: Realm },
  phases: ['Open', 'Closed'],
  initial: 'Open',
  terminal: ['Closed'],
  state: { total: Count, owner: option(ItemId) },
  inputs: {
    Put: { fields: { count: Count, mode: oneOf('fast', 'slow'), late: bool }, supplied: { atMs: clock(Count) } },
    Close: { fields: {} },
  },
  effects: { Stored: { count: Count }, Taken: {} },
  transitions: {},
  model: { ci: {}, deep: {} },
})
const Box = machine({
  name: 'Box',
  version: 1,
  key: { realm: Realm, boxId: BoxId },
  phases: ['Empty', 'Full'],
  initial: 'Empty',
  terminal: [],
  state: { count: Count },
  inputs: { Fill: { fields: { count: Count } } },
  effects: {},
  transitions: {},
  model: { ci: {}, deep: {} },
})

export const rightDrives = [
  drive({ to: Shelf, input: 'Put' }),
  drive({ to: Shelf, input: 'Put', only: { mode: 'fast', count: [0, 1], late: [true], atMs: 0 }, on: ['wake'] }),
  drive({ to: Shelf, input: 'Close', only: {} }),
  drive({ to: Box, input: 'Fill', at: { boxId: 'BoxId_2', realm: ['Realm_1', 'Realm_2'] } }),
]

export const wrongDrives = [
  // @ts-expect-error there is no input `Take`
  drive({ to: Shelf, input: 'Take' }),
  // @ts-expect-error another machine has that input
  drive({ to: Shelf, input: 'Fill' }),
  // @ts-expect-error a drive goes to a machine
  drive({ to: 'Shelf', input: 'Put' }),
  // @ts-expect-error a drive says which input
  drive({ to: Shelf }),
  // @ts-expect-error the input has no field `cuont`
  drive({ to: Shelf, input: 'Put', only: { cuont: 1 } }),
  // @ts-expect-error the input has no field `cuont`, beside right ones
  drive({ to: Shelf, input: 'Put', only: { count: 1, mode: 'fast', cuont: 1 } }),
  // @ts-expect-error a number is no word
  drive({ to: Shelf, input: 'Put', only: { count: 'one' } }),
  // @ts-expect-error no such mode
  drive({ to: Shelf, input: 'Put', only: { mode: 'medium' } }),
  // @ts-expect-error no such mode, in a list
  drive({ to: Shelf, input: 'Put', only: { mode: ['fast', 'medium'] } }),
  // @ts-expect-error what is supplied is a number
  drive({ to: Shelf, input: 'Put', only: { atMs: 'now' } }),
  // @ts-expect-error `on` is a list
  drive({ to: Shelf, input: 'Put', on: 'wake' }),
  // @ts-expect-error the key has no field `count`
  drive({ to: Box, input: 'Fill', at: { count: 1 } }),
  // @ts-expect-error an id of another domain
  drive({ to: Box, input: 'Fill', at: { boxId: 'Realm_1' } }),
  // @ts-expect-error there is no part `onyl`
  drive({ to: Shelf, input: 'Put', onyl: { count: 1 } }),
]

const puts = history({
  of: Shelf,
  fields: { puts: Count, seen: set(Count) },
  after: (s, next, i, effects) => ({
    puts: i.type === 'Put' ? s.puts + i.count : next.puts,
    ...(effects.some((e) => e.type === 'Stored' && e.count > 0) ? { seen: s.seen.add(s.total) } : {}),
  }),
})

export const wrongHistories = [
  // @ts-expect-error a history is of a machine
  history({ of: 'Shelf', fields: { puts: Count }, after: () => ({}) }),
  // @ts-expect-error a history has fields
  history({ of: Shelf, after: () => ({}) }),
  // @ts-expect-error the state has no field `totl`
  history({ of: Shelf, fields: { puts: Count }, after: (s) => ({ puts: s.totl }) }),
  // @ts-expect-error nor has the next one
  history({ of: Shelf, fields: { puts: Count }, after: (_s, next) => ({ puts: next.totl }) }),
  // @ts-expect-error there is no such phase
  history({ of: Shelf, fields: { late: bool }, after: (s) => ({ late: s.phase === 'Ajar' }) }),
  // @ts-expect-error not every input has `count`
  history({ of: Shelf, fields: { puts: Count }, after: (_s, _next, i) => ({ puts: i.count }) }),
  // @ts-expect-error there is no such effect
  history({ of: Shelf, fields: { late: bool }, after: (_s, _next, _i, effects) => ({ late: effects.some((e) => e.type === 'Sold') }) }),
  // @ts-expect-error a count is a number
  history({ of: Shelf, fields: { puts: Count }, after: () => ({ puts: 'many' }) }),
  // @ts-expect-error `pust` is no field of it
  history({ of: Shelf, fields: { puts: Count }, after: () => ({ pust: 1 }) }),
  // @ts-expect-error `pust` is no field of it, beside a right one
  history({ of: Shelf, fields: { puts: Count }, after: (s) => ({ puts: s.puts, pust: 1 }) }),
  // @ts-expect-error the state's own fields are not its to change
  history({ of: Shelf, fields: { puts: Count }, after: (s) => ({ puts: s.puts, total: 1 }) }),
]

const whole = {
  version: 1,
  machines: [Shelf, Box],
  routes: {
    store: route({
      from: Shelf,
      effect: 'Stored',
      to: Box,
      input: 'Fill',
      delivery: 'outbox',
      key: (e, from) => ({ realm: from.realm, boxId: compose(BoxId, e.count) }),
      fields: (e) => ({ count: e.count }),
    }),
    all: fanOut({
      from: Shelf,
      effect: 'Stored',
      to: Box,
      input: 'Fill',
      delivery: 'outbox',
      where: (_e, from) => ({ realm: from.realm }),
      fields: (e) => ({ count: e.count }),
    }),
  },
  locals: { taken: local({ from: Shelf, effect: 'Taken', derive: (s) => s.total > 0 }) },
  environment: { put: drive({ to: Shelf, input: 'Put' }), close: drive({ to: Shelf, input: 'Close' }) },
  history: { puts },
  model: { ci: {}, deep: {} },
} as const

export const right = composition({
  ...whole,
  name: 'Right',
  always: {
    state: (c) => c.Shelf.every((s, at) => s.total <= s.puts && s.phase !== 'Closed' && at.realm === at.realm),
    row: (c) => c.Box.every((b, at) => same(c.Box.get(at), b) && c.Box.get({ realm: at.realm, boxId: at.boxId })!.count === b.count),
    message: (c) => c.outbox.store.every((m) => m.effect.count > 0 && m.from.realm === m.from.realm),
    step: (c, next) => c.Shelf.every((s, at) => next.Shelf.get(at)!.puts >= s.puts),
  },
  reachable: { full: (c) => c.Box.some((b) => b.phase === 'Full') },
  eventually: {
    each: { each: 'Box', from: (c, at) => c.Box.has(at), to: (c, at) => c.Box.get(at)!.count > 0, fair: ['put', 'deliver.all'] },
    once: { from: (c) => c.Box.size > 0, to: (c) => c.outbox.all.size === 0, fair: [], strong: ['acknowledge.store'] },
  },
  refines: {
    each: { each: 'Shelf', abstract: 'Heap', map: { total: (c, at) => c.Shelf.get(at)!.total } },
    once: { abstract: 'Heap', map: { boxes: (c) => c.Box.map((b, at) => ({ of: at.boxId, count: b.count })) } },
  },
})

// @ts-expect-error nothing comes from outside
export const noEnvironment = composition({ ...whole, name: 'Wrong', environment: undefined })
// @ts-expect-error a drive is made by `drive`
export const noDrive = composition({ ...whole, name: 'Wrong', environment: { put: 'Put' } })
// @ts-expect-error the model has no sizes
export const noModel = composition({ ...whole, name: 'Wrong', model: undefined })
// @ts-expect-error a size is a number
export const noSize = composition({ ...whole, name: 'Wrong', model: { ci: { Count: 'two' }, deep: {} } })
// @ts-expect-error a history is made by `history`
export const noHistory = composition({ ...whole, name: 'Wrong', history: { puts: { puts: Count } } })

export const wrongProperties = composition({
  ...whole,
  name: 'Wrong',
  always: {
    // @ts-expect-error there is no machine `Shlef`
    machine: (c) => c.Shlef.size > 0,
    // @ts-expect-error a row has no field `totl`
    row: (c) => c.Shelf.every((s) => s.totl > 0),
    // @ts-expect-error a box remembers no puts
    history: (c) => c.Box.every((b) => b.puts > 0),
    // @ts-expect-error there is no such phase
    phase: (c) => c.Shelf.every((s) => s.phase === 'Ajar'),
    // @ts-expect-error the key is not complete
    key: (c) => c.Box.every((_b, at) => c.Box.has({ realm: at.realm })),
    // @ts-expect-error an id of one thing is none of another
    id: (c) => c.Box.every((_b, at) => c.Box.has({ realm: at.boxId, boxId: at.boxId })),
    // @ts-expect-error what is read may not be there
    maybe: (c) => c.Box.every((_b, at) => c.Box.get(at).count > 0),
    // @ts-expect-error there is no route `stroe`
    route: (c) => c.outbox.stroe.size === 0,
    // @ts-expect-error the effect has no field `cuont`
    effect: (c) => c.outbox.store.some((m) => m.effect.cuont > 0),
    // @ts-expect-error a message is of the one effect of its route
    type: (c) => c.outbox.store.some((m) => m.effect.type === 'Stored'),
    // @ts-expect-error the key of the sender has no box
    from: (c) => c.outbox.store.some((m) => m.from.boxId === m.from.boxId),
    // @ts-expect-error a property is true or false
    number: (c) => c.Box.size,
    // @ts-expect-error there is nothing beside the state and the next one
    more: (_c: unknown, _next: unknown, i: { type: string }) => i.type === 'Put',
  },
  reachable: {
    // @ts-expect-error a row has no field `totl`
    row: (_c, next) => next.Shelf.some((s) => s.totl > 0),
  },
})

export const wrongPromises = composition({
  ...whole,
  name: 'Wrong',
  eventually: {
    // @ts-expect-error there is no machine `Shlef`
    each: { each: 'Shlef', from: () => true, to: () => true, fair: [] },
    // @ts-expect-error the key of a shelf has no box
    at: { each: 'Shelf', from: (c) => c.Box.size > 0, to: (_c, at) => at.boxId === at.boxId, fair: [] },
    // @ts-expect-error there is no drive `pat`
    fair: { from: (c) => c.Box.size > 0, to: (c) => c.Box.size > 0, fair: ['pat'] },
    // @ts-expect-error there is no route `stroe`
    deliver: { from: (c) => c.Box.size > 0, to: (c) => c.Box.size > 0, fair: ['put', 'deliver.stroe'] },
    // @ts-expect-error nothing is called so
    strong: { from: (c) => c.Box.size > 0, to: (c) => c.Box.size > 0, fair: [], strong: ['send.store'] },
    // @ts-expect-error it says what must come
    to: { from: (c) => c.Box.size > 0, fair: [] },
    // @ts-expect-error it says what is fair
    unfair: { from: (c) => c.Box.size > 0, to: (c) => c.Box.size > 0 },
  },
  refines: {
    // @ts-expect-error there is no machine `Shlef`
    each: { each: 'Shlef', abstract: 'Heap', map: { size: () => 1 } },
    // @ts-expect-error a row has no field `totl`
    row: { each: 'Shelf', abstract: 'Heap', map: { total: (c, at) => c.Shelf.get(at)!.totl } },
    // @ts-expect-error it says which module
    abstract: { map: { size: (c) => c.Box.size } },
    // @ts-expect-error it maps the variables
    map: { abstract: 'Heap' },
  },
})
