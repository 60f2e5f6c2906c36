import { expect, test } from 'vitest'
import type { FaultPoint } from '../../runtime/fault-point.js'
import { detachedJob } from '../../runtime/index.js'
import { openRig, REALM, SESSION } from '../runtime/rig.js'
import { openScene } from './crash.js'
import { ENDS } from './ends.js'

test('gate 38 the list holds every terminal kind', () => {
  expect(Object.keys(ENDS).sort()).toEqual([...detachedJob.terminal].sort())
})

test.each(Object.entries(ENDS))(
  'gate 38 %s is committed with its message, delivered once, and releases who waits',
  async (kind, { restartClass, end }) => {
    const rig = await openRig({ limits: { lossBudget: 0 } })
    const { jobId } = await rig.submit({ runner: restartClass })
    await rig.runtime.await.awaitJob(SESSION, jobId)
    await end(rig, jobId)
    expect(await rig.runtime.jobs.result(jobId)).toMatchObject({ kind })
    const last = (await rig.store.history({ limit: 100 })).at(-1)!
    // One step of the machine, one entry of the journal, one transaction.
    expect([last.machine, last.effects.map(({ type, ['kind']: told }) => [type, told])]).toEqual([
      'DetachedJob',
      [['TerminalCommitted', kind]],
    ])
    for (let n = 0; n < 3; n += 1) await rig.runtime.projector.pass()
    const pending = await rig.runtime.sessions.pending(SESSION)
    expect(pending).toMatchObject([{ sequence: 1, kind: 'terminal', jobId }])
    expect(await rig.runtime.await.get(SESSION, jobId)).toMatchObject({ released: kind })
    const handled: string[] = []
    await rig.runtime.sessions.apply(SESSION, ({ deliveryId }) => void handled.push(deliveryId))
    await rig.runtime.sessions.apply(SESSION, ({ deliveryId }) => void handled.push(deliveryId))
    expect(handled).toHaveLength(1)
    expect((await rig.store.load(detachedJob, { realm: REALM, jobId })).state.deliverySequence).toBe(1)
  },
)

/** The transaction that ends the job of one attempt is its second: the first is the claim. */
const WITHIN: readonly FaultPoint[] = ['commit.saved', 'commit.sent', 'commit.written', 'commit.committed']

test.each(WITHIN)('gate 38 killed at %s, the end of a job and its message are both there or neither', async (point) => {
  const scene = await openScene()
  const { jobId } = await scene.submit('again')
  await scene.die(`${point}:2`, 'work')
  const { store } = await scene.open()
  const { pending } = await store.outbox.census({ limit: 10 })
  // To the inbox: nobody waits, so that nothing is sent to those who do.
  expect([(await scene.state(jobId)).phase, pending]).toEqual(point === 'commit.committed' ? ['Succeeded', 1] : ['Running', 0])
  await scene.work(jobId)
  expect(await scene.apply()).toHaveLength(1)
})
