import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { armFaultPoints, FAULT_POINTS, type FaultPoint } from '../../runtime/fault-point.js'
import {
  JOB_MACHINES,
  JOB_ROUTERS,
  migrateOf,
  openStore,
  StoreError,
  storeLimits,
  systemClock,
  type Migration,
} from '../../runtime/index.js'
import { openArtifactBytes } from '../../runtime/artifact-bytes.js'
import { doctorOf } from '../../runtime/maintenance/doctor.js'
import { SCHEMA_VERSION } from '../../runtime/store/schema.js'
import { isDamaged, isRunWith } from '../fixtures/past.js'
import { startChild } from '../runtime/child.js'
import { pawldPath, run } from '../runtime/pawld.js'
import { newFile, newFolder } from '../runtime/rig.js'
import { ARTIFACT, LIMITS } from '../runtime/store/fixtures/lively-jobs.js'
import { contentsOf, sqlIn } from './files.js'

const FIXTURES = fileURLToPath(new URL('../runtime/store/fixtures/', import.meta.url))
const KEPT = readdirSync(FIXTURES).filter((name) => name.endsWith('.db.gz'))
/** All before the present one. */
const OLDER = KEPT.toSorted().slice(0, -1)

beforeAll(pawldPath)

function restored(name: string): string {
  const file = newFile()
  writeFileSync(file, gunzipSync(readFileSync(join(FIXTURES, name))))
  // Its log says that it is not this code's until it was migrated.
  isDamaged(file)
  isRunWith(file, LIMITS)
  return file
}

/** All that a file says. */
function saidBy(file: string): unknown {
  const db = new Database(file, { fileMustExist: true })
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all() as { type: string; name: string }[]
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])
  db.close()
  return { schema, tables }
}

function versionsIn(file: string): { readonly [name: string]: number } {
  const db = new Database(file, { fileMustExist: true })
  const rows = db.prepare('SELECT name, version FROM pawl_machine UNION ALL SELECT name, version FROM pawl_router').raw().all() as [
    string,
    number,
  ][]
  const schema = Number(db.pragma('user_version', { simple: true }))
  db.close()
  return { ...Object.fromEntries(rows), schema }
}

function columnsIn(file: string): { readonly [table: string]: readonly string[] } {
  const db = new Database(file, { fileMustExist: true })
  const rows = db.prepare(`SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`).raw().all() as [
    string,
    string,
  ][]
  db.close()
  const columns: { [table: string]: string[] } = {}
  for (const [table, column] of rows) (columns[table] ??= []).push(column)
  return columns
}

/** What the steps of a migration make of versions. */
function after(versions: ReturnType<typeof versionsIn>, { steps }: Migration) {
  return { ...versions, ...Object.fromEntries(steps.map((step) => [step.kind === 'schema' ? 'schema' : step.name, step.to])) }
}

test.each(OLDER)('%s: the preview writes nothing, and is what --apply then does', async (name) => {
  const file = restored(name)
  const before = contentsOf(dirname(file))
  const [versions, columns] = [versionsIn(file), columnsIn(file)]
  const preview = await migrateOf({ file })
  expect(preview).toMatchObject({
    status: 'possible',
    problem: null,
    backup: null,
    schema: { held: versions['schema'], known: SCHEMA_VERSION },
  })
  expect(contentsOf(dirname(file))).toEqual(before)
  const done = await migrateOf({ file, apply: true })
  expect(done).toEqual({ ...preview, status: 'done', backup: expect.stringMatching(/\.before-\d{8}T\d{6}\.\d{3}Z$/) as string })
  expect(versionsIn(file)).toEqual(after(versions, preview))
  for (const step of preview.steps) {
    if (step.kind !== 'machine') continue
    expect(step.from).toBe(versions[step.name] ?? null)
    for (const { name: table, change, columns: added } of step.tables) {
      const now = columnsIn(file)[table]!
      expect([table, columns[table] === undefined]).toEqual([table, change === 'made'])
      if (change !== 'made') expect(now.toSorted()).toEqual([...columns[table]!, ...added].toSorted())
    }
  }
  // The copy is the file as it was.
  expect(saidBy(done.backup!)).toEqual(saidBy(restored(name)))
  await openArtifactBytes({ file, durable: true }, systemClock, 1_000).keep(ARTIFACT)
  expect(await doctorOf({ file, full: true })).toMatchObject({ status: 'sound', findings: [] })
  expect(await migrateOf({ file, apply: true })).toEqual({
    status: 'current',
    file,
    schema: { held: SCHEMA_VERSION, known: SCHEMA_VERSION },
    steps: [],
    problem: null,
    backup: null,
  })
  expect(readdirSync(dirname(file)).toSorted()).toEqual([basename(file), `${basename(file)}.artifacts`, basename(done.backup!)].toSorted())
})

