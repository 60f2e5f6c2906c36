/**
 * One execution of one session in one process, from its claim to its clearing. A cancel is settled here and nowhere else: when the runner
 * has stopped, its tools have been joined and its finalizers have ended.
 */
import { sessionActivity } from '../../generated/session-activity/index.js'
import type { Clock } from '../clock.js'
import type { Tell } from '../events.js'
import type { Jobs } from '../jobs.js'
import { pause } from '../pulse.js'
import { callable, oneOf } from '../request.js'
import type { Sessions } from '../sessions.js'
import { StoreError } from '../store/errors.js'
import type { Store } from '../store/types.js'
import { SessionLost, type Claimed, type SessionExecutions, type SessionSaid } from './claims.js'
import { StepDeclined, type SessionContext, type SessionRunner, type SessionStop } from './runner.js'

export interface Turn {
  /** Resolves when nothing of the turn is left here; never rejects. */
  readonly ended: Promise<void>
  stop(reason: SessionStop): void
}

export interface TurnParts {
  readonly store: Store
  readonly realm: string
  readonly executions: SessionExecutions
  readonly inbox: Pick<Sessions, 'apply'>
  readonly jobs: Pick<Jobs, 'submit'>
  readonly runner: SessionRunner
  readonly clock: Clock
  readonly tell: Tell
}

type Granted = Extract<Claimed, { ok: true }>

interface RunningTool {
  readonly kind: 'fast' | 'streaming'
  readonly ended: Promise<void>
}

export function runTurn(parts: TurnParts, { claim, session }: Granted): Turn {
  const { executions, runner, tell } = parts
  const { sessionId, execution } = claim
  const stopping = new AbortController()
  const ended = new AbortController()
  const tools = new Set<RunningTool>()
  const finalizers: (() => Promise<void>)[] = []
  /** Steps and finalizers on their way to the record. */
  const beginning = new Set<Promise<unknown>>()
  const now: { lost: boolean; over: boolean; open: string | null } = {
    lost: false,
    over: false,
    open: session.stepEnded ? null : session.assistantId,
  }

  const failed = (error: unknown): void => tell({ type: 'session_failed', sessionId, execution, error })
  const stop = (reason: SessionStop): void => {
    if (reason === 'lost') now.lost = true
    if (!stopping.signal.aborted) stopping.abort(reason)
  }
  /** Says a word of the owner; what it answers also tells whether the turn goes on. */
  const say = async (word: (given: typeof claim) => Promise<SessionSaid>): Promise<SessionSaid> => {
    if (now.lost) throw new SessionLost('left')
    const said = await word(claim)
    if (!said.ok && GONE.has(said.refusal.code)) stop('lost')
    if (said.ok && said.session.phase === 'Cancelling') stop('cancelled')
    return said
  }
  const must = async (word: (given: typeof claim) => Promise<SessionSaid>): Promise<Extract<SessionSaid, { ok: true }>> => {
    const said = await say(word)
    if (!said.ok) throw new SessionLost(said.refusal.code)
    return said
  }
  const owned = async <A>(effect: () => Promise<A> | A): Promise<A> => {
    if (now.over) throw new SessionLost('over')
    return executions.owned(claim, effect)
  }

  /** Not waited for by the runner, it is still seen before the turn is over: what the record has and nobody here knows of would never end. */
  const begun = async <A>(begin: () => Promise<A>): Promise<A> => {
    if (now.over) throw new SessionLost('over')
    const begins = begin()
    const seen = begins.catch(() => undefined)
    beginning.add(seen)
    try {
      return await begins
    } finally {
      beginning.delete(seen)
    }
  }
  const openStep = async (): Promise<string> => {
    now.open ??= (await must(executions.startStep)).session.assistantId!
    return now.open
  }

  const step: SessionContext['step'] = async (work) => {
    const assistantId = await begun(openStep)
    try {
      const result = await work(assistantId)
      await must(executions.completeStep)
      now.open = null
      return result
    } catch (error) {
      // What is interrupted is not failed as well: the settlement writes how it ended.
      if (!stopping.signal.aborted && now.open !== null) {
        await say(error instanceof StepDeclined ? executions.declineStep : executions.failStep)
        now.open = null
      }
      throw error
    }
  }

  const show = async (): Promise<void> => {
    const doing =
      tools.size === 0 ? 'CallingProvider' : [...tools].some(({ kind }) => kind === 'streaming') ? 'StreamingTool' : 'ExecutingFastTool'
    await parts.store
      .dispatch(sessionActivity, { realm: parts.realm, sessionId }, { type: 'Note', execution, doing })
      // It is a picture, and nothing depends on it.
      .catch((error: unknown) => tell({ type: 'pass_failed', what: 'session', of: sessionId, error }))
  }
  const tool: SessionContext['tool'] = async (kind, work) => {
    oneOf('fast', 'streaming')(kind, 'kind')
    const done = owned(() => work(stopping.signal))
    // It runs no longer than its work: whoever waits for it does not wait until that is shown.
    const running: RunningTool = { kind, ended: done.catch(() => undefined).then(() => void tools.delete(running)) }
    tools.add(running)
    await show()
    try {
      return await done
    } finally {
      if (!now.over) await show()
    }
  }

  const context: SessionContext = {
    sessionId,
    execution,
    lineage: session.intentId!,
    continues: session.continues === 0 ? null : session.continues,
    assistantId: now.open,
    stepEnded: session.stepEnded,
    signal: stopping.signal,
    owned: (effect) => unheard(owned(effect)),
    step: (work) => unheard(step(work)),
    tool: (kind, work) => unheard(tool(kind, work)),
    finalizer: (work) =>
      unheard(
        begun(async () => {
          callable(work, 'work')
          await must(executions.beginFinalizer)
          finalizers.push(work)
        }),
      ),
    apply: (handler) => unheard(parts.inbox.apply(sessionId, (delivery) => owned(() => handler(delivery)))),
    submit: (request, cause) => unheard(parts.jobs.submit({ ...request, sessionId, lineage: cause?.lineage ?? session.intentId! })),
  }

  const finalize = async (): Promise<void> => {
    for (const finalizer of finalizers.toReversed()) {
      try {
        await finalizer()
      } catch (error) {
        failed(error)
      }
      try {
        if (!now.lost) await insist(() => say(executions.endFinalizer))
      } catch (error) {
        // Then nothing is settled here, and the lease says when somebody else sees to it; the other finalizers run all the same.
        failed(error)
      }
    }
  }
  const isCancelling = async (): Promise<boolean> => (await executions.execution(sessionId)).phase === 'Cancelling'

  const live = async (): Promise<void> => {
    if (session.phase === 'Cancelling') stop('cancelled')
    let threw = false
    try {
      await runner.run(context)
    } catch (error) {
      threw = true
      if (!stopping.signal.aborted && !(error instanceof StepDeclined)) failed(error)
    }
    while (tools.size + beginning.size > 0) await Promise.all([...[...tools].map(({ ended }) => ended), ...beginning])
    now.over = true
    let joined = !now.lost && (await isCancelling())
    if (joined) await insist(() => say(executions.joinRunner))
    await finalize()
    if (now.lost) return
    // Stopped halfway by the end of this process: whoever comes next goes on with it. A cancel may yet have been quicker.
    if (!joined && stopping.signal.reason === 'shutdown' && (threw || now.open !== null)) {
      if ((await insist(() => say(executions.handBack))).ok || now.lost || !(await isCancelling())) return
      joined = true
      await insist(() => say(executions.joinRunner))
    }
    // A turn that left its step open and was not interrupted has failed it.
    if (!joined && now.open !== null) await insist(() => say(executions.failStep))
    if (!joined) {
      const finished = await insist(() => say(executions.finish))
      joined = !finished.ok && (await isCancelling())
      if (joined) await insist(() => say(executions.joinRunner))
    }
    if (joined) await insist(() => say(executions.settle))
    if (!now.lost) await insist(() => say(executions.clear))
  }

  void keepClaim(parts, {
    sessionId,
    signal: ended.signal,
    renew: () => say(executions.renew),
    leaseExpiresAtMs: session.leaseExpiresAtMs,
    onLost: () => stop('lost'),
  })
  return {
    stop,
    ended: live()
      .catch(failed)
      .finally(() => ended.abort()),
  }
}

