import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { WireError } from '../../../generated/machine.js'
import { countedIds, manualClock, scriptedRandom } from '../../../runtime/clock.js'
import { armFaultPoints } from '../../../runtime/fault-point.js'
import { basket } from './fixtures/basket.js'
import { KEY, addItem, newFile, openBaskets } from './fixtures/open.js'
import { watcher } from './fixtures/watcher.js'

test('an accepted input is saved with its rows, its journal and its supplied fields', async () => {
  const store = await openBaskets({ clock: manualClock(5_000), ids: countedIds('t'), random: scriptedRandom(99) })
  const answer = await store.dispatch(basket, KEY, addItem('apple', 30))
  expect(answer).toMatchObject({ ok: true, transition: 'AddNew', revision: 1, atMs: 5_000, state: { phase: 'Open', itemsSize: 1 } })
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1, updatedAtMs: 5_000, state: { phase: 'Open', openedAtMs: 5_000 } })
  expect(await store.row(basket, KEY, 'items', 'apple')).toEqual({
    key: 'apple',
    row: { position: 1, priceCents: 30, ticketId: 't-1', luck: 5 },
  })
  expect(await store.rowBy(basket, KEY, 'items', 'position', 1)).toMatchObject({ key: 'apple' })
  expect(await store.journal(basket, KEY, { limit: 10 })).toEqual([
    {
      entry: 1,
      machine: 'Basket',
      key: KEY,
      revision: 1,
      transition: 'AddNew',
      input: { type: 'AddItem', itemId: 'apple', priceCents: 30, atMs: 5_000, ticketId: 't-1', luck: 5 },
      effects: [{ type: 'ItemAdded', itemId: 'apple', position: 1 }],
      atMs: 5_000,
    },
  ])
})

test('a refusal is an answer, and leaves nothing behind', async () => {
  const store = await openBaskets()
  expect(await store.dispatch(basket, KEY, { type: 'Sell' })).toEqual({
    ok: false,
    machine: 'Basket',
    refusal: { code: 'not_in_phase', transition: null, detail: { phase: 'Empty' } },
  })
  expect(await store.history({ limit: 10 })).toEqual([])
  expect(store.stats()).toMatchObject({ commits: 0, refused: 1, accepted: 0 })
})

test('a step that changes nothing and emits nothing keeps the revision and writes nothing', async () => {
  const store = await openBaskets()
  expect(await store.dispatch(basket, KEY, { type: 'Touch' })).toMatchObject({ ok: true, revision: 0 })
  await store.dispatch(basket, KEY, addItem('apple'))
  expect(await store.dispatch(basket, KEY, { type: 'Touch' })).toMatchObject({ ok: true, revision: 1 })
  expect(await store.dispatch(basket, KEY, addItem('apple'))).toMatchObject({ ok: true, transition: 'KeepItem', revision: 1 })
  await store.dispatch(basket, KEY, { type: 'Note', note: 'x' })
  expect(await store.dispatch(basket, KEY, { type: 'Note', note: 'x' })).toMatchObject({ ok: true, transition: 'Note', revision: 2 })
  expect(await store.history({ limit: 10 })).toHaveLength(2)
  expect(store.stats().commits).toBe(2)
})

test('values of a unique column may change hands within one step', async () => {
  const store = await openBaskets()
  await store.dispatch(basket, KEY, addItem('a'))
  await store.dispatch(basket, KEY, addItem('b'))
  expect(await store.dispatch(basket, KEY, { type: 'Swap', oneId: 'a', otherId: 'b' })).toMatchObject({ ok: true, revision: 3 })
  expect(await store.rowBy(basket, KEY, 'items', 'position', 1)).toMatchObject({ key: 'b' })
  expect(await store.rows(basket, KEY, 'items', { by: 'position', limit: 10 })).toMatchObject({
    rows: [{ key: 'b' }, { key: 'a' }],
    next: null,
  })
})

