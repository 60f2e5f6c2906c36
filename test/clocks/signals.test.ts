import { expect, test } from 'vitest'
import { openRuntime, stopOnSignals, type StopOnSignalsOptions } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { REALM, until } from '../runtime/rig.js'
import { openScene, times } from './scene.js'

test.each(['thread', 'in_thread'] as const)(
  'fault: the heartbeat stops at shutdown before the work has ended: renewals (by %s) go on until the drain ends, and the job succeeds',
  async (keeper) => {
    const scene = await openScene()
    const { jobId } = await scene.submit('work')
    const child = scene.start({ leaseMs: 500, workMs: 1_500, keeper, signals: { drainMs: 20_000 } })
    await child.line('running')
    scene.runtime.recovery.start()
    child.process.kill('SIGTERM')
    await child.line('stage draining')
    const before = times(await scene.journal(jobId), 'RenewLease')
    expect(await child.ended).toEqual({ code: 0, signal: null })
    const journal = await scene.journal(jobId)
    expect(times(journal, 'RenewLease') - before).toBeGreaterThan(1)
    expect(await scene.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'worked' })
    expect(await scene.state(jobId)).toMatchObject({ fence: 1, losses: 0 })
  },
)

test('fault: a stop leaves jobs behind: the first signal drains, the second interrupts and hands back, the third exits at once', async () => {
  const scene = await openScene()
  const [heeds, deaf] = [await scene.submit('wait'), await scene.submit('deaf')]
  const child = scene.start({ leaseMs: 60_000, signals: { drainMs: 600_000, graceMs: 600_000 } })
  for (const { jobId } of [heeds, deaf]) await child.line(`running ${jobId}`)
  child.process.kill('SIGTERM')
  await child.line('stage draining')
  const late = await scene.submit('work', 'late')
  expect(child.lines.some((line) => line.startsWith('aborted'))).toBe(false)
  child.process.kill('SIGINT')
  await child.line('stage interrupting')
  expect(await child.line('aborted')).toBe(`aborted ${heeds.jobId} shutdown`)
  await until('it is handed back', async () => (await scene.state(heeds.jobId)).phase === 'Queued')
  child.process.kill('SIGTERM')
  expect(await child.ended).toEqual({ code: 143, signal: null })
  expect(child.lines.slice(-1)).toEqual(['stage leaving'])
  expect(await scene.state(heeds.jobId)).toMatchObject({ phase: 'Queued', fence: 1, failures: 0, losses: 0 })
  expect(await scene.state(deaf.jobId)).toMatchObject({ phase: 'Running', fence: 1 })
  expect(await scene.state(late.jobId)).toMatchObject({ phase: 'Queued', fence: 0 })
})

test('a signal that nobody heeds any more is not heeded, and what cannot be heeded is refused before anything is', async () => {
  const runtime = await openRuntime({ realm: REALM, file: ':memory:', ephemeral: true })
  atEnd(() => runtime.close())
  const listeners = (): number => process.listenerCount('SIGUSR2')
  const before = listeners()
  const heeding = stopOnSignals(runtime, { signals: ['SIGUSR2'] })
  expect(listeners()).toBe(before + 1)
  heeding.forget()
  expect(listeners()).toBe(before)
  const bad: readonly [string, StopOnSignalsOptions][] = [
    ['signals.1', { signals: ['SIGUSR2', 'SIGKILL'] }],
    ['signals.0', { signals: ['SIGNONE' as never] }],
    ['drainMs', { drainMs: -1 }],
    ['graceMs', { graceMs: 2 ** 31 }],
    ['onStage', { onStage: 'say' as never }],
    ['drain', { drain: 1 } as never],
  ]
  for (const [field, options] of bad)
    expect(() => stopOnSignals(runtime, options)).toThrow(expect.objectContaining({ name: 'RequestError', field }))
  expect(listeners()).toBe(before)
})

test('a host that throws when it is told of a stage keeps no stage back, and a signal that is named twice is heard once', async () => {
  const thrown: unknown[] = []
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => thrown.push(error))
  try {
    const runtime = await openRuntime({ realm: REALM, file: ':memory:', ephemeral: true })
    const stages: string[] = []
    const onStage = (stage: string): never => {
      stages.push(stage)
      throw new Error('of the host')
    }
    const { stopped, forget } = stopOnSignals(runtime, { signals: ['SIGUSR2', 'SIGUSR2'], onStage })
    atEnd(async () => forget())
    process.emit('SIGUSR2', 'SIGUSR2')
    await stopped
    await until('it is thrown in nobody’s way', () => thrown.length > 0)
    expect([stages, thrown]).toMatchObject([['draining'], [{ message: 'of the host' }]])
    expect(() => stopOnSignals(null as never)).toThrow(expect.objectContaining({ field: 'runtime.close' }))
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const listener of before) process.on('uncaughtException', listener)
  }
})
