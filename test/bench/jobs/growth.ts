/** What claims and recovery cost when much has been settled: they go by an index, and never pass what has ended. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { manualClock, openRuntime, type Runtime } from '../../../runtime/index.js'
import { type Cost, costOf, figure, median } from '../figures.js'
import { inFlight, nothing, requestOf } from './works.js'

const CLAIMS = 500
const EXPIRED = 1_000
const ROUNDS = 7

/** Both files take turns, so that what else runs hits both. */
export async function measureClaims(folder: string): Promise<number> {
  const few = await settledFile(join(folder, 'settled-few.db'), 1_000)
  const many = await settledFile(join(folder, 'settled-many.db'), 1_000_000)
  const [little, much] = await inTurns(few, many, claimsOf)
  figure('claim-1000/cpu', little / CLAIMS, 'us')
  figure('claim-1000000/cpu', much / CLAIMS, 'us')
  return much / little
}

export async function measureRecovery(folder: string): Promise<number> {
  const alone = join(folder, 'alone.db')
  const [little, much] = await inTurns(alone, await settledFile(join(folder, 'among.db'), 100_000), recoveryOf(EXPIRED))
  figure('recovery-alone/cpu', little / EXPIRED, 'us a job')
  figure('recovery-among-100000/cpu', much / EXPIRED, 'us a job')
  const ten = await recoveryOf(10 * EXPIRED)(join(folder, 'ten-thousand.db'), 0)
  figure('recovery-10000/cpu', ten.cpuUs / (10 * EXPIRED), 'us a job')
  figure('recovery-10000/wall', ten.wallUs / 1_000, 'ms')
  return much / little
}

async function inTurns(a: string, b: string, measure: (file: string, round: number) => Promise<Cost>): Promise<readonly [number, number]> {
  const costs: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    costs[0].push((await measure(a, round)).cpuUs)
    costs[1].push((await measure(b, round)).cpuUs)
  }
  return [median(costs[0]), median(costs[1])]
}

async function claimsOf(file: string, round: number): Promise<Cost> {
  const runtime = await openRuntime({ file, realm: 'bench', runners: [nothing], concurrency: CLAIMS })
  await inFlight(CLAIMS, 100, async (n) => void (await runtime.jobs.submit(requestOf(`claim-${round}-${n}`))))
  const cost = await costOf(() => runtime.worker.pass())
  while ((await runtime.jobs.list({ status: 'Running', limit: 1 })).jobs.length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await runtime.close()
  return cost
}

/** Claimed by a process that is gone; recovery observes the losses, classifies them, and leaves the jobs to be done again. */
function recoveryOf(count: number): (file: string, round: number) => Promise<Cost> {
  return async (file, round) => {
    const clock = manualClock(1_800_000_000_000 + round * 10_000_000)
    const runtime = await openRuntime({ file, realm: 'bench', runners: [nothing], clock })
    await inFlight(count, 100, async (n) => {
      const { jobId } = await runtime.jobs.submit(requestOf(`lost-${round}-${n}`))
      await runtime.attempts.claim({ jobId, holder: 'gone', workerId: 'gone', leaseMs: 1_000 })
    })
    clock.advance(5_000)
    const cost = await costOf(() => recovered(runtime, count))
    await endAll(runtime)
    await runtime.close()
    return cost
  }
}

async function recovered(runtime: Runtime, count: number): Promise<void> {
  let seen = 0
  while (seen < count) {
    const { observed, classified } = await runtime.recovery.pass()
    if (observed + classified === 0) throw new Error(`${seen} of ${count} expired jobs were recovered`)
    seen += classified
  }
}

/** So that the next round finds none of them waiting. */
async function endAll(runtime: Runtime): Promise<void> {
  for (;;) {
    const { jobs } = await runtime.jobs.list({ status: 'RetryScheduled', limit: 500 })
    if (jobs.length === 0) return
    await Promise.all(jobs.map(({ jobId }) => runtime.jobs.cancel(jobId)))
  }
}

/** A file with so many settled jobs: a few that were done, and copies of their rows and of what the journal says of them. */
async function settledFile(file: string, count: number): Promise<string> {
  const runtime = await openRuntime({ file, realm: 'bench', runners: [nothing], concurrency: 100 })
  await inFlight(100, 100, async (n) => void (await runtime.jobs.submit(requestOf(`settled-${n}`))))
  await runtime.worker.pass()
  while ((await runtime.jobs.list({ status: 'Succeeded', limit: 500 })).jobs.length < 100)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await runtime.projector.pass()
  await runtime.close()
  const db = new Database(file)
  db.pragma('synchronous = OFF')
  const columns = (table: string, without: readonly string[]): string[] =>
    (db.pragma(`table_info("${table}")`) as { readonly name: string }[]).map(({ name }) => name).filter((name) => !without.includes(name))
  const jobColumns = columns('DetachedJob', ['pawl_row', 'jobId'])
  const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
  const copies = Math.ceil(count / 100) - 1
  db.exec(
    `WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${copies})
     INSERT INTO DetachedJob (jobId, ${quoted(jobColumns)}) SELECT lower(hex(randomblob(32))), ${quoted(jobColumns)} FROM copies, (SELECT * FROM DetachedJob LIMIT 100)`,
  )
  db.exec(
    `INSERT INTO pawl_journal (machine, instance, key, revision, transition, input, effects, at_ms)
     SELECT 'DetachedJob', pawl_row, json_array(realm, jobId), 1, 'Submit', '{}', '[]', 0 FROM DetachedJob
     WHERE pawl_row NOT IN (SELECT instance FROM pawl_journal WHERE machine = 'DetachedJob')`,
  )
  db.close()
  return file
}
