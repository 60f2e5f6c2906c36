import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { openRuntime } from '../../runtime/index.js'
import { openScene } from '../clocks/scene.js'
import { atEnd } from '../closing.js'
import { newFile, REALM, runner, SESSION, submission, until } from '../runtime/rig.js'

test('gate 05 while a detached job runs, whoever asked for it holds no call, no transaction and no lock', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('wait')
  const child = scene.start({ leaseMs: 60_000 })
  await child.line('running')
  // The call that asks, and the one that waits, are over while the job goes on: a provider's turn ends with them.
  expect(await scene.runtime.await.awaitJob(SESSION, jobId)).toMatchObject({ ok: true, waiting: true })
  expect((await scene.runtime.jobs.get(jobId))?.status).toBe('Running')
  expect(scene.runtime.store.stats()).toMatchObject({ waiting: 0 })

  const other = new Database(scene.file, { timeout: 5_000 })
  atEnd(() => void other.close())
  for (let n = 0; n < 20; n += 1) {
    other.exec('BEGIN IMMEDIATE')
    other.exec('ROLLBACK')
    // Not to be had while anybody stands in a transaction, were it only to read.
    expect(other.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect((await scene.runtime.jobs.get(jobId))?.status).toBe('Running')

  await scene.runtime.jobs.cancel(jobId)
  await until('it ends', async () => (await scene.runtime.jobs.result(jobId)) !== null)
})

test.each(['thread', 'in_thread'] as const)(
  'gate 05 a worker has as many timers for sixty attempts as for one (leases kept by %s)',
  async (keeper) => {
    const pending = new Set<unknown>()
    const set = globalThis.setTimeout
    const clear = globalThis.clearTimeout
    const begun = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: (...of: unknown[]) => void,
      ms?: number,
      ...of: unknown[]
    ) => {
      const timer = set(() => {
        pending.delete(timer)
        run(...of)
      }, ms)
      pending.add(timer)
      return timer
    }) as typeof setTimeout)
    const ended = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      pending.delete(timer)
      clear(timer)
    })
    atEnd(() => {
      begun.mockRestore()
      ended.mockRestore()
    })
    let running = 0
    const long = runner(
      ({ signal }) => {
        running += 1
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
      },
      { leaseMs: 60_000 },
    )
    const runtime = await openRuntime({ realm: REALM, file: newFile(), runners: [long], keeper, concurrency: 100 })
    atEnd(() => runtime.close())
    runtime.start()
    const runs = async (count: number): Promise<number> => {
      for (let n = running; n < count; n += 1) {
        const { jobId } = await runtime.jobs.submit(submission({ nonce: `${n}` }))
        await runtime.await.awaitJob(SESSION, jobId)
      }
      await until('all run', () => running === count)
      return pending.size
    }
    const forOne = await runs(1)
    expect(await runs(60)).toBeLessThan(forOne + 5)
  },
)
