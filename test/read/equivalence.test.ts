import { describe, expect, test } from 'vitest'
import { printMachine } from './print.js'
import { readSound, readText, spec, withoutPositions } from './spec.js'

const NEXT = 's.total + i.count'
const ROW = '{ count: i.count, fresh: true }'
const plain = `update: (s, i) => ({ total: ${NEXT}, items: s.items.put(i.itemId, ${ROW}) })`

const WAYS: Readonly<Record<string, { put: string; top?: string }>> = {
  'in another order': { put: `update: (s, i) => ({ items: s.items.put(i.itemId, { fresh: true, count: i.count }), total: ${NEXT} })` },
  'in parentheses, with satisfies and as const': {
    put: `update: (s, i) => ((({ total: ((${NEXT})), items: (s.items).put((i.itemId), (${ROW} as const)) }) satisfies object) as const)`,
  },
  'with constants and shorthand': {
    put: `update: (s, i) => { const total = ${NEXT}; const items = s.items.put(i.itemId, ${ROW}); return { total, items } }`,
  },
  'with parameters taken apart and renamed': {
    put: `update: ({ total: before, items: rows }, { itemId, count }) => ({ total: before + count, items: rows.put(itemId, { count, fresh: true }) })`,
  },
  'with constants taken apart': {
    put: `update: (s, i) => { const { total: before, items } = s; const { itemId, count } = i; return { total: before + count, items: items.put(itemId, { count, fresh: true }) } }`,
  },
  'as a spread of parts': { put: `update: (s, i) => ({ ...{ total: ${NEXT} }, ...({ items: s.items.put(i.itemId, ${ROW}) }) })` },
  'as a spread that is replaced in part': {
    put: `update: (s, i) => ({ ...{ total: 0, items: s.items.put(i.itemId, ${ROW}) }, total: ${NEXT} })`,
  },
  'by functions that return parts': {
    top: `const counted = (s: any, i: any) => ({ total: ${NEXT} })
function stored(of: any, { itemId, count }: any) { return { items: of.items.put(itemId, { count, fresh: true }) } }`,
    put: `update: (s, i) => ({ ...counted(s, i), ...stored(s, i) })`,
  },
  'by a function alone': {
    top: `function put(s: any, i: any) { return ({ total: ${NEXT}, items: s.items.put(i.itemId, ${ROW}) }) }`,
    put: 'update: put',
  },
  'by a function that a function calls': {
    top: `const inner = (s: any, i: any) => ({ total: ${NEXT} })\nconst put = (state: any, input: any) => ({ ...inner(state, input), items: state.items.put(input.itemId, ${ROW.replaceAll('i.', 'input.')}) })`,
    put: 'update: (s, i) => put(s, i)',
  },
  'as a method': { put: `update(s, i) { return { total: ${NEXT}, items: s.items.put(i.itemId, ${ROW}) } }` },
  'as a function expression': { put: `update: function (s, i) { return { total: ${NEXT}, items: s.items.put(i.itemId, ${ROW}) } }` },
  'with quoted, bracketed and escaped names': {
    put: `update: (s, i) => ({ 'total': s['total'] + i.co\\u0075nt, ['items']: s.items['put'](i['itemId'], { ['count']: i.count, "fresh": true }) })`,
  },
  'with a row that starts from another': {
    top: 'const fresh = { fresh: true } as const',
    put: `update: (s, i) => ({ total: ${NEXT}, items: s.items.put(i.itemId, { ...fresh, count: i.count }) })`,
  },
  'with fields that keep their value': {
    put: `update: (s, i) => ({ last: s.last, total: ${NEXT}, items: s.items.put(i.itemId, ${ROW}) })`,
  },
  'as a choice between equal sides': {
    put: `update: (s, i) => i.count > 1 ? { total: ${NEXT}, items: s.items.put(i.itemId, ${ROW}) } : { items: s.items.put(i.itemId, ${ROW}), total: ${NEXT} }`,
  },
}

describe('the same update reads the same, however it is written', () => {
  test.each(Object.keys(WAYS))('%s', (way) => {
    expect(withoutPositions(readSound(WAYS[way]!))).toEqual(withoutPositions(readSound({ put: plain })))
  })
})

