import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../../runtime/dispatch.js'
import { bundled, startChild } from '../child.js'
import { basket } from './fixtures/basket.js'
import { visitedBasket } from './fixtures/later.js'
import { KEY, OPTIONS, addItem, newFile, openBaskets } from './fixtures/open.js'
import { watcher } from './fixtures/watcher.js'

const READING = { ...OPTIONS, readOnly: true }

/** Each file of the folder, to the byte. */
function folderOf(file: string): Record<string, string> {
  const folder = dirname(file)
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`).toString('base64')]))
}

test('a store that is opened for reading answers, and leaves the folder as it was to the byte', async () => {
  const file = newFile()
  const writer = await openStore({ ...OPTIONS, file })
  await writer.dispatch(basket, KEY, addItem('a'))
  await writer.close()
  const before = folderOf(file)
  const store = await openStore({ ...READING, file })
  expect(store.durable).toBe(true)
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1 })
  expect(await store.outbox.census({ limit: 10 })).toMatchObject({ pending: 1 })
  const head = (await store.outbox.heads({ limit: 1 })).heads[0]
  await expect(store.dispatch(basket, KEY, addItem('b'))).rejects.toMatchObject({ name: 'StoreError', code: 'read_only' })
  await expect(store.outbox.deliver(head!)).rejects.toMatchObject({ code: 'read_only' })
  await store.close()
  expect(folderOf(file)).toEqual(before)
})

test('it sees what a writer commits meanwhile, and takes none of the writer’s log away', async () => {
  const file = newFile()
  const writer = await openBaskets({ file })
  const store = await openBaskets({ file, readOnly: true })
  await writer.dispatch(basket, KEY, addItem('a'))
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1 })
  await store.close()
  expect(existsSync(`${file}-wal`)).toBe(true)
  expect(await writer.dispatch(basket, KEY, addItem('b'))).toMatchObject({ ok: true, revision: 2 })
})

test('what a killed process left in its log is read, and left in the log', async () => {
  const file = newFile()
  const child = startChild(await bundled(fileURLToPath(new URL('./fixtures/process.ts', import.meta.url))), ['once', file], {
    PAWL_FAULT_POINT: 'commit.told:1',
  })
  expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
  const { 'store.db-shm': _index, ...before } = folderOf(file)
  expect(Object.keys(before)).toEqual(['store.db', 'store.db-wal'])
  const store = await openStore({ ...READING, file })
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1 })
  await store.close()
  expect(folderOf(file)).toMatchObject(before)
}, 20_000)

test('a machine that the file does not know is typed, and gets no tables', async () => {
  const file = newFile()
  await (await openStore({ file, machines: [basket], limits: OPTIONS.limits })).close()
  const before = folderOf(file)
  await expect(openStore({ ...READING, file })).rejects.toMatchObject({ code: 'machine_absent', facts: { machine: 'Watcher' } })
  expect(folderOf(file)).toEqual(before)
})

test('an empty file stays empty, an absent one absent, and another program’s is not ours', async () => {
  const file = newFile()
  await expect(openStore({ ...READING, file })).rejects.toMatchObject({ code: 'cannot_open' })
  await expect(openStore({ ...READING, file: ':memory:' })).rejects.toMatchObject({ code: 'cannot_open' })
  expect(folderOf(file)).toEqual({})
  writeFileSync(file, '')
  await expect(openStore({ ...READING, file })).rejects.toMatchObject({ code: 'machine_absent' })
  expect(folderOf(file)).toEqual({ 'store.db': '' })
  const other = new Database(file)
  other.exec('CREATE TABLE notes (text TEXT)')
  other.close()
  const before = folderOf(file)
  await expect(openStore({ ...READING, file })).rejects.toMatchObject({ code: 'not_a_store' })
  expect(folderOf(file)).toEqual(before)
})

test('a later version takes nothing over by reading, and a reader notices that another has', async () => {
  const file = newFile()
  const writer = await openBaskets({ file })
  await writer.dispatch(basket, KEY, addItem('a'))
  await writer.close()
  const store = await openBaskets({ file, readOnly: true })
  await store.load(basket, KEY)
  await expect(openStore({ ...READING, file, machines: [visitedBasket, watcher] })).rejects.toMatchObject({
    code: 'machine_differs',
    facts: { reason: 'read_only', heldVersion: 1, version: 2 },
  })
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1 })
  await openBaskets({ file, machines: [visitedBasket, watcher] })
  await expect(store.load(basket, KEY)).rejects.toMatchObject({ code: 'machine_differs', facts: { heldVersion: 2 } })
})
