import { expect, test } from 'vitest'
import { REAL_CLOCK, openRig, runner, SESSION, until } from '../runtime/rig.js'
import { openScene, receiptIn } from './crash.js'
import { submissionTo } from './works.js'

test.each(['commit.begun', 'commit.saved', 'commit.written'] as const)(
  'gate 02 a submission that dies at %s, before its commit, gave no receipt and left no job',
  async (point) => {
    const scene = await openScene()
    expect(receiptsIn(await scene.die(point, 'submit:again'))).toEqual([])
    const { store } = await scene.open()
    expect(await store.history({ limit: 10 })).toEqual([])
    expect(await scene.submit('again')).toMatchObject({ deduplicated: false })
  },
)

test('gate 02 a receipt means that the job is in the file', async () => {
  const scene = await openScene()
  const child = scene.start('submit:again', 'work')
  scene.mark('hold')
  await child.line('receipt')
  child.process.kill('SIGKILL')
  await child.ended
  const { jobId } = receiptIn(child.lines)
  expect(await (await scene.open()).jobs.get(jobId)).toMatchObject({ jobId, ended: false })
})

test.each(['commit.committed', 'commit.told', 'submit.committed'] as const)(
  'gate 03 a submission that dies at %s, after its commit, is the same job when it is asked for again',
  async (point) => {
    const scene = await openScene()
    expect(receiptsIn(await scene.die(point, 'submit:again'))).toEqual([])
    const left = await (await scene.open()).store.history({ limit: 10 })
    expect(left.map(({ transition }) => transition)).toEqual(['Submit'])
    const receipt = await scene.submit('again')
    expect(receipt).toMatchObject({ jobId: left[0]!.key['jobId'], status: 'Queued', deduplicated: true })
    expect(await scene.submit('again')).toEqual(receipt)
    // Nobody needs to come back for it: any worker finds it.
    await scene.work(receipt.jobId)
    expect(scene.noted('runs')).toEqual(['again'])
  },
)

test('gate 04 a turn that the end of a job wakes, and that asks for the work again, launches nothing: same lineage, same job', async () => {
  let runs = 0
  const rig = await openRig({
    clock: REAL_CLOCK,
    pollMs: 20,
    runners: [
      runner(async () => {
        runs += 1
        return runs
      }),
    ],
  })
  const first = await rig.submit()
  rig.runtime.start()
  await until('it ends', async () => (await rig.runtime.jobs.result(first.jobId)) !== null)
  await until('its end is delivered', async () => (await rig.runtime.sessions.pending(SESSION)).length === 1)
  const retried: object[] = []
  await rig.runtime.sessions.apply(SESSION, async ({ lineage }) => {
    retried.push(await rig.submit({ lineage }), await rig.submit({ lineage }))
  })
  const same = { jobId: first.jobId, status: 'Succeeded', deduplicated: true }
  expect(retried).toEqual([expect.objectContaining(same), expect.objectContaining(same)])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(runs).toBe(1)
  expect((await rig.runtime.jobs.list({ sessionId: SESSION })).jobs).toHaveLength(1)
  // Another interaction is other work.
  expect(await rig.submit({ lineage: 'another' })).toMatchObject({ deduplicated: false })
})

test('gate 04 many that ask at once get one job, from several processes too', async () => {
  const scene = await openScene()
  const others = [scene.run('submit:once', 'submit:once'), scene.run('submit:once', 'submit:once')]
  const runtime = await scene.open()
  const own = await Promise.all(Array.from({ length: 20 }, () => runtime.jobs.submit(submissionTo('once'))))
  const receipts = [...own, ...(await Promise.all(others)).map((lines) => receiptIn(lines))]
  expect(new Set(receipts.map(({ jobId }) => jobId)).size).toBe(1)
  expect(await runtime.store.history({ limit: 10 })).toHaveLength(1)
})

function receiptsIn(said: readonly string[]): readonly string[] {
  return said.filter((line) => line.startsWith('receipt '))
}