describe('a conditional update', () => {
  const inField = readSound({
    put: 'update: (s, i) => ({ total: i.count > 1 ? s.total + 1 : s.total, items: i.count > 1 ? s.items.remove(i.itemId) : s.items })',
  })
  test.each([
    'update: (s, i) => i.count > 1 ? { total: s.total + 1, items: s.items.remove(i.itemId) } : {}',
    'update: (s, i) => ({ ...(i.count > 1 ? { total: s.total + 1, items: s.items.remove(i.itemId) } : {}) })',
    'update: (s, i) => { const many = i.count > 1; const changes = { total: s.total + 1, items: s.items.remove(i.itemId) }; return many ? changes : { total: s.total } }',
  ])('%s', (put) => {
    expect(printMachine(readSound({ put }))).toEqual(printMachine(inField))
  })
})

describe('a list of effects', () => {
  const effect = "{ type: 'Stored', itemId: i.itemId, count: i.count }"
  const whole = printMachine(readSound({ put: `emit: (s, i) => [...(i.count > 1 ? [${effect}] : []), ${effect}]` }))
  const top =
    "const stored = (itemId: any, count: any) => ({ type: 'Stored' as const, itemId, count })\nconst some = (s: any, i: any) => i.count > 1 ? [stored(i.itemId, i.count)] : []"
  test.each([
    'emit: (s, i) => [...some(s, i), stored(i.itemId, i.count)]',
    `emit: (s, i) => { const one = ${effect}; const maybe = i.count > 1 ? [one] : []; return [...maybe, one] as const }`,
    'emit: (_s, { itemId, count }) => [...(count > 1 ? [stored(itemId, count)] : []), ...[stored(itemId, count)]]',
    `emit: (s, i) => [...some(s, i), { ...stored(i.itemId, 0), count: i.count }]`,
  ])('%s', (put) => {
    expect(printMachine(readSound({ put, top }))).toEqual(whole)
  })
})

test('comments, trailing commas, CRLF and a byte order mark change nothing', () => {
  const put = `when: (s, i) => s.total < i.count, refuse: { none: (s, i) => i.count === 0 }, ${plain}, emit: (s, i) => [{ type: 'Stored', itemId: i.itemId, count: i.count }]`
  const always = 'kept: (s) => s.items.every((row, key) => row.count <= s.total && s.items.has(key))'
  const tidy = spec({ put, always })
  const littered = tidy
    .replaceAll('(s, i) =>', '(/* the state */ s, // and\n /** the input */ i,) /* gives */ =>')
    .replaceAll('(row, key) =>', '(\n row /* a row */, key,\n) =>')
    .replaceAll(' }', ', /* last */ }')
    .replaceAll('{ ,', '{ ')
    .replaceAll("['Open']", "[ // phases\n'Open',]")
  expect(withoutPositions(readSound(littered)).transitions).toEqual(withoutPositions(readSound(tidy)).transitions)
  expect(withoutPositions(readSound(`\uFEFF${littered.replaceAll('\n', '\r\n')}`))).toEqual(withoutPositions(readSound(littered)))
  expect(readSound(`\uFEFF${tidy.replaceAll('\n', '\r\n')}`)).toEqual(readSound(tidy))
})

