/**
 * Lets go of what is old: walks the journal from its oldest step up to the cutoff, and judges each instance of which steps stand there.
 * What is done to it ends with its journal's cut, so that the next walk does not meet it: the cost follows what is old and still there,
 * never the stubs that stay. Cut short at any place, the next walk goes on.
 */
import { detachedJob } from '../../generated/detached-job/index.js'
import type { AnyMachine } from '../../generated/machine.js'
import { runtimeDelivery } from '../../generated/runtime-delivery/index.js'
import { ArtifactError } from '../artifact-bytes.js'
import type { Artifacts } from '../artifacts.js'
import type { Clock } from '../clock.js'
import { faultPoint } from '../fault-point.js'
import { JOB_MACHINES } from '../realm-store.js'
import { asked, flag, naturalNumber, numberFrom, optional, RequestError, text, type Field } from '../request.js'
import { StoreError } from '../store/errors.js'
import type { Store } from '../store/types.js'
import type { StepPlace } from '../store/upkeep.js'
import { pruneJournal } from './old-steps.js'
import { pruneInbox } from './prune-inbox.js'
import { pruneJob } from './prune-job.js'
import type { Counts, KeptReason, Outcome, Pruning, Subject } from './pruning.js'

export interface PruneRequest {
  /** How old something must be to go, in milliseconds: a job since its end, a delivery since it was applied, a step since it was taken. */
  readonly olderThanMs: number
  /** Counts what would be done, and writes nothing. Default false. */
  readonly preview?: boolean
  /** Steps of the journal that one pass looks at, from 1 to 10,000; 500 where it is not said. Of one inbox it lets go as many bodies. */
  readonly limit?: number
  /** `next` of the pass before. */
  readonly after?: string
}

/** What one pass did, or in a preview would do. */
export interface Pruned extends Counts {
  /** Artifacts whose bytes were removed: that is done at the end of the walk, and in no preview. */
  readonly discarded: number
  /** What was looked at and stays, and why; five examples of each. */
  readonly kept: readonly { readonly reason: KeptReason; readonly count: number; readonly examples: readonly string[] }[]
  /** What to give as `after`, to the same request, for the next pass; null: all that is old was looked at. */
  readonly next: string | null
}

export interface PruneParts {
  readonly store: Store
  readonly realm: string
  readonly artifacts: Artifacts
  readonly clock: Clock
}

export async function prune({ store, realm, artifacts, clock }: PruneParts, request: PruneRequest): Promise<Pruned> {
  const { olderThanMs, preview, limit, after } = asked(request, {
    olderThanMs: naturalNumber,
    preview: optional(flag),
    limit: optional(numberFrom(1, 10_000)),
    after: optional(place),
  })
  const most = limit ?? LIMIT
  const pruning = { store, cutoffMs: clock.nowMs() - olderThanMs, preview: preview === true, mostBodies: most }
  const page = await store.upkeep.steps({ afterEntry: after ?? 0, limit: most })
  const old = page.filter(({ atMs }) => atMs < pruning.cutoffMs)
  const tally = emptyTally()
  const subjects = firstOfEach(old)
  for (let n = 0; n < subjects.length; n += TOGETHER) {
    // Together, so that they share their commits.
    const judged = await Promise.all(
      subjects.slice(n, n + TOGETHER).map(async (entry) => ({ entry, outcome: await judgedOrUnreadable(pruning, realm, entry) })),
    )
    const unfinished = judged.findIndex(({ outcome }) => outcome.unfinished === true)
    for (const [m, { entry, outcome }] of judged.entries()) {
      tally.count(outcome)
      // The next pass looks at those behind again, and says it then.
      const isSaidNow = unfinished < 0 || m <= unfinished
      if (outcome.kept !== undefined && isSaidNow) tally.keep(outcome.kept, nameOf(entry))
    }
    if (unfinished >= 0) return tally.total({ discarded: 0, next: String(judged[unfinished]!.entry.entry - 1) })
  }
  if (old.length === most) return tally.total({ discarded: 0, next: String(old.at(-1)!.entry) })
  const discarded = preview === true ? 0 : await discardUnreferenced(artifacts, tally)
  return tally.total({ discarded, next: null })
}

const LIMIT = 500
const TOGETHER = 32

const place: Field<number> = (value, field) => {
  const given = text({ min: 1, max: 16 })(value, field)
  if (!/^[0-9]+$/.test(given)) throw new RequestError(field, 'is no `next` of a pass before')
  return Number(given)
}

function firstOfEach(entries: readonly StepPlace[]): readonly StepPlace[] {
  const firsts = new Map<string, StepPlace>()
  for (const entry of entries) {
    const name = nameOf(entry)
    if (!firsts.has(name)) firsts.set(name, entry)
  }
  return [...firsts.values()]
}

function nameOf({ machine, key }: StepPlace): string {
  return `${machine} ${JSON.stringify(key)}`
}

/** One row that cannot be read keeps no other back. */
async function judgedOrUnreadable(pruning: Pruning, realm: string, entry: StepPlace): Promise<Outcome> {
  try {
    return await judged(pruning, realm, entry)
  } catch (error) {
    if (error instanceof StoreError && error.code === 'unreadable_row') return { kept: 'unreadable' }
    throw error
  }
}

async function judged(pruning: Pruning, realm: string, { machine: name, key, revision }: StepPlace): Promise<Outcome> {
  const machine = JOB_MACHINES.find((one) => one.name === name) as AnyMachine | undefined
  if (machine === undefined) return { kept: 'foreign' }
  if (typeof key === 'string') return { kept: 'unreadable' }
  const snapshot = revision === 1 ? null : await pruning.store.upkeep.snapshot(machine, key)
  // Its first step is on a page before, with which it was judged.
  if (revision !== (snapshot?.revision ?? 0) + 1) return {}
  if (key['realm'] !== realm) return { kept: 'foreign' }
  const subject = { key, first: revision, snapshot }
  if (machine === detachedJob) return pruneJob(pruning, subject as unknown as Subject<typeof detachedJob>)
  if (machine === runtimeDelivery) return pruneInbox(pruning, subject as unknown as Subject<typeof runtimeDelivery>)
  return pruneJournal(pruning, machine, subject)
}

interface Tally {
  count(done: Partial<Counts>): void
  keep(reason: KeptReason, example: string): void
  total(end: Pick<Pruned, 'discarded' | 'next'>): Pruned
}

function emptyTally(): Tally {
  const counts = { jobs: 0, artifacts: 0, bodies: 0, entries: 0 }
  const kept = new Map<KeptReason, string[]>()
  return {
    count(done) {
      for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += done[name] ?? 0
    },
    keep: (reason, example) => void kept.set(reason, [...(kept.get(reason) ?? []), example]),
    total: (end) => ({
      ...counts,
      ...end,
      kept: [...kept].map(([reason, names]) => ({ reason, count: names.length, examples: names.slice(0, EXAMPLES) })),
    }),
  }
}

const EXAMPLES = 5

/** Bytes to which no job refers any more, of this walk or of one before that was cut short. */
async function discardUnreferenced(artifacts: Artifacts, tally: Tally): Promise<number> {
  try {
    const digests = await artifacts.unreferenced()
    faultPoint('prune.unreferenced')
    let discarded = 0
    for (const digest of digests) {
      discarded += await artifacts.discard([digest])
      faultPoint('prune.discarded')
    }
    return discarded
  } catch (error) {
    if (!(error instanceof ArtifactError) || error.code !== 'unreadable') throw error
    tally.keep('unreadable', error.message)
    return 0
  }
}
