import { expect, test } from 'vitest'
import { detachedJob } from '../../generated/detached-job/index.js'
import { jobSubscriptionDelivery } from '../../generated/job-subscription-delivery/router.js'
import { runtimeDelivery } from '../../generated/runtime-delivery/index.js'
import { subscription } from '../../generated/subscription/index.js'
import type { Store } from '../../runtime/store/types.js'
import { deliverAll, deliverAndForget, openCatalog } from './messages.js'

type Wish = { readonly kind: 'record' | 'notification' | 'event'; readonly handling?: 'steer' | 'queue' }

const JOB = { realm: 'realm', jobId: 'job' }
const HOLDER = { fence: 1, holder: 'holder' }
const SUBMISSION = {
  type: 'Submit',
  originSessionId: 'origin',
  lineage: 'lineage',
  tool: 'watch',
  toolVersion: '1',
  runner: 'runner',
  runnerVersion: '1',
  arguments: '{}',
  terms: '',
  restartClass: 'Replayable',
  dueAtMs: 0,
} as const

/** A job that runs, and sessions that may subscribe to it. */
async function openWatch(): Promise<Store> {
  const { store } = await openCatalog([detachedJob, subscription, runtimeDelivery], [jobSubscriptionDelivery])
  await store.dispatch(detachedJob, JOB, SUBMISSION)
  await store.dispatch(detachedJob, JOB, { type: 'ClaimAttempt', holder: HOLDER.holder, workerId: '', leaseMs: 60_000 })
  return store
}
const subscribe = (store: Store, sessionId: string, { kind, handling }: Wish) =>
  store.dispatch(subscription, { ...JOB, sessionId }, { type: 'Subscribe', kind, handling: handling ?? null })
const unsubscribe = (store: Store, sessionId: string) => store.dispatch(subscription, { ...JOB, sessionId }, { type: 'Unsubscribe' })
const notify = (store: Store, key: string) =>
  store.dispatch(detachedJob, JOB, { type: 'PostNotification', ...HOLDER, notificationKey: key, body: JSON.stringify(key) })
const complete = (store: Store) => store.dispatch(detachedJob, JOB, { type: 'CompleteAttempt', ...HOLDER, result: '"done"' })
const inbox = async (store: Store, sessionId: string) =>
  (await store.rows(runtimeDelivery, { realm: JOB.realm, sessionId }, 'deliveries', { limit: 10 })).rows
    .map(({ row }) => row)
    .sort((a, b) => Number(a['sequence']) - Number(b['sequence']))
const kept = async (store: Store, sessionId: string) =>
  (await store.rows(subscription, { ...JOB, sessionId }, 'records', { limit: 10 })).rows.map(({ row }) => row['body'])

test('gate 29 unsubscribing ends what the session hears, and nothing else: the job runs on, and others hear of it', async () => {
  const store = await openWatch()
  await subscribe(store, 'leaves', { kind: 'event' })
  await subscribe(store, 'stays', { kind: 'event' })
  await notify(store, 'one')
  await deliverAll(store)
  const before = await store.load(detachedJob, JOB)
  expect(await unsubscribe(store, 'leaves')).toMatchObject({ ok: true, effects: [] })
  expect(await store.load(detachedJob, JOB)).toEqual(before)
  expect(await notify(store, 'two')).toMatchObject({ ok: true })
  expect(await complete(store)).toMatchObject({ ok: true, state: { phase: 'Succeeded' } })
  await deliverAll(store)
  expect(await inbox(store, 'leaves')).toMatchObject([{ body: '"one"' }])
  expect(await inbox(store, 'stays')).toMatchObject([{ body: '"one"' }, { body: '"two"' }, { kind: 'terminal', body: '"done"' }])
})

