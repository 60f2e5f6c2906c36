import { beforeAll, describe, expect, test } from 'vitest'
import { filesOf } from '../../codegen/generate.js'
import { KITCHEN, ODD_NAMES, catalogOf } from './specs.js'
import { type Module, modulesOf } from './modules.js'

let kitchen: Module
let odd: Module
beforeAll(async () => {
  const machines = [KITCHEN, ODD_NAMES].flatMap((spec) => catalogOf(spec).machines)
  const modules = await modulesOf('tables', await filesOf({ machines, compositions: [] }))
  kitchen = modules.get('Kitchen')!
  odd = modules.get('IF')!
})

const key = { realm: 'r', number: 7 }
const state = {
  phase: 'Busy',
  size: { width: 2, color: 'green' },
  last: { width: 0, color: 'red' },
  tags: ['green', 'red'],
  numbers: [1, 2, 10],
  owner: null,
  at: 5,
  wait: 0,
  note: 'note',
  bytes: 'é€',
  maybe: false,
  done: true,
  itemsSize: 1,
}

describe('a state', () => {
  test('stands in one row, each field in its column', () => {
    expect(kitchen.toRow(key, { ...state, bytes: 'é' })).toEqual({
      realm: 'r',
      number: 7,
      phase: 'Busy',
      size: '{"color":"green","width":2}',
      last: '{"color":"red","width":0}',
      tags: '["green","red"]',
      numbers: '[1,2,10]',
      owner: null,
      at: 5,
      wait: 0,
      note: 'note',
      bytes: 'é',
      maybe: 0,
      done: 1,
      itemsSize: 1,
    })
  })

  test('comes back as it was', () => {
    const row = kitchen.toRow(key, { ...state, bytes: 'é' })
    expect(kitchen.fromRow({ ...row, revision: 3 })).toEqual({ ...state, bytes: 'é' })
    expect(kitchen.keyOf(row)).toEqual(key)
    expect(Object.keys(row)).toEqual(kitchen.table.columns.map(({ name }) => name))
  })

  test.each([
    ['phase', 'Elsewhere', 'holds none of Open, Busy, Closed'],
    ['phase', null, 'holds none of Open, Busy, Closed'],
    ['size', '{"color":"green"}', 'does not hold the fields width, color'],
    ['size', '{"color":"green","width":2,"depth":1}', 'does not hold the fields width, color'],
    ['size', '{"color":"green","other":2}', 'lacks the field width'],
    ['size', '{"width":2,"color":"green"}', 'holds JSON text that is not canonical'],
    ['size', '{"color":"green", "width":2}', 'holds JSON text that is not canonical'],
    ['size', '{', 'holds text that is no JSON'],
    ['size', 'null', 'holds no object'],
    ['size', null, 'holds no JSON text'],
    ['last', 'null', 'holds no object'],
    ['tags', '["red","green"]', 'holds members out of order'],
    ['tags', '["red","red"]', 'holds members out of order'],
    ['tags', '["blue"]', 'holds none of red, green'],
    ['tags', '{}', 'holds no set'],
    ['numbers', '[-1]', 'holds no safe integer from 0 up'],
    ['owner', '', 'holds a name of 0 code units, not 1 to 200'],
    ['owner', 'a\ud800', 'holds text that is not well-formed Unicode'],
    ['at', 1.5, 'holds no safe integer from 0 up'],
    ['at', -1, 'holds no safe integer from 0 up'],
    ['at', '5', 'holds no safe integer from 0 up'],
    ['at', 5n, 'holds no safe integer from 0 up'],
    ['at', 2 ** 53, 'holds no safe integer from 0 up'],
    ['at', null, 'holds no safe integer from 0 up'],
    ['note', 'sixsix', 'holds 6 code units, more than 5'],
    ['note', Buffer.from('x'), 'holds no text'],
    ['bytes', 'ééé', 'holds 6 bytes, more than 4'],
    ['maybe', 2, 'holds neither 0 nor 1'],
    ['done', true, 'holds neither 0 nor 1'],
    ['done', null, 'holds neither 0 nor 1'],
  ])('is unreadable when %s is %s', (column, value, problem) => {
    const row = { ...kitchen.toRow(key, { ...state, bytes: 'é' }), [column]: value }
    expect(kitchen.fromRow(row)).toEqual({ unreadable: true, column, problem })
  })

  test('is unreadable when a column is missing', () => {
    const { at: _, ...row } = kitchen.toRow(key, state)
    expect(kitchen.fromRow(row)).toEqual({ unreadable: true, column: 'at', problem: 'is missing' })
    expect(kitchen.keyOf({ realm: 'r' })).toEqual({ unreadable: true, column: 'number', problem: 'is missing' })
  })
})

describe('a row of a table', () => {
  const row = { count: 3, size: { width: 1, color: 'red' }, maker: 'm' }

  test('goes to its columns and comes back', () => {
    const stored = kitchen.toTableRow('items', 'i', row)
    expect(stored).toEqual({ item: 'i', count: 3, size: '{"color":"red","width":1}', maker: 'm' })
    expect(kitchen.fromTableRow('items', stored)).toEqual({ key: 'i', row })
    expect(kitchen.fromTableRow('items', { ...stored, count: -3 })).toEqual({
      unreadable: true,
      column: 'count',
      problem: 'holds no safe integer from 0 up',
    })
    expect(kitchen.fromTableRow('items', { ...stored, item: null })).toEqual({ unreadable: true, column: 'item', problem: 'holds no text' })
  })

  test('has the key of its instance and its own for its primary key, and a unique index for each unique column', () => {
    const [table] = kitchen.rowTables
    expect(table).toMatchObject({ field: 'items', name: 'Kitchen.items', keyColumn: 'item', primaryKey: ['realm', 'number', 'item'] })
    expect(table!.indexes).toEqual([{ name: 'Kitchen.items:count', columns: ['realm', 'number', 'count'], unique: true }])
    expect(kitchen.table.indexes).toEqual([{ name: 'Kitchen:byPhase', columns: ['phase', 'at'], unique: false }])
  })

  test('of a table that there is not is a bug of the caller', () => {
    expect(() => kitchen.toTableRow('nothing', 'i', row)).toThrow('no table "nothing"')
    expect(() => kitchen.fromTableRow('nothing', {})).toThrow('no table "nothing"')
  })
})

test('odd names have columns of their own, which SQL tells apart without case', () => {
  for (const { columns } of [odd.table, ...odd.rowTables]) {
    const names = columns.map(({ name }) => name)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[A-Za-z_$][A-Za-z0-9_$.]*$/)
  }
  const tables = [odd.table, ...odd.rowTables].map(({ name }) => name.toLowerCase())
  expect(new Set(tables).size).toBe(tables.length)
})

test('a state of odd names goes to its row and comes back', () => {
  const row = odd.toRow(JSON.parse('{"class":"c","__proto__":"p","a-b":"r"}') as object, odd.initial)
  expect(odd.fromRow(row)).toEqual(odd.initial)
  expect(JSON.stringify(odd.keyOf(row))).toBe('{"class":"c","__proto__":"p","a-b":"r"}')
})
