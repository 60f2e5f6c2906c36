import { beforeEach, describe, expect, test } from 'vitest'
import type { PastLine } from '../../codegen/verify/journal-lines.js'
import { storeLimits } from '../../runtime/index.js'
import { judged, linesOf, replayed } from '../fixtures/past.js'
import { LEASE_MS, openRig } from '../runtime/rig.js'

const LIMITS = storeLimits({}, { leaseMs: LEASE_MS })
type StepLine = Extract<PastLine, { line: 'step' }>
type InstanceLine = Extract<PastLine, { line: 'instance' }>

let lines: readonly PastLine[]

/** A job that is claimed, notifies and completes, and whose end is delivered: three machines. */
beforeEach(async () => {
  const rig = await openRig()
  const { jobId } = await rig.submit()
  const attempt = await rig.claim(jobId)
  await rig.runtime.attempts.notify({ ...attempt, key: 'one', body: 1 })
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await rig.runtime.projector.pass()
  lines = await linesOf(rig.store, LIMITS)
  expect(await replayed(rig.store, LIMITS)).toMatchObject({ difference: null, problems: [] })
})

const stepOf = (transition: string) => lines.findIndex((line) => line.line === 'step' && line.transition === transition)
const instanceOf = (machine: string) => lines.findIndex((line) => line.line === 'instance' && line.machine === machine)
/** The lines with one of them changed, or left out. */
const forged = (at: number, change: (line: never) => object | null) =>
  judged(
    lines.flatMap((line, n) => (n === at ? [change(line as never)].filter((one): one is PastLine => one !== null) : [line])),
    LIMITS,
  )

test('a past that is true holds, and says how much of it there was', async () => {
  const report = await judged(lines, LIMITS)
  expect(report).toMatchObject({ difference: null, problems: [] })
  expect(report.steps).toBeGreaterThan(5)
  expect(report.machines).toMatchObject({ DetachedJob: { instances: 1 }, RuntimeDelivery: { instances: 1 } })
})

