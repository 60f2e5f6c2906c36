/** What must be so of a file, whatever happened to those who wrote it: as they left it, after it is opened, and when all is done. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import {
  storeLimits,
  sessionExecution,
  detachedJob,
  JOB_MACHINES,
  JOB_ROUTERS,
  openStore,
  StoreError,
  type Runtime,
} from '../../runtime/index.js'
import { pastOf, type PastLine } from '../../runtime/past.js'
import { applyOnce, LEASE_MS, LIMITS, openAt, SESSION_ID, shiftedClock, submissionTo, type WorkName } from '../gates/works.js'
import { until } from '../runtime/rig.js'

type Instance = PastLine & { readonly line: 'instance' }
type Step = PastLine & { readonly line: 'step' }
type Snapshot = PastLine & { readonly line: 'snapshot' }
type Fields = { readonly [field: string]: unknown }

/** `receipts` is what its writers were told, line by line: `receipt {…}` of a submission, `told {…}` of a step. */
export async function holds(file: string, receipts: readonly string[]): Promise<void> {
  judgeFile(file)
  const left = await pastIn(file)
  judgeReceipts(left, receipts)
  judgePast(left)

  // To open it, and to look, changes nothing: no fence, no attempt, no row.
  const looking = await openAt(file, () => undefined)
  await looking.close()
  if (left.length > 0) expect(await pastIn(file)).toEqual(left)

  await done(file, receipts)
  const ended = await pastIn(file)
  judgeReceipts(ended, receipts)
  judgePast(ended)
  judgeFile(file)
}

export function judgeFile(file: string): void {
  const db = new Database(file, { readonly: true })
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
  } finally {
    db.close()
  }
}

/** Nothing, where the process was killed before it had made its tables, or had taken them over. */
export async function pastIn(file: string): Promise<readonly PastLine[]> {
  const limits = storeLimits(LIMITS, { leaseMs: LEASE_MS })
  try {
    const store = await openStore({ file, machines: JOB_MACHINES, limits, readOnly: true })
    const lines: PastLine[] = []
    for await (const line of pastOf(store, JOB_MACHINES, limits)) lines.push(line)
    await store.close()
    return lines
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'machine_absent' || error.facts['reason'] === 'read_only')) return []
    throw error
  }
}

export function stepsOf(past: readonly PastLine[]): readonly Step[] {
  return past.filter((line): line is Step => line.line === 'step')
}

function instancesOf(past: readonly PastLine[], machine?: string): readonly Instance[] {
  return past.filter((line): line is Instance => line.line === 'instance' && (machine === undefined || line.machine === machine))
}

function isOf(instance: { readonly machine: string; readonly key: object }): (line: Step | Snapshot) => boolean {
  const key = JSON.stringify(instance.key)
  return (line) => line.machine === instance.machine && JSON.stringify(line.key) === key
}

function snapshotsOf(past: readonly PastLine[]): readonly Snapshot[] {
  return past.filter((line): line is Snapshot => line.line === 'snapshot')
}

/** What somebody was told of is there, or a snapshot stands for it. */
function judgeReceipts(past: readonly PastLine[], receipts: readonly string[]): void {
  const jobs = new Set(instancesOf(past, 'DetachedJob').map(({ key }) => String((key as Fields)['jobId'])))
  expect(said(receipts, 'receipt').filter(({ jobId }) => !jobs.has(String(jobId)))).toEqual([])
  const nameOf = ({ machine, key, revision, transition }: Fields): string => JSON.stringify([machine, key, revision, transition])
  const steps = new Set(stepsOf(past).map((step) => nameOf(step as unknown as Fields)))
  const cut = new Map(snapshotsOf(past).map(({ machine, key, revision }) => [JSON.stringify([machine, key]), revision]))
  const isCut = ({ machine, key, revision }: Fields): boolean => Number(revision) <= (cut.get(JSON.stringify([machine, key])) ?? 0)
  expect(said(receipts, 'told').filter((step) => !steps.has(nameOf(step)) && !isCut(step))).toEqual([])
}

