import { describe, expect, test } from 'vitest'
import { print, printMachine } from './print.js'
import { readSound, readText, spec } from './spec.js'

/** Names that mean something to JavaScript, to TLA+ or to a file system, and names that look alike. */
const NAMES = [
  'IF LET IN ENABLED UNCHANGED DOMAIN Nat Init Next Spec vars TypeOK Permutations'.split(' '),
  'class default delete new await arguments eval constructor __proto__ toString then hasOwnProperty'.split(' '),
  ['a-b', 'a_b', 'a.b', 'chat:send', 'POST /x', '1st', '10', '9', '𝒳', 'Ожидание', '\u00e9', 'e\u0301', '🙂', '\u200f', ' '],
  ['`${x}`', '*/', '\u2028', "'", '"', '\\'],
].flat()
const key = (name: string) => (name === '__proto__' ? "['__proto__']" : JSON.stringify(name))
const text = (name: string) => JSON.stringify(name)

test('any name is a phase, a field, an input, an effect, a code, a transition and a property, and none is lost', () => {
  const machine = readSound({
    phases: `['Open', ${NAMES.map(text).join(', ')}]`,
    state: `total: Count, ${NAMES.map((name) => `${key(name)}: Count`).join(', ')}`,
    inputs: NAMES.map((name) => `${key(name)}: { fields: { ${NAMES.map((field) => `${key(field)}: Count`).join(', ')} } }`).join(', '),
    effects: NAMES.map((name) => `${key(name)}: { ${key(name)}: Count }`).join(', '),
    transitions: NAMES.map(
      (name) => `${key(name)}: {
        on: ${text(name)}, from: ['Open', ${text(name)}], to: ${text(name)},
        refuse: { ${key(name)}: (s, i) => s.phase === ${text(name)} && i[${text(name)}] === s[${text(name)}] },
        update: (s, { ${key(name)}: given }) => ({ ${key(name)}: given }),
        emit: (s) => [{ type: ${text(name)}, ${key(name)}: s[${text(name)}] }],
      }`,
    ).join(',\n'),
    always: NAMES.map((name) => `${key(name)}: (s) => s[${text(name)}] <= s.total`).join(', '),
    model: '{ ci: { Count: 1 }, deep: { Count: 1 } }',
  })
  // JavaScript puts array indexes first, and so must the IR.
  const ordered = ['9', '10', ...NAMES.filter((name) => name !== '9' && name !== '10')]
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  expect(names(machine.phases)).toEqual(['Open', ...NAMES])
  expect(names(machine.state)).toEqual(['9', '10', 'total', ...NAMES.filter((name) => name !== '9' && name !== '10')])
  for (const list of [machine.inputs, machine.effects, machine.transitions, machine.always]) expect(names(list)).toEqual(ordered)
  for (const { name, refuse, update, emit } of machine.transitions) {
    expect(refuse.map((one) => [one.name, print(one.holds)])).toEqual([[name, `((s.phase == ${text(name)}) and (i.${name} == s.${name}))`]])
    expect(update.map((one) => [one.name, print(one.value)])).toEqual([[name, `i.${name}`]])
    expect(emit).toMatchObject([{ kind: 'effect', effect: name, fields: [{ name }] }])
  }
})

test('as many answers are read as a spec has, whatever the inputs are called', () => {
  const inputs = ['chat:send', 'POST /x', '1st', 'a-b', 'a_b', '𝒳']
  const machine = readSound({
    inputs: inputs.map((name) => `'${name}': { fields: { count: Count } }`).join(', '),
    transitions: inputs.map((name) => `'${name}': { on: '${name}', from: ['Open'], to: 'same', when: (_s, i) => i.count > 0 }`).join(', '),
    effects: '',
  })
  expect(machine.inputs.map(({ name }) => name)).toEqual(inputs)
  expect(machine.transitions.map(({ on }) => on)).toEqual(inputs)
})