/** Refusals that mean: the session is another's now, or nobody's. */
const GONE = new Set(['stale_execution', 'stale_owner', 'lease_expired'])

/** Who does not wait for it must not end the process when it is refused. */
function unheard<A>(said: Promise<A>): Promise<A> {
  said.catch(() => undefined)
  return said
}

/** Says it again while the store is only busy. */
async function insist(say: () => Promise<SessionSaid>): Promise<SessionSaid> {
  for (;;) {
    try {
      return await say()
    } catch (error) {
      if (!(error instanceof StoreError) || (error.code !== 'busy' && error.code !== 'io')) throw error
      await pause(100)
    }
  }
}

interface Keeping {
  readonly sessionId: string
  readonly signal: AbortSignal
  readonly renew: () => Promise<SessionSaid>
  /** As it was granted. */
  readonly leaseExpiresAtMs: number
  readonly onLost: () => void
}

/** Keeps the claim while the turn lives; where the store does not answer, the lease that was heard of last says whether it does. */
async function keepClaim({ clock, tell }: TurnParts, { sessionId, signal, renew, onLost, ...granted }: Keeping): Promise<void> {
  let { leaseExpiresAtMs } = granted
  for (;;) {
    // A third of what is left, so that two renewals may fail.
    await pause(Math.max(1, (leaseExpiresAtMs - clock.nowMs()) / 3), signal)
    if (signal.aborted) return
    try {
      const said = await renew()
      if (signal.aborted) return
      if (!said.ok && GONE.has(said.refusal.code)) return onLost()
      if (said.ok) leaseExpiresAtMs = said.session.leaseExpiresAtMs
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof SessionLost || clock.nowMs() >= leaseExpiresAtMs) return onLost()
      tell({ type: 'pass_failed', what: 'renew', of: sessionId, error })
    }
  }
}
