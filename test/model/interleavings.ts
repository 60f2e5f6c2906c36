/**
 * Callers that do not wait for each other: each verb of the store begins and answers when the scheduler says so, in any order that
 * could be. What is left behind keeps every promise, and the specs decide it so again.
 */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Attempt, Runtime, Store } from '../../runtime/index.js'
import { openRuntime, storeLimits } from '../../runtime/index.js'
import { replayed } from '../fixtures/past.js'
import { DECLARED, LEASE_MS, REALM, submission } from '../runtime/rig.js'
import { settled } from './commands.js'
import { broken, undelivered } from './ledger.js'
import { LIMITS, openSqliteInMemory, type Side, type Tamper } from './sides.js'
import { done, FIRST, SESSIONS, type Known } from './verbs.js'

/** Who is at work at once, each in its own time, and when it begins. */
export type Caller = { readonly afterTurns: number } & (
  | { readonly does: 'submit'; readonly lineage: number }
  | { readonly does: 'work'; readonly job: number; readonly holder: string; readonly ends: 'complete' | 'fail' | 'lose' }
  | { readonly does: 'cancel' | 'await'; readonly job: number }
  | { readonly does: 'recover' | 'project' | 'lapse' }
  | { readonly does: 'apply'; readonly session: string }
)

const afterTurns = fc.nat({ max: 25 })
const job = fc.nat({ max: 3 })

const caller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ afterTurns, does: fc.constant('submit' as const), lineage: fc.nat({ max: 5 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      afterTurns,
      does: fc.constant('work' as const),
      job,
      holder: fc.constantFrom('one', 'other', 'third'),
      ends: fc.constantFrom('complete' as const, 'fail' as const, 'lose' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ afterTurns, does: fc.constantFrom('cancel' as const, 'await' as const), job }) },
  { weight: 7, arbitrary: fc.record({ afterTurns, does: fc.constantFrom('recover' as const, 'project' as const, 'lapse' as const) }) },
  { weight: 2, arbitrary: fc.record({ afterTurns, does: fc.constant('apply' as const), session: fc.constantFrom(...SESSIONS) }) },
)

/** Of these callers alone, each way in which they may get their turns. */
export const ordersOf = (...callers: Caller[]): fc.Arbitrary<[fc.Scheduler, Caller[]]> =>
  fc.tuple(fc.scheduler(), fc.shuffledSubarray(callers, { minLength: callers.length }))

export const interleavings = (most: number): fc.Arbitrary<[fc.Scheduler, Caller[]]> =>
  fc.tuple(fc.scheduler(), fc.array(caller, { minLength: 3, maxLength: most, size: 'max' }))

export async function together([scheduler, callers]: [fc.Scheduler, Caller[]], tamper?: Tamper): Promise<void> {
  const side = await openSqliteInMemory(tamper)
  try {
    const known: Known = { receipts: [], attempts: [], handled: new Map() }
    for (const verb of FIRST.filter((one) => one.verb === 'submit')) await done(side.runtime, known, verb)
    const { store, oneByOne } = scheduled(side.runtime.store, scheduler)
    const runtime = await openRuntime({ realm: REALM, store, ephemeral: true, runners: DECLARED, clock: side.clock })
    const all = Promise.all(callers.map((one) => act(runtime, { side, scheduler }, known, one)))
    await scheduler.waitFor(all, oneByOne)
    await scheduler.waitFor(runtime.close({ graceMs: 0 }), oneByOne)
    await settled(side.runtime, known, () => side.clock.advance(100 * LEASE_MS))
    const history = await side.runtime.store.history({ limit: 10_000 })
    expect([...broken(history, known), ...undelivered(history)]).toEqual([])
    expect(await replayed(side.runtime.store, storeLimits(LIMITS))).toMatchObject({ difference: null, problems: [] })
  } finally {
    await side.close()
  }
}

interface Scheduled {
  readonly store: Store
  /** Lets one go on, and waits for what it asked of the store: the file's own time decides nothing. */
  readonly oneByOne: (release: () => Promise<void>) => Promise<void>
}

