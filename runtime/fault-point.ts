/**
 * Places where a process may die. In production each does nothing; armed, it ends its own process with SIGKILL, as a power
 * cut or the kernel would, so that a test sees what a crash between two steps leaves behind.
 *
 * Armed by `PAWL_FAULT_POINT=name` or `name:count` (dies at that hit, counted from 1), or in a test by `armFaultPoints`.
 */

/** Every point, in the order in which a step passes them. */
export const FAULT_POINTS = [
  // Opening a file: locked; its schema brought up to date; its tables made or remade; all of it written and not committed; committed.
  'adopt.begun',
  'adopt.migrated',
  'adopt.reshaped',
  'adopt.written',
  'adopt.committed',
  // Taking a file over when asked: a copy of it as it was is made, and nothing is done to it.
  'migrate.copied',
  // One decision, inside the transaction.
  'commit.begun',
  'commit.decided',
  'commit.saved',
  'commit.rows',
  'commit.journalled',
  'commit.routed',
  'commit.sent',
  // The transaction that holds it: written and not committed; committed and nobody told, no local effect made; those made.
  'commit.written',
  'commit.committed',
  'commit.told',
  // From an outbox to a receiver.
  'project.found',
  'deliver.begun',
  'deliver.decided',
  'deliver.moved',
  'deliver.committed',
  'acknowledge.begun',
  'acknowledge.removed',
  'acknowledge.committed',
  // Services.
  'submit.committed',
  'cancel.committed',
  'claim.committed',
  'reattach.committed',
  'renew.committed',
  'credentials.resolved',
  'accept.committed',
  'decline.committed',
  'block.committed',
  'unblock.committed',
  'start.spawned',
  'start.recorded',
  'progress.committed',
  'checkpoint.committed',
  'notify.committed',
  'wait.committed',
  'resume.committed',
  'exit.committed',
  // Bytes of an artifact: written, on the disk, under their name; their reference committed.
  'artifact.written',
  'artifact.synced',
  'artifact.renamed',
  'artifact.committed',
  'complete.committed',
  'fail.committed',
  'stop.committed',
  'release.committed',
  // One attempt in its process: granted and not begun; the runner has answered; its reports are written; its last word is said.
  'run.begun',
  'run.ended',
  'run.flushed',
  'run.said',
  'await.committed',
  'await.told',
  'await.observed',
  'apply.begun',
  'apply.handled',
  'apply.committed',
  // A session's execution: each after its commit; `owned` between the answer and what is then done outside.
  'session.requested',
  'session.claimed',
  'session.started',
  'session.owned',
  'session.finalizing',
  'session.ended',
  'session.cancelled',
  'session.joined',
  'session.finalized',
  'session.settled',
  'session.finished',
  'session.cleared',
  'session.recovered',
  'session.released',
  'recover.begun',
  'recover.observed',
  'recover.reaped',
  'recover.recorded',
  'recover.committed',
  // A backup: copied; looked at; the artifacts beside it; on the disk; under its name.
  'backup.copied',
  'backup.checked',
  'backup.gathered',
  'backup.synced',
  'backup.renamed',
  // What is old is let go: a job's work, an artifact of it; bodies of an inbox; a journal cut; bytes found that nobody refers to, and gone.
  'prune.work',
  'prune.artifact',
  'prune.bodies',
  'prune.cut',
  'prune.unreferenced',
  'prune.discarded',
] as const

export type FaultPoint = (typeof FAULT_POINTS)[number]

/** Passes; or, where this point is armed, does not come back. */
export function faultPoint(name: FaultPoint): void {
  if (hook !== null) hook(name)
}

/** Calls `onPoint` at every point, instead of what the environment says. Answers with the way back. */
export function armFaultPoints(onPoint: (name: FaultPoint) => void): () => void {
  const before = hook
  hook = onPoint
  return () => {
    hook = before
  }
}

let hook: ((name: FaultPoint) => void) | null = killerFrom(process.env['PAWL_FAULT_POINT'])

function killerFrom(armed: string | undefined): ((name: FaultPoint) => void) | null {
  if (armed === undefined || armed === '') return null
  const [name, count = '1'] = armed.split(':')
  if (!FAULT_POINTS.some((point) => point === name))
    throw new Error(`PAWL_FAULT_POINT names "${name}", which is none of ${FAULT_POINTS.join(', ')}`)
  let left = Number(count)
  return (reached) => {
    if (reached !== name) return
    left -= 1
    if (left === 0) die()
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal may reach another thread first: this one does nothing more.
  for (;;);
}
