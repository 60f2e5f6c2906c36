import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emitAsking } from '../../codegen/emit/tla-asking.js'
import { seesNamedRowsAlone } from '../../codegen/emit/tla-narrow.js'
import { evaluator } from '../../codegen/evaluate.js'
import type { Machine } from '../../codegen/ir.js'
import type { Ran } from '../../codegen/verify/journal-follow.js'
import type { PastLine } from '../../codegen/verify/journal-lines.js'
import { tlcModel, wasmModel, type Model } from '../../codegen/verify/journal-models.js'
import { verifyJournal, type JournalReport } from '../../codegen/verify/journal.js'
import { manualClock } from '../../runtime/clock.js'
import { JOB_MACHINES, storeLimits } from '../../runtime/index.js'
import { askableOf, linesOf, modelOf, ranOf } from '../fixtures/past.js'
import { LEASE_MS, openRig } from '../runtime/rig.js'

const LIMITS = storeLimits({}, { leaseMs: LEASE_MS })
const NOW_MS = Date.parse('2026-11-30T01:00:00Z')
type StepLine = Extract<PastLine, { line: 'step' }>
type InstanceLine = Extract<PastLine, { line: 'instance' }>

let lines: readonly PastLine[]
let model: Model

/** Values as they are in earnest: times of today, long payloads, texts of all kinds. */
async function work(): Promise<readonly PastLine[]> {
  const rig = await openRig({ clock: manualClock(NOW_MS) })
  const odd = '"quoted" \\ back, {braces} >> %0041 ∀ \u2028 __proto__'
  const { jobId } = await rig.submit({ lineage: odd, arguments: { text: odd, long: 'x'.repeat(5_000) } })
  const attempt = await rig.claim(jobId, `__${'holder'.repeat(20)}`)
  await rig.runtime.attempts.notify({ ...attempt, key: '__model', body: odd })
  await rig.runtime.attempts.notify({ ...attempt, key: odd, body: '' })
  await rig.runtime.attempts.complete({ ...attempt, result: 'done' })
  await rig.runtime.projector.pass()
  return linesOf(rig.store, LIMITS)
}

beforeAll(async () => {
  lines = await work()
  model = modelOf(ranOf(LIMITS))
})
afterAll(() => model.close())

const stepOf = (transition: string) => lines.findIndex((line) => line.line === 'step' && line.transition === transition)

/** By the model, with a kernel and a spec beside it that know nothing of the machines. */
function judged(of: readonly PastLine[]): Promise<JournalReport> {
  const kernel = { name: '', initial: { phase: '' }, decide: () => ({ ok: false, refusal: { code: 'broken', transition: null } }) as const }
  const ran = [...ranOf(LIMITS)].map(([name, { machine, limits }]): [string, Ran] => {
    const counters = Object.fromEntries(machine.state.filter(({ type }) => type.kind === 'table').map((field) => [`${field.name}Size`, 0]))
    const broken = { ...kernel, initial: { ...kernel.initial, ...counters } }
    return [name, { machine: { ...machine, transitions: [] }, kernel: broken, limits }]
  })
  return verifyJournal(of, new Map(ran), { kernel: false, models: [model] })
}

const forged = (at: number, change: (line: never) => object) =>
  judged(lines.map((line, n) => (n === at ? (change(line as never) as PastLine) : line)))

