import { expect, test } from 'vitest'
import { composedPromises, machinePromises } from '../../codegen/emit/tla-promises.js'
import type { Composition, Expr, Machine, ValueType } from '../../codegen/ir.js'
import { at, binary, get, idOf, literal, named, natOf, optionOf, property, s, variable } from '../fixtures/ir-words.js'
import { randomComposition } from '../fixtures/random-composition.js'
import { runtimeDelivery } from '../fixtures/runtime-delivery-ir.js'

const { composition, machines } = randomComposition(232)
const place: ValueType = { kind: 'record', fields: [{ name: 'place', type: idOf('Place') }] }
const askers: ValueType = { kind: 'table', key: place as never, row: [{ name: 'n', type: natOf('Count') }], unique: [] }
const wholeType: ValueType = {
  kind: 'record',
  fields: [
    { name: 'Asker', type: askers as never },
    { name: 'outbox', type: { kind: 'record', fields: [] } },
  ],
}
const count = (whole: string): Expr => {
  const table = get(variable(whole, wholeType), 'Asker', askers)
  const row: Expr = { kind: 'get', table, key: variable('at', place), type: optionOf({ kind: 'record', fields: [] }), at }
  return get({ kind: 'given', of: row, type: { kind: 'record', fields: [] }, at }, 'n', natOf('Count'))
}
const sent = (whole: string): Expr => ({
  kind: 'size',
  of: get(get(variable(whole, wholeType), 'outbox', { kind: 'record', fields: [] }), 'post', {
    kind: 'set',
    of: { kind: 'record', fields: [] },
  }),
  type: { kind: 'number' },
  at,
})

const promising: Composition = {
  ...composition,
  always: [...composition.always, property('one_by_one', 'step', binary(sent('next'), '<=', binary(sent('c'), '+', literal(1))), '')],
  eventually: [
    {
      ...named('counted', 'It comes to one.'),
      each: 'Asker',
      from: binary(count('c'), '==', literal(0)),
      to: binary(count('c'), '==', literal(1)),
      fair: ['start', 'deliver.post'],
      strong: ['acknowledge.post'],
      source: '',
    },
    {
      ...named('drained'),
      each: null,
      from: binary(sent('c'), '>', literal(0)),
      to: binary(sent('c'), '==', literal(0)),
      fair: [],
      strong: [],
      source: '',
    },
  ],
  refines: [
    { ...named('counter'), each: 'Asker', abstract: 'Counter', map: [{ name: 'count', value: count('c'), source: '' }] },
    { ...named('queue'), each: null, abstract: 'Queue', map: [{ name: 'length', value: sent('c'), source: '' }] },
  ],
}
const promises = composedPromises(promising, machines)!

test('the module stands on that of the composition, and its cfg asks for every promise', () => {
  expect(promises.name).toBe('ChatterPromises')
  expect(promises.module).toContain('EXTENDS Chatter\n')
  expect(promises.abstracts).toEqual(['Counter', 'Queue'])
  expect(promises.cfg(composition.model.ci)).toContain(
    'SPECIFICATION Spec\nPROPERTIES\n  always_one_by_one\n  eventually_counted\n  eventually_drained\n  refines_counter\n  refines_queue\nCHECK_DEADLOCK TRUE\n'.replace(
      '_x005f',
      '_',
    ),
  )
})

test('each promise has its own fairness, each instance for itself, weak and strong', () => {
  expect(promises.module).toContain(`(* counted: It comes to one. *)\nfair_counted ==\n  (((\\A at \\in Asker_Keys : WF_vars(\\E n \\in `)
  expect(promises.module).toContain('(\\A at \\in Asker_Keys : WF_vars(Deliver_post(at)))')
  expect(promises.module).toContain('(\\A at \\in Asker_Keys : SF_vars(Acknowledge_post(at)))')
  expect(promises.module).toContain(
    'eventually_counted == (fair_counted => (\\A at \\in Asker_Keys : ((state.Asker[at].n = 0) ~> (state.Asker[at].n = 1))))',
  )
  expect(promises.module).toContain(
    'eventually_drained == ((Cardinality(Outbox_post(state)) > 0) ~> (Cardinality(Outbox_post(state)) = 0))',
  )
})

test('a property over steps is said of every step', () => {
  expect(promises.module).toContain(
    'step_always_one_by_one(c, next) == (Cardinality(Outbox_post(next)) <= (Cardinality(Outbox_post(c)) + 1))',
  )
  expect(promises.module).toContain("always_one_by_one == [][step_always_one_by_one(state, state')]_vars")
})

test('a refinement begins where the other module does and makes its steps, for each instance where it says so', () => {
  expect(promises.module).toContain('abstract_counter(at) == INSTANCE Counter WITH\n  count <- state.Asker[at].n')
  expect(promises.module).toContain(
    'refines_counter ==\n  ((\\A at \\in Asker_Keys : abstract_counter(at)!Init) /\\ [][(\\A at \\in Asker_Keys : [abstract_counter(at)!Next]_(abstract_counter(at)!vars))]_vars)',
  )
  expect(promises.module).toContain('refines_queue == (abstract_queue!Init /\\ [][[abstract_queue!Next]_(abstract_queue!vars)]_vars)')
})

test('what promises nothing of the kind has no such module', () => {
  expect(composedPromises(composition, machines)).toBe(null)
  expect(machinePromises(runtimeDelivery)).toBe(null)
})

test('a machine is fair to its transitions', () => {
  const cursor = get(s, 'appliedCursor', natOf('Sequence'))
  const lively: Machine = {
    ...runtimeDelivery,
    eventually: [
      {
        ...named('applied'),
        each: null,
        from: binary(cursor, '==', literal(0)),
        to: binary(cursor, '>', literal(0)),
        fair: ['ApplyNext'],
        strong: ['CommitNew'],
        source: '',
      },
    ],
  }
  const { module, cfg } = machinePromises(lively)!
  expect(module).toContain(
    'fair_applied ==\n  (WF_vars(\\E deliveryId \\in DeliveryIds, sequence \\in SequenceDomain : ApplyNext(deliveryId, sequence)) /\\ SF_vars(\\E deliveryId',
  )
  expect(module).toContain('eventually_applied == (fair_applied => ((state.appliedCursor = 0) ~> (state.appliedCursor > 0)))')
  expect(cfg(runtimeDelivery.model.ci)).toContain('PROPERTIES\n  eventually_applied\n')
})

test('a step that nobody takes cannot be fair', () => {
  const [first] = promising.eventually
  expect(() => composedPromises({ ...promising, eventually: [{ ...first!, fair: ['deliver.nothing'] }] }, machines)).toThrow(
    'Chatter has no step deliver.nothing to be fair to',
  )
})
