import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { basket } from './fixtures/basket.js'
import { KEY, addItem, newFile, openBaskets } from './fixtures/open.js'

test('nobody is told before the commit: what a promise says, another connection reads', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  const other = new Database(file, { readonly: true })
  const seen = other.prepare('SELECT count(*) FROM "Basket" WHERE basketId = ?').pluck()
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await store.dispatch(basket, { realm: 'r', basketId: `b${n}` }, addItem('a'))
      expect(seen.get(`b${n}`)).toBe(1)
    }),
  )
  other.close()
})

test('a commit that fails is everybody’s failure, and nothing of it stays', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await store.dispatch(basket, KEY, addItem('a'))
  // A deferred constraint fails at the COMMIT and not before.
  const other = new Database(file)
  other.exec('CREATE TABLE parent (id TEXT PRIMARY KEY) STRICT')
  other.exec('CREATE TABLE child (id TEXT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED) STRICT')
  other.exec(`CREATE TRIGGER fail AFTER INSERT ON "Basket" WHEN NEW.basketId = 'bad' BEGIN INSERT INTO child VALUES ('nobody'); END`)
  const answers = await Promise.allSettled(
    ['good', 'bad', 'fine'].map((basketId) => store.dispatch(basket, { realm: 'r', basketId }, addItem('a'))),
  )
  expect(answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { code: string }).code : 'told'))).toEqual([
    'io',
    'io',
    'io',
  ])
  other.exec('DROP TRIGGER fail')
  other.close()
  expect(await store.load(basket, { realm: 'r', basketId: 'good' })).toMatchObject({ revision: 0 })
  expect(await store.dispatch(basket, { realm: 'r', basketId: 'good' }, addItem('a'))).toMatchObject({ ok: true, revision: 1 })
})

test('a lock that another connection holds is waited for without blocking, and is never surfaced', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  let turns = 0
  const count = setInterval(() => (turns += 1), 5)
  const asked = store.dispatch(basket, KEY, addItem('a'))
  await new Promise((resolve) => setTimeout(resolve, 150))
  other.exec('COMMIT')
  expect(await asked).toMatchObject({ ok: true })
  clearInterval(count)
  other.close()
  expect(turns).toBeGreaterThan(3)
  expect(store.stats().busyRetries).toBeGreaterThan(0)
})

test('a lock that is held past the deadline is a typed error, and nothing was written', async () => {
  const file = newFile()
  const store = await openBaskets({ file, groupCommit: { deadlineMs: 100 } })
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  await expect(store.dispatch(basket, KEY, addItem('a'))).rejects.toMatchObject({ code: 'busy' })
  other.exec('COMMIT')
  other.close()
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 0 })
})
