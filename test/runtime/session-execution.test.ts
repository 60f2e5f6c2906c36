import { expect, test } from 'vitest'
import { sessionActivity, sessionExecution, sessionTranscript, StepDeclined, type SessionContext } from '../../runtime/index.js'
import { atEnd } from '../closing.js'
import { openRig, REALM, SESSION, until, type Rig } from './rig.js'
import { claimed, gate, isFree, runs, stopped } from './turns.js'

const effectsOf = async (rig: Rig, sessionId = SESSION): Promise<readonly string[]> => {
  const entries = await rig.store.journal(sessionExecution, { realm: REALM, sessionId }, { limit: 1_000 })
  return entries.flatMap(({ effects }) => effects.map(({ type }) => type))
}

test('while a finalizer runs the session is cancelling, nothing is written and nobody enters; then one interruption, and the claim is cleared', async () => {
  const [began, release] = [gate(), gate()]
  const order: string[] = []
  const rig = await openRig(
    runs(async ({ finalizer, step, tool, signal }) => {
      await finalizer(async () => {
        order.push('finalizer begins')
        began.open()
        await release.opened
        order.push('finalizer ends')
      })
      await step(async () => {
        void tool('fast', async () => {
          await stopped(signal).catch(() => undefined)
          await new Promise((resolve) => setTimeout(resolve, 50))
          order.push('tool ends')
        })
        await stopped(signal)
      })
    }),
  )
  const { sessions, turns } = rig.runtime
  await sessions.requestRun(SESSION)
  turns.start()
  await until('the step is open', async () => (await sessions.execution(SESSION)).assistantId !== null)
  const { execution } = await sessions.execution(SESSION)
  expect(await sessions.requestCancel({ sessionId: SESSION, execution })).toMatchObject({ ok: true, session: { phase: 'Cancelling' } })
  await began.opened
  await sessions.requestRun(SESSION)
  const blocked = await sessions.execution(SESSION)
  expect(blocked).toMatchObject({ phase: 'Cancelling', runnerJoined: true, finalizers: 1, execution })
  expect(await effectsOf(rig)).not.toContain('StepInterrupted')
  expect(await sessions.claim({ sessionId: SESSION, owner: 'replacement' })).toMatchObject({ refusal: { code: 'not_in_phase' } })
  expect((await sessions.activity(SESSION)).activity.kind).toBe('draining')
  release.open()
  await until('the interruption is written', async () => (await effectsOf(rig)).includes('ClaimCleared'))
  expect((await effectsOf(rig)).filter((type) => type === 'StepInterrupted')).toHaveLength(1)
  expect(order.slice(0, 3)).toEqual(['tool ends', 'finalizer begins', 'finalizer ends'])
})

test('a step that completed before the cancel is settled without an interruption', async () => {
  const [done, go] = [gate(), gate()]
  const rig = await openRig(
    runs(async ({ step, signal }) => {
      await step(async () => undefined)
      done.open()
      await Promise.race([go.opened, stopped(signal)])
    }),
  )
  const { sessions, turns } = rig.runtime
  await sessions.requestRun(SESSION)
  turns.start()
  await done.opened
  await sessions.requestCancel({ sessionId: SESSION, execution: 1 })
  await until('it is free', () => isFree(rig))
  expect(await effectsOf(rig)).toEqual([
    'RunRequested',
    'ExecutionClaimed',
    'StepStarted',
    'StepCompleted',
    'CancelRequested',
    'ClaimCleared',
  ])
})

test.each([
  ['throws', new Error('why'), ['StepStarted', 'StepFailed', 'ClaimCleared']],
  ['is declined by the user', new StepDeclined(), ['StepStarted', 'StepDeclined', 'ClaimCleared']],
])('a step that %s is settled as that, and its finalizers have run', async (_what, error, effects) => {
  let finalized = 0
  const rig = await openRig(
    runs(async ({ finalizer, step }) => {
      await finalizer(async () => void (finalized += 1))
      await step(async () => Promise.reject(error))
    }),
  )
  await rig.runtime.sessions.requestRun(SESSION)
  rig.runtime.turns.start()
  await until('it is free', () => isFree(rig))
  expect((await effectsOf(rig)).slice(2)).toEqual(effects)
  expect(finalized).toBe(1)
  expect(rig.events.filter(({ type }) => type === 'session_failed')).toHaveLength(error instanceof StepDeclined ? 0 : 1)
})

