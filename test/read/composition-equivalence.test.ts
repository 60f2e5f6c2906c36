/** A composition reads the same, however it is written: nothing is dropped, and nothing is taken for something else. */
import { describe, expect, test } from 'vitest'
import type { Composition } from '../../codegen/ir.js'
import { composition, readComposition, soundComposition } from '../fixtures/composition-text.js'

/** What is said, without where and in which words. */
function meaning(read: Composition): unknown {
  return JSON.parse(JSON.stringify(read, (name, part: unknown) => (['at', 'source', 'uses'].includes(name) ? undefined : part)))
}

const FEW = '(c) => c.Box.every((b, at) => b.count <= 2 && c.Box.get(at)!.count === b.count)'
const STEP = '(c, next) => c.Shelf.every((s, at) => next.Shelf.get(at)!.total >= s.total)'
const FROM = '(c, at) => c.Box.get(at)!.count === 0 && c.outbox.store.some((m) => m.effect.count > 0)'
const TO = '(c, at) => c.Box.get(at)!.count > 0'
const AFTER =
  "(s, next, i, effects) => ({ puts: i.type === 'Put' ? s.puts + 1 : s.puts, told: s.told || effects.some((e) => e.type === 'Stored') })"
const MAP = '(c) => c.Box.filter((b) => b.count > 0).map((b, at) => ({ box: at.boxId, count: b.count }))'
const PUT = "put: drive({ to: Shelf, input: 'Put', only: { count: [0, 1], atMs: 0 } })"
const CLEAR = "clear: drive({ to: Box, input: 'Clear', on: ['open'] })"
const HISTORY = (after: string) => `history: { puts: history({ of: Shelf, fields: { puts: nat('Count'), told: bool }, after: ${after} }) },`
const PROMISES = (few = FEW, step = STEP, from = FROM, to = TO, map = MAP) =>
  `always: { few: ${few}, step: ${step} }, reachable: { few: ${few} },
  eventually: { filled: { each: 'Box', from: ${from}, to: ${to}, fair: ['put', 'deliver.store'], strong: ['acknowledge.store'] } },
  refines: { heap: { abstract: 'Heap', map: { boxes: ${map} } } },`

const plain = { environment: `${PUT}, ${CLEAR}`, more: HISTORY(AFTER) + PROMISES() }
const same = meaning(soundComposition(plain))

