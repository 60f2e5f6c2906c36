/** Four jobs, one for each restart class, small enough to watch. */
import { join } from 'node:path'
import { processRunner, type JobLimits, type Runner } from '../index.js'
import { pause } from '../pulse.js'

export const REALM = 'demo'
export const SESSION = 'session'
export const LEASE_MS = 2_000
export const STEPS = 6
export const LIMITS: JobLimits = { failureBudget: 3, lossBudget: 3, firstBackoffMs: 100, maxBackoffMs: 1_000, jitterMs: 50 }

export type JobName = 'import' | 'build' | 'index' | 'scan'

/** What each is, and what becomes of it when its worker dies. */
export const STORY: { readonly [N in JobName]: string } = {
  import: `${STEPS} steps, with a checkpoint after each: resumes from the last one`,
  build: 'a child process, which outlives the worker: is adopted by the next one',
  index: 'may be done twice: starts over',
  scan: 'must not be done twice: is given up as lost',
}

export function databaseIn(folder: string): string {
  return join(folder, 'demo.db')
}

export function submissionFor(name: JobName) {
  return {
    sessionId: SESSION,
    lineage: 'question-1',
    tool: name,
    toolVersion: '1',
    arguments: { of: 'the demo' },
    runner: name,
  }
}

export function demoRunners(folder: string): readonly Runner[] {
  return [
    {
      name: 'import',
      version: '1',
      restartClass: 'CheckpointResumable',
      leaseMs: LEASE_MS,
      async run({ checkpoint, signal, progress, saveCheckpoint, notify }) {
        const done = stepOf(checkpoint)
        for (let step = done + 1; step <= STEPS; step += 1) {
          await pause(300, signal)
          signal.throwIfAborted()
          await saveCheckpoint({ step })
          progress({ step, of: STEPS })
          if (step === 2 || step === STEPS - 1) await notify(`step-${step}`, { step })
        }
        return { stepsByEarlierAttempts: done, stepsHere: STEPS - done }
      },
    },
    processRunner({
      name: 'build',
      version: '1',
      leaseMs: LEASE_MS,
      directory: join(folder, 'processes'),
      command: () => ({ file: '/bin/sh', arguments: ['-c', 'sleep 5; echo built'] }),
    }),
    {
      name: 'index',
      version: '1',
      restartClass: 'Replayable',
      leaseMs: LEASE_MS,
      async run({ signal }) {
        await pause(1_500, signal)
        signal.throwIfAborted()
        return 'indexed'
      },
    },
    {
      name: 'scan',
      version: '1',
      restartClass: 'NonResumable',
      leaseMs: LEASE_MS,
      async run({ signal, progress }) {
        progress('half of the shelves are taken apart')
        await pause(60_000, signal)
        signal.throwIfAborted()
        return 'scanned'
      },
    },
  ]
}

export function stepOf(checkpoint: unknown): number {
  return typeof checkpoint === 'object' && checkpoint !== null && 'step' in checkpoint ? Number(checkpoint.step) : 0
}
