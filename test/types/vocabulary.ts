/** What the compiler must reject in a spec, each beside what is right; `vocabulary.test.ts` runs the compiler over this file. */
import {
  bool,
  clock,
  compose,
  composition,
  drive,
  fanOut,
  id,
  ids,
  local,
  machine,
  nat,
  option,
  random,
  route,
  set,
  table,
  type ValueOf,
} from '../../specs/vocabulary.js'

const ItemId = id('ItemId')
const BoxId = id('BoxId')
const Realm = id('Realm')
const Count = nat('Count')

const parts = {
  version: 1,
  key: { realm: Realm },
  phases: ['Open', 'Closed'],
  initial: 'Open',
  terminal: ['Closed'],
  state: {
    total: Count,
    last: option(ItemId),
    items: table(ItemId, { count: Count, fresh: bool }, { unique: ['count'] }),
    seen: set(ItemId),
  },
  limits: { highest: Count },
  inputs: {
    Put: { fields: { itemId: ItemId, count: Count }, supplied: { atMs: clock(Count) } },
    Take: { fields: { itemId: ItemId } },
  },
  effects: { Stored: { itemId: ItemId, count: Count }, Taken: { itemId: ItemId } },
  model: { ci: {}, deep: {} },
} as const

export const Shelf = machine({
  name: 'Shelf',
  ...parts,
  transitions: {
    Right: {
      on: 'Put',
      from: ['Open'],
      to: 'same',
      when: (s, i, limits) => s.total + i.count <= limits.highest && !s.items.has(i.itemId),
      refuse: { late: (s, i) => i.atMs < s.total },
      update: (s, i) => ({
        total: s.total + i.count,
        items: s.items.put(i.itemId, { count: i.count, fresh: true }),
        seen: s.seen.add(i.itemId),
      }),
      emit: (_s, i) => [
        { type: 'Stored', itemId: i.itemId, count: i.count },
        ...(i.count > 1 ? [{ type: 'Taken' as const, itemId: i.itemId }] : []),
      ],
    },
    Nothing: { on: 'Take', from: ['Open'], to: 'Closed' },
  },
  always: {
    right: (s, next, i, effects, limits) => (i.type === 'Put' ? i.count <= limits.highest : next.total === s.total) && effects.length < 3,
  },
})

/** Each alone: the compiler judges extra fields only when nothing else is wrong. */
const rest = { name: 'Wrong', ...parts } as const
const wide = { total: 1, extra: 1 }

export const wrongUpdates = [
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error nor where it stands alone
        update: (s) => ({ totla: s.total + 1 }),
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error `totla` is no field of the state
        update: (s) => ({ total: s.total + 1, totla: 1 }),
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Right: { on: 'Put', from: ['Open'], to: 'same', update: (s) => ({ total: s.total }) },
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error nor beside another transition that is right
        update: (s) => ({ total: s.total, b: 1 }),
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error nor in a block
        update: (s) => {
          const total = s.total
          return { total, extra: true }
        },
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error nor on one side of a choice
        update: (s, i) => (i.count > 1 ? { total: 1 } : { total: 2, extra: s.total }),
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error nor from a spread
        update: (s) => ({ ...wide, total: s.total }),
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error a number is no id
        update: (_s, i) => ({ total: 1, last: i.count }),
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error the phase is set by `to`
        update: (s) => ({ total: s.total, phase: 'Closed' as const }),
      },
    },
  }),
]

export const wrongEmissions = [
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error `cuont` is no field of the effect
        emit: (_s, i) => [{ type: 'Stored', itemId: i.itemId, count: 1, cuont: 1 }],
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error `count` belongs to another effect
        emit: (_s, i) => [{ type: 'Taken', itemId: i.itemId, count: i.count }],
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error nor in a conditional list
        emit: (_s, { count, itemId }) => (count > 1 ? [{ type: 'Taken' as const, itemId, x: 1 }] : []),
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error `itemId` is missing
        emit: (_s, i) => [{ type: 'Stored', count: i.count }],
      },
    },
  }),
  machine({
    ...rest,
    transitions: {
      Wrong: {
        on: 'Put',
        from: ['Open'],
        to: 'same',
        // @ts-expect-error there is no effect `Sold`
        emit: (_s, i) => [{ type: 'Sold', itemId: i.itemId }],
      },
    },
  }),
]

