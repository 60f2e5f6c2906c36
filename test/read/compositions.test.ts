/** What a composition says, as the IR has it. */
import { describe, expect, test } from 'vitest'
import type { Type } from '../../codegen/ir.js'
import { readComposition, soundComposition } from '../fixtures/composition-text.js'
import { print } from './print.js'

const always = (text: string, top?: string) => soundComposition({ more: `always: { p: ${text} },`, ...(top === undefined ? {} : { top }) })
const printed = (text: string, top?: string) => print(always(text, top).always[0]!.holds)

describe('the environment', () => {
  const drives = (environment: string, top = '') => soundComposition({ environment, top }).environment

  test('is what comes from outside, to whom, with which values, and on what', () => {
    const one = `/** Somebody puts. */ put: drive({ to: Shelf, input: 'Put', only: { count: [0, 2], atMs: 1 } }), clear: drive({ to: Box, input: 'Clear', on: ['open'] })`
    expect(drives(one)).toMatchObject([
      {
        name: 'put',
        doc: 'Somebody puts.',
        at: { file: 'specs/compositions/handoff.ts', line: 14 },
        to: 'Shelf',
        input: 'Put',
        only: [
          { name: 'count', values: [0, 2] },
          { name: 'atMs', values: [1] },
        ],
        on: [],
      },
      { name: 'clear', to: 'Box', input: 'Clear', only: [], on: ['open'] },
    ])
  })

  test('comes to the instances alone whose key it names', () => {
    const [drive] = drives("put: drive({ to: Shelf, input: 'Put', at: { row: [0, 1] } })")
    expect(drive).toMatchObject({ whom: [{ name: 'row', values: [0, 1] }], only: [] })
  })

  test.each([
    ['a word', "phase: oneOf('Low', 'High')", "phase: 'High'", ['High']],
    ['words', "phase: oneOf('Low', 'High')", "phase: ['High', 'Low']", ['High', 'Low']],
    ['a truth', 'late: bool', 'late: false', [false]],
    ['no value', "owner: option(id('ItemId'))", 'owner: null', [null]],
    ['a value of an option', "owner: option(nat('Count'))", 'owner: [null, 2]', [null, 2]],
    ['the first text', 'said: text({ max: 9 })', "said: ''", ['']],
    ['the first id of the model', "item: id('ItemId')", "item: 'ItemId_1'", ['ItemId_1']],
  ])('restricts a field to %s', (_, field, only, values) => {
    const shelf = `import { bool, clock, id, instant, machine, nat, oneOf, option, text } from 'pawl/spec'
export const Shelf = machine({ name: 'Shelf', version: 1, key: { realm: id('Realm'), row: nat('Row') }, phases: ['Open'], initial: 'Open', terminal: [],
  state: { total: nat('Count') }, inputs: { Put: { fields: { count: nat('Count'), itemId: id('ItemId'), ${field} }, supplied: { atMs: clock(instant('Clock')) } } },
  effects: { Stored: { itemId: id('ItemId'), count: nat('Count') } },
  transitions: { Put: { on: 'Put', from: ['Open'], to: 'same', emit: (_s, i) => [{ type: 'Stored', itemId: i.itemId, count: i.count }] } },
  model: { ci: { Count: 2, ItemId: 2, Clock: 1 }, deep: { Count: 2, ItemId: 2, Clock: 1 } } })
`
    const text = { environment: `put: drive({ to: Shelf, input: 'Put', only: { ${only} } })` }
    const [drive] = soundComposition(text, { 'specs/machines/shelf.ts': shelf }).environment
    expect(drive!.only.map((one) => one.values)).toEqual([values])
  })
})

