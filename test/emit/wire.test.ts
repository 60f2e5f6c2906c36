import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { filesOf } from '../../codegen/generate.js'
import { BARE, INERT, KITCHEN, ODD_NAMES, catalogOf } from './specs.js'
import { type Module, exportsOf, modulesOf } from './modules.js'

const catalog = { machines: [BARE, INERT, KITCHEN, ODD_NAMES].flatMap((spec) => catalogOf(spec).machines), compositions: [] }
let kitchen: Module
let odd: Module
let bare: Module
let schemas: ReadonlyMap<string, Readonly<Record<string, unknown>>>
let texts: ReadonlyMap<string, string>
beforeAll(async () => {
  const files = await filesOf(catalog)
  texts = new Map(files.map(({ path, text }) => [path, text]))
  const modules = await modulesOf('wire', files)
  kitchen = modules.get('Kitchen')!
  odd = modules.get('IF')!
  bare = modules.get('Bare')!
  schemas = await exportsOf('schemas', files, /generated\/[^/]+\/wire\.ts$/)
})

const put = { type: 'Put', item: 'i', other: 'j', width: 3 }
const name = { type: 'Name', owner: null, note: 'short', bytes: 'é€'.slice(0, 1), maybe: true, size: { width: 0, color: 'red' } }

/** What is thrown, or what is answered. */
function said(module: Module, data: unknown): unknown {
  try {
    return module.parseInput(data)
  } catch (error) {
    const { name: kind, path, message } = error as { name: string; path: string; message: string }
    return `${kind} at "${path}": ${message}`
  }
}

describe('a message at the door', () => {
  test('is an input without its supplied fields, a copy that nobody else holds', () => {
    const data = { ...name, size: { ...name.size } }
    const parsed = kitchen.parseInput(data)
    expect(parsed).toEqual(name)
    expect(parsed).not.toBe(data)
    expect(parsed.size).not.toBe(data.size)
    expect(kitchen.parseInput(put)).toEqual(put)
  })

  test.each([
    ['no object', 'Put', '', 'is not an object'],
    ['null', null, '', 'is not an object'],
    ['a list', [put], '', 'is not an object'],
    ['an object of a class', new (class Message { type = 'Put' })(), '', 'is not a plain object'], // prettier-ignore
    ['a prototype of its own', Object.create(put), '', 'is not a plain object'],
    ['no type', { item: 'i' }, 'type', 'is missing'],
    ['a type that is no text', { ...put, type: 1 }, 'type', 'is not text'],
    ['an unknown type', { ...put, type: 'Nothing' }, 'type', 'is not known: Nothing'],
    ['a type that every object has', { type: 'constructor' }, 'type', 'is not known: constructor'],
    ['a field too few', { type: 'Put', item: 'i', other: 'j' }, 'width', 'is missing'],
    ['a field that is undefined', { ...put, width: undefined }, 'width', 'is not a number'],
    ['a field too many', { ...put, more: 1 }, 'more', 'is not a field of it'],
    ['a supplied field', { ...put, nowMs: 5 }, 'nowMs', 'is not a field of it'],
    [
      '__proto__',
      JSON.parse('{"type":"Put","item":"i","other":"j","width":1,"__proto__":{"width":2}}'),
      '__proto__',
      'is not a field of it',
    ],
    ['a field too many inside a record', { ...name, size: { width: 1, color: 'red', depth: 1 } }, 'size.depth', 'is not a field of it'],
    [
      '__proto__ inside a record',
      { ...name, size: JSON.parse('{"width":1,"color":"red","__proto__":1}') },
      'size.__proto__',
      'is not a field of it',
    ],
    ['a record that is a list', { ...name, size: [] }, 'size', 'is not an object'],
    ['a wrong type', { ...put, item: 7 }, 'item', 'is not text'],
    ['a number in quotes', { ...put, width: '3' }, 'width', 'is not a number'],
    ['a fraction', { ...put, width: 1.5 }, 'width', 'is not a safe integer'],
    ['a number below zero', { ...put, width: -1 }, 'width', 'is less than 0'],
    ['a number that is not safe', { ...put, width: 2 ** 53 }, 'width', 'is more than 9007199254740991'],
    ['no number', { ...put, width: NaN }, 'width', 'is not a number'],
    ['an empty id', { ...put, item: '' }, 'item', 'is less than 1 long'],
    ['an id of 201 code units', { ...put, item: 'x'.repeat(201) }, 'item', 'is more than 200 long'],
    ['a lone surrogate', { ...put, item: 'a\ud800' }, 'item', 'is not well-formed Unicode'],
    ['a lone surrogate in a text', { ...name, note: '\udc00' }, 'note', 'is not well-formed Unicode'],
    ['a text one code unit too long', { ...name, note: 'sixsix' }, 'note', 'is more than 5 long'],
    ['bytes too many, in few code units', { ...name, bytes: 'ééé' }, 'bytes', 'is longer than 4 bytes'],
    ['a word that is not of the list', { ...name, size: { width: 1, color: 'blue' } }, 'size.color', 'is none of red, green'],
    ['null where nothing is optional', { ...put, item: null }, 'item', 'is not text'],
  ])('%s is an error that names the field', (_, data, path, problem) => {
    expect(said(kitchen, data)).toBe(`WireError at "${path}": Kitchen: ${path === '' ? 'the message' : path} ${problem}`)
  })

  test('ten megabytes are refused by their length, quickly, and are not repeated', () => {
    const long = 'x'.repeat(10 * 2 ** 20)
    const before = performance.now()
    for (const data of [
      { ...put, item: long },
      { ...name, note: long },
      { ...name, bytes: long },
      { ...put, [long]: 1 },
      { type: long },
      { ...name, size: { [long]: 1 } },
    ]) {
      expect(String(said(kitchen, data)).length).toBeLessThan(300)
    }
    expect(performance.now() - before).toBeLessThan(1000)
  })

  test('names such as __proto__ are fields like any other where the spec says so', () => {
    const data = JSON.parse('{"type":"__proto__","__proto__":4,"then":null,"input":0,"rows":1}') as object
    const parsed = odd.parseInput(data)
    expect(Object.getOwnPropertyDescriptor(parsed, '__proto__')?.value).toBe(4)
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(data))
    expect(said(odd, JSON.parse('{"type":"__proto__","then":null,"input":0,"rows":1}'))).toBe(
      'WireError at "__proto__": IF: __proto__ is missing',
    )
    expect(said(odd, JSON.parse('{"type":"__proto__","__proto__":"4","then":null,"input":0,"rows":1}'))).toBe(
      'WireError at "__proto__": IF: __proto__ is not a number',
    )
  })

  test('an input without fields is its type alone', () => {
    expect(bare.parseInput({ type: 'Step' })).toEqual({ type: 'Step' })
    expect(said(bare, { type: 'Step', count: 1 })).toContain('is not a field of it')
  })

  test('a key has its fields and no other', () => {
    expect(kitchen.parseKey({ number: 1, realm: 'r' })).toEqual({ realm: 'r', number: 1 })
    expect(() => kitchen.parseKey({ realm: 'r' }) as unknown).toThrow('Kitchen: number is missing')
    expect(() => kitchen.parseKey({ realm: '', number: 1 }) as unknown).toThrow('Kitchen: realm is less than 1 long')
  })
})

