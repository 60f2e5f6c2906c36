import { inspect } from 'node:util'
import { array, assert, constantFrom, nat, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { formsOf, MIN_SECRET_BYTES } from '../../../runtime/credentials/forms.js'
import { matcherOf, NO_SECRETS, PLACEHOLDER, textsOf, type Matcher } from '../../../runtime/credentials/matcher.js'

const SECRET = 'p4ss/"wörd"+canary?&=\n~\u{1f511}'

function streamed(matcher: Matcher, bytes: Buffer, cuts: readonly number[]): string {
  const stream = matcher.stream()
  const places = [0, ...[...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b), bytes.length]
  const pieces = places.slice(1).map((end, n) => stream.push(bytes.subarray(places[n], end)))
  return Buffer.concat([...pieces, stream.end()]).toString()
}

test.each([
  ['itself', SECRET],
  ['JSON', JSON.stringify(SECRET)],
  ['JSON within JSON', JSON.stringify(JSON.stringify({ key: SECRET }))],
  [
    'JSON that escapes what is not ASCII',
    JSON.stringify(SECRET).replaceAll(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['JSON that escapes slashes', JSON.stringify(SECRET).replaceAll('/', '\\/')],
  ['a part of an address', `https://host/?token=${encodeURIComponent(SECRET)}`],
  ['a part of an address, in small digits', encodeURIComponent(SECRET).toLowerCase()],
  ['a form', new URLSearchParams({ token: SECRET }).toString()],
  ['an address', encodeURI(SECRET)],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64 after a name', Buffer.from(`u:${SECRET}`).toString('base64')],
  ['base64 after a longer name', Buffer.from(`user:${SECRET}`).toString('base64')],
  ['base64 between others', Buffer.from(`use:${SECRET} and more`).toString('base64')],
  ['base64url', Buffer.from(`x${SECRET}`).toString('base64url')],
  ['hexadecimal', Buffer.from(SECRET).toString('hex')],
  ['capital hexadecimal', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ['lines of two kinds', SECRET.replaceAll('\n', '\r\n')],
])('a secret is found as %s', (_name, written) => {
  const matcher = matcherOf([SECRET])
  expect(matcher.isIn(`before ${written} after`)).toBe(true)
  const said = matcher.text(`before ${written} after`)
  expect(said).toContain(PLACEHOLDER)
  expect(said.startsWith('before ')).toBe(true)
  expect(said.endsWith(' after')).toBe(true)
  for (const form of formsOf(SECRET)) expect(said).not.toContain(form.toString())
})

test('base64 in lines, as tools print a long key, is found whole', () => {
  const key = `-----BEGIN KEY-----\n${'k3y'.repeat(60)}\n-----END KEY-----\n`
  for (const width of [64, 76]) {
    const lines = Buffer.from(key)
      .toString('base64')
      .replaceAll(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\n')
    expect(matcherOf([key]).text(`a ${lines} b`)).toBe(`a ${PLACEHOLDER} b`)
  }
  expect(matcherOf([key]).text(`a ${key.trim()} b`)).toBe(`a ${PLACEHOLDER} b`)
})

test('secrets that overlap or touch are replaced as one, the longest first', () => {
  const matcher = matcherOf(['abcdefgh', 'efghijklmn', 'abcdefghXYZ'])
  expect(matcher.text('.abcdefghijklmn.')).toBe(`.${PLACEHOLDER}.`)
  expect(matcher.text('.abcdefghXYZ.')).toBe(`.${PLACEHOLDER}.`)
  expect(matcher.text('.abcdefgabcdefgh.')).toBe(`.abcdefg${PLACEHOLDER}.`)
  expect(matcher.text('nothing here')).toBe('nothing here')
})

test(`what is shorter than ${MIN_SECRET_BYTES} bytes is not looked for`, () => {
  expect(formsOf('1234567')).toEqual([])
  expect(matcherOf(['1234567']).text('1234567')).toBe('1234567')
  expect(matcherOf(['12345678']).isIn('12345678')).toBe(true)
})

test('a stream says the same as the whole, wherever it is cut, and keeps back only what may be a beginning', () => {
  const values = ['aaaaaaaa', 'aaaaaaaab', 'abababab', SECRET]
  const matcher = matcherOf(values)
  const piece = oneof(constantFrom(...values, 'a', 'ab', 'aaaa', Buffer.from(SECRET).toString('base64')), string({ maxLength: 5 }))
  assert(
    property(array(piece, { maxLength: 8 }), array(nat(), { maxLength: 12 }), (pieces, cuts) => {
      // A text that ends clean: what a cut end means is another test's.
      const bytes = Buffer.from(`${pieces.join('')}. .`)
      const plain = streamed(matcher, bytes, cuts)
      for (const value of values) expect(plain).not.toContain(value)
      const without = (text: string): string => text.replaceAll(PLACEHOLDER, '')
      expect(without(plain)).toBe(without(matcher.text(bytes.toString())))
    }),
    { numRuns: 500 },
  )
})

test('a byte at a time: every piece but a possible beginning is said at once', () => {
  const stream = matcherOf(['12345678']).stream()
  expect([...'ab1234567.'].map((char) => stream.push(Buffer.from(char)).toString())).toEqual([
    'a',
    'b',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '1234567.',
  ])
  expect([...'12345678.'].map((char) => stream.push(Buffer.from(char)).toString()).join('')).toBe(`${PLACEHOLDER}.`)
})

test('a secret whose end was cut off is replaced, from its eighth byte on', () => {
  const cut = (text: string): string => streamed(matcherOf(['123456789abc']), Buffer.from(text), [])
  expect(cut('of 123456789')).toBe(`of ${PLACEHOLDER}`)
  expect(cut('of 1234567')).toBe('of 1234567')
})

test('a matcher prints none of its values, and a matcher of nothing changes nothing', () => {
  const matcher = matcherOf([SECRET]).and(['another secret'])
  for (const printed of [inspect(matcher, { depth: null, showHidden: true }), JSON.stringify(matcher), String(matcher)]) {
    expect(matcher.isIn(printed)).toBe(false)
  }
  expect(matcher.text('another secret')).toBe(PLACEHOLDER)
  expect(textsOf(matcher)).toContain('another secret')
  const bytes = Buffer.from([0xff, 0xfe, 0])
  expect(NO_SECRETS.stream().push(bytes)).toBe(bytes)
  expect(NO_SECRETS.text('\ud800')).toBe('\ud800')
})

test('a megabyte that is full of beginnings costs little', () => {
  const matcher = matcherOf(Array.from({ length: 1_000 }, (_, n) => `secret-${n}-${'x'.repeat(40)}`))
  const text = 'secret-'.repeat(150_000)
  const before = performance.now()
  expect(matcher.text(text)).toBe(text)
  expect(performance.now() - before).toBeLessThan(2_000)
})
