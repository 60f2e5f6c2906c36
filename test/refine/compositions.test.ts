/** Faults that a system may have and that its abstract spec must see: each is put into the machines as they were read. */
import { describe, expect, test } from 'vitest'
import type { Catalog, Composition, Machine, Transition } from '../../codegen/ir.js'
import { read } from '../../codegen/read/index.js'
import { verifyComposition } from '../../codegen/verify/composed/index.js'
import { modulesIn } from '../../codegen/verify/refine/index.js'

const root = process.cwd()
const { catalog } = read(root)

describe('what a composition refines', () => {
  test.each([
    ['JobRuntimeDelivery', 'ExactlyOnceInbox'],
    ['JobAwaitHandoff', 'AwaitOnce'],
    ['SessionCancellation', 'CancelOnce'],
  ])('%s keeps what %s promises, and takes each of its actions', (name, abstract) => {
    const report = verified(catalog, name)
    expect(report.problems).toEqual([])
    expect(report.findings.filter(({ rule }) => rule === 'REFINES' || rule === 'NEVER_REFINED')).toEqual([])
    expect(report.refinements).toMatchObject([{ abstract, verdict: 'holds' }])
    expect(report.refinements[0]!.moves).toBeGreaterThan(100)
  })
})

describe('the refinement sees', () => {
  test('places that are applied out of order', () => {
    const broken = changed('RuntimeDelivery', 'ApplyNext', (one) => ({
      ...one,
      refuse: one.refuse.filter(({ name }) => name !== 'out_of_order'),
    }))
    expect(firstOf(broken, 'JobRuntimeDelivery')).toMatchObject({
      message: expect.stringMatching(/no step of ExactlyOnceInbox changes inboxes from .*applied \|-> 0.* to .*applied \|-> 2/),
      replayed: true,
    })
  })

  test('an end of a job that is never sent on its way', () => {
    const broken = changed('DetachedJob', 'CompleteAttempt', (one) => ({ ...one, emit: [] }))
    expect(firstOf(broken, 'JobRuntimeDelivery')).toMatchObject({
      message: expect.stringMatching(/no step of ExactlyOnceInbox changes sent from .*count \|-> 0.* to .*count \|-> 1/),
      trace: { steps: expect.arrayContaining([expect.objectContaining({ name: 'complete' })]) },
    })
  })

  test('a message that is acknowledged before it has its place', () => {
    const busy = changed('RuntimeDelivery', 'CommitNew', (one) => ({
      ...one,
      refuse: [
        ...one.refuse,
        { ...one.refuse[0]!, name: 'busy', holds: { kind: 'literal', value: true, type: { kind: 'bool' }, at: one.at } },
      ],
    }))
    const acknowledged = composed(busy, 'JobRuntimeDelivery', (one) => ({
      ...one,
      routes: one.routes.map((route) => ({ ...route, acknowledges: [...route.acknowledges, 'busy'] })),
    }))
    expect(firstOf(acknowledged, 'JobRuntimeDelivery')).toMatchObject({
      message: expect.stringMatching(/no step of ExactlyOnceInbox changes underway from .* to .* where/),
    })
  })

  test('a wait that is released twice', () => {
    const { emit } = machineOf(catalog, 'AwaitBinding').transitions.find(({ name }) => name === 'ReleaseWait')!
    const broken = changed('AwaitBinding', 'ReleaseAgain', (one) => ({ ...one, emit }))
    expect(firstOf(broken, 'JobAwaitHandoff')).toMatchObject({
      message: expect.stringMatching(/no step of AwaitOnce changes releases from 1 to 2 where .*released = "/),
    })
  })

  test('a wait that is released with another end than that of its job', () => {
    const broken = changed('AwaitBinding', 'ReleaseWait', (one) => ({
      ...one,
      update: one.update.map((update) => ({
        ...update,
        value: { kind: 'literal', value: 'WorkerLost', type: update.value.type, at: update.at },
      })),
    }))
    expect(firstOf(broken, 'JobAwaitHandoff')).toMatchObject({
      message: expect.stringMatching(/no step of AwaitOnce changes .*released from NULL to "WorkerLost"/),
    })
  })

  test('an interruption while a finalizer runs, and a second one', () => {
    const hasty = changed('SessionExecution', 'SettleInterrupted', (one) => ({ ...one, refuse: [] }))
    expect(firstOf(hasty, 'SessionCancellation')).toMatchObject({
      message: expect.stringMatching(
        /no step of CancelOnce changes phase from "cancelling" to "settled", interruptions from 0 to 1 where .*finalizers = 1/,
      ),
    })
    const { emit } = machineOf(catalog, 'SessionExecution').transitions.find(({ name }) => name === 'SettleInterrupted')!
    const twice = changed('SessionExecution', 'SettleInterrupted', (one) => ({ ...one, emit: [...emit, ...emit] }))
    expect(firstOf(twice, 'SessionCancellation')).toMatchObject({ message: expect.stringContaining('interruptions from 0 to 2') })
  })
})

function verified({ machines, compositions }: Catalog, name: string) {
  const composition = compositions.find((one) => one.name === name)!
  return verifyComposition({
    composition,
    machines,
    bounds: 'ci',
    kernels: null,
    router: null,
    spec: null,
    modules: modulesIn(root),
    judgeVacuity: true,
  }).report
}

function firstOf(broken: Catalog, name: string) {
  return verified(broken, name).findings.find(({ rule }) => rule === 'REFINES')
}

function machineOf({ machines }: Catalog, name: string): Machine {
  return machines.find((machine) => machine.name === name)!
}

/** The catalog with one transition of one machine changed. */
function changed(machine: string, transition: string, change: (one: Transition) => Transition): Catalog {
  const edit = (one: Machine): Machine => ({
    ...one,
    transitions: one.transitions.map((rule) => (rule.name === transition ? change(rule) : rule)),
  })
  return { ...catalog, machines: catalog.machines.map((one) => (one.name === machine ? edit(one) : one)) }
}

function composed(from: Catalog, name: string, change: (one: Composition) => Composition): Catalog {
  return { ...from, compositions: from.compositions.map((one) => (one.name === name ? change(one) : one)) }
}
