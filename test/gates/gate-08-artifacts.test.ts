import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './crash.js'

/** Whether the bytes lie under their digest, and whether a job refers to them. */
const POINTS = [
  ['artifact.written', [false, false]],
  ['artifact.synced', [false, false]],
  ['artifact.renamed', [true, false]],
  ['artifact.committed', [true, true]],
] as const

test.each(POINTS)('gate 08 killed at %s no reference is without its bytes, and the next attempt keeps them once', async (point, left) => {
  const scene = await openScene()
  const { jobId } = await scene.submit('artifact')
  await scene.die(point, 'work')
  const { jobs } = await scene.open()
  const places = (): readonly string[] => {
    const folder = `${scene.file}.artifacts`
    const heads = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name)) : []
    return heads.flatMap((head) => readdirSync(join(folder, head)))
  }
  expect([places().length === 1, (await scene.state(jobId)).artifactsSize === 1]).toEqual(left)
  const early = await jobs.artifact(jobId, 'report')
  expect(early === null ? null : early.bytes.toString()).toBe(left[1] ? 'report' : null)
  await scene.work(jobId)
  expect((await jobs.artifact(jobId, 'report'))!.bytes.toString()).toBe('report')
  expect(places()).toHaveLength(1)
  expect(scene.noted('runs')).toEqual(['artifact', 'artifact'])
})
