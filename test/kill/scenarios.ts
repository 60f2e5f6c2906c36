/** Steps of a process, and the fault points at which they are cut off. A new point is a name here, in a scenario that passes it twice. */
import type { FaultPoint } from '../../runtime/fault-point.js'

interface Scenario {
  readonly steps: readonly string[]
  readonly points: readonly FaultPoint[]
}

export const SCENARIOS: { readonly [scenario: string]: Scenario } = {
  'a file is opened': {
    steps: ['open', 'reopen', 'submit:again', 'reopen'],
    points: ['adopt.begun', 'adopt.migrated', 'adopt.written', 'adopt.committed'],
  },
  'a file is taken over from an earlier version': {
    steps: ['older', 'open'],
    points: ['adopt.reshaped'],
  },
  'jobs are done, told and awaited': {
    steps: [
      'submit:steps',
      'submit:report',
      'submit:again',
      'submit:fails',
      'submit:steps',
      'await:steps',
      'await:report',
      'await:report',
      'ended',
      'project',
      'apply',
      'heard:steps',
      'heard:report',
    ],
    points: [
      ...(['commit.begun', 'commit.decided', 'commit.saved', 'commit.rows', 'commit.journalled', 'commit.routed', 'commit.sent'] as const),
      ...(['commit.written', 'commit.committed', 'commit.told'] as const),
      ...(['project.found', 'deliver.begun', 'deliver.decided', 'deliver.moved', 'deliver.committed'] as const),
      ...(['acknowledge.begun', 'acknowledge.removed', 'acknowledge.committed'] as const),
      ...(['submit.committed', 'claim.committed', 'run.begun', 'run.ended', 'run.flushed', 'run.said'] as const),
      ...(['checkpoint.committed', 'notify.committed', 'complete.committed', 'fail.committed'] as const),
      ...(['await.committed', 'await.told', 'await.observed', 'apply.begun', 'apply.handled', 'apply.committed'] as const),
    ],
  },
  'jobs report': {
    steps: ['submit:report', 'submit:report#2', 'ended'],
    points: ['progress.committed'],
  },
  'artifacts are kept': {
    steps: ['submit:artifact', 'submit:artifact#2', 'ended'],
    points: ['artifact.written', 'artifact.synced', 'artifact.renamed', 'artifact.committed'],
  },
  'a file is tried out with a later version, and taken over': {
    steps: ['older', 'migrate', 'migrate:apply', 'open'],
    points: ['migrate.copied'],
  },
  'a file is backed up': {
    steps: ['submit:artifact', 'submit:steps', 'ended', 'backup', 'backup'],
    points: ['backup.copied', 'backup.checked', 'backup.gathered', 'backup.synced', 'backup.renamed'],
  },
  'an attempt is held by hand': {
    steps: ['submit:again', 'submit:fails', 'hand:again', 'hand:fails', 'project'],
    points: ['renew.committed', 'wait.committed', 'resume.committed'],
  },
  'attempts are lost': {
    steps: ['submit:steps', 'submit:again', 'submit:once', 'claim:steps', 'claim:again', 'claim:once', 'later', 'recover', 'recover'],
    points: ['recover.begun', 'recover.observed', 'recover.committed'],
  },
  'processes are taken over': {
    steps: ['submit:shell', 'submit:shell#2', 'running', 'leave', 'later', 'reopen', 'mark:go', 'ended'],
    points: ['start.spawned', 'start.recorded', 'reattach.committed'],
  },
  'commands are cancelled': {
    steps: ['submit:shell', 'submit:shell#2', 'running', 'cancel:shell', 'cancel:shell#2', 'ended'],
    points: ['exit.committed'],
  },
  'processes of cancelled jobs are ended': {
    steps: ['submit:shell', 'submit:shell#2', 'running', 'leave', 'cancel:shell', 'cancel:shell#2', 'later', 'reopen', 'recover'],
    points: ['cancel.committed', 'recover.reaped', 'recover.recorded'],
  },
  'work is stopped by those who asked for it': {
    steps: ['submit:once', 'submit:once#2', 'running', 'cancel:once', 'cancel:once#2', 'ended', 'project'],
    points: ['stop.committed'],
  },
  'a session has turns': {
    steps: ['request', 'turn', 'free', 'request', 'turn', 'free'],
    points: [
      ...(['session.requested', 'session.claimed', 'session.finalizing', 'session.started', 'session.owned', 'session.ended'] as const),
      ...(['session.finalized', 'session.finished', 'session.cleared'] as const),
    ],
  },
  'turns are interrupted': {
    steps: ['mark:hold', 'request', 'turn', 'interrupt', 'request', 'turn', 'interrupt'],
    points: ['session.cancelled', 'session.joined', 'session.settled'],
  },
  'turns are lost': {
    steps: ['mark:hold', 'request', 'turn', 'later', 'taken:1', 'later', 'taken:2'],
    points: ['session.recovered'],
  },
  'turns are lost on their way out': {
    steps: ['quarantine', 'release', 'quarantine', 'release'],
    points: ['session.released'],
  },
  'credentials are asked for': {
    steps: ['submit:keyed', 'submit:keyed#2', 'decline:keyed', 'decline:keyed#2', 'blocked', 'mark:policy', 'policy', 'ended'],
    points: ['credentials.resolved', 'accept.committed', 'decline.committed', 'block.committed', 'unblock.committed'],
  },
  'what is old is let go': {
    steps: [
      'submit:artifact',
      'submit:artifact#2',
      'submit:steps',
      'ended',
      'project',
      'apply',
      'old',
      'prune',
      'submit:artifact#3',
      'ended',
      'project',
      'apply',
      'old',
      'prune',
    ],
    points: ['prune.work', 'prune.artifact', 'prune.bodies', 'prune.cut', 'prune.unreferenced', 'prune.discarded'],
  },
  'work is handed back': {
    steps: ['mark:hold', 'submit:again', 'submit:again#2', 'running', 'stop'],
    points: ['release.committed'],
  },
}

export const POINTS: readonly FaultPoint[] = Object.values(SCENARIOS).flatMap(({ points }) => points)
