/** Carries messages from the outboxes to their receivers, and acknowledges them: any number of times, in the order of each source. */
import type { Tell } from './events.js'
import { faultPoint } from './fault-point.js'
import { listening } from './listening.js'
import { goesOn, pulse } from './pulse.js'
import type { Head, Place, Store } from './store/types.js'

/** Any number of processes may do it at once: a message that is carried twice is accepted once. */
export interface Projector {
  /** A pass now, after each change of the file, and every `pollMs`. */
  start(): void
  /** Resolves when no pass runs any more. */
  stop(): Promise<void>
  /** Carries until every outbox was seen empty or stuck. Rejected with `StoreError` where the outboxes cannot be looked at. */
  pass(): Promise<Projected>
}

/** How many messages one pass carried, and where to. */
export interface Projected {
  readonly delivered: number
  /** Refused for a reason that the route does not name, and put aside: `store.outbox.deadLetters`. */
  readonly dead: number
  /** Deliveries that failed and stay where they are; each is told as `pass_failed`, and tried again. */
  readonly failed: number
}

export function openProjector({
  store,
  everyMs,
  tell,
}: {
  readonly store: Store
  readonly everyMs: number
  readonly tell: Tell
}): Projector {
  const carry = async (head: Head): Promise<'delivered' | 'dead' | 'none'> => {
    faultPoint('project.found')
    let delivery = await store.outbox.deliver(head)
    while (delivery.outcome === 'partly') delivery = await store.outbox.deliver(head)
    switch (delivery.outcome) {
      case 'delivered':
        return (await store.outbox.acknowledge(delivery.receipt)) ? 'delivered' : 'none'
      case 'dead':
        tell({ type: 'dead_letter', route: head.route, source: `${head.source.machine} ${JSON.stringify(head.source.key)}` })
        return 'dead'
      case 'gone':
      case 'not_head':
        return 'none'
    }
  }

  const carriedOrTold = async (head: Head): Promise<'delivered' | 'dead' | 'none' | 'failed'> => {
    try {
      return await carry(head)
    } catch (error) {
      tell({ type: 'pass_failed', what: 'deliver', of: `${head.route} ${head.id}`, error })
      return 'failed'
    }
  }

  const pass = async (stopping = goesOn): Promise<Projected> => {
    const counts = { delivered: 0, dead: 0, failed: 0 }
    let after: Place | undefined
    // A round in which nothing moved ends the pass: what is left is stuck, and the next pass tries it.
    let moved = false
    for (;;) {
      const { heads, unreadable, next } = await store.outbox.heads({ limit: HEADS, ...(after === undefined ? {} : { after }) })
      for (const row of unreadable) tell({ type: 'unreadable', ...row })
      if (stopping()) return counts
      // Of different sources, so that none waits for another; and together, so that they share their commits.
      for (const end of await Promise.all(heads.map((head) => carriedOrTold(head)))) {
        if (end === 'none') continue
        counts[end] += 1
        if (end !== 'failed') moved = true
      }
      if (next === null && !moved) return counts
      if (next === null) moved = false
      after = next ?? undefined
    }
  }

  const beat = pulse(async (stopping) => void (await pass(stopping)), {
    everyMs,
    onFailed: (error) => tell({ type: 'pass_failed', what: 'deliver', of: 'outbox', error }),
  })
  const listen = (): (() => void) =>
    listening(store, {
      ours: ({ sent }) => {
        if (sent > 0) beat.wake()
      },
      others: () => beat.wake(),
    })
  let forget: (() => void) | null = null
  return {
    start() {
      forget ??= listen()
      beat.start()
    },
    async stop() {
      forget?.()
      forget = null
      await beat.stop()
    },
    pass: () => pass(),
  }
}

const HEADS = 64
