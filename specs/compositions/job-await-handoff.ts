import { AwaitBinding } from '../machines/await-binding.js'
import { DetachedJob } from '../machines/detached-job.js'
import { composition, fanOut, local, route } from '../vocabulary.js'

/**
 * A wait is released once, whichever came first: the wait or the end of the job. A wait that begins asks the job in the same
 * transaction; a job that ends tells every wait that stands then.
 */
export const JobAwaitHandoff = composition({
  name: 'JobAwaitHandoff',
  version: 1,
  machines: [DetachedJob, AwaitBinding],
  routes: {
    askOutcome: route({
      from: AwaitBinding,
      effect: 'WaitBegan',
      to: DetachedJob,
      input: 'AskOutcome',
      delivery: 'atomic',
      key: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),
      fields: (_effect, from) => ({ sessionId: from.sessionId }),
    }),
    tellOutcome: route({
      from: DetachedJob,
      effect: 'OutcomeTold',
      to: AwaitBinding,
      input: 'ReleaseWait',
      delivery: 'atomic',
      key: (effect, from) => ({ realm: from.realm, sessionId: effect.sessionId, jobId: from.jobId }),
      fields: (effect) => ({ kind: effect.kind }),
    }),
    releaseWaits: fanOut({
      from: DetachedJob,
      effect: 'TerminalCommitted',
      to: AwaitBinding,
      input: 'ReleaseWait',
      delivery: 'outbox',
      where: (_effect, from) => ({ realm: from.realm, jobId: from.jobId }),
      fields: (effect) => ({ kind: effect.kind }),
    }),
  },
  locals: {
    /** The session is woken, and says when it has seen it. */
    wakeWaiter: local({ from: AwaitBinding, effect: 'WaitReleased', derive: (s) => s.phase === 'Released' && !s.observed }),
  },
})
