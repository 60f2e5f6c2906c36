/** The model looks: what breaks a promise is found, in a run and in a history. */
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { JournalEntry } from '../../runtime/store/types.js'
import { detachedJob, type Store } from '../../runtime/index.js'
import { commands, settled, walk } from './commands.js'
import { interleavings, together } from './interleavings.js'
import { broken, undelivered } from './ledger.js'
import { LEASE_MS } from '../runtime/rig.js'
import { openOracle, type Tamper } from './sides.js'
import { done, FIRST, type Known } from './verbs.js'

const FIXED = { seed: 7, numRuns: 60, endOnFailure: true }

/** Whoever writes is taken for whoever holds the job. */
const letsStaleWritersIn: Tamper = (store) => ({
  ...store,
  async dispatch(machine, key, input) {
    if (!('fence' in input && 'holder' in input)) return store.dispatch(machine, key, input)
    const { fence, holder } = (await store.load(detachedJob, key as never)).state
    return store.dispatch(machine, key, { ...input, fence, holder: holder ?? input.holder })
  },
})

/** Every third submission is acknowledged, and stored nowhere. */
const losesReceipts: Tamper = (store) => {
  let submitted = 0
  const dispatch: Store['dispatch'] = async (machine, key, input) => {
    submitted += input.type === 'Submit' ? 1 : 0
    if (input.type !== 'Submit' || submitted % 3 !== 0) return store.dispatch(machine, key, input)
    return { ok: true, transition: 'Submit', state: machine.initial, effects: [], revision: 1, key: key as never, atMs: 0 } as never
  }
  return { ...store, dispatch }
}

test.each([
  ['lets stale writers in', letsStaleWritersIn],
  ['loses what it gave a receipt for', losesReceipts],
])('a runtime that %s does not answer as the specs do', async (_what, tamper) => {
  const property = fc.asyncProperty(commands(60), (ways) => walk(ways, tamper))
  await expect(fc.assert(property, FIXED)).rejects.toThrow(/seed/)
})

test('a runtime that loses what it gave a receipt for is found in whatever order callers get their turns', async () => {
  const property = fc.asyncProperty(interleavings(8), (way) => together(way, losesReceipts))
  await expect(fc.assert(property, FIXED)).rejects.toThrow(/seed/)
})

const known: Known = { receipts: [], attempts: [], handled: new Map() }
let history: readonly JournalEntry[] = []
beforeAll(async () => {
  const side = await openOracle()
  for (const verb of FIRST) await done(side.runtime, known, verb)
  for (const verb of ['notify', 'progress', 'failRetryable'] as const) await done(side.runtime, known, { verb, attempt: 2, number: 1 })
  await settled(side.runtime, known, () => side.clock.advance(100 * LEASE_MS))
  history = await side.runtime.store.history({ limit: 1_000 })
  await side.close()
})

test('of a history in which every promise was kept, nothing is said', () => {
  expect([...broken(history, known), ...undelivered(history)]).toEqual([])
  expect(history.length).toBeGreaterThan(20)
})

/** The first entry of which it is true, changed; or left out where it becomes null. */
function changed(which: (entry: JournalEntry) => boolean, to: (entry: JournalEntry) => JournalEntry | null): readonly JournalEntry[] {
  const at = history.findIndex(which)
  const entry = to(history[at]!)
  return entry === null ? history.toSpliced(at, 1) : history.with(at, entry)
}

const isEnd = ({ effects }: JournalEntry) => effects.some(({ type }) => type === 'TerminalCommitted')

test.each<readonly [string, RegExp, () => readonly JournalEntry[]]>([
  ['a job that is not there', /has a receipt, and was never stored/, () => history.filter(({ key }) => key['jobId'] !== known.receipts[0])],
  ['a second end', /it ended twice/, () => history.flatMap((entry) => (isEnd(entry) ? [entry, entry] : [entry]))],
  [
    'a word after the end',
    /comes after the end/,
    () => [...history, { ...history.find(({ transition }) => transition === 'ReportProgress')!, key: history.findLast(isEnd)!.key }],
  ],
  [
    'a word under an older fence',
    /was written under fence 0; it is 1/,
    () =>
      changed(
        ({ transition }) => transition === 'ReportProgress',
        (entry) => ({ ...entry, input: { ...entry.input, fence: 0 } }),
      ),
  ],
  [
    'a word of somebody else',
    /was written by nobody, and/,
    () =>
      changed(
        ({ transition }) => transition === 'ReportProgress',
        (entry) => ({ ...entry, input: { ...entry.input, holder: 'nobody' } }),
      ),
  ],
  [
    'a claim that is not there',
    /was written under fence 1; it is 0/,
    () =>
      changed(
        ({ transition }) => transition === 'ClaimAttempt',
        () => null,
      ),
  ],
  [
    'an application that is not there',
    /has applied .*, not as|and handled/,
    () =>
      changed(
        ({ transition }) => transition === 'ApplyNext',
        () => null,
      ),
  ],
  [
    'a delivery that is sent twice',
    /was sent .* twice/,
    () => history.flatMap((entry) => (entry.transition === 'CommitNew' ? [entry, entry] : [entry])),
  ],
  [
    'a delivery that is not there',
    /was sent, and never arrived/,
    () =>
      changed(
        ({ transition }) => transition === 'CommitNew',
        () => null,
      ),
  ],
  [
    'a revision that is left out',
    /has revision \d+ after \d+/,
    () =>
      changed(
        ({ revision }) => revision === 2,
        () => null,
      ),
  ],
  [
    'an instant that goes back',
    /was stored before the one before it/,
    () =>
      changed(
        ({ entry }) => entry === 5,
        (entry) => ({ ...entry, atMs: 1 }),
      ),
  ],
])('%s is noticed', (_what, problem, tampered) => {
  const told = [...broken(tampered(), known), ...undelivered(tampered())]
  expect(told.filter((one) => problem.test(one))).not.toEqual([])
})
