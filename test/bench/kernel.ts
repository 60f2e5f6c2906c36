/**
 * How fast a generated kernel decides, on the machine of jobs: beside XState 5's pure `transition()` on the same machine, and
 * beside a switch written by hand. Both must agree with the kernel before anything is measured.
 */
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, Worker } from 'node:worker_threads'
import { canonicalText } from '../../codegen/verify/key.js'
import { kernelSubject, type Kernel } from '../../codegen/verify/subject.js'
import { carrier, type Definition, type SpecMessage, type SpecState } from '../../codegen/verify/spec.js'
import { bindingsOf, modelBounds } from '../../codegen/verify/domains.js'
import { explore } from '../../codegen/verify/explore.js'
import type { Message } from '../../codegen/evaluate.js'
import { read } from '../../codegen/read/index.js'
import { detachedJob } from '../../generated/detached-job/index.js'
import { decide, initial, type Answer, type Bounds, type Input, type Rows, type State } from '../../generated/detached-job/kernel.js'
import * as words from '../../specs/vocabulary.js'
import { DetachedJob } from '../../specs/machines/detached-job.js'
import { decideByHand, WRITTEN } from './handwritten-job.js'
import { xstateOf, xstateStep } from './xstate-machine.js'

const ROUNDS = 15
const ROUND_MS = 150

/** As large as they are when run. */
const MAX = Number.MAX_SAFE_INTEGER
const BOUNDS: Bounds = {
  max: {
    Backoff: MAX,
    FirstBackoff: MAX,
    Clock: MAX,
    Cursor: MAX,
    DeliverySequence: MAX,
    Due: MAX,
    Failures: MAX,
    FailureBudget: MAX,
    Fence: MAX,
    Jitter: MAX,
    Lease: MAX,
    Losses: MAX,
    LossBudget: MAX,
    MaxBackoff: MAX,
  },
  limits: { failureBudget: 3, lossBudget: 3, firstBackoffMs: 1000, maxBackoffMs: 60_000, jitterMs: 500 },
}

// The bundle runs from dist/bench.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const definition = DetachedJob as unknown as Definition

if (isMainThread) {
  // In a thread of its own: an engine that has seen every state there is would optimise for all of them, and measure that.
  await once(new Worker(new URL(import.meta.url)), 'exit').then(([status]) => {
    if (status !== 0) process.exit(1)
  })
  const speeds = measure(lifeOfAJob())
  console.log(`kernel       ${millions(speeds.kernel)} decisions/s`)
  console.log(`handwritten  ${millions(speeds.handwritten)} decisions/s`)
  console.log(`xstate       ${millions(speeds.xstate)} transitions/s`)
  console.log(`ratio kernel/xstate ${(speeds.kernel / speeds.xstate).toFixed(0)}`)
  console.log(`ratio kernel/handwritten ${(speeds.kernel / speeds.handwritten).toFixed(2)}`)
} else agree()

/** XState takes every step that was explored, and no other; the switch answers everything to the letter. */
function agree(): void {
  const machine = read(root).catalog.machines.find(({ name }) => name === 'DetachedJob')!
  const bounds = modelBounds(machine, machine.model.ci)
  const { worlds, bindings, answers, edges } = explore({
    machine,
    subject: kernelSubject(machine, detachedJob as unknown as Kernel, bounds),
    bindings: bindingsOf(machine, machine.model.ci),
  })
  const carry = carrier(machine, words)
  const xstate = xstateOf(definition, bounds)
  let [taken, refused, written] = [0, 0, 0]
  worlds.forEach((world, at) => {
    const here = xstate.at(carry.state(world))
    answers(at).forEach((answer, n) => {
      // Refusals are many and alike: those of every sixteenth state.
      if (!answer.ok && at % 16 !== 0) return
      const step = xstateStep(xstate.machine, here, carry.input(bindings[n]!))
      const told =
        step === null
          ? null
          : [
              step.next.value,
              canonicalText(backAgain(carry, step.next.context as unknown as SpecState)),
              canonicalText(step.effects.map(carry.back.effect)),
            ]
      const known = answer.ok ? [worlds[answer.to!]!.phase, canonicalText(worlds[answer.to!]!), canonicalText(answer.effects)] : null
      if (JSON.stringify(told) !== JSON.stringify(known))
        throw new Error(
          `XState differs in state ${at} with ${canonicalText(bindings[n]!)}: ${JSON.stringify(told)}, not ${JSON.stringify(known)}`,
        )
      if (answer.ok) taken += 1
      else refused += 1
    })
    written += heldToTheLetter(world as unknown as World, bindings, bounds as unknown as Bounds)
  })
  if (taken !== edges) throw new Error(`${taken} steps were compared, of ${edges}`)
  console.log(`agreed       xstate on ${taken} steps and ${refused} refusals, handwritten on ${written} decisions, ${worlds.length} states`)
}

type World = Omit<State, 'notificationsSize' | 'artifactsSize'> & {
  readonly notifications: ReadonlyMap<string, { readonly sequence: number }>
  readonly artifacts: ReadonlyMap<string, { readonly digest: string; readonly mediaType: string }>
}

function backAgain(carry: ReturnType<typeof carrier>, context: SpecState): Record<string, unknown> {
  return Object.fromEntries(Object.entries(context).map(([name, value]) => [name, carry.back.state.get(name)?.(value) ?? value]))
}

