/** Ends a runtime when its process is told to end, in three stages: it drains, it interrupts, it goes. */
import { constants } from 'node:os'
import type { Runtime } from './open.js'
import { asked, callable, durationOrNoneMs, listed, optional, readable, RequestError, type Field } from './request.js'
import { heard } from './store/notice.js'
import { judgedStop } from './worker.js'

export interface StopOnSignalsOptions {
  /** How long work that runs may go on after the first signal. Milliseconds, 0 to 2,147,483,647. Default 10,000. */
  readonly drainMs?: number
  /** How long work that was asked to stop may take for it. Milliseconds, as above. Default 5,000. */
  readonly graceMs?: number
  /** Default SIGTERM and SIGINT. */
  readonly signals?: readonly NodeJS.Signals[]
  /** Told of each stage as it begins. What it throws is an uncaught exception of the process, after the step. */
  readonly onStage?: (stage: StopStage, signal: NodeJS.Signals) => void
}

/**
 * `draining`: nothing more is taken, and what runs goes on, its leases kept. `interrupting`: what still runs is asked to stop at once.
 * `leaving`: the process exits, with 128 and the number of the signal.
 */
export type StopStage = 'draining' | 'interrupting' | 'leaving'

export interface StopOnSignals {
  /**
   * Resolves when the runtime is closed, after a signal: every attempt has ended, was handed back, or is left to its lease. The process is
   * not ended: work that heeds nothing may still run in it, and `process.exit()` is the host's to say. Rejected as `close` is.
   */
  readonly stopped: Promise<void>
  /** Heeds no signal any more. What has begun goes on. */
  forget(): void
}

/**
 * From now on the first signal closes the runtime, draining; the second cuts the drain short; the third exits. Throws `RequestError`.
 */
export function stopOnSignals(runtime: Pick<Runtime, 'close' | 'worker'>, options: StopOnSignalsOptions = {}): StopOnSignals {
  readable('runtime', () => {
    callable((runtime as Runtime | null | undefined)?.close, 'runtime.close')
    callable((runtime as Partial<Runtime>).worker?.stop, 'runtime.worker.stop')
  })
  asked(options, OPTIONS)
  const { onStage, drainMs: drain = DRAIN_MS, signals: given = ['SIGTERM', 'SIGINT'], ...grace } = options
  const { drainMs, graceMs } = judgedStop({ drainMs: drain, ...grace })
  // Said twice, one signal is still one.
  const signals = new Set(given)
  let signalled = 0
  let settle: (closed: Promise<void>) => void = () => undefined
  const stopped = new Promise<void>((resolve) => (settle = resolve))

  const hear = (signal: NodeJS.Signals): void => {
    signalled += 1
    const stage = signalled === 1 ? 'draining' : signalled === 2 ? 'interrupting' : 'leaving'
    heard(() => onStage?.(stage, signal))
    switch (stage) {
      case 'draining':
        return settle(runtime.close({ drainMs, graceMs }))
      case 'interrupting':
        // Whatever goes wrong, `close` says.
        return void runtime.worker.stop({ drainMs: 0, graceMs }).catch(() => undefined)
      case 'leaving':
        process.exit(128 + constants.signals[signal])
    }
  }
  for (const signal of signals) process.on(signal, hear)
  return {
    stopped,
    forget() {
      for (const signal of signals) process.off(signal, hear)
    },
  }
}

const DRAIN_MS = 10_000
const signalNames: Field<void> = (value, field) => {
  listed(value, field)
  for (const [n, name] of (value as readonly unknown[]).entries())
    if (typeof name !== 'string' || !Object.hasOwn(constants.signals, name) || DEAF.includes(name))
      throw new RequestError(`${field}.${n}`, 'is the name of no signal that a process can hear')
}
const DEAF = ['SIGKILL', 'SIGSTOP']
const OPTIONS = {
  drainMs: optional(durationOrNoneMs),
  graceMs: optional(durationOrNoneMs),
  signals: optional(signalNames),
  onStage: optional(callable),
} satisfies { readonly [K in keyof Required<StopOnSignalsOptions>]: unknown }
