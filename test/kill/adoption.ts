/**
 * Kills a process on its way to take over work that outlived its worker, at each step of that: the loss is seen, the attempt adopted, the
 * work waited for, its end committed.
 */
import { expect } from 'vitest'
import { openScene, receiptIn, type Point } from '../gates/crash.js'
import { until } from '../runtime/rig.js'
import { holds } from './holds.js'

const COMMIT = ['begun', 'decided', 'saved', 'rows', 'journalled', 'routed', 'sent', 'written', 'committed', 'told'] as const

/** The first decision of the process sees the loss, the second takes the attempt over. */
const SEEN: readonly Point[] = ['recover.begun', ...COMMIT.map((step): Point => `commit.${step}:1`), 'recover.observed']
const ADOPTED: readonly Point[] = [...COMMIT.map((step): Point => `commit.${step}:2`), 'reattach.committed', 'run.begun']
const ENDED: readonly Point[] = ['run.ended', 'run.flushed', 'complete.committed', 'run.said']

/** Whether the work still runs when it is taken over; it has to end where the point lies behind its end. */
export const ADOPTIONS: readonly (readonly [point: Point, work: 'runs' | 'has ended'])[] = [
  ...[...SEEN, ...ADOPTED].flatMap((point) => [[point, 'runs'] as const, [point, 'has ended'] as const]),
  ...ENDED.map((point) => [point, 'has ended'] as const),
]

export async function killAdoption(point: Point, work: 'runs' | 'has ended'): Promise<void> {
  const scene = await openScene()
  const worker = scene.start('submit:shell', 'work')
  await until('the work runs', () => scene.noted('runs').length === 1)
  worker.process.kill('SIGKILL')
  await worker.ended
  const { jobId } = receiptIn(worker.lines)
  if (work === 'has ended') scene.mark('go')
  const told = await scene.die(point, 'later', `ended:${jobId}`)
  await holds(scene.file, [...worker.lines, ...told])
  const runtime = await scene.open()
  const steps = (await runtime.store.history({ limit: 1_000 })).map(({ transition }) => transition)
  // Taken over, by the one that was killed or by the next; never started again.
  expect(scene.noted('runs').filter((line) => line === 'run')).toHaveLength(1)
  expect(await runtime.jobs.result(jobId)).toMatchObject({ kind: 'Succeeded', body: { status: 0 } })
  expect((await scene.state(jobId)).fence).toBe(1)
  expect(steps).toContain('AdoptAttempt')
}