const WAYS: Readonly<Record<string, Parameters<typeof composition>[0]>> = {
  'in parentheses, with satisfies and as const': {
    environment: `put: (drive((({ to: (Shelf), input: ('Put' as const), only: ({ count: ([0, 1] as const), atMs: (0) } satisfies object) })))), ${CLEAR}`,
    more: `history: ({ puts: (history(({ of: (Shelf), fields: ({ puts: nat('Count'), told: bool }), after: (${AFTER}) }))) } as const),
      ${PROMISES(`(${FEW})`, `(${STEP})`, `(${FROM.replace('c.Box.get(at)!.count', '((c).Box).get((at))!.count')})`)}`.replace(
      "fair: ['put', 'deliver.store']",
      "fair: (['put', ('deliver.store')] as const)",
    ),
  },
  'with parts that are constants': {
    top: `const put = drive({ to: Shelf, input: 'Put', only: { count: [0, 1], atMs: 0 } })
      const environment = { put, ${CLEAR} }
      const few = ${FEW}
      const promised = { few, step: ${STEP} }
      const history_ = ${HISTORY(AFTER).slice('history: '.length, -1)}
      const steps = ['put', 'deliver.store'] as const
      const filled = { each: 'Box', from: ${FROM}, to: ${TO}, fair: steps, strong: ['acknowledge.store'] } as const`,
    environment: '...environment',
    more: `history: history_, always: promised, reachable: { few }, eventually: { filled }, refines: { heap: { abstract: 'Heap', map: { boxes: ${MAP} } } },`,
  },
  'with parts that are spread': {
    top: `const counted = { count: [0, 1] } as const
      const boxes = { ${CLEAR} }
      const one = { few: ${FEW} }
      const first = ['put'] as const`,
    environment: "put: drive({ to: Shelf, input: 'Put', only: { ...counted, atMs: 0 } }), ...boxes",
    more:
      HISTORY(AFTER) +
      PROMISES().replace(`always: { few: ${FEW}`, 'always: { ...one').replace("['put', 'deliver.store']", "[...first, 'deliver.store']"),
  },
  'with one value instead of a list of one': {
    environment: `put: drive({ to: Shelf, input: 'Put', only: { count: [0, 1], atMs: [0] } }), ${CLEAR}`,
    more: plain.more,
  },
  'as methods and function expressions': {
    environment: plain.environment,
    more:
      HISTORY(AFTER).replace(`after: ${AFTER}`, `after(s, next, i, effects) { return ${AFTER.slice(AFTER.indexOf('({') + 1, -1)} }`) +
      PROMISES(`function (c) { return ${FEW.slice(7)} }`, STEP, `function (c, at) { return ${FROM.slice(11)} }`).replace(
        `to: ${TO}`,
        `to(c, at) { return ${TO.slice(11)} }`,
      ),
  },
  'with parameters taken apart and renamed': {
    environment: plain.environment,
    more:
      HISTORY(
        "({ puts, told }, _next, input, all) => ({ puts: input.type === 'Put' ? puts + 1 : puts, told: told || all.some((e) => e.type === 'Stored') })",
      ) +
      PROMISES(
        '({ Box }) => Box.every((b, at) => b.count <= 2 && Box.get(at)!.count === b.count)',
        '({ Shelf: before }, { Shelf: after }) => before.every((s, at) => after.get(at)!.total >= s.total)',
        '({ Box, outbox }, box) => Box.get(box)!.count === 0 && outbox.store.some((m) => m.effect.count > 0)',
        TO,
        '({ Box }) => Box.filter((b) => b.count > 0).map((b, at) => { const { boxId: box } = at; return { box, count: b.count } })',
      ),
  },
  'with constants in blocks': {
    environment: plain.environment,
    more:
      HISTORY(
        "(s, next, i, effects) => { const { puts } = s; const told = s.told || effects.some((e) => e.type === 'Stored'); return { puts: i.type === 'Put' ? puts + 1 : puts, told } }",
      ) +
      PROMISES(
        '(c) => { const { Box } = c; return Box.every((b, at) => { const { count } = b; return count <= 2 && Box.get(at)!.count === count }) }',
        '(c, next) => { const after = next.Shelf; return c.Shelf.every((s, at) => after.get(at)!.total >= s.total) }',
      ),
  },
  'with quoted and bracketed names': {
    environment: `'put': drive({ 'to': Shelf, ['input']: "Put", only: { 'count': [0, 1], ['atMs']: 0 } }), ${CLEAR}`,
    more: HISTORY(AFTER) + PROMISES(FEW.replaceAll('c.Box', "c['Box']").replaceAll('b.count', "b['count']")),
  },
  'with a choice between equal sides': {
    environment: plain.environment,
    more:
      HISTORY(
        "(s, next, i, effects) => i.type === 'Put' ? { puts: s.puts + 1, told: s.told || effects.some((e) => e.type === 'Stored') } : { told: s.told || effects.some((e) => e.type === 'Stored') }",
      ) + PROMISES(),
  },
}

describe('a composition reads the same', () => {
  test.each(Object.keys(WAYS))('%s', (way) => {
    expect(meaning(soundComposition(WAYS[way]!))).toEqual(same)
  })
})

