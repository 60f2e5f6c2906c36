import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FaultPoint } from '../../runtime/fault-point.js'
import { detachedJob, runtimeDelivery } from '../../runtime/index.js'
import { openScene, receiptIn } from '../gates/crash.js'
import { judgeFile } from '../kill/holds.js'
import { REALM, SESSION_ID } from '../gates/works.js'

/** Two artifacts of the same bytes, and five deliveries. */
const WORK = ['submit:artifact', 'submit:artifact#2', 'submit:steps', 'ended', 'project', 'apply', 'old', 'prune']

const KILLS: readonly (readonly [FaultPoint, number])[] = [
  ['prune.work', 1],
  ['prune.work', 3],
  ['prune.artifact', 1],
  ['prune.artifact', 2],
  ['prune.bodies', 1],
  ['prune.cut', 1],
  ['prune.cut', 2],
  ['prune.unreferenced', 1],
  ['prune.discarded', 1],
]

test.each(KILLS)(
  'a prune that is killed at %s, passed %i times, is gone on with by the next one, to the same end',
  async (point, passing) => {
    const scene = await openScene()
    const told = await scene.die(`${point}:${passing}`, ...WORK)
    judgeFile(scene.file)
    // By the same clock: what was let go before it was killed makes nothing young.
    await scene.run('old', 'prune')
    const { store, jobs, sessions } = await scene.open()
    const { found } = await store.instances(detachedJob, { limit: 10 })
    expect(found.map(({ state }) => [state.phase, state.arguments, state.outcome, state.artifactsSize])).toEqual(
      found.map(() => ['Succeeded', '', '', 0]),
    )
    const { rows } = await store.rows(runtimeDelivery, { realm: REALM, sessionId: SESSION_ID }, 'deliveries', { limit: 100 })
    expect(rows.map(({ row }) => row['body'])).toEqual(rows.map(() => ''))
    expect([found.length, rows.length]).toEqual([3, 5])
    expect(await store.history({ limit: 10 })).toEqual([])
    expect(bytesBeside(scene.file)).toEqual([])
    expect(await sessions.pending(SESSION_ID)).toEqual([])
    const { jobId } = receiptIn(told)
    expect(await jobs.result(jobId)).toMatchObject({ kind: 'Succeeded' })
  },
)

function bytesBeside(file: string): readonly string[] {
  const folder = `${file}.artifacts`
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name)
}
