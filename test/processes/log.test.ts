import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openRuntime, type Runtime } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { DECLARED, newFile, REALM, submission, until } from '../runtime/rig.js'
import { beside } from './others.js'

const BOUND = 2 ** 23

async function openOn(file: string): Promise<Runtime> {
  const runtime = await openRuntime({ realm: REALM, file, runners: DECLARED })
  atEnd(() => runtime.close())
  return runtime
}

let submitted = 0

async function submitUntil({ jobs }: Runtime, isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    submitted += 1
    await jobs.submit(submission({ nonce: `${submitted}`, arguments: 'x'.repeat(60_000) }))
  }
}

test('fault: the log stays at its high-water mark until a restart: a reader holds it, health says so and what to do, and when the reader has ended it is cut', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  await submitUntil(runtime, () => runtime.store.stats().walBytes > 0)
  const reader = await beside(file, 'read')
  await submitUntil(runtime, () => runtime.store.stats().walBytes > BOUND)
  expect(runtime.store.stats().walBytes).toBe(statSync(`${file}-wal`).size)
  await until('it has tried to cut the log', () => runtime.store.stats().walHeldSinceMs !== null)
  const { walHeldSinceMs } = runtime.store.stats()
  const health = await runtime.health({ walBytes: BOUND })
  expect(health).toMatchObject({ status: 'degraded', walBytes: runtime.store.stats().walBytes })
  expect(health.reasons).toEqual([
    {
      code: 'log_grows',
      count: 1,
      oldestAtMs: walHeldSinceMs,
      examples: [`${health.walBytes} bytes`],
      wayOut: expect.stringContaining('End whoever reads the file') as string,
    },
  ])
  // The reader is in nobody's way but the log's.
  await submitUntil(runtime, () => runtime.store.stats().walBytes > 1.5 * BOUND)
  expect(runtime.store.stats().walHeldSinceMs).toBe(walHeldSinceMs)

  reader.process.stdin!.write('enough\n')
  await reader.line('has read')
  await until('the log is cut', () => runtime.store.stats().walBytes === 0)
  await until('nobody holds it', () => runtime.store.stats().walHeldSinceMs === null)
  expect(await runtime.health({ walBytes: BOUND })).toMatchObject({ status: 'ok', walBytes: 0 })
  expect(reader.process.exitCode).toBeNull()
}, 60_000)

test('a file that is closed leaves no long log to those who keep it open', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  const reader = await beside(file, 'read')
  reader.process.stdin!.write('enough\n')
  await reader.line('has read')
  await submitUntil(runtime, () => runtime.store.stats().walBytes > BOUND)
  await runtime.close()
  expect(statSync(`${file}-wal`).size).toBe(0)
}, 60_000)

test('a log that costs nothing is left as it is, so that no commit makes it anew', async () => {
  const file = newFile()
  const runtime = await openOn(file)
  await submitUntil(runtime, () => runtime.store.stats().walBytes > 2 ** 20)
  const { walBytes } = runtime.store.stats()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(runtime.store.stats()).toMatchObject({ walBytes, walHeldSinceMs: null })
})