function heldToTheLetter({ notifications, artifacts, ...fields }: World, bindings: readonly Message[], bounds: Bounds): number {
  const state = { ...fields, artifactsSize: artifacts.size, notificationsSize: notifications.size } as unknown as State
  const rows = {
    artifacts: { get: (key: string) => artifacts.get(key) ?? null, by: () => null },
    notifications: { get: (key: string) => notifications.get(key) ?? null, by: () => null },
  } as unknown as Rows
  const known = bindings.filter(({ type }) => (WRITTEN as readonly string[]).includes(type)) as unknown as readonly Input[]
  for (const input of known) {
    const [generated, byHand] = [decide(state, input, rows, bounds), decideByHand(state, input, rows, bounds)]
    if (canonicalText(generated as never) !== canonicalText(byHand as never)) {
      throw new Error(
        `the switch answers ${canonicalText(byHand as never)} to ${canonicalText(input as never)}, not ${canonicalText(generated as never)}`,
      )
    }
  }
  return known.length
}

interface Step {
  readonly state: State
  readonly input: Input
  readonly rows: Rows
}

/** What is asked in a job's usual life, with what is refused in it: each question with the state that it is asked in. */
function lifeOfAJob(): readonly Step[] {
  const now = 1_790_000_000_000
  const attempt = { fence: 1, holder: 'process-1', observedAtMs: now + 1000 }
  const inputs: readonly Input[] = [
    {
      type: 'Submit',
      originSessionId: 'session-1',
      lineage: 'intent-1',
      tool: 'build',
      toolVersion: '1',
      runner: 'shell',
      runnerVersion: '1',
      arguments: '{"target":"all"}',
      terms: '',
      restartClass: 'CheckpointResumable',
      dueAtMs: 0,
    },
    { type: 'ClaimAttempt', holder: 'process-1', workerId: 'worker-1', leaseMs: 30_000, observedAtMs: now },
    { type: 'ReportProgress', ...attempt, cursor: 1, progress: 'a third' },
    { type: 'RenewLease', ...attempt, leaseMs: 30_000 },
    { type: 'PostNotification', ...attempt, notificationKey: 'half', body: 'half of it is done' },
    { type: 'PostNotification', ...attempt, notificationKey: 'half', body: 'half of it is done' },
    { type: 'ReportProgress', ...attempt, fence: 0, cursor: 9, progress: 'from the dead' },
    { type: 'ReportProgress', ...attempt, cursor: 2, progress: 'two thirds' },
    { type: 'ReportProgress', ...attempt, cursor: 2, progress: 'two thirds' },
    { type: 'RenewLease', ...attempt, observedAtMs: now + 60_000, leaseMs: 30_000 },
    { type: 'CompleteAttempt', ...attempt, result: 'done' },
    { type: 'CompleteAttempt', ...attempt, result: 'done' },
  ]
  const posted = new Map<string, { readonly sequence: number }>()
  let state = initial
  return inputs.map((input) => {
    const kept = new Map(posted)
    const step = {
      state,
      input,
      rows: { artifacts: NO_ROWS, notifications: { get: (key: string) => kept.get(key) ?? null, by: () => null } },
    }
    const answer = decide(state, input, step.rows, BOUNDS)
    if (answer.ok) {
      state = answer.state
      for (const change of answer.changes) if (change.table === 'notifications' && change.op === 'put') posted.set(change.key, change.row)
    }
    return step
  })
}

const NO_ROWS = { get: () => null, by: () => null }

/** Per second. The three take turns, and of each the best round counts: what else runs on the machine only slows. */
function measure(steps: readonly Step[]) {
  const xstate = xstateOf(definition, BOUNDS)
  const events = steps.map(({ state: { notificationsSize: _posted, artifactsSize: _left, ...fields }, input, rows }) => {
    const row = rows.notifications.get('half')
    const notifications = new words.TableOf(row === null ? [] : [['half', row] as const])
    const artifacts = new words.TableOf([])
    return { snapshot: xstate.at({ ...fields, notifications, artifacts }), event: input as SpecMessage }
  })
  const byKernel = () => {
    let accepted = 0
    for (const { state, input, rows } of steps) if (counts(decide(state, input, rows, BOUNDS))) accepted += 1
    return accepted
  }
  const byHand = () => {
    let accepted = 0
    for (const { state, input, rows } of steps) if (counts(decideByHand(state, input, rows, BOUNDS))) accepted += 1
    return accepted
  }
  const byXstate = () => {
    let accepted = 0
    for (const { snapshot, event } of events) if (xstateStep(xstate.machine, snapshot, event) !== null) accepted += 1
    return accepted
  }
  if (byKernel() !== byHand() || byKernel() !== byXstate())
    throw new Error(`the three accept ${byKernel()}, ${byHand()} and ${byXstate()} of the life's inputs`)

  const rounds = Array.from({ length: ROUNDS + 1 }, () => ({
    kernel: perSecond(byKernel, steps.length),
    handwritten: perSecond(byHand, steps.length),
    xstate: perSecond(byXstate, steps.length),
  })).slice(1)
  return {
    kernel: Math.max(...rounds.map(({ kernel }) => kernel)),
    handwritten: Math.max(...rounds.map(({ handwritten }) => handwritten)),
    xstate: Math.max(...rounds.map(({ xstate: speed }) => speed)),
  }
}

/** Looks at the answer, so that it is made. */
function counts(answer: Answer): boolean {
  return answer.ok && answer.transition.length > 0 && answer.state.phase.length > 0
}

function perSecond(work: () => number, size: number): number {
  let [runs, elapsed] = [0, 0]
  const begun = performance.now()
  while (elapsed < ROUND_MS) {
    for (let n = 0; n < 50; n += 1) work()
    runs += 50
    elapsed = performance.now() - begun
  }
  return (runs * size * 1000) / elapsed
}

function millions(perSecondValue: number): string {
  return `${(perSecondValue / 1e6).toFixed(3).padStart(8)} M`
}