test('a claim is never overwritten, alive or expired, and a word of a lost owner changes nothing', async () => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  const claim = await claimed(rig)
  await sessions.requestRun(SESSION)
  for (const lapse of [false, true]) {
    if (lapse) rig.lapse()
    expect(await sessions.claim({ sessionId: SESSION, owner: 'another' })).toMatchObject({ refusal: { code: 'not_in_phase' } })
  }
  let called = 0
  await expect(sessions.owned(claim, () => (called += 1))).rejects.toMatchObject({ code: 'lease_expired' })
  expect(await sessions.startStep(claim)).toMatchObject({ refusal: { code: 'lease_expired' } })
  const another = await rig.another(runs(async () => undefined))
  expect(await another.turns.recover()).toEqual({ cleared: 0, quarantined: 0, continued: 1, failed: 0 })
  await expect(sessions.owned(claim, () => (called += 1))).rejects.toMatchObject({ code: 'stale_execution' })
  expect(called).toBe(0)
})

test('before an effect ownership is asked: once a cancel was asked for, none begins', async () => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  const claim = await claimed(rig)
  const done: string[] = []
  await sessions.owned(claim, () => done.push('snapshot'))
  await sessions.requestCancel({ sessionId: SESSION, execution: claim.execution })
  await expect(sessions.owned(claim, () => done.push('call'))).rejects.toMatchObject({ name: 'SessionLost', code: 'not_in_phase' })
  expect(done).toEqual(['snapshot'])
})

test('what a process without a runner of sessions finds expired it clears or quarantines, and leaves what is under way', async () => {
  const rig = await openRig()
  const { sessions, turns } = rig.runtime
  const phases = { settled: 'Idle', cancelling: 'Quarantined', running: 'Running' }
  for (const sessionId of Object.keys(phases)) {
    const claim = await claimed(rig, sessionId)
    if (sessionId === 'settled') await sessions.finish(claim)
    if (sessionId === 'cancelling') await sessions.requestCancel({ sessionId, execution: 1 })
    if (sessionId === 'running') await sessions.startStep(claim)
  }
  rig.lapse()
  expect(await turns.recover()).toEqual({ cleared: 1, quarantined: 1, continued: 0, failed: 0 })
  for (const [sessionId, phase] of Object.entries(phases)) expect((await sessions.execution(sessionId)).phase).toBe(phase)
  expect(rig.events.filter(({ type }) => type === 'session_quarantined')).toHaveLength(1)
})

test('a claim that names another assistant than the session’s own record is quarantined, and continued by nobody', async () => {
  const rig = await openRig()
  const claim = await claimed(rig)
  await rig.runtime.sessions.startStep(claim)
  rig.lapse()
  // As a damaged record would show it: the step is not open there.
  const load = (async (machine: never, key: never) => {
    const found = await rig.store.load(machine, key)
    return (machine as { name: string }).name === sessionTranscript.name
      ? { ...found, state: { phase: 'Open', assistantId: 'another', outcome: null } }
      : found
  }) as typeof rig.store.load
  const doubting = await rig.another({ store: { ...rig.store, load }, ...runs(async () => undefined) })
  expect(await doubting.turns.recover()).toMatchObject({ quarantined: 1, continued: 0 })
})

test('continuations have room of their own: they do not keep fresh work out, and fresh work does not keep them out', async () => {
  const rig = await openRig()
  const release = gate()
  const lost = ['lost-1', 'lost-2', 'lost-3']
  for (const sessionId of lost) await claimed(rig, sessionId)
  rig.lapse()
  for (const sessionId of ['fresh-1', 'fresh-2', 'fresh-3']) await rig.runtime.sessions.requestRun(sessionId)
  const entered: string[] = []
  const another = await rig.another(
    runs(async ({ sessionId }: SessionContext) => {
      entered.push(sessionId)
      await release.opened
    }, 2),
  )
  expect(await another.turns.recover()).toMatchObject({ continued: 2 })
  await another.turns.pass()
  expect([...entered].sort()).toEqual(['fresh-1', 'fresh-2', 'lost-1', 'lost-2'])
  release.open()
  await until('all are done', async () => {
    await another.turns.recover()
    await another.turns.pass()
    return entered.length === 6
  })
})

