/** What somebody may do with a runtime, as data: generated, printed when a run fails, and done on any runtime. */
import * as fc from 'fast-check'
import { attemptIdOf, type Attempt, type RestartClass, type Runtime } from '../../runtime/index.js'
import { CLASSES, LEASE_MS, submission } from '../runtime/rig.js'

export const SESSIONS = ['alice', 'bob'] as const
export const HOLDERS = ['one', 'other'] as const

/** What has happened so far, as far as one must know it to go on: who has a receipt, and who holds what. */
export interface Known {
  readonly receipts: string[]
  readonly attempts: Attempt[]
  /** Session -> deliveries that were handled and marked. */
  readonly handled: Map<string, string[]>
}

export type Verb =
  | { readonly verb: 'submit'; readonly session: string; readonly lineage: number; readonly runner: RestartClass; readonly dueInMs: number }
  | { readonly verb: 'claim'; readonly job: number; readonly holder: string }
  | { readonly verb: 'adopt'; readonly attempt: number; readonly holder: string }
  | { readonly verb: Word; readonly attempt: number; readonly number: number }
  /** A word that claims to be of the next attempt: refused, but where its holder was granted that one too. */
  | { readonly verb: 'forge'; readonly attempt: number }
  | { readonly verb: 'cancel' | 'look'; readonly job: number }
  | { readonly verb: 'await' | 'abandon'; readonly job: number; readonly session: string }
  | { readonly verb: 'apply'; readonly session: string; readonly failing: boolean }
  | { readonly verb: 'project' | 'recover' | 'deliver' | 'carry' }

type Word = keyof typeof WORDS
/** How often each is said. */
const WORDS = {
  renew: 2,
  progress: 3,
  checkpoint: 3,
  notify: 4,
  handle: 1,
  exit: 1,
  waitExternally: 2,
  resume: 2,
  complete: 1,
  failRetryable: 3,
  failForGood: 1,
  acknowledgeCancel: 2,
  release: 1,
}
const words = fc.oneof(...Object.entries(WORDS).map(([word, weight]) => ({ weight, arbitrary: fc.constant(word as Word) })))

const nth = fc.nat({ max: 5 })
const session = fc.constantFrom(...SESSIONS)
const holder = fc.constantFrom(...HOLDERS)
const runner = fc.constantFrom(...CLASSES)
const lineage = fc.nat({ max: 2 })

export const verbs: fc.Arbitrary<Verb> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant('submit' as const), session, lineage, runner, dueInMs: fc.constantFrom(0, 0, 500) }),
  },
  { weight: 6, arbitrary: fc.record({ verb: fc.constant('claim' as const), job: nth, holder }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('adopt' as const), attempt: nth, holder }) },
  { weight: 18, arbitrary: fc.record({ verb: words, attempt: nth, number: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('forge' as const), attempt: nth }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constantFrom('cancel' as const, 'look' as const), job: nth }) },
  { weight: 3, arbitrary: fc.record({ verb: fc.constantFrom('await' as const, 'abandon' as const), job: nth, session }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('apply' as const), session, failing: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ verb: fc.constantFrom('project' as const, 'recover' as const, 'deliver' as const, 'carry' as const) }),
  },
)

/** What every run begins with: jobs of each restart class, held by somebody. */
export const FIRST: readonly Verb[] = CLASSES.flatMap((runner, n) => [
  { verb: 'submit', session: SESSIONS[n % 2]!, lineage: n, runner, dueInMs: 0 },
  { verb: 'claim', job: n, holder: HOLDERS[n % 2]! },
])

