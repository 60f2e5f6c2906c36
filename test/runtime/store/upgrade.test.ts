import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import type { AnyMachine } from '../../../generated/machine.js'
import { manualClock } from '../../../runtime/clock.js'
import { openStore } from '../../../runtime/dispatch.js'
import { JOB_MACHINES, JOB_ROUTERS, detachedJob, openRuntime, storeLimits } from '../../../runtime/index.js'
import { DECLARED, REALM, submission } from '../rig.js'
import { bundled, startChild } from '../child.js'
import { basket } from './fixtures/basket.js'
import { grownBasket, later, visitedBasket, withColumns, withItemColumns } from './fixtures/later.js'
import { KEY, OPTIONS, addItem, newFile, openBaskets } from './fixtures/open.js'
import { basketWatch } from './fixtures/router.js'
import { toSchema2 } from './fixtures/schema-2.js'
import { watcher } from './fixtures/watcher.js'

let script = ''
beforeAll(async () => {
  script = await bundled(fileURLToPath(new URL('./fixtures/process.ts', import.meta.url)))
})

/** A file with two baskets and a message under way, closed. */
async function written(): Promise<string> {
  const file = newFile()
  const store = await openStore({ ...OPTIONS, file, clock: manualClock(5_000) })
  await store.dispatch(basket, KEY, addItem('a'))
  await store.dispatch(basket, KEY, addItem('b'))
  await store.dispatch(basket, { ...KEY, basketId: 'sold' }, addItem('a'))
  await store.dispatch(basket, { ...KEY, basketId: 'sold' }, { type: 'Sell' })
  await store.close()
  return file
}

function open(file: string, machine: AnyMachine, routers: readonly (typeof basketWatch)[] = [basketWatch]) {
  return openBaskets({ file, machines: [machine, watcher], routers, clock: manualClock(1_000) })
}

/** All that a file says: its schema, and every row of every table. */
function contentOf(file: string): unknown {
  const db = new Database(file, { readonly: true })
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all() as { type: string; name: string }[]
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])
  const version: unknown = db.pragma('user_version', { simple: true })
  db.close()
  return { schema, tables, version }
}

