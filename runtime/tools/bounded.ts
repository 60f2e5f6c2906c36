/**
 * One call under its limits. Its answer is there when the work ends or a limit passes, whichever is first, and does not wait for work that
 * takes no notice. The clock judges, not the timer: what comes after a limit is late, however late the timer is.
 */
import type { Clock } from '../clock.js'
import { asked, json, naturalNumber } from '../request.js'
import type { ProgressAnswer, ToolProgress, ToolStop } from './toolset.js'

/** Resolves after that time or earlier, at once when the signal says so. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export interface Limits {
  readonly clock: Clock
  readonly pause: Pause
  /** When the call began, as `elapsedMs` counts. */
  readonly sinceMs: number
  readonly deadlineMs: number
  /** How long it may be silent; null: for as long as it has. */
  readonly inactivityMs: number | null
  readonly cancel: AbortSignal | null
  readonly shutdown: AbortSignal
  /** Hears what is accepted. */
  onProgress(report: ToolProgress): void
}

export type Ended<A> = { readonly how: 'answered'; readonly value: A } | { readonly how: ToolStop }

export interface Bounded<A> {
  /** Rejected where the work is, before a limit. */
  readonly answer: Promise<Ended<A>>
  /** The work has ended too, somehow; never rejects. */
  readonly joined: Promise<void>
}

export interface Held {
  readonly signal: AbortSignal
  progress(report: ToolProgress): ProgressAnswer
}

export function bounded<A>(work: (held: Held) => Promise<A>, limits: Limits): Bounded<A> {
  const { clock, pause, sinceMs, deadlineMs, inactivityMs, cancel, shutdown } = limits
  const stopping = new AbortController()
  const over = new AbortController()
  const heard = { atMs: sinceMs, sequence: -1 }

  /** The limit that passes first, as things stand. */
  const next = (): { readonly atMs: number; readonly stop: ToolStop } => {
    const end = { atMs: sinceMs + deadlineMs, stop: 'deadline_exceeded' } as const
    const silentAtMs = inactivityMs === null ? Infinity : heard.atMs + inactivityMs
    return silentAtMs < end.atMs ? { atMs: silentAtMs, stop: 'inactive' } : end
  }
  const passed = (): ToolStop | null => (clock.elapsedMs() >= next().atMs ? next().stop : null)
  const progress = (report: ToolProgress): ProgressAnswer => {
    const { sequence, value } = asked(report, { sequence: naturalNumber, value: json })
    if (over.signal.aborted || passed() !== null) return { accepted: false, why: 'ended' }
    if (sequence <= heard.sequence) return { accepted: false, why: 'not_newer' }
    heard.atMs = clock.elapsedMs()
    heard.sequence = sequence
    limits.onProgress({ sequence, value })
    return { accepted: true }
  }

  const stop = stopNow(cancel, shutdown) ?? passed()
  // It is not begun for nobody.
  if (stop !== null) return { answer: Promise.resolve({ how: stop }), joined: Promise.resolve() }

  const halt = (how: ToolStop): void => {
    if (over.signal.aborted) return
    over.abort()
    stopping.abort(how)
  }
  // Before the work, which may end its own call.
  cancel?.addEventListener('abort', () => halt('cancelled'), { signal: over.signal })
  shutdown.addEventListener('abort', () => halt('shutdown'), { signal: over.signal })
  const working = work({ signal: stopping.signal, progress })
  const watch = async (): Promise<void> => {
    for (let stop = passed(); !over.signal.aborted; stop = passed()) {
      if (stop !== null) halt(stop)
      else await pause(next().atMs - clock.elapsedMs(), over.signal)
    }
  }
  const finished = async (): Promise<Ended<A>> => {
    try {
      const value = await working
      const stop = passed()
      if (stop === null) return { how: 'answered', value }
      halt(stop)
      return { how: stop }
    } finally {
      over.abort()
    }
  }
  void watch()
  const answer = Promise.race([halted(stopping.signal), finished()])
  return { answer, joined: Promise.allSettled([working, answer]).then(() => undefined) }
}

/** Never resolves where nothing halts the call. */
function halted(signal: AbortSignal): Promise<{ readonly how: ToolStop }> {
  return new Promise((resolve) => {
    const answer = (): void => resolve({ how: signal.reason as ToolStop })
    if (signal.aborted) answer()
    else signal.addEventListener('abort', answer, { once: true })
  })
}

function stopNow(cancel: AbortSignal | null, shutdown: AbortSignal): ToolStop | null {
  if (shutdown.aborted) return 'shutdown'
  return cancel?.aborted === true ? 'cancelled' : null
}
