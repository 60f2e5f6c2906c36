import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { armFaultPoints, type FaultPoint } from '../../runtime/fault-point.js'
import { awaitBinding, detachedJob, runtimeDelivery } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { openScene } from '../gates/crash.js'
import { REAL_CLOCK, newFile, openRig, REALM, runner, SESSION, submission, until } from '../runtime/rig.js'

/** From the claim to the first step of the work. */
const CLAIMING: readonly FaultPoint[] = [
  ...(['commit.begun', 'commit.decided', 'commit.saved', 'commit.journalled', 'commit.sent', 'commit.written'] as const),
  ...(['commit.committed', 'commit.told', 'claim.committed', 'run.begun'] as const),
]

test.each(CLAIMING)('fault: a cancel comes just as a job begins to run, at %s: it is heeded, and no work is left', async (point) => {
  let [begun, stopped] = [0, 0]
  const rig = await openRig({
    clock: REAL_CLOCK,
    pollMs: 20,
    runners: [
      runner(async ({ signal }) => {
        begun += 1
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        stopped += 1
        throw new Error('stopped')
      }),
    ],
  })
  const { jobId } = await rig.submit()
  let cancel: ReturnType<typeof rig.runtime.jobs.cancel> | null = null
  atEnd(
    armFaultPoints((passed) => {
      if (passed === point) cancel ??= rig.runtime.jobs.cancel(jobId)
    }),
  )
  rig.runtime.worker.start()
  await until('it ends', async () => (await rig.runtime.jobs.result(jobId)) !== null)
  expect(await cancel).toMatchObject({ ok: true })
  expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ kind: 'Cancelled' })
  expect(stopped).toBe(begun)
  expect(rig.runtime.worker.status().running).toEqual([])
})

test('fault: a stray key blocks new jobs for ever: there is no second record, the job’s own row is the key', async () => {
  const file = newFile()
  const rig = await openRig({ file })
  await rig.submit()
  const db = new Database(file, { readonly: true })
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'DetachedJob%'`).pluck().all() as string[]
  const rows = tables.filter((name) => db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() !== 0)
  const { sql } = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'DetachedJob'`).get() as { sql: string }
  db.close()
  expect(rows).toEqual(['DetachedJob'])
  expect(sql.replaceAll('"', '')).toMatch(/(PRIMARY KEY|UNIQUE) \(realm, jobId\)/)
})

test('fault: a hidden failed job swallows what is added, an old job deletes the newer one’s key: asked for again, it is the same job, told as it is; the newer is its own', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const old = await rig.claim(jobId)
  await rig.runtime.attempts.fail({ ...old, reason: 'broken', retryable: false })
  expect(await rig.submit()).toMatchObject({ jobId, deduplicated: true, status: 'Failed' })
  const newer = await rig.submit({ nonce: 'again' })
  expect(newer).toMatchObject({ deduplicated: false, status: 'Queued' })
  // Its payloads go, while it is asked for from several sides; the newer one is not touched by any of it.
  const forget = () => rig.store.dispatch(detachedJob, { realm: REALM, jobId }, { type: 'ForgetWork' })
  const told = await Promise.all([rig.submit(), forget(), rig.submit({ nonce: 'again' }), forget(), rig.submit()])
  expect(told).toMatchObject([
    { jobId, deduplicated: true },
    { ok: true },
    { jobId: newer.jobId, deduplicated: true },
    { ok: true },
    { jobId },
  ])
  expect(await rig.runtime.attempts.complete({ ...old, result: 'late' })).toMatchObject({ ok: false })
  expect(await rig.runtime.jobs.get(newer.jobId)).toMatchObject({ status: 'Queued' })
  expect((await rig.store.instances(detachedJob, { limit: 10 })).found).toHaveLength(2)
})

test('fault: two deliveries are completed out of order: the later one is refused until the first is applied, and each is applied once', async () => {
  const rig = await openRig()
  const attempt = await rig.claim((await rig.submit()).jobId)
  for (const key of ['first', 'second']) await rig.runtime.attempts.notify({ ...attempt, key, body: key })
  await rig.runtime.projector.pass()
  const [first, second] = await rig.runtime.sessions.pending(SESSION)
  const mark = ({ deliveryId, sequence }: { readonly deliveryId: string; readonly sequence: number }) =>
    rig.store.dispatch(runtimeDelivery, { realm: REALM, sessionId: SESSION }, { type: 'MarkApplied', deliveryId, sequence })
  expect(await mark(second!)).toMatchObject({ ok: false })
  expect((await rig.runtime.sessions.pending(SESSION)).map(({ body }) => body)).toEqual(['first', 'second'])
  expect(await mark(first!)).toMatchObject({ ok: true })
  const applied: unknown[] = []
  const slow = async ({ body }: { readonly body: unknown }): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    applied.push(body)
  }
  await Promise.all([rig.runtime.sessions.apply(SESSION, slow), rig.runtime.sessions.apply(SESSION, slow)])
  expect(applied).toEqual(['second'])
  expect(await rig.runtime.sessions.apply(SESSION, slow)).toBe(0)
})

test('fault: two processes recover one job that has sent a message: both see the same inbox, and each step is one of theirs', async () => {
  const scene = await openScene()
  await scene.submit('steps')
  await scene.die('checkpoint.committed:2', 'work')
  const both = [1, 2].map(() => scene.run('later', 'recover', 'project'))
  const told = (await Promise.all(both)).flat().filter((line) => line.startsWith('told '))
  const steps = told.map((line) => (JSON.parse(line.slice('told '.length)) as { readonly transition: string }).transition)
  for (const once of ['ObserveLeaseExpiry', 'CommitNew']) expect(steps.filter((step) => step === once)).toEqual([once])
  const runtime = await scene.open()
  const inboxes = await Promise.all([runtime.sessions.pending(SESSION), runtime.sessions.pending(SESSION)])
  expect(inboxes[0]).toHaveLength(1)
  expect(inboxes[1]).toEqual(inboxes[0])
})

test('fault: one wait and its end come at once, in either order: it is released once', async () => {
  const rig = await openRig()
  for (const order of ['wait first', 'end first']) {
    const { jobId } = await rig.runtime.jobs.submit(submission({ nonce: order }))
    const attempt = await rig.claim(jobId)
    const wait = () => rig.runtime.await.awaitJob(SESSION, jobId)
    const end = () => rig.runtime.attempts.complete({ ...attempt, result: order })
    await Promise.all(order === 'wait first' ? [wait(), end()] : [end(), wait()])
    await rig.runtime.projector.pass()
    const steps = await rig.store.journal(awaitBinding, { realm: REALM, sessionId: SESSION, jobId }, { limit: 10 })
    expect(steps.filter(({ transition }) => transition === 'ReleaseWait')).toHaveLength(1)
  }
})
