/** Being told of what changes in a file: step by step of what this process commits, and that there was something where others do. */
import type { Committed, Store } from './store/types.js'

/** Answers with the way to end it. */
export function listening(store: Store, told: { readonly ours: (committed: Committed) => void; readonly others: () => void }): () => void {
  const ends = [
    store.onCommitted(told.ours),
    store.onChanged((by) => {
      if (by === 'others') told.others()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