describe('the history', () => {
  const HISTORY = `history: { puts: history({ of: Shelf, fields: { puts: nat('Count'), late: bool, seen: set(id('ItemId')) },
    after: (s, next, i, effects) => ({
      puts: i.type === 'Put' ? s.puts + effects.filter((e) => e.type === 'Stored').length : s.puts,
      late: s.late || (next.phase === 'Closed' && s.phase === 'Closed'),
      ...('itemId' in i ? { seen: s.seen.add(i.itemId) } : {}),
    }) }) },`

  test('has first values of its own, and changes over the step with its own old values', () => {
    const [puts] = soundComposition({ more: HISTORY }).history
    expect(puts!.fields.map(({ name, initial }) => [name, initial])).toEqual([
      ['puts', 0],
      ['late', false],
      ['seen', null],
    ])
    expect(puts!.update.map(({ name, value }) => `${name} = ${print(value)}`)).toEqual([
      'puts = (is Put ? (s.puts + effects.count(e => (e.type == "Stored"))) : s.puts)',
      'late = (s.late or ((next.phase == "Closed") and (s.phase == "Closed")))',
      'seen = (has itemId ? s.seen.setAdd(i.itemId) : s.seen)',
    ])
    expect(puts!.source).toMatch(/^\(s, next, i, effects\) => \(\{ puts: i\.type === 'Put' \?/)
  })

  test('stands beside the state in the rows that properties see, and nowhere else', () => {
    const read = soundComposition({ more: `${HISTORY} always: { p: (c) => c.Shelf.every((s) => !s.late && s.puts >= s.total) },` })
    expect(print(read.always[0]!.holds)).toBe('c.Shelf.every(s => (!s.late and (s.puts >= s.total)))')
    const { faults } = readComposition({ more: `${HISTORY} always: { p: (c) => c.Box.every((b) => !b.late) },` })
    expect(faults.join()).toContain('This record has no field "late".')
  })

  test('of one machine can be several, each with fields of its own', () => {
    const two = `history: { a: history({ of: Shelf, fields: { a: bool }, after: () => ({ a: true }) }), b: history({ of: Shelf, fields: { b: bool }, after: (s) => ({ b: !s.b }) }) },`
    const read = soundComposition({ more: `${two} always: { p: (c) => c.Shelf.every((s) => s.a || s.b) },` })
    expect(print(read.always[0]!.holds)).toBe('c.Shelf.every(s => (s.a or s.b))')
  })
})

describe('what properties look at', () => {
  test('is a record of tables by key, and of the messages of each route', () => {
    const { holds } = always('(c) => c.Shelf.size > 0').always[0]!
    if (holds.kind !== 'binary' || holds.left.kind !== 'size' || holds.left.of.kind !== 'field') throw new Error(print(holds))
    const whole = holds.left.of.of.type as Type & { readonly kind: 'record' }
    expect(whole.fields.map(({ name }) => name)).toEqual(['Shelf', 'Box', 'outbox'])
    const id = (domain: string) => ({ kind: 'id', domain })
    const nat = (domain: string) => ({ kind: 'nat', domain })
    const key = { kind: 'record', fields: [{ name: 'realm', type: id('Realm') }, { name: 'row', type: nat('Row') }] } // prettier-ignore
    expect(whole.fields[0]!.type).toEqual({
      kind: 'table',
      key,
      row: [
        { name: 'phase', type: { kind: 'oneOf', values: ['Open', 'Closed'] } },
        { name: 'total', type: nat('Count') },
        { name: 'owner', type: { kind: 'option', of: id('ItemId') } },
      ],
      unique: [],
    })
    const effect = { kind: 'record', fields: [{ name: 'itemId', type: id('ItemId') }, { name: 'count', type: nat('Count') }] } // prettier-ignore
    const message = { kind: 'record', fields: [{ name: 'from', type: key }, { name: 'effect', type: effect }] } // prettier-ignore
    expect(whole.fields[2]!.type).toEqual({ kind: 'record', fields: [{ name: 'store', type: { kind: 'set', of: message } }] })
  })

  test.each([
    ['a row by its key', '(c) => c.Box.every((b, at) => c.Box.get({ realm: at.realm, boxId: at.boxId })!.count === b.count)', 'c.Box.every(b at => (c.Box.get({realm: at.realm, boxId: at.boxId})!.count == b.count))'], // prettier-ignore
    ['a row by the key of another', '(c) => c.Shelf.every((s, at) => same(c.Shelf.get(at)!, s))', 'c.Shelf.every(s at => (c.Shelf.get(at)! == s))'], // prettier-ignore
    ['a message', '(c) => c.outbox.store.some((m) => m.from.row === 0 && m.effect.count > 1)', 'c.outbox.store.some(m => ((m.from.row == 0) and (m.effect.count > 1)))'], // prettier-ignore
    ['a message that is taken apart', '(c) => c.outbox.store.every(({ from, effect }) => from.row >= effect.count)', 'c.outbox.store.every(member => (member.from.row >= member.effect.count))'], // prettier-ignore
    ['how many', '(c) => c.Shelf.count((s) => s.phase === \'Open\') <= c.outbox.store.size + 1', 'c.Shelf.count(s => (s.phase == "Open")) <= (c.outbox.store.size + 1)'], // prettier-ignore
    ['a step', '(c, next) => c.Box.every((b, at) => next.Box.get(at)!.count >= b.count)', 'c.Box.every(b at => (next.Box.get(at)!.count >= b.count))'], // prettier-ignore
    ['a name that the IR has taken', '(c) => c.Box.every((c) => c.count === 0)', 'c.Box.every(c_2 => (c_2.count == 0))'], // prettier-ignore
  ])('%s', (_, text, expected) => {
    expect([expected, `(${expected})`]).toContain(printed(text))
  })

  test('with one parameter is a state, with two a step', () => {
    const read = soundComposition({
      more: 'always: { a: (c) => c.Box.size > 0, b: (c, next) => same(c.Box, next.Box) }, reachable: { r: (c) => c.Box.size > 0 },',
    })
    expect([...read.always, ...read.reachable].map(({ name, over }) => `${name} ${over}`)).toEqual(['a state', 'b step', 'r state'])
  })

  test('opens the functions that it calls where they are called', () => {
    const top = `const isFull = (b) => b.count > 1
      function boxOf(c, at) { return c.Box.get(at)! }`
    expect(printed('(c) => c.Box.every((_b, at) => isFull(boxOf(c, at)))', top)).toBe('c.Box.every(_b at => (c.Box.get(at)!.count > 1))')
  })
})

describe('what is promised in the end', () => {
  test('may be promised for each instance, and says which steps are fair', () => {
    const text = `eventually: { /** It arrives. */ arrives: { each: 'Box', from: (c, at) => c.outbox.store.size > 0 && c.Box.has(at), to: (c, at) => c.Box.get(at)!.count > 0,
      fair: ['put', 'deliver.store'], strong: ['acknowledge.store'] }, once: { from: (c) => c.Shelf.size > 0, to: (c) => c.Box.size > 0, fair: [] } },`
    const [arrives, once] = soundComposition({ more: text }).eventually
    expect(arrives).toMatchObject({
      name: 'arrives',
      doc: 'It arrives.',
      each: 'Box',
      fair: ['put', 'deliver.store'],
      strong: ['acknowledge.store'],
    })
    expect([print(arrives!.from), print(arrives!.to)]).toEqual([
      '((c.outbox.store.size > 0) and c.Box.has(at))',
      '(c.Box.get(at)!.count > 0)',
    ])
    expect(arrives!.source).toBe('(c, at) => c.outbox.store.size > 0 && c.Box.has(at) ~> (c, at) => c.Box.get(at)!.count > 0')
    expect(once).toMatchObject({ each: null, fair: [], strong: [] })
  })

  test('of a machine has strong steps too', () => {
    const text = (strong: string) =>
      `import { machine, id, nat } from 'pawl/spec'
export const Shelf = machine({ name: 'Shelf', version: 1, key: { realm: id('Realm') }, phases: ['A'], initial: 'A', terminal: [], state: { n: nat('N') }, inputs: { Go: { fields: {} } }, effects: {},
  transitions: { Go: { on: 'Go', from: ['A'], to: 'same', update: (s) => ({ n: s.n + 1 }) } },
  eventually: { ends: { from: (s) => s.n === 0, to: (s) => s.n > 0, fair: [], strong: [${strong}] } }, model: { ci: { N: 1 }, deep: { N: 1 } } })
`
    const read = (strong: string) => {
      const { catalog, faults } = readComposition("import { id } from 'pawl/spec'\nexport const nothing = id('Nothing')\n", {
        'specs/machines/shelf.ts': text(strong),
      })
      return {
        strong: catalog.machines.find(({ name }) => name === 'Shelf')!.eventually[0]!.strong,
        faults: faults.filter((fault) => fault.includes('shelf.ts')),
      }
    }
    expect(read("'Go'")).toEqual({ strong: ['Go'], faults: [] })
    expect(read("'Stay'").faults.join()).toContain('UNKNOWN_TRANSITION  There is no transition "Stay".')
    expect(read("'Go', 'Go'").faults.join()).toContain('DUPLICATE_NAME')
  })
})

describe('a refinement', () => {
  const refines = (map: string, each = "each: 'Box', ") =>
    soundComposition({ more: `refines: { r: { ${each}abstract: 'Heap', map: ${map} } },` }).refines[0]!

  test('maps the whole, or one instance of it', () => {
    expect(refines('{ phase: (c, at) => c.Box.get(at)!.phase }').each).toBe('Box')
    expect(refines('{ size: (c) => c.Box.size }', '').each).toBeNull()
  })

  test('makes tables of tables, and records', () => {
    const { map } = refines(`{
      boxes: (c, at) => c.Box.filter((b) => b.count > 0).map((b, key) => ({ of: key.boxId, much: b.count + 1, at })),
      pair: (c) => ({ open: c.Shelf.some((s) => s.phase === 'Open'), left: { size: c.outbox.store.size } }),
    }`)
    expect(map.map(({ name, value }) => `${name} = ${print(value)}`)).toEqual([
      'boxes = c.Box.filter(b => (b.count > 0)).map(b key => {of: key.boxId, much: (b.count + 1), at: at})',
      'pair = {open: c.Shelf.some(s => (s.phase == "Open")), left: {size: c.outbox.store.size}}',
    ])
    expect(map[0]!.value.type).toMatchObject({ kind: 'table', key: { kind: 'record' }, row: [{ name: 'of', type: { kind: 'id', domain: 'BoxId' } }, { name: 'much', type: { kind: 'nat' } }, { name: 'at' }] }) // prettier-ignore
    expect(map[1]!.source).toBe("(c) => ({ open: c.Shelf.some((s) => s.phase === 'Open'), left: { size: c.outbox.store.size } })")
  })
})

describe('the model', () => {
  const faults = (ci: string) =>
    readComposition({ model: `{ ci: { ${ci} }, deep: { Realm: 1, Row: 1, ItemId: 2, Count: 2, Clock: 1 } }` }).faults

  test('has a size for each domain that is used, none for those that are composed, and no other', () => {
    expect(faults('Realm: 1, Row: 1, ItemId: 2, Count: 2, Clock: 1')).toEqual([])
    expect(faults('Realm: 1, Row: 1, ItemId: 2, Count: 2').join()).toContain('MODEL_DOMAIN_MISSING  The domain "Clock"')
    expect(faults('Row: 1, ItemId: 2, Count: 2, Clock: 1').join()).toContain('MODEL_DOMAIN_MISSING  The domain "Realm"')
    expect(faults('Realm: 1, Row: 1, ItemId: 2, Count: 2, Clock: 1, BoxId: 1').join()).toContain(
      'MODEL_DOMAIN_UNUSED  The ids of "BoxId" are composed',
    )
    expect(faults('Realm: 1, Row: 1, ItemId: 2, Count: 2, Clock: 1, Other: 1').join()).toContain(
      'MODEL_DOMAIN_UNUSED  No field is of the domain "Other"',
    )
  })

  test('needs no size for the fields of an input that nobody sends', () => {
    const environment = "close: drive({ to: Shelf, input: 'Close' })"
    const sizes = '{ Realm: 1, Row: 1, ItemId: 2, Count: 2 }'
    expect(readComposition({ environment, model: `{ ci: ${sizes}, deep: ${sizes} }` }).faults).toEqual([])
  })

  test('has one text and one opaque where it says nothing', () => {
    const fields = 'said: text({ max: 9 }), result: opaque({ maxBytes: 9 })'
    const more = `history: { h: history({ of: Box, fields: { ${fields} }, after: () => ({ said: '' }) }) },`
    const sizes = soundComposition({ more }).model
    expect(sizes.ci).toEqual({ Clock: 1, Count: 2, ItemId: 2, Opaque: 1, Realm: 1, Row: 1, Text: 1 })
  })
})

test('any name is a drive, a route, a local, a history, a field of it and a promise, and none is lost', () => {
  const names = [
    'IF',
    'Init',
    'class',
    'then',
    '__proto__',
    'toString',
    'chat:send',
    'POST /x',
    '1st',
    '10',
    'a-b',
    'a_b',
    '𝒳',
    '*/',
    "'",
    '`${x}`',
    'deliver',
    'c',
    'at',
  ]
  const key = (name: string) => (name === '__proto__' ? "['__proto__']" : JSON.stringify(name))
  const each = (make: (name: string) => string) => names.map((name) => `${key(name)}: ${make(JSON.stringify(name))}`).join(', ')
  const store =
    "route({ from: Shelf, effect: 'Stored', to: Box, input: 'Fill', delivery: 'outbox', key: (e, from) => ({ realm: from.realm, boxId: compose(BoxId, e.itemId) }), fields: (e) => ({ count: e.count }) })"
  const sizes = '{ Realm: 1, Row: 1, ItemId: 2, Count: 2 }'
  const read = soundComposition({
    model: `{ ci: ${sizes}, deep: ${sizes} }`,
    routes: each(() => store),
    locals: each(() => "local({ from: Box, effect: 'Filled', derive: (s) => s.count > 0 })"),
    environment: each((name) => `drive({ to: Box, input: 'Clear', on: [${name}] })`),
    more: `history: { ${each((name) => `history({ of: Shelf, fields: { [${name}]: bool }, after: (s) => ({ [${name}]: !s[${name}] }) })`)} },
      always: { ${each((name) => `(c) => c.Shelf.every((s) => s[${name}] || c.outbox[${name}].size > 0)`)} },
      eventually: { ${each((name) => `{ from: (c) => c.Box.size > 0, to: (c) => c.outbox[${name}].size > 0, fair: [${name}], strong: ['deliver.' + ${name}] }`)} },`.replaceAll(
      /'deliver\.' \+ "((?:[^"\\]|\\.)*)"/g,
      '"deliver.$1"',
    ),
  })
  const ordered = ['10', ...names.filter((name) => name !== '10')]
  const of = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  for (const list of [read.routes, read.locals, read.environment, read.history, read.always, read.eventually])
    expect(of(list)).toEqual(ordered)
  expect(read.environment.map(({ on }) => on)).toEqual(ordered.map((name) => [name]))
  expect(read.history.map(({ fields, update }) => [fields[0]!.name, update[0]!.name])).toEqual(ordered.map((name) => [name, name]))
  expect(read.always.map(({ holds }) => print(holds))).toEqual(
    ordered.map((name) => `c.Shelf.every(s => (s.${name} or (c.outbox.${name}.size > 0)))`),
  )
  expect(read.eventually.map(({ fair, strong }) => [fair, strong])).toEqual(ordered.map((name) => [[name], [`deliver.${name}`]]))
})
