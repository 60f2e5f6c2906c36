import { isDamaged } from '../fixtures/past.js'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { runtimeDelivery, type InboxDelivery, type Notice } from '../../runtime/index.js'
import { newFile, openRig, REALM, SESSION, until, type Rig } from './rig.js'

/** One job that says `notes` things and ends. */
async function sent(rig: Rig, notes: number, nonce = 'nonce'): Promise<string> {
  const { jobId } = await rig.submit({ nonce })
  const attempt = await rig.claim(jobId)
  for (let n = 1; n <= notes; n += 1) await rig.runtime.attempts.notify({ ...attempt, key: `key-${n}`, body: { n } })
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  return jobId
}

test('what a job says reaches its session’s inbox in order: notifications, then the end', async () => {
  const rig = await openRig()
  const jobId = await sent(rig, 2)
  expect(await rig.runtime.sessions.pending(SESSION)).toEqual([])
  expect(await rig.runtime.projector.pass()).toEqual({ delivered: 3, dead: 0, failed: 0 })
  const pending = await rig.runtime.sessions.pending(SESSION)
  expect(
    pending.map(({ sequence, kind, handling, body, lineage, jobId: of }) => ({ sequence, kind, handling, body, lineage, of })),
  ).toEqual([
    { sequence: 1, kind: 'notification', handling: null, body: { n: 1 }, lineage: 'lineage', of: jobId },
    { sequence: 2, kind: 'notification', handling: null, body: { n: 2 }, lineage: 'lineage', of: jobId },
    { sequence: 3, kind: 'terminal', handling: 'steer', body: 'done', lineage: 'lineage', of: jobId },
  ])
  expect(new Set(pending.map(({ deliveryId }) => deliveryId)).size).toBe(3)
  expect(await rig.runtime.sessions.pending('another session')).toEqual([])
})

test('a delivery is applied once, in order, and a handler that fails stops the order there until it is called again', async () => {
  const rig = await openRig()
  await sent(rig, 3)
  await rig.runtime.projector.pass()
  const applied: number[] = []
  const handler = ({ sequence }: InboxDelivery): void => {
    if (sequence === 2 && applied.length === 1 && !failed) {
      failed = true
      throw new Error('not now')
    }
    applied.push(sequence)
  }
  let failed = false
  await expect(rig.runtime.sessions.apply(SESSION, handler)).rejects.toThrow('not now')
  expect(applied).toEqual([1])
  expect(await rig.runtime.sessions.apply(SESSION, handler)).toBe(3)
  expect(await rig.runtime.sessions.apply(SESSION, handler)).toBe(0)
  expect(applied).toEqual([1, 2, 3, 4])
})

test('two that apply at once in one process do it one after the other', async () => {
  const rig = await openRig()
  await sent(rig, 5)
  await rig.runtime.projector.pass()
  const applied: number[] = []
  const handler = async ({ sequence }: InboxDelivery): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    applied.push(sequence)
  }
  const { sessions } = rig.runtime
  expect(await Promise.all([sessions.apply(SESSION, handler), sessions.apply(SESSION, handler)])).toEqual([6, 0])
  expect(applied).toEqual([1, 2, 3, 4, 5, 6])
})

test('a replayed delivery gets the place that was given, and is told so', async () => {
  const rig = await openRig()
  await sent(rig, 0)
  const { heads } = await rig.store.outbox.heads({ limit: 10 })
  for (const head of [heads[0]!, heads[0]!, heads[0]!]) {
    expect(await rig.store.outbox.deliver(head)).toMatchObject({ outcome: 'delivered', receivers: [{ refusal: null }] })
  }
  expect(await rig.runtime.sessions.pending(SESSION)).toHaveLength(1)
  const [first] = await rig.runtime.sessions.pending(SESSION)
  await rig.runtime.sessions.apply(SESSION, () => undefined)
  const mark = { type: 'MarkApplied', deliveryId: first!.deliveryId, sequence: 1 } as const
  const { revision } = await rig.store.load(runtimeDelivery, { realm: REALM, sessionId: SESSION })
  const again = await rig.store.dispatch(runtimeDelivery, { realm: REALM, sessionId: SESSION }, mark)
  expect(again).toMatchObject({ ok: true, transition: 'ObserveApplied', state: { appliedCursor: 1 } })
  expect(revision).toBeGreaterThan(0)
  expect(await rig.runtime.projector.pass()).toMatchObject({ failed: 0, dead: 0 })
  expect(await rig.runtime.sessions.pending(SESSION)).toEqual([])
})

test('a mark out of order, and one of an unknown delivery, are refused by name', async () => {
  const rig = await openRig()
  await sent(rig, 2)
  await rig.runtime.projector.pass()
  const [, second] = await rig.runtime.sessions.pending(SESSION)
  const key = { realm: REALM, sessionId: SESSION }
  const mark = { type: 'MarkApplied', deliveryId: second!.deliveryId, sequence: 2 } as const
  expect(await rig.store.dispatch(runtimeDelivery, key, mark)).toMatchObject({ ok: false, refusal: { code: 'out_of_order' } })
  expect(await rig.store.dispatch(runtimeDelivery, key, { ...mark, sequence: 3 })).toMatchObject({ refusal: { code: 'unknown_delivery' } })
})

