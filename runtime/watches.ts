/** Looks that a host asked for: each is made at once and after every change of the file, until it is ended or has seen what it was for. */
import { pulse } from './pulse.js'
import type { Store } from './store/types.js'

export interface Watches {
  /** Begins one, and answers with the way to end it. `look` is handed the same way, for when it has seen enough. */
  begin(look: (end: () => void) => Promise<void>, onFailed: (error: unknown) => void): () => void
  /** Ends all, and resolves when none of them looks any more. */
  close(): Promise<void>
}

export function openWatches(store: Store): Watches {
  const stops = new Set<() => Promise<void>>()
  return {
    begin(look, onFailed) {
      const end = (): void => void stop()
      const beat = pulse(() => look(end), { everyMs: LOOK_EVERY_MS, onFailed })
      const forget = store.onChanged(() => beat.wake())
      const stop = (): Promise<void> => {
        forget()
        stops.delete(stop)
        return beat.stop()
      }
      stops.add(stop)
      beat.start()
      return end
    },
    async close() {
      await Promise.all([...stops].map((stop) => stop()))
    },
  }
}

/** A lost wake-up costs at most this. */
const LOOK_EVERY_MS = 1_000
