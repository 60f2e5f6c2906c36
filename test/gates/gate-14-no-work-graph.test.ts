import { expect, test } from 'vitest'
import { newFile, openRig, SESSION, until, runner } from '../runtime/rig.js'

/** A job from its submission to its wake-up, with an artifact on the way. */
async function lived(links?: readonly { readonly system: string; readonly id: string }[]) {
  const file = newFile()
  const rig = await openRig({
    file,
    pollMs: 20,
    runners: [
      runner(async ({ artifact, notify }) => {
        await artifact('report', Buffer.from('report'))
        await notify('half', 'half of it')
        return 'done'
      }),
    ],
  })
  const { runtime } = rig
  const receipt = await rig.submit(links === undefined ? {} : { links })
  await runtime.await.awaitJob(SESSION, receipt.jobId)
  runtime.start()
  const applied: unknown[] = []
  await until('its end is applied', async () => {
    await runtime.sessions.apply(SESSION, ({ kind, body }) => void applied.push([kind, body]))
    return applied.length === 2
  })
  // What comes behind its end in the outbox is carried too: then all that there is to show has happened.
  await runtime.projector.pass()
  const { jobs, store } = runtime
  const { updatedAtMs: _, links: shown, ...evidence } = (await jobs.evidence(receipt.jobId))!
  const steps = (await store.history({ limit: 100 })).map(({ machine, transition }) => `${machine}.${transition}`).sort()
  return { receipt, applied, steps, evidence, shown, artifact: (await jobs.artifact(receipt.jobId, 'report'))!.bytes.toString() }
}

test('gate 14 without a work graph a job is submitted, run, awaited, delivered and shown; links change nothing but what is shown', async () => {
  const { shown, ...without } = await lived()
  const { shown: links, ...linked } = await lived([{ system: 'work-graph', id: 'item-7' }])
  expect(without.applied).toEqual([
    ['notification', 'half of it'],
    ['terminal', 'done'],
  ])
  expect(without).toEqual(linked)
  expect([shown, links]).toEqual([[], [{ system: 'work-graph', id: 'item-7', relation: 'for' }]])
})
