import { expect, test } from 'vitest'
import { until } from '../runtime/rig.js'
import { openScene, times, told } from './scene.js'

test.each([
  { keeper: 'in_thread', leaseMs: 20_000, losses: 0 },
  { keeper: 'in_thread', leaseMs: 300, losses: 1 },
  { keeper: 'thread', leaseMs: 2_000, losses: 0 },
] as const)(
  'fault: a process is busy with itself right at its start, for 5 s, with a lease of $leaseMs ms kept by $keeper: $losses losses',
  async ({ keeper, leaseMs, losses }) => {
    const scene = await openScene()
    const { jobId } = await scene.submit('beside')
    const child = scene.start({ keeper, leaseMs, blockMs: 5_000 })
    await child.line('running')
    scene.runtime.start()
    await until('it has ended', async () => (await scene.runtime.jobs.result(jobId)) !== null)
    expect(await scene.state(jobId)).toMatchObject({ phase: 'Succeeded', fence: losses + 1, losses })
    expect(times(await scene.journal(jobId), 'ObserveLeaseExpiry')).toBe(losses)
    await until('each loss is told', () => told(child, 'lease_lost').length === losses)
  },
)
