/** What the judges of `pawl/replay` say of a way, each beside a promise that is kept on it; every kind in one project in the long tests. */
import { describe, expect, test } from 'vitest'
import { composedWalk, machineWalk, type Step } from '../../codegen/replay/index.js'
import type { CompositionSpec, Kernel, MachineSpec, Router } from '../../codegen/replay/spoken.js'
import { awaitBinding } from '../../generated/await-binding/index.js'
import { detachedJob } from '../../generated/detached-job/index.js'
import { jobAwaitHandoff } from '../../generated/job-await-handoff/router.js'
import { JobAwaitHandoff } from '../../specs/compositions/job-await-handoff.js'
import { AwaitBinding } from '../../specs/machines/await-binding.js'
import * as words from '../../specs/vocabulary.js'

const model = { words, bounds: 'ci' } as const

describe('of a machine', () => {
  const machine = AwaitBinding as unknown as MachineSpec
  const walk = (changed: object = {}, kernel: Kernel = awaitBinding) => machineWalk({ ...machine, ...changed }, kernel, model)
  const came = (type: string, fields: object = {}): Step => ({
    name: type,
    at: {},
    asked: [{ of: 'AwaitBinding', key: {}, input: { type, ...fields } }],
  })
  const [begun, released] = [came('BeginWait', { observedAtMs: 1 }), came('ReleaseWait', { kind: 'Failed' })]
  const phaseIs = (phase: string) => (s: { readonly phase: string }) => s.phase === phase

  test('a promise of states or of steps is broken where it does not hold', () => {
    const stays = (s: { readonly phase: string }, next: { readonly phase: string }) => s.phase === next.phase
    const { always } = walk({ always: { ...machine.always, unbound: phaseIs('Unbound'), stays } })
    for (const kept of ['released_with_a_kind', 'a_release_is_told_once', 'a_wait_begins_when_it_is_asked_for'])
      expect(always(kept, [begun, released])).toEqual([])
    for (const broken of ['unbound', 'stays'])
      expect(always(broken, [begun, released])).toEqual([
        `${broken} does not hold after step 1, BeginWait`,
        `${broken} does not hold after step 2, ReleaseWait`,
      ])
  })

  test('where a step is refused by now, nothing happens in it', () => {
    expect(walk({ always: { unbound: phaseIs('Unbound') } }).always('unbound', [released])).toEqual([])
  })

  test('what never follows breaks its promise, unless somebody unfair is to blame', () => {
    const ends = (fair: readonly string[]) =>
      walk({ eventually: { ends: { from: phaseIs('Waiting'), to: phaseIs('Released'), fair } } }).eventually('ends', [begun], { from: 1 })
    expect(ends([])).toEqual(['ends begins, is never kept, and nothing fair is left out'])
    expect(ends(['ObserveRelease'])).toEqual(ends([]))
    expect(ends(['ReleaseWait'])).toEqual([])
  })

  test('a refinement is broken by the step that its module does not allow, and by no other', () => {
    const { refines } = walk({ refines: { waits: { map: { n: (s: { readonly phase: string }) => (s.phase === 'Waiting' ? 1 : 0) } } } })
    const forbidden = (...values: readonly { readonly n: number }[]) => refines('waits', [begun], { at: null, values })
    expect(forbidden({ n: 0 }, { n: 1 })).toEqual(['waits is broken after step 1, BeginWait: {"n":0} becomes {"n":1}'])
    expect(forbidden({ n: 0 })).toEqual(['waits is broken at first: {"n":0}'])
    expect(forbidden({ n: 1 }, { n: 0 })).toEqual([])
  })

  test('two transitions that answer one input are both named', () => {
    const again = { ...machine.transitions['BeginWaitAgain']!, from: ['Unbound'] }
    expect(walk({ transitions: { ...machine.transitions, BeginWaitAgain: again } }).choice([begun])).toEqual([
      'BeginWait and BeginWaitAgain are both chosen in step 1, BeginWait',
    ])
    expect(walk().choice([begun, begun])).toEqual([])
  })

  test('it goes on where a step is accepted, and where it has ended', () => {
    const refusing: Kernel = { ...(awaitBinding as Kernel), decide: () => ({ ok: false, refusal: { code: 'not_in_phase' } }) }
    expect(walk({}, refusing).goesOn([])).toEqual(['nothing leads out of the state at first'])
    expect(walk({}, { ...refusing, terminal: ['Unbound'] }).goesOn([])).toEqual([])
    expect(walk().goesOn([begun])).toEqual([])
  })

  test('a test that has outlived what it is about says nothing, and throws', () => {
    expect(() => walk().always('gone', [])).toThrow('AwaitBinding promises no "gone" any more')
    expect(() => walk().choice([came('BeginWait', { more: 1 })])).toThrow('AwaitBinding takes other fields with "BeginWait"')
  })
})

describe('of a composition', () => {
  const router = jobAwaitHandoff as unknown as Router
  const walk = (changed: Partial<Router> = {}) =>
    composedWalk(JobAwaitHandoff as unknown as CompositionSpec, [detachedJob, awaitBinding], { ...router, ...changed }, model)
  const job = { realm: 'Realm_1', jobId: 'JobId_1' }
  const at = { ...job, sessionId: 'SessionId_1' }
  const waited: Step = {
    name: 'wait',
    at,
    asked: [
      { of: 'AwaitBinding', key: at, input: { type: 'BeginWait', observedAtMs: 0 } },
      { of: 'DetachedJob', key: job, input: { type: 'AskOutcome', sessionId: 'SessionId_1' } },
    ],
  }

  test('what is brought and refused is named with its route, unless that counts as received', () => {
    const routes = router.routes.map((route) => ({ ...route, acknowledges: [] }))
    expect(walk({ routes }).received([waited])).toEqual(['what "askOutcome" brings is refused with "not_in_phase" in step 1, wait'])
    expect(walk().received([waited])).toEqual([])
  })

  test('whoever is woken where nothing can be done is named', () => {
    const locals = router.locals.map((local) => ({ ...local, derive: () => true }))
    expect(walk({ locals }).woken('wakeWaiter', [])).toContainEqual(
      expect.stringMatching(/^wakeWaiter wakes AwaitBinding \{.*\} for nothing at first$/),
    )
    expect(walk().woken('wakeWaiter', [])).toEqual([])
  })
})
