/** Specs that emitters find hard, as texts: the reader makes machines of them. */
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import type { Catalog } from '../../codegen/ir.js'
import { filesInMemory } from '../../codegen/read/files.js'
import { readFrom } from '../../codegen/read/index.js'

export function catalogOf(...specs: readonly string[]): Catalog {
  const files = Object.fromEntries(specs.map((spec, n) => [`specs/machines/spec-${n}.ts`, spec]))
  const { catalog, diagnostics } = readFrom(filesInMemory(files), { files: Object.keys(files) })
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return catalog
}

/** Names that mean something else in TypeScript, JavaScript, TLA+ or SQL, and pairs that a careless spelling makes one. */
export const ODD_NAMES = `import { bool, id, machine, nat, oneOf, option, table } from 'pawl/spec'
const Item = id('a-b')
const Count = nat('a_b')
export const Odd = machine({
  name: 'IF', version: 1,
  key: { class: id('class'), ['__proto__']: id('__proto__'), 'a-b': id('Realm') },
  phases: ['Init', 'class', '__proto__', 'Ожидание', 'a-b', 'a_b', 'end'], initial: 'Init', terminal: [],
  state: {
    constructor: Count, toString: bool, then: option(Item), eval: Count, arguments: Count, ['__proto__']: Count,
    'a-b': bool, a_b: bool, Class: bool, class: bool, rows: table(Item, { ['__proto__']: Count, 'x y': bool, key: Count }, { unique: ['key'] }),
    rowsSize: Count, Rows: table(Count, { value: oneOf('class', '__proto__', "it's") }), state: Count, key: table(Item, { then: bool }),
  },
  inputs: {
    class: { fields: { constructor: Count, 'a-b': Item, a_b: Item } },
    ['__proto__']: { fields: { ['__proto__']: Count, then: option(Item), input: Count, rows: Count } },
    Init: { fields: {} }, Input: { fields: { state: Count } }, 'a-b': { fields: {} }, a_b: { fields: {} }, Ожидание: { fields: {} },
  },
  effects: {
    class: { ['__proto__']: Count, default: bool }, ['__proto__']: { constructor: Count }, Init: {}, Effect: { effects: Count },
  },
  transitions: {
    class: { on: 'class', from: ['Init'], to: 'class',
      refuse: { ['__proto__']: (s, i) => i.constructor < s.constructor, 'a-b': (s, i) => s.rows.has(i.a_b) },
      update: (s, i) => ({ constructor: i.constructor, then: i['a-b'], rows: s.rows.put(i['a-b'], { ['__proto__']: i.constructor, 'x y': s.class, key: s.rowsSize }) }),
      emit: (s, i) => [{ type: 'class', ['__proto__']: i.constructor, default: s.toString }] },
    ['__proto__']: { on: '__proto__', from: ['class', '__proto__'], to: '__proto__',
      update: (s, i) => ({ ['__proto__']: i['__proto__'], eval: i.input, arguments: i.rows, Rows: s.Rows.put(i.input, { value: '__proto__' }) }),
      emit: (s, i) => [{ type: '__proto__', constructor: i['__proto__'] }, { type: 'Effect', effects: s.eval }] },
    Init: { on: 'Init', from: ['class', '__proto__', 'Ожидание'], to: 'Ожидание', update: (s) => ({ state: s.state + 1, class: !s.class }), emit: () => [{ type: 'Init' }] },
    Input: { on: 'Input', from: ['Ожидание'], to: 'a-b', when: (s, i) => i.state === s.state, update: (s, i) => ({ Class: true, key: s.then === null ? s.key : s.key.put(s.then, { then: s.Class }) }) },
    'a-b': { on: 'a-b', from: ['a-b'], to: 'a_b', update: () => ({ 'a-b': true }) },
    a_b: { on: 'a_b', from: ['a_b'], to: 'end', update: () => ({ a_b: true }) },
    Ожидание: { on: 'Ожидание', from: ['end'], to: 'Init' },
  },
  always: { ['__proto__']: (s) => s.state >= 0 },
  model: { ci: { 'a-b': 2, a_b: 1, class: 1, ['__proto__']: 1, Realm: 1 }, deep: { 'a-b': 2, a_b: 2, class: 1, ['__proto__']: 1, Realm: 1 } },
})
`