describe('functions and constants', () => {
  const direct = printMachine(readSound({ put: 'when: (s, i) => i.count === 0' }))
  const call = (machine: ReturnType<typeof readSound>) => printMachine(machine).replaceAll(/\n?function .*\n?/g, '')

  test.each([
    ['a constant arrow', 'const isNone = (n: number) => n === 0', {}],
    ['a function', 'function isNone(n: number) { return n === 0 }', {}],
    ['imported', "import { isNone } from '../helpers.js'", { 'specs/helpers.ts': 'export const isNone = (n: number) => n === 0' }],
    [
      'imported under another name',
      "import { none as isNone } from '../helpers.js'",
      { 'specs/helpers.ts': 'const isNone = (n: number) => n === 0\nexport { isNone as none }' },
    ],
    [
      're-exported',
      "import { isNone } from '../hub.js'",
      { 'specs/hub.ts': "export * from './helpers.js'", 'specs/helpers.ts': 'export function isNone(n: number) { return n === 0 }' },
    ],
    [
      're-exported by name',
      "import { isNone } from '../hub.js'",
      {
        'specs/hub.ts': "export { none as isNone } from './helpers.js'",
        'specs/helpers.ts': 'export function none(n: number) { return n === 0 }',
      },
    ],
    ['a default export', "import isNone from '../helpers.js'", { 'specs/helpers.ts': 'export default (n: number) => n === 0' }],
    [
      'a default function',
      "import isNone from '../helpers.js'",
      { 'specs/helpers.ts': 'export default function isNone(n: number) { return n === 0 }' },
    ],
    [
      'of a namespace',
      "import * as helpers from '../helpers.js'\nconst isNone = helpers.isNone",
      { 'specs/helpers.ts': 'export const isNone = (n: number) => n === 0' },
    ],
  ])('%s is one function of the machine', (_way, top, more) => {
    const machine = readSound(spec({ top, put: 'when: (s, i) => isNone(i.count), refuse: { none: (s, i) => isNone(s.total) }' }), more)
    expect(machine.functions).toHaveLength(1)
    expect(withoutPositions(machine.functions[0]!.body)).toMatchObject({ kind: 'binary', op: '==', right: { value: 0 } })
    expect(machine.transitions[0]!.when).toMatchObject({ kind: 'call', function: machine.functions[0]!.name })
    expect(machine.transitions[0]!.refuse[0]!.holds).toMatchObject({ kind: 'call', function: machine.functions[0]!.name })
  })

  test('two spec files may import each other', () => {
    const machine = readSound(
      spec({ top: "import { isNone } from '../helpers.js'\nexport const nothing = 0", put: 'when: (s, i) => isNone(i.count)' }),
      {
        'specs/helpers.ts': "import { nothing } from './machines/shelf.js'\nexport const isNone = (n: number) => n === nothing",
      },
    )
    expect(printMachine(machine)).toContain('function isNone(n) = (n == 0)')
  })

  test('a constant stands for what it is', () => {
    expect(call(readSound({ top: 'const NONE = 0', put: 'when: (s, i) => { const { count } = i; return count === NONE }' }))).toBe(direct)
    expect(call(readSound({ top: 'const at = { none: 0 } as const', put: 'when: (s, i) => i.count === at.none' }))).toBe(direct)
  })

  test('conditions that are shared become functions, in the order in which they stand', () => {
    const machine = readSound({
      top: 'const base = { none: (_s: any, i: any) => i.count === 0 }\nconst holder = { ...base, many: (s: any, i: any) => i.count > s.total }\nconst isOdd = (s: any) => s.total === 1',
      put: "refuse: { ...holder, odd: isOdd, own: (s) => s.total === 2, direct: holder.many, 'base_none': (s) => s.total === 3 }",
    })
    expect(printMachine(machine)).toBe(`function base_none(i) = (i.count == 0)
function holder_many(s, i) = (i.count > s.total)
function isOdd(s) = (s.total == 1)
Put: Put in Open to same when true
  refuse none: base_none(i)
  refuse many: holder_many(s, i)
  refuse odd: isOdd(s)
  refuse own: (s.total == 2)
  refuse direct: holder_many(s, i)
  refuse base_none: (s.total == 3)`)
  })

  test('two functions of one name do not become one', () => {
    const machine = readSound(
      spec({
        top: "import { holder as other } from '../helpers.js'\nconst holder = { none: (s: any) => s.total === 0 }\nfunction holder_none(s: any) { return s.total === 1 }",
        put: 'when: (s) => holder_none(s), refuse: { ...holder, more: other.none }',
      }),
      { 'specs/helpers.ts': 'export const holder = { none: (s: any) => s.total === 2 }' },
    )
    expect(new Set(machine.functions.map(({ name }) => name)).size).toBe(3)
    expect(
      machine.functions.map(({ body }) => (body.kind === 'binary' && body.right.kind === 'literal' ? body.right.value : null)),
    ).toEqual([1, 0, 2])
  })

  test('a function that several inputs share takes any of them', () => {
    const machine = readSound({
      inputs: 'Put: { fields: { count: Count } }, Take: { fields: { count: Count, itemId: ItemId } }',
      transitions:
        "Put: { on: 'Put', from: ['Open'], to: 'same', refuse: none }, Take: { on: 'Take', from: ['Open'], to: 'same', refuse: none }",
      top: 'const none = { none: (_s: unknown, i: { count: number }) => i.count === 0 }',
      effects: '',
    })
    expect(machine.functions.map(({ params }) => withoutPositions(params))).toEqual([
      [{ name: 'i', type: { kind: 'input', inputs: ['Put', 'Take'] } }],
    ])
  })

  test('a constant that is used twice in a condition is named once', () => {
    expect(printMachine(readSound({ put: 'when: (s, i) => { const sum = s.total + i.count; return sum > 1 && sum < 3 }' }))).toBe(
      'Put: Put in Open to same when (let sum = (s.total + i.count) in ((sum > 1) and (sum < 3)))',
    )
  })

  test('names bound inside do not hide those outside', () => {
    const always =
      'kept: (s) => s.items.some((s2) => s.items.every((s2) => s2.count > 0)), seen: (state, s, i) => state.items.every((next, i) => next.count > s.total)'
    expect(printMachine(readSound({ always })).split('\n').slice(1)).toEqual([
      'kept (state): s.items.some(s2 => s.items.every(s2_2 => (s2_2.count > 0)))',
      'seen (step): s.items.every(next_2 i_2 => (next_2.count > next.total))',
    ])
  })
})