test('two rows with one value of a unique column are a bug: thrown, and nothing of the step is saved', async () => {
  const store = await openBaskets()
  await store.dispatch(basket, KEY, addItem('a'))
  await expect(store.dispatch(basket, KEY, { type: 'Explode' })).rejects.toMatchObject({ name: 'StoreError', code: 'broken_invariant' })
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1, state: { itemsSize: 1 } })
  expect(await store.row(basket, KEY, 'items', 'two')).toBeNull()
})

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

test('an unreadable row fails its own promise, writes nothing and touches no neighbour', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await Promise.all(['a', 'b', 'c'].map((basketId) => store.dispatch(basket, { realm: 'r', basketId }, addItem('x'))))
  const other = new Database(file)
  other.exec(`UPDATE "Basket" SET phase = 'Broken' WHERE basketId = 'b'`)
  const commitsBefore = store.stats().commits
  const answers = await Promise.allSettled(
    ['a', 'b', 'c'].map((basketId) => store.dispatch(basket, { realm: 'r', basketId }, addItem('y'))),
  )
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(answers[1]).toMatchObject({ reason: { code: 'unreadable_row', facts: { column: 'phase', table: 'Basket', key: '["r","b"]' } } })
  expect(store.stats().commits - commitsBefore).toBe(1)
  expect(other.prepare(`SELECT phase, pawl_revision AS revision FROM "Basket" WHERE basketId = 'b'`).get()).toEqual({
    phase: 'Broken',
    revision: 1,
  })
  expect(other.prepare(`SELECT count(*) AS n FROM "Basket.items" WHERE basketId = 'b'`).get()).toEqual({ n: 1 })
  other.close()
})

test('an unreadable row of a table fails the step that reads it', async () => {
  const file = newFile()
  const store = await openBaskets({ file })
  await store.dispatch(basket, KEY, addItem('a'))
  const other = new Database(file)
  other.exec(`UPDATE "Basket.items" SET position = -1`)
  other.close()
  await expect(store.dispatch(basket, KEY, addItem('a'))).rejects.toMatchObject({
    code: 'unreadable_row',
    facts: { table: 'Basket.items' },
  })
  expect(await store.rows(basket, KEY, 'items', { limit: 5 })).toMatchObject({ rows: [], unreadable: [{ column: 'position' }] })
})

test('a clock that steps back gives no instant that is less than one that was stored', async () => {
  const clock = manualClock(10_000)
  const file = newFile()
  const store = await openBaskets({ file, clock })
  await store.dispatch(basket, KEY, addItem('a'))
  clock.set(3_000)
  expect(await store.dispatch(basket, KEY, addItem('b'))).toMatchObject({ atMs: 10_000 })
  await store.close()
  const again = await openBaskets({ file, clock })
  expect(await again.dispatch(basket, KEY, addItem('c'))).toMatchObject({ atMs: 10_000 })
  clock.set(11_000)
  expect(await again.dispatch(basket, KEY, addItem('d'))).toMatchObject({ atMs: 11_000 })
})

test('a refusal of an atomic receiver undoes the sender and is the answer', async () => {
  const store = await openBaskets()
  const till = { ...KEY, watcherId: 'till' }
  await store.dispatch(basket, KEY, addItem('a'))
  await store.dispatch(watcher, till, { type: 'Close' })
  const journal = await store.history({ limit: 10 })
  expect(await store.dispatch(basket, KEY, { type: 'Sell' })).toMatchObject({
    ok: false,
    machine: 'Watcher',
    refusal: { code: 'till_closed' },
  })
  expect(await store.load(basket, KEY)).toMatchObject({ revision: 1, state: { phase: 'Open' } })
  expect(await store.history({ limit: 10 })).toEqual(journal)
})

test('an atomic route changes sender and receiver in one commit', async () => {
  const store = await openBaskets()
  await store.dispatch(basket, KEY, addItem('a'))
  const commits = store.stats().commits
  expect(await store.dispatch(basket, KEY, { type: 'Sell' })).toMatchObject({ ok: true, state: { phase: 'Sold' } })
  expect(await store.load(watcher, { ...KEY, watcherId: 'till' })).toMatchObject({ revision: 1, state: { settled: 1 } })
  expect(store.stats().commits).toBe(commits + 1)
  expect((await store.history({ limit: 10 })).map(({ transition }) => transition)).toEqual(['AddNew', 'Sell', 'Settle'])
})

