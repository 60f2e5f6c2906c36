import { expect, test } from 'vitest'
import { filesOf } from '../../codegen/generate.js'
import { bindingsOf } from '../../codegen/verify/domains.js'
import { canonicalText } from '../../codegen/verify/key.js'
import { emitComparison } from '../../codegen/emit/tla-compare.js'
import { verifyMachine } from '../../codegen/verify/index.js'
import { runWasm } from '../../codegen/verify/wasm.js'
import { modulesOf } from '../emit/modules.js'
import { readSound, readText, spec } from '../read/spec.js'
import { everyWay, textOf } from './every-way.js'

const ONE_NUMBER = { state: 'total: Count', effects: '', inputs: 'Put: { fields: { count: Count } }' }
const withoutItem = (text: string) => text.replace("const ItemId = id('ItemId')\n", '')
const ofSize = (size: string) => withoutItem(spec({ ...ONE_NUMBER, model: `{ ci: { Count: ${size} }, deep: { Count: 2 } }` }))

test.each(['2147483647', '2147483648', '9007199254740991'])(
  'a domain up to %s is refused where it stands: it could not be searched',
  (size) => {
    expect(readText(ofSize(size)).faults).toEqual([
      expect.stringMatching(
        /^specs\/machines\/shelf\.ts:\d+:\d+ {2}MODEL_SIZE {2}The domain "Count" is too large to be searched\. {2}100000 at most$/,
      ),
    ])
  },
)

test.each(['9007199254740992', '9007199254740993', '-2147483648', '-0', '1.5', '10n'])(
  'a domain up to %s is no number of a spec',
  (size) => {
    const { faults } = readText(ofSize(size))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/ {2}(NUMBER_LITERAL|MODEL_SIZE) {2}/)
  },
)

test.each([
  ['1_0', 10],
  ['0xa', 10],
  ['1e1', 10],
])('a domain up to %s is one up to %i', (size, value) => {
  expect(readSound(ofSize(size)).model.ci).toEqual({ Count: value })
})

test('at the top of its domain a number is refused alike by spec, kernel and model: none wraps', async () => {
  const { report, differences, module } = await everyWay(
    withoutItem(
      spec({
        state: 'total: Count',
        effects: 'Stored: { total: Count }',
        inputs: 'Put: { fields: {} }',
        put: "update: (s) => ({ total: s.total + 1 }), emit: (s) => [{ type: 'Stored', total: s.total + 1 }]",
        model: '{ ci: { Count: 3 }, deep: { Count: 3 } }',
      }),
    ),
  )
  expect(differences).toEqual([])
  expect([report.limitsReached, report.refusalCodes]).toEqual([{ Count: 1 }, { exhausted: 1 }])
  // As far up as a number goes at all.
  const top = Number.MAX_SAFE_INTEGER
  for (const max of [top, 2 ** 31 - 1]) {
    const bounds = { max: { Count: max }, limits: {} }
    const decide = (total: number) => module.decide({ ...module.initial, total } as never, { type: 'Put' } as never, {}, bounds as never)
    expect(decide(max)).toMatchObject({ ok: false, refusal: { code: 'exhausted', transition: 'Put' } })
    expect(decide(max - 1)).toMatchObject({ ok: true, state: { total: max } })
  }
})

test('a number of a trace is a number of JSON, exactly, up to the largest that there is', () => {
  for (const total of [2 ** 31, 2 ** 53 - 1]) expect(JSON.parse(canonicalText({ total }))).toEqual({ total })
})

