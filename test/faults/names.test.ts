import { expect, test } from 'vitest'
import { emitTla } from '../../codegen/emit/tla.js'
import { filesOf } from '../../codegen/generate.js'
import { fromTlaString, tlaString } from '../../codegen/emit/names.js'
import type { RouterModule } from '../../generated/machine.js'
import { exportsOf, modulesOf } from '../emit/modules.js'
import { bench, compile, lint } from '../emit/workbench.js'
import { readComposition } from '../fixtures/composition-text.js'
import { readSound, readText, spec } from '../read/spec.js'
import { everyWay, textOf } from './every-way.js'

/** Reserved in TLA+, or known to its checkers without an EXTENDS, and words that the emitted text uses itself. */
const TLA = `IF LET IN ENABLED UNCHANGED DOMAIN SUBSET UNION CHOOSE EXCEPT Nat Int BOOLEAN STRING Seq Len Head Tail Append Init Next Spec vars TypeOK`
/** Of Integers, Sequences, FiniteSets and TLC, which the modules extend. */
const EXTENDED = `Real Infinity SubSeq SelectSeq Cardinality IsFiniteSet Print PrintT Assert JavaTime TLCGet TLCSet Permutations SortSeq RandomElement
  RandomSubset Any ToString TLCEval TLCModelValue TLCCache TLCFP`
const TYPESCRIPT = `class default delete new await arguments eval constructor __proto__ toString then`
const words = (text: string) => text.split(/\s+/)
const key = (name: string) => (name === '__proto__' ? "['__proto__']" : JSON.stringify(name))

/** A machine in which each of the names is an input, its field, an effect, a state field, a transition, a phase and a property. */
function machineOf(names: readonly string[]): string {
  const each = (text: (name: string, n: number) => string) => names.map(text).join(',\n    ')
  return spec({
    phases: `['Open', ${names.map((name) => JSON.stringify(name)).join(', ')}]`,
    state: each((name) => `${key(name)}: bool`),
    inputs: each((name) => `${key(name)}: { fields: { ${key(name)}: bool } }`),
    effects: each((name) => `${key(name)}: { ${key(name)}: bool }`),
    transitions: each(
      (
        name,
        n,
      ) => `${key(name)}: { on: ${JSON.stringify(name)}, from: [${JSON.stringify(n === 0 ? 'Open' : names[n - 1])}], to: ${JSON.stringify(name)},
      refuse: { ${key(name)}: (s, i) => !i[${JSON.stringify(name)}] || s[${JSON.stringify(name)}] },
      update: (_s, i) => ({ ${key(name)}: i[${JSON.stringify(name)}] }),
      emit: (_s, i) => [{ type: ${JSON.stringify(name)}, ${key(name)}: i[${JSON.stringify(name)}] }] }`,
    ),
    always: each((name) => `${key(name)}: (s, next) => !s[${JSON.stringify(name)}] || next[${JSON.stringify(name)}]`),
    model: '{ ci: {}, deep: {} }',
  })
    .replace("const ItemId = id('ItemId')\nconst Count = nat('Count')\n", '')
    .replace("{ realm: id('Realm') }", '{ realm: text({ max: 9 }) }')
    .replace('terminal: []', `terminal: [${JSON.stringify(names.at(-1))}]`)
}

test.each([
  ['words of TLA+', words(TLA)],
  ['operators of the modules that are extended', words(EXTENDED)],
  ['words of TypeScript', words(TYPESCRIPT)],
  ['what stands outside of ASCII, and what looks alike', ['Ожидание', '\u00e9', 'e\u0301', '🙂', '\u200f', 'a-b', 'a_b', 'a.b', '::']],
])('%s are names like any other: spec, kernel and model make the same steps', async (_what, names) => {
  const { machine, report, edges, differences } = await everyWay(machineOf(names))
  for (const list of [machine.inputs, machine.effects, machine.transitions, machine.always, machine.state])
    expect(list.map(({ name }) => name)).toEqual(names)
  expect(report.findings.filter(({ rule }) => rule !== 'NOTHING_SEEN').map(({ message }) => message)).toEqual([])
  expect(report.problems).toEqual([])
  expect([differences, edges]).toEqual([[], names.length])
  expect(report.transitions).toEqual(Object.fromEntries(names.map((name) => [name, 1])))
  expect(report.refusalCodes).toMatchObject(Object.fromEntries(names.map((name) => [name, expect.any(Number)])))
})

test('what is generated for all of those names compiles, and passes the lint', async () => {
  const machine = readSound(machineOf([...new Set([...words(TLA), ...words(EXTENDED), ...words(TYPESCRIPT)])]))
  const root = bench('all-names', await filesOf({ machines: [machine], compositions: [] }))
  expect(compile(root)).toBe('')
  expect(lint(root)).toBe('')
})

