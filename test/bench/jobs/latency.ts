/** How long a submission takes to be durable, with so many asked for at once. */
import { join } from 'node:path'
import { openRuntime } from '../../../runtime/index.js'
import { figure } from '../figures.js'
import { inFlight, nothing, requestOf } from './works.js'

export async function measureLatency(folder: string): Promise<void> {
  const runtime = await openRuntime({ file: join(folder, 'latency.db'), realm: 'bench', runners: [nothing] })
  for (const width of [1, 10, 100, 1_000]) {
    const tookMs: number[] = []
    await inFlight(Math.max(500, width * 5), width, async (n) => {
      const begunMs = performance.now()
      await runtime.jobs.submit(requestOf(`latency-${width}-${n}`))
      tookMs.push(performance.now() - begunMs)
    })
    const sorted = tookMs.toSorted((a, b) => a - b)
    for (const percent of [50, 99]) {
      figure(`submit-${width}/p${percent}`, sorted[Math.floor((sorted.length * percent) / 100)] ?? Number.NaN, 'ms')
    }
  }
  await runtime.close()
}
