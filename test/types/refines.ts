/** What the compiler must reject in `refines`, each beside what is right; judged like `vocabulary.ts`. */
import { bool, id, machine, nat, table } from '../../specs/vocabulary.js'

const Count = nat('Count')
const parts = {
  name: 'Shelf',
  version: 1,
  key: { realm: id('Realm') },
  phases: ['Open', 'Closed'],
  initial: 'Open',
  terminal: ['Closed'],
  state: { total: Count, items: table(id('ItemId'), { count: Count, fresh: bool }) },
  inputs: {},
  effects: {},
  transitions: {},
  model: { ci: {}, deep: {} },
} as const

export const right = machine({
  ...parts,
  refines: {
    right: { abstract: 'Heap', map: { total: (s) => s.total, fresh: (s) => s.items.count(({ fresh }) => fresh), open: (s) => s.phase } },
  },
})

export const wrong = [
  // @ts-expect-error `totl` is no field of the state
  machine({ ...parts, refines: { wrong: { abstract: 'Heap', map: { total: (s) => s.totl } } } }),
  // @ts-expect-error there is no such phase
  machine({ ...parts, refines: { wrong: { abstract: 'Heap', map: { open: (s) => s.phase === 'Ajar' } } } }),
  // @ts-expect-error a variable is a function of the state
  machine({ ...parts, refines: { wrong: { abstract: 'Heap', map: { total: 1 } } } }),
  // @ts-expect-error and of nothing else
  machine({ ...parts, refines: { wrong: { abstract: 'Heap', map: { total: (_s: unknown, next: unknown) => next } } } }),
  // @ts-expect-error `abstract` is missing
  machine({ ...parts, refines: { wrong: { map: { total: (s) => s.total } } } }),
  // @ts-expect-error there is no part `by`
  machine({ ...parts, refines: { wrong: { abstract: 'Heap', map: { total: (s) => s.total }, by: 1 } } }),
]