test('words of the checker in the box are words like any other: spec, kernel and model make the same steps', async () => {
  const words = ['__fn', '__tuple', '__model']
  const text = spec({
    state: words.map((word) => `${word}s: table(oneOf('${word}'), { word: oneOf('${word}', 'x') })`).join(', '),
    inputs: `Put: { fields: { word: oneOf(${words.map((word) => `'${word}'`).join(', ')}) } }`,
    effects: '',
    transitions: `Put: { on: 'Put', from: ['Open'], to: 'same', update: (s, i) => ({ ${words.map((word) => `${word}s: i.word === '${word}' ? s.${word}s.put('${word}', { word: '${word}' }) : s.${word}s`).join(', ')} }) }`,
    model: '{ ci: {}, deep: {} }',
  })
    .replace("const ItemId = id('ItemId')\nconst Count = nat('Count')\n", '')
    .replace("{ realm: id('Realm') }", '{ realm: text({ max: 9 }) }')
  const { states, edges, differences } = await everyWay(text)
  expect({ states, edges, differences }).toEqual({ states: 8, edges: 24, differences: [] })
})

/** Each would end a string, a template, a comment or a line in one language or another, or be written otherwise by an escaper. */
const HARD = ["it's", 'say "hi"', 'back`tick', '${x}', '*/', '<b>&amp;', 'sep\u2028arator', 'line\nbreak', 'back\\slash', '{{x}}']
const HARD_DOC = 'It is "double", \'single\', `tick`, ${dollar}, <b> & </b>, {{x}}, \u2028 next.'

