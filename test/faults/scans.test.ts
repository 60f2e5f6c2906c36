import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { JOB_ROUTERS, type RuntimeEvent, type Store } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { isDamaged } from '../fixtures/past.js'
import { LEASE_MS, newFile, openRig, runner, SESSION, until, type Rig } from '../runtime/rig.js'

/** Every statement that is prepared from now on, with how many rows it has answered. */
function watchedStatements(): ReadonlyMap<string, { rows: number }> {
  const seen = new Map<string, { rows: number }>()
  const prepare = Database.prototype.prepare
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text: string) {
    const statement = prepare.call(this, text)
    const counted = seen.get(text) ?? { rows: 0 }
    seen.set(text, counted)
    if (!statement.reader) return statement
    const { all, get } = statement
    statement.all = (...given: [{}]) => {
      const rows = all.apply(statement, given)
      counted.rows += rows.length
      return rows
    }
    statement.get = (...given: [{}]) => {
      const row = get.apply(statement, given)
      if (row !== undefined) counted.rows += 1
      return row
    }
    return statement
  })
  atEnd(() => spy.mockRestore())
  return seen
}

/** Of the steps of a plan those that read a table without an index for it, or sort what was read. */
function unbounded(db: Database.Database, text: string): readonly string[] {
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...Array.from(text.matchAll(/\?/g), () => 1)) as { detail: string }[]
  // The first rows of a table, in its own order, are as many as are asked for.
  const isFirstRows = /\bLIMIT\b/.test(text) && !/\bWHERE\b/.test(text)
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => detail.includes('TEMP B-TREE') || (/^SCAN (?!CONSTANT ROW|\(subquery)/.test(detail) && !isFirstRows))
}

/** As many rows as the code has machines and routers, as the file was taken over by later code, as it has tables. */
const SMALL = /FROM (pawl_machine|pawl_router|pawl_takeover|sqlite_schema)\b/

test('no statement of the runtime reads a table without its index, whatever is asked of it', async () => {
  const file = newFile()
  const seen = watchedStatements()
  const rig = await openRig({ file, runners: [runner(async () => 'done')] })
  const { runtime, store } = rig
  const jobs = await Promise.all(Array.from({ length: 4 }, (_, n) => rig.submit({ nonce: `${n}` })))
  const attempt = await rig.claim(jobs[0]!.jobId)
  await runtime.attempts.checkpoint({ ...attempt, cursor: 1, checkpoint: 1 })
  await runtime.attempts.notify({ ...attempt, key: 'key', body: 1 })
  await runtime.await.awaitJob(SESSION, jobs[0]!.jobId)
  await runtime.attempts.complete({ ...attempt, result: 1 })
  await rig.claim(jobs[1]!.jobId)
  rig.lapse()
  await runtime.recovery.pass()
  await runtime.worker.pass()
  await until('the rest is done', async () => (await runtime.jobs.result(jobs[3]!.jobId)) !== null)
  await runtime.projector.pass()
  for (const request of [{ sessionId: SESSION }, { status: 'Queued' }, { sessionId: SESSION, status: 'Succeeded' }]) {
    for (const page = { after: null as string | null, limit: 1 }; ;) {
      const { next } = await runtime.jobs.list({ ...request, limit: page.limit, ...(page.after === null ? {} : { after: page.after }) })
      if (next === null) break
      page.after = next
    }
  }
  await runtime.sessions.apply(SESSION, () => undefined)
  await runtime.sessions.waiting()
  await runtime.await.unseen()
  for (const router of JOB_ROUTERS)
    for (const { name } of router.locals) await store.deriveLocals({ router: router.name, local: name, limit: 5 })
  await store.history({ limit: 5 })
  await store.outbox.census({ limit: 5 })
  await store.outbox.deadLetters({ limit: 5 })
  await runtime.jobs.cancel((await rig.claim((await rig.submit({ nonce: 'cancelled' })).jobId)).jobId)
  expect((await runtime.health()).status).toBe('ok')

  const read = [...seen.keys()].filter((text) => /^(SELECT|UPDATE|DELETE|WITH)/.test(text) && !SMALL.test(text))
  expect(read.length).toBeGreaterThan(15)
  const db = new Database(file, { readonly: true })
  const found = read.map((text) => [text, unbounded(db, text)] as const).filter(([, steps]) => steps.length > 0)
  db.close()
  expect(found).toEqual([])
})

