import { beforeEach, describe, expect, test } from 'vitest'
import type { PastLine } from '../../codegen/verify/journal-lines.js'
import type { JournalReport } from '../../codegen/verify/journal.js'
import { detachedJob, runtimeDelivery, storeLimits, type Store } from '../../runtime/index.js'
import { judged, linesOf, modelOf, ranOf } from '../fixtures/past.js'
import { LEASE_MS, openRig, REALM, SESSION } from '../runtime/rig.js'

const LIMITS = storeLimits({}, { leaseMs: LEASE_MS })
type SnapshotLine = Extract<PastLine, { line: 'snapshot' }>
type StepLine = Extract<PastLine, { line: 'step' }>

let store: Store
let job: { readonly realm: string; readonly jobId: string }
const INBOX = { realm: REALM, sessionId: SESSION }
let goOn: () => Promise<void>
let lines: readonly PastLine[]

/** A job that notified, an inbox that heard of it, both cut there; then the job completes, and the inbox hears of that. */
beforeEach(async () => {
  const rig = await openRig()
  store = rig.store
  const { jobId } = await rig.submit()
  job = { realm: REALM, jobId }
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.notify({ ...attempt, key: 'one', body: 'first' })
  await rig.runtime.projector.pass()
  let count = 0
  goOn = async () => {
    count += 1
    await rig.runtime.attempts.notify({ ...attempt, key: `more-${count}`, body: count })
    await rig.runtime.projector.pass()
  }
  await cut()
  await goOn()
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await rig.runtime.projector.pass()
  lines = await linesOf(store, LIMITS)
})

async function cut(): Promise<void> {
  const [ofJob, ofInbox] = [await store.load(detachedJob, job), await store.load(runtimeDelivery, INBOX)]
  expect((await store.upkeep.cut(detachedJob, job, { upToRevision: ofJob.revision })).entries).toBeGreaterThan(0)
  expect((await store.upkeep.cut(runtimeDelivery, INBOX, { upToRevision: ofInbox.revision })).entries).toBeGreaterThan(0)
}

const snapshotOf = (machine: string) => lines.findIndex((line) => line.line === 'snapshot' && line.machine === machine)
const forged = (at: number, change: (line: SnapshotLine) => object | null): Promise<JournalReport> =>
  judged(
    lines.flatMap((line, n) => (n === at ? [change(line as SnapshotLine)].filter((one): one is PastLine => one !== null) : [line])),
    LIMITS,
  )

describe('what was cut is gone on from', () => {
  test('by kernel and spec, and by the generated model alone, and both say how many steps are left', async () => {
    const steps = lines.filter(({ line }) => line === 'step').length
    expect(lines.filter(({ line }) => line === 'snapshot')).toMatchObject([
      { cut: 'before' },
      { cut: 'before', tables: { deliveries: [{}] } },
    ])
    const whole = { difference: null, problems: [], steps, snapshots: 2, cutMeanwhile: [], older: [], leftOut: [] }
    expect(await judged(lines, LIMITS)).toMatchObject({ ...whole, decided: { kernel: steps } })
    const model = modelOf(ranOf(LIMITS))
    try {
      expect(await judged(lines, LIMITS, { kernel: false, models: [model] })).toMatchObject({ ...whole, decided: { wasm: steps } })
    } finally {
      await model.close()
    }
  })

  test('also where no step came after it: it is held against what is stored', async () => {
    await cut()
    lines = await linesOf(store, LIMITS)
    expect(await judged(lines, LIMITS)).toMatchObject({ difference: null, problems: [], snapshots: 2 })
    const change = (line: SnapshotLine) => ({ ...line, state: { ...line.state, fence: 7 } })
    expect((await forged(snapshotOf('DetachedJob'), change)).difference).toMatchObject({ field: 'fence', by: 'store', expected: '7' })
  })

  test('a file without any has the lines that it had before there were some', async () => {
    const fresh = await openRig()
    await fresh.submit()
    const [first, last] = [(await linesOf(fresh.store, LIMITS))[0], (await linesOf(fresh.store, LIMITS)).at(-1)]
    expect(first).toMatchObject({ line: 'past', version: 1 })
    expect(Object.keys(last!)).toEqual(['line', 'instances', 'steps'])
  })
})

