/** Prints what the journal says, as it happens, with the demo's own remarks between. */
import type { Clock, JournalEntry, Store } from '../index.js'
import { pulse } from '../pulse.js'

export interface Timeline {
  /** After everything that was committed before it. */
  remark(text: string): Promise<void>
  /** Resolves when everything that was committed is printed. */
  end(): Promise<readonly JournalEntry[]>
}

export function openTimeline(store: Store, clock: Clock, nameOf: (jobId: string) => string): Timeline {
  const began = clock.nowMs()
  const seen: JournalEntry[] = []
  const claims = new Map<unknown, number>()
  const print = (atMs: number, text: string): void => {
    process.stdout.write(`  ${((atMs - began) / 1_000).toFixed(2).padStart(6)} s  ${text}\n`)
  }
  const look = async (): Promise<void> => {
    for (;;) {
      const entries = await store.history({ afterEntry: seen.at(-1)?.entry ?? 0, limit: 100 })
      for (const entry of entries) {
        seen.push(entry)
        const text = textOf(entry, nameOf, claims)
        if (text !== null) print(entry.atMs, text)
      }
      if (entries.length === 0) return
    }
  }
  let looking: Promise<void> = Promise.resolve()
  const lookInTurn = (): Promise<void> => (looking = looking.then(look))
  const beat = pulse(lookInTurn, { everyMs: 100, onFailed: () => undefined })
  const forget = store.onChanged(() => beat.wake())
  beat.start()
  return {
    async remark(text) {
      const atMs = clock.nowMs()
      await lookInTurn()
      print(atMs, `-- ${text}`)
    },
    async end() {
      forget()
      await beat.stop()
      await lookInTurn()
      return seen
    },
  }
}

/** Null for what happens too often to be read. */
function textOf(
  { machine, key, transition, input, effects }: JournalEntry,
  nameOf: (jobId: string) => string,
  claims: Map<unknown, number>,
): string | null {
  switch (machine) {
    case 'DetachedJob': {
      if (transition === 'ClaimAttempt') claims.set(key['jobId'], (claims.get(key['jobId']) ?? 0) + 1)
      if (QUIET.has(transition)) return null
      const attempt = claims.has(key['jobId']) ? `attempt ${claims.get(key['jobId'])}` : ''
      const checkpoint = transition === 'RecordCheckpoint' ? String(input['checkpoint']) : ''
      return `${nameOf(String(key['jobId'])).padEnd(8)}${transition.padEnd(22)}${attempt}  ${checkpoint}`.trimEnd()
    }
    case 'RuntimeDelivery': {
      const place = effects[0]?.['sequence']
      return transition === 'CommitNew'
        ? `inbox   delivery ${String(place)} is in: ${String(input['kind'])} of ${nameOf(String(input['jobId']))}`
        : `inbox   delivery ${String(place)}: ${transition === 'ApplyNext' ? 'applied' : transition}`
    }
    case 'AwaitBinding':
      return `wait    ${transition} for ${nameOf(String(key['jobId']))}`
    default:
      return `session ${transition}`
  }
}

const QUIET = new Set(['RenewLease', 'ReportProgress', 'AnswerPending', 'AnswerEnded'])