test('without a backup none is made', async () => {
  const file = restored(OLDER[0]!)
  expect(await migrateOf({ file, apply: true, backup: false })).toMatchObject({ status: 'done', backup: null })
  expect(readdirSync(dirname(file))).toEqual([basename(file)])
})

test('a file that this code cannot take over is refused with the way out, in the preview as with --apply, and left as it was', async () => {
  const file = restored(OLDER[0]!)
  sqlIn(
    file,
    `UPDATE DetachedJob SET phase = 'Dreaming' WHERE tool = 'queued'; UPDATE pawl_machine SET version = 99, hash = 'x' WHERE name = 'AwaitBinding'`,
  )
  const before = contentsOf(dirname(file))
  for (const apply of [false, true]) {
    const refused = await migrateOf({ file, apply })
    expect(refused).toMatchObject({
      status: 'refused',
      backup: null,
      problem: { code: 'machine_differs', facts: { reason: 'row_unreadable', column: 'phase' } },
    })
    expect(refused.problem!.message).toMatch(/Nothing was changed/)
    expect(contentsOf(dirname(file))).toEqual(before)
  }
  sqlIn(file, `UPDATE DetachedJob SET phase = 'Queued' WHERE tool = 'queued'`)
  expect(await migrateOf({ file })).toMatchObject({ status: 'refused', problem: { facts: { machine: 'AwaitBinding', reason: 'older' } } })
})

test('a file of other machines, of another program, of a later schema, or none, is unreadable, and does not become one of jobs', async () => {
  const file = restored(OLDER[0]!)
  sqlIn(file, 'DELETE FROM pawl_machine')
  const before = contentsOf(dirname(file))
  expect(await migrateOf({ file, apply: true })).toMatchObject({ status: 'unreadable', problem: { code: 'machine_absent' } })
  expect(contentsOf(dirname(file))).toEqual(before)
  sqlIn(file, 'PRAGMA user_version = 99')
  expect(await migrateOf({ file, apply: true })).toMatchObject({ status: 'unreadable', problem: { code: 'future_schema' } })
  writeFileSync(file, '')
  expect(await migrateOf({ file, apply: true })).toMatchObject({ status: 'unreadable', problem: { code: 'not_a_store' } })
  expect(readFileSync(file)).toHaveLength(0)
  expect(await migrateOf({ file: `${file}.none`, apply: true })).toMatchObject({ status: 'unreadable', problem: { code: 'cannot_open' } })
  expect(existsSync(`${file}.none`)).toBe(false)
})

test('a migration that finds the file locked leaves nothing beside it; of one that the disk refuses the copy stays', async () => {
  for (const [code, copies] of [
    ['busy', 0],
    ['io', 1],
  ] as const) {
    const file = restored(OLDER[0]!)
    const before = saidBy(file)
    const disarm = armFaultPoints((point) => {
      if (point === 'adopt.written') throw new StoreError(code, code)
    })
    await expect(migrateOf({ file, apply: true })).rejects.toMatchObject({ name: 'StoreError', code })
    disarm()
    expect(saidBy(file)).toEqual(before)
    expect(readdirSync(dirname(file)).filter((name) => name !== basename(file))).toHaveLength(copies)
  }
})

test('where no copy can be made beside the file the disk is named, and the way out', async () => {
  // Its log has a name yet, and the folder of a copy none.
  const file = join(newFolder(), 'x'.repeat(246))
  renameSync(restored(OLDER[0]!), file)
  await expect(migrateOf({ file })).rejects.toMatchObject({
    name: 'StoreError',
    code: 'io',
    message: expect.stringContaining('make room') as string,
  })
  expect(await migrateOf({ file: restored(OLDER[0]!) })).toMatchObject({ status: 'possible' })
})

