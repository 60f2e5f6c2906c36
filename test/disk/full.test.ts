import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  storeLimits,
  detachedJob,
  JOB_MACHINES,
  openRuntime,
  openStore,
  StoreError,
  type Receipt,
  type Runtime,
  type RuntimeEvent,
} from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { mustReplay } from '../fixtures/past.js'
import { openScene } from '../gates/crash.js'
import { holds } from '../kill/holds.js'
import { bundled, startChild } from '../runtime/child.js'
import { DECLARED, newFolder, REALM, runner, submission, until } from '../runtime/rig.js'
import { forbidWriting, newDisk, testOnDisk } from './disk.js'

const LARGE = 'x'.repeat(20_000)

/** Submits until the disk refuses; answers with what was told, and the refusal. */
async function filled({
  jobs,
}: Runtime): Promise<{ readonly receipts: readonly Receipt[]; readonly refusal: unknown; readonly refused: string }> {
  const receipts: Receipt[] = []
  for (let n = 0; n < 5_000; n += 1) {
    const refused = `${LARGE}${n}`
    try {
      receipts.push(await jobs.submit(submission({ arguments: refused })))
    } catch (refusal) {
      return { receipts, refusal, refused }
    }
  }
  throw new Error('the disk is not full')
}

async function openOn(folder: string, onEvent?: (event: RuntimeEvent) => void): Promise<Runtime> {
  const runtime = await openRuntime({
    realm: REALM,
    file: join(folder, 'jobs.db'),
    runners: [...DECLARED, runner(async () => 'done', { name: 'works' })],
    pollMs: 20,
    ...(onEvent === undefined ? {} : { onEvent }),
  })
  atEnd(() => runtime.close({ graceMs: 0 }))
  return runtime
}

async function allThere({ jobs }: Runtime, receipts: readonly Receipt[]): Promise<void> {
  for (const { jobId } of receipts) expect(await jobs.get(jobId)).toMatchObject({ status: 'Queued' })
}

testOnDisk(
  'fault: a full disk: what it refuses is `io` and half done nowhere, what was told is kept, and with room again all goes on',
  async () => {
    const disk = newDisk('2m')
    const runtime = await openOn(disk.folder)
    const { receipts, refusal, refused } = await filled(runtime)
    expect(refusal).toBeInstanceOf(StoreError)
    expect(refusal).toMatchObject({ code: 'io' })
    expect(receipts.length).toBeGreaterThan(10)
    await allThere(runtime, receipts)
    const { found } = await runtime.store.instances(detachedJob, { limit: 10_000 })
    expect(found).toHaveLength(receipts.length)
    // Still full: the same answer, and nothing worse.
    await expect(runtime.jobs.submit(submission({ arguments: refused }))).rejects.toMatchObject({ code: 'io' })
    disk.remount('size=32m')
    expect(await runtime.jobs.submit(submission({ arguments: refused }))).toMatchObject({ deduplicated: false })
    await runtime.close()
    const again = await openOn(disk.folder)
    await allThere(again, receipts)
    await again.close()
    await mustReplay(join(disk.folder, 'jobs.db'))
  },
)

testOnDisk(
  'fault: a disk that is full while a job is at work: its end is said again until there is room, and the job is done once',
  async () => {
    const disk = newDisk('4m')
    const told: RuntimeEvent[] = []
    const runtime = await openOn(disk.folder, (event) => told.push(event))
    let runs = 0
    let finish: () => void = () => undefined
    const slow = await openRuntime({
      realm: REALM,
      store: runtime.store,
      pollMs: 20,
      onEvent: (event) => told.push(event),
      runners: [
        runner(
          async () => {
            runs += 1
            await new Promise<void>((resolve) => (finish = resolve))
            return LARGE
          },
          { name: 'slow', leaseMs: 60_000 },
        ),
      ],
    })
    atEnd(() => slow.close({ graceMs: 0 }))
    const { jobId } = await slow.jobs.submit(submission({ runner: 'slow' }))
    slow.worker.start()
    await until('it runs', () => runs === 1)
    await filled(runtime)
    finish()
    await until('the disk was in the way', () =>
      told.some((event) => event.type === 'pass_failed' && event.what === 'report' && event.of === jobId),
    )
    expect(await slow.jobs.result(jobId)).toBeNull()
    disk.remount('size=32m')
    await until('it ends', async () => (await slow.jobs.result(jobId)) !== null)
    expect(await slow.jobs.result(jobId)).toMatchObject({ kind: 'Succeeded' })
    expect(runs).toBe(1)
  },
)

test('fault: a process whose files may grow no further: the refusal is `io`, and what it was told before is kept', async () => {
  const scene = await openScene()
  const script = await bundled(fileURLToPath(new URL('../gates/process.ts', import.meta.url)))
  const child = startChild(script, [scene.file, 'fill'], {}, ['/bin/sh', '-c', 'ulimit -f 4000; exec "$@"', 'sh'])
  expect([await child.ended, child.stderr()]).toEqual([{ code: 0, signal: null }, ''])
  expect(child.lines.filter((line) => line.startsWith('failed '))).toEqual(['failed io'])
  expect(child.lines.filter((line) => line.startsWith('receipt ')).length).toBeGreaterThan(10)
  await holds(scene.file, child.lines)
}, 60_000)

testOnDisk(
  'fault: a disk that is read-only: nothing is opened on it, typed, and what was told before is there when it can be written',
  async () => {
    const disk = newDisk('8m')
    const runtime = await openOn(disk.folder)
    const first = await runtime.jobs.submit(submission({ nonce: 'first' }))
    await runtime.close()
    disk.remount('ro')
    const before = readdirSync(disk.folder)
    for (const file of ['jobs.db', 'new.db']) {
      const opening = openRuntime({ realm: REALM, file: join(disk.folder, file), runners: DECLARED })
      await expect(opening).rejects.toMatchObject({ name: 'StoreError', code: 'cannot_open' })
    }
    expect(readdirSync(disk.folder)).toEqual(before)
    disk.remount('rw')
    const again = await openOn(disk.folder)
    await allThere(again, [first])
    expect(await again.jobs.submit(submission({ nonce: 'second' }))).toMatchObject({ deduplicated: false })
  },
)

testOnDisk('fault: a file that is read-only: it is not opened for writing, and is read', async () => {
  const folder = newFolder()
  const runtime = await openOn(folder)
  const first = await runtime.jobs.submit(submission())
  await runtime.close()
  const file = join(folder, 'jobs.db')
  const forbidden = forbidWriting(file)
  await expect(openOn(folder)).rejects.toMatchObject({ name: 'StoreError', code: 'cannot_open' })
  const limits = storeLimits()
  const store = await openStore({ file, machines: JOB_MACHINES, limits, readOnly: true })
  expect(await store.load(detachedJob, { realm: REALM, jobId: first.jobId })).toMatchObject({ revision: 1 })
  await store.close()
  forbidden.again()
  await allThere(await openOn(folder), [first])
})
