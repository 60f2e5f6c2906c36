/** A process that runs a session is killed between every two steps: what comes after it finds one interruption at most, and one assistant. */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_SESSION_LIMITS, type Runtime } from '../../runtime/index.js'
import { until } from '../runtime/rig.js'
import { openScene, type Point, type Scene } from './crash.js'
import { SESSION_ID } from './works.js'

/** How often the machine told each of its effects, over all that the file remembers. */
async function told({ store }: Runtime, ...effects: readonly string[]): Promise<readonly number[]> {
  const history = await store.history({ limit: 1_000 })
  const all = history.flatMap((entry) => entry.effects.map(({ type }) => type))
  return effects.map((effect) => all.filter((type) => type === effect).length)
}
const interruptions = async (runtime: Runtime): Promise<number> => {
  const history = await runtime.store.history({ limit: 1_000 })
  const written = history.filter(({ machine, input }) => machine === 'SessionTranscript' && input['outcome'] === 'interrupted').length
  expect(await told(runtime, 'StepInterrupted')).toEqual([written])
  return written
}
const isFree = async ({ sessions }: Runtime): Promise<boolean> => {
  const { phase, pending } = await sessions.execution(SESSION_ID)
  return phase === 'Idle' && !pending
}
/** Whoever opens the file goes on, until the session is free. */
async function goOn(scene: Scene): Promise<Runtime> {
  const runtime = await scene.open()
  runtime.turns.start()
  await until('the session is free', () => isFree(runtime))
  return runtime
}

const ON_THE_WAY: readonly Point[] = [
  'session.requested',
  'session.claimed',
  'session.finalizing',
  'session.started',
  'session.owned',
  'session.ended',
  'session.finalized',
  'session.finished',
  'session.cleared',
]
test.each(ON_THE_WAY)('a turn that dies at %s is done by whoever comes: one step, one assistant, no interruption', async (point) => {
  const scene = await openScene()
  await scene.die(point, 'request', 'turn', 'free')
  const runtime = await goOn(scene)
  expect(await told(runtime, 'StepStarted', 'StepCompleted', 'ClaimQuarantined')).toEqual([1, 1, 0])
  expect(await interruptions(runtime)).toBe(0)
  // What may have been called and not been recorded is called again, under the same name.
  expect(new Set(scene.noted('runs').filter((line) => line.startsWith('called'))).size).toBe(1)
  expect((await runtime.sessions.activity(SESSION_ID)).activity.kind).toBe('idle')
})

test.each(['session.cancelled', 'session.joined', 'session.finalized'] as const)(
  'a cancellation that dies at %s has an outcome that nobody knows: it is quarantined, and an operator’s release writes the one interruption',
  async (point) => {
    const scene = await openScene()
    scene.mark('hold')
    await scene.die(point, 'request', 'turn', 'interrupt')
    const runtime = await scene.open()
    const { phase, execution } = await runtime.sessions.execution(SESSION_ID)
    expect([phase, await interruptions(runtime)]).toEqual(['Cancelling', 0])
    // No replacement enters, whatever is asked for meanwhile.
    await runtime.sessions.requestRun(SESSION_ID)
    expect(await runtime.sessions.claim({ sessionId: SESSION_ID, owner: 'another' })).toMatchObject({ refusal: { code: 'not_in_phase' } })
    runtime.turns.start()
    await until('it is quarantined', async () => (await runtime.sessions.execution(SESSION_ID)).phase === 'Quarantined')
    expect(await interruptions(runtime)).toBe(0)
    await runtime.turns.stop({ graceMs: 0 })
    await scene.die('session.released', 'release')
    expect(await runtime.sessions.execution(SESSION_ID)).toMatchObject({ phase: 'Idle', pending: true, execution })
    expect(await interruptions(runtime)).toBe(1)
    expect(await runtime.sessions.releaseQuarantine({ sessionId: SESSION_ID, execution })).toMatchObject({ ok: false })
  },
)

test.each(['session.settled', 'session.cleared'] as const)(
  'a cancellation that dies at %s is on record: the session is free, without a quarantine and without a second interruption',
  async (point) => {
    const scene = await openScene()
    scene.mark('hold')
    await scene.die(point, 'request', 'turn', 'interrupt')
    const runtime = await goOn(scene)
    expect(await interruptions(runtime)).toBe(1)
    expect(await told(runtime, 'ClaimQuarantined', 'ContinuationRequested', 'ClaimCleared')).toEqual([0, 0, 1])
    expect(scene.noted('runs')).toContain('finalized')
  },
)

test('a recovery that dies right after it took a session over is itself recovered, and the step keeps its assistant', async () => {
  const scene = await openScene()
  await scene.die('session.started', 'request', 'turn')
  await scene.die('session.recovered', 'turn', 'free')
  const runtime = await goOn(scene)
  expect(await told(runtime, 'ContinuationRequested', 'StepStarted', 'StepCompleted')).toEqual([2, 1, 1])
  expect(await interruptions(runtime)).toBe(0)
})

test('a turn that kills each process it runs in is begun as often as the budget says, then quarantined, and goes on when it is released', async () => {
  const scene = await openScene()
  const budget = DEFAULT_SESSION_LIMITS.takeoverBudget
  scene.mark('poison')
  const begun = () => scene.noted('runs').filter((line) => line === 'turn' || line === 'continued')
  for (const steps of [['request', 'turn', 'free'], ...Array.from({ length: budget }, () => ['turn', 'free'])]) {
    expect((await scene.start(...steps).ended).signal).toBe('SIGKILL')
  }
  const all = ['turn', ...Array.from({ length: budget }, () => 'continued')]
  expect(begun()).toEqual(all)
  // It would do no harm now; nobody tries.
  rmSync(join(dirname(scene.file), 'poison'))
  const runtime = await scene.open()
  const { sessions, turns } = runtime
  turns.start()
  await until('it is quarantined', async () => (await sessions.execution(SESSION_ID)).phase === 'Quarantined')
  expect(begun()).toEqual(all)
  const health = await runtime.health()
  expect(health).toMatchObject({ status: 'degraded', reasons: [{ code: 'sessions_quarantined', examples: [SESSION_ID] }] })
  expect(health.reasons[0]!.wayOut).toContain('sessions.releaseQuarantine')
  await sessions.requestRun(SESSION_ID)
  const { execution, losses } = await sessions.execution(SESSION_ID)
  expect(losses).toBe(budget)
  expect(await sessions.releaseQuarantine({ sessionId: SESSION_ID, execution })).toMatchObject({ ok: true, session: { losses: 0 } })
  await until('the session is free', () => isFree(runtime))
  expect(begun()).toEqual([...all, 'turn'])
  expect(await told(runtime, 'StepStarted', 'StepCompleted', 'ClaimQuarantined')).toEqual([2, 1, 1])
  expect(await interruptions(runtime)).toBe(1)
  expect((await runtime.health()).status).toBe('ok')
})
