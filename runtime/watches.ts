/** Looks that a host asked for: each is made at once and after every change that concerns it, until it is ended or has seen what it was for. */
import { listening } from './listening.js'
import { pulse } from './pulse.js'
import type { Committed, Store } from './store/types.js'

export interface Watches {
  /**
   * Begins a look at one subject, and answers with the way to end it; once they are closed, none begins. What this process commits wakes the
   * looks at its subject alone; what others commit wakes all.
   */
  begin(subject: string, look: (watch: Watching) => Promise<void>, onFailed: (error: unknown) => void): () => void
  /** Ends all, and resolves when none of them looks any more. */
  close(): Promise<void>
}

/** What a look has of its watch. */
export interface Watching {
  /** Somebody ended it, maybe in the middle of this look: nothing more is told. */
  readonly ended: boolean
  /** It has seen enough. */
  end(): void
  /**
   * Tells the host's listener. What that throws comes out here; what it promises is not waited for, and what it rejects goes to `onFailed`:
   * it ends neither the look nor the process.
   */
  tell(listener: () => unknown): void
}

interface Watch {
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** `subjectOf` says whom a step concerns; null: nobody who watches here. */
export function openWatches(store: Store, subjectOf: (committed: Committed) => string | null): Watches {
  const watching = new Map<string, Set<Watch>>()
  let forget: (() => void) | null = null
  let closed = false

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
      if (closed) return () => undefined
      let ended = false
      const end = (): void => void watch.stop()
      const seen: Watching = {
        get ended() {
          return ended
        },
        end,
        tell: (listener) => void Promise.resolve(listener()).catch(onFailed),
      }
      const beat = pulse(() => look(seen), { everyMs: LOOK_EVERY_MS, onFailed })
      const watch: Watch = {
        wake: () => beat.wake(),
        stop: () => {
          ended = true
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
      closed = true
      await Promise.all(everyOne().map(({ stop }) => stop()))
    },
  }
}

/** A lost wake-up costs at most this. */
const LOOK_EVERY_MS = 1_000
