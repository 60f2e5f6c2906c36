/**
 * A file of each released schema is kept: of every version of the store's schema, and of every set of versions of the job machines. The code
 * of today takes each over, and work goes on in it. A release that none is kept of yet fails here, and is kept by
 *
 *     PAWL_KEEP_SCHEMA=1 npx vitest run test/runtime/store/schemas.test.ts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { AnyMachine } from '../../../generated/machine.js'
import { systemClock } from '../../../runtime/clock.js'
import { detachedJob, JOB_MACHINES, openRuntime, sessionExecution, type JournalEntry, type Runtime } from '../../../runtime/index.js'
import { openArtifactBytes } from '../../../runtime/artifact-bytes.js'
import { doctorOf } from '../../../runtime/maintenance/doctor.js'
import { SCHEMA_VERSION } from '../../../runtime/store/schema.js'
import { atEnd } from '../../closing.js'
import { isRunWith } from '../../fixtures/past.js'
import { newFile, until } from '../rig.js'
import { ARTIFACT, LIMITS, ONLOOKER, REALM, RUNNERS, SESSION, writeLively } from './fixtures/lively-jobs.js'

const FOLDER = fileURLToPath(new URL('./fixtures/', import.meta.url))
const KEPT = /^schema-.*\.db\.gz$/
const kept = (): readonly string[] => readdirSync(FOLDER).filter((name) => KEPT.test(name))

/** `schema-2-AB2-DJ4-….db.gz`: the store's schema, and each machine by its capitals with its version. */
const PRESENT = nameOf(SCHEMA_VERSION, JOB_MACHINES)

if (process.env['PAWL_KEEP_SCHEMA'] !== undefined && !kept().includes(PRESENT)) {
  const file = newFile()
  await writeLively(file)
  writeFileSync(`${FOLDER}${PRESENT}`, gzipSync(readFileSync(file), { level: 9 }))
}

function nameOf(schema: number, machines: readonly Pick<AnyMachine, 'name' | 'version'>[]): string {
  const versions = machines.map(({ name, version }) => `${name.replaceAll(/[^A-Z]/g, '')}${version}`)
  return `schema-${[schema, ...versions.sort()].join('-')}.db.gz`
}

test('a file of the present schema and the present versions of the machines is kept: PAWL_KEEP_SCHEMA=1 keeps it', () => {
  expect(kept()).toContain(PRESENT)
})

test.each(kept())('%s is taken over: all that was there is there', async (name) => {
  const file = restored(name)
  const [{ user_version: schema }] = rowsOf(file, 'PRAGMA user_version') as [{ user_version: number }]
  expect(name).toBe(nameOf(schema, rowsOf(file, 'SELECT name, version FROM pawl_machine') as { name: string; version: number }[]))
  const before = contentOf(file)
  const runtime = await opened(file)
  for (const [table, rows] of Object.entries(before)) expect([table, rowsWithin(file, table, rows)]).toEqual([table, rows])
  await openArtifactBytes(runtime.store, systemClock, 1_000).keep(ARTIFACT)
  expect(await doctorOf({ file, full: true })).toMatchObject({ status: 'sound', findings: [] })
  const steps = await historyOf(runtime)
  expect(steps.length).toBe(before['pawl_journal']!.length)
  const begun = steps.filter(({ transition }) => transition === 'Submit').length + (before['pawl_snapshot'] ?? []).length
  expect(begun).toBe(before['DetachedJob']!.length)
  for (const row of before['DetachedJob']!) {
    const { jobId, phase, runner } = row as { jobId: string; phase: string; runner: string }
    expect(await runtime.jobs.get(jobId)).toMatchObject({ jobId, status: phase, runner })
  }
})

