import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openScene, type Point, type Scene } from './crash.js'

/** What a job of six steps says: two notifications and its end. */
const TOLD = ['1 notification', '2 notification', '3 terminal']

/** A job of six steps, done, and nothing of it delivered. */
async function told(): Promise<Scene> {
  if (kept !== null) return openScene(kept)
  const scene = await openScene()
  await scene.work((await scene.submit('steps')).jobId)
  kept = mkdtempSync(join(tmpdir(), 'pawl-gate-'))
  cpSync(dirname(scene.file), kept, { recursive: true })
  return scene
}

/** The files of such a job: it is done once for all tests. */
let kept: string | null = null
afterAll(() => {
  if (kept !== null) rmSync(kept, { recursive: true, force: true })
})

/** Each delivery, in the order in which it was applied: a second application would be a second line. */
async function appliedInOrder(scene: Scene): Promise<readonly string[]> {
  return (await scene.apply()).map((line) => line.split(' ').slice(0, 2).join(' '))
}

test('gate 10 the end of a job and its message survive a kill right after their commit', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('steps')
  await scene.die('complete.committed', 'work')
  const { jobs, store } = await scene.open()
  expect(await jobs.get(jobId)).toMatchObject({ status: 'Succeeded' })
  expect((await store.outbox.census({ limit: 10 })).pending).toBe(3)
  expect(await appliedInOrder(scene)).toEqual(TOLD)
})

const BEFORE: readonly Point[] = ['deliver.begun', 'deliver.decided', 'commit.begun', 'commit.written']

test.each(BEFORE)('gate 10 a message that was not delivered before a kill at %s is delivered after it', async (point) => {
  const scene = await told()
  await scene.die(point, 'project')
  const { store, sessions } = await scene.open()
  expect((await store.outbox.census({ limit: 10 })).pending).toBe(3)
  expect(await sessions.pending('session')).toEqual([])
  expect(await appliedInOrder(scene)).toEqual(TOLD)
})

/** From the receiver's commit to the acknowledgement. */
const CARRIED: readonly Point[] = [
  'commit.committed',
  'deliver.committed',
  'acknowledge.begun',
  'acknowledge.removed:2',
  'acknowledge.committed:2',
]

test.each(CARRIED)('gate 11 a message that was carried before a kill at %s is carried again or gone, and applied once', async (point) => {
  const scene = await told()
  await scene.die(point, 'project')
  expect(await appliedInOrder(scene)).toEqual(TOLD)
})

const APPLIED: readonly Point[] = ['apply.begun:2', 'apply.handled', 'apply.handled:3', 'apply.committed:2']

test.each(APPLIED)('gate 11 a session that was killed at %s applies each delivery once, in order', async (point) => {
  const scene = await told()
  await scene.die(point, 'project', 'apply')
  expect(await appliedInOrder(scene)).toEqual(TOLD)
  const { sessions } = await scene.open()
  expect(await sessions.apply('session', () => expect.unreachable())).toBe(0)
})

test.each(['notify.committed', 'checkpoint.committed:2'] as const)(
  'gate 25 a notification that was committed before a kill at %s is delivered, and by the next attempt not sent again',
  async (point) => {
    const scene = await openScene()
    const { jobId } = await scene.submit('steps')
    await scene.die(point, 'work')
    expect(await (await scene.open()).jobs.get(jobId)).toMatchObject({ ended: false })
    expect(await appliedInOrder(scene)).toEqual(TOLD.slice(0, 1))
    await scene.work(jobId)
    expect(await appliedInOrder(scene)).toEqual(TOLD)
  },
)

test.each(['deliver.committed', 'acknowledge.begun'] as const)(
  'gate 25 a notification that is in the inbox when the projector is killed at %s, before its acknowledgement, makes no second one',
  async (point) => {
    const scene = await openScene()
    await scene.submit('steps')
    await scene.die('checkpoint.committed:2', 'work')
    await scene.die(point, 'project')
    const { sessions, store } = await scene.open()
    expect([(await sessions.pending('session')).length, (await store.outbox.census({ limit: 10 })).pending]).toEqual([1, 1])
    expect(await appliedInOrder(scene)).toEqual(TOLD.slice(0, 1))
    expect((await store.outbox.census({ limit: 10 })).pending).toBe(0)
  },
)

test.each([
  ['stop.committed', 'Cancelled', ['submit:once', 'running', 'cancel:once', 'ended']],
  ['recover.committed', 'WorkerLost', ['submit:once', 'claim:once', 'later', 'recover']],
] as const)('gate 10 an end that no work told survives a kill at %s, and is delivered: %s', async (point, kind, steps) => {
  const scene = await openScene()
  await scene.die(point, ...steps)
  const { jobs, store } = await scene.open()
  expect((await jobs.list({ sessionId: 'session' })).jobs).toMatchObject([{ status: kind, ended: true }])
  expect((await store.outbox.census({ limit: 10 })).pending).toBeGreaterThan(0)
  expect(await appliedInOrder(scene)).toEqual(['1 terminal'])
})

test('gate 11 three processes carry the same messages at once: each is accepted once, and applied once', async () => {
  const scene = await told()
  const lines = (await Promise.all([1, 2, 3].map(() => scene.run('project')))).flat()
  expect(lines.filter((line) => line.includes('"CommitNew"'))).toHaveLength(3)
  expect(lines.filter((line) => line.startsWith('event '))).toEqual([])
  expect(await appliedInOrder(scene)).toEqual(TOLD)
})

test('gate 25 a notification whose attempt and whose application were both killed after their commits is neither sent nor applied again', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('steps')
  await scene.die('notify.committed', 'work')
  await scene.die('apply.committed', 'project', 'apply')
  await scene.work(jobId)
  const { sessions, store } = await scene.open()
  expect(await appliedInOrder(scene)).toEqual(TOLD)
  expect(await sessions.pending('session')).toEqual([])
  const steps = (await store.history({ limit: 1_000 })).map(({ transition }) => transition)
  expect(steps.filter((step) => step === 'CommitNew')).toHaveLength(3)
})