function said(lines: readonly string[], what: string): readonly Fields[] {
  return lines.filter((line) => line.startsWith(`${what} `)).map((line) => JSON.parse(line.slice(what.length + 1)) as Fields)
}

export function judgePast(past: readonly PastLine[]): void {
  const steps = stepsOf(past)
  for (const instance of instancesOf(past)) {
    const cut = snapshotsOf(past).find(isOf(instance))
    expect(instance.revision).toBe((cut?.revision ?? 0) + steps.filter(isOf(instance)).length)
    if (instance.machine === 'DetachedJob' && cut === undefined) judgeJob(instance, steps.filter(isOf(instance)))
    if (instance.machine === 'DetachedJob' && cut !== undefined) judgeStub(instance, cut)
    if (instance.machine === 'RuntimeDelivery') judgeInbox(instance)
    if (instance.machine === 'SessionExecution') judgeQuarantine(instance, steps.filter(isOf(instance)))
  }
}

/** One end, and none that the machine had no cause for; each fence was granted once, and each loss seen once. */
function judgeJob({ key, state }: Instance, steps: readonly Step[]): void {
  const job = state as unknown as { readonly phase: string; readonly fence: number; readonly restartClass: string }
  const effects = steps.flatMap((step) => step.effects as readonly { readonly type: string }[])
  const terminals = effects.filter(({ type }) => type === 'TerminalCommitted')
  expect([key, terminals.length]).toEqual([key, detachedJob.terminal.includes(job.phase) ? 1 : 0])
  const counted = (transition: string): number => steps.filter((step) => step.transition === transition).length
  expect([key, job.fence]).toEqual([key, counted('ClaimAttempt') + counted('OfferAttempt')])
  // Whoever takes an attempt over keeps its fence, and can lose it again.
  const words = steps.map(({ transition }) => HELD[transition] ?? '').join('')
  expect([key, words]).toEqual([key, expect.not.stringContaining('ll')])
  if (job.phase === 'WorkerLost') expect(['NonResumable', 'Adoptable']).toContain(job.restartClass)
}

/** Only a job that has ended, and whose work was let go, was cut here; nothing more is told of it. */
function judgeStub({ key, state, tables }: Instance, cut: Snapshot): void {
  expect([key, detachedJob.terminal]).toEqual([key, expect.arrayContaining([(cut.state as Fields)['phase']])])
  expect([key, state]).toMatchObject([key, { ...cut.state, arguments: '', terms: '', progress: '', checkpoint: '', outcome: '' }])
  expect([key, tables['artifacts']]).toEqual([key, []])
}

const HELD: { readonly [transition: string]: string } = { ClaimAttempt: 'h', AdoptAttempt: 'h', ObserveLeaseExpiry: 'l' }

/** Every delivery once, numbered without a gap, those of one job in its order; and applied up to the cursor. */
function judgeInbox({ key, state, tables }: Instance): void {
  const { appliedCursor, nextSequence } = state as unknown as { readonly appliedCursor: number; readonly nextSequence: number }
  const rows = (tables['deliveries'] ?? []).map(([, row]) => row as Fields)
  const sorted = rows.toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))
  expect([key, sorted.map(({ sequence }) => sequence)]).toEqual([key, sorted.map((_, n) => n + 1)])
  expect([key, nextSequence]).toEqual([key, rows.length])
  expect(appliedCursor).toBeLessThanOrEqual(nextSequence)
  for (const jobId of new Set(rows.map((row) => row['jobId']))) {
    const own = sorted.filter((row) => row['jobId'] === jobId).map(({ sourceSequence }) => sourceSequence)
    expect([jobId, own]).toEqual([jobId, own.map((_, n) => n + 1)])
  }
}

/** Only what nobody knows the outcome of is put aside: a cancellation whose settlement is on record is not. */
function judgeQuarantine({ key }: Instance, steps: readonly Step[]): void {
  for (const [n, { transition }] of steps.entries()) {
    if (!transition.startsWith('Quarantine')) continue
    expect([key, steps.slice(0, n).at(-1)?.transition]).not.toEqual([key, 'Settle'])
  }
}

