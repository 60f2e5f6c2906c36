/**
 * Sees to claims whose lease ran out. An outcome on record is cleared; one that nobody knows is quarantined; what was under way is taken
 * over, by who runs sessions and has room. One row that cannot be seen to keeps none of the others back.
 */
import { sessionExecution } from '../../generated/session-execution/index.js'
import { sessionTranscript } from '../../generated/session-transcript/index.js'
import type { Tell } from '../events.js'
import { faultPoint } from '../fault-point.js'
import { goesOn, type Stopping } from '../pulse.js'
import type { Instance, Place, Store } from '../store/types.js'
import type { Claimed } from './claims.js'

/** How often one pass did what. */
export interface SessionsRecovered {
  /** Claims whose outcome was known: the sessions are free. */
  readonly cleared: number
  /** Claims that only an operator may release. */
  readonly quarantined: number
  /** Executions that go on here. */
  readonly continued: number
  /** Rows, or whole looks, that could not be seen to; the next pass tries them again. */
  readonly failed: number
}

export interface SessionRecoveryParts {
  readonly store: Store
  readonly realm: string
  readonly owner: string
  readonly clock: { nowMs(): number }
  /** Whether there is room for one more. */
  readonly takes: () => boolean
  readonly onTaken: (granted: Extract<Claimed, { ok: true }>) => void
  readonly tell: Tell
}

type Expired = Instance<typeof sessionExecution>
type Counts = { -readonly [K in keyof SessionsRecovered]: number }

export function openSessionRecovery({ store, realm, owner, clock, takes, onTaken, tell }: SessionRecoveryParts): {
  pass(stopping?: Stopping): Promise<SessionsRecovered>
} {
  const places = new Map<string, Place>()

  /** The assistant as the session's own record has it: a claim that speaks of another is continued by nobody. */
  const assistantOf = async ({ key, state }: Expired): Promise<string | null> => {
    const record = (await store.load(sessionTranscript, key)).state
    if (record.phase === 'Open') return record.assistantId
    return state.stepEnded ? state.assistantId : null
  }

  const see = async (found: Expired, counts: Counts): Promise<void> => {
    const { key, state } = found
    const isUnderWay = UNDER_WAY.includes(state.phase)
    if (isUnderWay && !takes()) return
    const input = { type: 'RecoverClaim', execution: state.execution, owner, assistantId: await assistantOf(found) } as const
    const answer = await store.dispatch(sessionExecution, key, input)
    // A refusal: somebody else saw to it first, or its owner spoke after all.
    if (!answer.ok) return
    faultPoint('session.recovered')
    const { phase, execution } = answer.state
    if (phase === 'Idle') counts.cleared += 1
    else if (phase === 'Quarantined') {
      counts.quarantined += 1
      tell({ type: 'session_quarantined', sessionId: key.sessionId, execution })
    } else {
      counts.continued += 1
      onTaken({ ok: true, claim: { sessionId: key.sessionId, execution, owner }, session: answer.state })
    }
  }

  /** Answers whether the phase may hold more than was looked at. */
  const lookAt = async (phase: string, counts: Counts, stopping: Stopping): Promise<boolean> => {
    const after = places.get(phase)
    const page = await store.find(sessionExecution, {
      index: 'lease',
      equals: [realm, phase],
      atMost: clock.nowMs(),
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    if (page.next === null) places.delete(phase)
    else places.set(phase, page.next)
    for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
    for (const found of page.found) {
      if (stopping()) return false
      try {
        await see(found, counts)
      } catch (error) {
        counts.failed += 1
        tell({ type: 'pass_failed', what: 'session', of: found.key.sessionId, error })
      }
    }
    return page.next !== null
  }

  return {
    async pass(stopping = goesOn) {
      const counts: Counts = { cleared: 0, quarantined: 0, continued: 0, failed: 0 }
      for (const phase of PHASES) {
        try {
          for (let pages = 0; pages < PAGES_A_PASS; pages += 1) if (!(await lookAt(phase, counts, stopping))) break
        } catch (error) {
          counts.failed += 1
          tell({ type: 'pass_failed', what: 'session', of: phase, error })
        }
      }
      return counts
    },
  }
}

/** What needs no room first. */
const PHASES = ['Cancelled', 'Settled', 'Cancelling', 'Claimed', 'Running']
const UNDER_WAY = ['Claimed', 'Running']
const PAGE = 100
const PAGES_A_PASS = 10
