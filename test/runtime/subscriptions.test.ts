import { expect, test } from 'vitest'
import { sessionExecution, type Notice } from '../../runtime/index.js'
import { openRig, REALM, SESSION, until, type Rig } from './rig.js'

async function running(rig: Rig) {
  const { jobId } = await rig.submit()
  return { jobId, attempt: await rig.claim(jobId) }
}
const inbox = async (rig: Rig, sessionId: string) =>
  (await rig.runtime.sessions.pending(sessionId)).map(({ kind, handling, body }) => ({ kind, handling, body }))
const asked = async (rig: Rig, sessionId: string): Promise<number> => {
  const entries = await rig.store.journal(sessionExecution, { realm: REALM, sessionId }, { limit: 100 })
  return entries.filter(({ effects }) => effects.some(({ type }) => type === 'RunRequested')).length
}

test('gate 29 who unsubscribes hears no more, and the job runs on; who cancels ends the job, and everybody hears of it', async () => {
  const rig = await openRig()
  const { sessions, attempts, projector, jobs } = rig.runtime
  const { jobId, attempt } = await running(rig)
  for (const sessionId of ['leaves', 'stays']) {
    expect(await sessions.subscribe({ sessionId, jobId, kind: 'event' })).toMatchObject({
      status: 'Subscribed',
      handling: 'steer',
      jobEnded: false,
    })
  }
  await attempts.notify({ ...attempt, key: 'one', body: 1 })
  await projector.pass()
  const before = await rig.state(jobId)
  expect(await sessions.unsubscribe('leaves', jobId)).toMatchObject({ ok: true, status: 'Withdrawn' })
  expect(await rig.state(jobId)).toEqual(before)
  await attempts.notify({ ...attempt, key: 'two', body: 2 })
  await jobs.cancel(jobId)
  await attempts.acknowledgeCancel(attempt)
  await projector.pass()
  expect((await inbox(rig, 'leaves')).map(({ body }) => body)).toEqual([1])
  expect((await inbox(rig, 'stays')).map(({ kind, body }) => [kind, body])).toEqual([
    ['notification', 1],
    ['notification', 2],
    ['terminal', null],
  ])
  expect(await sessions.subscription('stays', jobId)).toMatchObject({ status: 'Ended', received: 3 })
  expect(await sessions.subscription('nobody', jobId)).toBeNull()
})

test('gate 30 a notification is shown and opens no turn, an event asks for one, and a record is kept and handed to nobody', async () => {
  const rig = await openRig()
  const { sessions, attempts, projector } = rig.runtime
  const { jobId, attempt } = await running(rig)
  for (const kind of ['notification', 'event', 'record'] as const) await sessions.subscribe({ sessionId: kind, jobId, kind })
  await attempts.notify({ ...attempt, key: 'one', body: 1 })
  await attempts.complete({ ...attempt, result: 'done' })
  await projector.pass()
  expect(await inbox(rig, 'notification')).toMatchObject([{ handling: null }, { handling: null }])
  expect(await inbox(rig, 'event')).toMatchObject([{ handling: 'steer' }, { handling: 'steer' }])
  expect(await inbox(rig, 'record')).toEqual([])
  expect(await sessions.records('record', jobId)).toEqual({
    records: [
      { sequence: 1, end: null, lineage: 'lineage', body: 1 },
      { sequence: 2, end: 'Succeeded', lineage: 'lineage', body: 'done' },
    ],
    unreadable: 0,
    next: null,
  })
  expect((await sessions.records('record', jobId, { after: 1, limit: 1 })).records).toHaveLength(1)
  // Asked once for each delivery that asks; its end asks the session that it comes from, and its notification does not.
  expect(await Promise.all(['notification', 'event', 'record', SESSION].map((of) => asked(rig, of)))).toEqual([0, 2, 0, 1])
})