test('a session is woken once for each accepted delivery, by whoever accepted it, and for those that waited before', async () => {
  const rig = await openRig()
  await sent(rig, 1, 'before')
  await rig.runtime.projector.pass()
  const notices: Notice[] = []
  const end = rig.runtime.sessions.watch(SESSION, (notice) => notices.push(notice))
  await until('those that waited are told', () => notices.length === 2)
  const jobId = await sent(rig, 1, 'after')
  const { heads } = await rig.store.outbox.heads({ limit: 10 })
  // Twice, as after a crash before the acknowledgement.
  for (const head of heads) await rig.store.outbox.deliver(head)
  await rig.runtime.projector.pass()
  await until('all are told', () => notices.length >= 4)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(notices.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(notices[3]).toMatchObject({ sessionId: SESSION, jobId, kind: 'terminal', handling: 'steer', lineage: 'lineage' })
  end()
})

test('who ends a watch in the middle of what waits is told nothing more, and who listens to a closed runtime is told nothing', async () => {
  const rig = await openRig()
  await sent(rig, 3)
  await rig.runtime.projector.pass()
  const told: number[] = []
  const end = rig.runtime.sessions.watch(SESSION, ({ sequence }) => {
    told.push(sequence)
    end()
  })
  await until('the first is told', () => told.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).toEqual([1])
  await rig.runtime.close()
  rig.runtime.sessions.watch(SESSION, ({ sequence }) => told.push(sequence))
  rig.runtime.start()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([told, rig.runtime.worker.status().taking, rig.events]).toEqual([[1], false, []])
})

test('a listener that rejects what it promises ends neither the watch nor the process; the host is told', async () => {
  const rig = await openRig()
  await sent(rig, 1)
  await rig.runtime.projector.pass()
  const told: number[] = []
  const end = rig.runtime.sessions.watch(SESSION, async ({ sequence }) => {
    told.push(sequence)
    if (sequence === 1) throw new Error('of the listener')
  })
  await until('both are told', () => told.length === 2)
  await until('the host is told', () => rig.events.length > 0)
  expect(rig.events).toMatchObject([{ type: 'pass_failed', what: 'notice', of: SESSION, error: { message: 'of the listener' } }])
  end()
})

test('after a restart the sessions that have something pending are found', async () => {
  const rig = await openRig()
  await sent(rig, 0)
  await rig.runtime.projector.pass()
  expect(await rig.runtime.sessions.waiting()).toMatchObject({ sessionIds: [SESSION] })
  await rig.runtime.sessions.apply(SESSION, () => undefined)
  expect(await rig.runtime.sessions.waiting()).toMatchObject({ sessionIds: [] })
})

test('a row of the inbox that its job did not send is not applied', async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const forged = {
    type: 'CommitDelivery',
    deliveryId: 'forged',
    jobId,
    sourceSequence: 7,
    kind: 'terminal',
    handling: 'steer',
    lineage: 'l',
    body: '1',
  } as const
  expect(await rig.store.dispatch(runtimeDelivery, { realm: REALM, sessionId: SESSION }, forged)).toMatchObject({ ok: true })
  const applied: number[] = []
  await expect(rig.runtime.sessions.apply(SESSION, ({ sequence }) => void applied.push(sequence))).rejects.toMatchObject({
    code: 'inbox_differs',
  })
  expect(applied).toEqual([])
})

test('one source that cannot be delivered keeps none of the others', async () => {
  const rig = await openRig()
  await sent(rig, 1, 'one')
  await sent(rig, 1, 'two')
  const { heads } = await rig.store.outbox.heads({ limit: 10 })
  const stuck = heads[0]!.id
  const outbox = {
    ...rig.store.outbox,
    deliver: (head: (typeof heads)[number]) => (head.id === stuck ? Promise.reject(new Error('stuck')) : rig.store.outbox.deliver(head)),
  }
  const faulty = await rig.another({ store: { ...rig.store, outbox } })
  const { failed, delivered } = await faulty.projector.pass()
  expect(failed).toBeGreaterThan(0)
  expect(delivered).toBe(2)
  expect(await rig.runtime.projector.pass()).toMatchObject({ failed: 0, delivered: 2 })
  expect(await rig.runtime.sessions.pending(SESSION)).toHaveLength(4)
})

test.each([
  ['a row that cannot be read', `UPDATE "RuntimeDelivery/deliveries" SET kind = 'terminel' WHERE sequence = 2`],
  ['a row that is not there', 'DELETE FROM "RuntimeDelivery/deliveries" WHERE sequence = 2'],
  ['a cursor beyond the order', 'UPDATE "RuntimeDelivery" SET appliedCursor = 9'],
])('%s stops the order there, and says so', async (_name, damage) => {
  const file = newFile()
  const rig = await openRig({ file })
  await sent(rig, 2)
  await rig.runtime.projector.pass()
  isDamaged(file)
  const db = new Database(file)
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'RuntimeDelivery_%'").pluck().all()
  db.exec(damage.replace('RuntimeDelivery/deliveries', String(tables[0])))
  db.close()
  const applied: number[] = []
  const handler = ({ sequence }: InboxDelivery): void => void applied.push(sequence)
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(rig.runtime.sessions.apply(SESSION, handler)).rejects.toMatchObject({ code: 'inbox_differs' })
  }
  expect(applied).toEqual(damage.includes('appliedCursor') ? [] : [1])
})
