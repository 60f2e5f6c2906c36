import { expect, test } from 'vitest'
import { systemClock } from '../../runtime/index.js'
import { submission, until } from '../runtime/rig.js'
import { stopBetweenCommits } from '../runtime/stop.js'
import { openScene, times, told } from './scene.js'

const LEASE_MS = 400

test.each(['thread', 'in_thread'] as const)(
  'fault: a process is stopped for three leases and goes on (leases kept by %s): each is judged once, nothing comes in a burst, and what it writes is refused',
  async (keeper) => {
    const scene = await openScene()
    const jobs = [await scene.submit('wait', '1'), await scene.submit('wait', '2'), await scene.submit('wait', '3')]
    const child = scene.start({ leaseMs: LEASE_MS, keeper })
    for (const { jobId } of jobs) await child.line(`running ${jobId}`)
    await stopBetweenCommits(child, scene.file)
    const stoppedMs = performance.now()
    scene.runtime.start()
    for (const { jobId } of jobs) await until('another has done it', async () => (await scene.runtime.jobs.result(jobId)) !== null)
    await until('three leases have passed', () => performance.now() - stoppedMs >= 3 * LEASE_MS)
    const entries = (await scene.runtime.store.history({ limit: 1_000 })).length
    child.process.kill('SIGCONT')
    for (const { jobId } of jobs) {
      expect(await child.line(`aborted ${jobId}`)).toBe(`aborted ${jobId} lease_lost`)
      expect(await child.line(`write ${jobId} complete`)).toMatch(/ stale_fence$/)
      expect(await scene.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'taken over' })
      const journal = await scene.journal(jobId)
      expect([times(journal, 'ObserveLeaseExpiry'), times(journal, 'ClaimAttempt')]).toEqual([1, 2])
    }
    expect(child.lines.filter((line) => line.startsWith('event'))).toHaveLength(jobs.length)
    expect(told(child, 'lease_lost')).toHaveLength(jobs.length)
    // Nothing that it did after it was stopped stands in the file.
    expect(await scene.runtime.store.history({ limit: 1_000 })).toHaveLength(entries)
  },
)

test('fault: a process is stopped past the moments at which jobs are due: each begins once when it goes on, and none that is due later', async () => {
  const scene = await openScene()
  const child = scene.start({ leaseMs: 60_000, workMs: 0 })
  await child.line('ready')
  const nowMs = systemClock.nowMs()
  const submit = (afterMs: number) =>
    scene.runtime.jobs.submit(submission({ runner: 'work', nonce: `${afterMs}`, dueAtMs: nowMs + afterMs }))
  const due = [await submit(700), await submit(1_000), await submit(1_300)]
  const later = await submit(60_000)
  await stopBetweenCommits(child, scene.file)
  await until('all three are due', () => systemClock.nowMs() >= nowMs + 1_500)
  expect(child.lines.some((line) => line.startsWith('running'))).toBe(false)
  child.process.kill('SIGCONT')
  for (const { jobId } of due) await until('it is done', async () => (await scene.runtime.jobs.result(jobId)) !== null)
  for (const [n, { jobId }] of due.entries()) {
    const claims = (await scene.journal(jobId)).filter(({ transition }) => transition === 'ClaimAttempt')
    expect([claims.length, claims[0]!.atMs >= nowMs + [700, 1_000, 1_300][n]!]).toEqual([1, true])
  }
  expect(await scene.state(later.jobId)).toMatchObject({ phase: 'Queued', fence: 0 })
  expect(child.lines.filter((line) => line.startsWith('running'))).toHaveLength(3)
})

test('fault: a worker comes back under its old name while the lease of the dead one lives: the job is not taken for its own, and is lost once', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('wait')
  const first = scene.start({ leaseMs: 1_500 })
  await first.line('running')
  const before = await scene.state(jobId)
  first.process.kill('SIGKILL')
  await first.ended
  const second = scene.start({ leaseMs: 1_500 })
  await second.line('running')
  const after = await scene.state(jobId)
  expect([before.workerId, after.workerId]).toEqual(['worker', 'worker'])
  expect(after).toMatchObject({ fence: 2, losses: 1 })
  expect(after.holder).not.toBe(before.holder)
  const journal = await scene.journal(jobId)
  const lost = journal.find(({ transition }) => transition === 'ObserveLeaseExpiry')!
  expect(times(journal, 'ObserveLeaseExpiry')).toBe(1)
  expect(lost.atMs).toBeGreaterThanOrEqual(before.leaseExpiresAtMs)
})
