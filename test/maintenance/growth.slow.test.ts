import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { runtimeDelivery, type Pruned } from '../../runtime/index.js'
import { newFile, openRig, REALM, type Rig } from '../runtime/rig.js'

const DAY_MS = 86_400_000
const JOBS = 1_000
const ROUNDS = 5
const SESSIONS = 50
const PAYLOAD = 'x'.repeat(20_000)
/** Nobody carries what is sent to it. */
const SILENT = 'silent'

test('fault: history never pruned: a file that is pruned as jobs end reaches a plateau, and nothing undelivered is ever let go', async () => {
  const file = newFile()
  const rig = await openRig({ file })
  const silent = await finished(rig, SILENT, 'silent')
  const sizes: number[] = []
  const walks: Awaited<ReturnType<typeof pruned>>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await inFlight(JOBS, 100, async (n) => void (await finished(rig, `session ${n % SESSIONS}`, `${round} ${n}`)))
    await carried(rig)
    await inFlight(SESSIONS, 10, async (n) => void (await rig.runtime.sessions.apply(`session ${n}`, () => undefined)))
    rig.clock.advance(2 * DAY_MS)
    walks.push(await pruned(rig))
    sizes.push(bytesOf(file))
  }
  // Not a job, not a body and not a step of it is left behind, and what was pruned before is not walked again.
  for (const { jobs, bodies, kept } of walks) expect([jobs, bodies, kept]).toEqual([JOBS, JOBS, [['undelivered', 1]]])
  expect(new Set(walks.map(({ passes }) => passes)).size).toBe(1)
  expect(await rig.store.history({ limit: 100 })).toHaveLength(3)
  // What stays of each job is its stub, and its place in an inbox: some two thousand bytes of what was a hundred and sixty thousand.
  const [first, last] = [sizes[0]!, sizes.at(-1)!]
  expect(last / first).toBeLessThan(1.06)
  expect((last - first) / (JOBS * (ROUNDS - 1))).toBeLessThan(2_500)

  expect(await rig.runtime.jobs.result(silent)).toEqual({ kind: 'Succeeded', body: PAYLOAD })
  await rig.runtime.projector.pass()
  const bodies: unknown[] = []
  await rig.runtime.sessions.apply(SILENT, ({ body }) => void bodies.push(body))
  expect(bodies).toEqual([PAYLOAD])
  expect(await rig.runtime.jobs.submit(requestOf('session 7', '0 7'))).toMatchObject({ deduplicated: true, status: 'Succeeded' })
  const { rows } = await rig.store.rows(runtimeDelivery, { realm: REALM, sessionId: 'session 7' }, 'deliveries', { limit: 1_000 })
  expect(rows).toHaveLength((JOBS / SESSIONS) * ROUNDS)
})

function requestOf(sessionId: string, nonce: string) {
  return {
    sessionId,
    nonce,
    lineage: 'lineage',
    tool: 'tool',
    toolVersion: '1',
    arguments: PAYLOAD,
    runner: 'Replayable',
  }
}

async function finished(rig: Rig, sessionId: string, nonce: string): Promise<string> {
  const { jobId } = await rig.runtime.jobs.submit(requestOf(sessionId, nonce))
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.complete({ ...attempt, result: PAYLOAD })
  return jobId
}

/** Carries what is sent to anybody but the silent. */
async function carried({ store }: Rig): Promise<void> {
  for (let moved = true; moved;) {
    const { heads } = await store.outbox.heads({ limit: 1_000 })
    const speaking = heads.filter(({ effect }) => effect['originSessionId'] !== SILENT)
    moved = speaking.length > 0
    await Promise.all(
      speaking.map(async (head) => {
        const delivery = await store.outbox.deliver(head)
        if (delivery.outcome === 'delivered') await store.outbox.acknowledge(delivery.receipt)
      }),
    )
  }
}

async function pruned({ runtime }: Rig) {
  const sum = { jobs: 0, bodies: 0, passes: 0, kept: [] as (readonly [string, number])[] }
  for (let after: string | null = '0'; after !== null;) {
    const pass: Pruned = await runtime.maintenance.prune({ olderThanMs: DAY_MS, after })
    sum.passes += 1
    sum.jobs += pass.jobs
    sum.bodies += pass.bodies
    sum.kept.push(...pass.kept.map(({ reason, count }) => [reason, count] as const))
    after = pass.next
  }
  return sum
}

/** With what stands in the log. */
function bytesOf(file: string): number {
  const db = new Database(file, { readonly: true })
  try {
    return Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))
  } finally {
    db.close()
  }
}

async function inFlight(count: number, together: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const one = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await work(n)
  }
  await Promise.all(Array.from({ length: together }, one))
}