describe('a snapshot that is none is found', () => {
  test('one that is missing: the chain of revisions has no beginning', async () => {
    const at = snapshotOf('DetachedJob')
    const { revision } = lines[at] as SnapshotLine
    expect((await forged(at, () => null)).difference).toMatchObject({
      machine: 'DetachedJob',
      revision: revision + 1,
      field: 'revision',
      by: 'chain',
      stored: String(revision + 1),
      expected: '1',
    })
  })

  test('another state: the next step, or what is stored, speaks against it', async () => {
    const job = snapshotOf('DetachedJob')
    const fence = (line: SnapshotLine) => ({ ...line, state: { ...line.state, fence: 7 } })
    expect((await forged(job, fence)).difference).toMatchObject({ machine: 'DetachedJob', field: 'transition', by: 'kernel' })
    const progress = (line: SnapshotLine) => ({ ...line, state: { ...line.state, progress: '"half"' } })
    expect((await forged(job, progress)).difference).toMatchObject({ machine: 'DetachedJob', field: 'progress', by: 'store' })
  })

  test('another row, one row less, and a row that the state does not count', async () => {
    const at = snapshotOf('RuntimeDelivery')
    const rows = (line: SnapshotLine) => line.tables['deliveries'] as [string, object][]
    const changed = (line: SnapshotLine) => ({
      ...line,
      tables: { deliveries: rows(line).map(([key, row]) => [key, { ...row, body: '"no"' }]) },
    })
    expect((await forged(at, changed)).difference).toMatchObject({ field: expect.stringMatching(/^deliveries\[.*\]\.body$/), by: 'store' })
    const less = { field: 'deliveriesSize', by: 'chain', stored: '1', expected: '0' }
    expect((await forged(at, (line) => ({ ...line, tables: { deliveries: [] } }))).difference).toMatchObject(less)
    const more = (line: SnapshotLine) => ({ ...line, tables: { deliveries: [...rows(line), ['another', rows(line)[0]![1]]] } })
    expect((await forged(at, more)).difference).toMatchObject({ ...less, expected: '2' })
  })

  test('another revision, a second one, one ahead of what is stored, a value that is none of its type', async () => {
    const at = snapshotOf('DetachedJob')
    const { revision, key } = lines[at] as SnapshotLine
    const chain = { machine: 'DetachedJob', field: 'revision', by: 'chain' }
    for (const by of [-1, 1]) expect((await forged(at, (line) => ({ ...line, revision: revision + by }))).difference).toMatchObject(chain)
    expect((await judged(lines.toSpliced(at, 0, lines[at]!), LIMITS)).difference).toMatchObject(chain)
    expect((await forged(at, (line) => ({ ...line, cut: 'meanwhile', revision: 0 }))).difference).toMatchObject(chain)
    const ahead = lines
      .filter((line) => line.line !== 'step' || line.machine !== 'DetachedJob')
      .map((line) => (line.line === 'snapshot' && line.key === key ? { ...line, revision: 99 } : line))
    const steps = ahead.filter(({ line }) => line === 'step').length
    const ended = ahead.map((line) => (line.line === 'end' ? { ...line, steps } : line))
    expect((await judged(ended, LIMITS)).difference).toMatchObject({ field: 'revision', by: 'store', expected: '99' })
    for (const [field, value] of [
      ['fence', 'one'],
      ['phase', 'Nowhere'],
      ['lineage', 7],
    ] as const)
      // prettier-ignore
      expect((await forged(at, (line) => ({ ...line, state: { ...line.state, [field]: value } }))).difference).toMatchObject({
        field,
        by: 'chain',
        expected: '"a value of its type"',
      })
  })

  test('one that no state can be made of; but of what an older code cut only the steps after it are left out', async () => {
    const at = snapshotOf('DetachedJob')
    const { machine, key, revision, lastEntry } = lines[at] as SnapshotLine
    const unreadable = {
      line: 'unreadable snapshot',
      cut: 'before',
      machine,
      key,
      revision,
      lastEntry,
      column: 'phase',
      problem: 'is no phase',
    }
    expect((await forged(at, () => unreadable)).difference).toMatchObject({ field: 'phase', stored: '"cannot be read: is no phase"' })
    expect((await forged(at, () => ({ ...unreadable, key: 'no key' }))).difference).toMatchObject({ key: 'no key', field: 'phase' })
    const takeover: PastLine = { line: 'takeover', machine: 'DetachedJob', afterEntry: lastEntry }
    const older = [takeover, ...lines].map((line, n) => (n === at + 1 ? (unreadable as PastLine) : line))
    const steps = lines.filter((line) => line.line === 'step' && line.machine === machine).length
    const left = { difference: null, problems: [], older: [{ machine, instances: 1, steps }] }
    expect(await judged(older, LIMITS)).toMatchObject(left)
    const isOfJob = (line: PastLine): boolean => line.line === 'step' && line.machine === machine
    const without = older.toSpliced(older.findIndex(isOfJob), 1)
    expect((await judged(without, LIMITS)).difference).toMatchObject({ field: 'revision' })
  })
})

