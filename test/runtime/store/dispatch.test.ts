import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { basket } from './fixtures/basket.js'
import { KEY, newFile, openBaskets } from './fixtures/open.js'

test('a row that another hand changed between load and save is a bug: thrown, nothing saved', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await store.dispatch(basket, KEY, { type: 'Note', note: 'a' })
  // Within the transaction nobody else can write, so the other hand is a trigger.
  const other = new Database(file)
  other.exec('CREATE TRIGGER meddle BEFORE UPDATE OF note ON "Basket" BEGIN DELETE FROM "Basket" WHERE basketId = OLD.basketId; END')
  other.close()
  await expect(store.dispatch(basket, KEY, { type: 'Note', note: 'b' })).rejects.toMatchObject({
    code: 'broken_invariant',
    message: expect.stringContaining('0 rows changed, not 1') as string,
  })
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1, state: { note: 'a' } })
})