describe('the JSON Schema', () => {
  test.each(['bare', 'inert', 'kitchen', 'if'])('of %s says what zod says, for senders and for receivers', (folder) => {
    const { $defs } = JSON.parse(texts.get(`generated/${folder}/wire.schema.json`)!) as { $defs: Record<string, object> }
    const { inputs, effects, key } = schemas.get(`generated/${folder}/wire.ts`) as Record<
      'inputs' | 'effects',
      Record<string, z.ZodType>
    > & { key: z.ZodType }
    const expected = Object.fromEntries([
      ['Key', z.toJSONSchema(key, { io: 'input' })],
      ...Object.entries(inputs).map(([message, schema]) => [`Input.${message}`, z.toJSONSchema(schema, { io: 'input' })]),
      ...Object.entries(effects).map(([message, schema]) => [`Effect.${message}`, z.toJSONSchema(schema, { io: 'output' })]),
    ]) as Record<string, object>
    const { Input, Effect, ...said } = $defs
    expect(meaning(said)).toEqual(meaning(expected))
    for (const [direction, listed] of [
      ['Input', Input],
      ['Effect', Effect],
    ] as const) {
      const names = Object.keys(said).filter((one) => one.startsWith(`${direction}.`))
      expect(listed).toEqual(
        names.length === 0 ? { not: {} } : { oneOf: names.map((one) => ({ $ref: `#/$defs/${encodeURIComponent(one)}` })) },
      )
    }
  })
})

/** Without words, and with lists in order: what a validator sees. */
function meaning(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(meaning).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(
    ([word, value]) => word !== '$schema' && !(word === 'description' && typeof value === 'string'),
  )
  return entries
    .map(([word, value]) => [word, word === 'required' ? [...(value as string[])].sort() : meaning(value)])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}