test('local effects are told after the commit, never for a step that was undone, and derived again by recovery', async () => {
  const store = await openBaskets()
  const heard: string[] = []
  store.onCommitted((committed) => heard.push(`${committed.transition}:${committed.locals.map(({ local }) => local).join(',')}`))
  await store.dispatch(basket, KEY, addItem('a'))
  await store.dispatch(basket, { ...KEY, basketId: 'c' }, addItem('a'))
  await store.dispatch(watcher, { ...KEY, watcherId: 'till' }, { type: 'Close' })
  await store.dispatch(basket, KEY, { type: 'Sell' })
  await store.dispatch(basket, { ...KEY, basketId: 'c' }, { type: 'Sell' })
  expect(heard).toEqual(['AddNew:', 'AddNew:', 'Close:', 'Sell:ring', 'Settle:'])
  const first = await store.deriveLocals({ router: 'BasketWatch', local: 'ring', limit: 1 })
  expect(first.due).toEqual([])
  const second = await store.deriveLocals({
    router: 'BasketWatch',
    local: 'ring',
    limit: 5,
    ...(first.next === null ? {} : { after: first.next }),
  })
  expect(second).toMatchObject({ due: [{ machine: 'Basket', key: { basketId: 'c' } }], next: null })
})

test.each([
  ['an unknown input', { type: 'Steal' }, 'type'],
  ['an extra field', { type: 'Sell', price: 1 }, 'price'],
  ['a missing field', { type: 'AddItem', itemId: 'a' }, 'priceCents'],
  ['a supplied field from outside', { type: 'AddItem', itemId: 'a', priceCents: 1, atMs: 5 }, 'atMs'],
  ['a lone surrogate', { type: 'Note', note: '\ud800' }, 'note'],
  ['ten megabytes', { type: 'Note', note: 'x'.repeat(10_000_000) }, 'note'],
  ['__proto__', JSON.parse('{"type":"Sell","__proto__":{}}') as { type: 'Sell' }, '__proto__'],
])('%s is the sender’s bug: it names the field and stores nothing', async (_name, input, path) => {
  const store = await openBaskets()
  const sent = store.dispatch(basket, KEY, input as { type: 'Sell' })
  await expect(sent).rejects.toBeInstanceOf(WireError)
  await expect(sent).rejects.toMatchObject({ path })
  expect(await store.history({ limit: 1 })).toEqual([])
})

test('a malformed key, a machine that was not given and a closed store are typed', async () => {
  const store = await openBaskets()
  await expect(store.dispatch(basket, { realm: '', basketId: 'b' }, { type: 'Sell' })).rejects.toMatchObject({
    name: 'WireError',
    path: 'realm',
  })
  await expect(store.load({ ...basket }, KEY)).rejects.toMatchObject({ code: 'unknown_machine' })
  const last = store.dispatch(basket, KEY, addItem('a'))
  await store.close()
  expect(await last).toMatchObject({ ok: true })
  await expect(store.dispatch(basket, KEY, addItem('a'))).rejects.toMatchObject({ code: 'closed' })
  await expect(store.load(basket, KEY)).rejects.toMatchObject({ code: 'closed' })
})

test('points are passed in the order in which they are listed', async () => {
  const store = await openBaskets()
  const passed: string[] = []
  onTestFinished(armFaultPoints((name) => passed.push(name)))
  await store.dispatch(basket, KEY, addItem('a'))
  expect(passed).toEqual([
    'commit.begun',
    'commit.decided',
    'commit.saved',
    'commit.rows',
    'commit.journalled',
    'commit.routed',
    'commit.sent',
    'commit.written',
    'commit.committed',
    'commit.told',
  ])
})
