/**
 * A job that ended long ago, and of which everybody has heard, lets go of what it worked with and what came out. The stub stays: its id,
 * for whom it was, and how it ended, so that whoever asks for the same work again gets the same job.
 */
import { detachedJob } from '../../generated/detached-job/index.js'
import { jobRuntimeDelivery } from '../../generated/job-runtime-delivery/router.js'
import { runtimeDelivery } from '../../generated/runtime-delivery/index.js'
import { subscription } from '../../generated/subscription/index.js'
import { faultPoint } from '../fault-point.js'
import { rowPages } from '../row-pages.js'
import type { Instance, InputGiven, Page, Place, Store } from '../store/types.js'
import { cutAt, pruneJournal } from './old-steps.js'
import type { KeptReason, Outcome, Pruning, Subject } from './pruning.js'

type Job = Instance<typeof detachedJob>

export async function pruneJob(pruning: Pruning, subject: Subject<typeof detachedJob>): Promise<Outcome> {
  const { store } = pruning
  const job = await store.load(detachedJob, subject.key)
  if (!detachedJob.terminal.includes(job.state.phase)) return pruneJournal(pruning, detachedJob, subject)
  const kept = await reasonToKeep(pruning, job)
  if (kept !== null) return { kept }
  const hasWork = holdsWork(job)
  if (pruning.preview) {
    const counts = { jobs: hasWork ? 1 : 0, artifacts: job.state.artifactsSize }
    return { ...counts, ...(await cutAt(pruning, detachedJob, subject, job.revision)) }
  }
  let { revision } = job
  if (hasWork) {
    revision = await told(store, job, { type: 'ForgetWork' })
    faultPoint('prune.work')
    await store.upkeep.repack(detachedJob, job.key)
  }
  let artifacts = 0
  for await (const { rows } of rowPages((query) => store.rows(detachedJob, job.key, 'artifacts', query))) {
    for (const { key: artifactName } of rows) {
      revision = await told(store, job, { type: 'ForgetArtifact', artifactName })
      faultPoint('prune.artifact')
      artifacts += 1
    }
  }
  return { jobs: hasWork ? 1 : 0, artifacts, ...(await cutAt(pruning, detachedJob, subject, revision)) }
}

/** From here on nothing changes what is found: a job that has ended sends nothing more. */
async function reasonToKeep(pruning: Pruning, job: Job): Promise<KeptReason | null> {
  const { store } = pruning
  if (!(await hasEndedBefore(pruning, job))) return 'young'
  const { pending, dead } = await store.upkeep.undelivered(detachedJob, job.key)
  if (pending) return 'undelivered'
  if (dead) return 'dead_letter'
  for await (const inbox of inboxesOf(store, job)) if (!(await hasApplied(store, job, inbox))) return 'unapplied'
  return null
}

/**
 * By the step that ended it: a session that asked how it ended, and what an earlier prune let go, came after that. Where the journal has
 * that step no more, an earlier prune has judged the job already.
 */
async function hasEndedBefore({ store, cutoffMs }: Pruning, { key, revision, updatedAtMs }: Job): Promise<boolean> {
  if (updatedAtMs < cutoffMs) return true
  for (let last = revision; last > 0; last -= STEPS) {
    const steps = await store.journal(detachedJob, key, { afterRevision: Math.max(0, last - STEPS), limit: STEPS })
    const end = steps.find(({ effects }) => effects.some(({ type }) => type === 'TerminalCommitted'))
    if (end !== undefined) return end.atMs < cutoffMs
  }
  return true
}

const STEPS = 100

interface Inbox {
  readonly sessionId: string
  /** The job's number of the last that it was sent. */
  readonly last: number
}

/** Of the session that asked for it, and of those that subscribed. */
async function* inboxesOf(store: Store, { key, state }: Job): AsyncGenerator<Inbox> {
  yield { sessionId: state.originSessionId!, last: state.deliverySequence }
  let after: Place | null = null
  do {
    const page: Page<typeof subscription> = await store.find(subscription, {
      index: 'subscribers',
      equals: [key.realm, key.jobId],
      limit: SUBSCRIBERS,
      ...(after !== null && { after }),
    })
    for (const wish of page.found) yield { sessionId: wish.key.sessionId, last: wish.state.received }
    after = page.next
  } while (after !== null)
}

const SUBSCRIBERS = 100

/** What came to it before the last of one job stands before that one; what was only recorded does not stand there at all. */
async function hasApplied(store: Store, { key, state }: Job, { sessionId, last }: Inbox): Promise<boolean> {
  const inbox = { realm: key.realm, sessionId }
  const { appliedCursor, nextSequence } = (await store.load(runtimeDelivery, inbox)).state
  if (appliedCursor === nextSequence) return true
  for (let number = last; number > 0; number -= 1) {
    const found = await store.row(runtimeDelivery, inbox, 'deliveries', deliveryIdOf({ key, state }, number))
    if (found !== null) return Number(found.row['sequence']) <= appliedCursor
  }
  return true
}

/** As the router names it. */
function deliveryIdOf({ key, state }: Pick<Job, 'key' | 'state'>, deliverySequence: number): string {
  const { originSessionId, lineage } = state
  const effect = { type: 'TerminalCommitted', originSessionId, deliverySequence, lineage, kind: 'Succeeded', body: '' }
  return String((toInbox.inputOf(effect, key) as { readonly deliveryId?: unknown }).deliveryId)
}

const toInbox = jobRuntimeDelivery.routes.find(({ name }) => name === 'terminalToInbox')!

/** What was submitted has arguments, `null` at the least. */
function holdsWork({ state }: Job): boolean {
  return state.arguments !== ''
}

/** Answers with the revision that this led to. */
async function told(store: Store, { key }: Job, input: InputGiven<typeof detachedJob>): Promise<number> {
  const answer = await store.dispatch(detachedJob, key, input)
  if (!answer.ok) throw new Error(`job "${key.jobId}", which has ended, refused ${input.type}: ${answer.refusal.code}`)
  return answer.revision
}
