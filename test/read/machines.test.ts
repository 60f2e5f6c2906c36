import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { formatDiagnostic } from '../../codegen/diagnostics.js'
import { filesInMemory, filesOnDisk } from '../../codegen/read/files.js'
import { read, readFrom } from '../../codegen/read/index.js'
import { readSound, readText, spec, withoutPositions } from './spec.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const FIXTURE = 'test/read/fixtures/runtime-delivery.ts'

test('the shared example is read whole', async () => {
  const { catalog, diagnostics } = read(root, { files: [FIXTURE] })
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  await expect(`${JSON.stringify(catalog, null, 1)}\n`).toMatchFileSnapshot('fixtures/runtime-delivery.ir.txt')
})

test('the specs of the house have no fault', () => {
  const { catalog, diagnostics } = read(root)
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  const files = filesOnDisk(root)
  // What a machine is made of may stand in the folder of its name.
  const partOf = (path: string): string => path.replace(/(specs\/machines\/[^/]+)\/.*/, '$1.ts')
  expect(catalog.machines.map(({ at }) => at.file)).toEqual([...new Set(files.list('specs/machines').map(partOf))])
  expect(catalog.compositions.map(({ at }) => at.file)).toEqual(files.list('specs/compositions'))
})

test('reading twice gives the same, and the IR survives JSON', () => {
  const { catalog } = read(root)
  expect(read(root).catalog).toEqual(catalog)
  expect(JSON.parse(JSON.stringify(catalog))).toEqual(catalog)
})

test('functions stand before their use, and each is used', () => {
  for (const machine of read(root).catalog.machines) {
    const known = new Set<string>()
    for (const { name, body } of machine.functions) {
      for (const used of callsIn(body)) expect(known).toContain(used)
      known.add(name)
    }
    const { functions: _functions, ...rest } = machine
    const called = new Set([...callsIn(rest), ...machine.functions.flatMap(({ body }) => callsIn(body))])
    expect([...known].sort()).toEqual([...called].sort())
  }
})

function callsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'kind' in value && value.kind === 'call' && 'function' in value ? [String(value.function)] : []
  return [...own, ...Object.values(value).flatMap(callsIn)]
}

test('words of the author become docs, machine names and positions are those of the file', () => {
  const machine = readSound({
    phases: "[\n // Nothing yet.\n 'Open',\n /** All is\n   * kept. */\n 'Kept', 'Gone' ]",
    state: 'total: Count, /** Who came last. */ last: option(ItemId)',
  })
  expect(machine.doc).toBe('Keeps things.')
  expect(machine.phases.map(({ doc }) => doc)).toEqual(['Nothing yet.', 'All is\nkept.', ''])
  expect(machine.state.map(({ doc }) => doc)).toEqual(['', 'Who came last.'])
  expect(machine.at).toEqual({ file: 'specs/machines/shelf.ts', line: 7, column: 9 })
})

test('a property is kept in the words of its author, on one line', () => {
  const machine = readSound({ always: 'kept: (s) => // why\n   s.total   >= 0 /* not\n needed */ && "a  b" === "a  b"' })
  expect(machine.always[0]!.source).toBe('(s) => s.total >= 0 && "a  b" === "a  b"')
})

test('first values come of the type, or of init', () => {
  const machine = readSound({
    state: `total: Count, at: instant('Count'), on: bool, note: text({ max: 9 }), data: opaque({ maxBytes: 9 }), last: option(ItemId),
      kind: oneOf('a', 'b'), place: record({ row: Count, name: text({ max: 3 }) }), seen: set(Count), items: table(ItemId, { count: Count }), from: Count`,
    init: "{ kind: 'b', place: { name: 'x', row: 2 }, from: 1 }",
  })
  expect(machine.state.map(({ initial }) => initial)).toEqual([0, 0, false, '', '', null, 'b', { row: 2, name: 'x' }, null, null, 1])
  expect(machine.model.ci).toEqual({ Count: 3, ItemId: 2, Opaque: 1, Text: 1 })
})

