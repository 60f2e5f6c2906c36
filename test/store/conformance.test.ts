import { expect, test } from 'vitest'
import { CASES, casesFor, conforms } from './conformance/index.js'
import { plainMemory, sqliteFile, sqliteMemory } from './conformance/kinds.js'

conforms(sqliteFile)
conforms(sqliteMemory)
conforms(plainMemory)

test('a file and a memory are asked everything; a database that nobody else can open, what one store can be asked', () => {
  expect([sqliteFile, plainMemory].map((kind) => casesFor(kind).length)).toEqual([CASES.length, CASES.length])
  expect(casesFor(sqliteMemory)).toEqual(CASES.filter(({ needs }) => needs === undefined))
})

test('no two cases have one name', () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length)
})
