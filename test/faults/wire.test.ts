import { expect, test } from 'vitest'
import { filesOf } from '../../codegen/generate.js'
import { emitFacts } from '../../codegen/emit/facts.js'
import { BARE, INERT, KITCHEN, ODD_NAMES, catalogOf } from '../emit/specs.js'
import { bench, compile } from '../emit/workbench.js'
import { readText, spec } from '../read/spec.js'

const { machines } = catalogOf(KITCHEN)
const all = [BARE, INERT, KITCHEN, ODD_NAMES].flatMap((text) => catalogOf(text).machines)

test('no wire schema transforms, refines past what JSON Schema can say, or supplies what was not sent', async () => {
  const files = (await filesOf({ machines: all, compositions: [] })).filter(({ path }) => path.endsWith('wire.ts'))
  expect(files.length).toBe(all.length + 1)
  for (const { path, text } of files)
    expect([path, /\.(transform|default|prefault|catch|pipe|overwrite|optional)\(|preprocess|coerce|codec/.exec(text)]).toEqual([
      path,
      null,
    ])
})

test('every field is required in both directions, since nothing has a default; every object is closed', async () => {
  for (const { path, text } of (await filesOf({ machines: all, compositions: [] })).filter((file) =>
    file.path.endsWith('wire.schema.json'),
  )) {
    const { $defs } = JSON.parse(text) as { $defs: Record<string, Schema> }
    for (const [name, schema] of Object.entries($defs)) {
      if (name === 'Input' || name === 'Effect') continue
      const { required = [], properties, additionalProperties } = schema
      expect([path, name, [...required].sort(), additionalProperties]).toEqual([path, name, Object.keys(properties).sort(), false])
    }
  }
})

interface Schema {
  readonly properties: object
  readonly required?: readonly string[]
  readonly additionalProperties: boolean
}

test('a fact about a schema is one text, whatever order its keys came in', () => {
  const wire = emitFacts({ machines, compositions: [] }).find(({ path }) => path === 'ratchets/wire.txt')!.text
  for (const line of wire
    .trimEnd()
    .split('\n')
    .filter((one) => one.includes(': {'))) {
    const schema = line.slice(line.indexOf(': {') + 2)
    expect(JSON.stringify(sorted(JSON.parse(schema)))).toBe(schema)
  }
})

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

test.each(['set(ItemId)', 'table(ItemId, { count: Count })'])(
  '%s does not travel: an input that holds one is an error, and so is an effect',
  (type) => {
    for (const parts of [
      { inputs: `Put: { fields: { all: ${type} } }`, effects: '' },
      { inputs: 'Put: { fields: {} }', effects: `Stored: { all: ${type} }` },
    ])
      expect(readText(spec(parts)).faults).toContainEqual(
        expect.stringMatching(/ {2}TYPE_NOT_ALLOWED {2}An (input|effect) cannot hold a (set|table)\./),
      )
  },
)

test('a host that sends what no spec takes, or calls an answer accepted that it never looked at, does not compile', async () => {
  const root = bench('host', [
    ...(await filesOf(catalogOf(BARE))),
    {
      path: 'generated/host.ts',
      text: `import type { Input } from './bare/kernel.js'
import { bare } from './bare/index.js'
export const known: Input = { type: 'Step' }
export const unknown: Input = { type: 'Leap' }
export const more: Input = { type: 'Step', far: true }
const answer = bare.decide(bare.initial, known, {}, { max: { Count: 3 }, limits: {} })
export const state = answer.state
`,
    },
  ])
  const said = compile(root)
  expect([...said.matchAll(/^generated\/host\.ts\((\d+),/gm)].map(([, line]) => Number(line))).toEqual([4, 5, 7])
})