/** Words that would end a comment, a string or a template, or start a line. */
export const ODD_WORDS = `import { machine, oneOf, bool } from 'pawl/spec'
/** Ends * / early? It has "double", 'single', \\\`backtick\\\`, \${dollar}, <b>&amp;</b>, {{handlebars}}, | a | table |, \u2028 a separator.
 * // and a second line; @param too: \\u002a/ and // oxlint-disable */
export const Words = machine({
  name: 'Words', version: 1, key: {},
  phases: [
    /** "It's" \\\`here\\\` <now> | {{x}} \u2028 next. */
    'Here', "it's", 'say "hi"', 'back\`tick', '\${x}', '*/', 'line\\nbreak', 'sep\\u2028arator', '<b>&', '{{x}}', '𝒳', 'semi;colon: #1', 'back\\\\slash',
  ],
  initial: 'Here', terminal: [],
  state: {
    /** *\u2215 almost the end, \u0022quoted\u0022. */
    word: oneOf("it's", 'say "hi"', 'back\`tick', '\${x}', '*/', 'line\\nbreak', 'sep\\u2028arator', '<b>&', '{{x}}', 'back\\\\slash'),
  },
  init: { word: '*/' },
  inputs: { 'say "hi"': { fields: { "it's": bool } }, '*/': { fields: {} } },
  effects: { '\${x}': { 'back\`tick': bool } },
  transitions: {
    /** A {{#if}} that is none, and a \\\`tick\\\`. */
    'line\\nbreak': { on: 'say "hi"', from: ['Here'], to: "it's", refuse: { '*/': (_s, i) => i["it's"] }, update: () => ({ word: "it's" }), emit: (_s, i) => [{ type: '\${x}', 'back\`tick': i["it's"] }] },
    '*/': { on: '*/', from: ["it's", 'say "hi"', 'back\`tick', '\${x}', '*/', 'line\\nbreak', 'sep\\u2028arator', '<b>&', '{{x}}', '𝒳', 'semi;colon: #1', 'back\\\\slash'], to: 'Here', when: (s) => s.word !== 'back\\\\slash' },
  },
  model: { ci: {}, deep: {} },
})
`

/** One phase, no effects, an input without fields, no tables, no limits. */
export const BARE = `import { machine, nat } from 'pawl/spec'
export const Bare = machine({
  name: 'Bare', version: 1, key: {}, phases: ['Only'], initial: 'Only', terminal: [],
  state: { count: nat('Count') }, inputs: { Step: { fields: {} } }, effects: {},
  transitions: { Step: { on: 'Step', from: ['Only'], to: 'same', update: (s) => ({ count: s.count + 1 }) } },
  model: { ci: { Count: 2 }, deep: { Count: 2 } },
})
`

/** Nothing at all happens. */
export const INERT = `import { machine } from 'pawl/spec'
export const Inert = machine({
  name: 'Inert', version: 1, key: {}, phases: ['Only'], initial: 'Only', terminal: ['Only'],
  state: {}, inputs: {}, effects: {}, transitions: {}, model: { ci: {}, deep: {} },
})
`

