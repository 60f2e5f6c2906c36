import { closeSync, copyFileSync, existsSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../../runtime/dispatch.js'
import { assertPragmas, assertSqliteVersion } from '../../../runtime/store/connection.js'
import { basket } from './fixtures/basket.js'
import { KEY, OPTIONS, addItem, newFile, openBaskets } from './fixtures/open.js'
import { watcher } from './fixtures/watcher.js'

test.each([
  ['text', () => Buffer.from('this is no database, it is a shopping list. '.repeat(200))],
  ['noise', () => Buffer.from(Array.from({ length: 9000 }, (_, n) => (n * 7919) % 256))],
  ['a header with another magic', () => Buffer.concat([Buffer.from('SQLite format 4\0'), Buffer.alloc(8192)])],
])('a file of %s is refused as no store and left as it is', async (_name, content) => {
  const file = newFile()
  writeFileSync(file, content())
  await expect(openStore({ ...OPTIONS, file })).rejects.toMatchObject({ name: 'StoreError', code: 'not_a_store' })
  expect(readFileSync(file).equals(content())).toBe(true)
})

test('a SQLite file of another program is refused, and left as it is to the byte', async () => {
  const file = newFile()
  const other = new Database(file)
  other.exec('CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (1)')
  other.close()
  const before = readFileSync(file)
  await expect(openStore({ ...OPTIONS, file })).rejects.toMatchObject({ code: 'not_a_store' })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(existsSync(`${file}-wal`)).toBe(false)
})

test('a file of a later schema is refused with both versions, and left as it is to the byte', async () => {
  const file = newFile()
  await (await openStore({ ...OPTIONS, file })).close()
  const later = new Database(file)
  later.pragma('user_version = 99')
  later.close()
  const before = readFileSync(file)
  await expect(openStore({ ...OPTIONS, file })).rejects.toMatchObject({ code: 'future_schema', facts: { held: 99, known: 5 } })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a file that is migrated by a later pawl while it is open is not written to any more', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await store.dispatch(basket, KEY, addItem('a'))
  const later = new Database(file)
  later.exec(`PRAGMA user_version = 99; UPDATE pawl_meta SET value = value + 1 WHERE name = 'epoch'`)
  later.close()
  await expect(store.dispatch(basket, KEY, addItem('b'))).rejects.toMatchObject({ code: 'future_schema' })
})

test('a damaged page fails closed, typed', async () => {
  const file = newFile()
  const store = await openStore({ ...OPTIONS, file })
  await Promise.all(Array.from({ length: 300 }, (_, n) => store.dispatch(basket, KEY, addItem(`item-${n}`))))
  await store.close()
  const handle = openSync(file, 'r+')
  for (let page = 2; page < statSync(file).size / 4096; page += 1) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(handle)
  const damaged = async () => {
    const again = await openBaskets({ file })
    return again.dispatch(basket, KEY, addItem('more'))
  }
  await expect(damaged()).rejects.toMatchObject({ name: 'StoreError', code: 'corrupt_file' })
})

test('a folder that is absent is typed', async () => {
  await expect(openStore({ ...OPTIONS, file: '/nowhere/at/all/store.db' })).rejects.toMatchObject({ code: 'cannot_open' })
})

test('SQLite before 3.51.3 is refused', () => {
  for (const version of ['3.51.2', '3.50.99', '2.99.99']) expect(() => assertSqliteVersion(version)).toThrow(/3\.51\.3/)
  for (const version of ['3.51.3', '3.51.10', '3.52.0', '4.0.0']) expect(() => assertSqliteVersion(version)).not.toThrow()
})

test.each([
  'journal_mode = DELETE',
  'synchronous = NORMAL',
  'foreign_keys = OFF',
  'busy_timeout = 5000',
  'journal_size_limit = -1',
  'wal_autocheckpoint = 0',
])('a connection with %s does not pass for durable', async (pragma) => {
  const file = newFile()
  const store = await openBaskets({ file })
  await store.close()
  const db = new Database(file)
  for (const set of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'fullfsync = 1',
    'checkpoint_fullfsync = 1',
    'foreign_keys = ON',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'busy_timeout = 10',
    'journal_size_limit = 67108864',
    'wal_autocheckpoint = 8000',
  ]) {
    db.pragma(set)
  }
  expect(() => assertPragmas(db, true)).not.toThrow()
  db.pragma(pragma)
  expect(() => assertPragmas(db, true)).toThrow(expect.objectContaining({ code: 'pragma_differs' }) as Error)
  db.close()
})

test('`:memory:` keeps nothing and says so', async () => {
  const store = await openBaskets({ file: ':memory:' })
  expect(store.durable).toBe(false)
  expect(await store.dispatch(basket, KEY, addItem('a'))).toMatchObject({ ok: true })
})