export const wrongRow = machine({
  name: 'WrongRow',
  ...parts,
  transitions: {
    Right: { on: 'Put', from: ['Open'], to: 'same', update: (s, i) => ({ items: s.items.with(i.itemId, { fresh: false }) }) },
    Extra: {
      on: 'Put',
      from: ['Open'],
      to: 'same',
      // @ts-expect-error `frsh` is no field of the row
      update: (s, i) => ({ items: s.items.put(i.itemId, { count: 1, fresh: true, frsh: true }) }),
    },
    Missing: {
      on: 'Put',
      from: ['Open'],
      to: 'same',
      // @ts-expect-error `fresh` is missing
      update: (s, i) => ({ items: s.items.put(i.itemId, { count: 1 }) }),
    },
    With: {
      on: 'Put',
      from: ['Open'],
      to: 'same',
      // @ts-expect-error nor has a change of a row such a field
      update: (s, i) => ({ items: s.items.with(i.itemId, { count: 1, frsh: true }) }),
    },
    Key: {
      on: 'Put',
      from: ['Open'],
      to: 'same',
      // @ts-expect-error a number is no key
      update: (s, i) => ({ items: s.items.remove(i.count) }),
    },
  },
})

export const wrongNames = machine({
  name: 'WrongNames',
  ...parts,
  // @ts-expect-error there is no phase `Shut`
  initial: 'Shut',
  transitions: {
    // @ts-expect-error there is no input `Throw`
    On: { on: 'Throw', from: ['Open'], to: 'same' },
    // @ts-expect-error there is no phase `Ajar`
    From: { on: 'Put', from: ['Open', 'Ajar'], to: 'same' },
    // @ts-expect-error there is no phase `Ajar`
    To: { on: 'Put', from: ['Open'], to: 'Ajar' },
  },
})

export const wrongReads = machine({
  name: 'WrongReads',
  ...parts,
  transitions: {
    // @ts-expect-error `totl` is no field of the state
    State: { on: 'Put', from: ['Open'], to: 'same', when: (s) => s.totl > 1 },
    // @ts-expect-error `count` is no field of the input
    Input: { on: 'Take', from: ['Open'], to: 'same', refuse: { late: (_s, i) => i.count > 1 } },
    // @ts-expect-error the row may not be there
    Row: { on: 'Put', from: ['Open'], to: 'same', when: (s, i) => s.items.get(i.itemId).count > 1 },
    // @ts-expect-error two types have nothing in common
    Mixed: { on: 'Put', from: ['Open'], to: 'same', when: (s, i) => s.total === i.itemId },
    // @ts-expect-error there is no such phase
    Phase: { on: 'Put', from: ['Open'], to: 'same', when: (s) => s.phase === 'Ajar' },
  },
  always: {
    // @ts-expect-error not every input has `count`
    narrow: (_s, _next, i) => i.count > 1,
  },
})

// @ts-expect-error `cuont` is no column
export const wrongUnique = table(ItemId, { count: Count }, { unique: ['cuont'] })
// @ts-expect-error only ids are given
export const wrongIds = ids(Count)
// @ts-expect-error a random number needs its limit
export const wrongRandom = random(Count)
// @ts-expect-error a table is keyed by a word or a number
export const wrongKey = table(bool, { count: Count })

const Box = machine({
  name: 'Box',
  version: 1,
  key: { realm: Realm, boxId: BoxId },
  phases: ['Only'],
  initial: 'Only',
  terminal: [],
  state: { count: Count },
  inputs: { Fill: { fields: { itemId: ItemId, count: Count }, supplied: { atMs: clock(Count) } } },
  effects: { Filled: { count: Count } },
  transitions: {},
  model: { ci: {}, deep: {} },
})