describe('records, sets, limits and supplied fields', () => {
  test('are read with their types', () => {
    const machine = readSound({
      state: 'total: Count, place: record({ row: Count, free: bool }), seen: set(ItemId), last: option(record({ row: Count }))',
      init: '{ place: { row: 0, free: true } }',
      limits: '{ highest: Count }',
      inputs:
        "Put: { fields: { itemId: ItemId, count: Count }, supplied: { freshId: ids(ItemId), extra: random(Count, { upTo: 'highest' }), atMs: clock(Count) } }",
      put: `when: (s, i, limits) => s.place.row < limits.highest && !s.seen.has(i.freshId) && (s.last?.row ?? 0) < i.extra,
        update: (s, i, { highest }) => ({ place: { ...s.place, row: min(s.place.row + i.extra, max(highest, 1)) }, seen: s.seen.add(i.itemId).remove(i.freshId), last: { row: i.atMs } })`,
    })
    expect(machine.inputs[0]!.supplied.map(({ name, source, upTo }) => [name, source, upTo])).toEqual([
      ['freshId', 'ids', null],
      ['extra', 'random', 'highest'],
      ['atMs', 'clock', null],
    ])
    expect(machine.transitions[0]!.update.map(({ name, value }) => [name, value.kind, value.type.kind])).toEqual([
      ['place', 'recordWith', 'record'],
      ['seen', 'setRemove', 'set'],
      ['last', 'record', 'record'],
    ])
  })
})

describe('nothing a spec can hold makes the reader throw', () => {
  const text = filesOnDisk(root).text(FIXTURE)!.replace('../../../specs/vocabulary.js', 'pawl/spec')
  const tokens = [...text.matchAll(/\w+|\s+|=>|[^\w\s]/g)]

  test('a token less', () => {
    for (const [n, { 0: token, index }] of tokens.entries())
      if (n % 7 === 0 && token.trim() !== '') readDamaged(text.slice(0, index) + text.slice(index + token.length))
  })

  test('a token in the place of another', () => {
    for (const [n, { 0: token, index }] of tokens.entries())
      if (n % 11 === 0 && token.trim() !== '')
        readDamaged(text.slice(0, index) + tokens[(n * 7) % tokens.length]![0] + text.slice(index + token.length))
  })

  test.each([
    '',
    '\0',
    'export',
    '}',
    'export default 1',
    'export default machine()',
    "import { machine } from 'pawl/spec'\nexport const M = machine(M)",
  ])('%j', (damaged) => {
    readDamaged(damaged)
  })

  test('parentheses without end', () => {
    const nested = spec({ put: `when: (s) => ${'('.repeat(50_000)}s.total === 0${')'.repeat(50_000)}` })
    expect(readDamaged(nested).map(({ code }) => code)).toEqual(['SYNTAX'])
  })

  function readDamaged(damaged: string) {
    const { catalog, diagnostics } = readFrom(filesInMemory({ 'specs/machines/damaged.ts': damaged }))
    if (diagnostics.length === 0) expect(catalog.machines).toHaveLength(1)
    return diagnostics
  }
})

test('an edit of a single token is seen, unless it is a comma or a name that nothing uses', () => {
  const text = filesOnDisk(root).text(FIXTURE)!.replace('../../../specs/vocabulary.js', 'pawl/spec')
  const readAs = (edited: string) => readFrom(filesInMemory({ 'specs/machines/edited.ts': edited }))
  const whole = withoutPositions(readAs(text).catalog)
  const unseen: string[] = []
  for (const [n, { 0: token, index }] of [...text.matchAll(/'[^'\n]*'|\w+|=>|[=!]==|&&|\.\.\.|\/\*[^]*?\*\/|[^\w\s]/g)].entries()) {
    if (n % 3 !== 0 || /^(,|_s|RuntimeDelivery|\/\*[^]*)$/.test(token)) continue
    for (const other of /^['\w]/.test(token) ? ['', token.replace(/\w+/, 'zzz')] : ['']) {
      const { catalog, diagnostics } = readAs(text.slice(0, index) + other + text.slice(index + token.length))
      if (diagnostics.length === 0 && JSON.stringify(withoutPositions(catalog)) === JSON.stringify(whole))
        unseen.push(`${index}: ${token} -> ${other}`)
    }
  }
  expect(unseen).toEqual([])
})

test('a machine may be exported in any way, and one that is not is an error', () => {
  const text = spec({})
  for (const handedOut of ['export { Shelf }', 'export { Shelf as default }', 'export default Shelf'])
    expect(readSound(`${text.replace('export const Shelf', 'const Shelf')}\n${handedOut}\n`).name).toBe('Shelf')
  expect(readSound(text.replace('export const Shelf =', 'export default')).name).toBe('Shelf')
  expect(readText(text.replace('export const Shelf', 'const Shelf')).faults).toEqual([expect.stringContaining('  MACHINE_MISPLACED  ')])
})

test('a project that has no specs has no machines and no fault', () => {
  expect(readFrom(filesInMemory({}))).toEqual({ catalog: { machines: [], compositions: [] }, diagnostics: [] })
})
