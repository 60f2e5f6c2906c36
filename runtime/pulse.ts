/**
 * Runs a pass again and again: at once when woken, and at least every so often, so that a wake-up that was lost costs a moment and
 * never the work. Passes do not overlap.
 */

export interface Pulse {
  start(): void
  /** Runs a pass soon; while one runs, another follows it. */
  wake(): void
  /** Resolves when no pass runs any more. */
  stop(): Promise<void>
}

export interface PulseOptions {
  readonly everyMs: number
  /** A pass that failed has told nobody; the next one comes as usual. */
  readonly onFailed: (error: unknown) => void
}

/** A pass asks from step to step whether it is to end: whoever stops does not wait for all that was due. */
export type Stopping = () => boolean

export const goesOn: Stopping = () => false

export function pulse(pass: (stopping: Stopping) => Promise<void>, { everyMs, onFailed }: PulseOptions): Pulse {
  let beating = false
  let woken = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let running: Promise<void> | null = null

  const beat = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    woken = false
    running = pass(() => !beating)
      .catch(onFailed)
      .finally(() => {
        running = null
        if (beating) timer = setTimeout(beat, woken ? 0 : timerMs(everyMs))
      })
  }

  return {
    start() {
      if (beating) return
      beating = true
      // A pass of before it was stopped may still run.
      if (running === null) beat()
      else woken = true
    },
    wake() {
      woken = true
      if (!beating || running !== null) return
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(beat, 0)
    },
    async stop() {
      beating = false
      if (timer !== null) clearTimeout(timer)
      timer = null
      await running
    },
  }
}

/** Resolves after that time, or at once when the signal says so. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, timerMs(ms))
    signal?.addEventListener('abort', done)
  })
}

/** Milliseconds. A longer timer fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What a timer can count of it. */
export function timerMs(ms: number): number {
  return Math.min(Math.max(0, ms), LONGEST_TIMER_MS)
}