test('a file of this code that opening refuses is refused, and not of this code as it should be', async () => {
  const file = restored(OLDER[0]!)
  await migrateOf({ file, apply: true, backup: false })
  sqlIn(file, `INSERT INTO pawl_router VALUES ('Elsewhere', 1, '[]', '["DetachedJob"]')`)
  for (const apply of [false, true]) {
    expect(await migrateOf({ file, apply })).toMatchObject({
      status: 'refused',
      steps: [],
      backup: null,
      problem: { code: 'router_differs', facts: { router: 'Elsewhere' } },
    })
  }
  const opening = openStore({ file, machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits(LIMITS) })
  await expect(opening).rejects.toMatchObject({ code: 'router_differs' })
  sqlIn(file, `DELETE FROM pawl_router WHERE name = 'Elsewhere'; DELETE FROM pawl_meta WHERE name = 'instant_ms'`)
  expect(await migrateOf({ file })).toMatchObject({ status: 'refused', problem: { code: 'unreadable_row', facts: { key: 'instant_ms' } } })
})

test('a malformed request is the caller’s bug', async () => {
  for (const wrong of [{ file: 1 }, { file: 'x', apply: 'yes' }, { file: 'x', force: true }]) {
    await expect(migrateOf(wrong as never)).rejects.toMatchObject({ name: 'RequestError' })
  }
})

test('whoever has the file open with this code works on while it is looked at', async () => {
  const file = newFile()
  const store = await openStore({ file, machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits() })
  expect(await migrateOf({ file, apply: true })).toMatchObject({ status: 'current' })
  expect(store.stats()).toMatchObject({ failed: 0, busyRetries: 0 })
  await store.close()
})

test('pawld migrate says what would be done, and does it with --apply', async () => {
  const file = restored(OLDER[1]!)
  const preview = await run('--file', file, 'migrate')
  expect([preview.code, preview.complained]).toEqual([0, ''])
  expect(preview.said).toMatch(
    /^possible\n {2}schema {2}2 -> \d+\n {2}DetachedJob {2}1 -> \d+; DetachedJob extended terms[^\n]*; DetachedJob\.artifacts made\n/,
  )
  expect(preview.said).toMatch(/\n {2}JobRuntimeDelivery {2}1 -> \d+; 2 messages under way\n[^]*\nnothing was written: --apply does it$/)
  const done = await run('--file', file, '--json', 'migrate', '--apply', '--no-backup')
  expect([done.code, JSON.parse(done.said)]).toMatchObject([0, { status: 'done', backup: null }])
  expect(await run('--file', file, 'migrate')).toEqual({ code: 0, said: 'current', complained: '' })
  sqlIn(file, `UPDATE pawl_machine SET version = 99, hash = 'x' WHERE name = 'AwaitBinding'`)
  expect(await run('--file', file, 'migrate', '--apply')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^refused\n[^]*machine_differs: .*older program/) as string,
  })
  expect((await run('--file', `${file}.none`, 'migrate')).code).toBe(2)
}, 30_000)

/** The last whose machines' tables differ from those of today. */
const RESHAPED = 'schema-2-AB2-DJ4-RD2-S1-SA1-SE2-ST1.db.gz'
const POINTS = FAULT_POINTS.filter((point) => /^(adopt|migrate)\./.test(point))

test.each(POINTS.flatMap((point) => [OLDER[0]!, RESHAPED].map((name): [FaultPoint, string] => [point, name])))(
  'killed at %s, %s is as it was or migrated, whole, and the next migration ends it',
  async (point, name) => {
    const file = restored(name)
    const whole = restored(name)
    const before = saidBy(file)
    await migrateOf({ file: whole, apply: true, backup: false })
    const child = startChild(await pawldPath(), ['--file', file, 'migrate', '--apply'], { PAWL_FAULT_POINT: point })
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
    expect(point === 'adopt.committed' ? versionsIn(file) : saidBy(file)).toEqual(point === 'adopt.committed' ? versionsIn(whole) : before)
    const status = (await migrateOf({ file, apply: true })).status
    expect(status).toBe(point === 'adopt.committed' ? 'current' : 'done')
    expect(versionsIn(file)).toEqual(versionsIn(whole))
    await openArtifactBytes({ file, durable: true }, systemClock, 1_000).keep(ARTIFACT)
    expect(await doctorOf({ file, full: true })).toMatchObject({ status: 'sound', findings: [] })
  },
  30_000,
)