/** So many rows like that of the job, each a job of its own, past the runtime. */
function multiply(file: string, jobId: string, count: number): void {
  isDamaged(file)
  const db = new Database(file)
  const columns = (db.pragma('table_info(DetachedJob)') as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'pawl_row')
  const values = columns.map((name) => (name === 'jobId' ? `jobId || '-' || n` : `"${name}"`))
  db.prepare(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
     INSERT INTO DetachedJob (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${values.join(', ')} FROM DetachedJob, n WHERE jobId = ?`,
  ).run(jobId)
  db.close()
}

async function rowsReadByRecovery(
  seen: ReturnType<typeof watchedStatements>,
  settled: number,
): Promise<{ readonly rows: number; readonly recovered: object }> {
  const file = newFile()
  const rig = await openRig({ file })
  const done = await rig.claim((await rig.submit({ nonce: 'done' })).jobId)
  await rig.runtime.attempts.complete({ ...done, result: null })
  const stale = await rig.claim((await rig.submit({ nonce: 'stale' })).jobId)
  if (settled > 0) multiply(file, done.jobId, settled)
  multiply(file, stale.jobId, 199)
  rig.lapse()
  for (const counted of seen.values()) counted.rows = 0
  const recovered = await rig.runtime.recovery.pass()
  const rows = [...seen].filter(([text]) => text.includes('"DetachedJob"')).reduce((sum, [, counted]) => sum + counted.rows, 0)
  return { rows, recovered }
}

test('fault: upkeep over stale rows burns a core: among 100,000 settled rows recovery reads as many rows as among none', async () => {
  const seen = watchedStatements()
  const alone = await rowsReadByRecovery(seen, 0)
  const among = await rowsReadByRecovery(seen, 100_000)
  expect(alone.recovered).toMatchObject({ observed: 200, classified: 200, failed: 0 })
  expect(among).toEqual(alone)
  expect(alone.rows).toBeLessThan(5 * 200)
}, 60_000)

/** A store that breaks off one verb for one job, as often as it is asked. */
function faultyFor(store: Store, victim: string, verb: string): Store {
  const broken = (asked: string, key: object): boolean => asked === verb && (key as { readonly jobId?: string }).jobId === victim
  const fail = (): Promise<never> => Promise.reject(new Error('the disk coughed'))
  return {
    ...store,
    load: (machine, key) => (broken('load', key) ? fail() : store.load(machine, key)),
    dispatch: (machine, key, input) => (broken(input.type, key) ? fail() : store.dispatch(machine, key, input)),
    outbox: {
      ...store.outbox,
      deliver: (head) => (broken('deliver', head.source.key) ? fail() : store.outbox.deliver(head)),
      acknowledge: (receipt) => store.outbox.acknowledge(receipt),
    },
  }
}

const GONE = JSON.stringify({ kind: 'process', pid: 2 ** 22 + 1, startedAt: 'never', mark: 'none', folder: '/none' })

/** Five lost attempts, each with a process that is gone. */
async function fiveLost(rig: Rig): Promise<readonly string[]> {
  const jobs: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const attempt = await rig.claim((await rig.submit({ runner: 'Adoptable', nonce: `${n}` })).jobId)
    await rig.runtime.attempts.handle({ ...attempt, handle: GONE })
    jobs.push(attempt.jobId)
  }
  rig.clock.advance(LEASE_MS)
  return jobs
}

test.each(['ObserveLeaseExpiry', 'load', 'RecordReaped', 'ClassifyLoss'])(
  'fault: %s fails for one row: every other row is seen to, and that one by a later pass',
  async (verb) => {
    const rig = await openRig({ leaveToOthersMs: 1 })
    const jobs = await fiveLost(rig)
    const faulty = await rig.another({ store: faultyFor(rig.store, jobs[1]!, verb) })
    await faulty.recovery.pass()
    rig.clock.advance(10)
    expect((await faulty.recovery.pass()).failed).toBeGreaterThan(0)
    const phases = await Promise.all(jobs.map(async (jobId) => (await rig.state(jobId)).phase === 'WorkerLost'))
    expect(phases).toEqual([true, false, true, true, true])
    expect(rig.events).toContainEqual(expect.objectContaining({ type: 'pass_failed', what: 'recover', of: jobs[1]! }))
    await rig.runtime.recovery.pass()
    rig.clock.advance(10)
    await rig.runtime.recovery.pass()
    expect(await rig.state(jobs[1]!)).toMatchObject({ phase: 'WorkerLost' })
  },
)

test('fault: a claim, or a delivery, fails for one row: every other row is seen to, and that one by a later pass', async () => {
  const rig = await openRig({ runners: [runner(async () => 'done')] })
  const jobs = await Promise.all(Array.from({ length: 5 }, async (_, n) => (await rig.submit({ nonce: `${n}` })).jobId))
  const isDone = async (jobId: string): Promise<boolean> => (await rig.state(jobId)).phase === 'Succeeded'
  const claiming = await rig.another({ store: faultyFor(rig.store, jobs[1]!, 'ClaimAttempt') })
  await claiming.worker.pass()
  await until('the others are done', async () => (await Promise.all(jobs.map(isDone))).filter(Boolean).length === 4)
  expect(await rig.state(jobs[1]!)).toMatchObject({ phase: 'Queued' })
  await rig.runtime.worker.pass()
  await until('that one too', () => isDone(jobs[1]!))
  const carrying = await rig.another({ store: faultyFor(rig.store, jobs[1]!, 'deliver') })
  expect(await carrying.projector.pass()).toMatchObject({ delivered: 4, failed: expect.any(Number) as number })
  expect(await rig.runtime.projector.pass()).toMatchObject({ delivered: 1, failed: 0 })
  const failed = rig.events.filter((event): event is RuntimeEvent & { type: 'pass_failed' } => event.type === 'pass_failed')
  expect(new Set(failed.map(({ what }) => what))).toEqual(new Set(['claim', 'deliver']))
})
