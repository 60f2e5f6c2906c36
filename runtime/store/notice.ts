/** Tells listeners that the file has changed: at once after own commits, and by looking at `data_version` for other processes'. */
import type { Connection } from './connection.js'
import { isBusy } from './connection.js'
import type { ChangedBy } from './types.js'
import type { Whereabouts } from './whereabouts.js'

export interface Notice {
  listen(listener: (by: ChangedBy) => void): () => void
  /** This store committed something. */
  changed(): void
  close(): void
}

export function changeNotice({ db }: Pick<Connection, 'db'>, whereabouts: Pick<Whereabouts, 'assertThereLately'>, everyMs: number): Notice {
  const dataVersion = db.prepare('PRAGMA data_version').pluck()
  const listeners = new Set<(by: ChangedBy) => void>()
  let seen = dataVersion.get()
  let isFailing = false

  const tell = (by: ChangedBy): void => {
    for (const listener of listeners) heard(() => listener(by))
  }
  const look = (): void => {
    if (listeners.size === 0) return
    try {
      whereabouts.assertThereLately()
      const held = dataVersion.get()
      if (held === seen && !isFailing) return
      seen = held
      isFailing = false
    } catch (error) {
      // The file was locked for a moment: the next look sees what this one missed. Of what lasts they are told once, and hear what it is by looking.
      if (isBusy(error) || isFailing) return
      isFailing = true
    }
    tell('others')
  }
  const timer = setInterval(look, everyMs)
  // Looking keeps no process alive.
  timer.unref()

  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed: () => tell('us'),
    close: () => clearInterval(timer),
  }
}

/** A listener that throws is a bug of its owner, which must neither undo what was committed nor stay unseen. */
export function heard(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    setImmediate(() => {
      throw error
    })
  }
}