test('every table is STRICT', async () => {
  const file = newFile()
  await openBaskets({ file })
  const db = new Database(file)
  const tables = db.prepare(`SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`).all() as {
    strict: number
  }[]
  db.close()
  expect(tables.length).toBeGreaterThan(8)
  expect(tables.every(({ strict }) => strict === 1)).toBe(true)
})

test('a limit without a value, a router’s machine that is absent and two machines of one name are refused before anything is made', async () => {
  const file = newFile()
  await expect(openStore({ ...OPTIONS, file, limits: {} })).rejects.toMatchObject({ code: 'bad_options', facts: { limit: 'mostLuck' } })
  await expect(openStore({ ...OPTIONS, file, limits: { Basket: { mostLuck: 0.5 } } })).rejects.toMatchObject({ code: 'bad_options' })
  await expect(openStore({ ...OPTIONS, file, machines: [basket] })).rejects.toMatchObject({
    code: 'bad_options',
    facts: { machine: 'Watcher' },
  })
  await expect(openStore({ ...OPTIONS, file, machines: [basket, watcher, { ...watcher }] })).rejects.toMatchObject({ code: 'bad_options' })
  expect(existsSync(file)).toBe(false)
})

test('a receipt rests on what had reached the log: with all later bytes lost, every step that was told of is there', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  // Nothing of the file itself counts as written until a checkpoint syncs it: the copy is from before the first step.
  const copy = join(dirname(file), 'copy.db')
  copyFileSync(file, copy)
  const logBytes: number[] = []
  for (let n = 1; n <= 5; n += 1) {
    await store.dispatch(basket, KEY, addItem(`item-${n}`))
    logBytes.push(statSync(`${file}-wal`).size)
  }
  for (const [told, bytes] of logBytes.entries()) {
    for (const [cut, expected] of [
      [bytes, told + 1],
      [bytes - 1, told],
    ] as const) {
      copyFileSync(`${file}-wal`, `${copy}-wal`)
      truncateSync(`${copy}-wal`, cut)
      const survivor = await openStore({ ...OPTIONS, file: copy })
      expect(await survivor.load(basket, KEY)).toMatchObject({ revision: expected, state: { itemsSize: expected } })
      expect(await survivor.journal(basket, KEY, { limit: 10 })).toHaveLength(expected)
      await survivor.close()
      copyFileSync(file, copy)
    }
  }
})

test('a file of one byte is somebody’s, and is not written over', async () => {
  const file = newFile()
  writeFileSync(file, 'x')
  await expect(openStore({ ...OPTIONS, file })).rejects.toMatchObject({ code: 'not_a_store' })
  expect(readFileSync(file, 'utf8')).toBe('x')
})

test('every option is judged before a file is made', async () => {
  const file = newFile()
  const bad: readonly (readonly [string, object | null | undefined])[] = [
    ['the options', undefined],
    ['the options', null],
    ['the options', { ...OPTIONS, file, sync: 'off' }],
    ['file', { ...OPTIONS }],
    ['file', { ...OPTIONS, file: '' }],
    ['file', { ...OPTIONS, file: `${file}\0x` }],
    ['file', { ...OPTIONS, file: `${file}\ud800` }],
    ['machines', { ...OPTIONS, file, machines: basket }],
    ['machines.0', { ...OPTIONS, file, machines: [null] }],
    ['machines.0', { ...OPTIONS, file, machines: [{ name: 'Basket', version: 1, decide: () => null }] }],
    ['machines.0.version', { ...OPTIONS, file, machines: [{ ...basket, version: '2' }] }],
    ['routers.0', { ...OPTIONS, file, routers: [basket] }],
    ['limits', { ...OPTIONS, file, limits: { ...OPTIONS.limits, Baskett: {} } }],
    ['limits.Basket', { ...OPTIONS, file, limits: { Basket: { mostLuck: 5, mostLucks: 5 } } }],
    ['clock.nowMs', { ...OPTIONS, file, clock: {} }],
    ['groupCommit', { ...OPTIONS, file, groupCommit: { maxDecision: 1 } }],
    ['groupCommit.maxDecisions', { ...OPTIONS, file, groupCommit: { maxDecisions: 0 } }],
    ['groupCommit.maxMs', { ...OPTIONS, file, groupCommit: { maxMs: Number.NaN } }],
    ['groupCommit.deadlineMs', { ...OPTIONS, file, groupCommit: { deadlineMs: -1 } }],
    ['noticeEveryMs', { ...OPTIONS, file, noticeEveryMs: 0 }],
    ['readOnly', { ...OPTIONS, file, readOnly: 'yes' }],
    ['file', {}],
    ['machines', { file }],
  ]
  for (const [option, options] of bad) {
    await expect(openStore(options as never)).rejects.toMatchObject({ code: 'bad_options', facts: { option } })
  }
  expect(existsSync(file)).toBe(false)
})
