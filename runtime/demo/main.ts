/**
 * The whole line in half a minute (`npm run demo`): what is generated is up to date, what runs is what was proved, and four jobs live
 * through the SIGKILL of the process that works them. Exits with 1 where one of its claims does not hold.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { detachedJob, openRuntime, systemClock, type InboxDelivery, type Receipt, type Runtime } from '../index.js'
import { reap } from '../process-identity.js'
import { processOf } from '../process-runner.js'
import { pause } from '../pulse.js'
import { databaseIn, demoRunners, LEASE_MS, LIMITS, REALM, SESSION, STEPS, STORY, stepOf, submissionFor, type JobName } from './runners.js'
import { openTimeline } from './timeline.js'

/** The demo runs from `dist/runtime/demo`. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const NAMES: readonly JobName[] = ['import', 'build', 'index', 'scan']

const claims: { readonly claim: string; readonly holds: boolean }[] = []
const claim = (text: string, holds: boolean): void => void claims.push({ claim: text, holds })

await pawl({ doing: 'compares what is generated with what the specs say', claim: 'generated code is up to date' }, 'generate', '--check')
await pawl({ doing: 'explores every state of every machine, within its bounds', claim: 'every machine of the catalog is checked' }, 'check')
const folder = mkdtempSync(join(tmpdir(), 'pawl-demo-'))
const workers: ChildProcess[] = []
try {
  await crash()
} finally {
  for (const worker of workers) worker.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.stdout.write('\n')
for (const { claim: text, holds } of claims) process.stdout.write(`  ${holds ? 'ok     ' : 'MISSING'}  ${text}\n`)
const held = claims.filter(({ holds }) => holds).length
process.stdout.write(`${held} of ${claims.length} hold\n`)
process.exitCode = held === claims.length ? 0 : 1

/** Runs `pawl` and shows the last line it says. It takes seconds: what it does in them is said first. */
async function pawl(said: { readonly doing: string; readonly claim: string }, ...options: readonly string[]): Promise<void> {
  process.stdout.write(`$ pawl ${options.join(' ')}   ${said.doing}\n`)
  const begun = systemClock.elapsedMs()
  const child = spawn(process.execPath, [join(root, 'dist', 'codegen', 'cli.js'), ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let printed = ''
  let complained = ''
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  child.stderr.on('data', (data: Buffer) => (complained += data.toString()))
  const status = await exitOf(child)
  const seconds = ((systemClock.elapsedMs() - begun) / 1_000).toFixed(1)
  const last = printed.trimEnd().split('\n').at(-1) ?? ''
  process.stdout.write(`  ${last} (${seconds} s)\n`)
  if (status !== 0) process.stdout.write(`${printed}${complained}`)
  claim(said.claim, status === 0)
}

async function crash(): Promise<void> {
  process.stdout.write('\n$ a worker is killed with SIGKILL while four jobs run\n')
  for (const name of NAMES) process.stdout.write(`  ${name.padEnd(8)}${STORY[name]}\n`)
  process.stdout.write('\n')
  const runtime = await openRuntime({ file: databaseIn(folder), realm: REALM, runners: demoRunners(folder), limits: LIMITS })
  const ids = new Map<string, JobName>()
  const timeline = openTimeline(runtime.store, systemClock, (jobId) => ids.get(jobId) ?? jobId.slice(0, 7))
  const applied: InboxDelivery[] = []
  const endWatch = runtime.sessions.watch(SESSION, () => void runtime.sessions.apply(SESSION, (delivery) => void applied.push(delivery)))
  try {
    const receipts = await submitAll(runtime, ids, timeline.remark)
    const wait = await runtime.await.awaitJob(SESSION, receipts.import.jobId)
    await timeline.remark(`awaitJob answers at once: ${wait.ok && wait.waiting ? 'waiting' : 'not waiting'}`)
    let released: string | null = null
    runtime.await.whenReleased(SESSION, receipts.import.jobId, (kind) => (released = kind))

    const killed = startWorker('work')
    const state = async (name: JobName) => (await runtime.store.load(detachedJob, { realm: REALM, jobId: receipts[name].jobId })).state
    await until('all four run, and the import has done three steps', async () => {
      const [importing, building, indexing, scanning] = await Promise.all(NAMES.map(state))
      return (
        stepOf(JSON.parse(importing!.checkpoint || 'null')) >= 3 && building!.handle !== null && indexing!.fence + scanning!.fence === 2
      )
    })
    const [before, building] = [await state('import'), await state('build')]
    killed.kill('SIGKILL')
    await exitOf(killed)
    await timeline.remark('SIGKILL: the worker is dead; its leases, and the child of the build, live on')
    startWorker('work')
    await timeline.remark('a worker of the same name is started')
    await timeline.remark(`waiting for the leases of ${LEASE_MS / 1_000} s to run out`)

    await until('the import has a second attempt', async () => (await state('import')).fence === 2)
    const { jobId } = receipts.import
    const stale = { jobId, attemptId: `${jobId}.${before.fence}`, fence: before.fence, holder: before.holder ?? '' }
    const answer = await runtime.attempts.complete({ ...stale, result: 'written by a ghost' })
    const code = answer.ok ? 'accepted' : answer.refusal.code
    await timeline.remark(
      `the dead worker's result for attempt ${before.fence} comes late: ${code}${code === 'stale_fence' ? ' (a newer attempt holds it)' : ''}`,
    )
    claim('a stale write is refused: stale_fence', code === 'stale_fence')

    await until('all four have ended, and every message is applied', async () => {
      const ends = await Promise.all(NAMES.map((name) => runtime.jobs.result(receipts[name].jobId)))
      const { pending } = await runtime.store.outbox.census({ limit: 10 })
      return ends.every((end) => end !== null) && pending === 0 && (await runtime.sessions.pending(SESSION)).length === 0
    })
    await until('the session hears of the release', () => Promise.resolve(released !== null))
    const history = await timeline.end()
    const happened = (name: JobName, transition: string): number =>
      history.filter((entry) => entry.key['jobId'] === receipts[name].jobId && entry.transition === transition).length

    const imported = await runtime.jobs.result(jobId)
    const resumedAfter = stepOf(JSON.parse(before.checkpoint))
    const { stepsByEarlierAttempts: earlier } = (imported?.body ?? {}) as { readonly stepsByEarlierAttempts?: number }
    claim(
      `the import resumed from its checkpoint: ${earlier} of ${STEPS} steps were not done again`,
      earlier !== undefined && earlier >= resumedAfter && happened('import', 'RecordCheckpoint') === STEPS,
    )
    const built = await runtime.jobs.result(receipts.build.jobId)
    claim(
      `the child of the build was adopted: same attempt, same process, started once`,
      happened('build', 'AdoptAttempt') === 1 &&
        happened('build', 'ClaimAttempt') === 1 &&
        happened('build', 'RecordHandle') === 1 &&
        built?.kind === 'Succeeded',
    )
    claim(
      'the index was done again from the start',
      happened('index', 'ClaimAttempt') === 2 && (await state('index')).phase === 'Succeeded',
    )
    claim(
      'the scan, which must not be done twice, is WorkerLost',
      (await state('scan')).phase === 'WorkerLost' && happened('scan', 'ClaimAttempt') === 1,
    )
    claim(`the await was released: ${String(released)}`, released === 'Succeeded')
    claim(
      `${applied.length} deliveries, each applied once, in order`,
      applied.length === 6 &&
        applied.every(({ sequence }, n) => sequence === n + 1) &&
        new Set(applied.map(({ deliveryId }) => deliveryId)).size === applied.length,
    )
    const left = processOf(building.handle ?? '')
    if (left !== null) await reap(left)
  } finally {
    endWatch()
    await timeline.end()
    await runtime.close()
  }
}

/** The import is submitted by a process that dies before it has its receipt; its caller asks again. */
async function submitAll(
  runtime: Runtime,
  ids: Map<string, JobName>,
  remark: (text: string) => Promise<void>,
): Promise<{ readonly [N in JobName]: Receipt }> {
  const submitter = startWorker('submit', { PAWL_FAULT_POINT: 'submit.committed' })
  await exitOf(submitter)
  const first = await runtime.jobs.submit(submissionFor('import'))
  const again = await runtime.jobs.submit(submissionFor('import'))
  ids.set(first.jobId, 'import')
  await remark(
    `the submitter of the import died before its receipt (${submitter.signalCode}); asked again: job ${first.jobId.slice(0, 7)}, deduplicated`,
  )
  claim(
    'a retried submission has the same receipt',
    submitter.signalCode === 'SIGKILL' && first.deduplicated && again.deduplicated && again.jobId === first.jobId,
  )
  const submit = async (name: JobName): Promise<Receipt> => {
    const receipt = await runtime.jobs.submit(submissionFor(name))
    ids.set(receipt.jobId, name)
    return receipt
  }
  return { import: first, build: await submit('build'), index: await submit('index'), scan: await submit('scan') }
}

function startWorker(what: 'work' | 'submit', environment: { readonly [name: string]: string } = {}): ChildProcess {
  const worker = spawn(process.execPath, [fileURLToPath(new URL('./worker.js', import.meta.url)), folder, what], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  workers.push(worker)
  return worker
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('close', (status) => resolve(status)))
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const begun = systemClock.elapsedMs()
  while (!(await holds())) {
    if (systemClock.elapsedMs() - begun > 15_000) throw new Error(`not within 15 s: ${what}`)
    await pause(50)
  }
}
