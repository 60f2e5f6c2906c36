import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { InboxDiffers, openRuntime, StoreError, type Runtime } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { isDamaged } from '../fixtures/past.js'
import { numbersFrom } from '../gates/busy.js'
import { newFile, REALM, SESSION, submission } from '../runtime/rig.js'

const QUOTE = 0x22
const RUNNERS = [{ name: 'plain', version: '1', restartClass: 'Replayable' }] as const

async function openOn(file: string): Promise<Runtime> {
  const runtime = await openRuntime({ realm: REALM, file, runners: RUNNERS })
  atEnd(() => runtime.close())
  return runtime
}

/** Three jobs, in a file that nobody has open: everything is in the file, and nothing in a log. */
async function threeJobs(): Promise<{ readonly file: string; readonly jobs: readonly string[] }> {
  const file = newFile()
  const runtime = await openOn(file)
  const jobs: string[] = []
  for (const nonce of ['first', 'second', 'third'])
    jobs.push((await runtime.jobs.submit(submission({ nonce, runner: 'plain', tool: `tool-${nonce}` }))).jobId)
  await runtime.attempts.claim({ jobId: jobs[2]!, holder: 'holder', workerId: 'worker', leaseMs: 1 })
  await runtime.close()
  return { file, jobs }
}

/** Everything that can be asked of a job, to find out whether any of it answers from what is damaged. */
function askedOf({ jobs, attempts, await: awaits }: Runtime, jobId: string): readonly (() => Promise<unknown>)[] {
  const attempt = { jobId, attemptId: `${jobId}.1`, fence: 1, holder: 'holder' }
  return [
    () => jobs.get(jobId),
    () => jobs.result(jobId),
    () => jobs.progress(jobId),
    () => jobs.cancel(jobId),
    () => attempts.claim({ jobId, holder: 'holder', workerId: 'worker', leaseMs: 1_000 }),
    () => attempts.renew({ ...attempt, leaseMs: 1_000 }),
    () => attempts.complete({ ...attempt, result: null }),
    () => awaits.awaitJob(SESSION, jobId),
  ]
}

test('fault: a flipped byte in a row: every verb says `unreadable_row` and writes nothing, and the neighbours are as they were', async () => {
  const { file, jobs } = await threeJobs()
  isDamaged(file)
  const bytes = readFileSync(file)
  let flipped = 0
  for (let at = bytes.indexOf('tool-second'); at !== -1; at = bytes.indexOf('tool-second', at + 1)) {
    // Not the journal's, which is JSON. Behind the tool stands the restart class.
    if (bytes[at - 1] === QUOTE) continue
    bytes[bytes.indexOf('Replayable', at)]! ^= 0x01
    flipped += 1
  }
  expect(flipped).toBeGreaterThan(0)
  writeFileSync(file, bytes)
  const runtime = await openOn(file)
  const before = (await runtime.store.history({ limit: 100 })).length
  for (const ask of askedOf(runtime, jobs[1]!)) await expect(ask()).rejects.toMatchObject({ name: 'StoreError', code: 'unreadable_row' })
  expect(await runtime.recovery.pass()).toMatchObject({ observed: 1, classified: 1 })
  await runtime.projector.pass()
  expect(await runtime.jobs.list({ sessionId: SESSION })).toMatchObject({ unreadable: 1, jobs: [{ jobId: jobs[0] }, { jobId: jobs[2] }] })
  expect(await runtime.jobs.get(jobs[0]!)).toMatchObject({ status: 'Queued' })
  const after = await runtime.store.history({ limit: 100 })
  expect(after.slice(before).every(({ key }) => (key as { jobId: string }).jobId === jobs[2])).toBe(true)
}, 30_000)

test('fault: a page whose header is damaged: typed `corrupt_file`, and the file is left to the byte', async () => {
  const { file, jobs } = await threeJobs()
  isDamaged(file)
  const db = new Database(file, { readonly: true })
  const root = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'DetachedJob'`).pluck().get())
  const pageSize = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const bytes = readFileSync(file)
  bytes[(root - 1) * pageSize] = 0x77
  writeFileSync(file, bytes)
  const runtime = await openOn(file)
  await expect(runtime.jobs.get(jobs[0]!)).rejects.toMatchObject({ name: 'StoreError', code: 'corrupt_file' })
  await expect(runtime.jobs.submit(submission({ nonce: 'new', runner: 'plain' }))).rejects.toMatchObject({
    name: 'StoreError',
    code: 'corrupt_file',
  })
  expect(await runtime.recovery.pass()).toMatchObject({ observed: 0, failed: expect.any(Number) as number })
  await runtime.close()
  expect(readFileSync(file).equals(bytes)).toBe(true)
}, 30_000)

test('fault: a byte flipped anywhere is an answer or a typed error, never another exception', async () => {
  const { file, jobs } = await threeJobs()
  const whole = readFileSync(file)
  const upTo = numbersFrom(11)
  const codes = new Set<string>()
  for (let n = 0; n < 60; n += 1) {
    const copy = newFile()
    isDamaged(copy)
    copyFileSync(file, copy)
    const bytes = Buffer.from(whole)
    let at = upTo(bytes.length)
    // Most of a small file is empty.
    while (bytes[at] === 0) at = upTo(bytes.length)
    bytes[at]! ^= 1 << upTo(8)
    writeFileSync(copy, bytes)
    try {
      const runtime = await openRuntime({ realm: REALM, file: copy, runners: RUNNERS })
      try {
        for (const jobId of jobs) for (const ask of askedOf(runtime, jobId)) await typed(ask, codes)
        await typed(() => runtime.jobs.list({ sessionId: SESSION }), codes)
        await runtime.recovery.pass()
        await typed(() => runtime.projector.pass(), codes)
        await typed(() => runtime.sessions.apply(SESSION, () => undefined), codes)
      } finally {
        await runtime.close()
      }
    } catch (error) {
      await typed(() => Promise.reject(error as Error), codes)
    }
  }
  expect(codes.size).toBeGreaterThan(0)
}, 60_000)

async function typed(ask: () => Promise<unknown>, codes: Set<string>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    expect(error instanceof StoreError || error instanceof InboxDiffers ? null : error).toBeNull()
    codes.add((error as StoreError).code)
  }
}
