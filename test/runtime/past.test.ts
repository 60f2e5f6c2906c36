import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { pastOf, type PastLine } from '../../runtime/past.js'
import type { Store } from '../../runtime/store/types.js'
import { basket } from './store/fixtures/basket.js'
import { addItem, KEY, newFile, openBaskets } from './store/fixtures/open.js'
import { watcher } from './store/fixtures/watcher.js'

const OTHER = { ...KEY, basketId: 'other' }

async function linesOf(store: Store): Promise<readonly PastLine[]> {
  const lines: PastLine[] = []
  for await (const line of pastOf(store, [basket, watcher], {})) lines.push(line)
  return lines
}

async function fill(store: Store, key: typeof KEY, count: number, from = 0): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, n) => store.dispatch(basket, key, addItem(`i${from + n}`))))
}

test('a journal that is cut between two pages goes on from its snapshot, and nothing of another is missing', async () => {
  const store = await openBaskets()
  await fill(store, KEY, 600)
  await fill(store, OTHER, 3)
  let pages = 0
  const cut = async (): Promise<void> => {
    await store.upkeep.cut(basket, KEY, { upToRevision: 600 })
    await fill(store, KEY, 1, 600)
  }
  const lines = await linesOf({
    ...store,
    async history(query) {
      pages += 1
      if (pages === 2) await cut()
      return store.history(query)
    },
  })
  const steps = lines.flatMap((line) => (line.line === 'step' ? [[line.key['basketId'], line.revision]] : []))
  expect(steps).toEqual([
    ...Array.from({ length: 500 }, (_, n) => ['b', n + 1]),
    ...[1, 2, 3].map((revision) => ['other', revision]),
    ['b', 601],
  ])
  const at = lines.findIndex(({ line }) => line === 'snapshot')
  expect(lines[at]).toMatchObject({ cut: 'meanwhile', machine: 'Basket', key: KEY, revision: 600, state: { itemsSize: 600 } })
  expect(lines[at + 1]).toMatchObject({ line: 'step', revision: 601 })
  expect(lines.slice(-2)).toEqual([
    { line: 'since', machine: 'Basket', key: KEY, revision: 601 },
    { line: 'end', instances: 2, steps: 504, snapshots: 1 },
  ])
  const { tables } = lines[at] as PastLine & { readonly line: 'snapshot' }
  expect(tables['items']).toHaveLength(600)
})

test('a snapshot that nothing can be made of, or that has such a row, is a line of its own', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  for (const key of [KEY, OTHER]) {
    await fill(store, key, 2)
    await store.upkeep.cut(basket, key, { upToRevision: 2 })
  }
  const db = new Database(file)
  db.exec(`UPDATE pawl_snapshot SET state = 'x' WHERE key = '["r","b"]'`)
  db.exec(`UPDATE pawl_snapshot_row SET row = '{"itemId":"i1","position":0}' WHERE row_key = 'i1'`)
  db.close()
  const lines = (await linesOf(store)).filter(({ line }) => line !== 'instance')
  const of = { line: 'unreadable snapshot', cut: 'before', machine: 'Basket', revision: 2 }
  expect(lines).toMatchObject([
    { line: 'past' },
    { ...of, key: KEY, column: 'state' },
    { ...of, key: OTHER, column: 'position', problem: 'is no position' },
    { line: 'end', instances: 2, steps: 0, snapshots: 2 },
  ])
})
