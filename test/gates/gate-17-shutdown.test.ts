import { expect, test } from 'vitest'
import { openScene, told } from '../clocks/scene.js'
import { until } from '../runtime/rig.js'

test('gate 17 a worker that is told to stop claims nothing more, settles what it holds, and waits for no long job', async () => {
  const scene = await openScene()
  const short = await scene.submit('work')
  const resumable = await scene.submit('wait')
  const notTwice = await scene.submit('once')
  const deaf = await scene.submit('deaf')
  const child = scene.start({ leaseMs: 700, workMs: 900, signals: { drainMs: 1_500, graceMs: 200 } })
  for (const { jobId } of [short, resumable, notTwice, deaf]) await child.line(`running ${jobId}`)
  scene.runtime.recovery.start()
  child.process.kill('SIGTERM')
  await child.line('stage draining')
  const late = await scene.submit('work', 'late')
  expect(await child.ended).toEqual({ code: 0, signal: null })
  expect(child.lines).toContain('closed')

  // What ended within the drain ended; what may be resumed is handed back and costs nothing; nobody lost a lease meanwhile.
  expect(await scene.runtime.jobs.result(short.jobId)).toEqual({ kind: 'Succeeded', body: 'worked' })
  expect(child.lines).toContain(`aborted ${resumable.jobId} shutdown`)
  expect(await scene.state(resumable.jobId)).toMatchObject({ phase: 'Queued', holder: null, fence: 1, failures: 0, losses: 0 })
  expect(told(child, 'lease_lost')).toEqual([])
  expect(await scene.state(late.jobId)).toMatchObject({ phase: 'Queued', fence: 0 })

  // What may not, and what did not stop, is left to its lease, and judged when that has run out.
  await until('the leases have run out', async () => {
    const phases = [await scene.state(notTwice.jobId), await scene.state(deaf.jobId)].map(({ phase }) => phase)
    return phases.join() === 'WorkerLost,RetryScheduled'
  })
  expect(await scene.state(deaf.jobId)).toMatchObject({ fence: 1, losses: 1 })

  scene.runtime.start()
  for (const { jobId } of [resumable, deaf, late]) {
    await until('the next worker does it', async () => (await scene.runtime.jobs.result(jobId)) !== null)
    expect(await scene.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'taken over' })
  }
})