test('escapes, templates and quotes are ways to write one text', () => {
  const ways = ['"a\\u0062c"', "'a\\x62c'", '`abc`', "'a\\u{62}c'", "'a\\\nbc'"]
  const machine = readSound({
    state: 'kind: oneOf("abc", "other"), total: Count, id: option(ItemId)',
    init: '{ kind: `a\\u0062c` }',
    put: `refuse: { ${ways.map((way, n) => `way${n}: (s) => s.kind === ${way}`).join(', ')} }`,
  })
  expect(machine.state[0]!.initial).toBe('abc')
  expect(machine.transitions[0]!.refuse.map(({ holds }) => print(holds))).toEqual(ways.map(() => '(s.kind == "abc")'))
})

test('a field of one name may have its own type in each input', () => {
  const machine = readSound({
    inputs: "Put: { fields: { count: Count } }, Take: { fields: { count: oneOf('one', 'all') } }",
    transitions: `Put: { on: 'Put', from: ['Open'], to: 'same', when: (_s, i) => i.count > 0 },
      Take: { on: 'Take', from: ['Open'], to: 'same', when: (_s, i) => i.count === 'all' }`,
    always: "told: (s, next, i) => i.type === 'Put' ? i.count > 0 : i.count === 'all'",
    effects: '',
  })
  expect(machine.inputs.map(({ fields }) => fields[0]!.type)).toEqual([
    { kind: 'nat', domain: 'Count' },
    { kind: 'oneOf', values: ['one', 'all'] },
  ])
  expect(printMachine(machine)).toContain('told (step): (is Put ? (i.count > 0) : (i.count == "all"))')
})

describe('numbers', () => {
  test.each([
    ['1_000', 1000],
    ['0x10', 16],
    ['0b11', 3],
    ['0o17', 15],
    ['1e3', 1000],
    ['1.0', 1],
    ['.5e1', 5],
    ['0', 0],
    ['2147483648', 2 ** 31],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is %d', (written, value) => {
    const machine = readSound({ put: `when: (s) => s.total === ${written}` })
    expect(machine.transitions[0]!.when).toMatchObject({ right: { kind: 'literal', value } })
  })

  test.each(['-1', '-0', '1.5', '1e-3', '9007199254740992', '9007199254740993', '0x20000000000001', '1e400', '10n', '+1'])(
    '%s is an error',
    (written) => {
      const { faults } = readText(spec({ put: `when: (s) => s.total === ${written}` }))
      expect(faults).toEqual([expect.stringContaining('  NUMBER_LITERAL  ')])
    },
  )

  test.each(['NaN', 'Infinity', 'undefined', 'Number.MAX_SAFE_INTEGER', 'globalThis'])('%s is an error', (written) => {
    expect(readText(spec({ put: `when: (s) => s.total === ${written}` })).faults).toEqual([expect.stringContaining('  UNKNOWN_NAME  ')])
  })

  test('words and numbers do not mix in a oneOf, nor in a comparison', () => {
    expect(readText(spec({ state: "total: Count, id: option(ItemId), kind: oneOf('1', 1)", init: "{ kind: '1' }" })).faults).toEqual([
      expect.stringContaining('  NOT_CONSTANT  '),
    ])
    expect(readText(spec({ put: "when: (s) => s.total === '1'" })).faults).toEqual([expect.stringContaining('  MIXED_TYPES  ')])
  })
})

test('an option of a oneOf may have a word called null or none', () => {
  const machine = readSound({
    state: "total: Count, id: option(ItemId), kind: option(oneOf('none', 'null', 'undefined'))",
    put: "when: (s) => s.kind === null, refuse: { a: (s) => s.kind === 'null', b: (s) => s.kind !== null && s.kind === 'none' }, update: () => ({ kind: 'undefined' })",
  })
  expect(printMachine(machine).split('\n')).toEqual([
    'Put: Put in Open to same when (s.kind == null)',
    '  refuse a: (s.kind == "null")',
    '  refuse b: ((s.kind != null) and (s.kind! == "none"))',
    '  kind = "undefined"',
  ])
})