test('what a condition establishes may be read, as in TypeScript', () => {
  const always = `kept: (s) => s.last === null || s.items.has(s.last),
    held: (s) => s.last !== null && s.items.has(s.last) ? s.items.get(s.last)!.count > 0 : true,
    row: (s) => { const row = s.items.get(s.last!); return row === null || (row.count > 0 && row.fresh) },
    some: (s) => s.items.get(s.last!)?.count === 1`
  expect(printMachine(readSound({ always })).split('\n').slice(1)).toEqual([
    'kept (state): ((s.last == null) or s.items.has(s.last!))',
    'held (state): (((s.last != null) and s.items.has(s.last!)) ? (s.items.get(s.last!)!.count > 0) : true)',
    'row (state): ((s.items.get(s.last!) == null) or ((s.items.get(s.last!)!.count > 0) and s.items.get(s.last!)!.fresh))',
    'some (state): (s.items.get(s.last!)?.count == 1)',
  ])
})

test('a step property tells inputs and effects apart', () => {
  const always = `told: (s, next, i, effects) => !('count' in i) || i.type === 'Take' || effects.filter((e) => e.type === 'Stored' && e.count === i.count).length === 1,
    none: (s, next, i, effects) => i.type !== 'Take' || (effects.length === 0 && same(s, next) && effects.every((e) => e.type !== 'Stored'))`
  const inputs = 'Put: { fields: { itemId: ItemId, count: Count } }, Take: { fields: { count: ItemId } }'
  const transitions = "Put: { on: 'Put', from: ['Open'], to: 'same' }, Take: { on: 'Take', from: ['Open'], to: 'same' }"
  expect(printMachine(readSound({ always, inputs, transitions })).split('\n').slice(2)).toEqual([
    'told (step): ((!has count or is Take) or (effects.count(e => ((e.type == "Stored") and (e.count == i.count))) == 1))',
    'none (step): (!is Take or (((effects.size == 0) and (s == next)) and effects.every(e => (e.type != "Stored"))))',
  ])
})

test('all faults of a run are reported together', () => {
  const { faults } = readText(
    spec({ put: 'when: (s) => s.totl > 1, update: (s) => ({ totla: 1 }), emit: () => [{ type: "Nothing" }]', always: 'none: () => true' }),
  )
  expect(faults.map((fault) => fault.split('  ')[1])).toEqual(['UNKNOWN_FIELD', 'UNKNOWN_FIELD', 'UNKNOWN_EFFECT', 'CONSTANT_PROPERTY'])
})

describe('an update that is not understood fails where it stands, and never leaves a field as it is', () => {
  test.each([
    ['Object.assign', '(s, i) => Object.assign({}, { total: s.total + 1 })', 'UPDATE_FORM'],
    ['a cast', '(s) => ({ total: s.total + 1 }) as any', 'UPDATE_FORM'],
    ['an old cast', '(s) => <any>{ total: s.total + 1 }', 'UPDATE_FORM'],
    ['a cast of a value', '(s) => ({ total: (s.total + 1) as any })', 'CAST'],
    ['a spread of the whole state', '(s) => ({ ...s, total: s.total + 1 })', 'UPDATE_FORM'],
    ['a spread of an input', '(s, i) => ({ ...i })', 'UPDATE_FORM'],
    ['an object or nothing', '(s) => s.total > 0 && { total: 0 }', 'UPDATE_FORM'],
    ['a sign', '(s) => ({ total: -s.total })', 'UNKNOWN_EXPRESSION'],
    ['a negative number', '(s) => ({ total: -1 })', 'NUMBER_LITERAL'],
    ['a renamed field', '(s) => ({ totals: s.total + 1 })', 'UNKNOWN_FIELD'],
    ['a name that is computed', "(s) => ({ ['to' + 'tal']: s.total + 1 })", 'NOT_CONSTANT'],
    ['a method', '(s) => ({ total() { return s.total + 1 } })', 'UPDATE_FORM'],
    ['a table in place of another', '(s) => ({ items: s.items.filter((row) => row.fresh) })', 'TABLE_SCAN_IN_TRANSITION'],
    ['a condition in place of an update', '(s) => s.total === s.total + 1', 'UPDATE_FORM'],
  ])('%s', (_, update, code) => {
    const { faults } = readText(spec({ put: `update: ${update}` }))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^specs/machines/shelf\\.ts:\\d+:\\d+ {2}${code} `))
  })
})
