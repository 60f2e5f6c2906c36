/** Terminal kind -> a way there from a new job of that restart class, where no loss is forgiven (`lossBudget: 0`). */
import type { RestartClass } from '../../runtime/index.js'
import type { Rig } from '../runtime/rig.js'

interface End {
  readonly restartClass: RestartClass
  end(rig: Rig, jobId: string): Promise<unknown>
}

export const ENDS: { readonly [kind: string]: End } = {
  Succeeded: {
    restartClass: 'Replayable',
    end: async (rig, jobId) => rig.runtime.attempts.complete({ ...(await rig.claim(jobId)), result: 'done' }),
  },
  Failed: {
    restartClass: 'Replayable',
    end: async (rig, jobId) => rig.runtime.attempts.fail({ ...(await rig.claim(jobId)), reason: 'why', retryable: false }),
  },
  Cancelled: { restartClass: 'Replayable', end: (rig, jobId) => rig.runtime.jobs.cancel(jobId) },
  WorkerLost: { restartClass: 'NonResumable', end: lost },
  NeedsAttention: { restartClass: 'Replayable', end: lost },
}

async function lost(rig: Rig, jobId: string): Promise<unknown> {
  await rig.claim(jobId)
  rig.lapse()
  return rig.runtime.recovery.pass()
}
