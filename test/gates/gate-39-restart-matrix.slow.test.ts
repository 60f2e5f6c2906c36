import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { RestartClass } from '../../runtime/index.js'
import { isAlive, reap, startOf } from '../../runtime/process-identity.js'
import { processOf } from '../../runtime/process-runner.js'
import { atEnd } from '../closing.js'
import { until } from '../runtime/rig.js'
import { openScene, type Scene } from './crash.js'

/** What becomes of work whose worker died by kill -9: how it ends, under which fence, and how often it was begun. */
type Fate = readonly [status: string, fence: number, runs: number]

/** What the worker left behind. */
type Left = 'live' | 'ended' | 'killed' | 'not to be told'

const COMMANDS: readonly (readonly [restartClass: RestartClass, left: Left, fate: Fate, output: string | null])[] = [
  ['Adoptable', 'live', ['Succeeded', 1, 1], 'none'],
  ['Adoptable', 'ended', ['Succeeded', 1, 1], 'none'],
  ['Adoptable', 'killed', ['WorkerLost', 1, 1], null],
  ['Adoptable', 'not to be told', ['WorkerLost', 1, 1], null],
  ['CheckpointResumable', 'live', ['Succeeded', 2, 2], '7'],
  ['CheckpointResumable', 'ended', ['Succeeded', 2, 2], '7'],
  ['CheckpointResumable', 'killed', ['Succeeded', 2, 2], '7'],
  ['CheckpointResumable', 'not to be told', ['Succeeded', 2, 2], '7'],
  ['Replayable', 'live', ['Succeeded', 2, 2], 'none'],
  ['Replayable', 'ended', ['Succeeded', 2, 2], 'none'],
  ['Replayable', 'killed', ['Succeeded', 2, 2], 'none'],
  ['Replayable', 'not to be told', ['Succeeded', 2, 2], 'none'],
  ['NonResumable', 'live', ['WorkerLost', 1, 1], null],
  ['NonResumable', 'ended', ['WorkerLost', 1, 1], null],
  ['NonResumable', 'killed', ['WorkerLost', 1, 1], null],
  ['NonResumable', 'not to be told', ['WorkerLost', 1, 1], null],
]

const OF_CLASSES = [...new Set(COMMANDS.map(([restartClass]) => restartClass))]

test.each(OF_CLASSES)(
  'gate 39 a command of the class %s, whatever its worker left behind: none runs beside another',
  async (restartClass) => {
    const cells = COMMANDS.filter(([of]) => of === restartClass)
    const seen = []
    // Two at a time: more of them would want more than the machine has, and lose their leases to that.
    for (let n = 0; n < cells.length; n += 2)
      seen.push(...(await Promise.all(cells.slice(n, n + 2).map(([, left]) => fateOf(restartClass, left)))))
    expect(seen).toEqual(cells.map(([, left, fate, output]) => [left, fate, output, 'nothing of it runs']))
  },
  90_000,
)

async function fateOf(restartClass: RestartClass, left: Left) {
  const scene = await openScene()
  const { jobId } = await scene.submit(restartClass)
  const worker = scene.start('work')
  const before = await scene.open()
  await until('it runs', async () => scene.noted('runs').length === 1 && (await scene.state(jobId)).handle !== null)
  if (restartClass === 'CheckpointResumable')
    await until('its checkpoint is kept', async () => (await scene.state(jobId)).checkpoint === '7')
  const identity = processOf((await scene.state(jobId)).handle!)!
  const members = [pidIn(scene, 'pid'), pidIn(scene, 'stray')]
  atEnd(() => reap(identity, { graceMs: 0 }).catch(() => void process.kill(members[1]!, 'SIGKILL')))
  worker.process.kill('SIGKILL')
  await worker.ended
  // The command goes on, whatever becomes of its worker.
  if (!isAlive(identity)) throw new Error('the process did not outlive its worker')
  const folder = join(dirname(scene.file), 'processes', `${jobId}.1`)
  if (left === 'ended') {
    scene.mark('go')
    await until('it has ended', () => existsSync(join(folder, 'exit')))
  } else if (left === 'killed') process.kill(-identity.pid, 'SIGKILL')
  else if (left === 'not to be told') {
    for (const pid of [identity.pid, members[0]!]) process.kill(pid, 'SIGKILL')
    await until('only the stray is left', () => startOf(members[0]!) === null && startOf(identity.pid) === null)
  }
  if (left === 'not to be told') {
    // As long as somebody is in the group whom nobody can tell, neither is it signalled nor is its job done again.
    const recovering = scene.start('serve:recovery')
    await until('its loss is seen', async () => (await scene.state(jobId)).phase === 'LossObserved')
    await new Promise((resolve) => setTimeout(resolve, 500))
    if ((await scene.state(jobId)).phase !== 'LossObserved' || startOf(members[1]!) === null) throw new Error('it was taken for gone')
    process.kill(members[1]!, 'SIGKILL')
    recovering.process.kill('SIGKILL')
    await recovering.ended
  }
  const done = scene.work(jobId)
  if (restartClass === 'Adoptable' && left === 'live') {
    await until('it is adopted', async () =>
      (await before.store.history({ limit: 200 })).some(({ transition }) => transition === 'AdoptAttempt'),
    )
  }
  scene.mark('go')
  await done
  const { status } = (await before.jobs.get(jobId))!
  const body = (await before.jobs.result(jobId))!.body as { readonly stdout?: { readonly head: string } } | null
  const { fence, handle } = await scene.state(jobId)
  const now = [...members, pidIn(scene, 'pid'), pidIn(scene, 'stray'), identity.pid]
  const isGone = (): boolean => now.every((pid) => startOf(pid) === null)
  // A supervisor that has written how its command ended takes a moment to go.
  for (let n = 0; n < 40 && !isGone(); n += 1) await new Promise((resolve) => setTimeout(resolve, 50))
  const isOver = handle === null && isGone()
  return [
    left,
    [status, fence, scene.noted('runs').length],
    body?.stdout?.head ?? null,
    isOver ? 'nothing of it runs' : 'something of it runs',
  ]
}

function pidIn(scene: Scene, name: 'pid' | 'stray'): number {
  return Number(readFileSync(join(dirname(scene.file), name), 'utf8'))
}
