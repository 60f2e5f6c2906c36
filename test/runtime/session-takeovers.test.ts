/** What a lost or closing process leaves of its turns is gone on with, and for how long. */
import { expect, test } from 'vitest'
import { openRig, SESSION, until } from './rig.js'
import { claimed, gate, isFree, runs, stopped } from './turns.js'

test('a turn that is handed back is gone on with at once and as often as one likes; one that is lost, as often as the budget says', async () => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  await sessions.requestRun(SESSION)
  /** Another process runs the turn until its step is open, and closes. */
  const runAndClose = async (isHeeding: boolean) => {
    const began = gate()
    const another = await rig.another(
      runs(({ step, signal }) =>
        step(async () => {
          began.open()
          await (isHeeding ? stopped(signal) : new Promise(() => undefined))
        }),
      ),
    )
    await another.turns.pass()
    const { quarantined } = await another.turns.recover()
    if (quarantined === 0) await began.opened
    await another.turns.stop({ graceMs: isHeeding ? 1_000 : 0 })
    if (!isHeeding) rig.lapse()
    return sessions.execution(SESSION)
  }
  for (let n = 1; n <= 5; n += 1) expect(await runAndClose(true)).toMatchObject({ phase: 'Running', execution: n, losses: 0 })
  // The first of these takes over what was handed back.
  for (const losses of [0, 1, 2, 3]) expect(await runAndClose(false)).toMatchObject({ phase: 'Running', losses })
  expect(await runAndClose(false)).toMatchObject({ phase: 'Quarantined', execution: 9, losses: 3 })
  expect(await rig.runtime.health()).toMatchObject({ reasons: [{ code: 'sessions_quarantined', examples: [SESSION] }] })
  await sessions.requestRun(SESSION)
  expect(await sessions.releaseQuarantine({ sessionId: SESSION, execution: 9 })).toMatchObject({ ok: true })
  expect(await runAndClose(false)).toMatchObject({ phase: 'Running', losses: 0 })
  expect(await runAndClose(false)).toMatchObject({ phase: 'Running', losses: 1 })
  // A turn that ends counts from 0 again.
  const another = await rig.another(runs(async ({ step }) => step(async () => undefined)))
  another.turns.start()
  await until('it is free', () => isFree(rig))
  expect(await sessions.execution(SESSION)).toMatchObject({ phase: 'Idle', losses: 0 })
})

test('what was handed back hears no word of its owner, and is called stale only when nobody comes for long', async () => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  const claim = await claimed(rig)
  await sessions.beginFinalizer(claim)
  expect(await sessions.handBack(claim)).toMatchObject({ refusal: { code: 'finalizer_running' } })
  await sessions.endFinalizer(claim)
  expect(await sessions.handBack(claim)).toMatchObject({ ok: true, transition: 'HandBack' })
  for (const word of [sessions.renew, sessions.startStep, sessions.handBack])
    expect(await word(claim)).toMatchObject({ refusal: { code: 'lease_expired' } })
  expect((await rig.runtime.health()).status).toBe('ok')
  const atMs = rig.clock.nowMs()
  rig.clock.advance(60_000)
  expect(await rig.runtime.health()).toMatchObject({ reasons: [{ code: 'stale_lease', oldestAtMs: atMs, examples: [SESSION] }] })
})
