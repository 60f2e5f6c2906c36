/** An `emit` that looks at nothing is judged like any other; `vocabulary.test.ts` runs the compiler over this file. */
import { id, machine, nat } from '../../specs/vocabulary.js'

const Count = nat('Count')

const rest = {
  name: 'Bell',
  version: 1,
  key: { realm: id('Realm') },
  phases: ['Open', 'Closed'],
  initial: 'Open',
  terminal: ['Closed'],
  state: { total: Count },
  inputs: { Ring: { fields: { count: Count } }, Close: { fields: {} } },
  effects: { Rung: {}, Shut: {}, Counted: { count: Count }, Told: { last: Count } },
  model: { ci: {}, deep: {} },
} as const
const ring = { on: 'Ring', from: ['Open'], to: 'same' } as const

const told = [{ type: 'Told', last: 1 }] as const
const shut = () => [{ type: 'Shut' as const }]

export const Bell = machine({
  ...rest,
  transitions: {
    One: { on: 'Ring', from: ['Open'], to: 'same', emit: () => [{ type: 'Rung' }] },
    Two: { on: 'Ring', from: ['Open'], to: 'same', emit: () => [{ type: 'Rung' }, { type: 'Shut' }] },
    Field: { on: 'Ring', from: ['Open'], to: 'same', emit: () => [{ type: 'Counted', count: 1 }] },
    Mixed: { ...ring, emit: () => [{ type: 'Counted', count: 1 }, { type: 'Told', last: 1 }, { type: 'Rung' }] },
    None: { on: 'Ring', from: ['Open'], to: 'same', emit: () => [] },
    Spread: { on: 'Ring', from: ['Open'], to: 'same', emit: () => [{ type: 'Rung' }, ...told] },
    Shared: { on: 'Ring', from: ['Open'], to: 'same', emit: shut },
    Called: { on: 'Ring', from: ['Open'], to: 'same', emit: () => shut() },
    Block: {
      ...ring,
      emit: () => {
        return [{ type: 'Rung' }]
      },
    },
    Method: {
      ...ring,
      emit() {
        return [{ type: 'Rung' }]
      },
    },
    Beside: { on: 'Ring', from: ['Open'], to: 'same', update: () => ({ total: 1 }), emit: () => [{ type: 'Rung' }] },
    Looking: {
      on: 'Ring',
      from: ['Open'],
      to: 'same',
      when: (s) => s.total > 1,
      update: (s, i) => ({ total: s.total + i.count }),
      emit: () => [{ type: 'Rung' }],
    },
    Choice: {
      on: 'Ring',
      from: ['Open'],
      to: 'same',
      emit: (s, i) => (s.total > 1 ? [{ type: 'Counted', count: i.count }] : [{ type: 'Rung' }]),
    },
    Close: { on: 'Close', from: ['Open'], to: 'Closed', emit: () => [{ type: 'Shut' }] },
  },
})

/** Each alone: the compiler judges extra fields only when nothing else is wrong. */
export const wrong = [
  // @ts-expect-error there is no effect `Sold`
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => [{ type: 'Sold' }] } } }),
  // @ts-expect-error nor beside one that there is
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => [{ type: 'Rung' }, { type: 'Sold' }] } } }),
  // @ts-expect-error `count` is missing
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => [{ type: 'Counted' }] } } }),
  // @ts-expect-error `count` is no text
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => [{ type: 'Counted', count: '1' }] } } }),
  // @ts-expect-error `cuont` is no field of the effect
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => [{ type: 'Counted', count: 1, cuont: 1 }] } } }),
  // @ts-expect-error `last` belongs to another effect
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => [{ type: 'Counted', count: 1, last: 1 }] } } }),
  // @ts-expect-error an effect is an object
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => ['Rung'] } } }),
  // @ts-expect-error effects are a list
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => ({ type: 'Rung' }) } } }),
  // @ts-expect-error nor is a wider name an effect
  machine({ ...rest, transitions: { Wrong: { ...ring, emit: () => [{ type: 'Rung' as string }] } } }),
]