test('a message that is carried again asks for nothing more: a session is woken once for each accepted delivery', async () => {
  const rig = await openRig()
  const { jobId, attempt } = await running(rig)
  await rig.runtime.sessions.subscribe({ sessionId: 'watches', jobId, kind: 'event', handling: 'queue' })
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  for (let n = 0; n < 3; n += 1)
    for (const head of (await rig.store.outbox.heads({ limit: 10 })).heads) await rig.store.outbox.deliver(head)
  await rig.runtime.projector.pass()
  for (const sessionId of [SESSION, 'watches']) {
    expect([await asked(rig, sessionId), (await inbox(rig, sessionId)).length]).toEqual([1, 1])
    const notices: Notice[] = []
    const end = rig.runtime.sessions.watch(sessionId, (notice) => notices.push(notice))
    await until('it is noticed', () => notices.length === 1)
    end()
    // What it is woken with carries the job, the delivery and the lineage.
    expect(notices[0]).toMatchObject({ jobId, kind: 'terminal', lineage: 'lineage', deliveryId: expect.any(String) })
  }
  expect((await inbox(rig, 'watches'))[0]).toMatchObject({ handling: 'queue' })
  expect(await rig.runtime.sessions.apply('watches', () => undefined)).toBe(1)
})

test.each([
  ['event', 'queue', 'queue', 'queue'],
  ['event', undefined, 'steer', 'steer'],
  ['notification', undefined, null, null],
  // Kept beside what it hears unasked.
  ['record', undefined, null, 'steer'],
] as const)(
  'the session that a job comes from and that wishes %s, handled %s, has each once, and as it wishes',
  async (kind, handling, notified, ended) => {
    const rig = await openRig()
    const { jobId, attempt } = await running(rig)
    await rig.runtime.sessions.subscribe({ sessionId: SESSION, jobId, kind, ...(handling !== undefined && { handling }) })
    await rig.runtime.attempts.notify({ ...attempt, key: 'one', body: 1 })
    await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
    await rig.runtime.projector.pass()
    expect((await inbox(rig, SESSION)).map((one) => one.handling)).toEqual([notified, ended])
    expect((await rig.runtime.sessions.records(SESSION, jobId)).records).toHaveLength(kind === 'record' ? 2 : 0)
    expect(await rig.store.outbox.census({ limit: 10 })).toMatchObject({ pending: 0, dead: 0 })
  },
)

test('a job that nobody submitted, a handling of what is no event, and malformed words are refused by name', async () => {
  const rig = await openRig()
  const { jobId } = await running(rig)
  const { sessions } = rig.runtime
  expect(await sessions.subscribe({ sessionId: 's', jobId: 'none', kind: 'event' })).toMatchObject({ refusal: { code: 'no_such_job' } })
  expect(await sessions.subscribe({ sessionId: 's', jobId, kind: 'record', handling: 'queue' })).toMatchObject({
    refusal: { code: 'not_an_event' },
  })
  expect(await sessions.unsubscribe('s', jobId)).toMatchObject({ refusal: { code: 'not_in_phase' } })
  await expect(sessions.subscribe({ sessionId: 's', jobId, kind: 'evnt' as never })).rejects.toMatchObject({ field: 'kind' })
  await expect(sessions.subscribe({ sessionId: 's', jobId, kind: 'event', handling: 'q' as never })).rejects.toMatchObject({
    field: 'handling',
  })
  await expect(sessions.records('s', jobId, { limit: 501 })).rejects.toMatchObject({ field: 'limit' })
})

test('who subscribes to a job that has ended is told so', async () => {
  const rig = await openRig()
  const { jobId, attempt } = await running(rig)
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await rig.runtime.projector.pass()
  expect(await rig.runtime.sessions.subscribe({ sessionId: 'late', jobId, kind: 'event' })).toMatchObject({ jobEnded: true })
  await rig.runtime.projector.pass()
  expect(await inbox(rig, 'late')).toEqual([])
})
