import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { basket } from './fixtures/basket.js'
import { KEY, newFile, openBaskets } from './fixtures/open.js'
import { watcher } from './fixtures/watcher.js'

test('every page reads along its index: no scan, no sorting', async () => {
  const file = newFile()
  await openBaskets({ file })
  const other = new Database(file)
  const plans = [
    'SELECT * FROM "Basket" WHERE "phase" IS ? AND "openedAtMs" <= ? ORDER BY "openedAtMs", "pawl_row" LIMIT 5',
    'SELECT * FROM "Basket" WHERE "phase" IS ? AND "openedAtMs" IS ? AND "pawl_row" > ? ORDER BY "openedAtMs", "pawl_row" LIMIT 5',
    'SELECT * FROM "Basket.items" WHERE "realm" = ? AND "basketId" = ? AND "position" > ? ORDER BY "position" LIMIT 5',
    'SELECT * FROM pawl_outbox WHERE (machine, key) > (?, ?) ORDER BY machine, key, id LIMIT 1',
    'SELECT min(id) AS id FROM pawl_outbox WHERE machine = ? AND key = ?',
    'SELECT * FROM pawl_journal WHERE machine = ? AND instance = ? AND revision > ? ORDER BY revision LIMIT 5',
  ].map((sql) => other.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from(sql.matchAll(/\?/g), () => 1)) as { detail: string }[])
  other.close()
  for (const plan of plans) expect(plan).toMatchObject([{ detail: expect.stringMatching(/^SEARCH/) as string }])
})

test('a fan-out finds its receivers along an index', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
  await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
  const { heads } = await store.outbox.heads({ limit: 1 })
  await store.outbox.deliver(heads[0]!)
  const other = new Database(file)
  const plan = other
    .prepare(
      'EXPLAIN QUERY PLAN SELECT * FROM "Watcher" WHERE "realm" = ? AND "basket$49$d" = ? AND "pawl_row" > ? ORDER BY "pawl_row" LIMIT ? + 0',
    )
    .all('r', 'b', 0, 10)
  other.close()
  expect(plan).toMatchObject([{ detail: expect.stringMatching(/^SEARCH Watcher USING INDEX .*pawl_each/) as string }])
})
