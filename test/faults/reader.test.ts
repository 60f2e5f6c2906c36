import { expect, test } from 'vitest'
import { emitTla } from '../../codegen/emit/tla.js'
import { bindingsOf } from '../../codegen/verify/domains.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { printMachine } from '../read/print.js'
import { readSound, readText, spec } from '../read/spec.js'
import { everyWay, textOf } from './every-way.js'

test('a spread within a spread changes what it names, however deep it stands', () => {
  const plain = printMachine(readSound({ put: 'update: (s, i) => ({ total: s.total + i.count, last: i.itemId })' }))
  for (const update of [
    '(s, i) => ({ ...{ ...{ total: s.total + i.count } }, last: i.itemId })',
    '(s, i) => ({ ...{ last: null, ...{ last: i.itemId } }, ...{ ...{ ...{ total: s.total + i.count } } } })',
    '(s, i) => { const inner = { ...{ total: s.total + i.count } }; const outer = { ...inner, last: i.itemId }; return { ...outer } }',
  ])
    expect(printMachine(readSound({ put: `update: ${update}` }))).toBe(plain)
})

test('as many transitions as a spec has are in its IR, its kernel and its model, whatever the inputs are called', async () => {
  const inputs = ['chat:send', 'POST /x', '1st', 'a-b', 'a_b', '𝒳']
  const { machine, files, report, edges, differences } = await everyWay(
    spec({
      inputs: inputs.map((name) => `'${name}': { fields: { count: Count } }`).join(', '),
      transitions: inputs
        .map(
          (name, n) =>
            `'${name}': { on: '${name}', from: ['Open'], to: 'same', when: (_s, i) => i.count === ${n % 3}, update: (_s, i) => ({ total: i.count }) }`,
        )
        .join(', '),
      effects: '',
      state: 'total: Count',
      model: '{ ci: { Count: 2 }, deep: { Count: 2 } }',
    }).replace("const ItemId = id('ItemId')\n", ''),
  )
  expect(machine.transitions).toHaveLength(inputs.length)
  expect(Object.keys(report.transitions)).toEqual(inputs)
  // Three states, and in each of them each input has one number with which it is accepted.
  expect(Object.values(report.transitions)).toEqual(inputs.map(() => 3))
  expect([edges, differences]).toEqual([inputs.length * 3, []])
  const { module } = emitTla(machine)
  expect([...module.matchAll(/^Guard_\w+\(s, i\) ==/gm)]).toHaveLength(inputs.length)
  const facts = textOf(files, 'ratchets/alphabet.txt').split('\n')
  expect(facts.filter((fact) => fact.startsWith('Shelf transition '))).toHaveLength(inputs.length)
})

test('two fields called count have the domains that they were given, in every text', async () => {
  const { machine, files, module, differences } = await everyWay(
    spec({
      inputs: "Put: { fields: { count: Count } }, Take: { fields: { count: oneOf('one', 'all') } }",
      transitions: `Put: { on: 'Put', from: ['Open'], to: 'same', when: (_s, i) => i.count > 0, update: (_s, i) => ({ total: i.count }) },
        Take: { on: 'Take', from: ['Open'], to: 'same', when: (_s, i) => i.count === 'all', update: () => ({ total: 0 }) }`,
      effects: '',
      state: 'total: Count',
      model: '{ ci: { Count: 2 }, deep: { Count: 2 } }',
    }).replace("const ItemId = id('ItemId')\n", ''),
  )
  expect(bindingsOf(machine, machine.model.ci)).toEqual([
    ...[0, 1, 2].map((count) => ({ type: 'Put', count })),
    ...['one', 'all'].map((count) => ({ type: 'Take', count })),
  ])
  const tla = textOf(files, 'tla/Shelf.tla')
  expect(tla).toContain('count \\in CountDomain')
  expect(tla).toContain('count \\in {"one", "all"}')
  expect(() => module.parseInput({ type: 'Put', count: 'all' }) as unknown).toThrow('count is not a number')
  expect(() => module.parseInput({ type: 'Take', count: 1 }) as unknown).toThrow('count is none of one, all')
  expect(differences).toEqual([])
})

test('a promise that an update contradicts fails at the step, and the step is still there', async () => {
  const parts = {
    inputs: 'Put: { fields: { count: Count } }',
    effects: 'Stored: { count: Count }',
    state: 'total: Count',
    put: "when: (s, i) => s.total + i.count <= 2, update: (s, i) => ({ total: s.total + i.count }), emit: (s, i) => [{ type: 'Stored', count: i.count }]",
    model: '{ ci: { Count: 2 }, deep: { Count: 2 } }',
  }
  const text = (always: string) => spec({ ...parts, always }).replace("const ItemId = id('ItemId')\n", '')
  const sound = 'grows: (s, next) => next.total >= s.total'
  const contradicted = 'told_what_is_there: (s, next, _i, effects) => effects.every((e) => e.count === next.total)'
  const judged = (always: string) =>
    verifyMachine({ machine: readSound(text(always)), bounds: 'ci', kernel: null, spec: null, judgeVacuity: false }).report
  const [without, within] = [judged(sound), judged(`${sound}, ${contradicted}`)]
  expect(without.findings).toEqual([])
  expect(within.findings.map(({ rule, name, trace }) => [rule, name, trace!.steps.map(({ transition }) => transition)])).toEqual([
    ['ALWAYS', 'told_what_is_there', ['Put', 'Put']],
  ])
  expect([within.states, within.edges, within.transitions]).toEqual([without.states, without.edges, without.transitions])
  // The model loses no edge for it either: as many steps, each with the effects that the update does not agree with.
  expect(await everyWay(text(sound))).toMatchObject({ edges: without.edges, differences: [] })
  await expect(everyWay(text(`${sound}, ${contradicted}`))).rejects.toThrow('told_what_is_there')
})

test('a step that two others must come before is told as never made where a bound stops the second', () => {
  const machine = (size: number) =>
    readSound(
      spec({
        state: 'total: Count',
        inputs: 'Put: { fields: {} }, Take: { fields: {} }',
        transitions:
          "Put: { on: 'Put', from: ['Open'], to: 'same', update: (s) => ({ total: s.total + 1 }) }, Take: { on: 'Take', from: ['Open'], to: 'same', when: (s) => s.total === 2, update: () => ({ total: 0 }) }",
        effects: '',
        always: "taken_in_twos: (s, next, i) => i.type !== 'Take' || s.total === 2 }, reachable: { two: (s) => s.total === 2",
        model: `{ ci: { Count: ${size} }, deep: { Count: 3 } }`,
      }).replace("const ItemId = id('ItemId')\n", ''),
    )
  const told = (size: number) => {
    const { report } = verifyMachine({ machine: machine(size), bounds: 'ci', kernel: null, spec: null })
    return { findings: report.findings.map(({ rule, name }) => `${rule} ${name}`), limits: report.limitsReached, fired: report.transitions }
  }
  expect(told(2)).toMatchObject({ findings: [], fired: { Put: 2, Take: 1 } })
  const cut = told(1)
  expect(cut.findings).toContain('NEVER_FIRED Take')
  expect(cut).toMatchObject({ limits: { Count: 1 }, fired: { Put: 1, Take: 0 } })
})

test('a helper with a default value is an error with a position, and is not read without it', () => {
  expect(readText(spec({ top: 'const isNone = (n = 0) => n === 0', put: 'when: (s, i) => isNone(i.count)' })).faults).toEqual([
    expect.stringMatching(/^specs\/machines\/shelf\.ts:4:17 {2}FUNCTION_FORM /),
  ])
})