test('one claim that cannot be seen to keeps none of the others, and a look goes on where the last one stopped', async () => {
  const rig = await openRig()
  for (let n = 0; n < 1_200; n += 100)
    await Promise.all(
      Array.from({ length: 100 }, async (_, m) => {
        const claim = await claimed(rig, `session-${n + m}`)
        await rig.runtime.sessions.finish(claim)
      }),
    )
  rig.lapse()
  let refused = 0
  const dispatch = (async (machine: never, key: { readonly sessionId: string }, input: never) => {
    if (key.sessionId !== 'session-7') return rig.store.dispatch(machine, key as never, input)
    refused += 1
    throw new Error('stuck')
  }) as typeof rig.store.dispatch
  const faulty = await rig.another({ store: { ...rig.store, dispatch } })
  // Bounded: one pass looks at 1,000.
  expect(await faulty.turns.recover()).toEqual({ cleared: 999, quarantined: 0, continued: 0, failed: 1 })
  expect(await faulty.turns.recover()).toEqual({ cleared: 200, quarantined: 0, continued: 0, failed: 0 })
  expect(await faulty.turns.recover()).toMatchObject({ failed: 1 })
  expect(refused).toBe(2)
  expect(await rig.runtime.turns.recover()).toMatchObject({ cleared: 1, failed: 0 })
})

test('a turn that this process leaves halfway goes on elsewhere: same intent, same assistant', async () => {
  const began = gate()
  const seen: Pick<SessionContext, 'lineage' | 'assistantId' | 'continues'>[] = []
  const rig = await openRig(
    runs(async ({ step, signal, lineage, assistantId, continues }) => {
      seen.push({ lineage, assistantId, continues })
      await step(async (of) => {
        seen.push({ lineage, assistantId: of, continues })
        began.open()
        if (continues === null) await stopped(signal)
      })
    }),
  )
  await rig.runtime.sessions.requestRun(SESSION)
  rig.runtime.turns.start()
  await began.opened
  await rig.runtime.turns.stop({ graceMs: 1_000 })
  expect(await rig.runtime.sessions.execution(SESSION)).toMatchObject({ phase: 'Running', leaseExpiresAtMs: 0 })
  const another = await rig.another()
  another.turns.start()
  await until('it is free', () => isFree(rig))
  const [, first, second, third] = seen
  expect(second).toEqual({ lineage: first!.lineage, assistantId: first!.assistantId, continues: 1 })
  expect(third).toEqual({ lineage: first!.lineage, assistantId: first!.assistantId, continues: 1 })
  expect((await effectsOf(rig)).filter((type) => type === 'StepStarted')).toHaveLength(1)
})

test('a turn waits for a tool that nobody waits for, and for nothing when only its picture is late', async () => {
  const rig = await openRig()
  // As a busy file has it: the picture of what the session does is committed long after the tool has ended.
  const dispatch = (async (machine: { readonly name: string }, key: never, input: never) => {
    if (machine.name === sessionActivity.name) await new Promise((resolve) => setTimeout(resolve, 100))
    return rig.store.dispatch(machine as never, key, input)
  }) as typeof rig.store.dispatch
  let ended = 0
  const late = await rig.another({
    store: { ...rig.store, dispatch },
    ...runs(async ({ tool }) => {
      void tool('fast', async () => void (ended += 1))
      void tool('streaming', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        ended += 1
      })
    }),
  })
  await late.sessions.requestRun(SESSION)
  late.turns.start()
  await until('it is free', () => isFree(rig))
  expect(ended).toBe(2)
})

test('a finalizer whose end cannot be recorded keeps none of the others from running, and the session from everybody', async () => {
  const rig = await openRig()
  const dispatch = (async (machine: never, key: never, input: { readonly type: string }) => {
    if (input.type === 'EndFinalizer') throw new Error('stuck')
    return rig.store.dispatch(machine, key, input as never)
  }) as typeof rig.store.dispatch
  const order: string[] = []
  const faulty = await rig.another({
    store: { ...rig.store, dispatch },
    ...runs(async ({ finalizer }) => {
      await finalizer(async () => void order.push('first'))
      await finalizer(async () => void order.push('second'))
    }),
  })
  await faulty.sessions.requestRun(SESSION)
  faulty.turns.start()
  await until('both have run', () => order.length === 2)
  expect(order).toEqual(['second', 'first'])
  expect(await isFree(rig)).toBe(false)
})

