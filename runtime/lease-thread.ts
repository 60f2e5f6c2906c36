/**
 * The thread that keeps leases: opens the file for itself, renews what it is told to hold, and tells what came of it. Where the thread
 * that made it shows no life, it renews nothing: what hangs must not keep its jobs for ever.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { openArtifactBytes } from './artifact-bytes.js'
import { openAttempts } from './attempts.js'
import { systemClock } from './clock.js'
import { armFaultPoints } from './fault-point.js'
import { JOB_MACHINES, JOB_ROUTERS, openStore } from './index.js'
import { SHARE } from './lease-keeper.js'
import { errorSent, type NewsSent, type ThreadGiven, type ThreadTold } from './lease-messages.js'
import { openRenewals } from './renewals.js'
import { fileGone, identityOf } from './store/whereabouts.js'

// They count the steps of the thread that works.
armFaultPoints(() => undefined)

const { file, identity, realm, limits, watchdogMs, beats, ...names } = workerData as ThreadGiven
const port = parentPort!
// Opening makes what is not there, and takes over what is.
if (identityOf(file) !== identity) throw fileGone(file)
const store = await openStore({
  file,
  machines: JOB_MACHINES.filter(({ name }) => names.machines.includes(name)),
  routers: JOB_ROUTERS.filter(({ name }) => names.routers.includes(name)),
  limits,
  // Whoever works waits for the same lock.
  groupCommit: { maxDecisions: 100, maxMs: 10 },
})

let unsaid: NewsSent[] = []
const say = (): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  port.postMessage(unsaid)
  unsaid = []
}
const renewals = openRenewals({
  // Of an attempt nothing but its lease is said here.
  attempts: openAttempts(store, realm, openArtifactBytes(store, systemClock, 0)),
  clock: systemClock,
  share: () => SHARE,
  mayRenew: watchdog(),
  told(news) {
    if (unsaid.push(news.what === 'failed' ? { ...news, error: errorSent(news.error) } : news) === 1) setImmediate(say)
  },
})

port.on('message', ({ leases, end }: ThreadTold) => {
  for (const [attemptId, lease] of leases ?? []) {
    if (lease === null) renewals.release(attemptId)
    else renewals.hold(lease)
  }
  if (end !== true) return
  for (const { attempt } of renewals.held()) renewals.release(attempt.attemptId)
  void store.close().then(() => port.close())
})

/** Says whether the other thread has shown life within the limit. */
function watchdog(): () => boolean {
  let seen = -1
  let seenAtMs = 0
  return () => {
    const beat = Atomics.load(beats, 0)
    if (beat !== seen) seenAtMs = systemClock.elapsedMs()
    seen = beat
    return systemClock.elapsedMs() - seenAtMs <= watchdogMs
  }
}
