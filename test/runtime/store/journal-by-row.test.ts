import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { armFaultPoints } from '../../../runtime/fault-point.js'
import { basket } from './fixtures/basket.js'
import { KEY, addItem, newFile, openBaskets } from './fixtures/open.js'
import { toSchema2 } from './fixtures/schema-2.js'

const QUOTED = { ...KEY, basketId: `it's "quoted" \\ é 😀 \n\u0001/` }

/** A file whose journal goes by the keys of instances, as files of before have it. */
async function byKey(): Promise<{ readonly file: string; readonly entries: readonly unknown[] }> {
  const file = newFile()
  const store = await openBaskets({ file })
  for (const key of [KEY, QUOTED, KEY, QUOTED]) await store.dispatch(basket, key, { type: 'Announce', turn: 1 })
  await store.dispatch(basket, QUOTED, addItem('a'))
  const entries = await store.history({ limit: 10 })
  await store.close()
  const db = new Database(file)
  toSchema2(db)
  db.close()
  return { file, entries }
}

function rowsOf(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

const SCHEMA = `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE tbl_name = 'pawl_journal' ORDER BY name`

test('a journal that went by keys goes by rows, and says what it said; work goes on in it', async () => {
  const { file, entries } = await byKey()
  const store = await openBaskets({ file })
  expect(await store.history({ limit: 10 })).toEqual(entries)
  expect(await store.journal(basket, QUOTED, { limit: 10 })).toMatchObject([{ revision: 1 }, { revision: 2 }, { revision: 3 }])
  expect(await store.dispatch(basket, QUOTED, addItem('b'))).toMatchObject({ ok: true, revision: 4 })
  expect(await store.journal(basket, QUOTED, { afterRevision: 3, limit: 10 })).toMatchObject([{ revision: 4, entry: entries.length + 1 }])
  expect(rowsOf(file, 'SELECT count(*) AS lost FROM pawl_journal WHERE instance IS NULL')).toEqual([{ lost: 0 }])
  const anew = newFile()
  await openBaskets({ file: anew })
  expect(rowsOf(file, SCHEMA)).toEqual(rowsOf(anew, SCHEMA))
})

test('entries whose instance is not in the file are kept, and told in their place', async () => {
  const { file, entries } = await byKey()
  const db = new Database(file)
  db.exec(`DELETE FROM Basket WHERE basketId = '${KEY.basketId}'`)
  db.close()
  const store = await openBaskets({ file })
  expect(await store.history({ limit: 10 })).toEqual(entries)
  expect(await store.journal(basket, KEY, { limit: 10 })).toEqual([])
})

test('where the way there breaks off, the journal is as it was', async () => {
  const { file, entries } = await byKey()
  const before = rowsOf(file, 'SELECT * FROM pawl_journal')
  const disarm = armFaultPoints((point) => {
    if (point === 'adopt.migrated') throw new Error('cut')
  })
  await expect(openBaskets({ file })).rejects.toThrow('cut')
  disarm()
  expect(rowsOf(file, 'SELECT * FROM pawl_journal')).toEqual(before)
  expect(rowsOf(file, 'PRAGMA user_version')).toEqual([{ user_version: 2 }])
  expect(await (await openBaskets({ file })).history({ limit: 10 })).toEqual(entries)
})

test('a file of before that is only read says the same, and stays as it is', async () => {
  const { file, entries } = await byKey()
  const store = await openBaskets({ file, readOnly: true })
  expect(await store.history({ limit: 10 })).toEqual(entries)
  expect(await store.journal(basket, QUOTED, { afterRevision: 1, limit: 10 })).toMatchObject([{ revision: 2 }, { revision: 3 }])
  expect(rowsOf(file, 'PRAGMA user_version')).toEqual([{ user_version: 2 }])
})
