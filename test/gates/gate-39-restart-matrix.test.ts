import { expect, test } from 'vitest'
import { openScene, receiptIn, type Point } from './crash.js'
import type { WorkName } from './works.js'

/** What becomes of work whose worker died by kill -9: how it ends, under which fence, and how often it was begun. */
type Fate = readonly [status: string, fence: number, runs: number]

const embedded = (work: WorkName): readonly string[] => [`submit:${work}`, 'work']

/** Who ran it, what, and where that process died. An in-process runner dies with its worker, whatever else lives. */
const IN_PROCESS: readonly (readonly [topology: 'embedded' | 'apart', work: WorkName, point: Point, fate: Fate])[] = (
  ['embedded', 'apart'] as const
).flatMap((topology) => [
  // Granted to a runner that has not accepted it: nothing was begun, so that nothing is lost. Accepted, nobody can tell.
  [topology, 'once', 'run.begun', ['WorkerLost', 1, 0]],
  [topology, 'again', 'run.begun', ['Succeeded', 2, 1]],
  [topology, 'steps', 'run.begun', ['Succeeded', 2, 6]],
  [topology, 'again', 'run.ended', ['Succeeded', 2, 2]],
  [topology, 'steps', 'checkpoint.committed:3', ['Succeeded', 2, 6]],
  [topology, 'steps', 'run.ended', ['Succeeded', 2, 6]],
  [topology, 'again', 'complete.committed', ['Succeeded', 1, 1]],
  [topology, 'steps', 'complete.committed', ['Succeeded', 1, 6]],
])

test.each(IN_PROCESS)('gate 39 %s, the worker of "%s" killed at %s', async (topology, work, point, [status, fence, runs]) => {
  const scene = await openScene()
  let jobId
  if (topology === 'embedded') {
    const lines = await scene.die(point, ...embedded(work))
    jobId = receiptIn(lines).jobId
  } else {
    // Who submitted goes on, and sees how it ends.
    jobId = (await scene.submit(work)).jobId
    const submitter = await scene.open()
    expect(await submitter.jobs.get(jobId)).toMatchObject({ status: 'Queued' })
    await scene.die(point, 'work')
  }
  await scene.work(jobId)
  expect(await (await scene.open()).jobs.get(jobId)).toMatchObject({ status })
  expect((await scene.state(jobId)).fence).toBe(fence)
  expect(scene.noted('runs')).toHaveLength(runs)
})