const ends = { from: Shelf, to: Box, input: 'Fill', delivery: 'outbox' } as const
type Realmed = { readonly realm: ValueOf<typeof Realm> }
const keyOf = (_effect: unknown, from: Realmed) => ({ realm: from.realm, boxId: compose(BoxId, 1) })
const copied = (effect: { readonly itemId: ValueOf<typeof ItemId>; readonly count: number }) => ({
  itemId: effect.itemId,
  count: effect.count,
})

export const right = composition({
  name: 'Right',
  version: 1,
  machines: [Shelf, Box],
  routes: {
    one: route({
      ...ends,
      effect: 'Stored',
      key: (effect, from) => ({ realm: from.realm, boxId: compose(BoxId, effect.itemId) }),
      fields: (effect) => ({ itemId: effect.itemId, count: effect.count }),
      acknowledges: ['full'],
    }),
    each: fanOut({
      ...ends,
      effect: 'Stored',
      where: (_effect, { realm }) => ({ realm }),
      fields: ({ itemId, count }) => ({ itemId, count }),
    }),
    shared: route({ ...ends, effect: 'Stored', key: keyOf, fields: ({ itemId, count }) => ({ itemId, count }) }),
  },
  locals: { taken: local({ from: Shelf, effect: 'Taken', derive: (s) => s.total > 0 }) },
  environment: { put: drive({ to: Shelf, input: 'Put' }) },
  model: { ci: {}, deep: {} },
})

export const wrongRoutes = [
  // @ts-expect-error there is no effect `Sold`
  route({ ...ends, effect: 'Sold', key: keyOf, fields: () => ({ itemId: compose(ItemId, 1), count: 1 }) }),
  // @ts-expect-error there is no input `Empty`
  route({ ...ends, effect: 'Stored', input: 'Empty', key: keyOf, fields: (e) => ({ itemId: e.itemId, count: 1 }) }),
  // @ts-expect-error the key is not complete
  route({ ...ends, effect: 'Stored', key: (_e, from) => ({ realm: from.realm }), fields: (e) => ({ itemId: e.itemId, count: 1 }) }),
  // @ts-expect-error `itemId` is missing
  route({ ...ends, effect: 'Stored', key: keyOf, fields: (e) => ({ count: e.count }) }),
  // @ts-expect-error a supplied field is not sent
  route({ ...ends, effect: 'Stored', key: keyOf, fields: (e) => ({ itemId: e.itemId, count: 1, atMs: 1 }) }),
  // @ts-expect-error `cuont` is no field of the input
  route({ ...ends, effect: 'Stored', key: keyOf, fields: (e) => ({ itemId: e.itemId, count: 1, cuont: 1 }) }),
  // @ts-expect-error `extra` is no field of the key
  route({ ...ends, effect: 'Stored', key: (...of) => ({ ...keyOf(...of), extra: 1 }), fields: (e) => ({ itemId: e.itemId, count: 1 }) }),
  // @ts-expect-error the effect has no field `cuont`
  route({ ...ends, effect: 'Stored', key: keyOf, fields: (e) => ({ itemId: e.itemId, count: e.cuont }) }),
  // @ts-expect-error an id of one thing is none of another
  route({ ...ends, effect: 'Stored', key: (e, { realm }) => ({ realm, boxId: e.itemId }), fields: copied }),
  // @ts-expect-error `shelf` is no field of the key
  fanOut({ ...ends, effect: 'Stored', where: (_e, { realm }) => ({ realm, shelf: 1 }), fields: copied }),
  // @ts-expect-error a fan-out is never atomic
  fanOut({ ...ends, effect: 'Stored', delivery: 'atomic', where: () => ({}), fields: ({ itemId, count }) => ({ itemId, count }) }),
  // @ts-expect-error the state has no field `totl`
  local({ from: Shelf, effect: 'Taken', derive: (s) => s.totl > 0 }),
]