/** Somebody comes much later and does all that is left, from what the states say alone: nobody tells him anything. */
async function done(file: string, receipts: readonly string[]): Promise<void> {
  const folder = dirname(file)
  rmSync(join(folder, 'hold'), { force: true })
  for (const mark of ['go', 'policy']) writeFileSync(join(folder, mark), '')
  const clock = shiftedClock(100_000)
  const runtime = await openAt(file, () => undefined, { clock })
  try {
    runtime.start()
    await until('every job has ended', () => allEnded(runtime), 30_000)
    await until('every message has arrived', async () => (await runtime.store.outbox.census({ limit: 10 })).pending === 0)
    await runtime.sessions.apply(SESSION_ID, (delivery) => applyOnce(folder, delivery))
    for (const { sessionId, jobId } of await unseen(runtime)) {
      await new Promise<void>((resolve) => runtime.await.whenReleased(sessionId, jobId, () => resolve()))
    }
    await until('every session is free', () => allFree(runtime))
    await until('every wait is seen', async () => (await unseen(runtime)).length === 0)
    expect(await runtime.store.outbox.census({ limit: 10 })).toEqual({ pending: 0, oldestAtMs: null, dead: 0 })
    await judgeDone(runtime, folder)
    await judgeSubmissions(runtime, receipts)
  } finally {
    await runtime.close({ graceMs: 0 })
  }
}

async function unseen({ await: awaits }: Runtime): Promise<readonly { readonly sessionId: string; readonly jobId: string }[]> {
  const waits: { readonly sessionId: string; readonly jobId: string }[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Awaited<ReturnType<Runtime['await']['unseen']>> = await awaits.unseen(after === '' ? {} : { after })
    waits.push(...page.waits)
    after = page.next
  }
  return waits
}

/** What is quarantined an operator releases. */
async function allFree({ sessions, store }: Runtime): Promise<boolean> {
  const { found } = await store.instances(sessionExecution, { limit: 10_000 })
  for (const { key, state } of found) {
    if (state.phase === 'Quarantined') await sessions.releaseQuarantine({ sessionId: key.sessionId, execution: state.execution })
  }
  return found.every(({ state }) => state.phase === 'Idle' && !state.pending)
}

/** Jobs of the gates that end only when they are cancelled are. */
async function allEnded({ jobs, store }: Runtime): Promise<boolean> {
  let ended = true
  const { found } = await store.instances(detachedJob, { limit: 10_000 })
  for (const { key, state } of found) {
    if (detachedJob.terminal.includes(state.phase)) continue
    ended = false
    if (state.runner === 'once' && !state.cancelRequested) await jobs.cancel(key.jobId)
  }
  return ended
}

/** What was sent has arrived, and was applied by the host once each, in order; no local effect is still due. */
async function judgeDone({ store, sessions }: Runtime, folder: string): Promise<void> {
  const { found } = await store.instances(detachedJob, { limit: 10_000 })
  const sent = found.reduce((sum, { state }) => sum + state.deliverySequence, 0)
  const noted = existsSync(join(folder, 'applied')) ? readFileSync(join(folder, 'applied'), 'utf8').trimEnd().split('\n') : []
  expect(noted.map((line) => Number(line.split(' ')[0]))).toEqual(Array.from({ length: sent }, (_, n) => n + 1))
  expect(new Set(noted.map((line) => line.split(' ')[2])).size).toBe(sent)
  expect(await sessions.pending(SESSION_ID)).toEqual([])
  for (const router of JOB_ROUTERS) {
    for (const local of router.locals) {
      const { due } = await store.deriveLocals({ router: router.name, local: local.name, limit: 10_000 })
      expect([local.name, due]).toEqual([local.name, []])
    }
  }
}

/** Asked for again, a job is the same one. */
async function judgeSubmissions({ jobs }: Runtime, receipts: readonly string[]): Promise<void> {
  for (const { name, jobId } of said(receipts, 'asked')) {
    const [work, nonce] = String(name).split('#')
    expect(await jobs.submit(submissionTo(work as WorkName, nonce))).toMatchObject({ jobId, deduplicated: true })
  }
}
