import { expect, test } from 'vitest'
import { schemaCovers } from '../../codegen/ratchet/schemas.js'
import { covers, parseType } from '../../codegen/ratchet/types.js'

test.each([
  ['text 40', 'text 39'],
  ['opaque 2', 'opaque 1'],
  ['option (id Person)', 'id Person'],
  ['option (id Person)', 'option (id Person)'],
  ['oneOf A | B', 'oneOf B'],
  ['nat Fence', 'nat Cursor'],
  ['set (oneOf A | B)', 'set (oneOf A)'],
  ['record { a: text 2, b: bool }', 'record { b: bool, a: text 1 }'],
])('%s holds every value of %s', (larger, smaller) => {
  expect(covers(larger, smaller)).toBe(true)
})

test.each([
  ['text 39', 'text 40'],
  ['id Person', 'option (id Person)'],
  ['id Person', 'id Dog'],
  ['oneOf A | B', 'oneOf C'],
  ['nat Fence', 'instant Fence'],
  ['text 10', 'opaque 10'],
  ['bool', 'oneOf A'],
  ['record { a: bool }', 'record { a: bool, b: bool }'],
  ['record { a: bool, b: bool }', 'record { a: bool }'],
  ['record { a: text 1 }', 'record { a: text 2 }'],
  ['set (bool)', 'bool'],
])('%s does not hold every value of %s', (larger, smaller) => {
  expect(covers(larger, smaller)).toBe(false)
})

test('a type that is not understood is an error, and not a quiet yes', () => {
  expect(() => parseType('float')).toThrow('"float" is no type that travels')
  expect(() => parseType('option (bool')).toThrow('")" is missing')
  expect(() => parseType('bool bool')).toThrow('goes on after its type')
  expect(() => parseType('record { a: bool')).toThrow()
})

test.each([
  ['{"type":"integer","minimum":0,"maximum":9}', '{"type":"integer","minimum":1,"maximum":8}', true],
  ['{"type":"integer","minimum":0,"maximum":9}', '{"type":"integer","minimum":0}', false],
  ['{"type":"string","enum":["a","b"]}', '{"type":"string","const":"a"}', true],
  ['{"type":"string","const":"a"}', '{"type":"string"}', false],
  ['{"type":"array","items":{"type":"boolean"}}', '{"type":"array","items":{"type":"boolean"},"uniqueItems":true}', true],
  ['{"type":"array","items":{"type":"boolean"},"uniqueItems":true}', '{"type":"array","items":{"type":"boolean"}}', false],
  ['{"anyOf":[{"type":"boolean"},{"type":"null"}]}', '{"anyOf":[{"type":"null"},{"type":"boolean"}]}', true],
  ['{"type":"string","pattern":"a"}', '{"type":"string","pattern":"b"}', false],
  [
    '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}',
    '{"type":"object","properties":{"a":{"type":"string","maxLength":3}},"required":["a"],"additionalProperties":false}',
    true,
  ],
  [
    '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}',
    '{"type":"object","properties":{"b":{"type":"string"}},"required":["b"],"additionalProperties":false}',
    false,
  ],
])('%s lets %s through: %s', (larger, smaller, expected) => {
  expect(schemaCovers(larger, smaller)).toBe(expected)
})