test('the schema of a number says both its ends, for senders and for receivers', async () => {
  const machine = readSound(
    withoutItem(
      spec({
        ...ONE_NUMBER,
        effects: 'Stored: { count: Count }',
        put: "emit: (_s, i) => [{ type: 'Stored', count: i.count }]",
        model: '{ ci: { Count: 2 }, deep: { Count: 2 } }',
      }),
    ),
  )
  const files = await filesOf({ machines: [machine], compositions: [] })
  const { $defs } = JSON.parse(textOf(files, 'generated/shelf/wire.schema.json')) as {
    $defs: Record<string, { properties: { count: object } }>
  }
  for (const name of ['Input.Put', 'Effect.Stored'])
    expect($defs[name]!.properties.count).toMatchObject({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
})

test('null is what is absent; undefined and nothing at all are refused by the name of the field', async () => {
  const machine = readSound(
    spec({
      state: 'total: Count, last: option(ItemId), kind: option(Kind)',
      top: "const Kind = oneOf('none', 'None', 'null')",
      inputs: 'Put: { fields: { itemId: option(ItemId), count: Count, kind: option(Kind) } }',
      effects: '',
      put: 'update: (_s, i) => ({ last: i.itemId, total: i.count, kind: i.kind })',
    }),
  )
  const { parseInput, decide, initial } = (await modulesOf('absent', await filesOf({ machines: [machine], compositions: [] }))).get(
    'Shelf',
  )!
  const put = { type: 'Put', itemId: 'a', count: 1, kind: null }
  for (const kind of [null, 'none', 'None', 'null']) {
    const input = { ...put, kind }
    expect(parseInput(input)).toEqual(input)
    const answer = decide(initial, input as never, {}, { max: { Count: 3 }, limits: {} } as never)
    expect(answer).toMatchObject({ ok: true, state: { kind } })
  }
  for (const kind of [undefined, 'undefined', 'NULL', 0, false])
    expect(() => parseInput({ ...put, kind }) as unknown).toThrow('Shelf: kind ')
  const { kind: _kind, ...without } = put
  expect(() => parseInput(without) as unknown).toThrow('Shelf: kind is missing')
  // Three words and their absence: none of them is another.
  expect(new Set(bindingsOf(machine, machine.model.ci).map((binding) => binding['kind'])).size).toBe(4)
})

test.each(['Date.now()', 'Math.random()', 'performance.now()', 'crypto.getRandomValues(s).length'])(
  '%s is an error in a guard and in an update, with its place',
  (call) => {
    for (const put of [`when: (s) => s.total === ${call}`, `update: (s) => ({ total: ${call} })`])
      expect(readText(spec({ put })).faults).toEqual([expect.stringMatching(/^specs\/machines\/shelf\.ts:\d+:\d+ {2}UNKNOWN_CALL /)])
  },
)

test('a helper that a guard and an update both call answers both the same', async () => {
  const { report, differences } = await everyWay(
    withoutItem(
      spec({
        ...ONE_NUMBER,
        top: 'const next = (s: { total: number }, n: number) => min(s.total + n, 3)',
        put: 'when: (s, i) => s.total === 3 || next(s, i.count) > s.total, update: (s, i) => ({ total: s.total === 3 ? 0 : next(s, i.count) })',
        always: 'rises: (s, next) => s.total === 3 || next.total > s.total',
        model: '{ ci: { Count: 3 }, deep: { Count: 3 } }',
      }),
    ),
  )
  expect([report.findings.filter(({ rule }) => rule === 'ALWAYS' || rule === 'ORACLE'), differences]).toEqual([[], []])
})

test('what is too large to be tried says what is, and is not begun', async () => {
  const wide = readSound(
    spec({
      top: `const Flags = record({ ${Array.from({ length: 17 }, (_, n) => `f${n}: bool`).join(', ')} })`,
      state: 'total: Count, last: option(ItemId)',
      inputs: 'Put: { fields: { flags: Flags, itemId: ItemId } }',
      effects: '',
      put: 'when: (_s, i) => i.flags.f0, update: (_s, i) => ({ last: i.itemId })',
    }),
  )
  expect(() => bindingsOf(wide, wide.model.ci)).toThrow(/^Shelf has 262144 bindings of its inputs, more than 100000/)
  // A set of sixteen has 65536 values: as a state it is reached step by step, and the limit of states says where it ends.
  const sets = readSound(
    spec({
      state: 'total: Count, seen: set(ItemId)',
      inputs: 'Put: { fields: { itemId: ItemId } }',
      effects: '',
      put: 'when: (s, i) => !s.seen.has(i.itemId), update: (s, i) => ({ seen: s.seen.add(i.itemId) })',
      always: 'few: (s) => s.seen.size <= 16',
      model: '{ ci: { ItemId: 16, Count: 1 }, deep: { ItemId: 2, Count: 1 } }',
    }),
  )
  const { report } = verifyMachine({ machine: sets, bounds: 'ci', kernel: null, spec: null, judgeVacuity: false, maxStates: 3_000 })
  expect(report.complete).toBe(false)
  expect(report.problems).toEqual([expect.stringMatching(/^Shelf has more than 3000 states/)])
  const model = await runWasm(sets, emitComparison(sets, sets.model.ci), { timeoutMs: 60_000, maxStates: 3_000 })
  expect(model).toMatchObject({
    status: 'unfinished',
    reason: expect.stringContaining('3001'),
    help: expect.stringContaining('smaller domains'),
  })
})

test('one value has one text, in whatever order its fields, rows and members came', () => {
  const one = { b: [{ x: 1, y: [{ p: 'q', o: 2 }] }], a: new Map<unknown, object>([['k', { r: 1, q: 2 }], ['j', { q: 2, r: 1 }]]) } // prettier-ignore
  const other = { a: new Map<unknown, object>([['j', { r: 1, q: 2 }], ['k', { q: 2, r: 1 }]]), b: [{ y: [{ o: 2, p: 'q' }], x: 1 }] } // prettier-ignore
  expect(canonicalText(other)).toBe(canonicalText(one))
  expect(canonicalText({ ...other, b: [{ x: 1, y: [{ o: 3, p: 'q' }] }] })).not.toBe(canonicalText(one))
})

test('a set that was made in another order is the same state, and the same in the model', async () => {
  const { states, edges, differences } = await everyWay(
    spec({
      top: "const Kind = oneOf('b', 'a', 'd', 'c')",
      state: 'kinds: set(Kind), items: set(ItemId)',
      inputs: 'Turn: { fields: { kind: Kind } }, Put: { fields: { itemId: ItemId } }',
      transitions: `Turn: { on: 'Turn', from: ['Open'], to: 'same', update: (s, i) => ({ kinds: s.kinds.has(i.kind) ? s.kinds.remove(i.kind) : s.kinds.add(i.kind) }) },
        Put: { on: 'Put', from: ['Open'], to: 'same', update: (s, i) => ({ items: s.items.add(i.itemId) }) }`,
      effects: '',
      model: '{ ci: { ItemId: 2 }, deep: { ItemId: 2 } }',
    }).replace("const Count = nat('Count')\n", ''),
  )
  // Every set once, whichever way it was come by.
  expect([states, edges, differences]).toEqual([2 ** 4 * 2 ** 2, 2 ** 6 * (4 + 2), []])
})
