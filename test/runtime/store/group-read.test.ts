import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../../runtime/dispatch.js'
import { basket } from './fixtures/basket.js'
import { KEY, OPTIONS, addItem, newFile, openBaskets } from './fixtures/open.js'

const keyed = (basketId: string) => ({ ...KEY, basketId })

test('of reads that are asked for together, one that fails takes no other with it', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await Promise.all(['whole', 'broken'].map((basketId) => store.dispatch(basket, keyed(basketId), addItem('a'))))
  const other = new Database(file)
  other.exec(`UPDATE Basket SET phase = 'Lost' WHERE basketId = 'broken'`)
  other.close()
  const read = await Promise.allSettled(['broken', 'whole', 'absent'].map((basketId) => store.load(basket, keyed(basketId))))
  expect(read).toMatchObject([
    { status: 'rejected', reason: { code: 'unreadable_row' } },
    { status: 'fulfilled', value: { revision: 1 } },
    { status: 'fulfilled', value: { revision: 0 } },
  ])
})

test('a read sees what was committed before it was asked for, by whichever opening of the file', async () => {
  const file = newFile()
  const [one, other] = [await openBaskets({ file }), await openBaskets({ file })]
  for (let revision = 1; revision <= 20; revision += 1) {
    await one.dispatch(basket, KEY, addItem(`item-${revision}`))
    expect(await other.load(basket, KEY)).toMatchObject({ revision })
  }
})

test('who reads before he decides decides in one commit with those who do not', async () => {
  const store = await openBaskets()
  const before = store.stats().commits
  const afterReads = async (basketId: string, reads: number) => {
    for (let n = 0; n < reads; n += 1) await store.load(basket, keyed(basketId))
    return store.dispatch(basket, keyed(basketId), addItem('a'))
  }
  await Promise.all([0, 1, 2, 4].map((reads) => afterReads(`after-${reads}`, reads)))
  expect(store.stats().commits - before).toBe(1)
})

test('who reads without end keeps no decision back', async () => {
  const store = await openBaskets()
  const read = new AbortController()
  const reading = (async () => {
    while (!read.signal.aborted) await store.load(basket, KEY)
  })()
  for (const itemId of ['a', 'b', 'c']) expect(await store.dispatch(basket, KEY, addItem(itemId))).toMatchObject({ ok: true })
  read.abort()
  await reading
})

test('what was asked for before the end is read; what comes later is rejected as `closed`', async () => {
  const store = await openStore({ ...OPTIONS, file: newFile() })
  const asked = [store.load(basket, KEY), store.history({ limit: 5 })]
  const closed = store.close()
  await expect(store.load(basket, KEY)).rejects.toMatchObject({ code: 'closed' })
  expect(await Promise.all(asked)).toMatchObject([{ revision: 0 }, []])
  await closed
})
