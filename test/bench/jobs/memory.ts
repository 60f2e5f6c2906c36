/** What 10 000 queued jobs cost the process: nothing of them is kept in memory. */
import { join } from 'node:path'
import { openRuntime } from '../../../runtime/index.js'
import { figure } from '../figures.js'
import { inFlight, nothing, requestOf } from './works.js'

const QUEUED = 10_000

export async function measureMemory(folder: string): Promise<void> {
  const { run: _run, leaseMs: _leaseMs, ...declared } = nothing
  const runtime = await openRuntime({ file: join(folder, 'memory.db'), realm: 'bench', runners: [declared] })
  runtime.start()
  await inFlight(100, 100, async (n) => void (await runtime.jobs.submit(requestOf(`warm-${n}`))))
  const before = process.memoryUsage()
  await inFlight(QUEUED, 100, async (n) => void (await runtime.jobs.submit(requestOf(`queued-${n}`))))
  const after = process.memoryUsage()
  figure('memory-10000-queued/rss', (after.rss - before.rss) / 2 ** 20, 'MB')
  figure('memory-10000-queued/heap', (after.heapUsed - before.heapUsed) / 2 ** 20, 'MB')
  await runtime.close()
}
