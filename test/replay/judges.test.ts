/** What the judges of `pawl/replay` say of a way, each beside a promise that is kept on it; every kind in one project in the long tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
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

  describe('a refinement', () => {
    const project = mkdtempSync(join(tmpdir(), 'pawl-refined-'))
    afterAll(() => rmSync(project, { recursive: true, force: true }))
    const abstract = (init: string, next: string) =>
      `---- MODULE Waits ----\nEXTENDS Naturals\nVARIABLE n\nvars == <<n>>\nInit == n = ${init}\nNext == n' = ${next}\nSpec == Init /\\ [][Next]_vars\n====\n`
    const module = (text: string) => {
      mkdirSync(join(project, 'tla'), { recursive: true })
      writeFileSync(join(project, 'tla/Waits.tla'), text)
    }
    const refines = (variable = 'n') => {
      const map = { [variable]: (s: { readonly phase: string }) => (s.phase === 'Waiting' ? 1 : 0) }
      const changed = { ...machine, refines: { waits: { abstract: 'Waits', map } } }
      return machineWalk(changed, awaitBinding, { ...model, root: pathToFileURL(`${project}/`) }).refines('waits', [begun, begun])
    }

    test('is judged by the module as it stands: a beginning and a step that it does not allow, and what changes nothing', () => {
      module(abstract('0', '(n + 1)'))
      expect(refines()).toEqual([])
      module(abstract('0', '(n + 2)'))
      expect(refines()).toEqual(['waits is broken after step 1, BeginWait: no step of Waits leads from n = 0 to n = 1'])
      module(abstract('1', '(n + 1)'))
      expect(refines()).toEqual(['waits is broken at first: Waits does not begin with n = 0'])
    })

    test('that cannot be judged throws, with the place', () => {
      module(abstract('0', 'n + '))
      expect(refines).toThrow('"waits" cannot be judged: tla/Waits.tla:')
      module(abstract('0', '(n \\cup {1})'))
      expect(refines).toThrow(/^tla\/Waits\.tla:6:\d+ /)
      module(abstract('0', '(n + 1)'))
      expect(() => refines('m')).toThrow('tla/Waits.tla has the variables n, and the map says m')
      rmSync(join(project, 'tla/Waits.tla'))
      expect(refines).toThrow('tla/Waits.tla cannot be read')
    })
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
    // A drive that comes to others does not serve it.
    const { environment } = JobAwaitHandoff as unknown as CompositionSpec
    const elsewhere = { ...JobAwaitHandoff, environment: { ...environment, observe: { ...environment['observe'], at: { sessionId: 'SessionId_9' } } } } // prettier-ignore
    const other = composedWalk(elsewhere, [detachedJob, awaitBinding], { ...router, locals }, model)
    expect(other.woken('wakeWaiter', [])).toEqual([])
  })

  test('a dead message is a deadlock where no drive comes to anybody who could still go on', () => {
    const key = { realm: { kind: 'id', domain: 'Realm' } }
    const [sender, box] = [
      { name: 'Sender', key, inputs: { Send: { fields: {} } }, transitions: {}, model: { ci: {}, deep: {} } },
      { name: 'Box', key, inputs: { Fill: { fields: {} } }, transitions: {}, model: { ci: {}, deep: {} } },
    ]
    const kernel = (name: string, decide: (state: { readonly phase: string }) => object) =>
      ({ name, terminal: [], initial: { phase: 'Idle' }, rowTables: [], decide }) as unknown as Kernel
    const sending = kernel('Sender', ({ phase }) =>
      phase === 'Idle'
        ? { ok: true, transition: 'Send', state: { phase: 'Done' }, changes: [], effects: [{ type: 'Sent' }] }
        : { ok: false, refusal: { code: 'not_in_phase' } },
    )
    const refusing = kernel('Box', () => ({ ok: false, refusal: { code: 'barred' } }))
    const goesOn = (drive: object, acknowledges: readonly string[]) => {
      const post = { name: 'post', from: 'Sender', effect: 'Sent', to: 'Box', delivery: 'outbox', target: 'one', acknowledges }
      const routes = [{ ...post, keyOf: (_effect: object, from: object) => from, inputOf: () => ({ type: 'Fill' }) }]
      const environment = { send: { to: sender, input: 'Send', ...drive } }
      const spec = { name: 'Posting', machines: [sender, box], environment, model: { ci: { Realm: 2 }, deep: {} } }
      const sent: Step = { name: 'send', at: { realm: 'Realm_1' }, asked: [{ of: 'Sender', key: { realm: 'Realm_1' }, input: { type: 'Send' } }] } // prettier-ignore
      return composedWalk(spec, [sending, refusing], { routes, locals: [] } as unknown as Router, model).goesOn([sent])
    }
    const toOne = { at: { realm: 'Realm_1' } }
    expect(goesOn(toOne, [])).toEqual(['nothing leads out of the state after step 1, send'])
    expect(goesOn(toOne, ['barred'])).toEqual([])
    expect(goesOn({}, [])).toEqual([])
  })
})