describe('what a composition calls reads the same', () => {
  const calling = (few: string) => ({ ...plain, more: HISTORY(AFTER) + PROMISES().replaceAll(FEW, few) })
  const BODY = 'c.Box.every((b, at) => small(b) && c.Box.get(at)!.count === b.count)'
  const SMALL = 'b.count <= 2'

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['as a constant arrow', `const small = (b) => ${SMALL}`, {}],
    ['as a function', `function small(b) { return ${SMALL} }`, {}],
    ['as a function expression', `const small = function (b) { return ${SMALL} }`, {}],
    ['as a member of a constant', `const is = { small: (b) => ${SMALL} }\nconst small = is.small`, {}],
    ['with a parameter taken apart', 'const small = ({ count }) => count <= 2', {}],
    ['with a constant of the file', `const MOST = 2\nconst small = (b) => b.count <= MOST`, {}],
    ['imported', "import { small } from '../helpers.js'", { 'specs/helpers.ts': `export const small = (b) => ${SMALL}` }],
    [
      'imported under another name',
      "import { tiny as small } from '../helpers.js'",
      { 'specs/helpers.ts': `const small = (b) => ${SMALL}\nexport { small as tiny }` },
    ],
    [
      're-exported',
      "import { small } from '../hub.js'",
      { 'specs/hub.ts': "export * from './helpers.js'", 'specs/helpers.ts': `export function small(b) { return ${SMALL} }` },
    ],
    [
      're-exported by name',
      "import { small } from '../hub.js'",
      { 'specs/hub.ts': "export { tiny as small } from './helpers.js'", 'specs/helpers.ts': `export const tiny = (b) => ${SMALL}` },
    ],
    ['as a default export', "import small from '../helpers.js'", { 'specs/helpers.ts': `export default (b) => ${SMALL}` }],
    [
      'as a default function',
      "import small from '../helpers.js'",
      { 'specs/helpers.ts': `export default function small(b) { return ${SMALL} }` },
    ],
    [
      'of a namespace',
      "import * as helpers from '../helpers.js'\nconst small = helpers.small",
      { 'specs/helpers.ts': `export const small = (b) => ${SMALL}` },
    ],
    ['through another function', `const within = (n, most) => n <= most\nconst small = (b) => within(b.count, 2)`, {}],
  ])('%s', (_, top, more) => {
    expect(meaning(soundComposition({ ...calling(`(c) => ${BODY}`), top }, more))).toEqual(same)
  })

  test('whole properties, drives and histories may be imported', () => {
    const top = "import { after, few, put } from '../helpers.js'"
    const helpers = `import { drive } from 'pawl/spec'\nimport { Shelf } from './machines/shelf.js'
      export const few = ${FEW}\nexport const after = ${AFTER}\nexport const ${PUT.replace('put: ', 'put = ')}`
    const parts = { top, environment: `put, ${CLEAR}`, more: HISTORY('after') + PROMISES('few') }
    expect(meaning(soundComposition(parts, { 'specs/helpers.ts': helpers }))).toEqual(same)
  })

  test('the composition may be a default export, or handed out by name', () => {
    const text = composition(plain)
    const doc = '/** What is put is stored. */\n'
    expect(meaning(soundComposition(text.replace('export const Handoff = ', 'export default ')))).toEqual(same)
    expect(meaning(soundComposition(`${text.replace('export const Handoff', 'const Handoff')}export { Handoff }\n`))).toEqual(same)
    expect(text).toContain(doc)
  })
})

test('comments, trailing commas, CRLF and a byte order mark change nothing', () => {
  const tidy = composition(plain)
  const littered = tidy
    .replaceAll('(c) =>', '(/* all of it */ c, // and no more\n) /* gives */ =>')
    .replaceAll('(c, at) =>', '(c /* all */, /** the key */ at,) =>')
    .replaceAll('(c, next) =>', '(\n c, // before\n next, // after\n) =>')
    .replaceAll('(b, at) =>', '(b, /* where */ at,) =>')
    .replaceAll(' }', ', /* last */ }')
    .replaceAll('{ ,', '{ ')
    .replaceAll("['open']", "[ // locals\n'open',]")
  expect(meaning(soundComposition(littered))).toEqual(same)
  expect(meaning(soundComposition(`\uFEFF${littered.replaceAll('\n', '\r\n')}`))).toEqual(same)
})

