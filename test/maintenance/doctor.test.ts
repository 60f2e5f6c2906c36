import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { JOB_MACHINES, JOB_ROUTERS, openMemoryStore, openRuntime, openStore, storeLimits } from '../../runtime/index.js'
import { BOUNDS } from '../../runtime/health-looks.js'
import { doctorOf, type Diagnosis } from '../../runtime/maintenance/doctor.js'
import { isDamaged } from '../fixtures/past.js'
import { newFile } from '../runtime/rig.js'
import { basket } from '../runtime/store/fixtures/basket.js'
import { LIMITS, REALM, RUNNERS } from '../runtime/store/fixtures/lively-jobs.js'
import { DAMAGES, SNAPSHOT_DAMAGES } from './damages.js'
import { contentsOf, copy, cut, damaged, sqlIn, writeSound } from './files.js'

beforeAll(writeSound, 30_000)

function findingsOf({ findings }: Diagnosis): readonly string[] {
  return findings.flatMap(({ code, examples }) => examples.map((example) => `${code}  ${example}`))
}

test('a file of jobs in every phase is sound; all of it was looked at, and not a byte was written', async () => {
  const file = copy()
  const before = readFileSync(file)
  for (const full of [false, true]) {
    const diagnosis = await doctorOf({ file, full })
    expect(findingsOf(diagnosis)).toEqual([])
    expect(diagnosis).toMatchObject({ status: 'sound', reason: null, schema: { held: diagnosis.schema?.known } })
    const { coverage } = diagnosis
    expect(coverage.filter(({ cut }) => cut)).toEqual([])
    const looked = Object.fromEntries(coverage.map(({ what, looked }) => [what, looked]))
    expect(looked).toMatchObject({ 'rows of DetachedJob': 15, 'rows of DetachedJob.artifacts': 1, artifacts: 1, outbox: 3 })
    expect(looked['journal']).toBeGreaterThan(50)
  }
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(dirname(file)).toSorted()).toEqual([basename(file), `${basename(file)}.artifacts`])
})

