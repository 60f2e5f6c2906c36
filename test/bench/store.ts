/**
 * What a durable step costs, at `synchronous=FULL` on the disk of the temporary folder.
 *
 * - `store/group-commit`: how many times faster a hundred submissions of one turn are than one commit for each.
 * - `store/growth`: what delivery number 100 000 into one session costs, against number 100.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { detachedJob } from '../../generated/detached-job/index.js'
import { runtimeDelivery } from '../../generated/runtime-delivery/index.js'
import { openStore } from '../../runtime/dispatch.js'
import type { Store } from '../../runtime/store/types.js'
import { type Cost, costOf, figure, median, ratio } from './figures.js'

const CONCURRENT = 100
const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'))
async function measureSubmissions(): Promise<number> {
  const store = await openStore({ file: join(folder, 'jobs.db'), machines: [detachedJob], limits: LIMITS })
  let jobs = 0
  const submit = () => store.dispatch(detachedJob, { realm: 'bench', jobId: hashed('job', (jobs += 1)) }, SUBMIT)
  const together = () => Promise.all(Array.from({ length: CONCURRENT }, submit))
  const alone = async () => {
    for (let n = 0; n < CONCURRENT; n += 1) await submit()
  }
  for (let n = 0; n < 20; n += 1) await together()

  const commitsBefore = store.stats().commits
  const grouped: Cost[] = []
  for (let n = 0; n < ROUNDS; n += 1) grouped.push(await costOf(together))
  const commits = (store.stats().commits - commitsBefore) / ROUNDS
  const single: Cost[] = []
  for (let n = 0; n < ROUNDS / 5; n += 1) single.push(await costOf(alone))
  await store.close()

  const each = (costs: readonly Cost[], of: keyof Cost) => median(costs.map((cost) => cost[of])) / CONCURRENT
  figure(`store/submissions-${CONCURRENT}/commits`, commits, 'commits')
  figure('store/submission/cpu', each(grouped, 'cpuUs'), 'us')
  figure('store/submission/wall', each(grouped, 'wallUs'), 'us')
  figure('store/submission-alone/cpu', each(single, 'cpuUs'), 'us')
  figure('store/submission-alone/wall', each(single, 'wallUs'), 'us')
  return each(single, 'wallUs') / each(grouped, 'wallUs')
}

const ROUNDS = 50

const LIMITS = {
  DetachedJob: { failureBudget: 3, lossBudget: 3, firstBackoffMs: 1_000, maxBackoffMs: 60_000, jitterMs: 500 },
}

const SUBMIT = {
  type: 'Submit',
  originSessionId: 'session-1',
  lineage: 'lineage-1',
  tool: 'bench',
  toolVersion: '1',
  runner: 'bench',
  runnerVersion: '1',
  arguments: JSON.stringify({ path: '/tmp/some/where', times: 3, text: 'x'.repeat(100) }),
  terms: '',
  restartClass: 'Replayable',
  dueAtMs: 0,
} as const

/** The young sessions have a file of their own, so that nothing there is large. Both are measured in turns: what else the machine does hits both. */
async function measureDeliveries(): Promise<number> {
  const young = await openStore({ file: join(folder, 'young.db'), machines: [runtimeDelivery] })
  const old = await openStore({ file: join(folder, 'old.db'), machines: [runtimeDelivery] })
  for (let n = 0; n < TURNS; n += 1) await deliver(young, `session-${n}`, { from: 1, count: CONCURRENT / 2 })
  const before = LATE - (TURNS * CONCURRENT) / 2
  for (let n = 1; n <= before; n += CONCURRENT) await deliver(old, 'session', { from: n, count: CONCURRENT })

  const youngCosts: Cost[] = []
  const oldCosts: Cost[] = []
  for (let n = 0; n < TURNS; n += 1) {
    youngCosts.push(await costOf(() => deliver(young, `session-${n}`, { from: CONCURRENT / 2 + 1, count: CONCURRENT })))
    oldCosts.push(await costOf(() => deliver(old, 'session', { from: before + n * CONCURRENT + 1, count: CONCURRENT })))
  }
  const { state } = await old.load(runtimeDelivery, { realm: 'bench', sessionId: 'session' })
  if (state.nextSequence !== before + TURNS * CONCURRENT) throw new Error(`${state.nextSequence} deliveries were committed`)
  await young.close()
  await old.close()

  const each = (costs: readonly Cost[]) => median(costs.map(({ cpuUs }) => cpuUs)) / CONCURRENT
  figure('store/delivery-100/cpu', each(youngCosts), 'us')
  figure(`store/delivery-${LATE}/cpu`, each(oldCosts), 'us')
  return each(oldCosts) / each(youngCosts)
}

const TURNS = 60
const LATE = 100_000

async function deliver(store: Store, sessionId: string, { from, count }: { readonly from: number; readonly count: number }): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      store.dispatch(
        runtimeDelivery,
        { realm: 'bench', sessionId },
        {
          type: 'CommitDelivery',
          deliveryId: hashed(sessionId, from + n),
          jobId: hashed('job', from + n),
          sourceSequence: 1,
          kind: 'terminal',
          handling: 'steer',
          lineage: 'lineage-1',
          body: BODY,
        },
      ),
    ),
  )
}

const BODY = JSON.stringify({ result: 'y'.repeat(150) })

/** Ids in the runtime are hashes: their order is not that in which they were made. */
function hashed(of: string, n: number): string {
  return createHash('sha256').update(`${of} ${n}`).digest('hex')
}

// Last, when every constant has its value.
try {
  const submissions = await measureSubmissions()
  const deliveries = await measureDeliveries()
  ratio('store/group-commit', submissions)
  ratio('store/growth', deliveries)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
