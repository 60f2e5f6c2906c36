/** Random ways through the runtime, one step at a time or several in one turn: SQLite and oracle answer alike, and keep every promise. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { detachedJob, storeLimits, type Runtime } from '../../runtime/index.js'
import { replayed } from '../fixtures/past.js'
import { LEASE_MS, REALM } from '../runtime/rig.js'
import { broken, undelivered } from './ledger.js'
import { LIMITS, openOracle, openSqlite, type Side, type Tamper } from './sides.js'
import { done, FIRST, SESSIONS, verbs, type Known, type Verb } from './verbs.js'

interface Pair {
  readonly sqlite: Known & { readonly side: Side }
  readonly oracle: Known & { readonly side: Side }
}

/** Job -> its fence and how it ended, as the answers so far say: fences move by claims alone, and an end is the last word. */
type Model = Map<string, { fence: number; end: string | null }>

type Command = fc.AsyncCommand<Model, Pair>

export function commands(maxCommands: number): fc.Arbitrary<Iterable<Command>> {
  return fc.commands(
    [
      ...times(
        12,
        verbs.map((verb) => doing([verb])),
      ),
      ...times(3, fc.array(verbs.filter(isOneStep), { minLength: 2, maxLength: 4 }).map(doing)),
      ...times(
        2,
        fc.constantFrom(50, 150, 500, LEASE_MS, -300).map((byMs) => onBoth(`advance ${byMs} ms`, async ({ clock }) => clock.advance(byMs))),
      ),
      fc.constant(onBoth('reopen', (side) => side.reopen())),
    ],
    { maxCommands, size: 'max' },
  )
}

/** One of them is taken as often as any other. */
function times<T>(count: number, one: T): readonly T[] {
  return Array.from({ length: count }, () => one)
}

/** What a service does in one decision: of several in one turn, the order is that in which they were asked for. */
function isOneStep({ verb }: Verb): boolean {
  return !['apply', 'project', 'recover', 'deliver', 'carry', 'look'].includes(verb)
}

function doing(all: readonly Verb[]): Command {
  return command(all.map((verb) => JSON.stringify(verb)).join(' with '), async (model, { sqlite, oracle }) => {
    const heldBefore = [...sqlite.attempts]
    const [told, expected] = await Promise.all(
      [sqlite, oracle].map((one) => Promise.all(all.map((verb) => done(one.side.runtime, one, verb)))),
    )
    expect(plain(told)).toEqual(plain(expected))
    for (const [n, verb] of all.entries()) {
      if (verb.verb === 'claim' && isOk(told![n])) model.set(told![n].attempt.jobId, { fence: told![n].attempt.fence, end: null })
      // Who shows another fence than the last claim's was refused, whatever the machine makes of it.
      const attempt = 'attempt' in verb && all.length === 1 ? heldBefore[verb.attempt % heldBefore.length] : undefined
      const shown = attempt === undefined ? 0 : attempt.fence + (verb.verb === 'forge' ? 1 : 0)
      if (attempt !== undefined && isOk(told![n])) expect([verb.verb, shown]).toEqual([verb.verb, model.get(attempt.jobId)?.fence])
    }
  })
}

function onBoth(name: string, work: (side: Side) => Promise<void>): Command {
  return command(name, async (_model, { sqlite, oracle }) => {
    for (const { side } of [sqlite, oracle]) await work(side)
  })
}

/** Afterwards the fence of each job is that of its last claim, and what ended has not changed. */
function command(name: string, run: (model: Model, pair: Pair) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, pair) {
      await run(model, pair)
      for (const jobId of pair.sqlite.receipts) {
        const { state, revision } = await pair.sqlite.side.runtime.store.load(detachedJob, { realm: REALM, jobId })
        expect(revision).toBeGreaterThan(0)
        const { fence, end } = model.get(jobId) ?? { fence: 0, end: null }
        expect([jobId, state.fence]).toEqual([jobId, fence])
        const now = detachedJob.terminal.includes(state.phase) ? `${state.phase} ${state.outcome}` : null
        if (end !== null) expect([jobId, now]).toEqual([jobId, end])
        model.set(jobId, { fence, end: now })
      }
    },
  }
}

export async function walk(commandsOf: Iterable<Command>, tamper?: Tamper): Promise<void> {
  const newKnown = (): Known => ({ receipts: [], attempts: [], handled: new Map() })
  const pair = { sqlite: { ...newKnown(), side: await openSqlite(tamper) }, oracle: { ...newKnown(), side: await openOracle() } }
  try {
    const model: Model = new Map()
    for (const verb of FIRST) await doing([verb]).run(model, pair)
    await fc.asyncModelRun(() => ({ model, real: pair }), commandsOf)
    for (const { side, ...known } of [pair.sqlite, pair.oracle])
      await settled(side.runtime, known, () => side.clock.advance(100 * LEASE_MS))
    const [history, expected] = await Promise.all(
      [pair.sqlite, pair.oracle].map(({ side }) => side.runtime.store.history({ limit: 10_000 })),
    )
    expect(history).toEqual(expected)
    expect([...broken(history!, pair.sqlite), ...undelivered(history!)]).toEqual([])
    const report = await replayed(pair.sqlite.side.runtime.store, storeLimits(LIMITS))
    expect(report).toMatchObject({ difference: null, problems: [] })
  } finally {
    await pair.sqlite.side.close()
    await pair.oracle.side.close()
  }
}

/**
 * Brings every job to its end and every message to its session: whatever is left on its way then is lost. `lapse` moves the clock beyond
 * every lease, however far it was stepped back before.
 */
export async function settled(runtime: Runtime, known: Known, lapse: () => void): Promise<void> {
  const { store, jobs, recovery, projector, sessions } = runtime
  for (const jobId of known.receipts) await jobs.cancel(jobId)
  lapse()
  await recovery.pass()
  for (const jobId of known.receipts) {
    // Its handle names no process, so nobody would find out that it is gone.
    const { state } = await store.load(detachedJob, { realm: REALM, jobId })
    const { fence } = state
    if (state.phase === 'LossObserved') await store.dispatch(detachedJob, { realm: REALM, jobId }, { type: 'RecordReaped', fence })
  }
  await recovery.pass()
  await projector.pass()
  for (const sessionId of SESSIONS) {
    const handled = known.handled.get(sessionId) ?? []
    known.handled.set(sessionId, handled)
    await sessions.apply(sessionId, ({ deliveryId }) => void handled.push(deliveryId))
  }
  for (const jobId of known.receipts) expect(await jobs.get(jobId)).toMatchObject({ ended: true })
  expect(await store.outbox.census({ limit: 100 })).toMatchObject({ pending: 0, dead: 0 })
}

function isOk(answer: unknown): answer is { readonly ok: true; readonly attempt: { readonly jobId: string; readonly fence: number } } {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true
}

/** Without what a refusal says for people: that is a kernel's own. */
function plain(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(answers, (field, value: unknown) => (field === 'detail' ? undefined : value)))
}
