import { expect, test } from 'vitest'
import { until } from '../runtime/rig.js'
import { openScene, times, told } from './scene.js'

const WORDS = ['renew', 'progress', 'checkpoint', 'notify', 'artifact', 'fail', 'complete']

test('fault: an event loop is blocked past its lease, with nobody else to renew it: the job is lost once and done by another, and every write of the first is refused', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('block')
  const child = scene.start({ leaseMs: 300, blockMs: 2_000, keeper: 'in_thread' })
  await child.line('running')
  scene.runtime.start()
  await until('another has done it', async () => (await scene.runtime.jobs.result(jobId)) !== null)
  expect(child.lines.some((line) => line.startsWith('aborted'))).toBe(false)
  expect(await child.line('aborted')).toBe(`aborted ${jobId} lease_lost`)
  for (const word of ['saveCheckpoint', ...WORDS]) expect(await child.line(`write ${jobId} ${word}`)).toMatch(/ stale_fence$/)
  expect(told(child, 'lease_lost')).toHaveLength(1)
  expect(await scene.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'taken over' })
  const journal = await scene.journal(jobId)
  const steps = journal.map(({ transition }) => transition).filter((transition) => transition !== 'RenewLease')
  expect(steps).toEqual(['Submit', 'ClaimAttempt', 'ObserveLeaseExpiry', 'RecoverLoss', 'ClaimAttempt', 'CompleteAttempt'])
  expect(await scene.state(jobId)).toMatchObject({ fence: 2, losses: 1, failures: 0, checkpoint: '', progress: '', artifactsSize: 0 })
  expect(await scene.runtime.jobs.artifacts(jobId)).toEqual([])
  // Asked for again, it is the same job, which has ended.
  expect(await scene.submit('block')).toMatchObject({ jobId, deduplicated: true, status: 'Succeeded' })
})

test('fault: an event loop is blocked past its lease, and the thread renews it: nothing is lost', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('block')
  const child = scene.start({ leaseMs: 1_200, blockMs: 3_000, keeper: 'thread' })
  await child.line('running')
  scene.runtime.start()
  expect(await child.line('aborted')).toBe(`aborted ${jobId} undefined`)
  await until('it has ended', async () => (await scene.runtime.jobs.result(jobId)) !== null)
  expect(await scene.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'blocked' })
  expect(child.lines.filter((line) => line.startsWith('event') || line.startsWith('write'))).toEqual([])
  expect(times(await scene.journal(jobId), 'RenewLease')).toBeGreaterThan(1)
  expect(await scene.state(jobId)).toMatchObject({ fence: 1, losses: 0, checkpoint: '"after the block"' })
})

test('fault: a process hangs for longer than its watchdog allows: its jobs are given up although the thread lives, and its writes are refused', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('block')
  const child = scene.start({ leaseMs: 300, blockMs: 3_000, keeper: 'thread', watchdogMs: 400 })
  await child.line('running')
  scene.runtime.start()
  await until('another has done it', async () => (await scene.runtime.jobs.result(jobId)) !== null)
  expect(child.lines.some((line) => line.startsWith('aborted'))).toBe(false)
  for (const word of ['saveCheckpoint', ...WORDS]) expect(await child.line(`write ${jobId} ${word}`)).toMatch(/ stale_fence$/)
  expect(await child.line('aborted')).toBe(`aborted ${jobId} lease_lost`)
  expect(told(child, 'lease_lost')).toHaveLength(1)
  expect(times(await scene.journal(jobId), 'ObserveLeaseExpiry')).toBe(1)
  expect(await scene.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'taken over' })
})