function rowsOf(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

const TAKEOVERS = 'SELECT machine, from_version, from_hash, to_version, to_hash, after_entry, at_ms FROM pawl_takeover'

test('a higher version takes the file over: new fields hold their first value, and all that was there is there', async () => {
  const file = await written()
  const before = await open(file, basket)
  const [loaded, entries, heads] = [
    await before.load(basket, KEY),
    await before.history({ limit: 10 }),
    await before.outbox.heads({ limit: 9 }),
  ]
  await before.close()
  const store = await open(file, visitedBasket)
  expect(await store.load(visitedBasket, KEY)).toEqual({
    ...loaded,
    state: { ...loaded.state, visits: 7, mood: `it's "new"`, guess: null },
  })
  expect(await store.history({ limit: 10 })).toEqual(entries)
  expect(await store.outbox.heads({ limit: 9 })).toEqual(heads)
  expect(await store.dispatch(visitedBasket, KEY, addItem('c'))).toMatchObject({
    ok: true,
    revision: 3,
    state: { visits: 7, itemsSize: 3 },
  })
  expect(await store.find(visitedBasket, { index: 'opened', equals: ['Sold', 7], limit: 5 })).toMatchObject({
    found: [{ key: { basketId: 'sold' } }],
  })
  // The instant is no less than what was stored, whatever the clock says.
  expect(rowsOf(file, TAKEOVERS)).toEqual([
    {
      machine: 'Basket',
      from_version: 1,
      from_hash: 'basket-1',
      to_version: 2,
      to_hash: 'basket-2',
      after_entry: entries.at(-1)?.entry,
      at_ms: 5_000,
    },
  ])
})

test('a version that only says more takes the file over without touching its tables', async () => {
  const file = await written()
  const tables = `SELECT sql FROM sqlite_schema WHERE name LIKE 'Basket%' ORDER BY name`
  const before = rowsOf(file, tables)
  const talkative = later({
    parseInput: (data) => ((data as { type?: string }).type === 'Wave' ? { type: 'Wave' } : basket.parseInput(data)),
    decide: (state, input, rows, bounds) =>
      input.type === 'Wave'
        ? { ok: false, refusal: { code: 'no_hands', transition: null, detail: {} } }
        : basket.decide(state as never, input as never, rows, bounds),
  })
  const store = await open(file, talkative)
  expect(await store.dispatch(talkative, KEY, { type: 'Wave' })).toMatchObject({ ok: false, refusal: { code: 'no_hands' } })
  expect(await store.load(talkative, KEY)).toMatchObject({ revision: 2, state: { itemsSize: 2 } })
  expect(rowsOf(file, tables)).toEqual(before)
  await (await open(file, talkative)).close()
  expect(rowsOf(file, TAKEOVERS)).toHaveLength(1)
})

test('a column may begin to hold null, and tables may be added: rows keep their numbers, and tables are what a new file has', async () => {
  const file = await written()
  const gaps = new Database(file)
  gaps.exec('UPDATE Basket SET pawl_row = pawl_row * 10')
  gaps.close()
  const numbers = rowsOf(file, 'SELECT pawl_row, basketId, pawl_revision, pawl_updated_at_ms FROM Basket')
  const store = await open(file, grownBasket)
  expect(rowsOf(file, 'SELECT pawl_row, basketId, pawl_revision, pawl_updated_at_ms FROM Basket')).toEqual(numbers)
  expect(rowsOf(file, 'SELECT itemId, luck IS NULL AS lost, gift FROM "Basket.items"')).toEqual(
    ['a', 'b', 'a'].map((itemId) => ({ itemId, lost: 0, gift: null })),
  )
  expect(await store.dispatch(grownBasket, KEY, addItem('c'))).toMatchObject({ ok: true, revision: 3 })
  const anew = newFile()
  await open(anew, grownBasket)
  const schema = `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE tbl_name IN ('Basket', 'Basket.notes') ORDER BY name`
  expect(rowsOf(file, schema)).toEqual(rowsOf(anew, schema))
  expect(rowsOf(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
})

test('generated machines take a file of jobs over, with messages under way', async () => {
  const file = newFile()
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED })
  const { jobId } = await runtime.jobs.submit(submission())
  await runtime.jobs.cancel(jobId)
  const { jobId: open } = await runtime.jobs.submit(submission({ nonce: 'open' }))
  const before = await runtime.store.load(detachedJob, { realm: REALM, jobId: open })
  await runtime.close()
  const machines = JOB_MACHINES.map((machine): AnyMachine => ({ ...machine, version: machine.version + 1, hash: `${machine.hash}-2` }))
  const store = await openStore({ file, machines, routers: JOB_ROUTERS, limits: storeLimits() })
  expect(await store.load(machines[0]!, { realm: REALM, jobId: open })).toEqual(before)
  const head = (await store.outbox.heads({ limit: 1 })).heads[0]
  expect(await store.outbox.deliver(head!)).toMatchObject({ outcome: 'delivered' })
  await store.close()
  expect(rowsOf(file, TAKEOVERS)).toHaveLength(JOB_MACHINES.length)
  await expect(openRuntime({ realm: REALM, file })).rejects.toMatchObject({ code: 'machine_differs', facts: { reason: 'older' } })
})

const unread = (column: string, problem: string) => ({ unreadable: true, column, problem }) as const

const REFUSED: readonly (readonly [string, string, Partial<AnyMachine>, object])[] = [
  ['a column is gone', 'column_removed', { table: withColumns({ note: null }) }, { table: 'Basket', column: 'note' }],
  ['a row’s column is gone', 'column_removed', { rowTables: withItemColumns({ luck: null }) }, { table: 'Basket.items', column: 'luck' }],
  [
    'a number becomes a truth value',
    'encoding_differs',
    { table: withColumns({ openedAtMs: { encoding: 'boolean' } }) },
    { column: 'openedAtMs' },
  ],
  ['a text becomes JSON', 'encoding_differs', { table: withColumns({ note: { encoding: 'json' } }) }, { column: 'note' }],
  ['null is forbidden where it stood', 'null_forbidden', { table: withColumns({ note: { nullable: false } }) }, { column: 'note' }],
  ['the key is another', 'key_differs', { table: { ...basket.table, primaryKey: ['basketId', 'realm'] } }, { table: 'Basket' }],
  ['a table is gone', 'table_removed', { rowTables: [] }, { table: 'Basket.items' }],
  ['nothing says what stored rows hold', 'no_first_value', { rowTables: withItemColumns({ gift: {} }) }, { column: 'gift' }],
  [
    'values are twice where they are to be unique',
    'not_unique',
    { rowTables: withItemColumns({}, { indexes: [{ name: 'luck', columns: ['priceCents'], unique: true }] }) },
    { table: 'Basket.items' },
  ],
  ['a phase is gone', 'row_unreadable', { phases: ['Empty', 'Open'] }, { column: 'phase', key: '["r","sold"]' }],
  [
    'a phase is not read any more',
    'row_unreadable',
    { fromRow: (row) => (row['phase'] === 'Sold' ? unread('phase', 'is "Sold"') : basket.fromRow(row)) },
    { table: 'Basket', column: 'phase', key: '["r","sold"]', problem: 'is "Sold"' },
  ],
  [
    'a row is not read any more',
    'row_unreadable',
    { fromTableRow: (field, row) => (row['itemId'] === 'b' ? unread('itemId', 'is b') : basket.fromTableRow(field, row)) },
    { table: 'Basket.items', key: '["r","b","b"]', column: 'itemId' },
  ],
  // Refused after every table has been made anew.
  [
    'a row is not read, once it has all its columns',
    'row_unreadable',
    { ...grownBasket, fromRow: (row) => (row['visits'] === 7 ? unread('visits', 'is 7') : basket.fromRow(row)) },
    { column: 'visits', key: '["r","b"]' },
  ],
  ['an older program', 'older', { version: 0, hash: 'basket-0' }, { heldVersion: 1, version: 0 }],
  ['the same version with other code', 'not_raised', { version: 1 }, { heldVersion: 1, version: 1 }],
]

test.each(REFUSED)('where %s, the file is refused with %s and left as it was', async (_name, reason, change, facts) => {
  const file = await written()
  const before = contentOf(file)
  const refused = open(file, later(change))
  await expect(refused).rejects.toMatchObject({
    name: 'StoreError',
    code: 'machine_differs',
    facts: { machine: 'Basket', reason, ...facts },
  })
  expect(contentOf(file)).toEqual(before)
  expect(await (await open(file, basket)).dispatch(basket, KEY, addItem('c'))).toMatchObject({ ok: true, revision: 3 })
})

test('the sentence says the way out', async () => {
  const file = await written()
  await expect(open(file, later({ version: 1 }))).rejects.toThrow(/Raise `version`/)
  await expect(open(file, later({ version: 0 }))).rejects.toThrow(
    /older program on a newer file\. Open the file with that version, or a later one/,
  )
  await expect(open(file, later({ table: withColumns({ note: null }) }))).rejects.toThrow(
    /column note of Basket.*Keep that field in the spec/,
  )
})

test('a message under way that its receiver would not take any more keeps the file with the version before', async () => {
  const file = await written()
  const before = contentOf(file)
  const deaf = { ...watcher, version: 2, hash: 'watcher-2', parseInput: () => watcher.parseInput({ type: 'Nothing' }) }
  const store = await open(file, basket)
  await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
  await store.close()
  const withWatcher = contentOf(file)
  expect(withWatcher).not.toEqual(before)
  await expect(openStore({ ...OPTIONS, file, machines: [basket, deaf] })).rejects.toMatchObject({
    code: 'machine_differs',
    facts: { machine: 'Watcher', reason: 'message_unreadable' },
  })
  expect(contentOf(file)).toEqual(withWatcher)
})

test('one of two machines that cannot be taken over keeps the other back too', async () => {
  const file = await written()
  const before = contentOf(file)
  const refused = openStore({ ...OPTIONS, file, machines: [visitedBasket, { ...watcher, version: 0, hash: 'watcher-0' }] })
  await expect(refused).rejects.toMatchObject({ code: 'machine_differs', facts: { machine: 'Watcher', reason: 'older' } })
  expect(contentOf(file)).toEqual(before)
})

test('an older router is refused on a newer file, though nothing is under way', async () => {
  const file = newFile()
  await (await open(file, basket, [{ ...basketWatch, version: 2 }])).close()
  await expect(open(file, basket)).rejects.toMatchObject({ code: 'router_differs', facts: { heldVersion: 2, version: 1 } })
  await (await open(file, basket, [{ ...basketWatch, version: 3 }])).close()
})

test('a fan-out that has begun is carried on by a later router to the receivers that it began with, and to no others', async () => {
  const file = newFile()
  const store = await open(file, basket)
  await store.dispatch(watcher, { ...KEY, watcherId: 'w' }, { type: 'Watch' })
  await store.dispatch(basket, KEY, { type: 'Announce', turn: 1 })
  await store.close()
  const db = new Database(file)
  db.exec('UPDATE pawl_outbox SET reached = 0')
  db.close()
  const toOne = basketWatch.routes.map((route) => (route.name === 'announcement' ? { ...route, target: 'one' as const } : route))
  const refused = open(file, basket, [{ ...basketWatch, version: 2, routes: toOne }])
  await expect(refused).rejects.toThrow(/version 2, whose route announcement goes to others now.*Let that version deliver it/)
  const carrier = await open(file, basket, [{ ...basketWatch, version: 2 }])
  expect(await carrier.outbox.deliver((await carrier.outbox.heads({ limit: 1 })).heads[0]!)).toMatchObject({
    outcome: 'delivered',
    receivers: [{ refusal: null }],
  })
})

test('a file from before shapes were remembered is taken over by what SQLite knows of it', async () => {
  const file = await written()
  const db = new Database(file)
  toSchema2(db)
  db.exec('ALTER TABLE pawl_machine DROP COLUMN shape; DROP TABLE pawl_takeover; PRAGMA user_version = 1')
  db.close()
  await expect(open(file, later({ table: withColumns({ openedAtMs: { encoding: 'text' } }) }))).rejects.toMatchObject({
    facts: { reason: 'encoding_differs', column: 'openedAtMs' },
  })
  await expect(open(file, later({ table: { ...basket.table, primaryKey: ['basketId', 'realm'] } }))).rejects.toMatchObject({
    facts: { reason: 'key_differs' },
  })
  const store = await open(file, grownBasket)
  expect(await store.load(grownBasket, KEY)).toMatchObject({ revision: 2, state: { visits: 7, itemsSize: 2 } })
  expect(rowsOf(file, 'PRAGMA user_version')).toEqual([{ user_version: 5 }])
})

test('a file from before journals were cut is read as it is, and cut once it was opened for writing', async () => {
  const file = await written()
  const db = new Database(file)
  toSchema2(db)
  db.close()
  const before = contentOf(file)
  const reader = await openBaskets({ file, readOnly: true })
  expect(await reader.upkeep.snapshot(basket, KEY)).toBeNull()
  expect(await reader.upkeep.snapshots(basket, { limit: 5 })).toEqual({ found: [], unreadable: [], next: null })
  expect(await reader.upkeep.snapshotRows(basket, KEY, 'items', { limit: 5 })).toEqual({ rows: [], unreadable: [], next: null })
  const entries = await reader.history({ limit: 10 })
  await reader.close()
  expect(contentOf(file)).toEqual(before)
  const store = await openBaskets({ file })
  expect(await store.history({ limit: 10 })).toEqual(entries)
  expect(await store.upkeep.cut(basket, KEY, { upToRevision: 2 })).toEqual({ entries: 2 })
  expect(rowsOf(file, 'PRAGMA user_version')).toEqual([{ user_version: 5 }])
})

test('what an older code cut has, of fields that were added since, their first value; and so its rows', async () => {
  const file = await written()
  const before = await open(file, basket)
  await before.upkeep.cut(basket, KEY, { upToRevision: 2 })
  const [kept, rows] = [await before.upkeep.snapshot(basket, KEY), await before.upkeep.snapshotRows(basket, KEY, 'items', { limit: 5 })]
  await before.close()
  const store = await open(file, grownBasket)
  const { state } = await store.load(grownBasket, KEY)
  expect(state).toMatchObject({ visits: 7 })
  expect(await store.upkeep.snapshot(grownBasket, KEY)).toEqual({ ...kept, state })
  expect(await store.upkeep.snapshotRows(grownBasket, KEY, 'items', { limit: 5 })).toEqual(rows)
  expect(await store.upkeep.snapshotRows(grownBasket, KEY, 'notes', { limit: 5 })).toEqual({ rows: [], unreadable: [], next: null })
})

test('a takeover after everything was cut knows which entries were before it', async () => {
  const file = await written()
  const before = await open(file, basket)
  const last = (await before.history({ limit: 10 })).at(-1)!.entry
  await before.upkeep.cut(basket, KEY, { upToRevision: 2 })
  await before.upkeep.cut(basket, { ...KEY, basketId: 'sold' }, { upToRevision: 2 })
  await before.upkeep.cut(watcher, { realm: 'r', basketId: 'sold', watcherId: 'till' }, { upToRevision: 1 })
  expect(await before.history({ limit: 10 })).toEqual([])
  await before.close()
  const store = await open(file, grownBasket)
  expect(await store.takeovers()).toMatchObject([{ machine: 'Basket', afterEntry: last }])
  await store.dispatch(grownBasket, KEY, addItem('c'))
  expect(await store.history({ afterEntry: last, limit: 10 })).toHaveLength(1)
})

test('a process with the older code that has the file open neither writes nor reads it any more', async () => {
  const file = await written()
  const store = await open(file, basket)
  const [loaded] = [await store.load(basket, KEY)]
  const child = startChild(script, ['upgrade', file])
  expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
  const gone = { code: 'machine_differs', facts: { machine: 'Basket', heldVersion: 2, version: 1, reason: 'taken_over' } }
  await expect(store.load(basket, KEY)).rejects.toMatchObject(gone)
  await expect(store.find(basket, { index: 'noted', equals: [], limit: 5 })).rejects.toMatchObject(gone)
  await expect(store.history({ limit: 5 })).rejects.toMatchObject(gone)
  await expect(store.dispatch(basket, KEY, addItem('c'))).rejects.toMatchObject(gone)
  const later = await open(file, grownBasket)
  expect(await later.load(grownBasket, KEY)).toMatchObject({ revision: loaded.revision })
}, 20_000)

test('three processes take one file over together: one does it, once', async () => {
  const file = await written()
  const children = [1, 2, 3].map(() => startChild(script, ['upgrade', file]))
  for (const child of children) expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
  expect(rowsOf(file, TAKEOVERS)).toHaveLength(1)
}, 20_000)

test.each([
  ['adopt.reshaped', 'old'],
  ['adopt.written', 'old'],
  ['adopt.committed', 'new'],
])(
  'killed at %s, the file is the %s one, whole',
  async (point, left) => {
    const file = await written()
    const before = contentOf(file)
    const child = startChild(script, ['upgrade', file], { PAWL_FAULT_POINT: point })
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
    expect(rowsOf(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    if (left === 'old') {
      expect(contentOf(file)).toEqual(before)
      expect(await (await open(file, basket)).load(basket, KEY)).toMatchObject({ revision: 2 })
    }
    const store = await open(file, grownBasket)
    expect(await store.load(grownBasket, KEY)).toMatchObject({ revision: 2, state: { visits: 7, itemsSize: 2 } })
    expect(rowsOf(file, TAKEOVERS)).toHaveLength(1)
  },
  20_000,
)

test('ten thousand instances are taken over within a second or two, and the first that cannot be read is named', async () => {
  const file = await written()
  const db = new Database(file)
  db.exec(`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
    INSERT INTO Basket (realm, basketId, phase, itemsSize, openedAtMs, note, pawl_revision, pawl_updated_at_ms)
    SELECT 'r', 'many-' || n, 'Open', 0, n, 'note ' || n, 1, n FROM n`)
  db.close()
  const picky = later({ fromRow: (row) => (row['openedAtMs'] === 9_000 ? unread('openedAtMs', 'is 9000') : basket.fromRow(row)) })
  await expect(open(file, picky)).rejects.toMatchObject({ facts: { reason: 'row_unreadable', key: '["r","many-9000"]' } })
  const startedMs = performance.now()
  const store = await open(file, grownBasket)
  expect(performance.now() - startedMs).toBeLessThan(2_000)
  expect(await store.load(grownBasket, { ...KEY, basketId: 'many-10000' })).toMatchObject({ state: { visits: 7, note: 'note 10000' } })
  expect(rowsOf(file, 'SELECT count(*) AS n FROM Basket WHERE visits = 7')).toEqual([{ n: 10_002 }])
}, 20_000)