describe('what is cut while the export is read is told as that, and is no broken journal', () => {
  /** The store, with something done to it once the instances were read: before the first page of steps, or after. */
  const meanwhile = (when: 'before' | 'after', work: () => Promise<void>): Store => {
    let isDone = false
    return {
      ...store,
      async history(query) {
        if (when === 'before' && !isDone) await work()
        const entries = await store.history(query)
        if (when === 'after' && !isDone) await work()
        isDone = true
        return entries
      },
    }
  }
  const told = { difference: null, problems: [], older: [] }
  const both = [
    { machine: 'DetachedJob', instances: 1 },
    { machine: 'RuntimeDelivery', instances: 1 },
  ]

  test('all that is left of it', async () => {
    lines = await linesOf(meanwhile('before', cut), LIMITS)
    const report = await judged(lines, LIMITS)
    expect(report).toMatchObject({ ...told, snapshots: 4, cutMeanwhile: both })
    const late = lines.findLastIndex((line) => line.line === 'snapshot' && line.machine === 'DetachedJob')
    expect(lines[late]).toMatchObject({ cut: 'meanwhile' })
    const change = (line: SnapshotLine) => ({ ...line, state: { ...line.state, fence: 7 } })
    expect((await forged(late, change)).difference).toMatchObject({ field: 'fence', by: 'store' })
  })

  test('and the steps after it are decided from there on', async () => {
    const rig = await openRig()
    store = rig.store
    const { jobId } = await rig.submit()
    job = { realm: REALM, jobId }
    const attempt = await rig.claim(jobId)
    let count = 0
    const notify = () => rig.runtime.attempts.notify({ ...attempt, key: `n-${(count += 1)}`, body: count })
    for (let n = 0; n < 3; n += 1) await notify()
    await rig.runtime.projector.pass()
    const work = async (): Promise<void> => {
      await notify()
      await rig.runtime.projector.pass()
      await cut()
      await notify()
      await rig.runtime.projector.pass()
    }
    lines = await linesOf(meanwhile('before', work), LIMITS)
    const report = await judged(lines, LIMITS)
    expect(report).toMatchObject({ ...told, snapshots: 2, cutMeanwhile: both })
    expect(lines.filter((line): line is StepLine => line.line === 'step').map(({ machine }) => machine)).toEqual(
      expect.arrayContaining(['DetachedJob', 'RuntimeDelivery']),
    )
  })

  test('what was read before it was cut is decided as it was', async () => {
    lines = await linesOf(meanwhile('after', cut), LIMITS)
    expect(await judged(lines, LIMITS)).toMatchObject({ ...told, snapshots: 2, cutMeanwhile: [] })
  })
})
