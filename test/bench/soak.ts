/**
 * Half an hour of jobs, for people: `npm run soak`, or `npm run soak -- MINUTES`. Each minute it prints what the process and its file
 * hold; at the end it says whether memory stayed flat and the log bounded, and fails where it did not.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRuntime, type Runner } from '../../runtime/index.js'
import { figure } from './figures.js'
import { inFlight, oneJob } from './jobs/works.js'

const minutes = Number(process.argv[3] ?? 30)
if (!(minutes > 0)) throw new Error(`"${process.argv[3]}" is no number of minutes`)
const folder = mkdtempSync(join(tmpdir(), 'pawl-soak-'))
const file = join(folder, 'jobs.db')

/** Jobs as they are: most succeed, some report and notify, some fail once. */
const work: Runner = {
  name: 'nothing',
  version: '1',
  restartClass: 'Replayable',
  leaseMs: 30_000,
  run: async ({ attemptId, progress, notify, jobId }) => {
    progress({ half: true })
    if (jobId.startsWith('0')) await notify('half', { half: true })
    if (jobId.startsWith('f') && attemptId.endsWith('1')) throw new Error('the first attempt of some fails')
    return { done: true }
  },
}

const runtime = await openRuntime({
  file,
  realm: 'soak',
  runners: [work],
  concurrency: 50,
  limits: { firstBackoffMs: 10, maxBackoffMs: 10, jitterMs: 10 },
})
runtime.start()
const endsAtMs = performance.now() + minutes * 60_000
let applied = 0
const one = async (name: string): Promise<void> => {
  const more = await oneJob(runtime, name)
  applied += more
}
const rssMb: number[] = []
let wal = 0
const look = setInterval(
  () => {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    rssMb.push(rss / 2 ** 20)
    wal = Math.max(wal, runtime.store.stats().walBytes)
    console.log(
      `${applied} applied, rss ${(rss / 2 ** 20).toFixed(0)} MB, heap ${(heapUsed / 2 ** 20).toFixed(0)} MB, ` +
        `file ${(statSync(file).size / 2 ** 20).toFixed(0)} MB, log ${(runtime.store.stats().walBytes / 2 ** 20).toFixed(0)} MB`,
    )
  },
  (minutes * 60_000) / 30,
)

try {
  for (let lot = 0; performance.now() < endsAtMs; lot += 1) await inFlight(500, 50, (n) => one(`soak-${lot}-${n}`))
} finally {
  clearInterval(look)
  await runtime.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The first third warms up: the caches of SQLite and of V8 fill. */
const third = Math.floor(rssMb.length / 3)
const most = (values: readonly number[]): number => Math.max(...values)
const growth = most(rssMb.slice(-third)) / most(rssMb.slice(third, 2 * third))
figure('soak/applied', applied, 'deliveries')
figure('soak/wal', wal / 2 ** 20, 'MB at most')
figure('soak/memory-growth', growth, 'times, the last third against the second')
if (!(growth < 1.15) || wal > 256 * 2 ** 20) {
  console.error('memory or the log grew')
  process.exitCode = 1
}
