/** Takes sessions that are asked to run, and sees to those whose owner was lost: so many at a time, each in its own room. */
import { sessionExecution } from '../../generated/session-execution/index.js'
import type { Tell } from '../events.js'
import { listening } from '../listening.js'
import { goesOn, pause, pulse, type Stopping } from '../pulse.js'
import type { Place, Store } from '../store/types.js'
import type { Claimed, SessionClaim, SessionExecutions } from './claims.js'
import { openSessionRecovery, type SessionsRecovered } from './recovery.js'
import type { Turn } from './turn.js'

/** Starts and stops with the runtime. A process without a `sessionRunner` only clears and quarantines. */
export interface SessionDriver {
  start(): void
  /** Takes nothing more, asks what runs here to stop, and waits up to `graceMs`. What does not stop is left to its lease. */
  stop(options: { readonly graceMs: number }): Promise<void>
  /** One look for sessions that are asked to run; does not wait for their ends. */
  pass(): Promise<void>
  /** One bounded look over claims that ran out. Never rejects. */
  recover(): Promise<SessionsRecovered>
  /** Ids of the sessions that run here. */
  running(): readonly string[]
}

export interface DriverParts {
  readonly store: Store
  readonly realm: string
  readonly executions: SessionExecutions
  /** This incarnation of the process. */
  readonly owner: string
  readonly clock: { nowMs(): number }
  /** Null: nothing runs here. */
  readonly turns: { readonly concurrency: number; run(granted: Extract<Claimed, { ok: true }>): Turn } | null
  readonly pollMs: number
  readonly recoverEveryMs: number
  readonly tell: Tell
}

interface Running {
  readonly claim: SessionClaim
  readonly turn: Turn
}

export function openSessionDriver(parts: DriverParts): SessionDriver {
  const { store, realm, executions, owner, turns, tell } = parts
  /** Ordinary work and continuations have rooms of their own: neither takes the other's. */
  const rooms = { ordinary: new Set<Running>(), continued: new Set<Running>() }
  let taking = false
  let place: Place | null = null

  const run = (room: Set<Running>, granted: Extract<Claimed, { ok: true }>): void => {
    const running = { claim: granted.claim, turn: turns!.run(granted) }
    room.add(running)
    void running.turn.ended.then(() => {
      room.delete(running)
      claims.wake()
    })
  }
  const hasRoom = (room: Set<Running>): boolean => turns !== null && room.size < turns.concurrency

  const pass = async (stopping: Stopping = goesOn): Promise<void> => {
    for (let pages = 0; pages < PAGES_A_PASS && hasRoom(rooms.ordinary); pages += 1) {
      const page = await store.find(sessionExecution, {
        index: 'pending',
        equals: [realm, 'Idle', true],
        limit: PAGE,
        ...(place !== null && { after: place }),
      })
      for (const row of page.unreadable) tell({ type: 'unreadable', ...row })
      for (const { key } of page.found) {
        // Full before the page is through: it is looked at again.
        if (!hasRoom(rooms.ordinary) || stopping()) return
        try {
          const granted = await executions.claim({ sessionId: key.sessionId, owner })
          if (granted.ok) run(rooms.ordinary, granted)
        } catch (error) {
          tell({ type: 'pass_failed', what: 'session', of: key.sessionId, error })
        }
      }
      place = page.next
      if (place === null) return
    }
  }

  const recovery = openSessionRecovery({
    ...parts,
    takes: () => hasRoom(rooms.continued),
    onTaken: (granted) => run(rooms.continued, granted),
  })

  /** Another process, or another part of this one, asked for the end of what runs here. One that cannot be looked at keeps no other back. */
  const heed = async (): Promise<void> => {
    for (const { claim, turn } of Object.values(rooms).flatMap((room) => [...room])) {
      try {
        const { phase, execution } = await executions.execution(claim.sessionId)
        if (execution !== claim.execution) turn.stop('lost')
        else if (phase === 'Cancelling') turn.stop('cancelled')
      } catch (error) {
        tell({ type: 'pass_failed', what: 'session', of: claim.sessionId, error })
      }
    }
  }

  const onFailed = (error: unknown): void => tell({ type: 'pass_failed', what: 'session', of: realm, error })
  const claims = pulse((stopping) => pass(stopping), { everyMs: parts.pollMs, onFailed })
  const heeds = pulse(heed, { everyMs: parts.pollMs, onFailed })
  const recoveries = pulse(async (stopping) => void (await recovery.pass(stopping)), { everyMs: parts.recoverEveryMs, onFailed })
  let forget: (() => void) | null = null

  return {
    start() {
      if (taking) return
      taking = true
      recoveries.start()
      if (turns === null) return
      const wake = (): void => {
        claims.wake()
        heeds.wake()
      }
      forget ??= listening(store, {
        ours: ({ machine }) => {
          if (machine === sessionExecution.name) wake()
        },
        others: wake,
      })
      claims.start()
      heeds.start()
    },
    async stop({ graceMs }) {
      taking = false
      await claims.stop()
      await recoveries.stop()
      const all = Object.values(rooms).flatMap((room) => [...room].map(({ turn }) => turn))
      for (const turn of all) turn.stop('shutdown')
      const done = new AbortController()
      const ends = Promise.all(all.map(({ ended }) => ended)).finally(() => done.abort())
      await Promise.race([ends, pause(graceMs, done.signal)])
      done.abort()
      // What goes on here says no more of its session.
      for (const turn of all) turn.stop('lost')
      // Started again meanwhile.
      if (taking) return
      await heeds.stop()
      forget?.()
      forget = null
    },
    pass: () => pass(),
    recover: () => recovery.pass(),
    running: () => Object.values(rooms).flatMap((room) => [...room].map(({ claim }) => claim.sessionId)),
  }
}

const PAGE = 50
const PAGES_A_PASS = 4