describe('the generated model alone', () => {
  test('decides a true past the same, whatever its values are, and says how many steps it decided', async () => {
    const report = await judged(lines)
    expect(report).toMatchObject({ difference: null, problems: [], leftOut: [], decided: { wasm: report.steps } })
    expect(report.decided).not.toHaveProperty('kernel')
    expect(report.steps).toBeGreaterThan(7)
  })

  test('catches a step that the machine does not have', async () => {
    const change = (line: StepLine) => ({ ...line, transition: 'OfferAttempt' })
    expect((await forged(stepOf('ClaimAttempt'), change)).difference).toMatchObject({
      machine: 'DetachedJob',
      revision: 2,
      field: 'transition',
      by: 'wasm',
      stored: '"OfferAttempt"',
      expected: '"ClaimAttempt"',
    })
  })

  test('catches a wrong fence, as the refusal that it is', async () => {
    const change = (line: StepLine) => ({ ...line, input: { ...line.input, fence: 99 } })
    expect((await forged(stepOf('PostNew'), change)).difference).toMatchObject({
      field: 'transition',
      by: 'wasm',
      expected: '"refused stale_fence"',
    })
  })

  test('catches a lost effect, and a field of one', async () => {
    const at = stepOf('PostNew')
    const lost = (line: StepLine) => ({ ...line, effects: line.effects.slice(1) })
    expect((await forged(at, lost)).difference).toMatchObject({ field: 'effects', by: 'wasm' })
    const other = (line: StepLine) => ({ ...line, effects: line.effects.map((effect) => ({ ...effect, body: 'another' })) })
    expect((await forged(at, other)).difference).toMatchObject({ field: 'effects[0].body', by: 'wasm', stored: '"another"' })
  })

  test('catches what only the stored state shows', async () => {
    const at = lines.findIndex((line) => line.line === 'instance' && line.machine === 'DetachedJob')
    const change = (line: InstanceLine) => ({ ...line, state: { ...line.state, leaseExpiresAtMs: NOW_MS } })
    expect((await forged(at, change)).difference).toMatchObject({ field: 'leaseExpiresAtMs', by: 'store', stored: String(NOW_MS) })
  })

  test('names the first of two differences', async () => {
    const [first, second] = [stepOf('ClaimAttempt'), stepOf('CommitNew')]
    const twice = lines.map((line, n) => (n === first || n === second ? { ...(line as StepLine), transition: 'Other' } : line))
    expect((await judged(twice)).difference).toMatchObject({ machine: 'DetachedJob', revision: 2 })
  })
})

test('an input whose value is not of its type is no question', async () => {
  const change = (line: StepLine) => ({ ...line, input: { ...line.input, fence: '1' } })
  expect((await forged(stepOf('PostNew'), change)).difference).toMatchObject({ field: 'input.fence', by: 'chain', stored: '"1"' })
})

/** The machine, but for a holder's name that its claims forget. */
function forgetful(): Machine {
  const { machine } = ranOf(LIMITS).get('DetachedJob')!
  const transitions = machine.transitions.map((transition) =>
    transition.name === 'ClaimAttempt'
      ? { ...transition, update: transition.update.filter(({ name }) => name !== 'workerId') }
      : transition,
  )
  return { ...machine, transitions }
}

test('beside the kernel, a model that leads elsewhere is a difference', async () => {
  const ran = ranOf(LIMITS)
  const { machine, limits } = ran.get('DetachedJob')!
  const other = { machine, asking: emitAsking(forgetful(), limits) }
  const wrong = wasmModel(new Map([...askableOf(ran), ['DetachedJob', other]]), { timeoutMs: 60_000 })
  try {
    const report = await verifyJournal(lines, ran, { kernel: true, models: [wrong] })
    expect(report.difference).toMatchObject({ revision: 2, field: 'workerId', by: 'wasm', stored: '"worker"', expected: '""' })
  } finally {
    await wrong.close()
  }
})

/** Where the job stands after its claim, without the name that the claim gave. */
function claimedState(): InstanceLine['state'] {
  const { machine, limits } = ranOf(LIMITS).get('DetachedJob')!
  const { initial, decide } = evaluator(machine)
  const max = Object.fromEntries(Object.keys(machine.model.ci).map((domain) => [domain, Number.MAX_SAFE_INTEGER]))
  const inputs = ['Submit', 'ClaimAttempt'].map((transition) => (lines[stepOf(transition)] as StepLine).input)
  const state = inputs.reduce((from, input) => {
    const answer = decide(from, input, { max, limits })
    return answer.ok ? answer.state : from
  }, initial)
  return { ...state, workerId: '' }
}

