/** Jobs that are shell scripts, worked in real time. */
import { join } from 'node:path'
import { reap } from '../../runtime/process-identity.js'
import { processRunner, type ProcessResult, type ProcessRunnerOptions } from '../../runtime/index.js'
import { processOf } from '../../runtime/process-runner.js'
import { atEnd } from '../closing.js'
import { REAL_CLOCK, until, type Rig } from './rig.js'

export const real = {
  clock: REAL_CLOCK,
  pollMs: 20,
  recoverEveryMs: 20,
  limits: { firstBackoffMs: 10, maxBackoffMs: 20, jitterMs: 0 },
}

/** Arguments of a job are its script, which finds the folder in `$1`. */
export function shell(folder: string, options: Partial<ProcessRunnerOptions> = {}) {
  return processRunner({
    name: 'shell',
    version: '1',
    leaseMs: 5_000,
    directory: join(folder, 'processes'),
    command: ({ arguments: script }) => ({ file: '/bin/sh', arguments: ['-c', String(script), 'sh', folder] }),
    ...options,
  })
}

export async function ended({ runtime }: Rig, jobId: string) {
  await until('the job ends', async () => (await runtime.jobs.result(jobId)) !== null)
  return runtime.jobs.result(jobId)
}

/** How the process of a job ended, whether that was a success or a failure. */
export async function resultOf(rig: Rig, jobId: string): Promise<ProcessResult> {
  const { body } = (await ended(rig, jobId))!
  return ((body as { readonly details?: unknown }).details ?? body) as ProcessResult
}

/** The process that a job records, ended with the test. */
export async function processOfJob(rig: Rig, jobId: string) {
  await until('its process is recorded', async () => (await rig.state(jobId)).handle !== null)
  const identity = processOf((await rig.state(jobId)).handle!)!
  atEnd(() => reap(identity))
  return identity
}
