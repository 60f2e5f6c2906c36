/**
 * A process of the runtime that gates kill. Bundled and started by the tests:
 *
 *     process.mjs FILE step…
 *
 * It takes the steps in order, and prints `done STEP` after each. A job is called by its work and, where there are several, a nonce:
 * `steps`, `steps#2`. With `PAWL_COUNT_POINTS` it prints at the end how often each fault point was passed.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { armFaultPoints } from '../../runtime/fault-point.js'
import { migrateOf, StoreError, type Attempt, type Runtime } from '../../runtime/index.js'
import { busy } from './busy.js'
import { older } from './older.js'
import { applyOnce, openAt, SESSION_ID, shiftedClock, submissionTo, type WorkName } from './works.js'

const [file = '', ...steps] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const passed: { [point: string]: number } = {}
if (process.env['PAWL_COUNT_POINTS'] !== undefined) armFaultPoints((name) => (passed[name] = (passed[name] ?? 0) + 1))

const clock = shiftedClock()
const leases: { leaseMs?: number } = {}
const opened: { now: Runtime | null } = { now: null }
const jobs = new Map<string, string>()

async function runtime(): Promise<Runtime> {
  if (opened.now !== null) return opened.now
  const now = await openAt(file, say, { clock, ...leases })
  opened.now = now
  // What is told is committed: whoever reads these lines holds the file to them.
  now.store.onCommitted(({ machine, key, revision, transition }) => say(`told ${JSON.stringify({ machine, key, revision, transition })}`))
  return now
}

async function submit(name: string): Promise<string> {
  const [work, nonce] = name.split('#')
  const receipt = await (await runtime()).jobs.submit(submissionTo(work as WorkName, nonce))
  say(`receipt ${JSON.stringify(receipt)}`)
  say(`asked ${JSON.stringify({ name, jobId: receipt.jobId })}`)
  jobs.set(name, receipt.jobId)
  return receipt.jobId
}

/** Any other text is a job's own id. */
function jobOf(name: string): string {
  return jobs.get(name) ?? name
}

