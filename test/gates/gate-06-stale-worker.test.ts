import { expect, test } from 'vitest'
import { detachedJob, systemClock, type Attempt, type Said } from '../../runtime/index.js'
import { LEASE_MS, openRig, REALM, until, type Rig } from '../runtime/rig.js'
import { stopBetweenCommits } from '../runtime/stop.js'
import { openScene } from './crash.js'

/** Every word of an attempt. */
const WORDS: { readonly [word: string]: (rig: Rig, attempt: Attempt) => Promise<Said> } = {
  renew: ({ runtime }, attempt) => runtime.attempts.renew({ ...attempt, leaseMs: LEASE_MS }),
  progress: ({ runtime }, attempt) => runtime.attempts.progress({ ...attempt, cursor: 9, progress: 'ghost' }),
  checkpoint: ({ runtime }, attempt) => runtime.attempts.checkpoint({ ...attempt, cursor: 9, checkpoint: 'ghost' }),
  accept: ({ runtime }, attempt) => runtime.attempts.accept(attempt),
  decline: ({ runtime }, attempt) => runtime.attempts.decline(attempt),
  block: ({ runtime }, attempt) => runtime.attempts.block({ ...attempt, reason: 'ghost', forGood: true }),
  artifact: ({ runtime }, attempt) => runtime.attempts.artifact({ ...attempt, name: 'ghost', source: Buffer.from('ghost') }),
  notify: ({ runtime }, attempt) => runtime.attempts.notify({ ...attempt, key: 'ghost', body: 'ghost' }),
  handle: ({ runtime }, attempt) => runtime.attempts.handle({ ...attempt, handle: 'ghost' }),
  exit: ({ runtime }, attempt) => runtime.attempts.exit(attempt),
  waitExternally: ({ runtime }, attempt) => runtime.attempts.waitExternally(attempt),
  resume: ({ runtime }, attempt) => runtime.attempts.resume(attempt),
  complete: ({ runtime }, attempt) => runtime.attempts.complete({ ...attempt, result: 'ghost' }),
  fail: ({ runtime }, attempt) => runtime.attempts.fail({ ...attempt, reason: 'ghost', retryable: false }),
  acknowledgeCancel: ({ runtime }, attempt) => runtime.attempts.acknowledgeCancel(attempt),
  release: ({ runtime }, attempt) => runtime.attempts.release(attempt),
}

test('gate 06 every word is tried that an attempt has', async () => {
  const { runtime } = await openRig()
  expect([...Object.keys(WORDS), 'claim', 'offer', 'adopt'].sort()).toEqual(Object.keys(runtime.attempts).sort())
})

test.each(Object.entries(WORDS))(
  'gate 06 after a newer fence, %s of the older attempt is refused and changes nothing',
  async (_word, say) => {
    const rig = await openRig()
    const { jobId } = await rig.submit()
    const old = await rig.claim(jobId, 'old')
    const unchanged = async (code: string): Promise<void> => {
      const before = await rig.store.load(detachedJob, { realm: REALM, jobId })
      const entries = (await rig.store.history({ limit: 100 })).length
      expect(await say(rig, old)).toMatchObject({ ok: false, refusal: { code } })
      expect(await rig.store.load(detachedJob, { realm: REALM, jobId })).toEqual(before)
      expect(await rig.store.history({ limit: 100 })).toHaveLength(entries)
      expect(await rig.runtime.jobs.artifacts(jobId)).toEqual([])
    }
    rig.lapse()
    await unchanged('lease_expired')
    await rig.runtime.recovery.pass()
    rig.clock.advance(100_000)
    const next = await rig.claim(jobId, 'next')
    await unchanged('stale_fence')
    // Also when it knows the number, and when the job has ended.
    expect(await say(rig, { ...next, holder: 'old' })).toMatchObject({ ok: false, refusal: { code: 'stale_holder' } })
    expect(await rig.runtime.attempts.complete({ ...next, result: 'next' })).toMatchObject({ ok: true })
    await unchanged('stale_fence')
    expect(await rig.runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'next' })
  },
)

test('gate 06 a worker that was stopped past its lease and wakes up after another has done the job is refused, and says so', async () => {
  const scene = await openScene()
  const { jobId } = await scene.submit('again')
  scene.mark('hold')
  const stale = scene.start('work')
  await stale.line('running')
  await stopBetweenCommits(stale, scene.file)
  const runtime = await scene.open()
  await until('its loss is classified', async () => (await runtime.recovery.pass()).classified === 1)
  await until('the pause is over', async () => (await scene.state(jobId)).dueAtMs <= systemClock.nowMs())
  const granted = await runtime.attempts.claim({ jobId, holder: 'next', workerId: 'next', leaseMs: 60_000 })
  if (!granted.ok) throw new Error(granted.refusal.code)
  stale.process.kill('SIGCONT')
  expect(await stale.line('event')).toContain('"lease_lost"')
  expect(await runtime.jobs.get(jobId)).toMatchObject({ status: 'Running', losses: 1 })
  expect(await runtime.attempts.complete({ ...granted.attempt, result: 'next' })).toMatchObject({ ok: true })
  expect(await runtime.jobs.result(jobId)).toEqual({ kind: 'Succeeded', body: 'next' })
})