test('who does not wait for a word of the turn loses its error, not the process', async () => {
  const rig = await openRig(
    runs(async ({ apply, submit, owned }) => {
      void apply(null as never)
      void submit({ runner: 'nobody' } as never)
      void owned(null as never)
    }),
  )
  const unhandled: unknown[] = []
  const hear = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', hear)
  atEnd(() => void process.off('unhandledRejection', hear))
  await rig.runtime.sessions.requestRun(SESSION)
  rig.runtime.turns.start()
  await until('it is free', () => isFree(rig))
  expect(unhandled).toEqual([])
})

test('one session that cannot be looked at keeps no other from hearing of its cancel', async () => {
  const rig = await openRig()
  const began = new Set<string>()
  const load = (async (machine: never, key: { readonly sessionId: string }) => {
    if (began.size === 2 && key.sessionId === 'unreadable') throw new Error('stuck')
    return rig.store.load(machine, key as never)
  }) as typeof rig.store.load
  const stops: string[] = []
  const faulty = await rig.another({
    store: { ...rig.store, load },
    ...runs(async ({ sessionId, signal }) => {
      began.add(sessionId)
      await stopped(signal).catch(() => void stops.push(`${sessionId} ${String(signal.reason)}`))
    }),
  })
  await faulty.sessions.requestRun('unreadable')
  await faulty.turns.pass()
  await faulty.sessions.requestRun('readable')
  faulty.turns.start()
  await until('both run', () => began.size === 2)
  await rig.runtime.sessions.requestCancel({ sessionId: 'readable', execution: 1 })
  await until('it is told', () => stops.length > 0)
  expect(stops).toEqual(['readable cancelled'])
  expect(rig.events).toContainEqual(expect.objectContaining({ type: 'pass_failed', what: 'session', of: 'unreadable' }))
})

test('a turn that waits for neither its step nor its finalizer is over all the same: the one has failed, the other has run, and nothing begins later', async () => {
  let [turns, finalized] = [0, 0]
  const late: unknown[] = []
  const rig = await openRig(
    runs(async ({ step, finalizer }) => {
      turns += 1
      void step(() => new Promise(() => undefined))
      void finalizer(async () => {
        finalized += 1
      })
      void finalizer('none' as never).catch((error: unknown) => late.push(error))
      setTimeout(() => {
        for (const word of [step(async () => 'late'), finalizer(async () => undefined)]) word.catch((error: unknown) => late.push(error))
      }, 100)
    }),
  )
  rig.runtime.start()
  await rig.runtime.sessions.requestRun(SESSION)
  await until('the session is free', async () => turns > 0 && (await isFree(rig)))
  await until('what came later was refused', () => late.length === 3)
  expect([turns, finalized]).toEqual([1, 1])
  expect(late).toMatchObject([{ field: 'work' }, { name: 'SessionLost', code: 'over' }, { name: 'SessionLost', code: 'over' }])
  const steps = await rig.store.journal(sessionExecution, { realm: REALM, sessionId: SESSION }, { limit: 100 })
  expect(steps.map(({ transition }) => transition)).toContain('FailStep')
})

test('a malformed request is an error that names the field, and nothing is stored', async () => {
  const rig = await openRig()
  const { sessions } = rig.runtime
  await expect(sessions.requestRun('')).rejects.toMatchObject({ field: 'sessionId' })
  await expect(sessions.claim({ sessionId: SESSION, owner: '' })).rejects.toMatchObject({ field: 'owner' })
  await expect(sessions.renew({ sessionId: SESSION, execution: -1, owner: 'owner' })).rejects.toMatchObject({ field: 'execution' })
  await expect(sessions.requestCancel({ sessionId: SESSION, execution: 1, owner: 'owner' } as never)).rejects.toMatchObject({
    field: 'owner',
  })
  await expect(rig.another({ sessionRunner: {} as never })).rejects.toMatchObject({ field: 'sessionRunner.run' })
  await expect(rig.another({ sessionRunner: { run: async () => undefined, concurrency: 0 } })).rejects.toMatchObject({
    field: 'sessionRunner.concurrency',
  })
  expect(await rig.store.history({ limit: 1 })).toEqual([])
})