/** Every type and every operation that a transition may use; chains of row changes whose keys may be the same. */
export const KITCHEN = `import { bool, clock, duration, id, ids, instant, machine, max, min, nat, oneOf, opaque, option, random, record, same, set, table, text } from 'pawl/spec'
const Item = id('Item')
const Count = nat('Count')
const Color = oneOf('red', 'green')
const Size = record({ width: Count, color: Color })
const wide = (s, i) => s.size.width > i.width
const second = (rows, key) => rows.has(key)
/** Doubles, up to a limit. */
function doubled(n, limits) { const twice = n + n; return min(twice, limits.most) }
export const Kitchen = machine({
  name: 'Kitchen', version: 3, key: { realm: id('Realm'), number: Count },
  phases: ['Open', 'Busy', 'Closed'], initial: 'Open', terminal: ['Closed'],
  state: {
    size: Size, last: option(Size), tags: set(Color), numbers: set(Count), owner: option(Item), at: instant('Clock'), wait: duration('Count'),
    note: text({ max: 5 }), bytes: opaque({ maxBytes: 4 }), maybe: option(bool), done: bool,
    items: table(Item, { count: Count, size: Size, maker: option(Item) }, { unique: ['count'] }),
  },
  init: { size: { width: 0, color: 'red' } },
  limits: { most: Count },
  indexes: { byPhase: ['phase', 'at'] },
  inputs: {
    Put: { fields: { item: Item, other: Item, width: Count }, supplied: { nowMs: clock(instant('Clock')) } },
    Move: { fields: { item: Item, other: Item } },
    Tag: { fields: { color: Color, count: Count } },
    Name: { fields: { owner: option(Item), note: text({ max: 5 }), bytes: opaque({ maxBytes: 4 }), maybe: option(bool), size: Size } },
    Close: { fields: {}, supplied: { made: ids(Item), jitter: random(Count, { upTo: 'most' }) } },
  },
  effects: { Stored: { item: Item, size: Size, first: bool }, Named: { owner: option(Item), size: Size }, Closed: { made: Item, jitter: Count } },
  transitions: {
    PutBoth: { on: 'Put', from: ['Open'], to: 'Busy', when: (s, i) => !second(s.items, i.item),
      refuse: { too_wide: wide, count_taken: (s, i) => s.items.by('count', i.width) !== null },
      update: (s, i, limits) => ({
        at: max(s.at, i.nowMs), wait: doubled(s.wait, limits), last: s.size, size: { ...s.size, width: i.width },
        items: s.items.put(i.item, { count: i.width, size: s.size, maker: null }).with(i.other, { maker: i.item }).remove(i.other),
      }),
      emit: (s, i) => [{ type: 'Stored', item: i.item, size: { ...s.size, width: i.width }, first: s.items.size === 0 }, ...(s.owner === null ? [] : [{ type: 'Stored', item: s.owner, size: s.size, first: false } as const])] },
    PutAgain: { on: 'Put', from: ['Open'], to: 'same', when: (s, i) => s.items.has(i.item),
      refuse: { same_size: (s, i) => same(s.items.get(i.item)!.size, s.size) && s.items.get(i.item)!.maker !== null },
      update: (s, i) => ({ items: s.items.get(i.item)!.count === i.width ? s.items.with(i.item, { size: s.size, maker: i.other }) : s.items.remove(i.item).remove(i.other) }) },
    Move: { on: 'Move', from: ['Open', 'Busy'], to: 'Open', when: (s, i) => s.items.get(i.item)?.maker !== i.other,
      update: (s, i) => {
        const row = s.items.get(i.item)
        const first = s.items.size
        return { done: row !== null && row.maker !== null, items: s.items.with(i.item, { maker: i.other }), numbers: s.numbers.add(first) }
      },
      emit: (s, i) => { const row = s.items.get(i.item); return row === null ? [] : [{ type: 'Stored', item: i.other, size: row.size, first: s.items.has(i.other) }] } },
    Tag: { on: 'Tag', from: ['Open', 'Busy'], to: 'same', when: (s, i) => !s.tags.has(i.color),
      update: (s, i) => ({ tags: s.tags.add(i.color), numbers: s.numbers.remove(i.count), size: { width: s.size.width - i.count, color: i.color } }) },
    Untag: { on: 'Tag', from: ['Open', 'Busy'], to: 'same', when: (s, i) => s.tags.has(i.color), update: (s, i) => ({ tags: s.tags.remove(i.color) }) },
    Name: { on: 'Name', from: ['Open'], to: 'same', refuse: { no_tags: (s) => s.tags.size === 0 && s.numbers.has(2), same_last: (s, i) => s.last !== null && same(s.last, i.size) },
      update: (s, i) => ({ owner: i.owner ?? s.owner, note: i.note, bytes: i.bytes, maybe: i.maybe, last: i.size }),
      emit: (s, i) => [{ type: 'Named', owner: s.owner, size: i.size }] },
    Close: { on: 'Close', from: ['Busy'], to: 'Closed', emit: (_s, i) => [{ type: 'Closed', made: i.made, jitter: i.jitter }] },
  },
  model: { ci: { Item: 2, Count: 2, Realm: 1, Clock: 1 }, deep: { Item: 2, Count: 2, Realm: 1, Clock: 1 } },
})
`
