/** Looks that a host asked for: each is made at once and after every change that concerns it, until it is ended or has seen what it was for. */
import { listening } from './listening.js'
import { pulse } from './pulse.js'
import type { Committed, Store } from './store/types.js'

export interface Watches {
  /**
   * Begins a look at one subject, and answers with the way to end it. `look` is handed the same way, for when it has seen enough. What
   * this process commits wakes the looks at its subject alone; what others commit wakes all.
   */
  begin(subject: string, look: (end: () => void) => Promise<void>, onFailed: (error: unknown) => void): () => void
  /** Ends all, and resolves when none of them looks any more. */
  close(): Promise<void>
}

interface Watch {
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** `subjectOf` says whom a step concerns; null: nobody who watches here. */
export function openWatches(store: Store, subjectOf: (committed: Committed) => string | null): Watches {
  const watching = new Map<string, Set<Watch>>()
  let forget: (() => void) | null = null

  const everyOne = (): readonly Watch[] => [...watching.values()].flatMap((watches) => [...watches])
  const listen = (): (() => void) =>
    listening(store, {
      ours: (committed) => {
        const subject = subjectOf(committed)
        if (subject !== null) for (const { wake } of watching.get(subject) ?? []) wake()
      },
      others: () => {
        for (const { wake } of everyOne()) wake()
      },
    })
  const remove = (subject: string, watch: Watch): void => {
    const same = watching.get(subject)
    same?.delete(watch)
    if (same?.size === 0) watching.delete(subject)
    if (watching.size > 0) return
    forget?.()
    forget = null
  }

  return {
    begin(subject, look, onFailed) {
      const end = (): void => void watch.stop()
      const beat = pulse(() => look(end), { everyMs: LOOK_EVERY_MS, onFailed })
      const watch: Watch = {
        wake: () => beat.wake(),
        stop: () => {
          remove(subject, watch)
          return beat.stop()
        },
      }
      const same = watching.get(subject) ?? new Set()
      watching.set(subject, same.add(watch))
      forget ??= listen()
      beat.start()
      return end
    },
    async close() {
      await Promise.all(everyOne().map(({ stop }) => stop()))
    },
  }
}

/** A lost wake-up costs at most this. */
const LOOK_EVERY_MS = 1_000
