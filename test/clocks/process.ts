/**
 * A worker in a process of its own, for tests of blocked event loops, stopped processes, clocks and signals. Bundled and started by them:
 *
 *     process.mjs FILE OPTIONS
 *
 * It says what happens, one line each: `ready`, `running JOB`, `event …`, `write JOB WORD CODE`, `aborted JOB REASON`, `stage …`, `closed`.
 */
import { detachedJob, openRuntime, stopOnSignals, systemClock, type Attempt, type Runner, type Runtime } from '../../runtime/index.js'
import { LIMITS, REALM, type ProcessOptions, type WorkName } from './works.js'

const [file = '', given = '{}'] = process.argv.slice(2)
const options = JSON.parse(given) as ProcessOptions
const say = (...words: readonly string[]): void => void process.stdout.write(`${words.join(' ')}\n`)
const { skewMs = 0 } = options
const skewed = { ...systemClock, nowMs: () => systemClock.nowMs() + skewMs }

const runtime: Runtime = await openRuntime({
  realm: REALM,
  file,
  limits: LIMITS,
  runners: runners(),
  pollMs: 20,
  recoverEveryMs: 20,
  workerName: 'worker',
  ...(skewMs === 0 ? {} : { clock: skewed }),
  ...(options.keeper === undefined ? {} : { keeper: options.keeper }),
  ...(options.watchdogMs === undefined ? {} : { watchdogMs: options.watchdogMs }),
  ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
  onEvent: (event) => say('event', JSON.stringify(event)),
})
if (options.idle !== true) runtime.start()
if (options.signals !== undefined) {
  const stop = stopOnSignals(runtime, { ...options.signals, onStage: (stage) => say('stage', stage) })
  void stop.stopped.then(() => {
    say('closed')
    process.exit(0)
  })
}
say('ready')

function runners(): readonly Runner[] {
  const { leaseMs, blockMs = 0, workMs = 0 } = options
  const common = { version: '1', restartClass: 'Replayable', leaseMs } as const
  const aborted = (jobId: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        say('aborted', jobId, String(signal.reason))
        resolve()
      }),
    )
  const runner = (name: WorkName, run: Runner['run'], more: Partial<Runner> = {}): Runner => ({ ...common, name, run, ...more })
  const waiting: Runner['run'] = async ({ jobId, attemptId, signal }) => {
    const attempt = await held(jobId, attemptId)
    say('running', jobId)
    await aborted(jobId, signal)
    if (signal.reason === 'lease_lost') await writeAll(attempt)
    throw new Error('stopped')
  }
  return [
    // Nothing but this work runs while it runs.
    runner('block', async ({ jobId, attemptId, signal, saveCheckpoint }) => {
      const attempt = await held(jobId, attemptId)
      say('running', jobId)
      block(blockMs)
      await saveCheckpoint('after the block').catch((error: { readonly code: string }) => say('write', jobId, 'saveCheckpoint', error.code))
      if (signal.aborted) await writeAll(attempt)
      say('aborted', jobId, String(signal.reason))
      return 'blocked'
    }),
    // Innocent: it is the process around it that blocks.
    runner('beside', async ({ jobId, signal }) => {
      say('running', jobId)
      setTimeout(() => block(blockMs), 0)
      await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, 1))
      say('aborted', jobId, String(signal.reason))
      return 'beside'
    }),
    runner('wait', waiting),
    runner('once', waiting, { restartClass: 'NonResumable' }),
    runner('work', async ({ jobId }) => {
      say('running', jobId)
      await new Promise((resolve) => setTimeout(resolve, workMs))
      return 'worked'
    }),
    runner('deaf', ({ jobId }) => {
      say('running', jobId)
      return new Promise(() => setInterval(() => undefined, 1_000))
    }),
  ]
}

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function held(jobId: string, attemptId: string): Promise<Attempt> {
  const { fence, holder } = (await runtime.store.load(detachedJob, { realm: REALM, jobId })).state
  return { jobId, attemptId, fence, holder: holder! }
}

/** Everything that a worker can say, by a holder that does not know better. */
async function writeAll(attempt: Attempt): Promise<void> {
  const { attempts } = runtime
  const words = {
    renew: attempts.renew({ ...attempt, leaseMs: 60_000 }),
    progress: attempts.progress({ ...attempt, cursor: 9, progress: 'stale' }),
    checkpoint: attempts.checkpoint({ ...attempt, cursor: 9, checkpoint: 'stale' }),
    notify: attempts.notify({ ...attempt, key: 'stale', body: 'stale' }),
    artifact: attempts.artifact({ ...attempt, name: 'stale', source: Buffer.from('stale') }),
    fail: attempts.fail({ ...attempt, reason: 'stale', retryable: false }),
    complete: attempts.complete({ ...attempt, result: 'stale' }),
  }
  for (const [word, said] of Object.entries(words)) {
    const answer = await said
    say('write', attempt.jobId, word, answer.ok ? 'accepted' : answer.refusal.code)
  }
}