test('gate 29 cancelling ends the job, and no subscription: each hears that it was cancelled', async () => {
  const store = await openWatch()
  await subscribe(store, 'session', { kind: 'notification' })
  expect(await store.dispatch(detachedJob, JOB, { type: 'RequestCancel' })).toMatchObject({ ok: true })
  expect(await store.load(subscription, { ...JOB, sessionId: 'session' })).toMatchObject({ state: { phase: 'Subscribed' } })
  expect(await store.dispatch(detachedJob, JOB, { type: 'AcknowledgeCancel', ...HOLDER })).toMatchObject({ ok: true })
  await deliverAll(store)
  expect(await inbox(store, 'session')).toMatchObject([{ kind: 'terminal', handling: null }])
  expect(await store.load(subscription, { ...JOB, sessionId: 'session' })).toMatchObject({ state: { phase: 'Ended' } })
})

test('gate 29 no effect of a subscription goes to a job', () => {
  expect(jobSubscriptionDelivery.routes.filter(({ from }) => from === 'Subscription').map(({ to }) => to)).toEqual(['RuntimeDelivery'])
})

test('gate 30 a notification is shown without a provider turn, an event asks for work, and a record is kept and handed to nobody', async () => {
  const store = await openWatch()
  await subscribe(store, 'shown', { kind: 'notification' })
  await subscribe(store, 'works', { kind: 'event' })
  await subscribe(store, 'keeps', { kind: 'record' })
  await notify(store, 'crossed')
  await complete(store)
  await deliverAll(store)
  expect(await inbox(store, 'shown')).toMatchObject([
    { kind: 'notification', handling: null, body: '"crossed"' },
    { kind: 'terminal', handling: null, body: '"done"' },
  ])
  expect(await inbox(store, 'works')).toMatchObject([
    { kind: 'notification', handling: 'steer', body: '"crossed"' },
    { kind: 'terminal', handling: 'steer', body: '"done"' },
  ])
  expect(await inbox(store, 'keeps')).toEqual([])
  expect(await kept(store, 'keeps')).toEqual(['"crossed"', '"done"'])
  expect(await kept(store, 'works')).toEqual([])
})

test('gate 30 what is delivered again, after a crash before the acknowledgement, is received once by each', async () => {
  const store = await openWatch()
  for (const [sessionId, kind] of [
    ['shown', 'notification'],
    ['works', 'event'],
    ['keeps', 'record'],
  ] as const)
    await subscribe(store, sessionId, { kind })
  await notify(store, 'crossed')
  for (let n = 0; n < 3; n += 1) expect(await deliverAndForget(store)).toEqual(['tellNotification'])
  await deliverAll(store)
  expect(await inbox(store, 'shown')).toHaveLength(1)
  expect(await inbox(store, 'works')).toHaveLength(1)
  expect(await kept(store, 'keeps')).toHaveLength(1)
})

test.each([
  { said: undefined, handled: 'steer' },
  { said: 'steer', handled: 'steer' },
  { said: 'queue', handled: 'queue' },
] as const)('gate 31 an event whose subscription says $said comes to the session as $handled', async ({ said, handled }) => {
  const store = await openWatch()
  await subscribe(store, 'session', said === undefined ? { kind: 'event' } : { kind: 'event', handling: said })
  await notify(store, 'crossed')
  await complete(store)
  await deliverAll(store)
  expect((await inbox(store, 'session')).map(({ handling }) => handling)).toEqual([handled, handled])
})

test('gate 31 what asks for no work has no handling, and one that is given is refused', async () => {
  const store = await openWatch()
  for (const kind of ['record', 'notification'] as const) {
    const refused = await subscribe(store, 'session', { kind, handling: 'queue' })
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'not_an_event' } })
  }
})

test('gate 31 a delivery keeps the handling that stood when it came, whatever the session asks for later', async () => {
  const store = await openWatch()
  await subscribe(store, 'session', { kind: 'event', handling: 'queue' })
  await notify(store, 'one')
  await deliverAll(store)
  await subscribe(store, 'session', { kind: 'event' })
  await notify(store, 'two')
  await deliverAll(store)
  expect((await inbox(store, 'session')).map(({ handling }) => handling)).toEqual(['queue', 'steer'])
})
