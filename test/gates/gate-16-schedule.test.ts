import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { read } from '../../codegen/read/index.js'
import { verifyComposition } from '../../codegen/verify/composed/index.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'
import { detachedJob } from '../../generated/detached-job/index.js'
import type { AnyMachine } from '../../generated/machine.js'
import { scheduleJobSubmission } from '../../generated/schedule-job-submission/router.js'
import { scheduleOccurrence } from '../../generated/schedule-occurrence/index.js'
import type { Store } from '../../runtime/store/types.js'
import { mutated } from '../mutants/mutant.js'
import { START_MS } from '../runtime/rig.js'
import { deliverAll, deliverAndForget, openCatalog } from './messages.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LEASE_MS = 60_000
const MOMENT = { realm: 'realm', occurrenceId: 'nightly 2026-11-30' }
const PLAN = {
  type: 'Plan',
  originSessionId: 'session',
  lineage: 'nightly',
  tool: 'scan',
  toolVersion: '1',
  runner: 'runner',
  runnerVersion: '1',
  arguments: '{}',
  terms: '',
  restartClass: 'Replayable',
  dueAtMs: START_MS,
  whenLate: 'Miss',
  graceMs: 1_000,
} as const

const openSchedule = () => openCatalog([scheduleOccurrence, detachedJob], [scheduleJobSubmission])
const claim = (store: Store, holder: string) =>
  store.dispatch(scheduleOccurrence, MOMENT, { type: 'ClaimOccurrence', holder, leaseMs: LEASE_MS })
const send = (store: Store, holder: string, fence: number) =>
  store.dispatch(scheduleOccurrence, MOMENT, { type: 'SubmitOccurrence', holder, fence })
const phase = async (store: Store) => (await store.load(scheduleOccurrence, MOMENT)).state.phase
const jobs = async (store: Store) => (await store.find(detachedJob, { index: 'due', equals: ['realm', 'Queued'], limit: 10 })).found

test('gate 16 an occurrence that is claimed twice, and whose messages are delivered again, is one job', async () => {
  const { store, clock } = await openSchedule()
  await store.dispatch(scheduleOccurrence, MOMENT, PLAN)
  expect(await claim(store, 'first')).toMatchObject({ ok: true })
  expect(await claim(store, 'second')).toMatchObject({ ok: false, refusal: { code: 'lease_alive' } })
  expect(await send(store, 'first', 1)).toMatchObject({ ok: true })
  expect(await deliverAndForget(store)).toEqual(['submission'])
  // The first dies before it hears anything.
  clock.advance(LEASE_MS)
  expect(await claim(store, 'second')).toMatchObject({ ok: true, state: { fence: 2 } })
  expect(await send(store, 'first', 1)).toMatchObject({ ok: false, refusal: { code: 'stale_fence' } })
  expect(await send(store, 'second', 2)).toMatchObject({ ok: true })
  expect([...(await deliverAll(store))].sort()).toEqual(['acceptance', 'submission', 'submission'])
  expect(await phase(store)).toBe('Submitted')
  expect(await jobs(store)).toHaveLength(1)
  // The schedule reckons the moment again: it stays closed, and the job stays one.
  expect(await store.dispatch(scheduleOccurrence, MOMENT, PLAN)).toMatchObject({ ok: true, state: { phase: 'Submitted' } })
  expect(await deliverAll(store)).toEqual([])
  expect(await jobs(store)).toHaveLength(1)
})

test('gate 16 an occurrence stays open until it hears that its job is accepted, and no longer', async () => {
  const { store } = await openSchedule()
  await store.dispatch(scheduleOccurrence, MOMENT, PLAN)
  await claim(store, 'first')
  await send(store, 'first', 1)
  expect(await phase(store)).toBe('Claimed')
  expect(await deliverAndForget(store)).toEqual(['submission'])
  expect(await jobs(store)).toMatchObject([{ state: { phase: 'Queued', tool: 'scan', lineage: 'nightly' } }])
  expect(await phase(store)).toBe('Claimed')
  await deliverAll(store)
  // The job has not even begun.
  expect(await phase(store)).toBe('Submitted')
  expect(await jobs(store)).toMatchObject([{ state: { phase: 'Queued' } }])
})

test.each([
  { whenLate: 'Miss', late: 1_000, claimed: true },
  { whenLate: 'Miss', late: 1_001, claimed: false },
  { whenLate: 'Submit', late: 86_400_000, claimed: true },
] as const)(
  'gate 16 an occurrence planned to $whenLate, and first claimed $late ms late, is claimed: $claimed',
  async ({ whenLate, late, claimed }) => {
    const { store, clock } = await openSchedule()
    await store.dispatch(scheduleOccurrence, MOMENT, { ...PLAN, whenLate })
    clock.advance(late)
    expect(await claim(store, 'first')).toMatchObject(claimed ? { ok: true } : { ok: false, refusal: { code: 'missed' } })
    const missed = await store.dispatch(scheduleOccurrence, MOMENT, { type: 'ObserveMissed' })
    expect(missed.ok).toBe(!claimed)
    expect(await phase(store)).toBe(claimed ? 'Claimed' : 'Missed')
    expect(await jobs(store)).toEqual([])
  },
)

test('gate 16 whatever is claimed, sent, delivered and forgotten, in every order, an occurrence is one job; one named after its claim too is not', () => {
  const machines: readonly AnyMachine[] = [scheduleOccurrence, detachedJob]
  const kernels = new Map(machines.map((machine) => [machine.name, machine]))
  const { catalog } = read(root)
  const composition = catalog.compositions.find(({ name }) => name === 'ScheduleJobSubmission')!
  const options = { bounds: 'ci', spec: null, modules: modulesIn(root), judgeVacuity: false } as const
  const { report } = verifyComposition({ composition, machines: catalog.machines, kernels, router: scheduleJobSubmission, ...options })
  expect(report).toMatchObject({ complete: true, findings: [], problems: [] })
  expect(report.properties.find(({ name }) => name === 'an_occurrence_is_one_job')).toMatchObject({ verdict: 'holds' })
  expect(report.states).toBeGreaterThan(1_000)

  const mutant = mutated(
    [
      [
        'compositions/schedule-job-submission.ts',
        'key: (_effect, from) => ({ realm: from.realm, jobId: compose(JobId, from.occurrenceId) }),',
        'key: (effect, from) => ({ realm: from.realm, jobId: compose(JobId, from.occurrenceId, effect.fence) }),',
      ],
    ],
    catalog.compositions.map(({ at }) => at.file.slice('specs/'.length)),
  )
  const twice = verifyComposition({
    composition: mutant.compositions.find(({ name }) => name === composition.name)!,
    machines: mutant.machines,
    kernels: null,
    router: null,
    ...options,
  })
  expect(twice.report.findings.map(({ name }) => name)).toContain('an_occurrence_is_one_job')
})