describe('the first difference is named by machine, key, revision and field', () => {
  test('a step that is missing', async () => {
    const at = stepOf('ClaimAttempt')
    const { revision } = lines[at] as StepLine
    expect((await forged(at, () => null)).difference).toEqual({
      machine: 'DetachedJob',
      key: expect.stringMatching(/^\{"jobId":".*","realm":"realm"\}$/),
      revision: revision + 1,
      field: 'revision',
      by: 'chain',
      stored: String(revision + 1),
      expected: String(revision),
    })
  })

  test('another transition, an effect that was never emitted, an input that the machine does not take', async () => {
    const at = stepOf('ClaimAttempt')
    expect((await forged(at, (line: StepLine) => ({ ...line, transition: 'OfferAttempt' }))).difference).toMatchObject({
      field: 'transition',
      by: 'kernel',
      stored: '"OfferAttempt"',
      expected: '"ClaimAttempt"',
    })
    expect((await forged(at, (line: StepLine) => ({ ...line, effects: [...line.effects, { type: 'Kill' }] }))).difference).toMatchObject({
      field: 'effects',
    })
    expect((await forged(at, (line: StepLine) => ({ ...line, input: { ...line.input, more: 1 } }))).difference).toMatchObject({
      field: 'input',
      by: 'chain',
    })
  })

  test('an instance that is gone, or stands where it stood before its last step', async () => {
    const at = instanceOf('DetachedJob')
    const { key, revision } = lines[at] as InstanceLine
    const undone = { machine: 'DetachedJob', field: 'revision', by: 'store', revision, expected: String(revision) }
    const without = (line: PastLine) => (line.line === 'end' ? { ...line, instances: line.instances - 1 } : line)
    const gone = lines.filter((_, n) => n !== at).map(without)
    expect((await judged(gone, LIMITS)).difference).toMatchObject({ ...undone, stored: '0' })
    const earlier = (line: InstanceLine) => ({ ...line, revision: revision - 1 })
    expect((await forged(at, earlier)).difference).toMatchObject({ machine: 'DetachedJob' })
    const since = { line: 'since', machine: 'DetachedJob', key } as const
    const ended = (more: PastLine) => [...gone.slice(0, -1), more, gone.at(-1)!]
    expect((await judged(ended({ ...since, revision: revision - 1 }), LIMITS)).difference).toMatchObject({
      ...undone,
      stored: String(revision - 1),
    })
    expect(await judged(ended({ ...since, revision: revision + 1 }), LIMITS)).toMatchObject({ difference: null, problems: [] })
  })

  test('a field of an effect', async () => {
    const at = lines.findIndex((line) => line.line === 'step' && line.machine === 'DetachedJob' && line.effects.length > 0)
    const { effects } = lines[at] as StepLine
    const [name] = Object.keys(effects[0]!).filter((one) => one !== 'type')
    const change = (line: StepLine) => ({ ...line, effects: [{ ...line.effects[0], [name!]: 'another' }, ...line.effects.slice(1)] })
    expect((await forged(at, change)).difference).toMatchObject({ field: `effects[0].${name}`, by: 'kernel', stored: '"another"' })
  })

  test('an input that would have been refused', async () => {
    const at = lines.findIndex((line) => line.line === 'step' && 'fence' in line.input)
    const change = (line: StepLine) => ({ ...line, input: { ...line.input, fence: 99 } })
    expect((await forged(at, change)).difference).toMatchObject({ field: 'transition', by: 'kernel', expected: '"refused stale_fence"' })
  })

  test('a stored field, a stored row, and a revision that no step led to', async () => {
    const job = instanceOf('DetachedJob')
    const { revision } = lines[job] as InstanceLine
    expect((await forged(job, (line: InstanceLine) => ({ ...line, state: { ...line.state, fence: 7 } }))).difference).toMatchObject({
      machine: 'DetachedJob',
      revision,
      field: 'fence',
      by: 'store',
      stored: '7',
      expected: '1',
    })
    const delivery = instanceOf('RuntimeDelivery')
    const change = (line: InstanceLine) => {
      const [[key, row], ...rest] = line.tables['deliveries'] as [[string, object], ...[string, object][]]
      return { ...line, tables: { deliveries: [[key, { ...row, sequence: 9 }], ...rest] } }
    }
    expect((await forged(delivery, change)).difference).toMatchObject({
      field: expect.stringMatching(/^deliveries\[.+\]\.sequence$/),
      by: 'store',
      stored: '9',
    })
    expect((await forged(job, (line: InstanceLine) => ({ ...line, revision: line.revision + 1 }))).difference).toMatchObject({
      field: 'revision',
      by: 'chain',
      stored: String(revision + 1),
    })
  })

  test('how many rows a table is said to have', async () => {
    const delivery = instanceOf('RuntimeDelivery')
    const { revision } = lines[delivery] as InstanceLine
    const counted = (deliveriesSize: number) => (line: InstanceLine) => ({ ...line, state: { ...line.state, deliveriesSize } })
    expect((await forged(delivery, counted(9))).difference).toMatchObject({
      machine: 'RuntimeDelivery',
      revision,
      field: 'deliveriesSize',
      by: 'store',
      stored: '9',
      expected: '2',
    })
    expect(await forged(delivery, counted(2))).toMatchObject({ difference: null, problems: [] })
  })

  test('an input that the machine does not have', async () => {
    const change = (line: StepLine) => ({ ...line, input: { type: 'Nothing' } })
    expect((await forged(stepOf('ClaimAttempt'), change)).difference).toMatchObject({
      field: 'input.type',
      by: 'chain',
      stored: '"Nothing"',
      expected: expect.stringMatching(/^"one of .*Claim/),
    })
  })

  test('an instance that no state can be made of', async () => {
    const line = { line: 'unreadable', machine: 'DetachedJob', key: '["r","j"]', column: 'phase', problem: 'is no phase' }
    expect((await forged(instanceOf('DetachedJob'), () => line)).difference).toMatchObject({
      revision: null,
      field: 'phase',
      by: 'chain',
      stored: '"cannot be read: is no phase"',
      expected: '"a value of its type"',
    })
  })
})

describe('what cannot be judged is said, and is no difference', () => {
  test('lines that were cut off', async () => {
    for (const length of [1, 4, lines.length - 1])
      expect(await judged(lines.slice(0, length), LIMITS)).toMatchObject({
        difference: null,
        problems: ['the lines have no end that fits them: they were cut off'],
      })
  })

  test('steps that an older code decided', async () => {
    const at = stepOf('ClaimAttempt')
    const { entry } = lines[at] as StepLine
    const takeover: PastLine = { line: 'takeover', machine: 'DetachedJob', afterEntry: entry }
    const older = lines.map((line, n) => (n === at ? { ...(line as StepLine), transition: 'ClaimOfOld' } : line))
    expect(await judged([lines[0]!, takeover, ...older.slice(1)], LIMITS)).toMatchObject({
      difference: null,
      problems: [],
      older: [{ machine: 'DetachedJob', instances: 1, steps: lines.filter((line) => isSame(line, at) && line.entry >= entry).length }],
    })
    expect((await judged([lines[0]!, { ...takeover, afterEntry: entry - 1 }, ...older.slice(1)], LIMITS)).difference).toMatchObject({
      field: 'transition',
    })
  })

  test('but a step that is missing after them, or has an input that this code never takes', async () => {
    const at = stepOf('ClaimAttempt')
    const { entry } = lines[at] as StepLine
    const takeover: PastLine = { line: 'takeover', machine: 'DetachedJob', afterEntry: entry }
    const older = [
      lines[0]!,
      takeover,
      ...lines.slice(1).map((line, n) => (n + 1 === at ? { ...(line as StepLine), transition: 'ClaimOfOld' } : line)),
    ]
    const last = older.findLastIndex((line) => isSame(line, at))
    expect(last).toBeGreaterThan(at + 1)
    const without = older.toSpliced(last, 1).map((line) => (line.line === 'end' ? { ...line, steps: line.steps - 1 } : line))
    expect((await judged(without, LIMITS)).difference).toMatchObject({ field: 'revision', by: 'chain' })
    const odd = older.with(last, { ...(older[last] as StepLine), input: { type: 'Nothing' } })
    expect((await judged(odd, LIMITS)).difference).toMatchObject({ field: 'input.type', by: 'chain' })
  })
})

/** A step of the instance that the step at this place is of. */
function isSame(line: PastLine, at: number): line is StepLine {
  const { machine, key } = lines[at] as StepLine
  return line.line === 'step' && line.machine === machine && JSON.stringify(line.key) === JSON.stringify(key)
}