/** The verbs of the store, each between two moments that the scheduler chooses. */
function scheduled(store: Store, scheduler: fc.Scheduler): Scheduled {
  const asked = new Set<Promise<unknown>>()
  const between = <A extends readonly unknown[], T>(name: string, verb: (...given: A) => Promise<T>) => {
    return async (...given: A): Promise<T> => {
      await scheduler.schedule(Promise.resolve(), `${name} begins`)
      const answer = verb(...given)
      const ended: Promise<unknown> = answer.then(
        () => asked.delete(ended),
        () => asked.delete(ended),
      )
      asked.add(ended)
      await ended
      await scheduler.schedule(Promise.resolve(), `${name} answers`)
      return answer
    }
  }
  const oneByOne: Scheduled['oneByOne'] = async (release) => {
    await release()
    do {
      await new Promise((resolve) => setImmediate(resolve))
      await Promise.all(asked)
    } while (asked.size > 0)
  }
  const { heads, deliver, acknowledge } = store.outbox
  const one: Store = {
    ...store,
    dispatch: between('dispatch', store.dispatch) as Store['dispatch'],
    load: between('load', store.load) as Store['load'],
    find: between('find', store.find) as Store['find'],
    rows: between('rows', store.rows) as Store['rows'],
    outbox: {
      ...store.outbox,
      heads: between('heads', heads),
      deliver: between('deliver', deliver),
      acknowledge: between('acknowledge', acknowledge),
    },
  }
  return { store: one, oneByOne }
}

async function act(
  runtime: Runtime,
  { side, scheduler }: { readonly side: Side; readonly scheduler: fc.Scheduler },
  known: Known,
  caller: Caller,
): Promise<void> {
  const { jobs, recovery, projector, sessions } = runtime
  for (let turns = 0; turns < caller.afterTurns; turns += 1) await scheduler.schedule(Promise.resolve(), 'time goes by')
  switch (caller.does) {
    case 'submit': {
      const { jobId } = await jobs.submit(submission({ sessionId: SESSIONS[caller.lineage % 2]!, lineage: String(caller.lineage) }))
      if (!known.receipts.includes(jobId)) known.receipts.push(jobId)
      return
    }
    case 'work':
      return worked(runtime, known.receipts[caller.job]!, caller)
    case 'cancel':
      return void (await jobs.cancel(known.receipts[caller.job]!))
    case 'await':
      return void (await runtime.await.awaitJob(SESSIONS[0], known.receipts[caller.job]!))
    case 'recover':
      return void (await recovery.pass())
    case 'project':
      return void (await projector.pass())
    case 'lapse':
      return side.clock.advance(LEASE_MS)
    case 'apply': {
      const handled = known.handled.get(caller.session) ?? []
      known.handled.set(caller.session, handled)
      return void (await sessions.apply(caller.session, ({ deliveryId }) => void handled.push(deliveryId)))
    }
  }
}

/** All its words, whatever it hears: what comes too late is refused, and changes nothing. */
async function worked({ attempts }: Runtime, jobId: string, { holder, ends }: Caller & { readonly does: 'work' }): Promise<void> {
  const granted = await attempts.claim({ jobId, holder, workerId: 'worker', leaseMs: LEASE_MS })
  if (!granted.ok) return
  const attempt: Attempt = granted.attempt
  await Promise.all([
    attempts.progress({ ...attempt, cursor: 1, progress: holder }),
    attempts.notify({ ...attempt, key: 'seen', body: holder }),
    attempts.renew({ ...attempt, leaseMs: LEASE_MS }),
  ])
  await attempts.checkpoint({ ...attempt, cursor: 2, checkpoint: holder })
  if (ends === 'complete') await attempts.complete({ ...attempt, result: holder })
  if (ends === 'fail') await attempts.fail({ ...attempt, reason: holder, retryable: true })
  await attempts.acknowledgeCancel(attempt)
}