test.each(DAMAGES)('%s is found as %s', async (_what, code, example, sql) => {
  const file = damaged(sql)
  const before = readFileSync(file)
  const diagnosis = await doctorOf({ file })
  expect(diagnosis.status).toBe('findings')
  const found = diagnosis.findings.find((finding) => finding.code === code)
  expect([findingsOf(diagnosis), found?.examples.join('\n')]).toEqual([expect.anything(), expect.stringMatching(example)])
  expect(found).toMatchObject({ count: expect.any(Number) as number, wayOut: expect.stringMatching(/^[A-Z].*\.$/) as string })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('what was cut of a journal is sound where a snapshot stands for it', async () => {
  const diagnosis = await doctorOf({ file: await cut(), full: true })
  expect(findingsOf(diagnosis)).toEqual([])
  const looked = Object.fromEntries(diagnosis.coverage.map(({ what, looked }) => [what, looked]))
  expect(looked).toMatchObject({ snapshots: 2, 'rows of snapshots': 2 })
})

test.each(SNAPSHOT_DAMAGES)('a snapshot that %s is found as %s', async (_what, code, example, sql) => {
  const file = await cut()
  sqlIn(file, sql)
  const diagnosis = await doctorOf({ file })
  const found = diagnosis.findings.find((finding) => finding.code === code)
  expect([findingsOf(diagnosis), found?.examples.join('\n')]).toEqual([expect.anything(), expect.stringMatching(example)])
})

const UNREADABLE: readonly (readonly [string, string, (file: string) => void])[] = [
  ['no file', 'cannot_open', (file) => rmSync(file)],
  ['a folder', 'cannot_open', (file) => (rmSync(file), mkdirSync(file))],
  [
    'a text',
    'not_a_store',
    (file) => writeFileSync(file, 'a text that is long enough to be read as the head of a page, but is none. '.repeat(9)),
  ],
  ['a file of nothing', 'not_a_store', (file) => writeFileSync(file, '')],
  ['a file of one byte', 'not_a_store', (file) => writeFileSync(file, 'x')],
  ['a database of another program', 'not_a_store', (file) => (rmSync(file), sqlIn(file, 'CREATE TABLE notes (text)'))],
  ['a file of a later schema', 'future_schema', (file) => sqlIn(file, 'PRAGMA user_version = 99')],
  ['a file that lost its end', 'corrupt_file', (file) => truncateSync(file, 5_000)],
]

test.each(UNREADABLE)('%s is unreadable as %s, and left as it is', async (_what, reason, make) => {
  const file = copy()
  make(file)
  const before = contentsOf(dirname(file))
  const diagnosis = await doctorOf({ file })
  expect(diagnosis).toMatchObject({ status: 'unreadable', reason, schema: null, machines: [] })
  expect(diagnosis.findings).toMatchObject([{ code: 'unreadable', count: 1, examples: [expect.stringContaining(reason)] }])
  expect(contentsOf(dirname(file))).toEqual(before)
})

test('a log that a crash or a copy left beside the file is read, and stays where it is', async () => {
  const file = copy()
  const runtime = await openRuntime({ file, realm: REALM, runners: RUNNERS, keeper: 'in_thread' })
  await runtime.jobs.submit({ sessionId: 's', lineage: 'l', tool: 't', toolVersion: '1', arguments: null, runner: 'Replayable' })
  const left = newFile()
  isDamaged(left)
  cpSync(`${file}.artifacts`, `${left}.artifacts`, { recursive: true })
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${left}${end}`)
  await runtime.close()
  const before = ['', '-wal'].map((end) => readFileSync(`${left}${end}`).toString('base64'))
  const diagnosis = await doctorOf({ file: left })
  expect(findingsOf(diagnosis)).toEqual([])
  expect(diagnosis.coverage.find(({ what }) => what === 'rows of DetachedJob')).toMatchObject({ looked: 16 })
  expect(diagnosis.walBytes).toBeGreaterThan(0)
  expect(['', '-wal'].map((end) => readFileSync(`${left}${end}`).toString('base64'))).toEqual(before)
})

test('a page that was overwritten is found, and everything that can be read is looked at all the same', async () => {
  const file = copy()
  const db = new Database(file, { readonly: true })
  const [page, size] = [
    db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'RuntimeDelivery'`).pluck().get(),
    db.pragma('page_size', { simple: true }),
  ]
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, (Number(page) - 1) * Number(size), Number(page) * Number(size))
  writeFileSync(file, bytes)
  for (const full of [false, true]) {
    const diagnosis = await doctorOf({ file, full })
    expect(diagnosis.status).toBe('findings')
    expect(diagnosis.findings.map(({ code }) => code)).toContain('damaged_file')
    const looked = new Map(diagnosis.coverage.map((covered) => [covered.what, covered]))
    expect(looked.get('rows of RuntimeDelivery')).toMatchObject({ cut: true })
    expect(looked.get('rows of DetachedJob')).toEqual({ what: 'rows of DetachedJob', looked: 15, cut: false })
    expect(looked.get('dead letters')).toMatchObject({ cut: false })
  }
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('bytes of an artifact that are gone are found, those that are others where all is looked at', async () => {
  const file = copy()
  const [folder = ''] = readdirSync(`${file}.artifacts`)
  const [name = ''] = readdirSync(join(`${file}.artifacts`, folder))
  writeFileSync(join(`${file}.artifacts`, folder, name), 'the rapport')
  expect((await doctorOf({ file })).status).toBe('sound')
  const damaged = await doctorOf({ file, full: true })
  expect(damaged.findings).toMatchObject([
    { code: 'artifact_damaged', count: 1, examples: [expect.stringMatching(/^"report" of \["realm","[0-9a-f]{64}"\]/)] },
  ])
  rmSync(`${file}.artifacts`, { recursive: true })
  for (const full of [false, true])
    expect((await doctorOf({ file, full })).findings).toMatchObject([{ code: 'artifact_missing', count: 1 }])
})

test('a limit cuts what is looked at, and says so; without one all is', async () => {
  const file = copy()
  const { coverage } = await doctorOf({ file, limit: 1 })
  // A page is read whole.
  expect(coverage.filter(({ cut }) => cut)).toEqual([])
  sqlIn(
    file,
    `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO "Subscription.records" SELECT realm, sessionId, jobId, i, NULL, '', '' FROM Subscription, n LIMIT 300`,
  )
  const cut = await doctorOf({ file, limit: 200 })
  expect(cut.coverage.find(({ what }) => what === 'rows of Subscription.records')).toMatchObject({ looked: 200, cut: true })
  const whole = await doctorOf({ file, limit: 200, full: true })
  expect(whole.coverage.find(({ what }) => what === 'rows of Subscription.records')).toMatchObject({ looked: 300, cut: false })
})

test('a machine that is not known here is certified by what the file remembers of it, and its rows are named as not looked at', async () => {
  const file = copy()
  const machines = JOB_MACHINES.filter(({ name }) => name !== 'Subscription')
  const diagnosis = await doctorOf({ file, machines })
  expect(diagnosis.status).toBe('sound')
  expect(diagnosis.machines.find(({ name }) => name === 'Subscription')).toMatchObject({ known: false })
  expect(diagnosis.coverage.filter(({ cut }) => cut).map(({ what }) => what)).toEqual(['rows of Subscription'])
  sqlIn(file, 'ALTER TABLE Subscription DROP COLUMN kind')
  expect(findingsOf(await doctorOf({ file, machines }))).toEqual(['tables_differ  Subscription no more has the column kind TEXT NOT NULL'])
})

test('a file of which no row could be looked at is not sound; what else is wrong with it is found all the same', async () => {
  const file = copy()
  const machines = [basket]
  expect(await doctorOf({ file, machines, routers: [] })).toMatchObject({
    status: 'unreadable',
    reason: 'unknown_machine',
    findings: [
      { code: 'unknown_machine', examples: expect.arrayContaining([expect.stringMatching(/^DetachedJob, version \d+$/)]) as never },
    ],
  })
  sqlIn(file, 'CREATE TABLE notes (text)')
  const faulty = await doctorOf({ file, machines, routers: [] })
  expect([faulty.status, faulty.reason, faulty.findings.map(({ code }) => code)]).toEqual([
    'findings',
    null,
    ['foreign_object', 'unknown_machine'],
  ])
})

test('a runtime has its own file looked at; one without a file cannot be', async () => {
  const file = copy()
  const runtime = await openRuntime({ file, realm: REALM, keeper: 'in_thread' })
  expect(await runtime.maintenance.doctor()).toMatchObject({ status: 'sound', file })
  expect(await runtime.maintenance.doctor({ full: true })).toMatchObject({ status: 'sound', file })
  await expect(runtime.maintenance.doctor({ deep: true } as never)).rejects.toMatchObject({ name: 'RequestError', field: 'deep' })
  await runtime.close()
  const store = await openMemoryStore({ machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits() })
  const ephemeral = await openRuntime({ store, realm: REALM, ephemeral: true })
  expect(await ephemeral.maintenance.doctor()).toMatchObject({ status: 'unreadable', reason: 'cannot_open' })
  await ephemeral.close()
})

test('a log beyond the bound that health has is found, and stays', async () => {
  const file = copy()
  const log = `${file}-wal`
  for (const [bytes, found] of [
    [BOUNDS.walBytes, []],
    [BOUNDS.walBytes + 1, [`log_grows  ${BOUNDS.walBytes + 1} bytes`]],
  ] as const) {
    writeFileSync(log, '')
    truncateSync(log, bytes)
    const diagnosis = await doctorOf({ file })
    expect([findingsOf(diagnosis), diagnosis.walBytes, statSync(log).size]).toEqual([found, bytes, bytes])
  }
})

test('a malformed request is the caller’s bug', async () => {
  const file = copy()
  const wrong: readonly object[] = [{ file: '' }, { file, full: 'yes' }, { file, limit: 0 }, { file, fast: true }]
  for (const options of wrong) await expect(doctorOf(options as never)).rejects.toMatchObject({ name: 'RequestError' })
})

test('while the file is worked, it is found sound again and again, and nobody waits for it', async () => {
  const file = newFile()
  const store = await openStore({ file, machines: JOB_MACHINES, routers: JOB_ROUTERS, limits: storeLimits(LIMITS) })
  const runtime = await openRuntime({ store, realm: REALM, runners: RUNNERS })
  const now = { stop: false, jobs: 0 }
  const load = Promise.all(
    [1, 2, 3, 4].map(async (lane) => {
      for (; !now.stop; now.jobs += 1) {
        const request = {
          sessionId: `s${lane}`,
          lineage: 'l',
          tool: 't',
          toolVersion: '1',
          arguments: { jobs: now.jobs, lane },
          runner: 'Replayable',
        }
        const { jobId } = await runtime.jobs.submit(request)
        const granted = await runtime.attempts.claim({ jobId, holder: 'h', workerId: 'w', leaseMs: 30_000 })
        if (granted.ok) await runtime.attempts.notify({ ...granted.attempt, key: 'k', body: lane })
        if (granted.ok) await runtime.attempts.complete({ ...granted.attempt, result: lane })
        await runtime.projector.pass()
      }
    }),
  )
  for (let round = 0; round < 5; round += 1) expect(findingsOf(await doctorOf({ file, full: round % 2 === 1 }))).toEqual([])
  now.stop = true
  await load
  expect(now.jobs).toBeGreaterThan(20)
  expect(store.stats()).toMatchObject({ failed: 0, busyRetries: 0 })
  await runtime.close()
  await store.close()
  expect(findingsOf(await doctorOf({ file }))).toEqual([])
})