test('what is hard to write arrives in kernel, wire, tables, schema, model, facts and contract as it was', async () => {
  const values = HARD.map((word) => JSON.stringify(word)).join(', ')
  const text = spec({
    top: `/** ${HARD_DOC} */\nconst Word = oneOf(${values})`,
    state: `/** ${HARD_DOC} */ word: Word`,
    init: `{ word: ${JSON.stringify(HARD[0])} }`,
    inputs: `/** ${HARD_DOC} */ Put: { fields: { word: Word } }`,
    effects: `/** ${HARD_DOC} */ Stored: { word: Word }`,
    transitions: `/** ${HARD_DOC} */ Put: { on: 'Put', from: ['Open'], to: 'same', refuse: { ${HARD.map((word, n) => `${JSON.stringify(`never ${word}`)}: (s, i) => s.word === ${JSON.stringify(word)} && i.word === ${JSON.stringify(HARD[(n + 1) % HARD.length])}`).join(', ')} },
      update: (_s, i) => ({ word: i.word }), emit: (s) => [{ type: 'Stored', word: s.word }] }`,
    model: '{ ci: {}, deep: {} }',
  })
    .replace("const ItemId = id('ItemId')\nconst Count = nat('Count')\n", '')
    .replace("{ realm: id('Realm') }", '{ realm: text({ max: 9 }) }')
  const { files, report, module, states, edges, differences } = await everyWay(text)
  // Each word leads to each, but for the one that is refused after it.
  expect({ states, edges, differences, problems: report.problems }).toEqual({
    states: HARD.length,
    edges: HARD.length * (HARD.length - 1),
    differences: [],
    problems: [],
  })
  expect(Object.keys(report.refusalCodes).sort()).toEqual(HARD.map((word) => `never ${word}`).sort())
  for (const word of HARD) expect(module.parseInput({ type: 'Put', word })).toEqual({ type: 'Put', word })
  const schema = JSON.parse(textOf(files, 'generated/shelf/wire.schema.json')) as {
    $defs: Record<string, { properties: { word: { enum: string[] } } }>
  }
  for (const name of ['Input.Put', 'Effect.Stored']) expect(schema.$defs[name]!.properties.word.enum).toEqual(HARD)
  const tla = textOf(files, 'tla/Shelf.tla')
  for (const word of HARD) expect(tla).toContain(tlaString(word))
  expect(HARD.map((word) => fromTlaString(tlaString(word).slice(1, -1)))).toEqual(HARD)
  // One line each: no word begins another fact.
  const facts = textOf(files, 'ratchets/alphabet.txt').trimEnd().split('\n')
  expect(facts.filter((fact) => !fact.startsWith('Shelf '))).toEqual([])
  expect(facts.filter((fact) => fact.startsWith('Shelf refusal Put.'))).toHaveLength(HARD.length)
  const contract = textOf(files, 'generated/shelf/contract.md')
  expect(contract).not.toContain('\u2028')
  expect(contract).not.toMatch(/&#x|&quot;|&amp;amp;/)
  for (const { path, text: written } of files) expect([path, /&#x27;|&quot;|&#x60;/.test(written)]).toEqual([path, false])
  const root = bench('hard', files)
  expect(compile(root)).toBe('')
  expect(lint(root)).toBe('')
})

test('what is hard to write arrives in routers, and in the pages of compositions', async () => {
  const words = HARD.map((word) => JSON.stringify(word)).join(', ')
  const shelf = `import { machine, oneOf, text } from 'pawl/spec'
export const Word = oneOf(${words})
export const Shelf = machine({ name: 'Shelf', version: 1, key: { realm: text({ max: 9 }), row: text({ max: 20 }) }, phases: ['Open'], initial: 'Open', terminal: [],
  state: {}, inputs: { Put: { fields: { word: Word } } }, effects: { ${key(HARD[3]!)}: { word: Word } },
  transitions: { Put: { on: 'Put', from: ['Open'], to: 'same', emit: (_s, i) => [{ type: ${JSON.stringify(HARD[3])}, word: i.word }] } },
  model: { ci: {}, deep: {} } })
`
  const box = `import { machine, text } from 'pawl/spec'
import { Word } from './shelf.js'
export const Box = machine({ name: 'Box', version: 1, key: { realm: text({ max: 9 }), row: text({ max: 20 }) }, phases: ['Open'], initial: 'Open', terminal: [],
  state: { word: Word }, init: { word: ${JSON.stringify(HARD[0])} }, inputs: { Fill: { fields: { word: Word } } }, effects: {},
  transitions: { Fill: { on: 'Fill', from: ['Open'], to: 'same', refuse: { ${key(HARD[4]!)}: (s, i) => s.word === i.word }, update: (_s, i) => ({ word: i.word }) } },
  model: { ci: {}, deep: {} } })
`
  const handoff = `import { composition, drive, route } from 'pawl/spec'
import { Box } from '../machines/box.js'
import { Shelf } from '../machines/shelf.js'
/** ${HARD_DOC} */
export const Handoff = composition({ name: 'Handoff', version: 1, machines: [Shelf, Box],
  routes: { ${HARD.map(
    (
      word,
    ) => `/** ${HARD_DOC} */ ${key(word)}: route({ from: Shelf, effect: ${JSON.stringify(HARD[3])}, to: Box, input: 'Fill', delivery: 'outbox',
    key: (_effect, from) => ({ realm: from.realm, row: ${JSON.stringify(word)} }), fields: (effect) => ({ word: effect.word }), acknowledges: [${JSON.stringify(HARD[4])}] })`,
  ).join(',\n    ')} },
  locals: {},
  environment: { ${key(HARD[1]!)}: drive({ to: Shelf, input: 'Put', only: { word: [${words}] } }) },
  always: { ${key(HARD[2]!)}: (c) => c.Box.every((box) => box.word !== ${JSON.stringify(HARD[5])} || c.Shelf.some((s) => s.phase === 'Open')) },
  model: { ci: {}, deep: {} } })
`
  const { catalog, faults } = readComposition(handoff, { 'specs/machines/shelf.ts': shelf, 'specs/machines/box.ts': box })
  expect(faults).toEqual([])
  const files = await filesOf(catalog)
  const [router] = [...(await exportsOf('hard-router', files, /router\.ts$/)).values()].map(({ handoff }) => handoff as RouterModule)
  expect(router!.routes.map(({ name }) => name)).toEqual(HARD)
  expect(router!.routes.map((one) => one.keyOf({ type: HARD[3]!, word: 'x' }, { realm: 'r', row: 'y' }))).toEqual(
    HARD.map((row) => ({ realm: 'r', row })),
  )
  expect(router!.routes[0]!.acknowledges).toEqual([HARD[4]])
  const facts = textOf(files, 'ratchets/composition.txt').trimEnd().split('\n')
  expect(facts.filter((fact) => !fact.startsWith('Handoff '))).toEqual([])
  expect(facts.filter((fact) => fact.startsWith('Handoff route '))).toHaveLength(HARD.length)
  const page = textOf(files, 'generated/handoff/contract.md')
  expect(page).not.toMatch(/\u2028|&#x27;|&quot;/)
  for (const fence of page.split('```').filter((_, n) => n % 2 === 1)) expect(fence).toMatch(/^(mermaid|ts)?\n/)
  const root = bench('hard-composition', files)
  expect(compile(root)).toBe('')
  expect(lint(root)).toBe('')
})

test('two machines of one name are an error at the second, wherever they stand', () => {
  const { faults } = readText(spec({}), { 'specs/machines/other.ts': spec({}) })
  expect(faults).toEqual([])
  const both = readComposition('', {
    'specs/machines/shelf.ts': spec({}),
    'specs/machines/aside.ts': spec({}),
    'specs/machines/box.ts': '',
  })
  expect(both.faults.filter((fault) => fault.includes('DUPLICATE_NAME'))).toEqual([
    expect.stringMatching(
      /^specs\/machines\/shelf\.ts:\d+:\d+ {2}DUPLICATE_NAME {2}"Shelf" is also the name of what stands at specs\/machines\/aside\.ts:\d+\./,
    ),
  ])
})

test('an input and an effect of one name, and a state field and a field of an input, are two', async () => {
  const machine = readSound(
    spec({
      state: 'count: Count',
      inputs: 'Put: { fields: { count: Count } }',
      effects: 'Put: { count: Count }',
      put: "update: (_s, i) => ({ count: i.count }), emit: (s) => [{ type: 'Put', count: s.count }]",
      model: '{ ci: { Count: 3 }, deep: { Count: 3 } }',
    }).replace("const ItemId = id('ItemId')\n", ''),
  )
  const files = await filesOf({ machines: [machine], compositions: [] })
  const shelf = (await modulesOf('one-name', files)).get('Shelf')!
  const answer = shelf.decide({ ...shelf.initial, count: 1 } as never, { type: 'Put', count: 2 } as never, {}, {
    max: { Count: 3 },
    limits: {},
  } as never)
  expect(answer).toMatchObject({ ok: true, state: { count: 2 }, effects: [{ type: 'Put', count: 1 }] })
  expect(compile(bench('one-name-types', files))).toBe('')
})

test('one member more in a oneOf changes one line of each generated text that names it, and renames nothing', async () => {
  const shelf = (members: string) =>
    readSound(
      spec({
        top: `const Kind = oneOf(${members})`,
        state: 'kind: Kind',
        init: "{ kind: 'book' }",
        inputs: 'Put: { fields: { kind: Kind } }',
        effects: 'Stored: { kind: Kind }',
        put: "when: (s, i) => s.kind !== i.kind, update: (_s, i) => ({ kind: i.kind }), emit: (_s, i) => [{ type: 'Stored', kind: i.kind }]",
        model: '{ ci: {}, deep: {} }',
      })
        .replace("const ItemId = id('ItemId')\nconst Count = nat('Count')\n", '')
        .replace("{ realm: id('Realm') }", '{ realm: text({ max: 9 }) }'),
    )
  const [before, after] = await Promise.all(
    ["'book', 'record'", "'book', 'record', 'map'"].map((members) => filesOf({ machines: [shelf(members)], compositions: [] })),
  )
  for (const { path, text } of before!.filter((file) => file.path.endsWith('.ts'))) {
    // The hash of the whole spec is another one, of course.
    const [was, is] = [text, textOf(after!, path)].map((one) => one.replace(/hash: '[0-9a-f]{64}'/, 'hash').split('\n')) as [
      string[],
      string[],
    ]
    expect(is).toHaveLength(was.length)
    // Each changed line is the old one with the new member in it, and nothing else.
    const changed = is.filter((line, n) => line !== was[n])
    expect(changed.map((line) => line.replace(/(, | \| )'map'/g, ''))).toEqual(was.filter((line, n) => line !== is[n]))
    expect([path, changed.length]).toEqual([path, changed.filter((line) => line.includes("'book'")).length])
    if (path.endsWith('kernel.ts')) expect(changed.length).toBeLessThanOrEqual(3)
  }
})

test('a cfg holds numbers, model values, sets of them and of strings, and nothing that has to be worked out', () => {
  for (const name of ['a-b', 'IF', '🙂', '-1']) {
    const machine = readSound(
      spec({
        top: `const Odd = id(${JSON.stringify(name)})\nconst Note = text({ max: 9 })`,
        state: 'total: Count, odd: option(Odd), note: Note, last: option(ItemId)',
        inputs: 'Put: { fields: { odd: Odd, note: Note, count: Count, itemId: ItemId } }',
        effects: '',
        put: 'update: (_s, i) => ({ odd: i.odd, note: i.note, total: i.count, last: i.itemId })',
        model: `{ ci: { ItemId: 2, Count: 3, ${JSON.stringify(name)}: 2, Text: 2 }, deep: { ItemId: 2, Count: 3, ${JSON.stringify(name)}: 2, Text: 2 } }`,
      }),
    )
    const { ci } = emitTla(machine).cfg
    const constants = ci
      .slice(ci.indexOf('CONSTANTS\n') + 10)
      .trimEnd()
      .split('\n')
    expect(constants.length).toBeGreaterThan(5)
    const value = String.raw`(\d+|\w+|"[ -~]*")`
    for (const line of constants) expect(line).toMatch(new RegExp(String.raw`^  \w+ = (${value}|\{(${value}(, ${value})*)?\})$`))
    expect(ci).not.toMatch(/SYMMETRY|VIEW|CONSTRAINT|<<|\.\./)
  }
})