/** Answers what the runtime said, `null` where there was nobody to say it to. What it learns goes to `known`. */
export async function done(runtime: Runtime, known: Known, verb: Verb): Promise<unknown> {
  const { jobs, attempts, store } = runtime
  switch (verb.verb) {
    case 'submit': {
      const { session: sessionId, lineage, runner: name, dueInMs } = verb
      const dueAtMs = dueInMs === 0 ? 0 : dueInMs + 1_000_000
      const { awaitable: _, ...receipt } = await jobs.submit(submission({ sessionId, lineage: String(lineage), runner: name, dueAtMs }))
      if (!known.receipts.includes(receipt.jobId)) known.receipts.push(receipt.jobId)
      return receipt
    }
    case 'claim': {
      const jobId = at(known.receipts, verb.job)
      if (jobId === null) return null
      const granted = await attempts.claim({ jobId, holder: verb.holder, workerId: 'worker', leaseMs: LEASE_MS })
      if (granted.ok) known.attempts.push(granted.attempt)
      return granted
    }
    case 'adopt': {
      const attempt = at(known.attempts, verb.attempt)
      if (attempt === null) return null
      const granted = await attempts.adopt({
        jobId: attempt.jobId,
        fence: attempt.fence,
        holder: verb.holder,
        workerId: 'w',
        leaseMs: LEASE_MS,
      })
      if (granted.ok) known.attempts.push(granted.attempt)
      return granted
    }
    case 'forge': {
      const attempt = at(known.attempts, verb.attempt)
      if (attempt === null) return null
      const fence = attempt.fence + 1
      return attempts.complete({ ...attempt, fence, attemptId: attemptIdOf(attempt.jobId, fence), result: 'forged' })
    }
    case 'cancel':
    case 'look': {
      const jobId = at(known.receipts, verb.job)
      if (jobId === null) return null
      return verb.verb === 'cancel' ? jobs.cancel(jobId) : [await jobs.get(jobId), await jobs.result(jobId)]
    }
    case 'await':
    case 'abandon': {
      const jobId = at(known.receipts, verb.job)
      if (jobId === null) return null
      return verb.verb === 'await' ? runtime.await.awaitJob(verb.session, jobId) : runtime.await.abandon(verb.session, jobId)
    }
    case 'apply':
      return applied(runtime, known, verb.session, verb.failing)
    case 'project':
      return runtime.projector.pass()
    case 'recover':
      return runtime.recovery.pass()
    case 'deliver':
    case 'carry': {
      const [head] = (await store.outbox.heads({ limit: 1 })).heads
      if (head === undefined) return null
      const delivery = await store.outbox.deliver(head)
      if (verb.verb === 'carry' && delivery.outcome === 'delivered') return [head, await store.outbox.acknowledge(delivery.receipt)]
      return [head, delivery]
    }
    default: {
      const attempt = at(known.attempts, verb.attempt)
      return attempt === null ? null : said(runtime, attempt, verb.verb, verb.number)
    }
  }

  function said({ attempts: to }: Runtime, attempt: Attempt, word: Word, number: number): Promise<unknown> {
    switch (word) {
      case 'renew':
        return to.renew({ ...attempt, leaseMs: LEASE_MS })
      case 'progress':
        return to.progress({ ...attempt, cursor: number, progress: { number } })
      case 'checkpoint':
        return to.checkpoint({ ...attempt, cursor: number, checkpoint: { number } })
      case 'notify':
        return to.notify({ ...attempt, key: `key-${number}`, body: number })
      case 'handle':
        return to.handle({ ...attempt, handle: `handle-${number}` })
      case 'complete':
        return to.complete({ ...attempt, result: number })
      case 'failRetryable':
      case 'failForGood':
        return to.fail({ ...attempt, reason: number, retryable: word === 'failRetryable' })
      default:
        return to[word](attempt)
    }
  }
}

/** A handler that fails at its second delivery leaves that one where it is. */
async function applied(runtime: Runtime, known: Known, sessionId: string, failing: boolean): Promise<unknown> {
  const handled = known.handled.get(sessionId) ?? []
  known.handled.set(sessionId, handled)
  const seen: string[] = []
  try {
    return await runtime.sessions.apply(sessionId, ({ deliveryId }) => {
      if (failing && seen.length === 1) throw new Error('the host had no time')
      seen.push(deliveryId)
      handled.push(deliveryId)
    })
  } catch (error) {
    return String(error)
  }
}

function at<T>(list: readonly T[], n: number): T | null {
  return list.length === 0 ? null : list[n % list.length]!
}
