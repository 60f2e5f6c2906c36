/** An `update`, an `after` and what a route says are judged like any other where they look at nothing; `vocabulary.test.ts` runs the compiler over this file. */
import {
  bool,
  composition,
  drive,
  fanOut,
  history,
  id,
  machine,
  nat,
  oneOf,
  option,
  record,
  route,
  set,
  table,
} from '../../specs/vocabulary.js'

const Count = nat('Count')
const Outcome = oneOf('won', 'lost')
const CaseId = id('CaseId')

const rest = {
  name: 'Dispute',
  version: 1,
  key: { realm: id('Realm') },
  phases: ['Open', 'Closed'],
  initial: 'Open',
  terminal: ['Closed'],
  state: {
    last: option(Outcome),
    first: Outcome,
    total: Count,
    flagged: bool,
    both: record({ outcome: Outcome, count: Count }),
    cases: table(CaseId, { outcome: Outcome }),
    words: set(Outcome),
  },
  init: { first: 'won' },
  inputs: { Resolve: { fields: { outcome: Outcome, caseId: CaseId } }, Close: { fields: {} } },
  effects: { Resolved: { outcome: Outcome, count: Count }, Shut: {} },
  model: { ci: {}, deep: {} },
} as const
const resolve = { on: 'Resolve', from: ['Open'], to: 'same' } as const
const won = () => ({ last: 'won' as const })

export const Dispute = machine({
  ...rest,
  transitions: {
    Word: { on: 'Resolve', from: ['Open'], to: 'same', update: () => ({ last: 'won' }) },
    Words: { ...resolve, update: () => ({ last: 'won', first: 'lost' }) },
    Beside: { on: 'Resolve', from: ['Open'], to: 'same', update: () => ({ last: 'lost', total: 1, flagged: true }) },
    Null: { ...resolve, update: () => ({ last: null, flagged: false }) },
    Inside: { ...resolve, update: () => ({ both: { outcome: 'won', count: 1 } }) },
    None: { ...resolve, update: () => ({}) },
    Shared: { ...resolve, update: won },
    Called: { ...resolve, update: () => won() },
    Spread: { ...resolve, update: () => ({ ...won(), first: 'lost' }) },
    Block: {
      ...resolve,
      update: () => {
        return { last: 'won' }
      },
    },
    Method: {
      ...resolve,
      update() {
        return { last: 'won' }
      },
    },
    Looking: { on: 'Resolve', from: ['Open'], to: 'same', update: (_s) => ({ last: 'won' }) },
    Row: {
      on: 'Resolve',
      from: ['Open'],
      to: 'same',
      update: (s, i) => ({ cases: s.cases.put(i.caseId, { outcome: 'won' }), words: s.words.add('lost') }),
    },
    Told: { ...resolve, update: () => ({ last: 'won' }), emit: () => [{ type: 'Resolved', outcome: 'won', count: 1 }, { type: 'Shut' }] },
    Chosen: {
      on: 'Resolve',
      from: ['Open'],
      to: 'same',
      when: (s) => s.total > 1,
      update: () => ({ last: 'lost' }),
      emit: () => [{ type: 'Shut' }],
    },
    Close: { on: 'Close', from: ['Open'], to: 'Closed', update: () => ({ last: 'won' }) },
  },
})

/** Each alone: the compiler judges extra fields only when nothing else is wrong. */
export const wrong = [
  // @ts-expect-error there is no word `sold`
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ last: 'sold' }) } } }),
  // @ts-expect-error nor beside one that there is
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ first: 'won', last: 'sold' }) } } }),
  // @ts-expect-error nor inside a record
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ both: { outcome: 'sold', count: 1 } }) } } }),
  // @ts-expect-error a number is no word
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ last: 1 }) } } }),
  // @ts-expect-error nor is a word a number
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ total: 'won' }) } } }),
  // @ts-expect-error `first` is no option
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ first: null }) } } }),
  // @ts-expect-error `lst` is no field of the state
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ lst: 'won' }) } } }),
  // @ts-expect-error nor beside one that is
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ last: 'won', lst: 'won' }) } } }),
  // @ts-expect-error nor is a wider text a word
  machine({ ...rest, transitions: { Wrong: { ...resolve, update: () => ({ last: 'won' as string }) } } }),
  // @ts-expect-error the effect has no outcome `sold`
  machine({ ...rest, transitions: { Wrong: { ...resolve, emit: () => [{ type: 'Resolved', outcome: 'sold', count: 1 }] } } }),
]

/** No id in its key: a route that looks at nothing can name none. */
export const Court = machine({
  name: 'Court',
  version: 1,
  key: { outcome: Outcome, second: Count },
  phases: ['Idle', 'Busy'],
  initial: 'Idle',
  terminal: [],
  state: {},
  inputs: { Hear: { fields: { outcome: Outcome, count: Count } } },
  effects: {},
  transitions: { Hear: { on: 'Hear', from: ['Idle'], to: 'Busy' } },
  model: { ci: {}, deep: {} },
})
const hears = { from: Dispute, effect: 'Resolved', to: Court, input: 'Hear' } as const

export const Courts = composition({
  name: 'Courts',
  version: 1,
  machines: [Dispute, Court],
  routes: {
    one: route({
      ...hears,
      delivery: 'atomic',
      key: () => ({ outcome: 'won', second: 1 }),
      fields: () => ({ outcome: 'lost', count: 1 }),
    }),
    each: fanOut({ ...hears, delivery: 'outbox', where: () => ({ outcome: 'won' }), fields: () => ({ outcome: 'lost', count: 1 }) }),
  },
  locals: {},
  environment: { close: drive({ to: Dispute, input: 'Close' }) },
  history: {
    seen: history({ of: Dispute, fields: { seen: option(Outcome), often: Count }, after: () => ({ seen: 'won', often: 1 }) }),
  },
  model: { ci: {}, deep: {} },
})

const some = { fields: () => ({ outcome: 'lost', count: 1 }) } as const
export const wrongRoutes = [
  // @ts-expect-error there is no word `sold`
  route({ ...hears, delivery: 'atomic', key: () => ({ outcome: 'sold', second: 1 }), fields: (e) => e }),
  // @ts-expect-error nor in the fields
  route({ ...hears, delivery: 'atomic', key: () => ({ outcome: 'won', second: 1 }), fields: () => ({ outcome: 'sold', count: 1 }) }),
  // @ts-expect-error `second` is missing
  route({ ...hears, delivery: 'atomic', key: () => ({ outcome: 'won' }), ...some }),
  // @ts-expect-error there is no word `sold`
  fanOut({ ...hears, delivery: 'outbox', where: () => ({ outcome: 'sold' }), fields: () => ({ outcome: 'lost', count: 1 }) }),
  // @ts-expect-error there is no word `sold`
  history({ of: Dispute, fields: { seen: option(Outcome) }, after: () => ({ seen: 'sold' }) }),
  // @ts-expect-error `sen` is not remembered
  history({ of: Dispute, fields: { seen: option(Outcome) }, after: () => ({ sen: 'won' }) }),
]