test('what the spec expects decides nothing where the model leads: its own states are asked then', async () => {
  const ran = new Map([...ranOf(LIMITS)].map(([name, one]) => [name, name === 'DetachedJob' ? { ...one, machine: forgetful() } : one]))
  const report = await verifyJournal(lines, ran, { kernel: false, models: [model] })
  expect(report).toMatchObject({ difference: null, problems: [], decided: { wasm: report.steps } })
  // What the file holds at a revision is held against the model's state too.
  const claimed = (line: InstanceLine) => ({ ...line, revision: 2, state: { ...line.state, ...claimedState() } })
  const kept = lines.findIndex((line) => line.line === 'instance' && line.machine === 'DetachedJob')
  const forgot = lines.map((line, n) => (n === kept ? claimed(line as InstanceLine) : line))
  expect((await verifyJournal(forgot, ran, { kernel: false, models: [model] })).difference).toMatchObject({
    field: 'workerId',
    by: 'store',
    stored: '""',
    expected: '"worker"',
  })
})

describe('what a checker cannot hold is left out by name', () => {
  const small: Model = {
    ...model,
    by: 'tlc',
    name: 'TLC',
    close: () => Promise.resolve(),
    async answers(machine, questions) {
      const answers = await model.answers(machine, questions)
      return answers.map((answer, n) =>
        questions[n]!.input.type === 'ClaimAttempt' ? { unasked: 'it holds no such number', isFault: false } : answer,
      )
    },
  }
  const first = /^TLC did not decide 1 of the steps of DetachedJob: it holds no such number \(the first: DetachedJob \{.*\}, revision 2\)$/

  test('alone beside the kernel', async () => {
    const report = await verifyJournal(lines, ranOf(LIMITS), { kernel: true, models: [small] })
    expect(report).toMatchObject({ difference: null, problems: [], decided: { kernel: report.steps, tlc: report.steps - 1 } })
    expect(report.leftOut).toEqual([{ engine: 'tlc', reason: expect.stringMatching(first) }])
  })

  test('and with all that comes after where the model leads alone', async () => {
    const report = await verifyJournal(lines, ranOf(LIMITS), { kernel: false, models: [small] })
    expect(report).toMatchObject({ difference: null, problems: [], decided: { tlc: report.steps - 4 } })
    expect(report.leftOut.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(first),
      expect.stringContaining('TLC did not decide 3 of the steps of DetachedJob: it did not decide what came before'),
    ])
    const gap = lines.filter((line) => line.line !== 'step' || line.machine !== 'DetachedJob' || line.revision !== 4)
    expect((await verifyJournal(gap, ranOf(LIMITS), { kernel: false, models: [small] })).difference).toMatchObject({
      machine: 'DetachedJob',
      field: 'revision',
      by: 'chain',
    })
  })

  test('as TLC does with times of today, and is not even run', async () => {
    const tlc = tlcModel(askableOf(ranOf(LIMITS)), { jar: 'none.jar', java: 'none', timeoutMs: 1_000 })
    const state = evaluator(ranOf(LIMITS).get('DetachedJob')!.machine).initial
    const { input } = lines[stepOf('ClaimAttempt')] as StepLine
    expect(await tlc.answers('DetachedJob', [{ state, begins: true, input, next: null }])).toEqual([
      { unasked: 'it holds no number beyond 2147483647', isFault: false },
    ])
    await expect(tlc.answers('DetachedJob', [{ state, begins: true, input: { ...input, observedAtMs: 1 }, next: null }])).rejects.toThrow(
      'there is no file none.jar',
    )
  })
})

test('a checker that fails is told by name, and decides nothing', async () => {
  const failing: Model = { ...model, answers: () => Promise.reject(new Error('out of memory')) }
  const report = await verifyJournal(lines, ranOf(LIMITS), { kernel: true, models: [failing] })
  expect(report).toMatchObject({
    difference: null,
    problems: ['tla-checker could not go on after 0 steps: out of memory'],
    decided: { kernel: report.steps, wasm: 0 },
  })
})

test('which machines are judged with named rows alone', () => {
  const narrow = [...ranOf(LIMITS)].map(([name, { machine }]) => [name, seesNamedRowsAlone(machine)])
  expect(Object.fromEntries(narrow)).toEqual(Object.fromEntries(JOB_MACHINES.map((machine) => [machine.name, true])))
})