describe('what is not understood fails where it stands, and is never passed over', () => {
  test.each([
    ['a drive that is computed', 'environment', "put: [drive({ to: Shelf, input: 'Put' })][0]", 'NOT_CONSTANT'],
    ['a drive by a function', 'environment', "put: made('Put')", 'NOT_CONSTANT'],
    ['a restriction that is computed', 'environment', "put: drive({ to: Shelf, input: 'Put', only: { count: 1 + 1 } })", 'TYPE_MISMATCH'],
    [
      'a list that is computed',
      'environment',
      "put: drive({ to: Shelf, input: 'Put', only: { count: [0].concat([1]) } })",
      'TYPE_MISMATCH',
    ],
    ['a part that no drive has', 'environment', "put: drive({ to: Shelf, input: 'Put', onyl: { count: 1 } })", 'UNKNOWN_PART'],
    ['a getter', 'environment', "get put() { return drive({ to: Shelf, input: 'Put' }) }", 'UNKNOWN_EXPRESSION'],
    ['a history by assignment', 'more', HISTORY('(s) => Object.assign({}, { puts: s.puts + 1 })'), 'UPDATE_FORM'],
    ['a history with a cast', 'more', HISTORY('(s) => ({ puts: s.puts + 1 }) as never'), 'UPDATE_FORM'],
    ['a history that spreads the state', 'more', HISTORY('(s) => ({ ...s, puts: s.puts + 1 })'), 'UPDATE_FORM'],
    ['a history that changes in place', 'more', HISTORY('(s) => ({ puts: s.puts++ })'), 'MUTATION'],
    ['a negative number', 'more', HISTORY('(s) => ({ puts: -1 })'), 'NUMBER_LITERAL'],
    ['a property with a loop', 'more', 'always: { p: (c) => { for (const x of []) {} return true } },', 'LOOP'],
    ['a property with a method of JavaScript', 'more', 'always: { p: (c) => Object.keys(c).length > 0 },', 'UNKNOWN_CALL'],
    ['a property with entries', 'more', 'always: { p: (c) => c.Box.entries().length > 0 },', 'UNKNOWN_METHOD'],
    ['a property that is not given', 'more', 'always: { p: undefined },', 'FUNCTION_FORM'],
    ['a default value', 'more', 'always: { p: (c, next = c) => same(c, next) },', 'FUNCTION_FORM'],
    ['the rest', 'more', 'always: { p: (...all) => true },', 'FUNCTION_FORM'],
    ['a name that is computed', 'more', "always: { ['p' + 'q']: (c) => c.Box.size > 0 },", 'NOT_CONSTANT'],
    ['two of one name', 'more', 'always: { p: (c) => c.Box.size > 0, p: (c) => c.Shelf.size > 0 },', 'DUPLICATE_NAME'],
    ['an unbracketed __proto__', 'more', 'always: { __proto__: (c) => c.Box.size > 0 },', 'PROTO_NOT_BRACKETED'],
    ['a part that no composition has', 'more', 'alwyas: { p: (c) => c.Box.size > 0 },', 'UNKNOWN_PART'],
    ['identity instead of equality', 'more', 'always: { p: (c, next) => c.Box === next.Box },', 'EQUALITY_BY_REFERENCE'],
    ['a variable that can change', 'more', 'always: { p: (c) => c.Box.size > limit },', 'CLOSURE_OVER_LET'],
  ])('%s', (_, part, text, code) => {
    const parts = { top: 'let limit = 1\nconst made = (input) => drive({ to: Shelf, input })', [part]: text }
    const { faults } = readComposition(parts)
    expect(faults.map((fault) => fault.split('  ')[1])).toContain(code)
    for (const fault of faults) expect(fault).toMatch(/^specs\/compositions\/handoff\.ts:\d+:\d+ {2}/)
  })
})
