import { manualClock, type ManualClock } from '../../runtime/clock.js'
import type { Pause } from '../../runtime/tools/bounded.js'

/** Time that passes when the test says so, and the timers that are set in it. */
export interface Timeline {
  readonly clock: ManualClock
  readonly pause: Pause
  /** Lets time pass, from timer to timer, and what they wake run. */
  advance(ms: number): Promise<void>
  /** Timers that are set now. */
  readonly timers: number
}

export function timeline(): Timeline {
  const clock = manualClock(1_000_000)
  const set = new Set<{ readonly atMs: number; readonly wake: () => void }>()
  return {
    clock,
    pause: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const timer = {
          atMs: clock.elapsedMs() + ms,
          wake: () => {
            set.delete(timer)
            resolve()
          },
        }
        set.add(timer)
        signal.addEventListener('abort', timer.wake, { once: true })
      }),
    async advance(ms) {
      await settled()
      const untilMs = clock.elapsedMs() + ms
      for (;;) {
        const [next] = [...set].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
        if (next === undefined) break
        clock.advance(next.atMs - clock.elapsedMs())
        next.wake()
        await settled()
      }
      clock.advance(untilMs - clock.elapsedMs())
    },
    get timers() {
      return set.size
    },
  }
}

/** Everything that can go on without time passing has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The answer, if it is there by now. */
export async function now<A>(promise: Promise<A>): Promise<A | 'none yet'> {
  await settled()
  return Promise.race([promise, Promise.resolve('none yet' as const)])
}