test.each(kept())('%s is taken over: work goes on in it to the end', async (name) => {
  const file = restored(name)
  const before = contentOf(file)
  const runtime = await opened(file)
  await openArtifactBytes(runtime.store, systemClock, 1_000).keep(ARTIFACT)
  runtime.start()
  await until('every job has ended', () => allEnded(runtime))
  await until('every message has arrived', async () => (await runtime.store.outbox.census({ limit: 10 })).pending === 0)
  expect(await runtime.store.outbox.census({ limit: 10 })).toEqual({ pending: 0, oldestAtMs: null, dead: 0 })
  const [inbox] = before['RuntimeDelivery'] as [{ appliedCursor: number }]
  const applied: number[] = []
  await runtime.sessions.apply(SESSION, ({ sequence }) => void applied.push(sequence))
  expect(applied[0]).toBe(inbox.appliedCursor + 1)
  expect(applied).toEqual(applied.map((_, n) => inbox.appliedCursor + 1 + n))
  // The end of each job, and two notifications.
  expect(applied.at(-1)).toBe(before['DetachedJob']!.length + 2)
  await judgeWaits(runtime, before)
  await until('every session is free', () => allFree(runtime))
  const done = await runtime.jobs.list({ sessionId: SESSION, status: 'Succeeded', limit: 100 })
  for (const { jobId, tool } of done.jobs) {
    if (tool === 'running') expect(await runtime.jobs.result(jobId)).toMatchObject({ body: { from: { step: 1 } } })
  }
  await runtime.sessions.apply(ONLOOKER, () => undefined)
  expect(await doctorOf({ file, full: true })).toMatchObject({ status: 'sound', findings: [] })
})

function restored(name: string): string {
  const file = newFile()
  writeFileSync(file, gunzipSync(readFileSync(`${FOLDER}${name}`)))
  isRunWith(file, LIMITS)
  return file
}

async function opened(file: string): Promise<Runtime> {
  const runtime = await openRuntime({
    file,
    realm: REALM,
    runners: RUNNERS.map((declared) => ({ ...declared, leaseMs: 10_000, run: ({ checkpoint }) => Promise.resolve({ from: checkpoint }) })),
    sessionRunner: { run: async ({ stepEnded, step }) => void (stepEnded || (await step(async () => undefined))) },
    limits: LIMITS,
    keeper: 'in_thread',
    pollMs: 20,
    recoverEveryMs: 20,
  })
  atEnd(() => runtime.close({ graceMs: 0 }))
  return runtime
}

type Rows = readonly { readonly [column: string]: unknown }[]

function rowsOf(file: string, sql: string): Rows {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare(sql).all() as Rows
  } finally {
    db.close()
  }
}

/** Every row of what machines and messages are kept in. */
function contentOf(file: string): { readonly [table: string]: Rows } {
  const names = rowsOf(file, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).map(
    ({ name }) => `${name}`,
  )
  // What says whose file it is changes with the code.
  const kept = names.filter((name) => !['pawl_meta', 'pawl_machine', 'pawl_router', 'pawl_takeover'].includes(name))
  return Object.fromEntries(kept.map((name) => [name, rowsOf(file, `SELECT * FROM "${name}"`)]))
}

/** The rows of today, in the columns of before. */
function rowsWithin(file: string, table: string, before: Rows): Rows {
  const columns = Object.keys(before[0] ?? {})
  return rowsOf(file, `SELECT * FROM "${table}"`).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
}

async function historyOf({ store }: Runtime): Promise<readonly JournalEntry[]> {
  return store.history({ limit: 10_000 })
}

/** What waits for credentials a person lets go on. */
async function allEnded({ jobs, store }: Runtime): Promise<boolean> {
  const { found } = await store.instances(detachedJob, { limit: 100 })
  for (const { key, state } of found) if (state.phase === 'BlockedCredentials') await jobs.unblock(key.jobId)
  return found.every(({ state }) => detachedJob.terminal.includes(state.phase))
}

async function judgeWaits(runtime: Runtime, before: ReturnType<typeof contentOf>): Promise<void> {
  for (const { jobId, phase } of before['AwaitBinding'] as readonly { jobId: string; phase: string }[]) {
    const end = await runtime.jobs.result(jobId)
    const released = phase === 'Abandoned' ? null : end?.kind
    expect(await runtime.await.get(SESSION, jobId)).toMatchObject({ waiting: false, released })
  }
}

/** What is quarantined an operator releases. */
async function allFree({ sessions, store }: Runtime): Promise<boolean> {
  const { found } = await store.instances(sessionExecution, { limit: 100 })
  for (const { key, state } of found) {
    if (state.phase === 'Quarantined') await sessions.releaseQuarantine({ sessionId: key.sessionId, execution: state.execution })
  }
  return found.every(({ state }) => state.phase === 'Idle' && !state.pending)
}
