import { expect, onTestFinished, test } from 'vitest'
import { awaitBinding } from '../../../generated/await-binding/index.js'
import { detachedJob } from '../../../generated/detached-job/index.js'
import { jobAwaitHandoff } from '../../../generated/job-await-handoff/router.js'
import { jobRuntimeDelivery } from '../../../generated/job-runtime-delivery/router.js'
import { runtimeDelivery } from '../../../generated/runtime-delivery/index.js'
import { manualClock } from '../../../runtime/clock.js'
import { openStore } from '../../../runtime/dispatch.js'
import type { Store } from '../../../runtime/store/types.js'
import { newFile } from './fixtures/open.js'

const JOB = { realm: 'realm', jobId: 'job-1' }
const INBOX = { realm: 'realm', sessionId: 'session-1' }
const WAIT = { ...JOB, sessionId: 'session-1' }
const SUBMIT = {
  type: 'Submit',
  originSessionId: 'session-1',
  lineage: 'lineage-1',
  tool: 'tool',
  toolVersion: '1',
  runner: 'runner',
  runnerVersion: '1',
  arguments: '{}',
  terms: '',
  restartClass: 'Replayable',
  dueAtMs: 0,
} as const

test('the catalog’s machines run: a job that is cancelled in the queue reaches the inbox and releases a wait from before', async () => {
  const store = await openCatalog()
  await store.dispatch(detachedJob, JOB, SUBMIT)
  expect(await store.find(detachedJob, { index: 'due', equals: ['realm', 'Queued'], atMost: 1_000, limit: 5 })).toMatchObject({
    found: [{ key: JOB }],
  })
  await store.dispatch(awaitBinding, WAIT, { type: 'BeginWait' })
  expect(await store.load(awaitBinding, WAIT)).toMatchObject({ state: { phase: 'Waiting' } })
  await store.dispatch(detachedJob, JOB, { type: 'RequestCancel' })
  const routes = await carryAll(store)
  expect(routes).toEqual(['terminalToInbox', 'releaseWaits'])
  expect(await store.load(awaitBinding, WAIT)).toMatchObject({ state: { phase: 'Released', kind: 'Cancelled' } })
  expect(await store.rowBy(runtimeDelivery, INBOX, 'deliveries', 'sequence', 1)).toMatchObject({
    row: { jobId: 'job-1', kind: 'terminal' },
  })
  expect(await store.outbox.census({ limit: 5 })).toMatchObject({ pending: 0, dead: 0 })
})

test('an atomic route may lead back to its sender: a wait for a job that has ended is released in the step that began it', async () => {
  const store = await openCatalog()
  await store.dispatch(detachedJob, JOB, SUBMIT)
  await store.dispatch(detachedJob, JOB, { type: 'RequestCancel' })
  const commits = store.stats().commits
  expect(await store.dispatch(awaitBinding, WAIT, { type: 'BeginWait' })).toMatchObject({ ok: true })
  expect(store.stats().commits).toBe(commits + 1)
  expect(await store.load(awaitBinding, WAIT)).toMatchObject({ state: { phase: 'Released', kind: 'Cancelled' } })
})

test('a submission that is repeated keeps the revision', async () => {
  const store = await openCatalog()
  const first = await store.dispatch(detachedJob, JOB, SUBMIT)
  const again = await store.dispatch(detachedJob, JOB, SUBMIT)
  expect([first, again]).toMatchObject([
    { ok: true, revision: 1 },
    { ok: true, revision: 1 },
  ])
})

async function openCatalog(): Promise<Store> {
  const store = await openStore({
    file: newFile(),
    machines: [detachedJob, runtimeDelivery, awaitBinding],
    routers: [jobRuntimeDelivery, jobAwaitHandoff],
    limits: { DetachedJob: { failureBudget: 3, lossBudget: 3, firstBackoffMs: 1, maxBackoffMs: 10, jitterMs: 1 } },
    clock: manualClock(1_000),
  })
  onTestFinished(() => store.close())
  return store
}

async function carryAll(store: Store): Promise<readonly string[]> {
  const routes: string[] = []
  for (;;) {
    const head = (await store.outbox.heads({ limit: 1 })).heads[0]
    if (head === undefined) return routes
    const delivery = await store.outbox.deliver(head)
    routes.push(head.route)
    if (delivery.outcome === 'delivered') await store.outbox.acknowledge(delivery.receipt)
  }
}
