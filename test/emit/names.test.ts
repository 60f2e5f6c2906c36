import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  sqlNames,
  folderName,
  fromTlaString,
  moduleName,
  nodeName,
  rowTypeName,
  sizeName,
  sqlName,
  tlaName,
  tlaString,
  tsAccess,
  tsKey,
  tsName,
  tsPart,
  tsString,
} from '../../codegen/emit/names.js'

const ODD =
  `IF LET IN ENABLED UNCHANGED DOMAIN Nat Init Next Spec vars TypeOK class default delete new await arguments eval constructor __proto__
toString then a-b a_b a.b a--b a_-b a$b $ _ __ a_ _a a__b a_x_b _x002d a$2d$b class$ IF_ 1st 1 é é Ожидание 𝒳 x y\u2028z WF_a SF_ state end
pawl_a rowid Rowid sqlite_x A a \ud800 DetachedJob detachedJob HTTPServer HttpServer F Foo foo`
    .split(/[ \n]/)
    .filter(Boolean)

const name = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('a', 'A', '_', '$', '-', 'x', 'u', '0', '2', 'd', '.'), minLength: 1, maxLength: 9 }),
)

describe.each([
  ['a TypeScript identifier', tsName, /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u],
  ['a part of one', tsPart, /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u],
  ['the type of rows', rowTypeName, /^[\p{ID_Start}_$][\p{ID_Continue}$]*Row$/u],
  ['a TLA+ identifier', tlaName, /^[A-Za-z](?:[A-Za-z0-9]|_(?!_))*$/],
  ['a node of a diagram', nodeName, /^[A-Za-z](?:[A-Za-z0-9]|_(?!_))*$/],
  ['a SQL name', sqlName, /^[A-Za-z_$][A-Za-z0-9_$]*$/],
])('%s', (_, spell, form) => {
  test('is one for every name, and no two names share it', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(spell(a)).toMatch(form)
        if (a !== b) expect(spell(a)).not.toBe(spell(b))
      }),
      { numRuns: 3000 },
    )
  })
})

test('every pair of odd names stays apart in every target', () => {
  for (const spell of [tsName, tsPart, rowTypeName, tlaName, nodeName, sqlName])
    expect(new Set(ODD.map((odd) => spell(odd))).size).toBe(new Set(ODD).size)
})

test.each([
  ['folders', folderName, /^[a-z0-9_-]+$/],
  ['modules', moduleName, /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u],
])('%s keep names apart that differ in more than case', (_, spell, form) => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(spell(a)).toMatch(form)
      if (a.toLowerCase() !== b.toLowerCase()) expect(spell(a).toLowerCase()).not.toBe(spell(b).toLowerCase())
    }),
    { numRuns: 3000 },
  )
})

test('names that need nothing are left as they are', () => {
  expect(tsName('leaseExpiresAtMs')).toBe('leaseExpiresAtMs')
  expect(tsName('Ожидание')).toBe('Ожидание')
  expect(tlaName('stale_fence')).toBe('stale_fence')
  expect(sqlName('leaseExpiresAtMs')).toBe('leaseExpiresAtMs')
  expect(folderName('DetachedJob')).toBe('detached-job')
  expect(moduleName('DetachedJob')).toBe('detachedJob')
})

test('reserved words and characters are marked', () => {
  expect(tsName('class')).toBe('class$')
  expect(tsName('a-b')).toBe('a$2d$b')
  expect(tlaName('IF')).toBe('IF_')
  expect(tlaName('a-b')).toBe('a_x002db')
  expect(tlaName('WF_fair')).toBe('U_u0057F_fair')
  expect(sqlName('pawl_revision')).toBe('pawl_revision$')
  expect(sqlName('ROWID')).toBe('ROWID$')
})

test('a name that the emitted text uses itself gets the mark too', () => {
  expect(tsName('rows', new Set(['rows']))).toBe('rows$')
  expect(tlaName('Guard', new Set(['Guard']))).toBe('Guard_')
})

test('a key reads and writes the property of that name, whatever it is', () => {
  fc.assert(
    fc.property(name, (key) => {
      // What is emitted is code: here it runs.
      const read = new Function(
        `const o = { ${tsKey(key)}: 7, last: 0 }; return [Object.hasOwn(o, ${tsString(key)}), o${tsAccess(key)}]`,
      ) as () => unknown // oxlint-disable-line no-new-func, no-implied-eval
      if (key !== 'last') expect(read()).toEqual([true, 7])
    }),
  )
})

test('a string literal means its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect((new Function(`return ${tsString(text)}`) as () => unknown)()).toBe(text) // oxlint-disable-line no-new-func, no-implied-eval
      expect(tsString(text)).not.toMatch(/[\n\r\u2028\u2029]/)
    }),
  )
})

test('a TLA+ string is plain ASCII, and can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tlaString(text)).toMatch(/^"[ !#-[\]-~]*"$/)
      expect(fromTlaString(tlaString(text).slice(1, -1))).toBe(text)
      // The JSON of the checker in the box has words of its own: `__model`, `__tuple`, `__fn`.
      expect(tlaString(`__${text}`)).toMatch(/^"%005f_/)
      expect(fromTlaString(tlaString(`__${text}`).slice(1, -1))).toBe(`__${text}`)
    }),
  )
})

test('the columns of one table differ also for SQL, which does not tell cases', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (names) => {
      const columns = sqlNames(names).map((column) => column.toLowerCase())
      expect(new Set(columns).size).toBe(names.length)
    }),
  )
  expect(sqlNames(['jobId', 'jobid', 'jobId'])).toEqual(['jobId', 'jobid$.2', 'jobId$.3'])
})

test('the counter of a table is no field, and no other counter', () => {
  const fields = ['a', 'aSize', 'aSize$', 'phase']
  expect(sizeName('a', fields)).toBe('aSize$$')
  expect(sizeName('aSize', fields)).toBe('aSizeSize')
})