async function untilAll(holds: (jobId: string) => Promise<boolean>): Promise<void> {
  for (const jobId of jobs.values()) while (!(await holds(jobId))) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function claim(name: string): Promise<Attempt> {
  const request = { jobId: jobOf(name), holder: 'by hand', workerId: 'hand', leaseMs: 5_000 }
  const granted = await (await runtime()).attempts.claim(request)
  if (!granted.ok) throw new Error(`${name}: ${granted.refusal.code}`)
  return granted.attempt
}

const VERBS: { readonly [verb: string]: (of: string) => Promise<unknown> } = {
  older: async () => older(file, clock),
  open: async () => runtime(),
  async reopen() {
    await (await runtime()).close({ graceMs: 0 })
    opened.now = null
    await runtime()
  },
  /** Before anything else: so long are the leases. */
  leases: async (ms) => (leases.leaseMs = Number(ms)),
  /** So much later that every lease has run out, and every retry is due. */
  later: async () => clock.shift(10_000),
  /** So much later that everything is old, an artifact too. */
  old: async () => clock.shift(7_200_000),
  /** Lets go of what is more than an hour old. */
  async prune() {
    const { maintenance } = await runtime()
    for (let after: string | null = '0'; after !== null;) after = (await maintenance.prune({ olderThanMs: 3_600_000, after })).next
  },
  mark: async (name) => writeFileSync(join(dirname(file), name), ''),
  submit,
  /** Submits until the disk refuses. */
  async fill() {
    const { jobs: all } = await runtime()
    for (let n = 0; ; n += 1) {
      try {
        say(`receipt ${JSON.stringify(await all.submit({ ...submissionTo('again', `${n}`), arguments: 'x'.repeat(20_000) }))}`)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        return say(`failed ${error.code}`)
      }
    }
  },
  /** Until its input ends: submits, and cancels some of it. */
  async flood(seed) {
    process.stdin.resume()
    const { jobs: all } = await runtime()
    say('flooding')
    for (let n = 0; !process.stdin.readableEnded; n += 1) {
      const { jobId } = await all.submit({ ...submissionTo('again', `${seed}-${n}`), arguments: 'x'.repeat(10_000) })
      if (n % 3 === 0) await all.cancel(jobId)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
  cancel: async (name) => (await runtime()).jobs.cancel(jobOf(name)),
  claim,
  async decline(name) {
    const { attempts } = await runtime()
    const offered = await attempts.offer({ jobId: jobOf(name), holder: 'by hand', workerId: 'hand', leaseMs: 5_000 })
    if (!offered.ok) throw new Error(`${name}: ${offered.refusal.code}`)
    await attempts.decline(offered.attempt)
  },
  /** Everything that an attempt says and that no runner of the gates has it say. */
  async hand(name) {
    const { attempts } = await runtime()
    const attempt = await claim(name)
    await attempts.renew({ ...attempt, leaseMs: 6_000 })
    await attempts.waitExternally(attempt)
    await attempts.resume(attempt)
    await attempts.fail({ ...attempt, reason: 'by hand', retryable: true })
  },
  async work() {
    await VERBS['start']!('')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  },
  busy: async (seed) => busy(file, await runtime(), Number(seed), submit),
  /** `worker`, `recovery`, `projector`, or several with `+`: until its input ends. */
  async serve(parts) {
    const own = await runtime()
    for (const part of parts.split('+')) own[part as 'worker' | 'recovery' | 'projector'].start()
    say('serving')
    process.stdin.resume()
    await new Promise((resolve) => process.stdin.once('end', resolve))
  },
  async start() {
    const { worker, recovery } = await runtime()
    worker.start()
    recovery.start()
  },
  /** Until each job submitted here runs, and its process is on record where it has one. */
  async running() {
    const { worker, store } = await runtime()
    worker.start()
    await untilAll(async (jobId) => {
      const steps = await store.history({ limit: 1_000 })
      const own = steps.filter(({ key }) => (key as { jobId?: string }).jobId === jobId).map(({ transition }) => transition)
      return own.includes('RecordHandle') || (own.includes('ClaimAttempt') && !(await isShell(jobId)))
    })
  },
  /** Until each job submitted here has ended, and the one that is named. */
  async ended(name) {
    await VERBS['start']!('')
    if (name !== '') jobs.set(name, jobOf(name))
    const { jobs: all, worker } = await runtime()
    await untilAll(async (jobId) => (await all.result(jobId)) !== null)
    await worker.stop({ graceMs: 0 })
  },
  /** Until no job submitted here has credentials. */
  async blocked() {
    await VERBS['start']!('')
    const { jobs: all } = await runtime()
    await untilAll(async (jobId) => (await all.get(jobId))?.status === 'BlockedCredentials')
  },
  policy: async () => (await runtime()).credentials.pass(),
  stop: async () => (await runtime()).worker.stop({ graceMs: 5_000 }),
  leave: async () => (await runtime()).worker.stop({ graceMs: 0 }),
  recover: async () => (await runtime()).recovery.pass(),
  project: async () => (await runtime()).projector.pass(),
  apply: async () => (await runtime()).sessions.apply(SESSION_ID, (delivery) => applyOnce(dirname(file), delivery)),
  request: async () => (await runtime()).sessions.requestRun(SESSION_ID),
  async turn() {
    const { turns } = await runtime()
    turns.start()
    await inPhase('Running', 'Idle')
  },
  async interrupt() {
    const { sessions } = await runtime()
    await sessions.requestCancel({ sessionId: SESSION_ID, execution: (await sessions.execution(SESSION_ID)).execution })
    await inPhase('Idle')
  },
  free: async () => inPhase('Idle'),
  /** Until recovery has taken it over so often. */
  async taken(times) {
    const { sessions } = await runtime()
    while ((await sessions.execution(SESSION_ID)).execution <= Number(times)) await new Promise((resolve) => setTimeout(resolve, 5))
  },
  /** Its owner is lost on the way out. */
  async quarantine() {
    const { sessions, turns } = await runtime()
    await sessions.requestRun(SESSION_ID)
    const claimed = await sessions.claim({ sessionId: SESSION_ID, owner: 'by hand' })
    if (!claimed.ok) throw new Error(claimed.refusal.code)
    await sessions.requestCancel({ sessionId: SESSION_ID, execution: claimed.claim.execution })
    clock.shift(10_000)
    await turns.recover()
  },
  async release() {
    const { sessions } = await runtime()
    await sessions.releaseQuarantine({ sessionId: SESSION_ID, execution: (await sessions.execution(SESSION_ID)).execution })
  },
  migrate: async (apply) => migrateOf({ file, apply: apply === 'apply', clock }),
  backup: async () => (await runtime()).maintenance.backup({ to: `${file}.backup`, overwrite: true }),
  await: async (name) => (await runtime()).await.awaitJob(SESSION_ID, jobOf(name)),
  async heard(name) {
    const { await: awaits } = await runtime()
    await new Promise<void>((resolve) => awaits.whenReleased(SESSION_ID, jobOf(name), () => resolve()))
    while ((await awaits.unseen()).waits.some(({ jobId }) => jobId === jobOf(name))) await new Promise((resolve) => setTimeout(resolve, 5))
  },
}

/** Until the session is there, and nothing is asked of it. */
async function inPhase(...phases: readonly string[]): Promise<void> {
  const { sessions } = await runtime()
  for (;;) {
    const { phase, pending } = await sessions.execution(SESSION_ID)
    if (!pending && phases.includes(phase)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function isShell(jobId: string): Promise<boolean> {
  return (await (await runtime()).jobs.get(jobId))?.runner === 'shell'
}

for (const step of steps) {
  const [verb = '', of = ''] = step.split(':')
  const take = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (take === undefined) throw new Error(`no such step: ${step}`)
  await take(of)
  say(`done ${step}`)
}
await opened.now?.close({ graceMs: 0 })
if (process.env['PAWL_COUNT_POINTS'] !== undefined) say(`passed ${JSON.stringify(passed)}`)
